// SPDX-License-Identifier: GPL-3.0-or-later
// An amount and its currency. Accepts a decimal comma, as many keyboards have it.
//
// Object names: the given one followed by "Amount" and "Currency".
#pragma once

#include "core/base/money.h"

#include <QWidget>

class QComboBox;
class QLineEdit;

namespace trainyard {

class MoneyEdit : public QWidget {
    Q_OBJECT
public:
    MoneyEdit(const QString &objectName, const QString &accessibleName, QWidget *parent = nullptr);

    void setMoney(const Money &money);
    void setCurrency(Currency currency);
    Currency currency() const;
    Result<Money> money() const;  // InvalidInput with a sentence; above 0
    QLineEdit *amount() const { return m_amount; }

Q_SIGNALS:
    void edited();

private:
    QLineEdit *m_amount;
    QComboBox *m_currency;
};

}  // namespace trainyard
