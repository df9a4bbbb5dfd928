// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/alibaba/internal/alibabanetwork.h"

#include "core/base/retry.h"
#include "core/provider/alibaba/internal/alibabareaders.h"
#include "core/provider/alibaba/internal/alibabarequest.h"
#include "core/provider/alibaba/internal/alibabatext.h"

#include <QRegularExpression>

namespace trainyard {

namespace {

constexpr char kNetworkName[] = "trainyard";
constexpr char kRuleNote[] = "trainyard: SSH from the own address";
constexpr char kVpcRange[] = "10.77.0.0/16";
constexpr int kMostZones = 250;  // a VSwitch has 256 addresses of the VPC's range
constexpr int kMostLooks = 60;   // a VPC takes a few seconds

bool isAvailable(const QJsonObject &object) { return object.value(QLatin1String("Status")).toString() == QLatin1String("Available"); }

QByteArray vSwitchRange(int number) { return "10.77." + QByteArray::number(number) + ".0/24"; }

const char *sourceName(const QString &address) { return address.contains(u':') ? "Ipv6SourceCidrIp" : "SourceCidrIp"; }

// One address or a network, of either kind, as allowedFrom() takes it; never everybody.
bool isNarrowRange(const QString &text)
{
    static const QRegularExpression kForm(QStringLiteral(
        "\\A([0-9]{1,3}(\\.[0-9]{1,3}){3}/([89]|[12][0-9]|3[0-2])|[0-9A-Fa-f:]{2,39}/(3[2-9]|[4-9][0-9]|1[01][0-9]|12[0-8]))\\z"));
    return kForm.match(text).hasMatch() && !text.startsWith(QLatin1String("0.")) && !text.startsWith(QLatin1String("::/"));
}

Result<void> checkRange(const QString &text)
{
    if (text.isEmpty() || isNarrowRange(text))
        return {};
    return invalidInput(
        AlibabaText::tr("“%1” is not an address from which SSH can be allowed: write it as 203.0.113.7/32.").arg(text.left(64)));
}

}  // namespace

AlibabaParameters alibabaSshRule(const QByteArray &group, const QString &address)
{
    return {{"SecurityGroupId", group},
            {"Permissions.1.IpProtocol", "TCP"},
            {"Permissions.1.PortRange", "22/22"},
            {"Permissions.1.Policy", "Accept"},
            {QByteArray("Permissions.1.") + sourceName(address), address.toUtf8()},
            {"Permissions.1.Description", kRuleNote}};
}

Result<void> AlibabaNetwork::prepare(const QString &ownAddress, const StepReport &report, std::stop_token stop)
{
    TRY_DO(checkRange(ownAddress));  // before anything is made
    TRY(m_vpc, findVpc(stop));
    if (m_vpc.isEmpty()) {
        if (report)
            report(AlibabaText::tr("Making a network in %1").arg(m_api.region()));
        TRY_DO(makeVpc(stop));
    }
    TRY(m_group, findGroup(stop));
    if (m_group.isEmpty()) {
        AlibabaParameters parameters{
            {"VpcId", m_vpc.toUtf8()}, {"SecurityGroupName", kNetworkName}, {"ClientToken", alibabaClientToken({})}};
        addAlibabaTag(parameters, kAlibabaOwnerTag, m_owner);
        TRY(const auto made, m_api.call(alibaba::kCreateSecurityGroup, parameters, stop));
        m_group = made.value(QLatin1String("SecurityGroupId")).toString();
    }
    return putRule(ownAddress, stop);
}

Result<void> AlibabaNetwork::letIn(const QString &ownAddress, std::stop_token stop)
{
    TRY_DO(checkRange(ownAddress));
    TRY(m_vpc, findVpc(stop));
    if (m_vpc.isEmpty())
        return {};
    TRY(m_group, findGroup(stop));
    return m_group.isEmpty() ? Result<void>() : putRule(ownAddress, stop);
}

Result<QString> AlibabaNetwork::findVpc(std::stop_token stop)
{
    AlibabaParameters parameters;
    addAlibabaTag(parameters, kAlibabaOwnerTag, m_owner);
    TRY(const auto found, m_api.all(alibaba::kDescribeVpcs, parameters, "Vpcs/Vpc", stop));
    for (const QJsonObject &vpc : found) {
        if (isAvailable(vpc) && alibabaTag(vpc, kAlibabaOwnerTag) == m_owner)
            return vpc.value(QLatin1String("VpcId")).toString();
    }
    return QString();
}

Result<QString> AlibabaNetwork::findGroup(std::stop_token stop)
{
    AlibabaParameters parameters{{"VpcId", m_vpc.toUtf8()}};
    addAlibabaTag(parameters, kAlibabaOwnerTag, m_owner);
    TRY(const auto found, m_api.all(alibaba::kDescribeSecurityGroups, parameters, "SecurityGroups/SecurityGroup", stop));
    for (const QJsonObject &group : found) {
        if (alibabaTag(group, kAlibabaOwnerTag) == m_owner)
            return group.value(QLatin1String("SecurityGroupId")).toString();
    }
    return QString();
}

Result<void> AlibabaNetwork::makeVpc(std::stop_token stop)
{
    AlibabaParameters parameters{{"CidrBlock", kVpcRange}, {"VpcName", kNetworkName}, {"ClientToken", alibabaClientToken({})}};
    addAlibabaTag(parameters, kAlibabaOwnerTag, m_owner);
    TRY(const auto made, m_api.call(alibaba::kCreateVpc, parameters, stop));
    m_vpc = made.value(QLatin1String("VpcId")).toString();
    return awaitAvailable(alibaba::kDescribeVpcs, "VpcId", m_vpc, "Vpcs/Vpc", stop);
}

Result<QString> AlibabaNetwork::vSwitchIn(const QString &zone, std::stop_token stop)
{
    TRY(const auto existing, m_api.all(alibaba::kDescribeVSwitches, {{"VpcId", m_vpc.toUtf8()}}, "VSwitches/VSwitch", stop));
    QStringList taken;
    for (const QJsonObject &one : existing) {
        if (one.value(QLatin1String("ZoneId")).toString() == zone && isAvailable(one))
            return one.value(QLatin1String("VSwitchId")).toString();
        taken << one.value(QLatin1String("CidrBlock")).toString();
    }
    int number = 0;
    while (number < kMostZones && taken.contains(QString::fromLatin1(vSwitchRange(number))))
        ++number;
    AlibabaParameters parameters{{"VpcId", m_vpc.toUtf8()},
                                 {"ZoneId", zone.toUtf8()},
                                 {"CidrBlock", vSwitchRange(number)},
                                 {"VSwitchName", kNetworkName},
                                 {"ClientToken", alibabaClientToken({})}};
    addAlibabaTag(parameters, kAlibabaOwnerTag, m_owner);
    TRY(const auto made, m_api.call(alibaba::kCreateVSwitch, parameters, stop));
    const QString id = made.value(QLatin1String("VSwitchId")).toString();
    TRY_DO(awaitAvailable(alibaba::kDescribeVSwitches, "VSwitchId", id, "VSwitches/VSwitch", stop));
    return id;
}

Result<void> AlibabaNetwork::awaitAvailable(const AlibabaAction &action, const char *idName, const QString &id, const char *list,
                                            std::stop_token stop)
{
    for (int looks = 0; looks < kMostLooks; ++looks) {
        TRY(const auto found, m_api.all(action, {{idName, id.toUtf8()}}, list, stop));
        for (const QJsonObject &one : found) {
            if (one.value(QLatin1String(idName)).toString() == id && isAvailable(one))
                return {};
        }
        if (!pauseFor(m_pause, stop))
            return cancelledError();
    }
    return Error{ErrorCode::NoCapacity,
                 AlibabaText::tr("The network that was made in %1 does not become available: try again later.").arg(m_api.region()), id};
}

// The rule for the present address first, so that a connection that is open is not cut in between; then those for earlier ones go. Rules
// that a person added stay.
Result<void> AlibabaNetwork::putRule(const QString &ownAddress, std::stop_token stop)
{
    TRY_DO(checkRange(ownAddress));
    const QByteArray group = m_group.toUtf8();
    TRY(const auto rules, m_api.all(alibaba::kDescribeSecurityGroupAttribute, {{"SecurityGroupId", group}, {"Direction", "ingress"}},
                                    "Permissions/Permission", stop));
    bool isThere = ownAddress.isEmpty();
    QStringList earlier;
    for (const QJsonObject &rule : rules) {
        const auto field = [&rule](const char *name) { return rule.value(QLatin1String(name)).toString(); };
        if (field("Description") != QLatin1String(kRuleNote))
            continue;
        const bool isWanted = !ownAddress.isEmpty() && field(sourceName(ownAddress)) == ownAddress
                              && field("PortRange") == QLatin1String("22/22")
                              && field("IpProtocol").compare(QLatin1String("tcp"), Qt::CaseInsensitive) == 0
                              && field("Policy").compare(QLatin1String("accept"), Qt::CaseInsensitive) == 0;
        isThere = isThere || isWanted;
        if (!isWanted)
            earlier << field("SecurityGroupRuleId");
    }
    if (!isThere) {
        TRY_DO(m_api.call(alibaba::kAuthorizeSecurityGroup, alibabaSshRule(group, ownAddress), stop));
    }
    if (earlier.isEmpty())
        return {};
    AlibabaParameters gone{{"SecurityGroupId", group}};
    for (int i = 0; i < earlier.size(); ++i)
        gone.insert("SecurityGroupRuleId." + QByteArray::number(i + 1), earlier[i].toUtf8());
    TRY_DO(m_api.call(alibaba::kRevokeSecurityGroup, gone, stop));
    return {};
}

}  // namespace trainyard
