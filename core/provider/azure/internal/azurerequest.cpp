// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/azure/internal/azurerequest.h"

#include "core/provider/azure/internal/azuretext.h"
#include "core/transport/webapi/webrequest.h"

#include <QJsonArray>
#include <QRegularExpression>

#include <arpa/inet.h>

#include <algorithm>
#include <array>

namespace trainyard {

namespace {

constexpr qsizetype kMostTag = 256;
constexpr qsizetype kMostCustomData = 65'535;  // bytes, before base64
constexpr int kMostOsDiskGib = 4095;
constexpr int kNameDigits = 20;
const QString kNameStart = QStringLiteral("trainyard-");

bool fits(const QString &text, const char *form) { return QRegularExpression(QLatin1String(form)).match(text).hasMatch(); }

// One address or a network, and never everybody.
bool isOwnAddress(const QString &text)
{
    const QByteArray address = text.section(u'/', 0, 0).toLatin1();
    const bool isSix = address.contains(':');
    std::array<unsigned char, sizeof(in6_addr)> bytes{};
    bool isNumber = false;
    const int prefix = text.section(u'/', 1).toInt(&isNumber);
    return isNumber && prefix >= (isSix ? 32 : 8) && prefix <= (isSix ? 128 : 32)
           && inet_pton(isSix ? AF_INET6 : AF_INET, address.constData(), bytes.data()) == 1 && bytes[0] != 0;
}

QJsonObject tagsOf(const InstanceRequest &request)
{
    QJsonObject tags{{kAzureOwnerTag, request.owner}};
    if (!request.clientToken.isEmpty())
        tags.insert(kAzureTokenTag, request.clientToken);
    if (const QString name = request.name.simplified().left(kMostTag); !name.isEmpty())
        tags.insert(QStringLiteral("trainyard:name"), name);
    return tags;
}

// "microsoft-dsvm:ubuntu-hpc:2204:latest", or the path of an image of one's own.
QJsonObject imageOf(const QString &image)
{
    if (image.startsWith(u'/'))
        return {{"id", image}};
    const QStringList parts = image.split(u':');
    return {{"publisher", parts.value(0)}, {"offer", parts.value(1)}, {"sku", parts.value(2)}, {"version", parts.value(3)}};
}

bool isImage(const QString &image)
{
    return fits(image, "\\A[A-Za-z0-9._-]{1,80}(:[A-Za-z0-9._-]{1,80}){3}\\z")
           || fits(image,
                   "\\A/subscriptions/[0-9A-Fa-f-]{36}/resourceGroups/[\\w().-]{1,90}/providers/Microsoft\\.Compute/(images|galleries)/"
                   "[\\w./-]{1,200}\\z");
}

}  // namespace

QString azureName(const QString &owner, const QString &clientToken)
{
    return kNameStart + QString::fromLatin1(sha256Hex(owner.toUtf8() + '\n' + clientToken.toUtf8()).left(kNameDigits));
}

bool isAzureName(const QString &name) { return fits(name, "\\Atrainyard-[0-9a-f]{20}\\z"); }

Result<void> checkAzureAddress(const QString &address)
{
    if (address.isEmpty() || isOwnAddress(address))
        return {};
    return invalidInput(
        AzureText::tr("“%1” is not an address from which SSH can be allowed: write it as 203.0.113.7/32.").arg(address.left(60)));
}

Result<void> checkAzureRequest(const InstanceRequest &request)
{
    const QMap<QString, QString> &settings = request.settings;
    const auto setting = [&settings](const char *name) { return settings.value(QLatin1String(name)); };
    if (request.owner.isEmpty()) {
        return invalidInput(AzureText::tr("This installation has no id by which the machine could be found again: start Trainyard again."));
    }
    if (request.owner.size() > kMostTag || request.clientToken.size() > kMostTag)
        return invalidInput(AzureText::tr("The client token is longer than the 256 characters that Azure keeps in a tag."));
    if (!fits(request.type, "\\A[A-Za-z0-9_-]{1,80}\\z"))
        return invalidInput(AzureText::tr("Choose a type for the machine, such as Standard_NC24ads_A100_v4."));
    if (!request.image.isEmpty() && !isImage(request.image))
        return invalidInput(AzureText::tr("“%1” is not an image of Azure: write it as %2.").arg(request.image.left(100), kAzureImage));
    // Without a key, Azure asks for a password.
    if (!fits(setting(kSshKeySetting), "\\A(ssh-rsa|ssh-ed25519) [A-Za-z0-9+/]{20,12000}={0,2}( [^\\x00-\\x1f\\x7f]*)?\\z"))
        return invalidInput(AzureText::tr("Azure takes SSH keys of the types Ed25519 and RSA: choose such a key."));
    TRY_DO(checkAzureAddress(setting(kOwnAddressSetting)));
    if (settings.contains(kDiskSetting) && (setting(kDiskSetting).toInt() < 1 || setting(kDiskSetting).toInt() > kMostOsDiskGib))
        return invalidInput(AzureText::tr("The system disk has to have a whole number of GiB, at most %1.").arg(kMostOsDiskGib));
    if (settings.contains(kMaxPriceSetting)) {
        const auto price = Money::parse(setting(kMaxPriceSetting).toUtf8(), Currency::USD);
        if (!price || price->nanos() <= 0)
            return invalidInput(AzureText::tr("“%1” is not a price: write it as 1.25.").arg(setting(kMaxPriceSetting).left(40)));
    }
    if (const QString zone = settings.value(kAzureZone); !zone.isEmpty() && !fits(zone, "\\A[1-9]\\z"))
        return invalidInput(AzureText::tr("“%1” is not a zone of Azure: write 1, 2 or 3.").arg(zone.left(40)));
    if (const QString type = settings.value(kAzureDiskType); !type.isEmpty() && !fits(type, "\\A[A-Za-z0-9_]{1,40}\\z"))
        return invalidInput(AzureText::tr("“%1” is not a type of disk: write it as Premium_LRS.").arg(type.left(40)));
    if (setting(kUserDataSetting).toUtf8().size() > kMostCustomData)
        return invalidInput(
            AzureText::tr("The user data is larger than the 64 KiB that Azure takes: shorten it, or let it fetch the rest."));
    return {};
}

QJsonObject azureGroup(const InstanceRequest &request, const QString &region, const QDateTime &now)
{
    QJsonObject tags = tagsOf(request);
    tags.insert(kAzureMadeTag, now.toUTC().toString(Qt::ISODate));
    return {{"location", region}, {"tags", tags}};
}

QJsonObject azureSshRule(const QString &ownAddress)
{
    return {{"properties", QJsonObject{{"priority", 100},
                                       {"direction", "Inbound"},
                                       {"access", "Allow"},
                                       {"protocol", "Tcp"},
                                       {"sourceAddressPrefix", ownAddress},
                                       {"sourcePortRange", "*"},
                                       {"destinationAddressPrefix", "*"},
                                       {"destinationPortRange", "22"}}}};
}

QJsonObject azureSecurity(const InstanceRequest &request, const QString &region)
{
    QJsonArray rules;
    // Whatever no rule allows is denied by Azure's own last rule.
    if (const QString own = request.settings.value(QLatin1String(kOwnAddressSetting)); !own.isEmpty()) {
        QJsonObject rule = azureSshRule(own);
        rule.insert("name", kAzureSshRule);
        rules << rule;
    }
    return {{"location", region}, {"tags", tagsOf(request)}, {"properties", QJsonObject{{"securityRules", rules}}}};
}

QJsonObject azureNetwork(const InstanceRequest &request, const QString &region)
{
    const QJsonObject subnet{{"name", "machines"}, {"properties", QJsonObject{{"addressPrefix", "10.77.0.0/24"}}}};
    return {{"location", region},
            {"tags", tagsOf(request)},
            {"properties",
             QJsonObject{{"addressSpace", QJsonObject{{"addressPrefixes", QJsonArray{"10.77.0.0/24"}}}}, {"subnets", QJsonArray{subnet}}}}};
}

QJsonObject azureMachine(const InstanceRequest &request, const QString &region, const QString &name, const QString &prefix)
{
    const QMap<QString, QString> &settings = request.settings;
    const auto setting = [&settings](const char *one) { return settings.value(QLatin1String(one)); };
    const QString network = prefix + QStringLiteral("/providers/Microsoft.Network/");
    // Address, interface and disk are made with the machine and go with it.
    const QJsonObject address{{"name", name},
                              {"sku", QJsonObject{{"name", "Standard"}}},
                              {"properties", QJsonObject{{"publicIPAllocationMethod", "Static"}, {"deleteOption", "Delete"}}}};
    const QString subnet = network + QStringLiteral("virtualNetworks/%1/subnets/machines").arg(name);
    const QJsonObject inside{
        {"name", "main"},
        {"properties", QJsonObject{{"primary", true}, {"subnet", QJsonObject{{"id", subnet}}}, {"publicIPAddressConfiguration", address}}}};
    const QJsonObject security{{"id", network + QStringLiteral("networkSecurityGroups/") + name}};
    const QJsonObject interface {
        {"name", name},
        {
            "properties", QJsonObject
            {
                {"primary", true}, {"deleteOption", "Delete"}, {"networkSecurityGroup", security},
                {
                    "ipConfigurations", QJsonArray { inside }
                }
            }
        }
    };
    QString kind = settings.value(kAzureDiskType);
    if (kind.isEmpty())
        kind = QStringLiteral("StandardSSD_LRS");
    QJsonObject disk{{"createOption", "FromImage"}, {"deleteOption", "Delete"}, {"managedDisk", QJsonObject{{"storageAccountType", kind}}}};
    if (const int gib = setting(kDiskSetting).toInt(); gib > 0)
        disk.insert("diskSizeGB", gib);
    const QJsonObject key{{"path", QStringLiteral("/home/%1/.ssh/authorized_keys").arg(kAzureUser)},
                          {"keyData", setting(kSshKeySetting).section(u' ', 0, 1)}};
    QJsonObject system{{"computerName", name},
                       {"adminUsername", kAzureUser},
                       {"linuxConfiguration",
                        QJsonObject{{"disablePasswordAuthentication", true}, {"ssh", QJsonObject{{"publicKeys", QJsonArray{key}}}}}}};
    if (const QByteArray data = setting(kUserDataSetting).toUtf8(); !data.isEmpty())
        system.insert("customData", QString::fromLatin1(data.toBase64()));
    QJsonObject properties{
        {"hardwareProfile", QJsonObject{{"vmSize", request.type}}},
        {"storageProfile",
         QJsonObject{{"imageReference", imageOf(request.image.isEmpty() ? kAzureImage : request.image)}, {"osDisk", disk}}},
        {"osProfile", system},
        {"networkProfile", QJsonObject{{"networkApiVersion", "2022-11-01"}, {"networkInterfaceConfigurations", QJsonArray{interface}}}},
        {"diagnosticsProfile", QJsonObject{{"bootDiagnostics", QJsonObject{{"enabled", true}}}}},
    };
    if (request.isSpot) {
        properties.insert("priority", "Spot");
        properties.insert("evictionPolicy", "Delete");
        // −1: at most the usual price.
        const QString most = setting(kMaxPriceSetting);
        properties.insert("billingProfile", QJsonObject{{"maxPrice", most.isEmpty() ? -1.0 : most.toDouble()}});
    }
    QJsonObject machine{{"location", region}, {"tags", tagsOf(request)}, {"properties", properties}};
    if (const QString zone = settings.value(kAzureZone); !zone.isEmpty())
        machine.insert("zones", QJsonArray{zone});
    return machine;
}

}  // namespace trainyard
