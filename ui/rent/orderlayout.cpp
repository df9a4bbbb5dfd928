// SPDX-License-Identifier: GPL-3.0-or-later
// How RentOrderDialog is laid out.
#include "core/base/format.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/commandpreview.h"
#include "ui/common/label.h"
#include "ui/rent/costpart.h"
#include "ui/rent/elsewherepart.h"
#include "ui/rent/endpart.h"
#include "ui/rent/findingspart.h"
#include "ui/rent/machinepart.h"
#include "ui/rent/orderdialog.h"
#include "ui/rent/rentsign.h"
#include "ui/rent/rentwords.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace trainyard {

namespace {

QWidget *signedLine(const QString &iconName, const QString &text, QWidget *parent)
{
    auto *line = new QWidget(parent);
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(dp(8));
    row->addWidget(new RentSign(iconName, Ink::Text2, line), 0, Qt::AlignTop);
    row->addWidget(makeProse(text, TextRole::Small, Ink::Text2, line), 1);
    return line;
}

}  // namespace

QWidget *RentOrderDialog::makePurchase()
{
    auto *card = new Card(this);
    m_onDemand = new QRadioButton(card);
    m_onDemand->setObjectName(QStringLiteral("rentOnDemand"));
    m_spot = new QRadioButton(card);
    m_spot->setObjectName(QStringLiteral("rentSpot"));
    const auto say = [](QRadioButton *button, const QString &way, const std::optional<RentPlace> &place) {
        //: a way of buying, its price per hour
        button->setText(place ? tr("%1, %2").arg(way, hourText(*place->perHour)) : way);
        setDisabledReason(button, place ? QString() : tr("The catalogue has no such offer in this region."));
    };
    say(m_onDemand, tr("On demand"), m_offer.onDemand);
    say(m_spot, tr("Spot"), m_offer.spot);
    const bool isSpot = m_offer.isSpot || !m_offer.onDemand;
    (isSpot ? m_spot : m_onDemand)->setChecked(true);
    m_atMost = new QDoubleSpinBox(card);
    m_atMost->setObjectName(QStringLiteral("rentAtMost"));
    m_atMost->setAccessibleName(tr("Highest price per hour of a spot machine"));
    m_atMost->setDecimals(4);
    m_atMost->setRange(0.0001, 100'000);
    const Money least = *m_offer.place(isSpot).perHour;
    const Money most = m_offer.onDemand ? *m_offer.onDemand->perHour : least;
    m_atMost->setValue(double(most.nanos()) / Money::kNanosPerUnit);
    //: currency
    m_atMost->setSuffix(tr(" %1/h").arg(currencyCode(most.currency())));
    auto *atMost = new QHBoxLayout;
    atMost->setSpacing(dp(8));
    auto *atMostLabel = new Label(tr("At most"), TextRole::Small, Ink::Text2, card);
    atMostLabel->setBuddy(m_atMost);
    atMost->addWidget(atMostLabel);
    atMost->addWidget(m_atMost);
    atMost->addStretch(1);
    auto *row = new QHBoxLayout(card);
    row->setContentsMargins(dp(14), dp(10), dp(14), dp(10));
    row->setSpacing(dp(16));
    auto *first = new QVBoxLayout;
    first->addWidget(m_onDemand);
    auto *stays = makeProse(tr("Stays until you give it back."), TextRole::Small, Ink::Text2, card);
    stays->setMinimumHeight(m_atMost->sizeHint().height());  // in line with the field beside it
    first->addWidget(stays);
    first->addStretch(1);
    auto *second = new QVBoxLayout;
    second->addWidget(m_spot);
    second->addLayout(atMost);
    row->addLayout(first, 1);
    row->addLayout(second, 1);
    return card;
}

QWidget *RentOrderDialog::makeLeft(const Known &known)
{
    auto *left = new QWidget(this);
    m_machine = new RentMachinePart({known.accounts, known.keys, known.names, known.hasZones}, left);
    m_machine->setName(proposedName(m_offer));
    m_machine->wish({}, 0, m_offer.place(m_offer.isSpot || !m_offer.onDemand).zone);
    connect(m_machine, &RentMachinePart::accountRequested, this, &RentOrderDialog::accountRequested);

    m_end = new RentEndPart(m_offer.place(m_offer.isSpot || !m_offer.onDemand).perHour->currency(), left);

    m_elsewhere = new RentElsewherePart(left);

    m_spotNote = makeProse({}, TextRole::Small, Ink::Warning, left);
    QStringList note;
    //: how often, as in "over 20 % a month"
    note << (m_offer.interrupted.isEmpty() ? tr("Spot: the provider may take it back at any time.")
                                           : tr("Spot: taken back in %1 of cases.").arg(m_offer.interrupted));
    if (m_offer.spotNotice && m_offer.spotNotice->count() > 0)
        note << tr("It gives notice %1 before.").arg(formatDuration(std::chrono::milliseconds(*m_offer.spotNotice).count()));
    m_spotNote->setText(note.join(QLatin1Char(' ')));

    auto *column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(8));
    column->addWidget(makePurchase());
    column->addWidget(m_spotNote);
    column->addWidget(m_machine);
    column->addWidget(m_end);
    column->addWidget(m_elsewhere);
    column->addStretch(1);
    const QList<QWidget *> order = QList<QWidget *>{m_onDemand, m_spot, m_atMost} + m_machine->focusChain()
                                   + QList<QWidget *>{m_end, m_elsewhere};
    for (qsizetype i = 1; i < order.size(); ++i)
        setTabOrder(order[i - 1], order[i]);
    return left;
}

QWidget *RentOrderDialog::makeRight()
{
    auto *right = new QWidget(this);
    m_cost = new RentCostPart(right);
    m_findings = new RentFindingsPart(right);
    m_command = new CommandPreview(QStringLiteral("rentCommand"), tr("The same as a command"), right);
    m_command->setVisibleLines(2, 4);
    auto *column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(12));
    column->addWidget(m_cost);
    column->addWidget(new Hairline(Qt::Horizontal, right));
    column->addWidget(m_findings);
    column->addWidget(new Hairline(Qt::Horizontal, right));
    column->addWidget(new Label(tr("What this creates in your account"), TextRole::Section, Ink::Text1, right));
    column->addWidget(signedLine(QStringLiteral("machines"), tr("1 machine and its disk"), right));
    column->addWidget(signedLine(QStringLiteral("lock"), tr("1 firewall rule, 1 public key"), right));
    column->addWidget(signedLine(QStringLiteral("tag"), tr("Tagged as made by this Trainyard, and given back together"), right));
    column->addWidget(new Hairline(Qt::Horizontal, right));
    column->addWidget(m_command);
    column->addStretch(1);
    return right;
}

}  // namespace trainyard
