// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/runtable.h"

#include "core/base/seentext.h"
#include "core/storage/database/internal/machinerows.h"
#include "core/storage/database/internal/rowvalues.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::StateDatabase)
};

QString noRun(const QString &id) { return Words::tr("There is no run “%1”: check the id in the list of runs.").arg(id); }

constexpr auto kRunColumns =
    "id, lineage, attempt, name, is_simulated, engine, image, command, checkpoint_dir, "
    "checkpoint_pattern, resumed_from, state, exit_code, exit_signal, is_out_of_memory, message, created, started, ended, project, "
    "price_nanos, budget_nanos, currency, note, tags, is_pinned, is_archived, deleted, "
    "pipeline, pipeline_name, pipeline_step, pipeline_steps";

// The placeholder for the lineage comes last in `change`; `values` are for those before it.
Result<void> forEachLineage(Database &database, const QString &change, const QVariantList &values, const QStringList &lineages)
{
    for (const QString &lineage : lineages) {
        TRY_DO(database.execute(change, values + QVariantList{fromText(lineage)}));
    }
    return {};
}

QVariantList runValues(const Run &run)
{
    return {fromText(run.id.text()),
            fromText(run.lineage),
            run.attempt,
            fromText(run.name),
            run.isSimulated,
            engineName(run.engine),
            fromText(run.image),
            fromText(run.command),
            fromText(run.checkpointDir),
            fromText(run.checkpointPattern),
            fromText(run.resumedFrom),
            runStateName(run.state),
            fromOptional(run.exitCode),
            fromOptional(run.exitSignal),
            run.isOutOfMemory,
            fromText(run.message),
            fromTime(run.created),
            fromTime(run.started),
            fromTime(run.ended),
            fromText(run.project),
            run.price ? QVariant(run.price->nanos()) : QVariant(),
            run.budget ? QVariant(run.budget->nanos()) : QVariant(),
            run.price    ? currencyCode(run.price->currency())
            : run.budget ? currencyCode(run.budget->currency())
                         : QStringLiteral(""),
            fromText(run.note),
            fromText(run.tags.join(u'\n')),
            run.isPinned,
            run.isArchived,
            fromTime(run.deleted),
            fromText(run.pipeline ? run.pipeline->first.text() : QString()),
            fromText(run.pipeline ? run.pipeline->name : QString()),
            run.pipeline ? run.pipeline->number : 0,
            run.pipeline ? run.pipeline->count : 0};
}

Run runOf(const QSqlQuery &row)
{
    int column = 0;
    const auto next = [&] { return row.value(column++); };
    Run run;
    run.id = RunId(next().toString());
    run.lineage = next().toString();
    run.attempt = next().toInt();
    run.name = seenText(next().toString(), u"\n\t");  // so that the text cannot reverse the direction of a list
    run.isSimulated = next().toBool();
    run.engine = engineFromName(next().toString()).value_or(EngineKind::Process);
    run.image = next().toString();
    run.command = next().toString();
    run.checkpointDir = next().toString();
    run.checkpointPattern = next().toString();
    run.resumedFrom = next().toString();
    run.state = runStateFromName(next().toString()).value_or(RunState::Unknown);
    run.exitCode = toOptional(next());
    run.exitSignal = toOptional(next());
    run.isOutOfMemory = next().toBool();
    run.message = next().toString();
    run.created = toTime(next());
    run.started = toTime(next());
    run.ended = toTime(next());
    run.project = seenText(next().toString());
    const QVariant price = next(), budget = next(), currency = next();
    run.price = toMoney(price, currency);
    run.budget = toMoney(budget, currency);
    run.note = seenText(next().toString(), u"\n\t");
    run.tags = seenText(next().toString(), u"\n").split(u'\n', Qt::SkipEmptyParts);
    run.isPinned = next().toBool();
    run.isArchived = next().toBool();
    run.deleted = toTime(next());
    PipelineStep step;
    step.first = RunId(next().toString());
    step.name = seenText(next().toString());
    step.number = next().toInt();
    step.count = next().toInt();
    if (step.number > 0)
        run.pipeline = step;
    return run;
}

struct NodeRow {
    RunId runId;
    RunNode node;
};

NodeRow nodeOf(const QSqlQuery &row)
{
    return {RunId(row.value(0).toString()),
            {MachineId(row.value(1).toLongLong()), seenText(row.value(2).toString()), row.value(3).toString()}};
}

// A second query reads the nodes of all these runs. For a list it reads all existing nodes, because finding out which runs are meant
// would cost more. The queries see two moments: nodes that change in between appear in their later state.
Result<QList<Run>> selectRuns(const Database &database, const QByteArray &which, const QVariantList &values)
{
    TRY(auto runs, rows(database, kRunColumns, ("runs " + which).constData(), values, runOf));
    const QByteArray ofThese = values.isEmpty() ? QByteArray() : " WHERE run_id IN (SELECT id FROM runs " + which + ')';
    TRY(const auto nodes, rows(database, "run_id, machine_id, machine_name, directory",
                               ("run_nodes" + ofThese + " ORDER BY run_id, rank").constData(), values, nodeOf));
    QHash<RunId, QList<RunNode>> byRun;
    for (const NodeRow &row : nodes)
        byRun[row.runId] << row.node;
    for (Run &run : runs) {
        if (const auto found = byRun.constFind(run.id); found != byRun.cend())
            run.nodes = *found;
    }
    return runs;
}

Result<void> writeNodes(Database &database, const Run &run)
{
    TRY_DO(database.execute(QStringLiteral("DELETE FROM run_nodes WHERE run_id = ?"), {fromText(run.id.text())}));
    int rank = 0;
    for (const RunNode &node : run.nodes) {
        TRY_DO(database.execute(
            QStringLiteral("INSERT INTO run_nodes(run_id, rank, machine_id, machine_name, directory) VALUES(%1)").arg(placeholders(5)),
            {fromText(run.id.text()), rank++, fromId(node.machineId), fromText(node.machineName), fromText(node.directory)}));
    }
    return {};
}

// A run that is still active must stay in the lists: if hidden, it would cost money unnoticed.
Result<void> refuseGoingOn(Database &database, const QString &lineage)
{
    TRY(const auto attempts, selectRuns(database, "WHERE lineage = ? AND deleted IS NULL", {fromText(lineage)}));
    const auto goingOn = std::find_if(attempts.cbegin(), attempts.cend(), [](const Run &attempt) { return !hasEnded(attempt.state); });
    if (goingOn != attempts.cend())
        return Error{ErrorCode::AlreadyExists, Words::tr("%1 is still running. Stop it first.").arg(goingOn->name), goingOn->id.text()};
    return {};
}

Result<void> insertRun(Database &database, const Run &run)
{
    const QVariantList values = runValues(run);
    const auto inserted = database.execute(
        QStringLiteral("INSERT INTO runs(%1) VALUES(%2)").arg(QLatin1String(kRunColumns), placeholders(values.size())), values);
    return inserted ? writeNodes(database, run) : Result<void>(inserted.error());
}

Result<void> writeRun(Database &database, const Run &run, bool hasNewNodes)
{
    const QVariantList values = runValues(run);
    const auto updated = database.execute(
        QStringLiteral("UPDATE runs SET (%1) = (%2) WHERE id = ?").arg(QLatin1String(kRunColumns), placeholders(values.size())),
        values + QVariantList{fromText(run.id.text())});
    if (!updated)
        return updated.error();
    return hasNewNodes ? writeNodes(database, run) : Result<void>();
}

Result<int> editRuns(Database &database, const QString &lineage, const RunEdit &edit)
{
    if (edit.isArchived.value_or(false)) {
        TRY_DO(refuseGoingOn(database, lineage));
    }
    return database.execute(
        QStringLiteral("UPDATE runs SET name = coalesce(?, name), note = coalesce(?, note), is_archived = coalesce(?, is_archived),"
                       " is_pinned = coalesce(?, is_pinned), tags = coalesce(?, tags) WHERE lineage = ?"),
        {edit.name ? fromText(*edit.name) : QVariant(), edit.note ? fromText(*edit.note) : QVariant(),
         edit.isArchived ? QVariant(*edit.isArchived) : QVariant(), edit.isPinned ? QVariant(*edit.isPinned) : QVariant(),
         edit.tags ? fromText(edit.tags->join(u'\n')) : QVariant(), fromText(lineage)});
}

Result<void> markDeleted(Database &database, const QStringList &lineages, const QDateTime &when)
{
    for (const QString &lineage : lineages) {
        TRY_DO(refuseGoingOn(database, lineage));
    }
    return forEachLineage(database, QStringLiteral("UPDATE runs SET deleted = ? WHERE deleted IS NULL AND lineage = ?"), {fromTime(when)},
                          lineages);
}

Result<void> unmarkDeleted(Database &database, const QStringList &lineages)
{
    return forEachLineage(database, QStringLiteral("UPDATE runs SET deleted = NULL WHERE NOT is_erased AND lineage = ?"), {}, lineages);
}

Result<void> blankDeleted(Database &database, const QStringList &lineages)
{
    TRY_DO(forEachLineage(database,
                          QStringLiteral("UPDATE run_nodes SET directory = '' WHERE run_id IN "
                                         "(SELECT id FROM runs WHERE deleted IS NOT NULL AND lineage = ?)"),
                          {}, lineages));
    return forEachLineage(
        database,
        QStringLiteral("UPDATE runs SET is_erased = 1, image = '', command = '', checkpoint_dir = '', checkpoint_pattern = '', "
                       "resumed_from = '', message = '', note = '' WHERE deleted IS NOT NULL AND lineage = ?"),
        {}, lineages);
}

}  // namespace

Result<void> RunTable::add(const Run &run)
{
    return m_database.write([&](Database &database) -> Result<void> {
        TRY(const auto same, selectRuns(database, "WHERE id = ?", {fromText(run.id.text())}));
        if (!same.isEmpty()) {
            return Error{ErrorCode::AlreadyExists, Words::tr("There is already a run “%1”: choose another name.").arg(run.id.text()), {}};
        }
        for (const RunNode &node : run.nodes) {
            if (node.machineId.isSet()) {
                TRY_DO(findMachine(database, node.machineId));
            }
        }
        return insertRun(database, run);
    });
}

Result<Run> RunTable::update(const RunId &id, const std::function<void(Run &)> &change)
{
    Run changed;
    const auto written = m_database.write([&](Database &database) -> Result<void> {
        TRY(auto found, onlyOne(selectRuns(database, "WHERE id = ?", {fromText(id.text())}), noRun(id.text())));
        changed = found;
        change(changed);
        changed.id = found.id;
        Q_ASSERT(!changed.nodes.isEmpty());
        return writeRun(database, changed, changed.nodes != found.nodes);
    });
    if (!written)
        return written.error();
    return changed;
}

Result<QList<Run>> RunTable::all() const { return selectRuns(m_database, "WHERE deleted IS NULL ORDER BY created DESC, rowid DESC", {}); }

Result<QList<Run>> RunTable::running() const
{
    return selectRuns(m_database, "WHERE state = ? AND deleted IS NULL ORDER BY created DESC, rowid DESC",
                      {fromText(runStateName(RunState::Running))});
}

Result<QList<Run>> RunTable::inTrash() const
{
    return selectRuns(m_database, "WHERE deleted IS NOT NULL AND NOT is_erased ORDER BY created DESC, rowid DESC", {});
}

Result<QList<Run>> RunTable::metered() const { return selectRuns(m_database, "ORDER BY created DESC, rowid DESC", {}); }

Result<Run> RunTable::find(const RunId &id) const
{
    return onlyOne(selectRuns(m_database, "WHERE id = ? AND NOT is_erased", {fromText(id.text())}), noRun(id.text()));
}

Result<int> RunTable::nextAttempt(const QString &lineage) const
{
    const auto highest = rows(m_database, "coalesce(max(attempt), 0)", "runs WHERE lineage = ?", {fromText(lineage)},
                              [](const QSqlQuery &row) { return row.value(0).toInt(); });
    if (!highest)
        return highest.error();
    return highest->value(0) + 1;
}

Result<QList<Run>> RunTable::attempts(const QString &lineage) const
{
    return selectRuns(m_database, "WHERE lineage = ? AND deleted IS NULL ORDER BY attempt DESC", {fromText(lineage)});
}

Result<QList<Run>> RunTable::steps(const RunId &first) const
{
    return selectRuns(m_database, "WHERE pipeline = ? AND deleted IS NULL ORDER BY pipeline_step", {fromText(first.text())});
}

Result<void> RunTable::edit(const QString &lineage, const RunEdit &edit) { return this->edit(QList<LineageEdit>{{lineage, edit}}); }

Result<void> RunTable::edit(const QList<LineageEdit> &edits)
{
    for (const LineageEdit &one : edits) {
        TRY_DO(checkRunEdit(one.edit));
    }
    return m_database.write([&](Database &database) -> Result<void> {
        for (const LineageEdit &one : edits) {
            TRY(const auto updated, editRuns(database, one.lineage, one.edit));
            if (updated == 0)
                return Error{ErrorCode::NotFound, noRun(one.lineage), {}};
        }
        return {};
    });
}

Result<void> RunTable::moveToTrash(const QStringList &lineages)
{
    return m_database.write([&](Database &database) { return markDeleted(database, lineages, QDateTime::currentDateTimeUtc()); });
}

Result<void> RunTable::restore(const QStringList &lineages)
{
    return m_database.write([&](Database &database) { return unmarkDeleted(database, lineages); });
}

Result<void> RunTable::erase(const QStringList &lineages)
{
    return m_database.write([&](Database &database) { return blankDeleted(database, lineages); });
}

}  // namespace trainyard
