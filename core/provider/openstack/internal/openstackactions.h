// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of OpenStack that this program makes, and no others: policy() is made from this list. A star in a path stands for an id.
// https://docs.openstack.org/api-ref/
#pragma once

#include "core/provider/cloudapi/cloudapi.h"

namespace trainyard {

struct OpenStackAction {
    enum class Service { Compute, Network, Image, Volume };
    Service service;
    const char *method;
    const char *path;            // below the version: "/servers/*"
    const char *list = nullptr;  // of an answer with a list: its name

    // A deletion that is repeated finds nothing, which is success; the others are not repeated: no call carries a client token.
    CloudCall::Effect effect() const
    {
        return method[0] == 'G' ? CloudCall::Effect::Reads : method[0] == 'D' ? CloudCall::Effect::Once : CloudCall::Effect::Changes;
    }
};

namespace openstack {
using enum OpenStackAction::Service;
inline constexpr OpenStackAction kLimits{Compute, "GET", "/limits"};
inline constexpr OpenStackAction kFlavors{Compute, "GET", "/flavors/detail", "flavors"};
inline constexpr OpenStackAction kServers{Compute, "GET", "/servers/detail", "servers"};
inline constexpr OpenStackAction kServer{Compute, "GET", "/servers/*"};
inline constexpr OpenStackAction kCreateServer{Compute, "POST", "/servers"};
inline constexpr OpenStackAction kServerAction{Compute, "POST", "/servers/*/action"};
inline constexpr OpenStackAction kDeleteServer{Compute, "DELETE", "/servers/*"};
inline constexpr OpenStackAction kImportKey{Compute, "POST", "/os-keypairs"};
inline constexpr OpenStackAction kNetworks{Network, "GET", "/networks", "networks"};
inline constexpr OpenStackAction kPorts{Network, "GET", "/ports", "ports"};
inline constexpr OpenStackAction kGroups{Network, "GET", "/security-groups", "security_groups"};
inline constexpr OpenStackAction kCreateGroup{Network, "POST", "/security-groups"};
inline constexpr OpenStackAction kCreateRule{Network, "POST", "/security-group-rules"};
inline constexpr OpenStackAction kDeleteRule{Network, "DELETE", "/security-group-rules/*"};
inline constexpr OpenStackAction kAddresses{Network, "GET", "/floatingips", "floatingips"};
inline constexpr OpenStackAction kCreateAddress{Network, "POST", "/floatingips"};
inline constexpr OpenStackAction kChangeAddress{Network, "PUT", "/floatingips/*"};
inline constexpr OpenStackAction kDeleteAddress{Network, "DELETE", "/floatingips/*"};
inline constexpr OpenStackAction kImages{Image, "GET", "/images", "images"};
inline constexpr OpenStackAction kVolumeLimits{Volume, "GET", "/limits"};
inline constexpr OpenStackAction kVolumes{Volume, "GET", "/volumes/detail", "volumes"};
inline constexpr OpenStackAction kDeleteVolume{Volume, "DELETE", "/volumes/*"};
inline constexpr OpenStackAction kSnapshots{Volume, "GET", "/snapshots/detail", "snapshots"};
inline constexpr OpenStackAction kDeleteSnapshot{Volume, "DELETE", "/snapshots/*"};
}  // namespace openstack

inline constexpr OpenStackAction kOpenStackActions[] = {
    openstack::kLimits,        openstack::kFlavors,       openstack::kServers,       openstack::kServer,         openstack::kCreateServer,
    openstack::kServerAction,  openstack::kDeleteServer,  openstack::kImportKey,     openstack::kNetworks,       openstack::kPorts,
    openstack::kGroups,        openstack::kCreateGroup,   openstack::kCreateRule,    openstack::kDeleteRule,     openstack::kAddresses,
    openstack::kCreateAddress, openstack::kChangeAddress, openstack::kDeleteAddress, openstack::kImages,         openstack::kVolumeLimits,
    openstack::kVolumes,       openstack::kDeleteVolume,  openstack::kSnapshots,     openstack::kDeleteSnapshot,
};

}  // namespace trainyard
