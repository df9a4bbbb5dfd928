// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/compat/compatverdict.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CompatVerdict)
};

}  // namespace

QString verdictName(CompatVerdict verdict)
{
    switch (verdict) {
    case CompatVerdict::Runs: return QStringLiteral("runs");
    case CompatVerdict::RunsWithLimits: return QStringLiteral("runs-with-limits");
    case CompatVerdict::Unknown: return QStringLiteral("unknown");
    case CompatVerdict::Fails: return QStringLiteral("fails");
    case CompatVerdict::Refused: return QStringLiteral("refused");
    }
    Q_UNREACHABLE();
}

QString verdictSentence(CompatVerdict verdict)
{
    switch (verdict) {
    case CompatVerdict::Runs: return Words::tr("It runs.");
    case CompatVerdict::RunsWithLimits: return Words::tr("It runs, with limits.");
    case CompatVerdict::Unknown: return Words::tr("Unknown: there is not enough information.");
    case CompatVerdict::Fails: return Words::tr("It does not work: it starts, and then cannot use the GPU.");
    case CompatVerdict::Refused: return Words::tr("It does not start: the container is refused.");
    }
    Q_UNREACHABLE();
}

}  // namespace trainyard
