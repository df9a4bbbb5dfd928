// Asks for a name and a pasted ssh command and says at once what was understood. Connecting is the window's
// business: the dialog emits the wish, shows the seconds, and is told how it ended. Esc cancels, nothing is lost
// on an error.
//
// Object names: addMachineDialog, machineNameEdit, sshCommandEdit, connectMachineButton, cancelMachineButton.
#pragma once

#include "core/base/error.h"
#include "core/ssh/sshtarget.h"

#include <QDialog>
#include <QElapsedTimer>
#include <QStringList>
#include <QTimer>

#include <optional>

class QLineEdit;
class QPushButton;

namespace trainyard {

class FieldRow;
class Label;
class MessageBar;

class AddMachineDialog : public QDialog {
    Q_OBJECT
public:
    explicit AddMachineDialog(QWidget *parent = nullptr);

    void setKnownNames(const QStringList &names);   // taken ones
    void setConnecting(bool isConnecting);
    void showError(const Error &error);             // ends connecting; Cancelled shows nothing

    QString machineName() const;
    void reject() override;

Q_SIGNALS:
    void addRequested(const QString &name, const trainyard::SshTarget &target);
    void cancelRequested();                         // while connecting

private:
    void readCommand(bool isFinal);
    void submit();
    bool checkName();
    void showElapsed();

    QLineEdit *m_name, *m_command;
    FieldRow *m_nameRow, *m_commandRow;
    MessageBar *m_messages;
    Label *m_progress;
    QPushButton *m_connect, *m_cancel;
    std::optional<SshTarget> m_target;
    QStringList m_knownNames;
    bool m_isNameTyped = false, m_isConnecting = false;
    QElapsedTimer m_since;
    QTimer m_tick, m_pause;
};

}  // namespace trainyard
