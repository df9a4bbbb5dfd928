// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/keyfile.h"

#include "core/transport/ssh/internal/knownhosts.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QList>
#include <QtEndian>

#include <unistd.h>

namespace trainyard {

namespace {

class WireReader {
public:
    explicit WireReader(QByteArrayView bytes) : m_bytes(bytes) {}
    bool isOk() const { return m_ok; }
    quint32 number()
    {
        if (m_bytes.size() < 4) {
            m_ok = false;
            return 0;
        }
        const quint32 value = qFromBigEndian<quint32>(m_bytes.data());
        m_bytes = m_bytes.sliced(4);
        return value;
    }
    QByteArray string()
    {
        const quint32 length = number();
        if (!m_ok || length > static_cast<quint64>(m_bytes.size())) {
            m_ok = false;
            return {};
        }
        const QByteArray value = m_bytes.first(length).toByteArray();
        m_bytes = m_bytes.sliced(length);
        return value;
    }

private:
    QByteArrayView m_bytes;
    bool m_ok = true;
};

Error notAKey(const QString &path, const QString &detail)
{
    return {ErrorCode::InvalidInput,
            QCoreApplication::translate("trainyard::Ssh", "%1 is not a private key that can be read. Choose the file without .pub that "
                                                          "ssh-keygen made.")
                .arg(path),
            detail};
}

}  // namespace

Result<KeyFile> inspectKey(const QByteArray &text, const QString &path)
{
    KeyFile key;
    key.text = text;
    const QByteArray begin = "-----BEGIN OPENSSH PRIVATE KEY-----";
    const qsizetype start = text.indexOf(begin);
    if (start < 0) {
        if (!text.contains("PRIVATE KEY-----"))
            return notAKey(path, QStringLiteral("no PRIVATE KEY header"));
        key.isEncrypted = text.contains("ENCRYPTED");
        return key;
    }
    const qsizetype end = text.indexOf("-----END", start);
    if (end < 0)
        return notAKey(path, QStringLiteral("no END line"));
    const QByteArray blob = QByteArray::fromBase64(text.mid(start + begin.size(), end - start - begin.size()));
    const QByteArray magic("openssh-key-v1\0", 15);
    if (!blob.startsWith(magic))
        return notAKey(path, QStringLiteral("no openssh-key-v1 magic"));
    WireReader reader(QByteArrayView(blob).sliced(magic.size()));
    key.cipher = reader.string();
    reader.string();  // kdf name
    reader.string();  // kdf options
    const quint32 count = reader.number();
    key.publicKey = reader.string();
    if (!reader.isOk() || count != 1)
        return notAKey(path, QStringLiteral("broken openssh-key-v1 header"));
    key.isEncrypted = key.cipher != "none";
    const QList<QByteArray> ciphers = {"none", "aes256-ctr", "aes192-ctr", "aes128-ctr", "aes256-cbc", "aes192-cbc", "aes128-cbc"};
    const QList<QByteArray> types = {"ssh-ed25519", "ssh-rsa", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521"};
    key.isReadable = ciphers.contains(key.cipher) && types.contains(keyTypeOf(key.publicKey));
    return key;
}

Error unreadableKeyError(const KeyFile &key, const QString &path)
{
    const QByteArray type = keyTypeOf(key.publicKey);
    if (key.isEncrypted)
        return {ErrorCode::Unsupported,
                QCoreApplication::translate(
                    "trainyard::Ssh",
                    "The key %1 is encrypted with %2, which cannot be read here. Add it to ssh-agent (ssh-add %1) or encrypt it again "
                    "with: ssh-keygen -p -Z aes256-ctr -f %1")
                    .arg(path, QString::fromLatin1(key.cipher.left(64))),
                QString::fromLatin1(type)};
    return {ErrorCode::Unsupported,
            QCoreApplication::translate("trainyard::Ssh", "The key %1 is of the type %2, which cannot be used here directly. Add it to "
                                                          "ssh-agent (ssh-add %1) or choose another key.")
                .arg(path, QString::fromLatin1(type.left(64))),
            {}};
}

Result<QByteArray> readKeyText(const QString &path)
{
    const QFileInfo info(path);
    if (!info.exists())
        return Error{ErrorCode::NotFound,
                     QCoreApplication::translate("trainyard::Ssh", "The key file %1 does not exist. Check the path.").arg(path),
                     {}};
    // A FIFO or device would block or be endless.
    if (!info.isFile() || info.size() > kMaxKeyFile)
        return notAKey(path, QStringLiteral("not a small regular file"));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error{file.error() == QFileDevice::PermissionsError || !info.isReadable() ? ErrorCode::PermissionDenied : ErrorCode::Io,
                     QCoreApplication::translate("trainyard::Ssh", "The key file %1 cannot be read. Check its permissions.").arg(path),
                     file.errorString()};
    return file.read(kMaxKeyFile);
}

Result<KeyFile> readKeyFile(const QString &path)
{
    TRY(const auto text, readKeyText(path));
    auto key = inspectKey(text, path);
    if (!key)
        return key;
    const auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ExeGroup | QFileDevice::ReadOther
                        | QFileDevice::WriteOther | QFileDevice::ExeOther;
    const QFileInfo info(path);
    if (info.ownerId() == ::getuid() && (info.permissions() & others))
        return Error{ErrorCode::PermissionDenied,
                     QCoreApplication::translate(
                         "trainyard::Ssh", "The private key %1 can be read by other users, so it is not used. Fix this with: chmod 600 %1")
                         .arg(path),
                     {}};
    if (key->publicKey.isEmpty())
        key->publicKey = publicKeyBeside(path);
    return key;
}

QByteArray publicKeyBeside(const QString &path)
{
    QFile beside(path + QStringLiteral(".pub"));
    if (!QFileInfo(beside.fileName()).isFile() || !beside.open(QIODevice::ReadOnly))
        return {};
    const QList<QByteArray> words = beside.read(kMaxKeyFile).simplified().split(' ');
    const QByteArray wire = words.size() > 1 ? QByteArray::fromBase64(words[1]) : QByteArray();
    return !keyTypeOf(wire).isEmpty() && keyTypeOf(wire) == words[0] ? wire : QByteArray();
}

}  // namespace trainyard
