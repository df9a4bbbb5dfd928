// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/lambda/internal/lambdaanswer.h"

#include "core/provider/gpucloud/containerstart.h"
#include "core/provider/gpucloud/gpucloudapi.h"
#include "core/provider/gpucloud/gpucloudreaders.h"
#include "core/provider/lambda/internal/lambdatext.h"

#include <QRegularExpression>

namespace trainyard {

namespace {

using Kind = CloudRefusal::Kind;

const QString kCloudName = QStringLiteral("Lambda");
constexpr qsizetype kMostUserData = 1024 * 1024;

struct CodeMeaning {
    const char *code;  // or its beginning, up to a slash
    Kind kind;
};

// The first that fits counts.
constexpr CodeMeaning kMeanings[] = {
    {"global/invalid-api-key", Kind::Keys},
    {"global/account-inactive", Kind::Account},
    {"global/invalid-address", Kind::Account},  // of the invoices
    {"global/forbidden", Kind::Right},
    {"global/quota-exceeded", Kind::Quota},
    {"global/object-does-not-exist", Kind::NotFound},
    {"global/duplicate", Kind::Conflict},
    {"global/invalid-parameters", Kind::Input},
    {"global/unknown", Kind::Transient},
    {"global/internal-error", Kind::Transient},
    {"instance-operations/launch/insufficient-capacity", Kind::Capacity},
    {"instance-operations/launch/file-systems-not-supported", Kind::Unsupported},
    {"instance-operations/launch/file-system-in-wrong-region", Kind::Input},
    {"ssh-keys/key-in-use", Kind::Conflict},
    {"filesystems/filesystem-in-use", Kind::Conflict},
    {"provider/", Kind::Transient},
};

Kind kindOf(int status, const QString &code, bool creates)
{
    if (status == 429)
        return Kind::Throttled;
    for (const CodeMeaning &meaning : kMeanings) {
        const QLatin1String known(meaning.code);
        if (code == known || (known.endsWith(u'/') && code.startsWith(known)))
            return meaning.kind;
    }
    switch (status) {
    case 401: return Kind::Keys;
    case 402: return Kind::Balance;
    case 403: return Kind::Right;
    case 404: return Kind::NotFound;
    case 409: return Kind::Conflict;
    // What is not understood does not say that nothing was made.
    default: return creates || status >= 500 || status == 408 ? Kind::Transient : code.isEmpty() ? Kind::Format : Kind::Input;
    }
}

QString regionOf(const QJsonObject &object) { return cloudText(object.value("region").toObject(), "name"); }

QJsonObject typeOf(const QJsonObject &machine) { return machine.value("instance_type").toObject(); }

std::optional<Money> perHourOf(const QJsonObject &type)
{
    // Some versions of the API write the number as a text.
    const QJsonValue cents = type.value("price_cents_per_hour");
    return dollars((cents.isString() ? cents.toString().toDouble() : cents.toDouble(-1)) / 100);
}

}  // namespace

std::optional<CloudRefusal> lambdaRefusal(const CloudAnswer &answer, const QJsonValue &content, bool creates)
{
    if (answer.status >= 200 && answer.status < 300)
        return std::nullopt;
    const QJsonObject error = content.toObject().value("error").toObject();
    CloudRefusal refusal;
    refusal.code = error.value("code").toString();
    refusal.message = (error.value("message").toString() + u' ' + error.value("suggestion").toString()).trimmed();
    refusal.kind = kindOf(answer.status, refusal.code, creates);
    const QJsonObject fields = content.toObject().value("field_errors").toObject();
    if (!fields.isEmpty())
        refusal.message = fields.keys().mid(0, 5).join(QStringLiteral(", ")) + QStringLiteral(": ") + refusal.message;
    if (refusal.code.isEmpty())
        refusal.code = QStringLiteral("HTTP %1").arg(answer.status);
    return refusal;
}

InstanceReport lambdaReport(const QJsonObject &machine)
{
    InstanceReport report;
    report.providerId = cloudId(machine.value("id"));
    CloudResource labelled;
    setLabel(labelled, cloudLine(machine, "name"));
    report.owner = labelled.owner;
    report.clientToken = labelled.clientToken;
    const QString status = cloudText(machine, "status");
    if (status == QLatin1String("booting"))
        report.state = ProvidedState::Starting;
    else if (status == QLatin1String("terminating"))
        report.state = ProvidedState::Terminating;
    else if (status == QLatin1String("terminated") || status == QLatin1String("preempted"))
        report.state = ProvidedState::Gone;
    else
        report.state = ProvidedState::Running;
    if (status == QLatin1String("unhealthy"))
        report.reason = LambdaText::tr(
            "Lambda calls the machine unhealthy: it may not answer, and goes on costing money until it is terminated.");
    else if (status == QLatin1String("preempted"))
        report.reason = LambdaText::tr("Lambda took the machine back.");
    return report;
}

Result<SshTarget> lambdaAddress(const QJsonObject &machine)
{
    SshTarget target;
    target.host = cloudText(machine, "ip");
    target.port = 22;
    target.user = QStringLiteral("ubuntu");
    if (target.host.isEmpty()) {
        return Error{ErrorCode::Unreachable, LambdaText::tr("Lambda has not given the machine an address yet: try again in a minute."),
                     cloudLine(machine, "status")};
    }
    return target;
}

QList<ProviderOffer> lambdaOffers(const QJsonObject &types)
{
    QList<ProviderOffer> offers;
    for (const QJsonValue &value : types) {
        const QJsonObject type = value.toObject().value("instance_type").toObject();
        ProviderOffer offer;
        offer.type = cloudText(type, "name");
        offer.perHour = perHourOf(type);
        if (offer.type.isEmpty())
            continue;
        const QJsonArray regions = value.toObject().value("regions_with_capacity_available").toArray();
        offer.isInStock = !regions.isEmpty();
        // Where it could be if there were some is not said.
        if (regions.isEmpty())
            offers << offer;
        for (const QJsonValue &region : regions) {
            offer.region = cloudText(region.toObject(), "name");
            if (!offer.region.isEmpty())
                offers << offer;
        }
    }
    return offers;
}

QStringList lambdaRegions(const QJsonObject &types)
{
    QStringList regions;
    const QList<ProviderOffer> offers = lambdaOffers(types);
    for (const ProviderOffer &offer : offers) {
        if (!offer.region.isEmpty() && !regions.contains(offer.region))
            regions << offer.region;
    }
    regions.sort();
    return regions;
}

std::optional<ProviderImage> lambdaImage(const QJsonObject &image)
{
    ProviderImage found;
    found.id = cloudText(image, "id");
    found.name = cloudLine(image, "name");
    if (const QString version = cloudLine(image, "version"); !version.isEmpty())
        found.name += u' ' + version;
    found.user = QStringLiteral("ubuntu");
    // "Lambda Stack" has a driver, and plain Ubuntu images have none.
    found.hasDriver = cloudText(image, "family").contains(QLatin1String("stack"), Qt::CaseInsensitive)
                      || cloudText(image, "name").contains(QLatin1String("stack"), Qt::CaseInsensitive);
    return found.id.isEmpty() ? std::nullopt : std::optional(found);
}

CloudResource lambdaInstance(const QJsonObject &machine)
{
    CloudResource resource;
    resource.kind = CloudResource::Kind::Instance;
    resource.providerId = cloudId(machine.value("id"));
    setLabel(resource, cloudLine(machine, "name"));
    resource.region = regionOf(machine);
    resource.state = cloudLine(machine, "status");
    if (const auto perHour = perHourOf(typeOf(machine))) {
        if (const auto perDay = perHour->times(24))
            resource.perDay = *perDay;
    }
    return resource;
}

CloudResource lambdaFileSystem(const QJsonObject &fileSystem)
{
    CloudResource resource;
    resource.kind = CloudResource::Kind::Disk;
    resource.providerId = cloudText(fileSystem, "id");
    setLabel(resource, cloudLine(fileSystem, "name"));
    resource.region = regionOf(fileSystem);
    resource.state = QStringLiteral("file system");
    resource.isInUse = fileSystem.value("is_in_use").toBool();
    // It costs money for what lies in it.
    const double bytes = fileSystem.value("bytes_used").toDouble(-1);
    resource.gibibytes = bytes >= 0 ? cloudGibibytes(bytes / (1024.0 * 1024 * 1024)) : -1;
    const QDateTime created = QDateTime::fromString(cloudText(fileSystem, "created"), Qt::ISODate);
    if (created.isValid() && created.timeSpec() != Qt::LocalTime)
        resource.created = created.toUTC();
    return resource;
}

Result<void> checkLambdaRequest(const InstanceRequest &request)
{
    if (request.isSpot) {
        return Error{ErrorCode::InvalidInput, LambdaText::tr("Lambda has no spot machines: ask for a usual one."), {}};
    }
    static const QRegularExpression kType(QStringLiteral("\\A[a-z0-9_]{1,60}\\z")), kRegion(QStringLiteral("\\A[a-z0-9-]{1,40}\\z"));
    if (!kType.match(request.type).hasMatch())
        return invalidInput(LambdaText::tr("“%1” is not a type of Lambda: write it as gpu_1x_a100.").arg(request.type.left(60)));
    if (!kRegion.match(request.region).hasMatch())
        return invalidInput(LambdaText::tr("“%1” is not a region of Lambda: write it as us-east-1.").arg(request.region.left(60)));
    if (!request.image.isEmpty() && !isGpuCloudId(request.image))
        return invalidInput(
            LambdaText::tr("“%1” is not the id of an image of Lambda: take one from its list of images.").arg(request.image.left(60)));
    if (request.settings.contains(QLatin1String(kDiskSetting))) {
        return invalidInput(LambdaText::tr("The disk of a machine of Lambda belongs to its type: leave its size out."));
    }
    if (request.settings.value(QLatin1String(kUserDataSetting)).toUtf8().size() > kMostUserData)
        return invalidInput(LambdaText::tr("The user data is larger than 1 MB, which Lambda does not take: let it fetch the rest."));
    TRY_DO(loginKeyOf(request.settings.value(QLatin1String(kSshKeySetting)), kCloudName));
    return {};
}

QJsonObject lambdaLaunch(const InstanceRequest &request, const QString &label, const QString &keyName)
{
    QJsonObject body{
        {"region_name", request.region},
        {"instance_type_name", request.type},
        {"ssh_key_names", QJsonArray{keyName}},
        {"quantity", 1},
        {"name", label},
    };
    if (!request.image.isEmpty())
        body.insert("image", QJsonObject{{"id", request.image}});
    if (const QString data = request.settings.value(QLatin1String(kUserDataSetting)); !data.isEmpty())
        body.insert("user_data", data);
    if (const QString fileSystem = request.settings.value(kLambdaFileSystem); !fileSystem.isEmpty())
        body.insert("file_system_names", QJsonArray{fileSystem});
    return body;
}

}  // namespace trainyard
