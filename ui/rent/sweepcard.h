// SPDX-License-Identifier: GPL-3.0-or-later
// Everything in the accounts that costs money and belongs to no machine. One line when there is nothing. Emits requests; what Trainyard did
// not make is asked for twice, with the end of its id.
//
// Object names: sweepCard, sweepTable, sweepAgain, sweepKeep, sweepGiveBack, sweepGiveBackAll, sweepAccounts, sweepChip0 … (when the list is
// long: all, each kind, kept)
#pragma once

#include "core/service/clouds/cloudsweep.h"
#include "ui/common/card.h"

class QBoxLayout;
class QPushButton;
class QTableView;

namespace trainyard {

class Label;
class RentSign;
class SweepModel;

class SweepCard : public Card {
    Q_OBJECT
public:
    explicit SweepCard(QWidget *parent = nullptr);

    void setHasAccounts(bool hasAccounts);  // hidden without any
    void setChecking(bool isChecking);
    void setReport(const SweepReport &report, const QDateTime &now);
    void setReleasing(int left);           // how many are being given back
    void showProblem(const Error &error);  // of the last one that could not be given back

Q_SIGNALS:
    void checkRequested();
    void keepRequested(const trainyard::SweepItem &item, const QString &note);
    void unkeepRequested(const trainyard::SweepItem &item);
    void accountsRequested();                                                           // the list of accounts
    void releaseRequested(const QList<trainyard::SweepItem> &items, bool mayBeOthers);  // already confirmed

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitColumns();
    void fitButtons();
    void showChips();
    void showItems();
    void keepCurrent();
    void askFor(const SweepItem &item);
    void askForAll();
    void showButtons();

    SweepModel *m_model;
    RentSign *m_sign;
    Label *m_title, *m_text, *m_problem;
    QPushButton *m_again, *m_accounts, *m_keep, *m_one, *m_all;
    QWidget *m_buttons;
    QBoxLayout *m_beside;  // the sentences and the buttons
    QWidget *m_chips;
    QList<SweepItem> m_items;
    QDateTime m_now;
    int m_filter = 0;  // of the chips
    QTableView *m_table;
    bool m_hasAccounts = false, m_isChecking = false;
    int m_releasing = 0;
};

}  // namespace trainyard
