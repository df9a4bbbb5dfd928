// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/syncsummary.h"

#include "core/base/format.h"

#include <QCoreApplication>
#include <QStringList>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::SyncSummary)
};

}  // namespace

QString SyncSummary::text() const
{
    if (isEverything)
        return Words::tr("all files sent");
    if (sent == 0 && removed == 0)
        return Words::tr("no file changed");
    QStringList parts;
    if (sent > 0)
        parts << Words::tr("%n file(s) sent (%1)", nullptr, sent).arg(formatBytes(bytes));
    if (removed > 0)
        parts << Words::tr("%n file(s) removed", nullptr, removed);
    return parts.join(Words::tr(", ", "between two parts of a sentence"));
}

}  // namespace trainyard
