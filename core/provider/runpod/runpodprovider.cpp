// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/runpod/runpodprovider.h"

#include "core/base/fanout.h"
#include "core/base/shellquote.h"
#include "core/provider/gpucloud/gpucloudreaders.h"
#include "core/provider/runpod/internal/runpodanswer.h"
#include "core/provider/runpod/internal/runpodrequest.h"
#include "core/provider/runpod/internal/runpodtext.h"

#include <QJsonDocument>

namespace trainyard {

namespace {

using Effect = CloudCall::Effect;

const QString kGraph = QStringLiteral("api.runpod.io/graphql"), kRest = QStringLiteral("rest.runpod.io/v1");
const QString kGraphUrl = QStringLiteral("https://api.runpod.io/graphql");

GpuCloudKind runPodKind()
{
    return {RunPodProvider::kKind,
            QStringLiteral("RunPod"),
            QStringLiteral("https://rest.runpod.io"),
            QStringLiteral("https://api.runpod.io"),
            QStringLiteral("RUNPOD_API_KEY"),
            191,  // maxLength of a pod's name
            runPodRefusal};
}

GpuCloudCall restCall(const QByteArray &method, const QByteArray &path, Effect effect = Effect::Reads)
{
    GpuCloudCall call;
    call.method = method;
    call.path = "/v1" + path;
    call.effect = effect;
    call.right = kRest;
    return call;
}

GpuCloudCall graphCall(const QJsonObject &body, Effect effect = Effect::Reads)
{
    GpuCloudCall call;
    call.method = "POST";
    call.path = "/graphql";
    call.body = body;
    call.effect = effect;
    call.right = kGraph;
    call.isSecond = true;
    return call;
}

QByteArray podPath(const QString &id) { return "/pods/" + id.toLatin1(); }

// What was accepted goes on, and costs money, whatever a later call says.
Error afterAccepted(Error error)
{
    error.code = isUnknownOutcome(error.code) ? error.code : ErrorCode::Unreachable;
    return error;
}

}  // namespace

RunPodProvider::RunPodProvider(CredentialLookup lookup, const CloudLimits &limits)
    : GpuCloudProvider(runPodKind(), std::move(lookup), limits)
{
}

ProviderCapabilities RunPodProvider::capabilities() const
{
    ProviderCapabilities can;
    can.canCreate = can.canStop = can.canTerminate = can.hasOffers = can.hasImages = true;
    can.limitsSsh = false;
    can.appearsWithin = std::chrono::minutes(5);
    return can;
}

Result<AccountReport> RunPodProvider::check(const QString &account, std::stop_token stop) const
{
    TRY(const Cloud cloud, signIn(account));
    std::optional<Result<QJsonArray>> listed;
    const auto who = sideBySide([&] { return cloud.call(graphCall(runPodIdentityQuery()), stop); },
                                [&] { listed = machines(cloud, stop); });
    AccountReport report;
    report.regions = {kRunPodSecure, kRunPodCommunity};
    if (who) {
        const QJsonObject self = who->toObject().value("data").toObject().value("myself").toObject();
        const QString id = cloudLine(self, "id"), mail = cloudLine(self, "email");
        if (id.isEmpty())
            return cloud.formatError(QStringLiteral("The answer names no user"));
        report.scope = id;
        report.identity = mail.isEmpty() ? id : RunPodText::tr("%1 (user %2)", "an address, an id").arg(mail, id);
    } else if (who.error().code == ErrorCode::PermissionDenied) {
        report.missing << kGraph;
    } else {
        return who.error();
    }
    if (!*listed && listed->error().code != ErrorCode::PermissionDenied)
        return listed->error();
    if (!*listed)
        report.missing << kRest;
    return report;
}

Result<QList<ProviderOffer>> RunPodProvider::offers(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const Cloud cloud, signIn(filter.account));
    TRY(const QJsonValue answer, cloud.call(graphCall(runPodOfferQuery()), stop));
    const QJsonValue types = answer.toObject().value("data").toObject().value("gpuTypes");
    if (!types.isArray())
        return cloud.formatError(QStringLiteral("The answer has no GPUs"));
    QList<ProviderOffer> offers = runPodOffers(types.toArray());
    if (!filter.region.isEmpty())
        offers.removeIf([&filter](const ProviderOffer &one) { return one.region != filter.region; });
    return offers;
}

Result<QList<ProviderImage>> RunPodProvider::images(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const Cloud cloud, signIn(filter.account));
    GpuCloudCall call = restCall("GET", "/templates");
    call.query = {{"includeRunpodTemplates", "true"}};
    TRY(const QJsonValue answer, cloud.call(call, stop));
    if (!answer.isArray())
        return cloud.formatError(QStringLiteral("The answer has no templates"));
    QList<ProviderImage> images;
    for (const QJsonValue &one : answer.toArray()) {
        if (const auto image = runPodImage(one.toObject()))
            images << *image;
    }
    return images;
}

Result<QString> RunPodProvider::policy() const
{
    return Error{ErrorCode::Unsupported,
                 RunPodText::tr("RunPod has no access policies as text: in its console, make a restricted API key with “Read/Write” for "
                                "api.runpod.io/graphql and nothing for serverless endpoints."),
                 {}};
}

Result<void> RunPodProvider::accepts(const InstanceRequest &request) const
{
    const auto body = request.isSpot ? runPodSpotCreation(request, {}) : runPodCreation(request, {});
    return body ? Result<void>() : Result<void>(body.error());
}

Result<QJsonArray> RunPodProvider::machines(const Cloud &cloud, const std::stop_token &stop) const
{
    TRY(const QJsonValue answer, cloud.call(restCall("GET", "/pods"), stop));
    return answer.isArray() ? Result<QJsonArray>(answer.toArray())
                            : Result<QJsonArray>(cloud.formatError(QStringLiteral("The answer has no pods")));
}

Result<QJsonObject> RunPodProvider::machine(const Cloud &cloud, const QString &id, const std::stop_token &stop) const
{
    const auto answer = cloud.call(restCall("GET", podPath(id)), stop);
    if (answer)
        return answer->toObject();
    return answer.error().code == ErrorCode::NotFound ? noSuchMachine() : answer.error();
}

Result<QString> RunPodProvider::make(const Cloud &cloud, const InstanceRequest &request, const QString &label, const StepReport &report,
                                     const std::stop_token &stop) const
{
    sayStep(report, RunPodText::tr("Asking RunPod for the pod"));
    QString id;
    if (request.isSpot) {
        TRY(const RunPodBody spot, runPodSpotCreation(request, label));
        GpuCloudCall call = graphCall(spot.body, Effect::Changes);
        call.secrets = spot.secrets;
        QJsonValue refused;
        const auto answer = cloud.call(call, stop, &refused);
        const QJsonValue pod = (answer ? *answer : refused).toObject().value("data").toObject().value("podRentInterruptable");
        // An answer of GraphQL may have both errors and what was made.
        if (!answer && cloudId(pod.toObject().value("id")).isEmpty())
            return answer.error();
        // That is how it says that no one offers a pod at this price.
        if (pod.isNull())
            return cloudError(name(), {CloudRefusal::Kind::Capacity, {}, QStringLiteral("podRentInterruptable: null"), {}, {}});
        id = cloudId(pod.toObject().value("id"));
    } else {
        TRY(const RunPodBody usual, runPodCreation(request, label));
        GpuCloudCall call = restCall("POST", "/pods", Effect::Changes);
        call.body = usual.body;
        call.secrets = usual.secrets;
        TRY(const QJsonValue answer, cloud.call(call, stop));
        id = cloudId(answer.toObject().value("id"));
    }
    return id.isEmpty() ? Result<QString>(cloud.formatError(QStringLiteral("The answer has no id"))) : Result<QString>(id);
}

Result<void> RunPodProvider::end(const Cloud &cloud, const QString &id, const std::stop_token &stop) const
{
    return goneIsFine(cloud.call(restCall("DELETE", podPath(id), Effect::Once), stop));
}

InstanceReport RunPodProvider::read(const QJsonObject &machine) const { return runPodReport(machine); }

Result<SshTarget> RunPodProvider::address(const QJsonObject &machine) const { return runPodAddress(machine); }

Result<void> RunPodProvider::stop(const Instance &instance, std::stop_token stop) const
{
    TRY(const Cloud cloud, signIn(instance.request.account));
    TRY(const QJsonObject pod, found(cloud, instance, stop));
    if (runPodReport(pod).state == ProvidedState::Stopped)
        return {};
    const bool hasNetworkVolume = !cloudText(pod, "networkVolumeId").isEmpty() || pod.value("networkVolume").isObject();
    if (pod.value("volumeInGb").toInt() <= 0 && !hasNetworkVolume) {
        return Error{ErrorCode::Unsupported,
                     RunPodText::tr("A pod without a volume loses all its files when it is stopped: terminate it, and ask for the next one "
                                    "with the setting “volume-gib”."),
                     {}};
    }
    TRY_DO(cloud.call(restCall("POST", podPath(cloudText(pod, "id")) + "/stop", Effect::Once), stop));
    return {};
}

Result<void> RunPodProvider::start(const Instance &instance, const StepReport &, std::stop_token stop) const
{
    TRY(const Cloud cloud, signIn(instance.request.account));
    TRY(const QJsonObject pod, found(cloud, instance, stop));
    if (runPodReport(pod).state != ProvidedState::Stopped)
        return {};
    const QString id = cloudText(pod, "id");
    TRY_DO(cloud.call(restCall("POST", podPath(id) + "/start", Effect::Once), stop));
    // A pod whose GPUs were given away can start without any, and costs money nevertheless.
    const auto now = machine(cloud, id, stop);
    if (!now)
        return afterAccepted(now.error());
    const QJsonValue count = now->value("gpu").toObject().value("count");
    if (count.isDouble() && count.toInt() == 0) {
        const auto stopped = cloud.call(restCall("POST", podPath(id) + "/stop", Effect::Once), stop);
        if (!stopped)
            return afterAccepted(stopped.error());
        return cloudError(name(),
                          {CloudRefusal::Kind::Capacity, {}, QStringLiteral("The pod started with 0 GPUs, and was stopped again"), {}, {}});
    }
    return {};
}

Result<QList<CloudResource>> RunPodProvider::resources(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const Cloud cloud, signIn(filter.account));
    TRY(const QJsonArray pods, machines(cloud, stop));
    TRY(const QJsonValue volumes, cloud.call(restCall("GET", "/networkvolumes"), stop));
    if (!volumes.isArray())
        return cloud.formatError(QStringLiteral("The answer has no network volumes"));
    QList<CloudResource> all;
    const auto take = [&](const CloudResource &one) {
        if (isWanted(one, filter) && one.state != QLatin1String("TERMINATED"))
            all << one;
    };
    QStringList used;
    for (const QJsonValue &pod : pods) {
        take(runPodPod(pod.toObject()));
        used << cloudText(pod.toObject(), "networkVolumeId") << cloudText(pod.toObject().value("networkVolume").toObject(), "id");
    }
    for (const QJsonValue &volume : volumes.toArray()) {
        CloudResource one = runPodNetworkVolume(volume.toObject());
        one.isInUse = used.contains(one.providerId);
        take(one);
    }
    return all;
}

Result<void> RunPodProvider::release(const QString &account, const CloudResource &resource, std::stop_token stop) const
{
    TRY(const Cloud cloud, signIn(account));
    if (!isGpuCloudId(resource.providerId))
        return noSuchMachine();
    if (resource.kind == CloudResource::Kind::Instance)
        return end(cloud, resource.providerId, stop);
    if (resource.kind == CloudResource::Kind::Disk)
        return goneIsFine(cloud.call(restCall("DELETE", "/networkvolumes/" + resource.providerId.toLatin1(), Effect::Once), stop));
    return costsNothing();
}

QString RunPodProvider::createLine(const InstanceRequest &request) const
{
    InstanceRequest shown = request;
    shown.settings.remove(QLatin1String(kUserDataSetting));  // has a private key
    if (shown.isSpot) {
        const auto spot = runPodSpotCreation(shown, shown.name);
        return spot ? curlLine("POST", kGraphUrl, QStringLiteral("RUNPOD_API_KEY"), spot->body) : QString();
    }
    const auto usual = runPodCreation(shown, shown.name);
    if (!usual)
        return {};
    const QJsonObject &body = usual->body;
    QStringList words{QStringLiteral("runpodctl"), QStringLiteral("pod"), QStringLiteral("create")};
    const auto add = [&words](const char *flag, const QString &value) { words << QLatin1String(flag) << value; };
    add("--name", shown.name);
    add("--image", body.value("imageName").toString());
    add("--gpu-type-id", body.value("gpuTypeIds").toArray().first().toString());
    add("--gpu-count", QString::number(body.value("gpuCount").toInt()));
    add("--cloud-type", body.value("cloudType").toString());
    add("--container-disk-in-gb", QString::number(body.value("containerDiskInGb").toInt()));
    add("--volume-in-gb", QString::number(body.value("volumeInGb").toInt()));
    add("--ports", QStringLiteral("22/tcp"));
    add("--env", QString::fromUtf8(QJsonDocument(body.value("env").toObject()).toJson(QJsonDocument::Compact)));
    if (const QJsonArray centres = body.value("dataCenterIds").toArray(); !centres.isEmpty())
        add("--data-center-ids", centres.first().toString());
    return shellJoined(words);
}

QString RunPodProvider::actionLine(ProviderAction action, const Instance &instance) const
{
    const char *verb = nullptr;
    switch (action) {
    case ProviderAction::Describe: verb = "get"; break;
    case ProviderAction::Stop: verb = "stop"; break;
    case ProviderAction::Start: verb = "start"; break;
    case ProviderAction::Terminate: verb = "delete"; break;
    case ProviderAction::Console:
    case ProviderAction::LetIn:
    case ProviderAction::SpotPrices: break;
    }
    if (!verb || instance.providerId.isEmpty())
        return {};
    return shellJoined({QStringLiteral("runpodctl"), QStringLiteral("pod"), QLatin1String(verb), instance.providerId});
}

}  // namespace trainyard
