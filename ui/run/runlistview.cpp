// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runlistview.h"

#include "core/storage/settings/settings.h"
#include "ui/run/runextras.h"
#include "ui/run/runsmodel.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <utility>

namespace trainyard {

namespace {

constexpr std::array<std::pair<int, const char *>, RunsModel::ColumnCount> kColumnKeys{{{RunsModel::NameColumn, "name"},
                                                                                        {RunsModel::StateColumn, "state"},
                                                                                        {RunsModel::TagsColumn, "tags"},
                                                                                        {RunsModel::LossColumn, "loss"},
                                                                                        {RunsModel::LowestColumn, "lowest"},
                                                                                        {RunsModel::ProgressColumn, "progress"},
                                                                                        {RunsModel::RemainingColumn, "remaining"},
                                                                                        {RunsModel::BusyColumn, "busy"},
                                                                                        {RunsModel::UsefulColumn, "useful"},
                                                                                        {RunsModel::MachineColumn, "machine"},
                                                                                        {RunsModel::ProjectColumn, "project"},
                                                                                        {RunsModel::StartedColumn, "started"},
                                                                                        {RunsModel::DurationColumn, "duration"},
                                                                                        {RunsModel::CostColumn, "cost"},
                                                                                        {RunsModel::ExitColumn, "exit"},
                                                                                        {RunsModel::NoteColumn, "note"}}};
const QString kFilter = QStringLiteral("filter"), kColumns = QStringLiteral("columns"), kSort = QStringLiteral("sort"),
              kDescending = QStringLiteral("descending"), kGroup = QStringLiteral("group"), kWidths = QStringLiteral("widths");
constexpr qsizetype kMostColumns = 60;
constexpr int kMostWidth = 2000;
constexpr std::array<std::pair<RunGrouping, const char *>, 6> kGroupings{{{RunGrouping::None, "none"},
                                                                          {RunGrouping::Project, "project"},
                                                                          {RunGrouping::Tag, "tag"},
                                                                          {RunGrouping::Machine, "machine"},
                                                                          {RunGrouping::Name, "name"},
                                                                          {RunGrouping::State, "state"}}};
constexpr qsizetype kMaxFilter = 2000;  // characters

}  // namespace

QList<int> choosableColumns()
{
    QList<int> columns;
    for (const auto &[column, key] : kColumnKeys) {
        if (column != RunsModel::NameColumn)
            columns << column;
    }
    return columns;
}

QString runColumnKey(int column)
{
    for (const auto &[known, key] : kColumnKeys) {
        if (known == column)
            return QLatin1String(key);
    }
    return {};
}

int runColumnNamed(const QString &key)
{
    for (const auto &[column, known] : kColumnKeys) {
        if (key == QLatin1String(known))
            return column;
    }
    return -1;
}

QString runGroupingWord(RunGrouping grouping)
{
    for (const auto &[known, word] : kGroupings) {
        if (known == grouping)
            return QLatin1String(word);
    }
    return {};
}

QString RunListView::toText() const
{
    QJsonObject object;
    if (!filter.isEmpty())
        object.insert(kFilter, filter);
    if (!columns.isEmpty())
        object.insert(kColumns, QJsonArray::fromStringList(columns));
    if (order.column >= 0) {
        object.insert(kSort, order.column == RunsModel::ColumnCount ? order.extra : runColumnKey(order.column));
        object.insert(kDescending, order.direction == Qt::DescendingOrder);
    }
    if (!widths.isEmpty()) {
        QJsonObject all;
        for (auto width = widths.begin(); width != widths.end(); ++width)
            all.insert(width.key(), *width);
        object.insert(kWidths, all);
    }
    if (grouping != RunGrouping::None)
        object.insert(kGroup, runGroupingWord(grouping));
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

RunListView RunListView::fromText(const QString &text)
{
    const QJsonObject object = QJsonDocument::fromJson(text.toUtf8()).object();
    RunListView view{object.value(kFilter).toString().left(kMaxFilter)};
    const QJsonArray columns = object.value(kColumns).toArray();
    for (const QJsonValue &value : columns) {
        const QString key = value.toString();
        if ((runColumnNamed(key) > RunsModel::NameColumn || extraColumn(key)) && !view.columns.contains(key)
            && view.columns.size() < kMostColumns)
            view.columns << key;
    }
    const QString sort = object.value(kSort).toString();
    view.order.column = runColumnNamed(sort);
    if (extraColumn(sort))
        view.order = {RunsModel::ColumnCount, Qt::AscendingOrder, sort};
    if (view.order.column >= 0 && object.value(kDescending).toBool())
        view.order.direction = Qt::DescendingOrder;
    const QJsonObject widths = object.value(kWidths).toObject();
    for (auto width = widths.begin(); width != widths.end(); ++width) {
        const bool isKnown = runColumnNamed(width.key()) >= 0 || extraColumn(width.key());
        if (const int pixels = width->toInt(); isKnown && pixels > 0 && pixels <= kMostWidth)
            view.widths.insert(width.key(), pixels);
    }
    for (const auto &[grouping, word] : kGroupings) {
        if (object.value(kGroup).toString() == QLatin1String(word))
            view.grouping = grouping;
    }
    return view;
}

RunListView loadRunListView(const QString &settingsFile) { return RunListView::fromText(Settings(settingsFile).text(Setting::RunList)); }

void saveRunListView(const RunListView &view, const QString &settingsFile) { Settings(settingsFile).set(Setting::RunList, view.toText()); }

QList<NamedRunView> loadRunViews(const QString &settingsFile)
{
    const QMap<QString, QString> texts = Settings(settingsFile).group(Setting::RunViews);
    QList<NamedRunView> views;
    for (auto i = texts.begin(); i != texts.end(); ++i)
        views << NamedRunView{i.key(), RunListView::fromText(i.value())};
    return views;
}

void saveRunViews(const QList<NamedRunView> &views, const QString &settingsFile)
{
    QMap<QString, QString> texts;
    for (const NamedRunView &view : views)
        texts.insert(view.name, view.view.toText());
    Settings(settingsFile).setGroup(Setting::RunViews, texts);
}

}  // namespace trainyard
