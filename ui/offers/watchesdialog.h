// SPDX-License-Identifier: GPL-3.0-or-later
// "Tell me when there is one…": what is watched for, and a form for another watch. Emits requests.
//
// Object names: watchesDialog, watchesTable, watchesEmpty, watchPause, watchRent, watchRemove, watchGpu, watchCount, watchMostAmount,
// watchMostCurrency, watchSpot, watchRegion, watchAdd, watchesClose, removeWatchDialog
#pragma once

#include "core/base/error.h"
#include "core/model/capacitywatch.h"
#include "ui/common/dialog.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTableView;

namespace trainyard {

class FieldRow;
class Label;
class MessageBar;
class MoneyEdit;
class WatchesModel;

class WatchesDialog : public Dialog {
    Q_OBJECT
public:
    // `wanted`: of the filter; what it does not name is empty, and `gpuNames` are proposed.
    WatchesDialog(const CapacityWatch &wanted, const QStringList &gpuNames, QWidget *parent = nullptr);

    void setWatches(const QList<CapacityWatch> &watches, const QDateTime &now);
    void setNote(const QString &note);  // why nothing is asked; empty: it is
    void setAdded();                    // the form is empty again
    void showError(const Error &error);

Q_SIGNALS:
    void addRequested(const trainyard::CapacityWatch &watch);  // without a name
    void pauseRequested(const QString &name, bool isPaused);
    void removeRequested(const QString &name);
    void rentRequested(const QString &name);  // what it found

private:
    QWidget *makeForm(const CapacityWatch &wanted, const QStringList &gpuNames);
    const CapacityWatch *current() const;
    void showButtons();
    void askToRemove();
    void submit();

    WatchesModel *m_model;
    MessageBar *m_messages;
    QTableView *m_table;
    Label *m_empty, *m_note;
    QPushButton *m_pause, *m_rent, *m_remove, *m_add, *m_close;
    QComboBox *m_gpu = nullptr;
    QSpinBox *m_count = nullptr;
    MoneyEdit *m_most = nullptr;
    QCheckBox *m_spot = nullptr;
    QLineEdit *m_region = nullptr;
    FieldRow *m_mostRow = nullptr;
};

}  // namespace trainyard
