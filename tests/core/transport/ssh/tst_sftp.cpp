// SPDX-License-Identifier: GPL-3.0-or-later
// Files over SFTP, with a private sshd and, where it is installed, dropbear.
#include "core/transport/ssh/filechannel.h"
#include "core/transport/ssh/sftp.h"
#include "sshtesting.h"

#include <QProcess>
#include <QRandomGenerator>

#include <array>
#include <csignal>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace trainyard;

class TestSftp : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data();
    void init();

    void writesAndReads_data();
    void writesAndReads();
    void readsRanges();
    void openFileStaysTheOneThatWasOpened();
    void readsAFileThatHasNoSize();
    void writeReplacesAtOnce();
    void modeIsExact();
    void strangeNamesWork_data();
    void strangeNamesWork();
    void listsAndStats();
    void makesPathsAndKeepsThem();
    void renameReplaces();
    void removes();
    void relativePathsStartAtTheLoginFolder();
    void errorsAreDistinct();
    void permissionIsDenied();
    void fullDiskIsNamed();
    void failedWriteLeavesNothingBehind();

    void largeFileIsIdentical();
    void writingThatIsCancelledLeavesNothing();
    void aSourceThatEndsEarlyLeavesNothing();
    void manyCallersShareTheChannel();
    void aLostFileConnectionLeavesOthersAlone();

private:
    std::shared_ptr<SshConnection> connected(const SshTarget &target)
    {
        auto opened = SshConnection::open(target, {}, soon());
        if (!opened)
            qWarning().noquote() << opened.error().what << opened.error().detail;
        return opened ? *opened : nullptr;
    }
    QString there(const QString &name) const { return m_folder.filePath(name); }
    QByteArray onDisk(const QString &name) const
    {
        QFile file(there(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(missing)");
    }
    static QByteArray noise(qsizetype size)
    {
        QByteArray bytes((size + 3) / 4 * 4, Qt::Uninitialized);
        QRandomGenerator(42).fillRange(reinterpret_cast<quint32 *>(bytes.data()), bytes.size() / 4);
        bytes.truncate(size);
        return bytes;
    }
    QStringList namesThere() const { return QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot); }

    std::map<SshdFixture::Server, std::unique_ptr<SshdFixture>> m_servers;
    SshdFixture *m_sshd = nullptr;  // of the row
    QTemporaryDir m_folder;
    std::shared_ptr<SshConnection> m_connection;
    std::shared_ptr<Sftp> m_sftp;
};

void TestSftp::initTestCase_data() { addServers(); }

void TestSftp::init()
{
    QFETCH_GLOBAL(SshdFixture::Server, server);
    std::unique_ptr<SshdFixture> &sshd = m_servers[server];
    if (!m_sshd || m_sshd->server() != server)
        m_connection.reset();
    if (!sshd) {
        sshd = std::make_unique<SshdFixture>(server);
        START_OR_SKIP(*sshd);
    }
    m_sshd = sshd.get();
    if (!m_connection || !m_connection->isAlive()) {
        m_connection = connected(m_sshd->target());
        QVERIFY(m_connection);
    }
    auto sftp = m_connection->sftp(soon());
    VERIFY_OK(sftp);
    m_sftp = *sftp;
    const QStringList names = namesThere();
    for (const QString &name : names) {
        if (!QFile::remove(there(name)))
            QDir(there(name)).removeRecursively();
    }
}

void TestSftp::writesAndReads_data()
{
    QTest::addColumn<int>("size");
    for (const int size : {0, 1, 32767, 32768, 32769, 131072, 131073, 1'000'000, 5'000'001})
        QTest::newRow(qPrintable(QString::number(size))) << size;
}

void TestSftp::writesAndReads()
{
    QFETCH(int, size);
    const QByteArray content = noise(size);
    VERIFY_OK(m_sftp->write(there(QStringLiteral("f")), content, 0644, soon()));
    QVERIFY(onDisk(QStringLiteral("f")) == content);
    const auto back = m_sftp->read(there(QStringLiteral("f")), 0, size + 100'000, soon());
    VERIFY_OK(back);
    QVERIFY(*back == content);
    const auto exact = m_sftp->read(there(QStringLiteral("f")), 0, size, soon());
    VERIFY_OK(exact);
    QVERIFY(*exact == content);
}

void TestSftp::readsRanges()
{
    const QByteArray content = noise(1'000'000);
    VERIFY_OK(m_sftp->write(there(QStringLiteral("f")), content, 0644, soon()));
    const QList<QPair<qint64, qint64>> ranges = {{0, 0},
                                                 {0, 1},
                                                 {999'999, 1},
                                                 {999'999, 10},
                                                 {1'000'000, 10},
                                                 {5'000'000, 500'000},
                                                 {32'000, 400'000},
                                                 {500'000, 600'000},
                                                 {10, std::numeric_limits<qint64>::max()}};
    for (const auto &[offset, length] : ranges) {
        const auto got = m_sftp->read(there(QStringLiteral("f")), offset, length, soon());
        VERIFY_OK(got);
        QVERIFY(*got == content.mid(std::min<qint64>(offset, content.size()), std::min<qint64>(length, 2'000'000)));
    }
    VERIFY_ERROR(m_sftp->read(there(QStringLiteral("f")), -1, 1, soon()), ErrorCode::InvalidInput);
}

void TestSftp::openFileStaysTheOneThatWasOpened()
{
    const QByteArray content = noise(300'000);
    VERIFY_OK(m_sftp->write(there(QStringLiteral("f")), content, 0644, soon()));
    auto first = m_sftp->open(there(QStringLiteral("f")), soon());
    VERIFY_OK(first);
    // After the name is overwritten, the open file is still the old one.
    VERIFY_OK(m_sftp->write(there(QStringLiteral("f")), "new", 0644, soon()));
    auto second = m_sftp->open(there(QStringLiteral("f")), soon());
    VERIFY_OK(second);
    std::vector<std::thread> threads;
    std::atomic<int> right = 0;
    for (qint64 at = 0; at < 8; ++at) {
        threads.emplace_back([&, at] {
            const auto got = (*first)->read(at * 37'000, 65'536, soon());
            right += got && *got == content.mid(at * 37'000, 65'536);
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(right.load(), 8);
    QCOMPARE(*(*second)->read(0, 100, soon()), QByteArray("new"));
    VERIFY_ERROR((*second)->read(-1, 1, soon()), ErrorCode::InvalidInput);
    first->reset();
    QCOMPARE(*(*second)->read(1, 1, soon()), QByteArray("e"));
}

void TestSftp::readsAFileThatHasNoSize()
{
    QFile local(QStringLiteral("/proc/cpuinfo"));
    QVERIFY(local.open(QIODevice::ReadOnly));
    const QByteArray content = local.readAll();
    const auto got = m_sftp->read(QStringLiteral("/proc/cpuinfo"), 0, 10'000'000, soon());
    VERIFY_OK(got);
    QVERIFY(got->startsWith(content.first(100)));
    QCOMPARE(got->count("processor\t"), content.count("processor\t"));
}

void TestSftp::writeReplacesAtOnce()
{
    VERIFY_OK(m_sftp->write(there(QStringLiteral("f")), "old content", 0644, soon()));
    QFile held(there(QStringLiteral("f")));
    QVERIFY(held.open(QIODevice::ReadOnly));
    VERIFY_OK(m_sftp->write(there(QStringLiteral("f")), "new", 0644, soon()));
    QCOMPARE(held.readAll(), QByteArray("old content"));  // the old file, unchanged, without a name
    QCOMPARE(onDisk(QStringLiteral("f")), QByteArray("new"));
    QCOMPARE(namesThere(), QStringList("f"));
}

void TestSftp::modeIsExact()
{
    for (const int mode : {0600, 0666, 0755}) {
        VERIFY_OK(m_sftp->write(there(QStringLiteral("f")), "x", mode, soon()));
        const auto file = m_sftp->stat(there(QStringLiteral("f")), soon());
        VERIFY_OK(file);
        QCOMPARE(file->mode & 07777, static_cast<quint32>(mode));
    }
}

void TestSftp::strangeNamesWork_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("blank") << "a  b ";
    QTest::newRow("quotes") << "it's \"so\"";
    QTest::newRow("newline") << "a\nb";
    QTest::newRow("substitution") << "$(touch x) `y` ; rm -rf *";
    QTest::newRow("Chinese") << "模型 训练.pt";
    QTest::newRow("dash") << "-rf";
    QTest::newRow("longest") << QString(255, u'n');
}

void TestSftp::strangeNamesWork()
{
    QFETCH(QString, name);
    VERIFY_OK(m_sftp->write(there(name), "content", 0644, soon()));
    QCOMPARE(namesThere(), QStringList(name));
    const auto listed = m_sftp->list(m_folder.path(), soon());
    VERIFY_OK(listed);
    QCOMPARE(listed->size(), 1);
    QCOMPARE(listed->first().name, name);
    QCOMPARE(m_sftp->read(there(name), 0, 100, soon())->constData(), "content");
    QCOMPARE(m_sftp->stat(there(name), soon())->name, name);
    VERIFY_OK(m_sftp->rename(there(name), there(QStringLiteral("plain")), soon()));
    VERIFY_OK(m_sftp->remove(there(QStringLiteral("plain")), soon()));
    QCOMPARE(namesThere(), QStringList());
}

void TestSftp::listsAndStats()
{
    for (int i = 0; i < 500; ++i) {
        QFile file(there(QStringLiteral("file-%1").arg(i)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(i, 'x'));
    }
    QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("folder")));
    QVERIFY(QFile::link(QStringLiteral("file-7"), there(QStringLiteral("link"))));
    const auto files = m_sftp->list(m_folder.path(), soon());
    VERIFY_OK(files);
    QCOMPARE(files->size(), 502);
    QMap<QString, RemoteFile> byName;
    for (const RemoteFile &file : *files)
        byName.insert(file.name, file);
    QCOMPARE(byName.value(QStringLiteral("file-123")).size, 123);
    QVERIFY(byName.value(QStringLiteral("file-123")).isRegular());
    QVERIFY(qAbs(byName.value(QStringLiteral("file-123")).modified - QDateTime::currentSecsSinceEpoch()) < 100);
    QVERIFY(byName.value(QStringLiteral("folder")).isDirectory());
    QVERIFY(byName.value(QStringLiteral("link")).isLink());
    const auto link = m_sftp->stat(there(QStringLiteral("link")), soon());
    VERIFY_OK(link);
    QVERIFY(link->isRegular());
    QCOMPARE(link->size, 7);
    QVERIFY(m_sftp->list(there(QStringLiteral("folder")), soon())->isEmpty());
}

void TestSftp::makesPathsAndKeepsThem()
{
    const QString path = there(QStringLiteral("a/b c/d"));
    VERIFY_OK(m_sftp->makePath(path, 0700, soon()));
    QVERIFY(QFileInfo(path).isDir());
    QCOMPARE(m_sftp->stat(path, soon())->mode & 0777, 0700u);
    VERIFY_OK(m_sftp->makePath(path, 0755, soon()));
    QCOMPARE(m_sftp->stat(path, soon())->mode & 0777, 0700u);
    VERIFY_OK(m_sftp->write(there(QStringLiteral("a/file")), "x", 0644, soon()));
    VERIFY_ERROR(m_sftp->makePath(there(QStringLiteral("a/file")), 0700, soon()), ErrorCode::AlreadyExists);
    QVERIFY(!m_sftp->makePath(there(QStringLiteral("a/file/below")), 0700, soon()));
    VERIFY_OK(m_sftp->makePath(there(QStringLiteral("trailing/")), 0700, soon()));
    VERIFY_OK(m_sftp->makePath(QStringLiteral("/"), 0700, soon()));
}

void TestSftp::renameReplaces()
{
    VERIFY_OK(m_sftp->write(there(QStringLiteral("from")), "new", 0644, soon()));
    VERIFY_OK(m_sftp->write(there(QStringLiteral("to")), "old", 0644, soon()));
    VERIFY_OK(m_sftp->rename(there(QStringLiteral("from")), there(QStringLiteral("to")), soon()));
    QCOMPARE(namesThere(), QStringList("to"));
    QCOMPARE(onDisk(QStringLiteral("to")), QByteArray("new"));
}

void TestSftp::removes()
{
    VERIFY_OK(m_sftp->write(there(QStringLiteral("f")), "x", 0644, soon()));
    VERIFY_OK(m_sftp->remove(there(QStringLiteral("f")), soon()));
    VERIFY_ERROR(m_sftp->remove(there(QStringLiteral("f")), soon()), ErrorCode::NotFound);
}

void TestSftp::relativePathsStartAtTheLoginFolder()
{
    const auto home = m_sftp->realPath(QStringLiteral("."), soon());
    VERIFY_OK(home);
    const auto pwd = m_connection->run(command(QStringLiteral("pwd -P")), soon());
    VERIFY_OK(pwd);
    QCOMPARE(home->toUtf8() + '\n', pwd->out);
}

void TestSftp::errorsAreDistinct()
{
    VERIFY_ERROR(m_sftp->stat(there(QStringLiteral("none")), soon()), ErrorCode::NotFound);
    VERIFY_ERROR(m_sftp->read(there(QStringLiteral("none")), 0, 10, soon()), ErrorCode::NotFound);
    VERIFY_ERROR(m_sftp->list(there(QStringLiteral("none")), soon()), ErrorCode::NotFound);
    VERIFY_ERROR(m_sftp->write(there(QStringLiteral("none/f")), "x", 0644, soon()), ErrorCode::NotFound);
    VERIFY_ERROR(m_sftp->stat({}, soon()), ErrorCode::InvalidInput);
    VERIFY_ERROR(m_sftp->stat(QStringLiteral("a") + QChar(u'\0'), soon()), ErrorCode::InvalidInput);
    std::stop_source stop;
    stop.request_stop();
    VERIFY_ERROR(m_sftp->read(there(QStringLiteral("none")), 0, 10, soon(), stop.get_token()), ErrorCode::Cancelled);
    VERIFY_ERROR(m_sftp->makePath(there(QStringLiteral("folder")), 0700, soon(), stop.get_token()), ErrorCode::Cancelled);
    VERIFY_ERROR(m_sftp->write(there(QStringLiteral("f")), "x", 0644, soon(), stop.get_token()), ErrorCode::Cancelled);
    QCOMPARE(namesThere(), QStringList());
    // Reading a directory as a file fails differently, and the channel continues.
    QVERIFY(!m_sftp->read(m_folder.path(), 0, 10, soon()));
    VERIFY_OK(m_sftp->list(m_folder.path(), soon()));
}

void TestSftp::permissionIsDenied()
{
    // Root may do anything except remove files of the kernel.
    VERIFY_ERROR(m_sftp->remove(QStringLiteral("/proc/version"), soon()), ErrorCode::PermissionDenied);
    if (::getuid() != 0)
        VERIFY_ERROR(m_sftp->write(QStringLiteral("/etc/trainyard-test"), "x", 0644, soon()), ErrorCode::PermissionDenied);
}

void TestSftp::fullDiskIsNamed()
{
    if (::getuid() != 0)
        QSKIP("mounting a small file system needs root; run as: sudo ctest -R tst_sftp");
    const QString disk = there(QStringLiteral("disk"));
    QVERIFY(QDir().mkpath(disk));
    if (::mount("tmpfs", disk.toUtf8().constData(), "tmpfs", 0, "size=1m") != 0)
        QSKIP("this place does not allow mounts; run in a container started with --privileged");
    const auto unmount = qScopeGuard([&] { ::umount2(disk.toUtf8().constData(), MNT_DETACH); });
    // A separate server: one that already runs in its own mount namespace does not see the new disk.
    SshdFixture sshd(m_sshd->server());
    START_OR_SKIP(sshd);
    m_connection = connected(sshd.target());
    QVERIFY(m_connection);
    const auto sftp = m_connection->sftp(soon());
    VERIFY_OK(sftp);
    m_sftp = *sftp;
    const auto forget = qScopeGuard([&] { m_connection.reset(); });
    VERIFY_OK(m_sftp->write(disk + QStringLiteral("/small"), noise(1000), 0644, soon()));
    VERIFY_ERROR(m_sftp->write(disk + QStringLiteral("/large"), noise(3'000'000), 0644, soon()), ErrorCode::NoSpace);
    QTRY_COMPARE_WITH_TIMEOUT(QDir(disk).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList("small"), 30'000);
}

void TestSftp::failedWriteLeavesNothingBehind()
{
    QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("taken/x")));
    QVERIFY(!m_sftp->write(there(QStringLiteral("taken")), "x", 0644, soon()));
    QTRY_COMPARE_WITH_TIMEOUT(namesThere(), QStringList("taken"), 30'000);
}

void TestSftp::largeFileIsIdentical()
{
    const QByteArray content = noise(32 * 1024 * 1024 + 17);
    qint64 next = 0;
    VERIFY_OK(m_sftp->writeFrom(
        there(QStringLiteral("remote")), content.size(),
        [&](qint64 offset, qsizetype limit) -> Result<QByteArray> {
            if (offset != next)
                return Error{ErrorCode::Io, QStringLiteral("a gap"), {}};
            const QByteArray piece = content.mid(static_cast<qsizetype>(offset), std::min<qsizetype>(limit, 20'000));
            next += piece.size();
            return piece;
        },
        0640, soon(120'000)));
    QCOMPARE(next, content.size());
    QVERIFY(onDisk(QStringLiteral("remote")) == content);
    const auto back = m_sftp->read(there(QStringLiteral("remote")), 0, content.size() + 100, soon(120'000));
    VERIFY_OK(back);
    QVERIFY(*back == content);
}

void TestSftp::writingThatIsCancelledLeavesNothing()
{
    std::stop_source stop;
    const auto source = [&](qint64 offset, qsizetype limit) -> Result<QByteArray> {
        if (offset > 1'000'000)
            stop.request_stop();
        return QByteArray(limit, 'x');
    };
    VERIFY_ERROR(m_sftp->writeFrom(there(QStringLiteral("remote")), qint64(4) << 30, source, 0640, soon(), stop.get_token()),
                 ErrorCode::Cancelled);
    QTRY_COMPARE_WITH_TIMEOUT(namesThere(), QStringList(), 30'000);
}

void TestSftp::aSourceThatEndsEarlyLeavesNothing()
{
    const auto source = [](qint64 offset, qsizetype limit) -> Result<QByteArray> {
        return offset < 100'000 ? QByteArray(std::min<qsizetype>(limit, 30'000), 'x') : QByteArray();
    };
    VERIFY_ERROR(m_sftp->writeFrom(there(QStringLiteral("remote")), 200'000, source, 0640, soon()), ErrorCode::Io);
    QTRY_COMPARE_WITH_TIMEOUT(namesThere(), QStringList(), 30'000);
}

void TestSftp::manyCallersShareTheChannel()
{
    std::vector<std::thread> threads;
    std::atomic<int> right = 0;
    for (int t = 0; t < 6; ++t) {
        threads.emplace_back([&, t] {
            const QString path = there(QStringLiteral("f%1").arg(t));
            const QByteArray content(200'000 + t, static_cast<char>('a' + t));
            for (int i = 0; i < 5; ++i) {
                const auto sftp = m_connection->sftp(soon());
                if (!sftp || !(*sftp)->write(path, content, 0644, soon()))
                    return;
                const auto back = (*sftp)->read(path, 0, 1'000'000, soon());
                if (back && *back == content)
                    ++right;
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(right.load(), 30);
}

// Its descriptor was closed when the link was lost, and another file has the number when the connection is destroyed.
void TestSftp::aLostFileConnectionLeavesOthersAlone()
{
    auto channel = openFileConnection(m_sshd->target(), {}, soon());
    VERIFY_OK(channel);
    m_sshd->dropConnections();
    m_connection.reset();
    const auto look = [](SftpRequest &request) { request.string(QByteArrayView(".")); };
    VERIFY_ERROR((*channel)->ask(SftpType::Stat, look, soon(), {}), ErrorCode::ConnectionLost);
    std::array<std::array<int, 2>, 16> pairs;
    for (auto &pair : pairs)
        QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM, 0, pair.data()), 0);
    channel->reset();
    for (const auto &pair : pairs) {
        char byte = 0;
        QCOMPARE(::send(pair[0], "x", 1, MSG_NOSIGNAL), 1);
        QCOMPARE(::recv(pair[1], &byte, 1, 0), 1);
        ::close(pair[0]);
        ::close(pair[1]);
    }
}

QTEST_GUILESS_MAIN(TestSftp)
#include "tst_sftp.moc"
