// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/google/internal/googleapi.h"

#include "core/base/retry.h"
#include "core/provider/cloudapi/listing.h"
#include "core/provider/google/googleprovider.h"
#include "core/provider/google/internal/googlerefusal.h"
#include "core/provider/google/internal/googletext.h"
#include "core/provider/google/internal/googletoken.h"
#include "core/provider/interface/machineprovider.h"

#include <QDeadlineTimer>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>
#include <QUrl>

#include <algorithm>
#include <functional>
#include <optional>

namespace trainyard {

namespace {

using std::chrono::milliseconds;

const QByteArray kCompute = QByteArrayLiteral("compute"), kResources = QByteArrayLiteral("cloudresourcemanager");
const QByteArray kPageSize = QByteArrayLiteral("500");

bool isThisComputer(const QString &host)
{
    return host == QLatin1String("localhost") || host == QLatin1String("127.0.0.1") || host == QLatin1String("::1");
}

Result<QUrl> endpointFrom(const QString &text)
{
    const QUrl url(text, QUrl::StrictMode);
    // A token that is sent without TLS could be used by others.
    const bool isSafe = url.scheme() == QLatin1String("https") || (url.scheme() == QLatin1String("http") && isThisComputer(url.host()));
    if (!url.isValid() || url.host().isEmpty() || url.path().size() > 1 || !isSafe || url.hasQuery() || !url.userInfo().isEmpty()) {
        return invalidInput(
            GoogleText::tr("“%1” is not an endpoint of Google Cloud: leave it out, or write it as https://HOST.").arg(text.left(100)));
    }
    return url;
}

CloudRefusal formatRefusal(const char *right, const QString &message)
{
    return {CloudRefusal::Kind::Format, QLatin1String(right), message, {}, {}};
}

// A warning that means a place was not looked at; others, such as an empty page, mean nothing.
std::optional<Error> partialError(const QJsonObject &part, const QString &place)
{
    const QString code = part.value("warning").toObject().value("code").toString();
    if (part.value("unreachables").toArray().isEmpty() && (code.isEmpty() || code == QLatin1String("NO_RESULTS_ON_PAGE")))
        return std::nullopt;
    Error error = googleError(
        {CloudRefusal::Kind::Transient, code, part.value("warning").toObject().value("message").toString().left(500), {}, {}});
    error.what = GoogleText::tr("Google Cloud did not answer for all places, so the list is not complete: try again later.");
    error.detail = place.left(100) + u' ' + error.detail;
    return error;
}

QString nextOf(const QJsonObject &page) { return page.value("nextPageToken").toString(); }

// The page that the one before calls `next`; the first one has no such name.
Result<QJsonObject> onePage(const GoogleApi &api, GoogleCall call, const QString &next, const std::stop_token &stop)
{
    call.query << NamedBytes("maxResults", kPageSize);
    if (!next.isEmpty())
        call.query << NamedBytes("pageToken", next.toUtf8());
    TRY(const QJsonObject page, api.call(call, stop));
    if (const auto partial = partialError(page, {}))
        return *partial;
    return page;
}

// Looks at each page.
Result<void> forEachPage(const GoogleApi &api, const GoogleCall &call, const std::stop_token &stop,
                         const std::function<Result<void>(const QJsonObject &page)> &look)
{
    QSet<QString> seen;
    QString next;
    const Listing listing;
    while (true) {
        TRY(const QJsonObject page, onePage(api, call, next, stop));
        TRY_DO(look(page));
        next = nextOf(page);
        if (next.isEmpty())
            return {};
        if (seen.contains(next))
            break;
        seen.insert(next);
    }
    return googleError(formatRefusal(call.right, QStringLiteral("The list does not end")));
}

}  // namespace

bool isGoogleName(const QString &text)
{
    static const QRegularExpression form(QStringLiteral("\\A[a-z]([a-z0-9-]{0,61}[a-z0-9])?\\z"));
    return form.match(text).hasMatch();
}

Result<GoogleApi> GoogleApi::signedIn(const GoogleConnections &connections, const CredentialLookup &lookup, const QString &account)
{
    TRY(const CloudCredentials credentials, lookup(GoogleProvider::kKind, account));
    GoogleApi api;
    api.m_connections = &connections;
    TRY(api.m_key, googleKey(credentials.secret));
    api.m_settings = credentials.settings;
    api.m_project = api.setting(kGoogleProject);
    if (api.m_project.isEmpty())
        api.m_project = api.m_key.project.isEmpty() ? api.m_key.quotaProject : api.m_key.project;
    // Older projects have the name of a domain in front: "example.com:my-project".
    static const QRegularExpression form(QStringLiteral("\\A([a-z0-9.-]{1,63}:)?[a-z][a-z0-9-]{4,61}\\z"));
    if (!form.match(api.m_project).hasMatch()) {
        return invalidInput(GoogleText::tr("Choose a project of Google Cloud: add the account with --set project=NAME, where NAME is the "
                                           "project's id."));
    }
    if (const QString text = api.setting(QStringLiteral("endpoint")); !text.isEmpty()) {
        TRY(const QUrl endpoint, endpointFrom(text));
        api.m_scheme = endpoint.scheme().toLatin1();
        api.m_host = endpoint.authority(QUrl::FullyEncoded).toLatin1();
    }
    return api;
}

Result<QString> GoogleApi::oneRegion(const QString &region) const
{
    const QString name = region.isEmpty() ? setting(QStringLiteral("region")) : region;
    if (name.isEmpty())
        return invalidInput(GoogleText::tr("Choose a region of Google Cloud, such as us-central1."));
    if (!isGoogleName(name))
        return invalidInput(GoogleText::tr("“%1” is not a region of Google Cloud: write it as us-central1.").arg(name.left(60)));
    return name;
}

WebRequest GoogleApi::requestTo(const QByteArray &service) const
{
    WebRequest request;
    request.scheme = m_host.isEmpty() ? QByteArrayLiteral("https") : m_scheme;
    request.host = m_host.isEmpty() ? service + ".googleapis.com" : m_host;
    return request;
}

Result<AccessToken> GoogleApi::fetchToken(std::stop_token stop) const
{
    QJsonObject content;
    CloudCall call;
    call.cloud = {kGoogleName, GoogleProvider::kKind};
    call.effect = CloudCall::Effect::Reads;
    call.secrets = {m_key.privateKey, m_key.clientSecret, m_key.refreshToken};
    // The time is in the body, so that it is written anew for each try.
    call.sign = [&](const QDateTime &now) -> Result<WebRequest> {
        TRY(call.body, googleTokenForm(m_key, now));
        WebRequest request = requestTo("oauth2");
        request.method = "POST";
        request.path = "/token";
        request.headers << NamedBytes("Content-Type", "application/x-www-form-urlencoded");
        return request;
    };
    call.judge = [&](const CloudAnswer &answer) { return googleTokenRefusal(answer, content); };
    TRY_DO(m_connections->api.call(call, stop));
    const QByteArray text = content.value("access_token").toString().toLatin1();
    const bool isPlain = std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
    if (!isPlain || text.size() > 16 * 1024)
        return googleError(formatRefusal("access_token", {}));
    return AccessToken{text, std::chrono::seconds(content.value("expires_in").toInt())};
}

Result<QJsonObject> GoogleApi::sent(const QByteArray &service, const GoogleCall &call, const QByteArray &path, std::stop_token stop) const
{
    QJsonObject content;
    std::optional<CloudRefusal> refused;
    const QByteArray key = TokenCache::keyOf({m_host, m_key.who.toUtf8(), m_key.keyId, m_key.privateKey, m_key.refreshToken});
    const auto work = [&](const QByteArray &token) {
        CloudCall one;
        one.cloud = {kGoogleName, GoogleProvider::kKind};
        one.effect = call.effect;
        one.secrets = call.secrets;
        one.secrets << token;
        if (!call.body.isEmpty())
            one.body = QJsonDocument(call.body).toJson(QJsonDocument::Compact);
        one.sign = [&](const QDateTime &) -> Result<WebRequest> {
            WebRequest request = requestTo(service);
            request.method = call.method;
            request.path = path;
            request.query = call.query;
            request.headers << NamedBytes("Authorization", "Bearer " + token) << NamedBytes("Content-Type", "application/json");
            if (!m_key.quotaProject.isEmpty())
                request.headers << NamedBytes("x-goog-user-project", m_key.quotaProject.toUtf8());
            return request;
        };
        one.judge = [&](const CloudAnswer &answer) {
            refused = googleRefusal(answer, QLatin1String(call.right), content);
            return refused;
        };
        return m_connections->api.call(one, stop);
    };
    const auto answer = m_connections->tokens.with(
        key, [&] { return fetchToken(stop); }, work, stop);
    if (answer)
        return content;
    Error error = answer.error();
    if (refused && refused->kind == CloudRefusal::Kind::Account && error.code == ErrorCode::PermissionDenied)
        error.what = googleError(*refused).what;
    return error;
}

Result<QJsonObject> GoogleApi::call(const GoogleCall &call, std::stop_token stop) const
{
    const qsizetype colon = call.path.indexOf(u':');
    const QString project = colon > 0 ? call.path.left(colon) : m_project, path = call.path.mid(colon + 1);
    const QByteArray whole = "/compute/v1/projects/" + project.toUtf8() + (path.isEmpty() ? QByteArray() : '/' + path.toUtf8());
    return sent(kCompute, call, whole, stop);
}

Result<QJsonArray> GoogleApi::all(const GoogleCall &call, std::stop_token stop) const
{
    QJsonArray found;
    TRY_DO(forEachPage(*this, call, stop, [&found](const QJsonObject &page) -> Result<void> {
        for (const QJsonValue &item : page.value("items").toArray())
            found << item;
        return {};
    }));
    return found;
}

Result<QJsonArray> GoogleApi::first(const GoogleCall &call, bool &hasMore, std::stop_token stop) const
{
    TRY(const QJsonObject page, onePage(*this, call, {}, stop));
    hasMore = !nextOf(page).isEmpty();
    return page.value("items").toArray();
}

Result<QJsonArray> GoogleApi::allPlaces(const GoogleCall &call, const char *entries, std::stop_token stop) const
{
    QJsonArray found;
    TRY_DO(forEachPage(*this, call, stop, [&](const QJsonObject &page) -> Result<void> {
        const QJsonObject places = page.value("items").toObject();
        for (auto place = places.begin(); place != places.end(); ++place) {
            const QJsonObject part = place.value().toObject();
            if (const auto partial = partialError(part, place.key()))
                return *partial;
            for (const QJsonValue &item : part.value(QLatin1String(entries)).toArray())
                found << item;
        }
        return {};
    }));
    return found;
}

Result<bool> GoogleApi::finished(const QJsonObject &operation, const char *right, milliseconds patience, std::stop_token stop,
                                 const QByteArrayList &secrets) const
{
    const QDeadlineTimer deadline(patience);
    const RetryPolicy pauses{m_connections->limits.firstPause, std::chrono::seconds(5), 0.25};
    QJsonObject last = operation;
    for (int polls = 1;; ++polls) {
        if (const auto refusal = googleOperationRefusal(last, QLatin1String(right)))
            return googleError(*refusal, secrets);
        const QString name = last.value("name").toString(), zone = last.value("zone").toString().section(u'/', -1);
        if (last.value("status").toString() == QLatin1String("DONE"))
            return true;
        // Names of operations begin with a letter, as all others.
        if (!isGoogleName(name) || (!zone.isEmpty() && !isGoogleName(zone)))
            return googleError(formatRefusal(right, QStringLiteral("The answer is not an operation")));
        const milliseconds pause = pauses.pauseAfter(polls);
        if (pause >= milliseconds(deadline.remainingTime()))
            return false;
        if (!pauseFor(pause, stop))
            return cancelledError();
        GoogleCall poll;
        poll.right = zone.isEmpty() ? GoogleRights::kGlobalOperation : GoogleRights::kZoneOperation;
        poll.path = (zone.isEmpty() ? QStringLiteral("global") : QStringLiteral("zones/") + zone) + QStringLiteral("/operations/") + name;
        const auto polled = call(poll, stop);
        if (!polled) {
            // What was accepted goes on, whether or not it may be looked at.
            Error error = polled.error();
            error.code = isUnknownOutcome(error.code) ? error.code : ErrorCode::Unreachable;
            return error;
        }
        last = *polled;
    }
}

Result<QStringList> GoogleApi::missing(const QStringList &rights, std::stop_token stop) const
{
    GoogleCall call;
    call.right = "resourcemanager.projects.get";
    call.method = "POST";
    call.body = {{"permissions", QJsonArray::fromStringList(rights)}};
    TRY(const QJsonObject answer, sent(kResources, call, "/v1/projects/" + m_project.toUtf8() + ":testIamPermissions", stop));
    QStringList lacking = rights;
    for (const QJsonValue &granted : answer.value("permissions").toArray())
        lacking.removeAll(granted.toString());
    return lacking;
}

}  // namespace trainyard
