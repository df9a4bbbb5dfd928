// SPDX-License-Identifier: GPL-3.0-or-later
// Inspects a PyTorch or NumPy file from its two ends: torch.save's zip (1.6 and later), its older formats, TorchScript, npz, npy and bare
// pickles. Nothing in a file is executed, and the tensors' data is not read. Pure but for the source.
//
// Layouts: caffe2/serialize/inline_container.cc, torch/serialization.py, numpy/lib/format.py. Verdicts are quick ones: the records exist,
// their sizes match, and the checksums of the bytes read are right. Usually one round of requests, two for more than about a thousand
// tensors.
#pragma once

#include "core/checkpoint/format/inspection.h"
#include "core/checkpoint/format/rangereader.h"
#include "core/checkpoint/format/zipdirectory.h"

#include <memory>

namespace trainyard {

// The kind by its first bytes. Pickle by these and the name only: it has no magic number.
enum class TorchKind { None, Zip, Legacy, Tar, Npy, Pickle };
TorchKind torchKindOf(QByteArrayView head, const QString &name);

// nullopt: none of these, or another kind of zip. Fetches what it needs and does not fetch again what the reader has. A read error makes
// the verdict Unknown with the reason. Ignores `file.modified`: the caller decides whether a truncated file is still being written.
std::optional<Inspection> inspectTorch(RangeReader &reader);
std::optional<Inspection> inspectTorch(const CheckpointFile &file, FileSource &source);

// The directory of any zip file, fetched with the file's first bytes; `directory` is null if it could not be read.
struct FetchedZip {
    Verdict verdict = Verdict::Complete;  // Partial: no end record
    QString reason;
    std::shared_ptr<const ZipDirectory> directory;
};
FetchedZip fetchZip(RangeReader &reader);

}  // namespace trainyard
