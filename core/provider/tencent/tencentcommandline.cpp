// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of TCCLI that do what this provider does.
#include "core/base/shellquote.h"
#include "core/provider/tencent/internal/tencentrequest.h"
#include "core/provider/tencent/tencentprovider.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace trainyard {

namespace {

QString valueWord(const QJsonValue &value)
{
    if (value.isObject() || value.isArray()) {
        const QJsonDocument document = value.isObject() ? QJsonDocument(value.toObject()) : QJsonDocument(value.toArray());
        return QString::fromUtf8(document.toJson(QJsonDocument::Compact));
    }
    if (value.isBool())
        return value.toBool() ? QStringLiteral("True") : QStringLiteral("False");
    return value.toVariant().toString();
}

QString tcLine(const char *service, const char *action, const QString &region, const QJsonObject &parameters)
{
    QStringList words{QStringLiteral("tccli"), QLatin1String(service), QLatin1String(action), QStringLiteral("--region"), region};
    for (auto at = parameters.begin(); at != parameters.end(); ++at)
        words << QStringLiteral("--") + at.key() << valueWord(at.value());
    return shellJoined(words);
}

QString cvmLine(const char *action, const QString &region, const QJsonObject &parameters)
{
    return tcLine("cvm", action, region, parameters);
}

}  // namespace

QString TencentProvider::createLine(const InstanceRequest &request) const
{
    InstanceRequest shown = request;
    shown.settings.remove(QLatin1String(kUserDataSetting));
    const QString zone = request.settings.value(kTencentZone);
    auto parameters = tencentRunInstances(shown, zone.isEmpty() ? QStringLiteral("ZONE") : zone, QStringLiteral("SECURITY_GROUP_ID"),
                                          QStringLiteral("KEY_ID"));
    if (!parameters)
        return {};
    parameters->remove(QStringLiteral("UserData"));
    if (request.owner.isEmpty())
        parameters->remove(QStringLiteral("TagSpecification"));
    return cvmLine("RunInstances", request.region, *parameters);
}

QString TencentProvider::actionLine(ProviderAction action, const Instance &instance) const
{
    const QString region = instance.request.region;
    const QJsonObject one{{QStringLiteral("InstanceIds"), QJsonArray{instance.providerId}}};
    QJsonObject ending = one;
    ending.insert(QStringLiteral("ReleaseAddress"), true);
    QJsonObject stopping = one;
    stopping.insert(QStringLiteral("StopType"), QStringLiteral("SOFT_FIRST"));
    stopping.insert(QStringLiteral("StoppedMode"), QStringLiteral("STOP_CHARGING"));
    switch (action) {
    case ProviderAction::Describe: return cvmLine("DescribeInstances", region, one);
    case ProviderAction::Console:
    case ProviderAction::SpotPrices: return {};  // it has none
    case ProviderAction::Stop: return cvmLine("StopInstances", region, stopping);
    case ProviderAction::Start: return cvmLine("StartInstances", region, one);
    case ProviderAction::LetIn: {
        // It replaces all rules of the group; one that was added by hand has to be written into the line.
        const auto rules = tencentGroupRules(instance.request.settings.value(QLatin1String(kOwnAddressSetting)));
        return rules ? tcLine("vpc", "ModifySecurityGroupPolicies", region,
                              {{QStringLiteral("SecurityGroupId"), QStringLiteral("SECURITY_GROUP_ID")},
                               {QStringLiteral("SecurityGroupPolicySet"), *rules},
                               {QStringLiteral("SortPolicys"), true}})
                     : QString();
    }
    case ProviderAction::Terminate: return cvmLine("TerminateInstances", region, ending);
    }
    Q_UNREACHABLE();
}

}  // namespace trainyard
