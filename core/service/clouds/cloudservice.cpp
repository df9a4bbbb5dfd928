// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/cloudservice.h"

#include "core/service/clouds/accountoffers.h"
#include "core/service/clouds/machinerenter.h"
#include "core/service/machines/cloudcredentials.h"
#include "core/storage/database/offerstore.h"

#include <QCoreApplication>
#include <QProcessEnvironment>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CloudService)
};

// So that an account without credentials is not found out about only when a machine is rented.
Result<void> checkSource(const AccountRecord &account)
{
    const QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const auto found = account.source == CredentialSource::Environment
                           ? credentialsIn(environment, account.providerKind)
                           : credentialsOfProfile(environment, account.providerKind, account.profile);
    return found ? Result<void>() : Result<void>(found.error());
}

}  // namespace

Result<AccountRecord> CloudService::onlyAccount(const QString &kind) const
{
    TRY(const auto all, kind.isEmpty() ? m_context.database->accounts.all() : m_context.database->accounts.ofKind(kind));
    if (all.size() == 1)
        return all.first();
    if (!all.isEmpty())
        return invalidInput(Words::tr("There are several accounts: name one of them with --account."));
    return Error{
        ErrorCode::NotFound,
        Words::tr("No account is set up there. Add one with: yard cloud add %1").arg(kind.isEmpty() ? cloudKinds().first().kind : kind),
        {}};
}

QFuture<Result<AccountRecord>> CloudService::add(const AccountRecord &account, const CloudCredentials &credentials)
{
    ServiceContext *const context = &m_context;
    return context->async({}, [context, account, credentials](std::stop_token) -> Result<AccountRecord> {
        TRY_DO(checkAccount(account));
        if (context->database->accounts.find(account.name)) {
            // Before the keyring: the credentials of the other one must stay.
            return Error{ErrorCode::AlreadyExists,
                         Words::tr("There is already a cloud account “%1”: remove it first, or use another name.").arg(account.name),
                         {}};
        }
        AccountRecord kept = account;
        if (account.source == CredentialSource::Keyring) {
            TRY(kept.source, keepCredentials(account, credentials, context->paths));
        } else {
            TRY_DO(checkSource(account));
        }
        return context->database->accounts.add(kept);
    });
}

QFuture<Result<void>> CloudService::remove(const QString &name)
{
    ServiceContext *const context = &m_context;
    return context->async({}, [context, name](std::stop_token) -> Result<void> {
        TRY(const auto account, context->database->accounts.find(name));
        TRY_DO(context->database->accounts.remove(name));
        (void)OfferStore(context->paths).putAccountOffers(account.name, {});
        const auto forgotten = forgetCredentials(account, context->paths);
        // So that it can be removed once the keyring is open. Without any keyring there is nothing to forget.
        if (!forgotten && forgotten.error().code != ErrorCode::Unsupported)
            (void)context->database->accounts.add(account);
        return forgotten;
    });
}

QFuture<Result<AccountReport>> CloudService::check(const QString &name, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, name](std::stop_token token) -> Result<AccountReport> {
        TRY(const auto account, context->database->accounts.find(name));
        TRY(const auto provider, context->providers.find(account.providerKind));
        auto report = provider->check(account.name, token);
        if (report)
            context->accountReports.keep(account, *report);
        else
            context->accountReports.forget(account.name);
        // The check has succeeded, whether or not its types can be listed.
        if (report)
            (void)keepAccountOffers(*context, account, token);
        return report;
    });
}

QFuture<Result<Machine>> CloudService::rent(const RentOrder &order, const RentReport &report, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, limits = times, order, report](std::stop_token token) {
        return MachineRenter(*context, limits, report).rent(order, token);
    });
}

QFuture<Result<Machine>> CloudService::resumeRenting(InstanceId id, const RentReport &report, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, limits = times, id, report](std::stop_token token) {
        return MachineRenter(*context, limits, report).resume(id, token);
    });
}

QFuture<Result<GivenBack>> CloudService::giveBack(InstanceId id, const RentReport &report, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    if (const auto written = askBack(*m_context.database, id); !written)
        return QtFuture::makeReadyFuture(Result<GivenBack>(written.error()));
    return context->async(stop, [context, limits = times, id, report](std::stop_token token) {
        return giveBackInstance(*context, id, limits, report, token);
    });
}

QFuture<Result<SweepReport>> CloudService::sweep(const QStringList &accounts, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, accounts](std::stop_token token) { return sweepAccounts(*context, accounts, token); });
}

QFuture<Result<void>> CloudService::release(const SweepItem &item, bool mayBeOthers, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, limits = times, item, mayBeOthers](std::stop_token token) {
        return releaseItem(*context, item, mayBeOthers, limits, token);
    });
}

QFuture<Result<BillCheck>> CloudService::checkBill(const QString &account, QDate month, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, account, month](std::stop_token token) -> Result<BillCheck> {
        TRY(const auto record, context->database->accounts.find(account));
        TRY(const auto provider, context->providers.find(record.providerKind));
        TRY(const auto bill, provider->bill(account, month, token));
        TRY(const auto rentals, context->database->rentals.all());
        TRY(const auto instances, context->database->instances.all());
        return checkBillAgainst(bill, record, instances, rentals, QDateTime::currentDateTimeUtc());
    });
}

QFuture<Result<QList<PriceRise>>> CloudService::followPrices(const PriceQuestion &question, const QDateTime &when, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(
        stop, [context, question, when](std::stop_token token) { return trainyard::followPrices(*context, question, when, token); });
}

QFuture<Result<QHash<QString, CapacityAnswer>>> CloudService::search(const QString &account, const QList<CapacityWatch> &watches,
                                                                     const QDateTime &when, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(
        stop, [context, account, watches, when](std::stop_token token) { return searchAccount(*context, account, watches, when, token); });
}

}  // namespace trainyard
