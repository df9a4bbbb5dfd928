// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the folders of a machine, one at a time, for selecting one. Requests each folder by a signal; opens without blocking.
//
// Object names: placeDialog, placePathEdit, placeUpButton, placeView, choosePlaceButton, cancelPlaceButton. Keyboard: Enter on a folder
// opens it, Backspace or Alt+Up goes up.
#pragma once

#include "core/base/error.h"
#include "core/model/remotefile.h"
#include "ui/common/dialog.h"

class QLineEdit;
class QListView;
class QPushButton;
class QStandardItemModel;
class QToolButton;

namespace trainyard {

class MessageBar;
class Placeholder;

class PlaceDialog : public Dialog {
    Q_OBJECT
public:
    enum class Wanted { Folder, FileOrFolder };

    PlaceDialog(const QString &machineName, Wanted wanted, QWidget *parent = nullptr);

    void enter(const QString &path);                                       // requests the folder
    void showFolder(const QString &path, const QList<RemoteFile> &files);  // absolute
    void showError(const Error &error);                                    // keeps the folder shown before

Q_SIGNALS:
    void folderRequested(const QString &path);
    void chosen(const QString &path);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void goUp();
    void goInto(const QModelIndex &index);
    void showChoice();
    QString choice() const;
    QString below(const QString &name) const;

    Wanted m_wanted;
    QString m_path;          // of the folder shown; empty: none yet
    bool m_isAsking = true;  // a folder is wanted that is not shown yet
    QLineEdit *m_edit;
    QToolButton *m_up;
    QStandardItemModel *m_model;
    QListView *m_view;
    Placeholder *m_placeholder;
    MessageBar *m_messages;
    QPushButton *m_choose, *m_cancel;
};

}  // namespace trainyard
