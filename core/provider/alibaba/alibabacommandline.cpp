// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of the Alibaba Cloud CLI that do what this provider does.
#include "core/base/shellquote.h"
#include "core/provider/alibaba/alibabaprovider.h"
#include "core/provider/alibaba/internal/alibabanetwork.h"
#include "core/provider/alibaba/internal/alibabarequest.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace trainyard {

namespace {

QString ecsLine(const char *action, const QString &region, const AlibabaParameters &parameters)
{
    QStringList words{QStringLiteral("aliyun"), QStringLiteral("ecs"), QLatin1String(action), QStringLiteral("--RegionId"), region};
    for (auto at = parameters.begin(); at != parameters.end(); ++at)
        words << QStringLiteral("--") + QString::fromLatin1(at.key()) << QString::fromUtf8(at.value());
    return shellJoined(words);
}

}  // namespace

QString AlibabaProvider::createLine(const InstanceRequest &request) const
{
    InstanceRequest shown = request;
    shown.settings.remove(QLatin1String(kUserDataSetting));
    auto parameters = alibabaRunParameters(shown, QDateTime::currentDateTimeUtc());
    if (!parameters)
        return {};
    parameters->insert("VSwitchId", "VSWITCH_ID");
    parameters->insert("SecurityGroupId", "SECURITY_GROUP_ID");
    if (const QString key = request.settings.value(QLatin1String(kSshKeySetting)); !key.isEmpty() && !request.owner.isEmpty())
        parameters->insert("KeyPairName", alibabaKeyName(request.owner, key).toLatin1());
    return ecsLine("RunInstances", request.region, *parameters);
}

QString AlibabaProvider::actionLine(ProviderAction action, const Instance &instance) const
{
    const QString region = instance.request.region;
    const QByteArray id = instance.providerId.toUtf8();
    switch (action) {
    case ProviderAction::Describe: {
        const QByteArray list = QJsonDocument(QJsonArray{instance.providerId}).toJson(QJsonDocument::Compact);
        return ecsLine("DescribeInstances", region, {{"InstanceIds", list}});
    }
    case ProviderAction::Console: return ecsLine("GetInstanceConsoleOutput", region, {{"InstanceId", id}});
    case ProviderAction::Stop: return ecsLine("StopInstance", region, {{"InstanceId", id}, {"StoppedMode", "StopCharging"}});
    case ProviderAction::Start: return ecsLine("StartInstance", region, {{"InstanceId", id}});
    case ProviderAction::LetIn: {
        const QString address = instance.request.settings.value(QLatin1String(kOwnAddressSetting));
        return address.isEmpty()
                   ? QString()
                   : ecsLine("AuthorizeSecurityGroup", region, alibabaSshRule(QByteArrayLiteral("SECURITY_GROUP_ID"), address));
    }
    case ProviderAction::SpotPrices: {
        if (!instance.request.isSpot)
            return {};
        const QString zone = instance.request.settings.value(QLatin1String(kInZoneSetting));
        const auto parameters = alibabaSpotPriceQuestion(instance.request.type, zone.isEmpty() ? QStringList() : QStringList(zone),
                                                         instance.requested, QDateTime::currentDateTimeUtc());
        return ecsLine("DescribeSpotPriceHistory", region, parameters);
    }
    case ProviderAction::Terminate: return ecsLine("DeleteInstance", region, {{"InstanceId", id}, {"Force", "true"}});
    }
    Q_UNREACHABLE();
}

}  // namespace trainyard
