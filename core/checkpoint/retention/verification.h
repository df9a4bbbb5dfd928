// SPDX-License-Identifier: GPL-3.0-or-later
// What a full look came to. Pure.
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
    QList<VerificationFinding> findings;  // gravest first, at most kMaxFindings
    qint64 findingCount = 0;              // of all
    qint64 bytes = 0;                     // that were read
    qint64 sums = 0;                      // that were right
    qint64 damaged = 0, unchecked = 0;
    NonFinite nonFinite;
    bool lookedAtNumbers = false;
};
constexpr qsizetype kMaxFindings = 200;

// `files`: compared with the manifest, where there is one; `findings`: what was seen before anything was read.
Verification judgeVerification(const std::vector<RangeTask> &tasks, const std::vector<RangeOutcome> &outcomes,
                               const QList<FileComparison> &files = {}, const QList<VerificationFinding> &findings = {});

}  // namespace trainyard
