#include "core/ssh/keystore.h"

#include "core/ssh/keyfile.h"
#include "core/ssh/knownhosts.h"
#include "core/ssh/loginquestions.h"

#include <libssh/libssh.h>

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cstring>
#include <memory>
#include <strings.h>

namespace trainyard {

namespace {

constexpr qint64 kLargestKeyFile = 64 * 1024;

struct KeyDeleter {
    void operator()(ssh_key key) const { ssh_key_free(key); }
};
using KeyHandle = std::unique_ptr<ssh_key_struct, KeyDeleter>;

struct TextDeleter {
    void operator()(char *text) const
    {
        explicit_bzero(text, std::strlen(text));
        ssh_string_free_char(text);
    }
};
using TextHandle = std::unique_ptr<char, TextDeleter>;

Error notWritten(const QString &path, const QString &detail)
{
    return {ErrorCode::Io,
            QCoreApplication::translate("trainyard::Ssh",
                                        "The key file %1 cannot be written. Check the folder's permissions and free "
                                        "space.").arg(path),
            detail};
}

Result<void> writeNew(const QString &path, const QByteArray &text, QFile::Permissions permissions)
{
    QFile file(path);
    // NewOnly: a key that came between the look and now is not overwritten either.
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly, permissions) || file.write(text) != text.size()
        || !file.flush())
        return notWritten(path, file.errorString());
    return {};
}

StoredKey described(const QString &path, const KeyFile &file)
{
    StoredKey key;
    key.path = path;
    key.isEncrypted = file.isEncrypted;
    if (!file.publicKey.isEmpty()) {
        key.type = QString::fromLatin1(keyTypeOf(file.publicKey));
        key.fingerprint = keyFingerprint(file.publicKey);
        key.publicLine = keyTypeOf(file.publicKey) + ' ' + file.publicKey.toBase64();
    }
    return key;
}

}  // namespace

Result<QString> KeyStore::placeFor(const QString &name) const
{
    const bool isPlain = !name.isEmpty() && name.size() <= 100 && !name.startsWith(u'.') && !name.startsWith(u'-')
        && !name.endsWith(QLatin1String(".pub"))
        && std::all_of(name.begin(), name.end(), [](QChar c) {
               return c.isLetterOrNumber() || c == u'.' || c == u'-' || c == u'_';
           });
    if (!isPlain)
        return Error{ErrorCode::InvalidInput,
                     QCoreApplication::translate("trainyard::Ssh",
                                                 "“%1” cannot be the name of a key. Use letters, digits, dots and "
                                                 "dashes.").arg(name.left(100).simplified()),
                     {}};
    const QString path = m_folder + u'/' + name;
    if (QFileInfo::exists(path) || QFileInfo::exists(path + QStringLiteral(".pub")))
        return Error{ErrorCode::AlreadyExists,
                     QCoreApplication::translate("trainyard::Ssh",
                                                 "There is a key %1 already. Choose another name.").arg(path),
                     {}};
    if (!QFileInfo::exists(m_folder)) {
        if (!QDir().mkpath(m_folder))
            return notWritten(path, m_folder);
        QFile::setPermissions(m_folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    return path;
}

Result<StoredKey> KeyStore::generate(const QString &name, const QString &passphrase, const QString &comment) const
{
    const auto path = placeFor(name);
    if (!path)
        return path.error();
    ssh_key made = nullptr;
    char *privateText = nullptr, *publicText = nullptr;
    const Error failed{ErrorCode::Io,
                       QCoreApplication::translate("trainyard::Ssh", "No key could be made. Try ssh-keygen."), {}};
    if (ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &made) != SSH_OK)
        return failed;
    const KeyHandle key(made);
    QByteArray secret = passphrase.toUtf8();
    const int exported = ssh_pki_export_privkey_base64(key.get(), secret.isEmpty() ? nullptr : secret.constData(),
                                                       nullptr, nullptr, &privateText);
    explicit_bzero(secret.data(), static_cast<std::size_t>(secret.size()));
    if (exported != SSH_OK || ssh_pki_export_pubkey_base64(key.get(), &publicText) != SSH_OK) {
        const TextHandle text(privateText);
        return failed;
    }
    const TextHandle privateHandle(privateText), publicHandle(publicText);
    const QByteArray wire = QByteArray::fromBase64(QByteArray(publicText));
    const QByteArray line = keyTypeOf(wire) + ' ' + publicText + ' ' + shownText(comment).simplified().toUtf8();

    const auto owner = QFile::ReadOwner | QFile::WriteOwner;
    const QByteArray text = QByteArray::fromRawData(privateText, static_cast<qsizetype>(std::strlen(privateText)));
    if (auto written = writeNew(*path, text, owner); !written)
        return written.error();
    if (auto written = writeNew(*path + QStringLiteral(".pub"), line.trimmed() + '\n',
                                owner | QFile::ReadGroup | QFile::ReadOther); !written) {
        QFile::remove(*path);
        return written.error();
    }
    KeyFile file;
    file.isEncrypted = !passphrase.isEmpty();
    file.publicKey = wire;
    StoredKey stored = described(*path, file);
    stored.publicLine = line.trimmed();
    return stored;
}

Result<StoredKey> KeyStore::importFrom(const QString &from, const QString &name) const
{
    const QFileInfo info(from);
    if (!info.isFile() || info.size() > kLargestKeyFile)
        return Error{ErrorCode::NotFound,
                     QCoreApplication::translate("trainyard::Ssh",
                                                 "The key file %1 does not exist. Check the path.").arg(from),
                     {}};
    QFile file(from);
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorCode::PermissionDenied,
                     QCoreApplication::translate("trainyard::Ssh",
                                                 "The key file %1 cannot be read. Check its permissions.").arg(from),
                     file.errorString()};
    const QByteArray text = file.read(kLargestKeyFile);
    if (const auto key = inspectKey(text, from); !key)
        return key.error();
    const auto path = placeFor(name);
    if (!path)
        return path.error();
    if (auto written = writeNew(*path, text, QFile::ReadOwner | QFile::WriteOwner); !written)
        return written.error();
    QFile::copy(from + QStringLiteral(".pub"), *path + QStringLiteral(".pub"));
    const auto copied = readKeyFile(*path);
    if (!copied)
        return copied.error();
    return described(*path, *copied);
}

QList<StoredKey> KeyStore::keys() const
{
    QList<StoredKey> found;
    const QStringList names = QDir(m_folder).entryList(QDir::Files, QDir::Name);
    for (const QString &name : names) {
        if (name.endsWith(QLatin1String(".pub")))
            continue;
        const QString path = m_folder + u'/' + name;
        if (const auto file = readKeyFile(path))
            found << described(path, *file);
    }
    return found;
}

}  // namespace trainyard
