// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in for Google Cloud, and a provider that has an account there.
#pragma once

#include "core/provider/google/googleprovider.h"
#include "tests/support/googlestandin.h"

namespace trainyard {

inline CloudLimits quickGoogleLimits()
{
    CloudLimits limits;
    limits.tries = 3;
    limits.firstPause = std::chrono::milliseconds(5);
    limits.longestPause = std::chrono::milliseconds(50);
    limits.answer = std::chrono::seconds(5);
    return limits;
}

struct GooglePlace {
    GoogleStandIn cloud;
    CloudCredentials credentials = cloud.credentials();
    GoogleProvider provider{[this](const QString &, const QString &account) -> Result<CloudCredentials> {
                                if (!account.isEmpty())
                                    return Error{ErrorCode::NotFound, QStringLiteral("No such account."), {}};
                                return credentials;
                            },
                            quickGoogleLimits()};

    int countOf(const char *right) const { return static_cast<int>(cloud.calls().count(QLatin1String(right))); }
};

inline InstanceRequest googleRequest(const QString &token = QStringLiteral("token-1"))
{
    InstanceRequest request;
    request.providerKind = GoogleProvider::kKind;
    request.owner = QStringLiteral("owner-1");
    request.clientToken = token;
    request.name = QStringLiteral("Ada's run");
    request.region = GoogleStandIn::kRegion;
    request.type = GoogleStandIn::kType;
    request.image = GoogleStandIn::kImage;
    request.settings = {
        {kSshKeySetting, QStringLiteral("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0k0u0mZ0m4c0kF0o0bq0m0q0w0z0x0y0v0u0t0s0r0 ada@lab")},
        {kOwnAddressSetting, QStringLiteral("203.0.113.7/32")}};
    return request;
}

inline Instance googleInstanceOf(const InstanceRequest &request, const QString &providerId)
{
    Instance instance;
    instance.request = request;
    instance.providerId = providerId;
    return instance;
}

// A machine that runs. An invalid one: it could not be made.
inline Instance runningGoogle(const GooglePlace &place, const InstanceRequest &request = googleRequest())
{
    const auto made = place.provider.create(request, {}, {});
    if (!made)
        return {};
    const Instance instance = googleInstanceOf(request, made->providerId);
    for (int i = 0; i < 3; ++i) {
        const auto report = place.provider.describe(instance, {});
        if (report && report->state == ProvidedState::Running)
            return instance;
    }
    return {};
}

}  // namespace trainyard
