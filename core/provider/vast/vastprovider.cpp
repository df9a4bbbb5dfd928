// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/vast/vastprovider.h"

#include "core/base/fanout.h"
#include "core/base/retry.h"
#include "core/base/shellquote.h"
#include "core/provider/cloudapi/listing.h"
#include "core/provider/gpucloud/gpucloudreaders.h"
#include "core/provider/vast/internal/vastanswer.h"
#include "core/provider/vast/internal/vastrequest.h"
#include "core/provider/vast/internal/vasttext.h"

namespace trainyard {

namespace {

using Effect = CloudCall::Effect;
using namespace std::chrono_literals;

constexpr int kPageSize = 25;  // the most that the list gives at once
constexpr int kMostAsks = 5;   // tried one after the other; others may have taken them since they were listed
constexpr int kLogLooks = 5;   // the log is written some seconds after it was asked for
constexpr auto kLogPause = 2s;

GpuCloudKind vastKind()
{
    return {VastProvider::kKind,
            QStringLiteral("Vast.ai"),
            QStringLiteral("https://console.vast.ai"),
            {},
            QStringLiteral("VAST_API_KEY"),
            256,  // max_length of a label
            vastRefusal};
}

GpuCloudCall apiCall(const QByteArray &method, const QByteArray &path, const char *right, Effect effect = Effect::Reads,
                     const QJsonObject &body = {})
{
    GpuCloudCall call;
    call.method = method;
    call.path = "/api" + path;
    call.right = QLatin1String(right);
    call.effect = effect;
    call.body = body;
    return call;
}

QByteArray instancePath(const QString &id) { return "/v0/instances/" + id.toLatin1() + '/'; }

}  // namespace

VastProvider::VastProvider(CredentialLookup lookup, const CloudLimits &limits) : GpuCloudProvider(vastKind(), std::move(lookup), limits) {}

ProviderCapabilities VastProvider::capabilities() const
{
    ProviderCapabilities can;
    can.canCreate = can.canStop = can.canTerminate = true;
    can.hasConsole = can.hasOffers = can.hasImages = can.hasPolicy = true;
    can.limitsSsh = false;
    can.appearsWithin = std::chrono::minutes(5);
    return can;
}

Result<AccountReport> VastProvider::check(const QString &account, std::stop_token stop) const
{
    TRY(const Cloud cloud, signIn(account));
    GpuCloudCall list = apiCall("GET", "/v1/instances/", "instance_read");
    list.query = {{"limit", "1"}};
    std::optional<Result<QJsonValue>> listed;
    const auto who = sideBySide([&] { return cloud.call(apiCall("GET", "/v0/users/current/", "user_read"), stop); },
                                [&] { listed = cloud.call(list, stop); });
    AccountReport report;
    report.regions = {kVastAnywhere};
    if (who) {
        const QString id = cloudId(who->toObject().value("id")), mail = cloudLine(who->toObject(), "email");
        if (id.isEmpty())
            return cloud.formatError(QStringLiteral("The answer names no user"));
        report.scope = id;
        report.identity = mail.isEmpty() ? id : VastText::tr("%1 (user %2)", "an address, an id").arg(mail, id);
    } else if (who.error().code == ErrorCode::PermissionDenied) {
        report.missing << QStringLiteral("user_read");
    } else {
        return who.error();
    }
    if (!*listed && listed->error().code != ErrorCode::PermissionDenied)
        return listed->error();
    if (!*listed)
        report.missing << QStringLiteral("instance_read");
    return report;
}

Result<QList<ProviderOffer>> VastProvider::offers(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const Cloud cloud, signIn(filter.account));
    QList<ProviderOffer> offers;
    for (const bool isSpot : {false, true}) {
        TRY(const QJsonValue answer, cloud.call(apiCall("POST", "/v0/bundles/", "misc", Effect::Reads, vastSearch(isSpot)), stop));
        const QJsonValue listed = answer.toObject().value("offers");
        if (!listed.isArray())
            return cloud.formatError(QStringLiteral("The answer has no offers"));
        for (const QJsonValue &one : listed.toArray()) {
            const auto offer = vastOffer(one.toObject(), isSpot);
            if (offer && (filter.region.isEmpty() || filter.region == kVastAnywhere || offer->region == filter.region))
                offers << *offer;
        }
    }
    return offers;
}

Result<QList<ProviderImage>> VastProvider::images(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const Cloud cloud, signIn(filter.account));
    GpuCloudCall call = apiCall("GET", "/v0/template/", "misc");
    call.query = {{"select_filters", "{\"recommended\":{\"eq\":true}}"}};
    TRY(const QJsonValue answer, cloud.call(call, stop));
    const QJsonValue listed = answer.toObject().value("templates");
    if (!listed.isArray())
        return cloud.formatError(QStringLiteral("The answer has no templates"));
    QList<ProviderImage> images;
    for (const QJsonValue &one : listed.toArray()) {
        if (const auto image = vastImage(one.toObject()))
            images << *image;
    }
    return images;
}

Result<QString> VastProvider::policy() const
{
    // What `vastai create api-key --permission_file` takes: each category that a call below names.
    return QStringLiteral("{\"api\": {\"misc\": {}, \"user_read\": {}, \"instance_read\": {}, \"instance_write\": {}}}\n");
}

Result<void> VastProvider::accepts(const InstanceRequest &request) const { return checkVastRequest(request); }

Result<QJsonArray> VastProvider::machines(const Cloud &cloud, const std::stop_token &stop) const
{
    QJsonArray all;
    QByteArray after;
    const Listing listing;
    while (true) {
        GpuCloudCall call = apiCall("GET", "/v1/instances/", "instance_read");
        call.query = {{"limit", QByteArray::number(kPageSize)}};
        if (!after.isEmpty())
            call.query << NamedBytes("after_token", after);
        TRY(const QJsonValue answer, cloud.call(call, stop));
        const QJsonObject object = answer.toObject();
        if (!object.value("instances").isArray())
            return cloud.formatError(QStringLiteral("The answer has no instances"));
        const QJsonArray more = object.value("instances").toArray();
        for (const QJsonValue &one : more)
            all << one;
        after = object.value("next_token").toString().toUtf8();
        if (after.isEmpty()) {
            // What was not shown is not absent.
            return object.value("total_instances").toInt() > all.size()
                       ? Result<QJsonArray>(cloud.formatError(QStringLiteral("The list ends before its count")))
                       : Result<QJsonArray>(all);
        }
        if (more.isEmpty())
            break;
    }
    return cloud.formatError(QStringLiteral("The list does not end"));
}

Result<QJsonObject> VastProvider::machine(const Cloud &cloud, const QString &id, const std::stop_token &stop) const
{
    const auto answer = cloud.call(apiCall("GET", instancePath(id), "instance_read"), stop);
    if (!answer)
        return answer.error().code == ErrorCode::NotFound ? noSuchMachine() : answer.error();
    const QJsonValue one = answer->toObject().value("instances");
    if (one.isNull())
        return noSuchMachine();
    return one.isObject() ? Result<QJsonObject>(one.toObject())
                          : Result<QJsonObject>(cloud.formatError(QStringLiteral("The answer has no instance")));
}

Result<QString> VastProvider::take(const Cloud &cloud, const QString &ask, const QJsonObject &body, const std::stop_token &stop) const
{
    QJsonValue refused;
    const auto answer = cloud.call(apiCall("PUT", "/v0/asks/" + ask.toLatin1() + '/', "instance_write", Effect::Changes, body), stop,
                                   &refused);
    const QString id = cloudId((answer ? *answer : refused).toObject().value("new_contract"));
    if (answer)
        return id.isEmpty() ? Result<QString>(cloud.formatError(QStringLiteral("The answer has no contract"))) : Result<QString>(id);
    if (id.isEmpty())
        return answer.error();
    // It was refused and made all the same, stopped: its disk would cost money.
    // That it is not found would only mean that it is not there yet.
    const auto ended = cloud.call(apiCall("DELETE", instancePath(id), "instance_write", Effect::Once), stop);
    if (ended)
        return answer.error();
    return Error{
        ErrorCode::Unreachable,
        VastText::tr("Vast.ai made a machine that it refused, number %1, and it could not be ended: end it in the console.").arg(id),
        ended.error().detail};
}

Result<QString> VastProvider::make(const Cloud &cloud, const InstanceRequest &request, const QString &label, const StepReport &report,
                                   const std::stop_token &stop) const
{
    sayStep(report, VastText::tr("Looking for offers of %1").arg(request.type));
    TRY(const QJsonValue answer, cloud.call(apiCall("POST", "/v0/bundles/", "misc", Effect::Reads, vastSearch(request)), stop));
    const QStringList asks = vastFitting(answer.toObject().value("offers").toArray(), request);
    Error error = cloudError(name(), {CloudRefusal::Kind::Capacity, {}, QStringLiteral("No offer fits the search and its price"), {}, {}});
    for (const QString &ask : asks.mid(0, kMostAsks)) {
        sayStep(report, VastText::tr("Asking for offer %1").arg(ask));
        const auto made = take(cloud, ask, vastCreation(request, label), stop);
        if (made || made.error().code != ErrorCode::NoCapacity)
            return made;
        error = made.error();
    }
    return error;
}

Result<void> VastProvider::end(const Cloud &cloud, const QString &id, const std::stop_token &stop) const
{
    return goneIsFine(cloud.call(apiCall("DELETE", instancePath(id), "instance_write", Effect::Once), stop));
}

InstanceReport VastProvider::read(const QJsonObject &machine) const { return vastReport(machine); }

Result<SshTarget> VastProvider::address(const QJsonObject &machine) const { return vastAddress(machine); }

Result<void> VastProvider::setState(const Instance &instance, bool runs, const std::stop_token &stop) const
{
    TRY(const Cloud cloud, signIn(instance.request.account));
    TRY(const QJsonObject one, found(cloud, instance, stop));
    const QString state = runs ? QStringLiteral("running") : QStringLiteral("stopped");
    if (cloudText(one, "intended_status") == state)
        return {};
    TRY_DO(cloud.call(apiCall("PUT", instancePath(cloudId(one.value("id"))), "instance_write", Effect::Once, {{"state", state}}), stop));
    return {};
}

Result<void> VastProvider::stop(const Instance &instance, std::stop_token stop) const { return setState(instance, false, stop); }

Result<void> VastProvider::start(const Instance &instance, const StepReport &, std::stop_token stop) const
{
    return setState(instance, true, stop);
}

Result<QByteArray> VastProvider::consoleOutput(const Instance &instance, qint64 limit, std::stop_token stop) const
{
    TRY(const Cloud cloud, signIn(instance.request.account));
    TRY(const QJsonObject one, found(cloud, instance, stop));
    const QByteArray path = "/v0/instances/request_logs/" + cloudId(one.value("id")).toLatin1() + '/';
    TRY(const QJsonValue answer, cloud.call(apiCall("PUT", path, "instance_read", Effect::Once, {{"tail", "1000"}}), stop));
    const QUrl address(answer.toObject().value("result_url").toString().left(4000), QUrl::StrictMode);
    for (int look = 0; look < kLogLooks; ++look) {
        const auto log = cloud.file(address, limit, stop);
        if (log || log.error().code != ErrorCode::NotFound)
            return log;
        if (!pauseFor(kLogPause, stop))
            return cancelledError();
    }
    return Error{ErrorCode::Unreachable, VastText::tr("Vast.ai has not written the machine's log yet: try again in a minute."), {}};
}

Result<QList<CloudResource>> VastProvider::resources(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const Cloud cloud, signIn(filter.account));
    TRY(const QJsonArray listed, machines(cloud, stop));
    GpuCloudCall call = apiCall("GET", "/v0/volumes/", "instance_read");
    call.query = {{"owner", "me"}, {"type", "all_volume"}};
    TRY(const QJsonValue answer, cloud.call(call, stop));
    const QJsonValue volumes = answer.toObject().value("volumes");
    if (!volumes.isArray())
        return cloud.formatError(QStringLiteral("The answer has no volumes"));
    QList<CloudResource> all;
    for (const QJsonValue &one : listed)
        all << vastInstance(one.toObject());
    for (const QJsonValue &one : volumes.toArray())
        all << vastVolume(one.toObject());
    all.removeIf([&filter](const CloudResource &one) { return !isWanted(one, filter); });
    return all;
}

Result<void> VastProvider::release(const QString &account, const CloudResource &resource, std::stop_token stop) const
{
    TRY(const Cloud cloud, signIn(account));
    if (!isGpuCloudId(resource.providerId))
        return noSuchMachine();
    if (resource.kind == CloudResource::Kind::Instance)
        return end(cloud, resource.providerId, stop);
    if (resource.kind != CloudResource::Kind::Disk)
        return costsNothing();
    return goneIsFine(
        cloud.call(apiCall("DELETE", "/v0/volumes/", "instance_write", Effect::Once, {{"id", resource.providerId.toDouble()}}), stop));
}

QString VastProvider::createLine(const InstanceRequest &request) const
{
    if (!checkVastRequest(request))
        return {};
    const QJsonObject body = vastCreation(request, request.name);
    const QString wanted = request.settings.value(kVastAsk);
    QString ask = shellQuoted(wanted);
    if (wanted.isEmpty()) {
        ask = QStringLiteral("\"$(vastai search offers %1 --type %2 -o dph_total --raw | jq -r '.[0].id')\"")
                  .arg(shellQuoted(vastSearchWords(request)), request.isSpot ? QStringLiteral("bid") : QStringLiteral("on-demand"));
    }
    QStringList words{QStringLiteral("--image"),       body.value("image").toString(),
                      QStringLiteral("--disk"),        QString::number(body.value("disk").toInt()),
                      QStringLiteral("--ssh"),         QStringLiteral("--direct"),
                      QStringLiteral("--onstart-cmd"), body.value("onstart").toString()};
    if (!request.name.isEmpty())
        words << QStringLiteral("--label") << request.name;
    if (request.isSpot)
        words << QStringLiteral("--price") << QString::number(body.value("price").toDouble());
    return QStringLiteral("vastai create instance ") + ask + u' ' + shellJoined(words);
}

QString VastProvider::actionLine(ProviderAction action, const Instance &instance) const
{
    if (!isGpuCloudId(instance.providerId))
        return {};
    const auto line = [&instance](const char *words) {
        return QStringLiteral("vastai %1 %2").arg(QLatin1String(words), instance.providerId);
    };
    switch (action) {
    case ProviderAction::Describe: return line("show instance");
    case ProviderAction::Console: return line("logs");
    case ProviderAction::Stop: return line("stop instance");
    case ProviderAction::Start: return line("start instance");
    case ProviderAction::Terminate: return line("destroy instance");
    case ProviderAction::LetIn:
    case ProviderAction::SpotPrices: break;
    }
    return {};
}

}  // namespace trainyard
