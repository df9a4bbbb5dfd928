// SPDX-License-Identifier: GPL-3.0-or-later
// Renting, giving back and sweeping, with the program killed anywhere. The cloud is a fake (nothing is rented anywhere, its prices are made
// up); database, locks, killed processes, the SSH server and its host key are real. `tst_renting --helper …` is the program that dies.
// TRAINYARD_KILLS=500 kills it that many times, instead of 20.
#include "core/service/clouds/cloudservice.h"
#include "core/service/clouds/machinerenter.h"
#include "core/service/clouds/rentedhostkeys.h"
#include "core/service/machines/instanceoperations.h"
#include "core/transport/ssh/keystore.h"
#include "tests/support/fakecloud.h"
#include "tests/support/sshdfixture.h"
#include "tests/support/testdepth.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace trainyard;

namespace {

using namespace std::chrono_literals;
using Fault = FakeCloud::Fault;

const QString kAccount = QStringLiteral("work");

RentTimes shortTimes()
{
    RentTimes times;
    times.pause = 10ms;
    times.boot = times.ssh = times.hostKey = times.gpus = 20s;
    times.check = 5s;  // what it has found by then counts
    times.giveBack = 20s;
    return times;
}

RentTimes wholeCheck()
{
    RentTimes times = shortTimes();
    times.check = 120s;
    return times;
}

RentPlace place(const char *region)
{
    RentPlace one;
    one.type = QStringLiteral("gpu.1x");
    one.region = QString::fromLatin1(region);
    one.offerId = QStringLiteral("fake/gpu.1x/%1/on-demand").arg(one.region);
    one.perHour = Money(2 * Money::kNanosPerUnit, Currency::USD);
    return one;
}

RentOrder orderNamed(const QString &name)
{
    RentOrder order;
    order.account = kAccount;
    order.places << place("eu-1");
    order.name = name;
    order.end = *parseRentEnd(QStringLiteral("8h"), QDateTime::currentDateTimeUtc());
    order.ownAddress = QStringLiteral("203.0.113.7");
    return order;
}

// One state folder with a cloud beside it, opened as by one program.
struct Program {
    explicit Program(const QString &folder, const RentTimes &within = shortTimes())
        : paths{folder + QStringLiteral("/data"), folder + QStringLiteral("/config")}, knobs(std::make_shared<FakeCloud::Knobs>()),
          context(paths, std::move(*StateDatabase::open(paths.database())), {}), times(within), clouds(context, within)
    {
        std::vector<std::unique_ptr<const MachineProvider>> all;
        all.push_back(std::make_unique<FakeCloud>(folder + QStringLiteral("/cloud"), knobs));
        context.providers = MachineProviders(std::move(all));
        knobs->hasConsole = knobs->hasParts = true;
        AccountRecord account;
        account.name = kAccount;
        account.providerKind = QStringLiteral("fake");
        (void)context.database->accounts.add(account);  // a second program finds it there
    }
    ~Program()
    {
        context.end.request_stop();
        context.threads.waitForDone();
        context.connections->closeAll();
    }

    const FakeCloud &cloud() const { return static_cast<const FakeCloud &>(*context.providers.all().front()); }
    InstanceOperations operations() const { return {*context.database, context.paths, context.providers}; }
    Result<Machine> rent(const RentOrder &order, std::stop_token stop = {})
    {
        return MachineRenter(context, times,
                             [this](const RentStep &step) {
                                 const FakeCloud::Tick tick(*knobs);
                                 if (onStep)
                                     onStep(step);
                                 if (step.isDone)
                                     done << rentStageName(step.stage);
                             })
            .rent(order, stop);
    }
    bool isRentalGoing(const Instance &instance) const
    {
        const auto rentals = context.database->rentals.all();
        return std::any_of(rentals->begin(), rentals->end(),
                           [&](const Rental &one) { return one.instanceId == instance.id && !one.ended.isValid(); });
    }

    Paths paths;
    std::shared_ptr<FakeCloud::Knobs> knobs;
    ServiceContext context;
    const RentTimes times;
    CloudService clouds;
    std::function<void(const RentStep &)> onStep;
    QStringList done;
};

template <typename T>
T waited(QFuture<T> future)
{
    future.waitForFinished();
    return future.result();
}

// FOLDER, port, user, file of known hosts, ticks until it dies, milliseconds of the check's limit, the stage after which it dies
int helper(const QStringList &arguments)
{
    RentTimes times = shortTimes();
    times.check = std::chrono::milliseconds(arguments.at(5).toInt());
    Program program(arguments.at(0), times);
    program.knobs->target.host = QStringLiteral("127.0.0.1");
    program.knobs->target.port = arguments.at(1).toInt();
    program.knobs->target.user = arguments.at(2);
    program.knobs->keepsParts = true;
    QFile console(arguments.at(3));
    if (!console.open(QIODevice::ReadOnly))
        return 2;
    program.knobs->console = console.readAll();
    program.knobs->deathIn = arguments.at(4).toInt();
    program.onStep = [&](const RentStep &step) {
        if (step.isDone && rentStageName(step.stage) == arguments.value(6))
            ::raise(SIGKILL);
    };
    return program.rent(orderNamed(QStringLiteral("box"))) ? 0 : 1;
}

}  // namespace

class TestRenting : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Program> m_program;
    SshdFixture m_server;

    // As cloud-init prints it, with words before each line.
    QByteArray console(bool isRight = true) const
    {
        QFile known(m_server.knownHosts());
        if (!known.open(QIODevice::ReadOnly))
            qFatal("the server has no host key");
        const QList<QByteArray> words = known.readLine().trimmed().split(' ');
        const QByteArray key = isRight ? words.value(1) + ' ' + words.value(2)
                                       : QByteArray("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAVMrTmnL3uiJDo58ltCdL56d3yH0spA8vr0SFshCT1z");
        return "ec2: -----BEGIN SSH HOST KEY KEYS-----\r\nec2: " + key + " root@box\r\nec2: -----END SSH HOST KEY KEYS-----\r\n";
    }
    void letIn(const QString &folder)
    {
        const KeyStore keys(folder + QStringLiteral("/data/keys"));
        if (!keys.key(QStringLiteral("rented")))
            QVERIFY(keys.generate(QStringLiteral("rented"), {}, QStringLiteral("test")));
        QVERIFY(m_server.authorize(folder + QStringLiteral("/data/keys/rented.pub")));
    }
    void aimAtServer() const
    {
        m_program->knobs->target.host = QStringLiteral("127.0.0.1");
        m_program->knobs->target.port = m_server.port();
        m_program->knobs->target.user = m_server.user();
        m_program->knobs->console = console();
    }
    // A program that rents and dies by itself.
    QStringList dying(int ticks, const QString &stage = {}, const char *checkWithin = "1") const
    {
        return {QStringLiteral("--helper"),
                m_folder->path(),
                QString::number(m_server.port()),
                m_server.user(),
                consoleFile(),
                QString::number(ticks),
                QLatin1String(checkWithin),
                stage};
    }
    Result<Machine> resumed(InstanceId id)
    {
        return MachineRenter(m_program->context, m_program->times,
                             [this](const RentStep &step) {
                                 if (step.isDone)
                                     m_program->done << rentStageName(step.stage);
                             })
            .resume(id, {});
    }
    // What cloud-init does with the user data of the last request.
    void putHostKeyOfUserData()
    {
        const QString userData = m_program->knobs->sent.value(QLatin1String(kUserDataSetting));
        QStringList lines = userData.split(u'\n');
        QString key;
        for (const QString &line : std::as_const(lines)) {
            if (line.startsWith(QLatin1String("    ")))
                key += line.mid(4) + u'\n';
        }
        const QString path = m_server.directory() + QStringLiteral("/host_key");
        QFile own(path), half(path + QStringLiteral(".pub"));
        QVERIFY(own.open(QIODevice::WriteOnly) && own.write(key.toUtf8()) > 0);
        QVERIFY(half.open(QIODevice::WriteOnly)
                && half.write(lines.filter(QStringLiteral("ed25519_public")).value(0).section(u':', 1).trimmed().toUtf8()) > 0);
        own.close();
        half.close();
        m_server.stop();
        QVERIFY(m_server.start());
    }
    QString consoleFile() const
    {
        QFile file(m_folder->filePath(QStringLiteral("console")));
        if (!file.open(QIODevice::WriteOnly) || file.write(console()) < 0)
            qFatal("the console cannot be written");
        return file.fileName();
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (const QString missing = m_server.missing(); !missing.isEmpty()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(missing));
            QSKIP(qPrintable(missing));
        }
        QVERIFY2(m_server.start(), qPrintable(m_server.errorText()));
    }
    void init()
    {
        m_program.reset();
        m_folder = std::make_unique<QTemporaryDir>();
        m_program = std::make_unique<Program>(m_folder->path());
        letIn(m_folder->path());
        aimAtServer();
    }
    void cleanupTestCase() { m_program.reset(); }

    void anOfferBecomesAMachineAndIsGivenBack()
    {
        m_program = std::make_unique<Program>(m_folder->path(), wholeCheck());
        aimAtServer();
        m_program->knobs->silentConsoles = 3;
        m_program->knobs->keepsParts = true;
        const auto machine = m_program->rent(orderNamed(QStringLiteral("box")));
        QVERIFY2(machine, qPrintable(machine ? QString() : machine.error().what + machine.error().detail));
        QCOMPARE(m_program->done,
                 (QStringList{QStringLiteral("request"), QStringLiteral("boot"), QStringLiteral("ssh"), QStringLiteral("host-key"),
                              QStringLiteral("gpus"), QStringLiteral("check"), QStringLiteral("ready")}));
        const auto instance = m_program->context.database->instances.find(machine->instanceId);
        QVERIFY(instance);
        QCOMPARE(instance->state, InstanceState::Ready);
        QVERIFY(instance->request.end.at.isValid());
        QVERIFY(m_program->isRentalGoing(*instance));
        QVERIFY(!m_program->context.database->checks.all(machine->id)->isEmpty());
        QVERIFY(m_program->context.connect(*machine, Interaction::None, {}));
        const QMap<QString, QString> sent = m_program->knobs->sent;
        QCOMPARE(sent.value(QLatin1String(kOwnAddressSetting)), QStringLiteral("203.0.113.7/32"));
        QVERIFY(sent.value(QLatin1String(kSshKeySetting)).startsWith(QStringLiteral("ssh-ed25519 ")));
        QCOMPARE(QDateTime::fromString(sent.value(QLatin1String(kReleaseAtSetting)), Qt::ISODate), instance->request.end.at);
        QVERIFY(!sent.contains(QLatin1String(kUserDataSetting)));
        QCOMPARE(m_program->cloud().partNames().size(), 2);

        // The account stays as long as it is needed to give the machine back.
        QCOMPARE(m_program->context.database->accounts.remove(kAccount).error().code, ErrorCode::AlreadyExists);
        const auto given = waited(m_program->clouds.giveBack(instance->id));
        QVERIFY2(given, qPrintable(given ? QString() : given.error().what));
        QVERIFY(given->isVerified && given->cost);
        QVERIFY(m_program->cloud().tokens().isEmpty() && m_program->cloud().partNames().isEmpty());
        QVERIFY(!m_program->isRentalGoing(*instance));
        QVERIFY(waited(m_program->clouds.giveBack(instance->id)));
        QVERIFY(m_program->context.database->accounts.remove(kAccount));
    }

    void aKeyOfAnotherServerStopsItAtOnce()
    {
        m_program->knobs->console = console(false);
        const auto machine = m_program->rent(orderNamed(QStringLiteral("box")));
        QVERIFY(!machine);
        QCOMPARE(machine.error().code, ErrorCode::HostKeyChanged);
        QVERIFY(!m_program->done.contains(QStringLiteral("host-key")));
        QVERIFY(m_program->cloud().tokens().isEmpty() && m_program->cloud().partNames().isEmpty());
        QVERIFY(m_program->context.database->machines.all()->isEmpty());
        QVERIFY(m_program->context.database->instances.live()->isEmpty());
    }

    void withoutAConsoleTheHostKeyIsMadeHereAndIsKeptNowhere()
    {
        m_program->knobs->hasConsole = false;
        QByteArray hosts;
        m_program->onStep = [&](const RentStep &step) {
            QFile file(m_program->operations().hostKeysFile(m_program->context.database->instances.all()->value(0).id));
            if (step.stage == RentStage::Boot && step.isDone && file.open(QIODevice::ReadOnly))
                hosts = file.readAll();
        };
        RentTimes times = shortTimes();
        times.hostKey = 100ms;
        const auto refused = MachineRenter(m_program->context, times, m_program->onStep).rent(orderNamed(QStringLiteral("box")), {});
        // The server of this test does not read user data, so it has another key, and is never trusted.
        QVERIFY(!refused);
        QVERIFY(m_program->cloud().tokens().isEmpty());
        const QString userData = m_program->knobs->sent.value(QLatin1String(kUserDataSetting));
        QVERIFY(userData.startsWith(QStringLiteral("#cloud-config\n")));
        const QString secretLine = userData.section(u'\n', 6, 6).trimmed();
        QVERIFY2(secretLine.size() > 60, qPrintable(secretLine));
        QVERIFY(hosts.startsWith("trainyard-instance-") && userData.contains(QString::fromUtf8(hosts.trimmed().split(' ').value(2))));
        QDirIterator files(m_folder->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        int looked = 0;
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(!file.readAll().contains(secretLine.toUtf8()), qPrintable(file.fileName()));
            ++looked;
        }
        QVERIFY(looked > 2);
    }

    // Whoever can read the user data knows that key, so it serves for one login.
    void theHostKeyOfUserDataIsReplacedByOneMadeOnTheMachine()
    {
        m_program->knobs->hasConsole = false;
        m_program->onStep = [&](const RentStep &step) {
            if (step.stage == RentStage::Request && step.isDone)
                putHostKeyOfUserData();
        };
        const auto machine = m_program->rent(orderNamed(QStringLiteral("box")));
        QVERIFY2(machine, qPrintable(machine ? QString() : machine.error().what + machine.error().detail));
        const auto instance = m_program->context.database->instances.find(machine->instanceId);
        QFile hosts(m_program->operations().hostKeysFile(instance->id)), half(m_server.directory() + QStringLiteral("/host_key.pub"));
        QVERIFY(hosts.open(QIODevice::ReadOnly) && half.open(QIODevice::ReadOnly));
        const QByteArray known = hosts.readAll();
        QCOMPARE(known.count('\n'), 1);
        QCOMPARE(known.trimmed().split(' ').value(2), half.readAll().trimmed().split(' ').value(1));
        const QString made = instance->request.settings.value(QStringLiteral("host-key"));
        QVERIFY(made.startsWith(QLatin1String("ssh-ed25519 ")) && !known.contains(made.section(u' ', 1, 1).toUtf8()));
        QVERIFY(m_program->context.connect(*machine, Interaction::None, {}));
        m_server.trustHostKey();
    }

    void aHostKeyThatComesAfterReadyIsCheckedWhenItComes()
    {
        m_program->knobs->hasConsole = false;
        m_program->onStep = [&](const RentStep &step) {
            if (step.stage == RentStage::Request && step.isDone)
                putHostKeyOfUserData();
        };
        const auto machine = m_program->rent(orderNamed(QStringLiteral("box")));
        QVERIFY2(machine, qPrintable(machine ? QString() : machine.error().what + machine.error().detail));
        const InstanceId id = machine->instanceId;
        const RentedHostKeys keys(m_program->operations().hostKeysFile(id), InstanceOperations::hostKeyAlias(id));
        const QByteArray made =
            m_program->context.database->instances.find(id)->request.settings.value(QLatin1String(kMadeHostKeySetting)).toLatin1();
        const QByteArray fresh = keys.keys().value(0);
        QVERIFY(!fresh.isEmpty() && fresh != made);
        const QString file = m_server.directory() + QStringLiteral("/host_key"), aside = m_folder->filePath(QStringLiteral("aside"));
        const auto keep = [&](const QString &from, const QString &to) {
            for (const char *half : {"", ".pub"}) {
                QFile::remove(to + QLatin1String(half));
                QVERIFY(QFile::copy(from + QLatin1String(half), to + QLatin1String(half)));
            }
        };
        keep(file, aside);

        // As if the server had not taken the new key in time, and the machine were ready: both are valid.
        putHostKeyOfUserData();
        QVERIFY(keys.write({fresh, made}));
        const auto early = settleHostKey(m_program->context, id, {});
        QVERIFY(early && !*early);
        QCOMPARE(keys.keys().size(), 2);
        const auto old = m_program->context.connect(*machine, Interaction::None, {});
        QVERIFY(old);

        // It comes.
        m_server.stop();
        keep(aside, file);
        QVERIFY(m_server.start());
        const auto late = resumed(id);
        QVERIFY2(late, qPrintable(late ? QString() : late.error().what));
        QCOMPARE(keys.keys(), QList<QByteArray>{fresh});
        const auto again = m_program->context.connect(*machine, Interaction::None, {});
        QVERIFY(again && *again != *old);

        // Another one comes.
        QVERIFY(keys.write({"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAVMrTmnL3uiJDo58ltCdL56d3yH0spA8vr0SFshCT1z", made}));
        const auto other = resumed(id);
        QVERIFY(!other);
        QCOMPARE(other.error().code, ErrorCode::HostKeyChanged);
        QVERIFY2(other.error().what.contains(QLatin1String("box")) && other.error().what.contains(QLatin1String("closed")),
                 qPrintable(other.error().what));
        QVERIFY(!m_program->context.connect(*machine, Interaction::None, {}));
        m_server.trustHostKey();
    }

    void anAccountThatWasJustCheckedIsNotAskedAgainByTheClick()
    {
        QVERIFY(waited(m_program->clouds.check(kAccount)));
        QCOMPARE(m_program->knobs->checks.load(), 1);
        std::optional<int> atRequest;
        m_program->onStep = [&](const RentStep &step) {
            if (step.stage == RentStage::Request && step.isDone)
                atRequest = m_program->knobs->checks;
        };
        const auto machine = m_program->rent(orderNamed(QStringLiteral("box")));
        QVERIFY2(machine, qPrintable(machine ? QString() : machine.error().what));
        QCOMPARE(atRequest, std::optional(1));
        QVERIFY(!m_program->context.database->instances.find(machine->instanceId)
                     ->request.settings.value(QLatin1String(kSignedInSetting))
                     .isEmpty());
        // Another account of the same name is another one.
        QVERIFY(waited(m_program->clouds.giveBack(machine->instanceId)));
        AccountRecord account = *m_program->context.database->accounts.find(kAccount);
        QVERIFY(m_program->context.accountReports.fresh(account));
        account.added = account.added.addSecs(1);
        QVERIFY(!m_program->context.accountReports.fresh(account));
    }

    void aKilledRentingIsResumedFromEachState_data()
    {
        QTest::addColumn<QString>("stage");
        QTest::addColumn<QString>("state");
        QTest::addColumn<int>("left");  // stages whose end is reported again
        const auto row = [](const char *stage, const char *state, int left) {
            QTest::newRow(stage) << QString::fromLatin1(stage) << QString::fromLatin1(state) << left;
        };
        row("request", "booting", 6);
        row("boot", "booting", 6);
        row("ssh", "answers-ssh", 5);
        row("host-key", "host-key-checked", 5);
        row("gpus", "gpus-answer", 4);
        row("check", "checked", 3);
        row("ready", "ready", 0);
    }
    void aKilledRentingIsResumedFromEachState()
    {
        QFETCH(QString, stage);
        QFETCH(QString, state);
        QFETCH(int, left);
        QProcess program;
        program.start(QCoreApplication::applicationFilePath(), dying(0, stage, "5000"));
        QVERIFY(program.waitForFinished(60000));
        QCOMPARE(program.exitStatus(), QProcess::CrashExit);
        const auto instance = m_program->context.database->instances.all()->value(0);
        QCOMPARE(instanceStateName(instance.state), state);
        // Hours later: the time that nobody looked does not count against it.
        QVERIFY(m_program->context.database->instances.update(instance.id,
                                                              [](Instance &one) { one.requested = one.since = one.since.addSecs(-7200); }));
        const auto machine = resumed(instance.id);
        QVERIFY2(machine, qPrintable(machine ? QString() : machine.error().what + machine.error().detail));
        QCOMPARE(m_program->done.size(), left);
        QCOMPARE(m_program->context.database->instances.find(instance.id)->state, InstanceState::Ready);
        QVERIFY(m_program->isRentalGoing(instance));
        QVERIFY(!m_program->context.database->checks.all(machine->id)->isEmpty());
        QVERIFY(m_program->context.connect(*machine, Interaction::None, {}));
        QCOMPARE(m_program->cloud().tokens(), QStringList{instance.request.clientToken});
        QCOMPARE(m_program->knobs->creates.load(), 0);
    }

    void aStageOfAResumedRentingThatFailsGivesBack()
    {
        QProcess program;
        program.start(QCoreApplication::applicationFilePath(), dying(0, QStringLiteral("ssh")));
        QVERIFY(program.waitForFinished(60000));
        m_program->knobs->console = console(false);
        const auto machine = resumed(m_program->context.database->instances.all()->value(0).id);
        QVERIFY(!machine);
        QCOMPARE(machine.error().code, ErrorCode::HostKeyChanged);
        QVERIFY(m_program->cloud().tokens().isEmpty() && m_program->cloud().partNames().isEmpty());
        QVERIFY(m_program->context.database->instances.live()->isEmpty());
        // A request that was never sent is not sent by the next program.
        InstanceRequest request;
        request.providerKind = QStringLiteral("fake");
        request.account = kAccount;
        request.end = orderNamed({}).end;
        const auto written = m_program->context.database->instances.request(request);
        QCOMPARE(resumed(written->id).error().code, ErrorCode::NotFound);
        QCOMPARE(m_program->knobs->creates.load(), 0);
        QVERIFY(m_program->context.database->instances.live()->isEmpty());
    }

    void twoProgramsNeverRentOneMachine()
    {
        m_program->onStep = [&](const RentStep &step) {
            if (!step.isDone || step.stage == RentStage::Ready)
                return;
            const auto instance = m_program->context.database->instances.all()->value(0);
            QCOMPARE(resumed(instance.id).error().code, ErrorCode::AlreadyExists);
            QCOMPARE(m_program->context.database->instances.find(instance.id)->state, instance.state);
        };
        QVERIFY(m_program->rent(orderNamed(QStringLiteral("box"))));
        QCOMPARE(m_program->done.size(), 7);
    }

    // The agent, or the next program, goes on.
    void aProgramThatEndsGivesNothingBack()
    {
        m_program->onStep = [&](const RentStep &step) {
            if (step.stage == RentStage::Ssh && step.isDone)
                m_program->context.end.request_stop();
        };
        const auto ended = waited(m_program->clouds.rent(orderNamed(QStringLiteral("box")), m_program->onStep));
        QVERIFY(!ended && ended.error().isCancelled());
        QCOMPARE(m_program->cloud().tokens().size(), 1);
        m_program->context.end = {};
        QVERIFY(resumed(m_program->context.database->instances.live()->value(0).id));
    }

    void theNextPlaceIsTriedOnlyAlongTheList()
    {
        m_program->knobs->withoutCapacity = {QStringLiteral("us-1"), QStringLiteral("us-2")};
        RentOrder order = orderNamed(QStringLiteral("box"));
        order.places = {place("us-1"), place("us-2")};
        const auto none = m_program->rent(order);
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::NoCapacity);
        QCOMPARE(m_program->knobs->creates.load(), 2);
        QVERIFY(m_program->context.database->instances.live()->isEmpty());
        order.places << place("eu-1");
        const auto machine = m_program->rent(order);
        QVERIFY2(machine, qPrintable(machine ? QString() : machine.error().what));
        QCOMPARE(m_program->context.database->instances.find(machine->instanceId)->request.region, QStringLiteral("eu-1"));
        // Any other refusal ends it.
        m_program->knobs->fault = Fault::Refuses;
        m_program->knobs->refusal = ErrorCode::PermissionDenied;
        order.name = QStringLiteral("other");
        order.places = {place("eu-1"), place("eu-1")};
        const int creates = m_program->knobs->creates;
        QCOMPARE(m_program->rent(order).error().code, ErrorCode::PermissionDenied);
        QCOMPARE(m_program->knobs->creates - creates, 1);
    }

    void theZonesOfARegionAreTriedBeforeTheNextRegion()
    {
        FakeCloud::Knobs &knobs = *m_program->knobs;
        knobs.zones = ZoneUse::TakesOne;
        knobs.hasOffers = true;
        knobs.console = console();
        const auto offer = [](const char *region, const char *zone, const char *type, std::optional<bool> isInStock = {}) {
            return ProviderOffer{{}, QLatin1String(region), QLatin1String(zone), QLatin1String(type), {}, false, isInStock};
        };
        knobs.offers = {offer("us-1", "us-1c", "gpu.1x"), offer("us-1", "us-1a", "gpu.1x"),        offer("us-1", "us-1d", "gpu.8x"),
                        offer("us-2", "us-2a", "gpu.1x"), offer("us-1", "us-1b", "gpu.1x", false), offer("us-1", "us-1a", "gpu.1x")};
        RentOrder order = orderNamed(QStringLiteral("box"));
        order.places = {place("us-1"), place("eu-1")};
        QStringList refused;
        const RentReport note = [&refused](const RentStep &step) {
            if (step.isRefused)
                refused << step.place;
        };
        // The zone that the cloud takes is full, and one more; the one that is sold out is not asked for.
        knobs.withoutCapacity = {QStringLiteral("us-1"), QStringLiteral("us-1a")};
        const auto machine = waited(m_program->clouds.rent(order, note));
        QVERIFY2(machine, qPrintable(machine ? QString() : machine.error().what));
        QCOMPARE(refused, QStringList({QStringLiteral("gpu.1x in us-1"), QStringLiteral("gpu.1x in us-1a")}));
        const auto made = m_program->context.database->instances.find(machine->instanceId);
        QCOMPARE(made->request.region, QStringLiteral("us-1"));
        QCOMPARE(made->request.settings.value(QLatin1String(kZoneSetting)), QStringLiteral("us-1c"));
        // Nothing is left of those that were refused.
        QCOMPARE(m_program->context.database->instances.live()->size(), 1);

        // A zone that is named is the only one of its region.
        refused.clear();
        order.name = QStringLiteral("other");
        order.places.first().zone = QStringLiteral("us-1a");
        const auto elsewhere = waited(m_program->clouds.rent(order, note));
        QVERIFY2(elsewhere, qPrintable(elsewhere ? QString() : elsewhere.error().what));
        QCOMPARE(refused, QStringList{QStringLiteral("gpu.1x in us-1a")});
        QCOMPARE(m_program->context.database->instances.find(elsewhere->instanceId)->request.region, QStringLiteral("eu-1"));

        // A quota is that of the region, and a cloud that asks its zones itself is not asked for each.
        for (const bool isQuota : {true, false}) {
            refused.clear();
            order.name = QStringLiteral("third");
            order.places = {place("us-1")};
            knobs.zones = isQuota ? ZoneUse::TakesOne : ZoneUse::TriesAll;
            knobs.fault = isQuota ? Fault::Refuses : Fault::None;
            knobs.refusal = ErrorCode::OverQuota;
            knobs.withoutCapacity = isQuota ? QStringList() : QStringList{QStringLiteral("us-1")};
            QVERIFY(!waited(m_program->clouds.rent(order, note)));
            QCOMPARE(refused.size(), 1);
        }

        // Where there is none, nothing is asked for.
        knobs.zones = ZoneUse::None;
        knobs.fault = Fault::None;
        order.places.first().zone = QStringLiteral("us-1a");
        const int creates = knobs.creates;
        QCOMPARE(waited(m_program->clouds.rent(order, note)).error().code, ErrorCode::InvalidInput);
        QCOMPARE(knobs.creates.load(), creates);
    }

    void aMachineWithoutANameGetsAFreeOne()
    {
        m_program->knobs->console = console();
        const auto first = m_program->rent(orderNamed({})), second = m_program->rent(orderNamed({}));
        QVERIFY(first && second);
        QCOMPARE(first->name, QStringLiteral("gpu.1x"));
        QCOMPARE(second->name, QStringLiteral("gpu.1x-2"));
        RentOrder taken = orderNamed(first->name);
        QCOMPARE(m_program->rent(taken).error().code, ErrorCode::AlreadyExists);
        taken = orderNamed(QStringLiteral("third"));
        taken.keyName = QStringLiteral("locked");
        QVERIFY(KeyStore(m_folder->path() + QStringLiteral("/data/keys")).generate(taken.keyName, QStringLiteral("staple"), {}));
        QCOMPARE(m_program->rent(taken).error().code, ErrorCode::InvalidInput);
        QCOMPARE(m_program->cloud().tokens().size(), 2);
        // One that was asked for and is no machine yet has its name too.
        InstanceRequest coming;
        coming.providerKind = QStringLiteral("fake");
        coming.name = QStringLiteral("coming");
        QVERIFY(m_program->context.database->instances.request(coming));
        QCOMPARE(m_program->rent(orderNamed(coming.name)).error().code, ErrorCode::AlreadyExists);
    }

    void ctrlCAtAnyStageGivesBack_data()
    {
        QTest::addColumn<int>("stage");
        for (const RentStage stage :
             {RentStage::Request, RentStage::Boot, RentStage::Ssh, RentStage::HostKey, RentStage::Gpus, RentStage::Check})
            QTest::newRow(qPrintable(rentStageName(stage))) << int(stage);
    }
    void ctrlCAtAnyStageGivesBack()
    {
        QFETCH(int, stage);
        std::stop_source stop;
        m_program->onStep = [&](const RentStep &step) {
            if (step.stage == RentStage(stage) && (step.isDone || step.stage == RentStage::Check))
                stop.request_stop();
        };
        const auto machine = m_program->rent(orderNamed(QStringLiteral("box")), stop.get_token());
        QVERIFY(!machine);
        QVERIFY2(machine.error().isCancelled(), qPrintable(machine.error().what));
        QVERIFY(m_program->cloud().tokens().isEmpty() && m_program->cloud().partNames().isEmpty());
        QVERIFY(m_program->context.database->instances.live()->isEmpty());
        QVERIFY(m_program->context.database->machines.all()->isEmpty());
    }

    void aStageThatTakesTooLongGivesBack()
    {
        m_program->knobs->silentConsoles = 1'000'000;
        RentTimes times = shortTimes();
        times.hostKey = 300ms;
        const auto machine = MachineRenter(m_program->context, times, {}).rent(orderNamed(QStringLiteral("box")), {});
        QVERIFY(!machine);
        QCOMPARE(machine.error().code, ErrorCode::TimedOut);
        QVERIFY(m_program->cloud().tokens().isEmpty());
        // Fewer GPUs than were ordered: this computer has none of that count.
        m_program->knobs->silentConsoles = 0;
        times = shortTimes();
        times.gpus = 300ms;
        RentOrder order = orderNamed(QStringLiteral("box"));
        order.places.first().gpus = 64;
        QCOMPARE(MachineRenter(m_program->context, times, {}).rent(order, {}).error().code, ErrorCode::TimedOut);
        QVERIFY(m_program->cloud().tokens().isEmpty());
    }

    void whatTheProviderDoesNotReportGoneIsNotCalledGone()
    {
        const auto machine = m_program->rent(orderNamed(QStringLiteral("box")));
        QVERIFY(machine);
        m_program->knobs->isStranded = true;
        RentTimes times = shortTimes();
        times.giveBack = 200ms;
        const auto given = giveBackInstance(m_program->context, machine->instanceId, times, {}, {});
        QVERIFY(!given);
        QCOMPARE(given.error().code, ErrorCode::TimedOut);
        const auto instance = m_program->context.database->instances.find(machine->instanceId);
        QCOMPARE(instance->state, InstanceState::Terminating);
        QVERIFY(m_program->isRentalGoing(*instance));
        m_program->knobs->isStranded = false;
        QVERIFY(m_program->operations().settle({}));
        QCOMPARE(m_program->context.database->instances.find(machine->instanceId)->state, InstanceState::Gone);
        QVERIFY(!m_program->isRentalGoing(*instance));
    }

    // Such as variables of another shell, which know nothing of the machine.
    void otherCredentialsDoNotMakeAMachineGone()
    {
        const auto machine = m_program->rent(orderNamed(QStringLiteral("box")));
        QVERIFY(machine);
        m_program->knobs->isOtherAccount = true;
        RentTimes times = shortTimes();
        times.giveBack = 200ms;
        const auto given = giveBackInstance(m_program->context, machine->instanceId, times, {}, {});
        QVERIFY(!given);
        QVERIFY2(given.error().what.contains(QLatin1String("fake:other")), qPrintable(given.error().what));
        const auto instance = m_program->context.database->instances.find(machine->instanceId);
        QVERIFY(instance->state != InstanceState::Gone);
        QVERIFY(m_program->isRentalGoing(*instance));
        m_program->knobs->isOtherAccount = false;
        times.giveBack = 10s;
        QVERIFY(giveBackInstance(m_program->context, machine->instanceId, times, {}, {}));
        QVERIFY(m_program->cloud().tokens().isEmpty());
    }

    void anotherProjectOfTheSameUserDoesNotMakeAMachineGone()
    {
        m_program->knobs->scope = QStringLiteral("project-1");
        const auto machine = m_program->rent(orderNamed(QStringLiteral("box")));
        QVERIFY(machine);
        m_program->knobs->scope = QStringLiteral("project-2");
        RentTimes times = shortTimes();
        times.giveBack = 200ms;
        QVERIFY(!giveBackInstance(m_program->context, machine->instanceId, times, {}, {}));
        QVERIFY(m_program->context.database->instances.find(machine->instanceId)->state != InstanceState::Gone);
        m_program->knobs->scope = QStringLiteral("project-1");
        times.giveBack = 10s;
        QVERIFY(giveBackInstance(m_program->context, machine->instanceId, times, {}, {}));
        QCOMPARE(m_program->context.database->instances.find(machine->instanceId)->state, InstanceState::Gone);
    }

    void twoRecordsOfOneAccountShareItsMachines()
    {
        AccountRecord second;
        second.name = QStringLiteral("second");
        second.providerKind = QStringLiteral("fake");
        QVERIFY(m_program->context.database->accounts.add(second));
        const auto machine = m_program->rent(orderNamed(QStringLiteral("box")));
        QVERIFY(machine);
        const auto report = waited(m_program->clouds.sweep());
        QVERIFY(report && !report->items.isEmpty());
        QVERIFY(report->orphans().isEmpty());
    }

    void orphansAreFoundAndOthersAreNotTouched()
    {
        const auto machine = m_program->rent(orderNamed(QStringLiteral("box")));
        QVERIFY(machine);
        const QString owner = *m_program->context.database->instances.owner();
        const FakeCloud &cloud = m_program->cloud();
        cloud.put(QStringLiteral("lost"), "running", owner);
        cloud.plant(QStringLiteral("vol-lost"), owner, QStringLiteral("lost"));
        cloud.plant(QStringLiteral("ip-lost"), owner, QStringLiteral("other"));
        cloud.plant(QStringLiteral("snap-lost"), owner, QStringLiteral("lost"));
        cloud.plant(QStringLiteral("sir-lost"), owner, {});
        cloud.plant(QStringLiteral("vol-colleague"), QStringLiteral("0123456789abcdef"), QStringLiteral("t"));
        cloud.plant(QStringLiteral("vol-mine"), {}, {});
        const auto report = waited(m_program->clouds.sweep());
        QVERIFY(report && report->unanswered.isEmpty());
        QMap<QString, QString> owners;
        QStringList kinds;
        for (const SweepItem &item : report->orphans())
            kinds << resourceKindName(item.resource.kind);
        kinds.sort();
        QCOMPARE(kinds, (QStringList{QStringLiteral("address"), QStringLiteral("disk"), QStringLiteral("instance"),
                                     QStringLiteral("snapshot"), QStringLiteral("spot-request")}));
        for (const SweepItem &item : report->items)
            owners[item.resource.providerId] = sweepOwnerName(item.owner);
        const QString token = m_program->context.database->instances.find(machine->instanceId)->request.clientToken;
        QCOMPARE(owners.value(QStringLiteral("i-") + token), QStringLiteral("live"));
        QCOMPARE(owners.value(QStringLiteral("vol-") + token), QStringLiteral("live"));
        QCOMPARE(owners.value(QStringLiteral("i-lost")), QStringLiteral("orphan"));
        QCOMPARE(owners.value(QStringLiteral("vol-lost")), QStringLiteral("orphan"));
        QCOMPARE(owners.value(QStringLiteral("ip-lost")), QStringLiteral("orphan"));
        QCOMPARE(owners.value(QStringLiteral("vol-colleague")), QStringLiteral("other-installation"));
        QCOMPARE(owners.value(QStringLiteral("vol-mine")), QStringLiteral("not-trainyard"));

        for (const SweepItem &item : report->items) {
            const auto released = waited(m_program->clouds.release(item, false));
            const QString belongs = sweepOwnerName(item.owner);
            QCOMPARE(bool(released), belongs == QLatin1String("orphan"));
            if (!released)
                QCOMPARE(released.error().code, belongs == QLatin1String("live") ? ErrorCode::AlreadyExists : ErrorCode::PermissionDenied);
        }
        QCOMPARE(cloud.tokens(), QStringList{token});
        QVERIFY(cloud.partNames().contains(QStringLiteral("vol-mine")) && cloud.partNames().contains(QStringLiteral("vol-colleague")));
        for (const SweepItem &item : report->items) {
            if (item.resource.providerId == QLatin1String("vol-mine"))
                QVERIFY(waited(m_program->clouds.release(item, true)));
            // Not even when it is named: it has to be given back with its machine.
            if (item.owner == SweepOwner::Live)
                QVERIFY(!waited(m_program->clouds.release(item, true)));
        }
        QVERIFY(!cloud.partNames().contains(QStringLiteral("vol-mine")));
        QVERIFY(waited(m_program->clouds.sweep())->orphans().isEmpty());
    }

    void anAccountThatDoesNotAnswerIsNotCalledEmpty()
    {
        m_program->knobs->fault = Fault::Refuses;
        m_program->knobs->refusal = ErrorCode::Unreachable;
        const auto report = waited(m_program->clouds.sweep());
        QVERIFY(report);
        QVERIFY(report->unanswered.contains(kAccount));
    }

    void aProgramKilledAnywhereLeavesNothingUnknown()
    {
        const int kills = qEnvironmentVariableIntValue("TRAINYARD_KILLS") > 0 ? qEnvironmentVariableIntValue("TRAINYARD_KILLS")
                                                                              : everydayOr(8, 20);
        const quint32 seed = QRandomGenerator::global()->generate();
        QRandomGenerator random(seed);
        int died = 0, lived = 0, known = 0, resumedCount = 0;
        for (int i = 0; i < kills; ++i) {
            const QByteArray where = QByteArray("seed ") + QByteArray::number(seed) + ", kill " + QByteArray::number(i);
            // Some at the beginning or the end of a call or of a report, some at any moment. A check with hardly any time fails, and then
            // the machine is given back, which may be killed as well.
            const bool isTimed = random.bounded(4) == 0;
            const int ticks = isTimed ? 0 : 1 + random.bounded(40);
            QProcess program;
            program.start(QCoreApplication::applicationFilePath(), dying(ticks));
            QVERIFY(program.waitForStarted());
            if (isTimed && !program.waitForFinished(random.bounded(400)))
                ::kill(pid_t(program.processId()), SIGKILL);
            QVERIFY2(program.state() == QProcess::NotRunning || program.waitForFinished(60000), where.constData());
            program.exitStatus() == QProcess::CrashExit ? ++died : ++lived;

            // What the next program does, and the agent every minute.
            m_program->knobs->keepsParts = true;
            for (int look = 0; look < 2; ++look)
                QVERIFY2(m_program->operations().settle({}), where.constData());
            const auto live = m_program->context.database->instances.live();
            QVERIFY(live);
            QCOMPARE(m_program->cloud().tokens().size(), live->size());
            for (const Instance &one : *live) {
                ++known;
                QVERIFY2(m_program->cloud().tokens().contains(one.request.clientToken), where.constData());
                QVERIFY2(m_program->operations().machineOf(one.id), where.constData());
                QVERIFY2(m_program->isRentalGoing(one), where.constData());
                QVERIFY2(one.request.end.isSet(), where.constData());
            }
            // Every tenth is resumed before it goes, which takes seconds for its check.
            for (const Instance &one : *live) {
                if (!isUp(one.state) || i % 10 != 0)
                    continue;
                const auto machine = resumed(one.id);
                QVERIFY2(machine, (where + (machine ? QByteArray() : machine.error().what.toUtf8())).constData());
                ++resumedCount;
            }
            const auto report = waited(m_program->clouds.sweep());
            QVERIFY(report);
            QVERIFY2(report->orphans().isEmpty() && report->unanswered.isEmpty(), where.constData());
            for (const Instance &one : *live)
                QVERIFY2(waited(m_program->clouds.giveBack(one.id)), where.constData());
            QVERIFY2(m_program->cloud().tokens().isEmpty() && m_program->cloud().partNames().isEmpty(), where.constData());
            const auto machines = m_program->context.database->machines.all();
            for (const Machine &machine : *machines)
                QVERIFY(m_program->context.database->machines.remove(machine.id));
        }
        qInfo(
            "seed %u: %d killed, %d ended before; %d times a machine was left, known and metered, and %d of these were resumed and became "
            "ready; 0 orphans",
            seed, died, lived, known, resumedCount);
        QVERIFY(died > kills / 4);
        QVERIFY(known > 0);
    }
};

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QLatin1String("--helper"))
        return helper(arguments.mid(2));
    TestRenting test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_renting.moc"
