// SPDX-License-Identifier: GPL-3.0-or-later
// How an order begins: from an offer, or from what a task asks for.
#include "core/service/clouds/machinechoice.h"
#include "core/service/runs/meternow.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "ui/rent/accountdesk.h"
#include "ui/rent/orderdialog.h"
#include "ui/rent/orderknown.h"
#include "ui/rent/rentdesk.h"

#include <QtConcurrentRun>

namespace trainyard {

namespace {

struct TaskOffer {
    MachineNeeds needs;
    MachineChoice choice;
};

}  // namespace

void RentDesk::open(const RentableOffer &offer, const RentOrderDialog::Wish &wish, const QString &draft)
{
    if (m_order)
        return;
    auto accounts = m_services.database().accounts.ofKind(offer.providerKind);
    // A price that was set for one account is that one's only.
    if (accounts && !offer.account.isEmpty())
        accounts->removeIf([&offer](const AccountRecord &one) { return one.name != offer.account; });
    const auto all = m_services.database().instances.all();
    const auto here = accounts ? knownForOrders(m_services, *accounts) : Result<RentMachinePart::Known>(accounts.error());
    if (!here || !all) {
        Q_EMIT failed(QStringLiteral("rent"), !here ? here.error() : all.error());
        return;
    }
    if (accounts->isEmpty()) {
        m_accounts->add(offer.providerKind, m_window, [this, offer, wish, draft](const QString &) { open(offer, wish, draft); });
        return;
    }
    RentOrderDialog::Known known{here->accounts, here->keys, here->names};
    known.hasZones = here->hasZones;
    for (const RentGoing &one : m_going) {
        if (!one.isOver())
            known.names << one.order.name;  // it may not be written down yet
    }
    known.ready = readyTime(*all, offer.providerKind, offer.place(offer.isSpot || !offer.onDemand).type);
    const auto meter = meterNow(m_services.database(), QDateTime::currentDateTimeUtc());
    for (const BudgetState &state : meter ? meter->budgets : QList<BudgetState>())
        known.budgets << MonthBudget{state.budget, state.use};
    // Without it no image is judged.
    if (!m_advisor)
        m_advisor = CompatAdvisor::builtIn().value_or(nullptr);
    known.advisor = m_advisor;
    m_order = new RentOrderDialog(offer, known, m_window);
    m_order->setAttribute(Qt::WA_DeleteOnClose);
    m_order->setWish(wish);
    RentOrderDialog *const dialog = m_order;
    connect(dialog, &RentOrderDialog::lookRequested, this, [this, dialog] { look(dialog); });
    connect(dialog, &RentOrderDialog::lineRequested, this,
            [this, dialog] { dialog->setProviderLine(m_services.cloudPreview.createLine(dialog->order())); });
    connect(dialog, &RentOrderDialog::policyRequested, this, [this, dialog, offer] {
        m_accounts->showPolicy(offer.providerKind, offer.providerName, dialog, [dialog](const Error &error) { dialog->showError(error); });
    });
    connect(dialog, &RentOrderDialog::accountRequested, this, [this, dialog = QPointer(dialog), offer] {
        m_accounts->add(offer.providerKind, dialog, [this, dialog, offer](const QString &name) {
            const auto listed = m_services.database().accounts.ofKind(offer.providerKind);
            if (dialog && listed)
                dialog->setAccounts(*listed, name);
        });
    });
    connect(dialog, &RentOrderDialog::submitted, this, [this, dialog, offer, draft](const RentOrder &order) {
        show(rent(order, offer, draft));
        dialog->done(QDialog::Accepted);
    });
    connect(dialog, &QDialog::finished, this, [this] { m_looking.request_stop(); });
    dialog->open();
    look(dialog);
    Q_EMIT dialog->lineRequested();
}

void RentDesk::openFor(const QByteArray &task, const QString &draft)
{
    const auto accounts = m_services.database().accounts.all();
    if (!accounts) {
        Q_EMIT failed(QStringLiteral("rent"), accounts.error());
        return;
    }
    const auto choosing = QtConcurrent::run(
        [task, accounts = *accounts, paths = m_services.paths(), name = tr("Task file")]() -> Result<TaskOffer> {
            TRY(const auto needs, machineNeeds(task, name));
            TRY(const auto choice, chooseMachine(needs, paths, accounts));
            return TaskOffer{needs, choice};
        });
    whenDone(choosing, this, [this, draft](const Result<TaskOffer> &found) {
        if (!found) {
            Q_EMIT offerWanted(found.error());
            return;
        }
        const ChosenOffer &first = found->choice.offers.first();
        RentOrderDialog::Wish wish;
        wish.account = first.account;
        wish.image = first.image;
        wish.diskGiB = found->needs.machines[first.needed].diskGiB;
        wish.said << found->choice.why;
        for (const TaskIssue &note : found->needs.notes) {
            //: a line of the task file, a sentence
            wish.said << tr("Line %1: %2").arg(note.line).arg(note.what);
        }
        wish.said << found->choice.notes;
        // One order is in one account, bought in one way.
        for (const ChosenOffer &next : found->choice.offers.mid(1)) {
            if (next.account != first.account || next.offer.isSpot != first.offer.isSpot || next.image != first.image)
                break;
            wish.others << next.place();
        }
        open(first.offer, wish, draft);
    });
}

void RentDesk::look(RentOrderDialog *dialog)
{
    m_looking.request_stop();
    m_looking = std::stop_source();
    dialog->beginLook();
    const RentOrder order = dialog->order();
    const std::stop_token stop = m_looking.get_token();
    for (const RentAsk ask : {RentAsk::SignIn, RentAsk::Quota, RentAsk::Offers}) {
        whenDone(m_services.cloudPreview.look(ask, order, dialog->offer().vcpus, stop), dialog,
                 [dialog, stop](const QList<RentFinding> &findings) {
                     if (stop.stop_requested())
                         return;  // about another account
                     for (const RentFinding &finding : findings)
                         dialog->setFinding(finding);
                 });
    }
    if (dialog->isAddressWanted() && m_services.letIn.isLimited(order.account)) {
        whenDone(m_services.letIn.ownAddress(stop), dialog, [dialog, stop](const Result<QString> &address) {
            if (!stop.stop_requested())
                dialog->setOwnAddress(address);
        });
    }
    whenDone(m_services.cloudPreview.images(order.account, order.places.first().region, stop), dialog,
             [dialog, stop](const Result<QList<ProviderImage>> &images) {
                 if (!stop.stop_requested() && images)
                     dialog->setImages(*images);
             });
}

}  // namespace trainyard
