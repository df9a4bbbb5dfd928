// SPDX-License-Identifier: GPL-3.0-or-later
// The result of a full verification. Pure.
#pragma once

#include "core/checkpoint/format/checkpoint.h"
#include "core/checkpoint/retention/manifest.h"
#include "core/checkpoint/retention/rangecheck.h"

namespace trainyard {

struct VerificationFinding {
    enum class Kind { Damage, NotFinite, NotChecked };
    Kind kind = Kind::Damage;
    QString file, label;
    QString text;  // translated, without the names
};

struct Verification {
    Verdict verdict = Verdict::Unknown;
    QString reason;                       // one translated sentence
    QList<VerificationFinding> findings;  // most severe first, at most kMaxFindings
    qint64 findingCount = 0;              // including those left out
    qint64 bytes = 0;                     // bytes read
    qint64 sums = 0;                      // checksums that matched
    qint64 damaged = 0, unchecked = 0;
    NonFinite nonFinite;
    bool lookedAtNumbers = false;
};
constexpr qsizetype kMaxFindings = 200;

// `files`: the comparison with the manifest, if there is one; `findings`: found before anything was read.
Verification judgeVerification(const std::vector<RangeTask> &tasks, const std::vector<RangeOutcome> &outcomes,
                               const QList<FileComparison> &files = {}, const QList<VerificationFinding> &findings = {});

}  // namespace trainyard
