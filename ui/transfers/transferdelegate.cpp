// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transfers/transferdelegate.h"

#include "ui/theme/stylepaint.h"
#include "ui/transfers/transfersmodel.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextLayout>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

int button() { return dp(28); }
int lines(TextRole a, TextRole b) { return lineHeight(a) + lineHeight(b) + dp(4); }

void drawLine(QPainter *painter, const QRect &room, TextRole role, const QColor &ink, const QString &text,
              Qt::TextElideMode elide = Qt::ElideRight, Qt::Alignment side = Qt::AlignLeft)
{
    painter->setFont(textFont(role));
    painter->setPen(ink);
    painter->drawText(room, int(side | Qt::AlignVCenter), painter->fontMetrics().elidedText(text, elide, room.width()));
}

void drawPlace(QPainter *painter, const QRect &room, const QColor &ink, const TransferView &view)
{
    drawLine(painter, room, TextRole::Small, ink, fittedPlace(view, QFontMetrics(textFont(TextRole::Small)), room.width()),
             Qt::ElideMiddle);
}

// At most two lines, the second one elided; vertically centred.
void drawNote(QPainter *painter, const QRect &room, const QColor &ink, const QString &text)
{
    const QFont font = textFont(TextRole::Small);
    const QFontMetrics metrics(font);
    QTextLayout layout(text, font);
    layout.beginLayout();
    QTextLine first = layout.createLine();
    QStringList shown;
    if (first.isValid()) {
        first.setLineWidth(room.width());
        shown << text.left(first.textLength()).trimmed();
        if (first.textLength() < text.size())
            shown << metrics.elidedText(text.mid(first.textLength()), Qt::ElideRight, room.width());
    }
    layout.endLayout();
    const int height = lineHeight(TextRole::Small);
    int top = room.center().y() - static_cast<int>(shown.size()) * height / 2;
    for (const QString &line : std::as_const(shown)) {
        drawLine(painter, QRect(room.left(), top, room.width(), height), TextRole::Small, ink, line);
        top += height;
    }
}

void drawBar(QPainter *painter, const QRect &box, const TransferView &view, const Theme &theme)
{
    paintBox(painter, box, box.height() / 2.0, theme.hover, theme.isHighContrast ? theme.line2 : QColor());
    if (view.part <= 0)
        return;
    QRect filled = box;
    filled.setWidth(std::max(box.height(), static_cast<int>(box.width() * view.part)));
    paintBox(painter, filled, box.height() / 2.0, inkColour(theme, view.bar), QColor());
}

}  // namespace

TransferDelegate::TransferDelegate(QAbstractItemView *view) : QStyledItemDelegate(view), m_view(view), m_wasWide(isWide())
{
    view->installEventFilter(this);
}

// Whether the scroll bar is shown depends on the rows' height, so its space never counts.
bool TransferDelegate::isWide() const
{
    return m_view->contentsRect().width() - m_view->verticalScrollBar()->sizeHint().width() >= dp(960);
}

bool TransferDelegate::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view && event->type() == QEvent::Resize && std::exchange(m_wasWide, isWide()) != m_wasWide)
        Q_EMIT sizeHintChanged({});
    return QStyledItemDelegate::eventFilter(watched, event);
}

QSize TransferDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    if (isWide())
        return {dp(760), lines(TextRole::Strong, TextRole::Small) + dp(20)};
    return {dp(300), 3 * lineHeight(TextRole::Small) + lineHeight(TextRole::Strong) + dp(8) + dp(6) + dp(28)};
}

QRect TransferDelegate::verbRect(const QRect &row, bool isEnding) const
{
    const int right = row.right() - dp(12) - (isEnding ? 0 : button() + dp(4));
    const int middle = isWide() ? row.center().y() : row.top() + dp(10) + lineHeight(TextRole::Strong) / 2 + dp(2);
    return {right - button() + 1, middle - button() / 2, button(), button()};
}

TransferVerb TransferDelegate::verbAt(const QRect &row, const QPoint &point, const TransferView &view) const
{
    if (verbRect(row, true).contains(point))
        return view.ending;
    return verbRect(row, false).contains(point) ? view.verb : TransferVerb::None;
}

void TransferDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme theme = themeOf(option.widget);
    const auto view = index.data(TransfersModel::ViewRole).value<TransferView>();
    painter->save();
    painter->fillRect(option.rect, option.state & QStyle::State_Selected ? theme.selected : theme.surface);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme.line);
    if (isWide())
        paintWide(painter, option.rect, view, theme);
    else
        paintNarrow(painter, option.rect, view, theme);
    paintVerb(painter, verbRect(option.rect, false), view.verb, option, theme);
    paintVerb(painter, verbRect(option.rect, true), view.ending, option, theme);
    if (option.state & QStyle::State_HasFocus)
        paintRowFocus(painter, option.rect.adjusted(1, 1, -1, -2), dp(4), theme);
    painter->restore();
}

void TransferDelegate::paintVerb(QPainter *painter, const QRect &box, TransferVerb verb, const QStyleOptionViewItem &option,
                                 const Theme &theme) const
{
    if (verb == TransferVerb::None)
        return;
    const bool isHovered = box.contains(m_view->viewport()->mapFromGlobal(QCursor::pos())) && (option.state & QStyle::State_MouseOver);
    if (isHovered)
        paintBox(painter, box, dp(6), theme.hover, theme.line2);
    const int side = dp(16);
    paintIcon(painter, verbIcon(verb), QRectF(box.center().x() - side / 2.0 + 0.5, box.center().y() - side / 2.0 + 0.5, side, side),
              isHovered ? theme.text1 : theme.text2);
}

void TransferDelegate::paintWide(QPainter *painter, const QRect &row, const TransferView &view, const Theme &theme) const
{
    const int gap = dp(16), top = row.center().y() - lines(TextRole::Strong, TextRole::Small) / 2;
    const int firstHeight = lineHeight(TextRole::Strong), second = top + firstHeight + dp(4), secondHeight = lineHeight(TextRole::Small);
    const int stateWidth = dp(128), noteWidth = std::clamp(row.width() / 4, dp(200), dp(340)), progressWidth = dp(220);
    int right = verbRect(row, false).left() - gap;
    const QRect state(right - stateWidth + 1, row.top(), stateWidth, row.height());
    right = state.left() - gap;
    const QRect note(right - noteWidth + 1, row.top(), noteWidth, row.height());
    right = note.left() - gap;
    const QRect progress(right - progressWidth + 1, top, progressWidth, firstHeight);
    right = progress.left() - gap;

    const int side = dp(16), left = row.left() + dp(16);
    paintIcon(painter, view.isUpload ? QStringLiteral("upload") : QStringLiteral("download"),
              QRectF(left, row.center().y() - side / 2.0, side, side), theme.text3);
    const int x = left + side + dp(12);
    drawLine(painter, QRect(x, top, right - x, firstHeight), TextRole::Strong, theme.text1, view.name, Qt::ElideMiddle);
    drawPlace(painter, QRect(x, second, right - x, secondHeight), theme.text3, view);

    if (view.part >= 0) {
        drawLine(painter, progress, TextRole::Small, theme.text1, view.amount);
        drawBar(painter, QRect(progress.left(), second + secondHeight / 2 - dp(3), progress.width(), dp(6)), view, theme);
    }
    if (!view.note.isEmpty()) {
        drawNote(painter, note, inkColour(theme, view.noteInk), view.note);
    } else {
        drawLine(painter, QRect(note.left(), top, note.width(), firstHeight), TextRole::Body, theme.text1, view.rate);
        const QString below =
            view.left.isEmpty() || view.connections.isEmpty()
                ? view.left + view.connections
                : QCoreApplication::translate("trainyard::Transfers", "%1, %2", "time left, connections").arg(view.left, view.connections);
        drawLine(painter, QRect(note.left(), second, note.width(), secondHeight), TextRole::Small, theme.text3, below);
    }
    paintBadge(painter, state, view.state, theme);
}

void TransferDelegate::paintNarrow(QPainter *painter, const QRect &row, const TransferView &view, const Theme &theme) const
{
    const int side = dp(16), left = row.left() + dp(14), x = left + side + dp(10);
    const int full = row.right() - dp(16);
    const int small = lineHeight(TextRole::Small), strong = lineHeight(TextRole::Strong);
    int top = row.top() + dp(12);
    paintIcon(painter, view.isUpload ? QStringLiteral("upload") : QStringLiteral("download"),
              QRectF(left, top + (strong - side) / 2.0, side, side), theme.text3);
    const int badge = badgeSize(view.state).width();
    const QRect state(verbRect(row, false).left() - dp(8) - badge, top, badge, strong);
    drawLine(painter, QRect(x, top, state.left() - dp(12) - x, strong), TextRole::Strong, theme.text1, view.name, Qt::ElideMiddle);
    paintBadge(painter, state, view.state, theme);
    top += strong + dp(4);
    drawPlace(painter, QRect(x, top, full - x, small), theme.text3, view);
    top += small + dp(5);
    drawBar(painter, QRect(x, top, full - x, dp(6)), view, theme);
    top += dp(6) + dp(5);
    QStringList facts;
    for (const QString &fact : {view.amount, view.rate, view.left, view.connections}) {
        if (!fact.isEmpty())
            facts << fact;
    }
    const QString numbers = facts.join(QCoreApplication::translate("trainyard::Transfers", " · "));
    drawLine(painter, QRect(x, top, full - x, small), TextRole::Small, theme.text1, numbers);
    top += numbers.isEmpty() ? 0 : small;
    drawLine(painter, QRect(x, top, full - x, small), TextRole::Small, inkColour(theme, view.noteInk), view.note);
}

bool TransferDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    if (event->type() != QEvent::ToolTip || !index.isValid())
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    const auto shown = index.data(TransfersModel::ViewRole).value<TransferView>();
    const TransferVerb verb = verbAt(option.rect, event->pos(), shown);
    QStringList whole{shown.name, shown.place};
    if (!shown.note.isEmpty())
        whole << shown.note;
    // Names come from a machine: never interpret them as HTML.
    const QString text = QStringLiteral("<p>%1</p>").arg(whole.join(u'\n').toHtmlEscaped().replace(u'\n', QLatin1String("<br>")));
    QToolTip::showText(event->globalPos(), verb == TransferVerb::None ? text : verbText(verb), view);
    return true;
}

}  // namespace trainyard

#include "moc_transferdelegate.cpp"
