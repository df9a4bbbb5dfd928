// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/google/internal/googlepolicy.h"

#include "core/provider/google/internal/googlecalls.h"

namespace trainyard {

namespace {

using G = GoogleRights;

constexpr const char *kCallRights[] = {G::kRegions,
                                       G::kProject,
                                       G::kMachineTypes,
                                       G::kImages,
                                       G::kInstances,
                                       G::kInstance,
                                       G::kCreate,
                                       G::kDelete,
                                       G::kStop,
                                       G::kStart,
                                       G::kConsole,
                                       G::kGuestAttributes,
                                       G::kDisks,
                                       G::kDeleteDisk,
                                       G::kAddresses,
                                       G::kDeleteAddress,
                                       G::kDeleteGlobalAddress,
                                       G::kSnapshots,
                                       G::kDeleteSnapshot,
                                       G::kFirewall,
                                       G::kCreateFirewall,
                                       G::kUpdateFirewall,
                                       G::kZoneOperation,
                                       G::kZoneOperations,
                                       G::kGlobalOperation};

// What creating a machine, or a firewall rule, needs besides the right that it is named after.
constexpr const char *kFurtherRights[] = {
    "compute.disks.create",          "compute.disks.setLabels",       "compute.images.useReadOnly",
    "compute.instances.setLabels",   "compute.instances.setMetadata", "compute.instances.setTags",
    "compute.networks.updatePolicy", "compute.subnetworks.use",       "compute.subnetworks.useExternalIp"};

}  // namespace

QStringList googleRights()
{
    QStringList rights;
    for (const char *right : kCallRights)
        rights << QLatin1String(right);
    for (const char *right : kFurtherRights)
        rights << QLatin1String(right);
    rights.sort();
    return rights;
}

QString googlePolicy()
{
    QString text = QStringLiteral("title: Trainyard\ndescription: Rent machines, and give them back\nstage: GA\nincludedPermissions:\n");
    for (const QString &right : googleRights())
        text += QStringLiteral("- ") + right + u'\n';
    return text;
}

}  // namespace trainyard
