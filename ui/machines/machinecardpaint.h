// Draws one machine card. Layout and hit testing share the same rectangles.
#pragma once

#include "ui/machines/machinecard.h"
#include "ui/theme/theme.h"

#include <QRect>

class QPainter;

namespace trainyard {

// The verb at the card's foot.
enum class CardAction { None, OpenRun, Launch, Retry, StartSandbox };
CardAction cardAction(const MachineCard &card);
QString cardActionText(CardAction action);

int machineCardHeight();
int machineCardMinimumWidth();
QRect cardActionRect(const QRect &card, CardAction action);   // where the verb can be clicked

struct CardPaintState {
    bool isSelected = false, hasFocus = false, isHovered = false;
};
void paintMachineCard(QPainter *painter, const QRect &rect, const MachineCard &card, const QDateTime &now,
                      const Theme &theme, const CardPaintState &state);

}  // namespace trainyard
