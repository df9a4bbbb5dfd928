// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/topologyview.h"

#include "ui/common/accessiblerole.h"
#include "ui/theme/stylepaint.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace trainyard {

namespace {

// As percentages of the theme's heat scale: the closer, the stronger the colour. -1 if unknown.
double nearness(TopologyLink link)
{
    switch (link) {
    case TopologyLink::NvLink: return 100;
    case TopologyLink::Pix: return 80;
    case TopologyLink::Pxb: return 60;
    case TopologyLink::Phb: return 40;
    case TopologyLink::Node: return 20;
    case TopologyLink::Sys: return 0;
    case TopologyLink::Self:
    case TopologyLink::Unknown: break;
    }
    return -1;
}

}  // namespace

TopologyView::TopologyView(QWidget *parent) : QAbstractScrollArea(parent)
{
    setObjectName(QStringLiteral("healthTopology"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleRole(this, QAccessible::Chart);
    viewport()->setAutoFillBackground(false);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TopologyView::setTopology(const GpuTopology &topology)
{
    m_topology = topology;
    m_row = 0;
    m_column = count() > 1 ? 1 : 0;
    setAccessibleName(count() > 0 ? tr("How the GPUs are connected. %1").arg(sentenceAt(m_row, m_column)) : QString());
    updateGeometry();
    fit();
    viewport()->update();
}

QString TopologyView::sentenceAt(int row, int column) const
{
    if (row < 0 || column < 0 || row >= count() || column >= count())
        return {};
    const TopologyNode &from = m_topology.nodes[row], &to = m_topology.nodes[column];
    const TopologyCell &cell = m_topology.cells[row][column];
    if (cell.link == TopologyLink::Self) {
        QStringList facts;
        if (!from.device.isEmpty())
            facts << from.device;
        if (!from.cpuAffinity.isEmpty())
            facts << tr("near the processors %1").arg(from.cpuAffinity);
        return facts.isEmpty() ? from.name : tr("%1: %2").arg(from.name, facts.join(QStringLiteral(", ")));
    }
    return tr("%1 and %2: %3, %4").arg(from.name, to.name, cell.text, topologyLinkMeaning(cell.link));
}

QSize TopologyView::cell() const
{
    const QFontMetrics metrics(textFont(TextRole::Label));
    int width = metrics.horizontalAdvance(QStringLiteral("NODE"));
    for (const TopologyNode &node : m_topology.nodes)
        width = std::max(width, metrics.horizontalAdvance(node.name));
    return {std::max(dp(44), width + dp(10)), std::max(dp(26), metrics.height() + dp(8))};
}

int TopologyView::headWidth() const { return cell().width() + dp(4); }

QSize TopologyView::sizeHint() const
{
    const QSize one = cell();
    return {headWidth() + count() * one.width(), (count() + 1) * one.height() + horizontalScrollBar()->sizeHint().height()};
}

QSize TopologyView::minimumSizeHint() const { return {headWidth() + 2 * cell().width(), sizeHint().height()}; }

QRect TopologyView::cellRect(int row, int column) const
{
    const QSize one = cell();
    return {headWidth() + column * one.width() - horizontalScrollBar()->value(), (row + 1) * one.height(), one.width(), one.height()};
}

void TopologyView::paintEvent(QPaintEvent *)
{
    QPainter p(viewport());
    const Theme t = themeOf(this);
    p.setFont(textFont(TextRole::Label));
    for (int row = 0; row < count(); ++row) {
        for (int column = 0; column < count(); ++column) {
            const QRect room = cellRect(row, column).adjusted(1, 1, -1, -1);
            const TopologyCell &link = m_topology.cells[row][column];
            const double near = nearness(link.link);
            if (near >= 0)
                paintBox(&p, room, dp(3), t.heatFill(near), QColor());
            p.setPen(near >= 0 ? t.heatText(near) : t.text3);
            p.drawText(room, Qt::AlignCenter, link.link == TopologyLink::Self ? QStringLiteral("·") : link.text);
        }
        p.setPen(t.text3);
        p.drawText(cellRect(-1, row), Qt::AlignCenter, m_topology.nodes[row].name);
    }
    if (hasFocus() && count() > 0) {
        // The inner line tells the ring from a fill of nearly the same colour.
        const QRect current = cellRect(m_row, m_column);
        paintFocusLine(&p, current.adjusted(2, 2, -2, -2), dp(3), t.surface);
        paintRowFocus(&p, current, dp(3), t);
    }
    // The row names stay visible.
    for (int row = 0; row < count(); ++row) {
        const QRect head(0, cellRect(row, 0).top(), headWidth(), cell().height());
        p.fillRect(head, t.surface);
        p.setPen(t.text3);
        p.drawText(head.adjusted(0, 0, -dp(4), 0), Qt::AlignVCenter | Qt::AlignLeft, m_topology.nodes[row].name);
    }
    p.fillRect(QRect(0, 0, headWidth(), cell().height()), t.surface);
}

void TopologyView::walkTo(int row, int column)
{
    m_row = std::clamp(row, 0, std::max(0, count() - 1));
    m_column = std::clamp(column, 0, std::max(0, count() - 1));
    QScrollBar *bar = horizontalScrollBar();
    const QRect room = cellRect(m_row, m_column);
    if (room.left() < headWidth())
        bar->setValue(bar->value() - (headWidth() - room.left()));
    else if (room.right() > viewport()->width())
        bar->setValue(bar->value() + room.right() - viewport()->width() + 1);
    setAccessibleName(sentenceAt(m_row, m_column));
    viewport()->update();
}

void TopologyView::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left: return walkTo(m_row, m_column - 1);
    case Qt::Key_Right: return walkTo(m_row, m_column + 1);
    case Qt::Key_Up: return walkTo(m_row - 1, m_column);
    case Qt::Key_Down: return walkTo(m_row + 1, m_column);
    default: QAbstractScrollArea::keyPressEvent(event);
    }
}

bool TopologyView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        auto *help = static_cast<QHelpEvent *>(event);
        const QSize one = cell();
        const int column = (help->pos().x() + horizontalScrollBar()->value() - headWidth()) / one.width();
        const bool isInside = help->pos().x() >= headWidth() && help->pos().y() >= one.height();
        QToolTip::showText(help->globalPos(), isInside ? sentenceAt(help->pos().y() / one.height() - 1, column).toHtmlEscaped() : QString(),
                           viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TopologyView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    fit();
}

void TopologyView::fit()
{
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setRange(0, std::max(0, headWidth() + count() * cell().width() - viewport()->width()));
    verticalScrollBar()->setRange(0, 0);
}

}  // namespace trainyard

#include "moc_topologyview.cpp"
