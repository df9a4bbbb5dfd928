// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/orderdialog.h"

#include "core/base/format.h"
#include "core/base/sentences.h"
#include "ui/common/badge.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/commandpreview.h"
#include "ui/common/confirmdialog.h"
#include "ui/common/enterkey.h"
#include "ui/common/keytable.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/rent/costpart.h"
#include "ui/rent/elsewherepart.h"
#include "ui/rent/endpart.h"
#include "ui/rent/findingspart.h"
#include "ui/rent/machinepart.h"
#include "ui/rent/rentwords.h"

#include <QBoxLayout>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QRadioButton>
#include <QShortcut>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kRightColumn = 320;  // design pixels

}  // namespace

RentOrderDialog::RentOrderDialog(const RentableOffer &offer, const Known &known, QWidget *parent)
    : Dialog(parent), m_offer(offer), m_known(known), m_messages(new MessageBar(this))
{
    setObjectName(QStringLiteral("rentOrderDialog"));
    setModal(true);
    const RentPlace &place = m_offer.place(m_offer.isSpot || !m_offer.onDemand);
    //: a type of machine, a provider
    setWindowTitle(tr("Rent a %1 from %2?").arg(place.type, m_offer.providerName));
    auto *title = new Label(windowTitle(), TextRole::PageTitle, Ink::Text1, this);
    title->setWordWrap(true);
    m_simulated = new Badge(simulatedBadge(), this);
    //: what it has, where it is
    auto *facts = makeProse(tr("%1 · %2").arg(rentableText(m_offer), place.region), TextRole::Small, Ink::Text3, this);
    QVBoxLayout *const body = makeBody(kTwoColumns);
    auto *head = new QHBoxLayout;
    head->setSpacing(dp(8));
    head->addWidget(title, 1);
    head->addWidget(m_simulated, 0, Qt::AlignTop);
    body->addLayout(head);
    body->addWidget(facts);
    m_forTask = makeProse({}, TextRole::Small, Ink::Text2, this);
    m_forTask->setObjectName(QStringLiteral("rentForTask"));
    m_forTask->hide();
    body->addWidget(m_forTask);
    body->addWidget(m_messages);
    QWidget *const left = makeLeft(known);
    QWidget *const right = makeRight();
    const bool isWide = hasRoomForColumns(this);
    auto *columns = new QBoxLayout(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    columns->setSpacing(dp(24));
    columns->addWidget(left, 1);
    if (isWide)
        right->setFixedWidth(dp(kRightColumn));
    columns->addWidget(right);
    body->addLayout(columns, 1);
    m_footNote = new Label(tr("Billed from the request until the machine is gone. A stopped machine still pays for its disk."),
                           TextRole::Small, Ink::Text2, this);
    m_cancel = makeButton(QStringLiteral("cancelRentOrderButton"), tr("Cancel"), ButtonVariant::Normal, {}, this);
    m_rent = makeButton(QStringLiteral("rentOrderButton"), {}, ButtonVariant::Primary, QStringLiteral("tag"), this);
    m_rent->setProperty(kIgnoresEnterProperty, true);
    setFooter({m_cancel, m_rent}, {m_footNote});
    m_pause.setSingleShot(true);
    m_pause.setInterval(200);
    wire();
    showAll();
    m_isChanged = false;
    // Shown from its beginning: a control further down would be scrolled to.
    (m_spot->isChecked() ? m_spot : m_onDemand)->setFocus();
}

void RentOrderDialog::wire()
{
    const auto change = [this] { touched(); };
    connect(m_cancel, &QPushButton::clicked, this, &RentOrderDialog::reject);
    connect(m_rent, &QPushButton::clicked, this, &RentOrderDialog::submit);
    auto *keys = new QShortcut(keyFor(KeyFor::StartRun), this);
    connect(keys, &QShortcut::activated, this, [this] {
        if (m_rent->isEnabled())
            m_rent->animateClick();
    });
    const auto showElsewhere = [this] {
        m_elsewhere->setPlaces(m_offer.place(m_spot->isChecked()), m_spot->isChecked() ? m_offer.spotElsewhere : m_offer.onDemandElsewhere);
    };
    showElsewhere();
    connect(m_elsewhere, &RentElsewherePart::changed, this, change);
    connect(m_atMost, &QDoubleSpinBox::valueChanged, this, change);
    const auto lookAgain = [this] {
        m_movedPrice.reset();
        touched();
        Q_EMIT lookRequested();
    };
    connect(m_spot, &QRadioButton::toggled, this, showElsewhere);
    connect(m_spot, &QRadioButton::toggled, this, lookAgain);
    connect(m_machine, &RentMachinePart::accountChanged, this, lookAgain);
    connect(m_machine, &RentMachinePart::zoneChanged, this, lookAgain);
    connect(m_machine, &RentMachinePart::changed, this, change);
    connect(m_end, &RentEndPart::changed, this, change);
    connect(m_findings, &RentFindingsPart::policyRequested, this, &RentOrderDialog::policyRequested);
    connect(m_findings, &RentFindingsPart::lookRequested, this, &RentOrderDialog::lookRequested);
    connect(&m_pause, &QTimer::timeout, this, &RentOrderDialog::lineRequested);
}

void RentOrderDialog::setWish(const Wish &wish)
{
    m_wish = wish;
    QStringList sentences = wish.said;
    QStringList others;
    for (const RentPlace &place : wish.others) {
        //: a type, a region, a price per hour
        others << tr("%1 in %2 for %3").arg(place.type, place.where(), hourText(*place.perHour));
    }
    if (!others.isEmpty())
        sentences << tr("If there is none, this is tried next: %1.").arg(others.join(tr(", then ", "between offers")));
    m_forTask->setText(joinedSentences(sentences));
    m_forTask->setVisible(!sentences.isEmpty());
    m_machine->chooseAccount(wish.account);
    m_machine->wish(wish.image, wish.diskGiB, {});
    showAll();
    m_isChanged = false;
}

void RentOrderDialog::touched()
{
    m_isChanged = true;
    showAll();
    m_pause.start();
}

bool RentOrderDialog::isSimulated() const { return m_machine->isSimulated(); }

Money RentOrderDialog::machinePrice() const { return m_movedPrice.value_or(*m_offer.place(m_spot->isChecked()).perHour); }

RentOrder RentOrderDialog::order() const
{
    const RentMachinePart::Entered entered = m_machine->entered();
    RentOrder order;
    order.account = entered.account;
    order.isSpot = m_spot->isChecked();
    RentPlace place = m_offer.place(order.isSpot);
    place.perHour = machinePrice();
    place.zone = entered.zone;
    order.places << place;
    order.places << m_elsewhere->chosen();
    if (order.isSpot == m_offer.isSpot && order.account == m_wish.account) {
        for (const RentPlace &other : m_wish.others) {
            const bool isThere = std::any_of(order.places.cbegin(), order.places.cend(),
                                             [&other](const RentPlace &one) { return one.isSamePlace(other); });
            if (!isThere)
                order.places << other;
        }
    }
    order.name = entered.name;
    order.image = entered.image;
    order.diskGiB = entered.diskGiB;
    order.keyName = entered.keyName;
    order.ownAddress = entered.ownAddress;
    order.end = m_end->end(QDateTime::currentDateTimeUtc());
    if (order.isSpot) {
        const auto most = Money::parse(QByteArray::number(m_atMost->value(), 'f', 4), place.perHour->currency());
        order.maxPrice = most ? std::optional(*most) : std::nullopt;
    }
    return order;
}

// The first thing that keeps it from being rented; empty: nothing does.
QString RentOrderDialog::problem() const
{
    if (const QString wrong = m_machine->problem(); !wrong.isEmpty())
        return wrong;
    if (m_end->text().isEmpty())
        return tr("Tick at least one limit under “When is it given back?”");
    return m_findings->problem();
}

void RentOrderDialog::showAll()
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const bool isSpot = m_spot->isChecked();
    m_atMost->setEnabled(isSpot);
    m_spotNote->setVisible(isSpot);
    const RentOrder asked = order();
    m_simulated->setVisible(isSimulated());
    RentCosts costs = rentCosts(m_offer, isSpot, asked.diskGiB);
    costs.machine = machinePrice();
    QString from = m_offer.priceAsOf.isKnown() && isSpot == m_offer.isSpot ? tr("Price as of %1.").arg(m_offer.priceAsOf.text())
                                                                           : tr("Price from the catalogue.");
    if (isSpot == m_offer.isSpot && !m_offer.addressFrom.isEmpty())
        from += u' ' + m_offer.addressFrom;
    const auto most = mostCost(asked.places, asked.end, costs.parts(), now);
    m_cost->setView({costs, m_end->hours(), asked.diskGiB, asked.end, m_offer.diskName,
                     isSimulated() ? tr("Simulated: nothing is rented and nothing costs.") : from, most, m_known.ready},
                    now);
    judge(asked, most);
    //: price of everything per hour
    m_rent->setText(tr("Rent for %1").arg(hourText(costs.perHour())));
    const QString why = problem();
    setDisabledReason(m_rent, why);
    m_footNote->setText(why.isEmpty() ? tr("Billed from the request until the machine is gone. A stopped machine still pays for its disk.")
                                      : why);
    m_footNote->setInk(why.isEmpty() ? Ink::Text2 : Ink::Warning);
    const QString yard = rentCommand(asked, m_end->text());
    m_command->setText(m_providerLine.isEmpty() ? yard : yard + QStringLiteral("\n\n") + m_providerLine);
}

// What is known without asking the cloud.
void RentOrderDialog::judge(const RentOrder &order, const std::optional<Money> &most)
{
    if (!isSimulated())
        m_findings->setFinding(budgetFinding(m_known.budgets, *order.places.first().perHour, most));
    if (!m_known.advisor)
        return;
    const auto image = std::find_if(m_images.begin(), m_images.end(), [&order](const ProviderImage &one) { return one.id == order.image; });
    m_findings->setFinding(imageFinding(*m_known.advisor, m_offer.gpu, image == m_images.end() ? nullptr : &*image, QDate::currentDate()));
}

void RentOrderDialog::setAccounts(const QList<AccountRecord> &accounts, const QString &chosen)
{
    m_machine->setAccounts(accounts, chosen);
    m_movedPrice.reset();
    showAll();
    Q_EMIT lookRequested();
}

void RentOrderDialog::setFinding(const RentFinding &finding)
{
    m_findings->setFinding(finding);
    if (finding.question == RentQuestion::Offered)
        m_machine->setZones(finding.zones);
    if (finding.question == RentQuestion::Price) {
        // The end and the bid are in the currency of the offer.
        const Currency currency = m_offer.place(m_spot->isChecked()).perHour->currency();
        m_movedPrice = finding.price && finding.price->currency() == currency ? finding.price : std::nullopt;
    }
    showAll();
}

void RentOrderDialog::beginLook()
{
    m_findings->begin();
    m_movedPrice.reset();
    showAll();
}

bool RentOrderDialog::isAddressWanted() const { return m_machine->isAddressWanted(); }

void RentOrderDialog::setOwnAddress(const Result<QString> &address)
{
    m_machine->setOwnAddress(address);
    m_pause.start();
    showAll();
}

void RentOrderDialog::setImages(const QList<ProviderImage> &images)
{
    m_images = images;
    m_machine->setImages(images);
    showAll();
}

void RentOrderDialog::setProviderLine(const QString &line)
{
    m_providerLine = line;
    showAll();
}

void RentOrderDialog::showError(const Error &error)
{
    m_messages->post({QStringLiteral("rent"), Tone::Bad, error.what, {}, error.detail, {}});
}

void RentOrderDialog::submit()
{
    m_messages->clear();
    const RentOrder asked = order();
    if (const auto checked = checkRentOrder(asked); !checked)
        showError(checked.error());
    else
        Q_EMIT submitted(asked);
}

void RentOrderDialog::reject()
{
    if (!m_isChanged) {
        Dialog::reject();
        return;
    }
    auto *ask = new ConfirmDialog(QStringLiteral("discardRentOrder"),
                                  {tr("Discard what you entered?"), tr("Nothing has been rented."), tr("Go on"), tr("Discard")}, this);
    connect(ask, &QDialog::accepted, this, [this] { Dialog::reject(); });
    ask->open();
}

}  // namespace trainyard

#include "moc_orderdialog.cpp"
