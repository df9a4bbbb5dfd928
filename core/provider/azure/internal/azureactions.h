// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of Azure Resource Manager that are made, and the rights that Azure asks for besides; the custom role consists of exactly these.
// Pure.
#pragma once

#include "core/provider/cloudapi/cloudapi.h"

namespace trainyard {

struct AzureAction {
    const char *method, *right, *version;  // "GET", as in roles: "Microsoft.Compute/virtualMachines/read", "2024-07-01"
    CloudCall::Effect effect;
};

struct AzureActions {
    using Effect = CloudCall::Effect;
    static constexpr char kSubscriptions[] = "2022-12-01", kGroups[] = "2021-04-01", kPermissions[] = "2022-04-01", kSkus[] = "2021-07-01";
    // From later versions on, machines are made as “trusted launch” unless they say otherwise, with which GPU drivers may not load.
    static constexpr char kCompute[] = "2024-07-01", kDisks[] = "2024-03-02", kNetwork[] = "2024-05-01", kCosts[] = "2023-11-01";

    static constexpr AzureAction kReadSubscription{"GET", "Microsoft.Resources/subscriptions/read", kSubscriptions, Effect::Reads};
    static constexpr AzureAction kReadLocations{"GET", "Microsoft.Resources/subscriptions/locations/read", kSubscriptions, Effect::Reads};
    static constexpr AzureAction kReadPermissions{"GET", "Microsoft.Authorization/permissions/read", kPermissions, Effect::Reads};
    static constexpr AzureAction kReadGroups{"GET", "Microsoft.Resources/subscriptions/resourceGroups/read", kGroups, Effect::Reads};
    static constexpr AzureAction kReadSkus{"GET", "Microsoft.Compute/skus/read", kSkus, Effect::Reads};
    static constexpr AzureAction kReadUsages{"GET", "Microsoft.Compute/locations/usages/read", kCompute, Effect::Reads};
    static constexpr AzureAction kReadImages{"GET", "Microsoft.Compute/locations/publishers/artifacttypes/offers/skus/read", kCompute,
                                             Effect::Reads};
    static constexpr AzureAction kReadMachines{"GET", "Microsoft.Compute/virtualMachines/read", kCompute, Effect::Reads};
    static constexpr AzureAction kReadDisks{"GET", "Microsoft.Compute/disks/read", kDisks, Effect::Reads};
    static constexpr AzureAction kReadSnapshots{"GET", "Microsoft.Compute/snapshots/read", kDisks, Effect::Reads};
    static constexpr AzureAction kReadAddresses{"GET", "Microsoft.Network/publicIPAddresses/read", kNetwork, Effect::Reads};
    // A question that is too long for an address.
    static constexpr AzureAction kReadCosts{"POST", "Microsoft.CostManagement/query/action", kCosts, Effect::Reads};
    static constexpr AzureAction kPollCompute{"GET", "Microsoft.Compute/locations/operations/read", nullptr, Effect::Reads};
    static constexpr AzureAction kPollNetwork{"GET", "Microsoft.Network/locations/operations/read", nullptr, Effect::Reads};

    // What has a name is made once, however often it is asked for; the others are as good done twice as once.
    static constexpr AzureAction kPutGroup{"PUT", "Microsoft.Resources/subscriptions/resourceGroups/write", kGroups, Effect::Once};
    static constexpr AzureAction kPutSecurity{"PUT", "Microsoft.Network/networkSecurityGroups/write", kNetwork, Effect::Once};
    static constexpr AzureAction kPutSecurityRule{"PUT", "Microsoft.Network/networkSecurityGroups/securityRules/write", kNetwork,
                                                  Effect::Once};
    static constexpr AzureAction kPutNetwork{"PUT", "Microsoft.Network/virtualNetworks/write", kNetwork, Effect::Once};
    static constexpr AzureAction kPutMachine{"PUT", "Microsoft.Compute/virtualMachines/write", kCompute, Effect::Once};
    static constexpr AzureAction kStart{"POST", "Microsoft.Compute/virtualMachines/start/action", kCompute, Effect::Once};
    static constexpr AzureAction kDeallocate{"POST", "Microsoft.Compute/virtualMachines/deallocate/action", kCompute, Effect::Once};
    static constexpr AzureAction kConsole{"POST", "Microsoft.Compute/virtualMachines/retrieveBootDiagnosticsData/action", kCompute,
                                          Effect::Reads};
    static constexpr AzureAction kDeleteGroup{"DELETE", "Microsoft.Resources/subscriptions/resourceGroups/delete", kGroups, Effect::Once};
    static constexpr AzureAction kDeleteMachine{"DELETE", "Microsoft.Compute/virtualMachines/delete", kCompute, Effect::Once};
    static constexpr AzureAction kDeleteDisk{"DELETE", "Microsoft.Compute/disks/delete", kDisks, Effect::Once};
    static constexpr AzureAction kDeleteSnapshot{"DELETE", "Microsoft.Compute/snapshots/delete", kDisks, Effect::Once};
    static constexpr AzureAction kDeleteAddress{"DELETE", "Microsoft.Network/publicIPAddresses/delete", kNetwork, Effect::Once};

    static constexpr AzureAction kAll[] = {
        kReadSubscription, kReadLocations,   kReadPermissions, kReadGroups,     kReadSkus,      kReadUsages,  kReadImages,
        kReadMachines,     kReadDisks,       kReadSnapshots,   kReadAddresses,  kPollCompute,   kPollNetwork, kPutGroup,
        kPutSecurity,      kPutSecurityRule, kPutNetwork,      kPutMachine,     kStart,         kDeallocate,  kConsole,
        kDeleteGroup,      kDeleteMachine,   kDeleteDisk,      kDeleteSnapshot, kDeleteAddress, kReadCosts};
    // Of what a machine is made with and joined to: asked for by kPutNetwork and kPutMachine.
    static constexpr const char *kLinkedRights[] = {
        "Microsoft.Compute/disks/write",
        "Microsoft.Network/networkInterfaces/join/action",
        "Microsoft.Network/networkInterfaces/write",
        "Microsoft.Network/networkSecurityGroups/join/action",
        "Microsoft.Network/publicIPAddresses/join/action",
        "Microsoft.Network/publicIPAddresses/write",
        "Microsoft.Network/virtualNetworks/subnets/join/action",
    };
};

}  // namespace trainyard
