// SPDX-License-Identifier: GPL-3.0-or-later
// Pasted ssh commands, ~/.ssh/config, known_hosts and key file headers: the pure parts of this room.
#include "core/model/sshcommand.h"
#include "core/transport/ssh/internal/keyfile.h"
#include "core/transport/ssh/internal/knownhosts.h"
#include "core/transport/ssh/internal/randomart.h"
#include "core/transport/ssh/internal/wildcard.h"
#include "core/transport/ssh/sshconfig.h"
#include "core/transport/ssh/sshhosts.h"

#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QMessageAuthenticationCode>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class TestSshTarget : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void understandsPastedCommands_data();
    void understandsPastedCommands();
    void understandsTheWayThere_data();
    void understandsTheWayThere();
    void understandsTunnels_data();
    void understandsTunnels();
    void refusesWhatItDoesNotUnderstand_data();
    void refusesWhatItDoesNotUnderstand();
    void collectsIdentityFiles();
    void displaysAsShortAsPossible();
    void displayedTargetReadsBack();

    void wildcardsMatchAsInOpenSsh_data();
    void wildcardsMatchAsInOpenSsh();
    void hostileWildcardIsQuick();

    void configGivesTheFirstValue();
    void configNeverRunsMatchExec();
    void configNamesTheWay();
    void configIncludesFiles();
    void configTellsItsHosts();
    void configTellsWhatEachHostIs();
    void configIncludingItselfIsRefused_data();
    void configIncludingItselfIsRefused();

    void knownHosts_data();
    void knownHosts();
    void hashedKnownHostMatches();
    void rememberedLineIsKnown();

    void randomartIsThatOfSshKeygen_data();
    void randomartIsThatOfSshKeygen();

    void keyEncryptedWithAeadIsNotReadable();
    void keyHeadersAreRead_data();
    void keyHeadersAreRead();
};

namespace {

QByteArray wireString(const QByteArray &text)
{
    QByteArray bytes(4, '\0');
    bytes[3] = static_cast<char>(text.size());
    return bytes + text;
}

Result<SshTarget> targetOf(const QString &command)
{
    const auto parsed = parseSshCommand(command);
    return parsed ? Result<SshTarget>(parsed->target) : parsed.error();
}

QByteArray key(char fill) { return wireString("ssh-ed25519") + wireString(QByteArray(32, fill)); }
QByteArray rsaKey() { return wireString("ssh-rsa") + wireString("e") + wireString("n"); }

bool writeFile(const QString &path, const QByteArray &text)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

QByteArray openSshKey(const QByteArray &cipher)
{
    const QByteArray blob = QByteArray("openssh-key-v1\0", 15) + wireString(cipher) + wireString("bcrypt") + wireString("")
                            + QByteArray("\0\0\0\1", 4) + wireString(key('a')) + wireString("secret part");
    return "-----BEGIN OPENSSH PRIVATE KEY-----\n" + blob.toBase64() + "\n-----END OPENSSH PRIVATE KEY-----\n";
}

}  // namespace

void TestSshTarget::understandsPastedCommands_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("host");
    QTest::addColumn<int>("port");
    QTest::addColumn<QString>("user");
    QTest::addColumn<QStringList>("identityFiles");

    const auto row = [](const char *name, const char *command, const char *host, int port, const char *user, const QStringList &keys = {}) {
        QTest::newRow(name) << QString::fromUtf8(command) << QString::fromUtf8(host) << port << QString::fromUtf8(user) << keys;
    };
    row("host alone", "box", "box", 0, "");
    row("user and host", "ssh ubuntu@10.0.0.5", "10.0.0.5", 0, "ubuntu");
    row("options first", "ssh -p 40123 -i ~/.ssh/key root@1.2.3.4", "1.2.3.4", 40123, "root", {"~/.ssh/key"});
    row("options last", "ssh root@1.2.3.4 -p 22123 -i ~/.ssh/id_ed25519", "1.2.3.4", 22123, "root", {"~/.ssh/id_ed25519"});
    row("values joined to their options", "ssh -p2222 -lme -ikey host", "host", 2222, "me", {"key"});
    row("quoted key", "ssh -i \"my key.pem\" ubuntu@ec2-1-2.compute.example.com", "ec2-1-2.compute.example.com", 0, "ubuntu",
        {"my key.pem"});
    row("single quotes keep everything", "ssh -i '$(rm -rf) \"x\"' host", "host", 0, "", {"$(rm -rf) \"x\""});
    row("newline inside quotes", "ssh -i 'a\nb' host", "host", 0, "", {"a\nb"});
    row("backslash keeps a blank", "ssh -i my\\ key host", "host", 0, "", {"my key"});
    row("line continued", "ssh -p 22 \\\n  host", "host", 22, "");
    row("blanks around", "  ssh\thost \n", "host", 0, "");
    row("settings", "ssh -o Port=2200 -o User=me -oIdentityFile=k host", "host", 2200, "me", {"k"});
    row("setting with a blank", "ssh -o 'port 2200' host", "host", 2200, "");
    row("host name setting", "ssh -o HostName=10.1.1.1 alias", "10.1.1.1", 0, "");
    row("host name setting behind", "ssh alias -o HostName=10.1.1.1", "10.1.1.1", 0, "");
    row("strict checking is what is done anyway", "ssh -o StrictHostKeyChecking=yes host", "host", 0, "");
    row("address", "ssh://me@host:2200", "host", 2200, "me");
    row("address in a command", "ssh ssh://host/", "host", 0, "");
    row("IPv6", "ssh me@2001:db8::1", "2001:db8::1", 0, "me");
    row("IPv6 in brackets", "ssh me@[2001:db8::1]", "2001:db8::1", 0, "me");
    row("IPv6 address", "ssh://me@[2001:db8::1]:22", "2001:db8::1", 22, "me");
    row("user with an at sign", "ssh pod@group@ssh.example.com", "ssh.example.com", 0, "pod@group");
    row("after two dashes", "ssh -p 22 -- host", "host", 22, "");
    row("same port twice", "ssh -p 22 -o Port=22 host", "host", 22, "");
    row("flags for the program", "ssh -N -f -T -vvv -C host", "host", 0, "");
    row("flags in one word", "ssh -CNfp 2222 -qi key host", "host", 2222, "", {"key"});
    row("tunnel at the end", "ssh -p 40 root@h -L 8080:localhost:8080", "h", 40, "root");
}

void TestSshTarget::understandsPastedCommands()
{
    QFETCH(QString, command);
    const auto target = targetOf(command);
    QVERIFY2(target, target ? "" : qPrintable(target.error().what));
    QTEST(target->host, "host");
    QTEST(target->port, "port");
    QTEST(target->user, "user");
    QTEST(target->identityFiles, "identityFiles");
    QCOMPARE(target->knownHostsFile, QString());
}

void TestSshTarget::understandsTheWayThere_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QStringList>("jumps");
    QTest::newRow("one") << "ssh -J bastion box" << QStringList{"bastion"};
    QTest::newRow("two") << "ssh -J me@a:2200,ssh://you@b:22 box" << QStringList{"me@a:2200", "ssh://you@b:22"};
    QTest::newRow("joined") << "ssh box -Jbastion" << QStringList{"bastion"};
    QTest::newRow("setting") << "ssh -o ProxyJump=a,b box" << QStringList{"a", "b"};
    QTest::newRow("IPv6") << "ssh -J me@[2001:db8::1]:2200 box" << QStringList{"me@[2001:db8::1]:2200"};
    QTest::newRow("none") << "ssh -J none box" << QStringList{"none"};
}

void TestSshTarget::understandsTheWayThere()
{
    QFETCH(QString, command);
    const auto target = targetOf(command);
    QVERIFY2(target, target ? "" : qPrintable(target.error().what));
    QTEST(target->jumps, "jumps");
    QCOMPARE(target->host, QStringLiteral("box"));
    const auto named = targetOf(QStringLiteral("ssh -o HostKeyAlias=i-0abc:1 box"));
    QVERIFY(named);
    QCOMPARE(named->hostKeyAlias, QStringLiteral("i-0abc:1"));
}

void TestSshTarget::understandsTunnels_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<int>("localPort");
    QTest::addColumn<QString>("host");
    QTest::addColumn<int>("port");
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("isForOthers");
    QTest::newRow("port, host, port") << "-L 8080:localhost:80" << 8080 << "localhost" << 80 << "" << false;
    QTest::newRow("joined") << "-L8080:10.0.0.9:80" << 8080 << "10.0.0.9" << 80 << "" << false;
    QTest::newRow("among flags") << "-CNL 6006:127.0.0.1:6006" << 6006 << "127.0.0.1" << 6006 << "" << false;
    QTest::newRow("bound here") << "-L localhost:8080:localhost:80" << 8080 << "localhost" << 80 << "" << false;
    QTest::newRow("bound to IPv6 here") << "-L [::1]:8080:[2001:db8::7]:80" << 8080 << "2001:db8::7" << 80 << "" << false;
    QTest::newRow("bound to an address") << "-L 192.0.2.1:8080:localhost:80" << 8080 << "localhost" << 80 << "" << true;
    QTest::newRow("bound to all, star") << "-L *:8080:localhost:80" << 8080 << "localhost" << 80 << "" << true;
    QTest::newRow("bound to all, empty") << "-L :8080:localhost:80" << 8080 << "localhost" << 80 << "" << true;
    QTest::newRow("for others, before") << "-g -L 8080:localhost:80" << 8080 << "localhost" << 80 << "" << true;
    QTest::newRow("for others, behind") << "-CNL 8080:localhost:80 -g" << 8080 << "localhost" << 80 << "" << true;
    QTest::newRow("socket there") << "-L 8080:/run/app.sock" << 8080 << "" << 0 << "/run/app.sock" << false;
    QTest::newRow("socket there, bound") << "-L 127.0.0.1:8080:/run/app.sock" << 8080 << "" << 0 << "/run/app.sock" << false;
    QTest::newRow("socket here") << "-L /tmp/x.sock:localhost:80" << 0 << "localhost" << 80 << "" << false;
    QTest::newRow("sockets on both sides") << "-L /tmp/x.sock:/run/app.sock" << 0 << "" << 0 << "/run/app.sock" << false;
    QTest::newRow("setting") << "-o 'LocalForward=8080 localhost:80'" << 8080 << "localhost" << 80 << "" << false;
}

void TestSshTarget::understandsTunnels()
{
    QFETCH(QString, option);
    const QStringList commands{QStringLiteral("ssh -p 40 %1 root@h").arg(option), QStringLiteral("ssh root@h -p 40 %1").arg(option)};
    for (const QString &command : commands) {
        const auto parsed = parseSshCommand(command);
        QVERIFY2(parsed, parsed ? "" : qPrintable(parsed.error().what));
        QCOMPARE(parsed->target.display(), QStringLiteral("root@h:40"));
        QCOMPARE(parsed->forwards.size(), 1);
        const SshForward forward = parsed->forwards.first();
        QTEST(int(forward.localPort), "localPort");
        QTEST(forward.remote.host, "host");
        QTEST(int(forward.remote.port), "port");
        QTEST(forward.remote.path, "path");
        QTEST(forward.isForOthers(), "isForOthers");
    }
    const auto two = parseSshCommand(QStringLiteral("ssh %1 -L 1:a:2 h").arg(option));
    QVERIFY(two);
    QCOMPARE(two->forwards.size(), 2);
}

void TestSshTarget::refusesWhatItDoesNotUnderstand_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("named");

    const auto row = [](const char *name, const char *command, const char *named) {
        QTest::newRow(name) << QString::fromUtf8(command) << QString::fromUtf8(named);
    };
    row("nothing", "", "user@host");
    row("no host", "ssh -p 22", "user@host");
    row("command behind", "ssh host nvidia-smi", "nvidia-smi");
    row("second line", "ssh host\nrm -rf x", "rm");
    row("tunnel without a port", "ssh -L localhost:8080 root@h", "-L localhost:8080");
    row("tunnel without a value", "ssh root@h -L", "-L");
    row("tunnel to a name that is none", "ssh -L '80:$(reboot):80' root@h", "$(reboot)");
    row("tunnel at a port too large", "ssh -L 65536:localhost:80 root@h", "65536:localhost:80");
    row("tunnel to port zero", "ssh -L 80:localhost:0 root@h", "80:localhost:0");
    row("tunnel from port zero", "ssh -L 0:localhost:80 root@h", "0:localhost:80");
    row("tunnel with too much", "ssh -L a:b:80:h:80 root@h", "a:b:80:h:80");
    row("tunnel with an open bracket", "ssh -L 80:[::1:80 root@h", "80:[::1:80");
    row("tunnel to a long socket", ("ssh -L 80:/" + QByteArray(107, 'x') + " root@h").constData(), "-L 80:/x");
    row("tunnel to a relative socket", "ssh -L 80:run/x root@h", "80:run/x");
    row("flag in front of one that is refused", "ssh -ND1080 host", "-D1080");
    row("pseudo-terminal for subsystems", "ssh -s host", "-s");
    row("socks", "ssh -D1080 host", "-D1080");
    row("reverse", "ssh -R 1:a:2 host", "-R 1:a:2");
    row("jump through something else", "ssh -J 'a b' host", "a b");
    row("jump with a command", "ssh -J '$(reboot)' host", "$(reboot)");
    row("jump without a port", "ssh -J bastion: host", "bastion:");
    row("jump twice", "ssh -J a -J b host", "b");
    row("empty jump", "ssh -J a,,b host", "name");
    row("alias of the key", "ssh -o 'HostKeyAlias=a b' host", "HostKeyAlias=a b");
    row("IPv4 only", "ssh -4 host", "-4");
    row("IPv6 only", "ssh -6 host", "-6");
    row("checking off", "ssh -o StrictHostKeyChecking=no host", "StrictHostKeyChecking=no");
    row("proxy", "ssh -o 'ProxyCommand nc %h' host", "ProxyCommand nc %h");
    row("setting without value", "ssh -o Port host", "Port");
    row("port too large", "ssh -p 65536 host", "65536");
    row("port no number", "ssh -p 22x host", "22x");
    row("port zero", "ssh -p 0 host", "0");
    row("port missing", "ssh host -p", "-p");
    row("port behind a colon", "ssh root@host:2222", "-p 2222");
    row("two ports", "ssh -p 22 -o Port=23 host", "23");
    row("two users", "ssh -l a b@host", "b");
    row("quote open", "ssh 'host", "'");
    row("substitution as host", "ssh $(reboot)", "$(reboot)");
    row("substitution in quotes", "ssh '$(reboot)'", "$(reboot)");
    row("semicolon", "ssh host;reboot", "host;reboot");
    row("option as host", "ssh -- -oProxyCommand=x", "-oProxyCommand=x");
    row("option as host after the user", "ssh me@-oProxyCommand=x", "-oProxyCommand=x");
    row("option as user", "ssh -l -x host", "-x");
    row("shell characters in the user", "ssh 'a;b@host'", "a;b");
    row("blank in the host", "ssh 'a b'", "a b");
    row("newline in the host", "ssh 'a\nb'", "a\nb");
    row("not ASCII", "ssh höst", "höst");
    row("address with a path", "ssh://host/etc", "ssh://host/etc");
    row("address with a password", "ssh://me:secret@host", "“ssh://me:…@host”");
    row("address with a password with signs", "ssh://me:s@c/r:t@host/x", "“ssh://me:…@host/x”");
    row("another program", "gcloud compute ssh box", "compute");
    row("empty host", "ssh me@", "name");
}

void TestSshTarget::refusesWhatItDoesNotUnderstand()
{
    QFETCH(QString, command);
    QFETCH(QString, named);
    const auto target = targetOf(command);
    QVERIFY(!target);
    QCOMPARE(target.error().code, ErrorCode::InvalidInput);
    QVERIFY2(target.error().what.contains(named), qPrintable(target.error().what));
}

void TestSshTarget::collectsIdentityFiles()
{
    const auto target = targetOf(QStringLiteral("ssh -i a -i b -o UserKnownHostsFile=/x/known host"));
    QVERIFY(target);
    QCOMPARE(target->identityFiles, QStringList({"a", "b"}));
    QCOMPARE(target->knownHostsFile, QStringLiteral("/x/known"));
}

void TestSshTarget::displaysAsShortAsPossible()
{
    SshTarget target;
    target.host = QStringLiteral("box");
    QCOMPARE(target.display(), QStringLiteral("box"));
    target.port = 22;
    target.user = QStringLiteral("me");
    QCOMPARE(target.display(), QStringLiteral("me@box"));
    target.port = 2200;
    QCOMPARE(target.display(), QStringLiteral("me@box:2200"));
    target.host = QStringLiteral("::1");
    QCOMPARE(target.display(), QStringLiteral("me@[::1]:2200"));
}

void TestSshTarget::displayedTargetReadsBack()
{
    for (const char *command : {"ssh -p 2200 me@box", "ssh box", "ssh -p 9 ::1"}) {
        const auto target = targetOf(QString::fromUtf8(command));
        QVERIFY(target);
        const auto again = targetOf(QStringLiteral("ssh://") + target->display());
        QVERIFY2(again || !target->port, command);
        if (target->port)
            QCOMPARE(*again, *target);
    }
}

void TestSshTarget::wildcardsMatchAsInOpenSsh_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("matches");
    QTest::newRow("same") << "box"
                          << "box" << true;
    QTest::newRow("case") << "BOX"
                          << "box" << true;
    QTest::newRow("star") << "*.example.com"
                          << "a.b.example.com" << true;
    QTest::newRow("star alone") << "*"
                                << "" << true;
    QTest::newRow("question mark") << "gpu?"
                                   << "gpu7" << true;
    QTest::newRow("question mark wants one") << "gpu?"
                                             << "gpu" << false;
    QTest::newRow("prefix only") << "box"
                                 << "boxer" << false;
    QTest::newRow("brackets are plain") << "[a]:22"
                                        << "[a]:22" << true;
    QTest::newRow("brackets are no set") << "[ab]"
                                         << "a" << false;
    QTest::newRow("two stars") << "a*b*c"
                               << "axxbyyc" << true;
    QTest::newRow("two stars, no end") << "a*b*c"
                                       << "axxbyy" << false;
}

void TestSshTarget::wildcardsMatchAsInOpenSsh()
{
    QFETCH(QString, pattern);
    QFETCH(QString, text);
    QTEST(matchesWildcard(pattern, text), "matches");
}

void TestSshTarget::hostileWildcardIsQuick()
{
    const QString pattern = QStringLiteral("*a").repeated(2000) + u'b';
    QElapsedTimer clock;
    clock.start();
    QVERIFY(!matchesWildcard(pattern, QString(4000, u'a')));
    QVERIFY(clock.elapsed() < 5000);
}

void TestSshTarget::configGivesTheFirstValue()
{
    QTemporaryDir home;
    const QString path = home.filePath(QStringLiteral(".ssh/config"));
    QVERIFY(writeFile(path, "# comment\n"
                            "User=early\n"
                            "Host box !other gpu-*\n"
                            "  HostName 10.0.0.%%\n"
                            "  Port 2200\n"
                            "  IdentityFile ~/.ssh/one\n"
                            "  IdentityFile \"%d/two keys\"\n"
                            "  UserKnownHostsFile ~/known ~/known2\n"
                            "Host gpu-7\n  HostName %h.example.com\n"
                            "Match host 10.* user early\n  Port 99\n  IdentityFile three\n"
                            "Host *\n  User late\n  Port 1\n"));
    const SshConfig box = *readSshConfig(home.path(), QStringLiteral("box"), {}, {path});
    QCOMPARE(box.hostName, QStringLiteral("10.0.0.%"));
    QCOMPARE(box.port, 2200);
    QCOMPARE(box.user, QStringLiteral("early"));
    QCOMPARE(box.identityFiles, QStringList({home.path() + "/.ssh/one", home.path() + "/two keys", QStringLiteral("three")}));
    QCOMPARE(box.knownHostsFile, home.path() + "/known");
    const SshConfig other = *readSshConfig(home.path(), QStringLiteral("other"), {}, {path});
    QCOMPARE(other.port, 1);
    QCOMPARE(other.hostName, QString());
}

void TestSshTarget::configNeverRunsMatchExec()
{
    QTemporaryDir home;
    const QString path = home.filePath(QStringLiteral(".ssh/config"));
    const QString proof = home.filePath(QStringLiteral("proof"));
    QVERIFY(writeFile(path, "Match exec \"touch " + proof.toUtf8() + "\"\n  Port 99\nHost box\n  Port 5\n"));
    const SshConfig config = *readSshConfig(home.path(), QStringLiteral("box"), {}, {path});
    QVERIFY(config.hasUnknownMatch);
    QCOMPARE(config.port, 5);
    QVERIFY(!QFileInfo::exists(proof));
}

void TestSshTarget::configNamesTheWay()
{
    QTemporaryDir home;
    const QString path = home.filePath(QStringLiteral(".ssh/config"));
    QVERIFY(writeFile(path, "Host direct\n  ProxyJump none\n"
                            "Host command\n  ProxyCommand = nc -X 5 \"a b\" %h %p\n"
                            "Host *\n  ProxyJump me@a:22,b\n  HostKeyAlias pinned\n  IdentitiesOnly yes\n"
                            "  ServerAliveInterval 2m\n  ServerAliveCountMax 5\n  IdentityAgent ~/agent\n"));
    const auto read = [&](const char *alias) { return *readSshConfig(home.path(), QLatin1String(alias), {}, {path}); };
    QCOMPARE(read("box").proxyJump, QStringList({"me@a:22", "b"}));
    QCOMPARE(read("direct").proxyJump, QStringList());
    QCOMPARE(read("command").proxyJump, QStringList());
    QCOMPARE(read("command").proxyCommand, QStringLiteral("nc -X 5 \"a b\" %h %p"));
    const SshConfig box = read("box");
    QCOMPARE(box.hostKeyAlias, QStringLiteral("pinned"));
    QVERIFY(box.isIdentitiesOnly);
    QCOMPARE(box.aliveSeconds, 120);
    QCOMPARE(box.aliveCount, 5);
    QCOMPARE(box.identityAgent, home.path() + "/agent");
}

void TestSshTarget::configIncludesFiles()
{
    QTemporaryDir home;
    const QString path = home.filePath(QStringLiteral(".ssh/config"));
    QVERIFY(writeFile(path, "Include conf.d/*\n"));
    QVERIFY(writeFile(home.filePath(QStringLiteral(".ssh/conf.d/a")), "Host box\n  Port 7\n"));
    QCOMPARE(readSshConfig(home.path(), QStringLiteral("box"), {}, {path})->port, 7);
}

void TestSshTarget::configTellsItsHosts()
{
    QTemporaryDir home;
    const QString path = home.filePath(QStringLiteral(".ssh/config"));
    QVERIFY(writeFile(path, "Host box gpu-3\n  Port 7\n  Include conf.d/*\nHost *.lab !jump lab?\nHost box\nMatch host x\n"));
    QVERIFY(writeFile(home.filePath(QStringLiteral(".ssh/conf.d/a")), "Host rented\n  User root\n"));
    const SshConfigNames names = readSshNames(home.path(), {path});
    QCOMPARE(names.hosts, QStringList({QStringLiteral("box"), QStringLiteral("gpu-3"), QStringLiteral("rented")}));
    QCOMPARE(names.patterns, QStringList({QStringLiteral("*.lab"), QStringLiteral("!jump"), QStringLiteral("lab?")}));
    QCOMPARE(names.matches, QStringList({QStringLiteral("host x")}));
    QCOMPARE(readSshNames(home.path(), {home.filePath(QStringLiteral("none"))}).hosts, QStringList());
}

void TestSshTarget::configTellsWhatEachHostIs()
{
    QTemporaryDir home;
    QVERIFY(writeFile(home.filePath(QStringLiteral(".ssh/config")),
                      "Host gpu-3\n  HostName 203.0.113.7\n  User ubuntu\n  Port 2222\n  ProxyJump door.lab\n"
                      "Host plain\nHost -oProxyCommand=x\nHost *\n  ProxyCommand nc %h %p\n"));
    const Result<ConfiguredHosts> all = configuredHostsIn(home.path());
    QVERIFY(all);
    QCOMPARE(all->hosts.size(), 2);
    const ConfiguredHost &gpu = all->hosts.first();
    QCOMPARE(gpu.alias, QStringLiteral("gpu-3"));
    QCOMPARE(gpu.hostName, QStringLiteral("203.0.113.7"));
    QCOMPARE(gpu.user, QStringLiteral("ubuntu"));
    QCOMPARE(gpu.port, 2222);
    QCOMPARE(gpu.jumps, QStringList(QStringLiteral("door.lab")));
    QVERIFY(!gpu.hasProxy);
    QVERIFY(all->hosts.last().hasProxy);
    // A name that a shell or ssh itself would take for something else is never offered.
    QCOMPARE(all->patterns, QStringList({QStringLiteral("*"), QStringLiteral("-oProxyCommand=x")}));
}

void TestSshTarget::configIncludingItselfIsRefused_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    QTest::newRow("itself") << QByteArray("Include config\n") << QByteArray();
    QTest::newRow("itself, many times") << QByteArray("Include conf*\n").repeated(50) << QByteArray();
    QTest::newRow("each other") << QByteArray("Include second\n") << QByteArray("Include config\n");
    QTest::newRow("by another name") << QByteArray("Include ../.ssh/./config\n") << QByteArray();
}

void TestSshTarget::configIncludingItselfIsRefused()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, second);
    QTemporaryDir home;
    const QString path = home.filePath(QStringLiteral(".ssh/config"));
    QVERIFY(writeFile(path, first + "Port 8\n"));
    QVERIFY(writeFile(home.filePath(QStringLiteral(".ssh/second")), second));
    const auto config = readSshConfig(home.path(), QStringLiteral("box"), {}, {path});
    QVERIFY(!config);
    QCOMPARE(config.error().code, ErrorCode::InvalidInput);
    QVERIFY2(config.error().what.contains(QLatin1String("config")), qPrintable(config.error().what));
}

void TestSshTarget::knownHosts_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<int>("port");
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("line");

    const QByteArray mine = " ssh-ed25519 " + key('a').toBase64();
    const QByteArray another = " ssh-ed25519 " + key('b').toBase64();
    const QByteArray rsa = " ssh-rsa " + rsaKey().toBase64();
    QTest::newRow("empty") << QByteArray() << 22 << int(HostKeyVerdict::Unknown) << 0;
    QTest::newRow("known") << "# c\nbox" + mine + "\n" << 22 << int(HostKeyVerdict::Known) << 2;
    QTest::newRow("known with comment") << "box" + mine + " me@here\r\n" << 22 << int(HostKeyVerdict::Known) << 1;
    QTest::newRow("case of the name") << "BOX" + mine << 22 << int(HostKeyVerdict::Known) << 1;
    QTest::newRow("list") << "a,box,b" + mine << 22 << int(HostKeyVerdict::Known) << 1;
    QTest::newRow("pattern") << "b*" + mine << 22 << int(HostKeyVerdict::Known) << 1;
    QTest::newRow("pattern with exception") << "b*,!box" + mine << 22 << int(HostKeyVerdict::Unknown) << 0;
    QTest::newRow("other port") << "box" + mine << 2200 << int(HostKeyVerdict::Unknown) << 0;
    QTest::newRow("port") << "[box]:2200" + mine << 2200 << int(HostKeyVerdict::Known) << 1;
    QTest::newRow("changed") << "\nbox" + another << 22 << int(HostKeyVerdict::Changed) << 2;
    QTest::newRow("known beside an old one") << "box" + another + "\nbox" + mine << 22 << int(HostKeyVerdict::Known) << 2;
    QTest::newRow("only another type") << "box" + rsa << 22 << int(HostKeyVerdict::Changed) << 1;
    QTest::newRow("same type decides the line") << "box" + rsa + "\nbox" + another << 22 << int(HostKeyVerdict::Changed) << 2;
    QTest::newRow("revoked") << "@revoked *" + mine << 22 << int(HostKeyVerdict::Revoked) << 1;
    QTest::newRow("revoked after known") << "box" + mine + "\n@revoked *" + mine << 22 << int(HostKeyVerdict::Revoked) << 2;
    QTest::newRow("another key revoked") << "@revoked *" + another + "\nbox" + mine << 22 << int(HostKeyVerdict::Known) << 2;
    QTest::newRow("authority") << "@cert-authority *" + mine << 22 << int(HostKeyVerdict::Unknown) << 0;
    QTest::newRow("garbage") << QByteArray("box\nbox ssh-rsa\nbox ssh-rsa !!!\n|1|x|y z w\n\0\xff x y") << 22
                             << int(HostKeyVerdict::Unknown) << 0;
}

void TestSshTarget::knownHosts()
{
    QFETCH(QByteArray, file);
    QFETCH(int, port);
    const HostKeyVerdict verdict = judgeHostKey(file, knownHostsName(QStringLiteral("box"), port), key('a'));
    QTEST(int(verdict.kind), "kind");
    QTEST(verdict.line, "line");
}

void TestSshTarget::hashedKnownHostMatches()
{
    const QByteArray salt("01234567890123456789");
    const QByteArray hash = QMessageAuthenticationCode::hash("[box]:2200", salt, QCryptographicHash::Sha1);
    const QByteArray line = "|1|" + salt.toBase64() + '|' + hash.toBase64() + " ssh-ed25519 " + key('a').toBase64();
    QCOMPARE(judgeHostKey(line, "[box]:2200", key('a')).kind, HostKeyVerdict::Known);
    QCOMPARE(judgeHostKey(line, "[box]:2200", key('b')).kind, HostKeyVerdict::Changed);
    QCOMPARE(judgeHostKey(line, "box", key('a')).kind, HostKeyVerdict::Unknown);
}

void TestSshTarget::rememberedLineIsKnown()
{
    for (const int port : {22, 2200}) {
        const QByteArray line = knownHostsLine(knownHostsName(QStringLiteral("Box"), port), key('a'));
        QCOMPARE(judgeHostKey(line, knownHostsName(QStringLiteral("box"), port), key('a')).kind, HostKeyVerdict::Known);
    }
    QCOMPARE(knownHostsName(QStringLiteral("box"), 2200, QStringLiteral("i-0ABC")), QByteArray("i-0abc"));
}

void TestSshTarget::randomartIsThatOfSshKeygen_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::newRow("ed25519") << QStringList{"-t", "ed25519"};
    QTest::newRow("ECDSA") << QStringList{"-t", "ecdsa", "-b", "521"};
    QTest::newRow("RSA") << QStringList{"-t", "rsa", "-b", "2048"};
}

void TestSshTarget::randomartIsThatOfSshKeygen()
{
    QFETCH(QStringList, options);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("key"));
    if (QStandardPaths::findExecutable(QStringLiteral("ssh-keygen")).isEmpty())
        QSKIP("ssh-keygen is missing; enable with: apt-get install openssh-client");
    for (int i = 0; i < 5; ++i) {
        QFile::remove(path);
        QCOMPARE(QProcess::execute(QStringLiteral("ssh-keygen"), QStringList{"-q", "-N", "", "-f", path} + options), 0);
        QFile file(path + QStringLiteral(".pub"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray wire = QByteArray::fromBase64(file.readAll().split(' ').at(1));
        QProcess keygen;
        keygen.start(QStringLiteral("ssh-keygen"), {QStringLiteral("-lvf"), file.fileName()});
        QVERIFY(keygen.waitForFinished());
        const QString drawn = QString::fromUtf8(keygen.readAllStandardOutput());
        QCOMPARE(randomart(wire), drawn.section(u'\n', 1).trimmed());
        QVERIFY(drawn.contains(keyFingerprint(wire)));
    }
    QCOMPARE(randomart("no key"), QString());
}

void TestSshTarget::keyEncryptedWithAeadIsNotReadable()
{
    for (const char *cipher : {"aes256-gcm@openssh.com", "chacha20-poly1305@openssh.com", "unheard-of"}) {
        const auto read = inspectKey(openSshKey(cipher), QStringLiteral("the-key"));
        QVERIFY(read);
        QVERIFY(!read->isReadable);
        QCOMPARE(read->publicKey, key('a'));  // for the agent
        const Error error = unreadableKeyError(*read, QStringLiteral("the-key"));
        QCOMPARE(error.code, ErrorCode::Unsupported);
        QVERIFY(error.what.contains(QLatin1String(cipher)));
        QVERIFY(error.what.contains(QLatin1String("the-key")));
    }
    QVERIFY(inspectKey(openSshKey("aes256-ctr"), QStringLiteral("k"))->isReadable);
}

void TestSshTarget::keyHeadersAreRead_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isKey");
    QTest::addColumn<bool>("isEncrypted");
    const QByteArray whole = openSshKey("none");
    QTest::newRow("plain") << whole << true << false;
    QTest::newRow("encrypted") << openSshKey("aes256-ctr") << true << true;
    QTest::newRow("PEM") << QByteArray("-----BEGIN RSA PRIVATE KEY-----\nx") << true << false;
    QTest::newRow("PEM encrypted") << QByteArray("-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n") << true << true;
    QTest::newRow("PKCS8 encrypted") << QByteArray("-----BEGIN ENCRYPTED PRIVATE KEY-----\n") << true << true;
    QTest::newRow("public key") << QByteArray("ssh-ed25519 AAAA me") << false << false;
    QTest::newRow("empty") << QByteArray() << false << false;
    QTest::newRow("no end") << whole.left(whole.indexOf("-----END")) << false << false;
    QTest::newRow("cut short") << "-----BEGIN OPENSSH PRIVATE KEY-----\n" + QByteArray::fromBase64(whole.mid(36, 80)).left(30).toBase64()
                                      + "\n-----END"
                               << false << false;
    QTest::newRow("hostile length") << "-----BEGIN OPENSSH PRIVATE KEY-----\n"
                                           + QByteArray("openssh-key-v1\0\xff\xff\xff\xff", 19).toBase64() + "\n-----END"
                                    << false << false;
}

void TestSshTarget::keyHeadersAreRead()
{
    QFETCH(QByteArray, text);
    const auto read = inspectKey(text, QStringLiteral("k"));
    QTEST(read.has_value(), "isKey");
    if (read)
        QTEST(read->isEncrypted, "isEncrypted");
    else
        QCOMPARE(read.error().code, ErrorCode::InvalidInput);
}

QTEST_GUILESS_MAIN(TestSshTarget)
#include "tst_sshtarget.moc"
