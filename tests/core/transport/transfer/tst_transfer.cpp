// SPDX-License-Identifier: GPL-3.0-or-later
// Transfers over a real sshd: complete or nothing, whatever happens on the way.
#include "transfertesting.h"

#include "core/transport/transfer/internal/filecheck.h"
#include "core/transport/transfer/localfiles.h"

#include <QProcess>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <future>
#include <sys/fsuid.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace trainyard;

#define VERIFY_OK(...)                                                                                                  \
  do {                                                                                                                  \
    auto &&checked_ = __VA_ARGS__;                                                                                      \
    QVERIFY2(checked_.has_value(), qPrintable(checked_ ? QString() : checked_.error().what + checked_.error().detail)); \
  } while (false)
#define VERIFY_ERROR(expression, expected)                                                                                     \
  do {                                                                                                                         \
    auto &&checked_ = expression;                                                                                              \
    QVERIFY2(!checked_.has_value() && checked_.error().code == (expected),                                                     \
             qPrintable(checked_ ? QStringLiteral("a value") : errorCodeName(checked_.error().code) + checked_.error().what)); \
  } while (false)

class TestTransfer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data();
    void init();
    void cleanup();

    void aTreeComesOverAsItIs_data();
    void aTreeComesOverAsItIs();
    void aLargeFileGoesOverSeveralConnections_data();
    void aLargeFileGoesOverSeveralConnections();
    void ignoredFilesStayHere();
    void onlyWhatChangedIsCopied();
    void aCutAtAnyByteLeavesTheWholeFileOrNone_data();
    void aCutAtAnyByteLeavesTheWholeFileOrNone();
    void aLostConnectionIsMadeAgain_data();
    void aLostConnectionIsMadeAgain();
    void aStoppedTransferGoesOnWhereItWas_data();
    void aStoppedTransferGoesOnWhereItWas();
    void aPartOfAnotherContentIsNotUsed();
    void aPartThatWasSpoiltIsMended();
    void aSilentServerIsLeftForAnother();
    void withoutChecksumProgramUploadsAreReadBack();
    void aPauseHoldsEverything();
    void linksThatLeadOutAreLeftOut();
    void aLinkInTheWayIsNotFollowed();
    void errorsNameTheFile();
    void aFullDiskHereIsNamedAndGoneOnWithLater();
    void withoutSftpFilesComeByShellCommands_data();
    void withoutSftpFilesComeByShellCommands();
    void aFileThatEndsEarlyIsNamed_data();
    void aFileThatEndsEarlyIsNamed();
    void aReadOnlyPartIsGoneOnWith_data();
    void aReadOnlyPartIsGoneOnWith();
    void aFileIsOnTheMachinesDiskBeforeItHasItsName();

private:
    Result<TransferOutcome> transfer(TransferDirection direction, const QByteArray &local, const QByteArray &remote,
                                     const std::function<void(TransferSpec &)> &more = {}, std::stop_token stop = {});
    QByteArray here(const char *name) const { return m_directory->path().toUtf8() + "/here/" + name; }
    QByteArray there(const char *name) const { return m_directory->path().toUtf8() + "/there/" + name; }
    QByteArray from(TransferDirection d, const char *name) const { return d == TransferDirection::Upload ? here(name) : there(name); }
    QByteArray to(TransferDirection d, const char *name) const { return d == TransferDirection::Upload ? there(name) : here(name); }
    static QStringList namesIn(const QByteArray &folder)
    {
        return QDir(QString::fromUtf8(folder)).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    }
    static void bothDirections()
    {
        QTest::addColumn<TransferDirection>("direction");
        QTest::newRow("upload") << TransferDirection::Upload;
        QTest::newRow("download") << TransferDirection::Download;
    }

    std::map<SshdFixture::Server, std::unique_ptr<SshdFixture>> m_servers;
    SshdFixture *m_sshd = nullptr;  // of the row
    std::unique_ptr<RoughLink> m_relay;
    std::unique_ptr<TestLinks> m_links;
    std::unique_ptr<QTemporaryDir> m_directory;
};

Q_DECLARE_METATYPE(trainyard::TransferDirection)

void TestTransfer::initTestCase_data()
{
    QTest::addColumn<SshdFixture::Server>("server");
    QTest::newRow("OpenSSH") << SshdFixture::Server::OpenSsh;
    QTest::newRow("dropbear") << SshdFixture::Server::Dropbear;
}

void TestTransfer::init()
{
    QFETCH_GLOBAL(SshdFixture::Server, server);
    std::unique_ptr<SshdFixture> &sshd = m_servers[server];
    if (!sshd) {
        sshd = std::make_unique<SshdFixture>(server);
        const QString missing = sshd->missing();
        if (!missing.isEmpty() && qEnvironmentVariable("CI") == QLatin1String("true"))
            QFAIL(qPrintable(missing));
        if (!missing.isEmpty())
            QSKIP(qPrintable(missing));
        QVERIFY2(sshd->start(), qPrintable(sshd->errorText()));
    }
    m_sshd = sshd.get();
    m_directory = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_directory->path()).mkdir(QStringLiteral("here")) && QDir(m_directory->path()).mkdir(QStringLiteral("there")));
    m_relay = std::make_unique<RoughLink>(m_sshd->port());
    SshTarget target = m_sshd->target();
    target.port = m_relay->port();
    QFile known(m_sshd->knownHosts()), mine(m_directory->filePath(QStringLiteral("known_hosts")));
    QVERIFY(known.open(QIODevice::ReadOnly) && mine.open(QIODevice::WriteOnly));
    QByteArray line = known.readAll();
    line.replace(QByteArray::number(m_sshd->port()), QByteArray::number(m_relay->port()));
    mine.write(line);
    target.knownHostsFile = mine.fileName();
    m_links = std::make_unique<TestLinks>(target);
}

void TestTransfer::cleanup()
{
    m_links.reset();
    m_relay.reset();
    // Qt cannot remove names that are not valid text.
    if (m_directory)
        QProcess::execute(QStringLiteral("rm"), {QStringLiteral("-rf"), m_directory->path()});
    m_directory.reset();
}

Result<TransferOutcome> TestTransfer::transfer(TransferDirection direction, const QByteArray &local, const QByteArray &remote,
                                               const std::function<void(TransferSpec &)> &more, std::stop_token stop)
{
    TransferSpec spec;
    spec.direction = direction;
    spec.local = local;
    spec.remote = remote;
    if (more)
        more(spec);
    return TransferJob(spec, m_links->links()).run(stop);
}

void TestTransfer::aTreeComesOverAsItIs_data() { bothDirections(); }

void TestTransfer::aTreeComesOverAsItIs()
{
    QFETCH(TransferDirection, direction);
    const QByteArray source = from(direction, "tree"), target = to(direction, "copy");
    QVERIFY(QDir().mkpath(QString::fromUtf8(source + "/deep/er")) && QDir().mkpath(QString::fromUtf8(source + "/empty")));
    QMap<QByteArray, QByteArray> contents{{"a", "one"},
                                          {"none", ""},
                                          {"deep/er/b", noise(300'000, 1)},
                                          {"large", noise(9'000'001, 2)},
                                          {"with blank \" ' $x ;rm", "quoted"},
                                          {"line\nbreak", "two"},
                                          {"-rf", "dash"},
                                          {"\xff\xfe.bin", "bytes"},
                                          {"..two", "dots"},
                                          {"[a]*?", "glob"}};
    for (int i = 0; i < 300; ++i)
        contents["deep/f" + QByteArray::number(i)] = noise(i * 7, static_cast<quint32>(i));
    for (auto it = contents.cbegin(); it != contents.cend(); ++it) {
        const LocalFd fd(::open((source + '/' + it.key()).constData(), O_WRONLY | O_CREAT | O_CLOEXEC, 0640));
        QCOMPARE(::write(fd.get(), it->constData(), static_cast<std::size_t>(it->size())), it->size());
        const timespec times[2] = {{1'600'000'000, 0}, {1'600'000'000, 0}};
        ::futimens(fd.get(), times);
    }
    ::chmod((source + "/a").constData(), 0750);
    QCOMPARE(::symlink("deep/er/b", (source + "/link").constData()), 0);
    ::chmod((source + "/empty").constData(), 0500);

    const auto outcome = transfer(direction, direction == TransferDirection::Upload ? source : target,
                                  direction == TransferDirection::Upload ? target : source);
    VERIFY_OK(outcome);
    QCOMPARE(outcome->files, static_cast<int>(contents.size()));
    const auto copy = listLocalTree(target, {}, {});
    VERIFY_OK(copy);
    QCOMPARE(copy->files.size(), contents.size());  // no part is left
    for (const TreeEntry &file : copy->files) {
        const LocalFd fd(::open((target + '/' + file.path).constData(), O_RDONLY | O_CLOEXEC));
        QByteArray content(file.size, Qt::Uninitialized);
        QCOMPARE(::read(fd.get(), content.data(), static_cast<std::size_t>(file.size)), file.size);
        QVERIFY2(content == contents.value(file.path), file.path.constData());
        QCOMPARE(file.modified, qint64(1'600'000'000));
        QCOMPARE(file.mode, quint32(file.path == "a" ? 0750 : 0640));
    }
    QCOMPARE(copy->links.size(), 1);
    QCOMPARE(copy->links.first().linkTarget, QByteArray("deep/er/b"));
    QCOMPARE(copy->folders.size(), 3);
    struct stat status = {};
    ::stat((target + "/empty").constData(), &status);
    QCOMPARE(status.st_mode & 0777, 0500u);
    ::chmod((source + "/empty").constData(), 0700);
    ::chmod((target + "/empty").constData(), 0700);
}

void TestTransfer::aLargeFileGoesOverSeveralConnections_data() { bothDirections(); }

void TestTransfer::aLargeFileGoesOverSeveralConnections()
{
    QFETCH(TransferDirection, direction);
    const QByteArray content = noise(40'000'003, 3);
    QVERIFY(writeFile(from(direction, "big"), content));
    m_relay->setDelay(10);
    m_relay->setRate(8'000'000);  // per connection, so that several are worthwhile
    const auto outcome = transfer(direction, here("big"), there("big"));
    VERIFY_OK(outcome);
    QCOMPARE(outcome->check, TransferCheck::Checksum);
    QVERIFY(readFile(to(direction, "big")) == content);
    QVERIFY2(m_relay->accepted() >= 5, qPrintable(QString::number(m_relay->accepted())));
}

void TestTransfer::ignoredFilesStayHere()
{
    QVERIFY(QDir().mkpath(QString::fromUtf8(here("tree/.git"))) && QDir().mkpath(QString::fromUtf8(here("tree/sub/out"))));
    for (const char *name : {"tree/.git/x", "tree/a.py", "tree/a.log", "tree/sub/out/x", "tree/sub/keep.log", "tree/sub/b"})
        QVERIFY(writeFile(here(name), "x"));
    QVERIFY(writeFile(here("tree/.gitignore"), "*.log\n"));
    QVERIFY(writeFile(here("tree/sub/.gitignore"), "out/\n!keep.log\n"));
    const auto obeying = [](TransferSpec &spec) { spec.obeysIgnoreFiles = true; };
    VERIFY_OK(transfer(TransferDirection::Upload, here("tree"), there("one"), obeying));
    QCOMPARE(namesIn(there("one")), QStringList({QStringLiteral(".gitignore"), QStringLiteral("a.py"), QStringLiteral("sub")}));
    QCOMPARE(namesIn(there("one/sub")), QStringList({QStringLiteral(".gitignore"), QStringLiteral("b"), QStringLiteral("keep.log")}));
    // A .skyignore replaces every .gitignore.
    QVERIFY(writeFile(here("tree/.skyignore"), "a.py\n"));
    VERIFY_OK(transfer(TransferDirection::Upload, here("tree"), there("two"), obeying));
    QVERIFY(!namesIn(there("two")).contains(QStringLiteral("a.py")));
    QVERIFY(namesIn(there("two")).contains(QStringLiteral("a.log")));
}

void TestTransfer::onlyWhatChangedIsCopied()
{
    QVERIFY(QDir().mkpath(QString::fromUtf8(here("tree"))));
    for (const char *name : {"tree/a", "tree/b", "tree/c"})
        QVERIFY(writeFile(here(name), name));
    const auto changed = [](TransferSpec &spec) { spec.onlyChanged = true; };
    VERIFY_OK(transfer(TransferDirection::Upload, here("tree"), there("tree"), changed));
    QVERIFY(writeFile(here("tree/b"), "tree/B"));  // the same size
    const timespec times[2] = {{1'500'000'000, 0}, {1'500'000'000, 0}};
    ::utimensat(AT_FDCWD, here("tree/b").constData(), times, 0);
    ::utimensat(AT_FDCWD, here("tree/c").constData(), times, 0);  // only the time changes
    const auto again = transfer(TransferDirection::Upload, here("tree"), there("tree"), changed);
    VERIFY_OK(again);
    QCOMPARE(again->files, 1);
    QCOMPARE(again->unchanged, 2);
    QCOMPARE(readFile(there("tree/b")), QByteArray("tree/B"));
}

void TestTransfer::aCutAtAnyByteLeavesTheWholeFileOrNone_data() { bothDirections(); }

void TestTransfer::aCutAtAnyByteLeavesTheWholeFileOrNone()
{
    QFETCH(TransferDirection, direction);
    const QByteArray content = noise(20'000, 4);
    QVERIFY(writeFile(from(direction, "file"), content));
    // The bytes that one connection carries for this, in total.
    VERIFY_OK(transfer(direction, here("file"), there("file")));
    const qint64 all = m_relay->bytes() + 3000;
    QRandomGenerator random(5);
    // A few places each time; TRAINYARD_CUTS=30000 tests all of them, and takes an hour.
    const int cuts = std::max(qEnvironmentVariableIntValue("TRAINYARD_CUTS"), 16);
    int cutOff = 0;
    for (int i = 0; i < cuts; ++i) {
        QFile::remove(QString::fromUtf8(to(direction, "file")));
        cleanup();
        // A fresh connection for each, so that the bytes are counted from the banner on.
        init();
        QVERIFY(writeFile(from(direction, "file"), content));
        m_relay->cutAfter(all * (i + 1) / cuts - random.bounded(static_cast<int>(all) / cuts / 8 + 1));
        std::stop_source stop;
        auto running = std::async(std::launch::async,
                                  [&] { return transfer(direction, here("file"), there("file"), {}, stop.get_token()); });
        // From its second connection on, only another cut could happen, so the transfer is ended there.
        while (running.wait_for(std::chrono::milliseconds(5)) != std::future_status::ready && m_relay->accepted() < 2) {}
        stop.request_stop();
        const auto outcome = running.get();
        const QByteArray result = readFile(to(direction, "file"));
        QVERIFY2(result == content || !QFile::exists(QString::fromUtf8(to(direction, "file"))), qPrintable(QString::number(result.size())));
        QVERIFY(!outcome || result == content);
        cutOff += outcome ? 0 : 1;
    }
    QVERIFY(cutOff > 3);
}

void TestTransfer::aLostConnectionIsMadeAgain_data() { bothDirections(); }

void TestTransfer::aLostConnectionIsMadeAgain()
{
    QFETCH(TransferDirection, direction);
    const QByteArray content = noise(24'000'000, 6);
    QVERIFY(writeFile(from(direction, "big"), content));
    m_relay->setRate(20'000'000);
    m_relay->cutAfter(9'000'000);  // every connection dies on the way
    const auto outcome = transfer(direction, here("big"), there("big"));
    VERIFY_OK(outcome);
    QVERIFY(readFile(to(direction, "big")) == content);
    QVERIFY(m_relay->accepted() >= 4);
    QVERIFY2(m_relay->bytes() < 45'000'000, "what had arrived was sent again");
    QCOMPARE(namesIn(to(direction, "")).size(), 1);
}

void TestTransfer::aStoppedTransferGoesOnWhereItWas_data() { bothDirections(); }

void TestTransfer::aStoppedTransferGoesOnWhereItWas()
{
    QFETCH(TransferDirection, direction);
    const QByteArray content = noise(40'000'000, 7);
    QVERIFY(writeFile(from(direction, "big"), content));
    m_relay->setRate(30'000'000);
    m_relay->stallAfter(25'000'000);  // so that it cannot end before it is stopped
    std::stop_source stop;
    auto running = std::async(std::launch::async, [&] { return transfer(direction, here("big"), there("big"), {}, stop.get_token()); });
    QTRY_VERIFY_WITH_TIMEOUT(m_relay->bytes() >= 25'000'000, 60'000);
    stop.request_stop();
    VERIFY_ERROR(running.get(), ErrorCode::Cancelled);
    m_relay->stallAfter(-1);
    QVERIFY(!QFile::exists(QString::fromUtf8(to(direction, "big"))));
    QCOMPARE(namesIn(to(direction, "")).size(), 1);  // the part

    m_relay->setRate(0);
    const auto outcome = transfer(direction, here("big"), there("big"));
    VERIFY_OK(outcome);
    QVERIFY2(outcome->bytesKept > 0, qPrintable(QString::number(outcome->bytesKept)));
    QVERIFY(readFile(to(direction, "big")) == content);
    QCOMPARE(namesIn(to(direction, "")).size(), 1);
}

void TestTransfer::aPartOfAnotherContentIsNotUsed()
{
    const QByteArray old = noise(10'000'000, 8), content = noise(10'000'000, 9);
    QVERIFY(writeFile(there("big"), content));
    struct stat status = {};
    ::stat(there("big").constData(), &status);
    // A part with the right name and size but the wrong content.
    QVERIFY(writeFile(here("") + partNameOf("big", status.st_size, status.st_mtim.tv_sec), old));
    const auto outcome = transfer(TransferDirection::Download, here("big"), there("big"));
    VERIFY_OK(outcome);
    QCOMPARE(outcome->bytesKept, qint64(0));
    QVERIFY(readFile(here("big")) == content);
}

void TestTransfer::aPartThatWasSpoiltIsMended()
{
    const QByteArray content = noise(12'000'000, 10);
    QVERIFY(writeFile(here("big"), content));
    struct stat status = {};
    ::stat(here("big").constData(), &status);
    QByteArray spoilt = content;
    spoilt[5'000'000] = char(spoilt[5'000'000] ^ 1);
    QVERIFY(writeFile(partNameOf(there("big"), status.st_size, status.st_mtim.tv_sec), spoilt));
    const auto outcome = transfer(TransferDirection::Upload, here("big"), there("big"));
    VERIFY_OK(outcome);
    QVERIFY(outcome->bytesKept > 0 && outcome->bytesKept < content.size());
    QVERIFY(readFile(there("big")) == content);
}

void TestTransfer::aSilentServerIsLeftForAnother()
{
    const QByteArray content = noise(20'000'000, 11);
    QVERIFY(writeFile(there("big"), content));
    m_relay->setRate(20'000'000);
    auto running = std::async(std::launch::async, [&] { return transfer(TransferDirection::Download, here("big"), there("big")); });
    QTRY_VERIFY_WITH_TIMEOUT(m_relay->bytes() > 5'000'000, 60'000);
    m_sshd->dropConnections();  // killed, as by a reboot
    const auto outcome = running.get();
    VERIFY_OK(outcome);
    QVERIFY(readFile(here("big")) == content);
}

void TestTransfer::withoutChecksumProgramUploadsAreReadBack()
{
    if (m_sshd->server() != SshdFixture::Server::OpenSsh)
        return;  // dropbear sets every command's PATH itself
    SshdFixture bare;
    QTemporaryDir empty;
    bare.setEnvironment(QStringLiteral("PATH"), empty.path());
    QVERIFY2(bare.start(), qPrintable(bare.errorText()));
    m_links = std::make_unique<TestLinks>(bare.target());
    const QByteArray content = noise(5'000'000, 12);
    QVERIFY(writeFile(here("file"), content));
    const auto up = transfer(TransferDirection::Upload, here("file"), there("file"));
    VERIFY_OK(up);
    QCOMPARE(up->check, TransferCheck::ReadBack);
    const auto down = transfer(TransferDirection::Download, here("back"), there("file"));
    VERIFY_OK(down);
    QCOMPARE(down->check, TransferCheck::Size);
    QVERIFY(readFile(here("back")) == content);
    m_links.reset();
}

void TestTransfer::aPauseHoldsEverything()
{
    const QByteArray content = noise(30'000'000, 13);
    QVERIFY(writeFile(there("big"), content));
    m_relay->setRate(30'000'000);
    m_relay->stallAfter(3'000'000);  // so that it cannot end before the pause
    TransferSpec spec;
    spec.direction = TransferDirection::Download;
    spec.local = here("big");
    spec.remote = there("big");
    TransferJob job(spec, m_links->links());
    auto running = std::async(std::launch::async, [&] { return job.run({}); });
    QTRY_VERIFY_WITH_TIMEOUT(m_relay->bytes() >= 3'000'000 && job.progress().bytesDone > 0, 60'000);
    job.setPaused(true);
    m_relay->stallAfter(-1);
    QTRY_COMPARE_WITH_TIMEOUT(job.progress().state, TransferState::Paused, 30'000);
    // Data that was already requested still arrives; then the line is quiet.
    qint64 before = -1;
    const QDeadlineTimer deadline(30'000);
    while (before != m_relay->bytes() && !deadline.hasExpired()) {
        before = m_relay->bytes();
        QTest::qWait(300);
    }
    QCOMPARE(m_relay->bytes(), before);
    QVERIFY(job.progress().bytesDone < content.size());
    job.setPaused(false);
    VERIFY_OK(running.get());
    QVERIFY(readFile(here("big")) == content);
}

void TestTransfer::linksThatLeadOutAreLeftOut()
{
    QVERIFY(QDir().mkpath(QString::fromUtf8(there("tree/sub"))));
    QCOMPARE(::symlink("/etc", there("tree/abs").constData()), 0);
    QCOMPARE(::symlink("../../x", there("tree/sub/up").constData()), 0);
    QCOMPARE(::symlink("../a", there("tree/sub/fine").constData()), 0);
    QCOMPARE(::mkfifo(there("tree/pipe").constData(), 0600), 0);
    const auto outcome = transfer(TransferDirection::Download, here("tree"), there("tree"));
    VERIFY_OK(outcome);
    QCOMPARE(outcome->leftOut.size(), 3);
    QVERIFY(!QFileInfo(QString::fromUtf8(here("tree/abs"))).isSymLink());
    // ".." after a name counts from the target of that name, which may be a link to the top itself.
    QVERIFY(staysInside("link", "."));
    QVERIFY(staysInside("sub/link", "../a/b"));
    QVERIFY(!staysInside("link", "self/../secret"));
    QVERIFY(!staysInside("sub/link", "../self/self/../../secret"));
    QVERIFY(!staysInside("sub/link", "../.."));
    QVERIFY(QFileInfo(QString::fromUtf8(here("tree/sub/fine"))).isSymLink());
}

void TestTransfer::aLinkInTheWayIsNotFollowed()
{
    QVERIFY(QDir().mkpath(QString::fromUtf8(there("tree/sub"))) && QDir().mkpath(QString::fromUtf8(here("tree"))));
    QVERIFY(QDir().mkpath(QString::fromUtf8(here("elsewhere"))));
    QVERIFY(writeFile(there("tree/sub/x"), "x"));
    QCOMPARE(::symlink("../elsewhere", here("tree/sub").constData()), 0);
    VERIFY_ERROR(transfer(TransferDirection::Download, here("tree"), there("tree")), ErrorCode::AlreadyExists);
    QCOMPARE(namesIn(here("elsewhere")).size(), 0);
}

void TestTransfer::errorsNameTheFile()
{
    VERIFY_ERROR(transfer(TransferDirection::Download, here("x"), there("nothing")), ErrorCode::NotFound);
    VERIFY_ERROR(transfer(TransferDirection::Upload, here("nothing"), there("x")), ErrorCode::NotFound);
    QVERIFY(writeFile(here("file"), "x"));
    const auto blocked = transfer(TransferDirection::Upload, here("file"), there("nothing/") + "x");
    VERIFY_OK(blocked);  // the folders are created
    const auto onto = transfer(TransferDirection::Upload, here("file"), "/dev/null/x");
    QVERIFY(!onto && onto.error().what.contains(QStringLiteral("/dev/null")));
    QVERIFY(!transfer(TransferDirection::Download, "/dev/null/x", there("nothing/x")));
}

void TestTransfer::aFullDiskHereIsNamedAndGoneOnWithLater()
{
    if (::getuid() != 0)
        QSKIP("mounting a small file system needs root; run as: sudo ctest -R tst_transfer");
    const QByteArray disk = here("disk");
    QVERIFY(QDir().mkpath(QString::fromUtf8(disk)));
    if (::mount("tmpfs", disk.constData(), "tmpfs", 0, "size=8m") != 0)
        QSKIP("this place does not allow mounts; run in a container started with --privileged");
    const auto unmount = qScopeGuard([&] { ::umount2(disk.constData(), MNT_DETACH); });
    const QByteArray content = noise(20'000'000, 14);
    QVERIFY(writeFile(there("big"), content));
    const auto outcome = transfer(TransferDirection::Download, disk + "/big", there("big"));
    VERIFY_ERROR(outcome, ErrorCode::NoSpace);
    QVERIFY(!QFile::exists(QString::fromUtf8(disk + "/big")));
    QCOMPARE(::mount(nullptr, disk.constData(), nullptr, MS_REMOUNT, "size=64m"), 0);
    const auto again = transfer(TransferDirection::Download, disk + "/big", there("big"));
    VERIFY_OK(again);
    QVERIFY2(again->bytesKept > 0, "what had come was fetched again");
    QVERIFY(readFile(disk + "/big") == content);
    QCOMPARE(namesIn(disk), QStringList{QStringLiteral("big")});
}

void TestTransfer::withoutSftpFilesComeByShellCommands_data() { bothDirections(); }

void TestTransfer::withoutSftpFilesComeByShellCommands()
{
    QFETCH(TransferDirection, direction);
    SshdFixture bare;
    bare.addConfig(QStringLiteral("Subsystem sftp /bin/false"));
    QVERIFY2(bare.start(), qPrintable(bare.errorText()));
    m_links = std::make_unique<TestLinks>(bare.target());
    const QByteArray source = from(direction, "tree"), target = to(direction, "copy");
    QVERIFY(QDir().mkpath(QString::fromUtf8(source + "/deep/er")));
    const QMap<QByteArray, QByteArray> contents{{"a", "one"},
                                                {"none", ""},
                                                {"deep/er/b", noise(300'000, 15)},
                                                {"large", noise(9'000'001, 16)},
                                                {"with blank ' $x", "quoted"},
                                                {"line\nbreak", "two"}};
    for (auto it = contents.cbegin(); it != contents.cend(); ++it)
        QVERIFY(writeFile(source + '/' + it.key(), it.value()));
    const auto outcome = transfer(direction, direction == TransferDirection::Upload ? source : target,
                                  direction == TransferDirection::Upload ? target : source);
    VERIFY_OK(outcome);
    QCOMPARE(outcome->files, static_cast<int>(contents.size()));
    QCOMPARE(outcome->check, TransferCheck::Checksum);
    for (auto it = contents.cbegin(); it != contents.cend(); ++it)
        QVERIFY2(readFile(target + '/' + it.key()) == it.value(), it.key().constData());
    QCOMPARE(namesIn(target).size(), 6);  // no part is left
    const auto one = transfer(direction, here("one"), there("one"));
    VERIFY_ERROR(one, ErrorCode::NotFound);
    QVERIFY(writeFile(from(direction, "one"), "1"));
    VERIFY_OK(transfer(direction, here("one"), there("one")));
    QCOMPARE(readFile(to(direction, "one")), QByteArray("1"));
    m_links.reset();
}

void TestTransfer::aFileThatEndsEarlyIsNamed_data()
{
    QTest::addColumn<bool>("hasSftp");
    QTest::newRow("with SFTP") << true;
    QTest::newRow("without SFTP") << false;
}

void TestTransfer::aFileThatEndsEarlyIsNamed()
{
    QFETCH(bool, hasSftp);
    // Its size is 4096 bytes, but it contains only a few: like a disk that cannot be read any further.
    const QByteArray source = "/sys/kernel/mm/transparent_hugepage/enabled";
    if (!QFileInfo::exists(QString::fromUtf8(source)))
        QSKIP("/sys/kernel/mm/transparent_hugepage is not there; run on a Linux with that setting");
    SshdFixture server;
    if (!hasSftp)
        server.addConfig(QStringLiteral("Subsystem sftp /bin/false"));
    QVERIFY2(server.start(), qPrintable(server.errorText()));
    m_links = std::make_unique<TestLinks>(server.target());
    const auto outcome = transfer(TransferDirection::Download, here("enabled"), source,
                                  [](TransferSpec &spec) { spec.isVerified = false; });
    VERIFY_ERROR(outcome, ErrorCode::Corrupt);
    QVERIFY(!QFileInfo::exists(QString::fromUtf8(here("enabled"))));
    m_links.reset();
}

void TestTransfer::aReadOnlyPartIsGoneOnWith_data() { bothDirections(); }

// An attempt that ends between the permissions and the rename, here because of a folder in the way. Tested as an ordinary user, to whom
// permissions apply.
void TestTransfer::aReadOnlyPartIsGoneOnWith()
{
    QFETCH(TransferDirection, direction);
    if (::getuid() != 0)
        QSKIP("becoming another user needs root; run as: sudo ctest -R tst_transfer");
    const QString server = QStringLiteral("/usr/lib/openssh/sftp-server"), change = QStringLiteral("/usr/bin/setpriv");
    if (!QFileInfo::exists(server) || !QFileInfo::exists(change))
        QSKIP("the file server or setpriv is not where Debian puts it");
    constexpr uid_t nobody = 65534;
    for (const QByteArray &folder : {m_directory->path().toUtf8(), here(""), there("")})
        QCOMPARE(::chmod(folder.constData(), 0777), 0);
    QVERIFY(writeFile(from(direction, "file"), "content"));
    QCOMPARE(::chmod(from(direction, "file").constData(), direction == TransferDirection::Upload ? 0444 : 0000), 0);
    QVERIFY(QDir().mkdir(QString::fromUtf8(to(direction, "file"))));
    if (direction == TransferDirection::Download) {
        // File permissions apply to this thread only.
        std::thread([&] {
            ::setfsuid(nobody);
            const auto target = LocalTarget::open(here("file"), true);
            QVERIFY(target);
            const TreeEntry file{{}, 7, 1'000'000, 0, {}};
            const QByteArray part = partNameOf("file", file.size, file.modified);
            for (int attempt = 1; attempt <= 2; ++attempt) {
                const auto fd = target->openForWriting(part);
                QVERIFY2(fd, qPrintable(fd ? QString() : fd.error().what));
                QCOMPARE(::pwrite(fd->get(), "content", 7, 0), 7);
                QCOMPARE(bool(target->publish({{part, file}}).first()), attempt == 2);
                if (attempt == 1)
                    QCOMPARE(::rmdir(here("file").constData()), 0);
            }
            QVERIFY(target->openForReading({}));
        }).join();
    } else {
        SshdFixture other;
        other.addConfig(QStringLiteral("Subsystem sftp %1 --reuid %2 --clear-groups %3").arg(change).arg(nobody).arg(server));
        QVERIFY2(other.start(), qPrintable(other.errorText()));
        m_links = std::make_unique<TestLinks>(other.target());
        QVERIFY(!transfer(direction, here("file"), there("file")));
        QCOMPARE(::rmdir(there("file").constData()), 0);
        VERIFY_OK(transfer(direction, here("file"), there("file")));
        m_links.reset();
    }
    QCOMPARE(readFile(to(direction, "file")), QByteArray("content"));
}

void TestTransfer::aFileIsOnTheMachinesDiskBeforeItHasItsName()
{
    if (QStandardPaths::findExecutable(QStringLiteral("strace")).isEmpty()) {
        QVERIFY2(qEnvironmentVariable("CI") != QLatin1String("true"), "strace is missing; install it: apt-get install strace");
        QSKIP("strace is missing; install it: apt-get install strace");
    }
    const QString server = QStringLiteral("/usr/lib/openssh/sftp-server");
    if (!QFileInfo::exists(server))
        QSKIP("the file server is not where Debian puts it: /usr/lib/openssh/sftp-server");
    SshdFixture traced;
    const QString trace = QString::fromUtf8(here("trace"));
    traced.addConfig(
        QStringLiteral("Subsystem sftp /usr/bin/strace -f -qq -A -o %1 -e trace=fsync,rename,renameat,renameat2 %2").arg(trace, server));
    QVERIFY2(traced.start(), qPrintable(traced.errorText()));
    for (const auto &[name, size] : {std::pair("small", 1000), std::pair("medium", 6'000'000), std::pair("large", 70'000'000)}) {
        QFile::remove(trace);
        QVERIFY(writeFile(here(name), noise(size, 17)));
        m_links = std::make_unique<TestLinks>(traced.target());
        VERIFY_OK(transfer(TransferDirection::Upload, here(name), there(name)));
        m_links.reset();  // the trace is written when the server has gone
        QTRY_VERIFY_WITH_TIMEOUT(readFile(trace.toUtf8()).contains("rename"), 60'000);
        const QByteArray calls = readFile(trace.toUtf8());
        QVERIFY2(calls.indexOf("fsync(") >= 0 && calls.indexOf("fsync(") < calls.indexOf("rename"), calls.constData());
    }
}

QTEST_GUILESS_MAIN(TestTransfer)
#include "tst_transfer.moc"
