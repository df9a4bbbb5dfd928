// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for a pasted ssh command, a name, a group and notes, for a new or a known machine, and shows immediately how the command was
// understood. The window connects, stores, and reads and creates keys: the dialog emits a request, shows the seconds, and is notified of
// the result. Esc cancels; no input is lost on an error.
//
// Object names: addMachineDialog or editMachineDialog, machineNameEdit, sshCommandEdit, machineGroupEdit, machineNotesEdit,
// machinePriceAmount, machinePriceCurrency, connectMachineButton, cancelMachineButton, machineFromConfig; those of KeyPart and KeyDialog.
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
    void setOffer(const HourlyOffer &offer);         // a new one is rented at this price, which the user can change
    void setKnownNames(const QStringList &names);    // taken names
    void setKnownGroups(const QStringList &groups);  // offered while typing
    void setKnownHosts(const QStringList &aliases);  // of the SSH configuration, offered while typing
    void setConnecting(bool isConnecting);
    void showError(const Error &error);  // ends connecting; Cancelled shows nothing

    // The results of keyNamed() and keyWanted(). Results that are no longer awaited are ignored.
    void showKey(const QString &path, const Result<StoredKey> &key);
    void takeKey(const Result<StoredKey> &key);

    QString machineName() const;
    void reject() override;

Q_SIGNALS:
    // id 0: a new machine; with a rental it is rented from now on, and the rental's machineId is not set.
    void submitted(const trainyard::Machine &machine, const std::optional<trainyard::Rental> &rental);
    void importRequested();                                          // choose from ~/.ssh/config instead
    void cancelRequested();                                          // while connecting
    void keyNamed(const QString &path);                              // show its public half: showKey()
    void keyWanted(const QString &name, const QString &passphrase);  // create a new one: takeKey()

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
    QPushButton *m_connect, *m_cancel, *m_fromConfig;
    Machine m_machine;  // before editing; id 0: none yet
    std::optional<SshTarget> m_target;
    QString m_chosenKey, m_namedKey;  // chosen by the user apart from the command; the last keyNamed()
    QStringList m_knownNames;
    bool m_isNameTyped = false, m_isConnecting = false;
    QElapsedTimer m_since;
    QTimer m_tick, m_pause;
};

}  // namespace trainyard
