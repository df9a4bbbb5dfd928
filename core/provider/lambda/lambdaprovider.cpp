// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/lambda/lambdaprovider.h"

#include "core/base/fanout.h"
#include "core/provider/gpucloud/containerstart.h"
#include "core/provider/gpucloud/gpucloudreaders.h"
#include "core/provider/lambda/internal/lambdaanswer.h"
#include "core/provider/lambda/internal/lambdatext.h"

#include <QCryptographicHash>

namespace trainyard {

namespace {

using Effect = CloudCall::Effect;

const QString kEndpoint = QStringLiteral("https://cloud.lambda.ai"), kVariable = QStringLiteral("LAMBDA_API_KEY");

GpuCloudKind lambdaKind()
{
    return {LambdaProvider::kKind,
            QStringLiteral("Lambda"),
            kEndpoint,
            {},
            kVariable,
            64,  // maxLength of a machine's name
            lambdaRefusal};
}

GpuCloudCall apiCall(const QByteArray &method, const QByteArray &path, Effect effect = Effect::Reads, const QJsonObject &body = {})
{
    GpuCloudCall call;
    call.method = method;
    call.path = "/api/v1" + path;
    call.effect = effect;
    call.body = body;
    return call;
}

// "data" of the answer, which is a list.
Result<QJsonArray> listOf(const GpuCloudApi &cloud, const QByteArray &path, const std::stop_token &stop)
{
    TRY(const QJsonValue answer, cloud.call(apiCall("GET", path), stop));
    const QJsonValue data = answer.toObject().value("data");
    return data.isArray() ? Result<QJsonArray>(data.toArray())
                          : Result<QJsonArray>(cloud.formatError(QStringLiteral("The answer has no list")));
}

Result<QJsonObject> typesOf(const GpuCloudApi &cloud, const std::stop_token &stop)
{
    TRY(const QJsonValue answer, cloud.call(apiCall("GET", "/instance-types"), stop));
    const QJsonValue data = answer.toObject().value("data");
    return data.isObject() ? Result<QJsonObject>(data.toObject())
                           : Result<QJsonObject>(cloud.formatError(QStringLiteral("The answer has no types")));
}

QString keyNameFor(const QString &key)
{
    return QStringLiteral("trainyard-")
           + QString::fromLatin1(QCryptographicHash::hash(key.toLatin1(), QCryptographicHash::Sha256).toHex().left(20));
}

QJsonObject idsOf(const QString &id) { return {{"instance_ids", QJsonArray{id}}}; }

}  // namespace

LambdaProvider::LambdaProvider(CredentialLookup lookup, const CloudLimits &limits)
    : GpuCloudProvider(lambdaKind(), std::move(lookup), limits)
{
}

ProviderCapabilities LambdaProvider::capabilities() const
{
    ProviderCapabilities can;
    can.canCreate = can.canTerminate = can.hasOffers = can.hasImages = true;
    can.limitsSsh = false;
    can.appearsWithin = std::chrono::minutes(5);
    return can;
}

Result<AccountReport> LambdaProvider::check(const QString &account, std::stop_token stop) const
{
    TRY(const Cloud cloud, signIn(account));
    TRY(const QJsonObject types, typesOf(cloud, stop));
    AccountReport report;
    report.regions = lambdaRegions(types);
    // It says nowhere whose the key is.
    report.scope = cloud.keyMark();
    return report;
}

Result<QList<ProviderOffer>> LambdaProvider::offers(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const Cloud cloud, signIn(filter.account));
    TRY(const QJsonObject types, typesOf(cloud, stop));
    QList<ProviderOffer> offers = lambdaOffers(types);
    if (!filter.region.isEmpty())
        offers.removeIf([&filter](const ProviderOffer &one) { return one.region != filter.region; });
    return offers;
}

Result<QList<ProviderImage>> LambdaProvider::images(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const Cloud cloud, signIn(filter.account));
    TRY(const QJsonArray listed, listOf(cloud, "/images", stop));
    QList<ProviderImage> images;
    for (const QJsonValue &value : listed) {
        const QJsonObject image = value.toObject();
        const QString region = cloudText(image.value("region").toObject(), "name");
        if (!filter.region.isEmpty() && !region.isEmpty() && region != filter.region)
            continue;
        if (const auto known = lambdaImage(image))
            images << *known;
    }
    return images;
}

Result<void> LambdaProvider::accepts(const InstanceRequest &request) const { return checkLambdaRequest(request); }

Result<QJsonArray> LambdaProvider::machines(const Cloud &cloud, const std::stop_token &stop) const
{
    return listOf(cloud, "/instances", stop);
}

Result<QJsonObject> LambdaProvider::machine(const Cloud &cloud, const QString &id, const std::stop_token &stop) const
{
    const auto answer = cloud.call(apiCall("GET", "/instances/" + id.toLatin1()), stop);
    if (answer)
        return answer->toObject().value("data").toObject();
    return answer.error().code == ErrorCode::NotFound ? noSuchMachine() : answer.error();
}

Result<QString> LambdaProvider::sshKey(const Cloud &cloud, const QString &key, const std::stop_token &stop) const
{
    TRY(const QJsonArray known, listOf(cloud, "/ssh-keys", stop));
    for (const QJsonValue &one : known) {
        const auto theirs = loginKeyOf(one.toObject().value("public_key").toString(), name());
        if (theirs && *theirs == key)
            return one.toObject().value("name").toString();
    }
    const QString wanted = keyNameFor(key);
    // Repeating it is refused as a duplicate of itself, which is as good.
    const auto made = cloud.call(apiCall("POST", "/ssh-keys", Effect::Once, {{"name", wanted}, {"public_key", key}}), stop);
    if (!made && made.error().code != ErrorCode::AlreadyExists)
        return made.error();
    return wanted;
}

Result<QString> LambdaProvider::make(const Cloud &cloud, const InstanceRequest &request, const QString &label, const StepReport &report,
                                     const std::stop_token &stop) const
{
    sayStep(report, LambdaText::tr("Preparing the SSH key"));
    TRY(const QString key, loginKeyOf(request.settings.value(QLatin1String(kSshKeySetting)), name()));
    TRY(const QString keyName, sshKey(cloud, key, stop));
    sayStep(report, LambdaText::tr("Asking Lambda for the machine"));
    GpuCloudCall call = apiCall("POST", "/instance-operations/launch", Effect::Changes, lambdaLaunch(request, label, keyName));
    call.secrets = {request.settings.value(QLatin1String(kUserDataSetting)).toUtf8()};
    TRY(const QJsonValue answer, cloud.call(call, stop));
    const QString id = answer.toObject().value("data").toObject().value("instance_ids").toArray().first().toString();
    return isGpuCloudId(id) ? Result<QString>(id) : Result<QString>(cloud.formatError(QStringLiteral("The answer has no id")));
}

Result<void> LambdaProvider::end(const Cloud &cloud, const QString &id, const std::stop_token &stop) const
{
    return goneIsFine(cloud.call(apiCall("POST", "/instance-operations/terminate", Effect::Once, idsOf(id)), stop));
}

InstanceReport LambdaProvider::read(const QJsonObject &machine) const { return lambdaReport(machine); }

Result<SshTarget> LambdaProvider::address(const QJsonObject &machine) const { return lambdaAddress(machine); }

Result<QList<CloudResource>> LambdaProvider::resources(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const Cloud cloud, signIn(filter.account));
    TRY(const QJsonArray listed, machines(cloud, stop));
    TRY(const QJsonArray fileSystems, listOf(cloud, "/file-systems", stop));
    QList<CloudResource> all;
    for (const QJsonValue &one : listed) {
        const CloudResource resource = lambdaInstance(one.toObject());
        if (isWanted(resource, filter) && lambdaReport(one.toObject()).state != ProvidedState::Gone)
            all << resource;
    }
    for (const QJsonValue &one : fileSystems) {
        const CloudResource resource = lambdaFileSystem(one.toObject());
        if (isWanted(resource, filter))
            all << resource;
    }
    return all;
}

Result<void> LambdaProvider::release(const QString &account, const CloudResource &resource, std::stop_token stop) const
{
    TRY(const Cloud cloud, signIn(account));
    if (!isGpuCloudId(resource.providerId))
        return noSuchMachine();
    if (resource.kind == CloudResource::Kind::Instance)
        return end(cloud, resource.providerId, stop);
    if (resource.kind == CloudResource::Kind::Disk)
        return goneIsFine(cloud.call(apiCall("DELETE", "/filesystems/" + resource.providerId.toLatin1(), Effect::Once), stop));
    return costsNothing();
}

QString LambdaProvider::createLine(const InstanceRequest &request) const
{
    InstanceRequest shown = request;
    shown.settings.remove(QLatin1String(kUserDataSetting));  // has a private key
    const auto key = loginKeyOf(shown.settings.value(QLatin1String(kSshKeySetting)), name());
    if (!key || !checkLambdaRequest(shown))
        return {};
    return curlLine("POST", kEndpoint + QStringLiteral("/api/v1/instance-operations/launch"), kVariable,
                    lambdaLaunch(shown, shown.name, keyNameFor(*key)));
}

QString LambdaProvider::actionLine(ProviderAction action, const Instance &instance) const
{
    if (!isGpuCloudId(instance.providerId))
        return {};
    if (action == ProviderAction::Describe)
        return curlLine("GET", kEndpoint + QStringLiteral("/api/v1/instances/") + instance.providerId, kVariable);
    if (action == ProviderAction::Terminate) {
        return curlLine("POST", kEndpoint + QStringLiteral("/api/v1/instance-operations/terminate"), kVariable, idsOf(instance.providerId));
    }
    return {};
}

}  // namespace trainyard
