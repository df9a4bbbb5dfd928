// SPDX-License-Identifier: GPL-3.0-or-later
// Files on machines whose SSH server has no usable SFTP, with a real sshd.
#include "core/transport/ssh/sftp.h"
#include "sshtesting.h"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <sys/stat.h>

using namespace trainyard;

namespace {

QByteArray noise(qsizetype size)
{
    QByteArray bytes(size, Qt::Uninitialized);
    quint32 state = 12345;
    for (char &byte : bytes) {
        state = state * 1664525 + 1013904223;
        byte = static_cast<char>(state >> 24);
    }
    return bytes;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(cannot be read)");
}

}  // namespace

class TestShellFiles : public QObject {
    Q_OBJECT

    std::unique_ptr<SshdFixture> m_sshd;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<SshConnection> m_connection;
    std::shared_ptr<Sftp> m_files;

    QString there(const QString &name) const { return m_folder->filePath(name); }

private Q_SLOTS:
    void initTestCase_data()
    {
        QTest::addColumn<QString>("subsystem");
        QTest::newRow("no subsystem") << QStringLiteral("Subsystem other /bin/false");
        QTest::newRow("one that prints") << QStringLiteral("Subsystem sftp /bin/echo Welcome to this machine");
        QTest::newRow("one that cannot start") << QStringLiteral("Subsystem sftp /no/such/program");
        QTest::newRow("dropbear without sftp-server") << QString();
    }

    void init()
    {
        QFETCH_GLOBAL(QString, subsystem);
        m_sshd = std::make_unique<SshdFixture>(subsystem.isEmpty() ? SshdFixture::Server::DropbearWithoutSftp
                                                                   : SshdFixture::Server::OpenSsh);
        m_sshd->addConfig(subsystem);
        START_OR_SKIP(*m_sshd);
        m_folder = std::make_unique<QTemporaryDir>();
        const auto opened = SshConnection::open(m_sshd->target(), {}, soon());
        VERIFY_OK(opened);
        m_connection = *opened;
        const auto files = m_connection->sftp(soon());
        VERIFY_OK(files);
        m_files = *files;
    }

    void writtenIsReadBack()
    {
        for (const qsizetype size : {qsizetype(0), qsizetype(1), qsizetype(5'000'000)}) {
            const QString path = there(QStringLiteral("it's \u597d $(id)\n-%1").arg(size));
            const QByteArray content = noise(size);
            VERIFY_OK(m_files->write(path, content, 0640, soon()));
            QVERIFY(contentOf(path) == content);
            struct stat entry = {};
            QCOMPARE(::stat(QFile::encodeName(path).constData(), &entry), 0);
            QCOMPARE(entry.st_mode & 07777, 0640u);
            const auto back = m_files->read(path, 0, 10'000'000, soon());
            VERIFY_OK(back);
            QVERIFY(*back == content);
        }
        const QString path = there(QStringLiteral("part"));
        VERIFY_OK(m_files->write(path, "0123456789", 0600, soon()));
        QCOMPARE(*m_files->read(path, 3, 4, soon()), QByteArray("3456"));
        QCOMPARE(*m_files->read(path, 8, 40, soon()), QByteArray("89"));
        QCOMPARE(*m_files->read(path, 10, 4, soon()), QByteArray());
        VERIFY_OK(m_files->write(path, "new", 0600, soon()));  // replaces the old one
        QCOMPARE(contentOf(path), QByteArray("new"));
        QCOMPARE(QDir(m_folder->path()).entryList({QStringLiteral(".trainyard*")}, QDir::Files | QDir::Hidden).size(), 0);
    }

    void contentOfAnySizeComesFromASource()
    {
        const QByteArray content = noise(9'000'001);
        VERIFY_OK(m_files->writeFrom(
            there(QStringLiteral("up")), content.size(),
            [&](qint64 offset, qsizetype limit) -> Result<QByteArray> { return content.mid(static_cast<qsizetype>(offset), limit); }, 0755,
            soon()));
        QVERIFY(contentOf(there(QStringLiteral("up"))) == content);
        const auto back = m_files->read(there(QStringLiteral("up")), 0, content.size(), soon());
        VERIFY_OK(back);
        QVERIFY(*back == content);
    }

    void listsWhatIsThere()
    {
        const QStringList names{QStringLiteral(".hidden"), QStringLiteral("a b"), QStringLiteral("two\n81a4 7 7 lines"),
                                QStringLiteral("\u8bad\u7ec3.log")};
        for (const QString &name : names)
            VERIFY_OK(m_files->write(there(name), QByteArray(static_cast<int>(name.size()), 'x'), 0600, soon()));
        VERIFY_OK(m_files->makePath(there(QStringLiteral("deep/er")), 0700, soon()));
        VERIFY_OK(m_files->makePath(there(QStringLiteral("deep/er")), 0700, soon()));
        const auto listed = m_files->list(m_folder->path(), soon());
        VERIFY_OK(listed);
        QCOMPARE(listed->size(), names.size() + 1);
        for (const QString &name : names) {
            const auto found = std::find_if(listed->begin(), listed->end(), [&](const RemoteFile &file) { return file.name == name; });
            QVERIFY2(found != listed->end(), qPrintable(name));
            QCOMPARE(found->size, name.size());
            QVERIFY(found->isRegular() && found->modified > 1'600'000'000);
        }
        QVERIFY(m_files->list(there(QStringLiteral("deep/er")), soon())->isEmpty());
        const auto deep = m_files->stat(there(QStringLiteral("deep")), soon());
        VERIFY_OK(deep);
        QVERIFY(deep->isDirectory() && deep->name == QLatin1String("deep"));
        QCOMPARE(*m_files->realPath(there(QStringLiteral("deep/../deep")), soon()),
                 QFileInfo(there(QStringLiteral("deep"))).canonicalFilePath());
        VERIFY_OK(m_files->rename(there(names[1]), there(names[3]), soon()));
        QVERIFY(!QFile::exists(there(names[1])));
        VERIFY_OK(m_files->remove(there(names[3]), soon()));
        QVERIFY(!QFile::exists(there(names[3])));
    }

    void refusalsAreToldApart()
    {
        const QString missing = there(QStringLiteral("no/such"));
        VERIFY_ERROR(m_files->read(missing, 0, 10, soon()), ErrorCode::NotFound);
        VERIFY_ERROR(m_files->stat(missing, soon()), ErrorCode::NotFound);
        VERIFY_ERROR(m_files->list(missing, soon()), ErrorCode::NotFound);
        VERIFY_ERROR(m_files->remove(missing, soon()), ErrorCode::NotFound);
        VERIFY_ERROR(m_files->write(missing, "x", 0600, soon()), ErrorCode::NotFound);
        VERIFY_ERROR(m_files->remove(QStringLiteral("/proc/version"), soon()), ErrorCode::PermissionDenied);
        VERIFY_ERROR(m_files->write(QString(), "x", 0600, soon()), ErrorCode::InvalidInput);
        VERIFY_OK(m_files->makePath(there(QStringLiteral("folder")), 0700, soon()));
        QVERIFY(!m_files->write(there(QStringLiteral("folder")), "x", 0600, soon()));
        QVERIFY(QDir(there(QStringLiteral("folder"))).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
    }

    void cutWritingLeavesTheOldFile()
    {
        const QString path = there(QStringLiteral("kept"));
        VERIFY_OK(m_files->write(path, "old", 0600, soon()));
        bool isCut = false;
        const auto sent = m_files->writeFrom(
            path, 64 * 1024 * 1024,
            [&](qint64, qsizetype limit) -> Result<QByteArray> {
                if (!std::exchange(isCut, true))
                    m_sshd->dropConnections();
                return QByteArray(limit, 'x');
            },
            0600, soon());
        VERIFY_ERROR(sent, ErrorCode::ConnectionLost);
        QCOMPARE(contentOf(path), QByteArray("old"));
    }
};

QTEST_GUILESS_MAIN(TestShellFiles)

#include "tst_shellfiles.moc"
