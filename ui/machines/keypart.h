// SPDX-License-Identifier: GPL-3.0-or-later
// The key that logs in to a machine: its file, two ways to get one, and the public key to copy for the machine or provider. The window
// reads and creates keys.
//
// Object names: machineKeyEdit, chooseKeyButton, generateKeyButton, publicKeyEdit, copyPublicKeyButton.
#pragma once

#include "core/base/result.h"
#include "core/model/storedkey.h"

#include <QWidget>

class QLineEdit;
class QPushButton;

namespace trainyard {

class FieldRow;

class KeyPart : public QWidget {
    Q_OBJECT
public:
    explicit KeyPart(QWidget *parent = nullptr);

    QString path() const;  // empty: the agent's keys and the default ones
    void setPath(const QString &path);
    void showKey(const Result<StoredKey> &key);  // of path()
    void setDisabledReason(const QString &reason);

Q_SIGNALS:
    void pathEdited(const QString &path);  // by the user, in any way
    void generateRequested();

private:
    void choose();
    void copy();
    void clearKey();

    QLineEdit *m_path;
    FieldRow *m_row;
    QPushButton *m_choose, *m_generate;
    QLineEdit *m_public;
    QPushButton *m_copy;
};

}  // namespace trainyard
