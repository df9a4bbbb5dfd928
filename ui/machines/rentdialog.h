// SPDX-License-Identifier: GPL-3.0-or-later
// The rental of a machine: enter its price, or see the cost so far and end it. The window stores it: the dialog emits a request and is
// notified of failures.
//
// Object names: rentDialog, rentPriceAmount, rentPriceCurrency, rentSinceEdit, rentStepBox, rentSourceEdit, rentButton, returnButton,
// cancelRentButton.
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
    // `going`: the current rental; `story`: its cost so far.
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
