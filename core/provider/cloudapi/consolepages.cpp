// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/cloudapi/consolepages.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace trainyard {

namespace {

// Each opens after signing in, without ids of an account.
struct ConsolePages {
    const char *kind, *keys, *rights, *account, *quota, *balance;
};
constexpr ConsolePages kConsoles[] = {
    {"aws", "https://console.aws.amazon.com/iam/home#/security_credentials", "https://console.aws.amazon.com/iam/home#/policies",
     "https://console.aws.amazon.com/billing/home#/account", "https://console.aws.amazon.com/servicequotas/home/services/ec2/quotas",
     "https://console.aws.amazon.com/billing/home"},
    {"alibaba", "https://ram.console.aliyun.com/manage/ak", "https://ram.console.aliyun.com/policies", "https://account.console.aliyun.com",
     "https://quotas.console.aliyun.com", "https://usercenter2.aliyun.com"},
    {"tencent", "https://console.cloud.tencent.com/cam/capi", "https://console.cloud.tencent.com/cam/policy",
     "https://console.cloud.tencent.com/developer", "https://console.cloud.tencent.com/cvm/overview",
     "https://console.cloud.tencent.com/expense/recharge"},
    {"azure", "https://portal.azure.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade",
     "https://portal.azure.com/#view/Microsoft_Azure_Billing/SubscriptionsBlade",
     "https://portal.azure.com/#view/Microsoft_Azure_Billing/SubscriptionsBlade",
     "https://portal.azure.com/#view/Microsoft_Azure_Capacity/QuotaMenuBlade/~/myQuotas",
     "https://portal.azure.com/#view/Microsoft_Azure_Billing/SubscriptionsBlade"},
    {"gcp", "https://console.cloud.google.com/iam-admin/serviceaccounts", "https://console.cloud.google.com/iam-admin/iam",
     "https://console.cloud.google.com/billing", "https://console.cloud.google.com/iam-admin/quotas",
     "https://console.cloud.google.com/billing"},
    {"runpod", "https://console.runpod.io/user/settings", "https://console.runpod.io/user/settings",
     "https://console.runpod.io/user/settings", "https://console.runpod.io/user/billing", "https://console.runpod.io/user/billing"},
    {"lambda", "https://cloud.lambda.ai/api-keys/cloud-api", "https://cloud.lambda.ai/api-keys/cloud-api",
     "https://cloud.lambda.ai/settings", "https://cloud.lambda.ai/settings", "https://cloud.lambda.ai/settings"},
    {"vast", "https://cloud.vast.ai/manage-keys/", "https://cloud.vast.ai/manage-keys/", "https://cloud.vast.ai/settings/",
     "https://cloud.vast.ai/billing/", "https://cloud.vast.ai/billing/"},
};

}  // namespace

QString consolePage(const QString &kind, CloudRefusal::Kind refusal)
{
    const auto *const pages = std::find_if(std::begin(kConsoles), std::end(kConsoles),
                                           [&kind](const ConsolePages &one) { return kind == QLatin1String(one.kind); });
    if (pages == std::end(kConsoles))
        return {};
    using Kind = CloudRefusal::Kind;
    switch (refusal) {
    case Kind::Keys:
    case Kind::Session: return QLatin1String(pages->keys);
    case Kind::Right: return QLatin1String(pages->rights);
    case Kind::Account: return QLatin1String(pages->account);
    case Kind::Quota: return QLatin1String(pages->quota);
    case Kind::Balance: return QLatin1String(pages->balance);
    default: return {};
    }
}

QString withConsolePage(const QString &sentence, const QString &page)
{
    if (page.isEmpty() || sentence.isEmpty())
        return sentence;
    //: %1 is a sentence without its full stop, %2 an address, %3 the full stop
    return QCoreApplication::translate("trainyard::CloudApi", "%1 (%2)%3").arg(sentence.chopped(1), page, sentence.right(1));
}

}  // namespace trainyard
