// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/commitmarks.h"

#include "core/checkpoint/format/internal/checkpointname.h"

namespace trainyard {

namespace {

QStringList earlyMarks() { return {QStringLiteral(".metadata"), QStringLiteral("metadata.json"), QStringLiteral("_METADATA")}; }
QStringList lastMarks()
{
    return {QStringLiteral("trainer_state.json"),  QStringLiteral("latest"),
            QStringLiteral("latest_universal"),    QStringLiteral("latest_checkpointed_iteration.txt"),
            QStringLiteral("checkpoint"),          QStringLiteral("commit_success.txt"),
            QStringLiteral("_CHECKPOINT_METADATA")};
}

}  // namespace

int commitRank(const QString &name)
{
    const QString own = baseOf(name);
    if (lastMarks().contains(own))
        return 2;
    return earlyMarks().contains(own) || own.endsWith(QLatin1String(".index.json")) || own.endsWith(QLatin1String(".index")) ? 1 : 0;
}

QStringList commitMarks() { return earlyMarks() + lastMarks() + QStringList{QStringLiteral("*.index.json"), QStringLiteral("*.index")}; }

}  // namespace trainyard
