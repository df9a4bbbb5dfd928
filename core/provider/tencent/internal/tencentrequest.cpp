// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/tencent/internal/tencentrequest.h"

#include "core/provider/tencent/internal/tencenttext.h"
#include "core/provider/tencent/internal/tencentuserdata.h"

#include <QCryptographicHash>
#include <QRegularExpression>

namespace trainyard {

namespace {

constexpr qsizetype kMostTokenLength = 64, kMostNameLength = 128;  // RunInstances
constexpr int kMostBandwidth = 100;                                // Mbit/s with payment by traffic, of machines without a special contract
constexpr int kMostDiskGib = 2048;                                 // of a system disk
constexpr qint64 kLeastTimerSeconds = 5 * 60;                      // ActionTimer
constexpr int kKeyDigits = 20;                                     // a key pair's name has at most 25 characters

bool isAsciiWord(const QString &text, qsizetype most)
{
    return text.size() <= most && std::all_of(text.begin(), text.end(), [](QChar c) { return c > u' ' && c < u'\x7f'; });
}

std::optional<int> wholeNumber(const QString &text, int most)
{
    bool isNumber = false;
    const int number = text.toInt(&isNumber);
    return isNumber && number >= 1 && number <= most ? std::optional(number) : std::nullopt;
}

QDateTime releaseTime(const InstanceRequest &request)
{
    return QDateTime::fromString(request.settings.value(kReleaseAtSetting), Qt::ISODate).toUTC();
}

}  // namespace

QString tencentChargeType(bool isSpot) { return isSpot ? QStringLiteral("SPOTPAID") : QStringLiteral("POSTPAID_BY_HOUR"); }

QJsonObject tencentFilter(const QString &name, const QString &value) { return {{"Name", name}, {"Values", QJsonArray{value}}}; }

QJsonArray tencentTags(const QString &owner, const QString &clientToken)
{
    QJsonArray tags;
    if (!owner.isEmpty())
        tags << QJsonObject{{"Key", kTencentOwnerTag}, {"Value", owner}};
    if (!clientToken.isEmpty())
        tags << QJsonObject{{"Key", kTencentTokenTag}, {"Value", clientToken}};
    return tags;
}

QString tencentGroupName(const QString &owner, bool isClosed)
{
    return QStringLiteral("trainyard-") + owner.left(40) + (isClosed ? QStringLiteral("-closed") : QString());
}

QString tencentKeyName(const QString &sshKey)
{
    const QByteArray digest = QCryptographicHash::hash(keyWithoutComment(sshKey).toLatin1(), QCryptographicHash::Sha256);
    return QStringLiteral("ty_") + QString::fromLatin1(digest.toHex().left(kKeyDigits));
}

Result<QJsonObject> tencentGroupRules(const QString &ownAddress)
{
    QJsonArray incoming;
    if (!ownAddress.isEmpty()) {
        // One address or a network, as allowedFrom() takes it; never everybody.
        static const QRegularExpression form(QStringLiteral(
            "\\A([0-9]{1,3}(\\.[0-9]{1,3}){3}/([89]|[12][0-9]|3[0-2])|[0-9A-Fa-f:]{2,39}/(3[2-9]|[4-9][0-9]|1[01][0-9]|12[0-8]))\\z"));
        const bool isEverybody = ownAddress.startsWith(QLatin1String("0.")) || ownAddress.startsWith(QLatin1String("::/"));
        if (isEverybody || !form.match(ownAddress).hasMatch()) {
            return invalidInput(TencentText::tr("“%1” is not an address from which SSH can be allowed: write it as 203.0.113.7/32.")
                                    .arg(ownAddress.left(60)));
        }
        const bool isNew = ownAddress.contains(u':');
        incoming << QJsonObject{{"Protocol", "TCP"},
                                {"Port", "22"},
                                {"Action", "ACCEPT"},
                                {isNew ? "Ipv6CidrBlock" : "CidrBlock", ownAddress},
                                {"PolicyDescription", kTencentSshRule}};
    }
    // Said outright: an empty list would leave it to the cloud's default.
    incoming << QJsonObject{
        {"Protocol", "ALL"}, {"Port", "all"}, {"Action", "DROP"}, {"CidrBlock", "0.0.0.0/0"}, {"PolicyDescription", "No others"}};
    const QJsonArray outgoing{
        QJsonObject{{"Protocol", "ALL"}, {"Port", "all"}, {"Action", "ACCEPT"}, {"CidrBlock", "0.0.0.0/0"}, {"PolicyDescription", "All"}}};
    return QJsonObject{{"Ingress", incoming}, {"Egress", outgoing}};
}

Result<void> checkTencentRequest(const InstanceRequest &request, const QDateTime &now)
{
    if (request.type.isEmpty())
        return invalidInput(TencentText::tr("Choose an instance type for the machine."));
    if (request.image.isEmpty())
        return invalidInput(TencentText::tr("Choose an image for the machine."));
    if (request.owner.isEmpty())
        return invalidInput(
            TencentText::tr("This installation has no id by which the machine could be found again: start Trainyard again."));
    if (!isAsciiWord(request.clientToken, kMostTokenLength))
        return invalidInput(TencentText::tr("The client token is longer than 64 characters, or has others than Tencent Cloud takes."));
    const QMap<QString, QString> &settings = request.settings;
    if (!isOpenSshKey(settings.value(kSshKeySetting))) {
        return invalidInput(TencentText::tr(
            "Choose a public SSH key for the machine: without one, Tencent Cloud sets a password and sends it by message."));
    }
    TRY_DO(tencentGroupRules(settings.value(kOwnAddressSetting)));
    TRY_DO(tencentUserData(settings.value(kUserDataSetting).toUtf8(), settings.value(kSshKeySetting)));
    if (settings.contains(kDiskSetting) && !wholeNumber(settings.value(kDiskSetting), kMostDiskGib))
        return invalidInput(TencentText::tr("The system disk has to have a whole number of GiB, at most %1.").arg(kMostDiskGib));
    if (settings.contains(kTencentBandwidth) && !wholeNumber(settings.value(kTencentBandwidth), kMostBandwidth))
        return invalidInput(TencentText::tr("The bandwidth has to be a whole number of Mbit/s, at most %1.").arg(kMostBandwidth));
    if (settings.contains(kTencentVpc) != settings.contains(kTencentSubnet))
        return invalidInput(TencentText::tr("A network of your own needs both settings, “vpc” and “subnet”."));
    if (settings.contains(kMaxPriceSetting) && !Money::parse(settings.value(kMaxPriceSetting).toUtf8(), Currency::CNY))
        return invalidInput(TencentText::tr("“%1” is not a price: write it as 4.50.").arg(settings.value(kMaxPriceSetting).left(40)));
    if (settings.contains(kReleaseAtSetting)) {
        const QDateTime at = releaseTime(request);
        if (!at.isValid() || now.secsTo(at) <= kLeastTimerSeconds) {
            return invalidInput(
                TencentText::tr("The time at which the machine is to be given back has to be more than five minutes from now."));
        }
    }
    return {};
}

Result<QJsonObject> tencentRunInstances(const InstanceRequest &request, const QString &zone, const QString &groupId, const QString &keyId)
{
    const QMap<QString, QString> &settings = request.settings;
    const int bandwidth = wholeNumber(settings.value(kTencentBandwidth), kMostBandwidth).value_or(kMostBandwidth);
    QJsonObject parameters{
        {"InstanceChargeType", tencentChargeType(request.isSpot)},
        {"Placement", QJsonObject{{"Zone", zone}}},
        {"InstanceType", request.type},
        {"ImageId", request.image},
        {"InstanceCount", 1},
        {"SecurityGroupIds", QJsonArray{groupId}},
        {"InternetAccessible", QJsonObject{{"InternetChargeType", "TRAFFIC_POSTPAID_BY_HOUR"},
                                           {"InternetMaxBandwidthOut", bandwidth},
                                           {"PublicIpAssigned", true}}},
        {"TagSpecification",
         QJsonArray{QJsonObject{{"ResourceType", "instance"}, {"Tags", tencentTags(request.owner, request.clientToken)}}}},
    };
    if (!request.name.isEmpty()) {
        // "{R:1}" in a name would be replaced by a number.
        QString name = request.name.left(kMostNameLength);
        parameters.insert("InstanceName", name.replace(u'{', u'(').replace(u'}', u')'));
    }
    if (!request.clientToken.isEmpty())
        parameters.insert("ClientToken", request.clientToken);
    if (!keyId.isEmpty())
        parameters.insert("LoginSettings", QJsonObject{{"KeyIds", QJsonArray{keyId}}});
    QJsonObject disk;
    if (const auto gib = wholeNumber(settings.value(kDiskSetting), kMostDiskGib))
        disk.insert("DiskSize", *gib);
    if (const QString type = settings.value(kTencentDiskType); !type.isEmpty())
        disk.insert("DiskType", type);
    if (!disk.isEmpty())
        parameters.insert("SystemDisk", disk);
    if (settings.contains(kTencentVpc)) {
        parameters.insert("VirtualPrivateCloud",
                          QJsonObject{{"VpcId", settings.value(kTencentVpc)}, {"SubnetId", settings.value(kTencentSubnet)}});
    }
    if (request.isSpot && settings.contains(kMaxPriceSetting)) {
        const QJsonObject spot{{"MaxPrice", settings.value(kMaxPriceSetting)}, {"SpotInstanceType", "one-time"}};
        parameters.insert("InstanceMarketOptions", QJsonObject{{"MarketType", "spot"}, {"SpotOptions", spot}});
    }
    if (settings.contains(kReleaseAtSetting)) {
        const QString at = releaseTime(request).toString(QStringLiteral("yyyy-MM-dd'T'HH:mm:ss'Z'"));
        parameters.insert("ActionTimer", QJsonObject{{"TimerAction", "TerminateInstances"}, {"ActionTime", at}});
    }
    TRY(const QByteArray userData, tencentUserData(settings.value(kUserDataSetting).toUtf8(), settings.value(kSshKeySetting)));
    if (!userData.isEmpty())
        parameters.insert("UserData", QString::fromLatin1(userData.toBase64()));
    return parameters;
}

}  // namespace trainyard
