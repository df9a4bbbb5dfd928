// SPDX-License-Identifier: GPL-3.0-or-later
// The interface "who provides a machine": one MachineProvider for each kind of provider (core/provider/registry lists them). Code outside
// core/provider never asks which provider it is; it asks capabilities() what it can do. The base class refuses every operation with
// Unsupported and one sentence, so that a provider implements only what it can do.
//
// Any thread. A provider keeps no state of instances; each answer comes from a fresh request. All calls but kind(), name() and
// capabilities() block until the provider has answered, the provider's own deadline has passed, or `stop` is requested. Every call may
// fail with:
//   AuthenticationFailed  no or wrong credentials: never repeated by itself
//   PermissionDenied      the credentials do not allow this call; the sentence names the missing right
//   NotFound              no such instance, account, region, type or image
//   InvalidInput          the request is wrong; asking again does not help
//   Unreachable, TimedOut, ConnectionLost  no answer. It is unknown whether the call was carried out
//   Corrupt               an answer that breaks the provider's own format. The same holds
//   Cancelled             by `stop`. The same holds
// isUnknownOutcome() names the errors after which a call that changes something may have been carried out nevertheless.
#pragma once

#include "core/base/result.h"
#include "core/model/instance.h"
#include "core/model/providercapabilities.h"
#include "core/model/sshtarget.h"
#include "core/model/stepreport.h"
#include "core/provider/interface/cloudaccount.h"
#include "core/provider/interface/cloudbill.h"
#include "core/provider/interface/cloudresource.h"

#include <QByteArray>
#include <QDate>
#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>
#include <stop_token>

namespace trainyard {

// What a provider reports about one instance.
struct InstanceReport {
    QString providerId;
    QString clientToken;  // of the request that made it; empty: not reported by the provider
    QString owner;        // empty: not reported by the provider
    ProvidedState state = ProvidedState::Starting;
    QString reason;  // why it is in that state, in the provider's words; may be empty
    // Of a stopped one: whether its price goes on as if it ran. nullopt: the provider does not say.
    std::optional<bool> isFullyCharged = {};
    QString zone = {};  // where it is; empty: not reported by the provider
};

// What list() looks for; an empty field matches everything.
struct InstanceFilter {
    QString account, region;
    QString owner, clientToken;
};

struct ProviderOffer {
    QString offerId;  // as in the catalogue; empty: it is not there
    QString region, zone, type;
    std::optional<Money> perHour;
    bool isSpot = false;
    std::optional<bool> isInStock;   // nullopt: not reported by the provider
    int gpus = -1;                   // −1: not reported by the provider
    QString gpu = {};                // in its words; may be empty
    int vcpus = -1, memoryMiB = -1;  // of the machine; −1: not reported by the provider
};

struct SpotPriceFilter {
    QString account, region;
    QStringList types, zones;  // at least one of each
    QDateTime since;           // UTC
};

// What a spot machine of this type costs in this zone from then on.
struct SpotPrice {
    QString type, zone;
    QDateTime since;  // UTC
    Money perHour;    // above 0

    bool operator==(const SpotPrice &) const = default;
};

struct ProviderQuota {
    QString name, region;
    double limit = 0, used = 0;  // in units of the provider
    // What it covers, where the provider says so: machines of types that begin with one of these, bought that way.
    QStringList typesBeginWith = {};
    bool isSpot = false;
    bool countsVcpus = false;  // its units are vCPUs
};

struct ProviderImage {
    QString id, name;
    QString user;  // the user for SSH logins
    bool hasDriver = false;
};

enum class ProviderAction { Describe, Console, Stop, Start, Terminate, LetIn, SpotPrices };

class MachineProvider {
public:
    virtual ~MachineProvider() = default;

    virtual QString kind() const = 0;  // stable, stored in the database: "sandbox"
    virtual QString name() const = 0;  // for people
    virtual ProviderCapabilities capabilities() const = 0;

    // Signs in, and says which rights are missing. Two round trips at most, one after the other, each of as many requests as it needs.
    virtual Result<AccountReport> check(const QString &account, std::stop_token stop) const;
    virtual Result<QList<ProviderOffer>> offers(const InstanceFilter &filter, std::stop_token stop) const;
    virtual Result<QList<ProviderQuota>> quota(const InstanceFilter &filter, std::stop_token stop) const;
    virtual Result<QList<ProviderImage>> images(const InstanceFilter &filter, std::stop_token stop) const;
    // The minimal rights that the calls of this class need, as text in the provider's format.
    virtual Result<QString> policy() const;

    // Creates one instance. Repeating the call with the same client token creates no second one but returns the existing one. Returns as
    // soon as the provider has accepted the request. NoCapacity and OverQuota: nothing was created, as with every other error that has a
    // known outcome. `report` is called on this thread.
    virtual Result<InstanceReport> create(const InstanceRequest &request, const StepReport &report, std::stop_token stop) const;
    // Before ProviderCapabilities::appearsWithin has passed, NotFound may mean an instance that is not listed yet.
    virtual Result<InstanceReport> describe(const Instance &instance, std::stop_token stop) const;
    virtual Result<QList<InstanceReport>> list(const InstanceFilter &filter, std::stop_token stop) const;
    // These return as soon as the provider has accepted the request, and succeed if there is nothing left to do. NoCapacity: a stopped
    // machine cannot be started, because the provider gave its place away. terminate() also succeeds if the instance no longer exists.
    virtual Result<void> stop(const Instance &instance, std::stop_token stop) const;
    virtual Result<void> start(const Instance &instance, const StepReport &report, std::stop_token stop) const;
    virtual Result<void> terminate(const Instance &instance, std::stop_token stop) const;

    // The address of its SSH server; Unreachable as long as the provider has assigned no address.
    virtual Result<SshTarget> sshTarget(const Instance &instance, std::stop_token stop) const;
    // Lets SSH in from this address, "203.0.113.7/32", and no longer from those that were let in before; succeeds if that is so already.
    // Rules that others made stay. For every machine that shares the rule (ProviderCapabilities::sshRule). `report` is called on this thread.
    virtual Result<void> letIn(const Instance &instance, const QString &address, const StepReport &report, std::stop_token stop) const;
    // The end of its console output, at most `limit` bytes. It comes from the machine: hostile.
    virtual Result<QByteArray> consoleOutput(const Instance &instance, qint64 limit, std::stop_token stop) const;
    // When the provider takes it back; nullopt: no notice was given.
    virtual Result<std::optional<QDateTime>> spotNotice(const Instance &instance, std::stop_token stop) const;

    // How the prices of spot machines moved, oldest first, with that which was in effect at the beginning, as far back as the provider knows.
    // Only where ProviderCapabilities::spotPricing is Told. As few requests as the provider allows.
    virtual Result<QList<SpotPrice>> spotPrices(const SpotPriceFilter &filter, std::stop_token stop) const;

    // Everything in the account that may cost money, whether Trainyard made it or not. An empty region in the filter means all regions. If
    // one region does not answer, the whole call fails: a region that was not looked at may not be taken for empty.
    virtual Result<QList<CloudResource>> resources(const InstanceFilter &filter, std::stop_token stop) const;
    // Gives one of them back; succeeds if it no longer exists.
    virtual Result<void> release(const QString &account, const CloudResource &resource, std::stop_token stop) const;

    // What the cloud has charged for a calendar month so far, by the days and names of its own.
    virtual Result<CloudBill> bill(const QString &account, QDate month, std::stop_token stop) const;

    // The line of the provider's own command line that does the same as create(), or as the call for the action: for a POSIX shell,
    // quoted, without secrets. Empty: the provider has no such program. No request is sent. LetIn takes the address from the settings, SpotPrices
    // the zone.
    virtual QString createLine(const InstanceRequest &request) const;
    virtual QString actionLine(ProviderAction action, const Instance &instance) const;

protected:
    MachineProvider() = default;
};

// Whether it is unknown, after this error, if a call that changes something was carried out.
bool isUnknownOutcome(ErrorCode code);

}  // namespace trainyard
