// SPDX-License-Identifier: GPL-3.0-or-later
// The hosts of ~/.ssh/config with a check box each, to add several machines at once. Reads and connects to nothing itself: the window hands
// over what was read and stores what was chosen. Hosts that are machines already, and logins of Git servers, are not ticked.
//
// Object names: importHostsDialog, importHostsView, importHostsLeftOut, importHostsAdd, importHostsCancel.
#pragma once

#include "core/base/error.h"
#include "core/model/configuredhost.h"
#include "core/model/machine.h"
#include "ui/common/dialog.h"

class QPushButton;
class QStandardItemModel;

namespace trainyard {

class Label;
class MessageBar;

class ImportHostsDialog : public Dialog {
    Q_OBJECT
public:
    // `known`: the machines that exist.
    ImportHostsDialog(const ConfiguredHosts &found, const QList<Machine> &known, QWidget *parent = nullptr);

    void showError(const Error &error);

Q_SIGNALS:
    void submitted(const QList<trainyard::Machine> &machines);  // without an id; each is reached by its alias

private:
    void addRow(const ConfiguredHost &host, const QList<Machine> &known);
    QList<Machine> chosen() const;
    void showCount();

    QStandardItemModel *m_rows;
    MessageBar *m_messages;
    QPushButton *m_add;
};

}  // namespace trainyard
