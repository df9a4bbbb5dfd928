// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytename.h"
#include "ui/common/enterkey.h"
#include "ui/common/icons.h"
#include "ui/common/keytable.h"
#include "ui/common/searchfield.h"
#include "ui/files/filebrowser.h"
#include "ui/files/foldermodel.h"
#include "ui/files/foldertable.h"
#include "ui/files/pathbar.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QToolButton>

namespace trainyard {

namespace {

bool isFilesKey(const QKeyEvent &event, KeyFor what) { return QKeySequence(event.keyCombination()) == keyFor(what); }

}  // namespace

void FileBrowser::copyPaths()
{
    QStringList paths;
    const QList<QByteArray> selected = selectedPaths();
    for (const QByteArray &path : selected)
        paths << shownBytes(path);
    if (!paths.isEmpty())
        QGuiApplication::clipboard()->setText(paths.join(u'\n'));
}

void FileBrowser::paste()
{
    const QStringList files = filesOf(QGuiApplication::clipboard()->mimeData());
    if (!files.isEmpty() && !m_folder.isEmpty())
        Q_EMIT uploadRequested(files);
}

// In the filter field, only what does not edit text.
bool FileBrowser::handles(const QKeyEvent &key, bool isInTable) const
{
    for (const KeyFor everywhere : {KeyFor::FilesBack, KeyFor::FilesForward, KeyFor::FilesHome, KeyFor::FilesPath, KeyFor::NewFolder,
                                    KeyFor::HiddenFiles, KeyFor::Find}) {
        if (isFilesKey(key, everywhere))
            return true;
    }
    if (!isInTable)
        return key.key() == Qt::Key_Down;
    for (const KeyFor inTable : {KeyFor::FilesUp, KeyFor::RenameFile, KeyFor::DeleteFiles, KeyFor::CopyPaths, KeyFor::PasteFiles}) {
        if (isFilesKey(key, inTable))
            return true;
    }
    return isEnter(key);
}

void FileBrowser::handle(const QKeyEvent &key)
{
    const auto is = [&key](KeyFor what) { return isFilesKey(key, what); };
    if (is(KeyFor::FilesBack))
        goBack(false);
    else if (is(KeyFor::FilesForward))
        goBack(true);
    else if (is(KeyFor::FilesHome))
        go(QByteArrayLiteral("~"));
    else if (is(KeyFor::FilesPath))
        m_path->edit();
    else if (is(KeyFor::NewFolder))
        m_new->click();
    else if (is(KeyFor::HiddenFiles))
        m_hidden->toggle();
    else if (is(KeyFor::FilesUp))
        goUp();
    else if (is(KeyFor::CopyPaths))
        copyPaths();
    else if (is(KeyFor::PasteFiles))
        paste();
    else if (is(KeyFor::Find))
        m_filter->setFocus(Qt::ShortcutFocusReason);
    else if (isEnter(key))
        openCurrent();
    else if (key.key() == Qt::Key_Down)
        m_table->setFocus(Qt::ShortcutFocusReason);
    else if (is(KeyFor::RenameFile) && selectedPaths().size() == 1)
        Q_EMIT renameRequested(selectedPaths().first());
    else if (is(KeyFor::DeleteFiles) && !selectedPaths().isEmpty())
        Q_EMIT eraseRequested(selectedPaths());
}

bool FileBrowser::eventFilter(QObject *watched, QEvent *event)
{
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (!isKey || (watched != m_table && watched != m_filter))
        return QWidget::eventFilter(watched, event);
    auto *const key = static_cast<QKeyEvent *>(event);
    if (!handles(*key, watched == m_table))
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::KeyPress)
        handle(*key);
    event->accept();
    return true;
}

void FileBrowser::showMenu(const QPoint &at)
{
    auto *const menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("filesMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const char *name, const QString &text, const char *iconName, auto &&action) {
        QAction *const entry = menu->addAction(icon(QLatin1String(iconName)), text, this, action);
        entry->setObjectName(QLatin1String(name));
        return entry;
    };
    const auto withKey = [](QAction *action, KeyFor key) {
        action->setShortcut(keyFor(key));
        action->setShortcutContext(Qt::WidgetShortcut);  // shown only: the table handles the keys
    };
    // A right click beside the rows has deselected them.
    const QList<QByteArray> paths = selectedPaths();
    const FolderEntry *const entry = paths.size() == 1 ? m_model->entryAt(m_table->selectionModel()->selection().first().top()) : nullptr;
    if (entry) {
        const QByteArray path = paths.first();
        add("filesOpenAction", tr("Open"), entry->isFolder() ? "folder" : "eye",
            [this, path, isFolder = entry->isFolder()] { openEntry(path, isFolder); });
        withKey(add("filesRenameAction", tr("Rename…"), "tag", [this, path] { Q_EMIT renameRequested(path); }), KeyFor::RenameFile);
    }
    if (!paths.isEmpty()) {
        add("filesDownloadAction", tr("Download to…"), "download", [this, paths] { Q_EMIT downloadRequested(paths); });
        withKey(add("filesCopyPathAction", paths.size() == 1 ? tr("Copy the path") : tr("Copy the paths"), "copy", [this] { copyPaths(); }),
                KeyFor::CopyPaths);
        menu->addSeparator();
        withKey(add("filesDeleteAction", tr("Delete…"), "trash", [this, paths] { Q_EMIT eraseRequested(paths); }), KeyFor::DeleteFiles);
    }
    if (!m_folder.isEmpty()) {
        menu->addSeparator();
        withKey(add("filesNewFolderAction", tr("New folder…"), "plus", [this] { Q_EMIT newFolderRequested(); }), KeyFor::NewFolder);
        add("filesUploadAction", tr("Upload files…"), "upload", [this] { Q_EMIT uploadChoiceRequested(false); });
        const QByteArray folder = entry && entry->isFolder() ? paths.first() : m_folder;
        add("filesTerminalAction", tr("Open a terminal here"), "terminal", [this, folder] { Q_EMIT terminalRequested(folder); });
    }
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

}  // namespace trainyard
