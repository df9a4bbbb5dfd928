// SPDX-License-Identifier: GPL-3.0-or-later
// The same in the words of Azure's own command line, `az`.
#include "core/base/shellquote.h"
#include "core/provider/azure/azureprovider.h"
#include "core/provider/azure/internal/azuremachine.h"
#include "core/provider/azure/internal/azurerequest.h"

namespace trainyard {

QString AzureProvider::createLine(const InstanceRequest &request) const
{
    const QString name = azureName(request.owner, request.clientToken);
    const auto setting = [&request](const char *one) { return request.settings.value(QLatin1String(one)); };
    QStringList tags{QStringLiteral("--tags"), kAzureOwnerTag + u'=' + request.owner};
    if (!request.clientToken.isEmpty())
        tags << kAzureTokenTag + u'=' + request.clientToken;
    const QStringList in{QStringLiteral("--resource-group"), name};
    QStringList lines;
    lines << shellJoined(QStringList{"az", "group", "create", "--name", name, "--location", request.region} + tags);
    lines << shellJoined(QStringList{"az", "network", "nsg", "create", "--name", name} + in);
    if (const QString own = setting(kOwnAddressSetting); !own.isEmpty()) {
        lines << shellJoined(QStringList{"az", "network", "nsg", "rule", "create", "--name", "ssh", "--nsg-name", name, "--priority", "100",
                                         "--protocol", "Tcp", "--destination-port-ranges", "22", "--source-address-prefixes", own}
                             + in);
    }
    QStringList machine{"az",
                        "vm",
                        "create",
                        "--name",
                        name,
                        "--location",
                        request.region,
                        "--size",
                        request.type,
                        "--image",
                        request.image.isEmpty() ? kAzureImage : request.image,
                        "--admin-username",
                        kAzureUser,
                        "--ssh-key-values",
                        setting(kSshKeySetting).section(u' ', 0, 1),
                        "--nsg",
                        name,
                        "--public-ip-sku",
                        "Standard",
                        "--os-disk-delete-option",
                        "Delete",
                        "--nic-delete-option",
                        "Delete"};
    if (const QString gib = setting(kDiskSetting); !gib.isEmpty())
        machine << QStringLiteral("--os-disk-size-gb") << gib;
    if (const QString type = request.settings.value(kAzureDiskType); !type.isEmpty())
        machine << QStringLiteral("--storage-sku") << type;
    if (const QString zone = request.settings.value(kAzureZone); !zone.isEmpty())
        machine << QStringLiteral("--zone") << zone;
    if (request.isSpot) {
        const QString most = setting(kMaxPriceSetting);
        machine << QStringList{"--priority", "Spot",        "--eviction-policy",
                               "Delete",     "--max-price", most.isEmpty() ? QStringLiteral("-1") : most};
    }
    lines << shellJoined(machine + in + tags);
    return lines.join(QLatin1String(" && "));
}

QString AzureProvider::actionLine(ProviderAction action, const Instance &instance) const
{
    const auto name = azureNameOf(instance);
    if (!name)
        return {};
    const QStringList machine{QStringLiteral("--resource-group"), *name, QStringLiteral("--name"), *name};
    switch (action) {
    case ProviderAction::Describe: return shellJoined(QStringList{"az", "vm", "get-instance-view"} + machine);
    case ProviderAction::Console: return shellJoined(QStringList{"az", "vm", "boot-diagnostics", "get-boot-log"} + machine);
    case ProviderAction::Stop: return shellJoined(QStringList{"az", "vm", "deallocate"} + machine);
    case ProviderAction::Start: return shellJoined(QStringList{"az", "vm", "start"} + machine);
    case ProviderAction::LetIn: {
        const QString own = instance.request.settings.value(QLatin1String(kOwnAddressSetting));
        return own.isEmpty() ? QString()
                             : shellJoined({"az", "network", "nsg", "rule", "update", "--name", kAzureSshRule, "--nsg-name", *name,
                                            "--source-address-prefixes", own, "--resource-group", *name});
    }
    case ProviderAction::SpotPrices: return {};  // it has none
    case ProviderAction::Terminate: return shellJoined({"az", "group", "delete", "--yes", "--name", *name});
    }
    return {};
}

}  // namespace trainyard
