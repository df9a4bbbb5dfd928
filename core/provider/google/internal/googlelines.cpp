// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/google/internal/googlelines.h"

#include "core/base/shellquote.h"
#include "core/provider/google/internal/googlerequest.h"

namespace trainyard {

namespace {

// "a=b,c=d". With the separator of its own, values may have commas.
QString dictionary(const QList<QPair<QString, QString>> &entries)
{
    QStringList parts;
    for (const auto &[name, value] : entries)
        parts << name + u'=' + value;
    return QStringLiteral("^;^") + parts.join(u';');
}

}  // namespace

QString googleCreateLine(const InstanceRequest &request)
{
    const QMap<QString, QString> &settings = request.settings;
    QStringList words{QStringLiteral("gcloud"), QStringLiteral("compute"), QStringLiteral("instances"), QStringLiteral("create")};
    InstanceRequest named = request;
    // The line is for one machine, so its name does not change each time it is shown.
    if (named.clientToken.isEmpty())
        named.clientToken = QStringLiteral("line");
    words << googleInstanceName(named);
    const auto add = [&words](const char *option, const QString &value) {
        if (!value.isEmpty())
            words << QLatin1String("--") + QLatin1String(option) + u'=' + value;
    };
    add("zone", settings.value(kGoogleZone));
    add("machine-type", request.type);
    if (const QString accelerator = settings.value(kGoogleAccelerator); !accelerator.isEmpty())
        add("accelerator", QStringLiteral("type=%1,count=%2").arg(accelerator.section(u':', 0, 0), accelerator.section(u':', 1)));
    add("image", googleImagePath(request.image));
    add("boot-disk-size", settings.contains(kDiskSetting) ? settings.value(kDiskSetting) + QStringLiteral("GiB") : QString());
    add("boot-disk-type", settings.value(kGoogleDiskType, QStringLiteral("pd-balanced")));
    words << QStringLiteral("--boot-disk-auto-delete");
    add("network", googleNetworkPath(request));
    add("subnet", settings.value(kGoogleSubnetwork));
    add("tags",
        settings.value(kOwnAddressSetting).isEmpty() ? googleClosedTag(request) : googleClosedTag(request) + u',' + googleOpenTag(request));
    words << QStringLiteral("--no-service-account") << QStringLiteral("--no-scopes") << QStringLiteral("--maintenance-policy=TERMINATE")
          << QStringLiteral("--no-restart-on-failure");
    add("provisioning-model", request.isSpot ? QStringLiteral("SPOT") : QStringLiteral("STANDARD"));
    add("termination-time", googleReleaseTime(request));
    if (request.isSpot || settings.contains(kReleaseAtSetting))
        words << QStringLiteral("--instance-termination-action=DELETE");
    QList<QPair<QString, QString>> labels;
    const QJsonObject all = googleLabels(request);
    for (auto label = all.begin(); label != all.end(); ++label)
        labels << qMakePair(label.key(), label.value().toString());
    add("labels", dictionary(labels));
    add("metadata", dictionary(googleMetadata(request, true)));
    if (const QString data = settings.value(kUserDataSetting); !data.isEmpty() || request.secretSettings.contains(kUserDataSetting)) {
        const bool isScript = data.startsWith(QLatin1String("#!"));
        add("metadata-from-file", isScript ? QStringLiteral("startup-script=user-data") : QStringLiteral("user-data=user-data"));
    }
    return shellJoined(words);
}

QString googleActionLine(ProviderAction action, const Instance &instance)
{
    if (action == ProviderAction::LetIn) {
        const QString address = instance.request.settings.value(QLatin1String(kOwnAddressSetting));
        return address.isEmpty()
                   ? QString()
                   : shellJoined({QStringLiteral("gcloud"), QStringLiteral("compute"), QStringLiteral("firewall-rules"),
                                  QStringLiteral("update"), googleOpenTag(instance.request), QStringLiteral("--source-ranges=") + address});
    }
    if (action == ProviderAction::SpotPrices)
        return {};  // it has none
    static const char *const verbs[] = {"describe", "get-serial-port-output", "stop", "start", "delete"};
    const QStringList path = instance.providerId.split(u'/');
    if (path.size() != 4 || path[2] != QLatin1String("instances"))
        return {};
    return shellJoined({QStringLiteral("gcloud"), QStringLiteral("compute"), QStringLiteral("instances"),
                        QLatin1String(verbs[static_cast<int>(action)]), path[3], QStringLiteral("--zone=") + path[1]});
}

}  // namespace trainyard
