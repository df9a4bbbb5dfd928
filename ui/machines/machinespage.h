// SPDX-License-Identifier: GPL-3.0-or-later
// The fleet: one card per machine, under headings if there are groups. Takes cards and emits requests; has no connection itself. Keyboard
// on a card: Enter runs its verb, F2 edits, Ctrl+T tests the connection, Delete removes. Dropping files on a card requests copying them to
// that machine.
//
// Object names: machinesPage, machinesFilterEdit, addMachineHereButton, machinesGrid, allMachinesChip, attentionChip,
// importHostsButton, launchOnMachineButton, testMachineButton, copyOnMachineButton, addFirstMachineButton, machinesSandboxLink; actions of the context menu:
// openMachineRunAction, launchOnMachineAction, retryMachineAction, startSandboxAction, testMachineAction, uploadFilesAction,
// downloadFilesAction, editMachineAction, machineGroupMenu (an action per group, noGroupAction, newGroupAction), removeMachineAction,
// rentMachineAction, ownCostAction, letInMachineAction, giveBackMachineAction, clusterAction.
#pragma once

#include "core/model/ids.h"
#include "ui/machines/machinecardpaint.h"
#include "ui/page/machinecard.h"

#include <QWidget>

#include <functional>

class QDropEvent;
class QMenu;
class QPushButton;
class QVBoxLayout;

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
    void setMachine(const MachineCard &card);  // new values of a known machine
    void setNow(const QDateTime &now);
    void selectMachine(MachineId id);
    void addAboveCards(QWidget *widget);  // what concerns all of them; takes ownership
    MessageBar *messageBar() const;
    QStringList groups() const;

Q_SIGNALS:
    void portRequested(MachineId machineId, const QString &address);  // as entered by the user
    void terminalRequested(MachineId machineId);
    void filesRequested(MachineId machineId);
    void clusterRequested(MachineId machineId);
    void jupyterRequested(MachineId machineId);
    void jupyterStopRequested(MachineId machineId);
    void terminalProgramRequested(MachineId machineId);  // outside the window
    void addMachineRequested();
    void importRequested();  // choose from ~/.ssh/config
    void sandboxRequested();
    void launchRequested(MachineId machineId);
    void openRunRequested(const RunId &runId);
    void retryRequested(MachineId machineId);
    void checkRequested(MachineId machineId);
    void testRequested(MachineId machineId);                              // step by step, shown to the user
    void uploadRequested(MachineId machineId, const QStringList &files);  // empty: the user has yet to choose
    void downloadRequested(MachineId machineId);
    void editRequested(MachineId machineId);
    void groupChosen(MachineId machineId, const QString &group);  // empty: no group
    void rentRequested(MachineId machineId);                      // show its cost, or return it
    void ownCostRequested(MachineId machineId);                   // show what it costs by the person's own figures
    void letInRequested(MachineId machineId);                     // SSH from this computer's present address
    void giveBackRequested(MachineId machineId);                  // of one from a cloud, to be confirmed
    void removeRequested(MachineId machineId);                    // already confirmed

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool takeDrag(QDropEvent *event);
    void trigger(const MachineCard &card, CardAction action);
    void showMenu(const QPoint &at);
    void askForPort(MachineId id);
    void confirmRemoval(const MachineCard &card);
    void setFolded(const QModelIndex &heading, bool isFolded);
    void addGroupMenu(QMenu *menu, const MachineCard &card);
    void keepCurrent(const std::function<void()> &change);  // keeps the same machine or heading selected
    void remove(const MachineCard &card);
    void showCounts();
    void showSelection();
    std::optional<MachineCard> current() const;

    PageHeader *m_header;
    SearchField *m_filter;
    QPushButton *m_launch, *m_test, *m_copy, *m_add, *m_all, *m_attention;
    QPushButton *m_import = nullptr;
    QWidget *m_key = nullptr;
    QVBoxLayout *m_aboveCards = nullptr;
    CardGrid *m_grid;
    MachinesModel *m_model;
    Placeholder *m_placeholder;
    QDateTime m_now;
};

}  // namespace trainyard
