// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/openstack/internal/openstackreaders.h"

#include "core/provider/openstack/internal/openstacktext.h"

#include <QJsonArray>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <iterator>

namespace trainyard {

namespace {

constexpr int kMostGpus = 64;  // of one machine

constexpr char kOffloaded[] = "SHELVED_OFFLOADED";

struct StateName {
    const char *name;
    ProvidedState state;
};
// https://docs.openstack.org/api-guide/compute/server_concepts.html
constexpr StateName kStates[] = {
    {"BUILD", ProvidedState::Starting},   {"ERROR", ProvidedState::Failed}, {"SHUTOFF", ProvidedState::Stopped},
    {kOffloaded, ProvidedState::Stopped}, {"DELETED", ProvidedState::Gone}, {"SOFT_DELETED", ProvidedState::Terminating},
};

// The server keeps its host and its GPUs; only the operator of the cloud can have put it into this state.
bool isHeld(const QString &status)
{
    return status == QLatin1String("PAUSED") || status == QLatin1String("SUSPENDED") || status == QLatin1String("SHELVED");
}

ProvidedState stateOf(const QJsonObject &server)
{
    const QString task = server.value("OS-EXT-STS:task_state").toString();
    if (task == QLatin1String("deleting") || task == QLatin1String("soft-deleting"))
        return ProvidedState::Terminating;
    if (task == QLatin1String("powering-off"))
        return ProvidedState::Stopping;
    if (task == QLatin1String("powering-on"))
        return ProvidedState::Starting;
    const QString status = server.value("status").toString();
    const auto known = std::find_if(std::begin(kStates), std::end(kStates),
                                    [&status](const StateName &one) { return status == QLatin1String(one.name); });
    return known == std::end(kStates) ? ProvidedState::Running : known->state;
}

struct Gpus {
    int count = -1;
    QString name;
};

// "a100", "a100-80gb": a word that is one of the usual cards, with whatever follows it.
const QRegularExpression &cardWord()
{
    static const QRegularExpression kForm(
        QStringLiteral(
            "(?:^|[^a-z0-9])(?:([1-9][0-9]?)x?)?(gh200|gb200|[abhl][1-9]0{1,2}s?|l4|a[2-9]|a10g|h20|t4|v100s?|p100|k80|m60|mi[0-9]{2,3}x?|"
            "rtx[-_ ]?[a-z]?[0-9]{4}|gpu|vgpu)(?:[x._:]([1-9][0-9]?))?(?![a-z0-9])"),
        QRegularExpression::CaseInsensitiveOption);
    return kForm;
}

int gpuCount(const QString &digits) { return digits.isEmpty() ? 1 : std::clamp(digits.toInt(), 1, kMostGpus); }

std::optional<Gpus> gpusInSpecs(const QJsonObject &specs)
{
    Gpus found;
    // "a100:2,nvme:1"
    for (const QString &alias : specs.value("pci_passthrough:alias").toString().split(u',', Qt::SkipEmptyParts)) {
        const QString name = alias.section(u':', 0, 0).trimmed();
        if (cardWord().match(name).hasMatch())
            return Gpus{gpuCount(alias.section(u':', 1).trimmed()), name.left(40)};
    }
    for (auto one = specs.begin(); one != specs.end(); ++one) {
        const QString key = one.key().section(u':', 1);
        if (one.key().startsWith(QLatin1String("resources"))
            && (key == QLatin1String("VGPU") || key == QLatin1String("PGPU") || key.startsWith(QLatin1String("CUSTOM_GPU")))) {
            const int count = one.value().toVariant().toInt();
            if (count > 0)
                found.count = std::min(count, kMostGpus);
            if (found.name.isEmpty())
                found.name = key;
        } else if (one.key().startsWith(QLatin1String("trait:CUSTOM_")) && one.value().toString() == QLatin1String("required")) {
            QString words = key.mid(7);
            if (const auto card = cardWord().match(words.replace(u'_', u' ')); card.hasMatch())
                found = {std::max(found.count, 1), key.mid(7).left(40)};
        }
    }
    return found.count > 0 ? std::optional(found) : std::nullopt;
}

Gpus gpusOf(const QJsonObject &flavor)
{
    if (const auto told = gpusInSpecs(flavor.value("extra_specs").toObject()))
        return *told;
    // "gpu.a100.2": the card says more than the word gpu.
    Gpus found;
    auto words = cardWord().globalMatch(flavor.value("name").toString().left(200));
    while (words.hasNext()) {
        const auto word = words.next();
        const bool isCard = !word.captured(2).contains(QLatin1String("gpu"), Qt::CaseInsensitive);
        if (found.name.isEmpty() || isCard)
            found = {gpuCount(word.captured(1).isEmpty() ? word.captured(3) : word.captured(1)), word.captured(2)};
    }
    return found;
}

// The user that the makers of these systems set up in their images.
QString userOf(const QJsonObject &image, const QString &name)
{
    if (const QString told = image.value("os_admin_user").toString(); isUserName(told))
        return told;
    static constexpr std::array<std::array<const char *, 2>, 8> kUsers{{{"ubuntu", "ubuntu"},
                                                                        {"debian", "debian"},
                                                                        {"rocky", "rocky"},
                                                                        {"alma", "almalinux"},
                                                                        {"fedora", "fedora"},
                                                                        {"centos", "cloud-user"},
                                                                        {"rhel", "cloud-user"},
                                                                        {"opensuse", "opensuse"}}};
    const QString system = (image.value("os_distro").toString() + u' ' + name).toLower();
    for (const auto &[word, user] : kUsers) {
        if (system.contains(QLatin1String(word)))
            return QLatin1String(user);
    }
    return QStringLiteral("ubuntu");
}

QDateTime timeOf(const QString &text)
{
    // Cinder leaves out the zone, and means UTC.
    QDateTime when = QDateTime::fromString(text, Qt::ISODate);
    if (when.isValid() && when.timeSpec() == Qt::LocalTime)
        when.setTimeSpec(Qt::UTC);
    return when.toUTC();
}

}  // namespace

QString openStackLine(const QString &text, qsizetype most)
{
    QString line = text.left(most);
    for (QChar &c : line) {
        if (!c.isPrint())
            c = u' ';
    }
    return line.simplified();
}

QString openStackMark(const QString &owner, const QString &token)
{
    return QStringLiteral("Made by Trainyard: owner=%1 token=%2").arg(owner, token);
}

QString openStackMetadata(const QJsonObject &server, const QString &name)
{
    return server.value("metadata").toObject().value(name).toString();
}

QString openStackFault(const QJsonObject &server) { return openStackLine(server.value("fault").toObject().value("message").toString()); }

InstanceReport readOpenStackServer(const QJsonObject &server)
{
    InstanceReport report;
    report.providerId = server.value("id").toString();
    report.clientToken = openStackMetadata(server, kOpenStackToken);
    report.owner = openStackMetadata(server, kOpenStackOwner);
    report.state = stateOf(server);
    if (report.state == ProvidedState::Failed)
        report.reason = openStackFault(server);
    else if (report.state == ProvidedState::Stopped && server.value("status").toString() == QLatin1String(kOffloaded))
        report.isFullyCharged = false;  // its place is given away; most sites charge for its disks only
    else if (report.state == ProvidedState::Stopped)
        report.reason = OpenStackText::tr("It keeps its place, and goes on counting against the project's quota and its bill.");
    else if (report.state == ProvidedState::Running && isHeld(server.value("status").toString()))
        report.reason = OpenStackText::tr(
            "It is paused, suspended or shelved at OpenStack, and keeps its GPUs: resume it there, or terminate it.");
    return report;
}

bool isOpenStackPlaced(const QJsonObject &server)
{
    const QString task = server.value("OS-EXT-STS:task_state").toString();
    return server.value("status").toString() != QLatin1String("BUILD") || (!task.isEmpty() && task != QLatin1String("scheduling"));
}

QString readOpenStackAddress(const QJsonObject &server)
{
    QString best;
    int bestRank = 0;
    const auto consider = [&](const QString &address, int rank) {
        if (rank > bestRank && isHostName(address)) {
            best = address;
            bestRank = rank;
        }
    };
    const QJsonObject networks = server.value("addresses").toObject();
    for (const QJsonValue &network : networks) {
        for (const QJsonValue &value : network.toArray()) {
            const QJsonObject one = value.toObject();
            const bool isFloating = one.value("OS-EXT-IPS:type").toString() == QLatin1String("floating");
            consider(one.value("addr").toString(), isFloating ? 3 : one.value("version").toInt() == 4 ? 2 : 1);
        }
    }
    return best;
}

ProviderOffer readOpenStackFlavor(const QJsonObject &flavor, const QString &region)
{
    ProviderOffer offer;
    offer.region = region;
    offer.type = openStackLine(flavor.value("name").toString());
    const Gpus gpus = gpusOf(flavor);
    offer.gpus = gpus.count > 0 ? gpus.count : 0;
    offer.gpu = openStackLine(gpus.name);
    constexpr int kMostMiB = 1 << 30, kMostVcpus = 10'000;
    const int vcpus = flavor.value("vcpus").toInt(), memory = flavor.value("ram").toInt();
    offer.vcpus = vcpus > 0 && vcpus <= kMostVcpus ? vcpus : -1;
    offer.memoryMiB = memory > 0 && memory <= kMostMiB ? memory : -1;
    return offer;
}

std::optional<ProviderImage> readOpenStackImage(const QJsonObject &image)
{
    ProviderImage known;
    known.id = image.value("id").toString();
    known.name = openStackLine(image.value("name").toString());
    if (known.id.isEmpty() || image.value("status").toString() != QLatin1String("active"))
        return std::nullopt;
    known.user = userOf(image, known.name);
    static const QRegularExpression kDriver(QStringLiteral("gpu|cuda|nvidia|rocm"), QRegularExpression::CaseInsensitiveOption);
    known.hasDriver = kDriver.match(known.name).hasMatch();
    return known;
}

QList<ProviderQuota> readOpenStackLimits(const QJsonObject &answer, const QString &region)
{
    static constexpr std::array<std::array<const char *, 3>, 6> kNames{{{"instances", "maxTotalInstances", "totalInstancesUsed"},
                                                                        {"cores", "maxTotalCores", "totalCoresUsed"},
                                                                        {"RAM (MiB)", "maxTotalRAMSize", "totalRAMUsed"},
                                                                        {"volumes", "maxTotalVolumes", "totalVolumesUsed"},
                                                                        {"gigabytes", "maxTotalVolumeGigabytes", "totalGigabytesUsed"},
                                                                        {"snapshots", "maxTotalSnapshots", "totalSnapshotsUsed"}}};
    const QJsonObject limits = answer.value("limits").toObject().value("absolute").toObject();
    QList<ProviderQuota> found;
    for (const auto &[name, most, used] : kNames) {
        // −1: without a limit
        const double limit = limits.value(QLatin1String(most)).toDouble(-1);
        if (limit >= 0)
            found << ProviderQuota{QLatin1String(name), region, limit, limits.value(QLatin1String(used)).toDouble()};
    }
    return found;
}

CloudResource readOpenStackInstance(const QJsonObject &server, const QString &region)
{
    CloudResource one;
    one.kind = CloudResource::Kind::Instance;
    one.providerId = server.value("id").toString();
    one.region = region;
    one.name = openStackLine(server.value("name").toString());
    one.owner = openStackMetadata(server, kOpenStackOwner);
    one.clientToken = openStackMetadata(server, kOpenStackToken);
    one.state = openStackLine(server.value("status").toString());
    one.created = timeOf(server.value("created").toString());
    return one;
}

CloudResource readOpenStackVolume(const QJsonObject &volume, const QString &region, const QMap<QString, CloudResource> &servers)
{
    CloudResource one;
    one.kind = CloudResource::Kind::Disk;
    one.providerId = volume.value("id").toString();
    one.region = region;
    one.name = openStackLine(volume.value("name").toString());
    one.state = openStackLine(volume.value("status").toString());
    one.created = timeOf(volume.value("created_at").toString());
    one.gibibytes = volume.value("size").toDouble(-1);
    const QJsonObject attached = volume.value("attachments").toArray().at(0).toObject();
    const QString server = attached.value("server_id").toString();
    one.isInUse = !server.isEmpty();
    one.owner = openStackMetadata(volume, kOpenStackOwner);
    one.clientToken = openStackMetadata(volume, kOpenStackToken);
    // Nova creates the system disk, without metadata. Any other attached volume may hold the user's data, even on one of our machines.
    static const QRegularExpression kFirst(QStringLiteral("\\A/dev/(?:[vsh]|xv)da\\z"));
    const bool isSystem = volume.value("bootable").toString() == QLatin1String("true")
                          && kFirst.match(attached.value("device").toString()).hasMatch();
    if (const auto of = servers.constFind(server); isSystem && of != servers.cend()) {
        one.owner = of->owner;
        one.clientToken = of->clientToken;
    }
    return one;
}

CloudResource readOpenStackFloating(const QJsonObject &address, const QString &region)
{
    CloudResource one;
    one.kind = CloudResource::Kind::Address;
    one.providerId = address.value("id").toString();
    one.region = region;
    one.name = openStackLine(address.value("floating_ip_address").toString());
    one.state = openStackLine(address.value("status").toString());
    one.created = timeOf(address.value("created_at").toString());
    one.isInUse = !address.value("port_id").toString().isEmpty();
    static const QRegularExpression kMark(QStringLiteral("\\AMade by Trainyard: owner=(\\S{1,100}) token=(\\S{0,100})\\z"));
    if (const auto mark = kMark.match(address.value("description").toString()); mark.hasMatch()) {
        one.owner = mark.captured(1);
        one.clientToken = mark.captured(2);
    }
    return one;
}

CloudResource readOpenStackSnapshot(const QJsonObject &snapshot, const QString &region)
{
    CloudResource one;
    one.kind = CloudResource::Kind::Snapshot;
    one.providerId = snapshot.value("id").toString();
    one.region = region;
    one.name = openStackLine(snapshot.value("name").toString());
    one.owner = openStackMetadata(snapshot, kOpenStackOwner);
    one.clientToken = openStackMetadata(snapshot, kOpenStackToken);
    one.state = openStackLine(snapshot.value("status").toString());
    one.created = timeOf(snapshot.value("created_at").toString());
    one.gibibytes = snapshot.value("size").toDouble(-1);
    return one;
}

}  // namespace trainyard
