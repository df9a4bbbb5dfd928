// SPDX-License-Identifier: GPL-3.0-or-later
// Asks where to copy a checkpoint: this computer, a machine or a bucket. Shows the free space there and about how long the copy takes
// before it starts. Takes plain values, emits requests; opens without blocking. objectNames: "copyDialog", "copyKind" (its buttons
// "copyKind0" …), "copyFolder", "copyFolderChoose", "copyMachine", "copyMachineFolder", "copyStore", "copyPrefix", "copyFacts",
// "copyStart", "copyCancel".
#pragma once

#include "core/model/machine.h"
#include "core/model/objectstoreconfig.h"
#include "core/service/runs/checkpointtransfers.h"
#include "ui/common/dialog.h"

#include <QTimer>

class QPushButton;

namespace trainyard {

class Label;
class LocationForm;
class MessageBar;
class Segments;

class CopyDialog : public Dialog {
    Q_OBJECT
public:
    CopyDialog(const FoundCheckpoint &found, const QList<Machine> &machines, const QList<ObjectStoreConfig> &stores,
               QWidget *parent = nullptr);

    Location target() const;
    // For the target as it is now; unknown free space and rates are shown as unknown.
    void setFreeSpace(const Location &target, std::optional<qint64> freeBytes);
    void setRate(const Location &target, std::optional<double> bytesPerSecond);
    void showError(const Error &error);

Q_SIGNALS:
    void targetChanged(const trainyard::Location &target);
    void submitted(const trainyard::Location &target);

private:
    void showKind();
    void change();
    void showFacts();
    void submit();

    const FoundCheckpoint m_found;
    Segments *m_kind;
    LocationForm *m_form;
    MessageBar *m_messages;
    Label *m_facts;
    QPushButton *m_start, *m_cancel;
    QTimer m_later;
    bool m_isFreeSpaceKnown = false;
    std::optional<qint64> m_free;
    std::optional<double> m_rate;
};

}  // namespace trainyard
