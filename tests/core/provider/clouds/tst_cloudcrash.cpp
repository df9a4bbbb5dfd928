// SPDX-License-Identifier: GPL-3.0-or-later
// A program that rents is killed at random, at every cloud that has a strict stand-in; the next one has to find, meter and give back all that
// costs money. Database, locks and killed processes are real. `tst_cloudcrash --helper FOLDER KIND` is the process that dies.
// TRAINYARD_KILLS: how often in all, 40 if it is not set; TRAINYARD_SEED: the random numbers of an earlier run.
#include "core/service/machines/instanceoperations.h"
#include "tests/support/cloudplace.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace trainyard;

namespace {

constexpr int kUsualKills = 40;

QString credentialsFile(const QString &folder) { return folder + QStringLiteral("/credentials.json"); }

bool isFree(const CloudResource &one) { return one.kind == CloudResource::Kind::KeyPair || one.kind == CloudResource::Kind::SecurityGroup; }

bool writeCredentials(const QString &folder, const CloudCredentials &credentials)
{
    QJsonObject settings;
    for (auto one = credentials.settings.cbegin(); one != credentials.settings.cend(); ++one)
        settings.insert(one.key(), one.value());
    QFile file(credentialsFile(folder));
    const QJsonObject json{{"id", credentials.keyId},
                           {"secret", QString::fromUtf8(credentials.secret)},
                           {"token", QString::fromUtf8(credentials.sessionToken)},
                           {"settings", settings}};
    return file.open(QIODevice::WriteOnly) && file.write(QJsonDocument(json).toJson()) > 0;
}

CloudCredentials readCredentials(const QString &folder)
{
    CloudCredentials credentials;
    QFile file(credentialsFile(folder));
    if (!file.open(QIODevice::ReadOnly))
        return credentials;
    const QJsonObject json = QJsonDocument::fromJson(file.readAll()).object();
    credentials.keyId = json.value("id").toString();
    credentials.secret = json.value("secret").toString().toUtf8();
    credentials.sessionToken = json.value("token").toString().toUtf8();
    const QJsonObject settings = json.value("settings").toObject();
    for (auto one = settings.begin(); one != settings.end(); ++one)
        credentials.settings.insert(one.key(), one.value().toString());
    return credentials;
}

// One state folder, opened as by one program with an account at the stand-in.
struct Program {
    Program(const QString &folder, const QString &kind)
        : paths{folder + QStringLiteral("/data"), folder + QStringLiteral("/config")},
          database(std::move(*StateDatabase::open(paths.database())))
    {
        std::vector<std::unique_ptr<const MachineProvider>> all;
        all.push_back(providerFor(kind, readCredentials(folder), quickCloudLimits()));
        provider = all.front().get();
        providers = std::make_unique<MachineProviders>(std::move(all));
        operations = std::make_unique<InstanceOperations>(*database, paths, *providers);
    }

    // As it is rented: with a price and an end, and a token of its own.
    Result<Instance> rent() const
    {
        InstanceRequest request = requestFor(provider->kind());
        request.owner = database->instances.owner().value_or({});
        request.perHour = Money(2 * Money::kNanosPerUnit, Currency::USD);
        request.end = *parseRentEnd(QStringLiteral("8h"), QDateTime::currentDateTimeUtc());
        return operations->create(request, {}, {});
    }
    bool isReachable(const Instance &instance) const
    {
        for (int look = 0; look < 100; ++look) {
            const auto report = provider->describe(instance, {});
            if (report && report->state == ProvidedState::Running && provider->sshTarget(instance, {}))
                return true;
            QTest::qSleep(10);
        }
        return false;
    }
    // From its request, once it has an address.
    bool isAllMetered() const
    {
        const auto live = database->instances.live();
        const auto rentals = database->rentals.all();
        return live && rentals && std::all_of(live->begin(), live->end(), [this, &rentals](const Instance &one) {
                   const bool isMetered = std::any_of(rentals->begin(), rentals->end(), [&one](const Rental &rental) {
                       return rental.instanceId == one.id && !rental.ended.isValid();
                   });
                   return isMetered || !isUp(one.state) || !provider->sshTarget(one, {});
               });
    }
    bool isGivenBack(InstanceId id) const
    {
        auto now = operations->terminate(id, {});
        for (int looks = 0; looks < 300 && !(now && now->state == InstanceState::Gone); ++looks) {
            QTest::qSleep(10);
            now = now && looks % 10 != 9 ? operations->refresh(id, {}) : operations->terminate(id, {});
        }
        return now && now->state == InstanceState::Gone;
    }
    // As if an hour had passed since each request, so that what is not listed is not there.
    bool age() const
    {
        const auto live = database->instances.live();
        return live && std::all_of(live->begin(), live->end(), [this](const Instance &one) {
                   return bool(database->instances.update(one.id, [](Instance &row) { row.requested = row.requested.addSecs(-3600); }));
               });
    }
    bool forgetMachines() const
    {
        const auto all = database->machines.all();
        return all && std::all_of(all->begin(), all->end(), [this](const Machine &one) { return bool(database->machines.remove(one.id)); });
    }
    // Of this installation, and costing money.
    Result<QList<CloudResource>> costing() const
    {
        InstanceFilter filter;
        filter.owner = database->instances.owner().value_or({});
        TRY(auto all, provider->resources(filter, {}));
        all.removeIf([&filter](const CloudResource &one) { return isFree(one) || one.owner != filter.owner; });
        return all;
    }

    Paths paths;
    std::unique_ptr<StateDatabase> database;
    const MachineProvider *provider = nullptr;
    std::unique_ptr<MachineProviders> providers;
    std::unique_ptr<InstanceOperations> operations;
};

// A whole rental.
int helper(const QString &folder, const QString &kind)
{
    const Program program(folder, kind);
    const auto made = program.rent();
    if (!made) {
        qWarning("%s %s", qPrintable(made.error().what), qPrintable(made.error().detail));
        return 1;
    }
    if (!program.isReachable(*made))
        return 2;
    if (!program.operations->putMachine(*made, QStringLiteral("box"), {}))
        return 3;
    return program.age() && program.isGivenBack(made->id) ? 0 : 4;
}

QProcess *started(const QString &folder, const QString &kind, QProcess &program)
{
    program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    program.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--helper"), folder, kind});
    return &program;
}

}  // namespace

class TestCloudCrash : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aProgramKilledAtRandomLeavesNothingUnknown_data()
    {
        QTest::addColumn<int>("kills");
        const int wanted = qEnvironmentVariableIntValue("TRAINYARD_KILLS");
        const int all = wanted > 0 ? wanted : kUsualKills;
        const QStringList kinds = cloudPlaces();
        for (qsizetype i = 0; i < kinds.size(); ++i)
            QTest::newRow(qPrintable(kinds[i])) << int((all * (i + 1)) / kinds.size() - (all * i) / kinds.size());
    }
    void aProgramKilledAtRandomLeavesNothingUnknown()
    {
        QFETCH(int, kills);
        const QString kind = QString::fromUtf8(QTest::currentDataTag());
        const int given = qEnvironmentVariableIntValue("TRAINYARD_SEED");
        const quint32 seed = given > 0 ? quint32(given) : QRandomGenerator::global()->bounded(1, 1'000'000'000);
        QRandomGenerator random(seed);
        QString problem;
        const auto cloud = openCloudPlace(kind, problem);
        QVERIFY2(cloud, qPrintable(problem));
        QTemporaryDir folder;
        QVERIFY(writeCredentials(folder.path(), cloud->credentials()));
        const Program after(folder.path(), kind);

        // One that lives says how many requests a rental takes.
        QProcess whole;
        started(folder.path(), kind, whole);
        QVERIFY(whole.waitForFinished(60000));
        QCOMPARE(whole.exitCode(), 0);
        const auto least = cloud->requests();
        const auto before = after.costing();
        QVERIFY(before && before->isEmpty());
        QVERIFY(after.forgetMachines());

        int known = 0, died = 0, orphans = 0;
        for (int i = 0; i < kills; ++i) {
            const QByteArray where = "seed " + QByteArray::number(seed) + ", kill " + QByteArray::number(i);
            const auto until = cloud->requests() + random.bounded(qint64(least + 1));
            const auto later = ulong(random.bounded(6));
            QProcess program;
            started(folder.path(), kind, program);
            QVERIFY(program.waitForStarted());
            const QDeadlineTimer deadline(60000);
            while (program.state() != QProcess::NotRunning && cloud->requests() < until && !deadline.hasExpired())
                program.waitForFinished(2);
            QTest::qSleep(int(later));
            program.kill();
            QVERIFY2(program.state() == QProcess::NotRunning || program.waitForFinished(), where.constData());
            died += program.exitStatus() == QProcess::CrashExit ? 1 : 0;

            // What the agent does every minute.
            QVERIFY2(after.age(), where.constData());
            const QDeadlineTimer settling(20000);
            for (int look = 0; look < 3 || (!settling.hasExpired() && !after.isAllMetered()); ++look) {
                QVERIFY2(after.operations->settle({}), where.constData());
                QTest::qSleep(10);  // the cloud takes a while
            }
            QVERIFY2(after.isAllMetered(), where.constData());
            const auto live = after.database->instances.live();
            const auto there = after.costing();
            QVERIFY2(live && there, (where + (there ? QByteArray() : there.error().detail.toUtf8())).constData());
            for (const CloudResource &one : *there) {
                const bool isKnown = std::any_of(live->begin(), live->end(),
                                                 [&one](const Instance &row) { return row.request.clientToken == one.clientToken; });
                orphans += isKnown ? 0 : 1;
                QVERIFY2(isKnown, (where + " orphan " + one.providerId.toUtf8() + " token " + one.clientToken.toUtf8()).constData());
            }
            for (const Instance &one : *live) {
                ++known;
                QVERIFY2(after.isGivenBack(one.id), (where + ' ' + after.database->instances.find(one.id)->reason.toUtf8()).constData());
            }
            const auto left = after.costing();
            QVERIFY(left);
            for (const CloudResource &one : *left)
                QVERIFY2(false, (where + " left " + one.providerId.toUtf8()).constData());
            QVERIFY(after.forgetMachines());
        }
        const auto rentals = after.database->rentals.all();
        QVERIFY(rentals && std::all_of(rentals->begin(), rentals->end(), [](const Rental &one) { return one.ended.isValid(); }));
        qInfo("%s, seed %u: %d of %d killed within %lld requests, %d times a machine was left, and known; %d orphans", qPrintable(kind),
              seed, died, kills, static_cast<long long>(least), known, orphans);
    }
};

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const QStringList arguments = app.arguments();
    if (arguments.value(1) == QLatin1String("--helper"))
        return helper(arguments.value(2), arguments.value(3));
    TestCloudCrash test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_cloudcrash.moc"
