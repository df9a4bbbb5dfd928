// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/tencent/internal/tencentpolicy.h"

#include "core/provider/tencent/internal/tencentactions.h"
#include "core/provider/tencent/internal/tencentrequest.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <initializer_list>

namespace trainyard {

namespace {

QJsonObject allowed(std::initializer_list<TencentAction> actions, const QJsonObject &condition = {})
{
    QJsonArray names;
    for (const TencentAction &action : actions)
        names << action.right();
    QJsonObject statement{{"effect", "allow"}, {"action", names}, {"resource", QJsonArray{"*"}}};
    if (!condition.isEmpty())
        statement.insert("condition", condition);
    return statement;
}

}  // namespace

QString tencentPolicy()
{
    using A = TencentActions;
    const QJsonObject reading = allowed({A::kGetCallerIdentity, A::kDescribeRegions, A::kDescribeZoneInstanceConfigInfos,
                                         A::kDescribeAccountQuota, A::kDescribeImages, A::kDescribeKeyPairs, A::kDescribeInstances,
                                         A::kDescribeSecurityGroups, A::kDescribeSecurityGroupPolicies, A::kDescribeAddresses,
                                         A::kDescribeDisks, A::kDescribeSnapshots, A::kDescribeBillDetail});
    const QJsonObject creating = allowed({A::kRunInstances, A::kImportKeyPair, A::kCreateSecurityGroupWithPolicies});
    // What was made with our tag.
    const QJsonObject owned = allowed(
        {A::kModifySecurityGroupPolicies, A::kStartInstances, A::kStopInstances, A::kTerminateInstances},
        {{"for_any_value:string_like", QJsonObject{{"qcs:resource_tag", QJsonArray{kTencentOwnerTag + "&*"}}}}});
    // Disks and addresses may have lost their tags with the machine that they belonged to.
    const QJsonObject left = allowed({A::kTerminateDisks, A::kDeleteSnapshots, A::kReleaseAddresses});
    const QJsonObject policy{{"version", "2.0"}, {"statement", QJsonArray{reading, creating, owned, left}}};
    return QString::fromUtf8(QJsonDocument(policy).toJson(QJsonDocument::Indented));
}

}  // namespace trainyard
