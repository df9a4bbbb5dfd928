// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of the official client that do the same. They take the credentials from where it finds them (OS_CLOUD, or the variables).
#include "core/base/shellquote.h"
#include "core/provider/openstack/internal/openstackcreation.h"
#include "core/provider/openstack/internal/openstackreaders.h"
#include "core/provider/openstack/openstackprovider.h"

namespace trainyard {

namespace {

QStringList clientIn(const QString &region)
{
    QStringList words{QStringLiteral("openstack")};
    if (!region.isEmpty())
        words << QStringLiteral("--os-region-name") << region;
    return words;
}

}  // namespace

QString OpenStackProvider::createLine(const InstanceRequest &request) const
{
    QStringList words = clientIn(request.region) << QStringLiteral("server") << QStringLiteral("create");
    const auto add = [&words](const char *option, const QString &value) {
        if (!value.isEmpty())
            words << QLatin1String(option) << value;
    };
    const auto setting = [&request](const char *name) { return request.settings.value(QLatin1String(name)); };
    add("--flavor", request.type);
    add("--image", request.image);
    if (const QString disk = setting(kDiskSetting); !disk.isEmpty())
        words << QStringLiteral("--boot-from-volume") << disk;
    add("--network", setting("network"));
    add("--availability-zone", setting("zone"));
    if (const QString key = setting(kSshKeySetting); !key.isEmpty())
        add("--key-name", openStackKeyName(key));
    add("--security-group", openStackGroupName(request.owner, setting(kOwnAddressSetting)));
    add("--property", kOpenStackOwner + u'=' + request.owner);
    if (!request.clientToken.isEmpty())
        add("--property", kOpenStackToken + u'=' + request.clientToken);
    return shellJoined(words << (request.name.simplified().isEmpty() ? QStringLiteral("trainyard") : request.name.simplified()));
}

QString OpenStackProvider::actionLine(ProviderAction action, const Instance &instance) const
{
    QStringList words = clientIn(instance.request.region);
    switch (action) {
    case ProviderAction::Describe: words << QStringLiteral("server") << QStringLiteral("show"); break;
    case ProviderAction::Console: words << QStringLiteral("console") << QStringLiteral("log") << QStringLiteral("show"); break;
    case ProviderAction::Stop: words << QStringLiteral("server") << QStringLiteral("stop"); break;
    case ProviderAction::Start: words << QStringLiteral("server") << QStringLiteral("start"); break;
    case ProviderAction::LetIn: {
        const QString address = instance.request.settings.value(QLatin1String(kOwnAddressSetting));
        words << QStringList{QStringLiteral("security"),
                             QStringLiteral("group"),
                             QStringLiteral("rule"),
                             QStringLiteral("create"),
                             QStringLiteral("--ingress"),
                             QStringLiteral("--protocol"),
                             QStringLiteral("tcp"),
                             QStringLiteral("--dst-port"),
                             QStringLiteral("22"),
                             QStringLiteral("--ethertype"),
                             address.contains(u':') ? QStringLiteral("IPv6") : QStringLiteral("IPv4"),
                             QStringLiteral("--remote-ip"),
                             address};
        return address.isEmpty() ? QString() : shellJoined(words << openStackGroupName(instance.request.owner, address));
    }
    case ProviderAction::Terminate: words << QStringLiteral("server") << QStringLiteral("delete"); break;
    case ProviderAction::SpotPrices: return {};  // it has none
    }
    return instance.providerId.isEmpty() ? QString() : shellJoined(words << instance.providerId);
}

}  // namespace trainyard
