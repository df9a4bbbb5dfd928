// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/benchmark/probejudgement.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <iterator>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ProbeJudgement)
};

// The meaning of the probe's words.
constexpr std::pair<const char *, const char *> kNames[] = {
    {"copy", QT_TRANSLATE_NOOP("trainyard::ProbeJudgement", "memory, copied by a kernel")},
    {"triad", QT_TRANSLATE_NOOP("trainyard::ProbeJudgement", "memory, triad")},
    {"memcpy", QT_TRANSLATE_NOOP("trainyard::ProbeJudgement", "memory, copied by the driver")},
    {"h2d-pinned", QT_TRANSLATE_NOOP("trainyard::ProbeJudgement", "from the host, pinned")},
    {"d2h-pinned", QT_TRANSLATE_NOOP("trainyard::ProbeJudgement", "to the host, pinned")},
    {"h2d-pageable", QT_TRANSLATE_NOOP("trainyard::ProbeJudgement", "from the host, pageable")},
    {"d2h-pageable", QT_TRANSLATE_NOOP("trainyard::ProbeJudgement", "to the host, pageable")},
    {"matmul", QT_TRANSLATE_NOOP("trainyard::ProbeJudgement", "matrix product")},
    {"sustained", QT_TRANSLATE_NOOP("trainyard::ProbeJudgement", "sustained matrix product")},
    {"peer-bandwidth", QT_TRANSLATE_NOOP("trainyard::ProbeJudgement", "between GPUs")},
    {"peer-latency", QT_TRANSLATE_NOOP("trainyard::ProbeJudgement", "latency between GPUs")},
    {"memory-test", QT_TRANSLATE_NOOP("trainyard::ProbeJudgement", "memory test")},
    {"launch", QT_TRANSLATE_NOOP("trainyard::ProbeJudgement", "kernel launch")},
    {"launch-sync", QT_TRANSLATE_NOOP("trainyard::ProbeJudgement", "kernel launch and wait")},
    {"host-copy", QT_TRANSLATE_NOOP("trainyard::ProbeJudgement", "main memory, copied")},
    {"host-triad", QT_TRANSLATE_NOOP("trainyard::ProbeJudgement", "main memory, triad")},
    {"disk-write", QT_TRANSLATE_NOOP("trainyard::ProbeJudgement", "disk, written")},
    {"disk-read", QT_TRANSLATE_NOOP("trainyard::ProbeJudgement", "disk, read")},
    {"cublaslt", QT_TRANSLATE_NOOP("trainyard::ProbeJudgement", "by cuBLASLt")},
    {"own", QT_TRANSLATE_NOOP("trainyard::ProbeJudgement", "by the probe's own kernel")},
};

template <typename Say>
QString inWords(const QString &what, Say say)
{
    QStringList words = what.split(u' ');
    for (QString &word : words) {
        const auto *found = std::find_if(std::begin(kNames), std::end(kNames),
                                         [&](const auto &one) { return word == QLatin1String(one.first); });
        if (found != std::end(kNames))
            word = say(found->second);
    }
    return words.join(QStringLiteral(", "));
}

}  // namespace

QString probeVerdictName(ProbeVerdict verdict)
{
    switch (verdict) {
    case ProbeVerdict::Keep: return QStringLiteral("keep");
    case ProbeVerdict::Unclear: return QStringLiteral("unclear");
    case ProbeVerdict::GiveBack: return QStringLiteral("give-back");
    }
    Q_UNREACHABLE();
}

QString probeVerdictSentence(ProbeVerdict verdict)
{
    switch (verdict) {
    case ProbeVerdict::Keep: return Words::tr("Keep it: the machine performs as such GPUs should.");
    case ProbeVerdict::Unclear: return Words::tr("Inconclusive: the measurements are not sufficient for a verdict.");
    case ProbeVerdict::GiveBack: return Words::tr("Return it: the machine does not perform as such GPUs should.");
    }
    Q_UNREACHABLE();
}

QString probeStandingName(ProbeStanding standing)
{
    switch (standing) {
    case ProbeStanding::InBand: return QStringLiteral("in-band");
    case ProbeStanding::Above: return QStringLiteral("above");
    case ProbeStanding::Note: return QStringLiteral("note");
    case ProbeStanding::NoReference: return QStringLiteral("no-reference");
    case ProbeStanding::NotMeasured: return QStringLiteral("not-measured");
    case ProbeStanding::Below: return QStringLiteral("below");
    case ProbeStanding::FarBelow: return QStringLiteral("far-below");
    case ProbeStanding::Throttled: return QStringLiteral("throttled");
    case ProbeStanding::Faulty: return QStringLiteral("faulty");
    case ProbeStanding::Wrong: return QStringLiteral("wrong");
    }
    Q_UNREACHABLE();
}

bool decidesAgainst(ProbeStanding standing) { return standing >= ProbeStanding::FarBelow; }

bool ProbeJudgement::hasSomethingBad() const
{
    return !isSimulated
           && std::any_of(findings.begin(), findings.end(), [](const ProbeFinding &one) { return one.standing >= ProbeStanding::Below; });
}

QString probeFigureText(double value) { return QLocale().toString(value, 'f', value < 10 ? 2 : value < 100 ? 1 : 0); }

QString probeUnitText(const QString &unit)
{
    return unit == QLatin1String("TFLOPS") ? QStringLiteral("TFLOP/s") : unit == QLatin1String("TOPS") ? QStringLiteral("TOP/s") : unit;
}

QString probeWhatText(const QString &what)
{
    return inWords(what, [](const char *text) { return QCoreApplication::translate("trainyard::ProbeJudgement", text); });
}

QString probeWhatEnglish(const QString &what)
{
    return inWords(what, [](const char *text) { return QString::fromUtf8(text); });
}

}  // namespace trainyard
