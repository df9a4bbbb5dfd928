// SPDX-License-Identifier: GPL-3.0-or-later
// "When is it given back?": four ways, of which at least one has to be ticked; whichever comes first. Entering a value ticks it.
//
// Object names: endAfter, endHours, endAmountTick, endAmount, endIdleTick, endIdle, endRun
#pragma once

#include "core/model/rentend.h"
#include "ui/common/card.h"

class QCheckBox;
class QDoubleSpinBox;
class QSpinBox;

namespace trainyard {

class RentEndPart : public Card {
    Q_OBJECT
public:
    explicit RentEndPart(Currency currency, QWidget *parent = nullptr);

    // As `yard rent --until` takes it, "12h,25.00USD,idle=30m"; empty: nothing is ticked.
    QString text() const;
    RentEnd end(const QDateTime &now) const;
    int hours() const;                    // for an estimate, whether or not ticked
    std::optional<Money> amount() const;  // nullopt: not ticked
    void setCurrency(Currency currency);  // of the amount

Q_SIGNALS:
    void changed();

private:
    Currency m_currency;
    QCheckBox *m_after, *m_atAmount, *m_whenIdle, *m_afterRun;
    QSpinBox *m_hours, *m_idle;
    QDoubleSpinBox *m_amount;
};

}  // namespace trainyard
