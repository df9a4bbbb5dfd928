#include "ui/machines/machinesmodel.h"

#include "ui/common/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

MachinesModel::MachinesModel(QObject *parent) : QAbstractListModel(parent), m_now(QDateTime::currentDateTimeUtc())
{
}

void MachinesModel::setCards(QList<MachineCard> cards)
{
    std::sort(cards.begin(), cards.end(), [](const MachineCard &a, const MachineCard &b) {
        const int order = a.machine.name.compare(b.machine.name, Qt::CaseInsensitive);
        return order != 0 ? order < 0 : a.machine.id < b.machine.id;
    });
    const auto isSameSet = cards.size() == m_cards.size()
                           && std::equal(cards.cbegin(), cards.cend(), m_cards.cbegin(),
                                         [](const MachineCard &a, const MachineCard &b) {
                                             return a.machine.id == b.machine.id;
                                         });
    if (isSameSet) {
        m_cards = std::move(cards);
        if (!m_cards.isEmpty())
            Q_EMIT dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    m_cards = std::move(cards);
    endResetModel();
}

void MachinesModel::setCard(const MachineCard &card)
{
    for (int row = 0; row < m_cards.size(); ++row) {
        if (m_cards[row].machine.id == card.machine.id) {
            m_cards[row] = card;
            Q_EMIT dataChanged(index(row), index(row));
            return;
        }
    }
}

void MachinesModel::setNow(const QDateTime &now)
{
    m_now = now;
    if (!m_cards.isEmpty())
        Q_EMIT dataChanged(index(0), index(rowCount() - 1), {NowRole});
}

int MachinesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_cards.size());
}

QVariant MachinesModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_cards.size())
        return {};
    const MachineCard &card = m_cards[index.row()];
    switch (role) {
    case Qt::DisplayRole: return card.machine.name;
    case Qt::AccessibleTextRole: return describeCard(card, m_now);
    case Qt::ToolTipRole:
        return card.link == LinkState::Unreachable
                   ? (card.error.what + QLatin1Char('\n') + card.error.detail).trimmed().toHtmlEscaped()
                   : QVariant();
    case CardRole: return QVariant::fromValue(card);
    case NowRole: return m_now;
    case NeedsAttentionRole: return card.link == LinkState::Unreachable && !card.isStopped;
    default: return {};
    }
}

QString describeCard(const MachineCard &card, const QDateTime &now)
{
    const auto text = [](const char *source) { return QCoreApplication::translate("trainyard::MachineCard", source); };
    QStringList parts{card.machine.name};
    if (card.machine.isSimulated())
        parts.append(text(QT_TRANSLATE_NOOP("trainyard::MachineCard", "simulated")));
    if (card.isStopped) {
        parts.append(text(QT_TRANSLATE_NOOP("trainyard::MachineCard", "not running")));
    } else if (card.link == LinkState::Unreachable) {
        parts.append(text(QT_TRANSLATE_NOOP("trainyard::MachineCard", "unreachable")));
        parts.append(card.error.what);
    } else if (!card.hasCurrentValues(now)) {
        parts.append(text(QT_TRANSLATE_NOOP("trainyard::MachineCard", "no current values")));
    } else {
        const MachineSample &s = *card.sample;
        if (s.gpus.isEmpty())
            parts.append(text(QT_TRANSLATE_NOOP("trainyard::MachineCard", "no GPU")));
        for (const GpuSample &gpu : s.gpus)
            parts.append(gpu.busyPercent
                             ? text(QT_TRANSLATE_NOOP("trainyard::MachineCard", "GPU %1 %2 percent busy"))
                                   .arg(gpu.index).arg(qRound(*gpu.busyPercent))
                             : text(QT_TRANSLATE_NOOP("trainyard::MachineCard", "GPU %1 unknown")).arg(gpu.index));
        if (s.cpuPercent)
            parts.append(text(QT_TRANSLATE_NOOP("trainyard::MachineCard", "CPU %1 percent")).arg(qRound(*s.cpuPercent)));
    }
    if (!card.runName.isEmpty())
        parts.append(text(QT_TRANSLATE_NOOP("trainyard::MachineCard", "running %1")).arg(card.runName));
    return parts.join(QStringLiteral(", "));
}

}  // namespace trainyard
