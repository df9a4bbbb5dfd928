// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/giveback.h"

#include "core/base/retry.h"
#include "core/knowledge/cost/meter.h"
#include "core/service/machines/instanceoperations.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>

#include <algorithm>

namespace trainyard {

namespace {

struct GiveBackWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CloudService)
};

// An answer that asking again does not change.
bool isFinal(ErrorCode code)
{
    return code == ErrorCode::AuthenticationFailed || code == ErrorCode::PermissionDenied || code == ErrorCode::InvalidInput
           || code == ErrorCode::Unsupported || code == ErrorCode::NotFound || code == ErrorCode::Cancelled;
}

Error notGoneYet(const Instance &instance, const QString &detail)
{
    return {
        ErrorCode::TimedOut,
        GiveBackWords::tr("%1 is being given back, but its provider does not report it gone yet: `yard agent` keeps asking until it is.")
            .arg(instance.request.name),
        detail};
}

Result<Instance> terminated(const InstanceOperations &operations, InstanceId id, const RentTimes &times, const QDeadlineTimer &deadline,
                            const std::stop_token &stop)
{
    auto last = operations.terminate(id, stop);
    bool wasNamed = false;
    while (!last || last->state != InstanceState::Gone) {
        if (!last && isFinal(last.error().code))
            return last;
        if (!pauseFor(times.pause, stop))
            return cancelledError();
        if (deadline.hasExpired()) {
            if (!last)
                return last;
            return notGoneYet(*last, last->reason);
        }
        // A call whose answer was lost, or that had no name for the machine yet, is made again; otherwise it is enough to look.
        const bool wasMade = last && !last->providerId.isEmpty() && wasNamed;
        wasNamed = last && !last->providerId.isEmpty();
        last = wasMade ? operations.refresh(id, stop) : operations.terminate(id, stop);
    }
    return last;
}

// The proof: the provider lists what there is in the account, and nothing of it was made for this machine.
bool isNothingLeft(const MachineProvider &provider, const Instance &instance, const std::stop_token &stop)
{
    InstanceFilter filter;
    filter.account = instance.request.account;
    filter.region = instance.request.region;
    filter.owner = instance.request.owner;
    filter.clientToken = instance.request.clientToken;
    const auto listed = provider.resources(filter, stop);
    return listed && std::none_of(listed->begin(), listed->end(), [&instance](const CloudResource &one) {
               const bool isShared = one.kind == CloudResource::Kind::KeyPair || one.kind == CloudResource::Kind::SecurityGroup;
               return !isShared && one.owner == instance.request.owner && one.clientToken == instance.request.clientToken;
           });
}

}  // namespace

bool isAskedBack(const Instance &instance) { return instance.request.settings.contains(QLatin1String(kAskedBackSetting)); }

Result<Instance> askBack(StateDatabase &database, InstanceId id)
{
    const auto written = database.instances.update(
        id, [](Instance &one) { one.request.settings.insert(QLatin1String(kAskedBackSetting), QStringLiteral("asked")); });
    return written || !isUnwritable(written.error()) ? written : database.instances.find(id);
}

std::optional<Money> costOfInstance(const QList<Rental> &rentals, InstanceId id, const QDateTime &now)
{
    std::optional<Money> sum;
    for (const Rental &rental : rentals) {
        if (rental.instanceId != id || !isCountable(rental))
            continue;
        const auto cost = accrued(meteredRental(rental), (rental.ended.isValid() ? rental.ended : now).toSecsSinceEpoch());
        const auto both = cost && sum ? sum->plus(*cost) : cost;
        if (!both)
            return std::nullopt;
        sum = *both;
    }
    return sum;
}

QDateTime latestGiveBack(const Instance &instance, const QList<Rental> &rentals, const std::optional<Money> &perHour, const QDateTime &now)
{
    RentEnd end = instance.request.end;
    const auto cost = end.spent ? costOfInstance(rentals, instance.id, now) : std::nullopt;
    const auto left = cost ? end.spent->minus(*cost) : Result<Money>(Error{});
    if (left)
        end.spent = left->nanos() > 0 ? *left : Money(0, left->currency());
    return latestEnd(end, now, perHour);
}

Result<GivenBack> giveBackInstance(ServiceContext &context, InstanceId id, const RentTimes &times, const RentReport &report,
                                   std::stop_token stop)
{
    const InstanceOperations operations(*context.database, context.paths, context.providers);
    const QDeadlineTimer deadline(times.giveBack);
    QElapsedTimer clock;
    clock.start();
    TRY(const auto asked, context.database->instances.find(id));
    const auto told = [&](bool isDone, const QString &evidence) {
        if (!report)
            return;
        RentStep step;
        step.stage = RentStage::GiveBack;
        step.isDone = isDone;
        step.evidence = evidence;
        step.took = step.sinceRequest = std::chrono::milliseconds(clock.elapsed());
        report(step);
    };
    told(false, asked.providerId);
    GivenBack given;
    TRY(given.instance, terminated(operations, id, times, deadline, stop));
    TRY(const auto provider, context.providers.find(given.instance.request.providerKind));
    given.isVerified = isNothingLeft(*provider, given.instance, stop);
    QFile::remove(operations.hostKeysFile(id));
    const auto rentals = context.database->rentals.all();
    given.cost = rentals ? costOfInstance(*rentals, id, QDateTime::currentDateTimeUtc()) : std::nullopt;
    told(true, given.instance.providerId);
    return given;
}

}  // namespace trainyard
