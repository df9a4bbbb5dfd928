// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tencentstandin.h"

#include "tests/support/tencentdoor.h"

#include <QDateTime>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLocale>
#include <QMap>
#include <QMutex>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <functional>
#include <variant>

namespace trainyard {

namespace {

const TencentCaller kCaller{"AKIDstandin0000", "standin-secret-key", "standin-token"};
const QStringList kRegions{TencentStandIn::kRegion, "ap-shanghai", "ap-singapore"};
constexpr double kPrice = 10.68, kSpotPrice = 3.2;

// The content of "Response", or a refusal.
using Outcome = std::variant<QJsonObject, TencentRefused>;

TencentRefused refusal(const QByteArray &code, const QByteArray &message = "No") { return {code, message}; }

QStringList strings(const QJsonValue &list)
{
    QStringList texts;
    for (const QJsonValue &one : list.toArray())
        texts << one.toString();
    return texts;
}

QJsonValue tagsOf(const QJsonObject &entry) { return entry.contains("TagSet") ? entry.value("TagSet") : entry.value("Tags"); }

bool hasTag(const QJsonObject &entry, const QString &key, const QStringList &values)
{
    for (const QJsonValue &tag : tagsOf(entry).toArray()) {
        if (tag.toObject().value("Key").toString() == key && values.contains(tag.toObject().value("Value").toString()))
            return true;
    }
    return false;
}

// What a list can be searched by, and the names of its answer.
struct ListOf {
    QString list, answer, id, ids;
    QMap<QString, QString> filters;  // to the names of fields
    bool hasTags = true;
};

const QMap<QString, ListOf> &lists()
{
    static const QMap<QString, ListOf> all{
        {"cvm:DescribeInstances", {"instances", "InstanceSet", "InstanceId", "InstanceIds", {{"instance-name", "InstanceName"}}}},
        {"cvm:DescribeKeyPairs", {"keys", "KeyPairSet", "KeyId", "KeyIds", {{"key-name", "KeyName"}}}},
        {"cvm:DescribeImages", {"images", "ImageSet", "ImageId", "ImageIds", {{"image-type", "ImageType"}}}},
        {"vpc:DescribeSecurityGroups",
         {"groups", "SecurityGroupSet", "SecurityGroupId", "SecurityGroupIds", {{"security-group-name", "SecurityGroupName"}}}},
        {"vpc:DescribeAddresses", {"addresses", "AddressSet", "AddressId", "AddressIds", {}}},
        {"cbs:DescribeDisks", {"disks", "DiskSet", "DiskId", "DiskIds", {}}},
        {"cbs:DescribeSnapshots", {"snapshots", "SnapshotSet", "SnapshotId", "SnapshotIds", {}, false}},
    };
    return all;
}

}  // namespace

struct TencentStandIn::State {
    struct Refusal {
        TencentRefused what;
        int times = 0;
    };

    mutable QMutex mutex;
    const TencentDoor door{kCaller};
    QHash<QString, Refusal> refusals;
    QHash<QString, Lost> losses;
    QSet<QString> soldOut;
    QHash<QString, int> hidden;                 // answers in which an instance is still missing
    QHash<QString, QString> tokens;             // client token to instance
    QMap<QString, QList<QJsonObject>> entries;  // by "list region"
    QStringList calls;
    QHash<QString, QJsonObject> last;
    qint64 ahead = 0;
    int hideFor = 0, made = 0;
    bool doesStopCharging = true;

    QList<QJsonObject> &at(const QString &list, const QString &region) { return entries[list + ' ' + region]; }
    QString newId(const char *kind) { return QStringLiteral("%1-%2").arg(kind).arg(++made, 8, 10, QLatin1Char('0')); }
    QJsonObject *find(const QString &list, const QString &region, const char *field, const QString &value)
    {
        for (QJsonObject &entry : at(list, region)) {
            if (entry.value(QLatin1String(field)).toString() == value)
                return &entry;
        }
        return nullptr;
    }

    HttpStandIn::Answer answer(const HttpStandIn::Request &request);
    Outcome billed(const TencentRequest &request);
    Outcome act(const TencentRequest &request);
    Outcome listed(const TencentRequest &request, const ListOf &of);
    Outcome offered(const TencentRequest &request) const;
    Outcome run(const TencentRequest &request);
    Outcome changeInstances(const TencentRequest &request);
    Outcome importKey(const TencentRequest &request);
    Outcome group(const TencentRequest &request);
    Outcome given(const TencentRequest &request, const ListOf &of);
    void moveOn(const QString &region);
};

HttpStandIn::Answer TencentStandIn::State::answer(const HttpStandIn::Request &request)
{
    const QMutexLocker lock(&mutex);
    const QDateTime now = QDateTime::currentDateTimeUtc().addSecs(ahead);
    HttpStandIn::Answer answer;
    answer.headers = {"Content-Type: application/json",
                      "Date: " + QLocale::c().toString(now, QStringLiteral("ddd, dd MMM yyyy hh:mm:ss 'GMT'")).toLatin1()};
    TencentRequest read;
    const auto refused = door.refuses(request, now.toSecsSinceEpoch(), read);
    if (!read.right.isEmpty())
        calls << read.right;
    Outcome outcome = refused ? Outcome(*refused) : Outcome(QJsonObject());
    if (!refused) {
        const bool hasRegion = kRegions.contains(read.region);
        Refusal &asked = refusals[read.right];
        if (asked.times > 0) {
            --asked.times;
            outcome = asked.what;
        } else if (read.right != "cvm:DescribeRegions" && read.right != "billing:DescribeBillDetail" && !hasRegion) {
            outcome = refusal("UnsupportedRegion");
        } else {
            last.insert(read.right, read.parameters);
            outcome = act(read);
            if (losses.contains(read.right)) {
                const Lost how = losses.take(read.right);
                answer.isSilent = how == Lost::Silence;
                if (how == Lost::Answer)
                    answer.cutAfter = 5;
                else if (how == Lost::InternalError)
                    outcome = refusal("InternalError", "An internal error has occurred");
            }
        }
    }
    QJsonObject response;
    if (const auto *no = std::get_if<TencentRefused>(&outcome))
        response.insert("Error", QJsonObject{{"Code", QString::fromLatin1(no->code)}, {"Message", QString::fromLatin1(no->message)}});
    else
        response = std::get<QJsonObject>(outcome);
    response.insert("RequestId", QStringLiteral("stand-in-%1").arg(calls.size()));
    answer.body = QJsonDocument(QJsonObject{{"Response", response}}).toJson(QJsonDocument::Compact);
    return answer;
}

// Rows that a test has put under the month.
Outcome TencentStandIn::State::billed(const TencentRequest &request)
{
    const int limit = request.parameters.value("Limit").toInt(), offset = request.parameters.value("Offset").toInt();
    const QString month = request.parameters.value("Month").toString();
    if (limit < 1 || limit > 100 || offset < 0 || month.size() != 7)
        return refusal("InvalidParameter");
    const QList<QJsonObject> all = at("bill", month);
    QJsonArray rows;
    for (const QJsonObject &row : all.mid(offset, limit))
        rows << row;
    QJsonObject answer{{"DetailSet", rows}};
    if (request.parameters.value("NeedRecordNum").toInt() == 1)
        answer.insert("Total", static_cast<int>(all.size()));
    return answer;
}

Outcome TencentStandIn::State::act(const TencentRequest &request)
{
    const QString &right = request.right;
    if (lists().contains(right)) {
        if (right == "cvm:DescribeInstances")
            moveOn(request.region);
        return listed(request, lists().value(right));
    }
    if (right == "sts:GetCallerIdentity")
        return QJsonObject{{"Arn", "qcs::cam::uin/100000000001:uin/100000000002"}, {"AccountId", "100000000001"}};
    if (right == "cvm:DescribeRegions") {
        QJsonArray regions;
        for (const QString &region : kRegions)
            regions << QJsonObject{{"Region", region}, {"RegionName", region}, {"RegionState", "AVAILABLE"}};
        regions << QJsonObject{{"Region", "ap-closed"}, {"RegionName", "Closed"}, {"RegionState", "UNAVAILABLE"}};
        return QJsonObject{{"TotalCount", regions.size()}, {"RegionSet", regions}};
    }
    if (right == "billing:DescribeBillDetail")
        return billed(request);
    if (right == "cvm:DescribeZoneInstanceConfigInfos")
        return offered(request);
    if (right == "cvm:DescribeAccountQuota") {
        const auto quota = [&](int used, int total) {
            return QJsonArray{
                QJsonObject{{"Zone", request.region + "-6"}, {"UsedQuota", used}, {"RemainingQuota", total - used}, {"TotalQuota", total}}};
        };
        const QJsonObject quotas{{"PostPaidQuotaSet", quota(2, 60)}, {"SpotPaidQuotaSet", quota(0, 50)}, {"PrePaidQuotaSet", QJsonArray()}};
        return QJsonObject{{"AppId", 1}, {"AccountQuotaOverview", QJsonObject{{"Region", request.region}, {"AccountQuota", quotas}}}};
    }
    if (right == "cvm:RunInstances")
        return run(request);
    if (right == "cvm:ImportKeyPair")
        return importKey(request);
    if (right == "vpc:ReleaseAddresses")
        return given(request, lists().value("vpc:DescribeAddresses"));
    if (right == "cbs:TerminateDisks")
        return given(request, lists().value("cbs:DescribeDisks"));
    if (right == "cbs:DeleteSnapshots")
        return given(request, lists().value("cbs:DescribeSnapshots"));
    return right.startsWith("vpc:") ? group(request) : changeInstances(request);
}

Outcome TencentStandIn::State::listed(const TencentRequest &request, const ListOf &of)
{
    const QStringList ids = strings(request.parameters.value(of.ids));
    const QJsonArray filters = request.parameters.value("Filters").toArray();
    if (!ids.isEmpty() && !filters.isEmpty())
        return refusal("InvalidParameterCombination");
    QList<QJsonObject> found;
    for (const QJsonObject &entry : at(of.list, request.region)) {
        if (int &more = hidden[entry.value(of.id).toString()]; of.list == "instances" && more > 0) {
            --more;
            continue;
        }
        bool fits = ids.isEmpty() || ids.contains(entry.value(of.id).toString());
        for (const QJsonValue &value : filters) {
            const QString name = value.toObject().value("Name").toString();
            const QStringList values = strings(value.toObject().value("Values"));
            if (values.size() > 5 || values.isEmpty())
                return refusal("InvalidFilterValue.LimitExceeded");
            if (of.hasTags && name.startsWith("tag:"))
                fits = fits && hasTag(entry, name.sliced(4), values);
            else if (of.filters.contains(name))
                fits = fits && values.contains(entry.value(of.filters.value(name)).toString());
            else
                return refusal("InvalidFilter", "The filter is not known");
        }
        if (fits)
            found << entry;
    }
    if (!ids.isEmpty() && found.size() < ids.size())
        return refusal(of.list == "instances" ? "InvalidInstanceId.NotFound" : "ResourceNotFound");
    const auto number = [&request](const char *name, int otherwise) {
        const QJsonValue value = request.parameters.value(QLatin1String(name));
        return value.isString() ? value.toString().toInt() : value.toInt(otherwise);
    };
    const int limit = number("Limit", 20), offset = number("Offset", 0);
    if (limit < 1 || limit > 100 || offset < 0)
        return refusal("InvalidParameterValue.LimitExceeded");
    QJsonArray page;
    for (qsizetype i = offset; i < std::min<qsizetype>(offset + limit, found.size()); ++i)
        page << found.at(i);
    return QJsonObject{{"TotalCount", static_cast<int>(found.size())}, {of.answer, page}};
}

Outcome TencentStandIn::State::offered(const TencentRequest &request) const
{
    QStringList types{TencentStandIn::kType, "S5.MEDIUM4"}, charges{"POSTPAID_BY_HOUR", "SPOTPAID", "PREPAID"};
    for (const QJsonValue &value : request.parameters.value("Filters").toArray()) {
        const QString name = value.toObject().value("Name").toString();
        const QStringList values = strings(value.toObject().value("Values"));
        const auto keep = [&values](QStringList &all) { all.removeIf([&](const QString &one) { return !values.contains(one); }); };
        if (name == "instance-type")
            keep(types);
        else if (name == "instance-charge-type")
            keep(charges);
        else
            return refusal("InvalidFilter", "The filter is not known");
    }
    QJsonArray items;
    for (const char *end : {"-3", "-6", "-7"}) {
        const QString zone = request.region + end;
        for (const QString &type : std::as_const(types)) {
            for (const QString &charge : std::as_const(charges)) {
                const bool isSold = soldOut.contains(zone), isSpot = charge == "SPOTPAID";
                const double price = isSpot ? kSpotPrice : kPrice;
                items << QJsonObject{
                    {"Zone", zone},
                    {"InstanceType", type},
                    {"InstanceChargeType", charge},
                    {"Gpu", type == TencentStandIn::kType ? 1 : 0},
                    {"GpuCount", type == TencentStandIn::kType ? 1 : 0},
                    {"Status", isSold ? "SOLD_OUT" : "SELL"},
                    {"StatusCategory", isSold                ? "WithoutStock"
                                       : zone.endsWith("-6") ? "EnoughStock"
                                                             : "UnderStock"},
                    {"Price", QJsonObject{{"ChargeUnit", "HOUR"}, {"UnitPrice", price * 2}, {"UnitPriceDiscount", price}}}};
            }
        }
    }
    return QJsonObject{{"InstanceTypeQuotaSet", items}};
}

Outcome TencentStandIn::State::run(const TencentRequest &request)
{
    const QJsonObject &asked = request.parameters;
    const QString token = asked.value("ClientToken").toString();
    if (token.size() > 64)
        return refusal("InvalidClientToken.TooLong");
    if (!token.isEmpty() && tokens.contains(token))
        return QJsonObject{{"InstanceIdSet", QJsonArray{tokens.value(token)}}};
    const QString zone = asked.value("Placement").toObject().value("Zone").toString();
    const bool isSpot = asked.value("InstanceChargeType").toString() == "SPOTPAID";
    if (!find("images", request.region, "ImageId", asked.value("ImageId").toString()))
        return refusal("InvalidImageId.NotFound");
    if (asked.value("InstanceType").toString() != TencentStandIn::kType || !zone.startsWith(request.region))
        return refusal("InvalidParameterValue.InstanceType");
    if (soldOut.contains(zone))
        return refusal("ResourcesSoldOut.SpecifiedInstanceType");
    const QString most = asked.value("InstanceMarketOptions").toObject().value("SpotOptions").toObject().value("MaxPrice").toString();
    if (isSpot && !most.isEmpty() && most.toDouble() < kSpotPrice)
        return refusal("InvalidParameterValue.InsufficientPrice");
    for (const QString &group : strings(asked.value("SecurityGroupIds"))) {
        if (!find("groups", request.region, "SecurityGroupId", group))
            return refusal("InvalidSecurityGroupId.NotFound");
    }
    for (const QString &key : strings(asked.value("LoginSettings").toObject().value("KeyIds"))) {
        if (!find("keys", request.region, "KeyId", key))
            return refusal("InvalidKeyPairId.NotFound");
    }
    const QString userData = asked.value("UserData").toString();
    if (userData.size() > 16 * 1024 || !QByteArray::fromBase64Encoding(userData.toLatin1(), QByteArray::AbortOnBase64DecodingErrors))
        return refusal("InvalidParameterValue.InvalidUserDataFormat");
    const QString at = asked.value("ActionTimer").toObject().value("ActionTime").toString();
    if (!at.isEmpty()) {
        const QDateTime when = QDateTime::fromString(at, Qt::ISODate);
        if (!when.isValid() || !at.endsWith('Z') || QDateTime::currentDateTimeUtc().addSecs(ahead + 300) >= when)
            return refusal("InvalidParameterValue", "ActionTime");
    }
    if (asked.value("DryRun").toBool())
        return QJsonObject();
    const QString id = newId("ins"), diskId = newId("disk");
    QJsonArray tags;
    for (const QJsonValue &specification : asked.value("TagSpecification").toArray()) {
        if (specification.toObject().value("ResourceType").toString() != "instance")
            return refusal("InvalidParameterValue", "ResourceType");
        tags = specification.toObject().value("Tags").toArray();
    }
    const int size = asked.value("SystemDisk").toObject().value("DiskSize").toInt(50);
    this->at("instances", request.region) << QJsonObject{{"InstanceId", id},
                                                         {"InstanceName", asked.value("InstanceName")},
                                                         {"InstanceType", asked.value("InstanceType")},
                                                         {"InstanceState", "PENDING"},
                                                         {"InstanceChargeType", asked.value("InstanceChargeType")},
                                                         {"Tags", tags},
                                                         {"Placement", asked.value("Placement")},
                                                         {"SystemDisk", QJsonObject{{"DiskId", diskId}, {"DiskSize", size}}},
                                                         {"PublicIpAddresses", QJsonValue()},
                                                         {"StopChargingMode", "NOT_APPLICABLE"},
                                                         {"OsName", "Ubuntu Server 22.04 LTS 64bit"},
                                                         {"DefaultLoginUser", "ubuntu"},
                                                         {"DefaultLoginPort", 22},
                                                         {"CreatedTime", "2026-01-02T03:04:05Z"}};
    this->at("disks", request.region) << QJsonObject{{"DiskId", diskId}, {"DiskState", "ATTACHED"}, {"Attached", true},
                                                     {"InstanceId", id}, {"DiskSize", size},        {"Tags", tags}};
    hidden.insert(id, hideFor);
    if (!token.isEmpty())
        tokens.insert(token, id);
    return QJsonObject{{"InstanceIdSet", QJsonArray{id}}};
}

// What has been going on since the last time that somebody looked.
void TencentStandIn::State::moveOn(const QString &region)
{
    QList<QJsonObject> &instances = at("instances", region);
    for (QJsonObject &instance : instances) {
        const QString state = instance.value("InstanceState").toString();
        if (hidden.value(instance.value("InstanceId").toString()) > 0)
            continue;
        // Seen once as it was asked for, it has arrived the next time.
        if (!instance.value("isSeen").toBool()) {
            instance.insert("isSeen", true);
            continue;
        }
        if (state == "PENDING" || state == "STARTING") {
            instance.insert("InstanceState", "RUNNING");
            instance.insert("PublicIpAddresses", QJsonArray{"203.0.113.20"});
        } else if (state == "STOPPING") {
            instance.insert("InstanceState", "STOPPED");
            instance.insert("StopChargingMode", doesStopCharging ? "STOP_CHARGING" : "KEEP_CHARGING");
        } else if (state == "TERMINATING") {
            instance.insert("InstanceState", "GONE");
            at("disks", region).removeIf([&](const QJsonObject &disk) { return disk.value("InstanceId") == instance.value("InstanceId"); });
        }
    }
    instances.removeIf([](const QJsonObject &instance) { return instance.value("InstanceState").toString() == "GONE"; });
}

Outcome TencentStandIn::State::changeInstances(const TencentRequest &request)
{
    const QStringList ids = strings(request.parameters.value("InstanceIds"));
    for (const QString &id : ids) {
        QJsonObject *instance = find("instances", request.region, "InstanceId", id);
        if (!instance)
            return refusal("InvalidInstanceId.NotFound");
        const QString state = instance->value("InstanceState").toString();
        QString next = "TERMINATING";
        if (request.right == "cvm:StopInstances") {
            const bool hasToStopCharging = request.parameters.value("StoppedMode").toString() == "STOP_CHARGING";
            if (hasToStopCharging && instance->value("InstanceChargeType").toString() == "SPOTPAID")
                return refusal("UnsupportedOperation.StoppedModeStopCharging");
            if (state != "RUNNING")
                return refusal("UnsupportedOperation.InstanceState" + state.left(1).toLatin1() + state.sliced(1).toLower().toLatin1());
            next = "STOPPING";
        } else if (request.right == "cvm:StartInstances") {
            if (state != "STOPPED")
                return refusal("UnsupportedOperation.InstanceState" + state.left(1).toLatin1() + state.sliced(1).toLower().toLatin1());
            if (soldOut.contains(instance->value("Placement").toObject().value("Zone").toString()))
                return refusal("ResourcesSoldOut.SpecifiedInstanceType");
            next = "STARTING";
        }
        instance->insert("InstanceState", next);
        instance->insert("isSeen", false);
    }
    return QJsonObject();
}

Outcome TencentStandIn::State::importKey(const TencentRequest &request)
{
    const QString name = request.parameters.value("KeyName").toString(), key = request.parameters.value("PublicKey").toString();
    static const QRegularExpression form("^[A-Za-z0-9_]{1,25}$");
    if (!form.match(name).hasMatch())
        return refusal("InvalidKeyPairName.Malformed");
    if (!key.startsWith("ssh-rsa "))
        return refusal("InvalidPublicKey.Malformed", "OpenSSH RSA");
    if (find("keys", request.region, "PublicKey", key))
        return refusal("InvalidPublicKey.Duplicate");
    if (find("keys", request.region, "KeyName", name))
        return refusal("InvalidKeyPairName.Duplicate");
    const QString id = newId("skey");
    at("keys", request.region) << QJsonObject{{"KeyId", id}, {"KeyName", name}, {"PublicKey", key}};
    return QJsonObject{{"KeyId", id}};
}

Outcome TencentStandIn::State::group(const TencentRequest &request)
{
    const QJsonObject &asked = request.parameters;
    if (request.right == "vpc:CreateSecurityGroupWithPolicies") {
        const QJsonObject created{{"SecurityGroupId", newId("sg")},
                                  {"SecurityGroupName", asked.value("GroupName")},
                                  {"SecurityGroupDesc", asked.value("GroupDescription")},
                                  {"TagSet", asked.value("Tags")},
                                  {"rules", asked.value("SecurityGroupPolicySet")}};
        at("groups", request.region) << created;
        return QJsonObject{{"SecurityGroup", created}};
    }
    QJsonObject *group = find("groups", request.region, "SecurityGroupId", asked.value("SecurityGroupId").toString());
    if (!group)
        return refusal("ResourceNotFound");
    if (request.right == "vpc:DescribeSecurityGroupPolicies")
        return QJsonObject{{"SecurityGroupPolicySet", group->value("rules")}};
    const QJsonObject rules = asked.value("SecurityGroupPolicySet").toObject();
    if (!rules.contains("Ingress") || !rules.contains("Egress"))
        return refusal("MissingParameter");
    group->insert("rules", rules);
    return QJsonObject();
}

Outcome TencentStandIn::State::given(const TencentRequest &request, const ListOf &of)
{
    for (const QString &id : strings(request.parameters.value(of.ids))) {
        const qsizetype removed = at(of.list, request.region).removeIf([&](const QJsonObject &one) {
            return one.value(of.id).toString() == id;
        });
        if (removed == 0)
            return refusal(of.list == "disks" ? "InvalidDisk.NotFound" : "InvalidResource.NotFound");
    }
    return QJsonObject();
}

TencentStandIn::TencentStandIn() : m_state(std::make_unique<State>())
{
    for (const QString &region : kRegions) {
        m_state->at("images", region) << QJsonObject{{"ImageId", kImage},
                                                     {"ImageName", "Ubuntu Server 22.04 LTS"},
                                                     {"OsName", "Ubuntu Server 22.04 LTS 64bit"},
                                                     {"Platform", "Ubuntu"},
                                                     {"ImageType", "PUBLIC_IMAGE"},
                                                     {"IsSupportCloudinit", true}}
                                      << QJsonObject{{"ImageId", "img-centosgpu"},   {"ImageName", "CentOS 7.9 GPU driver"},
                                                     {"OsName", "CentOS 7.9 64bit"}, {"Platform", "CentOS"},
                                                     {"ImageType", "PUBLIC_IMAGE"},  {"IsSupportCloudinit", true}}
                                      << QJsonObject{{"ImageId", "img-windows"},        {"ImageName", "Windows Server"},
                                                     {"OsName", "Windows Server 2022"}, {"Platform", "Windows"},
                                                     {"ImageType", "PUBLIC_IMAGE"},     {"IsSupportCloudinit", true}};
    }
    m_server = std::make_unique<HttpStandIn>(
        [state = m_state.get()](const HttpStandIn::Request &request) { return state->answer(request); });
}

TencentStandIn::~TencentStandIn() = default;

QString TencentStandIn::base() const { return m_server->base(); }

CloudCredentials TencentStandIn::credentialsAt(const QString &base)
{
    return {QString::fromLatin1(kCaller.secretId), kCaller.secretKey, kCaller.token, {{"endpoint", base}, {"region", kRegion}}};
}

void TencentStandIn::refuse(const QString &right, const QByteArray &code, int times, const QByteArray &message)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->refusals.insert(right, {{code, message}, times});
}

void TencentStandIn::lose(const QString &right, Lost how)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->losses.insert(right, how);
}

void TencentStandIn::setClock(qint64 secondsAhead)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->ahead = secondsAhead;
}

void TencentStandIn::hideNew(int answers)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->hideFor = answers;
}

void TencentStandIn::sellOut(const QString &zone)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->soldOut.insert(zone);
}

void TencentStandIn::stopsCharging(bool does)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->doesStopCharging = does;
}

void TencentStandIn::put(const QString &list, const QString &region, const QJsonObject &entry)
{
    const QMutexLocker lock(&m_state->mutex);
    m_state->at(list, region) << entry;
}

void TencentStandIn::vanish(const QString &instanceId)
{
    const QMutexLocker lock(&m_state->mutex);
    for (const QString &region : kRegions)
        m_state->at("instances", region).removeIf([&](const QJsonObject &one) { return one.value("InstanceId").toString() == instanceId; });
}

QList<QJsonObject> TencentStandIn::entries(const QString &list, const QString &region) const
{
    const QMutexLocker lock(&m_state->mutex);
    return m_state->at(list, region);
}

QStringList TencentStandIn::calls() const
{
    const QMutexLocker lock(&m_state->mutex);
    return m_state->calls;
}

QJsonObject TencentStandIn::lastParameters(const QString &right) const
{
    const QMutexLocker lock(&m_state->mutex);
    return m_state->last.value(right);
}

}  // namespace trainyard
