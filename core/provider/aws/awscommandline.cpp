// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of the AWS command line that do what this provider does. They name the key and the group that create() would make.
#include "core/base/shellquote.h"
#include "core/provider/aws/awsprovider.h"
#include "core/provider/aws/internal/ec2names.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace trainyard {

namespace {

// The newest image with GPU drivers, by Amazon's own public name for it.
const QString kNewestImage = QStringLiteral(
    "resolve:ssm:/aws/service/deeplearning/ami/x86_64/base-oss-nvidia-driver-gpu-ubuntu-22.04/latest/ami-id");

QStringList ec2Words(const char *action, const QString &region)
{
    QStringList words{QStringLiteral("aws"), QStringLiteral("ec2"), QLatin1String(action)};
    return region.isEmpty() ? words : words << QStringLiteral("--region") << region;
}

QString compactJson(const QJsonDocument &document) { return QString::fromUtf8(document.toJson(QJsonDocument::Compact)); }

}  // namespace

QString AwsProvider::createLine(const InstanceRequest &request) const
{
    const auto setting = [&request](const char *name) { return request.settings.value(QLatin1String(name)); };
    QStringList words = ec2Words("run-instances", request.region);
    const auto add = [&words](const char *option, const QString &value) {
        if (!value.isEmpty())
            words << QLatin1String(option) << value;
    };
    add("--instance-type", request.type);
    add("--image-id", request.image.isEmpty() ? kNewestImage : request.image);
    if (const QString zone = setting(kZoneSetting); !zone.isEmpty())
        add("--placement", QStringLiteral("AvailabilityZone=") + zone);
    add("--count", QStringLiteral("1"));
    add("--client-token", request.clientToken);
    add("--key-name", QString::fromLatin1(ec2KeyName(setting(kSshKeySetting))));
    add("--security-groups", QString::fromLatin1(ec2GroupName(setting(kOwnAddressSetting).toLatin1())));
    add("--instance-initiated-shutdown-behavior", QStringLiteral("terminate"));
    add("--metadata-options", QStringLiteral("HttpTokens=required,HttpPutResponseHopLimit=2"));
    if (const int disk = setting(kDiskSetting).toInt(); disk > 0) {
        const QJsonObject volume{{QStringLiteral("DeleteOnTermination"), true},
                                 {QStringLiteral("VolumeType"), QStringLiteral("gp3")},
                                 {QStringLiteral("VolumeSize"), disk}};
        add("--block-device-mappings",
            compactJson(QJsonDocument(
                QJsonArray{QJsonObject{{QStringLiteral("DeviceName"), QStringLiteral("/dev/sda1")}, {QStringLiteral("Ebs"), volume}}})));
    }
    if (request.isSpot) {
        QJsonObject spot{{QStringLiteral("SpotInstanceType"), QStringLiteral("one-time")},
                         {QStringLiteral("InstanceInterruptionBehavior"), QStringLiteral("terminate")}};
        if (const QString most = setting(kMaxPriceSetting); !most.isEmpty())
            spot.insert(QStringLiteral("MaxPrice"), most);
        add("--instance-market-options", compactJson(QJsonDocument(QJsonObject{{QStringLiteral("MarketType"), QStringLiteral("spot")},
                                                                               {QStringLiteral("SpotOptions"), spot}})));
    }
    if (const QString name = request.name.simplified(); !name.isEmpty()) {
        const QJsonArray tags{QJsonObject{{QStringLiteral("Key"), QStringLiteral("Name")}, {QStringLiteral("Value"), name}}};
        add("--tag-specifications", compactJson(QJsonDocument(QJsonArray{QJsonObject{
                                        {QStringLiteral("ResourceType"), QStringLiteral("instance")}, {QStringLiteral("Tags"), tags}}})));
    }
    return shellJoined(words);
}

QString AwsProvider::actionLine(ProviderAction action, const Instance &instance) const
{
    const auto line = [&instance](const char *name, const char *option) {
        return shellJoined(ec2Words(name, instance.request.region) << QLatin1String(option) << instance.providerId);
    };
    switch (action) {
    case ProviderAction::Describe: return line("describe-instances", "--instance-ids");
    case ProviderAction::Console: return line("get-console-output", "--instance-id");
    case ProviderAction::Stop: return line("stop-instances", "--instance-ids");
    case ProviderAction::Start: return line("start-instances", "--instance-ids");
    case ProviderAction::LetIn:
        // The group for the address as create() names it; the line needs its id.
        return shellJoined(ec2Words("modify-network-interface-attribute", instance.request.region)
                           << QStringLiteral("--network-interface-id") << QStringLiteral("NETWORK_INTERFACE_ID")
                           << QStringLiteral("--groups") << QStringLiteral("SECURITY_GROUP_ID"));
    case ProviderAction::SpotPrices: {
        if (!instance.request.isSpot)
            return {};
        QStringList words = ec2Words("describe-spot-price-history", instance.request.region);
        words << QStringLiteral("--instance-types") << instance.request.type << QStringLiteral("--product-descriptions")
              << QStringLiteral("Linux/UNIX");
        if (const QString zone = instance.request.settings.value(QLatin1String(kInZoneSetting)); !zone.isEmpty())
            words << QStringLiteral("--availability-zone") << zone;
        if (instance.requested.isValid())
            words << QStringLiteral("--start-time") << instance.requested.toUTC().toString(Qt::ISODate);
        return shellJoined(words);
    }
    case ProviderAction::Terminate: return line("terminate-instances", "--instance-ids");
    }
    Q_UNREACHABLE();
}

}  // namespace trainyard
