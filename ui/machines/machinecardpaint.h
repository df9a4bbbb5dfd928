// SPDX-License-Identifier: GPL-3.0-or-later
// Draws one machine card. Layout and hit testing use the same rectangles.
#pragma once

#include "ui/machines/machinesmodel.h"
#include "ui/page/machinecard.h"
#include "ui/theme/theme.h"

#include <QRect>

class QPainter;

namespace trainyard {

// The verb at the card's foot.
enum class CardAction { None, OpenRun, Launch, Retry, LogIn, CompareKeys, StartSandbox, LetIn };
CardAction cardAction(const MachineCard &card);
QString cardActionText(CardAction action);
QString shutOutText(const MachineCard &card, const QDateTime &now);  // of one that does not answer this computer's new address
QString idleText(const MachineCard &card, const QDateTime &now);     // for an idle rented machine
bool needsAttention(const MachineCard &card, const QDateTime &now);  // unreachable, idle while it costs money, or nothing gives it back

QString pricePerHourText(const MachineCard &card, const QDateTime &now);  // "0.41 USD/h"; with its age if that is much; empty: no price
QString giveBackText(const MachineCard &card, const QDateTime &now);      // of a rented machine: "Given back in 11 h 51 min"

int machineCardHeight(bool hasRented = false);  // with room for the line of a rented machine
int machineCardMinimumWidth();
QRect cardActionRect(const QRect &card, CardAction action);  // where the verb can be clicked

struct CardPaintState {
    bool isSelected = false, hasFocus = false, isHovered = false;
};
// Fold arrow, name, count; on the right, what needs attention or is busy.
int groupHeadingHeight();
void paintGroupHeading(QPainter *painter, const QRect &rect, const GroupHeading &heading, const Theme &theme, const CardPaintState &state);
void paintMachineCard(QPainter *painter, const QRect &rect, const MachineCard &card, const QDateTime &now, const Theme &theme,
                      const CardPaintState &state);

}  // namespace trainyard
