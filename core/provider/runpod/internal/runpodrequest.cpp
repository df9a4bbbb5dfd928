// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/runpod/internal/runpodrequest.h"

#include "core/provider/gpucloud/containerstart.h"
#include "core/provider/gpucloud/gpucloudreaders.h"
#include "core/provider/runpod/internal/runpodtext.h"

#include <QJsonArray>
#include <QRegularExpression>

namespace trainyard {

namespace {

const QString kCloudName = QStringLiteral("RunPod");
constexpr int kUsualDisk = 50, kMostDisk = 4000;  // GB; POST /pods, and the largest network volume

struct PodParts {
    GpuCount gpu;
    QString loginKey;
    QByteArray hostKey;  // Base64
    int disk = 0, volume = 0;
    QString dataCentre, image;
};

Result<PodParts> partsOf(const InstanceRequest &request)
{
    PodParts parts;
    const auto gpu = gpuCount(request.type);
    if (!gpu)
        return invalidInput(RunPodText::tr("“%1” is not a type of RunPod: write it as 2x NVIDIA L40S.").arg(request.type.left(60)));
    parts.gpu = *gpu;
    static const QRegularExpression kCentre(QStringLiteral("\\A[A-Z]{2,4}(-[A-Z]{2,4})?-[0-9]{1,2}\\z"));
    if (kCentre.match(request.region).hasMatch()) {
        parts.dataCentre = request.region;
    } else if (request.region != kRunPodSecure && request.region != kRunPodCommunity) {
        return invalidInput(RunPodText::tr("“%1” is not a region of RunPod: use secure, community, or a data centre such as EU-RO-1.")
                                .arg(request.region.left(60)));
    }
    TRY(parts.loginKey, loginKeyOf(request.settings.value(QLatin1String(kSshKeySetting)), kCloudName));
    TRY(const QByteArray hostKey, hostKeyIn(request.settings.value(QLatin1String(kUserDataSetting)), kCloudName));
    parts.hostKey = hostKey.toBase64();
    const auto disk = wholeSetting(request, QLatin1String(kDiskSetting), kUsualDisk, 10, kMostDisk);
    const auto volume = wholeSetting(request, kRunPodVolume, 0, 0, kMostDisk);
    if (!disk || !volume)
        return invalidInput(RunPodText::tr("The disk and the volume need a whole number of GB, from 10 to %1.").arg(kMostDisk));
    parts.disk = *disk;
    parts.volume = *volume;
    parts.image = request.image.isEmpty() ? kRunPodImage : request.image;
    static const QRegularExpression kImage(QStringLiteral("\\A[A-Za-z0-9][A-Za-z0-9._/:@-]{0,254}\\z"));
    if (!kImage.match(parts.image).hasMatch())
        return invalidInput(
            RunPodText::tr("“%1” is not the name of a container image: write it as runpod/pytorch:2.4.0.").arg(parts.image.left(60)));
    return parts;
}

}  // namespace

Result<RunPodBody> runPodCreation(const InstanceRequest &request, const QString &label)
{
    TRY(const PodParts parts, partsOf(request));
    const bool isCommunity = request.region == kRunPodCommunity;
    QJsonObject environment{{"PUBLIC_KEY", parts.loginKey}};
    if (!parts.hostKey.isEmpty())
        environment.insert("TRAINYARD_HOST_KEY", QString::fromLatin1(parts.hostKey));
    QJsonObject body{
        {"name", label},
        {"imageName", parts.image},
        {"computeType", "GPU"},
        {"cloudType", isCommunity ? "COMMUNITY" : "SECURE"},
        {"gpuTypeIds", QJsonArray{parts.gpu.gpu}},
        {"gpuCount", parts.gpu.count},
        {"containerDiskInGb", parts.disk},
        {"volumeInGb", parts.volume},
        {"ports", QJsonArray{"22/tcp"}},
        {"env", environment},
        {"dockerStartCmd", QJsonArray{"bash", "-c", containerStartScript()}},
        {"interruptible", false},
    };
    if (isCommunity)
        body.insert("supportPublicIp", true);  // without one there is only the proxy
    if (!parts.dataCentre.isEmpty())
        body.insert("dataCenterIds", QJsonArray{parts.dataCentre});
    if (request.settings.contains(kRunPodNetworkVolume))
        body.insert("networkVolumeId", request.settings.value(kRunPodNetworkVolume));
    return RunPodBody{body, {parts.hostKey}};
}

Result<RunPodBody> runPodSpotCreation(const InstanceRequest &request, const QString &label)
{
    TRY(const PodParts parts, partsOf(request));
    TRY(const Money whole, spotPrice(request));
    TRY(const Money perGpu, whole.times(1, parts.gpu.count));
    const bool isCommunity = request.region == kRunPodCommunity;
    QJsonArray environment{QJsonObject{{"key", "PUBLIC_KEY"}, {"value", parts.loginKey}}};
    if (!parts.hostKey.isEmpty())
        environment << QJsonObject{{"key", "TRAINYARD_HOST_KEY"}, {"value", QString::fromLatin1(parts.hostKey)}};
    QJsonObject input{
        {"name", label},
        {"imageName", parts.image},
        {"cloudType", isCommunity ? "COMMUNITY" : "SECURE"},
        {"gpuTypeId", parts.gpu.gpu},
        {"gpuCount", parts.gpu.count},
        {"bidPerGpu", double(perGpu.nanos()) / Money::kNanosPerUnit},
        {"containerDiskInGb", parts.disk},
        {"volumeInGb", parts.volume},
        {"volumeMountPath", "/workspace"},
        {"ports", "22/tcp"},
        {"env", environment},
        {"dockerArgs", QStringLiteral("bash -c '") + containerStartScript() + u'\''},
    };
    if (isCommunity)
        input.insert("supportPublicIp", true);
    if (!parts.dataCentre.isEmpty())
        input.insert("dataCenterId", parts.dataCentre);
    if (request.settings.contains(kRunPodNetworkVolume))
        input.insert("networkVolumeId", request.settings.value(kRunPodNetworkVolume));
    const QJsonObject body{
        {"query", "mutation Rent($input: PodRentInterruptableInput!) { podRentInterruptable(input: $input) { id } }"},
        {"variables", QJsonObject{{"input", input}}},
    };
    return RunPodBody{body, {parts.hostKey}};
}

QJsonObject runPodIdentityQuery() { return {{"query", "query Who { myself { id email } }"}}; }

QJsonObject runPodOfferQuery()
{
    QString query = QStringLiteral("query Offers { gpuTypes { id maxGpuCount secureCloud communityCloud");
    for (const int count : kRunPodCounts) {
        for (const bool isSecure : {true, false}) {
            query += QStringLiteral(" %1%2: lowestPrice(input: {gpuCount: %2, secureCloud: %3}) "
                                    "{ minimumBidPrice uninterruptablePrice stockStatus }")
                         .arg(isSecure ? QStringLiteral("s") : QStringLiteral("c"))
                         .arg(count)
                         .arg(isSecure ? QStringLiteral("true") : QStringLiteral("false"));
        }
    }
    return {{"query", query + QStringLiteral(" } }")}};
}

}  // namespace trainyard
