// SPDX-License-Identifier: GPL-3.0-or-later
// What a person types as a location of checkpoints in a dialog: a folder on this computer, a folder on a machine, a folder in the
// bucket of a store. One page for each kind that is offered, in the order given; which one is shown is its dialog's matter.
// objectNames, each after the dialog's own prefix: "Folder", "FolderChoose", "Machine", "MachineFolder", "Store", "StoreNew", "Prefix".
#pragma once

#include "core/model/location.h"
#include "core/model/machine.h"
#include "core/model/objectstoreconfig.h"

#include <QList>
#include <QStackedWidget>
#include <QVariant>

#include <utility>

class QComboBox;
class QLineEdit;

namespace trainyard {

class FieldRow;

// Of one kind, translated.
struct LocationWords {
    Location::Kind kind = Location::Kind::ThisComputer;
    QString path, help;               // of the field
    QString example = {};             // shown in it while it is empty
    QString typed = {};               // stands in it at first
    QString missing = {};             // the error where it stays empty
    QString button = {};              // chooses a folder here, sets up a store; without a text there is none
    QString choice = {};              // the label of the machine or of the store
    QString none = {}, noneYet = {};  // where there is none to choose: the help of that field, and why nothing can be done
};

class LocationForm : public QStackedWidget {
    Q_OBJECT
public:
    LocationForm(const QString &prefix, const QList<LocationWords> &kinds, QWidget *parent = nullptr);

    void setMachines(const QList<Machine> &machines);
    void setStores(const QList<ObjectStoreConfig> &stores, const QString &chosen = {});

    // Of the page that is shown.
    Location::Kind kind() const { return m_pages[currentIndex()].words.kind; }
    // As typed: here "~" is the home directory; in a bucket slashes around the folder are left out. The path is empty where nothing
    // is typed, in a bucket only where there is no store.
    Location location() const;
    QString machineName() const;
    QString disabledReason() const;  // where there is nothing to choose
    bool isComplete();               // if not, the field says so
    void focusPath();

    void clearErrors();  // of all pages; typing clears that of its own field

Q_SIGNALS:
    void changed();  // what is typed or chosen
    void newStoreRequested();

private:
    struct Page {
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
    QList<ObjectStoreConfig> m_stores;
};

}  // namespace trainyard
