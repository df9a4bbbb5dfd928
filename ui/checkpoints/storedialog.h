// SPDX-License-Identifier: GPL-3.0-or-later
// Sets up a bucket of an object store: provider, address, key. Checks it before it is saved, and reports whether it is encrypted and not
// public. Opens without blocking; keeps the key until it is passed on. objectNames: "storeDialog", "storeProvider", "storeName",
// "storeAddress", "storeEndpoint", "storeRegion", "storeAccount", "storeKeyId", "storeSecret", "storeInsecure", "storeCheck", "storeAdd",
// "storeCancel", "storeAnswer".
#pragma once

#include "core/knowledge/stores/storepresets.h"
#include "core/model/storedobject.h"
#include "ui/common/dialog.h"
#include "ui/common/icons.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLineEdit;
class QPushButton;

namespace trainyard {

class FieldRow;
class Label;
class MessageBar;

class StoreDialog : public Dialog {
    Q_OBJECT
public:
    explicit StoreDialog(QWidget *parent = nullptr);

    // Answers checkRequested() and addRequested().
    void showAnswer(const StoreSettings &settings);
    void showError(const Error &error);
    void setBusy(bool isAsking);

Q_SIGNALS:
    void checkRequested(const trainyard::ObjectStoreConfig &record);
    void addRequested(const trainyard::ObjectStoreConfig &record);  // check it first

private:
    const StorePreset &preset() const;
    void showPreset();
    std::optional<ObjectStoreConfig> read();
    void addLine(const QString &iconName, Ink ink, const QString &text);
    void clearAnswer();

    QList<StorePreset> m_presets;
    QComboBox *m_provider;
    QLineEdit *m_name, *m_address, *m_endpoint, *m_region, *m_account, *m_keyId, *m_secret;
    FieldRow *m_nameRow, *m_addressRow, *m_endpointRow, *m_regionRow, *m_accountRow, *m_keyIdRow, *m_secretRow;
    QCheckBox *m_insecure;
    QWidget *m_answer;
    QGridLayout *m_lines;
    MessageBar *m_messages;
    Label *m_state;
    QPushButton *m_check, *m_add, *m_cancel;
};

}  // namespace trainyard
