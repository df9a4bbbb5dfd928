// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/vast/internal/vastanswer.h"

#include "core/provider/gpucloud/gpucloudreaders.h"
#include "core/provider/vast/internal/vasttext.h"

#include <QJsonArray>
#include <QRegularExpression>

namespace trainyard {

namespace {

using Kind = CloudRefusal::Kind;

constexpr int kDaysOfMonth = 30;

struct Meaning {
    const char *text;  // in the code or in the message
    Kind kind;
};

// The first that fits counts.
constexpr Meaning kMeanings[] = {
    {"no_such_instance", Kind::NotFound},
    {"no_such_ask", Kind::Capacity},
    {"resources_unavailable", Kind::Capacity},
    {"resources are currently unavailable", Kind::Capacity},
    {"invalid_price", Kind::Price},
    {"insufficient_bid", Kind::Price},
    {"bid too low", Kind::Price},
    {"insufficient_credit", Kind::Balance},
    {"lacks credit", Kind::Balance},
    {"add credit", Kind::Balance},
    {"account_suspended", Kind::Account},
    {"email not verified", Kind::Account},
    {"Two Factor", Kind::Session},
    {"too frequent", Kind::Throttled},
    {"volume in use", Kind::Conflict},
    {"deprecated_endpoint", Kind::Unsupported},
    {"invalid id", Kind::NotFound},
    {"invalid_args", Kind::Input},
};

Kind kindOf(int status, const QString &words, bool creates)
{
    if (status == 429)
        return Kind::Throttled;
    for (const Meaning &meaning : kMeanings) {
        if (words.contains(QLatin1String(meaning.text), Qt::CaseInsensitive))
            return meaning.kind;
    }
    switch (status) {
    case 401: return Kind::Keys;
    case 402: return Kind::Balance;
    case 403: return Kind::Right;
    case 404: return Kind::NotFound;
    case 409: return Kind::Conflict;
    case 410: return Kind::Capacity;
    // What is not understood does not say that nothing was made.
    default: return creates || status >= 500 || status == 408 ? Kind::Transient : Kind::Input;
    }
}

ProvidedState stateOf(const QString &actual, const QString &intended, const QString &message)
{
    const bool wantsToStop = intended == QLatin1String("stopped");
    if (actual == QLatin1String("running") || actual == QLatin1String("rebooting"))
        return wantsToStop ? ProvidedState::Stopping : ProvidedState::Running;
    if (actual == QLatin1String("stopped") || actual == QLatin1String("exited"))
        return wantsToStop ? ProvidedState::Stopped : ProvidedState::Starting;
    if (actual.isEmpty() || actual == QLatin1String("created") || actual == QLatin1String("loading")
        || actual == QLatin1String("scheduling")) {
        if (wantsToStop)
            return ProvidedState::Stopped;
        // "Error response from daemon: …": the image does not exist, or does not start on that host.
        return message.startsWith(QLatin1String("Error"), Qt::CaseInsensitive) ? ProvidedState::Failed : ProvidedState::Starting;
    }
    // Its host does not answer ("offline", "unknown"), or it is frozen: it exists, and costs money.
    return ProvidedState::Running;
}

// "California, US" or "US".
QString countryOf(const QString &place)
{
    static const QRegularExpression kCountry(QStringLiteral("(?:\\A|, )([A-Z]{2})\\z"));
    return kCountry.match(place).captured(1);
}

}  // namespace

std::optional<CloudRefusal> vastRefusal(const CloudAnswer &answer, const QJsonValue &content, bool creates)
{
    const QJsonObject object = content.toObject();
    const bool isAccepted = answer.status >= 200 && answer.status < 300;
    const bool saysNo = object.value("success").isBool() && !object.value("success").toBool();
    if (isAccepted && !saysNo)
        return std::nullopt;
    CloudRefusal refusal;
    refusal.code = object.value("error").toString();
    for (const char *name : {"msg", "message", "detail"}) {
        if (refusal.message.isEmpty())
            refusal.message = object.value(QLatin1String(name)).toString();
    }
    refusal.kind = kindOf(answer.status, (refusal.code + u' ' + refusal.message).left(2000), creates);
    if (refusal.code.isEmpty())
        refusal.code = QStringLiteral("HTTP %1").arg(answer.status);
    return refusal;
}

InstanceReport vastReport(const QJsonObject &machine)
{
    InstanceReport report;
    report.providerId = cloudId(machine.value("id"));
    CloudResource labelled;
    setLabel(labelled, cloudLine(machine, "label"));
    report.owner = labelled.owner;
    report.clientToken = labelled.clientToken;
    const QString actual = cloudText(machine, "actual_status"), message = cloudLine(machine, "status_msg");
    report.state = stateOf(actual, cloudText(machine, "intended_status"), message);
    if (report.state == ProvidedState::Stopped)
        report.reason = VastText::tr("It is stopped. Its disk goes on costing money, and its GPUs may be rented to others.");
    else if (actual == QLatin1String("offline") || actual == QLatin1String("unknown"))
        report.reason = VastText::tr("Its host does not answer Vast.ai. It may come back; its disk costs money until it is terminated.");
    else if (report.state == ProvidedState::Failed || report.state == ProvidedState::Starting)
        report.reason = message;
    return report;
}

Result<SshTarget> vastAddress(const QJsonObject &machine)
{
    SshTarget target;
    target.user = QStringLiteral("root");
    const QJsonObject direct = machine.value("ports").toObject().value("22/tcp").toArray().first().toObject();
    target.host = cloudText(machine, "public_ipaddr").trimmed();
    target.port = direct.value("HostPort").toString().toInt();
    if (target.host.isEmpty() || target.port == 0) {
        // Through the proxy, which passes the connection on as it is: the key is the machine's own.
        target.host = cloudText(machine, "ssh_host").trimmed();
        target.port = machine.value("ssh_port").toInt();
    }
    if (target.host.isEmpty() || target.port == 0 || vastReport(machine).state != ProvidedState::Running) {
        return Error{ErrorCode::Unreachable, VastText::tr("Vast.ai has not given the machine an address yet: try again in a minute."),
                     cloudLine(machine, "status_msg")};
    }
    return target;
}

std::optional<ProviderOffer> vastOffer(const QJsonObject &offer, bool isSpot)
{
    const QString gpu = cloudLine(offer, "gpu_name"), id = cloudId(offer.value("id"));
    const int count = offer.value("num_gpus").toInt();
    if (id.isEmpty() || gpu.isEmpty() || count < 1 || !gpuCount(gpuCountText(count, gpu)) || !offer.value("rentable").toBool(true)
        || offer.value("rented").toBool())
        return std::nullopt;
    ProviderOffer found;
    found.zone = id;
    found.region = countryOf(cloudLine(offer, "geolocation"));
    found.type = gpuCountText(count, gpu);
    found.isSpot = isSpot;
    found.perHour = dollars(offer.value(QLatin1String(isSpot ? "min_bid" : "dph_total")));
    found.isInStock = true;
    return found.perHour ? std::optional(found) : std::nullopt;
}

std::optional<ProviderImage> vastImage(const QJsonObject &templateOfImages)
{
    ProviderImage image;
    image.id = cloudText(templateOfImages, "image");
    if (const QString tag = cloudText(templateOfImages, "tag"); !tag.isEmpty() && !image.id.isEmpty())
        image.id += u':' + tag;
    image.name = cloudLine(templateOfImages, "name");
    image.user = QStringLiteral("root");
    image.hasDriver = true;  // that of the host
    return image.id.isEmpty() ? std::nullopt : std::optional(image);
}

CloudResource vastInstance(const QJsonObject &machine)
{
    CloudResource resource;
    resource.kind = CloudResource::Kind::Instance;
    const InstanceReport report = vastReport(machine);
    resource.providerId = report.providerId;
    setLabel(resource, cloudLine(machine, "label"));
    resource.region = countryOf(cloudLine(machine, "geolocation"));
    resource.state = cloudLine(machine, "actual_status");
    resource.gibibytes = cloudGibibytes(machine.value("disk_space"));
    if (report.state == ProvidedState::Stopped)
        resource.perDay = dollars(machine.value("storage_cost").toDouble() * resource.gibibytes / kDaysOfMonth);
    else
        resource.perDay = dollars(machine.value("dph_total"), 24);
    const double start = machine.value("start_date").toDouble();
    if (start > 0 && start < 1e11)
        resource.created = QDateTime::fromSecsSinceEpoch(qint64(start), Qt::UTC);
    return resource;
}

CloudResource vastVolume(const QJsonObject &volume)
{
    CloudResource resource;
    resource.kind = CloudResource::Kind::Disk;
    resource.providerId = cloudId(volume.value("id"));
    setLabel(resource, cloudLine(volume, "label"));
    resource.region = countryOf(cloudLine(volume, "geolocation"));
    resource.state = QStringLiteral("volume");
    resource.gibibytes = cloudGibibytes(volume.value("disk_space"));
    resource.isInUse = !volume.value("instances").toArray().isEmpty();
    return resource;
}

}  // namespace trainyard
