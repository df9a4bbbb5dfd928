// SPDX-License-Identifier: GPL-3.0-or-later
// The database tested with real SQLite files, real second processes and a real full disk. The binary is its own helper: the second
// processes run `tst_statedatabase --helper VERB FILE …`.
#include "core/storage/database/internal/migrations.h"
#include "core/storage/database/statedatabase.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>
#include <latch>
#include <thread>

#include <csignal>
#include <sys/types.h>
#include <unistd.h>

using namespace trainyard;

namespace {

RunEdit archiving(bool isArchived)
{
    RunEdit edit;
    edit.isArchived = isArchived;
    return edit;
}

Machine machineNamed(const QString &name)
{
    Machine machine;
    machine.name = name;
    machine.target.host = QStringLiteral("203.0.113.7");
    machine.target.port = 2222;
    machine.target.user = QStringLiteral("root");
    return machine;
}

Run runNamed(const QString &id)
{
    Run run;
    run.id = RunId(id);
    run.lineage = id.left(id.lastIndexOf(QStringLiteral("-a")));
    run.name = QStringLiteral("a run");
    run.head().machineName = QStringLiteral("box");
    run.created = QDateTime(QDate(2026, 1, 2), QTime(3, 4, 5, 678), Qt::UTC);
    return run;
}

void say(const QByteArray &line)
{
    std::fputs((line + '\n').constData(), stdout);
    std::fflush(stdout);
}

// count FILE ID N: adds 1 to the run's exit code N times.
int helperCount(const QString &file, const RunId &id, int times)
{
    const auto store = StateDatabase::open(file);
    if (!store)
        return 3;
    for (int i = 0; i < times; ++i) {
        const auto updated = (*store)->runs.update(id, [](Run &run) { run.exitCode = run.exitCode.value_or(0) + 1; });
        if (!updated) {
            say(updated.error().detail.toUtf8());
            return 4;
        }
    }
    return 0;
}

// scribble FILE: adds runs until killed, prints each id once it is stored.
int helperScribble(const QString &file)
{
    const auto store = StateDatabase::open(file);
    if (!store)
        return 3;
    for (int i = 0;; ++i) {
        const QString id = QStringLiteral("p%1-%2-a1").arg(getpid()).arg(i);
        Run run = runNamed(id);
        run.message = QString(2000, u'x');
        if (!(*store)->runs.add(run))
            return 4;
        say(id.toUtf8());
    }
}

// fill FILE: fills the disk under the store, then prints what still works.
int helperFill(const QString &file)
{
    const auto store = StateDatabase::open(file);
    if (!store)
        return 3;
    int stored = 0;
    std::optional<Error> refusal;
    for (int i = 0; i < 5000 && !refusal; ++i) {
        Run run = runNamed(QStringLiteral("fill-%1-a1").arg(i));
        run.message = QString(2000, u'x');
        if (const auto added = (*store)->runs.add(run); added)
            ++stored;
        else
            refusal = added.error();
    }
    if (!refusal)
        return 5;
    say(errorCodeName(refusal->code).toUtf8());
    const auto after = (*store)->runs.all();
    if (!after)
        return 6;
    say(QByteArray::number(stored) + ' ' + QByteArray::number(after->size()));
    // It works again once there is space.
    QFile::remove(QFileInfo(file).absolutePath() + QStringLiteral("/ballast"));
    say((*store)->runs.add(runNamed(QStringLiteral("afterwards-a1"))) ? "works again" : "still broken");
    return 0;
}

int helper(const QStringList &arguments)
{
    const QString verb = arguments.value(2);
    if (verb == QLatin1String("count"))
        return helperCount(arguments.value(3), RunId(arguments.value(4)), arguments.value(5).toInt());
    if (verb == QLatin1String("scribble"))
        return helperScribble(arguments.value(3));
    if (verb == QLatin1String("fill"))
        return helperFill(arguments.value(3));
    return 2;
}

// Outside the Store, as any SQLite program would.
QVariant askSqlite(const QString &file, const QString &sql)
{
    QVariant answer;
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("outside"));
        database.setDatabaseName(file);
        if (database.open()) {
            QSqlQuery query(database);
            if (query.exec(sql) && query.next())
                answer = query.value(0);
        }
    }
    QSqlDatabase::removeDatabase(QStringLiteral("outside"));
    return answer;
}

int openFilesBelow(const QString &folder)
{
    int count = 0;
    const QDir descriptors(QStringLiteral("/proc/self/fd"));
    for (const QString &entry : descriptors.entryList(QDir::Files | QDir::System)) {
        if (QFile::symLinkTarget(descriptors.filePath(entry)).startsWith(folder))
            ++count;
    }
    return count;
}

}  // namespace

class TestStateDatabase : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString file() const { return m_folder->filePath(QStringLiteral("deep/er/trainyard.db")); }
    std::unique_ptr<StateDatabase> opened() const
    {
        auto store = StateDatabase::open(file());
        return store ? std::move(*store) : nullptr;
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void foldersAndFileAreForTheOwnerOnly()
    {
        const auto store = opened();
        QVERIFY(store);
        QVERIFY(store->machines.add(machineNamed(QStringLiteral("box"))));
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
        QCOMPARE(QFileInfo(m_folder->filePath(QStringLiteral("deep/er"))).permissions() & others, QFile::Permissions());
        const auto entries = QDir(m_folder->filePath(QStringLiteral("deep/er"))).entryInfoList(QDir::Files);
        QVERIFY(entries.size() >= 2);  // the database and its log
        for (const QFileInfo &entry : entries)
            QCOMPARE(entry.permissions() & others, QFile::Permissions());
    }

    void machineComesBackAsItWasStored_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("plain") << QStringLiteral("lab-3");
        QTest::newRow("quotes") << QStringLiteral("o'brien \"x\"; DROP TABLE machines; --");
        QTest::newRow("chinese") << QStringLiteral("实验室的机器");
        QTest::newRow("64 characters beyond the BMP") << QStringLiteral("🚂").repeated(64);
    }
    void machineComesBackAsItWasStored()
    {
        QFETCH(QString, name);
        Machine machine = machineNamed(name);
        machine.isSimulated = true;
        machine.target.identityFiles = {QStringLiteral("/home/a b/key"), QStringLiteral("it's,[\"one\"]"), QStringLiteral("line\nbreak")};
        machine.target.knownHostsFile = QStringLiteral("/k");
        machine.target.jumps = {QStringLiteral("me@a:22"), QStringLiteral("b")};
        machine.target.hostKeyAlias = QStringLiteral("i-0abc");
        const auto added = opened()->machines.add(machine);
        QVERIFY(added);
        QVERIFY(added->id.isSet());
        QVERIFY(added->added.isValid());

        const auto store = opened();  // a fresh one reads from the file
        for (const auto &found : {store->machines.find(name), store->machines.find(added->id)}) {
            QVERIFY(found);
            QCOMPARE(found->id, added->id);
            QCOMPARE(found->name, name);
            QVERIFY(found->isSimulated);
            QVERIFY(found->target == machine.target);
            QCOMPARE(found->added, added->added);
        }
    }

    void machineNameIsChecked_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("empty") << QString();
        QTest::newRow("65 characters") << QString(65, u'x');
        QTest::newRow("newline") << QStringLiteral("a\nb");
        QTest::newRow("escape") << QStringLiteral("\x1b[31m");
        QTest::newRow("turned round") << QStringLiteral("a\u202eb");
        QTest::newRow("tag") << QStringLiteral("a\U000e0041");
        QTest::newRow("an option") << QStringLiteral("-x");
    }
    void machineNameIsChecked()
    {
        QFETCH(QString, name);
        const auto added = opened()->machines.add(machineNamed(name));
        QVERIFY(!added);
        QCOMPARE(added.error().code, ErrorCode::InvalidInput);
    }

    void takenNameAndMissingMachineAreRefused()
    {
        const auto store = opened();
        const auto first = store->machines.add(machineNamed(QStringLiteral("one")));
        auto second = store->machines.add(machineNamed(QStringLiteral("two")));
        QVERIFY(first && second);
        QCOMPARE(store->machines.add(machineNamed(QStringLiteral("one"))).error().code, ErrorCode::AlreadyExists);
        second->name = QStringLiteral("one");
        QCOMPARE(store->machines.update(*second).error().code, ErrorCode::AlreadyExists);
        second->name = QStringLiteral("three");
        QVERIFY(store->machines.update(*second));
        QCOMPARE(store->machines.find(second->id)->name, QStringLiteral("three"));
        second->id = MachineId(99);
        QCOMPARE(store->machines.update(*second).error().code, ErrorCode::NotFound);
        QCOMPARE(store->machines.remove(MachineId(99)).error().code, ErrorCode::NotFound);
        QCOMPARE(store->machines.find(QStringLiteral("nobody")).error().code, ErrorCode::NotFound);
    }

    void namesThatTurnALineRoundComeBackMarked()
    {
        Run run = runNamed(QStringLiteral("gpt-abc123-a1"));
        run.name = QStringLiteral("a\u202egnp\u200b");
        run.project = QStringLiteral("p\u2066");
        QVERIFY(opened()->runs.add(run));
        QCOMPARE(opened()->runs.find(run.id)->name, QStringLiteral("a\ufffdgnp\ufffd"));
        QCOMPARE(opened()->runs.find(run.id)->project, QStringLiteral("p\ufffd"));
        const auto machine = opened()->machines.add(machineNamed(QStringLiteral("old")));
        QVERIFY(machine);
        askSqlite(file(), QStringLiteral("UPDATE machines SET name = 'b' || char(8238), notes = 'one' || char(10) || char(8203)"));
        QCOMPARE(opened()->machines.find(machine->id)->name, QStringLiteral("b\ufffd"));
        QCOMPARE(opened()->machines.find(machine->id)->notes, QStringLiteral("one\n\ufffd"));
    }

    void stepsOfAPipelineComeBackInTheirOrder()
    {
        const RunId first(QStringLiteral("one-abc123-a1"));
        for (const int number : {3, 1, 2}) {
            Run run = runNamed(number == 1 ? first.text() : QStringLiteral("step%1-abc123-a1").arg(number));
            run.pipeline = PipelineStep{first, QStringLiteral("all"), number, 3};
            run.state = number == 1 ? RunState::Running : RunState::Waiting;
            QVERIFY(opened()->runs.add(run));
            QCOMPARE(opened()->runs.find(run.id)->pipeline, run.pipeline);
            QCOMPARE(opened()->runs.find(run.id)->state, run.state);
        }
        QVERIFY(opened()->runs.add(runNamed(QStringLiteral("alone-abc124-a1"))));
        QVERIFY(!opened()->runs.find(RunId(QStringLiteral("alone-abc124-a1")))->pipeline);
        const auto steps = opened()->runs.steps(first);
        QVERIFY(steps);
        QCOMPARE(steps->size(), 3);
        for (int i = 0; i < 3; ++i)
            QCOMPARE((*steps)[i].pipeline->number, i + 1);
    }

    void runComesBackAsItWasStored()
    {
        const auto machine = opened()->machines.add(machineNamed(QStringLiteral("box")));
        Run run = runNamed(QStringLiteral("gpt-abc123-a2"));
        run.attempt = 2;
        run.name = QStringLiteral("它's a \"run\"\nwith lines\tand 'quotes'");
        run.head().machineId = machine->id;
        run.isSimulated = true;
        run.engine = EngineKind::Podman;
        run.image = QStringLiteral("a/b:c");
        run.command = QStringLiteral("set -e\npython train.py --name '多' \\\n  --x\n");
        run.head().directory = QStringLiteral("/root/.trainyard/runs/gpt-abc123-a2");
        run.checkpointDir = QStringLiteral("/data/ck");
        run.checkpointPattern = QStringLiteral("*.pt");
        run.resumedFrom = QStringLiteral("/data/ck/step-3.pt");
        run.state = RunState::Failed;
        run.exitCode = 0;
        run.exitSignal = 9;
        run.isOutOfMemory = true;
        run.message = QStringLiteral("no space");
        run.started = run.created.addMSecs(1500);
        QVERIFY(opened()->runs.add(run));

        const auto back = opened()->runs.find(run.id);
        QVERIFY(back);
        QCOMPARE(back->lineage, run.lineage);
        QCOMPARE(back->attempt, 2);
        QCOMPARE(back->name, run.name);
        QCOMPARE(back->nodes, run.nodes);
        QCOMPARE(back->isSimulated, true);
        QCOMPARE(back->engine, EngineKind::Podman);
        QCOMPARE(back->image, run.image);
        QCOMPARE(back->command, run.command);
        QCOMPARE(back->checkpointDir, run.checkpointDir);
        QCOMPARE(back->checkpointPattern, run.checkpointPattern);
        QCOMPARE(back->resumedFrom, run.resumedFrom);
        QCOMPARE(back->state, RunState::Failed);
        QVERIFY(back->exitCode == 0 && back->exitSignal == 9);
        QVERIFY(back->isOutOfMemory);
        QCOMPARE(back->message, run.message);
        QCOMPARE(back->created, run.created);
        QCOMPARE(back->created.timeSpec(), Qt::UTC);
        QCOMPARE(back->started, run.started);
        QVERIFY(!back->ended.isValid());

        QCOMPARE(opened()->runs.add(run).error().code, ErrorCode::AlreadyExists);
        run.id = RunId(QStringLiteral("other-a1"));
        run.head().machineId = MachineId(4711);
        QCOMPARE(opened()->runs.add(run).error().code, ErrorCode::NotFound);
    }

    void runsOutliveTheirMachine()
    {
        const auto store = opened();
        const auto machine = store->machines.add(machineNamed(QStringLiteral("box")));
        Run run = runNamed(QStringLiteral("r-a1"));
        run.head().machineId = machine->id;
        QVERIFY(store->runs.add(run));
        QVERIFY(store->machines.remove(machine->id));
        const auto left = store->runs.find(run.id);
        QVERIFY(left);
        QVERIFY(!left->head().machineId.isSet());
        QCOMPARE(left->head().machineName, QStringLiteral("box"));
        const auto again = store->machines.add(machineNamed(QStringLiteral("box")));
        QVERIFY(again->id != machine->id);
    }

    void nodesComeBackByRankAndFollowTheirMachines()
    {
        const auto store = opened();
        const auto box = store->machines.add(machineNamed(QStringLiteral("box")));
        auto rack = store->machines.add(machineNamed(QStringLiteral("rack")));
        QVERIFY(box && rack);
        // The order is neither that of the machines nor that of their names.
        Run run = runNamed(QStringLiteral("wide-a1"));
        run.nodes = {{rack->id, rack->name, {}}, {box->id, box->name, {}}};
        QVERIFY(store->runs.add(run));
        QVERIFY(store->runs.add(runNamed(QStringLiteral("other-a1"))));
        QCOMPARE(opened()->runs.find(run.id)->nodes, run.nodes);
        run.nodes[0].directory = QStringLiteral("/home/u/.trainyard/runs/wide-a1");
        run.nodes[1].directory = QStringLiteral("/root/.trainyard/runs/wide-a1");
        const auto changed = store->runs.update(run.id, [&](Run &one) { one.nodes = run.nodes; });
        QVERIFY(changed);
        QCOMPARE(changed->nodes, run.nodes);
        const auto listed = opened()->runs.all();
        QVERIFY(listed);
        QCOMPARE(listed->size(), 2);
        for (const Run &one : *listed)
            QCOMPARE(one.nodes, one.id == run.id ? run.nodes : (QList<RunNode>{{{}, QStringLiteral("box"), {}}}));

        rack->name = run.nodes[0].machineName = QStringLiteral("new name");
        QVERIFY(store->machines.update(*rack));
        QCOMPARE(opened()->runs.find(run.id)->nodes, run.nodes);
        QVERIFY(store->machines.remove(rack->id));
        run.nodes[0].machineId = {};
        QCOMPARE(opened()->runs.find(run.id)->nodes, run.nodes);

        // A second node on a nonexistent machine: nothing is stored.
        run.id = RunId(QStringLiteral("wide-a2"));
        run.nodes[1].machineId = MachineId(4711);
        QCOMPARE(store->runs.add(run).error().code, ErrorCode::NotFound);
        QCOMPARE(askSqlite(file(), QStringLiteral("SELECT count(*) FROM run_nodes")).toInt(), 3);
    }

    void runsAreListedNewestFirstAndAttemptsCounted()
    {
        const auto store = opened();
        QCOMPARE(*store->runs.nextAttempt(QStringLiteral("r")), 1);
        for (int attempt : {1, 2, 7}) {
            Run run = runNamed(QStringLiteral("r-a%1").arg(attempt));
            run.attempt = attempt;
            run.created = run.created.addSecs(attempt == 2 ? 1000 : attempt);
            QVERIFY(store->runs.add(run));
        }
        QCOMPARE(*store->runs.nextAttempt(QStringLiteral("r")), 8);
        QCOMPARE(*store->runs.nextAttempt(QStringLiteral("other")), 1);
        QStringList ids;
        const auto listed = store->runs.all();
        QVERIFY(listed);
        for (const Run &run : *listed)
            ids << run.id.text();
        QCOMPARE(ids, (QStringList{QStringLiteral("r-a2"), QStringLiteral("r-a7"), QStringLiteral("r-a1")}));
    }

    void updateKeepsTheIdAndRefusesAnUnknownRun()
    {
        const auto store = opened();
        QVERIFY(store->runs.add(runNamed(QStringLiteral("r-a1"))));
        const auto changed = store->runs.update(RunId(QStringLiteral("r-a1")), [](Run &run) {
            run.id = RunId(QStringLiteral("stolen"));
            run.state = RunState::Running;
        });
        QVERIFY(changed);
        QCOMPARE(changed->id, RunId(QStringLiteral("r-a1")));
        QCOMPARE(store->runs.find(RunId(QStringLiteral("r-a1")))->state, RunState::Running);
        int calls = 0;
        QCOMPARE(store->runs.update(RunId(QStringLiteral("none")), [&](Run &) { ++calls; }).error().code, ErrorCode::NotFound);
        QCOMPARE(calls, 0);
    }

    void aRunIsRenamedNotedAndPutAwayWithAllItsAttempts()
    {
        const auto store = opened();
        for (const char *id : {"r-a1", "r-a2", "other-a1"})
            QVERIFY(store->runs.add(runNamed(QLatin1String(id))));
        RunEdit edit;
        edit.name = QStringLiteral("fine-tune 2");
        edit.note = QStringLiteral("learning rate halved\nworse");
        QVERIFY(store->runs.edit(QStringLiteral("r"), edit));
        // Its cost would be hidden.
        QCOMPARE(store->runs.edit(QStringLiteral("r"), archiving(true)).error().code, ErrorCode::AlreadyExists);
        QVERIFY(!store->runs.find(RunId(QStringLiteral("r-a1")))->isArchived);
        for (const char *id : {"r-a1", "r-a2"})
            QVERIFY(store->runs.update(RunId(QLatin1String(id)), [](Run &run) { run.state = RunState::Finished; }));
        QVERIFY(store->runs.edit(QStringLiteral("r"), archiving(true)));
        const auto attempts = store->runs.attempts(QStringLiteral("r"));
        QVERIFY(attempts);
        QCOMPARE(attempts->size(), 2);
        for (const Run &run : *attempts) {
            QCOMPARE(run.name, *edit.name);
            QCOMPARE(run.note, *edit.note);
            QVERIFY(run.isArchived);
        }
        QCOMPARE(store->runs.find(RunId(QStringLiteral("other-a1")))->name, QStringLiteral("a run"));
        QVERIFY(store->runs.edit(QStringLiteral("r"), archiving(false)));
        QVERIFY(!store->runs.find(RunId(QStringLiteral("r-a1")))->isArchived);
        QCOMPARE(store->runs.edit(QStringLiteral("none"), edit).error().code, ErrorCode::NotFound);
        for (const QString &name : {QString(QStringLiteral("")), QStringLiteral(" x"), QStringLiteral("a\nb"), QString(201, u'x')})
            QCOMPARE(store->runs.edit(QStringLiteral("r"), {name, {}, {}, {}, {}}).error().code, ErrorCode::InvalidInput);
        QCOMPARE(store->runs.edit(QStringLiteral("r"), {{}, QString(2001, u'x'), {}, {}, {}}).error().code, ErrorCode::InvalidInput);
    }

    void deletedRunsComeBackAndErasedOnesKeepTheirCostOnly()
    {
        const auto store = opened();
        Run run = runNamed(QStringLiteral("r-a1"));
        run.state = RunState::Finished;
        run.price = Money(2'000'000'000, Currency::USD);
        run.command = QStringLiteral("python secret.py");
        run.head().directory = QStringLiteral("/home/u/.trainyard/runs/r-a1");
        QVERIFY(store->runs.add(run));
        run.id = RunId(QStringLiteral("r-a2"));
        run.attempt = 2;
        QVERIFY(store->runs.add(run));
        Run other = runNamed(QStringLiteral("other-a1"));
        other.state = RunState::Running;
        QVERIFY(store->runs.add(other));

        // An active run is never moved, and then neither are the others in the call.
        QCOMPARE(store->runs.moveToTrash({QStringLiteral("r"), QStringLiteral("other")}).error().code, ErrorCode::AlreadyExists);
        QCOMPARE(store->runs.all()->size(), 3);
        QCOMPARE(store->runs.running()->size(), 1);
        QCOMPARE(store->runs.running()->first().id, other.id);
        QVERIFY(store->runs.moveToTrash({QStringLiteral("r")}));
        QCOMPARE(store->runs.all()->size(), 1);
        QVERIFY(store->runs.attempts(QStringLiteral("r"))->isEmpty());
        QCOMPARE(store->runs.inTrash()->size(), 2);
        QVERIFY(store->runs.inTrash()->first().deleted.isValid());
        QCOMPARE(*store->runs.nextAttempt(QStringLiteral("r")), 3);
        QVERIFY(store->runs.restore({QStringLiteral("r")}));
        QCOMPARE(store->runs.all()->size(), 3);
        QVERIFY(!store->runs.find(RunId(QStringLiteral("r-a2")))->deleted.isValid());

        // Only runs in the trash can be erased.
        QVERIFY(store->runs.erase({QStringLiteral("r")}));
        QCOMPARE(store->runs.all()->size(), 3);
        QVERIFY(store->runs.moveToTrash({QStringLiteral("r")}));
        QVERIFY(store->runs.erase({QStringLiteral("r")}));
        QVERIFY(store->runs.inTrash()->isEmpty());
        QCOMPARE(store->runs.find(RunId(QStringLiteral("r-a1"))).error().code, ErrorCode::NotFound);
        QVERIFY(store->runs.restore({QStringLiteral("r")}));
        QCOMPARE(store->runs.all()->size(), 1);
        const auto metered = store->runs.metered();
        QCOMPARE(metered->size(), 3);
        const auto kept = std::find_if(metered->begin(), metered->end(),
                                       [](const Run &one) { return one.id == RunId(QStringLiteral("r-a1")); });
        QVERIFY(kept != metered->end() && kept->price == run.price && kept->command.isEmpty());
        QCOMPARE(kept->nodes, (QList<RunNode>{{{}, QStringLiteral("box"), {}}}));
    }

    void checksOfAMachineAreKeptAndTheOldestForgotten()
    {
        const auto store = opened();
        const auto machine = store->machines.add(machineNamed(QStringLiteral("box")));
        QVERIFY(machine);
        CheckRecord record;
        record.machineId = machine->id;
        record.question = "{}";
        for (int i = 0; i < 25; ++i) {
            record.answer = QByteArray("answer ") + QByteArray::number(i);
            QVERIFY(store->checks.add(record));
        }
        const auto kept = store->checks.all(machine->id);
        QVERIFY(kept);
        QCOMPARE(kept->size(), 20);
        QVERIFY(kept->first().answer.isEmpty() && kept->first().taken.isValid());
        QCOMPARE(store->checks.find(kept->first().id)->answer, QByteArray("answer 24"));
        QCOMPARE(store->checks.find(kept->last().id)->answer, QByteArray("answer 5"));
        QVERIFY(store->checks.all(MachineId(machine->id.number() + 1))->isEmpty());
        QVERIFY(store->machines.remove(machine->id));
        QCOMPARE(store->checks.find(kept->first().id).error().code, ErrorCode::NotFound);
        record.machineId = machine->id;
        QVERIFY(!store->checks.add(record));
    }

    void stateNamesAreStableAndComeBack()
    {
        for (RunState state : {RunState::Preparing, RunState::Running, RunState::Stopping, RunState::Finished, RunState::Failed,
                               RunState::Stopped, RunState::Unknown})
            QVERIFY(runStateFromName(runStateName(state)) == state);
        QCOMPARE(runStateName(RunState::Preparing), QStringLiteral("preparing"));
        QVERIFY(!runStateFromName(QStringLiteral("sleeping")));
    }

    void changeCounterGrowsWithEveryWriterAndOnlyThen()
    {
        const auto mine = opened();
        const auto other = opened();
        qint64 before = mine->changeCounter();
        QCOMPARE(mine->changeCounter(), before);
        QVERIFY(mine->machines.add(machineNamed(QStringLiteral("a"))));
        QVERIFY(mine->changeCounter() > before);
        before = mine->changeCounter();
        QVERIFY(other->machines.add(machineNamed(QStringLiteral("b"))));
        QVERIFY(mine->changeCounter() > before);
        QCOMPARE(mine->changeCounter(), other->changeCounter());
        before = mine->changeCounter();
        QVERIFY(!mine->machines.add(machineNamed(QStringLiteral("b"))));
        QVERIFY(mine->machines.all());
        QCOMPARE(mine->changeCounter(), before);
    }

    void databaseOfTheFirstReleaseIsCarriedOver()
    {
        // As schema 1 stored it: a machine, a run on it, and no columns of later versions.
        QVERIFY(QDir().mkpath(QFileInfo(file()).absolutePath()));
        for (const QString &statement : migrations().front())
            askSqlite(file(), statement);
        askSqlite(file(), QStringLiteral("INSERT INTO machines VALUES(7, 'lab-3', 'ssh', '203.0.113.7', 2222, 'root', "
                                         "'[\"/k\"]', '', 1000)"));
        askSqlite(file(), QStringLiteral("INSERT INTO runs(id, lineage, attempt, name, machine_id, machine_name, "
                                         "is_simulated, engine, image, command, directory, checkpoint_dir, "
                                         "checkpoint_pattern, resumed_from, state, is_out_of_memory, message) VALUES("
                                         "'r-a1','r',1,'r',7,'lab-3',0,'process','','','','','','','running',0,'')"));
        askSqlite(file(), QStringLiteral("PRAGMA user_version=1"));
        askSqlite(file(), QStringLiteral("PRAGMA application_id=%1").arg(kApplicationId));
        const auto store = opened();
        QVERIFY(store);
        const auto machine = store->machines.find(QStringLiteral("lab-3"));
        QVERIFY(machine);
        QCOMPARE(machine->id, MachineId(7));
        QCOMPARE(machine->target.port, 2222);
        QCOMPARE(machine->target.identityFiles, QStringList{QStringLiteral("/k")});
        QVERIFY(machine->group.isEmpty() && machine->notes.isEmpty());
        QCOMPARE(store->runs.find(RunId(QStringLiteral("r-a1")))->head().machineId, MachineId(7));
        QCOMPARE(askSqlite(file(), QStringLiteral("PRAGMA user_version")).toLongLong(), qint64(migrations().size()));
    }

    void aRunOfSchemaElevenBecomesItsOneNode()
    {
        QVERIFY(QDir().mkpath(QFileInfo(file()).absolutePath()));
        for (std::size_t step = 0; step < 11; ++step) {
            for (const QString &statement : migrations()[step])
                askSqlite(file(), statement);
        }
        askSqlite(file(), QStringLiteral("INSERT INTO machines(id, name, kind, host, port, user, identity_files, known_hosts_file, added) "
                                         "VALUES(7, 'lab-3', 'ssh', '203.0.113.7', 2222, 'root', '[]', '', 1000)"));
        // On a machine, and on one that was removed.
        for (const char *values : {"'r-a1', 'r', 1, 'r', 7, 'lab-3', '/home/u/.trainyard/runs/r-a1'",
                                   "'s-a1', 's', 1, 's', NULL, 'gone', '/root/.trainyard/runs/s-a1'"}) {
            askSqlite(file(), QStringLiteral("INSERT INTO runs(id, lineage, attempt, name, machine_id, machine_name, directory, "
                                             "is_simulated, engine, image, command, checkpoint_dir, checkpoint_pattern, resumed_from, "
                                             "state, is_out_of_memory, message) "
                                             "VALUES(%1, 0, 'process', '', '', '', '', '', 'running', 0, '')")
                                  .arg(QLatin1String(values)));
        }
        askSqlite(file(), QStringLiteral("PRAGMA user_version=11"));
        askSqlite(file(), QStringLiteral("PRAGMA application_id=%1").arg(kApplicationId));
        const auto store = opened();
        QVERIFY(store);
        const auto here = store->runs.find(RunId(QStringLiteral("r-a1")));
        const auto gone = store->runs.find(RunId(QStringLiteral("s-a1")));
        QVERIFY(here && gone);
        QCOMPARE(here->nodes, (QList<RunNode>{{MachineId(7), QStringLiteral("lab-3"), QStringLiteral("/home/u/.trainyard/runs/r-a1")}}));
        QCOMPARE(gone->nodes, (QList<RunNode>{{{}, QStringLiteral("gone"), QStringLiteral("/root/.trainyard/runs/s-a1")}}));
        QCOMPARE(here->state, RunState::Running);
        QCOMPARE(askSqlite(file(), QStringLiteral("PRAGMA user_version")).toLongLong(), qint64(migrations().size()));
        // They are linked to their machine like those stored now.
        QVERIFY(store->machines.remove(MachineId(7)));
        QVERIFY(!store->runs.find(here->id)->head().machineId.isSet());
    }

    void tagsAndPinsBelongToAllAttempts()
    {
        const auto store = opened();
        Run first;
        first.id = RunId(QStringLiteral("r-a1"));
        first.lineage = QStringLiteral("r");
        Run second = first;
        second.id = RunId(QStringLiteral("r-a2"));
        second.attempt = 2;
        QVERIFY(store->runs.add(first) && store->runs.add(second));
        RunEdit edit;
        edit.tags = QStringList{QStringLiteral("best"), QStringLiteral("数据")};
        edit.isPinned = true;
        QVERIFY(store->runs.edit(first.lineage, edit));
        for (const RunId &id : {first.id, second.id}) {
            const auto found = store->runs.find(id);
            QVERIFY(found);
            QCOMPARE(found->tags, *edit.tags);
            QVERIFY(found->isPinned);
        }
        // What is not named stays.
        RunEdit note;
        note.note = QStringLiteral("n");
        QVERIFY(store->runs.edit(first.lineage, note));
        QCOMPARE(store->runs.find(first.id)->tags, *edit.tags);
        RunEdit none;
        none.tags = QStringList();
        none.isPinned = false;
        QVERIFY(store->runs.edit(first.lineage, none));
        QVERIFY(store->runs.find(first.id)->tags.isEmpty() && !store->runs.find(second.id)->isPinned);
    }

    void tagsThatCannotBeWrittenAreRefused_data()
    {
        QTest::addColumn<QStringList>("tags");
        QTest::newRow("empty") << QStringList{QString()};
        QTest::newRow("space") << QStringList{QStringLiteral("a b")};
        QTest::newRow("line") << QStringList{QStringLiteral("a\nb")};
        QTest::newRow("comma") << QStringList{QStringLiteral("a,b")};
        QTest::newRow("quotation mark") << QStringList{QStringLiteral("a\"")};
        QTest::newRow("long") << QStringList{QString(41, u'a')};
        QStringList many;
        for (int i = 0; i < 21; ++i)
            many << QString::number(i);
        QTest::newRow("many") << many;
    }
    void tagsThatCannotBeWrittenAreRefused()
    {
        QFETCH(const QStringList, tags);
        const auto store = opened();
        Run run;
        run.id = RunId(QStringLiteral("r-a1"));
        run.lineage = QStringLiteral("r");
        QVERIFY(store->runs.add(run));
        RunEdit edit;
        edit.tags = tags;
        const auto edited = store->runs.edit(run.lineage, edit);
        QVERIFY(!edited && edited.error().code == ErrorCode::InvalidInput);
        QVERIFY(store->runs.find(run.id)->tags.isEmpty());
    }

    void severalRunsAreEditedTogetherOrNotAtAll()
    {
        const auto store = opened();
        for (const char *const name : {"one", "two", "three"}) {
            Run run;
            run.lineage = QLatin1String(name);
            run.id = RunId(run.lineage + QStringLiteral("-a1"));
            run.state = run.lineage == QLatin1String("three") ? RunState::Running : RunState::Finished;
            QVERIFY(store->runs.add(run));
        }
        RunEdit archived;
        archived.isArchived = true;
        const LineageEdit one{QStringLiteral("one"), archived}, two{QStringLiteral("two"), archived},
            three{QStringLiteral("three"), archived};
        const auto count = [&store] {
            const QList<Run> all = store->runs.all().value_or(QList<Run>());
            return std::count_if(all.begin(), all.end(), [](const Run &run) { return run.isArchived; });
        };
        QCOMPARE(store->runs.edit({one, three}).error().code, ErrorCode::AlreadyExists);
        QCOMPARE(store->runs.edit({one, {QStringLiteral("none"), archived}}).error().code, ErrorCode::NotFound);
        QCOMPARE(count(), 0);
        QVERIFY(store->runs.edit({one, two}));
        QCOMPARE(count(), 2);
    }

    void typedTagsAreSortedAndStandOnce()
    {
        QCOMPARE(tagsFrom(QStringLiteral(" med，best, Best  8b ")),
                 (QStringList{QStringLiteral("8b"), QStringLiteral("best"), QStringLiteral("med")}));
    }

    void groupAndNotesComeBackAndRunsFollowANewName()
    {
        Machine machine = machineNamed(QStringLiteral("old name"));
        machine.group = QStringLiteral("实验室 'A'");
        machine.notes = QStringLiteral("ask wang\nbefore 9 o'clock");
        auto added = opened()->machines.add(machine);
        QVERIFY(added);
        Run run = runNamed(QStringLiteral("r-a1"));
        run.head().machineId = added->id;
        run.head().machineName = added->name;
        QVERIFY(opened()->runs.add(run));
        QVERIFY(opened()->runs.add(runNamed(QStringLiteral("other-a1"))));
        added->name = QStringLiteral("new name");
        added->group.clear();
        QVERIFY(opened()->machines.update(*added));
        const auto back = opened()->machines.find(added->id);
        QVERIFY(back->group.isEmpty());
        QCOMPARE(back->notes, machine.notes);
        QCOMPARE(opened()->runs.find(run.id)->head().machineName, QStringLiteral("new name"));
        QCOMPARE(opened()->runs.find(run.id)->head().machineId, added->id);
        QCOMPARE(opened()->runs.find(RunId(QStringLiteral("other-a1")))->head().machineName, QStringLiteral("box"));
    }

    void groupAndNotesAreChecked()
    {
        Machine machine = machineNamed(QStringLiteral("box"));
        machine.group = QString(65, u'x');
        QCOMPARE(opened()->machines.add(machine).error().code, ErrorCode::InvalidInput);
        machine.group = QStringLiteral("a\nb");
        QCOMPARE(opened()->machines.add(machine).error().code, ErrorCode::InvalidInput);
        machine.group.clear();
        machine.notes = QString(2001, u'x');
        QCOMPARE(opened()->machines.add(machine).error().code, ErrorCode::InvalidInput);
        machine.notes.chop(1);
        const auto added = opened()->machines.add(machine);
        QVERIFY(added);
        machine.id = added->id;
        machine.group = QStringLiteral("\x1b[1m");
        QCOMPARE(opened()->machines.update(machine).error().code, ErrorCode::InvalidInput);
    }

    void newerDatabaseIsRefusedAndNotTouched()
    {
        opened().reset();
        askSqlite(file(), QStringLiteral("PRAGMA user_version=99"));
        QFile data(file());
        QVERIFY(data.open(QIODevice::ReadOnly));
        const QByteArray before = data.readAll();
        const auto refused = StateDatabase::open(file());
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Unsupported);
        data.seek(0);
        QCOMPARE(data.readAll(), before);
    }

    void foreignFilesAreRefusedAndNotTouched_data()
    {
        QTest::addColumn<bool>("isSqlite");
        QTest::newRow("text file") << false;
        QTest::newRow("another program's database") << true;
    }
    void foreignFilesAreRefusedAndNotTouched()
    {
        QFETCH(bool, isSqlite);
        const QString path = m_folder->filePath(QStringLiteral("foreign"));
        if (isSqlite) {
            askSqlite(path, QStringLiteral("CREATE TABLE machines(x)"));
        } else {
            QFile out(path);
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(QByteArray("my thesis, chapter one\n").repeated(100));
        }
        QFile data(path);
        QVERIFY(data.open(QIODevice::ReadOnly));
        const QByteArray before = data.readAll();
        QVERIFY(!before.isEmpty());
        const auto refused = StateDatabase::open(path);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Corrupt);
        data.seek(0);
        QCOMPARE(data.readAll(), before);
    }

    // An emptied database is not new: everything it held would be lost silently.
    void emptiedDatabaseBesideRunsIsNotNew()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("trainyard.db"));
        QFile emptied(path);
        QVERIFY(emptied.open(QIODevice::WriteOnly));
        QVERIFY(StateDatabase::open(path));  // the folder was empty
        QVERIFY(emptied.resize(0));
        QVERIFY(QFile::remove(path + QStringLiteral("-wal")) || !QFile::exists(path + QStringLiteral("-wal")));
        QVERIFY(QDir(dir.path()).mkpath(QStringLiteral("runs/r-a1")));
        const auto refused = StateDatabase::open(path);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Corrupt);
        const auto moved = StateDatabase::moveAway(path);
        QVERIFY(moved);
        QVERIFY(QFile::exists(*moved) && !QFile::exists(path));
        QVERIFY(StateDatabase::open(path));
    }

    void everyThreadMayAskAndLeavesNothingOpen()
    {
        auto store = opened();
        QVERIFY(store->runs.add(runNamed(QStringLiteral("r-a1"))));
        std::atomic<int> failures{0};
        const auto wave = [&] {
            std::vector<std::thread> threads;
            std::latch all(4);  // or a wave's threads might never run at the same time
            for (int t = 0; t < 4; ++t) {
                threads.emplace_back([&] {
                    for (int i = 0; i < 25; ++i) {
                        if (!store->runs.update(RunId(QStringLiteral("r-a1")),
                                                [](Run &run) { run.exitCode = run.exitCode.value_or(0) + 1; }))
                            ++failures;
                        if (i == 0)
                            all.arrive_and_wait();
                    }
                });
            }
            for (std::thread &thread : threads)
                thread.join();
            return openFilesBelow(m_folder->path());
        };
        // SQLite keeps a closed connection's descriptor for the next one while another connection of this process holds a lock (a POSIX
        // lock would be lost with it); hence waves instead of a count beforehand.
        const int afterFirst = wave();
        for (int i = 0; i < 3; ++i)
            QVERIFY(wave() <= afterFirst);
        QCOMPARE(failures.load(), 0);
        QVERIFY(store->runs.find(RunId(QStringLiteral("r-a1")))->exitCode == 400);
        store.reset();
        QCOMPARE(openFilesBelow(m_folder->path()), 0);
    }

    void twoProgramsNeverUndoEachOther()
    {
        QVERIFY(opened()->runs.add(runNamed(QStringLiteral("r-a1"))));
        QProcess one, two;
        for (QProcess *process : {&one, &two}) {
            process->start(QCoreApplication::applicationFilePath(),
                           {QStringLiteral("--helper"), QStringLiteral("count"), file(), QStringLiteral("r-a1"), QStringLiteral("100")});
        }
        for (QProcess *process : {&one, &two}) {
            QVERIFY(process->waitForFinished(50000));
            QVERIFY2(process->exitCode() == 0, process->readAllStandardOutput().constData());
        }
        QVERIFY(opened()->runs.find(RunId(QStringLiteral("r-a1")))->exitCode == 200);
    }

    void programsThatStartTogetherCreateOneDatabase()
    {
        QVERIFY(QDir().mkpath(QFileInfo(file()).absolutePath()));
        std::vector<std::unique_ptr<QProcess>> processes;
        for (int i = 0; i < 6; ++i) {
            processes.push_back(std::make_unique<QProcess>());
            processes.back()->start(QCoreApplication::applicationFilePath(), {QStringLiteral("--helper"), QStringLiteral("count"), file(),
                                                                              QStringLiteral("x"), QStringLiteral("0")});
        }
        for (const auto &process : processes) {
            QVERIFY(process->waitForFinished(50000));
            QCOMPARE(process->exitCode(), 0);
        }
    }

    void killedWriterLosesNothingItReported()
    {
        QVERIFY(opened());
        QStringList reported;
        for (int round = 0; round < 8; ++round) {
            QProcess writer;
            writer.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--helper"), QStringLiteral("scribble"), file()});
            QByteArray output;
            while (output.count('\n') < 3 + round * 2 && writer.waitForReadyRead(10000))
                output += writer.readAllStandardOutput();
            ::kill(pid_t(writer.processId()), SIGKILL);
            QVERIFY(writer.waitForFinished(10000));
            output += writer.readAllStandardOutput();
            const auto lines = output.left(output.lastIndexOf('\n') + 1).split('\n');
            for (const QByteArray &line : lines) {
                if (!line.isEmpty())
                    reported << QString::fromUtf8(line);
            }
        }
        QVERIFY(reported.size() > 8);
        const auto store = opened();
        QVERIFY(store);
        for (const QString &id : reported)
            QVERIFY2(store->runs.find(RunId(id)), qPrintable(id));
        QCOMPARE(askSqlite(file(), QStringLiteral("PRAGMA integrity_check")).toString(), QStringLiteral("ok"));
        QVERIFY(store->runs.add(runNamed(QStringLiteral("next-a1"))));
    }

    void fullDiskIsSaidAndLosesNothing()
    {
        const QString disk = m_folder->filePath(QStringLiteral("disk"));
        QVERIFY(QDir().mkpath(disk));
        const QStringList unshare = getuid() == 0 ? QStringList{QStringLiteral("-m")} : QStringList{QStringLiteral("-rm")};
        const QString mount = QStringLiteral("mount -t tmpfs -o size=700k trainyard-test \"$1\"");
        if (QProcess::execute(QStringLiteral("unshare"),
                              unshare + QStringList{QStringLiteral("sh"), QStringLiteral("-c"), mount, QStringLiteral("sh"), disk})
            != 0) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL("a tmpfs cannot be mounted in a private namespace");
            QSKIP("needs a private mount namespace: run as root, or sysctl kernel.unprivileged_userns_clone=1");
        }
        QProcess process;
        process.start(QStringLiteral("unshare"),
                      unshare
                          + QStringList{QStringLiteral("sh"), QStringLiteral("-c"),
                                        mount
                                            + QStringLiteral(" && head -c 200000 /dev/zero > \"$1/ballast\""
                                                             " && exec \"$2\" --helper fill \"$1/trainyard.db\""),
                                        QStringLiteral("sh"), disk, QCoreApplication::applicationFilePath()});
        QVERIFY(process.waitForFinished(30000));
        const auto lines = process.readAllStandardOutput().split('\n');
        QCOMPARE(process.exitCode(), 0);
        QCOMPARE(lines.value(0), QByteArray("no-space"));
        const auto counts = lines.value(1).split(' ');
        QVERIFY(counts.value(0).toInt() > 5);
        QCOMPARE(counts.value(0), counts.value(1));
        QCOMPARE(lines.value(2), QByteArray("works again"));
    }
};

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    if (application.arguments().value(1) == QLatin1String("--helper"))
        return helper(application.arguments());
    TestStateDatabase test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_statedatabase.moc"
