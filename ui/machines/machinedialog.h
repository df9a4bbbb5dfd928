// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for a pasted ssh command, a name, a group and notes, for a new machine or one that is known, and says at once
// what was understood of the command. Connecting, storing, reading and making keys are the window's business: the
// dialog emits the request, shows the seconds, and is told how it ended. Esc cancels, nothing is lost on an error.
//
// Object names: addMachineDialog or editMachineDialog, machineNameEdit, sshCommandEdit, machineGroupEdit,
// machineNotesEdit, machinePriceAmount, machinePriceCurrency, connectMachineButton, cancelMachineButton; those of KeyPart and KeyDialog.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/cost/offerprices.h"
#include "core/model/machine.h"
#include "core/model/storedkey.h"
#include "core/storage/database/rentalrecord.h"
#include "ui/common/dialog.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QStringList>
#include <QTimer>

#include <optional>

class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace trainyard {

class FieldRow;
class KeyDialog;
class KeyPart;
class Label;
class MessageBar;
class MoneyEdit;

class MachineDialog : public Dialog {
    Q_OBJECT
public:
    explicit MachineDialog(QWidget *parent = nullptr);

    void setMachine(const Machine &machine);         // edits this one instead of adding one
    void setOffer(const HourlyOffer &offer);         // a new one is rented at this price, which can be changed
    void setKnownNames(const QStringList &names);    // taken ones
    void setKnownGroups(const QStringList &groups);  // offered while typing
    void setKnownHosts(const QStringList &aliases);  // of the SSH configuration, offered while typing
    void setConnecting(bool isConnecting);
    void showError(const Error &error);  // ends connecting; Cancelled shows nothing

    // How keyNamed() and keyWanted() ended. What is no longer asked for is ignored.
    void showKey(const QString &path, const Result<StoredKey> &key);
    void takeKey(const Result<StoredKey> &key);

    QString machineName() const;
    void reject() override;

Q_SIGNALS:
    // id 0: a new one, which is rented from now on if there is a rental; its machineId is not set.
    void submitted(const trainyard::Machine &machine, const std::optional<trainyard::Rental> &rental);
    void cancelRequested();                                          // while connecting
    void keyNamed(const QString &path);                              // its public half is to be shown: showKey()
    void keyWanted(const QString &name, const QString &passphrase);  // a new one: takeKey()

private:
    void readCommand(bool isFinal);
    void chooseKey(const QString &path);
    void nameKey();
    void generateKey();
    void submit();
    bool checkName();
    void showElapsed();

    QLineEdit *m_name, *m_command, *m_group;
    QPlainTextEdit *m_notes;
    KeyPart *m_key;
    QPointer<KeyDialog> m_keyDialog;
    std::optional<HourlyOffer> m_offer;
    MoneyEdit *m_price;
    FieldRow *m_nameRow, *m_commandRow, *m_groupRow, *m_notesRow, *m_priceRow;
    Label *m_title, *m_prose;
    MessageBar *m_messages;
    Label *m_progress;
    QPushButton *m_connect, *m_cancel;
    Machine m_machine;  // as it was; id 0: none yet
    std::optional<SshTarget> m_target;
    QString m_chosenKey, m_namedKey;  // by the person beside the command; the last keyNamed()
    QStringList m_knownNames;
    bool m_isNameTyped = false, m_isConnecting = false;
    QElapsedTimer m_since;
    QTimer m_tick, m_pause;
};

}  // namespace trainyard
