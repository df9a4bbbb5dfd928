// SPDX-License-Identifier: GPL-3.0-or-later
// Entries in the SSH configuration for editors: what OpenSSH itself reads in them, what stays of the person's files, and what is refused.
#include "core/service/machines/editoraccess.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

Machine lab()
{
    Machine machine;
    machine.name = QStringLiteral("Lab 3 / 实验");
    machine.target.host = QStringLiteral("203.0.113.7");
    machine.target.port = 2222;
    machine.target.user = QStringLiteral("ada");
    machine.target.identityFiles = {QStringLiteral("/home/ada/my keys/100%.key")};
    machine.target.knownHostsFile = QStringLiteral("/home/ada/known hosts");
    machine.target.hostKeyAlias = QStringLiteral("i-0abc");
    machine.target.jumps = {QStringLiteral("eve@gate.example:22"), QStringLiteral("inner")};
    return machine;
}

}  // namespace

class TestEditorAccess : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;
    QString ssh() const { return m_home.path() + QStringLiteral("/.ssh"); }
    QByteArray contents(const QString &name) const
    {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(none)");
    }
    void put(const QString &name, const QByteArray &bytes) const
    {
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }

private Q_SLOTS:
    void init()
    {
        QDir(ssh()).removeRecursively();
        QVERIFY(QDir().mkpath(ssh()));
    }

    void opensshReadsTheEntryAsItWasMeant()
    {
        const EditorAccess access(ssh());
        const auto host = access.hostOf(lab(), {});
        QVERIFY(host && !host->isWritten);
        QVERIFY(host->host.startsWith(QLatin1String("trainyard-lab-3------")));
        QVERIFY(access.write(host->entry));
        QProcess openssh;
        openssh.start(QStringLiteral("ssh"), {QStringLiteral("-G"), QStringLiteral("-F"), access.entriesFile(), host->host});
        QVERIFY(openssh.waitForFinished());
        QCOMPARE(openssh.exitCode(), 0);
        const QByteArray said = '\n' + openssh.readAllStandardOutput();
        for (const char *line :
             {"hostname 203.0.113.7", "port 2222", "user ada", "hostkeyalias i-0abc", "proxyjump eve@gate.example:22,inner"})
            QVERIFY2(said.contains('\n' + QByteArray(line) + '\n'), line);
        QVERIFY2(said.contains("identityfile /home/ada/my keys/100%"), said.constData());
        QVERIFY2(said.contains("/home/ada/known hosts"), said.constData());
        QVERIFY(access.hostOf(lab(), {})->isWritten);
        Machine moved = lab();
        moved.target.port = 2223;
        QVERIFY(!access.hostOf(moved, {})->isWritten);  // the entry would lead elsewhere
    }

    void theOwnConfigurationKeepsEveryByteAndItsLink()
    {
        const QByteArray own = "Host box\r\n  User me\n# 注\nMatch all\n  Compression yes";
        const QString dotfile = m_home.path() + QStringLiteral("/dotfile");
        put(dotfile, own);
        QVERIFY(QFile::setPermissions(dotfile, QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ReadGroup));
        QVERIFY(QFile::link(dotfile, ssh() + QStringLiteral("/config")));
        const EditorAccess access(ssh());
        const auto entry = access.hostOf(lab(), {})->entry;
        QVERIFY(access.write(entry) && access.write(entry));
        QVERIFY(QFileInfo(access.configFile()).isSymLink());
        QVERIFY(QFile::permissions(dotfile) & QFileDevice::ReadGroup);
        const QByteArray now = contents(dotfile);
        QVERIFY(now.startsWith("# Trainyard"));
        QCOMPARE(now.count("Include trainyard.conf"), 1);
        QVERIFY(now.endsWith(own));
        Machine other = lab();
        other.name = QStringLiteral("other");
        QVERIFY(access.write(access.hostOf(other, {})->entry));
        QVERIFY(access.remove(entry.alias));
        QVERIFY(access.hostOf(other, {})->isWritten);
        QVERIFY(!hasSshEntry(contents(access.entriesFile()), entry.alias));
        QVERIFY(access.remove(QStringLiteral("trainyard-other")));
        QCOMPARE(contents(dotfile), own);
        QVERIFY(!QFile::exists(access.entriesFile()));
        QVERIFY(access.remove(QStringLiteral("trainyard-other")));  // nothing is left to remove
    }

    void newFilesAreTheirOwnersAlone()
    {
        const EditorAccess access(ssh());
        QVERIFY(access.write(access.hostOf(lab(), {})->entry));
        for (const QString &name : {access.entriesFile(), access.configFile()})
            QCOMPARE(QFile::permissions(name) & (QFileDevice::ReadGroup | QFileDevice::ReadOther), QFileDevice::Permissions());
    }

    void aHostOfTheOwnConfigurationNeedsNoEntry()
    {
        Machine machine;
        machine.name = QStringLiteral("gpu");
        machine.target.host = QStringLiteral("gpu-alias");
        const EditorAccess access(ssh());
        const auto known = access.hostOf(machine, {QStringLiteral("gpu-alias")});
        QVERIFY(known && known->isWritten && known->entry.text.isEmpty());
        QCOMPARE(known->host, QStringLiteral("gpu-alias"));
        QVERIFY(access.hostOf(machine, {})->isWritten);  // patterns may apply to it
        machine.target.user = QStringLiteral("ada");
        QCOMPARE(access.hostOf(machine, {QStringLiteral("gpu-alias")})->host, QStringLiteral("ada@gpu-alias"));
        QVERIFY(!access.hostOf(machine, {})->isWritten);
        // OpenSSH would not look the alias up behind HostName.
        machine.target.port = 2222;
        const auto more = access.hostOf(machine, {QStringLiteral("gpu-alias")});
        QVERIFY(!more && more.error().code == ErrorCode::Unsupported);
    }

    void namesThatLookAlikeHaveEntriesOfTheirOwn()
    {
        Machine one = lab(), other = lab();
        one.name = QStringLiteral("实验室甲");
        other.name = QStringLiteral("实验室乙");
        const EditorAccess access(ssh());
        QVERIFY(access.hostOf(one, {})->host != access.hostOf(other, {})->host);
        one.name = QStringLiteral("Lab");
        other.name = QStringLiteral("lab");
        QVERIFY(access.hostOf(one, {})->host != access.hostOf(other, {})->host);
        QCOMPARE(access.hostOf(other, {})->host, QStringLiteral("trainyard-lab"));
    }

    void whatCannotBeWrittenIsRefused()
    {
        Machine machine = lab();
        machine.target.identityFiles = {QStringLiteral("/k\"\n    ProxyCommand touch /tmp/x")};
        const auto host = EditorAccess(ssh()).hostOf(machine, {});
        QVERIFY(!host && host.error().code == ErrorCode::InvalidInput);
        machine.target.identityFiles = {QStringLiteral("/k\n    ProxyCommand touch /tmp/x")};
        QVERIFY(!EditorAccess(ssh()).hostOf(machine, {}));
        // A folder that is in the way.
        QVERIFY(QDir().mkpath(ssh() + QStringLiteral("/trainyard.conf")));
        const auto blocked = EditorAccess(ssh()).hostOf(lab(), {});
        QVERIFY(!blocked && blocked.error().code == ErrorCode::PermissionDenied);
    }

    void onlyInstalledEditorsAreOfferedAndNothingGoesThroughAShell()
    {
        const auto nothing = [](const QString &) { return false; };
        const auto found = installedEditors([](const QString &program) { return program == QLatin1String("cursor"); }, nothing);
        QCOMPARE(found.size(), 1);
        QCOMPARE(found.first().name, QStringLiteral("Cursor"));
        QCOMPARE(editorArguments(QStringLiteral("h"), QStringLiteral("/a b;c")),
                 (QStringList{QStringLiteral("--remote"), QStringLiteral("ssh-remote+h"), QStringLiteral("/a b;c")}));
        const auto gateway = installedEditors(nothing, [](const QString &scheme) { return scheme == QLatin1String("jetbrains-gateway"); });
        QCOMPARE(gateway.size(), 1);
        QVERIFY(gateway.first().program.isEmpty());
    }

    void aLinkForGatewayKeepsToItsParameters()
    {
        QCOMPARE(gatewayLink(QStringLiteral("trainyard-lab"), QStringLiteral("/runs/a b")).toEncoded(),
                 QByteArray("jetbrains-gateway://connect#type=ssh&deploy=true&host=trainyard-lab&projectPath=%2Fruns%2Fa%20b"));
        QCOMPARE(gatewayLink(QStringLiteral("ada@gate"), QStringLiteral("/x&idePath=/evil#?\n")).toEncoded(),
                 QByteArray(
                     "jetbrains-gateway://connect#type=ssh&deploy=true&host=gate&user=ada&projectPath=%2Fx%26idePath%3D%2Fevil%23%3F%0A"));
    }

    void aProgramForLinksIsFoundWhereItIsInstalled()
    {
        const QTemporaryDir data;
        qputenv("XDG_DATA_HOME", data.path().toLocal8Bit());
        QVERIFY(!hasProgramFor(QStringLiteral("x-test")));
        QVERIFY(QDir().mkpath(data.filePath(QStringLiteral("applications"))));
        QFile cache(data.filePath(QStringLiteral("applications/mimeinfo.cache")));
        QVERIFY(cache.open(QIODevice::WriteOnly));
        cache.write("[MIME Cache]\nx-scheme-handler/x-test=gateway.desktop;\n");
        cache.close();
        QVERIFY(!hasProgramFor(QStringLiteral("x-test")));  // it was uninstalled
        QFile program(data.filePath(QStringLiteral("applications/gateway.desktop")));
        QVERIFY(program.open(QIODevice::WriteOnly));
        QVERIFY(hasProgramFor(QStringLiteral("x-test")));
        QVERIFY(!hasProgramFor(QStringLiteral("x-tes")));
        qunsetenv("XDG_DATA_HOME");
    }
};

QTEST_MAIN(TestEditorAccess)

#include "tst_editoraccess.moc"
