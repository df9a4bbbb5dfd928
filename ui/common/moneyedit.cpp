// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/moneyedit.h"

#include "ui/theme/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>

namespace trainyard {

MoneyEdit::MoneyEdit(const QString &objectName, const QString &accessibleName, QWidget *parent)
    : QWidget(parent), m_amount(new QLineEdit(this)), m_currency(new QComboBox(this))
{
    m_amount->setObjectName(objectName + QStringLiteral("Amount"));
    m_amount->setAccessibleName(accessibleName);
    m_amount->setMaxLength(24);
    m_currency->setObjectName(objectName + QStringLiteral("Currency"));
    m_currency->setAccessibleName(tr("Currency"));
    for (const Currency currency : currencies())
        m_currency->addItem(currencyCode(currency), int(currency));
    setFocusProxy(m_amount);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(dp(8));
    row->addWidget(m_amount, 1);
    row->addWidget(m_currency);
    connect(m_amount, &QLineEdit::textEdited, this, &MoneyEdit::edited);
    connect(m_currency, &QComboBox::currentIndexChanged, this, &MoneyEdit::edited);
}

void MoneyEdit::setMoney(const Money &money)
{
    m_amount->setText(money.decimal());
    setCurrency(money.currency());
}

void MoneyEdit::setCurrency(Currency currency) { m_currency->setCurrentIndex(m_currency->findData(int(currency))); }

Currency MoneyEdit::currency() const { return Currency(m_currency->currentData().toInt()); }

Result<Money> MoneyEdit::money() const
{
    QString text = m_amount->text().trimmed();
    if (text.count(u',') == 1 && !text.contains(u'.'))
        text.replace(u',', u'.');
    const auto parsed = Money::parse(text.toUtf8(), currency());
    if (parsed && parsed->nanos() > 0)
        return parsed;
    return Error{ErrorCode::InvalidInput, tr("Enter an amount above 0, such as 2.49."), {}};
}

}  // namespace trainyard

#include "moc_moneyedit.cpp"
