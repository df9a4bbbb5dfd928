// SPDX-License-Identifier: GPL-3.0-or-later
// The full look at a checkpoint: every byte of its ranges is read, sums are compared, numbers are looked at. Pure: reads
// through FileSource. Speed: that of the disk or the way there; the sums go at several GB/s.
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
    QString file;                   // as FileSource and the machine's folder have it
    qint64 offset = 0, length = 0;  // bytes as they lie in the file
    RangeSum sum = RangeSum::None;
    quint32 expected = 0;
    std::optional<qint64> inflatedBytes;  // a raw deflate stream, and how much comes out: sum and numbers are of that
    std::optional<FloatKind> numbers;     // look whether they are finite
    QString label;                        // what it is to a person: "data/17", "model.layers.0.weight"
};

enum class RangeProblem {
    None,
    Missing,  // no such file, or not to be read
    Short,    // the file ends before
    Damaged,  // the deflate stream breaks its own rules
    Unable,   // the checking program cannot compute this sum or look at these numbers
};

struct RangeOutcome {
    RangeProblem problem = RangeProblem::Unable;
    std::optional<quint32> sum;
    std::optional<NonFinite> nonFinite;
};

using RangeProgress = std::function<void(qint64 bytesDone)>;

// One outcome for each task, in order. `batchBytes` are asked for at once: much where the way is long. An error is the
// source's (the connection broke) or Cancelled; a file's own trouble is its tasks' outcome.
Result<std::vector<RangeOutcome>> checkRanges(const std::vector<RangeTask> &tasks, FileSource &source, qint64 batchBytes,
                                              const RangeProgress &progress = {}, std::stop_token stop = {});

qint64 bytesOf(const std::vector<RangeTask> &tasks);

}  // namespace trainyard
