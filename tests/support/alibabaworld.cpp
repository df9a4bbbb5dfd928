// SPDX-License-Identifier: GPL-3.0-or-later
// What the calls of the stand-in do.
#include "tests/support/alibabastandin.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

using Refusal = AlibabaStandIn::Refusal;
using Parameters = AlibabaStandIn::Parameters;

const QString kRegion = QStringLiteral("cn-hangzhou");
const QStringList kRegions{kRegion, QStringLiteral("ap-southeast-1"), QStringLiteral("cn-beijing")};
// The last one has local disks, so that it goes on charging while it is stopped.
const QStringList kTypes{QStringLiteral("ecs.gn7i-c8g1.2xlarge"), QStringLiteral("ecs.gn5-c4g1.xlarge")};
const QStringList kZones{QStringLiteral("cn-hangzhou-h"), QStringLiteral("cn-hangzhou-i"), QStringLiteral("cn-hangzhou-j")};
const QString kImage = QStringLiteral("ubuntu_22_04_x64_20G_alibase_20260101.vhd");

QString text(const Parameters &given, const QByteArray &name) { return QString::fromUtf8(given.value(name)); }

// Key and value of each, as the service names them.
QJsonObject tagsOf(const Parameters &given, const char *key, const char *value)
{
    QJsonArray tags;
    for (int i = 1; given.contains("Tag." + QByteArray::number(i) + ".Key"); ++i) {
        const QByteArray tag = "Tag." + QByteArray::number(i);
        tags << QJsonObject{{QLatin1String(key), text(given, tag + ".Key")}, {QLatin1String(value), text(given, tag + ".Value")}};
    }
    return {{QStringLiteral("Tag"), tags}};
}

bool hasTags(const QJsonObject &thing, const Parameters &wanted)
{
    const QJsonArray tags = thing.value(QLatin1String("Tags")).toObject().value(QLatin1String("Tag")).toArray();
    for (int i = 1; wanted.contains("Tag." + QByteArray::number(i) + ".Key"); ++i) {
        const QString key = text(wanted, "Tag." + QByteArray::number(i) + ".Key"),
                      value = text(wanted, "Tag." + QByteArray::number(i) + ".Value");
        const bool isThere = std::any_of(tags.begin(), tags.end(), [&](const QJsonValue &tag) {
            const QJsonObject one = tag.toObject();
            return (one.value(QLatin1String("Key")) == key || one.value(QLatin1String("TagKey")) == key)
                   && (one.value(QLatin1String("Value")) == value || one.value(QLatin1String("TagValue")) == value);
        });
        if (!isThere)
            return false;
    }
    return true;
}

QJsonObject listed(const char *outer, const char *inner, const QJsonArray &items)
{
    return {{QLatin1String(outer), QJsonObject{{QLatin1String(inner), items}}}};
}

}  // namespace

AlibabaStandIn::Work AlibabaStandIn::workOf(const QByteArray &action)
{
    static const QMap<QByteArray, Work> kWork{
        {"RunInstances", &AlibabaStandIn::runInstances},
        {"DescribeInstances", &AlibabaStandIn::describeInstances},
        {"StartInstance", &AlibabaStandIn::startInstance},
        {"StopInstance", &AlibabaStandIn::stopInstance},
        {"DeleteInstance", &AlibabaStandIn::deleteInstance},
        {"GetInstanceConsoleOutput", &AlibabaStandIn::consoleOutput},
        {"ImportKeyPair", &AlibabaStandIn::importKeyPair},
        {"CreateVpc", &AlibabaStandIn::createVpc},
        {"CreateVSwitch", &AlibabaStandIn::createVSwitch},
        {"CreateSecurityGroup", &AlibabaStandIn::createGroup},
        {"AuthorizeSecurityGroup", &AlibabaStandIn::authorize},
        {"RevokeSecurityGroup", &AlibabaStandIn::revoke},
        {"DescribeSecurityGroupAttribute", &AlibabaStandIn::describeRules},
        {"DescribeVpcs", &AlibabaStandIn::describeVpcs},
        {"DescribeVSwitches", &AlibabaStandIn::describeVSwitches},
        {"DescribeSecurityGroups", &AlibabaStandIn::describeGroups},
        {"DescribeDisks", &AlibabaStandIn::describeDisks},
        {"DescribeEipAddresses", &AlibabaStandIn::describeAddresses},
        {"DescribeSnapshots", &AlibabaStandIn::describeSnapshots},
        {"DescribeRegions", &AlibabaStandIn::describeRegions},
        {"DescribeInstanceTypes", &AlibabaStandIn::describeTypes},
        {"DescribeAvailableResource", &AlibabaStandIn::describeStock},
        {"DescribePrice", &AlibabaStandIn::describePrice},
        {"DescribeSpotPriceHistory", &AlibabaStandIn::describeSpotPrices},
        {"DescribeAccountAttributes", &AlibabaStandIn::describeAttributes},
        {"DescribeImages", &AlibabaStandIn::describeImages},
        {"GetCallerIdentity", &AlibabaStandIn::callerIdentity},
        {"QueryInstanceBill", &AlibabaStandIn::queryBill},
    };
    return kWork.value(action, &AlibabaStandIn::remove);
}

AlibabaStandIn::Answered AlibabaStandIn::queryBill(const Parameters &given)
{
    const int size = given.value("PageSize", "20").toInt(), number = given.value("PageNum", "1").toInt();
    if (size < 1 || size > 300 || number < 1)
        return {{}, Refusal{400, "InvalidParameter", "The page is not valid."}};
    const QString cycle = QString::fromLatin1(given.value("BillingCycle"));
    QJsonArray items;
    int total = 0;
    for (const QJsonObject &item : std::as_const(m_bill)) {
        if (item.value(QLatin1String("BillingCycle")).toString() != cycle)
            continue;
        if (total >= (number - 1) * size && total < number * size)
            items << item;
        ++total;
    }
    return {{{QStringLiteral("Code"), QStringLiteral("Success")},
             {QStringLiteral("Success"), true},
             {QStringLiteral("Data"), QJsonObject{{QStringLiteral("BillingCycle"), cycle},
                                                  {QStringLiteral("TotalCount"), total},
                                                  {QStringLiteral("PageNum"), number},
                                                  {QStringLiteral("PageSize"), size},
                                                  {QStringLiteral("Items"), QJsonObject{{QStringLiteral("Item"), items}}}}}},
            {}};
}

QString AlibabaStandIn::newId(const char *kind)
{
    return QStringLiteral("%1-standin%2").arg(QLatin1String(kind)).arg(++m_number, 6, 10, QLatin1Char('0'));
}

AlibabaStandIn::Answered AlibabaStandIn::page(const QList<QJsonObject> &all, const Parameters &given, const char *outer,
                                              const char *inner) const
{
    const bool isNumbered = given.contains("PageNumber");
    const int most = std::clamp(given.value(isNumbered ? "PageSize" : "MaxResults", "10").toInt(), 1, isNumbered ? 100 : 500);
    const qsizetype from = isNumbered ? (given.value("PageNumber").toInt() - 1) * most : given.value("NextToken", "t0").mid(1).toLongLong();
    QJsonArray items;
    for (const QJsonObject &item : all.mid(from, most))
        items << item;
    QJsonObject body = listed(outer, inner, items);
    body.insert(QStringLiteral("TotalCount"), all.size());
    if (!isNumbered)
        body.insert(QStringLiteral("NextToken"), from + most < all.size() ? QStringLiteral("t%1").arg(from + most) : QString());
    return {body, {}};
}

QList<QJsonObject> AlibabaStandIn::matching(const char *kind, const Parameters &given) const
{
    QList<QJsonObject> found;
    for (const QJsonObject &thing : m_things.value(kind)) {
        if (hasTags(thing, given) && thing.value(QLatin1String("RegionId")).toString(kRegion) == text(given, "RegionId"))
            found << thing;
    }
    return found;
}

AlibabaStandIn::Answered AlibabaStandIn::runInstances(const Parameters &given)
{
    if (given.value("DryRun") == "true")
        return {{}, Refusal{400, "DryRunOperation", "Request validation has been passed with DryRun flag set."}};
    const auto bad = [](const char *code) { return Answered{{}, Refusal{400, code, "Stand-in: a value is not valid."}}; };
    const QString zone = text(given, "ZoneId"), type = text(given, "InstanceType"), vSwitch = text(given, "VSwitchId");
    if (text(given, "ImageId") != kImage)
        return {{}, Refusal{404, "InvalidImageId.NotFound", "The specified ImageId does not exist."}};
    if (!kTypes.contains(type))
        return {{}, Refusal{404, "InvalidInstanceType.NotFound", "The specified InstanceType does not exist."}};
    const QJsonObject network = m_things["vsw"].value(vSwitch), group = m_things["sg"].value(text(given, "SecurityGroupId"));
    if (!vSwitch.isEmpty()
        && (network.value(QLatin1String("ZoneId")) != zone || group.value(QLatin1String("VpcId")) != network.value(QLatin1String("VpcId"))))
        return bad("InvalidParameter.Mismatch");
    if (given.contains("KeyPairName") && !m_things["key"].contains(text(given, "KeyPairName")))
        return {{}, Refusal{404, "InvalidKeyPairName.NotFound", "The specified KeyPairName does not exist."}};
    static const QRegularExpression kName(QStringLiteral("\\A\\p{L}[\\p{L}\\p{N}:_.-]{1,127}\\z"));
    if (!kName.match(text(given, "InstanceName")).hasMatch())
        return bad("InvalidInstanceName.Malformed");
    if (given.value("InternetMaxBandwidthOut").toInt() > 100 || given.value("Amount", "1") != "1")
        return bad("InvalidParameter");
    if (QByteArray::fromBase64(given.value("UserData")).size() > 32768
        || QByteArray::fromBase64(given.value("UserData")).toBase64() != given.value("UserData"))
        return bad("InvalidUserData.Base64FormatInvalid");
    if (given.contains("AutoReleaseTime")) {
        const QDateTime at = QDateTime::fromString(text(given, "AutoReleaseTime"), Qt::ISODate);
        if (!at.isValid() || now().secsTo(at) < 30 * 60)
            return bad("InvalidAutoReleaseTime.Malformed");
    }
    const QByteArray limit = given.value("SpotPriceLimit");
    if ((given.value("SpotStrategy") == "SpotWithPriceLimit") == limit.isEmpty())
        return bad("InvalidSpotParam.EmptySpotPriceLimit");
    if (!limit.isEmpty() && limit.mid(limit.indexOf('.') + 1).size() > 3 && limit.contains('.'))
        return bad("InvalidSpotPriceLimit");
    if (!limit.isEmpty() && limit.toDouble() < m_spotPrice)
        return {{},
                Refusal{400, "InvalidSpotPriceLimit.LowerThanPublicPrice",
                        "The specified parameter spotPriceLimit can't be lower than current public price."}};
    if (m_soldOut.contains(zone))
        return {
            {},
            Refusal{403, "OperationDenied.NoStock",
                    "The requested resource is sold out in the specified zone; try other types of resources or other regions and zones."}};

    const QString id = newId("i"), disk = newId("d");
    QJsonObject tags = tagsOf(given, "TagKey", "TagValue");
    QJsonObject instance{{"InstanceId", id},
                         {"InstanceName", text(given, "InstanceName")},
                         {"RegionId", text(given, "RegionId")},
                         {"ZoneId", zone},
                         {"InstanceType", type},
                         {"Status", "Pending"},
                         {"StoppedMode", "Not-applicable"},
                         {"CreationTime", now().toString(QStringLiteral("yyyy-MM-dd'T'HH:mm'Z'"))},
                         {"Tags", tags},
                         {"PublicIpAddress", QJsonObject{{"IpAddress", QJsonArray()}}},
                         {"EipAddress", QJsonObject{{"AllocationId", ""}, {"IpAddress", ""}}},
                         {"OperationLocks", QJsonObject{{"LockReason", QJsonArray()}}},
                         {"late", m_lateLists},
                         {"pending", m_latePending}};
    m_things["i"].insert(id, instance);
    m_things["d"].insert(disk, QJsonObject{{"DiskId", disk},
                                           {"InstanceId", id},
                                           {"RegionId", text(given, "RegionId")},
                                           {"Status", "In_use"},
                                           {"Size", given.value("SystemDisk.Size", "40").toInt()},
                                           {"DiskName", ""},
                                           {"Tags", tags}});
    return {listed("InstanceIdSets", "InstanceIdSet", {id}), {}};
}

AlibabaStandIn::Answered AlibabaStandIn::describeInstances(const Parameters &given)
{
    const QJsonArray ids = QJsonDocument::fromJson(given.value("InstanceIds", "[]")).array();
    QList<QJsonObject> found;
    for (const QJsonObject &one : matching("i", given)) {
        QJsonObject &instance = m_things["i"][one.value(QLatin1String("InstanceId")).toString()];
        if (!ids.isEmpty() && !ids.contains(instance.value(QLatin1String("InstanceId"))))
            continue;
        if (const int late = instance.value(QLatin1String("late")).toInt(); late > 0) {
            instance.insert(QStringLiteral("late"), late - 1);
            continue;
        }
        const QString status = instance.value(QLatin1String("Status")).toString();
        if (const int pending = instance.value(QLatin1String("pending")).toInt(); pending > 0) {
            instance.insert(QStringLiteral("pending"), pending - 1);
        } else if (status == QLatin1String("Pending") || status == QLatin1String("Starting")) {
            instance.insert(QStringLiteral("Status"), QStringLiteral("Running"));
            instance.insert(QStringLiteral("PublicIpAddress"),
                            QJsonObject{{QStringLiteral("IpAddress"), QJsonArray{QStringLiteral("198.51.100.7")}}});
        } else if (status == QLatin1String("Stopping")) {
            instance.insert(QStringLiteral("Status"), QStringLiteral("Stopped"));
        }
        found << instance;
    }
    return page(found, given, "Instances", "Instance");
}

AlibabaStandIn::Answered AlibabaStandIn::startInstance(const Parameters &given)
{
    const QString id = text(given, "InstanceId");
    if (!m_things["i"].contains(id))
        return {{}, Refusal{404, "InvalidInstanceId.NotFound", "The specified InstanceId does not exist."}};
    QJsonObject &instance = m_things["i"][id];
    if (instance.value(QLatin1String("Status")) != QLatin1String("Stopped"))
        return {{}, Refusal{403, "IncorrectInstanceStatus", "The current status of the resource does not support this operation."}};
    if (m_soldOut.contains(instance.value(QLatin1String("ZoneId")).toString()))
        return {{}, Refusal{403, "OperationDenied.NoStock", "The requested resource is sold out in the specified zone."}};
    instance.insert(QStringLiteral("Status"), QStringLiteral("Starting"));
    instance.insert(QStringLiteral("StoppedMode"), QStringLiteral("Not-applicable"));
    return {};
}

AlibabaStandIn::Answered AlibabaStandIn::stopInstance(const Parameters &given)
{
    const QString id = text(given, "InstanceId");
    if (!m_things["i"].contains(id))
        return {{}, Refusal{404, "InvalidInstanceId.NotFound", "The specified InstanceId does not exist."}};
    QJsonObject &instance = m_things["i"][id];
    if (instance.value(QLatin1String("Status")) != QLatin1String("Running"))
        return {{}, Refusal{403, "IncorrectInstanceStatus", "The current status of the resource does not support this operation."}};
    const bool canStopCharging = instance.value(QLatin1String("InstanceType")) != kTypes.last();
    instance.insert(QStringLiteral("Status"), QStringLiteral("Stopping"));
    // It does not refuse what it cannot do.
    instance.insert(QStringLiteral("StoppedMode"), canStopCharging && given.value("StoppedMode") == "StopCharging"
                                                       ? QStringLiteral("StopCharging")
                                                       : QStringLiteral("KeepCharging"));
    return {};
}

AlibabaStandIn::Answered AlibabaStandIn::deleteInstance(const Parameters &given)
{
    const QString id = text(given, "InstanceId");
    if (!m_things["i"].contains(id))
        return {{}, Refusal{404, "InvalidInstanceId.NotFound", "The specified InstanceId does not exist."}};
    QJsonObject &instance = m_things["i"][id];
    if (const int pending = instance.value(QLatin1String("pending")).toInt(); pending > 0) {
        instance.insert(QStringLiteral("pending"), pending - 1);
        return {{}, Refusal{403, "IncorrectInstanceStatus.Initializing", "The specified instance status does not support this operation."}};
    }
    if (instance.value(QLatin1String("Status")) != QLatin1String("Stopped") && given.value("Force") != "true")
        return {{}, Refusal{403, "IncorrectInstanceStatus", "The current status of the resource does not support this operation."}};
    m_things["i"].remove(id);
    for (const QString &disk : m_things["d"].keys()) {
        if (m_things["d"].value(disk).value(QLatin1String("InstanceId")) == id)
            m_things["d"].remove(disk);
    }
    return {};
}

AlibabaStandIn::Answered AlibabaStandIn::consoleOutput(const Parameters &given)
{
    if (!m_things["i"].contains(text(given, "InstanceId")))
        return {{}, Refusal{404, "InvalidInstanceId.NotFound", "The specified InstanceId does not exist."}};
    return {{{QStringLiteral("ConsoleOutput"), QString::fromLatin1(QByteArray("boot\nStand-in: ready\n").toBase64())}}, {}};
}

AlibabaStandIn::Answered AlibabaStandIn::importKeyPair(const Parameters &given)
{
    const QString name = text(given, "KeyPairName");
    if (m_things["key"].contains(name))
        return {{}, Refusal{400, "KeyPair.AlreadyExist", "The key pair already exist."}};
    m_things["key"].insert(name, QJsonObject{{"KeyPairName", name}, {"RegionId", text(given, "RegionId")}});
    return {};
}

AlibabaStandIn::Answered AlibabaStandIn::createVpc(const Parameters &given)
{
    const QString id = newId("vpc");
    m_things["vpc"].insert(id, QJsonObject{{"VpcId", id},
                                           {"RegionId", text(given, "RegionId")},
                                           {"CidrBlock", text(given, "CidrBlock")},
                                           {"Status", "Pending"},
                                           {"Tags", tagsOf(given, "Key", "Value")}});
    return {{{QStringLiteral("VpcId"), id}}, {}};
}

AlibabaStandIn::Answered AlibabaStandIn::createVSwitch(const Parameters &given)
{
    const QJsonObject vpc = m_things["vpc"].value(text(given, "VpcId"));
    if (vpc.isEmpty() || vpc.value(QLatin1String("Status")) != QLatin1String("Available"))
        return {{}, Refusal{400, "IncorrectVpcStatus", "Current VPC status does not support this operation."}};
    for (const QJsonObject &other : m_things["vsw"]) {
        if (other.value(QLatin1String("VpcId")) == text(given, "VpcId")
            && other.value(QLatin1String("CidrBlock")) == text(given, "CidrBlock"))
            return {{}, Refusal{400, "InvalidCidrBlock.Overlapped", "Specified CIDR block overlapped with other subnets."}};
    }
    const QString id = newId("vsw");
    m_things["vsw"].insert(id, QJsonObject{{"VSwitchId", id},
                                           {"VpcId", text(given, "VpcId")},
                                           {"ZoneId", text(given, "ZoneId")},
                                           {"CidrBlock", text(given, "CidrBlock")},
                                           {"Status", "Pending"},
                                           {"Tags", tagsOf(given, "Key", "Value")}});
    return {{{QStringLiteral("VSwitchId"), id}}, {}};
}

AlibabaStandIn::Answered AlibabaStandIn::createGroup(const Parameters &given)
{
    const QString id = newId("sg");
    m_things["sg"].insert(id, QJsonObject{{"SecurityGroupId", id},
                                          {"VpcId", text(given, "VpcId")},
                                          {"RegionId", text(given, "RegionId")},
                                          {"Tags", tagsOf(given, "TagKey", "TagValue")},
                                          {"rules", QJsonArray()}});
    return {{{QStringLiteral("SecurityGroupId"), id}}, {}};
}

AlibabaStandIn::Answered AlibabaStandIn::authorize(const Parameters &given)
{
    QJsonObject &group = m_things["sg"][text(given, "SecurityGroupId")];
    QJsonObject rule{{"SecurityGroupRuleId", newId("sgr")}, {"Direction", "ingress"}};
    for (auto it = given.constBegin(); it != given.constEnd(); ++it) {
        if (it.key().startsWith("Permissions.1."))
            rule.insert(QString::fromLatin1(it.key().mid(14)), QString::fromUtf8(it.value()));
    }
    QJsonArray rules = group.value(QLatin1String("rules")).toArray();
    // By its documentation, one that exists is not added again; source, ports, protocol and policy tell which one it is.
    const bool isThere = std::any_of(rules.begin(), rules.end(), [&rule](const QJsonValue &one) {
        const auto isSame = [&](const char *name) {
            return one.toObject().value(QLatin1String(name)).toString() == rule.value(QLatin1String(name)).toString();
        };
        return isSame("SourceCidrIp") && isSame("Ipv6SourceCidrIp") && isSame("PortRange") && isSame("IpProtocol") && isSame("Policy");
    });
    if (!isThere)
        group.insert(QStringLiteral("rules"), rules << rule);
    return {};
}

AlibabaStandIn::Answered AlibabaStandIn::revoke(const Parameters &given)
{
    QJsonObject &group = m_things["sg"][text(given, "SecurityGroupId")];
    QJsonArray kept;
    for (const QJsonValue &rule : group.value(QLatin1String("rules")).toArray()) {
        bool isRevoked = false;
        for (int i = 1; given.contains("SecurityGroupRuleId." + QByteArray::number(i)); ++i)
            isRevoked = isRevoked
                        || text(given, "SecurityGroupRuleId." + QByteArray::number(i))
                               == rule.toObject().value(QLatin1String("SecurityGroupRuleId"));
        if (!isRevoked)
            kept << rule;
    }
    group.insert(QStringLiteral("rules"), kept);
    return {};
}

AlibabaStandIn::Answered AlibabaStandIn::describeRules(const Parameters &given)
{
    QList<QJsonObject> rules;
    for (const QJsonValue &rule : m_things["sg"].value(text(given, "SecurityGroupId")).value(QLatin1String("rules")).toArray())
        rules << rule.toObject();
    return page(rules, given, "Permissions", "Permission");
}

AlibabaStandIn::Answered AlibabaStandIn::describeVpcs(const Parameters &given)
{
    const QList<QJsonObject> found = matching("vpc", given);
    // It is there at the next look.
    for (const QJsonObject &one : found)
        m_things["vpc"][one.value(QLatin1String("VpcId")).toString()].insert(QStringLiteral("Status"), QStringLiteral("Available"));
    return page(found, given, "Vpcs", "Vpc");
}

AlibabaStandIn::Answered AlibabaStandIn::describeVSwitches(const Parameters &given)
{
    QList<QJsonObject> found;
    for (QJsonObject &one : m_things["vsw"]) {
        if ((!given.contains("VpcId") || one.value(QLatin1String("VpcId")) == text(given, "VpcId"))
            && (!given.contains("VSwitchId") || one.value(QLatin1String("VSwitchId")) == text(given, "VSwitchId")))
            found << one;
        one.insert(QStringLiteral("Status"), QStringLiteral("Available"));
    }
    return page(found, given, "VSwitches", "VSwitch");
}

AlibabaStandIn::Answered AlibabaStandIn::describeGroups(const Parameters &given)
{
    return page(matching("sg", given), given, "SecurityGroups", "SecurityGroup");
}

AlibabaStandIn::Answered AlibabaStandIn::describeDisks(const Parameters &given)
{
    QList<QJsonObject> found;
    for (const QJsonObject &disk : matching("d", given)) {
        if (!given.contains("InstanceId") || disk.value(QLatin1String("InstanceId")) == text(given, "InstanceId"))
            found << disk;
    }
    return page(found, given, "Disks", "Disk");
}

AlibabaStandIn::Answered AlibabaStandIn::describeAddresses(const Parameters &given)
{
    return page(matching("eip", given), given, "EipAddresses", "EipAddress");
}

AlibabaStandIn::Answered AlibabaStandIn::describeSnapshots(const Parameters &given)
{
    return page(matching("s", given), given, "Snapshots", "Snapshot");
}

// Deletes whatever the call names.
AlibabaStandIn::Answered AlibabaStandIn::remove(const Parameters &given)
{
    static const QMap<QByteArray, QByteArray> kKinds{
        {"DiskId", "d"}, {"AllocationId", "eip"}, {"SnapshotId", "s"}, {"SecurityGroupId", "sg"}, {"KeyPairNames", "key"}};
    for (auto it = kKinds.constBegin(); it != kKinds.constEnd(); ++it) {
        const QByteArray named = given.value(it.key());
        const QString id = it.value() == "key" ? QJsonDocument::fromJson(named).array().first().toString() : QString::fromUtf8(named);
        if (named.isEmpty())
            continue;
        if (m_things[it.value()].value(id).value(QLatin1String("Status")) == QLatin1String("In_use"))
            return {{}, Refusal{403, "IncorrectDiskStatus", "The current disk status does not support this operation."}};
        if (m_things[it.value()].remove(id) == 0)
            return {{}, Refusal{404, "Invalid" + it.key() + ".NotFound", "It does not exist."}};
    }
    return {};
}

AlibabaStandIn::Answered AlibabaStandIn::describeRegions(const Parameters &)
{
    QJsonArray regions;
    for (const QString &region : kRegions)
        regions << QJsonObject{{QStringLiteral("RegionId"), region},
                               {QStringLiteral("RegionEndpoint"), QStringLiteral("ecs.%1.aliyuncs.com").arg(region)}};
    return {listed("Regions", "Region", regions), {}};
}

AlibabaStandIn::Answered AlibabaStandIn::describeTypes(const Parameters &given)
{
    QList<QJsonObject> types;
    for (const QString &type : kTypes)
        types << QJsonObject{{"InstanceTypeId", type}, {"GPUAmount", 1}, {"GPUSpec", "NVIDIA A10"}};
    if (!given.contains("MinimumGPUAmount"))
        types << QJsonObject{{"InstanceTypeId", "ecs.g7.large"}, {"GPUAmount", 0}};
    return page(types, given, "InstanceTypes", "InstanceType");
}

AlibabaStandIn::Answered AlibabaStandIn::describeStock(const Parameters &given)
{
    const QStringList all = kTypes + QStringList{QStringLiteral("ecs.g7.large")};
    QJsonArray zones;
    for (const QString &zone : kZones) {
        QJsonArray supported;
        for (const QString &type : all) {
            const bool isInStock = !m_soldOut.contains(zone);
            if (!given.contains("InstanceType") || text(given, "InstanceType") == type)
                supported << QJsonObject{{"Value", type},
                                         {"Status", isInStock ? "Available" : "SoldOut"},
                                         {"StatusCategory", isInStock ? "WithStock" : "WithoutStock"}};
        }
        zones << QJsonObject{
            {"ZoneId", zone},
            {"RegionId", kRegion},
            {"AvailableResources",
             QJsonObject{
                 {"AvailableResource", QJsonArray{QJsonObject{{"Type", "InstanceType"},
                                                              {"SupportedResources", QJsonObject{{"SupportedResource", supported}}}}}}}}};
    }
    return {listed("AvailableZones", "AvailableZone", zones), {}};
}

AlibabaStandIn::Answered AlibabaStandIn::describePrice(const Parameters &)
{
    const QJsonArray details{QJsonObject{{"Resource", "instanceType"}, {"TradePrice", 9.505}},
                             QJsonObject{{"Resource", "systemDisk"}, {"TradePrice", 0.04}}};
    const QJsonObject price{{"Currency", "CNY"}, {"TradePrice", 9.545}, {"DetailInfos", QJsonObject{{"DetailInfo", details}}}};
    return {{{QStringLiteral("PriceInfo"), QJsonObject{{QStringLiteral("Price"), price}}}}, {}};
}

// A row for every full hour in every zone, page by page, as the cloud keeps them.
AlibabaStandIn::Answered AlibabaStandIn::describeSpotPrices(const Parameters &given)
{
    const auto bad = [](const QByteArray &code) { return Answered{{}, Refusal{400, code, "The specified parameter is not valid."}}; };
    if (given.value("NetworkType") != "vpc")
        return bad("InvalidNetworkType.ValueNotSupported");
    if (!kTypes.contains(text(given, "InstanceType")))
        return bad("InvalidInstanceType.ValueNotSupported");
    if (given.contains("ZoneId") && !kZones.contains(text(given, "ZoneId")))
        return bad("InvalidZoneId.NotFound");
    const auto timeOf = [&given](const char *name, const QDateTime &otherwise) {
        return given.contains(name) ? QDateTime::fromString(text(given, name), Qt::ISODate).toUTC() : otherwise;
    };
    const QDateTime end = timeOf("EndTime", now()), start = timeOf("StartTime", end.addSecs(-3 * 3600));
    if (!start.isValid() || !end.isValid() || start > end)
        return bad("InvalidStartTime.Malformed");
    if (start < end.addDays(-30))
        return bad("InvalidStartTime.TooEarly");
    // A protected hour costs more, and is what the cloud means if nobody says otherwise.
    const qint64 percent = given.value("SpotDuration", "1") == "0" ? 100 : 120;
    QJsonArray prices;
    const qint64 first = (start.toSecsSinceEpoch() + 3599) / 3600 * 3600, offset = given.value("Offset", "0").toLongLong();
    qint64 row = 0;
    for (qint64 hour = first; hour <= end.toSecsSinceEpoch(); hour += 3600) {
        for (const QString &zone : kZones) {
            if (given.contains("ZoneId") && text(given, "ZoneId") != zone)
                continue;
            if (row >= offset && row < offset + m_spotPage) {
                qint64 thousandths = std::llround(m_spotPrice * 1000);
                for (const auto &[since, price] : m_spotHistory.value(zone))
                    thousandths = since.toSecsSinceEpoch() <= hour ? price : thousandths;
                prices << QJsonObject{
                    {"ZoneId", zone},
                    {"InstanceType", text(given, "InstanceType")},
                    {"IoOptimized", "optimized"},
                    {"NetworkType", "vpc"},
                    {"OriginPrice", 9.505},
                    {"SpotPrice", double(thousandths * percent) / 100'000},
                    {"Timestamp", QDateTime::fromSecsSinceEpoch(hour, Qt::UTC).toString(QStringLiteral("yyyy-MM-dd'T'HH:mm:ss'Z'"))}};
            }
            ++row;
        }
    }
    QJsonObject body = listed("SpotPrices", "SpotPriceType", prices);
    body.insert(QStringLiteral("Currency"), QStringLiteral("CNY"));
    body.insert(QStringLiteral("NextOffset"), std::min(row, offset + prices.size()));
    return {body, {}};
}

AlibabaStandIn::Answered AlibabaStandIn::describeAttributes(const Parameters &)
{
    const auto item = [](const char *name, const char *value) {
        return QJsonObject{{"AttributeName", QLatin1String(name)},
                           {"AttributeValues", QJsonObject{{"ValueItem", QJsonArray{QJsonObject{{"Value", QLatin1String(value)}}}}}}};
    };
    return {listed("AccountAttributeItems", "AccountAttributeItem",
                   {item("max-spot-instance-vcpu-count", "64"), item("used-spot-instance-vcpu-count", "8"),
                    item("real-name-authentication", "yes")}),
            {}};
}

AlibabaStandIn::Answered AlibabaStandIn::describeImages(const Parameters &given)
{
    QList<QJsonObject> images;
    if (given.value("ImageOwnerAlias") == "system")
        images << QJsonObject{{"ImageId", kImage}, {"ImageName", kImage}, {"OSNameEn", "Ubuntu 22.04 64 bit"}};
    else
        images << QJsonObject{{"ImageId", "m-standin"}, {"ImageName", "ours-cuda"}};
    return page(images, given, "Images", "Image");
}

AlibabaStandIn::Answered AlibabaStandIn::callerIdentity(const Parameters &)
{
    return {{{QStringLiteral("Arn"), QStringLiteral("acs:ram::1234567890:user/stand-in")},
             {QStringLiteral("AccountId"), QStringLiteral("1234567890")}},
            {}};
}

void AlibabaStandIn::addDisks(const QString &region, int count)
{
    const QMutexLocker lock(&m_mutex);
    for (int i = 0; i < count; ++i) {
        const QString id = newId("d");
        m_things["d"].insert(
            id,
            QJsonObject{
                {"DiskId", id}, {"RegionId", region}, {"Status", "Available"}, {"Size", 100}, {"CreationTime", "2026-01-02T03:04:05Z"}});
    }
}

void AlibabaStandIn::addAddresses(const QString &region, int count)
{
    const QMutexLocker lock(&m_mutex);
    for (int i = 0; i < count; ++i) {
        const QString id = newId("eip");
        m_things["eip"].insert(
            id, QJsonObject{{"AllocationId", id}, {"RegionId", region}, {"Status", "Available"}, {"IpAddress", "203.0.113.9"}});
    }
}

void AlibabaStandIn::addSnapshots(const QString &region, int count)
{
    const QMutexLocker lock(&m_mutex);
    for (int i = 0; i < count; ++i) {
        const QString id = newId("s");
        m_things["s"].insert(id,
                             QJsonObject{{"SnapshotId", id}, {"RegionId", region}, {"Status", "accomplished"}, {"SourceDiskSize", "40"}});
    }
}

void AlibabaStandIn::addRule(const QJsonObject &rule)
{
    const QMutexLocker lock(&m_mutex);
    for (QJsonObject &group : m_things["sg"])
        group.insert(QStringLiteral("rules"), QJsonArray(group.value(QLatin1String("rules")).toArray()) << rule);
}

void AlibabaStandIn::vanish(const QString &instanceId)
{
    const QMutexLocker lock(&m_mutex);
    m_things["i"].remove(instanceId);
}

void AlibabaStandIn::setLock(const QString &instanceId, const QString &reason)
{
    const QMutexLocker lock(&m_mutex);
    const QJsonArray locks{QJsonObject{{QStringLiteral("LockReason"), reason}}};
    m_things["i"][instanceId].insert(QStringLiteral("OperationLocks"), QJsonObject{{QStringLiteral("LockReason"), locks}});
}

}  // namespace trainyard
