// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/openstack/internal/openstacksignin.h"

#include "core/provider/openstack/internal/openstacktext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace trainyard {

namespace {

bool isOnThisComputer(const QString &host)
{
    return host == QLatin1String("127.0.0.1") || host == QLatin1String("localhost") || host == QLatin1String("::1");
}

// {"name": …}, or {"id": …} if that is set.
QJsonObject domainOf(const QMap<QString, QString> &settings, const QString &name)
{
    const QString id = settings.value(name + QStringLiteral("-id"));
    return id.isEmpty() ? QJsonObject{{"name", settings.value(name, QStringLiteral("Default"))}} : QJsonObject{{"id", id}};
}

Result<QJsonObject> scopeOf(const QMap<QString, QString> &settings)
{
    if (const QString id = settings.value(QStringLiteral("project-id")); !id.isEmpty())
        return QJsonObject{{"project", QJsonObject{{"id", id}}}};
    const QString name = settings.value(QStringLiteral("project"));
    if (name.isEmpty())
        return invalidInput(OpenStackText::tr("The account names no project: set it with --set project=NAME, or in clouds.yaml."));
    return QJsonObject{{"project", QJsonObject{{"name", name}, {"domain", domainOf(settings, QStringLiteral("project-domain"))}}}};
}

// The names of one service in catalogues, the usual one first.
QStringList typesOf(OpenStackAction::Service service)
{
    switch (service) {
    case OpenStackAction::Service::Compute: return {QStringLiteral("compute")};
    case OpenStackAction::Service::Network: return {QStringLiteral("network")};
    case OpenStackAction::Service::Image: return {QStringLiteral("image")};
    case OpenStackAction::Service::Volume: return {QStringLiteral("volumev3"), QStringLiteral("block-storage")};
    }
    return {};
}

}  // namespace

Result<QUrl> openStackAddress(const QString &address)
{
    const QUrl url(address, QUrl::StrictMode);
    const bool isSafe = url.scheme() == QLatin1String("https") || (url.scheme() == QLatin1String("http") && isOnThisComputer(url.host()));
    if (!url.isValid() || url.host().isEmpty() || !isSafe || !url.userInfo().isEmpty() || url.hasQuery() || url.hasFragment()) {
        return invalidInput(
            OpenStackText::tr("The address “%1” of OpenStack is not valid: it has to begin with https:// and the name of a server.")
                .arg(address.left(200)));
    }
    return url;
}

Result<OpenStackQuestion> openStackQuestion(const CloudCredentials &credentials)
{
    const QMap<QString, QString> &settings = credentials.settings;
    const auto setting = [&settings](const char *name) { return settings.value(QLatin1String(name)); };
    if (setting("auth-url").isEmpty()) {
        return invalidInput(
            OpenStackText::tr("The account does not say where to sign in: set it with --set auth-url=ADDRESS, or in clouds.yaml."));
    }
    TRY(const QUrl url, openStackAddress(setting("auth-url")));
    if (credentials.keyId.isEmpty() || credentials.secret.isEmpty())
        return Error{ErrorCode::AuthenticationFailed, OpenStackText::tr("This account has no credentials: add it again with them."), {}};
    QJsonObject auth;
    if (setting("auth-type") == QLatin1String("password")) {
        TRY(const QJsonObject scope, scopeOf(settings));
        const QJsonObject user{{"name", credentials.keyId},
                               {"domain", domainOf(settings, QStringLiteral("user-domain"))},
                               {"password", QString::fromUtf8(credentials.secret)}};
        auth = {{"identity", QJsonObject{{"methods", QJsonArray{"password"}}, {"password", QJsonObject{{"user", user}}}}},
                {"scope", scope}};
    } else {
        const QJsonObject one{{"id", credentials.keyId}, {"secret", QString::fromUtf8(credentials.secret)}};
        auth = {{"identity", QJsonObject{{"methods", QJsonArray{"application_credential"}}, {"application_credential", one}}}};
    }
    OpenStackQuestion question;
    question.request.method = "POST";
    question.request.scheme = url.scheme().toLatin1();
    question.request.host = url.authority(QUrl::FullyEncoded).toLatin1();
    // Given with and without the version.
    QByteArray path = url.path(QUrl::FullyEncoded).toLatin1();
    while (path.endsWith('/'))
        path.chop(1);
    if (!path.endsWith("/v3"))
        path += "/v3";
    question.request.path = path + "/auth/tokens";
    question.body = QJsonDocument(QJsonObject{{"auth", auth}}).toJson(QJsonDocument::Compact);
    question.key = TokenCache::keyOf({question.request.host, question.request.path, question.body, setting("interface").toUtf8()});
    return question;
}

QStringList OpenStackSession::regions() const
{
    QStringList found;
    for (auto one = places.cbegin(); one != places.cend(); ++one) {
        if (one.key().startsWith(QLatin1String("compute ")))
            found << one.key().section(u' ', 1);
    }
    return found;
}

QString OpenStackSession::place(OpenStackAction::Service service, const QString &region) const
{
    for (const QString &type : typesOf(service)) {
        if (const QString found = places.value(type + u' ' + region); !found.isEmpty())
            return found;
    }
    return {};
}

QByteArray OpenStackSession::text() const
{
    QJsonObject all;
    for (auto one = places.cbegin(); one != places.cend(); ++one)
        all[one.key()] = one.value();
    return QJsonDocument(QJsonObject{{"token", QString::fromLatin1(token)},
                                     {"project", project},
                                     {"project_id", projectId},
                                     {"user", user},
                                     {"roles", QJsonArray::fromStringList(roles)},
                                     {"places", all}})
        .toJson(QJsonDocument::Compact);
}

OpenStackSession OpenStackSession::fromText(const QByteArray &text)
{
    const QJsonObject all = QJsonDocument::fromJson(text).object();
    OpenStackSession session;
    session.token = all.value("token").toString().toLatin1();
    session.project = all.value("project").toString();
    session.projectId = all.value("project_id").toString();
    session.user = all.value("user").toString();
    for (const QJsonValue &role : all.value("roles").toArray())
        session.roles << role.toString();
    const QJsonObject places = all.value("places").toObject();
    for (auto one = places.begin(); one != places.end(); ++one)
        session.places[one.key()] = one.value().toString();
    return session;
}

Result<AccessToken> readOpenStackToken(const CloudAnswer &answer, const QString &interface)
{
    const QJsonObject token = QJsonDocument::fromJson(answer.body).object().value("token").toObject();
    OpenStackSession session;
    session.token = answer.headers.value("x-subject-token");
    const QDateTime end = QDateTime::fromString(token.value("expires_at").toString(), Qt::ISODate);
    // A header is sent back as it came: it must not be able to end its line.
    const bool isPlain = std::all_of(session.token.begin(), session.token.end(), [](char c) { return c > 32 && c < 127; });
    if (session.token.isEmpty() || !isPlain || !end.isValid() || !token.value("catalog").isArray())
        return cloudError(kOpenStackName, {CloudRefusal::Kind::Format, {}, QStringLiteral("no token with a catalogue"), {}, {}});
    session.user = token.value("user").toObject().value("name").toString();
    session.project = token.value("project").toObject().value("name").toString();
    session.projectId = token.value("project").toObject().value("id").toString();
    for (const QJsonValue &role : token.value("roles").toArray())
        session.roles << role.toObject().value("name").toString();
    for (const QJsonValue &value : token.value("catalog").toArray()) {
        const QString type = value.toObject().value("type").toString();
        for (const QJsonValue &place : value.toObject().value("endpoints").toArray()) {
            const QJsonObject one = place.toObject();
            const QString region = one.value("region_id").toString(one.value("region").toString());
            if (one.value("interface").toString() == interface && !region.isEmpty())
                session.places[type + u' ' + region] = one.value("url").toString();
        }
    }
    return tokenUntil(session.text(), end, answer);
}

}  // namespace trainyard
