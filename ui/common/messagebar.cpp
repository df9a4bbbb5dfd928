// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/messagebar.h"

#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/theme/stylepaint.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QPainter>
#include <QPointer>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kMinTexts = 200;  // if narrower, a sentence becomes a column of single words

int severity(Tone tone)
{
    switch (tone) {
    case Tone::Bad: return 0;
    case Tone::Warning: return 1;
    case Tone::Info: return 2;
    default: return 3;
    }
}

int rank(const Message &message) { return message.isTip ? 4 : severity(message.tone); }

QString iconFor(Tone tone)
{
    switch (tone) {
    case Tone::Bad: return QStringLiteral("alert");
    case Tone::Warning: return QStringLiteral("triangle");
    case Tone::Simulated: return QStringLiteral("flask");
    default: return QStringLiteral("info");
    }
}

}  // namespace

MessageBar::MessageBar(QWidget *parent)
    : QFrame(parent), m_row(new QHBoxLayout(this)), m_mark(new QWidget(this)), m_texts(new QBoxLayout(QBoxLayout::LeftToRight)),
      m_fact(new Label(TextRole::Strong, Ink::Text1, this)), m_consequence(new Label(TextRole::Body, Ink::Text1, this)),
      m_more(new Label(TextRole::Small, Ink::Text2, this)),
      m_action(makeButton(QStringLiteral("messageBarActionButton"), QString(), ButtonVariant::Normal, {}, this)),
      m_close(makeIconButton(QStringLiteral("messageBarCloseButton"), QStringLiteral("close"), tr("Close this message"), this))
{
    setObjectName(QStringLiteral("messageBar"));
    setSmall(m_action);
    setSmall(m_close);
    m_mark->setFixedWidth(dp(18));
    // One label with both would wrap better, but bold and plain need rich text, and machine text must stay plain.
    m_consequence->setWordWrap(true);
    m_fact->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_consequence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QHBoxLayout *const row = m_row;
    row->setContentsMargins(dp(14), dp(8), dp(8), dp(8));
    row->setSpacing(dp(8));
    row->addWidget(m_mark);
    m_texts->setSpacing(dp(8));
    m_texts->addWidget(m_fact);
    m_texts->addWidget(m_consequence, 1);
    row->addLayout(m_texts, 1);
    row->addWidget(m_more);
    row->addWidget(m_action);
    row->addWidget(m_close);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    connect(m_action, &QPushButton::clicked, this, [this] {
        if (!m_messages.isEmpty())
            Q_EMIT actionTriggered(m_messages.first().id);
    });
    connect(m_close, &QToolButton::clicked, this, [this] {
        if (m_messages.isEmpty())
            return;
        const QString id = m_messages.takeFirst().id;
        showWorst();
        Q_EMIT closed(id);
    });
    hide();
}

void MessageBar::post(const Message &message)
{
    for (const Message &known : std::as_const(m_messages))
        if (known == message)
            return;
    m_messages.removeIf([&](const Message &m) { return m.id == message.id; });
    m_messages.append(message);
    std::stable_sort(m_messages.begin(), m_messages.end(), [](const Message &a, const Message &b) { return rank(a) < rank(b); });
    showWorst();
}

void MessageBar::withdraw(const QString &id)
{
    if (m_messages.removeIf([&](const Message &m) { return m.id == id; }) > 0)
        showWorst();
}

void MessageBar::clear()
{
    m_messages.clear();
    showWorst();
}

void MessageBar::showWorst()
{
    const bool isNew = isHidden();
    setVisible(!m_messages.isEmpty());
    if (m_messages.isEmpty())
        return;
    // Scrolls the message into view, even if the button that failed is far below.
    for (QWidget *above = parentWidget(); isNew && above; above = above->parentWidget()) {
        if (auto *const area = qobject_cast<QScrollArea *>(above)) {
            QTimer::singleShot(0, this, [this, area = QPointer(area)] {
                if (!area)
                    return;
                // With what stands above it, if there is room for both: a title is not cut through.
                const int bottom = mapTo(area->widget(), QPoint(0, height())).y();
                if (bottom <= area->viewport()->height())
                    area->verticalScrollBar()->setValue(0);
                else
                    area->ensureWidgetVisible(this);
            });
        }
    }
    const Message &m = m_messages.first();
    m_fact->setText(m.fact);
    m_consequence->setText(m.consequence);
    // Without a consequence the fact may be long and gets the stretch itself.
    m_texts->setStretchFactor(m_fact, m.consequence.isEmpty() ? 1 : 0);
    m_consequence->setVisible(!m.consequence.isEmpty());
    setToolTip(m.detail.toHtmlEscaped());
    m_action->setText(m.action);
    m_action->setVisible(!m.action.isEmpty());
    const auto counted = std::count_if(m_messages.begin() + 1, m_messages.end(), [](const Message &one) { return !one.isTip; });
    m_more->setText(tr("+%n more", nullptr, int(counted)));
    m_more->setVisible(counted > 0);
    arrange();
    setAccessibleName(m.fact + QLatin1Char(' ') + m.consequence);
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
    update();
}

void MessageBar::arrange()
{
    if (m_messages.isEmpty())
        return;
    const bool isAlone = m_messages.first().consequence.isEmpty();
    int others = dp(14 + 8) + m_mark->width() + m_close->sizeHint().width() + 3 * dp(8);
    others += m_action->isHidden() ? 0 : m_action->sizeHint().width() + dp(8);
    others += m_more->isHidden() ? 0 : m_more->sizeHint().width() + dp(8);
    // Two columns of wrapped lines would read badly.
    const int line = m_fact->fontMetrics().horizontalAdvance(m_fact->text()) + dp(8)
                     + m_consequence->fontMetrics().horizontalAdvance(m_consequence->text()) + 1;
    const bool isBelow = !isAlone && line > width() - others;
    m_texts->setDirection(isBelow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_texts->setSpacing(isBelow ? dp(2) : dp(8));
    m_fact->setWordWrap(isAlone || isBelow);
    // Beside the button, a long word would make the bar wider than the page.
    const bool isActionBelow = isBelow && width() - others < dp(kMinTexts);
    if (isActionBelow && m_row->indexOf(m_action) >= 0)
        m_texts->addWidget(m_action, 0, Qt::AlignLeft);
    else if (!isActionBelow && m_row->indexOf(m_action) < 0)
        m_row->insertWidget(m_row->indexOf(m_close), m_action);
    updateGeometry();
}

QSize MessageBar::sizeHint() const
{
    // The size policy allows no greater height than this.
    const QSize hint = QFrame::sizeHint();
    return {hint.width(), layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(std::max(width(), dp(200))) : hint.height()};
}

void MessageBar::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        arrange();
}

void MessageBar::paintEvent(QPaintEvent *)
{
    if (m_messages.isEmpty())
        return;
    QPainter painter(this);
    const Theme theme = themeOf(this);
    const Tone tone = m_messages.first().tone;
    const TonePair &pair = theme.tone(tone);
    paintBox(&painter, rect(), dp(8), pair.tint, mixed(pair.tint, pair.ink, theme.isHighContrast ? 1.0 : 0.55));
    paintIcon(&painter, iconFor(tone), QRectF(m_mark->x(), m_mark->y(), dp(17), m_mark->height()), pair.ink);
}

}  // namespace trainyard

#include "moc_messagebar.cpp"
