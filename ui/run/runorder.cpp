// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runorder.h"

#include "ui/run/runextras.h"
#include "ui/run/runsmodel.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace trainyard {

namespace {

std::optional<RunField> numberField(int column)
{
    switch (column) {
    case RunsModel::LossColumn: return RunField::Loss;
    case RunsModel::LowestColumn: return RunField::Lowest;
    case RunsModel::ProgressColumn: return RunField::Progress;
    case RunsModel::RemainingColumn: return RunField::Remaining;
    case RunsModel::StartedColumn: return RunField::Started;
    case RunsModel::DurationColumn: return RunField::Duration;
    case RunsModel::ExitColumn: return RunField::Exit;
    default: return std::nullopt;
    }
}

QString textOf(int column, const Run &run)
{
    switch (column) {
    case RunsModel::NameColumn: return run.name;
    case RunsModel::TagsColumn: return run.tags.join(u' ');
    case RunsModel::MachineColumn: return run.head().machineName;
    case RunsModel::ProjectColumn: return run.project;
    case RunsModel::NoteColumn: return run.note;
    default: return {};
    }
}

// Made once for each run: comparing them must cost nothing.
struct OrderKey {
    bool isPinned = false, isKnown = false;
    int rank = 0;  // compared before the number: of a currency
    double number = 0;
    std::optional<QCollatorSortKey> text;
};

OrderKey keyOf(const RunFields &fields, int column, const std::optional<ExtraColumn> &extra, const QCollator &collator)
{
    const Run &run = *fields.run;
    OrderKey key;
    key.isPinned = run.isPinned;
    if (column < 0)
        return key;
    if (column == RunsModel::StateColumn) {
        key.isKnown = true;
        key.number = int(run.state);
    } else if (column == RunsModel::CostColumn) {
        key.isKnown = !fields.costs.isEmpty();
        if (key.isKnown) {
            key.rank = int(fields.costs.first().currency());
            key.number = double(fields.costs.first().nanos());
        }
    } else if (column == RunsModel::BusyColumn) {
        const auto busy = fields.figures && fields.figures->busyPercent ? *fields.figures->busyPercent : std::nullopt;
        key.isKnown = busy.has_value();
        key.number = busy.value_or(0);
    } else if (column == RunsModel::UsefulColumn) {
        const auto useful = usefulPercent(fields);
        key.isKnown = useful.has_value();
        key.number = useful.value_or(0);
    } else if (extra) {
        const ExtraValue value = extraValue(*extra, fields.figures);
        key.isKnown = value.number ? !std::isnan(*value.number) : !value.text.isEmpty();
        key.number = value.number.value_or(0);
        key.rank = value.number ? 0 : 1;  // words come after numbers
        if (key.isKnown && !value.number)
            key.text = collator.sortKey(value.text);
    } else if (const auto field = numberField(column)) {
        const auto number = runNumber(*field, fields);
        key.isKnown = number && !std::isnan(*number);
        key.number = number.value_or(0);
    } else {
        const QString text = textOf(column, run);
        key.isKnown = !text.isEmpty();
        if (key.isKnown)
            key.text = collator.sortKey(text);
    }
    return key;
}

// Below 0: a comes first.
int compared(const OrderKey &a, const OrderKey &b)
{
    if (a.text && b.text)
        return a.text->compare(*b.text);
    if (a.rank != b.rank)
        return a.rank - b.rank;
    return a.number < b.number ? -1 : a.number > b.number ? 1 : 0;
}

}  // namespace

Qt::SortOrder usualDirection(int column, const QString &extra)
{
    if (const auto known = extraColumn(extra); known && column == RunsModel::ColumnCount)
        return known->kind == ExtraKind::Highest ? Qt::DescendingOrder : Qt::AscendingOrder;
    switch (column) {
    case RunsModel::ProgressColumn:
    case RunsModel::StartedColumn:
    case RunsModel::DurationColumn:
    case RunsModel::BusyColumn:
    case RunsModel::UsefulColumn:
    case RunsModel::CostColumn: return Qt::DescendingOrder;
    default: return Qt::AscendingOrder;
    }
}

std::optional<double> usefulPercent(const RunFields &fields)
{
    if (!hasEnded(fields.run->state))
        return fields.glance ? fields.glance->usefulPercent : std::nullopt;
    return fields.figures && fields.figures->usefulPercent ? *fields.figures->usefulPercent : std::nullopt;
}

QCollator runCollator()
{
    // The C locale compares bytes and knows no numbers.
    QCollator collator(QLocale().language() == QLocale::C ? QLocale(QLocale::English) : QLocale());
    collator.setNumericMode(true);  // run-9 before run-10
    collator.setCaseSensitivity(Qt::CaseInsensitive);
    return collator;
}

std::vector<qsizetype> sortedRuns(const std::vector<RunFields> &runs, const RunOrder &order)
{
    const QCollator collator = runCollator();
    const auto extra = order.column == RunsModel::ColumnCount ? extraColumn(order.extra) : std::nullopt;
    std::vector<OrderKey> keys;
    keys.reserve(runs.size());
    for (const RunFields &fields : runs)
        keys.push_back(keyOf(fields, order.column, extra, collator));
    std::vector<qsizetype> positions(runs.size());
    std::iota(positions.begin(), positions.end(), 0);
    std::stable_sort(positions.begin(), positions.end(), [&](qsizetype one, qsizetype other) {
        const OrderKey &a = keys[size_t(one)], &b = keys[size_t(other)];
        if (a.isPinned != b.isPinned)
            return a.isPinned;
        if (a.isKnown != b.isKnown)
            return a.isKnown;
        const int difference = a.isKnown ? compared(a, b) : 0;
        return order.direction == Qt::AscendingOrder ? difference < 0 : difference > 0;
    });
    return positions;
}

}  // namespace trainyard
