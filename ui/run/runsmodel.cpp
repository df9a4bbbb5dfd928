#include "ui/run/runsmodel.h"

#include "core/base/format.h"
#include "ui/common/badge.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace trainyard {

void RunsModel::setRuns(const QList<Run> &runs, const QDateTime &now)
{
    m_now = now;
    bool isSameOrder = runs.size() == m_runs.size();
    for (qsizetype i = 0; isSameOrder && i < runs.size(); ++i)
        isSameOrder = runs[i].id == m_runs[i].id;
    if (isSameOrder) {
        m_runs = runs;
        if (!m_runs.isEmpty())
            Q_EMIT dataChanged(index(0, 0), index(int(m_runs.size()) - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_runs = runs;
    endResetModel();
}

void RunsModel::setNow(const QDateTime &now)
{
    m_now = now;
    if (!m_runs.isEmpty())
        Q_EMIT dataChanged(index(0, StartedColumn), index(int(m_runs.size()) - 1, DurationColumn));
}

int RunsModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_runs.size()); }
int RunsModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant RunsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Run &run = m_runs[index.row()];
    switch (role) {
    case RunStateRole: return int(run.state);
    case SimulatedRole: return run.isSimulated;
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter
                   | (index.column() == DurationColumn || index.column() == ExitColumn ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ToolTipRole: return index.column() == NameColumn ? run.id : run.message;
    case SecondLineRole:
        if (index.column() == NameColumn)
            return run.resumedFrom.isEmpty() ? tr("attempt %1").arg(run.attempt)
                                             : tr("attempt %1, resumed").arg(run.attempt);
        if (index.column() == MachineColumn)
            return run.image.isEmpty() ? engineName(run.engine)
                                       : engineName(run.engine) + tr(" · ", "between facts") + run.image;
        return {};
    case Qt::AccessibleTextRole:
        if (index.column() == NameColumn)
            return tr("%1, attempt %2, %3 on %4").arg(run.name).arg(run.attempt)
                .arg(badgeOf(run.state).text, run.machineName);
        [[fallthrough]];
    case Qt::DisplayRole: break;
    default: return {};
    }
    switch (index.column()) {
    case NameColumn: return run.name;
    case StateColumn: return badgeOf(run.state).text;
    case MachineColumn: return run.machineName;
    case StartedColumn: return run.started.isValid() ? formatMoment(run.started, m_now) : QStringLiteral("–");
    case DurationColumn:
        if (!run.started.isValid())
            return QStringLiteral("–");
        if (!hasEnded(run.state))
            return formatDuration(run.started.msecsTo(m_now));
        return run.ended.isValid() ? formatDuration(run.started.msecsTo(run.ended)) : unknownWord();
    case ExitColumn:
        if (!hasEnded(run.state))
            return QString();
        if (run.isOutOfMemory)
            return tr("out of memory");
        if (run.exitSignal)
            return tr("signal %1").arg(*run.exitSignal);
        return run.exitCode ? QString::number(*run.exitCode) : unknownWord();
    default: return {};
    }
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter
                   | (section == DurationColumn || section == ExitColumn ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn: return tr("Run");
    case StateColumn: return tr("State");
    case MachineColumn: return tr("Machine");
    case StartedColumn: return tr("Started");
    case DurationColumn: return tr("Duration");
    case ExitColumn: return tr("Exit code");
    default: return {};
    }
}

QSize RunsDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const { return {dp(60), dp(50)}; }

void RunsDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme theme = themeOf(option.widget);
    const QRect &r = option.rect;
    painter->save();
    painter->fillRect(r, option.state & QStyle::State_Selected     ? theme.selected
                         : option.state & QStyle::State_MouseOver ? theme.hover : theme.surface);
    painter->fillRect(QRect(r.left(), r.bottom(), r.width(), 1), theme.line);
    const QRect cell = r.adjusted(dp(8), 0, -dp(8), 0);      // in line with the header
    const auto draw = [&](const QRect &room, TextRole role, const QColor &color, const QString &text, int alignment) {
        painter->setFont(textFont(role));
        painter->setPen(color);
        painter->drawText(room, alignment | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(text, Qt::ElideRight, room.width()));
    };
    const QString text = index.data().toString();
    const QString second = index.data(RunsModel::SecondLineRole).toString();
    const int alignment = index.data(Qt::TextAlignmentRole).toInt() & int(Qt::AlignHorizontal_Mask);
    if (index.column() == RunsModel::StateColumn) {
        const QRect state = paintBadge(painter, cell, badgeOf(RunState(index.data(RunsModel::RunStateRole).toInt())), theme);
        const int x = state.right() + dp(6);
        if (index.data(RunsModel::SimulatedRole).toBool() && cell.right() - x >= badgeSize(simulatedBadge()).width())
            paintBadge(painter, QRect(x, cell.top(), cell.right() - x + 1, cell.height()), simulatedBadge(), theme);
    } else if (!second.isEmpty()) {
        const int top = cell.center().y() - dp(18);
        draw(QRect(cell.left(), top, cell.width(), dp(20)), TextRole::Body, theme.text1, text, Qt::AlignLeft);
        draw(QRect(cell.left(), top + dp(19), cell.width(), dp(17)), TextRole::Small, theme.text3, second, Qt::AlignLeft);
    } else {
        draw(cell, TextRole::Body, index.column() == RunsModel::StartedColumn ? theme.text2 : theme.text1, text, alignment);
    }
    painter->restore();
}

}  // namespace trainyard
