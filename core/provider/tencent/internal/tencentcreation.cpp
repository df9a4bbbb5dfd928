// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/tencent/internal/tencentcreation.h"

#include "core/provider/tencent/internal/tencentanswer.h"
#include "core/provider/tencent/internal/tencentrequest.h"
#include "core/provider/tencent/internal/tencenttext.h"
#include "core/provider/tencent/internal/tencentuserdata.h"

#include <algorithm>

namespace trainyard {

namespace {

// A rule without what the cloud adds to it.
QString ruleText(const QJsonObject &rule)
{
    QStringList parts;
    for (const char *name : {"Protocol", "Port", "Action", "CidrBlock", "Ipv6CidrBlock"})
        parts << rule.value(QLatin1String(name)).toString().toLower();
    return parts.join(u' ');
}

QStringList ruleTexts(const QJsonValue &rules)
{
    QStringList texts;
    for (const QJsonValue &rule : rules.toArray())
        texts << ruleText(rule.toObject());
    return texts;
}

bool isSshRule(const QJsonObject &rule)
{
    return rule.value("PolicyDescription").toString() == kTencentSshRule && rule.value("Port").toString() == QLatin1String("22");
}

// What a rule that is listed has to be written with.
QJsonObject writable(const QJsonObject &rule)
{
    QJsonObject kept;
    for (const char *name : {"Protocol", "Port", "ServiceTemplate", "CidrBlock", "Ipv6CidrBlock", "SecurityGroupId", "AddressTemplate",
                             "Action", "PolicyDescription"}) {
        const QJsonValue value = rule.value(QLatin1String(name));
        const QJsonObject parts = value.toObject();
        const bool isSaid = value.isString()
                                ? !value.toString().isEmpty()
                                : std::any_of(parts.begin(), parts.end(), [](const QJsonValue &one) { return !one.toString().isEmpty(); });
        if (isSaid)
            kept.insert(QLatin1String(name), value);
    }
    return kept;
}

// The wanted rules in the places of earlier ones of ours, among those that a person added.
QJsonArray merged(const QJsonArray &present, const QJsonArray &wanted)
{
    QJsonArray left = wanted, all;
    const auto takeLike = [&left](const QJsonObject &rule) {
        for (qsizetype i = 0; i < left.size(); ++i) {
            const QJsonObject one = left[i].toObject();
            if (isSshRule(one) ? isSshRule(rule) : ruleText(one) == ruleText(rule))
                return left.takeAt(i).toObject();
        }
        return QJsonObject();
    };
    for (const QJsonValue &value : present) {
        const QJsonObject rule = value.toObject();
        if (const QJsonObject ours = takeLike(rule); !ours.isEmpty())
            all << ours;
        else if (!isSshRule(rule))
            all << writable(rule);
    }
    // One that is missing: SSH before all others, since the first that fits decides, and the rest after them.
    while (!left.isEmpty()) {
        const QJsonObject one = left.takeAt(0).toObject();
        if (isSshRule(one))
            all.prepend(one);
        else
            all << one;
    }
    return all;
}

QString keyWithContent(const QJsonArray &pairs, const QString &key)
{
    for (const QJsonValue &value : pairs) {
        const QJsonObject pair = value.toObject();
        if (keyWithoutComment(pair.value("PublicKey").toString().trimmed()) == keyWithoutComment(key))
            return pair.value("KeyId").toString();
    }
    return {};
}

Error withoutId(const TencentAction &action)
{
    return cloudError(TencentText::tr("Tencent Cloud"),
                      {CloudRefusal::Kind::Format, action.right(), QStringLiteral("The answer has no id"), {}, {}});
}

}  // namespace

void TencentCreation::say(const QString &step) const
{
    if (m_report)
        m_report(step);
}

Result<QString> TencentCreation::make() const
{
    TRY(const QStringList places, zones());
    say(TencentText::tr("Preparing the security group"));
    TRY(const QString groupId, group());
    QString keyId;
    if (isRsaKey(m_request.settings.value(kSshKeySetting))) {
        say(TencentText::tr("Preparing the SSH key"));
        TRY(keyId, keyPair());
    }
    TencentAction action = TencentActions::kRunInstances;
    if (m_request.clientToken.isEmpty())
        action.effect = CloudCall::Effect::Changes;
    Error error;
    for (const QString &zone : places) {
        say(TencentText::tr("Asking for the machine in %1").arg(zone));
        TRY(const QJsonObject parameters, tencentRunInstances(m_request, zone, groupId, keyId));
        const auto answer = m_api.call(action, m_region, parameters, m_stop);
        if (answer) {
            const QString id = answer->value("InstanceIdSet").toArray().first().toString();
            return id.isEmpty() ? Result<QString>(withoutId(action)) : Result<QString>(id);
        }
        error = answer.error();
        // What is listed as in stock may have been sold meanwhile.
        if (error.code != ErrorCode::NoCapacity)
            break;
    }
    return error;
}

Result<QStringList> TencentCreation::zones() const
{
    if (const QString zone = m_request.settings.value(kTencentZone); !zone.isEmpty())
        return QStringList{zone};
    say(TencentText::tr("Looking for a zone with %1 in stock").arg(m_request.type));
    const QJsonArray filters{tencentFilter(QStringLiteral("instance-type"), m_request.type),
                             tencentFilter(QStringLiteral("instance-charge-type"), tencentChargeType(m_request.isSpot))};
    TRY(const QJsonObject answer, m_api.call(TencentActions::kDescribeZoneInstanceConfigInfos, m_region, {{"Filters", filters}}, m_stop));
    return tencentZones(answer.value("InstanceTypeQuotaSet").toArray(), m_request.type);
}

Result<QString> TencentCreation::group() const
{
    const QString ownAddress = m_request.settings.value(kOwnAddressSetting);
    TRY(const QJsonObject rules, tencentGroupRules(ownAddress));
    const QString name = tencentGroupName(m_request.owner, ownAddress.isEmpty());
    const QJsonArray filters{tencentFilter(QStringLiteral("security-group-name"), name)};
    TRY(const QJsonArray groups,
        m_api.all(TencentActions::kDescribeSecurityGroups, m_region, {{"Filters", filters}}, "SecurityGroupSet", m_stop));
    QString id;
    for (const QJsonValue &group : groups) {
        // A group of this name that is not ours may be open to others.
        if (group.toObject().value("SecurityGroupName").toString() == name
            && tencentTag(group.toObject().value("TagSet"), kTencentOwnerTag) == m_request.owner)
            id = group.toObject().value("SecurityGroupId").toString();
    }
    if (id.isEmpty()) {
        const QJsonObject wanted{{"GroupName", name},
                                 {"GroupDescription", "Machines of Trainyard: SSH from one address"},
                                 {"SecurityGroupPolicySet", rules},
                                 {"Tags", tencentTags(m_request.owner)}};
        TRY(const QJsonObject made, m_api.call(TencentActions::kCreateSecurityGroupWithPolicies, m_region, wanted, m_stop));
        id = made.value("SecurityGroup").toObject().value("SecurityGroupId").toString();
        return id.isEmpty() ? Result<QString>(withoutId(TencentActions::kCreateSecurityGroupWithPolicies)) : Result<QString>(id);
    }
    TRY(const QJsonObject answer, m_api.call(TencentActions::kDescribeSecurityGroupPolicies, m_region, {{"SecurityGroupId", id}}, m_stop));
    const QJsonObject present = answer.value("SecurityGroupPolicySet").toObject();
    const QJsonObject next{{"Ingress", merged(present.value("Ingress").toArray(), rules.value("Ingress").toArray())},
                           {"Egress", merged(present.value("Egress").toArray(), rules.value("Egress").toArray())}};
    if (ruleTexts(present.value("Ingress")) != ruleTexts(next.value("Ingress"))
        || ruleTexts(present.value("Egress")) != ruleTexts(next.value("Egress"))) {
        TRY_DO(m_api.call(TencentActions::kModifySecurityGroupPolicies, m_region,
                          {{"SecurityGroupId", id}, {"SecurityGroupPolicySet", next}, {"SortPolicys", true}}, m_stop));
    }
    return id;
}

Result<QString> TencentCreation::keyPair() const
{
    const QString key = m_request.settings.value(kSshKeySetting);
    const QString name = tencentKeyName(key);
    const QJsonObject byName{{"Filters", QJsonArray{tencentFilter(QStringLiteral("key-name"), name)}}};
    TRY(const QJsonArray named, m_api.all(TencentActions::kDescribeKeyPairs, m_region, byName, "KeyPairSet", m_stop));
    if (const QString id = keyWithContent(named, key); !id.isEmpty())
        return id;
    const QJsonArray tags{QJsonObject{{"ResourceType", "keypair"}, {"Tags", tencentTags(m_request.owner)}}};
    const auto made = m_api.call(TencentActions::kImportKeyPair, m_region,
                                 {{"KeyName", name}, {"ProjectId", 0}, {"PublicKey", keyWithoutComment(key)}, {"TagSpecification", tags}},
                                 m_stop);
    if (made) {
        const QString id = made->value("KeyId").toString();
        return id.isEmpty() ? Result<QString>(withoutId(TencentActions::kImportKeyPair)) : Result<QString>(id);
    }
    // The person may have it there under another name; a key is taken only once.
    if (made.error().code != ErrorCode::AlreadyExists)
        return made.error();
    TRY(const QJsonArray all, m_api.all(TencentActions::kDescribeKeyPairs, m_region, {}, "KeyPairSet", m_stop));
    const QString id = keyWithContent(all, key);
    return id.isEmpty() ? Result<QString>(made.error()) : Result<QString>(id);
}

}  // namespace trainyard
