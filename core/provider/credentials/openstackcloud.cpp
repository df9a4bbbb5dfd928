// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/credentials/openstackcloud.h"

#include "core/model/yamlobject.h"

#include <QCoreApplication>
#include <QJsonObject>

#include <iterator>

namespace trainyard {

namespace {

struct OpenStackWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Credentials)
};

// A setting, the name of its variable without OS_, and its name in clouds.yaml.
struct SettingName {
    const char *setting, *variable, *yaml;
};
constexpr SettingName kNames[] = {
    {"auth-url", "AUTH_URL", "auth_url"},
    {"project", "PROJECT_NAME", "project_name"},
    {"project-id", "PROJECT_ID", "project_id"},
    {"project-domain", "PROJECT_DOMAIN_NAME", "project_domain_name"},
    {"project-domain-id", "PROJECT_DOMAIN_ID", "project_domain_id"},
    {"user-domain", "USER_DOMAIN_NAME", "user_domain_name"},
    {"user-domain-id", "USER_DOMAIN_ID", "user_domain_id"},
    {"region", "REGION_NAME", "region_name"},
    {"interface", "INTERFACE", "interface"},
    {"ca-file", "CACERT", "cacert"},
};

// A value of the cloud, which has most of them under "auth".
QString valueOf(const QJsonObject &cloud, const char *key)
{
    const QString own = cloud.value(QLatin1String(key)).toString();
    return own.isEmpty() ? cloud.value("auth").toObject().value(QLatin1String(key)).toString() : own;
}

Error noSuchCloud(const QString &name)
{
    return {ErrorCode::NotFound,
            name.isEmpty() ? OpenStackWords::tr("clouds.yaml is missing, or has several clouds: name one of them with --profile.")
                           : OpenStackWords::tr("clouds.yaml has no cloud “%1”: look for its name in ~/.config/openstack/clouds.yaml.")
                                 .arg(name.left(100)),
            {}};
}

Result<CloudCredentials> read(const QJsonObject &clouds, const QJsonObject &secure, const QString &wanted)
{
    const QString name = wanted.isEmpty() && clouds.size() == 1 ? clouds.begin().key() : wanted;
    const QJsonObject plain = clouds.value(name).toObject(), secret = secure.value(name).toObject();
    if (name.isEmpty() || plain.isEmpty())
        return noSuchCloud(wanted);
    const auto value = [&](const char *key) {
        const QString hidden = valueOf(secret, key);
        return hidden.isEmpty() ? valueOf(plain, key) : hidden;
    };
    if (value("verify").toLower() == QLatin1String("false")) {
        return Error{ErrorCode::Unsupported,
                     OpenStackWords::tr("The cloud “%1” of clouds.yaml switches off the check of certificates: give it the file of its "
                                        "certificates, cacert, instead.")
                         .arg(name.left(100)),
                     {}};
    }
    CloudCredentials found;
    found.keyId = value("application_credential_id");
    found.secret = value("application_credential_secret").toUtf8();
    if (found.keyId.isEmpty()) {
        found.keyId = value("username");
        found.secret = value("password").toUtf8();
        found.settings.insert(QStringLiteral("auth-type"), QStringLiteral("password"));
    }
    if (found.keyId.isEmpty() || found.secret.isEmpty()) {
        return Error{ErrorCode::Unsupported,
                     OpenStackWords::tr("The cloud “%1” of clouds.yaml has neither a password nor an application credential with its id: "
                                        "make an application credential, and add it there.")
                         .arg(name.left(100)),
                     {}};
    }
    for (const SettingName &one : kNames) {
        if (const QString set = value(one.yaml); !set.isEmpty())
            found.settings.insert(QLatin1String(one.setting), set);
    }
    return found;
}

}  // namespace

Result<CloudCredentials> openStackVariables(const QProcessEnvironment &environment)
{
    const auto variable = [&environment](const char *name) { return environment.value(QStringLiteral("OS_") + QLatin1String(name)); };
    CloudCredentials found;
    found.keyId = variable("APPLICATION_CREDENTIAL_ID");
    found.secret = variable("APPLICATION_CREDENTIAL_SECRET").toUtf8();
    if (found.keyId.isEmpty()) {
        found.keyId = variable("USERNAME");
        found.secret = variable("PASSWORD").toUtf8();
        found.settings.insert(QStringLiteral("auth-type"), QStringLiteral("password"));
    }
    if (found.keyId.isEmpty() || found.secret.isEmpty()) {
        return Error{
            ErrorCode::NotFound,
            OpenStackWords::tr("Neither OS_APPLICATION_CREDENTIAL_ID and OS_APPLICATION_CREDENTIAL_SECRET are set, nor OS_USERNAME "
                               "and OS_PASSWORD: source the file of your project, or add the account with its credentials."),
            {}};
    }
    for (const SettingName &one : kNames) {
        if (const QString set = variable(one.variable); !set.isEmpty())
            found.settings.insert(QLatin1String(one.setting), set);
    }
    return found;
}

Result<CloudCredentials> openStackCloud(const QByteArray &clouds, const QByteArray &secure, const QString &name)
{
    const auto open = yamlObject(clouds), hidden = yamlObject(secure);
    if (!open || !hidden) {
        return Error{ErrorCode::InvalidInput, OpenStackWords::tr("clouds.yaml or secure.yaml is not YAML: correct it."),
                     open ? hidden.error().detail : open.error().detail};
    }
    return read(open->value("clouds").toObject(), hidden->value("clouds").toObject(), name);
}

QStringList openStackFolders(const QProcessEnvironment &environment)
{
    const QString configured = environment.value(QStringLiteral("XDG_CONFIG_HOME"),
                                                 environment.value(QStringLiteral("HOME")) + QStringLiteral("/.config"));
    return {configured + QStringLiteral("/openstack/"), QStringLiteral("/etc/openstack/")};
}

}  // namespace trainyard
