// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/googlestandin.h"

#include "tests/support/googlecatalog.h"
#include "tests/support/googledoor.h"

#include <QDateTime>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLocale>
#include <QMap>
#include <QMutex>
#include <QSet>
#include <QUuid>

#include <algorithm>
#include <optional>
#include <variant>

namespace trainyard {

namespace {

const QString kBase = QStringLiteral("https://www.googleapis.com/compute/v1/projects/example-project/");
constexpr int kPage = 2;  // the most entries of one page, so that every list has pages

// The content of the answer, or a refusal.
using Outcome = std::variant<QJsonObject, GoogleRefused>;

QString timeText(const QDateTime &time) { return time.toOffsetFromUtc(-7 * 3600).toString(Qt::ISODateWithMs); }

}  // namespace

struct GoogleStandIn::State {
    struct Refusal {
        GoogleRefused what;
        int times = 0;
    };
    struct Operation {
        QJsonObject shown;
        QJsonObject error;  // with which it ends
        int polls = 1;      // in which it still runs
    };
    struct Ending {
        QString code, message;
    };

    mutable QMutex mutex;
    GoogleDoor door;
    QHash<QString, Refusal> refusals;
    QHash<QString, Lost> losses;
    QHash<QString, Partial> partials;
    QHash<QString, Ending> endings;
    QSet<QString> soldOut, lacking;
    QHash<QString, int> hidden;
    QHash<QString, QString> requests;  // id of a request to the name of its operation
    QMap<QString, Operation> operations;
    QMap<QString, QMap<QString, QJsonObject>> entries;  // by list, then by path
    QMap<QString, QString> hostKeys;
    QStringList calls;
    QHash<QString, QJsonObject> last;
    qint64 ahead = 0;
    int hideFor = 0, counter = 0;

    QDateTime now() const { return QDateTime::currentDateTimeUtc().addSecs(ahead); }
    HttpStandIn::Answer answer(const HttpStandIn::Request &request);
    Outcome act(const GoogleRequest &request);
    Outcome paged(const GoogleRequest &request, const QList<QJsonObject> &all) const;
    Outcome placed(const GoogleRequest &request, const QString &list);
    Outcome insert(const GoogleRequest &request);
    Outcome firewall(const GoogleRequest &request);
    Outcome instance(const GoogleRequest &request);
    Outcome removed(const GoogleRequest &request);
    QJsonObject started(const GoogleRequest &request, const QString &type, const QString &target, const Ending &ending = {});
    Outcome polled(const QString &name);
    void addInstance(const QJsonObject &asked, const QString &zone);
    void remove(const QString &path);
};

HttpStandIn::Answer GoogleStandIn::State::answer(const HttpStandIn::Request &request)
{
    const QMutexLocker lock(&mutex);
    const QByteArray date = "Date: " + QLocale::c().toString(now(), QStringLiteral("ddd, dd MMM yyyy hh:mm:ss 'GMT'")).toLatin1();
    const auto refused = [](const GoogleRefused &no) {
        QJsonObject error{{"code", no.status},
                          {"message", no.message},
                          {"errors", QJsonArray{QJsonObject{{"message", no.message}, {"domain", "global"}, {"reason", no.reason}}}}};
        if (!no.exact.isEmpty())
            error.insert("details", QJsonArray{QJsonObject{{"@type", "type.googleapis.com/google.rpc.ErrorInfo"}, {"reason", no.exact}}});
        return QJsonObject{{"error", error}};
    };
    HttpStandIn::Answer answer;
    GoogleRequest read;
    Outcome outcome;
    if (request.target == "/token") {
        read.right = "token";
        calls << read.right;
        if (Refusal &asked = refusals["token"]; asked.times > 0) {
            --asked.times;
            answer.status = asked.what.status;
            answer.body = QJsonDocument(QJsonObject{{"error", asked.what.reason}, {"error_description", asked.what.message}}).toJson();
        } else {
            answer = door.token(request, now().toSecsSinceEpoch());
        }
        answer.headers << date;
        return answer;
    }
    const auto no = door.refuses(request, now().toSecsSinceEpoch(), read);
    if (!read.right.isEmpty())
        calls << read.right;
    Refusal &asked = refusals[read.right];
    if (no) {
        outcome = *no;
    } else if (asked.times > 0) {
        --asked.times;
        outcome = asked.what;
    } else if (lacking.contains(read.right)) {
        outcome = GoogleRefused{403, "forbidden", "Required '" + read.right + "' permission for 'projects/" + kProject + '\''};
    } else {
        last.insert(read.right, read.body);
        outcome = act(read);
        if (losses.contains(read.right)) {
            if (losses.take(read.right) == Lost::Answer)
                answer.cutAfter = 5;
            else
                outcome = GoogleRefused{503, "backendError", "Backend Error"};
        }
    }
    if (const auto *why = std::get_if<GoogleRefused>(&outcome))
        answer.status = why->status;
    answer.headers = {"Content-Type: application/json; charset=UTF-8", date};
    const auto *content = std::get_if<QJsonObject>(&outcome);
    answer.body = QJsonDocument(content ? *content : refused(std::get<GoogleRefused>(outcome))).toJson();
    return answer;
}

Outcome GoogleStandIn::State::act(const GoogleRequest &request)
{
    const QString &right = request.right;
    const QString project = request.path.value("project");
    if (project != kProject && !(right == "compute.images.list" && !googleImagesOf(project).isEmpty()))
        return googleMissing("projects/" + project);
    if (right == "testIamPermissions") {
        QJsonArray granted;
        for (const QJsonValue &one : request.body.value("permissions").toArray()) {
            if (!lacking.contains(one.toString()))
                granted << one;
        }
        return QJsonObject{{"permissions", granted}};
    }
    const auto quota = [](const char *metric, int limit, int usage) {
        return QJsonObject{{"metric", metric}, {"limit", limit}, {"usage", usage}};
    };
    if (right == "compute.projects.get")
        return QJsonObject{{"name", project}, {"quotas", QJsonArray{quota("GPUS_ALL_REGIONS", 4, 1), quota("NETWORKS", 5, 1)}}};
    if (right == "compute.regions.list") {
        QList<QJsonObject> regions;
        for (const QString &region : kGoogleRegions) {
            const QJsonArray quotas{quota("NVIDIA_A100_GPUS", 2, 1), quota("PREEMPTIBLE_NVIDIA_A100_GPUS", 8, 0), quota("CPUS", 72, 12)};
            regions << QJsonObject{{"name", region}, {"status", "UP"}, {"quotas", quotas}};
        }
        regions << QJsonObject{{"name", "mars-north1"}, {"status", "DOWN"}};
        return paged(request, regions);
    }
    if (right == "compute.images.list")
        return paged(request, googleImagesOf(project));
    if (right == "compute.snapshots.list")
        return paged(request, entries["snapshots"].values());
    if (right == "compute.zoneOperations.list") {
        QList<QJsonObject> all;
        for (const Operation &operation : std::as_const(operations)) {
            if (operation.shown.value("zone").toString().endsWith('/' + request.path.value("zone")))
                all << operation.shown;
        }
        return paged(request, all);
    }
    if (right == "compute.machineTypes.list")
        return placed(request, "machineTypes");
    if (right == "compute.instances.list" || right == "compute.disks.list" || right == "compute.addresses.list")
        return placed(request, right.section('.', 1, 1));
    if (right == "compute.instances.create")
        return insert(request);
    if (right.startsWith("compute.firewalls."))
        return firewall(request);
    if (right.endsWith("Operations.get"))
        return polled(request.path.value("operation"));
    return right.endsWith(".delete") ? removed(request) : instance(request);
}

Outcome GoogleStandIn::State::paged(const GoogleRequest &request, const QList<QJsonObject> &all) const
{
    QList<QJsonObject> fitting;
    for (const QJsonObject &entry : all) {
        const auto fits = fitsGoogleFilter(entry, request.query.value("filter"));
        if (!fits)
            return googleBad("Invalid list filter expression.");
        if (*fits)
            fitting << entry;
    }
    const QString token = request.query.value("pageToken");
    const int most = request.query.value("maxResults", "500").toInt(), from = token.mid(1).toInt();
    if (most < 0 || most > 500 || (!token.isEmpty() && !token.startsWith('p')))
        return googleBad("Invalid value for field 'maxResults' or 'pageToken'");
    QJsonArray items;
    const qsizetype until = std::min<qsizetype>(from + std::min(kPage, most), fitting.size());
    for (qsizetype i = from; i < until; ++i)
        items << fitting.at(i);
    QJsonObject answer{{"items", items}};
    if (until < fitting.size())
        answer.insert("nextPageToken", QStringLiteral("p%1").arg(until));
    return answer;
}

// A list over all places: each has its part in every page, most of them with the warning that it is empty.
Outcome GoogleStandIn::State::placed(const GoogleRequest &request, const QString &list)
{
    QList<QJsonObject> all;
    if (list == "machineTypes") {
        for (const QString &zone : kGoogleZones) {
            all << googleMachineType(zone, GoogleStandIn::kType, 1) << googleMachineType(zone, "n2-standard-8", 0)
                << googleMachineType(zone, "a9-cpuonly-8", 0);
            if (zone.startsWith("us-"))
                all << googleMachineType(zone, "g2-standard-4", 1);
        }
    } else {
        const auto own = entries.value(list);
        for (auto it = own.begin(); it != own.end(); ++it) {
            if (int &more = hidden[it.key()]; list == "instances" && more > 0)
                --more;
            else
                all << *it;
        }
    }
    Outcome page = paged(request, all);
    auto *content = std::get_if<QJsonObject>(&page);
    if (!content)
        return page;
    QJsonObject parts;
    QStringList scopes{"global"};
    for (const QString &region : kGoogleRegions)
        scopes << "regions/" + region;
    for (const QString &zone : kGoogleZones)
        scopes << "zones/" + zone;
    for (const QString &scope : std::as_const(scopes)) {
        QJsonArray inside;
        for (const QJsonValue &item : content->value("items").toArray()) {
            const QString link = item.toObject().value("selfLink").toString();
            if (list == "machineTypes" ? scope == "zones/" + item.toObject().value("zone").toString() : link.contains('/' + scope + '/'))
                inside << item;
        }
        parts.insert(scope, inside.isEmpty() ? QJsonObject{{"warning", QJsonObject{{"code", "NO_RESULTS_ON_PAGE"}, {"message", "None"}}}}
                                             : QJsonObject{{list, inside}});
    }
    if (const auto how = partials.find(request.right); how != partials.end()) {
        if (*how == Partial::Unreachables)
            content->insert("unreachables", QJsonArray{"zones/europe-west4-a"});
        else
            parts.insert("zones/europe-west4-a",
                         QJsonObject{{"warning", QJsonObject{{"code", "UNREACHABLE"}, {"message", "The zone did not answer"}}}});
        partials.erase(how);
    }
    content->insert("items", parts);
    return page;
}

QJsonObject GoogleStandIn::State::started(const GoogleRequest &request, const QString &type, const QString &target, const Ending &ending)
{
    const QString name = QStringLiteral("operation-%1-standin").arg(++counter), zone = request.path.value("zone");
    Operation operation;
    operation.shown = {{"kind", "compute#operation"},   {"name", name},  {"operationType", type},       {"status", "RUNNING"},
                       {"insertTime", timeText(now())}, {"progress", 0}, {"targetLink", kBase + target}};
    if (!zone.isEmpty())
        operation.shown.insert("zone", kBase + "zones/" + zone);
    const Ending end = endings.contains(request.right) ? endings.take(request.right) : ending;
    if (!end.code.isEmpty())
        operation.error = {{"errors", QJsonArray{QJsonObject{{"code", end.code}, {"message", end.message}}}}};
    operations.insert(name, operation);
    if (const QString id = request.query.value("requestId"); !id.isEmpty())
        requests.insert(id, name);
    return operation.shown;
}

Outcome GoogleStandIn::State::polled(const QString &name)
{
    const auto operation = operations.find(name);
    if (operation == operations.end())
        return googleMissing(name);
    if (operation->polls-- <= 0) {
        operation->shown.insert("status", "DONE");
        operation->shown.insert("progress", 100);
        if (!operation->error.isEmpty()) {
            operation->shown.insert("error", operation->error);
            operation->shown.insert("httpErrorStatusCode", 503);
            operation->shown.insert("httpErrorMessage", "SERVICE UNAVAILABLE");
        }
    }
    return operation->shown;
}

Outcome GoogleStandIn::State::insert(const GoogleRequest &request)
{
    const QString zone = request.path.value("zone"), id = request.query.value("requestId"), name = request.body.value("name").toString();
    const QUuid uuid(id);
    if (!id.isEmpty() && (uuid.isNull() || uuid.toString(QUuid::WithoutBraces) != id))
        return googleBad("Invalid value for field 'requestId': it must be a UUID");
    if (requests.contains(id))
        return operations.value(requests.value(id)).shown;
    for (const char *right :
         {"compute.disks.create", "compute.disks.setLabels", "compute.instances.setLabels", "compute.instances.setMetadata",
          "compute.instances.setTags", "compute.subnetworks.use", "compute.subnetworks.useExternalIp"}) {
        if (lacking.contains(right))
            return GoogleRefused{403, "forbidden", QStringLiteral("Required '%1' permission for 'projects/x'").arg(right)};
    }
    if (const auto problem = googleProblemOf(request.body, zone, now()))
        return *problem;
    const QString path = "zones/" + zone + "/instances/" + name;
    if (entries["instances"].contains(path))
        return GoogleRefused{409, "alreadyExists", "The resource '" + path + "' already exists"};
    Ending ending;
    if (soldOut.contains(zone))
        ending = {"ZONE_RESOURCE_POOL_EXHAUSTED_WITH_DETAILS", "The zone '" + zone + "' does not have enough resources available."};
    const bool fails = soldOut.contains(zone) || endings.contains(request.right);
    const QJsonObject operation = started(request, "insert", path, ending);
    if (!fails)
        addInstance(request.body, zone);
    return operation;
}

void GoogleStandIn::State::addInstance(const QJsonObject &asked, const QString &zone)
{
    const QString name = asked.value("name").toString(), path = "zones/" + zone + "/instances/" + name, link = kBase + path;
    const QJsonObject disk = asked.value("disks")[0].toObject(), made = disk.value("initializeParams").toObject();
    const QString size = made.value("diskSizeGb").toVariant().toString().isEmpty() ? "50" : made.value("diskSizeGb").toVariant().toString();
    QJsonObject instance = asked;
    instance.insert("kind", "compute#instance");
    instance.insert("selfLink", link);
    instance.insert("zone", kBase + "zones/" + zone);
    instance.insert("status", "PROVISIONING");
    instance.insert("creationTimestamp", timeText(now()));
    instance.insert("disks", QJsonArray{QJsonObject{{"boot", true},
                                                    {"autoDelete", disk.value("autoDelete").toBool()},
                                                    {"diskSizeGb", size},
                                                    {"source", kBase + "zones/" + zone + "/disks/" + name}}});
    entries["instances"].insert(path, instance);
    entries["disks"].insert("zones/" + zone + "/disks/" + name, {{"name", name},
                                                                 {"sizeGb", size},
                                                                 {"status", "READY"},
                                                                 {"labels", made.value("labels")},
                                                                 {"users", QJsonArray{link}},
                                                                 {"creationTimestamp", timeText(now())},
                                                                 {"selfLink", kBase + "zones/" + zone + "/disks/" + name}});
    hidden.insert(path, hideFor);
}

void GoogleStandIn::State::remove(const QString &path)
{
    const QJsonObject gone = entries["instances"].take(path);
    for (const QJsonValue &value : gone.value("disks").toArray()) {
        const QString disk = value.toObject().value("source").toString().mid(kBase.size());
        if (value.toObject().value("autoDelete").toBool())
            entries["disks"].remove(disk);
        else if (entries["disks"].contains(disk))
            entries["disks"][disk].remove("users");
    }
}

Outcome GoogleStandIn::State::firewall(const GoogleRequest &request)
{
    QMap<QString, QJsonObject> &rules = entries["firewalls"];
    const bool isNew = request.right == "compute.firewalls.create";
    const QString name = isNew ? request.body.value("name").toString() : request.path.value("firewall");
    const QString path = "global/firewalls/" + name;
    if (!isNew && !rules.contains(path))
        return googleMissing(path);
    if (request.right == "compute.firewalls.get")
        return rules.value(path);
    if (lacking.contains("compute.networks.updatePolicy"))
        return GoogleRefused{403, "forbidden",
                             "Required 'compute.networks.updatePolicy' permission for 'projects/x/global/networks/default'"};
    if (isNew && rules.contains(path))
        return GoogleRefused{409, "alreadyExists", "The resource '" + path + "' already exists"};
    QJsonObject rule = rules.value(path);
    for (auto it = request.body.begin(); it != request.body.end(); ++it)
        rule.insert(it.key(), it.value());
    const bool isBoth = rule.contains("allowed") == rule.contains("denied");
    if (isBoth || rule.value("direction").toString() != "INGRESS" || rule.value("sourceRanges").toArray().isEmpty())
        return googleBad("Invalid value for field 'resource'");
    if (!rule.value("network").toString().startsWith("https:"))
        rule.insert("network", kBase + rule.value("network").toString());
    rule.insert("disabled", false);
    rule.insert("kind", "compute#firewall");
    rule.insert("selfLink", kBase + path);
    rule.insert("creationTimestamp", timeText(now()));
    rules.insert(path, rule);
    return started(request, isNew ? "insert" : "patch", path);
}

Outcome GoogleStandIn::State::instance(const GoogleRequest &request)
{
    const QString zone = request.path.value("zone"), path = "zones/" + zone + "/instances/" + request.path.value("instance");
    const auto found = entries["instances"].find(path);
    if (found == entries["instances"].end())
        return googleMissing(path);
    const QString status = found->value("status").toString();
    if (request.right == "compute.instances.getSerialPortOutput") {
        if (request.query.value("port", "1") != "1")
            return googleBad("Invalid value for field 'port'");
        return QJsonObject{{"contents", "[    0.000000] Linux version 6.8\r\nlogin: "}, {"start", "0"}, {"next", "38"}};
    }
    if (request.right == "compute.instances.getGuestAttributes") {
        if (hostKeys.isEmpty() || request.query.value("queryPath") != "hostkeys/")
            return googleMissing("hostkeys/");
        QJsonArray items;
        for (auto it = hostKeys.begin(); it != hostKeys.end(); ++it)
            items << QJsonObject{{"namespace", "hostkeys"}, {"key", it.key()}, {"value", it.value()}};
        return QJsonObject{{"queryPath", "hostkeys/"}, {"queryValue", QJsonObject{{"items", items}}}};
    }
    if (request.right == "compute.instances.get") {
        const QJsonObject shown = *found;
        if (status == "PROVISIONING") {
            QJsonObject network = shown.value("networkInterfaces")[0].toObject();
            QJsonObject access = network.value("accessConfigs")[0].toObject();
            access.insert("natIP", "203.0.113.20");
            network.insert("accessConfigs", QJsonArray{access});
            found->insert("networkInterfaces", QJsonArray{network});
            found->insert("status", "RUNNING");
        } else if (status == "STOPPING") {
            found->insert("status", "TERMINATED");
        } else if (status == "DEPROVISIONING") {
            remove(path);
        }
        return shown;
    }
    const bool stops = request.right == "compute.instances.stop";
    if (status == "DEPROVISIONING")
        return GoogleRefused{400, "resourceNotReady", "The resource is not ready"};
    Ending ending;
    if (!stops && status == "TERMINATED" && soldOut.contains(zone))
        ending = {"ZONE_RESOURCE_POOL_EXHAUSTED", "The zone '" + zone + "' does not have enough resources available."};
    const bool fails = !ending.code.isEmpty() || endings.contains(request.right);
    if (!fails && stops && status != "TERMINATED")
        found->insert("status", "STOPPING");
    else if (!fails && !stops && status == "TERMINATED")
        found->insert("status", "PROVISIONING");
    return started(request, stops ? "stop" : "start", path, ending);
}

Outcome GoogleStandIn::State::removed(const GoogleRequest &request)
{
    const QString list = request.right == "compute.globalAddresses.delete" ? "addresses" : request.right.section('.', 1, 1);
    const QString place = request.path.contains("zone")     ? "zones/" + request.path.value("zone")
                          : request.path.contains("region") ? "regions/" + request.path.value("region")
                                                            : "global";
    const QString path = place + '/' + list + '/' + request.path.value(list == "addresses" ? "address" : list.chopped(1));
    if (!entries[list].contains(path))
        return googleMissing(path);
    if (!entries[list][path].value("users").toArray().isEmpty())
        return GoogleRefused{400, "resourceInUseByAnotherResource", "The resource '" + path + "' is already being used"};
    if (endings.contains(request.right))
        return started(request, "delete", path);
    if (list == "instances")
        entries[list][path].insert("status", "DEPROVISIONING");
    else
        entries[list].remove(path);
    return started(request, "delete", path);
}

GoogleStandIn::GoogleStandIn() : m_state(std::make_unique<State>())
{
    m_server = std::make_unique<HttpStandIn>([this](const HttpStandIn::Request &request) { return m_state->answer(request); });
}

GoogleStandIn::~GoogleStandIn() = default;

QString GoogleStandIn::base() const { return m_server->base(); }

QByteArray GoogleStandIn::keyFile() const { return m_state->door.keyFile(); }

QByteArray GoogleStandIn::userFile() const { return GoogleDoor::userFile(); }

CloudCredentials GoogleStandIn::credentials() const
{
    CloudCredentials credentials;
    credentials.keyId = QStringLiteral("ty@example-project.iam.gserviceaccount.com");
    credentials.secret = keyFile();
    credentials.settings = {{"region", kRegion}, {"endpoint", base()}};
    return credentials;
}

void GoogleStandIn::refuse(const QString &right, int status, const QString &reason, const QString &message, int times)
{
    const QMutexLocker lock(&m_state->mutex);
    // The newer reasons, in capitals, are in the details of the error; the older ones are not.
    const bool isExact = reason.contains('_') && reason == reason.toUpper();
    m_state->refusals[right] = {{status, isExact ? QStringLiteral("forbidden") : reason, message, isExact ? reason : QString()}, times};
}

void GoogleStandIn::failOperation(const QString &right, const QString &code, const QString &message)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->endings.insert(right, {code, message});
}

void GoogleStandIn::lose(const QString &right, Lost how)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->losses.insert(right, how);
}

void GoogleStandIn::lack(const QString &right)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->lacking.insert(right);
}

void GoogleStandIn::setClock(qint64 secondsAhead)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->ahead = secondsAhead;
}

void GoogleStandIn::endTokens()
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->door.forgetTokens();
}

void GoogleStandIn::hideNew(int answers)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->hideFor = answers;
}

void GoogleStandIn::sellOut(const QString &zone)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->soldOut.insert(zone);
}

void GoogleStandIn::leaveOut(const QString &right, Partial how)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->partials.insert(right, how);
}

void GoogleStandIn::bootWithHostKey(const QString &type, const QString &key)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->hostKeys.insert(type, key);
}

void GoogleStandIn::preempt(const QString &path)
{
    const QMutexLocker lock(&m_state->mutex);
    GoogleRequest request;
    request.path.insert("zone", path.section('/', 1, 1));
    m_state->started(request, "compute.instances.preempted", path);
}

void GoogleStandIn::put(const QString &list, const QString &path, const QJsonObject &entry)
{
    const QMutexLocker lock(&m_state->mutex);
    QJsonObject whole = entry;
    whole.insert("name", path.section('/', -1));
    whole.insert("selfLink", kBase + path);
    m_state->entries[list].insert(path, whole);
}

void GoogleStandIn::vanish(const QString &path)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->remove(path);
}

QList<QJsonObject> GoogleStandIn::entries(const QString &list) const
{
    const QMutexLocker lock(&m_state->mutex);
    return m_state->entries[list].values();
}

QStringList GoogleStandIn::calls() const
{
    const QMutexLocker lock(&m_state->mutex);
    return m_state->calls;
}

QJsonObject GoogleStandIn::lastBody(const QString &right) const
{
    const QMutexLocker lock(&m_state->mutex);
    return m_state->last.value(right);
}

}  // namespace trainyard
