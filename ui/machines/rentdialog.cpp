// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machines/rentdialog.h"

#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/moneyedit.h"

#include <QComboBox>
#include <QDateTimeEdit>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

RentDialog::RentDialog(const QString &machineName, const std::optional<Rental> &going, const QString &story, QWidget *parent)
    : Dialog(parent), m_messages(new MessageBar(this))
{
    setObjectName(QStringLiteral("rentDialog"));
    setWindowTitle(going ? tr("Rented machine") : tr("Machine price"));
    setModal(true);
    QVBoxLayout *const column = makeBody(460);
    column->addWidget(makeProse(going ? tr("%1 is rented").arg(machineName) : tr("What does %1 cost per hour?").arg(machineName),
                                TextRole::PageTitle, Ink::Text1, this));
    auto *prose = makeProse(going ? story + QLatin1Char(' ')
                                        + tr("Returning it here only stops the cost count: shut it down at the provider too. To "
                                             "change the price, return it and enter the new one.")
                                  : tr("Billed from rental to return, whether or not a run is active."),
                            TextRole::Body, Ink::Text2, this);
    column->addWidget(prose);
    column->addWidget(m_messages);
    if (!going)
        buildForm(column);
    column->addStretch(1);
    auto *cancel = makeButton(QStringLiteral("cancelRentButton"), going ? tr("Close") : tr("Cancel"), ButtonVariant::Normal, {}, this);
    QPushButton *act = going ? makeButton(QStringLiteral("returnButton"), tr("Return machine"), ButtonVariant::Primary, {}, this)
                             : makeButton(QStringLiteral("rentButton"), tr("Start counting the cost"), ButtonVariant::Primary, {}, this);
    setFooter({cancel, act});
    // A user who only looks at the cost must not return the machine with Enter.
    (going ? cancel : act)->setDefault(true);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    if (going)
        connect(act, &QPushButton::clicked, this, &RentDialog::returned);
    else
        connect(act, &QPushButton::clicked, this, &RentDialog::submit);
}

void RentDialog::buildForm(QVBoxLayout *column)
{
    m_price = new MoneyEdit(QStringLiteral("rentPrice"), tr("Price per hour"));
    m_priceRow = new FieldRow(tr("Price per hour"), m_price, this);
    m_priceRow->setHelp(tr("For the whole machine with all its GPUs."));
    m_since = new QDateTimeEdit(QDateTime::currentDateTime());
    m_since->setObjectName(QStringLiteral("rentSinceEdit"));
    m_since->setDisplayFormat(QStringLiteral("yyyy-MM-dd HH:mm"));
    m_since->setCalendarPopup(true);
    m_since->setMaximumDateTime(QDateTime::currentDateTime());
    auto *since = new FieldRow(tr("Rented since"), m_since, this);
    since->setHelp(tr("In this computer's time zone."));
    m_step = new QComboBox;
    m_step->setObjectName(QStringLiteral("rentStepBox"));
    m_step->addItem(tr("by the second"), 1);
    m_step->addItem(tr("by the minute"), 60);
    m_step->addItem(tr("by the hour"), 3600);
    auto *step = new FieldRow(tr("Billed"), m_step, this);
    step->setHelp(tr("The provider rounds time up to this unit."));
    m_source = new QLineEdit;
    m_source->setObjectName(QStringLiteral("rentSourceEdit"));
    m_source->setMaxLength(200);
    auto *source = new FieldRow(tr("Price source"), m_source, this);
    source->setHelp(tr("Optional, for your own reference."));
    for (FieldRow *row : {m_priceRow, since, step, source})
        column->addWidget(row);
    m_price->setFocus();
    connect(m_price, &MoneyEdit::edited, m_priceRow, &FieldRow::clearError);
}

void RentDialog::submit()
{
    m_messages->clear();
    const auto price = m_price->money();
    if (!price) {
        m_priceRow->setError(price.error().what);
        m_price->setFocus();
        return;
    }
    Rental rental;
    rental.perHour = *price;
    rental.began = m_since->dateTime().toUTC();
    rental.billing.step = std::chrono::seconds(m_step->currentData().toInt());
    rental.source = m_source->text().trimmed();
    Q_EMIT submitted(rental);
}

void RentDialog::showError(const Error &error) { m_messages->post({QStringLiteral("rent"), Tone::Bad, error.what, {}, error.detail, {}}); }

}  // namespace trainyard

#include "moc_rentdialog.cpp"
