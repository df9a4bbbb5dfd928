// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/openstackstandin.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMap>
#include <QMutex>
#include <QMutexLocker>
#include <QRegularExpression>
#include <QSet>
#include <QUrl>
#include <QUrlQuery>
#include <QUuid>

namespace trainyard {

namespace {

using Request = HttpStandIn::Request;
using Answer = HttpStandIn::Answer;

QString s(const char *text) { return QString::fromUtf8(text); }

Answer json(const QJsonObject &body, int status = 200)
{
    Answer answer;
    answer.status = status;
    answer.body = QJsonDocument(body).toJson(QJsonDocument::Compact);
    answer.headers << "Content-Type: application/json"
                   << "x-openstack-request-id: req-1";
    return answer;
}

Answer refused(int status, const QString &code, const QString &message)
{
    return json({{code, QJsonObject{{s("code"), status}, {s("message"), message}}}}, status);
}

// What the official API takes: the object that a body has, and its members.
struct Body {
    const char *call, *object;
    QStringList members;
};
const QList<Body> &bodies()
{
    static const QList<Body> kBodies{
        {"POST /servers", "server",
         s("name flavorRef imageRef metadata security_groups config_drive networks key_name user_data availability_zone "
           "block_device_mapping_v2")
             .split(u' ')},
        {"POST /os-keypairs", "keypair", {s("name"), s("public_key"), s("type")}},
        {"POST /security-groups", "security_group", {s("name"), s("description")}},
        {"POST /security-group-rules", "security_group_rule",
         s("security_group_id direction ethertype protocol port_range_min port_range_max remote_ip_prefix description").split(u' ')},
        {"POST /floatingips", "floatingip", {s("floating_network_id"), s("port_id"), s("description")}},
        {"PUT /floatingips/*", "floatingip", {s("port_id")}},
    };
    return kBodies;
}

}  // namespace

struct OpenStackStandIn::State {
    struct Fault {
        int status = 0, times = 0;
        QByteArray body;
        QByteArrayList headers;
    };
    mutable QMutex mutex;
    QString base, token, nextStatus = s("ACTIVE"), nextFault;
    QStringList roles{s("member")}, calls;
    QMap<QString, QString> places;
    QMap<QString, QList<QJsonObject>> lists;
    QMap<QString, Fault> faults;
    QMap<QString, Lost> losses;
    QMap<QString, QByteArray> fixed;
    int pageLength = 0, signIns = 0;

    Answer handle(const Request &request);
    Answer signIn(const QJsonObject &body);
    Answer carryOut(const QString &call, const QStringList &ids, const QUrlQuery &query, const QJsonObject &body);
    Answer page(const QString &list, const QUrlQuery &query) const;
    QJsonObject *find(const QString &list, const QString &id);
};

Answer OpenStackStandIn::State::signIn(const QJsonObject &body)
{
    ++signIns;
    const QJsonObject identity = body[s("auth")].toObject()[s("identity")].toObject();
    const QString method = identity[s("methods")].toArray().at(0).toString();
    const QJsonObject application = identity[s("application_credential")].toObject();
    const QJsonObject user = identity[s("password")].toObject()[s("user")].toObject();
    const QJsonObject project = body[s("auth")].toObject()[s("scope")].toObject()[s("project")].toObject();
    const bool isApplication = method == s("application_credential") && application[s("id")] == s("app-1")
                               && application[s("secret")] == s("app-secret") && project.isEmpty();
    const bool isPassword = method == s("password") && user[s("name")] == s("ada") && user[s("password")] == s("ada-secret")
                            && user[s("domain")].toObject()[s("name")] == s("Default") && project[s("name")] == s("research")
                            && project[s("domain")].toObject()[s("name")] == s("Default");
    if (!isApplication && !isPassword)
        return refused(401, s("error"), s("The request you have made requires authentication."));
    token = QUuid::createUuid().toString(QUuid::Id128);
    QJsonArray catalogue, all;
    for (auto one = places.cbegin(); one != places.cend(); ++one) {
        const QJsonObject inner{{s("interface"), s("internal")}, {s("region_id"), kRegion}, {s("url"), s("http://10.0.0.1")}};
        const QJsonObject outer{{s("interface"), s("public")}, {s("region_id"), kRegion}, {s("url"), one.value()}};
        catalogue << QJsonObject{{s("type"), one.key()}, {s("endpoints"), QJsonArray{inner, outer}}};
    }
    for (const QString &role : std::as_const(roles))
        all << QJsonObject{{s("name"), role}};
    Answer answer = json({{s("token"), QJsonObject{{s("expires_at"), QDateTime::currentDateTimeUtc().addSecs(3600).toString(Qt::ISODate)},
                                                   {s("user"), QJsonObject{{s("name"), s("ada")}}},
                                                   {s("project"), QJsonObject{{s("name"), s("research")}, {s("id"), s("p1")}}},
                                                   {s("roles"), all},
                                                   {s("catalog"), catalogue}}}},
                         201);
    answer.headers << "X-Subject-Token: " + token.toLatin1();
    return answer;
}

Answer OpenStackStandIn::State::page(const QString &list, const QUrlQuery &query) const
{
    QJsonArray part;
    bool hasBegun = !query.hasQueryItem(s("marker")), isMore = false;
    for (const QJsonObject &one : lists.value(list)) {
        const bool isWanted = (!query.hasQueryItem(s("name")) || one[s("name")] == query.queryItemValue(s("name")))
                              && (!query.hasQueryItem(s("device_id")) || one[s("device_id")] == query.queryItemValue(s("device_id")));
        if (hasBegun && isWanted) {
            isMore = pageLength > 0 && part.size() == pageLength;
            if (isMore)
                break;
            part << one;
        }
        hasBegun = hasBegun || one[s("id")] == query.queryItemValue(s("marker"));
    }
    QJsonObject answer{{list, part}};
    if (isMore && list == s("images"))
        answer[s("next")] = s("/v2/images?marker=x");
    else if (isMore)
        answer[list + s("_links")] = QJsonArray{QJsonObject{{s("rel"), s("next")}, {s("href"), s("x")}}};
    return json(answer);
}

QJsonObject *OpenStackStandIn::State::find(const QString &list, const QString &id)
{
    for (QJsonObject &one : lists[list]) {
        if (one[s("id")] == id)
            return &one;
    }
    return nullptr;
}

Answer OpenStackStandIn::State::carryOut(const QString &call, const QStringList &ids, const QUrlQuery &query, const QJsonObject &body)
{
    static const QMap<QString, QString> kLists{{s("GET /flavors/detail"), s("flavors")},
                                               {s("GET /servers/detail"), s("servers")},
                                               {s("GET /networks"), s("networks")},
                                               {s("GET /security-groups"), s("security_groups")},
                                               {s("GET /floatingips"), s("floatingips")},
                                               {s("GET /ports"), s("ports")},
                                               {s("GET /images"), s("images")},
                                               {s("GET /volumes/detail"), s("volumes")},
                                               {s("GET /snapshots/detail"), s("snapshots")}};
    static const QMap<QString, QString> kDeletions{{s("DELETE /servers/*"), s("servers")},
                                                   {s("DELETE /volumes/*"), s("volumes")},
                                                   {s("DELETE /floatingips/*"), s("floatingips")},
                                                   {s("DELETE /snapshots/*"), s("snapshots")}};
    if (kLists.contains(call))
        return page(kLists[call], query);
    const QString id = ids.value(0);
    if (kDeletions.contains(call)) {
        if (!find(kDeletions[call], id))
            return refused(404, s("itemNotFound"), s("It could not be found."));
        lists[kDeletions[call]].removeIf([&id](const QJsonObject &one) { return one[s("id")] == id; });
        return json({}, 204);
    }
    for (const Body &known : bodies()) {
        if (call != QLatin1String(known.call))
            continue;
        const QJsonObject object = body[QLatin1String(known.object)].toObject();
        for (const QString &name : object.keys()) {
            if (!known.members.contains(name))
                return refused(400, s("badRequest"), s("Additional properties are not allowed (%1)").arg(name));
        }
        if (object.isEmpty())
            return refused(400, s("badRequest"), s("No object"));
    }
    const QString made = QUuid::createUuid().toString(QUuid::WithoutBraces);
    if (call == s("GET /limits")) {
        return json({{s("limits"),
                      QJsonObject{{s("absolute"),
                                   QJsonObject{{s("maxTotalInstances"), 10}, {s("totalInstancesUsed"), 1}, {s("maxTotalCores"), -1}}}}}});
    }
    if (call == s("POST /servers")) {
        QJsonObject server = body[s("server")].toObject();
        if (!find(s("flavors"), server[s("flavorRef")].toString()))
            return refused(400, s("badRequest"), s("Flavor could not be found."));
        server[s("id")] = made;
        server[s("status")] = nextStatus;
        server[s("fault")] = QJsonObject{{s("message"), nextFault}};
        server[s("created")] = s("2026-11-27T10:00:00Z");
        server[s("addresses")] = QJsonObject{{s("own"), QJsonArray{QJsonObject{{s("addr"), s("192.168.77.5")}, {s("version"), 4}}}}};
        lists[s("servers")] << server;
        lists[s("ports")] << QJsonObject{{s("id"), s("port-") + made}, {s("device_id"), made}};
        return json({{s("server"), QJsonObject{{s("id"), made}}}}, 202);
    }
    if (call == s("GET /servers/*"))
        return find(s("servers"), id) ? json({{s("server"), *find(s("servers"), id)}})
                                      : refused(404, s("itemNotFound"), s("Instance not found"));
    if (call == s("POST /servers/*/action")) {
        QJsonObject *const server = find(s("servers"), id);
        if (!server)
            return refused(404, s("itemNotFound"), s("Instance not found"));
        if (body.contains(s("os-getConsoleOutput")))
            return json({{s("output"), s("one\ntwo\n")}});
        const bool isStop = body.contains(s("os-stop"));
        if (!isStop && !body.contains(s("os-start")))
            return refused(400, s("badRequest"), s("There is no such action"));
        if (((*server)[s("status")] == s("ACTIVE")) != isStop)
            return refused(409, s("conflictingRequest"), s("Cannot do that while it is in this vm_state"));
        (*server)[s("status")] = isStop ? s("SHUTOFF") : s("ACTIVE");
        return json({}, 202);
    }
    if (call == s("POST /os-keypairs")) {
        QJsonObject key = body[s("keypair")].toObject();
        key[s("id")] = key[s("name")].toString();
        if (find(s("keypairs"), key[s("name")].toString()))
            return refused(409, s("conflictingRequest"), s("Key pair already exists."));
        lists[s("keypairs")] << key;
        return json({{s("keypair"), key}}, 201);
    }
    if (call == s("POST /security-groups")) {
        QJsonObject group = body[s("security_group")].toObject();
        group[s("id")] = made;
        group[s("project_id")] = s("p1");
        group[s("security_group_rules")] = QJsonArray{QJsonObject{{s("id"), s("out")}, {s("direction"), s("egress")}}};
        lists[s("security_groups")] << group;
        return json({{s("security_group"), group}}, 201);
    }
    if (call == s("POST /security-group-rules")) {
        QJsonObject rule = body[s("security_group_rule")].toObject();
        QJsonObject *const group = find(s("security_groups"), rule[s("security_group_id")].toString());
        if (!group)
            return refused(404, s("NeutronError"), s("Security group does not exist"));
        rule[s("id")] = made;
        QJsonArray rules = (*group)[s("security_group_rules")].toArray();
        rules << rule;
        (*group)[s("security_group_rules")] = rules;
        return json({{s("security_group_rule"), rule}}, 201);
    }
    if (call == s("DELETE /security-group-rules/*")) {
        for (QJsonObject &group : lists[s("security_groups")]) {
            QJsonArray kept;
            for (const QJsonValue &rule : group[s("security_group_rules")].toArray()) {
                if (rule.toObject()[s("id")] != id)
                    kept << rule;
            }
            group[s("security_group_rules")] = kept;
        }
        return json({}, 204);
    }
    if (call == s("POST /floatingips")) {
        QJsonObject address = body[s("floatingip")].toObject();
        address[s("id")] = made;
        address[s("floating_ip_address")] = s("198.51.100.9");
        lists[s("floatingips")] << address;
        return json({{s("floatingip"), address}}, 201);
    }
    if (call == s("PUT /floatingips/*") && find(s("floatingips"), id)) {
        QJsonObject &address = *find(s("floatingips"), id);
        address[s("port_id")] = body[s("floatingip")].toObject()[s("port_id")].toString();
        return json({{s("floatingip"), address}});
    }
    return refused(404, s("itemNotFound"), s("The resource could not be found: ") + call);
}

Answer OpenStackStandIn::State::handle(const Request &request)
{
    const QMutexLocker lock(&mutex);
    const QUrl url = QUrl::fromEncoded("http://x" + request.target);
    const QJsonObject body = QJsonDocument::fromJson(request.body).object();
    if (request.method == "POST" && url.path() == s("/identity/v3/auth/tokens"))
        return signIn(body);
    if (token.isEmpty() || request.headers.value("x-auth-token") != token.toLatin1())
        return refused(401, s("error"), s("The request you have made requires authentication."));
    static const QRegularExpression kVersions(s("\\A/(compute/v2\\.1|network/v2\\.0|image/v2|volume/v3/p1)(?=/)"));
    const auto version = kVersions.match(url.path());
    if (version.captured(1).startsWith(s("compute")) && request.headers.value("openstack-api-version") != "compute 2.61")
        return refused(406, s("error"), s("No version was named"));
    QStringList words = url.path().mid(version.capturedLength()).split(u'/', Qt::SkipEmptyParts), ids;
    if (words.size() > 1 && words[1] != s("detail")) {
        ids << words[1];
        words[1] = s("*");
    }
    const QString call = QString::fromLatin1(request.method) + s(" /") + words.join(u'/');
    calls << call;
    static const QSet<QString> kQueries{s("marker"), s("name"), s("device_id"), s("sort")};
    const QUrlQuery query(url);
    for (const auto &[name, value] : query.queryItems()) {
        if (!kQueries.contains(name))
            return refused(400, s("badRequest"), s("Invalid input for query parameters ") + name);
    }
    if (Fault &fault = faults[call]; fault.times > 0) {
        --fault.times;
        Answer answer;
        answer.status = fault.status;
        answer.body = fault.body;
        answer.headers = fault.headers;
        return answer;
    }
    Answer answer = carryOut(call, ids, query, body);
    if (fixed.contains(call))
        answer.body = fixed[call];
    if (losses.contains(call)) {
        if (losses.take(call) == Lost::InternalError)
            return refused(500, s("computeFault"), s("Unexpected API Error"));
        answer.cutAfter = 0;
    }
    return answer;
}

OpenStackStandIn::OpenStackStandIn() : m_state(std::make_unique<State>())
{
    m_server = std::make_unique<HttpStandIn>([this](const Request &request) { return m_state->handle(request); });
    const QMutexLocker lock(&m_state->mutex);
    m_state->base = m_server->base();
    m_state->places = {{s("compute"), m_state->base + s("/compute/v2.1")},
                       {s("network"), m_state->base + s("/network")},
                       {s("image"), m_state->base + s("/image/")},
                       {s("volumev3"), m_state->base + s("/volume/v3/p1")}};
    m_state->lists[s("flavors")] = {QJsonObject{{s("id"), s("f1")}, {s("name"), s("gpu.a100.1")}, {s("disk"), 100}}};
    m_state->lists[s("images")] = {QJsonObject{{s("id"), s("i1")}, {s("name"), s("debian-12")}, {s("status"), s("active")}},
                                   QJsonObject{{s("id"), s("i2")}, {s("name"), s("ubuntu-nvidia")}, {s("status"), s("active")}}};
    m_state->lists[s("networks")] = {QJsonObject{{s("id"), s("n1")}, {s("name"), s("own")}},
                                     QJsonObject{{s("id"), s("n2")}, {s("name"), s("outside")}, {s("router:external"), true}}};
}

OpenStackStandIn::~OpenStackStandIn() = default;

QString OpenStackStandIn::base() const { return m_server->base(); }

CloudCredentials OpenStackStandIn::credentials() const
{
    CloudCredentials credentials;
    credentials.keyId = s("app-1");
    credentials.secret = "app-secret";
    credentials.settings.insert(s("auth-url"), base() + s("/identity"));
    return credentials;
}

void OpenStackStandIn::refuse(const QString &call, int status, const QByteArray &body, int times, const QByteArrayList &headers)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->faults[call] = {status, times, body, headers};
}

void OpenStackStandIn::lose(const QString &call, Lost how)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->losses[call] = how;
}

void OpenStackStandIn::answer(const QString &call, const QByteArray &body)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->fixed[call] = body;
}

void OpenStackStandIn::revokeTokens()
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->token.clear();
}

void OpenStackStandIn::setRoles(const QStringList &roles)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->roles = roles;
}

void OpenStackStandIn::setPageLength(int length)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->pageLength = length;
}

void OpenStackStandIn::setNextServer(const QString &status, const QString &fault)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->nextStatus = status;
    m_state->nextFault = fault;
}

void OpenStackStandIn::setPlace(const QString &service, const QString &url)
{
    const QMutexLocker lock(&m_state->mutex);
    if (url.isEmpty())
        m_state->places.remove(service);
    else
        m_state->places[service] = url;
}

void OpenStackStandIn::put(const QString &list, const QJsonObject &entry)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->lists[list] << entry;
}

void OpenStackStandIn::clear(const QString &list)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->lists[list].clear();
}

QList<QJsonObject> OpenStackStandIn::entries(const QString &list) const
{
    const QMutexLocker lock(&m_state->mutex);
    return m_state->lists.value(list);
}

QStringList OpenStackStandIn::calls() const
{
    const QMutexLocker lock(&m_state->mutex);
    return m_state->calls;
}

int OpenStackStandIn::signIns() const
{
    const QMutexLocker lock(&m_state->mutex);
    return m_state->signIns;
}

}  // namespace trainyard
