// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/google/internal/googlerequest.h"

#include "core/provider/google/internal/googleapi.h"
#include "core/provider/google/internal/googletext.h"

#include <QCryptographicHash>
#include <QRegularExpression>
#include <QUuid>

#include <arpa/inet.h>

#include <optional>

namespace trainyard {

namespace {

constexpr qsizetype kMostLabel = 63, kMostUserData = 256 * 1024;  // of one value of the metadata
constexpr int kLeastDiskGib = 10, kMostDiskGib = 64 * 1024;
constexpr qint64 kLeastRunSeconds = 60, kMostRunSeconds = qint64(120) * 24 * 3600;  // scheduling.terminationTime
constexpr int kOpenPriority = 900, kClosedPriority = 1000;  // the lower number wins; rules of the default network have 65534

QString hexOf(const QString &text, qsizetype digits)
{
    return QString::fromLatin1(QCryptographicHash::hash(text.toUtf8(), QCryptographicHash::Sha256).toHex().left(digits));
}

bool isLabelValue(const QString &text)
{
    static const QRegularExpression form(QStringLiteral("\\A[a-z0-9_-]{0,63}\\z"));
    return form.match(text).hasMatch();
}

bool isPathName(const QString &text, int mostSlashes)
{
    static const QRegularExpression form(QStringLiteral("\\A[a-z0-9][a-z0-9.:/_-]{0,200}\\z"));
    return form.match(text).hasMatch() && text.count(u'/') <= mostSlashes && !text.contains(QLatin1String(".."));
}

bool isKeyLine(const QString &key)
{
    static const QRegularExpression form(QStringLiteral(
        "\\A(ssh-rsa|ssh-ed25519|ecdsa-sha2-nistp(256|384|521)|sk-[a-z0-9@.-]+) [A-Za-z0-9+/]{20,12000}={0,2}( [^\\x00-\\x1f\\x7f]*)?\\z"));
    return form.match(key).hasMatch();
}

// Of people's labels: what the cloud does not take becomes a dash.
QString labelFrom(const QString &text)
{
    QString label = text.toLower().left(kMostLabel);
    for (QChar &c : label) {
        if (!((c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9') || c == u'_'))
            c = u'-';
    }
    return label;
}

QDateTime releaseTime(const InstanceRequest &request)
{
    return QDateTime::fromString(request.settings.value(kReleaseAtSetting), Qt::ISODate).toUTC();
}

std::optional<int> diskGib(const InstanceRequest &request)
{
    bool isNumber = false;
    const int gib = request.settings.value(kDiskSetting).toInt(&isNumber);
    return isNumber && gib >= kLeastDiskGib && gib <= kMostDiskGib ? std::optional(gib) : std::nullopt;
}

Result<void> checkPrice(const InstanceRequest &request)
{
    const QString text = request.settings.value(kMaxPriceSetting);
    if (text.isEmpty())
        return {};
    const auto most = Money::parse(text.toUtf8(), Currency::USD);
    if (!most)
        return invalidInput(GoogleText::tr("“%1” is not a price: write it as 4.50.").arg(text.left(40)));
    if (request.isSpot && request.perHour && request.perHour->currency() == Currency::USD && *most < *request.perHour) {
        return invalidInput(GoogleText::tr("The highest price is below the price of this spot machine, and Google Cloud takes no bids: "
                                           "raise it, or choose another offer."));
    }
    return {};
}

QJsonObject ruleFor(const InstanceRequest &request, const QString &name)
{
    return {{"name", name},
            {"network", googleNetworkPath(request)},
            {"direction", "INGRESS"},
            {"targetTags", QJsonArray{name}},
            {"description", QStringLiteral("Trainyard %1").arg(request.owner)}};
}

}  // namespace

Result<void> checkGoogleAddress(const QString &setting)
{
    if (setting.isEmpty())
        return {};
    // One address or a network, as allowedFrom() takes it; never everybody.
    static const QRegularExpression form(QStringLiteral("\\A[1-9][0-9.]*/([89]|[12][0-9]|3[0-2])\\z"));
    in_addr address{};
    if (form.match(setting).hasMatch() && inet_pton(AF_INET, setting.section(u'/', 0, 0).toLatin1().constData(), &address) == 1)
        return {};
    return invalidInput(
        GoogleText::tr("“%1” is not an IPv4 address from which SSH can be allowed: write it as 203.0.113.7/32. The machines "
                       "at Google Cloud have IPv4 addresses.")
            .arg(setting.left(60)));
}

Result<void> checkGoogleRequest(const InstanceRequest &request, const QDateTime &now)
{
    const QMap<QString, QString> &settings = request.settings;
    if (!isGoogleName(request.type))
        return invalidInput(GoogleText::tr("Choose a machine type of Google Cloud, such as a2-highgpu-1g."));
    if (!request.image.isEmpty() && !isPathName(request.image, 5))
        return invalidInput(GoogleText::tr("Choose an image of Google Cloud for the machine."));
    if (request.owner.isEmpty() || !isLabelValue(request.owner))
        return invalidInput(
            GoogleText::tr("This installation has no id by which the machine could be found again: start Trainyard again."));
    if (!isLabelValue(request.clientToken)) {
        return invalidInput(GoogleText::tr("The client token is longer than 63 characters, or has others than Google Cloud takes."));
    }
    if (!isKeyLine(settings.value(kSshKeySetting)))
        return invalidInput(GoogleText::tr("Choose a public SSH key for the machine: without one, no login is possible."));
    TRY_DO(checkGoogleAddress(settings.value(kOwnAddressSetting)));
    TRY_DO(checkPrice(request));
    for (const QString &name : {kGoogleZone, kGoogleNetwork, kGoogleSubnetwork, kGoogleDiskType}) {
        const QString value = settings.value(name);
        if (!value.isEmpty() && !(name == kGoogleZone || name == kGoogleDiskType ? isGoogleName(value) : isPathName(value, 5)))
            return invalidInput(GoogleText::tr("“%1” cannot be used for the setting “%2”.").arg(value.left(60), name));
    }
    static const QRegularExpression accelerator(QStringLiteral("\\A[a-z][a-z0-9-]{1,60}:([1-9]|1[0-6])\\z"));
    if (settings.contains(kGoogleAccelerator) && !accelerator.match(settings.value(kGoogleAccelerator)).hasMatch()) {
        return invalidInput(GoogleText::tr("“%1” is not a type of GPU with its number: write it as nvidia-tesla-t4:1.")
                                .arg(settings.value(kGoogleAccelerator).left(60)));
    }
    if (settings.contains(kDiskSetting) && !diskGib(request)) {
        return invalidInput(
            GoogleText::tr("The system disk has to have a whole number of GiB, from %1 to %2.").arg(kLeastDiskGib).arg(kMostDiskGib));
    }
    if (settings.value(kUserDataSetting).toUtf8().size() > kMostUserData)
        return invalidInput(GoogleText::tr("The user data is larger than Google Cloud takes, which is 256 KiB: shorten it."));
    if (settings.contains(kReleaseAtSetting)) {
        const qint64 seconds = now.secsTo(releaseTime(request));
        if (!releaseTime(request).isValid() || seconds < kLeastRunSeconds || seconds > kMostRunSeconds) {
            return invalidInput(
                GoogleText::tr("The time at which the machine is to be given back has to be between one minute and 120 days "
                               "from now."));
        }
    }
    return {};
}

QString googleInstanceName(const InstanceRequest &request)
{
    const QString token = request.clientToken.isEmpty() ? QUuid::createUuid().toString() : request.clientToken;
    return QStringLiteral("trainyard-") + hexOf(request.owner + u'\n' + token, 24);
}

QByteArray googleRequestId(const InstanceRequest &request, const QString &zone)
{
    static const QUuid space(QStringLiteral("{5f0f2f5e-6f27-4f5c-9a4e-0d6c3a1b7e42}"));
    if (request.clientToken.isEmpty())
        return {};
    const QString text = request.owner + u'\n' + request.clientToken + u'\n' + zone;
    return QUuid::createUuidV5(space, text).toByteArray(QUuid::WithoutBraces);
}

QString googleImagePath(const QString &image) { return image.contains(u'/') ? image : QStringLiteral("global/images/") + image; }

QString googleNetworkPath(const InstanceRequest &request)
{
    const QString network = request.settings.value(kGoogleNetwork, QStringLiteral("default"));
    return network.contains(u'/') ? network : QStringLiteral("global/networks/") + network;
}

QString googleClosedTag(const InstanceRequest &request)
{
    return QStringLiteral("trainyard-") + hexOf(request.owner + u'\n' + googleNetworkPath(request), 16) + QStringLiteral("-closed");
}

QString googleOpenTag(const InstanceRequest &request)
{
    return QStringLiteral("trainyard-") + hexOf(request.owner + u'\n' + googleNetworkPath(request), 16) + QStringLiteral("-ssh");
}

QJsonObject googleClosedRule(const InstanceRequest &request)
{
    QJsonObject rule = ruleFor(request, googleClosedTag(request));
    rule.insert("priority", kClosedPriority);
    rule.insert("sourceRanges", QJsonArray{"0.0.0.0/0"});
    rule.insert("denied", QJsonArray{QJsonObject{{"IPProtocol", "tcp"}, {"ports", QJsonArray{"22"}}}});
    return rule;
}

QJsonObject googleOpenRule(const InstanceRequest &request)
{
    QJsonObject rule = ruleFor(request, googleOpenTag(request));
    rule.insert("priority", kOpenPriority);
    rule.insert("sourceRanges", QJsonArray{request.settings.value(kOwnAddressSetting)});
    rule.insert("allowed", QJsonArray{QJsonObject{{"IPProtocol", "tcp"}, {"ports", QJsonArray{"22"}}}});
    return rule;
}

QJsonObject googleLabels(const InstanceRequest &request)
{
    QJsonObject labels{{kGoogleOwnerLabel, request.owner}};
    if (!request.clientToken.isEmpty())
        labels.insert(kGoogleTokenLabel, request.clientToken);
    if (!request.name.isEmpty())
        labels.insert("trainyard-run", labelFrom(request.name));
    return labels;
}

QString googleReleaseTime(const InstanceRequest &request)
{
    return request.settings.contains(kReleaseAtSetting) ? releaseTime(request).toString(QStringLiteral("yyyy-MM-dd'T'HH:mm:ss'Z'"))
                                                        : QString();
}

QList<QPair<QString, QString>> googleMetadata(const InstanceRequest &request, bool isForShow)
{
    QList<QPair<QString, QString>> items{
        {QStringLiteral("ssh-keys"), kGoogleUser + u':' + request.settings.value(kSshKeySetting).section(u' ', 0, 1)},
        {QStringLiteral("block-project-ssh-keys"), QStringLiteral("TRUE")},
        // With it, keys in the metadata would not count.
        {QStringLiteral("enable-oslogin"), QStringLiteral("FALSE")},
        {QStringLiteral("enable-guest-attributes"), QStringLiteral("TRUE")},
    };
    if (request.image.contains(QLatin1String("deeplearning-platform-release")))
        items << qMakePair(QStringLiteral("install-nvidia-driver"), QStringLiteral("True"));
    const QString data = request.settings.value(kUserDataSetting);
    if (!data.isEmpty() && !isForShow)
        items << qMakePair(data.startsWith(QLatin1String("#!")) ? QStringLiteral("startup-script") : QStringLiteral("user-data"), data);
    return items;
}

QJsonObject googleInstance(const InstanceRequest &request, const QString &zone, const QString &name)
{
    const QMap<QString, QString> &settings = request.settings;
    const QString place = QStringLiteral("zones/") + zone;
    const QJsonObject labels = googleLabels(request);
    QJsonObject disk{{"sourceImage", googleImagePath(request.image)},
                     {"diskType", place + QStringLiteral("/diskTypes/") + settings.value(kGoogleDiskType, QStringLiteral("pd-balanced"))},
                     {"labels", labels}};
    if (const auto gib = diskGib(request))
        disk.insert("diskSizeGb", QString::number(*gib));
    QJsonObject interface {
        {"network", googleNetworkPath(request)},
        {
            "accessConfigs", QJsonArray
            {
                QJsonObject
                {
                    {"name", "External NAT"}, { "type", "ONE_TO_ONE_NAT" }
                }
            }
        }
    };
    if (const QString subnetwork = settings.value(kGoogleSubnetwork); !subnetwork.isEmpty()) {
        const QString region = zone.section(u'-', 0, -2);
        interface.insert("subnetwork", subnetwork.contains(u'/')
                                           ? subnetwork
                                           : QStringLiteral("regions/") + region + QStringLiteral("/subnetworks/") + subnetwork);
    }
    // A machine with GPUs cannot be moved to another host. One that failed is not started again behind the person's back.
    QJsonObject scheduling{
        {"onHostMaintenance", "TERMINATE"}, {"automaticRestart", false}, {"provisioningModel", request.isSpot ? "SPOT" : "STANDARD"}};
    const QString end = googleReleaseTime(request);
    if (!end.isEmpty())
        scheduling.insert("terminationTime", end);
    // Stopping instead would leave a disk that costs money.
    if (request.isSpot || !end.isEmpty())
        scheduling.insert("instanceTerminationAction", "DELETE");
    QJsonArray items;
    for (const auto &[key, value] : googleMetadata(request, false))
        items << QJsonObject{{"key", key}, {"value", value}};
    QJsonArray tags{googleClosedTag(request)};
    if (!settings.value(kOwnAddressSetting).isEmpty())
        tags << googleOpenTag(request);
    QJsonObject instance{{"name", name},
                         {"machineType", place + QStringLiteral("/machineTypes/") + request.type},
                         {"labels", labels},
                         {"tags", QJsonObject{{"items", tags}}},
                         {"disks", QJsonArray{QJsonObject{{"boot", true}, {"autoDelete", true}, {"initializeParams", disk}}}},
                         {"networkInterfaces", QJsonArray{interface}},
                         {"scheduling", scheduling},
                         {"metadata", QJsonObject{{"items", items}}}};
    if (const QString accelerator = settings.value(kGoogleAccelerator); !accelerator.isEmpty()) {
        const QString type = place + QStringLiteral("/acceleratorTypes/") + accelerator.section(u':', 0, 0);
        instance.insert("guestAccelerators",
                        QJsonArray{QJsonObject{{"acceleratorType", type}, {"acceleratorCount", accelerator.section(u':', 1).toInt()}}});
    }
    return instance;
}

}  // namespace trainyard
