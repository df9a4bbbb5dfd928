// SPDX-License-Identifier: GPL-3.0-or-later
// The folders and files of a machine that is a private sshd: with SFTP, and without it over shell commands.
#include "core/service/machines/fileservice.h"
#include "tests/core/transport/ssh/sshtesting.h"
#include "tests/support/faraway.h"
#include "tests/support/roughlink.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QSet>

#include <algorithm>
#include <fcntl.h>
#include <mutex>
#include <sys/stat.h>
#include <unistd.h>

using namespace trainyard;

namespace {

constexpr int kPatience = 60'000;

struct MachineWithFiles : FarAway {
    explicit MachineWithFiles(SshdFixture::Server server) : sshd(server)
    {
        context.connect = [this](const Machine &, Interaction, std::stop_token stop) -> Result<std::shared_ptr<SshConnection>> {
            const std::lock_guard guard(mutex);
            if (connection && connection->isAlive())
                return connection;
            SshTarget target = sshd.target();
            SshQuestions questions;
            if (link) {
                target.port = link->port();
                questions.acceptUnknownHostKey = [](const SshTarget &, const HostKey &, std::stop_token) { return true; };
            }
            TRY(connection, SshConnection::open(target, questions, QDeadlineTimer(kPatience), stop));
            return connection;
        };
        machine = add(QStringLiteral("lab"));
        top = QFile::encodeName(files.path());
    }
    QByteArray path(const QByteArray &name) const { return top + '/' + name; }
    void write(const QByteArray &name, const QByteArray &content = "x") const
    {
        const int file = ::open(path(name).constData(), O_CREAT | O_WRONLY | O_TRUNC, 0644);
        QVERIFY(file >= 0 && ::write(file, content.constData(), size_t(content.size())) == content.size());
        ::close(file);
    }
    bool exists(const QByteArray &name) const
    {
        struct stat status = {};
        return ::lstat(path(name).constData(), &status) == 0;
    }
    Result<QList<FolderEntry>> list(const QByteArray &folder, FolderPlace *place = nullptr)
    {
        QList<FolderEntry> all;  // pages come one after the other
        const auto done = service.list(machine.id, folder, Interaction::None,
                                       [&](const FolderPlace &, const QList<FolderEntry> &entries) { all += entries; }, {});
        const auto found = done.result();
        if (!found)
            return found.error();
        if (place)
            *place = *found;
        std::sort(all.begin(), all.end(), [](const FolderEntry &a, const FolderEntry &b) { return a.name < b.name; });
        return all;
    }

    SshdFixture sshd;
    std::unique_ptr<RoughLink> link;
    std::mutex mutex;
    std::shared_ptr<SshConnection> connection;
    QTemporaryDir files;
    QByteArray top;
    Machine machine;
    FileService service{context};
};

QList<QByteArray> namesOf(const QList<FolderEntry> &entries)
{
    QList<QByteArray> names;
    for (const FolderEntry &entry : entries)
        names << entry.name;
    return names;
}

}  // namespace

class TestFileService : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase_data()
    {
        QTest::addColumn<SshdFixture::Server>("server");
        QTest::newRow("OpenSSH") << SshdFixture::Server::OpenSsh;
        QTest::newRow("dropbear without SFTP") << SshdFixture::Server::DropbearWithoutSftp;
    }
    void init()
    {
        QFETCH_GLOBAL(SshdFixture::Server, server);
        m_lab = std::make_unique<MachineWithFiles>(server);
        m_hasSftp = server == SshdFixture::Server::OpenSsh;
        START_OR_SKIP(m_lab->sshd);
    }
    void cleanup() { m_lab.reset(); }

    void aFolderIsListedWithItsLinksAndWhereTheyLead()
    {
        m_lab->write("model.bin", "12345");
        QVERIFY(::mkdir(m_lab->path("sub").constData(), 0755) == 0);
        QVERIFY(::symlink("sub", m_lab->path("to-sub").constData()) == 0);
        QVERIFY(::symlink("nowhere", m_lab->path("broken").constData()) == 0);
        QVERIFY(::symlink("loop", m_lab->path("loop").constData()) == 0);
        QVERIFY(::symlink(".", m_lab->path("sub/self").constData()) == 0);
        const auto listed = m_lab->list(m_lab->top);
        VERIFY_OK(listed);
        QCOMPARE(namesOf(*listed), (QList<QByteArray>{"broken", "loop", "model.bin", "sub", "to-sub"}));
        QVERIFY((*listed)[0].isLink() && !(*listed)[0].isFolder() && (*listed)[0].targetMode == 0);
        QVERIFY((*listed)[1].isLink() && !(*listed)[1].isFolder());
        QCOMPARE((*listed)[2].size, qint64(5));
        QVERIFY((*listed)[2].isFile());
        QVERIFY((*listed)[3].isFolder() && !(*listed)[3].isLink());
        QVERIFY((*listed)[4].isFolder() && (*listed)[4].isLink());
        if (m_hasSftp)
            QCOMPARE((*listed)[4].linkTarget, QByteArray("sub"));
        // A link in a circle leads back to the same folder, however deep one goes.
        FolderPlace place;
        VERIFY_OK(m_lab->list(m_lab->path("sub/self/self/self/self"), &place));
        QCOMPARE(place.folder, QFile::encodeName(QFileInfo(m_lab->files.path()).canonicalFilePath()) + "/sub");
    }
    void theFolderOfAFileIsListedForItsPath()
    {
        m_lab->write("log");
        FolderPlace place;
        const auto listed = m_lab->list(m_lab->path("log"), &place);
        VERIFY_OK(listed);
        QCOMPARE(place.file, QByteArray("log"));
        QCOMPARE(namesOf(*listed), QList<QByteArray>{"log"});
        VERIFY_ERROR(m_lab->list(m_lab->path("missing")), ErrorCode::NotFound);
    }
    void hostileNamesAreListedReadRenamedAndErasedExactly()
    {
        const QList<QByteArray> text{"line\nbreak", "-rf", "$(touch x)", "a\x1b[31m", "exe.\xe2\x80\xaetxt", "'; rm -rf *", "\\n", " "};
        QList<QByteArray> names = text;
        if (m_hasSftp)
            names << "caf\xe9"
                  << "\xff\xfe";
        for (const QByteArray &name : std::as_const(names))
            m_lab->write(name, name);
        const auto listed = m_lab->list(m_lab->top);
        VERIFY_OK(listed);
        const QList<QByteArray> found = namesOf(*listed);
        QCOMPARE(QSet<QByteArray>(found.begin(), found.end()), QSet<QByteArray>(names.begin(), names.end()));
        for (const QByteArray &name : std::as_const(names)) {
            const auto excerpt = m_lab->service.read(m_lab->machine.id, m_lab->path(name), 0, 100, {}).result();
            VERIFY_OK(excerpt);
            QCOMPARE(excerpt->bytes, name);
            VERIFY_OK(m_lab->service.rename(m_lab->machine.id, m_lab->path(name), m_lab->path("new " + name), {}).result());
            QVERIFY(!m_lab->exists(name) && m_lab->exists("new " + name));
            VERIFY_OK(m_lab->service.erase(m_lab->machine.id, {m_lab->path("new " + name)}, [](qint64) {}, {}).result());
            QVERIFY(!m_lab->exists("new " + name));
        }
        QCOMPARE(QDir(m_lab->files.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden | QDir::System).size(), 0);
    }
    void nothingIsReplacedByARenameOrANewFolder()
    {
        m_lab->write("one", "1");
        m_lab->write("two", "2");
        QVERIFY(::mkdir(m_lab->path("folder").constData(), 0755) == 0);
        for (const char *to : {"two", "folder"})
            VERIFY_ERROR(m_lab->service.rename(m_lab->machine.id, m_lab->path("one"), m_lab->path(to), {}).result(),
                         ErrorCode::AlreadyExists);
        VERIFY_ERROR(m_lab->service.makeFolder(m_lab->machine.id, m_lab->path("folder"), {}).result(), ErrorCode::AlreadyExists);
        VERIFY_ERROR(m_lab->service.makeFolder(m_lab->machine.id, m_lab->path("two"), {}).result(), ErrorCode::AlreadyExists);
        VERIFY_OK(m_lab->service.makeFolder(m_lab->machine.id, m_lab->path("made"), {}).result());
        QVERIFY(QFileInfo(m_lab->files.filePath(QStringLiteral("made"))).isDir());
        const auto excerpt = m_lab->service.read(m_lab->machine.id, m_lab->path("two"), 0, 10, {}).result();
        VERIFY_OK(excerpt);
        QCOMPARE(excerpt->bytes, QByteArray("2"));
        const auto there =
            m_lab->service.existing(m_lab->machine.id, {m_lab->path("one"), m_lab->path("none"), m_lab->path("made")}, {}).result();
        VERIFY_OK(there);
        QCOMPARE(*there, (QList<QByteArray>{m_lab->path("one"), m_lab->path("made")}));
    }
    void readingIsBoundedAndNeverWaitsForAPipe()
    {
        QByteArray content;
        for (int i = 0; i < 400'000; ++i)
            content += QByteArray::number(i) + '\n';
        m_lab->write("log", content);
        const auto first = m_lab->service.read(m_lab->machine.id, m_lab->path("log"), 0, 50'000'000, {}).result();
        VERIFY_OK(first);
        QCOMPARE(first->bytes, content.left(1024 * 1024));
        QCOMPARE(first->size, qint64(content.size()));
        const auto last = m_lab->service.read(m_lab->machine.id, m_lab->path("log"), -1000, 1000, {}).result();
        VERIFY_OK(last);
        QCOMPARE(last->bytes, content.right(1000));
        QCOMPARE(last->offset, qint64(content.size() - 1000));
        QVERIFY(::mkfifo(m_lab->path("pipe").constData(), 0644) == 0);
        VERIFY_ERROR(m_lab->service.read(m_lab->machine.id, m_lab->path("pipe"), 0, 10, {}).result(), ErrorCode::InvalidInput);
        VERIFY_ERROR(m_lab->service.read(m_lab->machine.id, m_lab->top, 0, 10, {}).result(), ErrorCode::InvalidInput);
    }
    void deletingAFolderSaysWhatGoesAndFollowsNoLink()
    {
        QTemporaryDir outside;
        QFile kept(outside.filePath(QStringLiteral("kept")));
        QVERIFY(kept.open(QIODevice::WriteOnly) && kept.write("safe") == 4);
        kept.close();
        QVERIFY(QDir(m_lab->files.path()).mkpath(QStringLiteral("run/a/b")));
        m_lab->write("run/log", "12345");
        m_lab->write("run/a/x", "1");
        m_lab->write("run/a/b/\n", "123");
        m_lab->write("beside");
        QVERIFY(::symlink(outside.path().toUtf8().constData(), m_lab->path("run/a/outside").constData()) == 0);
        QVERIFY(::symlink("..", m_lab->path("run/a/b/up").constData()) == 0);
        QVERIFY(::mkfifo(m_lab->path("run/pipe").constData(), 0644) == 0);
        QVERIFY(::symlink("run", m_lab->path("link").constData()) == 0);
        const auto count = m_lab->service.count(m_lab->machine.id, {m_lab->path("run"), m_lab->path("link")}, {}).result();
        if (!m_hasSftp) {
            VERIFY_ERROR(count, ErrorCode::Unsupported);
            return;
        }
        VERIFY_OK(count);
        QCOMPARE(count->files, qint64(3));
        QCOMPARE(count->bytes, qint64(9));
        QCOMPARE(count->folders, qint64(3));
        QCOMPARE(count->links, qint64(3));
        QCOMPARE(count->others, qint64(1));
        qint64 removed = 0;
        // The link first: what it leads to is not deleted through it.
        VERIFY_OK(m_lab->service.erase(m_lab->machine.id, {m_lab->path("link")}, [&](qint64 n) { removed = n; }, {}).result());
        QVERIFY(m_lab->exists("run/a/b/\n") && !m_lab->exists("link"));
        VERIFY_OK(m_lab->service.erase(m_lab->machine.id, {m_lab->path("run")}, [&](qint64 n) { removed = n; }, {}).result());
        QCOMPARE(removed, qint64(3 + 3 + 2 + 1));
        QVERIFY(!m_lab->exists("run") && m_lab->exists("beside"));
        QVERIFY(QFile::exists(kept.fileName()));
        // What is gone already is fine.
        VERIFY_OK(m_lab->service.erase(m_lab->machine.id, {m_lab->path("run")}, [](qint64) {}, {}).result());
    }
    void deletingEndsWhenItIsCancelled()
    {
        QVERIFY(QDir(m_lab->files.path()).mkdir(QStringLiteral("many")));
        for (int i = 0; i < 3000; ++i)
            m_lab->write("many/" + QByteArray::number(i), {});
        std::stop_source stop;
        const auto ended = m_lab->service
                               .erase(
                                   m_lab->machine.id, {m_lab->path("many")},
                                   [&](qint64 removed) {
                                       if (removed == 100)
                                           stop.request_stop();
                                   },
                                   stop.get_token())
                               .result();
        if (!m_hasSftp) {
            VERIFY_ERROR(ended, ErrorCode::Unsupported);
            QCOMPARE(QDir(m_lab->files.filePath(QStringLiteral("many"))).entryList(QDir::Files).size(), qsizetype(3000));
            return;
        }
        VERIFY_ERROR(ended, ErrorCode::Cancelled);
        const qsizetype left = QDir(m_lab->files.filePath(QStringLiteral("many"))).entryList(QDir::Files).size();
        QVERIFY2(left > 0 && left <= 2900, qPrintable(QString::number(left)));
        // The connection goes on as before.
        VERIFY_OK(m_lab->list(m_lab->path("many")));
    }
    void aHundredThousandEntriesArriveInPages()
    {
        constexpr int kMany = 100'000;
        QVERIFY(QDir(m_lab->files.path()).mkdir(QStringLiteral("many")));
        for (int i = 0; i < kMany; ++i)
            m_lab->write("many/sample-" + QByteArray::number(i) + ".json", {});
        VERIFY_OK(m_lab->list(m_lab->top));  // connects
        QElapsedTimer timer;
        timer.start();
        qint64 firstMs = -1;
        int pages = 0;
        qsizetype count = 0, largest = 0;
        const auto listed = m_lab->service
                                .list(m_lab->machine.id, m_lab->path("many"), Interaction::None,
                                      [&](const FolderPlace &, const QList<FolderEntry> &entries) {
                                          firstMs = firstMs < 0 ? timer.elapsed() : firstMs;
                                          ++pages;
                                          count += entries.size();
                                          largest = std::max(largest, entries.size());
                                      },
                                      {})
                                .result();
        VERIFY_OK(listed);
        QCOMPARE(count, qsizetype(kMany));
        qInfo("100 000 entries: the first page after %lld ms, all after %lld ms, in %d pages of at most %lld", firstMs, timer.elapsed(),
              pages, qlonglong(largest));
        if (m_hasSftp)
            QVERIFY(pages > 10 && largest < 5000);
        // Left in the middle, it ends, and the connection goes on as before.
        if (m_hasSftp) {
            std::stop_source stop;
            const auto left = m_lab->service
                                  .list(
                                      m_lab->machine.id, m_lab->path("many"), Interaction::None,
                                      [&](const FolderPlace &, const QList<FolderEntry> &) { stop.request_stop(); }, stop.get_token())
                                  .result();
            VERIFY_ERROR(left, ErrorCode::Cancelled);
        }
        VERIFY_OK(m_lab->list(m_lab->top));
    }
    void aFarMachineIsListedWithoutARoundTripForEachPage()
    {
        QVERIFY(QDir(m_lab->files.path()).mkdir(QStringLiteral("many")));
        for (int i = 0; i < 10'000; ++i)
            m_lab->write("many/" + QByteArray::number(i), {});
        m_lab->link = std::make_unique<RoughLink>(m_lab->sshd.port());
        m_lab->link->setDelay(50);
        m_lab->connection.reset();
        VERIFY_OK(m_lab->list(m_lab->top));
        QElapsedTimer timer;
        timer.start();
        const auto listed = m_lab->list(m_lab->path("many"));
        VERIFY_OK(listed);
        QCOMPARE(listed->size(), qsizetype(10'000));
        qInfo("10 000 entries at a round trip of 100 ms: %lld ms", timer.elapsed());
        QVERIFY(timer.elapsed() < 5'000);  // one by one, its hundred pages would take ten seconds
    }

private:
    std::unique_ptr<MachineWithFiles> m_lab;
    bool m_hasSftp = false;
};

QTEST_GUILESS_MAIN(TestFileService)
#include "tst_fileservice.moc"
