// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a dialog where the user enters a checkpoint location: a folder on this computer, a folder on a machine, or a folder in a
// bucket. There is one page for each kind offered, in the given order; the dialog decides which one is shown, and only it takes space.
// objectNames, each after the dialog's own prefix: "Folder", "FolderChoose", "Machine", "MachineFolder", "Store", "StoreNew", "Prefix".
#pragma once

#include "core/model/location.h"
#include "core/model/machine.h"
#include "core/model/objectstoreconfig.h"

#include <QList>
#include <QVariant>
#include <QWidget>

#include <utility>

class QComboBox;
class QLineEdit;

namespace trainyard {

class FieldRow;

// The texts of one kind, translated.
struct LocationWords {
    Location::Kind kind = Location::Kind::ThisComputer;
    QString path, help;               // of the field
    QString example = {};             // placeholder text
    QString typed = {};               // initial text
    QString missing = {};             // error while it is empty
    QString button = {};              // chooses a folder here or sets up a store; empty: no button
    QString choice = {};              // the label of the machine or of the store
    QString none = {}, noneYet = {};  // if there is none to choose: the help of that field, and why nothing can be done
};

class LocationForm : public QWidget {
    Q_OBJECT
public:
    LocationForm(const QString &prefix, const QList<LocationWords> &kinds, QWidget *parent = nullptr);

    void setMachines(const QList<Machine> &machines);
    void setStores(const QList<ObjectStoreConfig> &stores, const QString &chosen = {});

    void showPage(int index);
    // The kind of the page that is shown.
    Location::Kind kind() const { return m_pages[m_shown].words.kind; }
    // As entered. On this computer "~" is the home directory; in a bucket, leading and trailing slashes are dropped. The path is empty if
    // nothing was entered; for a bucket only if there is no store.
    Location location() const;
    QString machineName() const;
    QString disabledReason() const;  // set if there is nothing to choose
    bool isComplete();               // if not, the field shows the error
    void focusPath();

    void clearErrors();  // on all pages; typing clears the error of its own field

Q_SIGNALS:
    void changed();  // what is typed or chosen
    void newStoreRequested();

private:
    struct Page {
        QWidget *form;
        LocationWords words;
        QLineEdit *path;
        FieldRow *pathRow;
        QComboBox *choice = nullptr;
        FieldRow *choiceRow = nullptr;
    };
    void addPage(const QString &prefix, const LocationWords &words);
    void setChoices(Location::Kind kind, const QList<std::pair<QString, QVariant>> &choices, const QString &chosen = {});
    void chooseFolder(QLineEdit *path, const QString &title);

    QList<Page> m_pages;
    int m_shown = 0;
    QList<ObjectStoreConfig> m_stores;
};

}  // namespace trainyard
