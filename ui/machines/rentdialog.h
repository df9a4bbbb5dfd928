// SPDX-License-Identifier: GPL-3.0-or-later
// What a machine costs while it is rented: entered once, or shown with what it came to and returned. Keeping it is the
// window's business: the dialog emits the request and is told when it failed.
//
// Object names: rentDialog, rentPriceAmount, rentPriceCurrency, rentSinceEdit, rentStepBox, rentSourceEdit,
// rentButton, returnButton, cancelRentButton.
#pragma once

#include "core/base/error.h"
#include "core/storage/database/rentalrecord.h"
#include "ui/common/dialog.h"

#include <optional>

class QComboBox;
class QDateTimeEdit;
class QLineEdit;
class QVBoxLayout;

namespace trainyard {

class FieldRow;
class MessageBar;
class MoneyEdit;

class RentDialog : public Dialog {
    Q_OBJECT
public:
    // `going`: what it is rented at now, `story` what that came to so far.
    RentDialog(const QString &machineName, const std::optional<Rental> &going, const QString &story, QWidget *parent = nullptr);

    void showError(const Error &error);

Q_SIGNALS:
    void submitted(const trainyard::Rental &rental);  // machineId is not set
    void returned();

private:
    void buildForm(QVBoxLayout *column);
    void submit();

    MoneyEdit *m_price = nullptr;
    FieldRow *m_priceRow = nullptr;
    QDateTimeEdit *m_since = nullptr;
    QComboBox *m_step = nullptr;
    QLineEdit *m_source = nullptr;
    MessageBar *m_messages;
};

}  // namespace trainyard
