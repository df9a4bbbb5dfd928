#include "ui/run/factsbar.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace trainyard {
namespace {

constexpr int kPadding = 14;

void paintLamp(QPainter &painter, const Theme &theme, Lamp lamp, const QPointF &centre)
{
    painter.setRenderHint(QPainter::Antialiasing);
    const double radius = dp(6);
    if (lamp == Lamp::On) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.ok.tint);
        painter.drawEllipse(centre, radius + 2, radius + 2);
        painter.setBrush(theme.ok.ink);
        painter.drawEllipse(centre, radius, radius);
    } else {
        QPen pen(lamp == Lamp::Attention ? theme.warning.ink : theme.stale.ink, 2);
        if (lamp == Lamp::Unknown)
            pen.setDashPattern({2, 1.5});
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(centre, radius - 1, radius - 1);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace

FactsBar::FactsBar(QWidget *parent) : Card(parent)
{
    setObjectName(QStringLiteral("runFacts"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void FactsBar::setFacts(const QList<Fact> &facts)
{
    if (facts == m_facts)
        return;
    m_facts = facts;
    QStringList sentences;
    for (const Fact &fact : facts)
        sentences << QStringLiteral("%1: %2 %3 %4").arg(fact.label, fact.value, fact.suffix, fact.detail.isEmpty() ? fact.context : fact.detail).simplified();
    setAccessibleName(sentences.join(QStringLiteral(". ")));
    update();
}

QSize FactsBar::sizeHint() const
{
    return {dp(700), lineHeight(TextRole::Label) + lineHeight(TextRole::BigValue) + lineHeight(TextRole::Small) + dp(20)};
}

QSize FactsBar::minimumSizeHint() const { return {dp(400), sizeHint().height()}; }

bool FactsBar::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return Card::event(event);
    const auto *const help = static_cast<QHelpEvent *>(event);
    int total = 0, used = 0;
    for (const Fact &fact : std::as_const(m_facts))
        total += fact.weight;
    for (const Fact &fact : std::as_const(m_facts)) {
        used += fact.weight;
        if (help->pos().x() < width() * used / std::max(1, total)) {
            QToolTip::showText(help->globalPos(), fact.detail, this);
            return true;
        }
    }
    QToolTip::hideText();
    return true;
}

void FactsBar::paintEvent(QPaintEvent *event)
{
    Card::paintEvent(event);
    const Theme theme = themeOf(this);
    QPainter painter(this);
    int total = 0;
    for (const Fact &fact : m_facts)
        total += fact.weight;
    int used = 0;
    for (qsizetype i = 0; i < m_facts.size(); ++i) {
        const Fact &fact = m_facts[i];
        const int left = width() * used / std::max(1, total);
        used += fact.weight;
        const int right = width() * used / std::max(1, total);
        if (i > 0)
            painter.fillRect(QRect(left, 1, 1, height() - 2), theme.line);
        int x = left + dp(kPadding);
        const int end = right - dp(8);
        int y = dp(9);
        const auto line = [&](const QString &text, TextRole role, const QColor &color, int lineAt, int height) {
            painter.setFont(textFont(role));
            painter.setPen(color);
            const int room = std::max(0, end - x);
            const QString shown = painter.fontMetrics().elidedText(text, Qt::ElideRight, room);
            painter.drawText(QRect(x, lineAt, room, height), Qt::AlignVCenter | Qt::TextSingleLine, shown);
            return painter.fontMetrics().horizontalAdvance(shown);
        };
        line(fact.label, TextRole::Label, theme.text3, y, lineHeight(TextRole::Label));
        y += lineHeight(TextRole::Label) + dp(1);
        const int big = lineHeight(TextRole::BigValue);
        if (fact.lamp != Lamp::None) {
            paintLamp(painter, theme, fact.lamp, QPointF(x + dp(7), y + big / 2.0));
            x += dp(22);
        }
        x += line(fact.value, TextRole::BigValue, fact.isPast ? theme.text3 : theme.text1, y, big) + dp(6);
        if (!fact.suffix.isEmpty())
            line(fact.suffix, TextRole::Small, theme.text3, y + 1, big);
        x = left + dp(kPadding);
        y += big;
        if (fact.progress >= 0) {
            const QRectF track(x, y + lineHeight(TextRole::Small) / 2.0 - dp(3), std::max(0, end - x - dp(6)), dp(6));
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.hover);
            painter.drawRoundedRect(track, 3, 3);
            const QColor ink = fact.isPast ? theme.stale.ink : fact.barTone == Lamp::Attention ? theme.warning.ink : theme.accent;
            if (fact.forecast > fact.progress) {
                QRectF ahead = track;
                ahead.setWidth(track.width() * std::clamp(fact.forecast, 0.0, 1.0));
                painter.setBrush(QBrush(ink, Qt::BDiagPattern));
                painter.drawRoundedRect(ahead, 3, 3);
            }
            QRectF filled = track;
            filled.setWidth(std::max(filled.height(), track.width() * std::clamp(fact.progress, 0.0, 1.0)));
            painter.setBrush(ink);
            if (fact.progress > 0)
                painter.drawRoundedRect(filled, 3, 3);
            painter.setRenderHint(QPainter::Antialiasing, false);
        } else {
            line(fact.context, TextRole::Small, theme.text2, y, lineHeight(TextRole::Small));
        }
    }
}

}  // namespace trainyard
