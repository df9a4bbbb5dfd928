// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/filessection.h"

#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/launch/entryrows.h"
#include "ui/launch/fieldgrid.h"
#include "ui/launch/fieldvalues.h"
#include "ui/launch/taskfields.h"
#include "ui/launch/tasksummary.h"
#include "ui/theme/theme.h"

#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>

namespace trainyard {
namespace {

QList<FormEntry> mountsOf(const Task &task)
{
    QList<FormEntry> entries;
    for (auto mount = task.fileMounts.begin(); mount != task.fileMounts.end(); ++mount)
        entries << FormEntry{mount.key(), mount.value()};
    return entries;
}

void putMounts(Task &task, const QList<FormEntry> &entries)
{
    task.fileMounts.clear();
    // One of two with the same target would be lost: an empty target is refused.
    for (const FormEntry &entry : entries)
        task.fileMounts.insert(task.fileMounts.contains(entry.name) ? QString() : entry.name, entry.value);
}

QList<FormEntry> foldersOf(const Task &task)
{
    QList<FormEntry> entries;
    for (auto mount = task.mounts.begin(); mount != task.mounts.end(); ++mount)
        entries << FormEntry{mount.key(), mount->source, mount->isReadOnly};
    return entries;
}

void putFolders(Task &task, const QList<FormEntry> &entries)
{
    task.mounts.clear();
    for (const FormEntry &entry : entries)
        task.mounts.insert(task.mounts.contains(entry.name) ? QString() : entry.name, FolderMount{entry.value.trimmed(), entry.isMarked});
}

QList<FormEntry> eventFoldersOf(const Task &task)
{
    QList<FormEntry> entries;
    for (const QString &folder : task.tensorboard)
        entries << FormEntry{folder, {}};
    return entries;
}

void putEventFolders(Task &task, const QList<FormEntry> &entries)
{
    task.tensorboard.clear();
    for (const FormEntry &entry : entries)
        task.tensorboard << entry.name;
}

}  // namespace

FilesSection::FilesSection(QWidget *parent) : FormSection(QStringLiteral("taskFilesSection"), tr("Files"), 1, filesSummary, parent)
{
    QPushButton *const choose = makeButton(QStringLiteral("taskWorkdirChoose"), tr("Choose…"));
    choose->setAccessibleName(tr("Choose the folder with your code"));
    TaskFields::Line line{"taskWorkdir", tr("Working directory on this computer"), [](const Task &task) { return task.workdir; },
                          [](Task &task, const QString &text) { task.workdir = text; }};
    line.beside = choose;
    FieldRow *const workdir = fields()->addLine(line);
    auto *const edit = workdir->findChild<QLineEdit *>(QStringLiteral("taskWorkdir"));
    workdir->setHelp(
        tr("Copied to the machine, where the command starts in it. Without one, nothing is copied. The address of a Git repository, "
           "like https://host/name.git#branch, is fetched here first."));
    edit->setFont(textFont(TextRole::Code));
    edit->setPlaceholderText(QStringLiteral("./code"));
    connect(choose, &QPushButton::clicked, this, [this, edit] {
        auto *const dialog = new QFileDialog(this, tr("Choose the folder with your code"),
                                             edit->text().startsWith(u'/') ? edit->text() : QString());
        dialog->setObjectName(QStringLiteral("taskWorkdirDialog"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(QFileDialog::Directory);
        dialog->setOption(QFileDialog::ShowDirsOnly);
        connect(dialog, &QFileDialog::fileSelected, edit, [edit](const QString &folder) {
            edit->selectAll();
            edit->insert(folder);  // as if it had been typed
        });
        dialog->open();
    });
    auto *const mounts = new EntryRows(QStringLiteral("taskMount"), {tr("Path on the machine"), tr("File or folder on this computer"),
                                                                     QStringLiteral("←"), tr("Add a file or folder")});
    FieldRow *const mountRow = fields()->addRows(mounts, {tr("Further files and folders"), mountsOf, putMounts});
    auto *const folders = new EntryRows(QStringLiteral("taskFolder"), {tr("Path in the container"), tr("Folder on the machine"),
                                                                       QStringLiteral("←"), tr("Add a folder"), tr("Read only")});
    FieldRow *const folderRow = fields()->addRows(folders, {tr("Folders of the machine"), foldersOf, putFolders, absolutePathOf});
    folderRow->setHelp(tr("Mounted where the command sees them. Nothing is copied."));
    auto *const events = new EntryRows(QStringLiteral("taskEvents"), {tr("Folder on the machine"), {}, {}, tr("Add a folder")});
    FieldRow *const eventRow = fields()->addRows(
        events, {tr("Folders of TensorBoard event files"), eventFoldersOf, putEventFolders, absolutePathOf});
    eventRow->setHelp(tr("In addition to the working directory and the checkpoint directory, which are searched anyway."));
    grid()->addWide(workdir);
    grid()->addWide(mountRow);
    grid()->addWide(folderRow);
    grid()->addWide(eventRow);
}

}  // namespace trainyard

#include "moc_filessection.cpp"
