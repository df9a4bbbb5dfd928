// SPDX-License-Identifier: GPL-3.0-or-later
// What the card of a rented machine says when it does not answer because SSH is let in from another address. The machines are a silent port
// of this computer, the cloud is a fake, and the service that tells the own address stands on 127.0.0.1.
#include "core/service/runs/meternow.h"
#include "core/service/runs/services.h"
#include "tests/support/fakecloud.h"
#include "tests/support/httpstandin.h"
#include "ui/page/fleetcontroller.h"
#include "ui/page/sshprompter.h"

#include <QHostAddress>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>

using namespace trainyard;

namespace {

constexpr int kPatience = 90'000;  // ms; a connection is given up after 20 s
const char kVariable[] = "TRAINYARD_OWN_ADDRESS_URL";

}  // namespace

class TestFleetController : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<HttpStandIn> m_service;
    std::atomic<bool> m_isAtHome = false;
    std::shared_ptr<FakeCloud::Knobs> m_knobs;
    std::unique_ptr<SshPrompter> m_prompter;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<FleetController> m_fleet;

    void put(const QString &name, quint16 port, const QString &from)
    {
        InstanceRequest request;
        request.providerKind = QStringLiteral("fake");
        request.account = QStringLiteral("work");
        request.name = name;
        request.settings.insert(QLatin1String(kOwnAddressSetting), from);
        const auto instance = m_services->database().instances.request(request);
        QVERIFY(instance);
        for (const InstanceState state :
             {InstanceState::Booting, InstanceState::AnswersSsh, InstanceState::HostKeyChecked, InstanceState::Ready})
            (void)m_services->database().instances.update(instance->id, [state](Instance &one) { one.state = state; });
        Machine machine;
        machine.name = name;
        machine.instanceId = instance->id;
        machine.target.host = QStringLiteral("127.0.0.1");
        machine.target.port = port;
        machine.target.user = QStringLiteral("nobody");
        machine.target.jumps = {QStringLiteral("none")};
        QVERIFY(m_services->database().machines.add(machine));
    }
    // Makes the cards, as the window does.
    void follow()
    {
        m_fleet = std::make_unique<FleetController>(*m_services);
        m_fleet->reloadMachines();
        meter();
    }
    void meter()
    {
        const auto now = meterNow(m_services->database(), QDateTime::currentDateTimeUtc());
        QVERIFY(now);
        m_fleet->setMeter(*now);
    }
    MachineCard card(const QString &name) const
    {
        const QList<MachineCard> cards = m_fleet->cards();
        const auto found = std::find_if(cards.begin(), cards.end(), [&name](const MachineCard &one) { return one.machine.name == name; });
        return found == cards.end() ? MachineCard() : *found;
    }
    bool isSilent(const QString &name) const { return card(name).link == LinkState::Unreachable; }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_isAtHome = false;
        m_service = std::make_unique<HttpStandIn>([this](const HttpStandIn::Request &) {
            HttpStandIn::Answer answer;
            answer.body = m_isAtHome ? "203.0.113.7\n" : "198.51.100.9\n";
            return answer;
        });
        qputenv(kVariable, m_service->base().toUtf8());
        m_knobs = std::make_shared<FakeCloud::Knobs>();
        std::vector<std::unique_ptr<const MachineProvider>> all;
        all.push_back(std::make_unique<FakeCloud>(m_folder->filePath(QStringLiteral("cloud")), m_knobs));
        m_prompter = std::make_unique<SshPrompter>();
        const Paths paths{m_folder->filePath(QStringLiteral("data")), m_folder->filePath(QStringLiteral("config"))};
        auto opened = Services::open(paths, m_prompter->questions(), MachineProviders(std::move(all)));
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().what));
        m_services = std::move(*opened);
    }
    void cleanup()
    {
        m_prompter->shutDown();
        m_services->endWork();
        m_fleet.reset();
        m_services.reset();
        m_prompter.reset();
        m_service.reset();
        qunsetenv(kVariable);
    }

    void aMachineThatIsShutToThisAddressSaysSo()
    {
        QTcpServer silent;  // its connections are made, and nothing is ever said on them
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        put(QStringLiteral("shut"), silent.serverPort(), QStringLiteral("203.0.113.7/32"));
        put(QStringLiteral("network"), silent.serverPort(), QStringLiteral("198.51.100.0/24"));
        put(QStringLiteral("newer"), silent.serverPort(), QStringLiteral("2001:db8::/64"));
        follow();
        QVERIFY(card(QStringLiteral("shut")).canLetIn);
        QTRY_VERIFY_WITH_TIMEOUT(card(QStringLiteral("shut")).isShutOut(), kPatience);
        QCOMPARE(card(QStringLiteral("shut")).ownAddress, QStringLiteral("198.51.100.9"));
        QCOMPARE(card(QStringLiteral("shut")).letInFrom, QStringLiteral("203.0.113.7/32"));
        QTRY_VERIFY_WITH_TIMEOUT(isSilent(QStringLiteral("network")) && isSilent(QStringLiteral("newer")), kPatience);
        // Inside of the network, and of the other kind, of which this computer may have one as well: these are silent for another reason.
        QVERIFY(!card(QStringLiteral("network")).isShutOut());
        QVERIFY(!card(QStringLiteral("newer")).isShutOut());
        // The service is asked once for all of them.
        QCOMPARE(m_service->requests().size(), 1);

        // Once the address is let in, the card no longer says so.
        const auto machine = m_services->database().machines.find(QStringLiteral("shut"));
        QVERIFY(m_services->database().instances.update(machine->instanceId, [](Instance &one) {
            one.request.settings.insert(QLatin1String(kOwnAddressSetting), QStringLiteral("198.51.100.9/32"));
        }));
        meter();
        QVERIFY(!card(QStringLiteral("shut")).isShutOut());
        QCOMPARE(card(QStringLiteral("shut")).letInFrom, QStringLiteral("198.51.100.9/32"));

        // Trying again may be in another network: the address is asked for anew.
        QVERIFY(m_services->database().instances.update(machine->instanceId, [](Instance &one) {
            one.request.settings.insert(QLatin1String(kOwnAddressSetting), QStringLiteral("203.0.113.7/32"));
        }));
        meter();
        m_isAtHome = true;
        m_fleet->retry(machine->id);
        QTRY_COMPARE_WITH_TIMEOUT(m_service->requests().size(), 2, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(isSilent(QStringLiteral("shut")), kPatience);
        QVERIFY(!card(QStringLiteral("shut")).isShutOut());
    }

    void whatRefusesOrCannotBeLetInIsNotLookedUp_data()
    {
        QTest::addColumn<bool>("isClosed");
        QTest::addColumn<bool>("canLetIn");
        QTest::newRow("nobody listens there") << true << true;
        QTest::newRow("a cloud without a firewall") << false << false;
    }
    void whatRefusesOrCannotBeLetInIsNotLookedUp()
    {
        QFETCH(bool, isClosed);
        QFETCH(bool, canLetIn);
        m_knobs->canLetIn = canLetIn;
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        put(QStringLiteral("box"), silent.serverPort(), QStringLiteral("203.0.113.7/32"));
        if (isClosed)
            silent.close();
        follow();
        QCOMPARE(card(QStringLiteral("box")).canLetIn, canLetIn);
        QTRY_VERIFY_WITH_TIMEOUT(isSilent(QStringLiteral("box")), kPatience);
        QVERIFY(!card(QStringLiteral("box")).isShutOut());
        QCOMPARE(m_service->requests().size(), 0);
    }

    // Without an answer, the card says what it said before.
    void withoutAnAnswerNothingIsSaid()
    {
        m_service = std::make_unique<HttpStandIn>([](const HttpStandIn::Request &) {
            HttpStandIn::Answer answer;
            answer.body = "<html>Log in first</html>";
            return answer;
        });
        qputenv(kVariable, m_service->base().toUtf8());
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        put(QStringLiteral("box"), silent.serverPort(), QStringLiteral("203.0.113.7/32"));
        follow();
        QTRY_COMPARE_WITH_TIMEOUT(m_service->requests().size(), 1, kPatience);
        QVERIFY(isSilent(QStringLiteral("box")));
        QVERIFY(!card(QStringLiteral("box")).isShutOut());
    }
};

QTEST_MAIN(TestFleetController)

#include "tst_fleetcontroller.moc"
