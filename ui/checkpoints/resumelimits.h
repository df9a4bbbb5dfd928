// SPDX-License-Identifier: GPL-3.0-or-later
// What ends the next attempt by itself, and what it costs. objectNames: "resumeHours", "resumeBudgetAmount",
// "resumeBudgetCurrency", "resumeCost".
#pragma once

#include "core/checkpoint/resume/resumecost.h"

#include <QTimer>
#include <QWidget>

class QLineEdit;

namespace trainyard {

class FieldRow;
class Label;
class MoneyEdit;

class ResumeLimitsEdit : public QWidget {
    Q_OBJECT
public:
    explicit ResumeLimitsEdit(QWidget *parent = nullptr);

    // Those of the task; what the person has written stays. `currency`: of the machine's price.
    void propose(const ResumeLimits &limits, std::optional<Currency> currency);
    void setCost(const QStringList &sentences, bool isCutShort);

    std::optional<ResumeLimits> limits() const;  // nothing: none entered
    bool isRight() const;

Q_SIGNALS:
    void edited();   // at once: what was asked before holds no more
    void changed();  // a moment after the last key

private:
    std::optional<double> hours() const;  // nothing: none, or not right
    void check();

    QLineEdit *m_hours;
    MoneyEdit *m_budget;
    FieldRow *m_hoursRow, *m_budgetRow;
    Label *m_cost;
    QTimer m_later;
    bool m_isWritten = false;
};

}  // namespace trainyard
