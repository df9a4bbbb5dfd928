// SPDX-License-Identifier: GPL-3.0-or-later
// The own public address, from a service that may say anything, and SSH that follows it. The cloud is a fake: nothing is rented anywhere.
#include "core/service/clouds/letin.h"
#include "core/service/clouds/letinservice.h"
#include "core/service/clouds/machinerenter.h"
#include "core/service/clouds/ownaddress.h"
#include "tests/support/fakecloud.h"
#include "tests/support/httpstandin.h"

#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

const char kVariable[] = "TRAINYARD_OWN_ADDRESS_URL";
const QString kFrom = QLatin1String(kOwnAddressSetting);

struct Program {
    explicit Program(const QString &folder)
        : paths{folder + QStringLiteral("/data"), folder + QStringLiteral("/config")}, knobs(std::make_shared<FakeCloud::Knobs>()),
          context(paths, std::move(*StateDatabase::open(paths.database())), {}), service(context)
    {
        std::vector<std::unique_ptr<const MachineProvider>> all;
        all.push_back(std::make_unique<FakeCloud>(folder + QStringLiteral("/cloud"), knobs));
        context.providers = MachineProviders(std::move(all));
        AccountRecord account;
        account.name = QStringLiteral("work");
        account.providerKind = QStringLiteral("fake");
        (void)context.database->accounts.add(account);
    }
    ~Program()
    {
        context.end.request_stop();
        context.threads.waitForDone();
    }
    // A machine as it is written down once it is ready.
    InstanceId rented(const QString &name, const QString &region, const QString &from = QStringLiteral("203.0.113.7/32")) const
    {
        InstanceRequest request;
        request.providerKind = QStringLiteral("fake");
        request.account = QStringLiteral("work");
        request.name = name;
        request.region = region;
        if (!from.isEmpty())
            request.settings.insert(kFrom, from);
        const auto instance = context.database->instances.request(request);
        for (const InstanceState state :
             {InstanceState::Booting, InstanceState::AnswersSsh, InstanceState::HostKeyChecked, InstanceState::Ready})
            (void)context.database->instances.update(instance->id, [state](Instance &one) {
                one.providerId = QStringLiteral("i-1");
                one.state = state;
            });
        return instance->id;
    }
    QString noted(InstanceId id) const { return context.database->instances.find(id)->request.settings.value(kFrom); }
    Result<LetIn> letIn(InstanceId id, const QString &address) { return trainyard::letIn(context, id, address, {}, {}); }

    Paths paths;
    std::shared_ptr<FakeCloud::Knobs> knobs;
    ServiceContext context;
    LetInService service;
};

}  // namespace

class TestLetIn : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<HttpStandIn> m_service;
    HttpStandIn::Answer m_answer;

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_answer = {};
        m_answer.body = "198.51.100.9\n";
        m_service = std::make_unique<HttpStandIn>([this](const HttpStandIn::Request &) { return m_answer; });
        qputenv(kVariable, m_service->base().toUtf8());
    }
    void cleanup() { qunsetenv(kVariable); }

    void onlyOnePublicAddressIsTakenFromTheAnswer_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QString>("address");
        QTest::addColumn<int>("code");
        const auto good = [](const char *answer, const char *address) {
            QTest::newRow(answer) << QByteArray(answer) << QString::fromLatin1(address) << -1;
        };
        const auto bad = [](const char *name, const QByteArray &answer, ErrorCode code) {
            QTest::newRow(name) << answer << QString() << int(code);
        };
        good("198.51.100.9", "198.51.100.9");
        good("198.51.100.9\n", "198.51.100.9");
        good("198.51.100.9\r\n", "198.51.100.9");
        good("2001:db8::7\n", "2001:db8::7");
        good("100.63.255.255", "100.63.255.255");
        good("100.128.0.0", "100.128.0.0");
        good("172.32.0.1", "172.32.0.1");
        bad("nothing", {}, ErrorCode::Corrupt);
        bad("a page", "<html>198.51.100.9</html>", ErrorCode::Corrupt);
        bad("two addresses", "198.51.100.9\n198.51.100.10\n", ErrorCode::Corrupt);
        bad("a range", "198.51.100.0/24", ErrorCode::Corrupt);
        bad("everyone", "0.0.0.0", ErrorCode::InvalidInput);
        bad("everyone, newer", "::", ErrorCode::InvalidInput);
        bad("an option", "--from 198.51.100.9", ErrorCode::Corrupt);
        bad("a hidden end", QByteArray("198.51.100.9\0; id", 17), ErrorCode::Corrupt);
        bad("spaces", "  198.51.100.9", ErrorCode::Corrupt);
        bad("octal", "0198.51.100.9", ErrorCode::Corrupt);
        bad("long", QByteArray(100, '1'), ErrorCode::Corrupt);
        bad("with a zone", "fe80::1%eth0", ErrorCode::Corrupt);
        for (const char *own : {"10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.20", "127.0.0.1", "169.254.1.1", "100.64.0.1",
                                "100.127.255.255", "198.18.0.1", "224.0.0.1", "255.255.255.255", "fe80::1", "fd00::1", "::1", "ff02::1"})
            bad(own, own, ErrorCode::InvalidInput);
    }
    void onlyOnePublicAddressIsTakenFromTheAnswer()
    {
        QFETCH(QByteArray, answer);
        QFETCH(QString, address);
        QFETCH(int, code);
        const auto found = publicAddressIn(answer);
        QCOMPARE(found ? -1 : int(found.error().code), code);
        if (found)
            QCOMPARE(*found, address);
        else
            QVERIFY2(found.error().what.contains(QLatin1String("--from")), qPrintable(found.error().what));
    }

    void theAddressIsAskedForWithOneSmallRequest()
    {
        const Program program(m_folder->path());
        const auto found = findOwnAddress(program.paths, {});
        QVERIFY2(found, qPrintable(found ? QString() : found.error().what + found.error().detail));
        QCOMPARE(*found, QStringLiteral("198.51.100.9"));
        QCOMPARE(m_service->requests().size(), 1);
        QCOMPARE(m_service->requests().first().method, QByteArray("GET"));
        QVERIFY(m_service->requests().first().body.isEmpty());
    }

    void whatIsNoAnswerSaysToGiveTheAddress_data()
    {
        QTest::addColumn<QByteArray>("what");
        for (const char *name : {"refused", "far too long", "dropped", "no address of a service", "without protection", "a file"})
            QTest::newRow(name) << QByteArray(name);
    }
    void whatIsNoAnswerSaysToGiveTheAddress()
    {
        QFETCH(QByteArray, what);
        if (what == "refused")
            m_answer.status = 403;
        else if (what == "far too long")
            m_answer.body = QByteArray(100'000, 'x');
        else if (what == "dropped")
            m_answer.isDropped = true;
        else if (what == "no address of a service")
            qputenv(kVariable, "checkip");
        else if (what == "without protection")
            qputenv(kVariable, "http://checkip.example.com");
        else
            qputenv(kVariable, "file:///etc/hostname");
        const Program program(m_folder->path());
        const auto found = findOwnAddress(program.paths, {});
        QVERIFY(!found);
        QVERIFY2(found.error().what.contains(QLatin1String("--from 203.0.113.7")), qPrintable(found.error().what));
    }

    void anotherAddressIsLetInAndNotedForAllThatShareTheRule()
    {
        Program program(m_folder->path());
        const InstanceId one = program.rented(QStringLiteral("one"), QStringLiteral("eu-1"));
        const InstanceId same = program.rented(QStringLiteral("same"), QStringLiteral("eu-1"));
        const InstanceId other = program.rented(QStringLiteral("other"), QStringLiteral("eu-2"));
        const InstanceId closed = program.rented(QStringLiteral("closed"), QStringLiteral("eu-1"), {});
        const auto plan = program.service.plan(one, QStringLiteral("198.51.100.9"));
        QVERIFY(plan);
        QCOMPARE(plan->before, QStringLiteral("203.0.113.7/32"));
        QCOMPARE(plan->now, QStringLiteral("198.51.100.9/32"));
        QCOMPARE(plan->others, QStringList{QStringLiteral("same")});
        QVERIFY(plan->since.isValid() && !plan->isSame());
        QCOMPARE(program.knobs->letIns, 0);  // only a plan
        QVERIFY(program.letIn(one, QStringLiteral("198.51.100.9")));
        QCOMPARE(program.knobs->letIns, 1);
        QCOMPARE(program.knobs->allowed, QStringLiteral("198.51.100.9/32"));
        QCOMPARE(program.noted(one), QStringLiteral("198.51.100.9/32"));
        QCOMPARE(program.noted(same), QStringLiteral("198.51.100.9/32"));
        QCOMPARE(program.noted(other), QStringLiteral("203.0.113.7/32"));
        QCOMPARE(program.noted(closed), QString());
        const auto again = program.service.plan(same, QStringLiteral("198.51.100.9"));
        QVERIFY(again && again->isSame());
        QVERIFY(again->since.secsTo(QDateTime::currentDateTimeUtc()) < 60);
    }

    void whatTheCloudRefusesIsNotNoted()
    {
        Program program(m_folder->path());
        const InstanceId one = program.rented(QStringLiteral("one"), QStringLiteral("eu-1"));
        program.knobs->refusal = ErrorCode::PermissionDenied;
        for (const auto fault : {FakeCloud::Fault::Refuses, FakeCloud::Fault::LostAnswer}) {
            program.knobs->fault = fault;
            QVERIFY(!program.letIn(one, QStringLiteral("198.51.100.9")));
            QCOMPARE(program.noted(one), QStringLiteral("203.0.113.7/32"));
        }
        program.knobs->fault = FakeCloud::Fault::None;
        QVERIFY(program.letIn(one, QStringLiteral("198.51.100.9")));
        QCOMPARE(program.noted(one), QStringLiteral("198.51.100.9/32"));
    }

    void whatCannotBeDoneIsSaidBefore()
    {
        Program program(m_folder->path());
        const InstanceId one = program.rented(QStringLiteral("one"), QStringLiteral("eu-1"));
        const InstanceId closed = program.rented(QStringLiteral("closed"), QStringLiteral("eu-1"), {});
        const auto codeOf = [&](InstanceId id, const char *address) {
            const auto plan = program.service.plan(id, QString::fromLatin1(address));
            return plan ? -1 : int(plan.error().code);
        };
        QCOMPARE(codeOf(one, "0.0.0.0/0"), int(ErrorCode::InvalidInput));
        QCOMPARE(codeOf(one, "auto"), int(ErrorCode::InvalidInput));
        QCOMPARE(codeOf(one, ""), int(ErrorCode::InvalidInput));
        QCOMPARE(codeOf(InstanceId(99), "198.51.100.9"), int(ErrorCode::NotFound));
        QCOMPARE(codeOf(closed, "198.51.100.9"), int(ErrorCode::Unsupported));
        program.knobs->canLetIn = false;
        QCOMPARE(codeOf(one, "198.51.100.9"), int(ErrorCode::Unsupported));
        program.knobs->canLetIn = true;
        (void)program.context.database->instances.update(one, [](Instance &instance) { instance.state = InstanceState::Terminating; });
        QCOMPARE(codeOf(one, "198.51.100.9"), int(ErrorCode::InvalidInput));
        QCOMPARE(program.knobs->letIns, 0);
    }

    void aMachineIsRentedForTheAddressThatIsFoundThen()
    {
        Program program(m_folder->path());
        RentOrder order;
        order.account = QStringLiteral("work");
        order.places << RentPlace{QStringLiteral("gpu.1x"), QStringLiteral("eu-1"), {}, Money(Money::kNanosPerUnit, Currency::USD)};
        order.end = *parseRentEnd(QStringLiteral("8h"), QDateTime::currentDateTimeUtc());
        order.ownAddress = QLatin1String(kFindAddress);
        program.knobs->withoutCapacity = {QStringLiteral("eu-1")};  // what it was asked for is enough here
        QCOMPARE(MachineRenter(program.context, {}, {}).rent(order, {}).error().code, ErrorCode::NoCapacity);
        QCOMPARE(program.knobs->sent.value(kFrom), QStringLiteral("198.51.100.9/32"));
        // Without it, nothing is asked for.
        const int before = program.knobs->creates;
        for (const char *answer : {"192.168.1.20", "no idea"}) {
            m_answer.body = answer;
            const auto refused = MachineRenter(program.context, {}, {}).rent(order, {});
            QVERIFY2(refused.error().what.contains(QLatin1String("--from")), qPrintable(refused.error().what));
        }
        QCOMPARE(program.knobs->creates, before);
    }
};

QTEST_GUILESS_MAIN(TestLetIn)
#include "tst_letin.moc"
