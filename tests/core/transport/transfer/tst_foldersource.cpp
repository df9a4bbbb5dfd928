// SPDX-License-Identifier: GPL-3.0-or-later
// Folders listed and read by ranges: on this computer, and on a machine through a private sshd.
#include "core/transport/transfer/folderlisting.h"
#include "core/transport/transfer/folderreader.h"
#include "core/transport/transfer/internal/folderprogram.h"
#include "core/transport/transfer/localfilesource.h"
#include "core/transport/transfer/remotefilesource.h"
#include "tests/core/transport/transfer/transfertesting.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/fsuid.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace trainyard;
using namespace std::chrono_literals;

class TestFolderSource : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<SshdFixture> m_sshd;
    std::shared_ptr<SshConnection> m_connection;
    std::unique_ptr<FileSource> m_source;

    QByteArray path(const QString &name) const { return m_folder->filePath(name).toUtf8(); }
    void connectTo(SshdFixture::Server server, const QString &searchPath = {}, const QString &configuration = {})
    {
        m_source.reset();
        m_connection.reset();
        m_sshd = std::make_unique<SshdFixture>(server);
        if (!m_sshd->missing().isEmpty())
            QSKIP(qPrintable(m_sshd->missing()));
        if (!searchPath.isEmpty())
            m_sshd->setEnvironment(QStringLiteral("PATH"), searchPath);
        if (!configuration.isEmpty())
            m_sshd->addConfig(configuration);
        QVERIFY2(m_sshd->start(), qPrintable(m_sshd->errorText()));
        const auto opened = SshConnection::open(m_sshd->target(), {}, QDeadlineTimer(20s));
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().what));
        m_connection = *opened;
    }
    void makeSource(const QString &kind)
    {
        if (kind == QLatin1String("local")) {
            m_source = std::make_unique<LocalFileSource>(m_folder->path());
            return;
        }
        connectTo(kind.startsWith(QLatin1String("sftp")) ? SshdFixture::Server::OpenSsh : SshdFixture::Server::DropbearWithoutSftp);
        if (!m_connection)
            return;
        const auto sftp = m_connection->sftp(QDeadlineTimer(20s));
        QVERIFY(sftp.has_value());
        m_source = std::make_unique<RemoteFileSource>(*sftp, m_folder->path(), std::stop_token(),
                                                      kind.endsWith(QLatin1String("commands")) ? m_connection.get() : nullptr);
    }
    // A search path with the usual small programs, but without find and python3.
    QString fewPrograms() const
    {
        const QString few = m_folder->filePath(QStringLiteral("few"));
        QDir().mkpath(few);
        for (const char *tool : {"sh", "date", "tr", "sleep", "cat", "ls", "stat", "dd", "wc", "head", "tail"})
            QFile::link(QLatin1String("/usr/bin/") + QLatin1String(tool), few + u'/' + QLatin1String(tool));
        return few;
    }
    // A search path whose python3 is this script.
    QString withPython(const QByteArray &script) const
    {
        const QString folder = m_folder->filePath(QStringLiteral("programs"));
        QDir().mkpath(folder);
        writeFile((folder + QStringLiteral("/python3")).toUtf8(), "#!/bin/sh\n" + script);
        QFile::setPermissions(folder + QStringLiteral("/python3"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return folder + QStringLiteral(":/usr/bin:/bin");
    }
    static QStringList shown(const FolderListing &listing)
    {
        QStringList names;
        for (const CheckpointFile &file : listing.files)
            names << QStringLiteral("%1:%2").arg(file.name).arg(file.sizeBytes);
        names.sort();
        return names;
    }
    void kinds()
    {
        QTest::addColumn<QString>("kind");
        QTest::newRow("this computer") << QStringLiteral("local");
        QTest::newRow("a machine over SFTP") << QStringLiteral("sftp");
        QTest::newRow("a machine by one command") << QStringLiteral("sftp and commands");
        QTest::newRow("a machine without SFTP") << QStringLiteral("shell");
        QTest::newRow("a machine without SFTP, by one command") << QStringLiteral("shell and commands");
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void cleanup()
    {
        m_source.reset();
        m_connection.reset();
        m_sshd.reset();
    }

    void rangesOfManyFilesAreAnsweredInOrder_data() { kinds(); }
    void rangesOfManyFilesAreAnsweredInOrder()
    {
        QFETCH(QString, kind);
        const int count = kind == QLatin1String("shell") ? 12 : 300;  // there they are read one by one
        QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("a b/c'd")));
        QList<FileRange> ranges;
        QList<QByteArray> wanted;
        for (int i = 0; i < count; ++i) {
            const QString name = QStringLiteral("a b/c'd/文件-%1").arg(i);
            const QByteArray content = noise(i % 7 == 0 ? 300'000 : 1000 + i, quint32(i));
            QVERIFY(writeFile(path(name), content));
            for (const auto &[offset, length] :
                 {std::pair<qint64, qint64>(0, 64), {500, 200'000}, {content.size() - 10, 10}, {content.size(), 5}, {7, 0}}) {
                ranges << FileRange{name, offset, length};
                wanted << content.mid(offset, length);
            }
        }
        makeSource(kind);
        if (!m_source)
            return;
        const auto read = m_source->read(ranges);
        QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error().what));
        QCOMPARE(read->size(), wanted.size());
        for (qsizetype i = 0; i < wanted.size(); ++i)
            QVERIFY2(read->at(i) == wanted[i], qPrintable(QStringLiteral("%1: %2").arg(i).arg(read->at(i).size())));
    }

    void aMissingFileIsOnlyItsOwnTrouble_data() { kinds(); }
    void aMissingFileIsOnlyItsOwnTrouble()
    {
        QFETCH(QString, kind);
        QVERIFY(writeFile(path(QStringLiteral("there")), "abc"));
        makeSource(kind);
        if (!m_source)
            return;
        const auto read = m_source->readEach(
            {{QStringLiteral("there"), 0, 3}, {QStringLiteral("gone"), 0, 3}, {QStringLiteral("there"), 1, 9}});
        QVERIFY(read.size() == 3 && read[0] && !read[1] && read[2]);
        QCOMPARE(*read[0], QByteArray("abc"));
        QCOMPARE(*read[2], QByteArray("bc"));
        QCOMPARE(read[1].error().code, ErrorCode::NotFound);
        QVERIFY(!m_source->read({{QStringLiteral("there"), -1, 3}}));
    }

    void oneCommandReadsWhatIsThereAndFollowsNothing()
    {
        const QString top = m_folder->filePath(QStringLiteral("it's a \"folder\" $(touch gone)\n"));
        QVERIFY(QDir().mkpath(top));
        const QByteArray odd = "-n $(touch gone) `id`\n\t'\"\\\xe6\x96\x87";
        QVERIFY(writeFile(top.toUtf8() + '/' + odd, QByteArray("12\n34\0", 6)));
        QVERIFY(writeFile(top.toUtf8() + "/empty", {}));
        QVERIFY(writeFile(top.toUtf8() + "/closed", "secret"));
        QVERIFY(QFile::setPermissions(top + QStringLiteral("/closed"), QFile::Permissions()));
        QCOMPARE(::symlink("/etc/passwd", (top.toUtf8() + "/link").constData()), 0);
        QCOMPARE(::mkfifo((top.toUtf8() + "/pipe").constData(), 0600), 0);
        QVERIFY(QDir().mkpath(top + QStringLiteral("/folder")));
        connectTo(SshdFixture::Server::OpenSsh);
        if (!m_connection)
            return;
        const QString name = QString::fromUtf8(odd);
        const auto named = [](const char *text) { return QString::fromLatin1(text); };
        FolderReader folder(*m_connection, top);
        const auto read = folder.read({{name, 0, 6},
                                       {name, 3, 100},
                                       {named("link"), 0, 5},
                                       {named("pipe"), 0, 5},
                                       {named("folder"), 0, 5},
                                       {named("gone"), 0, 5},
                                       {named("empty"), 0, 5},
                                       {name, 6, 5},
                                       {name, 2, 0},
                                       {named("closed"), 0, 5}},
                                      {});
        QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error().detail));
        QCOMPARE(read->size(), 10);
        QCOMPARE(*read->at(0), QByteArray("12\n34\0", 6));
        QCOMPARE(*read->at(1), QByteArray("34\0", 3));
        for (const int bad : {2, 3, 4, 5})
            QVERIFY2(!read->at(bad), qPrintable(QString::number(bad)));
        QCOMPARE(read->at(5).error().code, ErrorCode::NotFound);
        for (const int none : {6, 7, 8})
            QVERIFY2(read->at(none) && read->at(none)->isEmpty(), qPrintable(QString::number(none)));
        if (::geteuid() != 0)
            QCOMPARE(read->at(9).error().code, ErrorCode::PermissionDenied);
    }

    void withoutPythonManyFilesComeOverSftp()
    {
        QList<FileRange> ranges;
        for (int i = 0; i < 150; ++i) {
            ranges << FileRange{QStringLiteral("file-%1").arg(i), 0, 100};
            QVERIFY(writeFile(path(ranges.last().name), QByteArray::number(i)));
        }
        connectTo(SshdFixture::Server::OpenSsh, fewPrograms());
        if (!m_connection)
            return;
        const auto none = FolderReader(*m_connection, m_folder->path()).read(ranges, {});
        QVERIFY(!none && none.error().code == ErrorCode::Corrupt);
        const auto sftp = m_connection->sftp(QDeadlineTimer(20s));
        QVERIFY(sftp.has_value());
        RemoteFileSource source(*sftp, m_folder->path(), {}, m_connection.get());
        for (int again = 0; again < 2; ++again) {
            const auto read = source.read(ranges);
            QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error().what));
            QCOMPARE(read->at(149), QByteArray("149"));
        }
    }

    void aProgramThatLiesIsNotBelieved_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::newRow("says nothing") << QByteArray("exit 0\n");
        QTest::newRow("fails") << QByteArray("echo no >&2; exit 1\n");
        QTest::newRow("talks without end") << QByteArray("exec yes\n");
        QTest::newRow("promises four gigabytes") << QByteArray("echo 4294967296 4294967296; exec cat /dev/zero\n");
        QTest::newRow("sends zeros without end") << QByteArray("exec cat /dev/zero\n");
        QTest::newRow("greets, and does as asked") << QByteArray("echo Welcome; exec /usr/bin/python3 \"$@\"\n");
        QTest::newRow("an empty list without a path") << QByteArray("echo 0 0; sleep 100\n");
    }
    void aProgramThatLiesIsNotBelieved()
    {
        QFETCH(QByteArray, script);
        QVERIFY(writeFile(path(QStringLiteral("step-1.pt")), "12345"));
        connectTo(SshdFixture::Server::OpenSsh, withPython(script));
        if (!m_connection)
            return;
        const auto opened = openRemoteFolder(*m_connection, m_folder->filePath(QStringLiteral("step-1.pt")), {});
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().what));
        QVERIFY(!opened->reader);
        QCOMPARE(opened->listed.path, m_folder->path());
        QCOMPARE(opened->listed.file, QStringLiteral("step-1.pt"));
        QVERIFY(shown(opened->listed.listing).contains(QStringLiteral("step-1.pt:5")));
        // The same for one that is used only when there is much to read.
        RemoteFileSource source(*m_connection, m_folder->path(), {}, std::make_shared<FolderReader>(*m_connection, m_folder->path()));
        const auto read = source.read({{QStringLiteral("step-1.pt"), 1, 3}});
        QVERIFY2(read && read->first() == "234", read ? read->first().constData() : qPrintable(read.error().what));
    }

    void aProgramThatWasEndedIsStartedAgain()
    {
        QVERIFY(writeFile(path(QStringLiteral("a")), "12345"));
        const QByteArray note = path(QStringLiteral("number"));
        connectTo(SshdFixture::Server::OpenSsh, withPython("echo $$ > '" + note + "'; exec /usr/bin/python3 \"$@\"\n"));
        if (!m_connection)
            return;
        const auto opened = openRemoteFolder(*m_connection, m_folder->path(), {});
        QVERIFY(opened && opened->reader);
        for (int again = 0; again < 3; ++again) {
            const pid_t number = readFile(note).trimmed().toInt();
            QVERIFY(number > 1);
            QCOMPARE(::kill(number, SIGTERM), 0);
            const auto read = opened->reader->read({{QStringLiteral("a"), 0, 5}}, {});
            QVERIFY2(read && *read->first() == "12345", read ? "" : qPrintable(read.error().detail));
            const auto listed = opened->reader->list({});
            QVERIFY(listed && shown(listed->listing).contains(QStringLiteral("a:5")));
        }
    }

    // With one session at a time, the program and SFTP give way to each other and to commands.
    void whereOneSessionIsAllowedAllTakeTurns()
    {
        QVERIFY(writeFile(path(QStringLiteral("a")), "12345"));
        connectTo(SshdFixture::Server::OpenSsh, {}, QStringLiteral("MaxSessions 1"));
        if (!m_connection)
            return;
        const auto opened = openRemoteFolder(*m_connection, m_folder->path(), {});
        QVERIFY(opened && opened->reader);
        for (int again = 0; again < 2; ++again) {
            const auto ran = m_connection->run({QStringLiteral("echo well"), {}, 4096, {}}, QDeadlineTimer(20s));
            QVERIFY2(ran && ran->out == "well\n", ran ? "" : qPrintable(ran.error().what + ran.error().detail));
            const auto sftp = m_connection->sftp(QDeadlineTimer(20s));
            QVERIFY2(sftp.has_value(), sftp ? "" : qPrintable(sftp.error().what + sftp.error().detail));
            const auto looked = (*sftp)->stat(m_folder->filePath(QStringLiteral("a")), QDeadlineTimer(20s));
            QVERIFY2(looked && looked->size == 5, looked ? "" : qPrintable(looked.error().what));
            const auto read = opened->reader->read({{QStringLiteral("a"), 0, 5}}, {});
            QVERIFY2(read && *read->first() == "12345", read ? "" : qPrintable(read.error().what + read.error().detail));
        }
    }

    void whatACommandAnswersIsReadWithDistrust_data()
    {
        QTest::addColumn<QByteArray>("printed");
        QTest::addColumn<bool>("isFine");
        QTest::newRow("as it should be") << QByteArray("3\nabc0\n") << true;
        QTest::newRow("a file that is gone") << QByteArray("-2\n2\nab") << true;
        QTest::newRow("nothing") << QByteArray() << false;
        QTest::newRow("one answer for two") << QByteArray("3\nabc") << false;
        QTest::newRow("longer than it was asked for") << QByteArray("4\nabcd0\n") << false;
        QTest::newRow("longer than what came") << QByteArray("3\nabc2\na") << false;
        QTest::newRow("more behind it") << QByteArray("3\nabc0\n0\n") << false;
        QTest::newRow("a length beyond all numbers") << QByteArray("99999999999999999999999\n0\n") << false;
        QTest::newRow("the smallest number") << QByteArray("-9223372036854775808\n0\n") << true;
        QTest::newRow("no number") << QByteArray("abc\n0\n") << false;
        QTest::newRow("a greeting before it") << QByteArray("Welcome!\n3\nabc0\n") << false;
    }
    void whatACommandAnswersIsReadWithDistrust()
    {
        QFETCH(QByteArray, printed);
        QFETCH(bool, isFine);
        // All in one piece, and byte by byte.
        for (const qsizetype step : {printed.size() + 1, qsizetype(1)}) {
            RangeAnswers answers(QStringLiteral("/top"), {{QStringLiteral("a"), 0, 3}, {QStringLiteral("b"), 0, 3}});
            Result<void> taken;
            for (qsizetype at = 0; at < printed.size() && taken; at += step)
                taken = answers.take(printed.mid(at, step));
            QCOMPARE(taken && answers.isWhole(), isFine);
            QVERIFY(!isFine || answers.answers().size() == 2);
        }
    }

    void whatIsNoBlockIsRefused_data()
    {
        QTest::addColumn<QByteArray>("printed");
        QTest::addColumn<bool>("isEnd");
        QTest::addColumn<bool>("isFine");
        const QByteArray packed = qCompress(QByteArray("hello")).sliced(4);
        const auto block = [&packed](const char *size) {
            return QByteArray(size) + ' ' + QByteArray::number(packed.size()) + '\n' + packed;
        };
        QTest::newRow("as it should be") << block("5") + "0 0\n" << true << true;
        QTest::newRow("only an end") << QByteArray("0 0\n") << true << true;
        QTest::newRow("half of it") << block("5").chopped(2) << false << true;
        QTest::newRow("smaller than it says") << block("6") << false << false;
        QTest::newRow("larger than it says") << block("4") << false << false;
        QTest::newRow("a size beyond all bounds") << QByteArray("4294967296 10\n") << false << false;
        QTest::newRow("packed beyond all bounds") << QByteArray("5 4294967296\n") << false << false;
        QTest::newRow("a size below nothing") << QByteArray("-5 10\n") << false << false;
        QTest::newRow("a greeting") << QByteArray("Welcome to the machine!\n") << false << false;
        QTest::newRow("a line that does not end") << QByteArray(60, '1') << false << false;
        QTest::newRow("no bytes of zlib") << QByteArray("5 5\nhello") << false << false;
        QTest::newRow("more behind the end") << QByteArray("0 0\n0 0\n") << true << false;
        QTest::newRow("an end with something in it") << QByteArray("0 1\nx") << true << false;
    }
    void whatIsNoBlockIsRefused()
    {
        QFETCH(QByteArray, printed);
        QFETCH(bool, isEnd);
        QFETCH(bool, isFine);
        for (const qsizetype step : {printed.size(), qsizetype(1)}) {
            ProgramBlocks blocks;
            QByteArray text;
            Result<void> taken;
            for (qsizetype at = 0; at < printed.size() && taken; at += step)
                taken = blocks.take(printed.mid(at, step), text);
            QCOMPARE(taken.has_value(), isFine);
            QCOMPARE(blocks.isEnd(), isEnd);
            QVERIFY(text.isEmpty() || text == "hello" || !isFine);
        }
    }

    void linksAndPipesOfThisComputerAreNotRead()
    {
        QTemporaryDir elsewhere;
        QVERIFY(writeFile(elsewhere.filePath(QStringLiteral("secret")).toUtf8(), "secret"));
        QCOMPARE(::symlink(elsewhere.filePath(QStringLiteral("secret")).toUtf8().constData(), path(QStringLiteral("link.pt")).constData()),
                 0);
        QCOMPARE(::symlink(elsewhere.path().toUtf8().constData(), path(QStringLiteral("folder")).constData()), 0);
        QCOMPARE(::mkfifo(path(QStringLiteral("pipe.pt")).constData(), 0600), 0);
        QCOMPARE(::symlink("/dev/zero", path(QStringLiteral("zero.pt")).constData()), 0);
        LocalFileSource source(m_folder->path());
        for (const char *name : {"link.pt", "folder/secret", "pipe.pt", "zero.pt", "../x", "/etc/passwd", "", "a//b"})
            QVERIFY2(!source.read({{QLatin1String(name), 0, 3}}), name);
    }

    // An invented length in a file costs no memory.
    void aLengthBeyondTheEndIsOnlyWhatIsThere()
    {
        QVERIFY(writeFile(path(QStringLiteral("small")), "abc"));
        LocalFileSource source(m_folder->path());
        const auto read = source.read({{QStringLiteral("small"), 0, std::numeric_limits<qint64>::max()}});
        QVERIFY(read && read->at(0) == "abc");
    }

    void aFolderIsListedWithoutLinksPipesAndHiddenFolders_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::newRow("this computer") << QStringLiteral("local");
        QTest::newRow("one command") << QStringLiteral("sftp");
        QTest::newRow("a program that stays") << QStringLiteral("program");
        QTest::newRow("neither find nor python3") << QStringLiteral("program, but there is none");
        QTest::newRow("without find") << QStringLiteral("no find");
        QTest::newRow("without find and SFTP") << QStringLiteral("shell");
    }
    void aFolderIsListedWithoutLinksPipesAndHiddenFolders()
    {
        QFETCH(QString, kind);
        const QString top = m_folder->filePath(QStringLiteral("it's a \"folder\" $HOME 100%2 %3"));
        for (const char *folder : {"step-1/default/d", "step-2", ".trash", "step-2/.git"})
            QVERIFY(QDir(top).mkpath(QLatin1String(folder)));
        for (const char *file :
             {"step-1/default/d/ab", "step-2/.metadata", "step-2/new\nline\ttab", "top.pt", ".trash/x.pt", "step-2/.git/y.pt", "训练.pt"})
            QVERIFY(writeFile(top.toUtf8() + '/' + file, "12345"));
        QCOMPARE(::symlink("/etc/passwd", (top.toUtf8() + "/step-2/link.pt").constData()), 0);
        QCOMPARE(::symlink("/etc", (top.toUtf8() + "/step-3").constData()), 0);
        QCOMPARE(::mkfifo((top.toUtf8() + "/step-2/pipe.pt").constData(), 0600), 0);

        const auto list = [&](const QString &folder) -> Result<FolderListing> {
            if (kind == QLatin1String("local"))
                return listLocalFolder(folder);
            if (!kind.startsWith(QLatin1String("program")))
                return listRemoteFolder(*m_connection, folder);
            auto opened = openRemoteFolder(*m_connection, folder, {});
            if (!opened)
                return opened.error();
            if (bool(opened->reader) == kind.endsWith(QLatin1String("none")) || opened->listed.path != folder)
                return Error{ErrorCode::Io, {}, QStringLiteral("the wrong way")};
            return std::move(opened->listed.listing);
        };
        Result<FolderListing> listing = FolderListing();
        if (kind == QLatin1String("local")) {
            listing = list(top);
        } else {
            connectTo(kind == QLatin1String("shell") ? SshdFixture::Server::DropbearWithoutSftp : SshdFixture::Server::OpenSsh,
                      kind == QLatin1String("no find") || kind.endsWith(QLatin1String("none")) ? fewPrograms() : QString());
            if (!m_connection)
                return;
            listing = list(top);
        }
        QVERIFY2(listing.has_value(), listing ? "" : qPrintable(listing.error().what + listing.error().detail));
        QCOMPARE(shown(*listing),
                 (QStringList{QStringLiteral("step-1/default/d/ab:5"), QStringLiteral("step-2/.metadata:5"),
                              QStringLiteral("step-2/new\nline\ttab:5"), QStringLiteral("top.pt:5"), QStringLiteral("训练.pt:5")}));
        QVERIFY(std::abs(listing->now - QDateTime::currentSecsSinceEpoch()) < 60);
        QVERIFY(std::abs(listing->files[0].modified - listing->now) < 600);
        const auto none = list(top + u'x');
        QVERIFY(!none && none.error().code == ErrorCode::NotFound);
    }

    void aFolderThatMayNotBeReadIsNamedAndTheRestIsListed_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::newRow("this computer") << QStringLiteral("local");
        QTest::newRow("one command") << QStringLiteral("sftp");
    }
    void aFolderThatMayNotBeReadIsNamedAndTheRestIsListed()
    {
        QFETCH(QString, kind);
        QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("open/deep/closed")));
        QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("names-only")));
        QVERIFY(writeFile(path(QStringLiteral("open/a.pt")), "1"));
        QVERIFY(writeFile(path(QStringLiteral("open/deep/closed/b.pt")), "1"));
        QVERIFY(writeFile(path(QStringLiteral("names-only/c.pt")), "1"));
        // Closed to everyone but the owner: a test run as root drops its identity for a while.
        QCOMPARE(::chmod(QFile::encodeName(m_folder->path()).constData(), 0755), 0);
        QCOMPARE(::chmod(path(QStringLiteral("open/deep/closed")).constData(), 0), 0);
        QCOMPARE(::chmod(path(QStringLiteral("names-only")).constData(), 0644), 0);
        Result<FolderListing> listing = FolderListing();
        Result<FileTree> tree = FileTree();
        if (kind == QLatin1String("local")) {
            const int before = ::setfsuid(::geteuid() == 0 ? 65534 : ::geteuid());
            listing = listLocalFolder(m_folder->path());
            tree = listLocalTree(QFile::encodeName(m_folder->path()), {}, {});
            ::setfsuid(uid_t(before));
            // A copy without it would be incomplete.
            QVERIFY(!tree && tree.error().code == ErrorCode::PermissionDenied);
        } else {
            // root may read everything, so the output that find gives other users is simulated.
            const char printed[] = "1700000000\0"
                                   "1\t1699999999.5\topen/a.pt\0"
                                   "-1\t0.0\topen/deep/closed\0"
                                   "-1\t0.0\tnames-only";
            listing = parseFolderListing(QByteArray(printed, sizeof(printed)));
        }
        ::chmod(path(QStringLiteral("open/deep/closed")).constData(), 0700);
        ::chmod(path(QStringLiteral("names-only")).constData(), 0700);
        QVERIFY2(listing.has_value(), listing ? "" : qPrintable(listing.error().what));
        QCOMPARE(shown(*listing), QStringList{QStringLiteral("open/a.pt:1")});
        QStringList unreadable = listing->unreadable;
        unreadable.sort();
        QCOMPARE(unreadable, (QStringList{QStringLiteral("names-only"), QStringLiteral("open/deep/closed")}));
    }

    void aListIsReadWithDistrust()
    {
        const auto parse = [](const char *text, qsizetype size) { return parseFolderListing(QByteArray(text, size)); };
        const char good[] = "1700000000\0"
                            "5\t1699999999.5\ta\tb\0"
                            "6\t1.0\t\xff\xfe";
        const auto listing = parse(good, sizeof(good));
        QVERIFY(listing && listing->now == 1700000000 && listing->files.size() == 1);
        QCOMPARE(listing->files[0].name, QStringLiteral("a\tb"));
        QCOMPARE(listing->files[0].modified, 1699999999);
        for (const QByteArray &bad :
             {QByteArray(), QByteArray("1700000000"), QByteArray("x\0", 2), QByteArray("1\0a\tb\tc\0", 8), QByteArray("1\0-5\t1\tc\0", 9),
              QByteArray("1\0"
                         "5\t1\t\0",
                         7),
              QByteArray("1\0"
                         "5\t1\0",
                         6)})
            QVERIFY2(!parseFolderListing(bad), bad.constData());
    }

    void threeThousandStepsOfThisComputerAreJudgedAtOnce()
    {
        for (int step = 1; step <= 3000; ++step) {
            const QString folder = QStringLiteral("checkpoint-%1").arg(step);
            QVERIFY(QDir(m_folder->path()).mkdir(folder));
            const QByteArray header = "{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}";
            QVERIFY(
                writeFile(path(folder + QStringLiteral("/model.safetensors")), char(header.size()) + QByteArray(7, '\0') + header + 'x'));
            QVERIFY(writeFile(path(folder + QStringLiteral("/trainer_state.json")), "{\"global_step\": " + QByteArray::number(step) + '}'));
        }
        QElapsedTimer timer;
        timer.start();
        const auto listing = listLocalFolder(m_folder->path());
        QVERIFY(listing.has_value());
        LocalFileSource source(m_folder->path());
        const auto found = findCheckpoints(listing->files, {}, listing->now + 3600, source);
        qInfo("3,000 step folders listed and judged in %lld ms", timer.elapsed());
        QCOMPARE(found.size(), 3000);
        QCOMPARE(latestGood(found)->name, QStringLiteral("checkpoint-3000"));
    }
};

QTEST_APPLESS_MAIN(TestFolderSource)
#include "tst_foldersource.moc"
