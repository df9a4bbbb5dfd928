// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/runpod/internal/runpodanswer.h"

#include "core/provider/gpucloud/gpucloudreaders.h"
#include "core/provider/runpod/internal/runpodrequest.h"
#include "core/provider/runpod/internal/runpodtext.h"

namespace trainyard {

namespace {

using Kind = CloudRefusal::Kind;

// Of a stopped pod's volume, per GB and month. https://docs.runpod.io/pods/pricing
constexpr double kStoppedVolume = 0.20;
constexpr int kDaysOfMonth = 30;

struct Phrase {
    const char *text;  // in lower case
    Kind kind;
};

// The first that fits counts. Most were seen in clients of this API, since the documentation has none of them.
constexpr Phrase kPhrases[] = {
    {"no longer any instances available", Kind::Capacity},
    {"no instances currently available", Kind::Capacity},
    {"not enough free gpus", Kind::Capacity},
    {"does not have the resources", Kind::Capacity},
    {"insufficient funds", Kind::Balance},
    {"balance is too low", Kind::Balance},
    {"not enough credit", Kind::Balance},
    {"spend limit", Kind::Quota},
    {"maximum number of pods", Kind::Quota},
    {"bid is too low", Kind::Price},
    {"bid price", Kind::Price},
    {"not found", Kind::NotFound},
    {"does not exist", Kind::NotFound},
    {"rate limit", Kind::Throttled},
    {"unauthorized", Kind::Keys},
    {"forbidden", Kind::Right},
    {"invalid input", Kind::Input},
};

Kind kindOf(int status, const QString &code, const QString &message, bool creates)
{
    if (status == 401 || code == QLatin1String("UNAUTHENTICATED"))
        return Kind::Keys;
    if (status == 403 || code == QLatin1String("FORBIDDEN"))
        return Kind::Right;
    if (status == 402)
        return Kind::Balance;
    if (status == 429)
        return Kind::Throttled;
    const QString words = message.left(2000).toLower();
    for (const Phrase &phrase : kPhrases) {
        // It answers 500 to much that was refused; only these mean for certain that nothing was made.
        const bool isCertain = status < 500 || phrase.kind == Kind::Capacity || phrase.kind == Kind::Balance || phrase.kind == Kind::Quota
                               || phrase.kind == Kind::Price;
        if (isCertain && words.contains(QLatin1String(phrase.text)))
            return phrase.kind;
    }
    if (status == 404)
        return Kind::NotFound;
    // What is not understood does not say that nothing was made.
    const bool isUnclear = creates || status >= 500 || status == 408 || code == QLatin1String("INTERNAL_SERVER_ERROR");
    return isUnclear ? Kind::Transient : Kind::Input;
}

// The port of SSH from outside; 0: none yet.
int sshPortOf(const QJsonObject &pod) { return pod.value("portMappings").toObject().value("22").toInt(); }

std::optional<Money> stoppedPerDay(const QJsonObject &pod)
{
    return dollars(cloudGibibytes(pod.value("volumeInGb")) * kStoppedVolume / kDaysOfMonth);
}

}  // namespace

std::optional<CloudRefusal> runPodRefusal(const CloudAnswer &answer, const QJsonValue &content, bool creates)
{
    const QJsonObject object = content.toObject();
    const QJsonArray errors = object.value("errors").toArray();
    const bool isAccepted = answer.status >= 200 && answer.status < 300;
    if (isAccepted && errors.isEmpty())
        return std::nullopt;
    CloudRefusal refusal;
    const QJsonObject first = errors.first().toObject();
    QString code = first.value("extensions").toObject().value("code").toString();
    refusal.message = first.value("message").toString();
    for (const char *name : {"error", "message", "detail"}) {
        if (refusal.message.isEmpty())
            refusal.message = object.value(QLatin1String(name)).toString();
    }
    if (refusal.message.isEmpty() && !content.isObject())
        refusal.message = QString::fromUtf8(answer.body.left(2000));
    refusal.kind = kindOf(answer.status, code, refusal.message, creates);
    refusal.code = code.isEmpty() ? QStringLiteral("HTTP %1").arg(answer.status) : code;
    return refusal;
}

InstanceReport runPodReport(const QJsonObject &pod)
{
    InstanceReport report;
    report.providerId = cloudId(pod.value("id"));
    CloudResource labelled;
    setLabel(labelled, cloudLine(pod, "name"));
    report.owner = labelled.owner;
    report.clientToken = labelled.clientToken;
    const QString status = cloudText(pod, "desiredStatus");
    if (status == QLatin1String("TERMINATED")) {
        report.state = ProvidedState::Gone;
    } else if (status == QLatin1String("EXITED")) {
        report.state = ProvidedState::Stopped;
        const int volume = pod.value("volumeInGb").toInt();
        report.reason = volume > 0
                            ? RunPodText::tr(
                                  "It is stopped. What was outside /workspace is gone, and its volume of %1 GB goes on costing money, "
                                  "twice as much as while it ran.")
                                  .arg(volume)
                            : RunPodText::tr("It is stopped, and its disk is gone: it has no volume. Terminate it.");
    } else if (status == QLatin1String("RUNNING") && (sshPortOf(pod) == 0 || cloudText(pod, "publicIp").isEmpty())) {
        report.state = ProvidedState::Starting;
        report.reason = cloudLine(pod, "lastStatusChange");
    } else {
        // An unknown state exists, and costs money.
        report.state = ProvidedState::Running;
    }
    return report;
}

Result<SshTarget> runPodAddress(const QJsonObject &pod)
{
    SshTarget target;
    target.host = cloudText(pod, "publicIp");
    target.port = sshPortOf(pod);
    target.user = QStringLiteral("root");
    if (target.host.isEmpty() || target.port == 0) {
        return Error{ErrorCode::Unreachable,
                     RunPodText::tr("RunPod has not given the pod a public address and port for SSH yet: try again in a minute."),
                     cloudLine(pod, "lastStatusChange")};
    }
    return target;
}

QList<ProviderOffer> runPodOffers(const QJsonArray &gpuTypes)
{
    QList<ProviderOffer> offers;
    for (const QJsonValue &value : gpuTypes) {
        const QJsonObject gpu = value.toObject();
        const QString id = cloudText(gpu, "id");
        const int most = gpu.value("maxGpuCount").toInt(1);
        for (const int count : kRunPodCounts) {
            if (count > most || !gpuCount(gpuCountText(count, id)))
                continue;
            for (const bool isSecure : {true, false}) {
                if (!gpu.value(QLatin1String(isSecure ? "secureCloud" : "communityCloud")).toBool())
                    continue;
                const QString name = (isSecure ? u's' : u'c') + QString::number(count);
                const QJsonObject lowest = gpu.value(name).toObject();
                ProviderOffer offer;
                offer.region = isSecure ? kRunPodSecure : kRunPodCommunity;
                offer.type = gpuCountText(count, id);
                offer.perHour = dollars(lowest.value("uninterruptablePrice"), count);
                // Without stock there is no lowest price either.
                offer.isInStock = offer.perHour && !cloudText(lowest, "stockStatus").isEmpty();
                offers << offer;
                if (const auto bid = dollars(lowest.value("minimumBidPrice"), count)) {
                    offer.isSpot = true;
                    offer.perHour = bid;
                    offers << offer;
                }
            }
        }
    }
    return offers;
}

std::optional<ProviderImage> runPodImage(const QJsonObject &templateOfPods)
{
    if (templateOfPods.value("isServerless").toBool() || cloudText(templateOfPods, "category") == QLatin1String("CPU"))
        return std::nullopt;
    ProviderImage image;
    image.id = cloudText(templateOfPods, "imageName");
    image.name = cloudLine(templateOfPods, "name");
    image.user = QStringLiteral("root");
    image.hasDriver = true;  // that of the host
    return image.id.isEmpty() ? std::nullopt : std::optional(image);
}

CloudResource runPodPod(const QJsonObject &pod)
{
    CloudResource resource;
    resource.kind = CloudResource::Kind::Instance;
    resource.providerId = cloudId(pod.value("id"));
    setLabel(resource, cloudLine(pod, "name"));
    resource.state = cloudLine(pod, "desiredStatus");
    resource.gibibytes = cloudGibibytes(pod.value("volumeInGb"));
    resource.perDay = resource.state == QLatin1String("EXITED") ? stoppedPerDay(pod) : dollars(pod.value("costPerHr"), 24);
    resource.region = cloudText(pod.value("machine").toObject(), "dataCenterId");
    return resource;
}

CloudResource runPodNetworkVolume(const QJsonObject &volume)
{
    CloudResource resource;
    resource.kind = CloudResource::Kind::Disk;
    resource.providerId = cloudId(volume.value("id"));
    setLabel(resource, cloudLine(volume, "name"));
    resource.state = QStringLiteral("network volume");
    resource.gibibytes = cloudGibibytes(volume.value("size"));
    resource.region = cloudText(volume, "dataCenterId");
    return resource;
}

}  // namespace trainyard
