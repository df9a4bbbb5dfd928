// SPDX-License-Identifier: GPL-3.0-or-later
// What is the same wherever a machine is ordered: account, name, image, zone, disk, key, and who may connect.
//
// Object names: rentAccount, rentAddAccount, rentName, rentImage, rentZone, rentDisk, rentKey, rentFrom
#pragma once

#include "core/base/result.h"
#include "core/model/accountrecord.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace trainyard {

class FieldRow;
struct ProviderImage;

class RentMachinePart : public QWidget {
    Q_OBJECT
public:
    struct Known {
        QList<AccountRecord> accounts;  // that can be chosen, at least one
        QStringList keys;               // that a login can use
        QStringList names;              // of machines, which are taken
        bool hasZones = false;          // in which these accounts can rent
        bool mayLackName = false;
        bool canAddAccount = true;
    };
    explicit RentMachinePart(const Known &known, QWidget *parent = nullptr);

    // As entered; an empty zone: any.
    struct Entered {
        QString account, name, image, zone, keyName, ownAddress;
        int diskGiB = 0;
    };
    Entered entered() const;
    AccountRecord account() const;
    bool isSimulated() const;      // by an account whose requests stay on this computer
    bool isAddressWanted() const;  // none is known, and this account's requests leave this computer
    QString problem() const;       // the first thing that cannot be; empty: nothing
    QList<QWidget *> focusChain() const;

    void setName(const QString &name);                                              // or the next one that is free
    void setAccounts(const QList<AccountRecord> &accounts, const QString &chosen);  // nothing else changes
    void chooseAccount(const QString &name);
    void wish(const QString &image, int diskGiB, const QString &zone);  // empty, 0: as it is
    void setImages(const QList<ProviderImage> &images);
    void setZones(const QStringList &zones);             // that have the type
    void setOwnAddress(const Result<QString> &address);  // as findOwnAddress()

Q_SIGNALS:
    void changed();
    void accountChanged();
    void zoneChanged();
    void accountRequested();  // to add one

private:
    QWidget *makeAccounts();
    void makeFields();
    void showAccount();
    void showProblems();

    Known m_known;
    QString m_wishedImage;
    QComboBox *m_account = nullptr, *m_image = nullptr, *m_zone = nullptr, *m_key = nullptr;
    QPushButton *m_add = nullptr;
    QLineEdit *m_name = nullptr, *m_from = nullptr;
    FieldRow *m_nameRow = nullptr, *m_fromRow = nullptr, *m_imageRow = nullptr, *m_zoneRow = nullptr, *m_diskRow = nullptr,
             *m_keyRow = nullptr;
    QSpinBox *m_disk = nullptr;
};

}  // namespace trainyard
