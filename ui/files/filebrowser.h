// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of a machine: table, path, filter, and what can be done with the selected entries. Takes plain values, emits requests, and keeps
// the history of the folders that were shown. Large folders are sorted on a worker thread. Main thread.
//
// objectNames: "fileBrowser", "filesBack", "filesForward", "filesUp", "filesPlaces", "filesFilter", "filesHidden", "filesNewFolder",
// "filesUpload", "filesDownload", "filesRefresh", "filesStop", "filesStatus", "filesStale", "filesTransfers", "filesMenu", and those of
// FolderTable and PathBar.
#pragma once

#include "core/base/error.h"
#include "ui/files/folderorder.h"

#include <QDateTime>
#include <QList>
#include <QWidget>

class QKeyEvent;
class QPushButton;
class QToolButton;

namespace trainyard {

class FolderModel;
class FolderTable;
class Label;
class MessageBar;
class PathBar;
class Placeholder;
class SearchField;

class FileBrowser : public QWidget {
    Q_OBJECT
public:
    struct Place {
        QString text;
        QByteArray path;
    };

    explicit FileBrowser(QWidget *parent = nullptr);

    void reset();  // another machine: nothing is shown yet
    void setPlaces(const QList<Place> &places);
    void go(const QByteArray &path);  // a folder, or a file in it, which is then selected
    // The folder that is shown, or the one that could not be shown; quietly: nobody waits for it.
    void refresh(bool isQuiet = false);

    // These answer folderRequested(). The rows of a folder that is read again stay until all of it is here.
    void add(const QByteArray &folder, const QList<FolderEntry> &entries);
    void finish(const QByteArray &folder, const QByteArray &selected, const QDateTime &now);
    void fail(const Error &error);
    // The machine does not answer; what is shown is as it was last read.
    void setOutOfTouch(bool isOutOfTouch);
    bool isOutOfTouch() const { return m_isOutOfTouch; }
    void setTransfers(const QString &text);  // what is being copied; empty: nothing
    void setCompletions(const QByteArray &folder, const QList<QByteArray> &names);

    const QByteArray &folder() const { return m_folder; }  // empty: none was read yet
    bool isReading() const { return m_isReading; }
    qsizetype count() const { return m_entries.size(); }
    QList<QByteArray> selectedPaths() const;
    MessageBar *messageBar() const { return m_messages; }
    FolderTable *table() const { return m_table; }

Q_SIGNALS:
    void folderRequested(const QByteArray &path, bool isQuiet);
    void stopRequested();  // reading is no longer wanted
    void completionRequested(const QByteArray &folder);
    void openRequested(const QByteArray &path);  // of a file
    void downloadRequested(const QList<QByteArray> &paths);
    void uploadRequested(const QStringList &files);  // of this computer, into the folder
    void uploadChoiceRequested(bool areFolders);     // the user chooses what to upload
    void newFolderRequested();
    void renameRequested(const QByteArray &path);
    void eraseRequested(const QList<QByteArray> &paths);
    void terminalRequested(const QByteArray &folder);
    void transfersRequested();
    void shown();  // another folder, or its rows have changed

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    enum class Way { Go, Back, Forward, Again };
    void build();
    void connectAll();
    void request(const QByteArray &path, Way way, bool isQuiet = false);
    void take(const QByteArray &folder);
    void goUp();
    void goBack(bool isForward);
    void openCurrent();
    void openEntry(const QByteArray &path, bool isFolder);
    void order();
    void showRows(const OrderedFolder &ordered, const QList<FolderEntry> &entries);
    void showState();
    void showMenu(const QPoint &at);
    void copyPaths();
    void paste();
    bool handles(const QKeyEvent &key, bool isInTable) const;
    void handle(const QKeyEvent &key);
    QByteArray below(const QByteArray &name) const;

    QByteArray m_folder, m_wanted;
    Way m_way = Way::Go;
    QList<QByteArray> m_before, m_after;  // the history, the nearest last
    QList<FolderEntry> m_entries, m_incoming;
    QByteArray m_toSelect;
    FolderOrder m_order;
    OrderedFolder m_ordered;
    QDateTime m_read;  // when the folder was read completely
    bool m_isReading = false, m_isQuiet = false, m_isOutOfTouch = false, m_isOrdering = false, m_isOrderWanted = false, m_isTaken = false;

    FolderModel *m_model;
    FolderTable *m_table;
    PathBar *m_path;
    SearchField *m_filter;
    QToolButton *m_back, *m_forward, *m_up, *m_placesButton, *m_hidden, *m_new, *m_upload, *m_download, *m_refresh;
    QPushButton *m_stop, *m_transfers;
    Label *m_status, *m_stale;
    MessageBar *m_messages;
    Placeholder *m_placeholder;
};

}  // namespace trainyard
