// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/openstack/internal/openstackcreation.h"

#include "core/provider/openstack/internal/openstackreaders.h"
#include "core/provider/openstack/internal/openstacktext.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qsizetype kMostToken = 64, kMostMetadata = 255;  // nova's limit for a value is 255
constexpr qsizetype kMostUserData = 65535;                 // as Base64, set by nova
constexpr int kMostDiskGib = 64 * 1024;
constexpr int kKeyDigits = 32;

QString text(const QJsonObject &object, const char *name) { return object.value(QLatin1String(name)).toString(); }

bool isNamed(const QJsonObject &one, const QString &wanted) { return text(one, "id") == wanted || text(one, "name") == wanted; }

QString keyWords(const QString &publicKey) { return publicKey.simplified().section(u' ', 0, 1); }

// "campus, own"
QString namesOf(const QList<QJsonObject> &all)
{
    QStringList names;
    for (const QJsonObject &one : all)
        names << text(one, "name").left(60);
    return names.join(QStringLiteral(", ")).left(300);
}

bool isOutside(const QJsonObject &network) { return network.value("router:external").toBool(); }

}  // namespace

QString openStackSetting(const OpenStackApi &api, const InstanceRequest &request, const char *name)
{
    const QString own = request.settings.value(QLatin1String(name));
    return own.isEmpty() ? api.settings().value(QLatin1String(name)) : own;
}

QString openStackKeyName(const QString &publicKey)
{
    const QByteArray digest = QCryptographicHash::hash(keyWords(publicKey).toLatin1(), QCryptographicHash::Sha256);
    return QStringLiteral("trainyard-") + QString::fromLatin1(digest.toHex().left(kKeyDigits));
}

QString openStackGroupName(const QString &owner, const QString &ownAddress)
{
    return QStringLiteral("trainyard-") + owner + (ownAddress.isEmpty() ? QStringLiteral("-closed") : QString());
}

Result<QJsonObject> findOpenStackServer(const OpenStackApi &api, const Instance &instance)
{
    const Error none{ErrorCode::NotFound,
                     OpenStackText::tr("OpenStack has no such machine: it was deleted, or it is in another project or region."),
                     {}};
    if (!instance.providerId.isEmpty()) {
        TRY(const QJsonObject answer, api.call(openstack::kServer, {instance.providerId}));
        const QJsonObject server = answer.value("server").toObject();
        return text(server, "id") == instance.providerId ? Result<QJsonObject>(server) : openStackStrangeAnswer(QStringLiteral("server"));
    }
    if (instance.request.clientToken.isEmpty())
        return none;
    TRY(const auto servers, api.all(openstack::kServers));
    for (const QJsonObject &server : servers) {
        if (openStackMetadata(server, kOpenStackToken) == instance.request.clientToken)
            return server;
    }
    return none;
}

Result<void> checkOpenStackAddress(const QString &address)
{
    static const QRegularExpression form(QStringLiteral(
        "\\A([0-9]{1,3}(\\.[0-9]{1,3}){3}/([89]|[12][0-9]|3[0-2])|[0-9A-Fa-f:]{2,39}/(3[2-9]|[4-9][0-9]|1[01][0-9]|12[0-8]))\\z"));
    const bool isEverybody = address.startsWith(QLatin1String("0.")) || address.startsWith(QLatin1String("::/"));
    if (address.isEmpty() || (form.match(address).hasMatch() && !isEverybody))
        return {};
    return invalidInput(
        OpenStackText::tr("“%1” is not an address from which SSH can be allowed: write it as 203.0.113.7/32.").arg(address.left(60)));
}

void OpenStackCreation::step(const QString &text) const
{
    if (m_report)
        m_report(text);
}

Result<void> OpenStackCreation::check() const
{
    if (m_request.type.isEmpty() || m_request.owner.isEmpty() || m_request.clientToken.size() > kMostToken)
        return invalidInput(
            OpenStackText::tr("The request for a machine names no flavour, or its token is too long: choose an offer again."));
    if (m_request.isSpot)
        return invalidInput(OpenStackText::tr("OpenStack has no spot machines: ask for one on demand."));
    TRY_DO(checkOpenStackAddress(m_request.settings.value(QLatin1String(kOwnAddressSetting))));
    const QString key = keyWords(m_request.settings.value(QLatin1String(kSshKeySetting)));
    if (!key.isEmpty() && QByteArray::fromBase64(key.section(u' ', 1).toLatin1()).isEmpty())
        return invalidInput(OpenStackText::tr("The public SSH key for the machine is not one of OpenSSH: choose another key."));
    const QString disk = m_request.settings.value(QLatin1String(kDiskSetting));
    if (!disk.isEmpty() && (disk.toInt() < 1 || disk.toInt() > kMostDiskGib))
        return invalidInput(OpenStackText::tr("The size of the disk has to be a number from 1 to %1 GiB: correct it.").arg(kMostDiskGib));
    return {};
}

Result<QJsonObject> OpenStackCreation::flavor() const
{
    TRY(const auto flavors, m_api.all(openstack::kFlavors));
    const auto found = std::find_if(flavors.begin(), flavors.end(),
                                    [this](const QJsonObject &one) { return isNamed(one, m_request.type); });
    if (found != flavors.end())
        return *found;
    return Error{ErrorCode::NotFound,
                 OpenStackText::tr("This OpenStack has no flavour “%1” for the project: choose another one.").arg(m_request.type.left(100)),
                 {}};
}

Result<QList<ProviderImage>> openStackImages(const OpenStackApi &api)
{
    TRY(const auto listed, api.all(openstack::kImages, {{"sort", "created_at:desc"}}));
    QList<ProviderImage> images;
    for (const QJsonObject &one : listed) {
        if (const auto image = readOpenStackImage(one))
            images << *image;
    }
    std::stable_partition(images.begin(), images.end(), [](const ProviderImage &one) { return one.hasDriver; });
    return images;
}

Result<ProviderImage> OpenStackCreation::image() const
{
    const QString wanted = m_request.image.isEmpty() ? setting("image") : m_request.image;
    TRY(const auto images, openStackImages(m_api));
    const auto found = std::find_if(images.begin(), images.end(), [&wanted](const ProviderImage &one) {
        return wanted.isEmpty() ? one.hasDriver : one.id == wanted || one.name == wanted;
    });
    if (found != images.end())
        return *found;
    return Error{ErrorCode::NotFound,
                 wanted.isEmpty()
                     ? OpenStackText::tr("No image has a name that tells of GPU drivers: choose an image with --image.")
                     : OpenStackText::tr("This OpenStack has no image “%1” that can be booted: choose another one.").arg(wanted.left(100)),
                 {}};
}

Result<QString> OpenStackCreation::key() const
{
    const QString words = keyWords(m_request.settings.value(QLatin1String(kSshKeySetting)));
    if (words.isEmpty())
        return QString();
    step(OpenStackText::tr("Registering the SSH key"));
    const QString name = openStackKeyName(words);
    const auto imported = m_api.call(openstack::kImportKey, {},
                                     {{"keypair", QJsonObject{{"name", name}, {"public_key", words}, {"type", "ssh"}}}});
    // Its name is made from the key.
    if (!imported && imported.error().code != ErrorCode::AlreadyExists)
        return imported.error();
    return name;
}

Result<QString> OpenStackCreation::group() const
{
    const QString address = m_request.settings.value(QLatin1String(kOwnAddressSetting));
    const QString name = openStackGroupName(m_request.owner, address);
    const auto find = [&]() -> Result<QJsonObject> {
        TRY(auto groups, m_api.all(openstack::kGroups, {{"name", name.toUtf8()}}));
        // Two may have one name, as after an answer was lost.
        std::sort(groups.begin(), groups.end(), [](const QJsonObject &a, const QJsonObject &b) { return text(a, "id") < text(b, "id"); });
        const auto own = std::find_if(groups.begin(), groups.end(), [&](const QJsonObject &one) {
            const QString project = text(one, "project_id");
            return text(one, "name") == name && (project.isEmpty() || project == m_api.session().projectId);
        });
        return own == groups.end() ? QJsonObject() : *own;
    };
    step(OpenStackText::tr("Opening SSH for your address"));
    TRY(QJsonObject group, find());
    if (group.isEmpty()) {
        const QString description = QStringLiteral("SSH from one address, made by Trainyard");
        TRY(const QJsonObject made,
            m_api.call(openstack::kCreateGroup, {}, {{"security_group", QJsonObject{{"name", name}, {"description", description}}}}));
        group = made.value("security_group").toObject();
    }
    if (text(group, "id").isEmpty())
        return openStackStrangeAnswer(QStringLiteral("security_group"));
    TRY_DO(onlyRule(group));
    return text(group, "id");
}

// Adds the rule for the present address before it deletes the one of the previous address, so that an error in between keeps SSH open.
// Other rules are left alone.
Result<void> OpenStackCreation::onlyRule(const QJsonObject &group) const
{
    const QString address = m_request.settings.value(QLatin1String(kOwnAddressSetting));
    bool isThere = address.isEmpty();
    const QString mark = QStringLiteral("Made by Trainyard");
    QStringList earlier;
    for (const QJsonValue &value : group.value("security_group_rules").toArray()) {
        const QJsonObject rule = value.toObject();
        if (text(rule, "direction") != QLatin1String("ingress") || text(rule, "description") != mark)
            continue;
        if (!address.isEmpty() && text(rule, "remote_ip_prefix") == address)
            isThere = true;
        else
            earlier << text(rule, "id");
    }
    if (!isThere) {
        const bool isSix = address.contains(u':');
        const auto made = m_api.call(openstack::kCreateRule, {},
                                     {{"security_group_rule", QJsonObject{{"security_group_id", text(group, "id")},
                                                                          {"direction", "ingress"},
                                                                          {"ethertype", isSix ? "IPv6" : "IPv4"},
                                                                          {"protocol", "tcp"},
                                                                          {"port_range_min", 22},
                                                                          {"port_range_max", 22},
                                                                          {"remote_ip_prefix", address},
                                                                          {"description", mark}}}});
        if (!made && made.error().code != ErrorCode::AlreadyExists)
            return made.error();
    }
    for (const QString &id : std::as_const(earlier)) {
        const auto removed = m_api.call(openstack::kDeleteRule, {id});
        if (!removed && removed.error().code != ErrorCode::NotFound)
            return removed.error();
    }
    return {};
}

Result<OpenStackCreation::Network> OpenStackCreation::network() const
{
    TRY(const auto all, m_api.all(openstack::kNetworks));
    QList<QJsonObject> inner, outer;
    for (const QJsonObject &one : all)
        (isOutside(one) ? outer : inner) << one;
    const QString wanted = setting("network");
    QJsonObject chosen;
    if (!wanted.isEmpty()) {
        const auto found = std::find_if(all.begin(), all.end(), [&wanted](const QJsonObject &one) { return isNamed(one, wanted); });
        if (found == all.end()) {
            return Error{ErrorCode::NotFound,
                         OpenStackText::tr("This OpenStack has no network “%1”: use one of %2.").arg(wanted.left(60), namesOf(all)),
                         {}};
        }
        chosen = *found;
    } else if (inner.size() == 1) {
        chosen = inner.first();
    } else if (inner.size() > 1) {
        return invalidInput(OpenStackText::tr("The project has several networks: set one of them for the account, --set network=NAME: %1.")
                                .arg(namesOf(inner)));
    }
    Network network{text(chosen, "id"), {}};
    const QString outside = setting("floating-network");
    // A network that others share, or that is outside itself, is reached as it is.
    const bool needsOutside = !isOutside(chosen) && !chosen.value("shared").toBool();
    if (outside == QLatin1String("none") || (outside.isEmpty() && (!needsOutside || outer.isEmpty())))
        return network;
    const auto found = std::find_if(outer.begin(), outer.end(), [&outside](const QJsonObject &one) { return isNamed(one, outside); });
    if (found != outer.end())
        network.outside = text(*found, "id");
    else if (outside.isEmpty() && outer.size() == 1)
        network.outside = text(outer.first(), "id");
    else
        return invalidInput(
            OpenStackText::tr("Set the network of the machine's public address, --set floating-network=NAME, to none or one of: %1.")
                .arg(namesOf(outer)));
    return network;
}

Result<QJsonObject> OpenStackCreation::server() const
{
    step(OpenStackText::tr("Looking for flavour, image and network"));
    TRY(const QJsonObject type, flavor());
    TRY(const ProviderImage system, image());
    TRY(const Network way, network());
    const QString data = m_request.settings.value(QLatin1String(kUserDataSetting),
                                                  m_request.secretSettings.value(QLatin1String(kUserDataSetting)));
    const QByteArray userData = data.toUtf8().toBase64();
    if (userData.size() > kMostUserData)
        return invalidInput(OpenStackText::tr("The commands for the machine's first start are longer than 48 KiB: shorten them."));
    TRY(const QString keyName, key());
    TRY(const QString groupId, group());

    const QString user = setting("user");
    QJsonObject metadata{{kOpenStackOwner, m_request.owner},
                         {kOpenStackRun, m_request.name.simplified().left(kMostMetadata)},
                         {kOpenStackUser, user.isEmpty() ? system.user : user}};
    if (!m_request.clientToken.isEmpty())
        metadata[kOpenStackToken] = m_request.clientToken;
    if (!way.outside.isEmpty())
        metadata[kOpenStackOutside] = way.outside;
    QJsonObject one{
        {"name", m_request.name.simplified().isEmpty() ? QStringLiteral("trainyard") : m_request.name.simplified().left(kMostMetadata)},
        {"flavorRef", text(type, "id")},
        {"metadata", metadata},
        {"security_groups", QJsonArray{QJsonObject{{"name", groupId}}}},
        {"config_drive", true},
        {"networks", way.id.isEmpty() ? QJsonValue(QStringLiteral("auto")) : QJsonValue(QJsonArray{QJsonObject{{"uuid", way.id}}})}};
    if (!keyName.isEmpty())
        one["key_name"] = keyName;
    if (!userData.isEmpty())
        one["user_data"] = QString::fromLatin1(userData);
    if (const QString zone = setting("zone"); !zone.isEmpty())
        one["availability_zone"] = zone;
    // The flavour's own disk goes with the machine and usually costs nothing; a volume is made only for what it does not hold.
    const int own = type.value("disk").toInt(), wanted = m_request.settings.value(QLatin1String(kDiskSetting)).toInt();
    if (wanted > own && !m_api.has(OpenStackAction::Service::Volume)) {
        return invalidInput(
            OpenStackText::tr("The flavour %1 has a disk of %2 GiB, and this OpenStack has no volumes: ask for less, or choose "
                              "another flavour.")
                .arg(m_request.type)
                .arg(own));
    }
    if (wanted > own) {
        one["block_device_mapping_v2"] = QJsonArray{QJsonObject{{"boot_index", 0},
                                                                {"uuid", system.id},
                                                                {"source_type", "image"},
                                                                {"destination_type", "volume"},
                                                                {"volume_size", wanted},
                                                                {"delete_on_termination", true}}};
    } else {
        one["imageRef"] = system.id;
    }
    step(OpenStackText::tr("Asking OpenStack for the machine"));
    return QJsonObject{{"server", one}};
}

Result<QString> openStackFloatingFor(const OpenStackApi &api, const QJsonObject &server)
{
    const QString outside = openStackMetadata(server, kOpenStackOutside);
    if (outside.isEmpty())
        return QString();
    const QString id = text(server, "id");
    const QString mark = openStackMark(openStackMetadata(server, kOpenStackOwner), openStackMetadata(server, kOpenStackToken));
    const Error notYet{
        ErrorCode::Unreachable, OpenStackText::tr("OpenStack has not put the machine on its network yet: wait a minute."), {}};
    TRY(const auto addresses, api.all(openstack::kAddresses));
    const auto own = std::find_if(addresses.begin(), addresses.end(),
                                  [&](const QJsonObject &one) { return text(one, "description") == mark; });
    if (own != addresses.end() && !text(*own, "port_id").isEmpty())
        return text(*own, "floating_ip_address");
    TRY(const auto ports, api.all(openstack::kPorts, {{"device_id", id.toUtf8()}}));
    const auto port = std::find_if(ports.begin(), ports.end(), [&](const QJsonObject &one) { return text(one, "device_id") == id; });
    if (port == ports.end())
        return notYet;
    const QString portId = text(*port, "id");
    const auto made = own != addresses.end()
                          ? api.call(openstack::kChangeAddress, {text(*own, "id")}, {{"floatingip", QJsonObject{{"port_id", portId}}}})
                          : api.call(
                              openstack::kCreateAddress, {},
                              {{"floatingip", QJsonObject{{"floating_network_id", outside}, {"port_id", portId}, {"description", mark}}}});
    // Another program was faster, and is found the next time.
    if (!made)
        return made.error().code == ErrorCode::AlreadyExists ? notYet : made.error();
    return text(made->value("floatingip").toObject(), "floating_ip_address");
}

Result<void> releaseOpenStackFloating(const OpenStackApi &api, const InstanceRequest &request)
{
    if (request.owner.isEmpty() || request.clientToken.isEmpty())
        return {};
    const QString mark = openStackMark(request.owner, request.clientToken);
    const auto addresses = api.all(openstack::kAddresses);
    // A cloud without routers has none.
    if (!addresses && addresses.error().code == ErrorCode::NotFound)
        return {};
    if (!addresses)
        return addresses.error();
    for (const QJsonObject &one : *addresses) {
        if (text(one, "description") != mark)
            continue;
        const auto gone = api.call(openstack::kDeleteAddress, {text(one, "id")});
        if (!gone && gone.error().code != ErrorCode::NotFound)
            return gone.error();
    }
    return {};
}

}  // namespace trainyard
