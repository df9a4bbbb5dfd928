// SPDX-License-Identifier: GPL-3.0-or-later
// All providers against the contract of MachineProvider, and the life cycle of a real sandbox through it.
#include "core/provider/registry/machineproviders.h"
#include "core/provider/sandbox/sandboxprovider.h"

#include <QSet>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <memory>

using namespace trainyard;

namespace {

struct Call {
    const char *name;
    bool isPossible;
    std::function<std::optional<Error>(const MachineProvider &)> make;
};

template <typename T>
std::optional<Error> errorOf(const Result<T> &result)
{
    return result ? std::nullopt : std::optional(result.error());
}

QList<Call> callsOf(const ProviderCapabilities &can)
{
    const Instance none;
    return {
        {"offers", can.hasOffers, [](const MachineProvider &p) { return errorOf(p.offers({}, {})); }},
        {"quota", can.hasQuota, [](const MachineProvider &p) { return errorOf(p.quota({}, {})); }},
        {"images", can.hasImages, [](const MachineProvider &p) { return errorOf(p.images({}, {})); }},
        {"policy", can.hasPolicy, [](const MachineProvider &p) { return errorOf(p.policy()); }},
        {"create", can.canCreate, [](const MachineProvider &p) { return errorOf(p.create({}, {}, {})); }},
        {"describe", can.canCreate, [none](const MachineProvider &p) { return errorOf(p.describe(none, {})); }},
        {"list", can.canCreate, [](const MachineProvider &p) { return errorOf(p.list({}, {})); }},
        {"ssh target", can.canCreate, [none](const MachineProvider &p) { return errorOf(p.sshTarget(none, {})); }},
        {"stop", can.canStop, [none](const MachineProvider &p) { return errorOf(p.stop(none, {})); }},
        {"start", can.canStop, [none](const MachineProvider &p) { return errorOf(p.start(none, {}, {})); }},
        {"terminate", can.canTerminate, [none](const MachineProvider &p) { return errorOf(p.terminate(none, {})); }},
        {"let in", can.canLetIn,
         [none](const MachineProvider &p) { return errorOf(p.letIn(none, QStringLiteral("192.0.2.1/32"), {}, {})); }},
        {"console", can.hasConsole, [none](const MachineProvider &p) { return errorOf(p.consoleOutput(none, 10, {})); }},
        {"spot notice", can.hasSpotNotice, [none](const MachineProvider &p) { return errorOf(p.spotNotice(none, {})); }},
    };
}

// As the service would request it, without the search for a container engine.
InstanceRequest sandboxRequest()
{
    SandboxOptions options;
    options.engine = EngineKind::Process;
    return SandboxProvider::request(options);
}

}  // namespace

class TestMachineProviders : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    Paths m_paths;
    std::unique_ptr<MachineProviders> m_providers;

    const MachineProvider &provider(const char *kind) const { return **m_providers->find(QLatin1String(kind)); }

private Q_SLOTS:
    void initTestCase()
    {
        m_paths = {m_folder.filePath(QStringLiteral("data")), m_folder.filePath(QStringLiteral("config"))};
        // Nobody has an account at a cloud.
        const CredentialLookup nobody = [](const QString &, const QString &) -> Result<CloudCredentials> {
            return Error{ErrorCode::NotFound, QStringLiteral("No account."), {}};
        };
        m_providers = std::make_unique<MachineProviders>(MachineProviders::standard(m_paths, nobody));
    }
    void cleanup() { QVERIFY(provider("sandbox").terminate({}, {})); }

    void kindsAreDifferentAndFound()
    {
        QSet<QString> kinds;
        for (const auto &one : m_providers->all()) {
            kinds << one->kind();
            QCOMPARE(*m_providers->find(one->kind()), one.get());
            QVERIFY(!one->name().isEmpty());
        }
        QCOMPARE(kinds,
                 (QSet<QString>{QStringLiteral("manual"), QStringLiteral("aws"), QStringLiteral("alibaba"), QStringLiteral("tencent"),
                                QStringLiteral("sandbox"), QStringLiteral("runpod"), QStringLiteral("lambda"), QStringLiteral("vast"),
                                QStringLiteral("azure"), QStringLiteral("gcp"), QStringLiteral("openstack")}));
        QCOMPARE(m_providers->all().size(), size_t(11));
        const auto unknown = m_providers->find(QStringLiteral("cloud of tomorrow"));
        QCOMPARE(unknown.error().code, ErrorCode::Unsupported);
        QVERIFY(unknown.error().what.contains(QLatin1String("cloud of tomorrow")));
        QVERIFY(!m_providers->capabilitiesOf(QStringLiteral("cloud of tomorrow")).canTerminate);
    }

    void whatAProviderCannotDoIsRefusedWithASentence()
    {
        for (const auto &one : m_providers->all()) {
            QSet<QString> sentences;
            for (const Call &call : callsOf(one->capabilities())) {
                if (call.isPossible)
                    continue;
                const auto error = call.make(*one);
                QVERIFY2(error && error->code == ErrorCode::Unsupported, call.name);
                QVERIFY2(error->what.startsWith(one->name()) && error->what.endsWith(u'.'), qPrintable(error->what));
                sentences << error->what;
            }
            // A cloud can do nearly everything.
            QVERIFY(one->capabilities().hasOffers || sentences.size() >= 5);
        }
    }

    void whatAProviderCanDoIsNotRefused()
    {
        for (const auto &one : m_providers->all()) {
            for (const Call &call : callsOf(one->capabilities())) {
                // Started below with a separate request.
                if (!call.isPossible || call.name == QByteArray("start"))
                    continue;
                const auto error = call.make(*one);
                QVERIFY2(!error || error->code != ErrorCode::Unsupported, call.name);
            }
        }
    }

    void whereOneAddressIsLetInItCanBeReplaced()
    {
        for (const auto &one : m_providers->all()) {
            const ProviderCapabilities can = one->capabilities();
            const bool hasFirewall = can.canCreate && !can.isSimulated && can.limitsSsh;
            QVERIFY2(can.canLetIn == hasFirewall, qPrintable(one->kind()));
        }
    }

    void aMachineOfOnesOwnIsNeitherMadeNorGivenBack()
    {
        const ProviderCapabilities can = provider("manual").capabilities();
        QVERIFY(!can.canCreate && !can.canTerminate && !can.canStop && !can.isSimulated);
        QVERIFY(provider("sandbox").capabilities().isSimulated);
    }

    void theOutcomeIsUnknownWhereNoAnswerCame()
    {
        QVERIFY(isUnknownOutcome(ErrorCode::ConnectionLost) && isUnknownOutcome(ErrorCode::Cancelled));
        QVERIFY(!isUnknownOutcome(ErrorCode::NoCapacity) && !isUnknownOutcome(ErrorCode::OverQuota));
        QVERIFY(!isUnknownOutcome(ErrorCode::AuthenticationFailed));
    }

    void aSandboxLivesThroughTheInterface()
    {
        const MachineProvider &sandbox = provider("sandbox");
        Instance instance;
        instance.request = sandboxRequest();
        QCOMPARE(sandbox.list({}, {})->size(), 0);
        QCOMPARE(sandbox.describe(instance, {}).error().code, ErrorCode::NotFound);
        QCOMPARE(sandbox.sshTarget(instance, {}).error().code, ErrorCode::NotFound);

        QStringList steps;
        const auto made = sandbox.create(instance.request, [&steps](const QString &step) { steps << step; }, {});
        if (!made && made.error().code == ErrorCode::Unsupported && qEnvironmentVariable("CI") != QLatin1String("true"))
            QSKIP(qPrintable(made.error().what));
        QVERIFY2(made, qPrintable(made ? QString() : made.error().what + made.error().detail));
        QVERIFY(!steps.isEmpty());
        QCOMPARE(made->state, ProvidedState::Running);
        QCOMPARE(made->clientToken, instance.request.clientToken);
        instance.providerId = made->providerId;

        // Repeating the token does not create a second server.
        const auto target = sandbox.sshTarget(instance, {});
        QVERIFY(target);
        QVERIFY(sandbox.create(instance.request, {}, {}));
        QCOMPARE(sandbox.sshTarget(instance, {})->port, target->port);
        InstanceRequest other = instance.request;
        other.clientToken = QStringLiteral("another");
        QCOMPARE(sandbox.create(other, {}, {}).error().code, ErrorCode::AlreadyExists);

        InstanceFilter filter;
        filter.clientToken = instance.request.clientToken;
        QCOMPARE(sandbox.list(filter, {})->size(), 1);
        filter.clientToken = other.clientToken;
        QCOMPARE(sandbox.list(filter, {})->size(), 0);

        QTcpSocket socket;
        socket.connectToHost(target->host, quint16(target->port));
        QVERIFY(socket.waitForConnected(5000) && socket.waitForReadyRead(5000));
        QVERIFY(socket.readAll().startsWith("SSH-2.0-"));
        socket.abort();

        QTRY_VERIFY(sandbox.consoleOutput(instance, 64 * 1024, {})->contains("Server listening on 127.0.0.1"));
        const QByteArray all = *sandbox.consoleOutput(instance, 64 * 1024, {});
        QCOMPARE(*sandbox.consoleOutput(instance, 7, {}), sandbox.consoleOutput(instance, 64 * 1024, {})->right(7));
        QVERIFY(all.size() > 7);

        QVERIFY(sandbox.stop(instance, {}));
        QVERIFY(sandbox.stop(instance, {}));
        QCOMPARE(sandbox.describe(instance, {})->state, ProvidedState::Stopped);
        QVERIFY(sandbox.start(instance, {}, {}));
        QCOMPARE(sandbox.describe(instance, {})->state, ProvidedState::Running);
        QCOMPARE(sandbox.sshTarget(instance, {})->port, target->port);

        QVERIFY(sandbox.terminate(instance, {}));
        QVERIFY(sandbox.terminate(instance, {}));
        QCOMPARE(sandbox.describe(instance, {}).error().code, ErrorCode::NotFound);
        QCOMPARE(sandbox.list({}, {})->size(), 0);
    }

    void aCancelledStartLeavesNoSandbox()
    {
        const MachineProvider &sandbox = provider("sandbox");
        std::stop_source stop;
        stop.request_stop();
        const auto made = sandbox.create(sandboxRequest(), {}, stop.get_token());
        QVERIFY(!made);
        QCOMPARE(sandbox.list({}, {})->size(), 0);
    }
};

QTEST_GUILESS_MAIN(TestMachineProviders)

#include "tst_machineproviders.moc"
