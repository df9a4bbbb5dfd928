// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses which checkpoints of a run or location to delete: the rules, a preview of their effect, then the trash with what was deleted.
// Takes plain values, emits requests; the plan shown always matches the rules shown. Opens without blocking. objectNames: "pruneDialog",
// "pruneTabs", "pruneLast", "pruneBest", "pruneEvery", "pruneDamaged", "prunePlan", "pruneSummary", "pruneConfirm", "pruneClose",
// "pruneTrash", "pruneRestore", "pruneEmpty".
#pragma once

#include "core/service/runs/checkpointrequests.h"
#include "ui/common/dialog.h"

#include <QTimer>

#include <optional>

class QCheckBox;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QStandardItemModel;
class QTabBar;
class QTableView;

namespace trainyard {

class Label;
class MessageBar;

class PruneDialog : public Dialog {
    Q_OBJECT
public:
    // `policy`: the initial rules.
    PruneDialog(const QString &title, const RetentionPolicy &policy, QWidget *parent = nullptr);

    void setPlan(const PrunePlan &plan);  // answers planRequested()
    void setDone(const PrunePlan &plan);  // answers pruneConfirmed()
    void setTrash(const QList<TrashEntry> &entries, const QDateTime &now);
    void showError(const Error &error);  // instead of either; nothing can be removed then
    void showTrashError(const Error &error);
    void askForPlan();

Q_SIGNALS:
    void planRequested(const trainyard::PruneOptions &options);
    void pruneConfirmed(const trainyard::PruneOptions &options);
    void trashRequested();
    void restoreRequested(const QStringList &ids);
    void emptyRequested();  // the user confirmed it

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    QWidget *makeRules();
    QWidget *makeTrash();
    PruneOptions options() const;
    void askSoon();  // the rules have changed
    void setBusy(bool isBusy);
    void showEffect();
    void showTrashChoice();
    void askToEmpty();

    const RetentionPolicy m_policy;  // for its metric and direction
    QSpinBox *m_last, *m_best, *m_every;
    QCheckBox *m_damaged;
    QTabBar *m_tabs;
    QStackedWidget *m_pages;
    QTableView *m_table = nullptr, *m_trashTable = nullptr;
    QStandardItemModel *m_rows, *m_trashRows;
    Label *m_summary = nullptr, *m_trashSummary = nullptr;
    MessageBar *m_messages;
    QPushButton *m_confirm, *m_close, *m_restore = nullptr, *m_empty = nullptr;
    QTimer m_later;
    QStringList m_moved;         // ids of the checkpoints moved just now
    QString m_effect;            // of the plan, in words
    std::optional<int> m_going;  // nullopt: there is no plan
    bool m_isPlanPending = true;
    bool m_isBusy = false, m_isAskedAgain = false;
};

}  // namespace trainyard
