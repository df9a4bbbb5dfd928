// SPDX-License-Identifier: GPL-3.0-or-later
// "Before you rent": what the cloud answers, a line for each question with its own wait; and what is known here, which has no line while
// there is nothing to say.
//
// Object names: rentFindings, rentFinding0 … in the order of RentQuestion, rentPolicy, rentLookAgain
#pragma once

#include "core/service/clouds/rentfindings.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <array>

class QPushButton;

namespace trainyard {

class Label;
class RentSign;

class RentFindingsPart : public QWidget {
    Q_OBJECT
public:
    explicit RentFindingsPart(QWidget *parent = nullptr);

    void begin();  // the cloud is asked
    void setFinding(const RentFinding &finding);
    const RentFinding &finding(RentQuestion question) const { return m_lines[size_t(question)].finding; }
    // Why nothing can be rented; empty: it can. Says so too while an answer that decides is missing.
    QString problem() const;

Q_SIGNALS:
    void policyRequested();
    void lookRequested();  // again

private:
    struct Line {
        RentFinding finding;
        QWidget *row = nullptr;
        RentSign *sign = nullptr;
        Label *sentence = nullptr, *value = nullptr;
    };
    void show(Line &line);
    void showWaiting();

    std::array<Line, kRentQuestions> m_lines;
    QPushButton *m_policy, *m_again;
    QElapsedTimer m_since;
    QTimer m_tick;
};

}  // namespace trainyard
