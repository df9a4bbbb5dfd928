// SPDX-License-Identifier: GPL-3.0-or-later
// The drawing of single controls, separate from the style's tables in trainyardstyle.cpp.
#include "ui/theme/stylepaint.h"
#include "ui/theme/trainyardstyle.h"

#include <QComboBox>
#include <QPainter>
#include <QStyleOption>
#include <QToolButton>

#include <algorithm>

namespace trainyard {

namespace {

// Icons in the text's colour: the icon engine draws Selected in the colour for accent fills.
QIcon::Mode iconMode(const QWidget *widget, bool isEnabled)
{
    const ButtonVariant variant = variantOf(widget);
    if (!isEnabled)
        return QIcon::Disabled;
    return variant == ButtonVariant::Primary || variant == ButtonVariant::DestructiveFilled ? QIcon::Selected : QIcon::Normal;
}

}  // namespace

void TrainyardStyle::drawButtonLabel(const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
    if (!button)
        return;
    const Theme t = Theme::fromPalette(option->palette);
    const bool isEnabled = option->state & State_Enabled;
    const ButtonVariant variant = variantOf(widget);
    const ButtonColours c = buttonColours(t, variant, isEnabled, option->state & State_MouseOver, option->state & State_Sunken,
                                          option->state & State_On);
    QFont font = painter->font();
    font.setWeight(buttonWeight(variant));
    if (variant == ButtonVariant::Link)
        font.setUnderline(isEnabled && (option->state & State_MouseOver));
    painter->save();
    painter->setFont(font);
    const bool hasMenu = button->features & QStyleOptionButton::HasMenu;
    const bool hasIcon = !button->icon.isNull();
    const int gap = hasIcon && !button->text.isEmpty() ? dp(7) : 0;
    const int iconWidth = hasIcon ? button->iconSize.width() : 0;
    const QFontMetrics metrics(font);
    QRect room = option->rect.adjusted(dp(3), 0, -dp(3) - (hasMenu ? dp(18) : 0), 0);
    const QString text = metrics.elidedText(button->text, Qt::ElideRight, room.width() - iconWidth - gap, Qt::TextShowMnemonic);
    const int textWidth = metrics.size(Qt::TextShowMnemonic, text).width();
    int x = room.left() + (room.width() - textWidth - iconWidth - gap) / 2;
    if (hasIcon) {
        const QRect box(x, room.center().y() - button->iconSize.height() / 2 + 0, iconWidth, button->iconSize.height());
        button->icon.paint(painter, visualRect(option->direction, option->rect, box), Qt::AlignCenter, iconMode(widget, isEnabled),
                           option->state & State_On ? QIcon::On : QIcon::Off);
        x += iconWidth + gap;
    }
    painter->setPen(c.text);
    const QRect textBox(x, room.top(), textWidth + 1, room.height());
    painter->drawText(visualRect(option->direction, option->rect, textBox),
                      Qt::AlignVCenter | Qt::AlignLeft
                          | (styleHint(SH_UnderlineShortcut, option, widget, nullptr) ? Qt::TextShowMnemonic : Qt::TextHideMnemonic),
                      text);
    if (hasMenu)
        paintChevron(painter, QRectF(option->rect.right() - dp(24), option->rect.center().y() - dp(6), dp(13), dp(13)), Direction::Down,
                     isEnabled ? t.text2 : t.control);
    painter->restore();
}

// The arrow is at the end of the column, aligned with the numbers, and takes space only in the sorted column.
void TrainyardStyle::drawHeader(const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option);
    if (!header)
        return;
    drawControl(CE_HeaderSection, option, painter, widget);
    QStyleOptionHeader part = *header;
    part.rect = option->rect.adjusted(dp(8), 0, -dp(8), 0);
    if (header->sortIndicator != QStyleOptionHeader::None) {
        const int side = dp(10);
        const QRect room = part.rect;
        part.rect = QRect(room.right() - side + 1, room.center().y() - side / 2, side, side);
        drawPrimitive(PE_IndicatorHeaderArrow, &part, painter, widget);
        part.rect = room.adjusted(0, 0, -side - dp(4), 0);
    }
    drawHeaderLabel(&part, painter, widget);
}

void TrainyardStyle::drawHeaderLabel(const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option);
    if (!header)
        return;
    const Theme t = Theme::fromPalette(option->palette);
    painter->save();
    const bool isSorted = header->sortIndicator != QStyleOptionHeader::None;
    QFont font = textFont(TextRole::Label);
    if (isSorted)
        font.setWeight(QFont::DemiBold);
    painter->setFont(font);
    painter->setPen(isSorted ? t.text1 : t.text3);
    QRect room = option->rect;
    if (header->section == 0)
        room.setLeft(room.left() + firstColumnInset(widget));
    const QString text = painter->fontMetrics().elidedText(header->text, Qt::ElideRight, room.width());
    painter->drawText(room, int(header->textAlignment) | Qt::AlignVCenter | Qt::TextSingleLine, text);
    painter->restore();
}

void TrainyardStyle::drawTab(const QStyleOption *option, QPainter *painter, const QWidget *) const
{
    const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(option);
    if (!tab)
        return;
    const Theme t = Theme::fromPalette(option->palette);
    const bool isCurrent = option->state & State_Selected;
    painter->save();
    QFont font = painter->font();
    font.setWeight(isCurrent ? QFont::DemiBold : QFont::Normal);
    painter->setFont(font);
    painter->setPen(!(option->state & State_Enabled) ? t.control : isCurrent || (option->state & State_MouseOver) ? t.text1 : t.text2);
    const QRect r = option->rect;
    QRect label = r;
    if (!tab->icon.isNull()) {
        const QSize side = tab->iconSize;
        const int left = r.left()
                         + std::max(0, (r.width() - side.width() - dp(6) - painter->fontMetrics().horizontalAdvance(tab->text)) / 2);
        tab->icon.paint(painter, QRect(QPoint(left, r.center().y() - side.height() / 2), side));
        label.setLeft(left + side.width() + dp(6));
    }
    painter->drawText(label, (tab->icon.isNull() ? Qt::AlignCenter : Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextHideMnemonic, tab->text);
    painter->fillRect(QRect(r.left(), r.bottom(), r.width(), 1), t.line);
    if (isCurrent) {
        const int inset = dp(6);
        painter->fillRect(QRect(r.left() + inset, r.bottom() - dp(2) + 1, r.width() - 2 * inset, dp(2)), t.accent);
    }
    if (option->state & State_HasFocus)
        paintRowFocus(painter, r.adjusted(dp(2), dp(4), -dp(2), -dp(4)), dp(4), t);
    painter->restore();
}

void TrainyardStyle::drawProgress(const QStyleOption *option, QPainter *painter, const QWidget *) const
{
    const auto *bar = qstyleoption_cast<const QStyleOptionProgressBar *>(option);
    if (!bar)
        return;
    const Theme t = Theme::fromPalette(option->palette);
    const int height = std::min(dp(6), option->rect.height());
    const QRect track(option->rect.left(), option->rect.center().y() - height / 2, option->rect.width(), height);
    paintBox(painter, track, height / 2.0, t.hover, QColor());
    const qint64 range = qint64(bar->maximum) - bar->minimum;
    if (range > 0) {
        const int width = int((qint64(bar->progress) - bar->minimum) * track.width() / range);
        if (width > 0)
            paintBox(painter, visualRect(option->direction, track, QRect(track.left(), track.top(), std::max(width, height), height)),
                     height / 2.0, t.accent, QColor());
    }
}

void TrainyardStyle::drawMenuItem(const QStyleOption *option, QPainter *painter, const QWidget *) const
{
    const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option);
    if (!item)
        return;
    const Theme t = Theme::fromPalette(option->palette);
    const QRect r = option->rect;
    if (item->menuItemType == QStyleOptionMenuItem::Separator) {
        painter->fillRect(QRect(r.left() + dp(8), r.center().y(), r.width() - dp(16), 1), t.line);
        return;
    }
    const bool isEnabled = option->state & State_Enabled;
    painter->save();
    if ((option->state & State_Selected) && isEnabled)
        paintBox(painter, r, dp(4), t.hover, t.isHighContrast ? t.accent : QColor());
    const int side = dp(16);
    const QRect mark(r.left() + dp(8), r.center().y() - side / 2, side, side);
    if (item->checked)
        paintTick(painter, mark, t.accent);
    else if (!item->icon.isNull())
        item->icon.paint(painter, mark, Qt::AlignCenter, isEnabled ? QIcon::Normal : QIcon::Disabled);
    const QStringList parts = item->text.split(QLatin1Char('\t'));
    QFont font = item->font;
    if (item->menuItemType == QStyleOptionMenuItem::DefaultItem)
        font.setWeight(QFont::DemiBold);
    painter->setFont(font);
    painter->setPen(isEnabled ? t.text1 : t.control);
    const QRect text = r.adjusted(dp(32), 0, -dp(12), 0);
    painter->drawText(text, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextHideMnemonic, parts.value(0));
    painter->setPen(isEnabled ? t.text3 : t.control);
    if (parts.size() > 1)
        painter->drawText(text, Qt::AlignVCenter | Qt::AlignRight, parts.value(1));
    if (item->menuItemType == QStyleOptionMenuItem::SubMenu)
        paintChevron(painter, QRectF(r.right() - dp(20), r.center().y() - dp(6), dp(13), dp(13)), Direction::Right, t.text3);
    painter->restore();
}

void TrainyardStyle::drawScrollBar(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    const auto *slider = qstyleoption_cast<const QStyleOptionSlider *>(option);
    if (!slider || slider->maximum <= slider->minimum)
        return;
    const Theme t = Theme::fromPalette(option->palette);
    const QRect handle = subControlRect(CC_ScrollBar, option, SC_ScrollBarSlider, widget);
    const bool isHot = (option->activeSubControls & SC_ScrollBarSlider) && (option->state & State_MouseOver);
    const int margin = dp(3);
    const QRect inner = handle.adjusted(margin, margin, -margin, -margin);
    paintBox(painter, inner, std::min(inner.width(), inner.height()) / 2.0, isHot ? t.control : t.line2, QColor());
}

void TrainyardStyle::drawSlider(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    const auto *slider = qstyleoption_cast<const QStyleOptionSlider *>(option);
    if (!slider)
        return;
    const Theme t = Theme::fromPalette(option->palette);
    const bool isEnabled = option->state & State_Enabled, isUpright = slider->orientation == Qt::Vertical;
    const QPoint middle = subControlRect(CC_Slider, option, SC_SliderHandle, widget).center();
    const int thickness = dp(4), side = dp(14), margin = dp(3);
    const QRect room = option->rect.adjusted(margin, margin, -margin, -margin);
    const QRect track = isUpright ? QRect(middle.x() - thickness / 2, room.top(), thickness, room.height())
                                  : QRect(room.left(), middle.y() - thickness / 2, room.width(), thickness);
    paintBox(painter, track, thickness / 2.0, isEnabled ? t.control : t.line2, QColor());
    QRect chosen = track;
    if (isUpright && slider->upsideDown)
        chosen.setTop(middle.y());
    else if (isUpright)
        chosen.setBottom(middle.y());
    else if (slider->upsideDown)
        chosen.setLeft(middle.x());
    else
        chosen.setRight(middle.x());
    if (isEnabled)
        paintBox(painter, chosen, thickness / 2.0, t.accent, QColor());
    const QRect knob(middle.x() - side / 2, middle.y() - side / 2, side, side);
    const bool isHot = isEnabled && (option->state & State_MouseOver);
    paintBox(painter, knob, side / 2.0, isHot ? t.hover : t.surface, isEnabled ? t.accent : t.control);
    if (option->state & State_HasFocus)
        paintFocusRing(painter, knob.adjusted(-margin, -margin, margin, margin), side / 2.0 + margin, t);
}

void TrainyardStyle::drawComboBox(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option);
    if (!combo)
        return;
    const Theme t = Theme::fromPalette(option->palette);
    const bool isEnabled = option->state & State_Enabled;
    const bool isHot = isEnabled && (option->state & State_MouseOver);
    if (combo->frame) {
        const QColor edge = isInvalidInput(widget) ? t.bad.ink : (isEnabled ? t.control : t.line2);
        paintBox(painter, option->rect, dp(6), !isEnabled ? t.sunken : (isHot ? t.hover : t.surface), edge);
        if (option->state & State_HasFocus)
            paintFocusRing(painter, option->rect, dp(6), t);
    }
    const QRect arrow = subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget);
    paintChevron(painter, QRectF(arrow.center().x() - dp(7), arrow.center().y() - dp(6), dp(13), dp(13)), Direction::Down,
                 isEnabled ? t.text2 : t.control);
}

void TrainyardStyle::drawSpinBox(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    const Theme t = Theme::fromPalette(option->palette);
    const bool isEnabled = option->state & State_Enabled;
    paintBox(painter, option->rect, dp(6), isEnabled ? t.surface : t.sunken,
             isInvalidInput(widget) ? t.bad.ink : (isEnabled ? t.control : t.line2));
    if (option->state & State_HasFocus)
        paintFocusRing(painter, option->rect, dp(6), t);
    const QRect up = subControlRect(CC_SpinBox, option, SC_SpinBoxUp, widget);
    const QRect down = subControlRect(CC_SpinBox, option, SC_SpinBoxDown, widget);
    const auto arrow = [&](const QRect &box, Direction direction, SubControl part) {
        const bool isHot = isEnabled && (option->activeSubControls & part) && (option->state & State_MouseOver);
        paintChevron(painter, QRectF(box.center().x() - dp(5), box.center().y() - dp(5), dp(10), dp(10)), direction,
                     !isEnabled ? t.control : (isHot ? t.accent : t.text2));
    };
    arrow(up, Direction::Up, SC_SpinBoxUp);
    arrow(down, Direction::Down, SC_SpinBoxDown);
}

void TrainyardStyle::drawToolButton(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    const auto *tool = qstyleoption_cast<const QStyleOptionToolButton *>(option);
    if (!tool)
        return;
    const Theme t = Theme::fromPalette(option->palette);
    const bool isEnabled = option->state & State_Enabled;
    const ButtonVariant variant = option->state & State_AutoRaise ? ButtonVariant::Quiet : variantOf(widget);
    const ButtonColours c = buttonColours(t, variant, isEnabled, option->state & State_MouseOver, option->state & State_Sunken,
                                          option->state & State_On);
    paintBox(painter, option->rect, dp(6), c.fill, c.edge);
    if (option->state & State_HasFocus)
        paintFocusRing(painter, option->rect, dp(6), t);

    painter->save();
    const bool hasText = tool->toolButtonStyle != Qt::ToolButtonIconOnly && !tool->text.isEmpty();
    const bool hasIcon = tool->toolButtonStyle != Qt::ToolButtonTextOnly && !tool->icon.isNull();
    const int gap = hasText && hasIcon ? dp(6) : 0;
    const int textWidth = hasText ? tool->fontMetrics.size(Qt::TextHideMnemonic, tool->text).width() : 0;
    const int iconWidth = hasIcon ? tool->iconSize.width() : 0;
    int x = option->rect.left() + (option->rect.width() - textWidth - iconWidth - gap) / 2;
    if (hasIcon) {
        const QRect box(x, option->rect.center().y() - tool->iconSize.height() / 2, iconWidth, tool->iconSize.height());
        tool->icon.paint(painter, box, Qt::AlignCenter, iconMode(widget, isEnabled), option->state & State_On ? QIcon::On : QIcon::Off);
        x += iconWidth + gap;
    } else if (tool->arrowType != Qt::NoArrow && !hasText) {
        const Direction directions[] = {Direction::Down, Direction::Up, Direction::Down, Direction::Left, Direction::Right};
        const QPointF m = QRectF(option->rect).center();
        paintChevron(painter, QRectF(m.x() - dp(6), m.y() - dp(6), dp(13), dp(13)), directions[int(tool->arrowType)], c.text);
    }
    if (hasText) {
        painter->setFont(tool->font);
        painter->setPen(c.text);
        painter->drawText(QRect(x, option->rect.top(), textWidth + 1, option->rect.height()),
                          Qt::AlignVCenter | Qt::AlignLeft | Qt::TextHideMnemonic, tool->text);
    }
    painter->restore();
}

}  // namespace trainyard
