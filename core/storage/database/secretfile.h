// SPDX-License-Identifier: GPL-3.0-or-later
// Secrets of a computer without a keyring: a file, encrypted with AES-256-GCM, and its key, which lies in the folder of the settings; both are
// readable only by their owner. A person who gets a copy of one of the two, by a backup or a synchronised folder say, can read nothing. Who can read
// both files can read the secrets: a keyring is better. Blocking, any thread, several programs at a time.
#pragma once

#include "core/base/paths.h"

#include <QByteArray>
#include <QMap>
#include <QString>

#include <functional>

namespace trainyard {

class SecretFile {
public:
    explicit SecretFile(const Paths &paths);

    QString file() const { return m_file; }
    QString keyFile() const { return m_keyFile; }

    // NotFound; Corrupt: changed, or written with another key. PermissionDenied also if others can read one of the files.
    Result<QString> value(const QString &name) const;
    Result<void> set(const QString &name, const QString &value);  // replaces one with this name
    Result<void> remove(const QString &name);                     // NotFound

private:
    using Sealed = QMap<QString, QByteArray>;
    Result<Sealed> load() const;
    Result<void> change(const std::function<Result<void>(Sealed &)> &make) const;
    Result<QByteArray> key(bool mayBeMade) const;

    const QString m_file, m_keyFile;
};

}  // namespace trainyard
