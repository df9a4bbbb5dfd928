// SPDX-License-Identifier: GPL-3.0-or-later
// The provider for OpenStack against a real OpenStack: keystone, placement, glance, neutron and nova. Its machines are those of nova's fake
// driver, which run nothing. So the network that they are on is a loopback one, and where a machine would be, a private SSH server on this
// computer answers; the consoles of the machines show that server's key. Everything between is real: the calls, the token, the quota, the
// scheduler, the addresses. The official client looks at the same things beside it.
#include "core/provider/credentials/officialcredentials.h"
#include "core/provider/openstack/openstackprovider.h"
#include "tests/support/faultystore.h"
#include "tests/support/labmachine.h"
#include "tests/support/openstackserver.h"
#include "tests/support/ownnetwork.h"
#include "tests/support/yardcommand.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QHostAddress>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <memory>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }
const QString kYard = QStringLiteral(TRAINYARD_BIN_DIR "/yard");
const QString kBroken = QStringLiteral("Broken");     // a region whose services are reached through a proxy that damages answers
constexpr int kFirstAddress = 10, kLastAddress = 13;  // of the pools that openstack-server sets up

bool write(const QString &name, const QByteArray &content)
{
    QFile file(name);
    return QDir().mkpath(QFileInfo(name).path()) && file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

QByteArray safetensors(int step)
{
    const QByteArray header = "{\"__metadata__\":{\"step\":\"" + QByteArray::number(step)
                              + "\"},\"w\":{\"dtype\":\"F32\",\"shape\":[64],\"data_offsets\":[0,256]}}";
    QByteArray length(8, '\0');
    length[0] = static_cast<char>(header.size());
    return length + header + QByteArray(256, 'x');
}

constexpr int kPatience = 240'000;  // ms, for what takes seconds on an idle computer

// Why no SSH server can be put at port 22 of other loopback addresses; empty: it can.
QString missingPort()
{
    QTcpServer trial;
    if (trial.listen(QHostAddress(s("127.44.0.%1").arg(kFirstAddress)), 22))
        return {};
    return trial.serverError() == QAbstractSocket::SocketAccessError
               ? s("An SSH server at port 22 of 127.44.0.10 needs root.")
               : s("Port 22 of 127.44.0.10 is taken, as by an SSH server of this computer that listens on all addresses: run it as root, which "
                   "gives it a network of its own (%1).")
                     .arg(trial.errorString());
}

}  // namespace

class TestOpenStackReal : public QObject {
    Q_OBJECT

    QTemporaryDir m_state, m_home, m_project;
    OpenStackServer m_cloud;
    std::unique_ptr<LabMachine> m_machine;
    std::unique_ptr<FaultyStore> m_proxy;
    std::atomic<int> m_losses = 0;  // so many answers to POST /servers are lost from now on
    std::atomic<bool> m_is500 = false;

    YardCommand::Answer yard(const QString &words) const { return yard(words.split(u' ')); }
    YardCommand::Answer yard(const QStringList &words) const
    {
        YardCommand command(kYard, m_state.path());
        command.environment.insert(s("HOME"), m_home.path());
        command.environment.remove(s("XDG_CONFIG_HOME"));
        return command.run(words, 2 * kPatience);
    }
    QJsonArray clientList(const QString &words) const
    {
        return QJsonDocument::fromJson(m_cloud.client((words + s(" -f json")).split(u' ')).out).array();
    }
    CloudCredentials credentials(const QString &user = s("researcher"), const QString &network = s("campus")) const
    {
        CloudCredentials one;
        one.keyId = user;
        one.secret = user.toUtf8() + "-pw";
        one.settings = {{s("auth-url"), m_cloud.authUrl()},
                        {s("auth-type"), s("password")},
                        {s("project"), OpenStackServer::kProject},
                        {s("network"), network},
                        {s("region"), OpenStackServer::kRegion}};
        return one;
    }
    static OpenStackProvider provider(const CloudCredentials &credentials)
    {
        return OpenStackProvider([credentials](const QString &, const QString &) { return Result<CloudCredentials>(credentials); });
    }
    static InstanceRequest request(const QString &token, const QString &type = s("cpu.small"))
    {
        InstanceRequest one;
        one.providerKind = OpenStackProvider::kKind;
        one.clientToken = token;
        one.owner = s("owner-of-a-test");
        one.name = s("box");
        one.type = type;
        one.settings.insert(QLatin1String(kOwnAddressSetting), s("203.0.113.7/32"));
        return one;
    }
    static Instance instanceOf(const InstanceRequest &request, const InstanceReport &report)
    {
        Instance instance;
        instance.request = request;
        instance.providerId = report.providerId;
        return instance;
    }

private Q_SLOTS:
    void initTestCase();
    void theOfficialClientSeesTheSameOffers();
    void theWholeJourney();
    void aMachineInAProjectsOwnNetworkGetsAnAddressThatGoesWithIt();
    void realRefusalsAreOneSentence();
    void aLostAnswerMakesNoSecondMachine_data();
    void aLostAnswerMakesNoSecondMachine();
    void anApplicationCredentialWithTheAccessRulesIsEnough();
    void cleanupTestCase();
};

void TestOpenStackReal::initTestCase()
{
    QString missing = OpenStackServer::missingPart();
    if (missing.isEmpty())
        missing = SshdFixture::missingPart();
    if (missing.isEmpty())
        missing = missingPort();
    if (!missing.isEmpty()) {
        if (qEnvironmentVariable("CI") == QLatin1String("true"))
            QFAIL(qPrintable(missing));
        QSKIP(qPrintable(missing));
    }
    m_machine = std::make_unique<LabMachine>(std::nullopt);
    m_machine->sshd().addConfig(s("ListenAddress 127.0.0.1"));
    for (int i = kFirstAddress; i <= kLastAddress; ++i) {
        m_machine->sshd().addConfig(s("ListenAddress 127.44.0.%1:22").arg(i));
        m_machine->sshd().addConfig(s("ListenAddress 127.45.0.%1:22").arg(i));
    }
    QVERIFY2(m_machine->start(), qPrintable(m_machine->problem()));
    const QString keys = m_state.filePath(s("data/keys"));
    QVERIFY(QDir().mkpath(keys) && SshdFixture::makeKey(keys + s("/rented")));
    QVERIFY(m_machine->sshd().authorize(keys + s("/rented.pub")));
    QVERIFY2(m_cloud.start(), qPrintable(m_cloud.errorText()));
    qInfo("OpenStack was up after %d s", m_cloud.secondsToStart());
    QFile known(m_machine->sshd().knownHosts());
    QVERIFY(known.open(QIODevice::ReadOnly));
    const QList<QByteArray> line = known.readLine().trimmed().split(' ');
    QVERIFY(m_cloud.setConsole("booting\r\n-----BEGIN SSH HOST KEY KEYS-----\r\n" + line.value(1) + ' ' + line.value(2)
                               + "\r\n-----END SSH HOST KEY KEYS-----\r\n"));
    QVERIFY(write(m_home.filePath(s(".config/openstack/clouds.yaml")),
                  "clouds:\n  lab:\n    region_name: RegionOne\n    auth:\n      auth_url: " + m_cloud.authUrl().toUtf8()
                      + "\n      username: researcher\n      project_name: research\n      user_domain_name: Default\n"
                        "      project_domain_name: Default\n"));
    QVERIFY(write(m_home.filePath(s(".config/openstack/secure.yaml")), "clouds: {lab: {auth: {password: researcher-pw}}}\n"));
}

void TestOpenStackReal::theOfficialClientSeesTheSameOffers()
{
    const OpenStackProvider own = provider(credentials());
    const auto report = own.check({}, {});
    QVERIFY2(report, qPrintable(report ? QString() : report.error().what + report.error().detail));
    QVERIFY2(report->identity.startsWith(s("research (")), qPrintable(report->identity));
    QCOMPARE(report->missing, QStringList());
    QCOMPARE(report->regions, QStringList{OpenStackServer::kRegion});
    QCOMPARE(provider(credentials(s("guest"))).check({}, {})->missing, QStringList{s("member")});

    QSet<QString> theirs, ours;
    for (const QJsonValue &one : clientList(s("flavor list")))
        theirs << one[s("Name")].toString();
    const auto offers = own.offers({}, {});
    QVERIFY(offers);
    for (const ProviderOffer &one : *offers) {
        ours << one.type;
        QCOMPARE(one.gpus, one.type.startsWith(s("gpu")) ? 1 : 0);
    }
    QCOMPARE(ours, theirs);
    QCOMPARE(ours.size(), 4);
    const auto images = own.images({}, {});
    QVERIFY(images);
    QCOMPARE(images->size(), clientList(s("image list")).size());
    QCOMPARE(images->first().name, s("ubuntu-22.04-nvidia"));
    QVERIFY(images->first().hasDriver);
    const auto quota = own.quota({}, {});
    QVERIFY(quota);
    QCOMPARE(quota->first().name, s("instances"));
    QCOMPARE(quota->first().limit, 10.0);
}

void TestOpenStackReal::theWholeJourney()
{
    const auto added = yard({s("cloud"), s("add"), s("openstack"), s("lab"), s("--profile"), s("lab"), s("--set"), s("network=campus"),
                             s("--set"), s("user=") + m_machine->sshd().user(), s("--set"), s("price.cpu.small=0.50 EUR"), s("--from"),
                             s("203.0.113.7")});
    QVERIFY2(added.status == 0, added.told().constData());
    const auto checked = yard(s("cloud check lab"));
    QVERIFY2(checked.status == 0 && checked.out.contains("signed in as research ("), checked.told().constData());

    const auto rented = yard(s("rent --type cpu.small --until 8h --region RegionOne --account lab --name box --yes --image debian-12"));
    QVERIFY2(rented.status == 0, rented.told().constData());
    QVERIFY2(rented.err.contains("0.50 EUR per hour"), rented.told().constData());
    QVERIFY2(rented.out.contains("Host key verified") && rented.out.contains("Boots  127.44.0."), rented.told().constData());

    // What the official client sees.
    const QJsonArray servers = clientList(s("server list --long"));
    QCOMPARE(servers.size(), 1);
    const QJsonObject server = servers.first().toObject();
    QCOMPARE(server[s("Name")].toString(), s("box"));
    QCOMPARE(server[s("Status")].toString(), s("ACTIVE"));
    QVERIFY(QJsonDocument(server).toJson().contains("trainyard:owner"));
    QCOMPARE(clientList(s("keypair list")).size(), 1);
    int open = 0;
    for (const QJsonValue &rule : clientList(s("security group rule list --ingress --long"))) {
        if (rule[s("IP Range")].toString() == s("203.0.113.7/32")) {
            QCOMPARE(rule[s("Port Range")].toString(), s("22:22"));
            ++open;
        }
    }
    QCOMPARE(open, 1);
    const auto swept = yard(s("--json cloud sweep"));
    QVERIFY2(swept.status == 0 && swept.out.contains("live"), swept.told().constData());

    // A small run, and its checkpoint.
    const QString folder = m_machine->home() + s("/checkpoints"), made = m_project.filePath(s("made.safetensors"));
    QVERIFY(write(made, safetensors(100)));
    const QString task = m_project.filePath(s("task.yaml"));
    QVERIFY(write(task, "checkpoints: {dir: " + folder.toUtf8() + ", resume: '--resume {path}'}\nrun: mkdir -p " + folder.toUtf8()
                            + " && cp " + made.toUtf8() + ' ' + folder.toUtf8() + "/step-100.safetensors && echo trained\n"));
    const auto launched = yard(s("--json run launch --machine box ") + task);
    QVERIFY2(launched.status == 0, launched.told().constData());
    const QString id = launched.object()[s("id")].toString();
    QTRY_COMPARE_WITH_TIMEOUT(yard(s("--json run show ") + id).object()[s("state")].toString(), s("finished"), kPatience);
    const auto listed = yard(s("checkpoint list ") + id);
    QVERIFY2(listed.status == 0 && listed.out.contains("step-100"), listed.told().constData());
    const QString here = m_project.filePath(s("kept"));
    const auto pulled = yard(s("checkpoint pull box:") + folder + s("/step-100.safetensors ") + here);
    QVERIFY2(pulled.status == 0, pulled.told().constData());

    const auto back = yard(s("machine give-back box"));
    QVERIFY2(back.status == 0 && back.out.contains("lists nothing of it any more"), back.told().constData());
    QCOMPARE(clientList(s("server list")).size(), 0);
    const auto after = yard(s("--json cloud sweep"));
    QVERIFY2(after.status == 0 && !after.out.contains("\"instance\""), after.told().constData());
}

void TestOpenStackReal::aMachineInAProjectsOwnNetworkGetsAnAddressThatGoesWithIt()
{
    const auto added = yard({s("cloud"), s("add"), s("openstack"), s("inner"), s("--profile"), s("lab"), s("--set"), s("network=own"),
                             s("--set"), s("user=") + m_machine->sshd().user(), s("--from"), s("203.0.113.8")});
    QVERIFY2(added.status == 0, added.told().constData());
    const auto rented = yard(s("rent --type gpu.a100.1 --price 0.01EUR --until 8h --region RegionOne --account inner --name far --yes"));
    QVERIFY2(rented.status == 0 && rented.out.contains("Boots  127.45.0."), rented.told().constData());
    QCOMPARE(clientList(s("floating ip list")).size(), 1);
    const auto back = yard(s("machine give-back far"));
    QVERIFY2(back.status == 0 && back.out.contains("lists nothing of it any more"), back.told().constData());
    QCOMPARE(clientList(s("floating ip list")).size(), 0);
    QCOMPARE(clientList(s("server list")).size(), 0);
}

void TestOpenStackReal::realRefusalsAreOneSentence()
{
    const OpenStackProvider own = provider(credentials());
    const auto quota = own.create(request(s("t-quota"), s("gpu.huge")), {}, {});
    QCOMPARE(quota.error().code, ErrorCode::OverQuota);
    QVERIFY2(quota.error().what.contains(s("cores")), qPrintable(quota.error().what));
    const auto full = own.create(request(s("t-full"), s("gpu.virtual")), {}, {});
    QCOMPARE(full.error().code, ErrorCode::NoCapacity);
    QCOMPARE(own.create(request(s("t-none"), s("no-such")), {}, {}).error().code, ErrorCode::NotFound);

    InstanceRequest ask = request(s("t-states"));
    const auto made = own.create(ask, {}, {});
    QVERIFY2(made, qPrintable(made ? QString() : made.error().what + made.error().detail));
    const Instance one = instanceOf(ask, *made);
    const auto state = [&] { return own.describe(one, {})->state; };
    QTRY_COMPARE_WITH_TIMEOUT(state(), ProvidedState::Running, kPatience);
    QVERIFY(own.start(one, {}, {}));  // 409 for what runs already
    QVERIFY(own.stop(one, {}));
    QTRY_COMPARE_WITH_TIMEOUT(state(), ProvidedState::Stopped, kPatience);
    QVERIFY(own.stop(one, {}));
    QVERIFY(own.start(one, {}, {}));
    QTRY_COMPARE_WITH_TIMEOUT(state(), ProvidedState::Running, kPatience);
    QVERIFY(own.consoleOutput(one, 1000, {})->contains("SSH HOST KEY"));
    QVERIFY(own.terminate(one, {}));
    QTRY_COMPARE_WITH_TIMEOUT(own.describe(one, {}).has_value() ? ErrorCode::Io : own.describe(one, {}).error().code, ErrorCode::NotFound,
                              kPatience);
    QVERIFY(own.terminate(one, {}));

    CloudCredentials wrong = credentials();
    wrong.secret = "not-the-password";
    QCOMPARE(provider(wrong).check({}, {}).error().code, ErrorCode::AuthenticationFailed);
    wrong = credentials();
    wrong.settings.insert(s("project"), s("no-such"));
    QCOMPARE(provider(wrong).check({}, {}).error().code, ErrorCode::AuthenticationFailed);
    const auto denied = provider(credentials(s("guest"))).create(request(s("t-guest")), {}, {});
    QCOMPARE(denied.error().code, ErrorCode::PermissionDenied);
    QCOMPARE(own.list({}, {})->size(), 0);
}

void TestOpenStackReal::aLostAnswerMakesNoSecondMachine_data()
{
    QTest::addColumn<bool>("is500");
    QTest::newRow("the connection breaks") << false;
    QTest::newRow("an internal error after the work") << true;
}

void TestOpenStackReal::aLostAnswerMakesNoSecondMachine()
{
    QFETCH(bool, is500);
    if (!m_proxy) {
        m_proxy = std::make_unique<FaultyStore>(m_cloud.url(s("compute")).section(u'/', 0, 2), FaultyStore::Before(),
                                                [this](const FaultyStore::Request &asked, FaultyStore::Answer &answer) {
                                                    if (asked.method != "POST" || !asked.target.endsWith("/servers") || m_losses <= 0)
                                                        return;
                                                    --m_losses;
                                                    if (m_is500)
                                                        answer.status = 500;
                                                    else
                                                        answer.cutAfter = 0;
                                                });
        const auto endpoint = [this](const QString &service, const QString &url) {
            return m_cloud.client({s("endpoint"), s("create"), s("--region"), kBroken, service, s("public"), url}, s("admin")).status == 0;
        };
        QVERIFY(m_cloud.client({s("region"), s("create"), kBroken}, s("admin")).status == 0);
        QVERIFY(endpoint(s("compute"), m_proxy->base() + s("/v2.1")));
        QVERIFY(endpoint(s("network"), m_cloud.url(s("network"))));
        QVERIFY(endpoint(s("image"), m_cloud.url(s("image"))));
    }
    m_is500 = is500;
    m_losses = 1;
    CloudCredentials account = credentials();
    account.settings.insert(s("region"), kBroken);
    const OpenStackProvider own = provider(account);
    const InstanceRequest ask = request(is500 ? s("t-500") : s("t-lost"));
    const auto made = own.create(ask, {}, {});
    QVERIFY2(made, qPrintable(made ? QString() : made.error().what + made.error().detail));
    QCOMPARE(m_losses.load(), 0);
    QCOMPARE(clientList(s("server list")).size(), 1);
    QCOMPARE(own.create(ask, {}, {})->providerId, made->providerId);
    QVERIFY(own.terminate(instanceOf(ask, *made), {}));
    QTRY_COMPARE_WITH_TIMEOUT(own.list({{}, OpenStackServer::kRegion, {}, {}}, {})->size(), 0, kPatience);
}

void TestOpenStackReal::anApplicationCredentialWithTheAccessRulesIsEnough()
{
    const QString rules = m_project.filePath(s("rules.json"));
    QVERIFY(write(rules, provider(credentials()).policy()->toUtf8()));
    const auto made = m_cloud.client(
        {s("application"), s("credential"), s("create"), s("--access-rules"), rules, s("trainyard"), s("-f"), s("json")});
    QVERIFY2(made.status == 0, made.err.constData());
    const QJsonObject credential = QJsonDocument::fromJson(made.out).object();
    CloudCredentials account = credentials(s("researcher"), s("own"));
    account.keyId = credential[s("ID")].toString(credential[s("id")].toString());
    account.secret = credential[s("Secret")].toString(credential[s("secret")].toString()).toUtf8();
    account.settings.remove(s("auth-type"));
    const OpenStackProvider own = provider(account);
    QVERIFY2(own.check({}, {}), "It cannot sign in");
    InstanceRequest ask = request(s("t-app"));
    QFile key(m_state.filePath(s("data/keys/rented.pub")));
    QVERIFY(key.open(QIODevice::ReadOnly));
    ask.settings.insert(QLatin1String(kSshKeySetting), QString::fromUtf8(key.readAll()).trimmed());
    const auto begun = own.create(ask, {}, {});
    QVERIFY2(begun, qPrintable(begun ? QString() : begun.error().what + begun.error().detail));
    const Instance one = instanceOf(ask, *begun);
    QTRY_VERIFY_WITH_TIMEOUT(own.sshTarget(one, {}), kPatience);
    QVERIFY(own.sshTarget(one, {})->host.startsWith(s("127.45.0.")));
    QTRY_VERIFY_WITH_TIMEOUT(own.stop(one, {}), kPatience);
    QVERIFY(own.consoleOutput(one, 100, {}));
    QVERIFY(own.offers({}, {}) && own.quota({}, {}) && own.images({}, {}));
    // The region behind the proxy has the same things.
    const InstanceFilter here{{}, OpenStackServer::kRegion, {}, {}};
    QCOMPARE(own.resources(here, {})->size(), 2);
    QVERIFY(own.terminate(one, {}));
    QTRY_COMPARE_WITH_TIMEOUT(own.resources(here, {})->size(), 0, kPatience);
    // The rules hold: what is not among them is refused.
    QProcessEnvironment environment = OpenStackServer::plainEnvironment();
    environment.insert(s("OS_AUTH_URL"), m_cloud.authUrl());
    environment.insert(s("OS_AUTH_TYPE"), s("v3applicationcredential"));
    environment.insert(s("OS_APPLICATION_CREDENTIAL_ID"), account.keyId);
    environment.insert(s("OS_APPLICATION_CREDENTIAL_SECRET"), QString::fromUtf8(account.secret));
    environment.insert(s("OS_REGION_NAME"), OpenStackServer::kRegion);
    QProcess client;
    client.setProcessEnvironment(environment);
    client.start(s("openstack"), {s("server"), s("group"), s("list")});
    QVERIFY(client.waitForFinished(kPatience));
    QVERIFY2(client.exitCode() != 0, "A call that is not in the rules was allowed");
    // The same variables sign this program in.
    const auto same = credentialsIn(environment, OpenStackProvider::kKind);
    QVERIFY(same);
    QVERIFY(provider(*same).check({}, {}));
}

void TestOpenStackReal::cleanupTestCase()
{
    if (m_machine)
        LabMachine::kill(LabMachine::processesWith(m_machine->home()));
}

int main(int argc, char **argv)
{
    if (!enterOwnNetwork())
        qInfo("It shares the network of this computer: a network of its own needs root.");
    QCoreApplication app(argc, argv);
    TestOpenStackReal test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_openstackreal.moc"
