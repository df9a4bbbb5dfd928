// SPDX-License-Identifier: GPL-3.0-or-later
// Which place with checkpoints is to be listed: a folder here, a folder on a machine, or what lies below an address of a store.
// Stays open while its caller looks there; what is wrong is said in it. Opens without blocking.
// objectNames: "addPlaceDialog", "placeKind" (its buttons "placeKind0" …), "placeFolder", "placeFolderChoose", "placeMachine",
// "placeMachineFolder", "placeStore", "placeStoreNew", "placePrefix", "placeAdd", "placeCancel".
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
    // It may be added all the same where `canStay`: a place that does not answer now.
    void showError(const Error &error, bool canStay);

Q_SIGNALS:
    void submitted(const trainyard::CheckpointSite &site, bool isUnseen);  // isUnseen: without looking there
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
