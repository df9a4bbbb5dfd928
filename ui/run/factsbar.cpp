// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/factsbar.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <numeric>

namespace trainyard {
namespace {

constexpr int kPadding = 14, kRight = 8;
constexpr int kMaxWidth = 320;  // of one text: longer ones are elided, with the tooltip showing all

constexpr int kLamp = 22, kBetween = 20, kLabelGap = 6;

int foldedHeight() { return lineHeight(TextRole::Strong) + dp(16); }

int rowHeight() { return lineHeight(TextRole::Label) + lineHeight(TextRole::BigValue) + lineHeight(TextRole::Small) + dp(20); }

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
    setAccessibleName(tr("Facts of the run"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    installPaintedLists();
}

void FactsBar::setFacts(const QList<Fact> &facts)
{
    if (facts == m_facts)
        return;
    const int rows = heightForWidth(width());
    m_facts = facts;
    QHash<QString, int> widest;
    for (const Fact &fact : facts)
        widest.insert(fact.label, std::max(m_widest.value(fact.label), widthOf(fact)));
    m_widest = widest;
    if (heightForWidth(width()) != rows)
        updateGeometry();
    update();
}

int FactsBar::widthOf(const Fact &fact)
{
    const auto wide = [](TextRole role, const QString &text) {
        return text.isEmpty() ? 0 : QFontMetrics(textFont(role)).horizontalAdvance(text) + 1;
    };
    const int value = (fact.lamp != Lamp::None ? dp(kLamp) : 0) + wide(TextRole::BigValue, fact.value)
                      + (fact.suffix.isEmpty() ? 0 : dp(6) + wide(TextRole::Small, fact.suffix));
    const int context = fact.progress >= 0 ? 0 : wide(TextRole::Small, fact.context);
    return std::min(std::max({wide(TextRole::Label, fact.label), value, context}), dp(kMaxWidth)) + dp(kPadding) + dp(kRight);
}

QString FactsBar::paintedName(int index) const
{
    const Fact fact = m_facts.value(index);
    const QString value = fact.suffix.isEmpty() ? fact.value : fact.value + QLatin1Char(' ') + fact.suffix;
    const QString rest = fact.detail.isEmpty() ? fact.context : fact.detail;
    return rest.isEmpty() ? QStringLiteral("%1: %2").arg(fact.label, value) : QStringLiteral("%1: %2, %3").arg(fact.label, value, rest);
}

// As many columns as stay readable, in rows of about equal length.
int FactsBar::columnsIn(int width) const
{
    const int count = int(m_facts.size());
    for (int rows = 1; rows < count; ++rows) {
        const int columns = (count + rows - 1) / rows;
        QList<int> needed(columns, 0);
        for (int i = 0; i < count; ++i)
            needed[i % columns] = std::max(needed[i % columns], m_widest.value(m_facts[i].label));
        if (std::accumulate(needed.begin(), needed.end(), 0) <= width)
            return columns;
    }
    return 1;
}

QList<QRect> FactsBar::cells(int width) const
{
    const int count = int(m_facts.size());
    if (count == 0)
        return {};
    const int columns = columnsIn(width), high = rowHeight();
    QList<int> needed(columns, 0), weights(columns, 0);
    for (int i = 0; i < count; ++i) {
        needed[i % columns] = std::max(needed[i % columns], m_widest.value(m_facts[i].label));
        weights[i % columns] = std::max(weights[i % columns], m_facts[i].weight);
    }
    // The remaining space is distributed by weight.
    const int left = std::max(0, width - std::accumulate(needed.begin(), needed.end(), 0));
    const int total = std::max(1, std::accumulate(weights.begin(), weights.end(), 0));
    QList<int> edges{0};
    int shared = 0, used = 0;
    for (int column = 0; column < columns; ++column) {
        used += needed[column];
        shared += weights[column];
        edges.append(column + 1 == columns ? width : used + left * shared / total);
    }
    QList<QRect> result;
    for (int i = 0; i < count; ++i) {
        const int column = i % columns, row = i / columns;
        result.append(QRect(edges[column], row * high, edges[column + 1] - edges[column], high));
    }
    return result;
}

int FactsBar::heightForWidth(int width) const { return m_isFolded ? foldedHeight() : unfoldedHeight(width); }

int FactsBar::unfoldedHeight(int width) const
{
    const int count = int(std::max<qsizetype>(1, m_facts.size())), columns = std::max(1, columnsIn(width));
    return (count + columns - 1) / columns * rowHeight();
}

QSize FactsBar::sizeHint() const { return {dp(700), heightForWidth(width())}; }

QSize FactsBar::minimumSizeHint() const
{
    int widest = dp(160);
    for (const int needed : m_widest)
        widest = std::max(widest, needed);
    return {widest, m_isFolded ? foldedHeight() : rowHeight()};
}

void FactsBar::setFolded(bool isFolded)
{
    if (isFolded == m_isFolded)
        return;
    m_isFolded = isFolded;
    updateGeometry();
    update();
}

QList<QRect> FactsBar::places() const
{
    if (!m_isFolded)
        return cells(width());
    QList<QRect> places = lineParts();
    if (const QRect rest = restOfLine(places); places.size() < m_facts.size())
        places.append(QList<QRect>(m_facts.size() - places.size(), rest));
    return places;
}

QRect FactsBar::restOfLine(const QList<QRect> &parts) const
{
    const int x = parts.isEmpty() ? dp(kPadding) : parts.last().right() + 1 + dp(kBetween);
    return {x, 0, std::max(QFontMetrics(textFont(TextRole::Strong)).horizontalAdvance(QChar(0x2026)), width() - dp(kPadding) - x),
            height()};
}

QList<QRect> FactsBar::lineParts() const
{
    const QFontMetrics label(textFont(TextRole::Label)), value(textFont(TextRole::Strong));
    const int end = width() - dp(kPadding), mark = value.horizontalAdvance(QChar(0x2026));
    QList<QRect> parts;
    int x = dp(kPadding);
    for (qsizetype i = 0; i < m_facts.size(); ++i) {
        const Fact &fact = m_facts[i];
        const int wide = label.horizontalAdvance(fact.label) + dp(kLabelGap) + (fact.lamp == Lamp::None ? 0 : dp(kLamp))
                         + value.horizontalAdvance(fact.value) + 1;
        const bool isLast = i + 1 == m_facts.size();
        if (x + wide + (isLast ? 0 : dp(kBetween) + mark) > end)
            break;
        parts << QRect(x, 0, wide, height());
        x += wide + dp(kBetween);
    }
    return parts;
}

bool FactsBar::event(QEvent *event)
{
    if (event->type() == QEvent::ApplicationFontChange)
        m_widest.clear();
    if (event->type() != QEvent::ToolTip)
        return Card::event(event);
    const auto *const help = static_cast<QHelpEvent *>(event);
    const QList<QRect> boxes = places();
    QStringList texts;
    for (qsizetype i = 0; i < boxes.size(); ++i) {
        if (boxes[i].contains(help->pos()))
            texts << (m_isFolded ? paintedName(int(i)) : m_facts[i].detail);
    }
    QToolTip::showText(help->globalPos(), texts.join(u'\n'), this);
    return true;
}

void FactsBar::paintLine()
{
    const Theme theme = themeOf(this);
    QPainter painter(this);
    const QList<QRect> parts = lineParts();
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const Fact &fact = m_facts[i];
        QRect left = parts[i];
        const auto write = [&](const QString &text, TextRole role, const QColor &ink) {
            painter.setFont(textFont(role));
            painter.setPen(ink);
            painter.drawText(left, Qt::AlignVCenter | Qt::TextSingleLine, text);
            left.setLeft(left.left() + painter.fontMetrics().horizontalAdvance(text));
        };
        write(fact.label, TextRole::Label, theme.text3);
        left.setLeft(left.left() + dp(kLabelGap));
        if (fact.lamp != Lamp::None) {
            paintLamp(painter, theme, fact.lamp, QPointF(left.left() + dp(7), height() / 2.0));
            left.setLeft(left.left() + dp(kLamp));
        }
        write(fact.value, TextRole::Strong, fact.isPast ? theme.text3 : theme.text1);
    }
    if (parts.size() < m_facts.size()) {
        painter.setFont(textFont(TextRole::Strong));
        painter.setPen(theme.text2);
        painter.drawText(restOfLine(parts), Qt::AlignVCenter | Qt::TextSingleLine, QChar(0x2026));
    }
}

void FactsBar::paintEvent(QPaintEvent *event)
{
    Card::paintEvent(event);
    if (m_isFolded) {
        paintLine();
        return;
    }
    const Theme theme = themeOf(this);
    QPainter painter(this);
    const QList<QRect> boxes = cells(width());
    for (qsizetype i = 0; i < m_facts.size(); ++i) {
        const Fact &fact = m_facts[i];
        const int left = boxes[i].left(), right = boxes[i].right() + 1;
        if (left > 0)
            painter.fillRect(QRect(left, boxes[i].top() + 1, 1, boxes[i].height() - 2), theme.line);
        else if (boxes[i].top() > 0)
            painter.fillRect(QRect(1, boxes[i].top(), width() - 2, 1), theme.line);
        int x = left + dp(kPadding);
        const int end = right - dp(kRight);
        int y = boxes[i].top() + dp(9);
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
            x += dp(kLamp);
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
            const QColor ink = fact.isPast || fact.barTone == Lamp::Unknown ? theme.stale.ink
                               : fact.barTone == Lamp::Attention            ? theme.warning.ink
                                                                            : theme.accent;
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

#include "moc_factsbar.cpp"
