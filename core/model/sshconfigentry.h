// SPDX-License-Identifier: GPL-3.0-or-later
// Entries for OpenSSH's configuration, by which programs such as editors reach a machine under a name: a file of our own with one Host
// block for each machine, and a line in the person's configuration that includes it (ssh_config(5)). Pure.
#pragma once

#include "core/base/result.h"
#include "core/model/sshtarget.h"

#include <QByteArray>
#include <QString>

namespace trainyard {

struct SshConfigEntry {
    QString alias;    // "trainyard-lab-3"
    QByteArray text;  // the Host block, with a newline at its end
};

// InvalidInput when a value cannot be written: quotation marks and control characters have no escape there.
Result<SshConfigEntry> sshConfigEntry(const QString &machineName, const SshTarget &target);

// Entries with the same alias are replaced; the others keep every byte.
QByteArray withSshEntry(const QByteArray &entries, const SshConfigEntry &entry);
QByteArray withoutSshEntry(const QByteArray &entries, const QString &alias);
bool hasSshEntry(const QByteArray &entries, const QString &alias);
bool hasAnySshEntry(const QByteArray &entries);

// The line comes first: what stands behind a Host block would belong to it. Adding it twice changes nothing.
QByteArray withSshInclude(const QByteArray &config, const QString &fileName);
QByteArray withoutSshInclude(const QByteArray &config, const QString &fileName);

}  // namespace trainyard
