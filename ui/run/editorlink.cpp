// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/editorlink.h"

#include "core/service/machines/editoraccess.h"
#include "core/service/machines/machineservice.h"
#include "ui/run/editorentrydialog.h"

#include <QDesktopServices>
#include <QDir>
#include <QProcess>
#include <QStandardPaths>

#include <algorithm>

namespace trainyard {

namespace {

EditorAccess accessToEditors() { return EditorAccess(QDir::homePath() + QStringLiteral("/.ssh")); }

QList<Editor> editorsHere()
{
    return installedEditors([](const QString &program) { return !QStandardPaths::findExecutable(program).isEmpty(); }, hasProgramFor);
}

}  // namespace

EditorLink::EditorLink(MachineService &machines, QWidget *window, QObject *parent) : QObject(parent), m_machines(machines), m_window(window)
{
}

QStringList EditorLink::editors() const
{
    QStringList names;
    for (const Editor &editor : editorsHere())
        names << editor.name;
    return names;
}

QString EditorLink::writtenEntry(const Machine &machine) const
{
    const auto host = accessToEditors().hostOf(machine, m_machines.configuredHosts());
    return host && host->isWritten && !host->entry.text.isEmpty() ? host->host : QString();
}

void EditorLink::removeEntry(const Machine &machine)
{
    const auto host = accessToEditors().hostOf(machine, m_machines.configuredHosts());
    if (!host)
        return Q_EMIT failed(host.error());
    if (const auto removed = accessToEditors().remove(host->host); !removed)
        Q_EMIT failed(removed.error());
}

void EditorLink::open(const QString &editor, const Machine &machine, const QString &folder)
{
    const auto host = accessToEditors().hostOf(machine, m_machines.configuredHosts());
    if (!host)
        return Q_EMIT failed(host.error());
    if (host->isWritten)
        return start(editor, host->host, folder);
    auto *const dialog = new EditorEntryDialog(
        {editor, machine.name, QString::fromUtf8(host->entry.text), accessToEditors().entriesFile(), accessToEditors().configFile()},
        m_window);
    connect(dialog, &QDialog::accepted, this, [this, editor, folder, written = *host] {
        if (const auto added = accessToEditors().write(written.entry); !added)
            Q_EMIT failed(added.error());
        else
            start(editor, written.host, folder);
    });
    dialog->open();
}

void EditorLink::start(const QString &name, const QString &host, const QString &folder)
{
    const QList<Editor> editors = editorsHere();
    const auto editor = std::find_if(editors.begin(), editors.end(), [&name](const Editor &one) { return one.name == name; });
    const bool isStarted = editor != editors.end()
                           && (editor->scheme.isEmpty() ? QProcess::startDetached(editor->program, editorArguments(host, folder))
                                                        : QDesktopServices::openUrl(gatewayLink(host, folder)));
    if (isStarted)
        return;
    const bool isByLink = editor != editors.end() && !editor->scheme.isEmpty();
    Q_EMIT failed({ErrorCode::NotFound,
                   isByLink ? tr("%1 could not be started: check that it is installed and opens its links.").arg(name)
                            : tr("%1 could not be started: check that its command is installed.").arg(name),
                   {}});
}

}  // namespace trainyard

#include "moc_editorlink.cpp"
