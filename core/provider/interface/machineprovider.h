// SPDX-License-Identifier: GPL-3.0-or-later
// The seam "who provides a machine": one MachineProvider for each kind of provider (core/provider/registry lists them). Outside this wing
// no code asks which provider it is; it asks capabilities() what it can do. What a provider cannot do, the base class refuses with
// Unsupported and one sentence, so that a provider implements only what it can.
//
// Any thread; a provider keeps no state of instances, what it says is what it asked just now. All calls but kind(), name() and
// capabilities() block until the provider has answered, a deadline of the provider's own passed, or `stop` asks. Every call may fail with:
//   AuthenticationFailed  no or wrong credentials: never repeated by itself
//   PermissionDenied      the credentials do not allow this call; the sentence names the missing right
//   NotFound              no such instance, account, region, type or image
//   InvalidInput          the request is wrong; asking again does not help
//   Unreachable, TimedOut, ConnectionLost  no answer. It is unknown whether the call was carried out
//   Corrupt               an answer that breaks the provider's own format. The same holds
//   Cancelled             by `stop`. The same holds
// isUnknownOutcome() names those after which a call that changes something may have been carried out all the same.
#pragma once

#include "core/base/result.h"
#include "core/model/instance.h"
#include "core/model/providercapabilities.h"
#include "core/model/sshtarget.h"
#include "core/model/stepreport.h"

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QString>

#include <optional>
#include <stop_token>

namespace trainyard {

// What a provider says of one instance.
struct InstanceReport {
    QString providerId;
    QString clientToken;  // of the request that made it; empty: the provider does not say
    QString owner;        // empty: the provider does not say
    ProvidedState state = ProvidedState::Starting;
    QString reason;  // why it is in that state, in the provider's words; may be empty
};

// What list() looks for; an empty field fits all.
struct InstanceFilter {
    QString account, region;
    QString owner, clientToken;
};

struct ProviderOffer {
    QString offerId;  // as in the catalogue; empty: it is not there
    QString region, zone, type;
    std::optional<Money> perHour;
    bool isSpot = false;
    std::optional<bool> isInStock;  // nothing: the provider does not say
};

struct ProviderQuota {
    QString name, region;
    double limit = 0, used = 0;  // in units of the provider
};

struct ProviderImage {
    QString id, name;
    QString user;  // who logs in over SSH
    bool hasDriver = false;
};

class MachineProvider {
public:
    virtual ~MachineProvider() = default;

    virtual QString kind() const = 0;  // stable, in the database: "sandbox"
    virtual QString name() const = 0;  // for people
    virtual ProviderCapabilities capabilities() const = 0;

    virtual Result<QList<ProviderOffer>> offers(const InstanceFilter &filter, std::stop_token stop) const;
    virtual Result<QList<ProviderQuota>> quota(const InstanceFilter &filter, std::stop_token stop) const;
    virtual Result<QList<ProviderImage>> images(const InstanceFilter &filter, std::stop_token stop) const;
    // The least rights that the calls of this class need, as the text that the provider takes.
    virtual Result<QString> policy() const;

    // Makes one instance, and not a second one when it is asked again with the same client token: then it answers with the one that
    // there is. Returns as soon as the provider has taken the request. NoCapacity and OverQuota: nothing was made, and so with every other
    // error that has a known outcome. `report` is called on this thread.
    virtual Result<InstanceReport> create(const InstanceRequest &request, const StepReport &report, std::stop_token stop) const;
    // NotFound before ProviderCapabilities::appearsWithin has passed may be an instance that is not listed yet.
    virtual Result<InstanceReport> describe(const Instance &instance, std::stop_token stop) const;
    virtual Result<QList<InstanceReport>> list(const InstanceFilter &filter, std::stop_token stop) const;
    // These return as soon as the provider has taken the request, and succeed when there is nothing left to do. NoCapacity: a stopped
    // machine cannot be started, because the provider gave its place away. terminate(): also when there is no such instance any more.
    virtual Result<void> stop(const Instance &instance, std::stop_token stop) const;
    virtual Result<void> start(const Instance &instance, const StepReport &report, std::stop_token stop) const;
    virtual Result<void> terminate(const Instance &instance, std::stop_token stop) const;

    // Where its SSH server listens; Unreachable as long as the provider has given no address.
    virtual Result<SshTarget> sshTarget(const Instance &instance, std::stop_token stop) const;
    // The end of what it printed on its console, at most `limit` bytes. It comes from the machine: hostile.
    virtual Result<QByteArray> consoleOutput(const Instance &instance, qint64 limit, std::stop_token stop) const;
    // When the provider takes it back; nothing: no notice was given.
    virtual Result<std::optional<QDateTime>> spotNotice(const Instance &instance, std::stop_token stop) const;

protected:
    MachineProvider() = default;
};

// After this error it is unknown whether a call that changes something was carried out.
bool isUnknownOutcome(ErrorCode code);

}  // namespace trainyard
