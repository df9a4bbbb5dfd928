// SPDX-License-Identifier: GPL-3.0-or-later
// The schema, as numbered steps. PRAGMA user_version holds the number of steps applied. A released step is never edited: a change is a
// new step at the end.
#pragma once

#include <QStringList>

#include <vector>

namespace trainyard {

// "TRYD": distinguishes our files from other programs' databases (PRAGMA application_id).
inline constexpr int kApplicationId = 0x54525944;

inline const std::vector<QStringList> &migrations()
{
    static const std::vector<QStringList> steps{
        // 1: machines and runs. Times are milliseconds since 1970 UTC, NULL = not yet. AUTOINCREMENT: the id of a removed machine is
        // never reused.
        {
            QStringLiteral("CREATE TABLE machines ("
                           " id INTEGER PRIMARY KEY AUTOINCREMENT,"
                           " name TEXT NOT NULL UNIQUE,"
                           " kind TEXT NOT NULL,"
                           " host TEXT NOT NULL,"
                           " port INTEGER NOT NULL,"
                           " user TEXT NOT NULL,"
                           " identity_files TEXT NOT NULL,"  // JSON array of paths
                           " known_hosts_file TEXT NOT NULL,"
                           " added INTEGER)"),
            QStringLiteral("CREATE TABLE runs ("
                           " id TEXT PRIMARY KEY NOT NULL,"
                           " lineage TEXT NOT NULL,"
                           " attempt INTEGER NOT NULL,"
                           " name TEXT NOT NULL,"
                           " machine_id INTEGER REFERENCES machines(id) ON DELETE SET NULL,"
                           " machine_name TEXT NOT NULL,"
                           " is_simulated INTEGER NOT NULL,"
                           " engine TEXT NOT NULL,"
                           " image TEXT NOT NULL,"
                           " command TEXT NOT NULL,"
                           " directory TEXT NOT NULL,"
                           " checkpoint_dir TEXT NOT NULL,"
                           " checkpoint_pattern TEXT NOT NULL,"
                           " resumed_from TEXT NOT NULL,"
                           " state TEXT NOT NULL,"
                           " exit_code INTEGER,"
                           " exit_signal INTEGER,"
                           " is_out_of_memory INTEGER NOT NULL,"
                           " message TEXT NOT NULL,"
                           " created INTEGER,"
                           " started INTEGER,"
                           " ended INTEGER)"),
            QStringLiteral("CREATE INDEX runs_by_lineage ON runs(lineage, attempt)"),
            QStringLiteral("CREATE INDEX runs_by_machine ON runs(machine_id)"),
            QStringLiteral("CREATE TABLE counters (name TEXT PRIMARY KEY NOT NULL, value INTEGER NOT NULL)"),
            QStringLiteral("INSERT INTO counters(name, value) VALUES('changes', 0)"),
        },
        // 2: the jump hosts to a machine (JSON array), and the name its host key is known under.
        {
            QStringLiteral("ALTER TABLE machines ADD COLUMN jumps TEXT NOT NULL DEFAULT '[]'"),
            QStringLiteral("ALTER TABLE machines ADD COLUMN host_key_alias TEXT NOT NULL DEFAULT ''"),
        },
        // 3: machine groups and notes.
        {
            QStringLiteral("ALTER TABLE machines ADD COLUMN machine_group TEXT NOT NULL DEFAULT ''"),
            QStringLiteral("ALTER TABLE machines ADD COLUMN notes TEXT NOT NULL DEFAULT ''"),
        },
        // 4: file transfers. Paths are bytes; options, progress, outcome and error are JSON objects, the last two '{}' if there is none.
        // The keeper is the program that has the transfer in its queue.
        {
            QStringLiteral("CREATE TABLE transfers ("
                           " id INTEGER PRIMARY KEY AUTOINCREMENT,"
                           " place INTEGER NOT NULL,"
                           " keeper TEXT NOT NULL,"
                           " machine_id INTEGER REFERENCES machines(id) ON DELETE SET NULL,"
                           " machine_name TEXT NOT NULL,"
                           " direction TEXT NOT NULL,"
                           " local BLOB NOT NULL,"
                           " remote BLOB NOT NULL,"
                           " options TEXT NOT NULL,"
                           " state TEXT NOT NULL,"
                           " progress TEXT NOT NULL,"
                           " outcome TEXT NOT NULL,"
                           " error TEXT NOT NULL,"
                           " added INTEGER,"
                           " ended INTEGER)"),
            QStringLiteral("CREATE INDEX transfers_by_machine ON transfers(machine_id)"),
        },
        // 5: past prices of offers: one row for each price that differs from the previous one.
        {
            QStringLiteral("CREATE TABLE prices ("
                           " id INTEGER PRIMARY KEY AUTOINCREMENT,"
                           " provider TEXT NOT NULL,"
                           " type TEXT NOT NULL,"
                           " region TEXT NOT NULL,"
                           " purchase TEXT NOT NULL,"
                           " currency TEXT NOT NULL,"
                           " nanos INTEGER NOT NULL,"
                           " as_of INTEGER NOT NULL,"  // AsOf::number()
                           " source TEXT NOT NULL)"),
            QStringLiteral("CREATE INDEX prices_by_offer ON prices(provider, type, region, purchase)"),
        },
        // 6: costs of rented machines, budgets and the steps that were reached (0 none, 1 told, 2 save, 3 stop; the period is a month, or
        // empty for a run), and what a run was started for and at which price. Money in billionths.
        {
            QStringLiteral("CREATE TABLE rentals ("
                           " id INTEGER PRIMARY KEY AUTOINCREMENT,"
                           " machine_id INTEGER REFERENCES machines(id) ON DELETE SET NULL,"
                           " machine_name TEXT NOT NULL,"
                           " nanos INTEGER NOT NULL,"
                           " currency TEXT NOT NULL,"
                           " step INTEGER NOT NULL,"
                           " minimum INTEGER NOT NULL,"
                           " source TEXT NOT NULL,"
                           " began INTEGER NOT NULL,"
                           " ended INTEGER)"),
            QStringLiteral("CREATE INDEX rentals_by_machine ON rentals(machine_id)"),
            QStringLiteral("CREATE TABLE budgets (scope TEXT NOT NULL, name TEXT NOT NULL, nanos INTEGER NOT NULL,"
                           " currency TEXT NOT NULL, PRIMARY KEY(scope, name))"),
            QStringLiteral("CREATE TABLE budget_steps (scope TEXT NOT NULL, name TEXT NOT NULL, period TEXT NOT NULL,"
                           " step INTEGER NOT NULL, PRIMARY KEY(scope, name, period))"),
            QStringLiteral("ALTER TABLE runs ADD COLUMN project TEXT NOT NULL DEFAULT ''"),
            QStringLiteral("ALTER TABLE runs ADD COLUMN price_nanos INTEGER"),
            QStringLiteral("ALTER TABLE runs ADD COLUMN budget_nanos INTEGER"),
            QStringLiteral("ALTER TABLE runs ADD COLUMN currency TEXT NOT NULL DEFAULT ''"),
        },
        // 7: probe reports, unchanged, and the figures of real GPUs that later reports are compared with. A report without a machine
        // belongs to this computer if it has no machine name either.
        {
            QStringLiteral("CREATE TABLE probe_reports ("
                           " id INTEGER PRIMARY KEY AUTOINCREMENT,"
                           " machine_id INTEGER REFERENCES machines(id) ON DELETE SET NULL,"
                           " machine_name TEXT NOT NULL,"
                           " taken INTEGER NOT NULL,"
                           " is_simulated INTEGER NOT NULL,"
                           " is_quick INTEGER NOT NULL,"
                           " status TEXT NOT NULL,"
                           " gpus TEXT NOT NULL,"
                           " report BLOB NOT NULL)"),
            QStringLiteral("CREATE INDEX probe_reports_by_machine ON probe_reports(machine_id)"),
            QStringLiteral("CREATE TABLE probe_figures ("
                           " id INTEGER PRIMARY KEY,"
                           " report INTEGER NOT NULL REFERENCES probe_reports(id) ON DELETE CASCADE,"
                           " gpu TEXT NOT NULL,"
                           " uuid TEXT NOT NULL,"
                           " what TEXT NOT NULL,"
                           " value REAL NOT NULL,"
                           " unit TEXT NOT NULL)"),
            QStringLiteral("CREATE INDEX probe_figures_by_report ON probe_figures(report)"),
        },
        // 8: alerts, open (not cleared) and past. The key identifies repeated alerts. `seen`, `acknowledged` and `told` are by this
        // computer's clock, `opened` and `cleared` by the machine's if its samples have the time.
        {
            QStringLiteral("CREATE TABLE alerts ("
                           " id INTEGER PRIMARY KEY AUTOINCREMENT,"
                           " alert_key TEXT NOT NULL,"
                           " kind TEXT NOT NULL,"
                           " severity TEXT NOT NULL,"
                           " run_id TEXT NOT NULL,"
                           " run_name TEXT NOT NULL,"
                           " machine_name TEXT NOT NULL,"
                           " topic TEXT NOT NULL,"
                           " is_simulated INTEGER NOT NULL,"
                           " gpus TEXT NOT NULL,"  // indices with commas between them
                           " value REAL,"
                           " threshold REAL NOT NULL,"
                           " detail TEXT NOT NULL,"
                           " opened INTEGER NOT NULL,"
                           " cleared INTEGER,"
                           " seen INTEGER NOT NULL,"
                           " acknowledged INTEGER,"
                           " told INTEGER,"
                           " is_due INTEGER NOT NULL,"
                           " has_no_data INTEGER NOT NULL)"),
            QStringLiteral("CREATE INDEX alerts_by_key ON alerts(alert_key)"),
            QStringLiteral("CREATE INDEX alerts_by_run ON alerts(run_id)"),
        },
        // 9: a person's notes on a run and whether it was archived, and the answers of machine checks (packed).
        {
            QStringLiteral("ALTER TABLE runs ADD COLUMN note TEXT NOT NULL DEFAULT ''"),
            QStringLiteral("ALTER TABLE runs ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0"),
            QStringLiteral("CREATE TABLE machine_checks ("
                           " id INTEGER PRIMARY KEY AUTOINCREMENT,"
                           " machine_id INTEGER NOT NULL REFERENCES machines(id) ON DELETE CASCADE,"
                           " taken INTEGER NOT NULL,"
                           " duration INTEGER NOT NULL,"
                           " question BLOB NOT NULL,"
                           " answer BLOB NOT NULL)"),
            QStringLiteral("CREATE INDEX machine_checks_by_machine ON machine_checks(machine_id)"),
        },
        // 10: runs in the trash, and those of which only the cost is kept.
        {
            QStringLiteral("ALTER TABLE runs ADD COLUMN deleted INTEGER"),
            QStringLiteral("ALTER TABLE runs ADD COLUMN is_erased INTEGER NOT NULL DEFAULT 0"),
        },
        // 11: instances created by providers, stored before they are requested; and the random id with which this installation labels
        // everything it creates there. Settings are a JSON object of texts; nanos is NULL if no price was chosen.
        {
            QStringLiteral("CREATE TABLE instances ("
                           " id INTEGER PRIMARY KEY AUTOINCREMENT,"
                           " provider TEXT NOT NULL,"
                           " account TEXT NOT NULL,"
                           " client_token TEXT NOT NULL,"
                           " owner TEXT NOT NULL,"
                           " provider_id TEXT NOT NULL,"
                           " name TEXT NOT NULL,"
                           " offer TEXT NOT NULL,"
                           " region TEXT NOT NULL,"
                           " type TEXT NOT NULL,"
                           " image TEXT NOT NULL,"
                           " is_spot INTEGER NOT NULL,"
                           " settings TEXT NOT NULL,"
                           " nanos INTEGER,"
                           " currency TEXT NOT NULL,"
                           " step INTEGER NOT NULL,"
                           " minimum INTEGER NOT NULL,"
                           " state TEXT NOT NULL,"
                           " reason TEXT NOT NULL,"
                           " requested INTEGER NOT NULL,"
                           " since INTEGER NOT NULL)"),
            // A token identifies one instance until that is gone.
            QStringLiteral("CREATE UNIQUE INDEX instances_by_token ON instances(provider, account, client_token) WHERE state <> 'gone'"),
            QStringLiteral("CREATE TABLE installation (owner TEXT NOT NULL)"),
            QStringLiteral("INSERT INTO installation(owner) VALUES(lower(hex(randomblob(8))))"),
            QStringLiteral("ALTER TABLE machines ADD COLUMN instance_id INTEGER REFERENCES instances(id) ON DELETE SET NULL"),
            QStringLiteral("ALTER TABLE rentals ADD COLUMN instance_id INTEGER REFERENCES instances(id) ON DELETE SET NULL"),
        },
        // 12: where a run is located: one row for each of its nodes, by rank. Before this step a run had one.
        {
            QStringLiteral("CREATE TABLE run_nodes ("
                           " run_id TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,"
                           " rank INTEGER NOT NULL,"
                           " machine_id INTEGER REFERENCES machines(id) ON DELETE SET NULL,"
                           " machine_name TEXT NOT NULL,"
                           " directory TEXT NOT NULL,"
                           " PRIMARY KEY(run_id, rank))"),
            QStringLiteral("CREATE INDEX run_nodes_by_machine ON run_nodes(machine_id)"),
            QStringLiteral("INSERT INTO run_nodes(run_id, rank, machine_id, machine_name, directory)"
                           " SELECT id, 0, machine_id, machine_name, directory FROM runs"),
            QStringLiteral("DROP INDEX runs_by_machine"),
            QStringLiteral("ALTER TABLE runs DROP COLUMN machine_id"),
            QStringLiteral("ALTER TABLE runs DROP COLUMN machine_name"),
            QStringLiteral("ALTER TABLE runs DROP COLUMN directory"),
        },
        // 13: a person's tags for a run, one on each line, and whether it is pinned.
        {
            QStringLiteral("ALTER TABLE runs ADD COLUMN tags TEXT NOT NULL DEFAULT ''"),
            QStringLiteral("ALTER TABLE runs ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0"),
        },
        // 14: which step of a pipeline a run is: the run of its first step, its name, the step's number and their count. Without: empty
        // and 0.
        {
            QStringLiteral("ALTER TABLE runs ADD COLUMN pipeline TEXT NOT NULL DEFAULT ''"),
            QStringLiteral("ALTER TABLE runs ADD COLUMN pipeline_name TEXT NOT NULL DEFAULT ''"),
            QStringLiteral("ALTER TABLE runs ADD COLUMN pipeline_step INTEGER NOT NULL DEFAULT 0"),
            QStringLiteral("ALTER TABLE runs ADD COLUMN pipeline_steps INTEGER NOT NULL DEFAULT 0"),
        },
        // 15: accounts at clouds, without their credentials; and when an instance is given back, as RentEnd::text() writes it.
        {
            QStringLiteral("CREATE TABLE accounts ("
                           " name TEXT PRIMARY KEY,"
                           " provider TEXT NOT NULL,"
                           " region TEXT NOT NULL,"
                           " source TEXT NOT NULL,"
                           " profile TEXT NOT NULL,"
                           " settings TEXT NOT NULL,"
                           " added INTEGER NOT NULL)"),
            QStringLiteral("ALTER TABLE instances ADD COLUMN rent_end TEXT NOT NULL DEFAULT ''"),
        },
        // 16: watches for capacity. What is watched for, and the order to rent, are a JSON object of texts. The token is that of the one
        // machine that may be asked for.
        {
            QStringLiteral("CREATE TABLE capacity_watches ("
                           " name TEXT PRIMARY KEY,"
                           " wanted TEXT NOT NULL,"
                           " state TEXT NOT NULL,"
                           " token TEXT NOT NULL,"
                           " outcome TEXT NOT NULL,"
                           " added INTEGER NOT NULL,"
                           " since INTEGER NOT NULL,"
                           " looked INTEGER)"),
        },
        // 17: what a person's own machine costs by their figures, a JSON object of texts; and what the GPUs drew during a run, with how far
        // its samples were read. That stays when the run is erased: it is a part of what the run cost.
        {
            QStringLiteral("CREATE TABLE own_figures ("
                           " machine_id INTEGER PRIMARY KEY REFERENCES machines(id) ON DELETE CASCADE,"
                           " figures TEXT NOT NULL)"),
            QStringLiteral("CREATE TABLE run_energy ("
                           " run_id TEXT PRIMARY KEY,"
                           " joules REAL NOT NULL,"
                           " milliseconds INTEGER NOT NULL,"
                           " bytes INTEGER NOT NULL,"
                           " fields TEXT NOT NULL)"),
        },
        // 18: the later prices of a rental whose price moves, each from its moment on; for how long one is charged at least, in seconds; when
        // the provider was last asked; and the highest one that the person was told of.
        {
            QStringLiteral("CREATE TABLE rental_prices ("
                           " rental_id INTEGER NOT NULL REFERENCES rentals(id) ON DELETE CASCADE,"
                           " since INTEGER NOT NULL,"
                           " nanos INTEGER NOT NULL,"
                           " PRIMARY KEY(rental_id, since))"),
            QStringLiteral("ALTER TABLE rentals ADD COLUMN price_holds INTEGER NOT NULL DEFAULT 1"),
            QStringLiteral("ALTER TABLE rentals ADD COLUMN price_seen INTEGER"),
            QStringLiteral("ALTER TABLE rentals ADD COLUMN price_told INTEGER"),
        },
    };
    return steps;
}

}  // namespace trainyard
