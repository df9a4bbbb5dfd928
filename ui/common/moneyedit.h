// SPDX-License-Identifier: GPL-3.0-or-later
// An amount and its currency. Takes a comma for the point, as many keyboards have it.
//
// Object names: those given, with "Amount" and "Currency" behind.
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
    Result<Money> money() const;  // InvalidInput with a sentence; above 0
    QLineEdit *amount() const { return m_amount; }

Q_SIGNALS:
    void edited();

private:
    QLineEdit *m_amount;
    QComboBox *m_currency;
};

}  // namespace trainyard
