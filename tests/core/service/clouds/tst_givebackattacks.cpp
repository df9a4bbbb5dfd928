// SPDX-License-Identifier: GPL-3.0-or-later
// What may get between a machine that costs money and its end: a program that dies at each call of giving back, two windows and an agent at
// once, a full disk, ids that a terminal would obey. The cloud is a fake (nothing is rented anywhere); database,
// locks, disks and killed processes are real. `tst_givebackattacks --helper FOLDER TICKS` is the program that dies.
#include "core/base/seentext.h"
#include "core/service/clouds/cloudservice.h"
#include "core/service/clouds/commandlines.h"
#include "core/service/clouds/giveback.h"
#include "core/service/machines/instanceoperations.h"
#include "tests/support/fakecloud.h"
#include "tests/support/smalldisk.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QtConcurrentRun>

#include <algorithm>

using namespace trainyard;

namespace {

using namespace std::chrono_literals;

RentTimes quickTimes()
{
    RentTimes times;
    times.pause = 10ms;
    times.giveBack = 20s;
    return times;
}

// One state folder with a cloud beside it, opened as by one program.
struct OpenProgram {
    OpenProgram(const QString &folder, const QString &state)
        : paths{state + QStringLiteral("/data"), state + QStringLiteral("/config")}, knobs(std::make_shared<FakeCloud::Knobs>()),
          context(paths, std::move(*StateDatabase::open(paths.database())), {}), clouds(context, quickTimes())
    {
        std::vector<std::unique_ptr<const MachineProvider>> all;
        all.push_back(std::make_unique<FakeCloud>(folder + QStringLiteral("/cloud"), knobs));
        context.providers = MachineProviders(std::move(all));
        knobs->hasParts = knobs->keepsParts = true;
        AccountRecord account;
        account.name = QStringLiteral("work");
        account.providerKind = QStringLiteral("fake");
        (void)context.database->accounts.add(account);  // a second program finds it there
    }
    explicit OpenProgram(const QString &folder) : OpenProgram(folder, folder) {}
    ~OpenProgram()
    {
        context.end.request_stop();
        context.threads.waitForDone();
    }

    const FakeCloud &cloud() const { return static_cast<const FakeCloud &>(*context.providers.all().front()); }
    InstanceOperations operations() const { return {*context.database, context.paths, context.providers}; }
    Result<Instance> rented(const QString &token) const
    {
        InstanceRequest request;
        request.providerKind = QStringLiteral("fake");
        request.account = QStringLiteral("work");
        request.region = QStringLiteral("eu-1");
        request.type = QStringLiteral("gpu.1x");
        request.name = QStringLiteral("box");
        request.clientToken = token;
        request.owner = context.database->instances.owner().value_or({});
        request.perHour = Money(2 * Money::kNanosPerUnit, Currency::USD);
        request.end = *parseRentEnd(QStringLiteral("8h"), QDateTime::currentDateTimeUtc());
        TRY(const auto made, operations().create(request, {}, {}));
        TRY_DO(operations().putMachine(made, QStringLiteral("box-%1").arg(made.id.number()), {}));
        return context.database->instances.find(made.id);
    }
    bool isNothingLeft() const { return cloud().tokens().isEmpty() && cloud().partNames().isEmpty(); }
    int openRentals() const
    {
        const auto all = context.database->rentals.all();
        return all ? int(std::count_if(all->begin(), all->end(), [](const Rental &one) { return !one.ended.isValid(); })) : -1;
    }
    Paths paths;
    std::shared_ptr<FakeCloud::Knobs> knobs;
    ServiceContext context;
    CloudService clouds;
};

template <typename T>
T outcomeOf(QFuture<T> future)
{
    future.waitForFinished();
    return future.result();
}

int helper(const QString &folder, int ticks)
{
    OpenProgram program(folder);
    const auto live = program.context.database->instances.live();
    if (!live || live->isEmpty())
        return 2;
    program.knobs->deathIn = ticks;
    return outcomeOf(program.clouds.giveBack(live->first().id)) ? 0 : 1;
}

}  // namespace

class TestGiveBackAttacks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Before and after each call to the cloud, from the confirmation to the proof.
    void aProgramThatDiesAtAnyCallOfGivingBackIsFollowedByTheNext()
    {
        QTemporaryDir folder;
        int deaths = 0;
        for (int ticks = 1; ticks < 200; ++ticks) {
            InstanceId id;
            {
                const OpenProgram before(folder.path());
                const auto made = before.rented(QStringLiteral("token-%1").arg(ticks));
                QVERIFY2(made, qPrintable(made ? QString() : made.error().what));
                QCOMPARE(before.openRentals(), 1);
                id = made->id;
            }
            QProcess dying;
            dying.setProcessChannelMode(QProcess::ForwardedErrorChannel);
            dying.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--helper"), folder.path(), QString::number(ticks)});
            QVERIFY(dying.waitForFinished(60'000));
            const bool hasDied = dying.exitStatus() == QProcess::CrashExit;
            deaths += hasDied ? 1 : 0;

            OpenProgram after(folder.path());
            const auto left = after.context.database->instances.find(id);
            QVERIFY(left);
            // It is known and metered, or it is gone; and it is never taken for one that is wanted.
            QVERIFY2(left->state == InstanceState::Gone ? after.openRentals() == 0 && after.isNothingLeft()
                                                        : isAskedBack(*left) && after.openRentals() == 1,
                     qPrintable(QString::number(ticks)));
            // What the agent does with one that was asked back.
            QVERIFY2(outcomeOf(after.clouds.giveBack(id)), qPrintable(QString::number(ticks)));
            QVERIFY2(after.isNothingLeft() && after.openRentals() == 0, qPrintable(QString::number(ticks)));
            if (!hasDied) {
                QCOMPARE(dying.exitCode(), 0);
                qInfo("%d deaths, one at each beginning and end of a call", deaths);
                QVERIFY(deaths >= 6);
                return;
            }
        }
        QFAIL("giving back does not end");
    }

    void aLineWithWhatCannotBeSeenIsNotShown()
    {
        QTemporaryDir folder;
        const OpenProgram program(folder.path());
        for (const char *kind : {"aws", "alibaba", "tencent", "azure", "gcp", "openstack", "runpod", "lambda", "vast"}) {
            for (const char *id : {"i-\x1b[31m1", "i-1\nrm -rf x",
                                   "i-\xe2\x80\xae"
                                   "1",
                                   "../../i-1"}) {
                Instance instance;
                instance.request.providerKind = QLatin1String(kind);
                instance.request.name = QString::fromUtf8(id);
                instance.request.region = QStringLiteral("us-east-1");
                instance.providerId = QString::fromUtf8(id);
                const auto line = giveBackLine(program.paths, instance);
                QVERIFY2(!line || !hasUnseen(*line), kind);
                const auto open = letInLine(program.paths, instance, QStringLiteral("203.0.113.7/32"));
                QVERIFY2(!open || !hasUnseen(*open), kind);
            }
        }
    }

    void twoWindowsAndAnAgentGiveBackAtOnce()
    {
        QTemporaryDir folder;
        OpenProgram window(folder.path()), other(folder.path()), agent(folder.path());
        for (int round = 0; round < 10; ++round) {
            const auto made = window.rented(QStringLiteral("token-%1").arg(round));
            QVERIFY(made);
            const auto first = window.clouds.giveBack(made->id), second = other.clouds.giveBack(made->id);
            auto settled = QtConcurrent::run([&agent] { return bool(agent.operations().settle({})); });
            const auto one = outcomeOf(first), two = outcomeOf(second);
            QVERIFY2(one && two, qPrintable(one ? two ? QString() : two.error().what : one.error().what));
            QVERIFY(outcomeOf(settled));
            QVERIFY(one->instance.state == InstanceState::Gone && two->instance.state == InstanceState::Gone);
            QVERIFY(one->isVerified && two->isVerified);
            QVERIFY(window.isNothingLeft());
            QCOMPARE(window.openRentals(), 0);
            QCOMPARE(window.context.database->rentals.all()->size(), round + 1);
        }
    }

    void withoutSpaceNothingIsAskedForAndWhatIsRentedIsGivenBackAllTheSame()
    {
        QTemporaryDir folder;
        const QString state = folder.filePath(QStringLiteral("state"));
        const SmallDisk disk(state, "size=4m");
        if (!disk.isMounted())
            QSKIP("Mounting a file system needs root: sudo ./test givebackattacks");
        OpenProgram program(folder.path(), state);
        const auto made = program.rented(QStringLiteral("token-1"));
        QVERIFY2(made, qPrintable(made ? QString() : made.error().what));
        QCOMPARE(program.knobs->creates.load(), 1);
        disk.fill(QStringLiteral("filler"));

        const auto refused = program.rented(QStringLiteral("token-2"));
        QVERIFY(!refused);
        QVERIFY2(isUnwritable(refused.error()) && refused.error().what.endsWith(u'.'), qPrintable(refused.error().what));
        QCOMPARE(program.knobs->creates.load(), 1);
        QCOMPARE(program.cloud().tokens(), QStringList{QStringLiteral("token-1")});

        auto given = program.clouds.giveBack(made->id);
        QTRY_VERIFY_WITH_TIMEOUT(program.cloud().tokens().isEmpty(), 20'000);
        const auto outcome = outcomeOf(given);
        QVERIFY(outcome || isUnwritable(outcome.error()) || outcome.error().code == ErrorCode::TimedOut);
        QVERIFY(QFile::remove(state + QStringLiteral("/filler")));
        // As soon as there is space, it is known.
        QVERIFY(outcomeOf(program.clouds.giveBack(made->id)));
        QVERIFY(program.isNothingLeft());
        QCOMPARE(program.openRentals(), 0);
    }
};

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const QStringList arguments = app.arguments();
    if (arguments.value(1) == QLatin1String("--helper"))
        return helper(arguments.value(2), arguments.value(3).toInt());
    TestGiveBackAttacks test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_givebackattacks.moc"
