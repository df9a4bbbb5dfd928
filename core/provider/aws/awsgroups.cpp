// SPDX-License-Identifier: GPL-3.0-or-later
// The group that lets one address in, and how a machine gets another one.
#include "core/provider/aws/awsprovider.h"
#include "core/provider/aws/internal/ec2groups.h"
#include "core/provider/aws/internal/ec2names.h"

#include <QCoreApplication>

#include <arpa/inet.h>

#include <array>

namespace trainyard {

namespace {

struct GroupWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::AwsProvider)
};

constexpr char kGroupStart[] = "trainyard-ssh-";
constexpr int kWidest = 8, kWidestSix = 32;  // bits of a network that a person logs in from

bool hasRule(const XmlNode &group, const Ec2Address &address)
{
    for (const XmlNode &rule : group.at(QLatin1String("ipPermissions")).children) {
        if (rule.value(QLatin1String("fromPort")) != QLatin1String("22") || rule.value(QLatin1String("toPort")) != QLatin1String("22"))
            continue;
        const auto ranges = rule.at(QLatin1String(address.isSix ? "ipv6Ranges" : "ipRanges")).children;
        for (const XmlNode &range : ranges) {
            if (range.value(QLatin1String(address.isSix ? "cidrIpv6" : "cidrIp")).toLatin1() == address.text)
                return true;
        }
    }
    return false;
}

bool isMain(const XmlNode &card) { return card.value(QLatin1String("attachment/deviceIndex")) == QLatin1String("0"); }

// What a machine's first network interface is in.
struct CardGroups {
    QByteArray card;
    QByteArrayList wanted, former;  // ids; the wanted ones are those of other programs, and the one for the address
    bool isSo = false;              // it is in these already
};

CardGroups groupsOf(const XmlNode &instance, const QByteArray &group)
{
    CardGroups found;
    for (const XmlNode &card : instance.at(QLatin1String("networkInterfaceSet")).children) {
        if (!found.card.isEmpty() && !isMain(card))
            continue;
        found = {card.value(QLatin1String("networkInterfaceId")).toLatin1(), {}, {}, false};
        for (const XmlNode &one : card.at(QLatin1String("groupSet")).children) {
            const QByteArray id = one.value(QLatin1String("groupId")).toLatin1();
            if (id == group)
                found.isSo = true;
            else if (one.value(QLatin1String("groupName")).startsWith(QLatin1String(kGroupStart)))
                found.former << id;
            else
                found.wanted << id;
        }
    }
    found.wanted << group;
    return found;
}

}  // namespace

Result<Ec2Address> ec2Address(const QString &setting)
{
    if (setting.isEmpty())
        return Ec2Address();
    const QByteArray address = setting.section(u'/', 0, 0).toLatin1();
    const bool isSix = address.contains(':');
    std::array<unsigned char, sizeof(in6_addr)> bytes{};
    std::array<char, INET6_ADDRSTRLEN> text{};
    const int family = isSix ? AF_INET6 : AF_INET, whole = isSix ? 128 : 32;
    bool isNumber = false;
    const int bits = setting.section(u'/', 1).toInt(&isNumber);
    // One address or a network, as allowedFrom() takes it; never everybody.
    const bool isNarrow = isNumber && bits >= (isSix ? kWidestSix : kWidest) && bits <= whole
                          && inet_pton(family, address.constData(), bytes.data()) == 1 && bytes[0] != 0;
    if (!isNarrow || !inet_ntop(family, bytes.data(), text.data(), text.size())) {
        return invalidInput(GroupWords::tr("“%1” is not an address or a network from which SSH can be allowed: write it as 203.0.113.7/32 "
                                           "or 2001:db8::/64.")
                                .arg(setting.left(60)));
    }
    return Ec2Address{QByteArray(text.data()) + '/' + QByteArray::number(bits), isSix};
}

void addEc2Tags(Ec2Parameters &parameters, int number, const QByteArray &type, const QList<NamedBytes> &tags)
{
    const QByteArray start = "TagSpecification." + QByteArray::number(number) + '.';
    parameters << NamedBytes(start + "ResourceType", type);
    int at = 0;
    for (const auto &[name, value] : tags) {
        if (value.isEmpty())
            continue;
        const QByteArray tag = start + "Tag." + QByteArray::number(++at) + '.';
        parameters << NamedBytes(tag + "Key", name) << NamedBytes(tag + "Value", value);
    }
}

Result<QByteArray> findEc2Group(const Ec2Client &ec2, const Ec2Address &address, const QByteArray &network, const QList<NamedBytes> &tags)
{
    const QByteArray name = ec2GroupName(address.text);
    Ec2Parameters search;
    addFilter(search, "group-name", {name});
    if (!network.isEmpty())
        addFilter(search, "vpc-id", {network});
    const auto find = [&]() -> Result<XmlNode> {
        TRY(const auto groups, ec2.readAll("DescribeSecurityGroups", QLatin1String("securityGroupInfo"), search));
        return groups.isEmpty() ? XmlNode() : groups.first();
    };
    TRY(XmlNode group, find());
    if (group.name.isEmpty()) {
        Ec2Parameters parameters{{"GroupName", name}, {"GroupDescription", "SSH from one place, made by Trainyard"}};
        if (!network.isEmpty())
            parameters << NamedBytes("VpcId", network);
        addEc2Tags(parameters, 1, "security-group", tags);
        QString code;
        const auto made = ec2.call("CreateSecurityGroup", parameters, CloudCall::Effect::Once, &code);
        // Made by a try whose answer was lost, or by another program at the same time.
        if (!made && code == QLatin1String("InvalidGroup.Duplicate")) {
            TRY(group, find());
        } else if (!made) {
            return made.error();
        } else {
            group = *made;
        }
    }
    const QByteArray id = group.value(QLatin1String("groupId")).toLatin1();
    if (!isEc2Id(QString::fromLatin1(id)))
        return cloudError(QStringLiteral("AWS"), {CloudRefusal::Kind::Format, {}, QStringLiteral("groupId"), {}, {}});
    if (address.text.isEmpty() || hasRule(group, address))
        return id;
    const QByteArray rule = "IpPermissions.1.";
    QString code;
    const auto opened = ec2.call("AuthorizeSecurityGroupIngress",
                                 {{"GroupId", id},
                                  {rule + "IpProtocol", "tcp"},
                                  {rule + "FromPort", "22"},
                                  {rule + "ToPort", "22"},
                                  {rule + (address.isSix ? "Ipv6Ranges.1.CidrIpv6" : "IpRanges.1.CidrIp"), address.text}},
                                 CloudCall::Effect::Once, &code);
    if (!opened && code != QLatin1String("InvalidPermission.Duplicate"))
        return opened.error();
    return id;
}

QByteArray ec2GroupName(const QByteArray &address)
{
    const QByteArray readable = QByteArray(address).replace('/', '-').replace(':', '.');
    return kGroupStart + (address.isEmpty() ? QByteArray("closed") : readable);
}

Result<void> AwsProvider::letIn(const Instance &instance, const QString &address, const StepReport &report, std::stop_token stop) const
{
    TRY(const auto wanted, ec2Address(address));
    TRY(const auto ec2, client(instance.request.account, instance.request.region, stop));
    TRY(const auto found, instanceOf(instance, stop));
    if (report)
        report(GroupWords::tr("Opening SSH for your address"));
    constexpr qsizetype kMostTag = 256;
    TRY(const auto group, findEc2Group(ec2, wanted, found.value(QLatin1String("vpcId")).toLatin1(),
                                       {{kOwnerTag, instance.request.owner.toUtf8().left(kMostTag)}}));
    const CardGroups groups = groupsOf(found, group);
    if (!isEc2Id(QString::fromLatin1(groups.card)))
        return Error{ErrorCode::NotFound,
                     GroupWords::tr("The machine has no network interface at AWS: it may be terminated; look at the list."),
                     {}};
    if (groups.isSo && groups.former.isEmpty())
        return {};
    Ec2Parameters parameters{{"NetworkInterfaceId", groups.card}};
    for (qsizetype i = 0; i < groups.wanted.size(); ++i)
        parameters << NamedBytes("SecurityGroupId." + QByteArray::number(i + 1), groups.wanted[i]);
    TRY_DO(ec2.call("ModifyNetworkInterfaceAttribute", parameters, CloudCall::Effect::Once));
    // The address is let in, whatever becomes of these: EC2 keeps those that other machines are in, and they cost nothing.
    for (const QByteArray &former : groups.former)
        (void)ec2.call("DeleteSecurityGroup", {{"GroupId", former}}, CloudCall::Effect::Once);
    return {};
}

}  // namespace trainyard
