// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/keystore.h"

#include "core/transport/ssh/internal/keyfile.h"
#include "core/transport/ssh/internal/keyhandle.h"
#include "core/transport/ssh/internal/knownhosts.h"
#include "core/transport/ssh/internal/loginquestions.h"
#include "core/transport/ssh/sshconfig.h"

#include <libssh/libssh.h>

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <strings.h>
#include <unistd.h>

namespace trainyard {

namespace {

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
            QCoreApplication::translate("trainyard::Ssh", "The key file %1 cannot be written. Check the folder's permissions and free "
                                                          "space.")
                .arg(path),
            detail};
}

Result<void> writeNew(const QString &path, const QByteArray &text, QFile::Permissions permissions)
{
    QFile file(path);
    // NewOnly: a key created since the check is not overwritten either.
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly, permissions))
        return notWritten(path, file.errorString());
    // Flush to disk before the public half is given away: once the key is lost, no provider lets anyone log in.
    if (file.write(text) == text.size() && file.flush() && (::fsync(file.handle()) == 0 || errno == EINVAL))
        return {};
    const QString detail = file.error() == QFileDevice::NoError ? qt_error_string() : file.errorString();
    // A truncated key would keep its name taken. QFile::remove() of the object gives up if flushing fails.
    file.close();
    QFile::remove(path);
    return notWritten(path, detail);
}

QByteArray textOf(char *allocated)
{
    const TextHandle text(allocated);
    return text ? QByteArray(text.get()) : QByteArray();
}

// The public half of a private key that is not encrypted; empty if libssh cannot read it.
QByteArray publicHalf(const QByteArray &text)
{
    ssh_key read = nullptr;
    if (ssh_pki_import_privkey_base64(text.constData(), nullptr, nullptr, nullptr, &read) != SSH_OK)
        return {};
    const KeyHandle key(read);
    char *base64 = nullptr;
    return ssh_pki_export_pubkey_base64(key.get(), &base64) == SSH_OK ? QByteArray::fromBase64(textOf(base64)) : QByteArray();
}

// The comment after the key in the .pub file, if it belongs to this key.
QString commentBeside(const QString &path, const QByteArray &publicKey)
{
    const QString name = path + QStringLiteral(".pub");
    QFile file(name);
    if (publicKey.isEmpty() || !QFileInfo(name).isFile() || !file.open(QIODevice::ReadOnly))
        return {};
    const QList<QByteArray> words = file.read(kMaxKeyFile).simplified().split(' ');
    if (words.size() < 3 || QByteArray::fromBase64(words[1]) != publicKey)
        return {};
    return shownText(QString::fromUtf8(words.mid(2).join(' '))).simplified();
}

QByteArray publicLine(const QByteArray &publicKey, const QString &comment)
{
    return (keyTypeOf(publicKey) + ' ' + publicKey.toBase64() + ' ' + comment.toUtf8()).trimmed();
}

constexpr auto kForOwner = QFile::ReadOwner | QFile::WriteOwner;

Result<void> writePublic(const QString &path, const QByteArray &publicKey, const QString &comment)
{
    return writeNew(path + QStringLiteral(".pub"), publicLine(publicKey, comment) + '\n', kForOwner | QFile::ReadGroup | QFile::ReadOther);
}

}  // namespace

Result<StoredKey> readStoredKey(const QString &named)
{
    const QString path = expandedHome(named, homeDirectory());
    TRY(const auto file, readKeyFile(path));
    StoredKey key;
    key.path = path;
    key.isEncrypted = file.isEncrypted;
    if (!file.publicKey.isEmpty()) {
        key.type = QString::fromLatin1(keyTypeOf(file.publicKey));
        key.fingerprint = keyFingerprint(file.publicKey);
        key.comment = commentBeside(path, file.publicKey);
        key.publicLine = publicLine(file.publicKey, key.comment);
    }
    return key;
}

bool namesKey(const SshTarget &target, const QString &path)
{
    const auto real = [](const QString &name) {
        const QFileInfo info(expandedHome(name, homeDirectory()));
        return info.exists() ? info.canonicalFilePath() : info.absoluteFilePath();
    };
    return std::any_of(target.identityFiles.begin(), target.identityFiles.end(),
                       [&, wanted = real(path)](const QString &file) { return real(file) == wanted; });
}

Result<QString> KeyStore::placeFor(const QString &name) const
{
    // 255 bytes is the longest name on most file systems, including ".pub".
    if (name.size() > 100 || QFile::encodeName(name).size() > 240)
        return Error{ErrorCode::InvalidInput,
                     QCoreApplication::translate("trainyard::Ssh", "“%1” is too long for a key name. Choose a shorter one.")
                         .arg(name.left(100).simplified()),
                     {}};
    const bool isPlain = !name.isEmpty() && !name.startsWith(u'.') && !name.startsWith(u'-') && !name.endsWith(QLatin1String(".pub"))
                         && std::all_of(name.begin(), name.end(),
                                        [](QChar c) { return c.isLetterOrNumber() || c == u'.' || c == u'-' || c == u'_'; });
    if (!isPlain)
        return Error{ErrorCode::InvalidInput,
                     QCoreApplication::translate("trainyard::Ssh", "“%1” is not a valid key name. Use letters, digits, dots and dashes.")
                         .arg(name.simplified()),
                     {}};
    const QString path = m_folder + u'/' + name;
    const auto isTaken = [](const QString &file) { return QFileInfo::exists(file) || QFileInfo(file).isSymLink(); };
    if (isTaken(path) || isTaken(path + QStringLiteral(".pub")))
        return Error{ErrorCode::AlreadyExists,
                     QCoreApplication::translate("trainyard::Ssh", "There is already a key named %1. Choose another name.").arg(path),
                     {}};
    return path;
}

Result<void> KeyStore::makeFolder() const
{
    if (QFileInfo::exists(m_folder))
        return {};
    if (!QDir().mkpath(m_folder))
        return notWritten(m_folder, {});
    QFile::setPermissions(m_folder, kForOwner | QFile::ExeOwner);
    return {};
}

Result<StoredKey> KeyStore::generate(const QString &name, const QString &passphrase, const QString &comment) const
{
    TRY(const auto path, placeFor(name));
    TRY_DO(makeFolder());
    ssh_key made = nullptr;
    char *privateText = nullptr, *publicText = nullptr;
    const Error failed{ErrorCode::Io, QCoreApplication::translate("trainyard::Ssh", "No key could be created. Try ssh-keygen."), {}};
    if (ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &made) != SSH_OK)
        return failed;
    const KeyHandle key(made);
    QByteArray secret = passphrase.toUtf8();
    const int exported = ssh_pki_export_privkey_base64(key.get(), secret.isEmpty() ? nullptr : secret.constData(), nullptr, nullptr,
                                                       &privateText);
    explicit_bzero(secret.data(), static_cast<std::size_t>(secret.size()));
    const TextHandle privateHandle(privateText);
    if (exported != SSH_OK || ssh_pki_export_pubkey_base64(key.get(), &publicText) != SSH_OK)
        return failed;
    const QByteArray publicKey = QByteArray::fromBase64(textOf(publicText));
    const QByteArray text = QByteArray::fromRawData(privateText, static_cast<qsizetype>(std::strlen(privateText)));
    TRY_DO(writeNew(path, text, kForOwner));
    if (const auto written = writePublic(path, publicKey, shownText(comment).simplified()); !written) {
        QFile::remove(path);
        return written.error();
    }
    return readStoredKey(path);
}

Result<StoredKey> KeyStore::importFrom(const QString &from, const QString &name) const
{
    TRY(const auto read, readKeyText(from));
    const QByteArray &text = read;
    TRY(const auto key, inspectKey(text, from));
    if (!key.isReadable)
        return unreadableKeyError(key, from);
    TRY(const auto path, placeFor(name));
    TRY_DO(makeFolder());
    TRY_DO(writeNew(path, text, kForOwner));
    // An older format hides its public half: take it from the key itself if that is not encrypted, otherwise from the .pub file.
    QByteArray publicKey = key.publicKey;
    if (publicKey.isEmpty() && !key.isEncrypted)
        publicKey = publicHalf(text);
    if (publicKey.isEmpty())
        publicKey = publicKeyBeside(from);
    if (!publicKey.isEmpty()) {
        if (const auto written = writePublic(path, publicKey, commentBeside(from, publicKey)); !written) {
            QFile::remove(path);
            return written.error();
        }
    }
    return readStoredKey(path);
}

QList<StoredKey> KeyStore::keys(QList<Error> *unusable) const
{
    QList<StoredKey> found;
    const QStringList names = QDir(m_folder).entryList(QDir::Files, QDir::Name);
    for (const QString &name : names) {
        if (name.endsWith(QLatin1String(".pub")))
            continue;
        if (const auto key = readStoredKey(m_folder + u'/' + name))
            found << *key;
        else if (unusable)
            *unusable << key.error();
    }
    return found;
}

Result<StoredKey> KeyStore::key(const QString &name) const
{
    const QString path = m_folder + u'/' + name;
    if (!name.contains(u'/') && !name.endsWith(QLatin1String(".pub")) && QFileInfo(path).isFile())
        return readStoredKey(path);
    return Error{
        ErrorCode::NotFound,
        QCoreApplication::translate("trainyard::Ssh", "There is no key “%1” here. `yard key list` lists all keys.").arg(name.left(100)),
        {}};
}

}  // namespace trainyard
