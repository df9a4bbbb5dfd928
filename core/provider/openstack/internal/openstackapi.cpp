// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/openstack/internal/openstackapi.h"

#include "core/provider/cloudapi/listing.h"
#include "core/provider/openstack/internal/openstackrefusal.h"
#include "core/provider/openstack/internal/openstacktext.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace trainyard {

namespace {

using Service = OpenStackAction::Service;

// The first with extra specs in the list of flavours; 2.52 brought tags and 2.37 choosing networks. Of the release Rocky (2018).
const QByteArray kComputeVersion = QByteArrayLiteral("compute 2.61");

QString usualInterface(const CloudCredentials &credentials)
{
    // "publicURL" in older files.
    const QString set = credentials.settings.value(QStringLiteral("interface"));
    return set.isEmpty() ? QStringLiteral("public") : set.endsWith(QLatin1String("URL")) ? set.chopped(3) : set;
}

// The catalogue has some services' addresses without a version.
QByteArray versioned(Service service, QByteArray path)
{
    while (path.endsWith('/'))
        path.chop(1);
    if (service == Service::Network && !path.endsWith("/v2.0"))
        return path + "/v2.0";
    if (service == Service::Image && !path.endsWith("/v2"))
        return path + "/v2";
    return path;
}

QByteArray filled(const char *path, const QStringList &ids)
{
    QByteArray text(path);
    for (const QString &id : ids) {
        const qsizetype star = text.indexOf('*');
        Q_ASSERT(star >= 0);
        text.replace(star, 1, percentEncoded(id.toUtf8(), false));
    }
    return text;
}

bool hasNext(const QJsonObject &answer, const char *list)
{
    if (!answer.value("next").toString().isEmpty())
        return true;
    for (const QJsonValue &link : answer.value(QLatin1String(list) + QStringLiteral("_links")).toArray()) {
        if (link.toObject().value("rel").toString() == QLatin1String("next"))
            return true;
    }
    return false;
}

Error noMachines()
{
    return {ErrorCode::NotFound,
            OpenStackText::tr("This OpenStack offers no machines to the project: check the project and the interface."),
            {}};
}

}  // namespace

Error openStackStrangeAnswer(const QString &what) { return cloudError(kOpenStackName, {CloudRefusal::Kind::Format, {}, what, {}, {}}); }

Result<AccessToken> OpenStackApi::signIn(const OpenStackQuestion &question) const
{
    CloudCall call;
    call.cloud = kOpenStackName;
    call.effect = CloudCall::Effect::Reads;
    call.body = question.body;
    call.secrets = {m_credentials.secret};
    call.authorities = settings().value(QStringLiteral("ca-file"));
    call.sign = [&question](const QDateTime &) -> Result<WebRequest> {
        WebRequest request = question.request;
        request.headers << NamedBytes("content-type", "application/json") << NamedBytes("accept", "application/json");
        return request;
    };
    call.judge = [](const CloudAnswer &answer) {
        auto refusal = openStackRefusal(answer, QStringLiteral("POST /auth/tokens"));
        if (refusal && refusal->kind == CloudRefusal::Kind::Session)
            refusal->kind = CloudRefusal::Kind::Keys;
        return refusal;
    };
    TRY(const auto answer, m_transport->call(call, m_stop));
    return readOpenStackToken(answer, usualInterface(m_credentials));
}

Result<CloudAnswer> OpenStackApi::withSession(const TokenCache::Work &work) const
{
    TRY(const auto question, openStackQuestion(m_credentials));
    return m_tokens->with(
        question.key, [&] { return signIn(question); }, work, m_stop);
}

Result<OpenStackApi> OpenStackApi::in(const CloudApi &transport, const TokenCache &tokens, const CloudCredentials &credentials,
                                      const QString &region, std::stop_token stop)
{
    OpenStackApi api(transport, tokens, credentials, std::move(stop));
    TRY(const auto kept, api.withSession([](const QByteArray &session) { return CloudAnswer{200, {}, session}; }));
    api.m_session = OpenStackSession::fromText(kept.body);
    const QStringList regions = api.m_session.regions();
    api.m_region = region.isEmpty() ? api.settings().value(QStringLiteral("region")) : region;
    if (regions.isEmpty())
        return noMachines();
    if (api.m_region.isEmpty() && regions.size() == 1)
        api.m_region = regions.first();
    if (api.m_region.isEmpty())
        return invalidInput(
            OpenStackText::tr("This OpenStack has several regions: name one of %1.").arg(regions.join(QStringLiteral(", "))));
    if (!regions.contains(api.m_region)) {
        return Error{ErrorCode::NotFound,
                     OpenStackText::tr("This OpenStack has no region “%1”: name one of %2.")
                         .arg(api.m_region.left(100), regions.join(QStringLiteral(", "))),
                     {}};
    }
    return api;
}

Result<QList<OpenStackApi>> OpenStackApi::inAll(const CloudApi &transport, const TokenCache &tokens, const CloudCredentials &credentials,
                                                const QString &region, std::stop_token stop)
{
    if (!region.isEmpty()) {
        TRY(const auto one, in(transport, tokens, credentials, region, stop));
        return QList<OpenStackApi>{one};
    }
    OpenStackApi any(transport, tokens, credentials, stop);
    TRY(const auto kept, any.withSession([](const QByteArray &session) { return CloudAnswer{200, {}, session}; }));
    QList<OpenStackApi> all;
    any.m_session = OpenStackSession::fromText(kept.body);
    const QStringList regions = any.m_session.regions();
    // What was not looked at is not empty.
    if (regions.isEmpty())
        return noMachines();
    for (const QString &name : regions) {
        any.m_region = name;
        all << any;
    }
    return all;
}

Result<QJsonObject> OpenStackApi::call(const OpenStackAction &action, const QStringList &ids, const QJsonObject &body,
                                       const QList<NamedBytes> &query) const
{
    const auto answered = withSession([&](const QByteArray &text) -> Result<CloudAnswer> {
        const OpenStackSession session = OpenStackSession::fromText(text);
        const QString place = session.place(action.service, m_region);
        if (place.isEmpty()) {
            return Error{ErrorCode::NotFound,
                         OpenStackText::tr("This OpenStack has no service for that in the region %1: choose another region.").arg(m_region),
                         QLatin1String(action.path)};
        }
        // The token goes there.
        TRY(const QUrl url, openStackAddress(place));
        CloudCall call;
        call.cloud = kOpenStackName;
        call.effect = action.effect();
        // User data may have the private host key of the machine.
        const QByteArray userData = body.value("server").toObject().value("user_data").toString().toLatin1();
        call.secrets = {session.token, m_credentials.secret, userData, QByteArray::fromBase64(userData)};
        call.authorities = settings().value(QStringLiteral("ca-file"));
        if (!body.isEmpty())
            call.body = QJsonDocument(body).toJson(QJsonDocument::Compact);
        call.sign = [&](const QDateTime &) -> Result<WebRequest> {
            WebRequest request;
            request.method = action.method;
            request.scheme = url.scheme().toLatin1();
            request.host = url.authority(QUrl::FullyEncoded).toLatin1();
            request.path = versioned(action.service, url.path(QUrl::FullyEncoded).toLatin1()) + filled(action.path, ids);
            request.query = query;
            request.headers << NamedBytes("accept", "application/json") << NamedBytes("content-type", "application/json")
                            << NamedBytes("x-auth-token", session.token);
            if (action.service == Service::Compute)
                request.headers << NamedBytes("openstack-api-version", kComputeVersion);
            return request;
        };
        call.judge = [&](const CloudAnswer &answer) {
            return openStackRefusal(answer, QLatin1String(action.method) + u' ' + QLatin1String(action.path));
        };
        return m_transport->call(call, m_stop);
    });
    TRY(const CloudAnswer answer, answered);
    return QJsonDocument::fromJson(answer.body).object();
}

Result<QList<QJsonObject>> OpenStackApi::all(const OpenStackAction &action, QList<NamedBytes> query) const
{
    QList<QJsonObject> found;
    const QList<NamedBytes> plain = query;
    QByteArray marker;
    const Listing listing;
    while (true) {
        TRY(const QJsonObject answer, call(action, {}, {}, query));
        const QJsonValue listed = answer.value(QLatin1String(action.list));
        // Without it nothing is known; an empty list is there.
        if (!listed.isArray())
            return openStackStrangeAnswer(QStringLiteral("no list “%1”").arg(QLatin1String(action.list)));
        for (const QJsonValue &one : listed.toArray())
            found << one.toObject();
        if (!hasNext(answer, action.list))
            return found;
        const QByteArray last = found.isEmpty() ? QByteArray() : found.last().value("id").toString().toUtf8();
        if (last.isEmpty() || last == marker)
            break;
        marker = last;
        query = plain;
        query << NamedBytes("marker", marker);
    }
    return openStackStrangeAnswer(QStringLiteral("a list without an end"));
}

}  // namespace trainyard
