// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/statedatabase.h"

#include "core/base/seentext.h"
#include "core/storage/database/internal/alerttable.h"
#include "core/storage/database/internal/checktable.h"
#include "core/storage/database/internal/machinetable.h"
#include "core/storage/database/internal/pricetable.h"
#include "core/storage/database/internal/probetable.h"
#include "core/storage/database/internal/rentaltable.h"
#include "core/storage/database/internal/rowvalues.h"
#include "core/storage/database/internal/runtable.h"
#include "core/storage/database/internal/transfertable.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QThread>

namespace trainyard {

struct StateDatabase::State {
    std::unique_ptr<Database> database;
};

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::StateDatabase)
};

QDateTime wholeSeconds(const QDateTime &time) { return QDateTime::fromSecsSinceEpoch(time.toSecsSinceEpoch(), Qt::UTC); }

template <typename T>
Result<T> onlyOne(Result<QList<T>> found, const QString &sentenceWhenNone)
{
    if (!found)
        return found.error();
    if (found->isEmpty())
        return Error{ErrorCode::NotFound, sentenceWhenNone, {}};
    return found->first();
}

QString noMachine(const QString &name)
{
    return Words::tr("There is no machine named “%1”: check the name in the list of machines.").arg(name);
}

QString noRun(const QString &id) { return Words::tr("There is no run “%1”: check the id in the list of runs.").arg(id); }

Result<void> checkLabels(const Machine &machine)
{
    if (machine.group.toUcs4().size() > 64 || hasUnseen(machine.group)) {
        return Error{
            ErrorCode::InvalidInput, Words::tr("A group's name has at most 64 characters, all of them visible: choose another name."), {}};
    }
    if (machine.notes.toUcs4().size() > 2000)
        return Error{ErrorCode::InvalidInput, Words::tr("Notes have at most 2000 characters: shorten them."), {}};
    return {};
}

// A database of no bytes is made anew, but not where it once held something. Another program may be making it just now.
bool isEmptied(const QString &file)
{
    constexpr int kMakingMs = 1000;
    const auto isEmpty = [&] {
        const QFileInfo info(file);
        return info.exists() && info.size() == 0 && QFileInfo(file + QStringLiteral("-wal")).size() == 0;
    };
    const QDir runs(QFileInfo(file).absolutePath() + QStringLiteral("/runs"));
    if (!isEmpty() || runs.isEmpty(QDir::Dirs | QDir::NoDotAndDotDot))
        return false;
    const QDeadlineTimer deadline(kMakingMs);
    while (isEmpty() && !deadline.hasExpired())
        QThread::msleep(20);
    return isEmpty();
}

// A query inside the transaction, so that the question and the change see the same state.
Result<void> checkNameIsFree(const Database &database, const QString &name, qint64 exceptId)
{
    const auto taken = rows(database, "id", "machines WHERE name = ? AND id <> ?", {name, exceptId},
                            [](const QSqlQuery &row) { return row.value(0).toLongLong(); });
    if (!taken)
        return taken.error();
    if (taken->isEmpty())
        return {};
    return Error{ErrorCode::AlreadyExists, Words::tr("There is already a machine named “%1”: choose another name.").arg(name), {}};
}

Result<void> checkMachineExists(const Database &database, qint64 id)
{
    const auto found = rows(database, "id", "machines WHERE id = ?", {id}, [](const QSqlQuery &row) { return row.value(0).toLongLong(); });
    if (!found)
        return found.error();
    if (!found->isEmpty())
        return {};
    return Error{ErrorCode::NotFound, Words::tr("The machine was removed meanwhile: choose another one."), QString::number(id)};
}

}  // namespace

StateDatabase::StateDatabase(std::unique_ptr<State> state) : m_state(std::move(state)) {}

StateDatabase::~StateDatabase() = default;

std::optional<Error> StateDatabase::unwritable() const { return m_state->database->unwritable(); }

Result<QString> StateDatabase::moveAway(const QString &file)
{
    const QString base = file + QStringLiteral(".damaged-") + QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss"));
    QString aside = base;
    for (int number = 2; QFileInfo::exists(aside); ++number)
        aside = base + u'-' + QString::number(number);
    // Its side files would be taken for those of the new one.
    for (const char *side : {"", "-wal", "-shm"}) {
        QFile moved(file + QLatin1String(side));
        if (moved.exists() && !moved.rename(aside + QLatin1String(side))) {
            return Error{ErrorCode::PermissionDenied,
                         Words::tr("%1 cannot be moved away: check the permissions of its folder.").arg(moved.fileName()),
                         moved.errorString()};
        }
    }
    return aside;
}

Result<std::unique_ptr<StateDatabase>> StateDatabase::open(const QString &file)
{
    if (isEmptied(file)) {
        return Error{
            ErrorCode::Corrupt,
            Words::tr("%1 is empty, although there are runs beside it: restore a copy, or move it away to start without what it held.")
                .arg(file),
            {}};
    }
    auto database = Database::open(file);
    if (!database)
        return database.error();
    auto state = std::make_unique<State>();
    state->database = std::move(*database);
    return std::unique_ptr<StateDatabase>(new StateDatabase(std::move(state)));
}

Result<Machine> StateDatabase::addMachine(Machine machine)
{
    if (const auto named = checkMachineName(machine.name); !named)
        return named.error();
    if (const auto labelled = checkLabels(machine); !labelled)
        return labelled.error();
    if (!machine.added.isValid())
        machine.added = QDateTime::currentDateTimeUtc();
    machine.added = toTime(fromTime(machine.added));
    const auto written = m_state->database->write([&](Database &database) -> Result<void> {
        if (const auto isFree = checkNameIsFree(database, machine.name, 0); !isFree)
            return isFree;
        const QVariantList values = machineValues(machine);
        auto inserted = database.select(
            QStringLiteral("INSERT INTO machines(name, kind, host, port, user, identity_files, known_hosts_file, "
                           "jumps, host_key_alias, added, machine_group, notes) VALUES(%1)")
                .arg(placeholders(values.size())),
            values);
        if (!inserted)
            return inserted.error();
        machine.id = inserted->lastInsertId().toLongLong();
        return {};
    });
    if (!written)
        return written.error();
    return machine;
}

Result<void> StateDatabase::updateMachine(const Machine &machine)
{
    if (const auto named = checkMachineName(machine.name); !named)
        return named;
    if (const auto labelled = checkLabels(machine); !labelled)
        return labelled;
    return m_state->database->write([&](Database &database) -> Result<void> {
        if (const auto exists = checkMachineExists(database, machine.id); !exists)
            return exists;
        if (const auto isFree = checkNameIsFree(database, machine.name, machine.id); !isFree)
            return isFree;
        const auto updated = database.execute(
            QStringLiteral("UPDATE machines SET name = ?, kind = ?, host = ?, port = ?, user = ?, identity_files = ?, "
                           "known_hosts_file = ?, jumps = ?, host_key_alias = ?, added = ?, machine_group = ?, "
                           "notes = ? WHERE id = ?"),
            machineValues(machine) << machine.id);
        if (!updated)
            return updated.error();
        for (const char *table : {"runs", "transfers", "rentals", "probe_reports"}) {
            const auto renamed = database.execute(
                QStringLiteral("UPDATE %1 SET machine_name = ? WHERE machine_id = ? AND machine_name <> ?").arg(QLatin1String(table)),
                {machine.name, machine.id, machine.name});
            if (!renamed)
                return renamed.error();
        }
        return {};
    });
}

Result<void> StateDatabase::removeMachine(qint64 id)
{
    return m_state->database->write([&](Database &database) -> Result<void> {
        if (const auto exists = checkMachineExists(database, id); !exists)
            return exists;
        // Who removes a machine has returned it.
        const auto returned = database.execute(
            QStringLiteral("UPDATE rentals SET ended = max(began, ?) WHERE machine_id = ? AND ended IS NULL"),
            {fromTime(wholeSeconds(QDateTime::currentDateTimeUtc())), id});
        if (!returned)
            return returned.error();
        const auto removed = database.execute(QStringLiteral("DELETE FROM machines WHERE id = ?"), {id});
        return removed ? Result<void>() : Result<void>(removed.error());
    });
}

Result<QList<Machine>> StateDatabase::machines() const
{
    return rows(*m_state->database, kMachineColumns, "machines ORDER BY name COLLATE NOCASE, name", {}, machineOf);
}

Result<Machine> StateDatabase::machine(const QString &name) const
{
    return onlyOne(rows(*m_state->database, kMachineColumns, "machines WHERE name = ?", {fromText(name)}, machineOf), noMachine(name));
}

Result<Machine> StateDatabase::machine(qint64 id) const
{
    return onlyOne(rows(*m_state->database, kMachineColumns, "machines WHERE id = ?", {id}, machineOf),
                   Words::tr("The machine was removed meanwhile: choose another one."));
}

Result<void> StateDatabase::addRun(const Run &run)
{
    return m_state->database->write([&](Database &database) -> Result<void> {
        const auto same = selectRuns(database, "WHERE id = ?", {fromText(run.id)});
        if (!same)
            return same.error();
        if (!same->isEmpty()) {
            return Error{ErrorCode::AlreadyExists, Words::tr("There is already a run “%1”: choose another name.").arg(run.id), {}};
        }
        if (run.machineId > 0) {
            if (const auto exists = checkMachineExists(database, run.machineId); !exists)
                return exists;
        }
        return insertRun(database, run);
    });
}

Result<Run> StateDatabase::updateRun(const QString &id, const std::function<void(Run &)> &change)
{
    Run changed;
    const auto written = m_state->database->write([&](Database &database) -> Result<void> {
        auto found = onlyOne(selectRuns(database, "WHERE id = ?", {fromText(id)}), noRun(id));
        if (!found)
            return found.error();
        changed = *found;
        change(changed);
        changed.id = found->id;
        return writeRun(database, changed);
    });
    if (!written)
        return written.error();
    return changed;
}

Result<QList<Run>> StateDatabase::runs() const
{
    return selectRuns(*m_state->database, "WHERE deleted IS NULL ORDER BY created DESC, rowid DESC", {});
}

Result<QList<Run>> StateDatabase::deletedRuns() const
{
    return selectRuns(*m_state->database, "WHERE deleted IS NOT NULL AND NOT is_erased ORDER BY created DESC, rowid DESC", {});
}

Result<QList<Run>> StateDatabase::meteredRuns() const { return selectRuns(*m_state->database, "ORDER BY created DESC, rowid DESC", {}); }

Result<Run> StateDatabase::run(const QString &id) const
{
    return onlyOne(selectRuns(*m_state->database, "WHERE id = ? AND NOT is_erased", {fromText(id)}), noRun(id));
}

Result<int> StateDatabase::nextAttempt(const QString &lineage) const
{
    const auto highest = rows(*m_state->database, "coalesce(max(attempt), 0)", "runs WHERE lineage = ?", {fromText(lineage)},
                              [](const QSqlQuery &row) { return row.value(0).toInt(); });
    if (!highest)
        return highest.error();
    return highest->value(0) + 1;
}

Result<QList<Run>> StateDatabase::attempts(const QString &lineage) const
{
    return selectRuns(*m_state->database, "WHERE lineage = ? AND deleted IS NULL ORDER BY attempt DESC", {fromText(lineage)});
}

Result<void> StateDatabase::editRun(const QString &lineage, const RunEdit &edit)
{
    if (const auto fine = checkRunEdit(edit); !fine)
        return fine;
    return m_state->database->write([&](Database &database) -> Result<void> {
        const auto updated = editRuns(database, lineage, edit);
        if (!updated)
            return updated.error();
        return *updated > 0 ? Result<void>() : Result<void>(Error{ErrorCode::NotFound, noRun(lineage), {}});
    });
}

Result<void> StateDatabase::deleteRuns(const QStringList &lineages)
{
    return m_state->database->write([&](Database &database) { return markDeleted(database, lineages, QDateTime::currentDateTimeUtc()); });
}

Result<void> StateDatabase::restoreRuns(const QStringList &lineages)
{
    return m_state->database->write([&](Database &database) { return unmarkDeleted(database, lineages); });
}

Result<void> StateDatabase::eraseRuns(const QStringList &lineages)
{
    return m_state->database->write([&](Database &database) { return blankDeleted(database, lineages); });
}

Result<CheckRecord> StateDatabase::addCheck(CheckRecord record)
{
    record.taken = toTime(fromTime(record.taken.isValid() ? record.taken : QDateTime::currentDateTimeUtc()));
    const auto written = m_state->database->write([&](Database &database) -> Result<void> {
        if (const auto exists = checkMachineExists(database, record.machineId); !exists)
            return exists;
        return insertCheck(database, record);
    });
    if (!written)
        return written.error();
    return record;
}

Result<QList<CheckRecord>> StateDatabase::checks(qint64 machineId) const { return selectChecks(*m_state->database, machineId); }

Result<CheckRecord> StateDatabase::check(qint64 id) const
{
    auto found = selectCheck(*m_state->database, id);
    if (!found)
        return found.error();
    if (!*found)
        return Error{ErrorCode::NotFound, Words::tr("This check is no longer kept: check the machine again."), QString::number(id)};
    return std::move(**found);
}

Result<Rental> StateDatabase::beginRental(Rental rental)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const auto machine = this->machine(rental.machineId);
    if (!machine)
        return machine.error();
    if (machine->isSimulated()) {
        return Error{ErrorCode::InvalidInput, Words::tr("The sandbox is this computer and costs nothing: rent a real machine."), {}};
    }
    rental.machineName = machine->name;
    rental.began = wholeSeconds(rental.began.isValid() ? rental.began : now);
    rental.ended = {};
    if (const auto fine = checkRental(rental, now); !fine)
        return fine.error();
    const auto written = m_state->database->write([&](Database &database) -> Result<void> {
        if (const auto exists = checkMachineExists(database, rental.machineId); !exists)
            return exists;
        return insertRental(database, rental);
    });
    if (!written)
        return written.error();
    return rental;
}

Result<Rental> StateDatabase::endRental(qint64 machineId)
{
    Rental ended;
    const auto written = m_state->database->write([&](Database &database) -> Result<void> {
        const auto closed = closeRental(database, machineId, wholeSeconds(QDateTime::currentDateTimeUtc()));
        if (!closed)
            return closed.error();
        ended = *closed;
        return {};
    });
    if (!written)
        return written.error();
    return ended;
}

Result<ProbeRecord> StateDatabase::addProbe(ProbeRecord record, const QList<ProbeFigure> &figures)
{
    record.taken = toTime(fromTime(record.taken.isValid() ? record.taken : QDateTime::currentDateTimeUtc()));
    const auto written = m_state->database->write([&](Database &database) -> Result<void> {
        if (record.machineId <= 0) {
            record.machineName.clear();
        } else if (const auto machine = onlyOne(rows(database, kMachineColumns, "machines WHERE id = ?", {record.machineId}, machineOf),
                                                Words::tr("The machine was removed meanwhile: choose another one."))) {
            record.machineName = machine->name;
            record.isSimulated = record.isSimulated || machine->isSimulated();
        } else {
            return machine.error();
        }
        return insertProbe(database, record, figures);
    });
    if (!written)
        return written.error();
    return record;
}

Result<QList<ProbeRecord>> StateDatabase::probes() const { return selectProbes(*m_state->database); }

Result<ProbeRecord> StateDatabase::probe(qint64 id) const
{
    auto found = selectProbe(*m_state->database, id);
    if (!found)
        return found.error();
    if (!*found)
        return Error{ErrorCode::NotFound, Words::tr("There is no report %1: `yard probe list` shows those that are kept.").arg(id), {}};
    return std::move(**found);
}

Result<QList<ProbeFigure>> StateDatabase::probeFigures() const { return selectProbeFigures(*m_state->database); }

Result<QList<Rental>> StateDatabase::rentals() const { return selectRentals(*m_state->database); }

Result<void> StateDatabase::setBudget(const Budget &budget)
{
    if (const auto fine = checkBudget(budget); !fine)
        return fine;
    return m_state->database->write([&](Database &database) { return putBudget(database, budget); });
}

Result<void> StateDatabase::removeBudget(BudgetScope scope, const QString &name)
{
    return m_state->database->write([&](Database &database) -> Result<void> {
        const auto removed = deleteBudget(database, scope, name);
        if (!removed)
            return removed.error();
        if (*removed)
            return {};
        return Error{ErrorCode::NotFound, Words::tr("There is no such budget: check the list of budgets."), name};
    });
}

Result<QList<Budget>> StateDatabase::budgets() const { return selectBudgets(*m_state->database); }

Result<bool> StateDatabase::reachStep(const Budget &budget, const QString &period, BudgetStep step)
{
    bool isNew = false;
    const auto written = m_state->database->write([&](Database &database) -> Result<void> {
        const auto raised = raiseStep(database, budget, period, step);
        if (!raised)
            return raised.error();
        isNew = *raised;
        return {};
    });
    if (!written)
        return written.error();
    return isNew;
}

Result<TransferRecord> StateDatabase::addTransfer(TransferRecord record)
{
    const auto written = m_state->database->write([&](Database &database) -> Result<void> {
        // Between this computer and a store there is no machine.
        if (record.machineId != 0 || record.spec.storeAddress.isEmpty()) {
            if (const auto exists = checkMachineExists(database, record.machineId); !exists)
                return exists;
        }
        return insertTransfer(database, record);
    });
    if (!written)
        return written.error();
    return record;
}

Result<void> StateDatabase::updateTransfer(const TransferRecord &record)
{
    return m_state->database->write([&](Database &database) { return changeTransfer(database, record); });
}

Result<void> StateDatabase::orderTransfers(const QList<qint64> &ids)
{
    return m_state->database->write([&](Database &database) { return placeTransfers(database, ids); });
}

Result<void> StateDatabase::removeTransfers(const QList<qint64> &ids)
{
    return m_state->database->write([&](Database &database) { return deleteTransfers(database, ids); });
}

Result<QList<TransferRecord>> StateDatabase::takeTransfers(const QString &keeper, const std::function<bool(const QString &)> &isGone)
{
    QList<TransferRecord> taken;
    // Nothing to take is the ordinary start of a program, which need not wait for the disk.
    const auto foreign = rows(*m_state->database, "count(*)", "transfers WHERE keeper <> ?", {keeper},
                              [](const QSqlQuery &row) { return row.value(0).toInt(); });
    if (!foreign)
        return foreign.error();
    if (foreign->value(0) == 0)
        return taken;
    const auto written = m_state->database->write([&](Database &database) -> Result<void> {
        auto found = adoptTransfers(database, keeper, isGone);
        if (!found)
            return found.error();
        taken = std::move(*found);
        return {};
    });
    if (!written)
        return written.error();
    return taken;
}

Result<void> StateDatabase::addPrices(const QList<SeenPrice> &prices)
{
    if (prices.isEmpty())
        return {};
    return m_state->database->write([&](Database &database) { return insertPrices(database, prices); });
}

Result<QList<SeenPrice>> StateDatabase::prices(const QString &provider, const QString &type) const
{
    return selectPrices(*m_state->database, provider, type);
}

Result<Alert> StateDatabase::openAlert(const Alert &alert)
{
    Result<Alert> opened = alert;
    const auto written = m_state->database->write([&](Database &database) -> Result<void> {
        opened = putAlert(database, alert);
        return opened ? Result<void>() : Result<void>(opened.error());
    });
    return written ? opened : Result<Alert>(written.error());
}

Result<std::optional<Alert>> StateDatabase::clearAlert(const QString &key, const QDateTime &when)
{
    Result<std::optional<Alert>> ended = std::optional<Alert>();
    const auto written = m_state->database->write([&](Database &database) -> Result<void> {
        ended = endAlert(database, key, when);
        return ended ? Result<void>() : Result<void>(ended.error());
    });
    return written ? ended : Result<std::optional<Alert>>(written.error());
}

Result<void> StateDatabase::markAlertNoData(const QString &key)
{
    return m_state->database->write([&](Database &database) { return setAlertNoData(database, key); });
}

Result<void> StateDatabase::acknowledgeAlert(qint64 id)
{
    return m_state->database->write([&](Database &database) { return setAlertSeen(database, id, QDateTime::currentDateTimeUtc()); });
}

Result<QList<qint64>> StateDatabase::claimAlerts(const QList<qint64> &ids, const QDateTime &when)
{
    Result<QList<qint64>> taken = QList<qint64>();
    const auto written = m_state->database->write([&](Database &database) -> Result<void> {
        taken = takeAlerts(database, ids, when);
        return taken ? Result<void>() : Result<void>(taken.error());
    });
    return written ? taken : Result<QList<qint64>>(written.error());
}

Result<QList<Alert>> StateDatabase::alerts(int most, const QString &runId) const
{
    return runId.isEmpty() ? selectAlerts(*m_state->database, "alerts ORDER BY id DESC LIMIT ?", {most})
                           : selectAlerts(*m_state->database, "alerts WHERE run_id = ? ORDER BY id DESC LIMIT ?", {runId, most});
}

Result<QList<Alert>> StateDatabase::openAlerts() const
{
    return selectAlerts(*m_state->database, "alerts WHERE cleared IS NULL ORDER BY id DESC", {});
}

Result<QList<Alert>> StateDatabase::dueAlerts(const QDateTime &toldSince) const
{
    return selectAlerts(*m_state->database, "alerts WHERE is_due = 1 OR told >= ? ORDER BY id", {fromTime(toldSince)});
}

qint64 StateDatabase::changeCounter() const { return m_state->database->changeCounter(); }

}  // namespace trainyard
