// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/credentials/officialcredentials.h"

#include "core/provider/credentials/apikeyfile.h"
#include "core/provider/credentials/awsprofile.h"
#include "core/provider/credentials/googlekey.h"
#include "core/provider/credentials/openstackcloud.h"

#include <QCoreApplication>
#include <QFile>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Credentials)
};

constexpr qint64 kMostBytes = 1024 * 1024;  // of a file of profiles

// Settings of an account that a cloud's programs take from the environment too.
struct AccountVariable {
    const char *kind, *setting, *variable;
};
constexpr AccountVariable kAccountVariables[] = {
    {"azure", "tenant", "AZURE_TENANT_ID"},
    {"azure", "subscription", "AZURE_SUBSCRIPTION_ID"},
};

Error unknownCloud(const QString &kind)
{
    QStringList known;
    for (const CloudKind &one : cloudKinds())
        known << one.kind;
    return invalidInput(
        Words::tr("“%1” is not a cloud that Trainyard knows. Use one of %2.").arg(kind.left(100), known.join(QStringLiteral(", "))));
}

// A file that is not there is an empty one.
QByteArray fileText(const QString &path)
{
    QFile file(path);
    return !path.isEmpty() && file.open(QIODevice::ReadOnly) ? file.read(kMostBytes) : QByteArray();
}

void takeVariable(CloudCredentials &found, const QProcessEnvironment &environment, const char *setting, const QString &variable)
{
    if (const QString value = environment.value(variable); !value.isEmpty())
        found.settings.insert(QLatin1String(setting), value);
}

// What the person says in the environment comes before what the files say, as for `gcloud`.
void takeGoogleVariables(CloudCredentials &found, const QProcessEnvironment &environment)
{
    takeVariable(found, environment, "project", QStringLiteral("GOOGLE_CLOUD_PROJECT"));
    takeVariable(found, environment, "project", QStringLiteral("CLOUDSDK_CORE_PROJECT"));
    takeVariable(found, environment, "region", QStringLiteral("CLOUDSDK_COMPUTE_REGION"));
    takeVariable(found, environment, "zone", QStringLiteral("CLOUDSDK_COMPUTE_ZONE"));
}

// The login that `gcloud` leaves for programs, and the project and places of one of its configurations.
Result<CloudCredentials> gcloudLogin(const QProcessEnvironment &environment, const QString &configuration)
{
    const QString usual = environment.value(QStringLiteral("HOME")) + QStringLiteral("/.config/gcloud");
    const QString folder = environment.value(QStringLiteral("CLOUDSDK_CONFIG"), usual) + u'/';
    const QByteArray login = fileText(folder + QStringLiteral("application_default_credentials.json"));
    if (login.isEmpty()) {
        return Error{ErrorCode::NotFound,
                     Words::tr("`gcloud` has left no login for other programs: run `gcloud auth application-default login`."),
                     {}};
    }
    QString name = configuration;
    if (name.isEmpty())
        name = QString::fromUtf8(fileText(folder + QStringLiteral("active_config")).trimmed());
    if (name.isEmpty())
        name = QStringLiteral("default");
    const QByteArray file = name.contains(u'/') ? QByteArray() : fileText(folder + QStringLiteral("configurations/config_") + name);
    if (file.isEmpty() && !configuration.isEmpty()) {
        return Error{ErrorCode::NotFound,
                     Words::tr("`gcloud` has no configuration “%1”. `gcloud config configurations list` lists them.").arg(name.left(100)),
                     {}};
    }
    TRY(CloudCredentials found, googleCredentials(login, file));
    takeGoogleVariables(found, environment);
    return found;
}

Result<CloudCredentials> apiKeyOfProfile(const QProcessEnvironment &environment, const CloudKind &cloud, const QString &profile)
{
    const QString home = environment.value(QStringLiteral("HOME"));
    CloudCredentials found;
    QString path;
    if (cloud.kind == QLatin1String("runpod")) {
        path = home + QStringLiteral("/.runpod/config.toml");
        found.secret = apiKeyInToml(fileText(path), profile);
    } else {
        // The second one is where its first versions kept it.
        path = environment.value(QStringLiteral("XDG_CONFIG_HOME"), home + QStringLiteral("/.config"))
               + QStringLiteral("/vastai/vast_api_key");
        found.secret = profile.isEmpty() || profile == QLatin1String("default") ? fileText(path).trimmed() : QByteArray();
        if (found.secret.isEmpty() && (profile.isEmpty() || profile == QLatin1String("default")))
            found.secret = fileText(home + QStringLiteral("/.vast_api_key")).trimmed();
    }
    if (!found.secret.isEmpty())
        return found;
    return Error{ErrorCode::NotFound,
                 Words::tr("%1 has no API key: sign in with the command line of %2, or enter the key here.").arg(path, cloud.name),
                 {}};
}

// Of the first folder that has one, as for its command line.
Result<CloudCredentials> openStackProfile(const QProcessEnvironment &environment, const QString &profile)
{
    const auto named = [&](const char *variable, const QString &name) {
        QByteArray content = fileText(environment.value(QLatin1String(variable)));
        for (const QString &folder : openStackFolders(environment)) {
            if (content.isEmpty())
                content = fileText(folder + name);
        }
        return content;
    };
    return openStackCloud(named("OS_CLIENT_CONFIG_FILE", QStringLiteral("clouds.yaml")),
                          named("OS_CLIENT_SECURE_FILE", QStringLiteral("secure.yaml")),
                          profile.isEmpty() ? environment.value(QStringLiteral("OS_CLOUD")) : profile);
}

}  // namespace

const QList<CloudKind> &cloudKinds()
{
    const auto text = [](const char *one) { return QString::fromLatin1(one); };
    static const QList<CloudKind> kKinds{
        {text("aws"), text("AWS"), text("AWS_ACCESS_KEY_ID"), text("AWS_SECRET_ACCESS_KEY"), text("AWS_SESSION_TOKEN"), text("AWS_REGION"),
         true},
        {text("alibaba"), text("Alibaba Cloud"), text("ALIBABA_CLOUD_ACCESS_KEY_ID"), text("ALIBABA_CLOUD_ACCESS_KEY_SECRET"),
         text("ALIBABA_CLOUD_SECURITY_TOKEN"), text("ALIBABA_CLOUD_REGION_ID"), false},
        {text("tencent"), text("Tencent Cloud"), text("TENCENTCLOUD_SECRET_ID"), text("TENCENTCLOUD_SECRET_KEY"),
         text("TENCENTCLOUD_TOKEN"), text("TENCENTCLOUD_REGION"), false},
        {text("runpod"), text("RunPod"), {}, text("RUNPOD_API_KEY"), {}, {}, true},
        {text("lambda"), text("Lambda"), {}, text("LAMBDA_API_KEY"), {}, {}, false},
        {text("vast"), text("Vast.ai"), {}, text("VAST_API_KEY"), {}, {}, true},
        {text("azure"), text("Azure"), text("AZURE_CLIENT_ID"), text("AZURE_CLIENT_SECRET"), {}, text("AZURE_DEFAULTS_LOCATION"), false},
        {text("gcp"), text("Google Cloud"), {}, text("GOOGLE_APPLICATION_CREDENTIALS"), {}, text("CLOUDSDK_COMPUTE_REGION"), true, true},
        {text("openstack"),
         text("OpenStack"),
         text("OS_APPLICATION_CREDENTIAL_ID"),
         text("OS_APPLICATION_CREDENTIAL_SECRET"),
         {},
         text("OS_REGION_NAME"),
         true},
    };
    return kKinds;
}

std::optional<CloudKind> cloudKind(const QString &kind)
{
    const auto found = std::find_if(cloudKinds().begin(), cloudKinds().end(), [&kind](const CloudKind &one) { return one.kind == kind; });
    return found == cloudKinds().end() ? std::nullopt : std::optional(*found);
}

Result<CloudCredentials> credentialsInKeyFile(const QString &kind, const QByteArray &content)
{
    const auto cloud = cloudKind(kind);
    return cloud && cloud->hasKeyFile ? googleCredentials(content) : unknownCloud(kind);
}

Result<CloudCredentials> credentialsIn(const QProcessEnvironment &environment, const QString &kind)
{
    const auto cloud = cloudKind(kind);
    if (!cloud)
        return unknownCloud(kind);
    if (cloud->hasKeyFile) {
        const QByteArray content = fileText(environment.value(cloud->secretVariable));
        if (content.isEmpty()) {
            return Error{
                ErrorCode::NotFound,
                Words::tr("The variable %1 does not name a key file that can be read: set it, or add the account with its key file.")
                    .arg(cloud->secretVariable),
                {}};
        }
        TRY(CloudCredentials inFile, credentialsInKeyFile(kind, content));
        takeGoogleVariables(inFile, environment);
        return inFile;
    }
    if (kind == QLatin1String("openstack"))
        return openStackVariables(environment);
    CloudCredentials found;
    if (cloud->keyIdVariable.isEmpty()) {
        found.secret = environment.value(cloud->secretVariable).toUtf8();
        if (!found.secret.isEmpty())
            return found;
        return Error{ErrorCode::NotFound,
                     Words::tr("The variable %1 is not set: set it, or add the account with its key.").arg(cloud->secretVariable),
                     {}};
    }
    found.keyId = environment.value(cloud->keyIdVariable);
    found.secret = environment.value(cloud->secretVariable).toUtf8();
    found.sessionToken = environment.value(cloud->tokenVariable).toUtf8();
    if (found.keyId.isEmpty() || found.secret.isEmpty()) {
        return Error{ErrorCode::NotFound,
                     Words::tr("The variables %1 and %2 are not both set: set them, or add the account with its key.")
                         .arg(cloud->keyIdVariable, cloud->secretVariable),
                     {}};
    }
    if (const QString region = environment.value(cloud->regionVariable); !region.isEmpty())
        found.settings.insert(QStringLiteral("region"), region);
    for (const AccountVariable &one : kAccountVariables) {
        const QString value = environment.value(QLatin1String(one.variable));
        if (kind == QLatin1String(one.kind) && !value.isEmpty())
            found.settings.insert(QLatin1String(one.setting), value);
    }
    return found;
}

Result<CloudCredentials> credentialsOfProfile(const QProcessEnvironment &environment, const QString &kind, const QString &profile)
{
    const auto cloud = cloudKind(kind);
    if (!cloud)
        return unknownCloud(kind);
    if (!cloud->hasProfiles) {
        return Error{
            ErrorCode::Unsupported,
            Words::tr("Profiles of the command line of %1 cannot be read: use --from-environment, or enter a key.").arg(cloud->name),
            {}};
    }
    if (cloud->hasKeyFile)
        return gcloudLogin(environment, profile);
    if (cloud->keyIdVariable.isEmpty())
        return apiKeyOfProfile(environment, *cloud, profile);
    if (kind == QLatin1String("openstack"))
        return openStackProfile(environment, profile);
    const QString home = environment.value(QStringLiteral("HOME")) + QStringLiteral("/.aws/");
    return awsProfile(fileText(environment.value(QStringLiteral("AWS_SHARED_CREDENTIALS_FILE"), home + QStringLiteral("credentials"))),
                      fileText(environment.value(QStringLiteral("AWS_CONFIG_FILE"), home + QStringLiteral("config"))), profile);
}

}  // namespace trainyard
