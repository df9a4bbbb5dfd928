// SPDX-License-Identifier: GPL-3.0-or-later
// The limits that stop the next attempt automatically, and its cost. objectNames: "resumeHours", "resumeBudgetAmount",
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

    // Fills in the limits of the task but keeps what the user entered. `currency`: of the machine's price.
    void propose(const ResumeLimits &limits, std::optional<Currency> currency);
    void setCost(const QStringList &sentences, bool isCutShort);

    std::optional<ResumeLimits> limits() const;  // nullopt: none entered
    bool isRight() const;

Q_SIGNALS:
    void edited();   // immediately: earlier answers are outdated
    void changed();  // a moment after the last key

private:
    std::optional<double> hours() const;  // nullopt: none, or not valid
    void check();

    QLineEdit *m_hours;
    MoneyEdit *m_budget;
    FieldRow *m_hoursRow, *m_budgetRow;
    Label *m_cost;
    QTimer m_later;
    bool m_isWritten = false;
};

}  // namespace trainyard
