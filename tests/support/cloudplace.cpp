// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cloudplace.h"

#include "core/provider/alibaba/alibabaprovider.h"
#include "core/provider/aws/awsprovider.h"
#include "core/provider/azure/azureprovider.h"
#include "core/provider/google/googleprovider.h"
#include "core/provider/lambda/lambdaprovider.h"
#include "core/provider/openstack/openstackprovider.h"
#include "core/provider/runpod/runpodprovider.h"
#include "core/provider/tencent/tencentprovider.h"
#include "core/provider/vast/vastprovider.h"
#include "tests/support/cloudtrouble.h"

#include <utility>

namespace trainyard {

namespace {

using GpuCloud = GpuCloudStandIn::Cloud;

qsizetype requestsOf(const Ec2StandIn &cloud) { return cloud.calls().size(); }
qsizetype requestsOf(const AlibabaStandIn &cloud) { return cloud.seen().size(); }
qsizetype requestsOf(const TencentStandIn &cloud) { return cloud.calls().size(); }
qsizetype requestsOf(const AzureStandIn &cloud) { return cloud.calls().size(); }
qsizetype requestsOf(const GoogleStandIn &cloud) { return cloud.calls().size(); }
qsizetype requestsOf(const OpenStackStandIn &cloud) { return cloud.requests().size(); }
qsizetype requestsOf(const GpuCloudStandIn &cloud) { return cloud.calls().size(); }

void vanishAt(const Ec2StandIn &cloud, const QString &id) { cloud.tell({{QStringLiteral("vanish"), id}}); }
void vanishAt(AlibabaStandIn &cloud, const QString &id) { cloud.vanish(id); }
void vanishAt(TencentStandIn &cloud, const QString &id) { cloud.vanish(id); }
void vanishAt(AzureStandIn &cloud, const QString &id) { cloud.vanish(id.section(u'/', -1)); }
void vanishAt(GoogleStandIn &cloud, const QString &id) { cloud.vanish(id); }
void vanishAt(OpenStackStandIn &cloud, const QString &) { cloud.clear(QStringLiteral("servers")); }
void vanishAt(GpuCloudStandIn &cloud, const QString &id) { cloud.vanish(QStringLiteral("machines"), id); }

template <typename StandIn>
class PlaceOf : public CloudPlace {
public:
    template <typename... Arguments>
    explicit PlaceOf(Arguments... arguments) : cloud(arguments...)
    {
    }
    CloudCredentials credentials() const override { return cloud.credentials(); }
    qsizetype requests() const override { return requestsOf(cloud); }
    bool cause(CloudTrouble trouble) override { return causeTrouble(cloud, trouble); }
    void vanish(const InstanceReport &machine) override { vanishAt(cloud, machine.providerId); }

    StandIn cloud;
};

class Ec2Place final : public CloudPlace {
public:
    bool start(QString &problem)
    {
        const bool isUp = m_cloud.start();
        problem = m_cloud.problem();
        return isUp;
    }
    CloudCredentials credentials() const override { return m_cloud.credentials(m_isSession)({}, {}).value_or({}); }
    qsizetype requests() const override { return requestsOf(m_cloud); }
    bool cause(CloudTrouble trouble) override
    {
        m_isSession = m_isSession || trouble == CloudTrouble::SessionEnds;
        return causeTrouble(m_cloud, trouble);
    }
    void vanish(const InstanceReport &machine) override { vanishAt(m_cloud, machine.providerId); }

private:
    Ec2StandIn m_cloud;
    bool m_isSession = false;  // keys that end
};

void offerOnVast(GpuCloudStandIn &cloud)
{
    for (int number = 101; number <= 103; ++number) {
        cloud.put(QStringLiteral("offers"), {{"id", number},
                                             {"gpu_name", "RTX 4090"},
                                             {"num_gpus", 2},
                                             {"dph_total", 0.3},
                                             {"min_bid", 0.15},
                                             {"geolocation", "Texas, US"},
                                             {"rentable", true},
                                             {"rented", false},
                                             {"reliability", 0.99}});
    }
}

}  // namespace

QStringList cloudPlaces()
{
    return {AwsProvider::kKind,   AlibabaProvider::kKind, TencentProvider::kKind,
            AzureProvider::kKind, GoogleProvider::kKind,  OpenStackProvider::kKind};
}

QStringList smallerCloudPlaces() { return {RunPodProvider::kKind, LambdaProvider::kKind, VastProvider::kKind}; }

std::unique_ptr<CloudPlace> openCloudPlace(const QString &kind, QString &problem)
{
    if (kind == AwsProvider::kKind) {
        auto place = std::make_unique<Ec2Place>();
        return place->start(problem) ? std::unique_ptr<CloudPlace>(std::move(place)) : nullptr;
    }
    if (kind == AlibabaProvider::kKind)
        return std::make_unique<PlaceOf<AlibabaStandIn>>();
    if (kind == TencentProvider::kKind)
        return std::make_unique<PlaceOf<TencentStandIn>>();
    if (kind == AzureProvider::kKind)
        return std::make_unique<PlaceOf<AzureStandIn>>();
    if (kind == GoogleProvider::kKind)
        return std::make_unique<PlaceOf<GoogleStandIn>>();
    if (kind == OpenStackProvider::kKind)
        return std::make_unique<PlaceOf<OpenStackStandIn>>();
    if (kind == RunPodProvider::kKind)
        return std::make_unique<PlaceOf<GpuCloudStandIn>>(GpuCloud::RunPod);
    if (kind == LambdaProvider::kKind)
        return std::make_unique<PlaceOf<GpuCloudStandIn>>(GpuCloud::Lambda);
    if (kind == VastProvider::kKind) {
        auto place = std::make_unique<PlaceOf<GpuCloudStandIn>>(GpuCloud::Vast);
        offerOnVast(place->cloud);
        return place;
    }
    problem = QStringLiteral("There is no stand-in for %1").arg(kind);
    return nullptr;
}

std::unique_ptr<MachineProvider> providerFor(const QString &kind, const CloudCredentials &credentials, const CloudLimits &limits)
{
    const CredentialLookup lookup = [credentials](const QString &, const QString &) -> Result<CloudCredentials> { return credentials; };
    if (kind == AwsProvider::kKind)
        return std::make_unique<AwsProvider>(lookup, limits);
    if (kind == AlibabaProvider::kKind)
        return std::make_unique<AlibabaProvider>(lookup, limits);
    if (kind == TencentProvider::kKind)
        return std::make_unique<TencentProvider>(lookup, limits);
    if (kind == AzureProvider::kKind)
        return std::make_unique<AzureProvider>(lookup, limits, std::chrono::seconds(5));
    if (kind == GoogleProvider::kKind)
        return std::make_unique<GoogleProvider>(lookup, limits);
    if (kind == OpenStackProvider::kKind)
        return std::make_unique<OpenStackProvider>(lookup, limits);
    if (kind == RunPodProvider::kKind)
        return std::make_unique<RunPodProvider>(lookup, limits);
    if (kind == LambdaProvider::kKind)
        return std::make_unique<LambdaProvider>(lookup, limits);
    return std::make_unique<VastProvider>(lookup, limits);
}

CloudLimits quickCloudLimits()
{
    CloudLimits limits;
    limits.tries = 3;
    limits.firstPause = std::chrono::milliseconds(5);
    limits.longestPause = std::chrono::milliseconds(50);
    limits.answer = std::chrono::seconds(10);
    return limits;
}

InstanceRequest requestFor(const QString &kind)
{
    InstanceRequest request;
    request.providerKind = kind;
    request.name = QStringLiteral("box");
    request.settings = {
        {QLatin1String(kSshKeySetting), QStringLiteral("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFb0kzHn2mYb7dVnNbnPMPVDhfH1pL5Zb1oB6kq9zvPf "
                                                       "ada@lab")},
        {QLatin1String(kOwnAddressSetting), QStringLiteral("203.0.113.7/32")}};
    const auto is = [&kind, &request](const QString &one, const QString &region, const QString &type, const QString &image = {}) {
        if (kind != one)
            return;
        request.region = region;
        request.type = type;
        request.image = image;
    };
    is(AwsProvider::kKind, QStringLiteral("us-east-1"), QStringLiteral("g5.xlarge"));
    is(AlibabaProvider::kKind, QStringLiteral("cn-hangzhou"), QStringLiteral("ecs.gn7i-c8g1.2xlarge"),
       QStringLiteral("ubuntu_22_04_x64_20G_alibase_20260101.vhd"));
    is(TencentProvider::kKind, TencentStandIn::kRegion, TencentStandIn::kType, TencentStandIn::kImage);
    is(AzureProvider::kKind, AzureStandIn::kRegion, AzureStandIn::kType);
    is(GoogleProvider::kKind, GoogleStandIn::kRegion, GoogleStandIn::kType, GoogleStandIn::kImage);
    is(OpenStackProvider::kKind, {}, QStringLiteral("gpu.a100.1"));
    is(RunPodProvider::kKind, QStringLiteral("secure"), QStringLiteral("2x NVIDIA L40S"));
    is(LambdaProvider::kKind, QStringLiteral("us-east-1"), QStringLiteral("gpu_1x_a10"));
    is(VastProvider::kKind, QStringLiteral("US"), QStringLiteral("2x RTX 4090"));
    return request;
}

}  // namespace trainyard
