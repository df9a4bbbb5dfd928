// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/probetable.h"

#include "core/storage/database/internal/machinerows.h"
#include "core/storage/database/internal/rowvalues.h"

#include <QCoreApplication>

#include <cmath>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::StateDatabase)
};

constexpr int kMaxProbesOfAMachine = 40;  // a tenth of a megabyte each
constexpr auto kProbeColumns = "id, machine_id, machine_name, taken, is_simulated, is_quick, status, gpus";

ProbeRecord probeRecordOf(const QSqlQuery &row)
{
    return {ProbeId(row.value(0).toLongLong()),
            MachineId(row.value(1).toLongLong()),
            row.value(2).toString(),
            toTime(row.value(3)),
            row.value(4).toBool(),
            row.value(5).toBool(),
            row.value(6).toString(),
            row.value(7).toString(),
            {}};
}

Result<void> insertProbe(Database &database, ProbeRecord &record, const QList<ProbeFigure> &figures)
{
    const QVariant machine = fromId(record.machineId);
    TRY(auto inserted,
        database.select(
            QStringLiteral(
                "INSERT INTO probe_reports(machine_id, machine_name, taken, is_simulated, is_quick, status, gpus, report) VALUES(%1)")
                .arg(placeholders(8)),
            {machine, fromText(record.machineName), fromTime(record.taken), record.isSimulated, record.isQuick, fromText(record.status),
             fromText(record.gpus), record.report}));
    record.id = ProbeId(inserted.lastInsertId().toLongLong());
    for (const ProbeFigure &figure : record.isSimulated ? QList<ProbeFigure>() : figures) {
        TRY_DO(database.execute(
            QStringLiteral("INSERT INTO probe_figures(report, gpu, uuid, what, value, unit) VALUES(%1)").arg(placeholders(6)),
            {fromId(record.id), fromText(figure.gpu), fromText(figure.uuid), fromText(figure.what), figure.value, fromText(figure.unit)}));
    }
    const auto forgotten = database.execute(
        QStringLiteral("DELETE FROM probe_reports WHERE id IN (SELECT id FROM probe_reports WHERE machine_id IS ? AND machine_name = ? "
                       "ORDER BY id DESC LIMIT -1 OFFSET ?)"),
        {machine, fromText(record.machineName), kMaxProbesOfAMachine});
    return forgotten ? Result<void>() : Result<void>(forgotten.error());
}

Result<QList<ProbeRecord>> selectProbes(const Database &database)
{
    return rows(database, kProbeColumns, "probe_reports ORDER BY id DESC", {}, probeRecordOf);
}

Result<std::optional<ProbeRecord>> selectProbe(const Database &database, ProbeId id)
{
    const auto found = rows(database, "id, machine_id, machine_name, taken, is_simulated, is_quick, status, gpus, report",
                            "probe_reports WHERE id = ?", {fromId(id)}, [](const QSqlQuery &row) {
                                ProbeRecord record = probeRecordOf(row);
                                record.report = row.value(8).toByteArray();
                                return record;
                            });
    if (!found)
        return found.error();
    return found->isEmpty() ? std::optional<ProbeRecord>() : std::optional(found->first());
}

Result<QList<ProbeFigure>> selectProbeFigures(const Database &database)
{
    return readableRows(
        database, "probe_figures.report, machine_id, machine_name, taken, is_quick, gpu, uuid, what, value, unit",
        "probe_figures JOIN probe_reports ON probe_reports.id = probe_figures.report WHERE NOT is_simulated ORDER BY probe_figures.id", {},
        [](const QSqlQuery &row) -> std::optional<ProbeFigure> {
            const double value = row.value(8).toDouble();
            if (!std::isfinite(value) || value <= 0)
                return std::nullopt;
            const bool isRemoved = row.value(1).isNull() && !row.value(2).toString().isEmpty();
            return ProbeFigure{ProbeId(row.value(0).toLongLong()),
                               isRemoved ? kRemovedMachine : MachineId(row.value(1).toLongLong()),
                               row.value(5).toString(),
                               row.value(6).toString(),
                               row.value(7).toString(),
                               value,
                               row.value(9).toString(),
                               row.value(4).toBool(),
                               toTime(row.value(3))};
        });
}

}  // namespace

Result<ProbeRecord> ProbeTable::add(ProbeRecord record, const QList<ProbeFigure> &figures)
{
    record.taken = toTime(fromTime(record.taken.isValid() ? record.taken : QDateTime::currentDateTimeUtc()));
    const auto written = m_database.write([&](Database &database) -> Result<void> {
        if (!record.machineId.isSet()) {
            record.machineName.clear();
        } else if (const auto machine = findMachine(database, record.machineId)) {
            record.machineName = machine->name;
            record.isSimulated = record.isSimulated || machine->isSimulated;
        } else {
            return machine.error();
        }
        return insertProbe(database, record, figures);
    });
    if (!written)
        return written.error();
    return record;
}

Result<QList<ProbeRecord>> ProbeTable::all() const { return selectProbes(m_database); }

Result<ProbeRecord> ProbeTable::find(ProbeId id) const
{
    TRY(auto found, selectProbe(m_database, id));
    if (!found)
        return Error{
            ErrorCode::NotFound, Words::tr("There is no report %1: `yard probe list` shows those that are kept.").arg(id.number()), {}};
    return std::move(*found);
}

Result<QList<ProbeFigure>> ProbeTable::figures() const { return selectProbeFigures(m_database); }

}  // namespace trainyard
