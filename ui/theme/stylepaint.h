// SPDX-License-Identifier: GPL-3.0-or-later
// The few shapes that all controls are made of.
#pragma once

#include "ui/theme/theme.h"
#include "ui/theme/variants.h"

#include <QRectF>

class QPainter;

namespace trainyard {

// Filled and with an edge, aligned so that the 1 px edge is on whole pixels. An invalid colour is not drawn.
void paintBox(QPainter *painter, const QRect &rect, double radius, const QColor &fill, const QColor &edge,
              Qt::PenStyle edgeStyle = Qt::SolidLine);
// 1 px of accent and inside it 2 px of it at 35 %; stays within `rect`.
void paintFocusRing(QPainter *painter, const QRect &rect, double radius, const Theme &theme);
// 2 px accent frame for rows and cards.
void paintRowFocus(QPainter *painter, const QRect &rect, double radius, const Theme &theme);
// A line inside an accent-filled shape, where the ring would not be visible.
void paintFocusLine(QPainter *painter, const QRect &rect, double radius, const QColor &colour);

enum class Direction { Up, Down, Left, Right };
void paintChevron(QPainter *painter, const QRectF &box, Direction direction, const QColor &colour);
void paintTick(QPainter *painter, const QRectF &box, const QColor &colour);

QFont::Weight buttonWeight(ButtonVariant variant);

struct ButtonColours {
    QColor fill, edge, text;
};
bool isFilled(ButtonVariant variant);
ButtonColours buttonColours(const Theme &theme, ButtonVariant variant, bool isEnabled, bool isHovered, bool isDown, bool isOn);

}  // namespace trainyard
