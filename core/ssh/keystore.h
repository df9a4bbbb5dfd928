// Making and taking over private keys. A key lies in one folder as name and name.pub, as ssh-keygen leaves it.
// Blocking: a passphrase costs about 0.1 s of work on purpose. Any thread.
#pragma once

#include "core/base/result.h"

#include <QList>
#include <QString>

namespace trainyard {

struct StoredKey {
    QString path;            // of the private key
    QString type;            // "ssh-ed25519"; empty where only the private half would tell
    QString fingerprint;     // "SHA256:…"; empty likewise
    QByteArray publicLine;   // for authorized_keys, without a newline; empty likewise
    bool isEncrypted = false;
};

class KeyStore {
public:
    explicit KeyStore(QString folder) : m_folder(std::move(folder)) {}   // made when needed, for its owner alone

    // A new Ed25519 key; an empty passphrase leaves it unencrypted. AlreadyExists: nothing is ever overwritten.
    // InvalidInput: a name that is more than a file's name.
    Result<StoredKey> generate(const QString &name, const QString &passphrase, const QString &comment) const;
    // Copies the private key, and `path`.pub if it is there; the original stays. Errors as of a login with it,
    // except that permissions are put right in the copy.
    Result<StoredKey> importFrom(const QString &path, const QString &name) const;
    QList<StoredKey> keys() const;   // by name

private:
    Result<QString> placeFor(const QString &name) const;

    QString m_folder;
};

}  // namespace trainyard
