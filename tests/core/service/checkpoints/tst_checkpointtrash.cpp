// SPDX-License-Identifier: GPL-3.0-or-later
// The trash and the manifests, on this computer and on a machine behind a real sshd; the program is killed at every step.
#include "core/checkpoint/retention/ownnames.h"
#include "core/checkpoint/retention/pins.h"
#include "core/service/checkpoints/checkpointpins.h"
#include "core/service/checkpoints/checkpointtrash.h"
#include "core/service/checkpoints/internal/manifestkeeper.h"
#include "core/service/checkpoints/localplace.h"
#include "core/service/checkpoints/machineplace.h"
#include "tests/support/dyingplace.h"
#include "tests/support/sshdfixture.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTest>

#include <sys/mount.h>
#include <unistd.h>

using namespace trainyard;
using namespace std::chrono_literals;

class TestCheckpointTrash : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();

    void takesAndRestores_data() { places(); }
    void takesAndRestores();
    void doesNotPutBackOverWhatIsThere_data() { places(); }
    void doesNotPutBackOverWhatIsThere();
    void erasedIsGone_data() { places(); }
    void erasedIsGone();
    void killedAtAnyStepNothingIsLost_data();
    void killedAtAnyStepNothingIsLost();
    void worksOnAFullDisk();
    void countsTheRoom_data() { places(); }
    void countsTheRoom();
    void manifestTellsWhatChanged_data() { places(); }
    void manifestTellsWhatChanged();
    void whatIsNotStillOrNotWholeGetsNoManifest();

private:
    void places()
    {
        QTest::addColumn<bool>("isMachine");
        QTest::newRow("on this computer") << false;
        QTest::newRow("on a machine") << true;
    }
    std::unique_ptr<CheckpointPlace> place(bool isMachine)
    {
        if (!isMachine)
            return std::make_unique<LocalPlace>(m_folder->path());
        auto opened = MachinePlace::open(*m_connection, m_folder->path(), {});
        return opened ? std::move(*opened) : nullptr;
    }
    void make(const QString &name, const QByteArray &content = "content")
    {
        const QString path = m_folder->filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    // Every file with its content, including the trash.
    QMap<QString, QByteArray> content() const
    {
        QMap<QString, QByteArray> all;
        QDirIterator it(m_folder->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            QFile file(it.next());
            if (file.open(QIODevice::ReadOnly))
                all[QDir(m_folder->path()).relativeFilePath(it.filePath())] = file.readAll();
        }
        return all;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<SshdFixture> m_sshd;
    std::shared_ptr<SshConnection> m_connection;
};

void TestCheckpointTrash::initTestCase()
{
    m_sshd = std::make_unique<SshdFixture>();
    if (!m_sshd->missing().isEmpty())
        QSKIP(qPrintable(m_sshd->missing()));
    QVERIFY2(m_sshd->start(), qPrintable(m_sshd->errorText()));
    auto opened = SshConnection::open(m_sshd->target(), {}, QDeadlineTimer(20s));
    QVERIFY(opened);
    m_connection = *opened;
}

void TestCheckpointTrash::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    make(QStringLiteral("checkpoint-1/model.pt"), "one");
    make(QStringLiteral("checkpoint-1/deep/state.pt"), "state");
    make(QStringLiteral("checkpoint-2/model.pt"), "two");
    make(QStringLiteral("a b'c.safetensors"), "weights");
    make(QStringLiteral("a b'c.json"), "{}");
    make(QStringLiteral("nested/step-3/model.pt"), "three");
    make(QStringLiteral("nested/log"), "log");
}

void TestCheckpointTrash::takesAndRestores()
{
    QFETCH(bool, isMachine);
    const auto there = place(isMachine);
    QVERIFY(there);
    CheckpointTrash trash(*there);
    const QMap<QString, QByteArray> before = content();
    for (const QStringList &paths :
         {QStringList{"checkpoint-1"}, QStringList{"a b'c.safetensors", "a b'c.json"}, QStringList{"nested/step-3"}}) {
        const auto id = trash.take({paths.first(), paths, 0});
        QVERIFY2(id, qPrintable(id ? QString() : id.error().what));
        for (const QString &path : paths)
            QVERIFY(!QFileInfo::exists(m_folder->filePath(path)));
        QCOMPARE(content().size(), before.size());
        QVERIFY(QFileInfo::exists(m_folder->filePath(QStringLiteral("nested/log"))));
        const auto entries = trash.entries();
        QVERIFY(entries);
        QCOMPARE(entries->size(), 1);
        QCOMPARE(entries->first().id, *id);
        QVERIFY(entries->first().bytes > 0);
        QVERIFY(std::abs(entries->first().taken.secsTo(QDateTime::currentDateTimeUtc())) < 600);
        const auto restored = trash.restore(*id);
        QVERIFY2(restored, qPrintable(restored ? QString() : restored.error().what));
        QCOMPARE(content(), before);
        QCOMPARE(trash.entries()->size(), 0);
    }
    QCOMPARE(trash.restore(QStringLiteral("20260101T000000Z-0000")).error().code, ErrorCode::NotFound);
    QCOMPARE(trash.restore(QStringLiteral("../checkpoint-2")).error().code, ErrorCode::NotFound);
    QCOMPARE(trash.take({"x", {"../x"}, 0}).error().code, ErrorCode::InvalidInput);
    QVERIFY(!trash.take({"gone", {"gone"}, 0}));
    QCOMPARE(content(), before);
}

void TestCheckpointTrash::doesNotPutBackOverWhatIsThere()
{
    QFETCH(bool, isMachine);
    const auto there = place(isMachine);
    CheckpointTrash trash(*there);
    const auto id = trash.take({"checkpoint-1", {"checkpoint-1"}, 0});
    QVERIFY(id);
    make(QStringLiteral("checkpoint-1/model.pt"), "newer");
    const QMap<QString, QByteArray> before = content();
    const auto refused = trash.restore(*id);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::AlreadyExists);
    QCOMPARE(content(), before);
}

void TestCheckpointTrash::erasedIsGone()
{
    QFETCH(bool, isMachine);
    const auto there = place(isMachine);
    CheckpointTrash trash(*there);
    const auto id = trash.take({"checkpoint-1", {"checkpoint-1"}, 0});
    QVERIFY(id);
    QVERIFY(trash.erase(*id));
    QCOMPARE(content().size(), 5);
    Checkpoint pinned;
    pinned.name = QStringLiteral("checkpoint-2");
    pinned.files = *there->list(pinned.name, {});
    QVERIFY(setPinned(*there, pinned, true));
    QList<Checkpoint> marked{pinned};
    markPinned(marked, *there->list({}, {}));
    QVERIFY(marked.first().isPinned);
    QCOMPARE(trash.take(*removalOf(pinned, FileOwners(pinned.files, {pinned}))).error().code, ErrorCode::InvalidInput);
    QVERIFY(setPinned(*there, pinned, false));
    QCOMPARE(content().size(), 5);
    QCOMPARE(trash.erase(*id).error().code, ErrorCode::NotFound);
    QCOMPARE(trash.erase(QStringLiteral("../checkpoint-2")).error().code, ErrorCode::NotFound);
    QVERIFY(QFileInfo::exists(m_folder->filePath(QStringLiteral("checkpoint-2/model.pt"))));
}

void TestCheckpointTrash::killedAtAnyStepNothingIsLost_data()
{
    QTest::addColumn<QStringList>("paths");
    QTest::addColumn<QString>("action");
    const QStringList folder{"checkpoint-1"}, files{"a b'c.safetensors", "a b'c.json", "nested/step-3"};
    for (const char *action : {"take", "restore"}) {
        QTest::addRow("%s a folder", action) << folder << action;
        QTest::addRow("%s several files", action) << files << action;
    }
}

void TestCheckpointTrash::killedAtAnyStepNothingIsLost()
{
    QFETCH(QStringList, paths);
    QFETCH(QString, action);
    LocalPlace real(m_folder->path());
    CheckpointTrash trash(real);
    const QMap<QString, QByteArray> whole = content();
    bool isDone = false;
    for (int steps = 0; !isDone; ++steps) {
        QVERIFY(steps < 50);
        QString id;
        if (action == QLatin1String("restore"))
            id = *trash.take({paths.first(), paths, 0});
        DyingPlace dying(real, steps);
        CheckpointTrash killed(dying);
        if (action == QLatin1String("take"))
            (void)killed.take({paths.first(), paths, 0});
        else
            (void)killed.restore(id);
        isDone = !dying.isDead();

        const auto recovered = trash.recover(0s);
        QVERIFY(recovered);
        QVERIFY(recovered->stuck.isEmpty());
        // All of them are in their old places or all are in one entry of the trash.
        const auto entries = trash.entries();
        QVERIFY(entries);
        if (entries->isEmpty()) {
            QCOMPARE(content(), whole);
        } else {
            QCOMPARE(entries->size(), 1);
            for (const QString &path : std::as_const(paths)) {
                QVERIFY(!QFileInfo::exists(m_folder->filePath(path)));
                QVERIFY(QFileInfo::exists(m_folder->filePath(kTrashFolder + u'/' + entries->first().id + u'/' + path)));
            }
            QVERIFY(trash.restore(entries->first().id));
            QCOMPARE(content(), whole);
        }
        QVERIFY(trash.recover(0s));
    }
    // What is being erased is never put back, and nothing of it is left over.
    for (int steps = 0; steps < 3; ++steps) {
        init();
        LocalPlace fresh(m_folder->path());
        CheckpointTrash own(fresh);
        const QString id = *own.take({"checkpoint-2", {"checkpoint-2"}, 0});
        DyingPlace dying(fresh, steps);
        (void)CheckpointTrash(dying).erase(id);
        QVERIFY(own.recover(0s));
        QCOMPARE(own.entries()->size(), steps == 0 ? 1 : 0);
        QCOMPARE(content().size(), steps == 0 ? 7 : 6);
    }
}

void TestCheckpointTrash::worksOnAFullDisk()
{
    if (::getuid() != 0)
        QSKIP("mounting a small file system needs root; run as: sudo ctest -R tst_checkpointtrash");
    const QByteArray disk = QFile::encodeName(m_folder->filePath(QStringLiteral("disk")));
    QVERIFY(QDir().mkpath(QFile::decodeName(disk)));
    if (::mount("tmpfs", disk.constData(), "tmpfs", 0, "size=1m") != 0)
        QSKIP("this place does not allow mounts; run in a container started with --privileged");
    const auto unmount = qScopeGuard([&] { ::umount2(disk.constData(), MNT_DETACH); });
    make(QStringLiteral("disk/checkpoint-1/model.pt"), QByteArray(400'000, 'x'));
    // Repeated, because free space is counted per processor.
    const auto fill = [&] {
        QFile filler(QFile::decodeName(disk) + QStringLiteral("/filler"));
        QVERIFY(filler.open(QIODevice::Append | QIODevice::Unbuffered));
        for (int failures = 0; failures < 10;)
            failures += filler.write(QByteArray(4096, 'y')) != 4096;
    };
    fill();

    LocalPlace there(QFile::decodeName(disk));
    QCOMPARE(*there.freeBytes({}), 0);
    CheckpointTrash trash(there);
    const auto id = trash.take({"checkpoint-1", {"checkpoint-1"}, 0});
    QVERIFY2(id, qPrintable(id ? QString() : id.error().what));
    QVERIFY(trash.restore(*id));
    QVERIFY(QFileInfo::exists(QFile::decodeName(disk) + QStringLiteral("/checkpoint-1/model.pt")));
    // There is no space for a manifest: nothing incomplete is left of it.
    Checkpoint checkpoint;
    checkpoint.name = QStringLiteral("checkpoint-1");
    checkpoint.verdict = Verdict::Complete;
    checkpoint.files = *there.list(QStringLiteral("checkpoint-1"), {});
    fill();
    QVERIFY(setPinned(there, checkpoint, true));
    QCOMPARE(trash.take(*removalOf(checkpoint, FileOwners(checkpoint.files, {checkpoint}))).error().code, ErrorCode::InvalidInput);
    QVERIFY(setPinned(there, checkpoint, false));
    const auto refused = ManifestKeeper(there).make(checkpoint);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::NoSpace);
    QCOMPARE(there.list(QStringLiteral("checkpoint-1"), {})->size(), 1);
    const auto again = trash.take({"checkpoint-1", {"checkpoint-1"}, 0});
    QVERIFY(again);
    QVERIFY(trash.erase(*again));
    QVERIFY(*there.freeBytes({}) >= 400'000);
}

void TestCheckpointTrash::countsTheRoom()
{
    QFETCH(bool, isMachine);
    const auto there = place(isMachine);
    const auto free = there->freeBytes({});
    QVERIFY(free);
    QVERIFY(*free > 0);
    QVERIFY(std::abs(there->now({}) - QDateTime::currentSecsSinceEpoch()) < 600);
    const auto listed = there->list({}, {});
    QVERIFY(listed);
    QCOMPARE(listed->size(), 7);
    QCOMPARE(there->list(QStringLiteral("nested"), {})->size(), 2);
    QCOMPARE(there->list(QStringLiteral("nothing"), {}).error().code, ErrorCode::NotFound);
}

void TestCheckpointTrash::manifestTellsWhatChanged()
{
    QFETCH(bool, isMachine);
    const auto there = place(isMachine);
    ManifestKeeper keeper(*there);
    Checkpoint checkpoint;
    checkpoint.name = QStringLiteral("checkpoint-1");
    checkpoint.verdict = Verdict::Complete;
    checkpoint.step = 1;
    checkpoint.files = *there->list(checkpoint.name, {});
    QVERIFY(!*keeper.read(checkpoint));
    qint64 told = 0;
    const auto made = keeper.make(checkpoint, [&](qint64 bytes) { told = bytes; });
    QVERIFY2(made, qPrintable(made ? QString() : made.error().what));
    QCOMPARE(told, 8);
    QVERIFY(QFileInfo::exists(m_folder->filePath(QStringLiteral("checkpoint-1/.trainyard-manifest.json"))));
    const auto read = keeper.read(checkpoint);
    QVERIFY(read && *read);
    QCOMPARE((*read)->files.size(), 2);
    const auto changes = [&](bool readsAll) {
        QStringList lines;
        const auto all = keeper.compare(checkpoint, **read, readsAll);
        if (!all)
            return QStringList{all.error().what};
        for (const FileComparison &one : *all)
            lines << one.name.section(u'/', -1) + u' ' + fileChangeName(one.change) + (one.isProven ? QStringLiteral("!") : QString());
        lines.sort();
        return lines;
    };
    QCOMPARE(changes(false), (QStringList{"model.pt same", "state.pt same"}));
    QCOMPARE(changes(true), (QStringList{"model.pt same!", "state.pt same!"}));

    // A bit flips, and the file system does not notice.
    QFile model(m_folder->filePath(QStringLiteral("checkpoint-1/model.pt")));
    const QDateTime was = QFileInfo(model).lastModified();
    QVERIFY(model.open(QIODevice::ReadWrite));
    model.write("onf");
    model.flush();
    QVERIFY(model.setFileTime(was, QFileDevice::FileModificationTime));
    model.close();
    QCOMPARE(changes(false), (QStringList{"model.pt same", "state.pt same"}));
    QCOMPARE(changes(true), (QStringList{"model.pt changed!", "state.pt same!"}));
    QVERIFY(model.open(QIODevice::Append));
    model.write("more");
    model.close();
    QVERIFY(QFile::remove(m_folder->filePath(QStringLiteral("checkpoint-1/deep/state.pt"))));
    QCOMPARE(changes(true), (QStringList{"model.pt grown", "state.pt missing"}));
}

void TestCheckpointTrash::whatIsNotStillOrNotWholeGetsNoManifest()
{
    LocalPlace real(m_folder->path());
    DyingPlace there(real, 100);
    ManifestKeeper keeper(there);
    Checkpoint checkpoint;
    checkpoint.name = QStringLiteral("a b'c.safetensors");
    checkpoint.files = {*real.list({}, {})};
    checkpoint.files.removeIf([](const CheckpointFile &file) { return file.name != QLatin1String("a b'c.safetensors"); });
    QCOMPARE(checkpoint.files.size(), 1);
    checkpoint.verdict = Verdict::Partial;
    QCOMPARE(keeper.make(checkpoint).error().code, ErrorCode::InvalidInput);
    checkpoint.verdict = Verdict::Complete;
    there.afterDigests = [this] { make(QStringLiteral("a b'c.safetensors"), "weights and more"); };
    QCOMPARE(keeper.make(checkpoint).error().code, ErrorCode::Io);
    QCOMPARE(keeper.make(checkpoint).error().code, ErrorCode::Io);  // no longer what was listed
    QCOMPARE(content().size(), 7);
    there.afterDigests = {};
    checkpoint.files[0].sizeBytes = 16;
    checkpoint.files[0].modified = QFileInfo(m_folder->filePath(checkpoint.name)).lastModified().toSecsSinceEpoch();
    QVERIFY(keeper.make(checkpoint));
    QVERIFY(QFileInfo::exists(m_folder->filePath(QStringLiteral(".trainyard-manifest.a b'c.safetensors.json"))));
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(keeper.make(checkpoint, {}, stop.get_token()).error().isCancelled());
}

QTEST_GUILESS_MAIN(TestCheckpointTrash)
#include "tst_checkpointtrash.moc"
