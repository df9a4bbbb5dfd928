// SPDX-License-Identifier: GPL-3.0-or-later
// The provider together with the stand-in that it talks to.
#pragma once

#include "core/provider/alibaba/alibabaprovider.h"
#include "tests/support/alibabastandin.h"

namespace trainyard {

inline const QString kRegion = QStringLiteral("cn-hangzhou");
inline const QString kType = QStringLiteral("ecs.gn7i-c8g1.2xlarge"), kTypeWithLocalDisks = QStringLiteral("ecs.gn5-c4g1.xlarge");

// The pauses of the provider, made short.
inline CloudLimits quick()
{
    CloudLimits limits;
    limits.firstPause = std::chrono::milliseconds(5);
    limits.longestPause = std::chrono::milliseconds(50);
    return limits;
}

inline InstanceRequest request(const QString &token = QStringLiteral("token-1"))
{
    InstanceRequest one;
    one.providerKind = AlibabaProvider::kKind;
    one.region = kRegion;
    one.type = kType;
    one.image = QStringLiteral("ubuntu_22_04_x64_20G_alibase_20260101.vhd");
    one.name = QStringLiteral("digits");
    one.owner = QStringLiteral("owner-1");
    one.clientToken = token;
    one.settings = {{QLatin1String(kSshKeySetting), QStringLiteral("ssh-ed25519 AAAAC3Nz me@here")},
                    {QLatin1String(kOwnAddressSetting), QStringLiteral("203.0.113.7/32")},
                    {QLatin1String(kDiskSetting), QStringLiteral("200")}};
    return one;
}

inline Instance instanceOf(const InstanceReport &report, const InstanceRequest &asked = request())
{
    Instance instance;
    instance.request = asked;
    instance.providerId = report.providerId;
    return instance;
}

struct Place {
    AlibabaStandIn cloud;
    AlibabaProvider provider{[this](const QString &, const QString &) -> Result<CloudCredentials> { return cloud.credentials(); }, quick()};

    Result<InstanceReport> create(const InstanceRequest &asked = request()) { return provider.create(asked, {}, {}); }
    // What the provider reports until it runs.
    Instance running(const InstanceRequest &asked = request())
    {
        const auto made = create(asked);
        if (!made)
            qFatal("%s", qPrintable(made.error().what + made.error().detail));
        const Instance instance = instanceOf(*made, asked);
        const auto report = provider.describe(instance, {});
        if (!report || report->state != ProvidedState::Running)
            qFatal("it does not run");
        return instance;
    }
};

}  // namespace trainyard
