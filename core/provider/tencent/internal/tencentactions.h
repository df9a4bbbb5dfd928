// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of Tencent Cloud's API that are made; the access policy consists of exactly these. Pure.
#pragma once

#include "core/provider/cloudapi/cloudapi.h"

#include <QString>

namespace trainyard {

struct TencentAction {
    const char *service, *version, *name;
    CloudCall::Effect effect;

    QString right() const { return QLatin1String(service) + u':' + QLatin1String(name); }  // as in policies: "cvm:RunInstances"
};

struct TencentActions {
    using Effect = CloudCall::Effect;
    static constexpr char kCvm[] = "cvm", kVpc[] = "vpc", kCbs[] = "cbs", kSts[] = "sts", kBilling[] = "billing";
    static constexpr char k2017[] = "2017-03-12", k2018[] = "2018-08-13", kBill2018[] = "2018-07-09";

    static constexpr TencentAction kGetCallerIdentity{kSts, k2018, "GetCallerIdentity", Effect::Reads};
    static constexpr TencentAction kDescribeRegions{kCvm, k2017, "DescribeRegions", Effect::Reads};
    static constexpr TencentAction kDescribeZoneInstanceConfigInfos{kCvm, k2017, "DescribeZoneInstanceConfigInfos", Effect::Reads};
    static constexpr TencentAction kDescribeAccountQuota{kCvm, k2017, "DescribeAccountQuota", Effect::Reads};
    static constexpr TencentAction kDescribeImages{kCvm, k2017, "DescribeImages", Effect::Reads};
    static constexpr TencentAction kDescribeKeyPairs{kCvm, k2017, "DescribeKeyPairs", Effect::Reads};
    static constexpr TencentAction kDescribeInstances{kCvm, k2017, "DescribeInstances", Effect::Reads};
    static constexpr TencentAction kDescribeSecurityGroups{kVpc, k2017, "DescribeSecurityGroups", Effect::Reads};
    static constexpr TencentAction kDescribeSecurityGroupPolicies{kVpc, k2017, "DescribeSecurityGroupPolicies", Effect::Reads};
    static constexpr TencentAction kDescribeAddresses{kVpc, k2017, "DescribeAddresses", Effect::Reads};
    static constexpr TencentAction kDescribeDisks{kCbs, k2017, "DescribeDisks", Effect::Reads};
    static constexpr TencentAction kDescribeSnapshots{kCbs, k2017, "DescribeSnapshots", Effect::Reads};

    static constexpr TencentAction kDescribeBillDetail{kBilling, kBill2018, "DescribeBillDetail", Effect::Reads};

    static constexpr TencentAction kImportKeyPair{kCvm, k2017, "ImportKeyPair", Effect::Changes};
    static constexpr TencentAction kCreateSecurityGroupWithPolicies{kVpc, k2017, "CreateSecurityGroupWithPolicies", Effect::Changes};
    // The caller makes this one Changes if it has no client token.
    static constexpr TencentAction kRunInstances{kCvm, k2017, "RunInstances", Effect::Once};
    // These have no token, but doing them twice is as good as once.
    static constexpr TencentAction kModifySecurityGroupPolicies{kVpc, k2017, "ModifySecurityGroupPolicies", Effect::Once};
    static constexpr TencentAction kStartInstances{kCvm, k2017, "StartInstances", Effect::Once};
    static constexpr TencentAction kStopInstances{kCvm, k2017, "StopInstances", Effect::Once};
    static constexpr TencentAction kTerminateInstances{kCvm, k2017, "TerminateInstances", Effect::Once};
    static constexpr TencentAction kReleaseAddresses{kVpc, k2017, "ReleaseAddresses", Effect::Once};
    static constexpr TencentAction kTerminateDisks{kCbs, k2017, "TerminateDisks", Effect::Once};
    static constexpr TencentAction kDeleteSnapshots{kCbs, k2017, "DeleteSnapshots", Effect::Once};
};

}  // namespace trainyard
