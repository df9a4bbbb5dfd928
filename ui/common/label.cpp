// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/label.h"

#include "ui/common/accessiblerole.h"

#include <QEvent>
#include <QPainter>

namespace trainyard {

namespace {

bool isHeading(TextRole role) { return role == TextRole::PageTitle || role == TextRole::Section; }

}  // namespace

Label::Label(TextRole role, Ink ink, QWidget *parent) : QLabel(parent), m_role(role), m_ink(ink)
{
    setTextFormat(Qt::PlainText);
    // Inside a list or table it would take the colour of that one's text.
    setForegroundRole(QPalette::WindowText);
    if (isHeading(role))
        setAccessibleRole(this, QAccessible::Heading);
    applyLook();
}

Label::Label(const QString &text, TextRole role, Ink ink, QWidget *parent) : Label(role, ink, parent) { setText(text); }

void Label::setInk(Ink ink)
{
    if (ink == m_ink)
        return;
    m_ink = ink;
    applyLook();
}

bool Label::event(QEvent *event)
{
    const bool isHandled = QLabel::event(event);
    // First of all by its type: a deferred deletion has destroyed this object by now.
    const QEvent::Type type = event->type();
    const bool isLook = type == QEvent::PaletteChange || type == QEvent::ApplicationFontChange || type == QEvent::ApplicationPaletteChange;
    if (isLook && !m_isApplying)
        applyLook();
    return isHandled;
}

void Label::applyLook()
{
    m_isApplying = true;
    setFont(textFont(m_role));
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, inkColour(themeOf(this), m_ink));
    setPalette(colours);
    m_isApplying = false;
}

Label *makeProse(const QString &text, TextRole role, Ink ink, QWidget *parent)
{
    auto *const label = new Label(text, role, ink, parent);
    label->setWordWrap(true);
    return label;
}

Label *makeSelectableProse(const QString &text, TextRole role, Ink ink, QWidget *parent)
{
    Label *const label = makeProse(text, role, ink, parent);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

ElidedLabel::ElidedLabel(TextRole role, Ink ink, Qt::TextElideMode mode, QWidget *parent)
    : QWidget(parent), m_role(role), m_ink(ink), m_mode(mode)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleRole(this, isHeading(role) ? QAccessible::Heading : QAccessible::StaticText);
}

void ElidedLabel::setText(const QString &text)
{
    if (text == m_text)
        return;
    m_text = text;
    setAccessibleName(text);
    updateToolTip();
    updateGeometry();
    update();
}

void ElidedLabel::setInk(Ink ink)
{
    m_ink = ink;
    update();
}

void ElidedLabel::setAlignment(Qt::Alignment alignment)
{
    m_alignment = alignment | Qt::AlignVCenter;
    update();
}

QSize ElidedLabel::sizeHint() const { return {QFontMetrics(textFont(m_role)).horizontalAdvance(m_text) + 1, lineHeight(m_role)}; }

QSize ElidedLabel::minimumSizeHint() const { return {std::min(sizeHint().width(), dp(24)), lineHeight(m_role)}; }

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setFont(textFont(m_role));
    painter.setPen(inkColour(themeOf(this), m_ink));
    painter.drawText(rect(), int(m_alignment) | Qt::TextSingleLine, painter.fontMetrics().elidedText(m_text, m_mode, width()));
}

void ElidedLabel::resizeEvent(QResizeEvent *) { updateToolTip(); }

void ElidedLabel::updateToolTip() { setToolTip(sizeHint().width() > width() ? m_text.toHtmlEscaped() : QString()); }

}  // namespace trainyard

#include "moc_label.cpp"
