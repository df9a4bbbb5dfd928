// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/trainyardstyle.h"

#include "ui/theme/stylepaint.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QStyleOption>
#include <QTabBar>
#include <QTableView>
#include <QTextEdit>
#include <QToolButton>
#include <QTreeView>

namespace trainyard {

namespace {

bool isTextToRead(const QWidget *widget)
{
    if (const auto *const plain = qobject_cast<const QPlainTextEdit *>(widget))
        return plain->isReadOnly();
    const auto *const rich = qobject_cast<const QTextEdit *>(widget);
    return rich && rich->isReadOnly();
}

}  // namespace

TrainyardStyle::TrainyardStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

QIcon TrainyardStyle::standardIcon(StandardPixmap which, const QStyleOption *option, const QWidget *widget) const
{
    const QIcon own = m_makeIcon ? m_makeIcon(which) : QIcon();
    return own.isNull() ? QProxyStyle::standardIcon(which, option, widget) : own;
}

void TrainyardStyle::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QAbstractButton *>(widget) || qobject_cast<QComboBox *>(widget) || qobject_cast<QScrollBar *>(widget)
        || qobject_cast<QTabBar *>(widget) || qobject_cast<QHeaderView *>(widget))
        widget->setAttribute(Qt::WA_Hover);
}

int TrainyardStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent: return dp(12);
    case PM_ScrollBarSliderMin: return dp(28);
    case PM_SliderThickness:
    case PM_SliderControlThickness:
    case PM_SliderLength: return dp(20);
    case PM_ScrollView_ScrollBarSpacing: return 0;
    case PM_DefaultFrameWidth:
        if (qobject_cast<const QAbstractItemView *>(widget))
            return 0;
        // Space for the rounded corners, which a viewport would paint over.
        return qobject_cast<const QAbstractScrollArea *>(widget) ? dp(3) : 1;
    case PM_ButtonIconSize:
    case PM_SmallIconSize: return dp(16);
    case PM_ToolBarIconSize: return dp(17);
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical: return 0;
    case PM_ButtonDefaultIndicator: return 0;
    case PM_MenuButtonIndicator: return dp(16);
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight: return dp(16);
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing: return dp(8);
    case PM_LayoutLeftMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutBottomMargin: return dp(16);
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing: return dp(8);
    // A cell starts at the same position as the label of its column.
    case PM_FocusFrameHMargin:
        return qobject_cast<const QTableView *>(widget) || qobject_cast<const QTreeView *>(widget) ? dp(8) - 1 : dp(4);
    case PM_TabBarTabHSpace: return dp(20);
    case PM_TabBarTabVSpace: return dp(12);
    case PM_TabBarScrollButtonWidth: return dp(24);
    case PM_TabBarBaseOverlap:
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabShiftHorizontal: return 0;
    case PM_HeaderMargin: return dp(8);
    case PM_HeaderMarkSize: return dp(10);
    case PM_MenuPanelWidth: return 1;
    case PM_MenuVMargin:
    case PM_MenuHMargin: return dp(4);
    case PM_SplitterWidth: return dp(12);
    case PM_ToolTipLabelFrameWidth: return dp(6);
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int TrainyardStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *returnData) const
{
    switch (hint) {
    case SH_DialogButtonBox_ButtonsHaveIcons: return 0;
    // One click only selects on every desktop, even where a single click opens files.
    case SH_ItemView_ActivateItemOnSingleClick: return 0;
    case SH_ItemView_ShowDecorationSelected: return 1;
    case SH_ComboBox_Popup: return 0;
    case SH_EtchDisabledText:
    case SH_DitherDisabledText: return 0;
    case SH_TabBar_Alignment: return Qt::AlignLeft;
    case SH_ScrollView_FrameOnlyAroundContents: return 0;
    case SH_UnderlineShortcut: return 0;
    case SH_MessageBox_CenterButtons: return 0;
    case SH_ToolTipLabel_Opacity: return 255;
    default: return QProxyStyle::styleHint(hint, option, widget, returnData);
    }
}

QSize TrainyardStyle::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &contents, const QWidget *widget) const
{
    const int controlHeight = dp(isSmallControl(widget) ? 26 : 32);
    switch (type) {
    case CT_PushButton: {
        const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
        if (!button)
            break;
        // Measured in the weight it is drawn with.
        QFont font = widget ? widget->font() : textFont(TextRole::Control);
        font.setWeight(buttonWeight(variantOf(widget)));
        const QFontMetrics metrics(font);
        int width = button->text.isEmpty() ? 0 : metrics.size(Qt::TextShowMnemonic, button->text).width();
        if (!button->icon.isNull())
            width += button->iconSize.width() + (button->text.isEmpty() ? 0 : dp(7));
        if (button->features & QStyleOptionButton::HasMenu)
            width += dp(18);
        if (variantOf(widget) == ButtonVariant::Link)
            return {width + 2 * dp(4), std::max(dp(24), metrics.height() + dp(2))};
        width += 2 * dp(button->text.isEmpty() ? 7 : (isSmallControl(widget) ? 10 : 13));
        const int height = std::max(controlHeight, metrics.height() + dp(8));
        return {std::max(width, height), height};
    }
    case CT_ToolButton: {
        const int side = std::max(dp(isSmallControl(widget) ? 26 : 32), contents.height() + dp(8));
        const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option);
        const bool hasText = button && button->toolButtonStyle != Qt::ToolButtonIconOnly && !button->text.isEmpty();
        return {std::max(side, contents.width() + (hasText ? dp(20) : dp(10))), side};
    }
    case CT_LineEdit: return {contents.width() + 2 * dp(6), std::max(controlHeight, contents.height() + dp(8))};
    case CT_ComboBox: {
        const QSize base = QProxyStyle::sizeFromContents(type, option, contents, widget);
        return {contents.width() + dp(12) + dp(30), std::max(controlHeight, base.height())};
    }
    case CT_SpinBox: {
        return {contents.width() + dp(12) + dp(26), std::max(controlHeight, contents.height())};
    }
    case CT_HeaderSection: {
        const QSize base = QProxyStyle::sizeFromContents(type, option, contents, widget);
        return {base.width() + dp(8), std::max(dp(28), lineHeight(TextRole::Label) + dp(10))};
    }
    case CT_TabBarTab: {
        const QSize base = QProxyStyle::sizeFromContents(type, option, contents, widget);
        return {base.width(), std::max(dp(36), base.height())};
    }
    case CT_MenuItem: {
        const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option);
        if (item && item->menuItemType == QStyleOptionMenuItem::Separator)
            return {contents.width(), dp(9)};
        return {contents.width() + dp(52), std::max(dp(30), contents.height() + dp(8))};
    }
    case CT_ProgressBar: return {contents.width(), std::max(dp(6), 4)};
    case CT_ItemViewItem: {
        const QSize base = QProxyStyle::sizeFromContents(type, option, contents, widget);
        return {base.width(), std::max(dp(32), base.height())};
    }
    default: break;
    }
    return QProxyStyle::sizeFromContents(type, option, contents, widget);
}

QRect TrainyardStyle::subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const
{
    switch (element) {
    case SE_LineEditContents: return option->rect.adjusted(dp(6), 1, -dp(6), -1);
    case SE_ProgressBarGroove:
    case SE_ProgressBarContents: return option->rect;
    case SE_ComboBoxFocusRect:
    case SE_PushButtonContents:
    case SE_PushButtonFocusRect: return option->rect;
    default: return QProxyStyle::subElementRect(element, option, widget);
    }
}

QRect TrainyardStyle::subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl sub, const QWidget *widget) const
{
    const QRect r = option->rect;
    if (control == CC_ScrollBar) {
        // No arrow buttons: the groove is the whole bar.
        const auto *slider = qstyleoption_cast<const QStyleOptionSlider *>(option);
        if (!slider)
            return QProxyStyle::subControlRect(control, option, sub, widget);
        const bool isUpright = slider->orientation == Qt::Vertical;
        const int length = isUpright ? r.height() : r.width();
        const qint64 range = qint64(slider->maximum) - slider->minimum;
        int handle = length;
        if (range > 0) {
            handle = int(qint64(slider->pageStep) * length / (range + slider->pageStep));
            handle = std::clamp(handle, std::min(dp(28), length), length);
        }
        const int start = sliderPositionFromValue(slider->minimum, slider->maximum, slider->sliderPosition, length - handle,
                                                  slider->upsideDown);
        const auto part = [&](int from, int size) {
            return visualRect(option->direction, r,
                              isUpright ? QRect(r.left(), r.top() + from, r.width(), size)
                                        : QRect(r.left() + from, r.top(), size, r.height()));
        };
        switch (sub) {
        case SC_ScrollBarSlider: return part(start, handle);
        case SC_ScrollBarGroove: return r;
        case SC_ScrollBarSubPage: return part(0, start);
        case SC_ScrollBarAddPage: return part(start + handle, length - start - handle);
        default: return QRect();
        }
    }
    if (control == CC_ComboBox) {
        switch (sub) {
        case SC_ComboBoxFrame:
        case SC_ComboBoxListBoxPopup: return r;
        case SC_ComboBoxArrow: return visualRect(option->direction, r, QRect(r.right() - dp(28), r.top(), dp(28), r.height()));
        case SC_ComboBoxEditField: {
            // A line edit in it, as that of a date, has a margin of its own.
            const auto *const box = qobject_cast<const QComboBox *>(widget);
            const int left = qobject_cast<const QAbstractSpinBox *>(widget) || (box && box->isEditable()) ? 1 : dp(8);
            return visualRect(option->direction, r, r.adjusted(left, 1, -dp(28), -1));
        }
        default: break;
        }
    }
    if (control == CC_SpinBox) {
        const int side = dp(22);
        switch (sub) {
        case SC_SpinBoxFrame: return r;
        case SC_SpinBoxEditField: return visualRect(option->direction, r, r.adjusted(1, 1, -side, -1));
        case SC_SpinBoxUp: return visualRect(option->direction, r, QRect(r.right() - side, r.top() + 1, side, r.height() / 2 - 1));
        case SC_SpinBoxDown: return visualRect(option->direction, r, QRect(r.right() - side, r.center().y(), side, r.height() / 2));
        default: break;
        }
    }
    return QProxyStyle::subControlRect(control, option, sub, widget);
}

void TrainyardStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const Theme t = Theme::fromPalette(option->palette);
    const bool isEnabled = option->state & State_Enabled;
    const bool isFocused = option->state & State_HasFocus;
    const int radius = dp(6);
    switch (element) {
    case PE_PanelButtonCommand: {
        const ButtonVariant variant = variantOf(widget);
        const ButtonColours c = buttonColours(t, variant, isEnabled, option->state & State_MouseOver, option->state & State_Sunken,
                                              option->state & State_On);
        paintBox(painter, option->rect, radius, c.fill, c.edge);
        if (isFocused && isFilled(variant))
            paintFocusLine(painter, option->rect.adjusted(dp(2), dp(2), -dp(2), -dp(2)), radius - dp(2), c.text);
        else if (isFocused)
            paintFocusRing(painter, option->rect, radius, t);
        return;
    }
    case PE_FrameDefaultButton:
    case PE_FrameTabBarBase:
    case PE_PanelScrollAreaCorner: return;
    case PE_FrameFocusRect:
        // Push buttons draw their ring with the panel.
        if (!qobject_cast<const QAbstractButton *>(widget) || qobject_cast<const QToolButton *>(widget) == nullptr) {
            if (qobject_cast<const QAbstractItemView *>(widget))
                paintRowFocus(painter, option->rect, dp(3), t);
            else if (widget && (widget->inherits("QCheckBox") || widget->inherits("QRadioButton")))
                paintRowFocus(painter, option->rect.adjusted(-dp(2), 0, dp(2), 0), dp(4), t);
        }
        return;
    case PE_PanelLineEdit: {
        if (const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option); frame && frame->lineWidth <= 0)
            return;
        // What can only be read has the edge of a card, not of an input.
        const QColor edge = isInvalidInput(widget)             ? t.bad.ink
                            : !isEnabled                       ? t.line2
                            : (option->state & State_ReadOnly) ? t.line
                                                               : t.control;
        paintBox(painter, option->rect, radius, isEnabled ? t.surface : t.sunken, edge);
        if (isFocused)
            paintFocusRing(painter, option->rect, radius, t);
        return;
    }
    case PE_FrameLineEdit: return;
    case PE_Frame:
        if (qobject_cast<const QAbstractScrollArea *>(widget)) {
            paintBox(painter, option->rect, radius, option->palette.color(QPalette::Base),
                     isInvalidInput(widget) ? t.bad.ink : (isTextToRead(widget) ? t.line : t.control));
            if (isFocused)
                paintFocusRing(painter, option->rect, radius, t);
            return;
        }
        break;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck: {
        const bool isOn = option->state & State_On, isPart = option->state & State_NoChange;
        const QColor fill = !isEnabled ? t.hover : (isOn || isPart ? t.accentFill : t.surface);
        paintBox(painter, option->rect, dp(4), fill, isEnabled && (isOn || isPart) ? fill : t.control);
        const QColor mark = isEnabled ? t.onAccentFill : t.control;
        if (isOn)
            paintTick(painter, option->rect, mark);
        if (isPart)
            painter->fillRect(QRect(option->rect.left() + dp(4), option->rect.center().y(), dp(8), dp(2)), mark);
        return;
    }
    case PE_IndicatorRadioButton: {
        const bool isOn = option->state & State_On;
        const double half = option->rect.width() / 2.0;
        paintBox(painter, option->rect, half, !isEnabled ? t.hover : (isOn ? t.accentFill : t.surface),
                 isEnabled && isOn ? t.accentFill : t.control);
        if (isOn) {
            painter->save();
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(Qt::NoPen);
            painter->setBrush(isEnabled ? t.onAccentFill : t.control);
            painter->drawEllipse(QRectF(option->rect).center(), half * 0.38, half * 0.38);
            painter->restore();
        }
        return;
    }
    case PE_PanelItemViewRow:
    case PE_PanelItemViewItem: {
        if (widget && widget->property("trainyardPlainRows").toBool())
            return;
        if (option->state & State_Selected)
            painter->fillRect(option->rect, t.selected);
        else if (element == PE_PanelItemViewItem && (option->state & State_MouseOver) && isEnabled)
            painter->fillRect(option->rect, t.hover);
        if (const auto *item = qstyleoption_cast<const QStyleOptionViewItem *>(option);
            item && item->backgroundBrush.style() != Qt::NoBrush && !(option->state & State_Selected))
            painter->fillRect(option->rect, item->backgroundBrush);
        return;
    }
    case PE_IndicatorHeaderArrow: {
        const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option);
        if (header && header->sortIndicator != QStyleOptionHeader::None)
            paintChevron(painter, option->rect, header->sortIndicator == QStyleOptionHeader::SortUp ? Direction::Down : Direction::Up,
                         t.text1);
        return;
    }
    case PE_IndicatorBranch: {
        if (option->state & State_Children) {
            const QRectF box(option->rect.center().x() - dp(6), option->rect.center().y() - dp(6), dp(13), dp(13));
            paintChevron(painter, box, option->state & State_Open ? Direction::Down : Direction::Right, t.text3);
        }
        return;
    }
    case PE_PanelMenu:
    case PE_FrameMenu: paintBox(painter, option->rect, dp(6), element == PE_PanelMenu ? t.surface : QColor(), t.line2); return;
    case PE_PanelTipLabel:
        painter->fillRect(option->rect, t.line2);
        painter->fillRect(option->rect.adjusted(1, 1, -1, -1), t.surface);
        return;
    default: break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void TrainyardStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    switch (element) {
    case CE_PushButtonBevel: proxy()->drawPrimitive(PE_PanelButtonCommand, option, painter, widget); return;
    case CE_PushButtonLabel: drawButtonLabel(option, painter, widget); return;
    case CE_ComboBoxLabel:
        if (const auto *box = qstyleoption_cast<const QStyleOptionComboBox *>(option)) {
            QStyleOptionComboBox whole = *box;
            const int room = subControlRect(CC_ComboBox, box, SC_ComboBoxEditField, widget).width() - dp(4)
                             - (box->currentIcon.isNull() ? 0 : box->iconSize.width() + dp(4));
            whole.currentText = box->fontMetrics.elidedText(box->currentText, Qt::ElideRight, room);
            QProxyStyle::drawControl(element, &whole, painter, widget);
            return;
        }
        break;
    case CE_HeaderSection:
    case CE_HeaderEmptyArea: {
        const Theme t = Theme::fromPalette(option->palette);
        painter->fillRect(option->rect, t.sunken);
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), t.line);
        return;
    }
    case CE_Header: drawHeader(option, painter, widget); return;
    case CE_HeaderLabel: drawHeaderLabel(option, painter, widget); return;
    case CE_TabBarTabShape: return;
    case CE_TabBarTabLabel: drawTab(option, painter, widget); return;
    case CE_ProgressBarGroove: return;
    case CE_ProgressBarContents: drawProgress(option, painter, widget); return;
    case CE_ProgressBarLabel: return;
    case CE_MenuItem: drawMenuItem(option, painter, widget); return;
    case CE_MenuEmptyArea: return;
    case CE_Splitter: return;
    default: break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void TrainyardStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                                        const QWidget *widget) const
{
    switch (control) {
    case CC_ScrollBar: drawScrollBar(option, painter, widget); return;
    case CC_Slider: drawSlider(option, painter, widget); return;
    case CC_ComboBox: drawComboBox(option, painter, widget); return;
    case CC_SpinBox: drawSpinBox(option, painter, widget); return;
    case CC_ToolButton: drawToolButton(option, painter, widget); return;
    default: QProxyStyle::drawComplexControl(control, option, painter, widget);
    }
}

}  // namespace trainyard

#include "moc_trainyardstyle.cpp"
