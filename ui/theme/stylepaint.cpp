// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/stylepaint.h"

#include <QPainter>
#include <QPainterPath>

namespace trainyard {

void paintBox(QPainter *painter, const QRect &rect, double radius, const QColor &fill, const QColor &edge, Qt::PenStyle edgeStyle)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(fill.isValid() ? QBrush(fill) : Qt::NoBrush);
    if (edge.isValid()) {
        QPen pen(edge, 1);
        if (edgeStyle == Qt::DashLine)
            pen.setDashPattern({3.5, 2.5});
        painter->setPen(pen);
        painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), radius - 0.5, radius - 0.5);
    } else {
        painter->setPen(Qt::NoPen);
        painter->drawRoundedRect(QRectF(rect), radius, radius);
    }
    painter->restore();
}

void paintFocusRing(QPainter *painter, const QRect &rect, double radius, const Theme &theme)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(Qt::NoBrush);
    QColor glow = theme.accent;
    glow.setAlphaF(0.35f);
    painter->setPen(QPen(glow, 2));
    painter->drawRoundedRect(QRectF(rect).adjusted(2, 2, -2, -2), radius - 2, radius - 2);
    painter->setPen(QPen(theme.accent, 1));
    painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), radius - 0.5, radius - 0.5);
    painter->restore();
}

void paintRowFocus(QPainter *painter, const QRect &rect, double radius, const Theme &theme)
{
    paintFocusLine(painter, rect, radius, theme.accent);
}

void paintFocusLine(QPainter *painter, const QRect &rect, double radius, const QColor &colour)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(colour, 2));
    painter->drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), radius, radius);
    painter->restore();
}

void paintChevron(QPainter *painter, const QRectF &box, Direction direction, const QColor &colour)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(box.center());
    const int turns[] = {180, 0, 90, 270};
    painter->rotate(turns[int(direction)]);
    const double half = std::min(box.width(), box.height()) / 2 * 0.62;
    painter->setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->drawPolyline(QPolygonF{{-half, -half / 2}, {0, half / 2}, {half, -half / 2}});
    painter->restore();
}

void paintTick(QPainter *painter, const QRectF &box, const QColor &colour)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(colour, box.width() / 9, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const auto at = [&box](double x, double y) { return QPointF(box.left() + x * box.width(), box.top() + y * box.height()); };
    painter->drawPolyline(QPolygonF{at(0.26, 0.53), at(0.43, 0.70), at(0.75, 0.33)});
    painter->restore();
}

QFont::Weight buttonWeight(ButtonVariant variant)
{
    switch (variant) {
    case ButtonVariant::Primary:
    case ButtonVariant::DestructiveFilled: return QFont::DemiBold;
    case ButtonVariant::Link: return QFont::Normal;
    default: return QFont::Medium;
    }
}

bool isFilled(ButtonVariant variant) { return variant == ButtonVariant::Primary || variant == ButtonVariant::DestructiveFilled; }

ButtonColours buttonColours(const Theme &t, ButtonVariant variant, bool isEnabled, bool isHovered, bool isDown, bool isOn)
{
    if (!isEnabled) {
        if (variant == ButtonVariant::Link || variant == ButtonVariant::Quiet)
            return {QColor(), QColor(), t.control};
        return {t.sunken, t.line, t.control};
    }
    const QColor raised = isDown ? mixed(t.hover, t.line2, 0.4) : (isHovered ? t.hover : QColor());
    switch (variant) {
    case ButtonVariant::Primary: {
        // Darker under the pointer in both themes: white text only gains contrast.
        const double shade = isDown ? 0.22 : (isHovered ? 0.10 : 0.0);
        const QColor fill = mixed(t.accentFill, QColor(Qt::black), t.isHighContrast ? 0.0 : shade);
        return {fill, fill, t.onAccentFill};
    }
    case ButtonVariant::DestructiveFilled: {
        const QColor red = t.isHighContrast ? t.accentFill : Theme::light().bad.ink;
        const QColor fill = mixed(red, QColor(Qt::black), isDown ? 0.22 : (isHovered ? 0.10 : 0.0));
        return {fill, fill, t.onAccentFill};
    }
    case ButtonVariant::Destructive: return {raised.isValid() ? raised : t.surface, t.line2, t.bad.ink};
    case ButtonVariant::Quiet: return {isOn ? t.selected : raised, QColor(), isOn ? t.accent : t.text1};
    case ButtonVariant::Link: return {QColor(), QColor(), t.accent};
    case ButtonVariant::Normal: break;
    }
    if (isOn)
        return {t.selected, t.accent, t.accent};
    return {raised.isValid() ? raised : t.surface, t.line2, t.text1};
}

}  // namespace trainyard
