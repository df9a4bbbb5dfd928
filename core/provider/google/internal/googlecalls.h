// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of Compute Engine that are made, by the right that each needs; the role that people are shown consists of these. Pure.
#pragma once

#include "core/provider/cloudapi/cloudapi.h"

#include <QJsonObject>
#include <QString>
#include <QStringList>

namespace trainyard {

struct GoogleCall {
    using Effect = CloudCall::Effect;

    const char *right = "";  // "compute.instances.get"
    QByteArray method = "GET";
    QString path;  // below the project: "zones/us-central1-a/instances/a"; with "project:" in front: of that other project
    QList<NamedBytes> query = {};
    QJsonObject body = {};
    Effect effect = Effect::Reads;
    QByteArrayList secrets = {};  // in the body
};

struct GoogleRights {
    static constexpr char kRegions[] = "compute.regions.list", kProject[] = "compute.projects.get";
    static constexpr char kMachineTypes[] = "compute.machineTypes.list", kImages[] = "compute.images.list";
    static constexpr char kInstances[] = "compute.instances.list", kInstance[] = "compute.instances.get";
    static constexpr char kCreate[] = "compute.instances.create", kDelete[] = "compute.instances.delete";
    static constexpr char kStop[] = "compute.instances.stop", kStart[] = "compute.instances.start";
    static constexpr char kConsole[] = "compute.instances.getSerialPortOutput";
    static constexpr char kGuestAttributes[] = "compute.instances.getGuestAttributes";
    static constexpr char kDisks[] = "compute.disks.list", kDeleteDisk[] = "compute.disks.delete";
    static constexpr char kAddresses[] = "compute.addresses.list", kDeleteAddress[] = "compute.addresses.delete";
    static constexpr char kDeleteGlobalAddress[] = "compute.globalAddresses.delete";
    static constexpr char kSnapshots[] = "compute.snapshots.list", kDeleteSnapshot[] = "compute.snapshots.delete";
    static constexpr char kFirewall[] = "compute.firewalls.get", kCreateFirewall[] = "compute.firewalls.create";
    static constexpr char kUpdateFirewall[] = "compute.firewalls.update";
    static constexpr char kZoneOperation[] = "compute.zoneOperations.get", kZoneOperations[] = "compute.zoneOperations.list";
    static constexpr char kGlobalOperation[] = "compute.globalOperations.get";
};

}  // namespace trainyard
