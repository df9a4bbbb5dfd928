// SPDX-License-Identifier: GPL-3.0-or-later
// A program is killed while the stand-in for Tencent Cloud carries out what it asked for; the next one has to find all that costs money.
// Database, locks and killed processes are real. `tst_tencentcrash --helper FOLDER BASE VERB` is the process that dies. tst_cloudcrash kills
// at random.
#include "core/provider/tencent/tencentprovider.h"
#include "core/service/machines/instanceoperations.h"
#include "tests/support/tencentstandin.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;
using Cloud = TencentStandIn;

namespace {

InstanceRequest requestOf()
{
    InstanceRequest request;
    request.providerKind = TencentProvider::kKind;
    request.clientToken = QStringLiteral("token-1");
    request.region = Cloud::kRegion;
    request.type = Cloud::kType;
    request.image = Cloud::kImage;
    request.settings = {
        {kSshKeySetting, QStringLiteral("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0k0u0mZ0m4c0kF0o0bq0m0q0w0z0x0y0v0u0t0s0r0")},
        {kOwnAddressSetting, QStringLiteral("203.0.113.7/32")}};
    return request;
}

// One state folder, opened as by one program with an account at the stand-in.
struct Program {
    Program(const QString &folder, const QString &base)
        : paths{folder + QStringLiteral("/data"), folder + QStringLiteral("/config")},
          database(std::move(*StateDatabase::open(paths.database())))
    {
        std::vector<std::unique_ptr<const MachineProvider>> all;
        all.push_back(std::make_unique<TencentProvider>(
            [base](const QString &, const QString &) -> Result<CloudCredentials> { return Cloud::credentialsAt(base); }));
        providers = std::make_unique<MachineProviders>(std::move(all));
        operations = std::make_unique<InstanceOperations>(*database, paths, *providers);
    }

    Result<Instance> create() const
    {
        InstanceRequest request = requestOf();
        request.owner = database->instances.owner().value_or({});
        return operations->create(request, {}, {});
    }
    // Until it runs.
    bool isUp(InstanceId id) const
    {
        for (int i = 0; i < 5; ++i) {
            const auto report = providers->all().front()->describe(*database->instances.find(id), {});
            if (report && report->state == ProvidedState::Running)
                return true;
        }
        return false;
    }

    Paths paths;
    std::unique_ptr<StateDatabase> database;
    std::unique_ptr<MachineProviders> providers;
    std::unique_ptr<InstanceOperations> operations;
};

int helper(const QStringList &arguments)
{
    const Program program(arguments.at(0), arguments.at(1));
    if (arguments.at(2) == QLatin1String("create"))
        return program.create() ? 0 : 1;
    const InstanceId id = program.database->instances.all()->value(0).id;
    const bool stops = arguments.at(2) == QLatin1String("stop");
    return (stops ? program.operations->stop(id, {}) : program.operations->terminate(id, {})) ? 0 : 1;
}

}  // namespace

class TestTencentCrash : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aKilledProgramLeavesNothingUnknown_data()
    {
        QTest::addColumn<QString>("verb");
        QTest::addColumn<QString>("right");
        QTest::addColumn<QString>("left");
        QTest::addColumn<QString>("settled");
        QTest::addColumn<int>("costing");  // things
        const auto row = [](const char *verb, const char *right, const char *left, const char *settled, int costing) {
            QTest::newRow(verb) << QString::fromLatin1(verb) << QString::fromLatin1(right) << QString::fromLatin1(left)
                                << QString::fromLatin1(settled) << costing;
        };
        row("create", "cvm:RunInstances", "requested", "booting", 2);
        row("stop", "cvm:StopInstances", "stopping", "stopped", 2);
        row("terminate", "cvm:TerminateInstances", "terminating", "gone", 0);
    }
    void aKilledProgramLeavesNothingUnknown()
    {
        QFETCH(QString, verb);
        QFETCH(QString, right);
        QFETCH(QString, left);
        QFETCH(QString, settled);
        QFETCH(int, costing);
        Cloud cloud;
        QTemporaryDir folder;
        if (verb != QLatin1String("create")) {
            const Program before(folder.path(), cloud.base());
            const auto made = before.create();
            QVERIFY2(made, qPrintable(made ? QString() : made.error().detail));
            QVERIFY(before.isUp(made->id));
        }
        cloud.lose(right, Cloud::Lost::Silence);
        QProcess killed;
        killed.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--helper"), folder.path(), cloud.base(), verb});
        QTRY_VERIFY_WITH_TIMEOUT(cloud.calls().contains(right), 20000);
        killed.kill();
        QVERIFY(killed.waitForFinished());
        QCOMPARE(killed.exitStatus(), QProcess::CrashExit);

        const Program after(folder.path(), cloud.base());
        const InstanceId id = after.database->instances.all()->value(0).id;
        QCOMPARE(instanceStateName(after.database->instances.find(id)->state), left);
        // Old enough that "not found" means that it is gone.
        QVERIFY(after.database->instances.update(id, [](Instance &one) { one.requested = one.requested.addSecs(-3600); }));
        QVERIFY(after.operations->settle({}));
        // What the cloud does takes it a while.
        QTRY_COMPARE(instanceStateName(after.operations->refresh(id, {})->state), settled);
        QCOMPARE(after.database->instances.find(id)->providerId.startsWith(QLatin1String("ins-")), true);

        InstanceFilter filter;
        filter.owner = after.database->instances.owner().value();
        const auto found = after.providers->all().front()->resources(filter, {});
        QVERIFY(found);
        QCOMPARE(found->size(), costing);  // the machine and its disk
    }
};

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const QStringList arguments = app.arguments();
    if (arguments.value(1) == QLatin1String("--helper"))
        return helper(arguments.mid(2));
    TestTencentCrash test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_tencentcrash.moc"
