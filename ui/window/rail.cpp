// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/rail.h"

#include "ui/common/accessiblerole.h"
#include "ui/common/icons.h"
#include "ui/common/keytable.h"
#include "ui/theme/stylepaint.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace trainyard {

namespace {

constexpr int kNamedWidth = 84, kIconWidth = 48;

class RailButton : public QAbstractButton {
public:
    RailButton(const QString &iconName, const QString &name, QWidget *parent) : QAbstractButton(parent), m_icon(iconName), m_name(name)
    {
        setAccessibleRole(this, QAccessible::PageTab);
        setText(name);
        setCheckable(true);
        setAccessibleName(name);
        setAttribute(Qt::WA_Hover);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        // A click leaves no focus ring.
        setFocusPolicy(Qt::TabFocus);
    }

    void setAttention(const QString &why)
    {
        m_hasAttention = !why.isEmpty();
        setAccessibleName(why.isEmpty() ? m_name : m_name + QStringLiteral(", ") + why);
        update();
    }

    void setIconOnly(bool isIconOnly)
    {
        m_isIconOnly = isIconOnly;
        const QKeySequence shortcutKept = shortcut();
        setText(isIconOnly ? QString() : m_name);
        setShortcut(shortcutKept);  // a new text clears it
        const QString keys = shortcutKept.toString(QKeySequence::NativeText);
        setSizePolicy(QSizePolicy::Expanding, isIconOnly ? QSizePolicy::Preferred : QSizePolicy::Fixed);
        setToolTip(isIconOnly ? QStringLiteral("%1 (%2)").arg(m_name, keys) : keys);
        updateGeometry();
        update();
    }

    static int namedHeight() { return dp(22) + dp(14) + lineHeight(TextRole::Small) + dp(2); }
    QSize sizeHint() const override { return {dp(kNamedWidth), m_isIconOnly ? dp(36) : namedHeight()}; }
    QSize minimumSizeHint() const override { return {dp(kIconWidth), m_isIconOnly ? dp(24) : namedHeight()}; }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter p(this);
        const Theme t = themeOf(this);
        const QRect box = rect().adjusted(dp(6), 0, -dp(6), 0);
        if (isChecked())
            paintBox(&p, box, dp(6), t.selected, t.isHighContrast ? t.accent : QColor());
        else if (underMouse())
            paintBox(&p, box, dp(6), t.hover, QColor());
        if (isChecked()) {
            p.setRenderHint(QPainter::Antialiasing);
            p.setPen(Qt::NoPen);
            p.setBrush(t.accent);
            p.drawRoundedRect(QRectF(-dp(3), dp(10), dp(6), height() - dp(20)), dp(3), dp(3));
        }
        if (hasFocus())
            paintFocusRing(&p, box, dp(6), t);
        const QColor ink = isChecked() ? t.accent : t.text2;
        const int side = dp(m_isIconOnly ? 20 : 22), top = m_isIconOnly ? (height() - side) / 2 : dp(7);
        const QRectF mark((width() - side) / 2.0, top, side, side);
        paintIcon(&p, m_icon, mark, ink);
        if (m_hasAttention) {
            p.setRenderHint(QPainter::Antialiasing);
            p.setPen(QPen(isChecked() ? t.selected : t.surface, 2));
            p.setBrush(t.warning.ink);
            p.drawEllipse(QPointF(mark.right() + dp(4), mark.top() + dp(2)), dp(5), dp(5));
        }
        if (m_isIconOnly)
            return;
        QFont font = textFont(TextRole::Small);
        font.setWeight(isChecked() ? QFont::DemiBold : QFont::Normal);
        p.setFont(font);
        p.setPen(ink);
        const QRect line(0, top + side + dp(2), width(), lineHeight(TextRole::Small) + dp(2));
        // A long translation gets a narrower font before it is elided.
        const int room = box.width() - dp(4);
        const int need = p.fontMetrics().horizontalAdvance(text());
        if (need > room) {
            font.setPixelSize(std::max(dp(9), font.pixelSize() * room / need));
            p.setFont(font);
        }
        p.drawText(line, Qt::AlignCenter, p.fontMetrics().elidedText(text(), Qt::ElideRight, room));
    }

private:
    QString m_icon, m_name;
    bool m_hasAttention = false, m_isIconOnly = false;
};

class Logo : public QWidget {
public:
    explicit Logo(QWidget *parent) : QWidget(parent) { setFixedHeight(dp(48)); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter p(this);
        paintIcon(&p, QStringLiteral("logo"), QRectF((width() - dp(30)) / 2.0, dp(8), dp(30), dp(30)), themeOf(this).accent);
    }
};

}  // namespace

Rail::Rail(QWidget *parent) : QWidget(parent), m_buttons(new QButtonGroup(this)), m_column(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("rail"));
    setAccessibleRole(this, QAccessible::PageTabList);
    setAccessibleName(tr("Pages"));
    setFixedWidth(dp(kNamedWidth));
    m_column->setContentsMargins(0, dp(4), 1, dp(12));
    m_column->setSpacing(dp(2));
    m_logo = new Logo(this);
    m_column->addWidget(m_logo);
    m_column->addStretch(1);
    connect(m_buttons, &QButtonGroup::idClicked, this, &Rail::pageChosen);
}

QKeySequence Rail::addPage(int page, const QString &objectName, const QString &iconName, const QString &text, bool isLast)
{
    auto *button = new RailButton(iconName, text, this);
    button->setObjectName(objectName);
    button->setShortcut(keyForPage(++m_count));
    button->setIconOnly(false);
    m_buttons->addButton(button, page);
    if (isLast)
        m_column->addWidget(button);
    else
        m_column->insertWidget(m_column->count() - 1, button);
    return button->shortcut();
}

void Rail::setCurrent(int page)
{
    QAbstractButton *const button = m_buttons->button(page);
    QAbstractButton *const before = m_buttons->checkedButton();
    if (button) {
        button->setChecked(true);
    } else if (before) {
        m_buttons->setExclusive(false);
        before->setChecked(false);
        m_buttons->setExclusive(true);
    }
}

void Rail::setAttention(int page, const QString &why)
{
    if (auto *button = static_cast<RailButton *>(m_buttons->button(page)))
        button->setAttention(why);
}

void Rail::paintEvent(QPaintEvent *)
{
    QPainter p(this);
    const Theme t = themeOf(this);
    p.fillRect(rect(), t.surface);
    p.fillRect(QRect(width() - 1, 0, 1, height()), t.line);
}

void Rail::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const QMargins edges = m_column->contentsMargins();
    const int named = m_logo->minimumHeight() + m_count * (RailButton::namedHeight() + m_column->spacing()) + m_column->spacing()
                      + edges.top() + dp(12);
    const bool isIconOnly = height() < named;
    if (isIconOnly == m_isIconOnly)
        return;
    m_isIconOnly = isIconOnly;
    m_logo->setVisible(!isIconOnly);
    setFixedWidth(dp(isIconOnly ? kIconWidth : kNamedWidth));
    const int edge = dp(isIconOnly ? 4 : 12);
    m_column->setContentsMargins(edges.left(), edges.top(), edges.right(), edge);
    for (QAbstractButton *const button : m_buttons->buttons())
        static_cast<RailButton *>(button)->setIconOnly(isIconOnly);
}

void Rail::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Down || event->key() == Qt::Key_Up) {
        focusNextPrevChild(event->key() == Qt::Key_Down);
        return;
    }
    QWidget::keyPressEvent(event);
}

}  // namespace trainyard

#include "moc_rail.cpp"
