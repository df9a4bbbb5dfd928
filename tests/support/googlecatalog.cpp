// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/googlecatalog.h"

#include "tests/support/googlestandin.h"

#include <QJsonArray>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

QJsonObject image(const QString &project, const QString &name, const QString &family, const QString &created)
{
    return {{"name", name},
            {"family", family},
            {"status", "READY"},
            {"architecture", "X86_64"},
            {"creationTimestamp", created},
            {"selfLink", "https://www.googleapis.com/compute/v1/projects/" + project + "/global/images/" + name}};
}

}  // namespace

GoogleRefused googleBad(const QString &message) { return {400, "invalid", message}; }

GoogleRefused googleMissing(const QString &what) { return {404, "notFound", "The resource '" + what + "' was not found"}; }

std::optional<bool> fitsGoogleFilter(const QJsonObject &entry, const QString &filter)
{
    static const QRegularExpression both("^\\((.+)\\) AND \\((.+)\\)$"), one("^([A-Za-z.-]+) (=|eq) \"?([^\"]*)\"?$");
    if (filter.isEmpty())
        return true;
    if (const auto parts = both.match(filter); parts.hasMatch()) {
        const auto first = fitsGoogleFilter(entry, parts.captured(1)), second = fitsGoogleFilter(entry, parts.captured(2));
        return first && second ? std::optional(*first && *second) : std::nullopt;
    }
    const auto parts = one.match(filter);
    if (!parts.hasMatch())
        return std::nullopt;
    const QString name = parts.captured(1), wanted = parts.captured(3);
    const QString own = name.startsWith("labels.") ? entry.value("labels").toObject().value(name.sliced(7)).toString()
                                                   : entry.value(name).toString();
    return parts.captured(2) == "=" ? own == wanted : QRegularExpression('^' + wanted + '$').match(own).hasMatch();
}

QJsonObject googleMachineType(const QString &zone, const QString &name, int gpus)
{
    QJsonObject type{{"kind", "compute#machineType"}, {"name", name}, {"zone", zone}, {"guestCpus", 12}, {"memoryMb", 87040}};
    if (gpus > 0)
        type.insert("accelerators",
                    QJsonArray{QJsonObject{{"guestAcceleratorType", "nvidia-tesla-a100"}, {"guestAcceleratorCount", gpus}}});
    return type;
}

QList<QJsonObject> googleImagesOf(const QString &project)
{
    if (project == "ubuntu-os-accelerator-images") {
        QJsonObject old = image(project, "ubuntu-accelerator-2204-amd64-with-nvidia-570-v20260801",
                                "ubuntu-accelerator-2204-amd64-with-nvidia-570", "2026-08-01T03:00:00.000-07:00");
        return {old, image(project, GoogleStandIn::kImage.section('/', -1), "ubuntu-accelerator-2204-amd64-with-nvidia-570",
                           "2026-09-01T03:00:00.000-07:00")};
    }
    if (project == "deeplearning-platform-release") {
        QJsonObject gone = image(project, "common-cu118-v20250101", "common-cu118", "2025-01-01T03:00:00.000-07:00");
        gone.insert("deprecated", QJsonObject{{"state", "DEPRECATED"}});
        return {gone, image(project, "common-cu129-ubuntu-2204-py310-v20260901", "common-cu129-ubuntu-2204-py310",
                            "2026-09-01T03:00:00.000-07:00")};
    }
    if (project == "ubuntu-os-cloud") {
        QJsonObject arm = image(project, "ubuntu-2404-noble-arm64-v20260901", "ubuntu-2404-lts-arm64", "2026-09-01T03:00:00.000-07:00");
        arm.insert("architecture", "ARM64");
        return {arm, image(project, "ubuntu-2404-noble-amd64-v20260901", "ubuntu-2404-lts-amd64", "2026-09-01T03:00:00.000-07:00")};
    }
    return {};
}

std::optional<GoogleRefused> googleProblemOf(const QJsonObject &asked, const QString &zone, const QDateTime &now)
{
    static const QRegularExpression name("^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$"), label("^[a-z0-9_-]{0,63}$");
    if (!name.match(asked.value("name").toString()).hasMatch())
        return googleBad("Invalid value for field 'resource.name'");
    if (!kGoogleZones.contains(zone))
        return googleMissing("zones/" + zone);
    const QString type = asked.value("machineType").toString();
    if (!type.startsWith("zones/" + zone + "/machineTypes/")
        || !QStringList({GoogleStandIn::kType, "g2-standard-4"}).contains(type.section('/', -1)))
        return googleBad("Invalid value for field 'resource.machineType': machine type does not exist in zone");
    const QJsonObject labels = asked.value("labels").toObject();
    for (auto it = labels.begin(); it != labels.end(); ++it) {
        if (!label.match(it.value().toString()).hasMatch())
            return googleBad("Invalid value for field 'resource.labels'");
    }
    const QJsonObject disk = asked.value("disks")[0].toObject(), made = disk.value("initializeParams").toObject();
    const QString source = made.value("sourceImage").toString();
    const QList<QJsonObject> images = googleImagesOf(source.section('/', 1, 1));
    if (!disk.value("boot").toBool() || std::none_of(images.begin(), images.end(), [&](const QJsonObject &one) {
            return one.value("selfLink").toString().endsWith(source);
        }))
        return googleMissing(source);
    if (made.value("diskType").toString() != "zones/" + zone + "/diskTypes/pd-balanced")
        return googleMissing(made.value("diskType").toString());
    const QJsonObject network = asked.value("networkInterfaces")[0].toObject();
    if (network.value("network").toString() != "global/networks/default")
        return googleMissing(network.value("network").toString());
    const QJsonObject scheduling = asked.value("scheduling").toObject();
    const QString model = scheduling.value("provisioningModel").toString(),
                  action = scheduling.value("instanceTerminationAction").toString();
    const QString end = scheduling.value("terminationTime").toString();
    if (scheduling.value("onHostMaintenance").toString() != "TERMINATE")
        return googleBad("Instances with guest accelerators do not support live migration.");
    if ((model == "SPOT" && scheduling.value("automaticRestart").toBool(true)) || (model != "SPOT" && model != "STANDARD"))
        return googleBad("Scheduling must have automaticRestart be false when using SPOT.");
    if ((!end.isEmpty() || model == "SPOT") != (action == "DELETE" || action == "STOP"))
        return googleBad("Invalid value for field 'resource.scheduling.instanceTerminationAction'");
    const QDateTime at = QDateTime::fromString(end, Qt::ISODate);
    if (!end.isEmpty() && (!at.isValid() || !end.endsWith('Z') || now.secsTo(at) < 30 || now.secsTo(at) > 120 * 24 * 3600))
        return googleBad("Invalid value for field 'resource.scheduling.terminationTime'");
    return std::nullopt;
}

}  // namespace trainyard
