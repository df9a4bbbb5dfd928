// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/cloudsweep.h"

#include "core/base/retry.h"
#include "core/knowledge/clocks/addressprices.h"
#include "core/service/clouds/keptitems.h"

#include <QCoreApplication>
#include <QDeadlineTimer>

#include <algorithm>

namespace trainyard {

namespace {

struct SweepWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CloudService)
};

// What this installation has asked for, and not got rid of yet.
struct Known {
    QString owner;
    QList<Instance> live;
};

// Read after the account was listed: a row is written before its machine is made, so that whatever was listed has its row by now.
Result<Known> knownHere(const StateDatabase &database)
{
    Known known;
    TRY(known.owner, database.instances.owner());
    TRY(known.live, database.instances.live());
    return known;
}

// Whichever record of an account an instance was rented by: several may name one account, and tokens and owners are unique everywhere.
SweepOwner ownerOf(const CloudResource &resource, const Known &known)
{
    const bool isLive = std::any_of(known.live.begin(), known.live.end(), [&](const Instance &one) {
        const bool isOwn = !resource.clientToken.isEmpty() && resource.owner == known.owner
                           && one.request.clientToken == resource.clientToken;
        const bool isSame = resource.kind == CloudResource::Kind::Instance && !one.providerId.isEmpty()
                            && one.providerId == resource.providerId;
        return isOwn || isSame;
    });
    // Keys and groups serve all machines of a region.
    const bool isShared = resource.kind == CloudResource::Kind::KeyPair || resource.kind == CloudResource::Kind::SecurityGroup;
    const bool isUsed = isShared && resource.owner == known.owner
                        && std::any_of(known.live.begin(), known.live.end(), [&](const Instance &one) {
                               return one.request.region == resource.region || resource.region.isEmpty();
                           });
    if (isLive || isUsed)
        return SweepOwner::Live;
    if (resource.owner.isEmpty())
        return SweepOwner::Stranger;
    return resource.owner == known.owner ? SweepOwner::Orphan : SweepOwner::Other;
}

// Where the cloud itself does not say what an address costs.
void setAddressPrice(const QString &provider, CloudResource &resource)
{
    if (resource.kind != CloudResource::Kind::Address || resource.perDay)
        return;
    const AddressPrice *price = addressPrice(provider, resource.region, resource.isInUse ? AddressUse::InUse : AddressUse::Idle);
    const auto perDay = price ? price->perHour.times(24) : Result<Money>(Error{});
    if (perDay)
        resource.perDay = *perDay;
}

Result<QList<CloudResource>> listed(ServiceContext &context, const AccountRecord &account, const std::stop_token &stop)
{
    TRY(const auto provider, context.providers.find(account.providerKind));
    InstanceFilter filter;
    filter.account = account.name;
    TRY(auto all, provider->resources(filter, stop));
    for (CloudResource &one : all)
        setAddressPrice(account.providerKind, one);
    return all;
}

bool isListed(const QList<CloudResource> &all, const CloudResource &wanted)
{
    return std::any_of(all.begin(), all.end(), [&wanted](const CloudResource &one) {
        return one.kind == wanted.kind && one.providerId == wanted.providerId && one.region == wanted.region;
    });
}

}  // namespace

QString sweepOwnerName(SweepOwner owner)
{
    switch (owner) {
    case SweepOwner::Live: return QStringLiteral("live");
    case SweepOwner::Orphan: return QStringLiteral("orphan");
    case SweepOwner::Other: return QStringLiteral("other-installation");
    case SweepOwner::Stranger: return QStringLiteral("not-trainyard");
    }
    Q_UNREACHABLE();
}

QString resourceKindName(CloudResource::Kind kind)
{
    switch (kind) {
    case CloudResource::Kind::Instance: return QStringLiteral("instance");
    case CloudResource::Kind::Disk: return QStringLiteral("disk");
    case CloudResource::Kind::Address: return QStringLiteral("address");
    case CloudResource::Kind::Snapshot: return QStringLiteral("snapshot");
    case CloudResource::Kind::SpotRequest: return QStringLiteral("spot-request");
    case CloudResource::Kind::KeyPair: return QStringLiteral("key-pair");
    case CloudResource::Kind::SecurityGroup: return QStringLiteral("security-group");
    }
    Q_UNREACHABLE();
}

QList<SweepItem> SweepReport::orphans() const
{
    QList<SweepItem> found;
    std::copy_if(items.begin(), items.end(), std::back_inserter(found),
                 [](const SweepItem &one) { return one.owner == SweepOwner::Orphan && !one.kept; });
    return found;
}

Result<SweepReport> sweepAccounts(ServiceContext &context, const QStringList &accounts, const std::stop_token &stop)
{
    QList<AccountRecord> chosen;
    for (const QString &name : accounts) {
        TRY(const auto account, context.database->accounts.find(name));
        chosen << account;
    }
    if (accounts.isEmpty()) {
        TRY(chosen, context.database->accounts.all());
    }
    TRY(const auto kept, loadKeptItems(context.paths));
    SweepReport report;
    report.when = QDateTime::currentDateTimeUtc();
    for (const AccountRecord &account : std::as_const(chosen)) {
        const auto resources = listed(context, account, stop);
        if (stop.stop_requested())
            return cancelledError();
        if (!resources) {
            report.unanswered[account.name] = resources.error();
            continue;
        }
        TRY(const auto known, knownHere(*context.database));
        for (const CloudResource &one : *resources) {
            SweepItem item{account.name, one, ownerOf(one, known)};
            if (const auto note = kept.constFind(keptKey(item)); note != kept.constEnd())
                item.kept = *note;
            report.items << item;
        }
    }
    std::stable_sort(report.items.begin(), report.items.end(), [](const SweepItem &a, const SweepItem &b) {
        return (a.owner == SweepOwner::Orphan) > (b.owner == SweepOwner::Orphan);
    });
    return report;
}

Result<void> releaseItem(ServiceContext &context, const SweepItem &item, bool mayBeOthers, const RentTimes &times,
                         const std::stop_token &stop)
{
    TRY(const auto account, context.database->accounts.find(item.account));
    TRY(const auto provider, context.providers.find(account.providerKind));
    const QDeadlineTimer deadline(times.giveBack);
    TRY(auto all, listed(context, account, stop));
    while (isListed(all, item.resource)) {
        TRY(const auto known, knownHere(*context.database));
        const SweepOwner owner = ownerOf(item.resource, known);
        if (owner == SweepOwner::Live) {
            return Error{ErrorCode::AlreadyExists,
                         SweepWords::tr("%1 belongs to a machine that is rented now: give that back with `yard machine give-back`.")
                             .arg(item.resource.providerId),
                         {}};
        }
        if (owner != SweepOwner::Orphan && !mayBeOthers) {
            return Error{
                ErrorCode::PermissionDenied,
                SweepWords::tr("This installation of Trainyard did not make %1. To give it back nevertheless, name it with --not-mine %1.")
                    .arg(item.resource.providerId),
                {}};
        }
        const auto released = provider->release(account.name, item.resource, stop);
        // A disk or a group may be in use until its machine is gone, which the same sweep gives back.
        if (!released
            && (deadline.hasExpired() || released.error().code == ErrorCode::PermissionDenied
                || released.error().code == ErrorCode::AuthenticationFailed || released.error().code == ErrorCode::Unsupported))
            return released.error();
        TRY(all, listed(context, account, stop));
        if (!isListed(all, item.resource))
            break;
        if (deadline.hasExpired()) {
            return Error{ErrorCode::TimedOut,
                         SweepWords::tr("%1 was asked to go and is still there: look again later.").arg(item.resource.providerId),
                         item.resource.state};
        }
        if (!pauseFor(times.pause, stop))
            return cancelledError();
    }
    return {};
}

}  // namespace trainyard
