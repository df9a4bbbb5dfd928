// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machines/machinecarddelegate.h"

#include "ui/machines/machinecardpaint.h"
#include "ui/machines/machinesmodel.h"

namespace trainyard {

void MachineCardDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const CardPaintState state{bool(option.state & QStyle::State_Selected), bool(option.state & QStyle::State_HasFocus),
                               bool(option.state & QStyle::State_MouseOver)};
    if (index.data(MachinesModel::IsHeadingRole).toBool()) {
        paintGroupHeading(painter, option.rect, index.data(MachinesModel::HeadingRole).value<GroupHeading>(), themeOf(option.widget),
                          state);
        return;
    }
    paintMachineCard(painter, option.rect, index.data(MachinesModel::CardRole).value<MachineCard>(),
                     index.data(MachinesModel::NowRole).toDateTime(), themeOf(option.widget), state);
}

QSize MachineCardDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {machineCardMinimumWidth(), machineCardHeight()};
}

}  // namespace trainyard

#include "moc_machinecarddelegate.cpp"
