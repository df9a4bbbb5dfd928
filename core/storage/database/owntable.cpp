// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/owntable.h"

#include "core/storage/database/internal/machinerows.h"
#include "core/storage/database/internal/rowvalues.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::StateDatabase)
};

}  // namespace

Result<void> OwnTable::set(MachineId machineId, const std::optional<OwnHardware> &figures)
{
    if (figures) {
        TRY_DO(checkOwn(*figures));
    }
    return m_database.write([&](Database &database) -> Result<void> {
        TRY(const auto machine, findMachine(database, machineId));
        if (figures && machine.isSimulated)
            return invalidInput(Words::tr("The sandbox is this computer and costs nothing: choose a real machine."));
        const auto written = figures
                                 ? database.execute(QStringLiteral("INSERT INTO own_figures(machine_id, figures) VALUES(?, ?) "
                                                                   "ON CONFLICT(machine_id) DO UPDATE SET figures = excluded.figures"),
                                                    {fromId(machineId), fromTexts(textsOf(*figures))})
                                 : database.execute(QStringLiteral("DELETE FROM own_figures WHERE machine_id = ?"), {fromId(machineId)});
        return written ? Result<void>() : Result<void>(written.error());
    });
}

Result<QHash<MachineId, OwnHardware>> OwnTable::all() const
{
    using Row = std::pair<MachineId, OwnHardware>;
    TRY(const auto found,
        readableRows(m_database, "machine_id, figures", "own_figures", {}, [](const QSqlQuery &row) -> std::optional<Row> {
            const auto own = ownFromTexts(toTexts(row.value(1)));
            return own ? std::optional(Row(MachineId(row.value(0).toLongLong()), *own)) : std::nullopt;
        }));
    QHash<MachineId, OwnHardware> figures;
    for (const auto &[machine, own] : found)
        figures.insert(machine, own);
    return figures;
}

Result<void> OwnTable::setEnergy(const RunId &runId, const RunEnergy &energy)
{
    return m_database.write([&](Database &database) -> Result<void> {
        const auto written = database.execute(
            QStringLiteral(
                "INSERT INTO run_energy(run_id, joules, milliseconds, bytes, fields) VALUES(%1) ON CONFLICT(run_id) DO UPDATE SET "
                "joules = excluded.joules, milliseconds = excluded.milliseconds, bytes = excluded.bytes, fields = excluded.fields")
                .arg(placeholders(5)),
            {fromText(runId.text()), energy.gpus.joules, energy.gpus.milliseconds, energy.bytes,
             fromText(QString::fromUtf8(energy.gpuFields))});
        return written ? Result<void>() : Result<void>(written.error());
    });
}

Result<RunEnergy> OwnTable::energy(const RunId &runId) const
{
    TRY(const auto found, rows(m_database, "joules, milliseconds, bytes, fields", "run_energy WHERE run_id = ?", {fromText(runId.text())},
                               [](const QSqlQuery &row) {
                                   return RunEnergy{{row.value(0).toDouble(), row.value(1).toLongLong()},
                                                    row.value(2).toLongLong(),
                                                    row.value(3).toString().toUtf8()};
                               }));
    return found.value(0);
}

Result<QHash<RunId, GpuEnergy>> OwnTable::energies() const
{
    using Row = std::pair<RunId, GpuEnergy>;
    TRY(const auto found, rows(m_database, "run_id, joules, milliseconds", "run_energy", {}, [](const QSqlQuery &row) {
            return Row(RunId(row.value(0).toString()), {row.value(1).toDouble(), row.value(2).toLongLong()});
        }));
    QHash<RunId, GpuEnergy> energies;
    for (const auto &[run, energy] : found)
        energies.insert(run, energy);
    return energies;
}

}  // namespace trainyard
