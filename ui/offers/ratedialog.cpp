// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/ratedialog.h"

#include "core/base/decimal.h"
#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

RateDialog::RateDialog(const ExchangeRates &rates, Currency from, Currency to, QDate today, QWidget *parent)
    : Dialog(parent), m_rates(rates), m_today(today), m_from(new QComboBox(this)), m_to(new QComboBox(this)), m_amount(new QLineEdit(this)),
      m_day(new QLineEdit(this)), m_forget(makeButton(QStringLiteral("rateForget"), tr("Remove this rate"), ButtonVariant::Link, {}, this))
{
    setObjectName(QStringLiteral("rateDialog"));
    setModal(true);
    setWindowTitle(tr("Exchange rate"));
    for (QComboBox *box : {m_from, m_to}) {
        for (const Currency currency : currencies())
            box->addItem(currencyCode(currency));
    }
    m_from->setObjectName(QStringLiteral("rateFrom"));
    m_to->setObjectName(QStringLiteral("rateTo"));
    m_amount->setObjectName(QStringLiteral("rateAmount"));
    m_day->setObjectName(QStringLiteral("rateDay"));
    m_from->setCurrentText(currencyCode(from));
    m_to->setCurrentText(currencyCode(to));
    m_amount->setPlaceholderText(QStringLiteral("7.1"));
    //: an exchange rate: from one currency to another
    m_fromRow = new FieldRow(tr("From"), m_from, this);
    m_amountRow = new FieldRow(tr("Rate"), m_amount, this);
    //: an exchange rate: from one currency to another
    m_toRow = new FieldRow(tr("To"), m_to, this);
    m_dayRow = new FieldRow(tr("Rate date"), m_day, this);
    m_dayRow->setHelp(tr("Shown wherever the rate is used."));

    auto *title = new Label(windowTitle(), TextRole::PageTitle, Ink::Text1, this);
    auto *why = makeProse(tr("Trainyard neither includes nor downloads exchange rates: prices are converted only at a rate that you "
                             "enter."),
                          TextRole::Body, Ink::Text2, this);
    auto *fields = new QHBoxLayout;
    fields->setSpacing(dp(12));
    fields->addWidget(m_fromRow, 2, Qt::AlignTop);
    fields->addWidget(m_amountRow, 3, Qt::AlignTop);
    fields->addWidget(m_toRow, 2, Qt::AlignTop);
    fields->addWidget(m_dayRow, 3, Qt::AlignTop);
    auto *cancel = makeButton(QStringLiteral("rateCancel"), tr("Cancel"), ButtonVariant::Normal, {}, this);
    auto *set = makeButton(QStringLiteral("rateSet"), tr("Use this rate"), ButtonVariant::Primary, {}, this);
    set->setDefault(true);
    QVBoxLayout *const column = makeBody(560);
    column->addWidget(title);
    column->addWidget(why);
    column->addLayout(fields);
    column->addStretch(1);
    setFooter({cancel, set}, {m_forget});

    connect(m_from, &QComboBox::activated, this, &RateDialog::showKnown);
    connect(m_to, &QComboBox::activated, this, &RateDialog::showKnown);
    connect(cancel, &QPushButton::clicked, this, &RateDialog::reject);
    connect(set, &QPushButton::clicked, this, &RateDialog::submit);
    connect(m_forget, &QPushButton::clicked, this, [this] {
        Q_EMIT forgotten(this->from(), this->to());
        accept();
    });
    showKnown();
    m_amount->setFocus();
}

Currency RateDialog::from() const { return *currencyFromCode(m_from->currentText().toUtf8()); }
Currency RateDialog::to() const { return *currencyFromCode(m_to->currentText().toUtf8()); }

void RateDialog::showKnown()
{
    const ExchangeRate *known = m_rates.between(from(), to());
    m_forget->setVisible(known != nullptr);
    if (known) {
        m_from->setCurrentText(currencyCode(known->from));
        m_to->setCurrentText(currencyCode(known->to));
    }
    m_amount->setText(known ? decimalText(known->nanos, Money::kDecimals) : QString());
    m_day->setText((known ? known->day : m_today).toString(Qt::ISODate));
}

void RateDialog::submit()
{
    const auto rate = ExchangeRate::parse(
        QStringLiteral("%1/%2=%3@%4").arg(m_from->currentText(), m_to->currentText(), m_amount->text().trimmed(), m_day->text().trimmed()),
        m_today);
    m_amountRow->clearError();
    m_dayRow->clearError();
    if (!rate) {
        const QDate day = QDate::fromString(m_day->text().trimmed(), Qt::ISODate);
        if (!day.isValid() || day > m_today)
            m_dayRow->setError(tr("Enter a date up to today, such as 2026-08-03."));
        else
            m_amountRow->setError(from() == to() ? tr("Choose two currencies.") : tr("Enter a number above 0."));
        return;
    }
    Q_EMIT rateGiven(*rate);
    accept();
}

}  // namespace trainyard

#include "moc_ratedialog.cpp"
