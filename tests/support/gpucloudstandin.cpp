// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/gpucloudstandin.h"

#include "tests/support/gpuclouddoor.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMutex>
#include <QMutexLocker>
#include <QUrl>
#include <QUrlQuery>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

using Answer = HttpStandIn::Answer;
using Request = HttpStandIn::Request;

const QByteArray kKey = "stand-in_key.0123456789";

QByteArray textOf(const QJsonValue &value)
{
    const QJsonDocument document = value.isArray() ? QJsonDocument(value.toArray()) : QJsonDocument(value.toObject());
    return document.toJson(QJsonDocument::Compact);
}

Answer answerWith(const QJsonValue &value, int status = 200)
{
    Answer answer;
    answer.status = status;
    answer.body = value.isUndefined() ? QByteArray() : textOf(value);
    answer.headers = {"Content-Type: application/json"};
    return answer;
}

struct Refused {
    int status = 0, times = 0;
    QByteArray body, header;
};

}  // namespace

struct GpuCloudStandIn::State {
    Cloud cloud;
    QString base;
    QJsonObject known;
    mutable QMutex mutex;
    QHash<QString, QList<QJsonObject>> lists;
    QHash<QString, Refused> refusals;
    QHash<QString, Lost> losses;
    QHash<QString, QByteArray> answers;
    QHash<QString, QJsonObject> bodies;
    QStringList calls, faults;
    int hidden = 0, made = 0, logLooks = 0;
    bool refusesMade = false, startsWithoutGpus = false;

    QJsonObject *entry(const QString &list, const QString &id)
    {
        QList<QJsonObject> &all = lists[list];
        const auto found = std::find_if(all.begin(), all.end(),
                                        [&id](const QJsonObject &one) { return one.value("id").toVariant().toString() == id; });
        return found == all.end() ? nullptr : &*found;
    }
    bool remove(const QString &list, const QString &id)
    {
        return lists[list].removeIf([&id](const QJsonObject &one) { return one.value("id").toVariant().toString() == id; }) > 0;
    }
    QJsonArray shown(const QString &list)
    {
        QJsonArray array;
        const bool hides = list == "machines" && hidden > 0;
        if (hides)
            --hidden;
        const QList<QJsonObject> &all = lists[list];
        for (const QJsonObject &one : all) {
            if (!(hides && one.value("number").toInt() == made) && !one.value("taken").toBool())
                array << without(one);
        }
        return array;
    }
    static QJsonObject without(QJsonObject one)
    {
        one.remove("number");
        one.remove("looks");
        return one;
    }

    Answer handle(const Request &request);
    Answer refused(int status, const QByteArray &code, const QByteArray &message) const;
    Answer fault(const QString &what);
    Answer carryOut(const QString &call, const QString &id, const QJsonObject &body, const QUrlQuery &query);
    Answer runPod(const QString &call, const QString &id, const QJsonObject &body);
    Answer lambda(const QString &call, const QString &id, const QJsonObject &body);
    Answer vast(const QString &call, const QString &id, const QJsonObject &body, const QUrlQuery &query);
    // A machine gets on with every look at it.
    QJsonObject looked(const QString &id);
};

Answer GpuCloudStandIn::State::refused(int status, const QByteArray &code, const QByteArray &message) const
{
    switch (cloud) {
    case Cloud::RunPod: return Answer{status, message, {"Content-Type: text/plain"}};
    case Cloud::Lambda:
        return answerWith(
            QJsonObject{{"error", QJsonObject{{"code", QString(code)}, {"message", QString(message)}, {"suggestion", "None"}}}}, status);
    case Cloud::Vast: return answerWith(QJsonObject{{"success", false}, {"error", QString(code)}, {"msg", QString(message)}}, status);
    }
    return {};
}

Answer GpuCloudStandIn::State::fault(const QString &what)
{
    faults << what;
    return refused(400, cloud == Cloud::Lambda ? "global/invalid-parameters" : "invalid_args", what.toUtf8());
}

Answer GpuCloudStandIn::State::handle(const Request &request)
{
    const QMutexLocker lock(&mutex);
    const QUrl url(QString::fromLatin1(request.target));
    QString id;
    QString call = QString::fromLatin1(request.method) + u' ' + gpuCloudPattern(url.path(), id);
    const QJsonDocument document = QJsonDocument::fromJson(request.body);
    const QJsonObject body = document.object();
    if (call == "POST /graphql") {
        const QString query = body.value("query").toString();
        for (const char *name : {"myself", "gpuTypes", "podRentInterruptable"}) {
            if (query.contains(QLatin1String(name)))
                call += u' ' + QLatin1String(name);
        }
        if (query.count(u'{') != query.count(u'}') || query.count(u'(') != query.count(u')'))
            return fault(QStringLiteral("GraphQL: brackets"));
    }
    calls << call;
    const QJsonObject shape = known.value(call).toObject();
    if (!known.contains(call))
        return fault(call + QStringLiteral(": no such call"));
    const QByteArray key = request.headers.value("authorization");
    if (shape.value("isOpen").toBool() ? !key.isEmpty() : key != "Bearer " + kKey) {
        if (shape.value("isOpen").toBool())
            return fault(QStringLiteral("The key was sent to a file"));
        return refused(401, "global/invalid-api-key", "API key is invalid, expired, or deleted.");
    }
    const QUrlQuery query(url);
    const auto items = query.queryItems(QUrl::FullyDecoded);
    for (const auto &[name, value] : items) {
        if (!shape.value("query").toArray().contains(QJsonValue(name)))
            return fault(call + QStringLiteral(": unknown in the query: ") + name);
    }
    if (shape.contains("body")) {
        // The vendors' clients send nothing where nothing has to be said. Lambda does not ask for a type: a client of it sends JSON as plain text.
        const bool isBody = document.isObject() || request.body.isEmpty();
        const QByteArray type = request.headers.value("content-type");
        const bool isType = type == "application/json" || (cloud == Cloud::Lambda && type.startsWith("text/plain"));
        if (!isType || !isBody)
            return fault(call + QStringLiteral(": the body is not JSON"));
        if (const QString problem = gpuCloudMisfit(body, shape.value("body"), QStringLiteral("body")); !problem.isEmpty())
            return fault(call + QStringLiteral(": ") + problem);
    } else if (!request.body.isEmpty()) {
        return fault(call + QStringLiteral(": has no body"));
    }
    if (auto one = refusals.find(call); one != refusals.end()) {
        Answer answer;
        answer.status = one->status;
        answer.body = one->body;
        if (!one->header.isEmpty())
            answer.headers << one->header;
        if (--one->times == 0)
            refusals.erase(one);
        return answer;
    }
    if (const auto one = answers.find(call); one != answers.end()) {
        Answer answer;
        answer.body = *one;
        answers.erase(one);
        return answer;
    }
    bodies.insert(call, body);
    Answer answer = carryOut(call, id, body, query);
    if (const auto lost = losses.find(call); lost != losses.end()) {
        const Lost how = *lost;
        losses.erase(lost);
        if (how == Lost::InternalError)
            return refused(500, "global/unknown", "internal error");
        if (how == Lost::Silence)
            answer.isSilent = true;
        answer.body += "     ";
        answer.cutAfter = 1;
    }
    return answer;
}

QJsonObject GpuCloudStandIn::State::looked(const QString &id)
{
    QJsonObject *const one = entry(QStringLiteral("machines"), id);
    if (!one)
        return {};
    const int looks = one->value("looks").toInt();
    one->insert("looks", looks + 1);
    if (looks == 1 && cloud == Cloud::RunPod) {
        one->insert("publicIp", "203.0.113.10");
        one->insert("portMappings", QJsonObject{{"22", 10341}});
    } else if (looks == 1 && cloud == Cloud::Lambda && one->value("status") == QJsonValue("booting")) {
        one->insert("status", "active");
        one->insert("ip", "203.0.113.20");
    } else if (looks == 1 && cloud == Cloud::Vast && one->value("intended_status") == QJsonValue("running")) {
        one->insert("actual_status", "running");
        one->insert("public_ipaddr", "203.0.113.30\n");
        one->insert("ports", QJsonObject{{"22/tcp", QJsonArray{QJsonObject{{"HostIp", "0.0.0.0"}, {"HostPort", "20022"}}}}});
    }
    return without(*one);
}

Answer GpuCloudStandIn::State::carryOut(const QString &call, const QString &id, const QJsonObject &body, const QUrlQuery &query)
{
    switch (cloud) {
    case Cloud::RunPod: return runPod(call, id, body);
    case Cloud::Lambda: return lambda(call, id, body);
    case Cloud::Vast: return vast(call, id, body, query);
    }
    return {};
}

Answer GpuCloudStandIn::State::runPod(const QString &call, const QString &id, const QJsonObject &body)
{
    const auto make = [&](const QJsonObject &asked, const QString &gpu, bool isSpot) {
        ++made;
        const QString podId = QStringLiteral("pod-%1").arg(made);
        lists[QStringLiteral("machines")] << QJsonObject{
            {"id", podId},
            {"name", asked.value("name")},
            {"desiredStatus", "RUNNING"},
            {"publicIp", ""},
            {"portMappings", QJsonValue()},
            {"costPerHr", 0.5},
            {"interruptible", isSpot},
            {"gpu", QJsonObject{{"id", gpu}, {"count", asked.value("gpuCount")}}},
            {"volumeInGb", asked.value("volumeInGb")},
            {"containerDiskInGb", asked.value("containerDiskInGb")},
            {"networkVolumeId", asked.value("networkVolumeId")},
            {"lastStatusChange", "Rented by User: Fri Nov 27 2026"},
            {"number", made},
        };
        return podId;
    };
    if (call == "GET /v1/pods")
        return answerWith(shown(QStringLiteral("machines")));
    if (call == "GET /v1/networkvolumes")
        return answerWith(shown(QStringLiteral("volumes")));
    if (call == "GET /v1/templates") {
        return answerWith(QJsonArray{QJsonObject{{"id", "t1"},
                                                 {"name", "RunPod PyTorch"},
                                                 {"imageName", "runpod/pytorch:2.4.0"},
                                                 {"category", "NVIDIA"},
                                                 {"isServerless", false}},
                                     QJsonObject{{"id", "t2"}, {"name", "Worker"}, {"imageName", "x/y"}, {"isServerless", true}}});
    }
    if (call == "POST /v1/pods") {
        if (body.value("name").toString().size() > 191)
            return fault(QStringLiteral("name is too long"));
        const QString podId = make(body, body.value("gpuTypeIds").toArray().first().toString(), false);
        return answerWith(without(*entry(QStringLiteral("machines"), podId)), 201);
    }
    if (call == "POST /graphql myself")
        return answerWith(QJsonObject{{"data", QJsonObject{{"myself", QJsonObject{{"id", "user_2x"}, {"email", "ada@lab.example"}}}}}});
    if (call == "POST /graphql gpuTypes") {
        const QJsonObject high{{"minimumBidPrice", 0.2}, {"uninterruptablePrice", 0.79}, {"stockStatus", "High"}};
        const QJsonObject none{{"minimumBidPrice", QJsonValue()}, {"uninterruptablePrice", QJsonValue()}, {"stockStatus", QJsonValue()}};
        const QJsonObject gpu{{"id", "NVIDIA L40S"}, {"maxGpuCount", 2}, {"secureCloud", true}, {"communityCloud", true},
                              {"s1", high},          {"s2", none},       {"c1", none},          {"c2", none}};
        return answerWith(QJsonObject{{"data", QJsonObject{{"gpuTypes", QJsonArray{gpu}}}}});
    }
    if (call == "POST /graphql podRentInterruptable") {
        const QJsonObject input = body.value("variables").toObject().value("input").toObject();
        if (input.value("bidPerGpu").toDouble() < 0.2)
            return answerWith(QJsonObject{{"data", QJsonObject{{"podRentInterruptable", QJsonValue()}}}});
        const QString podId = make(input, input.value("gpuTypeId").toString(), true);
        return answerWith(QJsonObject{{"data", QJsonObject{{"podRentInterruptable", QJsonObject{{"id", podId}}}}}});
    }
    if (call == "DELETE /v1/networkvolumes/{id}")
        return remove(QStringLiteral("volumes"), id) ? Answer{204, {}, {}} : refused(404, {}, "network volume not found");
    QJsonObject *const pod = entry(QStringLiteral("machines"), id);
    if (!pod)
        return refused(404, {}, "pod not found");
    if (call == "GET /v1/pods/{id}")
        return answerWith(looked(id));
    if (call == "DELETE /v1/pods/{id}") {
        remove(QStringLiteral("machines"), id);
        return Answer{204, {}, {}};
    }
    const bool starts = call.endsWith("/start");
    pod->insert("desiredStatus", starts ? "RUNNING" : "EXITED");
    if (starts && startsWithoutGpus)
        pod->insert("gpu", QJsonObject{{"id", "NVIDIA L40S"}, {"count", 0}});
    return answerWith(without(*pod));
}

Answer GpuCloudStandIn::State::lambda(const QString &call, const QString &id, const QJsonObject &body)
{
    const auto data = [](const QJsonValue &value) { return answerWith(QJsonObject{{"data", value}}); };
    const QJsonObject east{{"name", "us-east-1"}, {"description", "Virginia, USA"}};
    if (call == "GET /api/v1/instance-types") {
        const auto type = [](const char *name, int cents, const QJsonArray &regions) {
            return QJsonObject{
                {"instance_type",
                 QJsonObject{{"name", name}, {"description", name}, {"price_cents_per_hour", cents}, {"specs", QJsonObject{}}}},
                {"regions_with_capacity_available", regions}};
        };
        return data(QJsonObject{{"gpu_1x_a10", type("gpu_1x_a10", 75, {east})}, {"gpu_8x_h100_sxm5", type("gpu_8x_h100_sxm5", 2392, {})}});
    }
    if (call == "GET /api/v1/instances")
        return data(shown(QStringLiteral("machines")));
    if (call == "GET /api/v1/file-systems")
        return data(shown(QStringLiteral("volumes")));
    if (call == "GET /api/v1/ssh-keys")
        return data(shown(QStringLiteral("keys")));
    if (call == "GET /api/v1/images") {
        return data(QJsonArray{
            QJsonObject{{"id", "image-1"},
                        {"name", "Lambda Stack 24.04"},
                        {"family", "lambda-stack-24-04"},
                        {"version", "24.4.1"},
                        {"region", east}},
            QJsonObject{
                {"id", "image-2"}, {"name", "Ubuntu 24.04"}, {"family", "ubuntu-24-04"}, {"region", QJsonObject{{"name", "us-west-1"}}}}});
    }
    if (call == "POST /api/v1/ssh-keys") {
        const QList<QJsonObject> &keys = lists[QStringLiteral("keys")];
        if (std::any_of(keys.begin(), keys.end(), [&](const QJsonObject &one) { return one.value("name") == body.value("name"); }))
            return refused(400, "global/duplicate", "A key with this name exists.");
        QJsonObject key = body;
        key.insert("id", QStringLiteral("key-%1").arg(keys.size() + 1));
        lists[QStringLiteral("keys")] << key;
        return data(key);
    }
    if (call == "POST /api/v1/instance-operations/launch") {
        const QString name = body.value("name").toString();
        const QJsonArray keyNames = body.value("ssh_key_names").toArray();
        const QList<QJsonObject> &keys = lists[QStringLiteral("keys")];
        if (name.isEmpty() || name.size() > 64 || keyNames.size() != 1
            || std::none_of(keys.begin(), keys.end(), [&](const QJsonObject &one) { return one.value("name") == keyNames.first(); }))
            return fault(QStringLiteral("launch: name or key"));
        if (body.value("instance_type_name") != QJsonValue("gpu_1x_a10") || body.value("region_name") != QJsonValue("us-east-1"))
            return refused(400, "instance-operations/launch/insufficient-capacity", "Not enough capacity to fulfill launch request.");
        ++made;
        const QString machineId = QStringLiteral("0920582c7ff041399e34823a0be6254%1").arg(made);
        lists[QStringLiteral("machines")] << QJsonObject{
            {"id", machineId},
            {"name", name},
            {"status", "booting"},
            {"ip", QJsonValue()},
            {"region", east},
            {"ssh_key_names", keyNames},
            {"file_system_names", QJsonArray{}},
            {"instance_type", QJsonObject{{"name", "gpu_1x_a10"}, {"price_cents_per_hour", 75}}},
            {"number", made}};
        return data(QJsonObject{{"instance_ids", QJsonArray{machineId}}});
    }
    if (call == "POST /api/v1/instance-operations/terminate") {
        QJsonArray ended;
        for (const QJsonValue &value : body.value("instance_ids").toArray()) {
            QJsonObject *const one = entry(QStringLiteral("machines"), value.toString());
            if (!one)
                return refused(404, "global/object-does-not-exist", "Specified instance does not exist.");
            one->insert("status", one->value("status") == QJsonValue("terminating") ? "terminated" : "terminating");
            ended << without(*one);
        }
        return data(QJsonObject{{"terminated_instances", ended}});
    }
    if (call == "DELETE /api/v1/filesystems/{id}") {
        const QJsonObject *const one = entry(QStringLiteral("volumes"), id);
        if (!one)
            return refused(404, "global/object-does-not-exist", "No such file system.");
        if (one->value("is_in_use").toBool())
            return refused(400, "filesystems/filesystem-in-use", "It is in use.");
        remove(QStringLiteral("volumes"), id);
        return data(QJsonObject{{"deleted_ids", QJsonArray{id}}});
    }
    return entry(QStringLiteral("machines"), id) ? data(looked(id)) : refused(404, "global/object-does-not-exist", "No such instance.");
}

Answer GpuCloudStandIn::State::vast(const QString &call, const QString &id, const QJsonObject &body, const QUrlQuery &query)
{
    const QJsonObject fine{{"success", true}};
    if (call == "GET /api/v0/users/current/")
        return answerWith(QJsonObject{{"id", 31337}, {"email", "ada@lab.example"}, {"credit", 12.5}});
    if (call == "GET /api/v1/instances/") {
        const int limit = query.queryItemValue("limit").toInt();
        if (limit < 1 || limit > 25)
            return fault(QStringLiteral("limit"));
        const QJsonArray all = shown(QStringLiteral("machines"));
        const int from = query.queryItemValue("after_token").toInt();
        QJsonArray page;
        for (int i = from; i < std::min<int>(from + limit, static_cast<int>(all.size())); ++i)
            page << all.at(i);
        const bool isLast = from + limit >= all.size();
        return answerWith(QJsonObject{{"success", true},
                                      {"instances", page},
                                      {"instances_found", page.size()},
                                      {"total_instances", all.size()},
                                      {"next_token", isLast ? QJsonValue() : QJsonValue(QString::number(from + limit))}});
    }
    if (call == "GET /api/v0/volumes/")
        return answerWith(QJsonObject{{"volumes", shown(QStringLiteral("volumes"))}});
    if (call == "DELETE /api/v0/volumes/") {
        return remove(QStringLiteral("volumes"), QString::number(body.value("id").toInt()))
                   ? answerWith(fine)
                   : refused(404, "invalid id", "could not find it");
    }
    if (call == "GET /api/v0/template/")
        return answerWith(QJsonObject{
            {"templates", QJsonArray{QJsonObject{{"id", 1}, {"name", "PyTorch"}, {"image", "vastai/pytorch"}, {"tag", "2.6"}}}}});
    if (call == "POST /api/v0/bundles/")
        return answerWith(QJsonObject{{"offers", shown(QStringLiteral("offers"))}, {"truncated", false}});
    if (call == "GET /logs/{id}") {
        if (++logLooks < 2)
            return Answer{404, "<Error>NoSuchKey</Error>", {}};
        Answer log;
        log.body =
            "started\n-----BEGIN SSH HOST KEY KEYS-----\nssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAVMrTmnL3uiJDo58ltCdL56d3yH0spA8vr0SFshCT1z\n"
            "-----END SSH HOST KEY KEYS-----\n";
        return log;
    }
    if (call == "PUT /api/v0/asks/{id}/") {
        QJsonObject *const offer = entry(QStringLiteral("offers"), id);
        if (!offer || offer->value("gone").toBool() || offer->value("taken").toBool())
            return refused(404, "invalid_args", "error 404/3603: no_such_ask Instance type by id is not available.");
        if (body.value("onstart").toString().size() > 4096 || body.value("label").toString().size() > 256
            || body.value("disk").toDouble() < 8)
            return fault(QStringLiteral("asks: onstart, label or disk"));
        ++made;
        const bool isRefused = std::exchange(refusesMade, false);
        lists[QStringLiteral("machines")] << QJsonObject{{"id", 7000 + made},
                                                         {"label", body.value("label")},
                                                         {"actual_status", QJsonValue()},
                                                         {"intended_status", isRefused ? "stopped" : "running"},
                                                         {"status_msg", QJsonValue()},
                                                         {"ssh_host", "ssh5.vast.ai"},
                                                         {"ssh_port", 10600},
                                                         {"disk_space", body.value("disk")},
                                                         {"dph_total", 0.4},
                                                         {"storage_cost", 0.15},
                                                         {"geolocation", "Texas, US"},
                                                         {"start_date", 1795000000.5},
                                                         {"number", made}};
        if (isRefused) {
            return answerWith(
                QJsonObject{{"success", false}, {"error", "insufficient_bid"}, {"msg", "bid too low"}, {"new_contract", 7000 + made}}, 400);
        }
        offer->insert("taken", true);
        return answerWith(QJsonObject{{"success", true}, {"new_contract", 7000 + made}});
    }
    QJsonObject *const one = entry(QStringLiteral("machines"), id);
    if (call == "GET /api/v0/instances/{id}/")
        return answerWith(QJsonObject{{"instances", one ? QJsonValue(looked(id)) : QJsonValue()}});
    if (!one)
        return refused(404, "no_such_instance", "Instance not found.");
    if (call == "DELETE /api/v0/instances/{id}/") {
        remove(QStringLiteral("machines"), id);
        return answerWith(fine);
    }
    if (call == "PUT /api/v0/instances/request_logs/{id}/")
        return answerWith(
            QJsonObject{{"success", true}, {"result_url", base + QStringLiteral("/logs/") + id + QStringLiteral("?signed=a%2Fb")}});
    const QString state = body.value("state").toString();
    one->insert("intended_status", state);
    one->insert("actual_status", state == "stopped" ? "exited" : "loading");
    one->insert("looks", 0);
    return answerWith(fine);
}

GpuCloudStandIn::GpuCloudStandIn(Cloud cloud) : m_state(std::make_unique<State>())
{
    m_state->cloud = cloud;
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/gpuclouds/calls.json"));
    if (file.open(QIODevice::ReadOnly)) {
        const char *const name = cloud == Cloud::RunPod ? "runpod" : cloud == Cloud::Lambda ? "lambda" : "vast";
        m_state->known = QJsonDocument::fromJson(file.readAll()).object().value("calls").toObject().value(QLatin1String(name)).toObject();
    }
    Q_ASSERT(!m_state->known.isEmpty());
    m_server = std::make_unique<HttpStandIn>([state = m_state.get()](const Request &request) { return state->handle(request); });
    m_state->base = m_server->base();
}

GpuCloudStandIn::~GpuCloudStandIn() { m_server.reset(); }

GpuCloudStandIn::Cloud GpuCloudStandIn::kind() const { return m_state->cloud; }

CloudCredentials GpuCloudStandIn::credentials() const
{
    CloudCredentials credentials;
    credentials.secret = kKey;
    credentials.settings.insert(QStringLiteral("endpoint"), m_state->base);
    return credentials;
}

void GpuCloudStandIn::refuse(const QString &call, int status, const QByteArray &body, int times, const QByteArray &header)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->refusals.insert(call, {status, times, body, header});
}

void GpuCloudStandIn::lose(const QString &call, Lost how)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->losses.insert(call, how);
}

void GpuCloudStandIn::answer(const QString &call, const QByteArray &body)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->answers.insert(call, body);
}

void GpuCloudStandIn::hideNew(int lists)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->hidden = lists;
}

void GpuCloudStandIn::refusesWhatItMakes()
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->refusesMade = true;
}

void GpuCloudStandIn::startWithoutGpus()
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->startsWithoutGpus = true;
}

void GpuCloudStandIn::put(const QString &list, const QJsonObject &entry)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->lists[list] << entry;
}

void GpuCloudStandIn::change(const QString &list, const QString &id, const QJsonObject &fields)
{
    const QMutexLocker lock(&m_state->mutex);
    QJsonObject *const one = m_state->entry(list, id);
    for (auto it = fields.begin(); one && it != fields.end(); ++it)
        one->insert(it.key(), it.value());
}

void GpuCloudStandIn::vanish(const QString &list, const QString &id)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->remove(list, id);
}

QList<QJsonObject> GpuCloudStandIn::entries(const QString &list) const
{
    const QMutexLocker lock(&m_state->mutex);
    return m_state->lists.value(list);
}

QStringList GpuCloudStandIn::calls() const
{
    const QMutexLocker lock(&m_state->mutex);
    return m_state->calls;
}

QJsonObject GpuCloudStandIn::lastBody(const QString &call) const
{
    const QMutexLocker lock(&m_state->mutex);
    return m_state->bodies.value(call);
}

QStringList GpuCloudStandIn::faults() const
{
    const QMutexLocker lock(&m_state->mutex);
    return m_state->faults;
}

}  // namespace trainyard
