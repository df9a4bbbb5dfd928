// SPDX-License-Identifier: GPL-3.0-or-later
// The readers behind inspectTorch(), one for each kind of file. Private to this room; the file's ends are fetched.
#pragma once

#include "core/checkpoint/format/internal/torchobjects.h"
#include "core/checkpoint/format/torchfile.h"
#include "core/checkpoint/pickle/pickle.h"
#include "core/checkpoint/pickle/picklesafety.h"

namespace trainyard {

std::optional<Inspection> inspectZip(RangeReader &reader);  // nullopt: another kind of zip
Inspection inspectLegacy(RangeReader &reader);
Inspection inspectTar(RangeReader &reader);
// Whether Python's tarfile would take it for one; torch.load asks that before anything but zip.
bool isTarHeader(QByteArrayView head);
Inspection inspectNpy(RangeReader &reader);
Inspection inspectNpz(RangeReader &reader, const ZipDirectory &directory);
Inspection inspectPickleFile(RangeReader &reader);

void setVerdict(Inspection &inspection, Verdict verdict, const QString &reason);
QString brokenPickle(const QString &name, const Pickle &pickle);
// Adds what a pickle says of safety; `most`: bytes that belong to it, for what lies behind its end (-1: not known).
void addGrade(Inspection &inspection, const Pickle &pickle, const QString &place, PickleUse use = PickleUse::Python, qsizetype most = -1);
void addNote(Inspection &inspection, Safety severity, const QString &place, const QString &text, const QString &name = {});
void addRefusals(Inspection &inspection, const Pickle &pickle, const QString &place);
// Tensors with their record's name and checksum, parameters, step and the rest.
void addObjects(Inspection &inspection, TorchObjects &&objects, const Pickle &pickle, const QString &file);

// What a counting tensor says: the step, or the whole object's value.
void takeCount(Inspection &inspection, const TorchTensor &tensor, QByteArrayView bytes);

// Of one that measuringTensors() found: among the metrics, and the loss where nothing else is.
void takeMeasure(Inspection &inspection, const TorchTensor &tensor, QByteArrayView bytes);

// Bytes from `offset` on for one pickle of unknown length: asks for more until it ends. Error: reading failed.
Result<Pickle> readPickleAt(RangeReader &reader, qint64 offset);

}  // namespace trainyard
