// SPDX-License-Identifier: GPL-3.0-or-later
// The readers behind inspectTorch(), one for each kind of file. Private to this folder; both ends of the file are already fetched.
#pragma once

#include "core/checkpoint/format/internal/torchobjects.h"
#include "core/checkpoint/format/torchfile.h"
#include "core/checkpoint/pickle/pickle.h"
#include "core/checkpoint/pickle/picklesafety.h"

namespace trainyard {

std::optional<Inspection> inspectZip(RangeReader &reader);  // nullopt: another kind of zip
Inspection inspectLegacy(RangeReader &reader);
Inspection inspectTar(RangeReader &reader);
// Whether Python's tarfile would accept it; torch.load checks that before anything but zip.
bool isTarHeader(QByteArrayView head);
Inspection inspectNpy(RangeReader &reader);
Inspection inspectNpz(RangeReader &reader, const ZipDirectory &directory);
Inspection inspectPickleFile(RangeReader &reader);

QString shownName(QByteArrayView name);  // of a record, cut to a length that fits into a sentence
void setVerdict(Inspection &inspection, Verdict verdict, const QString &reason);
QString brokenPickle(const QString &name, const Pickle &pickle);
// Adds the safety of a pickle; `most`: bytes that belong to it, to detect trailing data (-1: unknown).
void addGrade(Inspection &inspection, const Pickle &pickle, const QString &place, PickleUse use = PickleUse::Python, qsizetype most = -1);
void addNote(Inspection &inspection, Safety severity, const QString &place, const QString &text, const QString &name = {});
void addRefusals(Inspection &inspection, const Pickle &pickle, const QString &place);
// Adds tensors with their record's name and checksum, parameters, step and the rest.
void addObjects(Inspection &inspection, TorchObjects &&objects, const Pickle &pickle, const QString &file);

// Takes the value of a counting tensor: the step, or the whole object's value.
void takeCount(Inspection &inspection, const TorchTensor &tensor, QByteArrayView bytes);

// Takes a tensor that measuringTensors() found: into the metrics, and as the loss if there is no other.
void takeMeasure(Inspection &inspection, const TorchTensor &tensor, QByteArrayView bytes);

// Reads one pickle of unknown length at `offset`: fetches more until it ends. Error: reading failed.
Result<Pickle> readPickleAt(RangeReader &reader, qint64 offset);

}  // namespace trainyard
