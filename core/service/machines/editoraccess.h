// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a folder of a machine in an editor of this computer that works over SSH. The editor finds the machine through an entry in the
// person's SSH configuration: its own file beside it, ~/.ssh/trainyard.conf, which one line at the top of ~/.ssh/config includes. Reads and
// writes small files of this computer; any thread.
#pragma once

#include "core/base/result.h"
#include "core/model/machine.h"
#include "core/model/sshconfigentry.h"

#include <QList>
#include <QStringList>
#include <QUrl>

#include <functional>

namespace trainyard {

struct Editor {
    QString name;         // "VS Code"
    QString program;      // "code"; empty: it is opened by links
    QString scheme = {};  // of these: "jetbrains-gateway"
};

// Of those that work over SSH, in the order in which they are offered. `isThere` tests for a program, `opens` for links of a scheme.
QList<Editor> installedEditors(const std::function<bool(const QString &program)> &isThere,
                               const std::function<bool(const QString &scheme)> &opens);
// Whether the desktop has a program for links of this scheme (mimeapps.list and mimeinfo.cache of the XDG folders).
bool hasProgramFor(const QString &scheme);
// jetbrains-gateway://connect#… for a folder of a host in the SSH configuration. It holds no secret.
QUrl gatewayLink(const QString &host, const QString &folder);
// The words after the program's name.
QStringList editorArguments(const QString &host, const QString &folder);

struct EditorHost {
    QString host;          // what the editor is told
    SshConfigEntry entry;  // without text: none is needed, or the person's own configuration has this host
    bool isWritten = false;
};

class EditorAccess {
public:
    explicit EditorAccess(const QString &sshFolder);  // ~/.ssh

    // `configured`: the hosts of the person's configuration.
    Result<EditorHost> hostOf(const Machine &machine, const QStringList &configured) const;
    // Keeps what else is in the files, their permissions, and links to them.
    Result<void> write(const SshConfigEntry &entry) const;
    Result<void> remove(const QString &alias) const;  // with the line and the file, when no entry is left

    QString entriesFile() const;
    QString configFile() const;

private:
    QString m_folder;
};

}  // namespace trainyard
