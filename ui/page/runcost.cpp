// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page/runcost.h"

#include "core/base/format.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct RunCostWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RunCost)
};

}  // namespace

QString runCostText(const QList<Money> &billed, const QList<Money> &own)
{
    QStringList texts;
    for (const Money &cost : billed)
        texts << formatMoney(cost);
    for (const Money &cost : own)
        texts << RunCostWords::tr("%1, own figures").arg(formatMoney(cost));
    return texts.join(QStringLiteral(" + "));
}

QString runCostText(const MeterNow &meter, const Run &run)
{
    return run.isSimulated ? RunCostWords::tr("no cost") : runCostText(meter.costOf(run.id), meter.ownCostOf(run.id));
}

}  // namespace trainyard
