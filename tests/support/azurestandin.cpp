// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/azurestandin.h"

#include "tests/support/azureworld.h"

#include <QMutexLocker>
#include <QRegularExpression>
#include <QUrlQuery>

namespace trainyard {

namespace {

using namespace azureworld;

const QByteArray kSecret = QByteArrayLiteral("example~secret+/=of-the-stand-in");
const QString kClient = QStringLiteral("55555555-6666-7777-8888-999999999999");

QJsonObject priceOf(const QString &region, const QString &type, const QString &sku, double price, const QString &product)
{
    return {{"currencyCode", "USD"},     {"retailPrice", price},   {"unitPrice", price},
            {"armRegionName", region},   {"armSkuName", type},     {"skuName", sku},
            {"meterName", sku},          {"productName", product}, {"serviceName", "Virtual Machines"},
            {"unitOfMeasure", "1 Hour"}, {"type", "Consumption"}};
}

}  // namespace

Answer AzureStandIn::State::token(const Request &request)
{
    QHash<QString, QString> form;
    const QUrlQuery sent(QString::fromUtf8(QByteArray(request.body).replace('+', "%20")));
    for (const auto &[name, value] : sent.queryItems(QUrl::FullyDecoded))
        form.insert(name, value);
    const auto refuse = [](int status, const char *error, const char *words) {
        return json(status, {{"error", error}, {"error_description", words}, {"trace_id", "trace-1"}});
    };
    if (request.method != "POST" || !request.headers.value("content-type").startsWith("application/x-www-form-urlencoded"))
        return refuse(400, "invalid_request", "AADSTS900144: The request body must contain the following parameter: 'grant_type'.");
    if (form.value("client_id") != kClient)
        return refuse(400, "unauthorized_client", "AADSTS700016: Application was not found in the directory.");
    if (form.value("client_secret").toUtf8() != kSecret) {
        // Some answers repeat what was sent.
        return json(401, {{"error", "invalid_client"},
                          {"error_description", "AADSTS7000215: Invalid client secret provided: " + form.value("client_secret")}});
    }
    if (form.value("grant_type") != "client_credentials" || form.value("scope") != "https://management.azure.com/.default")
        return refuse(400, "invalid_scope", "AADSTS70011: The provided value for the input parameter 'scope' is not valid.");
    for (auto it = form.begin(); it != form.end(); ++it) {
        static const QSet<QString> kKnown{"client_id",   "client_secret", "grant_type",       "scope",
                                          "client_info", "claims",        "client-request-id"};
        if (!kKnown.contains(it.key()) && !it.key().startsWith("x-"))
            return json(400, {{"error", "invalid_request"}, {"error_description", "An unknown parameter: " + it.key()}});
    }
    const QByteArray given = "header." + QByteArray::number(++count) + ".token";
    tokens << given;
    return json(
        200,
        {{"token_type", "Bearer"}, {"expires_in", tokenLife}, {"ext_expires_in", tokenLife}, {"access_token", QString::fromLatin1(given)}});
}

Answer AzureStandIn::State::page(const QJsonArray &all, const Request &request, const QList<std::pair<QString, QString>> &query)
{
    int from = 0;
    QUrlQuery next;
    for (const auto &[name, value] : query) {
        if (name == "$skiptoken")
            from = value.mid(2).toInt();
        else
            next.addQueryItem(QString::fromLatin1(QUrl::toPercentEncoding(name)), QString::fromLatin1(QUrl::toPercentEncoding(value)));
    }
    QJsonArray some;
    for (int i = from; i < std::min<int>(from + pageSize, static_cast<int>(all.size())); ++i)
        some << all[i];
    QJsonObject body{{"value", some}};
    if (from + pageSize < all.size() || repeats) {
        next.addQueryItem("%24skiptoken", QStringLiteral("p+%1").arg(repeats ? from : from + pageSize).replace('+', "%2B"));
        body.insert("nextLink", link() + QString::fromLatin1(request.target).section('?', 0, 0) + '?' + next.toString(QUrl::FullyEncoded));
    }
    return json(200, body);
}

Answer AzureStandIn::State::prices(const QList<std::pair<QString, QString>> &query) const
{
    const QHash<QString, QString> asked = [&query] {
        QHash<QString, QString> all;
        for (const auto &[name, value] : query)
            all.insert(name, value);
        return all;
    }();
    const auto region = QRegularExpression("armRegionName eq '([a-z0-9]+)'").match(asked.value("$filter")).captured(1);
    if (arePricesClosed)
        return refusedWith(500, "InternalServerError", "Closed");
    if (asked.value("currencyCode") != "'USD'" || asked.value("api-version") != "2023-01-01-preview" || region.isEmpty())
        return refusedWith(400, "BadRequest", "Invalid OData parameters supplied");
    const QString type = kType, product = "Virtual Machines NCads A100 v4 Series";
    if (asked.value("$skip").isEmpty()) {
        const QJsonArray items{priceOf(region, type, "NC24ads A100 v4", 3.673, product),
                               priceOf(region, type, "NC24ads A100 v4", 4.777, product + " Windows"),
                               priceOf(region, type, "NC24ads A100 v4 Low Priority", 0.5, product)};
        const QString next = link() + "/api/retail/prices?api-version=2023-01-01-preview&currencyCode='USD'&$filter="
                             + QString::fromLatin1(QUrl::toPercentEncoding(asked.value("$filter"))) + "&$skip=3";
        return json(200, {{"Items", items}, {"NextPageLink", next}, {"Count", 3}});
    }
    return json(200, {{"Items", QJsonArray{priceOf(region, type, "NC24ads A100 v4 Spot", 1.469, product)}},
                      {"NextPageLink", QJsonValue()},
                      {"Count", 1}});
}

Answer AzureStandIn::State::answer(const Request &request)
{
    const QMutexLocker lock(&mutex);
    const QUrl url = QUrl::fromEncoded(request.target);
    const QString path = url.path(QUrl::FullyDecoded);
    const QUrlQuery parsed(url.query(QUrl::FullyEncoded));
    QList<std::pair<QString, QString>> query;
    for (const auto &[name, value] : parsed.queryItems(QUrl::FullyDecoded))
        query << std::pair(QUrl::fromPercentEncoding(name.toUtf8()), value);
    targets << QString::fromLatin1(request.method + ' ' + request.target);
    const bool hasToken = request.headers.contains("authorization");
    if (path.endsWith("/oauth2/v2.0/token")) {
        calls << "token";
        wasShown = wasShown || hasToken;
        if (const auto refused = refusals.find("token"); refused != refusals.end() && refused->times-- > 0)
            return json(refused->how.status,
                        {{"error", QString::fromUtf8(refused->how.code)}, {"error_description", QString::fromUtf8(refused->how.message)}},
                        refused->how.headers);
        return path == '/' + kTenant + "/oauth2/v2.0/token" ? token(request) : json(400, {{"error", "invalid_tenant"}});
    }
    if (path == '/' + kTenant + "/v2.0/.well-known/openid-configuration") {  // asked for by the vendor's client
        const QString own = base + '/' + kTenant;
        return json(200, {{"token_endpoint", own + "/oauth2/v2.0/token"},
                          {"issuer", own + "/v2.0"},
                          {"authorization_endpoint", own + "/oauth2/v2.0/authorize"},
                          {"jwks_uri", own + "/discovery/v2.0/keys"}});
    }
    if (path == "/api/retail/prices" || path.startsWith("/blob/")) {
        calls << (path.startsWith("/blob/") ? "blob" : "prices");
        wasShown = wasShown || hasToken;
        if (path == "/api/retail/prices")
            return prices(query);
        Answer log;
        log.status = parsed.queryItemValue("sig") != "a-signed-address" ? 403 : console.isEmpty() ? 404 : 200;
        log.body = log.status == 200 ? console : QByteArray("<Error/>");
        return log;
    }
    return arm(request, path, query);
}

Answer AzureStandIn::State::arm(const Request &request, const QString &path, const QList<std::pair<QString, QString>> &query)
{
    const QString start = QStringLiteral("/subscriptions/") + kSubscription;
    if (!path.startsWith(start))
        return refusedWith(404, "SubscriptionNotFound", "The subscription could not be found.");
    const QString below = path.mid(start.size());
    const QByteArray bearer = request.headers.value("authorization");
    if (!bearer.startsWith("Bearer "))
        return refusedWith(401, "AuthenticationFailed", "Authentication failed. The 'Authorization' header is missing.");
    if (!tokens.contains(bearer.mid(7))) {
        return refusedWith(401, bearer.startsWith("Bearer header.") ? "ExpiredAuthenticationToken" : "InvalidAuthenticationToken",
                           "The access token expiry UTC time is earlier than the current UTC time.");
    }
    const auto route = azureRoute(request.method, below);
    if (!route)
        return refusedWith(404, "InvalidResourceType", "The resource type could not be found: " + request.method + ' ' + below.toUtf8());
    calls << route->right << route->linked;
    if (const auto problem = azureMisfit(*route, request.method, query, request.headers.value("content-type"), request.body))
        return refusedWith(problem->status, problem->code, problem->message);
    for (const QString &right : QStringList{route->right} + route->linked) {
        if (!denied.contains(right))
            continue;
        if (right == route->right) {
            return refusedWith(403, "AuthorizationFailed",
                               "The client 'c' with object id 'o' does not have authorization to perform action '" + right.toUtf8()
                                   + "' over scope '" + path.toUtf8() + "' or the scope is invalid.");
        }
        return refusedWith(403, "LinkedAuthorizationFailed",
                           "The client 'c' has permission to perform action '" + route->right.toUtf8()
                               + "' on scope 's'; however, it does not have permission to perform action(s) '" + right.toUtf8()
                               + "' on the linked scope(s) 'l' or the linked scope(s) are invalid.");
    }
    if (request.method != "GET" && subscriptionState != "Enabled") {
        return refusedWith(409, "ReadOnlyDisabledSubscription",
                           "The subscription is disabled and therefore marked as read only. You cannot perform any write actions.");
    }
    if (const auto refused = refusals.find(route->right); refused != refusals.end() && refused->times-- > 0)
        return refusedWith(refused->how.status, refused->how.code, refused->how.message, refused->how.headers);
    const QJsonObject body = QJsonDocument::fromJson(request.body).object();
    Answer answer = perform(*route, request, below.toLower(), body, query);
    if (answer.status < 300)
        last.insert(route->right, body);
    if (const auto loss = losses.constFind(route->right); loss != losses.constEnd()) {
        const Lost how = *loss;
        losses.erase(loss);
        if (how == Lost::InternalError)
            return refusedWith(500, "InternalServerError", "Encountered internal server error.");
        answer.body = QByteArray(100, ' ');
        answer.cutAfter = 4;
    }
    return answer;
}

AzureStandIn::AzureStandIn(const QString &certificate, const QString &key) : m_state(std::make_unique<State>())
{
    m_server = std::make_unique<HttpStandIn>([state = m_state.get()](const Request &request) { return state->answer(request); },
                                             certificate, key);
    const QMutexLocker lock(&m_state->mutex);
    m_state->base = m_server->base();
}

AzureStandIn::~AzureStandIn() = default;

QString AzureStandIn::base() const { return m_server->base(); }

CloudCredentials AzureStandIn::credentialsAt(const QString &base)
{
    return {kClient, kSecret, {}, {{"endpoint", base}, {"region", kRegion}, {"tenant", kTenant}, {"subscription", kSubscription}}};
}

void AzureStandIn::refuse(const QString &right, const Refusal &refusal, int times)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->refusals.insert(right, {refusal, times});
}

void AzureStandIn::lose(const QString &right, Lost how)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->losses.insert(right, how);
}

void AzureStandIn::deny(const QString &right)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->denied << right;
}

void AzureStandIn::failLater(const QByteArray &code, const QByteArray &words)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->failCode = code;
    m_state->failMessage = words;
}

void AzureStandIn::endTokens()
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->tokens.clear();
}

void AzureStandIn::setTokenLife(int seconds)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->tokenLife = seconds;
}

void AzureStandIn::setSubscriptionState(const QString &state)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->subscriptionState = state;
}

void AzureStandIn::setPageSize(int entries)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->pageSize = entries;
}

void AzureStandIn::sendElsewhere(const QString &base)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->elsewhere = base;
}

void AzureStandIn::repeatPages()
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->repeats = true;
}

void AzureStandIn::setPolls(int answers, int retryAfter)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->polls = answers;
    m_state->retryAfter = retryAfter;
}

void AzureStandIn::setConsole(const QByteArray &text)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->console = text;
}

void AzureStandIn::failDeletions()
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->areDeletionsFailing = true;
}

void AzureStandIn::closePrices()
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->arePricesClosed = true;
}

void AzureStandIn::vanish(const QString &machine)
{
    const QMutexLocker lock(&m_state->mutex);
    for (const char *type : {"virtualMachines", "publicIPAddresses"})
        m_state->things.remove(State::pathOf(machine, type, machine));
    m_state->things.remove(State::pathOf(machine, "disks", machine + "_disk"));
    // It was made long ago.
    QJsonObject &group = m_state->things["/resourcegroups/" + machine];
    QJsonObject tags = group.value("tags").toObject();
    tags.insert("trainyard:made", "2026-01-01T00:00:00Z");
    group.insert("tags", tags);
}

void AzureStandIn::shutDown(const QString &machine)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->powers[State::pathOf(machine, "virtualMachines", machine)] = "stopped";
}

void AzureStandIn::put(const QString &path, const QJsonObject &thing)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->keep(path, thing);
}

void AzureStandIn::charge(const QDate &day, const QString &resource, const QString &meter, double amount, const QString &currency)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->charges << azureworld::Charge{day, resource.isEmpty() ? QString() : m_state->root() + resource, meter, amount, currency};
}

void AzureStandIn::settle()
{
    const QMutexLocker lock(&m_state->mutex);
    for (Operation &operation : m_state->operations) {
        operation.left = 0;
        m_state->advance(operation);
    }
    for (const QString &group : m_state->going.keys()) {
        while (m_state->going.contains(group))
            m_state->advanceGroup(group);
    }
}

QList<QJsonObject> AzureStandIn::things(const QString &type) const
{
    const QMutexLocker lock(&m_state->mutex);
    QList<QJsonObject> found;
    for (auto it = m_state->things.cbegin(); it != m_state->things.cend(); ++it) {
        if (it.key().section('/', -2, -2) == type.toLower())
            found << *it;
    }
    return found;
}

QStringList AzureStandIn::paths() const
{
    const QMutexLocker lock(&m_state->mutex);
    return m_state->things.keys();
}

QStringList AzureStandIn::calls() const
{
    const QMutexLocker lock(&m_state->mutex);
    return m_state->calls;
}

QStringList AzureStandIn::targets() const
{
    const QMutexLocker lock(&m_state->mutex);
    return m_state->targets;
}

QJsonObject AzureStandIn::lastBody(const QString &right) const
{
    const QMutexLocker lock(&m_state->mutex);
    return m_state->last.value(right);
}

bool AzureStandIn::wasTokenShown() const
{
    const QMutexLocker lock(&m_state->mutex);
    return m_state->wasShown;
}

}  // namespace trainyard
