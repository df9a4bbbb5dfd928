// SPDX-License-Identifier: GPL-3.0-or-later
// "Tell me when there is one…": what is watched for, and a form for another watch, which tells or rents. Emits requests.
//
// Object names: watchesDialog, watchesTable, watchesEmpty, watchPause, watchRent, watchRemove, watchGpu, watchCount, watchMostAmount,
// watchMostCurrency, watchSpot, watchRegion, watchRents, watchOrder, watchCost, watchAdd, watchesClose, removeWatchDialog; see also
// ui/rent/machinepart.h and endpart.h
#pragma once

#include "core/base/error.h"
#include "core/model/capacitywatch.h"
#include "ui/common/dialog.h"
#include "ui/rent/machinepart.h"

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
class RentEndPart;
class WatchesModel;

class WatchesDialog : public Dialog {
    Q_OBJECT
public:
    // `wanted`: of the filter; what it does not name is empty, and `gpuNames` are proposed.
    // `known`: for one that rents; without an account none can.
    WatchesDialog(const CapacityWatch &wanted, const QStringList &gpuNames, const RentMachinePart::Known &known, QWidget *parent = nullptr);

    void setWatches(const QList<CapacityWatch> &watches, const QDateTime &now);
    void setNote(const QString &note);                      // why nothing is asked; empty: it is
    void setChecking(bool isChecking);                      // whether the account could be rented at is being asked
    void setAdded();                                        // the form is empty again
    void setOwnAddress(const Result<QString> &address);     // as findOwnAddress()
    RentMachinePart *machine() const { return m_machine; }  // of one that rents; null: there is no account
    void showError(const Error &error);

Q_SIGNALS:
    void addRequested(const trainyard::CapacityWatch &watch);  // without a name
    void orderRequested();                                     // images, and the own address, of machine() are wanted
    void pauseRequested(const QString &name, bool isPaused);
    void removeRequested(const QString &name);
    void rentRequested(const QString &name);  // what it found

private:
    QWidget *makeForm(const CapacityWatch &wanted, const QStringList &gpuNames);
    const CapacityWatch *current() const;
    QWidget *makeOrder(const RentMachinePart::Known &known);
    void showButtons();
    void showOrder();
    QString orderProblem() const;
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
    QCheckBox *m_spot = nullptr, *m_rents = nullptr;
    QWidget *m_order = nullptr;
    RentMachinePart *m_machine = nullptr;
    RentEndPart *m_end = nullptr;
    Label *m_cost = nullptr;
    bool m_isChecking = false;
    QLineEdit *m_region = nullptr;
    FieldRow *m_mostRow = nullptr;
};

}  // namespace trainyard
