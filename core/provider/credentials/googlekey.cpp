// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/credentials/googlekey.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace trainyard {

namespace {

struct GoogleKeyWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Credentials)
};

Error notAKey(const QString &why)
{
    return {
        ErrorCode::AuthenticationFailed,
        GoogleKeyWords::tr("That is not a complete key file of Google Cloud: create a key for the service account, and use the JSON file "
                           "as it is."),
        why};
}

bool isPlain(const QString &text)
{
    return text.size() <= 4096 && std::all_of(text.begin(), text.end(), [](QChar c) { return c > u' ' && c < u'\x7f'; });
}

}  // namespace

Result<GoogleKey> googleKey(const QByteArray &json)
{
    QJsonParseError problem;
    const QJsonObject file = QJsonDocument::fromJson(json, &problem).object();
    const auto text = [&file](const char *name) { return file.value(QLatin1String(name)).toString(); };
    if (file.isEmpty())
        return notAKey(problem.errorString());
    const QString type = text("type"), universe = text("universe_domain");
    GoogleKey key;
    key.isServiceAccount = type == QLatin1String("service_account");
    if ((!key.isServiceAccount && type != QLatin1String("authorized_user"))
        || (!universe.isEmpty() && universe != QLatin1String("googleapis.com"))) {
        return Error{ErrorCode::Unsupported,
                     GoogleKeyWords::tr("Trainyard cannot sign in to Google Cloud with a file of this kind: use the key file of a service "
                                        "account, or run `gcloud auth application-default login`."),
                     type.left(60) + u' ' + universe.left(60)};
    }
    key.who = text(key.isServiceAccount ? "client_email" : "client_id");
    key.project = text("project_id");
    key.quotaProject = text("quota_project_id");
    key.keyId = text("private_key_id").toLatin1();
    key.privateKey = text("private_key").toLatin1();
    key.clientSecret = text("client_secret").toLatin1();
    key.refreshToken = text("refresh_token").toLatin1();
    const bool isWhole = key.isServiceAccount ? !key.privateKey.isEmpty() : !key.clientSecret.isEmpty() && !key.refreshToken.isEmpty();
    if (key.who.isEmpty() || !isWhole || !isPlain(key.who) || !isPlain(key.project) || !isPlain(key.quotaProject))
        return notAKey({});
    return key;
}

Result<CloudCredentials> googleCredentials(const QByteArray &json)
{
    TRY(const GoogleKey key, googleKey(json));
    CloudCredentials found;
    found.keyId = key.who;
    found.secret = QJsonDocument::fromJson(json).toJson(QJsonDocument::Compact);
    if (const QString project = key.project.isEmpty() ? key.quotaProject : key.project; !project.isEmpty())
        found.settings.insert(QStringLiteral("project"), project);
    return found;
}

Result<CloudCredentials> googleCredentials(const QByteArray &json, const QByteArray &configuration)
{
    TRY(CloudCredentials found, googleCredentials(json));
    QByteArray section;
    const QList<QByteArray> lines = configuration.split('\n');
    for (const QByteArray &raw : lines) {
        const QByteArray line = raw.trimmed();
        if (line.startsWith('[') && line.endsWith(']')) {
            section = line.mid(1, line.size() - 2).trimmed();
            continue;
        }
        const qsizetype equals = line.indexOf('=');
        const QByteArray name = line.left(std::max<qsizetype>(equals, 0)).trimmed(), value = line.mid(equals + 1).trimmed();
        const bool isOurs = (section == "core" && name == "project") || (section == "compute" && (name == "region" || name == "zone"));
        if (isOurs && !value.isEmpty())
            found.settings.insert(QString::fromUtf8(name), QString::fromUtf8(value));
    }
    return found;
}

}  // namespace trainyard
