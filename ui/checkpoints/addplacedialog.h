// SPDX-License-Identifier: GPL-3.0-or-later
// Asks which checkpoint location to list: a folder on this computer, a folder on a machine, or a prefix in an object store. Stays open
// while its caller checks the location, and shows what is wrong. Opens without blocking. objectNames: "addPlaceDialog", "placeKind" (its
// buttons "placeKind0" …), "placeFolder", "placeFolderChoose", "placeMachine", "placeMachineFolder", "placeStore", "placeStoreNew",
// "placePrefix", "placeAdd", "placeCancel".
#pragma once

#include "core/model/machine.h"
#include "core/model/objectstoreconfig.h"
#include "core/service/runs/checkpointsites.h"
#include "ui/common/dialog.h"

class QPushButton;

namespace trainyard {

class Label;
class LocationForm;
class MessageBar;
class Segments;

class AddPlaceDialog : public Dialog {
    Q_OBJECT
public:
    explicit AddPlaceDialog(QWidget *parent = nullptr);

    void setMachines(const QList<Machine> &machines);
    void setStores(const QList<ObjectStoreConfig> &stores, const QString &chosen = {});
    void setBusy(bool isLooking);
    // With `canStay` the location may be added all the same: it only does not answer now.
    void showError(const Error &error, bool canStay);

Q_SIGNALS:
    void submitted(const trainyard::CheckpointSite &site, bool isUnseen);  // isUnseen: without checking it first
    void newStoreRequested();

private:
    void showKind();
    void submit(bool isUnseen);

    Segments *m_kind;
    MessageBar *m_messages;
    Label *m_state;
    QPushButton *m_add, *m_cancel;
    LocationForm *m_form;
};

}  // namespace trainyard
