// SPDX-License-Identifier: GPL-3.0-or-later
// What a PyTorch or NumPy file says, from its two ends: torch.save's zip (1.6 and later), its older formats, TorchScript,
// npz, npy and bare pickles. Nothing of a file is executed, and of its tensors' data nothing is read. Pure but for the source.
//
// Layouts: caffe2/serialize/inline_container.cc, torch/serialization.py, numpy/lib/format.py. Verdicts are the quick ones:
// records there, their sizes, the checksum of what was read. One round of requests as a rule, two for more than about a
// thousand tensors.
#pragma once

#include "core/checkpoint/format/inspection.h"
#include "core/checkpoint/format/rangereader.h"
#include "core/checkpoint/format/zipdirectory.h"

#include <memory>

namespace trainyard {

// How its first bytes tell what it is. Pickle only by them and by the name: it has no mark of its own.
enum class TorchKind { None, Zip, Legacy, Tar, Npy, Pickle };
TorchKind torchKindOf(QByteArrayView head, const QString &name);

// nullopt: none of these, or another kind of zip. Reads what it needs itself; what the reader has is not asked for again.
// A reading error makes the verdict Unknown with the reason. `file.modified` is not looked at: whether a file that ends
// early is still being written is for the caller to say.
std::optional<Inspection> inspectTorch(RangeReader &reader);
std::optional<Inspection> inspectTorch(const CheckpointFile &file, FileSource &source);

// The directory of any zip file, fetched with the file's first bytes; `directory` is null unless it could be read.
struct FetchedZip {
    Verdict verdict = Verdict::Complete;  // Partial: no end record
    QString reason;
    std::shared_ptr<const ZipDirectory> directory;
};
FetchedZip fetchZip(RangeReader &reader);

}  // namespace trainyard
