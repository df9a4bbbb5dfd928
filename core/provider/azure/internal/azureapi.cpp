// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/azure/internal/azureapi.h"

#include "core/base/retry.h"
#include "core/provider/azure/azureprovider.h"
#include "core/provider/azure/internal/azurerefusal.h"
#include "core/provider/azure/internal/azuretext.h"
#include "core/provider/cloudapi/listing.h"
#include "core/provider/interface/machineprovider.h"

#include <QDeadlineTimer>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>
#include <QUrlQuery>

#include <algorithm>

namespace trainyard {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLongestPause{30'000};  // between two looks at the work
constexpr double kLongestToken = 86'400;       // seconds
const QString kLocationsPath = QStringLiteral("/locations");

bool isUuid(const QString &text)
{
    static const QRegularExpression form(QStringLiteral("\\A[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\\z"));
    return form.match(text).hasMatch();
}

bool isTenant(const QString &text)
{
    static const QRegularExpression form(QStringLiteral("\\A[A-Za-z0-9][A-Za-z0-9.-]{0,120}\\z"));
    return form.match(text).hasMatch();
}

bool isLocation(const QString &text)
{
    static const QRegularExpression form(QStringLiteral("\\A[a-z][a-z0-9]{1,40}\\z"));
    return form.match(text).hasMatch();
}

WebRequest requestTo(const QUrl &site, const QByteArray &method, const QString &path, const QList<NamedBytes> &query)
{
    WebRequest request;
    request.method = method;
    request.scheme = site.scheme().toLatin1();
    request.host = site.authority().toLatin1();
    request.path = percentEncoded(path.toUtf8(), true);
    request.query = query;
    return request;
}

// Of an address that came in an answer, at its own server.
WebRequest requestTo(const QUrl &url, const QByteArray &method = "GET")
{
    QList<NamedBytes> query;
    const auto items = QUrlQuery(url).queryItems(QUrl::FullyDecoded);
    for (const auto &[name, value] : items)
        query << NamedBytes(name.toUtf8(), value.toUtf8());
    return requestTo(url, method, url.path(QUrl::FullyDecoded), query);
}

Error badAnswer(const QString &what) { return cloudError(AzureText::tr("Azure"), {CloudRefusal::Kind::Format, {}, what, {}, {}}); }

// What was not looked at is not empty.
Error noRegion() { return badAnswer(QStringLiteral("No region")); }

QStringList physicalRegions(const QJsonArray &locations)
{
    QStringList names;
    for (const QJsonValue &value : locations) {
        const QString name = value.toObject().value("name").toString();
        if (value.toObject().value("metadata").toObject().value("regionType").toString() == QLatin1String("Physical") && isLocation(name))
            names << name;
    }
    return names;
}

}  // namespace

AzureApi::AzureApi(const AzureMeans &means, CloudCredentials credentials, AzureSites sites, std::stop_token stop)
    : m_means(means), m_credentials(std::move(credentials)), m_tenant(m_credentials.settings.value(QStringLiteral("tenant"))),
      m_subscription(m_credentials.settings.value(QStringLiteral("subscription")).toLower()), m_sites(std::move(sites)),
      m_stop(std::move(stop))
{
}

Result<AzureApi> AzureApi::signedIn(const AzureMeans &means, const CredentialLookup &lookup, const QString &account, std::stop_token stop)
{
    TRY(CloudCredentials credentials, lookup(AzureProvider::kKind, account));
    TRY(AzureSites sites, azureSites(credentials.settings.value(QStringLiteral("endpoint"))));
    AzureApi api(means, std::move(credentials), std::move(sites), std::move(stop));
    if (!isUuid(api.m_credentials.keyId) || api.m_credentials.secret.isEmpty() || !isTenant(api.m_tenant)) {
        return Error{
            ErrorCode::AuthenticationFailed,
            AzureText::tr("The keys of this account at Azure are incomplete: enter the tenant, the client id and the client secret "
                          "of an app registration."),
            {}};
    }
    if (!isUuid(api.m_subscription)) {
        return invalidInput(AzureText::tr("The account at Azure has no valid subscription: enter its id, such as "
                                          "00000000-0000-0000-0000-000000000000."));
    }
    return api;
}

QString AzureApi::identity() const
{
    return QStringLiteral("%1@%2, %3").arg(m_credentials.keyId.toLower(), m_tenant.toLower(), m_subscription);
}

CloudCall AzureApi::callTo(const WebRequest &request, CloudCall::Effect effect) const
{
    CloudCall call;
    call.cloud = {AzureText::tr("Azure"), AzureProvider::kKind};
    call.effect = effect;
    call.secrets = {m_credentials.secret, percentEncoded(m_credentials.secret, false)};
    call.sign = [request](const QDateTime &) -> Result<WebRequest> { return request; };
    return call;
}

Result<AccessToken> AzureApi::fetchToken() const
{
    WebRequest request = requestTo(m_sites.login, "POST", u'/' + m_tenant + QStringLiteral("/oauth2/v2.0/token"), {});
    request.headers << NamedBytes("content-type", "application/x-www-form-urlencoded");
    CloudCall call = callTo(request, CloudCall::Effect::Reads);
    call.body = canonicalQuery({{"client_id", m_credentials.keyId.toLatin1()},
                                {"scope", m_sites.scope},
                                {"grant_type", "client_credentials"},
                                {"client_secret", m_credentials.secret}});
    QJsonObject body;
    call.judge = [&body](const CloudAnswer &answer) { return azureTokenRefusal(answer, body); };
    TRY_DO(m_means.api.call(call, m_stop));
    const QByteArray token = body.value("access_token").toString().toLatin1();
    if (!std::all_of(token.begin(), token.end(), [](char c) { return c > ' ' && c < '\x7f'; }))
        return badAnswer(QStringLiteral("access_token"));
    // A number; some versions of the service write it as a text.
    const double lasts = body.value("expires_in").toVariant().toDouble();
    return AccessToken{token, std::chrono::seconds(lasts > 0 ? static_cast<qint64>(std::min(lasts, kLongestToken)) : 0)};
}

QByteArray AzureApi::tokenKey() const
{
    return TokenCache::keyOf(
        {m_sites.login.toEncoded(), m_tenant.toUtf8(), m_credentials.keyId.toUtf8(), m_credentials.secret, m_sites.scope});
}

Result<void> AzureApi::signIn() const
{
    TRY_DO(m_means.tokens.with(
        tokenKey(), [this] { return fetchToken(); }, [](const QByteArray &) -> Result<CloudAnswer> { return CloudAnswer(); }, m_stop));
    return {};
}

Result<AzureReply> AzureApi::send(const AzureAction &action, const WebRequest &plain, const QJsonObject &body) const
{
    QJsonObject content;
    TRY(const CloudAnswer answer,
        m_means.tokens.with(
            tokenKey(), [this] { return fetchToken(); },
            [&](const QByteArray &token) {
                WebRequest request = plain;
                request.headers << NamedBytes("authorization", "Bearer " + token);
                if (!body.isEmpty())
                    request.headers << NamedBytes("content-type", "application/json");
                CloudCall call = callTo(request, action.effect);
                if (!body.isEmpty())
                    call.body = QJsonDocument(body).toJson(QJsonDocument::Compact);
                call.secrets << token;
                // It may have secrets of the machine.
                const QJsonValue data = body.value("properties").toObject().value("osProfile").toObject().value("customData");
                call.secrets << data.toString().toLatin1();
                call.judge = [&](const CloudAnswer &one) { return azureRefusal(one, QLatin1String(action.right), content); };
                return m_means.api.call(call, m_stop);
            },
            m_stop));
    AzureReply reply;
    reply.body = content;
    reply.pause = std::chrono::seconds(std::clamp<qint64>(answer.headers.value("retry-after").toLongLong(), 0, 3600));
    const QByteArray operation = answer.headers.value("azure-asyncoperation");
    if ((answer.status == 201 || answer.status == 202) && !operation.isEmpty()) {
        reply.operation = QUrl(QString::fromLatin1(operation), QUrl::StrictMode);
        if (!isAtSite(reply.operation, m_sites.management))
            return badAnswer(QStringLiteral("An operation at another server"));
    }
    return reply;
}

Result<AzureReply> AzureApi::call(const AzureAction &action, const QString &path, const QJsonObject &body,
                                  const QList<NamedBytes> &query) const
{
    const QList<NamedBytes> all = query + QList<NamedBytes>{{"api-version", action.version}};
    return send(action, requestTo(m_sites.management, action.method, QStringLiteral("/subscriptions/") + m_subscription + path, all), body);
}

Result<AzureReply> AzureApi::next(const AzureAction &action, const QString &link, const QJsonObject &body) const
{
    const QUrl url(link, QUrl::StrictMode);
    const QString own = QStringLiteral("/subscriptions/") + m_subscription + u'/';
    if (!isAtSite(url, m_sites.management) || !url.path().startsWith(own, Qt::CaseInsensitive))
        return badAnswer(QStringLiteral("A page at another server"));
    return send(action, requestTo(url, action.method), body);
}

Result<QJsonArray> AzureApi::all(const AzureAction &action, const QString &path, const QList<NamedBytes> &query) const
{
    QJsonArray entries;
    const Listing listing;
    TRY(AzureReply page, call(action, path, {}, query));
    QSet<QString> seen;
    while (true) {
        if (!page.body.value("value").isArray())
            return badAnswer(QStringLiteral("A list without entries"));
        const QJsonArray more = page.body.value("value").toArray();
        for (const QJsonValue &entry : more)
            entries << entry;
        const QString next = page.body.value("nextLink").toString();
        if (next.isEmpty())
            return entries;
        if (seen.contains(next))
            return badAnswer(QStringLiteral("A list without end"));
        seen << next;
        TRY(page, this->next(action, next));
    }
}

Result<QJsonArray> AzureApi::first(const AzureAction &action, const QString &path, bool &hasMore) const
{
    TRY(const AzureReply page, call(action, path));
    if (!page.body.value("value").isArray())
        return badAnswer(QStringLiteral("A list without entries"));
    hasMore = !page.body.value("nextLink").toString().isEmpty();
    return page.body.value("value").toArray();
}

Result<bool> AzureApi::ended(const AzureReply &reply, const AzureAction &poll, milliseconds atMost) const
{
    if (reply.operation.isEmpty())
        return true;
    const QDeadlineTimer deadline(atMost);
    milliseconds pause = reply.pause;
    while (true) {
        const milliseconds wanted = std::clamp(pause, m_means.pollPause, kLongestPause);
        if (!pauseFor(std::min(wanted, milliseconds(std::max<qint64>(0, deadline.remainingTime()))), m_stop))
            return cancelledError();
        const auto polled = send(poll, requestTo(reply.operation), {});
        if (!polled) {
            // What was accepted goes on, whether or not it may be looked at.
            Error error = polled.error();
            error.code = isUnknownOutcome(error.code) ? error.code : ErrorCode::Unreachable;
            return error;
        }
        const AzureReply &now = *polled;
        const QString status = now.body.value("status").toString();
        if (status == QLatin1String("Succeeded"))
            return true;
        if (status == QLatin1String("Failed") || status == QLatin1String("Canceled")) {
            return cloudError({AzureText::tr("Azure"), AzureProvider::kKind},
                              azureRefusalOf(now.body.value("error").toObject(), 0, QLatin1String(poll.right)), {m_credentials.secret});
        }
        if (deadline.hasExpired())
            return false;
        pause = now.pause;
    }
}

Result<bool> AzureApi::isGone(const AzureAction &read, const QString &path, milliseconds atMost,
                              const std::function<bool(const QJsonObject &)> &goesOn) const
{
    const QDeadlineTimer deadline(atMost);
    while (true) {
        const auto found = call(read, path);
        if (!found && found.error().code == ErrorCode::NotFound)
            return true;
        TRY(const AzureReply there, found);
        if (!goesOn(there.body) || deadline.hasExpired())
            return false;
        const milliseconds wanted = std::clamp<milliseconds>(there.pause, m_means.pollPause, kLongestPause);
        if (!pauseFor(std::min(wanted, milliseconds(std::max<qint64>(0, deadline.remainingTime()))), m_stop))
            return cancelledError();
    }
}

Result<QStringList> AzureApi::regions(const QString &region) const
{
    if (!region.isEmpty()) {
        TRY(const QString one, oneRegion(region));
        return QStringList{one};
    }
    TRY(const QJsonArray locations, all(AzureActions::kReadLocations, kLocationsPath));
    const QStringList names = physicalRegions(locations);
    return names.isEmpty() ? Result<QStringList>(noRegion()) : Result<QStringList>(names);
}

Result<QStringList> AzureApi::firstRegions(bool &hasMore) const
{
    TRY(const QJsonArray locations, first(AzureActions::kReadLocations, kLocationsPath, hasMore));
    const QStringList names = physicalRegions(locations);
    return names.isEmpty() && !hasMore ? Result<QStringList>(noRegion()) : Result<QStringList>(names);
}

Result<QString> AzureApi::oneRegion(const QString &region) const
{
    const QString name = region.isEmpty() ? m_credentials.settings.value(QStringLiteral("region")) : region;
    if (name.isEmpty())
        return invalidInput(AzureText::tr("Choose a region of Azure, such as eastus."));
    if (!isLocation(name))
        return invalidInput(AzureText::tr("“%1” is not a region of Azure: write it as eastus.").arg(name.left(60)));
    return name;
}

Result<QJsonArray> AzureApi::prices(const QByteArray &filter) const
{
    QJsonArray items;
    WebRequest request = requestTo(m_sites.prices, "GET", QStringLiteral("/api/retail/prices"),
                                   {{"api-version", "2023-01-01-preview"},
                                    {"currencyCode", '\'' + currencyCode(m_sites.currency).toLatin1() + '\''},
                                    {"$filter", filter}});
    const Listing listing;
    while (true) {
        QJsonObject body;
        CloudCall call = callTo(request, CloudCall::Effect::Reads);
        call.judge = [&body](const CloudAnswer &answer) { return azureRefusal(answer, {}, body); };
        TRY_DO(m_means.api.call(call, m_stop));
        const QJsonArray more = body.value("Items").toArray();
        for (const QJsonValue &item : more)
            items << item;
        const QUrl next(body.value("NextPageLink").toString(), QUrl::StrictMode);
        if (next.isEmpty() || more.isEmpty())
            return items;
        if (!isAtSite(next, m_sites.prices))
            return badAnswer(QStringLiteral("Prices at another server"));
        request = requestTo(next);
    }
}

Result<QByteArray> AzureApi::blob(const QString &signedAddress) const
{
    const QUrl url(signedAddress, QUrl::StrictMode);
    if (!isBlobOf(url, m_sites))
        return badAnswer(QStringLiteral("An object at another server"));
    CloudCall call = callTo(requestTo(url), CloudCall::Effect::Reads);
    call.secrets << signedAddress.toUtf8() << url.query().toUtf8();
    call.judge = [](const CloudAnswer &answer) -> std::optional<CloudRefusal> {
        if (answer.status == 200)
            return std::nullopt;
        const auto kind = answer.status == 404                           ? CloudRefusal::Kind::NotFound
                          : answer.status >= 500 || answer.status == 429 ? CloudRefusal::Kind::Transient
                                                                         : CloudRefusal::Kind::Format;
        return CloudRefusal{kind, QStringLiteral("HTTP %1").arg(answer.status), {}, {}, {}};
    };
    TRY(const CloudAnswer answer, m_means.api.call(call, m_stop));
    return answer.body;
}

}  // namespace trainyard
