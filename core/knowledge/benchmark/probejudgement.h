// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a machine is worth keeping, according to a probe (docs/probe-judging.md). Value types, any thread.
#pragma once

#include "core/knowledge/benchmark/probefigure.h"
#include "core/knowledge/benchmark/probereference.h"

namespace trainyard {

enum class ProbeVerdict { Keep, Unclear, GiveBack };
QString probeVerdictName(ProbeVerdict verdict);      // "keep", "unclear", "give-back"
QString probeVerdictSentence(ProbeVerdict verdict);  // in plain words

// From good to bad. From FarBelow on, a single finding is enough to give a machine back.
enum class ProbeStanding {
    InBand,
    Above,        // more than is usual
    Note,         // worth knowing
    NoReference,  // measured, but no reference value for such a GPU is known
    NotMeasured,  // skipped or failed
    Below,        // less than is usual, or something to check
    FarBelow,
    Throttled,  // the machine's cooling or power holds the GPU back
    Faulty,     // lost, hung, worn out
    Wrong,      // computed wrongly
};
QString probeStandingName(ProbeStanding standing);  // "in-band", "far-below", …
bool decidesAgainst(ProbeStanding standing);        // FarBelow and worse

struct ProbeFinding {
    QString what;        // "copy", "matmul bf16 cublaslt", "status", "link", "memory", "straggler", "throttle", "steadiness"
    QList<int> devices;  // empty: the machine; two: from, to
    ProbeStanding standing = ProbeStanding::Note;
    QString sentence;  // includes the figures
    QString english;   // the same briefly in English, for readers who do not know the person's language
    std::optional<double> value;
    QString unit;
    std::optional<ProbeBand> expected;
    std::optional<ProbePast> past;  // whatever exists, even from fewer than kMinReports
    QStringList sources;            // codes of ProbeReference::sources
};

struct ProbeJudgement {
    ProbeVerdict verdict = ProbeVerdict::Unclear;
    bool isWithoutGpu = false;     // the machine has none, so there was nothing to measure
    bool isSimulated = false;      // nothing in it is about a real GPU; never keep, never give back
    QList<ProbeFinding> findings;  // the worst first
    QStringList missing;           // why the verdict is not clearer; one sentence each

    bool hasSomethingBad() const;  // something worth reporting to the provider
};

QString probeFigureText(double value);       // "4,301" in the language's format; three digits at least
QString probeWhatText(const QString &what);  // "matrix product, bf16, by cuBLASLt"; includes the English term
QString probeWhatEnglish(const QString &what);
QString probeUnitText(const QString &unit);  // "GB/s", "TFLOP/s"

}  // namespace trainyard
