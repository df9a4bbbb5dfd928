// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in for Azure, and a provider that has an account there.
#pragma once

#include "core/provider/azure/azureprovider.h"
#include "tests/support/azurestandin.h"

namespace trainyard {

struct AzurePlace {
    using Cloud = AzureStandIn;

    Cloud cloud;
    CloudCredentials credentials = cloud.credentials();
    AzureProvider provider{[this](const QString &, const QString &account) -> Result<CloudCredentials> {
                               if (!account.isEmpty())
                                   return Error{ErrorCode::NotFound, QStringLiteral("No such account."), {}};
                               return credentials;
                           },
                           quickLimits(), std::chrono::seconds(5)};

    static CloudLimits quickLimits()
    {
        CloudLimits limits;
        limits.tries = 3;
        limits.firstPause = std::chrono::milliseconds(5);
        limits.longestPause = std::chrono::milliseconds(1500);
        limits.answer = std::chrono::seconds(5);
        return limits;
    }

    static InstanceRequest goodRequest(const QString &token = QStringLiteral("token-1"))
    {
        InstanceRequest request;
        request.providerKind = AzureProvider::kKind;
        request.owner = QStringLiteral("owner-1");
        request.clientToken = token;
        request.name = QStringLiteral("ada's run");
        request.region = Cloud::kRegion;
        request.type = Cloud::kType;
        request.settings = {
            {QLatin1String(kSshKeySetting), QStringLiteral("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0k0u0mZ0m4c0kF0o0bq0m0q0w0z0x0 ada@lab")},
            {QLatin1String(kOwnAddressSetting), QStringLiteral("203.0.113.7/32")}};
        return request;
    }
    static Instance instanceOf(const InstanceRequest &request, const QString &providerId)
    {
        Instance instance;
        instance.request = request;
        instance.providerId = providerId;
        return instance;
    }
    // A machine that runs. One without an id: it could not be made.
    Instance running(const InstanceRequest &request = goodRequest()) const
    {
        const auto made = provider.create(request, {}, {});
        const Instance instance = instanceOf(request, made ? made->providerId : QString());
        const auto report = provider.describe(instance, {});
        return report && report->state == ProvidedState::Running ? instance : Instance();
    }
    int countOf(const QString &right) const { return static_cast<int>(cloud.calls().count(right)); }
    // What would go on costing money or lying around, once everything that goes on has come to its end.
    QStringList left()
    {
        cloud.settle();
        return cloud.paths();
    }
};

}  // namespace trainyard
