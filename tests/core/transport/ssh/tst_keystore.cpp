// SPDX-License-Identifier: GPL-3.0-or-later
// Keys that are created and imported here, checked with ssh-keygen and a real sshd.
#include "core/transport/ssh/keystore.h"
#include "sshtesting.h"

#include <QProcess>
#include <QScopeGuard>

#include <sys/mount.h>
#include <unistd.h>

using namespace trainyard;

class TestKeyStore : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { START_OR_SKIP(m_sshd); }
    void init() { m_home = std::make_unique<HomeGuard>(); }
    void cleanup() { m_home.reset(); }

    void madeKeyLogsIn_data();
    void madeKeyLogsIn();
    void importedKeyLogsIn();
    void nothingIsOverwritten();
    void aKeyThatCannotBeUsedSaysWhy();
    void badNamesAreRefused();
    void aFullDiskLeavesNothingBehind();

private:
    QString folder() const { return m_home->path(QStringLiteral("keys")); }

    SshdFixture m_sshd;
    std::unique_ptr<HomeGuard> m_home;
};

void TestKeyStore::madeKeyLogsIn_data()
{
    QTest::addColumn<QString>("passphrase");
    QTest::newRow("without a passphrase") << QString();
    QTest::newRow("with a passphrase") << QStringLiteral("öpen me");
}

void TestKeyStore::madeKeyLogsIn()
{
    QFETCH(QString, passphrase);
    const KeyStore store(folder());
    const auto made = store.generate(QStringLiteral("lab"), passphrase, QStringLiteral("me\n@here"));
    VERIFY_OK(made);
    QCOMPARE(made->type, QStringLiteral("ssh-ed25519"));
    QCOMPARE(made->isEncrypted, !passphrase.isEmpty());
    QVERIFY2(made->publicLine.endsWith(" me @here"), made->publicLine.constData());
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QCOMPARE(QFile::permissions(made->path) & others, QFile::Permissions());

    QProcess keygen;
    keygen.start(QStringLiteral("ssh-keygen"), {QStringLiteral("-y"), QStringLiteral("-P"), passphrase, QStringLiteral("-f"), made->path});
    QVERIFY(keygen.waitForFinished());
    QVERIFY2(made->publicLine.startsWith(keygen.readAllStandardOutput().trimmed().split(' ').mid(0, 2).join(' ')),
             keygen.readAllStandardError().constData());
    const QList<StoredKey> keys = store.keys();
    QCOMPARE(keys.size(), 1);
    QCOMPARE(keys.first().fingerprint, made->fingerprint);

    QVERIFY(m_sshd.authorize(made->path + QStringLiteral(".pub")));
    SshTarget target = m_sshd.target();
    target.identityFiles = {made->path};
    SshQuestions questions;
    questions.secret = [&](const SshPrompt &, const std::stop_token &) { return std::optional(passphrase); };
    VERIFY_OK(SshConnection::open(target, questions, soon()));
}

void TestKeyStore::importedKeyLogsIn()
{
    const QString from = m_home->path(QStringLiteral("theirs"));
    QVERIFY(QFile::copy(m_sshd.clientKey(), from));
    QVERIFY(QFile::setPermissions(from, QFile::ReadOwner | QFile::ReadOther));  // the permissions of a download
    const KeyStore store(folder());
    const auto imported = store.importFrom(from, QStringLiteral("theirs"));
    VERIFY_OK(imported);
    QVERIFY(imported->fingerprint.startsWith(QLatin1String("SHA256:")));
    SshTarget target = m_sshd.target();
    target.identityFiles = {imported->path};
    VERIFY_OK(SshConnection::open(target, {}, soon()));
    VERIFY_ERROR(store.importFrom(m_sshd.clientKey() + QStringLiteral(".pub"), QStringLiteral("public")), ErrorCode::InvalidInput);
    VERIFY_ERROR(store.importFrom(m_home->path(QStringLiteral("nowhere")), QStringLiteral("x")), ErrorCode::NotFound);
    VERIFY_ERROR(store.importFrom(m_home->path(QString()), QStringLiteral("folder")), ErrorCode::InvalidInput);
    QCOMPARE(store.keys().size(), 1);
}

void TestKeyStore::nothingIsOverwritten()
{
    const KeyStore store(folder());
    const auto first = store.generate(QStringLiteral("lab"), {}, {});
    VERIFY_OK(first);
    VERIFY_ERROR(store.generate(QStringLiteral("lab"), {}, {}), ErrorCode::AlreadyExists);
    VERIFY_ERROR(store.importFrom(m_sshd.clientKey(), QStringLiteral("lab")), ErrorCode::AlreadyExists);
    QCOMPARE(store.keys().first().fingerprint, first->fingerprint);
    // A link also blocks the name, wherever it leads.
    QVERIFY(QFile::link(m_home->path(QStringLiteral("nowhere")), folder() + QStringLiteral("/linked")));
    VERIFY_ERROR(store.generate(QStringLiteral("linked"), {}, {}), ErrorCode::AlreadyExists);
    QVERIFY(!QFile::exists(m_home->path(QStringLiteral("nowhere"))));
}

void TestKeyStore::aKeyThatCannotBeUsedSaysWhy()
{
    const KeyStore store(folder());
    const auto made = store.generate(QStringLiteral("loose"), {}, {});
    VERIFY_OK(made);
    QVERIFY(QFile::setPermissions(made->path, QFile::ReadOwner | QFile::ReadOther));
    QList<Error> unusable;
    QVERIFY(store.keys(&unusable).isEmpty());
    QCOMPARE(unusable.size(), 1);
    QVERIFY2(unusable.first().what.contains(made->path), qPrintable(unusable.first().what));
    VERIFY_ERROR(store.key(QStringLiteral("loose")), ErrorCode::PermissionDenied);
    VERIFY_ERROR(store.key(QStringLiteral("loose.pub")), ErrorCode::NotFound);
    VERIFY_ERROR(store.key(QStringLiteral("../") + folder().section(u'/', -1) + QStringLiteral("/loose")), ErrorCode::NotFound);
}

void TestKeyStore::badNamesAreRefused()
{
    const KeyStore store(folder());
    for (const char *name : {"", "../x", "/tmp/x", ".hidden", "-f", "a b", "a\nb", "x.pub"})
        VERIFY_ERROR(store.generate(QString::fromUtf8(name), {}, {}), ErrorCode::InvalidInput);
    // Short in letters, too long in bytes.
    VERIFY_ERROR(store.generate(QString(90, QChar(u'键')), {}, {}), ErrorCode::InvalidInput);
    QVERIFY(store.keys().isEmpty());
}

void TestKeyStore::aFullDiskLeavesNothingBehind()
{
    if (::getuid() != 0)
        QSKIP("mounting a small file system needs root; run as: sudo ctest -R tst_keystore");
    QVERIFY(QDir().mkpath(folder()));
    const QByteArray disk = folder().toUtf8();
    if (::mount("tmpfs", disk.constData(), "tmpfs", 0, "size=16k") != 0)
        QSKIP("this place does not allow mounts; run in a container started with --privileged");
    const auto unmount = qScopeGuard([&] { ::umount2(disk.constData(), MNT_DETACH); });
    QFile filler(folder() + QStringLiteral("/filler"));
    QVERIFY(filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    while (filler.write(QByteArray(1024, 'x')) > 0) {}
    const KeyStore store(folder());
    VERIFY_ERROR(store.generate(QStringLiteral("lab"), {}, {}), ErrorCode::Io);
    VERIFY_ERROR(store.importFrom(m_sshd.clientKey(), QStringLiteral("lab")), ErrorCode::Io);
    QCOMPARE(QDir(folder()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList{QStringLiteral("filler")});
    QVERIFY(filler.remove());
    VERIFY_OK(store.generate(QStringLiteral("lab"), {}, {}));
}

QTEST_GUILESS_MAIN(TestKeyStore)
#include "tst_keystore.moc"
