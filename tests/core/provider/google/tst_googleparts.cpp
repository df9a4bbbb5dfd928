// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of the provider for Google Cloud that need no cloud: key files, tokens, answers, and the lines of gcloud.
#include "core/provider/credentials/googlekey.h"
#include "core/provider/credentials/officialcredentials.h"
#include "core/provider/google/googleprovider.h"
#include "core/provider/google/internal/googleanswer.h"
#include "core/provider/google/internal/googlerefusal.h"
#include "core/provider/google/internal/googlerequest.h"
#include "core/provider/google/internal/googletoken.h"

#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

QJsonObject recorded()
{
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/google/token.json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

QByteArray keyFile(const QJsonObject &changes = {})
{
    QJsonObject file = recorded().value("key").toObject();
    file.insert("type", "service_account");
    file.insert("project_id", "example-project");
    for (auto it = changes.begin(); it != changes.end(); ++it)
        file.insert(it.key(), it.value());
    return QJsonDocument(file).toJson();
}

bool write(const QString &path, const QByteArray &text)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

}  // namespace

class TestGoogleParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aTokenIsAskedForAsTheVendorsClientDoesIt()
    {
        const QJsonObject known = recorded();
        QVERIFY(!known.isEmpty());
        GoogleKey key = googleKey(keyFile()).value();
        key.keyId.clear();  // that client does not name the key
        const QJsonObject claims = known.value("claims").toObject();
        const QDateTime now = QDateTime::fromSecsSinceEpoch(claims.value("iat").toInteger(), Qt::UTC);
        const QByteArray text = googleClaims(key, claims.value("scope").toString().toLatin1(), now);
        QCOMPARE(text, known.value("signing_input").toString().toLatin1());
        const auto signature = googleSignature(key.privateKey, text);
        QVERIFY(signature);
        QCOMPARE(*signature, known.value("signature").toString().toLatin1());
    }

    void keysThatCannotSignAreRefused_data()
    {
        QTest::addColumn<QByteArray>("pem");
        QTest::newRow("none") << QByteArray();
        QTest::newRow("not a key") << QByteArray("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
        // Ed25519, and of no use.
        QTest::newRow("of another kind") << QByteArray(
            "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f\n"
            "-----END PRIVATE KEY-----\n");
    }
    void keysThatCannotSignAreRefused()
    {
        QFETCH(QByteArray, pem);
        QCOMPARE(googleSignature(pem, "text").error().code, ErrorCode::AuthenticationFailed);
    }

    void keyFilesAreChecked()
    {
        const auto good = googleCredentials(keyFile());
        QVERIFY(good);
        QCOMPARE(good->keyId, QStringLiteral("ty@example-project.iam.gserviceaccount.com"));
        QCOMPARE(good->settings.value(QStringLiteral("project")), QStringLiteral("example-project"));
        QVERIFY(!good->secret.contains('\n'));  // one line, as keyrings and forms take it
        QVERIFY(googleKey(good->secret));
        QCOMPARE(googleKey("no JSON").error().code, ErrorCode::AuthenticationFailed);
        QCOMPARE(googleKey(keyFile({{"private_key", ""}})).error().code, ErrorCode::AuthenticationFailed);
        QCOMPARE(googleKey(keyFile({{"client_email", "a b@c"}})).error().code, ErrorCode::AuthenticationFailed);
        QCOMPARE(googleKey(keyFile({{"project_id", "a\r\nX: y"}})).error().code, ErrorCode::AuthenticationFailed);
        QCOMPARE(googleKey(keyFile({{"type", "external_account"}})).error().code, ErrorCode::Unsupported);
        QCOMPARE(googleKey(keyFile({{"universe_domain", "example.org"}})).error().code, ErrorCode::Unsupported);
    }

    void credentialsAreWhereGcloudLooksForThem()
    {
        QTemporaryDir folder;
        QProcessEnvironment environment;
        const QString kind = QStringLiteral("gcp");
        environment.insert(QStringLiteral("HOME"), folder.path());
        QCOMPARE(credentialsIn(environment, kind).error().code, ErrorCode::NotFound);
        environment.insert(QStringLiteral("GOOGLE_APPLICATION_CREDENTIALS"), folder.filePath(QStringLiteral("key.json")));
        QCOMPARE(credentialsIn(environment, kind).error().code, ErrorCode::NotFound);
        QVERIFY(write(folder.filePath(QStringLiteral("key.json")), keyFile()));
        environment.insert(QStringLiteral("CLOUDSDK_COMPUTE_REGION"), QStringLiteral("europe-west4"));
        const auto file = credentialsIn(environment, kind);
        QVERIFY(file);
        QCOMPARE(file->settings.value(QStringLiteral("project")), QStringLiteral("example-project"));
        QCOMPARE(file->settings.value(QStringLiteral("region")), QStringLiteral("europe-west4"));
        environment.remove(QStringLiteral("CLOUDSDK_COMPUTE_REGION"));

        QCOMPARE(credentialsOfProfile(environment, kind, {}).error().code, ErrorCode::NotFound);
        const QString gcloud = folder.filePath(QStringLiteral(".config/gcloud"));
        QVERIFY(QDir().mkpath(gcloud + QStringLiteral("/configurations")));
        QVERIFY(write(gcloud + QStringLiteral("/application_default_credentials.json"),
                      R"({"type":"authorized_user","client_id":"c","client_secret":"s","refresh_token":"r","quota_project_id":"paying"})"));
        const auto login = credentialsOfProfile(environment, kind, {});
        QVERIFY(login);
        QCOMPARE(login->settings.value(QStringLiteral("project")), QStringLiteral("paying"));
        QVERIFY(write(
            gcloud + QStringLiteral("/configurations/config_work"),
            "[core]\naccount = ada@example.com\nproject = work-project\n\n[compute]\nregion=us-east4\nzone = us-east4-b\n[other]\nproject = no\n"));
        QVERIFY(write(gcloud + QStringLiteral("/active_config"), "work\n"));
        for (const QString &name : {QString(), QStringLiteral("work")}) {
            const auto work = credentialsOfProfile(environment, kind, name);
            QVERIFY(work);
            QCOMPARE(work->settings.value(QStringLiteral("project")), QStringLiteral("work-project"));
            QCOMPARE(work->settings.value(QStringLiteral("region")), QStringLiteral("us-east4"));
            QCOMPARE(work->settings.value(QStringLiteral("zone")), QStringLiteral("us-east4-b"));
        }
        QCOMPARE(credentialsOfProfile(environment, kind, QStringLiteral("none")).error().code, ErrorCode::NotFound);
        QCOMPARE(credentialsOfProfile(environment, kind, QStringLiteral("../work")).error().code, ErrorCode::NotFound);
    }

    void pathsOfAnswersAreNotTrusted()
    {
        const QString base = QStringLiteral("https://www.googleapis.com/compute/v1/projects/p/");
        QCOMPARE(googlePath(base + QStringLiteral("zones/us-central1-a/instances/a-1")),
                 QStringLiteral("zones/us-central1-a/instances/a-1"));
        QCOMPARE(googlePath(base + QStringLiteral("global/snapshots/s")), QStringLiteral("global/snapshots/s"));
        for (const char *odd :
             {"zones/us-central1-a/instances/..", "zones//instances/a", "zones/a/instances/a?b", "zones/a/instances/a\n", ""})
            QCOMPARE(googlePath(QLatin1String(odd)), QString());
        QCOMPARE(googleRegionOf(QStringLiteral("us-central1-a")), QStringLiteral("us-central1"));
        QCOMPARE(googleRegionOf(QStringLiteral("us-central1")), QStringLiteral("us-central1"));
    }

    void aRequestHasItsOwnNamesAndTheSameOnesAgain()
    {
        InstanceRequest request;
        request.owner = QStringLiteral("owner");
        request.clientToken = QStringLiteral("token");
        QCOMPARE(googleInstanceName(request), googleInstanceName(request));
        const QByteArray id = googleRequestId(request, QStringLiteral("us-central1-a"));
        QCOMPARE(id.size(), 36);
        QCOMPARE(googleRequestId(request, QStringLiteral("us-central1-a")), id);
        QVERIFY(googleRequestId(request, QStringLiteral("us-central1-b")) != id);
        InstanceRequest other = request;
        other.owner = QStringLiteral("owner2");
        QVERIFY(googleInstanceName(other) != googleInstanceName(request));
        QVERIFY(googleOpenTag(other) != googleOpenTag(request));
        other.clientToken.clear();
        QVERIFY(googleInstanceName(other) != googleInstanceName(other));
        QVERIFY(googleRequestId(other, QStringLiteral("us-central1-a")).isEmpty());
    }

    void linesOfGcloudAreQuotedAndHaveNoSecrets()
    {
        const GoogleProvider provider([](const QString &, const QString &) -> Result<CloudCredentials> { return CloudCredentials(); });
        InstanceRequest request;
        request.owner = QStringLiteral("owner");
        request.clientToken = QStringLiteral("token");
        request.name = QStringLiteral("it's");
        request.type = QStringLiteral("n1-standard-8");
        request.image = QStringLiteral("projects/ubuntu-os-cloud/global/images/ubuntu-2404");
        request.isSpot = true;
        request.settings = {{kSshKeySetting, QStringLiteral("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0k ada@lab")},
                            {QStringLiteral("zone"), QStringLiteral("us-central1-a")},
                            {QStringLiteral("accelerator"), QStringLiteral("nvidia-tesla-t4:2")},
                            {kDiskSetting, QStringLiteral("200")}};
        request.secretSettings.insert(kUserDataSetting, QStringLiteral("#cloud-config\nssh_keys: {ed25519_private: SECRET}"));
        const QString line = provider.createLine(request);
        QVERIFY(line.startsWith(QLatin1String("gcloud compute instances create trainyard-")));
        for (const char *part : {" --zone=us-central1-a ", " --machine-type=n1-standard-8 ", " --accelerator=type=nvidia-tesla-t4,count=2 ",
                                 " --boot-disk-size=200GiB ", " --provisioning-model=SPOT ", " --instance-termination-action=DELETE ",
                                 "'--metadata=^;^ssh-keys=ubuntu:ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0k;block-project-ssh-keys=TRUE;",
                                 " --metadata-from-file=user-data=user-data"})
            QVERIFY2(line.contains(QLatin1String(part)), qPrintable(line));
        QVERIFY(!line.contains(QLatin1String("SECRET")));

        Instance instance;
        QCOMPARE(provider.actionLine(ProviderAction::Stop, instance), QString());
        instance.providerId = QStringLiteral("zones/us-central1-a/instances/trainyard-1");
        QCOMPARE(provider.actionLine(ProviderAction::Console, instance),
                 QStringLiteral("gcloud compute instances get-serial-port-output trainyard-1 --zone=us-central1-a"));
        QCOMPARE(provider.actionLine(ProviderAction::Terminate, instance),
                 QStringLiteral("gcloud compute instances delete trainyard-1 --zone=us-central1-a"));
    }

    void aSecretIsBlankedOutBeforeAMessageIsCut()
    {
        const QByteArray secret(64, 'S');
        CloudAnswer answer{400, {}, "{\"error\":{\"message\":\"" + QByteArray("x ") + secret.repeated(40) + "\"}}"};
        QJsonObject content;
        const auto refusal = googleRefusal(answer, {}, content);
        QVERIFY(refusal);
        const QString detail = googleError(*refusal, {secret}).detail;
        QVERIFY2(!detail.contains(QLatin1String("SS")), qPrintable(detail));
        QVERIFY(detail.contains(u'…'));
    }
};

QTEST_GUILESS_MAIN(TestGoogleParts)
#include "tst_googleparts.moc"
