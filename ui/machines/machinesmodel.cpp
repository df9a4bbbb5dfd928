// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machines/machinesmodel.h"

#include "core/base/format.h"
#include "core/service/machines/gputrouble.h"
#include "ui/machines/machinecardpaint.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::MachinesModel)
};

}  // namespace

MachinesModel::MachinesModel(QObject *parent) : QAbstractListModel(parent), m_now(QDateTime::currentDateTimeUtc()) {}

QString GroupHeading::title() const { return group.isEmpty() ? Words::tr("Ungrouped") : group; }

void MachinesModel::setCards(QList<MachineCard> cards)
{
    std::sort(cards.begin(), cards.end(), [](const MachineCard &a, const MachineCard &b) {
        const QString &first = a.machine.group, &second = b.machine.group;
        if (first.isEmpty() != second.isEmpty())
            return second.isEmpty();
        const int group = first.compare(second, Qt::CaseInsensitive);
        if (group != 0)
            return group < 0;
        if (first != second)
            return first < second;
        const int order = a.machine.name.compare(b.machine.name, Qt::CaseInsensitive);
        return order != 0 ? order < 0 : a.machine.id < b.machine.id;
    });
    const bool isSameSet = cards.size() == m_cards.size()
                           && std::equal(cards.cbegin(), cards.cend(), m_cards.cbegin(), [](const MachineCard &a, const MachineCard &b) {
                                  return a.machine.id == b.machine.id && a.machine.group == b.machine.group;
                              });
    if (isSameSet) {
        m_cards = std::move(cards);
        arrange();
        return;
    }
    beginResetModel();
    m_cards = std::move(cards);
    m_rows.clear();
    endResetModel();
    arrange();
}

void MachinesModel::setCard(const MachineCard &card)
{
    for (MachineCard &known : m_cards) {
        if (known.machine.id == card.machine.id && known.machine.group == card.machine.group) {
            known = card;
            arrange();
            return;
        }
    }
}

void MachinesModel::setNow(const QDateTime &now)
{
    m_now = now;
    if (!m_rows.isEmpty())
        Q_EMIT dataChanged(index(0), index(rowCount() - 1), {NowRole});
}

void MachinesModel::setFilter(const QString &text)
{
    m_filter = text.trimmed();
    arrange();
}

void MachinesModel::setOnlyAttention(bool isOnly)
{
    m_isOnlyAttention = isOnly;
    arrange();
}

void MachinesModel::setFolded(const QString &group, bool isFolded)
{
    if (isFolded)
        m_folded.insert(group);
    else
        m_folded.remove(group);
    arrange();
}

QStringList MachinesModel::groups() const
{
    QStringList found;
    for (const MachineCard &card : m_cards)  // sorted already
        if (!card.machine.group.isEmpty() && (found.isEmpty() || found.last() != card.machine.group))
            found.append(card.machine.group);
    return found;
}

int MachinesModel::rowOfMachine(MachineId id) const
{
    for (int row = 0; row < m_rows.size(); ++row)
        if (m_rows[row].card >= 0 && m_cards[m_rows[row].card].machine.id == id)
            return row;
    return -1;
}

int MachinesModel::rowOfHeading(const QString &group) const
{
    for (int row = 0; row < m_rows.size(); ++row)
        if (m_rows[row].card < 0 && m_rows[row].heading.group == group)
            return row;
    return -1;
}

bool MachinesModel::isWanted(const MachineCard &card) const
{
    if (m_isOnlyAttention && !needsAttention(card, m_now))
        return false;
    if (m_filter.isEmpty())
        return true;
    const auto has = [this](const QString &text) { return text.contains(m_filter, Qt::CaseInsensitive); };
    if (has(card.machine.name) || has(card.machine.group) || has(card.machine.target.display()) || has(card.runName)
        || has(card.machine.notes))
        return true;
    return card.sample
           && std::any_of(card.sample->gpus.cbegin(), card.sample->gpus.cend(), [&](const GpuSample &gpu) { return has(gpu.name); });
}

void MachinesModel::arrange()
{
    const bool hasGroups = std::any_of(m_cards.cbegin(), m_cards.cend(),
                                       [](const MachineCard &card) { return !card.machine.group.isEmpty(); });
    const bool isSearching = !m_filter.isEmpty() || m_isOnlyAttention;
    QList<Row> rows;
    qsizetype heading = -1;
    for (int i = 0; i < m_cards.size(); ++i) {
        const MachineCard &card = m_cards[i];
        if (!isWanted(card))
            continue;
        if (hasGroups && (heading < 0 || rows[heading].heading.group != card.machine.group)) {
            heading = rows.size();
            Row top;
            top.heading.group = card.machine.group;
            top.heading.isFolded = !isSearching && m_folded.contains(card.machine.group);
            rows.append(top);
        }
        if (heading >= 0) {
            GroupHeading &facts = rows[heading].heading;
            ++facts.machines;
            facts.unreachable += card.link == LinkState::Unreachable && !card.isStopped;
            if (card.hasCurrentValues(m_now) && !card.isStopped) {
                for (const GpuSample &gpu : card.sample->gpus) {
                    ++facts.gpus;
                    facts.busyGpus += isBusy(gpu);
                }
            }
            if (facts.isFolded)
                continue;
        }
        rows.append(Row{i, {}});
    }
    const bool isSame = rows.size() == m_rows.size()
                        && std::equal(rows.cbegin(), rows.cend(), m_rows.cbegin(),
                                      [](const Row &a, const Row &b) { return a.card == b.card && a.heading.group == b.heading.group; });
    if (!isSame)
        beginResetModel();
    m_rows = std::move(rows);
    if (!isSame)
        endResetModel();
    else if (!m_rows.isEmpty())
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

int MachinesModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }

QVariant MachinesModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_rows.size())
        return {};
    const Row &row = m_rows[index.row()];
    if (role == IsHeadingRole)
        return row.card < 0;
    if (row.card < 0) {
        switch (role) {
        case Qt::DisplayRole: return row.heading.title();
        case Qt::AccessibleTextRole: return describeHeading(row.heading);
        case IsFoldedRole: return row.heading.isFolded;
        case HeadingRole: return QVariant::fromValue(row.heading);
        default: return {};
        }
    }
    const MachineCard &card = m_cards[row.card];
    switch (role) {
    case Qt::DisplayRole: return card.machine.name;
    case Qt::AccessibleTextRole: return describeCard(card, m_now);
    case Qt::ToolTipRole: {
        QStringList lines;
        if (card.link == LinkState::Unreachable)
            lines << card.error.what << card.error.detail;
        lines << card.priceFact << card.machine.notes;
        lines.removeAll(QString());
        return lines.isEmpty() ? QVariant() : lines.join(QLatin1Char('\n')).toHtmlEscaped();
    }
    case CardRole: return QVariant::fromValue(card);
    case NowRole: return m_now;
    case NeedsAttentionRole: return needsAttention(card, m_now);
    default: return {};
    }
}

QString describeHeading(const GroupHeading &heading)
{
    QStringList parts{heading.title(), Words::tr("%n machine(s)", nullptr, heading.machines)};
    if (heading.gpus > 0)
        parts.append(Words::tr("%1 of %n GPU(s) busy", nullptr, heading.gpus).arg(heading.busyGpus));
    if (heading.unreachable > 0)
        parts.append(Words::tr("%n unreachable", nullptr, heading.unreachable));
    parts.append(heading.isFolded ? Words::tr("collapsed") : Words::tr("expanded"));
    return parts.join(QStringLiteral(", "));
}

QString describeCard(const MachineCard &card, const QDateTime &now)
{
    const auto text = [](const char *source) { return QCoreApplication::translate("trainyard::MachineCard", source); };
    QStringList parts{card.machine.name};
    if (card.machine.isSimulated)
        parts.append(text(QT_TRANSLATE_NOOP("trainyard::MachineCard", "simulated")));
    if (card.isStopped) {
        parts.append(text(QT_TRANSLATE_NOOP("trainyard::MachineCard", "not running")));
    } else if (card.link == LinkState::Unreachable) {
        parts.append(text(QT_TRANSLATE_NOOP("trainyard::MachineCard", "unreachable")));
        parts.append(card.isShutOut() ? shutOutText(card, now) : card.error.what);
    } else if (!card.hasCurrentValues(now)) {
        parts.append(text(QT_TRANSLATE_NOOP("trainyard::MachineCard", "no current values")));
    } else {
        const MachineSample &s = *card.sample;
        if (s.gpus.isEmpty())
            parts.append(gpuAbsenceText(s.gpuAbsence));
        for (const GpuSample &gpu : s.gpus)
            parts.append(gpu.busyPercent ? text(QT_TRANSLATE_NOOP("trainyard::MachineCard", "GPU %1 %2 percent busy"))
                                               .arg(gpu.index)
                                               .arg(qRound(*gpu.busyPercent))
                                         : text(QT_TRANSLATE_NOOP("trainyard::MachineCard", "GPU %1 unknown")).arg(gpu.index));
        if (!card.owners.isEmpty())
            parts.append(text(QT_TRANSLATE_NOOP("trainyard::MachineCard", "GPUs in use: %1")).arg(card.owners));
        if (s.cpuPercent)
            parts.append(text(QT_TRANSLATE_NOOP("trainyard::MachineCard", "CPU %1 percent")).arg(qRound(*s.cpuPercent)));
    }
    if (!card.runName.isEmpty())
        parts.append(text(QT_TRANSLATE_NOOP("trainyard::MachineCard", "running %1")).arg(card.runName));
    if (card.perHour) {
        parts.append(text(QT_TRANSLATE_NOOP("trainyard::MachineCard", "%1 per hour")).arg(formatMoney(*card.perHour)));
        if (card.idleSince.isValid())
            parts.append(idleText(card, now));
        parts.append(giveBackText(card, now));
    }
    if (card.ownPerHour)
        parts.append(
            text(QT_TRANSLATE_NOOP("trainyard::MachineCard", "%1 per hour by your own figures")).arg(formatMoney(*card.ownPerHour)));
    if (!card.machine.notes.isEmpty())
        parts.append(card.machine.notes.simplified());
    if (!card.priceFact.isEmpty())
        parts.append(card.priceFact);
    return parts.join(QStringLiteral(", "));
}

}  // namespace trainyard

#include "moc_machinesmodel.cpp"
