// SPDX-License-Identifier: GPL-3.0-or-later
// The person's accounts at clouds, renting machines there, giving them back, and finding what else costs money. Main thread; whatever
// waits is done on the context's pool. Reports are called on worker threads.
#pragma once

#include "core/model/accountrecord.h"
#include "core/provider/credentials/officialcredentials.h"
#include "core/service/clouds/billcheck.h"
#include "core/service/clouds/capacitysearch.h"
#include "core/service/clouds/cloudsweep.h"
#include "core/service/clouds/giveback.h"
#include "core/service/clouds/rentorder.h"
#include "core/service/clouds/spotprices.h"
#include "core/service/machines/servicecontext.h"

namespace trainyard {

class CloudService {
public:
    explicit CloudService(ServiceContext &context, const RentTimes &limits = {}) : times(limits), m_context(context) {}

    QList<CloudKind> kinds() const { return cloudKinds(); }
    ProviderCapabilities capabilitiesOf(const AccountRecord &account) const
    {
        return m_context.providers.capabilitiesOf(account.providerKind);
    }
    // The only account, or the only one of that kind if one is given. InvalidInput if there are several, NotFound if there is none.
    Result<AccountRecord> onlyAccount(const QString &kind = {}) const;
    // Stores the account and, for one of the Keyring kind, its credentials; contacts no cloud. Without a keyring they are in an encrypted file
    // then, and the account's source says so. AlreadyExists, InvalidInput, Unsupported (none of the named sources has credentials).
    QFuture<Result<AccountRecord>> add(const AccountRecord &account, const CloudCredentials &credentials);
    // With its credentials. AlreadyExists while machines of it are not given back.
    QFuture<Result<void>> remove(const QString &name);
    // Also asks what it offers at prices of its own (accountoffers.h).
    QFuture<Result<AccountReport>> check(const QString &name, std::stop_token stop = {});

    // Errors as MachineRenter::rent().
    QFuture<Result<Machine>> rent(const RentOrder &order, const RentReport &report, std::stop_token stop = {});
    // Goes on with a machine whose program ended before it was ready. Errors as MachineRenter::resume().
    QFuture<Result<Machine>> resumeRenting(InstanceId id, const RentReport &report = {}, std::stop_token stop = {});
    // Writes down that it is to be given back (askBack()), then does it; another program goes on with it if this one ends. Errors as
    // giveBackInstance(). The machine stays among the machines; its rental has ended.
    QFuture<Result<GivenBack>> giveBack(InstanceId id, const RentReport &report = {}, std::stop_token stop = {});
    QFuture<Result<SweepReport>> sweep(const QStringList &accounts = {}, std::stop_token stop = {});
    // Errors as releaseItem().
    QFuture<Result<void>> release(const SweepItem &item, bool mayBeOthers, std::stop_token stop = {});

    // Asks one account about its live offers, keeps what it says as of `when` (core/storage/history/marketlog.h), and judges these watches by
    // it, by name. Unsupported: this cloud cannot be asked.
    QFuture<Result<QHash<QString, CapacityAnswer>>> search(const QString &account, const QList<CapacityWatch> &watches,
                                                           const QDateTime &when, std::stop_token stop = {});

    // Asks one account what it was charged in that month, and holds it against what is known here. What each request costs is in
    // the capabilities. Errors as MachineProvider::bill().
    QFuture<Result<BillCheck>> checkBill(const QString &account, QDate month, std::stop_token stop = {});

    // Asks one account how the prices of its spot machines moved. Errors as followPrices() of spotprices.h.
    QFuture<Result<QList<PriceRise>>> followPrices(const PriceQuestion &question, const QDateTime &when, std::stop_token stop = {});

    const RentTimes times;

private:
    ServiceContext &m_context;
};

}  // namespace trainyard
