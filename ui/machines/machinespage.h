// The fleet: one card per machine. Takes cards and says wishes; knows no connection.
//
// Object names: machinesPage, machinesFilterEdit, addMachineHereButton, machinesGrid, allMachinesChip,
// attentionChip, launchOnMachineButton, addFirstMachineButton, machinesSandboxLink; actions of the context menu:
// openMachineRunAction, launchOnMachineAction, retryMachineAction, startSandboxAction, removeMachineAction.
#pragma once

#include "ui/machines/machinecard.h"
#include "ui/machines/machinecardpaint.h"

#include <QWidget>

class QPushButton;
class QSortFilterProxyModel;

namespace trainyard {

class CardGrid;
class MachinesModel;
class MessageBar;
class PageHeader;
class Placeholder;
class SearchField;

class MachinesPage : public QWidget {
    Q_OBJECT
public:
    explicit MachinesPage(QWidget *parent = nullptr);

    void setMachines(const QList<MachineCard> &cards);
    void setMachine(const MachineCard &card);      // new values of one that is known
    void setNow(const QDateTime &now);
    void selectMachine(qint64 id);
    MessageBar *messageBar() const;

Q_SIGNALS:
    void addMachineRequested();
    void sandboxRequested();
    void launchRequested(qint64 machineId);
    void openRunRequested(const QString &runId);
    void retryRequested(qint64 machineId);
    void removeRequested(qint64 machineId);        // already confirmed

private:
    void trigger(const MachineCard &card, CardAction action);
    void showMenu(const QPoint &at);
    void confirmRemoval(const MachineCard &card);
    void showCounts();
    void showSelection();
    std::optional<MachineCard> current() const;

    PageHeader *m_header;
    SearchField *m_filter;
    QPushButton *m_launch, *m_add, *m_all, *m_attention;
    QWidget *m_key = nullptr;
    CardGrid *m_grid;
    MachinesModel *m_model;
    QSortFilterProxyModel *m_proxy;
    Placeholder *m_placeholder;
    QDateTime m_now;
};

}  // namespace trainyard
