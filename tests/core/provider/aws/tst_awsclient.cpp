// SPDX-License-Identifier: GPL-3.0-or-later
// Amazon's own client against the stand-in for EC2: if it is content, the stand-in is fair. No cloud is reached.
#include "core/provider/aws/awsprovider.h"
#include "tests/support/ec2standin.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace trainyard;

class TestAwsClient : public QObject {
    Q_OBJECT

    Ec2StandIn m_cloud;
    QString m_program = QStringLiteral("/usr/bin/aws");

    QJsonDocument run(const QStringList &arguments) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        // A profile, another endpoint or a proxy of this computer is not meant.
        const QStringList set = environment.keys();
        for (const QString &name : set) {
            if (name.startsWith(QLatin1String("AWS_")) || name.endsWith(QLatin1String("_proxy"), Qt::CaseInsensitive))
                environment.remove(name);
        }
        for (const auto &[name, value] :
             std::initializer_list<std::pair<const char *, const char *>>{{"AWS_ACCESS_KEY_ID", "AKIDEXAMPLE"},
                                                                          {"AWS_SECRET_ACCESS_KEY", "secret-of-the-stand-in"},
                                                                          {"AWS_DEFAULT_REGION", "us-east-1"},
                                                                          {"AWS_CONFIG_FILE", "/dev/null"},
                                                                          {"AWS_SHARED_CREDENTIALS_FILE", "/dev/null"},
                                                                          {"AWS_PAGER", ""},
                                                                          {"AWS_EC2_METADATA_DISABLED", "true"}})
            environment.insert(QLatin1String(name), QLatin1String(value));
        QProcess client;
        client.setProcessEnvironment(environment);
        client.start(m_program, QStringList{QStringLiteral("--endpoint-url"), m_cloud.base(), QStringLiteral("--output"),
                                            QStringLiteral("json"), QStringLiteral("ec2")}
                                    + arguments);
        if (!client.waitForFinished(300'000) || client.exitCode() != 0)
            qWarning() << client.readAllStandardError();
        return QJsonDocument::fromJson(client.readAllStandardOutput());
    }
    QString made(const QString &token) const
    {
        const QJsonDocument answer = run(
            {QStringLiteral("run-instances"), QStringLiteral("--image-id"), QStringLiteral("ami-0123456789abcdef0"),
             QStringLiteral("--instance-type"), QStringLiteral("g5.xlarge"), QStringLiteral("--client-token"), token,
             QStringLiteral("--tag-specifications"), QStringLiteral("ResourceType=instance,Tags=[{Key=trainyard:owner,Value=owner-1}]")});
        return answer[QLatin1String("Instances")][0][QLatin1String("InstanceId")].toString();
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (!QFile::exists(m_program))
            m_program = QStandardPaths::findExecutable(QStringLiteral("aws"));
        if (m_program.isEmpty()) {
            const char *hint = "No client of AWS: ./test --all installs one.";
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(hint);
            QSKIP(hint);
        }
        QVERIFY2(m_cloud.start(), qPrintable(m_cloud.problem()));
    }

    void eachSeesWhatTheOtherMade()
    {
        const QString id = made(QStringLiteral("token-of-aws"));
        QVERIFY(!id.isEmpty());
        QCOMPARE(made(QStringLiteral("token-of-aws")), id);
        const AwsProvider own(m_cloud.credentials());
        const auto listed = own.list({{}, QStringLiteral("us-east-1"), QStringLiteral("owner-1"), {}}, {});
        QVERIFY(listed);
        QCOMPARE(listed->size(), 1);
        QCOMPARE(listed->first().providerId, id);
        QVERIFY(!made(QStringLiteral("another-token")).isEmpty());
        m_cloud.tell({{QStringLiteral("page"), 1}});
        QCOMPARE(run({QStringLiteral("describe-instances")})[QLatin1String("Reservations")].toArray().size(), 2);
        const QJsonDocument ended = run({QStringLiteral("terminate-instances"), QStringLiteral("--instance-ids"), id});
        QCOMPARE(ended[QLatin1String("TerminatingInstances")][0][QLatin1String("CurrentState")][QLatin1String("Name")].toString(),
                 QStringLiteral("shutting-down"));
    }

    // The provider has made key and group before.
    void linesToCopyDoTheSame()
    {
        const AwsProvider own(m_cloud.credentials());
        InstanceRequest shown;
        shown.providerKind = AwsProvider::kKind;
        shown.clientToken = QStringLiteral("token-of-provider");
        shown.owner = QStringLiteral("owner-1");
        shown.region = QStringLiteral("us-east-1");
        shown.type = QStringLiteral("g5.xlarge");
        shown.settings = {{QLatin1String(kSshKeySetting),
                           QStringLiteral("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEmKSsGAxVW5RzBTLhbmgT8nh1rUjC1d6PdT9OPn3iZi ada@lab")},
                          {QLatin1String(kOwnAddressSetting), QStringLiteral("203.0.113.7/32")},
                          {QLatin1String(kUserDataSetting), QStringLiteral("#cloud-config\n")}};
        QVERIFY(own.create(shown, {}, {}));
        shown.clientToken = QStringLiteral("token-of-line");
        shown.image = QStringLiteral("ami-0123456789abcdef0");
        shown.name = QStringLiteral("it's $(date) 1");
        shown.isSpot = true;
        const auto byShell = [this](const QString &line) {
            QProcess shell;
            shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), QStringLiteral("printf '%s\\n' ") + line});
            shell.waitForFinished();
            const QStringList words = QString::fromUtf8(shell.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts);
            return words.mid(0, 2) == QStringList{QStringLiteral("aws"), QStringLiteral("ec2")} ? run(words.mid(2)) : QJsonDocument();
        };
        const QString line = own.createLine(shown);
        QVERIFY2(!line.contains(QStringLiteral("cloud-config")) && !line.contains(QStringLiteral("secret")), qPrintable(line));
        const QJsonValue lined = byShell(line)[QLatin1String("Instances")][0];
        Instance instance;
        instance.request = shown;
        instance.providerId = lined[QLatin1String("InstanceId")].toString();
        QVERIFY2(instance.providerId.startsWith(QLatin1String("i-")), qPrintable(line));
        QCOMPARE(lined[QLatin1String("Tags")][0][QLatin1String("Value")].toString(), shown.name);
        QVERIFY(own.describe(instance, {}));
        QCOMPARE(byShell(own.actionLine(ProviderAction::Describe, instance))[QLatin1String("Reservations")].toArray().size(), 1);
        QVERIFY(!byShell(own.actionLine(ProviderAction::Terminate, instance)).isNull());
        QVERIFY(own.describe(instance, {})->state >= ProvidedState::Stopping);
    }
};

QTEST_GUILESS_MAIN(TestAwsClient)
#include "tst_awsclient.moc"
