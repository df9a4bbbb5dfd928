// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for an exchange rate and its day. Opens without blocking.
//
// Object names: rateDialog, rateFrom, rateTo, rateAmount, rateDay, rateSet, rateForget, rateCancel.
#pragma once

#include "core/base/exchangerate.h"
#include "ui/common/dialog.h"

class QComboBox;
class QLineEdit;
class QPushButton;

namespace trainyard {

class FieldRow;

class RateDialog : public Dialog {
    Q_OBJECT
public:
    RateDialog(const ExchangeRates &rates, Currency from, Currency to, QDate today, QWidget *parent = nullptr);

Q_SIGNALS:
    void rateGiven(const trainyard::ExchangeRate &rate);
    void forgotten(trainyard::Currency from, trainyard::Currency to);

private:
    void showKnown();
    void submit();
    Currency from() const;
    Currency to() const;

    ExchangeRates m_rates;
    QDate m_today;
    QComboBox *m_from, *m_to;
    QLineEdit *m_amount, *m_day;
    FieldRow *m_fromRow, *m_toRow, *m_amountRow, *m_dayRow;
    QPushButton *m_forget;
};

}  // namespace trainyard
