// SPDX-License-Identifier: GPL-3.0-or-later
// Full verification of a checkpoint: reads every byte of its ranges, compares checksums, examines numbers. Pure: reads through FileSource.
// As fast as the disk or the network; the checksums run at several GB/s.
#pragma once

#include "core/checkpoint/format/filesource.h"
#include "core/checkpoint/retention/floatkind.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace trainyard {

enum class RangeSum { None, Crc32, Crc32c };

struct RangeTask {
    QString file;                   // named as in FileSource and in the machine's folder
    qint64 offset = 0, length = 0;  // bytes as stored in the file
    RangeSum sum = RangeSum::None;
    quint32 expected = 0;
    std::optional<qint64> inflatedBytes;  // a raw deflate stream, and its inflated size: checksum and numbers refer to the inflated data
    std::optional<FloatKind> numbers;     // check that they are finite
    QString label;                        // its name for a person: "data/17", "model.layers.0.weight"
};

enum class RangeProblem {
    None,
    Missing,  // no such file, or not readable
    Short,    // the file ends too early
    Damaged,  // the deflate stream is invalid
    Unable,   // the checking program cannot compute this checksum or examine these numbers
};

struct RangeOutcome {
    RangeProblem problem = RangeProblem::Unable;
    std::optional<quint32> sum;
    std::optional<NonFinite> nonFinite;
};

using RangeProgress = std::function<void(qint64 bytesDone)>;

// One outcome per task, in order. Requests `batchBytes` at a time: use a large value on a slow link. An error is the source's (the
// connection was lost) or Cancelled; a problem with one file is the outcome of its tasks.
Result<std::vector<RangeOutcome>> checkRanges(const std::vector<RangeTask> &tasks, FileSource &source, qint64 batchBytes,
                                              const RangeProgress &progress = {}, std::stop_token stop = {});

qint64 bytesOf(const std::vector<RangeTask> &tasks);

}  // namespace trainyard
