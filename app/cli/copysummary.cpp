// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/copysummary.h"

#include "core/base/format.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CopySummary)
};

}  // namespace

QString copiedText(qint64 files, qint64 bytes, qint64 unchanged, const QString &check)
{
    const QString copied = Words::tr("%n file(s) copied", nullptr, int(files));
    if (unchanged == 0)
        return Words::tr("%1 (%2); %3.").arg(copied, formatBytes(bytes), check);
    return Words::tr("%1 (%2), %3 already there; %4.").arg(copied, formatBytes(bytes), QString::number(unchanged), check);
}

QJsonValue checkName(TransferCheck check)
{
    switch (check) {
    case TransferCheck::Checksum: return QStringLiteral("sha256");
    case TransferCheck::ReadBack: return QStringLiteral("read-back");
    case TransferCheck::Size: return QStringLiteral("size");
    case TransferCheck::Md5: return QStringLiteral("md5");
    case TransferCheck::None: break;
    }
    return {};
}

}  // namespace trainyard
