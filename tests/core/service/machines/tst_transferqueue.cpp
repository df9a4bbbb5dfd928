// SPDX-License-Identifier: GPL-3.0-or-later
// The queue of transfers over a real sshd: order, limits, and what remains when a program ends, also by kill -9.
#include "core/service/machines/transferqueue.h"
#include "tests/core/transport/transfer/transfertesting.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <fcntl.h>
#include <map>
#include <sys/stat.h>

using namespace trainyard;

namespace {

constexpr int kLong = 120'000;  // ms; for what normally takes a second or two

}  // namespace

class TestTransferQueue : public QObject {
    Q_OBJECT

public:
    // A separate program that starts one transfer and stays until it is killed.
    static int child(const QStringList &arguments);

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void aFewGoAtATimeOnEachMachine();
    void whatIsPausedGivesItsPlaceAway();
    void theOrderCanBeChanged();
    void aCancelledOneGoesOnWhereItWas();
    void whatFailedIsTriedAgain();
    void aMachineThatIsOffIsWaitedFor();
    void aLostMachineIsWaitedForAndSaysSo();
    void signalsAreFew();
    void whatHasNotEndedIsThereAgainInTheNextProgram();
    void aProgramKilledAtAnyMomentLeavesTheWholeFileOrNone_data();
    void aProgramKilledAtAnyMomentLeavesTheWholeFileOrNone();
    void aSourceThatChangedMeanwhileArrivesAsItIsNow_data();
    void aSourceThatChangedMeanwhileArrivesAsItIsNow();
    void programsDoNotTakeEachOthersTransfers();
    void aRemovedMachineIsNamed();
    void theSameIsNotCopiedTwiceAtATime();
    void aRemovedOneEndsBeforeTheSameBeginsAnew();
    void whoeverDoesNotWantToLogInIsAskedOnce();

private:
    QByteArray path(const QByteArray &name) const { return m_directory->path().toUtf8() + '/' + name; }
    TransferSpec spec(TransferDirection direction, const QByteArray &name) const
    {
        TransferSpec spec;
        spec.direction = direction;
        spec.local = path("here/" + name);
        spec.remote = path("there/" + name);
        return spec;
    }
    QByteArray source(TransferDirection direction, const QByteArray &name) const
    {
        return path((direction == TransferDirection::Upload ? "here/" : "there/") + name);
    }
    QByteArray target(TransferDirection direction, const QByteArray &name) const
    {
        return path((direction == TransferDirection::Upload ? "there/" : "here/") + name);
    }
    std::unique_ptr<TransferQueue> program()
    {
        return std::make_unique<TransferQueue>(m_directory->filePath(QStringLiteral("locks")), *m_store,
                                               [this](const Machine &machine) { return m_links.at(machine.id)->links(); });
    }
    TransferId added(TransferQueue &queue, const TransferSpec &spec, int machine = 0)
    {
        const auto id = queue.add(m_machines[machine], spec);
        return id ? *id : TransferId();
    }
    static TransferState stateOf(const TransferQueue &queue, TransferId id)
    {
        const auto transfer = queue.transfer(id);
        return transfer ? transfer->progress.state : TransferState::Cancelled;
    }
    static bool isOver(const TransferQueue &queue)
    {
        const TransferTotals totals = totalsOf(queue.transfers());
        return totals.unfinished() == 0;
    }
    static void bothDirections()
    {
        QTest::addColumn<TransferDirection>("direction");
        QTest::newRow("upload") << TransferDirection::Upload;
        QTest::newRow("download") << TransferDirection::Download;
    }

    SshdFixture m_sshd;
    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<StateDatabase> m_store;
    std::vector<std::unique_ptr<RoughLink>> m_relays;
    QList<Machine> m_machines;
    std::map<MachineId, std::unique_ptr<TestLinks>> m_links;
};

Q_DECLARE_METATYPE(trainyard::TransferDirection)

int TestTransferQueue::child(const QStringList &arguments)
{
    auto store = StateDatabase::open(arguments[0]);
    if (!store)
        return 1;
    const auto machine = (*store)->machines.find(QStringLiteral("lab"));
    if (!machine)
        return 2;
    TestLinks links(machine->target);
    TransferQueue queue(arguments[1], **store, [&](const Machine &) { return links.links(); });
    TransferSpec spec;
    spec.direction = arguments[2] == QLatin1String("upload") ? TransferDirection::Upload : TransferDirection::Download;
    spec.local = arguments[3].toUtf8();
    spec.remote = arguments[4].toUtf8();
    // A transfer left by the previous program is resumed.
    if (!queue.add(*machine, spec))
        queue.resumeAll();
    return QCoreApplication::exec();
}

void TestTransferQueue::initTestCase()
{
    const QString missing = SshdFixture::missingPart();
    if (!missing.isEmpty() && qEnvironmentVariable("CI") == QLatin1String("true"))
        QFAIL(qPrintable(missing));
    if (!missing.isEmpty())
        QSKIP(qPrintable(missing));
    QVERIFY2(m_sshd.start(), qPrintable(m_sshd.errorText()));
}

void TestTransferQueue::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
    for (const char *folder : {"here", "there"})
        QVERIFY(QDir(m_directory->path()).mkdir(QString::fromLatin1(folder)));
    auto store = StateDatabase::open(m_directory->filePath(QStringLiteral("trainyard.db")));
    QVERIFY(store);
    m_store = std::move(*store);
    QByteArray known;
    const QByteArray line = readFile(m_sshd.knownHosts().toUtf8());
    for (int i = 0; i < 2; ++i) {
        m_relays.push_back(std::make_unique<RoughLink>(m_sshd.port()));
        known += QByteArray(line).replace(QByteArray::number(m_sshd.port()), QByteArray::number(m_relays.back()->port()));
        Machine machine;
        machine.name = i == 0 ? QStringLiteral("lab") : QStringLiteral("other");
        machine.target = m_sshd.target();
        machine.target.port = m_relays.back()->port();
        machine.target.knownHostsFile = m_directory->filePath(QStringLiteral("known_hosts"));
        const auto stored = m_store->machines.add(machine);
        QVERIFY(stored);
        m_machines << *stored;
        m_links[stored->id] = std::make_unique<TestLinks>(stored->target);
    }
    QVERIFY(writeFile(path("known_hosts"), known));
}

void TestTransferQueue::cleanup()
{
    m_links.clear();
    m_machines.clear();
    m_relays.clear();
    m_store.reset();
    m_directory.reset();
}

void TestTransferQueue::aFewGoAtATimeOnEachMachine()
{
    for (const char *name : {"a", "b", "c", "d", "e"})
        QVERIFY(writeFile(source(TransferDirection::Upload, name), noise(3'000'000, static_cast<quint32>(name[0]))));
    for (const auto &relay : m_relays)
        relay->setRate(300'000);
    auto queue = program();
    QList<TransferId> ids;
    for (const char *name : {"a", "b", "c", "d"})
        ids << added(*queue, spec(TransferDirection::Upload, name));
    const TransferId elsewhere = added(*queue, spec(TransferDirection::Upload, "e"), 1);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*queue, ids[0]), TransferState::Moving, kLong);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*queue, ids[1]), TransferState::Moving, kLong);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*queue, elsewhere), TransferState::Moving, kLong);
    QCOMPARE(stateOf(*queue, ids[2]), TransferState::Waiting);
    QCOMPARE(stateOf(*queue, ids[3]), TransferState::Waiting);
    const TransferTotals totals = totalsOf(queue->transfers());
    QCOMPARE(totals.going, 3);
    QCOMPARE(totals.waiting, 2);
    QList<TransferId> ended;
    connect(queue.get(), &TransferQueue::ended, queue.get(), [&](TransferId id) { ended << id; });
    for (const auto &relay : m_relays)
        relay->setRate(0);
    QTRY_VERIFY_WITH_TIMEOUT(isOver(*queue), kLong);
    QCOMPARE(ended.size(), 5);
    for (const char *name : {"a", "b", "c", "d", "e"})
        QVERIFY(readFile(target(TransferDirection::Upload, name)) == readFile(source(TransferDirection::Upload, name)));
    for (const TransferId id : std::as_const(ids)) {
        const auto done = queue->transfer(id);
        QCOMPARE(done->progress.state, TransferState::Done);
        QCOMPARE(done->outcome->check, TransferCheck::Checksum);
        QVERIFY(done->milliseconds > 0 && done->ended.isValid());
    }
    queue->removeFinished();
    QCOMPARE(queue->transfers().size(), 0);
}

void TestTransferQueue::whatIsPausedGivesItsPlaceAway()
{
    for (const char *name : {"a", "b"})
        QVERIFY(writeFile(source(TransferDirection::Download, name), noise(4'000'000, static_cast<quint32>(name[0]))));
    m_relays[0]->setRate(400'000);
    auto queue = program();
    queue->setPerMachine(1);
    const TransferId a = added(*queue, spec(TransferDirection::Download, "a"));
    const TransferId b = added(*queue, spec(TransferDirection::Download, "b"));
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*queue, a), TransferState::Moving, kLong);
    QCOMPARE(stateOf(*queue, b), TransferState::Waiting);
    queue->pause(a);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*queue, a), TransferState::Paused, kLong);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*queue, b), TransferState::Moving, kLong);
    // It waits for its turn again.
    queue->resume(a);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*queue, a), TransferState::Waiting, kLong);
    QVERIFY(!queue->transfer(a)->isPaused);
    queue->pauseAll();
    QTRY_COMPARE_WITH_TIMEOUT(totalsOf(queue->transfers()).paused, 2, kLong);
    QCOMPARE(totalsOf(queue->transfers()).going, 0);
    m_relays[0]->setRate(0);
    queue->resumeAll();
    QTRY_VERIFY_WITH_TIMEOUT(isOver(*queue), kLong);
    for (const char *name : {"a", "b"})
        QVERIFY(readFile(target(TransferDirection::Download, name)) == readFile(source(TransferDirection::Download, name)));
}

void TestTransferQueue::theOrderCanBeChanged()
{
    for (const char *name : {"a", "b", "c"})
        QVERIFY(writeFile(source(TransferDirection::Upload, name), noise(2'000'000, 1)));
    m_relays[0]->setRate(200'000);
    auto queue = program();
    queue->setPerMachine(1);
    const TransferId a = added(*queue, spec(TransferDirection::Upload, "a"));
    const TransferId b = added(*queue, spec(TransferDirection::Upload, "b"));
    const TransferId c = added(*queue, spec(TransferDirection::Upload, "c"));
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*queue, a), TransferState::Moving, kLong);
    queue->move(c, -1);
    QList<TransferId> ended;
    connect(queue.get(), &TransferQueue::ended, queue.get(), [&](TransferId id) { ended << id; });
    m_relays[0]->setRate(0);
    QTRY_VERIFY_WITH_TIMEOUT(isOver(*queue), kLong);
    QCOMPARE(ended, (QList<TransferId>{a, c, b}));
    // The next program shows the same order.
    queue.reset();
    queue = program();
    QList<TransferId> ids;
    const QList<QueuedTransfer> all = queue->transfers();
    for (const QueuedTransfer &transfer : all)
        ids << transfer.id;
    QCOMPARE(ids, (QList<TransferId>{a, c, b}));
}

void TestTransferQueue::aCancelledOneGoesOnWhereItWas()
{
    const QByteArray content = noise(60'000'000, 2);
    QVERIFY(writeFile(source(TransferDirection::Download, "big"), content));
    m_relays[0]->setRate(20'000'000);
    auto queue = program();
    const TransferId id = added(*queue, spec(TransferDirection::Download, "big"));
    // More than eight connections can have in flight, which would not be kept.
    QTRY_VERIFY_WITH_TIMEOUT(queue->transfer(id)->progress.bytesDone > 36'000'000, kLong);
    queue->cancel(id);
    QCOMPARE(stateOf(*queue, id), TransferState::Cancelled);
    QVERIFY(!QFile::exists(QString::fromUtf8(target(TransferDirection::Download, "big"))));
    m_relays[0]->setRate(0);
    queue->retry(id);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*queue, id), TransferState::Done, kLong);
    QVERIFY(queue->transfer(id)->outcome->bytesKept > 0);
    QVERIFY(readFile(target(TransferDirection::Download, "big")) == content);
}

void TestTransferQueue::whatFailedIsTriedAgain()
{
    auto queue = program();
    const TransferId id = added(*queue, spec(TransferDirection::Upload, "later"));
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*queue, id), TransferState::Failed, kLong);
    QCOMPARE(queue->transfer(id)->progress.trouble->code, ErrorCode::NotFound);
    queue->removeFinished();
    QCOMPARE(queue->transfers().size(), 1);  // a failed transfer is not removed before it was seen
    QVERIFY(writeFile(source(TransferDirection::Upload, "later"), "now"));
    queue->retryFailed();
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*queue, id), TransferState::Done, kLong);
    QCOMPARE(readFile(target(TransferDirection::Upload, "later")), QByteArray("now"));
    queue->remove(id);
    QVERIFY(queue->transfers().isEmpty());
}

void TestTransferQueue::aMachineThatIsOffIsWaitedFor()
{
    QVERIFY(writeFile(source(TransferDirection::Upload, "file"), "x"));
    m_relays[0]->setRefusing(true);
    auto queue = program();
    const TransferId id = added(*queue, spec(TransferDirection::Upload, "file"));
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*queue, id), TransferState::Reconnecting, kLong);
    QVERIFY(!queue->transfer(id)->progress.trouble->what.isEmpty());
    m_relays[0]->setRefusing(false);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*queue, id), TransferState::Done, kLong);
    QCOMPARE(readFile(target(TransferDirection::Upload, "file")), QByteArray("x"));
}

void TestTransferQueue::aLostMachineIsWaitedForAndSaysSo()
{
    const QByteArray content = noise(20'000'000, 3);
    QVERIFY(writeFile(source(TransferDirection::Download, "big"), content));
    m_relays[0]->setRate(5'000'000);
    auto queue = program();
    const TransferId id = added(*queue, spec(TransferDirection::Download, "big"));
    QTRY_VERIFY_WITH_TIMEOUT(queue->transfer(id)->progress.bytesDone > 2'000'000, kLong);
    m_relays[0]->setRefusing(true);
    m_relays[0]->cutNow();
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*queue, id), TransferState::Reconnecting, kLong);
    QVERIFY(queue->transfer(id)->progress.trouble.has_value());
    QCOMPARE(totalsOf(queue->transfers()).reconnecting, 1);
    m_relays[0]->setRefusing(false);
    m_relays[0]->setRate(0);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*queue, id), TransferState::Done, kLong);
    QVERIFY(readFile(target(TransferDirection::Download, "big")) == content);
}

void TestTransferQueue::signalsAreFew()
{
    for (int i = 0; i < 1500; ++i)
        QVERIFY(writeFile(source(TransferDirection::Upload, "tree" + QByteArray::number(i)), "x"));
    auto queue = program();
    int told = 0;
    connect(queue.get(), &TransferQueue::transferChanged, queue.get(), [&] { ++told; });
    QElapsedTimer clock;
    clock.start();
    TransferSpec tree = spec(TransferDirection::Upload, "");
    tree.local.chop(1);
    tree.remote.chop(1);
    const TransferId id = added(*queue, tree);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*queue, id), TransferState::Done, kLong);
    QCOMPARE(queue->transfer(id)->outcome->files, 1500);
    // Its start and its end are added.
    QVERIFY2(told <= clock.elapsed() / 200 + 4, qPrintable(QStringLiteral("%1 in %2 ms").arg(told).arg(clock.elapsed())));
}

void TestTransferQueue::whatHasNotEndedIsThereAgainInTheNextProgram()
{
    const QByteArray content = noise(30'000'000, 4);
    QVERIFY(writeFile(source(TransferDirection::Upload, "big"), content));
    QVERIFY(writeFile(source(TransferDirection::Upload, "small"), "x"));
    QVERIFY(writeFile(source(TransferDirection::Upload, "last"), "y"));
    auto queue = program();
    queue->setPerMachine(1);
    const TransferId small = added(*queue, spec(TransferDirection::Upload, "small"));
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*queue, small), TransferState::Done, kLong);
    m_relays[0]->setRate(10'000'000);
    TransferSpec wanted = spec(TransferDirection::Upload, "big");
    wanted.excludes = QStringList{QStringLiteral("*.tmp")};
    wanted.obeysIgnoreFiles = true;
    const TransferId big = added(*queue, wanted), last = added(*queue, spec(TransferDirection::Upload, "last"));
    queue->pause(last);
    QTRY_VERIFY_WITH_TIMEOUT(queue->transfer(big)->progress.bytesDone > 12'000'000, kLong);
    queue.reset();
    m_relays[0]->setRate(0);

    queue = program();
    QCOMPARE(queue->transfers().size(), 3);
    QCOMPARE(stateOf(*queue, small), TransferState::Done);
    QCOMPARE(queue->transfer(small)->outcome->check, TransferCheck::Checksum);
    const auto kept = queue->transfer(big);
    QCOMPARE(kept->progress.state, TransferState::Paused);
    QVERIFY(kept->isPaused && kept->isInterrupted);
    QVERIFY(kept->progress.bytesDone > 0);
    QCOMPARE(kept->progress.bytesTotal, qint64(content.size()));
    QCOMPARE(kept->spec.local, wanted.local);
    QCOMPARE(kept->spec.excludes, wanted.excludes);
    QVERIFY(kept->spec.obeysIgnoreFiles);
    QVERIFY(queue->transfer(last)->isPaused && !queue->transfer(last)->isInterrupted);
    queue->resumeAll();
    QTRY_VERIFY_WITH_TIMEOUT(isOver(*queue), kLong);
    QVERIFY(queue->transfer(big)->outcome->bytesKept > 0);
    QVERIFY(readFile(target(TransferDirection::Upload, "big")) == content);
    QCOMPARE(readFile(target(TransferDirection::Upload, "last")), QByteArray("y"));
}

void TestTransferQueue::aProgramKilledAtAnyMomentLeavesTheWholeFileOrNone_data() { bothDirections(); }

void TestTransferQueue::aProgramKilledAtAnyMomentLeavesTheWholeFileOrNone()
{
    QFETCH(TransferDirection, direction);
    const QByteArray content = noise(9'000'000, 5);
    QVERIFY(writeFile(source(direction, "big"), content));
    m_relays[0]->setRate(20'000'000);
    const TransferSpec wanted = spec(direction, "big");
    QRandomGenerator random(6);
    int missing = 0;
    for (int i = 0; i < 8; ++i) {
        QFile::remove(QString::fromUtf8(target(direction, "big")));
        const qint64 before = m_relays[0]->bytes();
        const qint64 until = before + random.bounded(12'000'000);
        QProcess program;
        program.setProcessChannelMode(QProcess::ForwardedChannels);
        program.start(QCoreApplication::applicationFilePath(),
                      {QStringLiteral("--child"), m_directory->filePath(QStringLiteral("trainyard.db")),
                       m_directory->filePath(QStringLiteral("locks")),
                       direction == TransferDirection::Upload ? QStringLiteral("upload") : QStringLiteral("download"),
                       QString::fromUtf8(wanted.local), QString::fromUtf8(wanted.remote)});
        QVERIFY(program.waitForStarted());
        const QDeadlineTimer deadline(kLong);
        while (m_relays[0]->bytes() < until && !deadline.hasExpired() && program.state() == QProcess::Running
               && !QFile::exists(QString::fromUtf8(target(direction, "big"))))
            program.waitForFinished(2);
        QCOMPARE(program.state(), QProcess::Running);
        program.kill();
        QVERIFY(program.waitForFinished());
        QCOMPARE(program.exitStatus(), QProcess::CrashExit);
        if (QFile::exists(QString::fromUtf8(target(direction, "big"))))
            QVERIFY(readFile(target(direction, "big")) == content);
        else
            ++missing;
    }
    QVERIFY2(missing > 2, qPrintable(QString::number(missing)));
    m_relays[0]->setRate(0);
    // Nothing is forgotten.
    auto queue = program();
    const QList<QueuedTransfer> all = queue->transfers();
    QVERIFY2(!all.isEmpty(), "the killed programs left nothing");
    TransferId id;
    for (const QueuedTransfer &transfer : all) {
        if (!transfer.hasEnded()) {
            QVERIFY(transfer.isPaused && transfer.isInterrupted);
            id = transfer.id;
        }
    }
    if (!id.isSet()) {  // the last one was killed after its end, before or after reporting it
        QFile::remove(QString::fromUtf8(target(direction, "big")));
        id = added(*queue, wanted);
    }
    queue->resume(id);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*queue, id), TransferState::Done, kLong);
    QVERIFY(readFile(target(direction, "big")) == content);
    QCOMPARE(QDir(QString::fromUtf8(target(direction, ""))).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList{QStringLiteral("big")});
}

void TestTransferQueue::aSourceThatChangedMeanwhileArrivesAsItIsNow_data() { bothDirections(); }

void TestTransferQueue::aSourceThatChangedMeanwhileArrivesAsItIsNow()
{
    QFETCH(TransferDirection, direction);
    QVERIFY(writeFile(source(direction, "big"), noise(20'000'000, 7)));
    m_relays[0]->setRate(10'000'000);
    auto queue = program();
    const TransferId id = added(*queue, spec(direction, "big"));
    QTRY_VERIFY_WITH_TIMEOUT(queue->transfer(id)->progress.bytesDone > 8'000'000, kLong);
    m_relays[0]->setRefusing(true);
    m_relays[0]->cutNow();
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*queue, id), TransferState::Reconnecting, kLong);
    // Of the same size, so that only the time differs.
    const QByteArray content = noise(20'000'000, 8);
    QVERIFY(writeFile(source(direction, "big"), content));
    const timespec times[2] = {{1'700'000'000, 0}, {1'700'000'000, 0}};
    QCOMPARE(::utimensat(AT_FDCWD, source(direction, "big").constData(), times, 0), 0);
    m_relays[0]->setRefusing(false);
    m_relays[0]->setRate(0);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*queue, id), TransferState::Done, kLong);
    QVERIFY(readFile(target(direction, "big")) == content);
}

void TestTransferQueue::programsDoNotTakeEachOthersTransfers()
{
    QVERIFY(writeFile(source(TransferDirection::Upload, "file"), "x"));
    m_relays[0]->setRefusing(true);
    auto one = program();
    const TransferId id = added(*one, spec(TransferDirection::Upload, "file"));
    auto other = program();
    QVERIFY(other->transfers().isEmpty());
    m_relays[0]->setRefusing(false);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*one, id), TransferState::Done, kLong);
    one.reset();
    other = program();
    QCOMPARE(other->transfers().size(), 1);
}

void TestTransferQueue::aRemovedMachineIsNamed()
{
    QVERIFY(writeFile(source(TransferDirection::Upload, "file"), "x"));
    auto queue = program();
    queue->setPerMachine(1);
    m_relays[1]->setRefusing(true);
    const TransferId first = added(*queue, spec(TransferDirection::Upload, "file"), 1);
    queue->pause(first);
    queue.reset();
    QVERIFY(m_store->machines.remove(m_machines[1].id));
    queue = program();
    QCOMPARE(queue->transfer(first)->machineName, QStringLiteral("other"));
    queue->resume(first);
    QTRY_COMPARE(stateOf(*queue, first), TransferState::Failed);
    QVERIFY(!queue->transfer(first)->progress.trouble->what.isEmpty());
}

void TestTransferQueue::theSameIsNotCopiedTwiceAtATime()
{
    QVERIFY(writeFile(source(TransferDirection::Upload, "file"), "x"));
    m_relays[0]->setRefusing(true);
    auto queue = program();
    const TransferSpec wanted = spec(TransferDirection::Upload, "file");
    const TransferId id = added(*queue, wanted);
    QVERIFY(id.isSet());
    const auto again = queue->add(m_machines[0], wanted);
    QVERIFY(!again && again.error().code == ErrorCode::AlreadyExists);
    QVERIFY(queue->add(m_machines[1], wanted));
    m_relays[0]->setRefusing(false);
    QTRY_VERIFY_WITH_TIMEOUT(isOver(*queue), kLong);
    QVERIFY(queue->add(m_machines[0], wanted));
}

void TestTransferQueue::aRemovedOneEndsBeforeTheSameBeginsAnew()
{
    QVERIFY(writeFile(source(TransferDirection::Upload, "file"), "x"));
    // Dials that take their time, also when they are stopped.
    int begun = 0;
    std::atomic<bool> isDialling = false, mayEnd = false;
    TransferLinks slow = m_links.at(m_machines[0].id)->links();
    slow.shared = [&, dial = slow.shared](QDeadlineTimer deadline, std::stop_token stop) {
        isDialling = true;
        while (!mayEnd)
            QThread::msleep(5);
        return dial(deadline, stop);
    };
    TransferQueue queue(m_directory->filePath(QStringLiteral("locks")), *m_store, [&](const Machine &) {
        ++begun;
        return slow;
    });
    const auto release = qScopeGuard([&] { mayEnd = true; });
    const TransferSpec wanted = spec(TransferDirection::Upload, "file");
    const TransferId first = added(queue, wanted);
    QTRY_VERIFY(isDialling);
    queue.remove(first);
    const TransferId second = added(queue, wanted);
    QVERIFY(second > first);
    QCOMPARE(begun, 1);
    mayEnd = true;
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(queue, second), TransferState::Done, kLong);
    QCOMPARE(begun, 2);
}

void TestTransferQueue::whoeverDoesNotWantToLogInIsAskedOnce()
{
    QList<TransferId> ids;
    std::atomic<int> asked = 0;
    std::atomic<bool> wants = false;
    TransferLinks links = m_links.at(m_machines[0].id)->links();
    links.shared = [&, dial = links.shared](QDeadlineTimer deadline, std::stop_token stop) -> Result<std::shared_ptr<SshConnection>> {
        ++asked;
        return wants ? dial(deadline, stop) : cancelledError();
    };
    TransferQueue queue(m_directory->filePath(QStringLiteral("locks")), *m_store, [&](const Machine &) { return links; });
    queue.setPerMachine(1);
    for (const char *name : {"a", "b", "c"}) {
        QVERIFY(writeFile(source(TransferDirection::Upload, name), name));
        ids << added(queue, spec(TransferDirection::Upload, name));
    }
    for (const TransferId id : std::as_const(ids)) {
        QTRY_COMPARE(stateOf(queue, id), TransferState::Paused);
        QVERIFY(!queue.transfer(id)->progress.trouble);
    }
    QCOMPARE(asked.load(), 1);
    wants = true;
    queue.resumeAll();
    QTRY_VERIFY_WITH_TIMEOUT(isOver(queue), kLong);
    QCOMPARE(stateOf(queue, ids.last()), TransferState::Done);
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QLatin1String("--child"))
        return TestTransferQueue::child(arguments.mid(2));
    TestTransferQueue test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_transferqueue.moc"
