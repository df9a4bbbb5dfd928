// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/secretfile.h"

#include "core/base/filelock.h"
#include "core/storage/database/internal/ownerfile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <chrono>
#include <memory>
#include <optional>

#include <openssl/evp.h>
#include <openssl/rand.h>

namespace trainyard {

namespace {

struct SecretWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::SecretFile)
};

constexpr int kKeyBytes = 32, kNonceBytes = 12, kTagBytes = 16;  // of AES-256-GCM
constexpr qint64 kMostFileBytes = 4 * 1024 * 1024;
constexpr auto kSecretPatience = std::chrono::seconds(10);  // writing takes a few milliseconds

using Cipher = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

unsigned char *raw(QByteArray &bytes) { return reinterpret_cast<unsigned char *>(bytes.data()); }
const unsigned char *raw(const QByteArray &bytes) { return reinterpret_cast<const unsigned char *>(bytes.constData()); }

QByteArray randomBytes(int count)
{
    QByteArray bytes(count, '\0');
    return RAND_bytes(raw(bytes), count) == 1 ? bytes : QByteArray();
}

// Nonce, text, tag. The name is authenticated too, so that no secret can be put in another one's place. Empty: it failed.
QByteArray sealed(const QByteArray &key, const QString &name, const QByteArray &text)
{
    const QByteArray nonce = randomBytes(kNonceBytes), label = name.toUtf8();
    const Cipher cipher(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
    QByteArray out(text.size(), '\0'), tag(kTagBytes, '\0');
    int length = 0;
    const bool isSealed = !nonce.isEmpty() && cipher
                          && EVP_EncryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, raw(key), raw(nonce)) == 1
                          && EVP_EncryptUpdate(cipher.get(), nullptr, &length, raw(label), int(label.size())) == 1
                          && EVP_EncryptUpdate(cipher.get(), raw(out), &length, raw(text), int(text.size())) == 1
                          && EVP_EncryptFinal_ex(cipher.get(), raw(out) + length, &length) == 1
                          && EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, kTagBytes, raw(tag)) == 1;
    return isSealed ? nonce + out + tag : QByteArray();
}

std::optional<QByteArray> unsealed(const QByteArray &key, const QString &name, const QByteArray &whole)
{
    const QByteArray label = name.toUtf8();
    const qsizetype size = whole.size() - kNonceBytes - kTagBytes;
    const Cipher cipher(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
    if (size < 0 || !cipher)
        return std::nullopt;
    const QByteArray nonce = whole.left(kNonceBytes), text = whole.mid(kNonceBytes, size);
    QByteArray tag = whole.right(kTagBytes), out(size, '\0');
    int length = 0;
    const bool isOpened = EVP_DecryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, raw(key), raw(nonce)) == 1
                          && EVP_DecryptUpdate(cipher.get(), nullptr, &length, raw(label), int(label.size())) == 1
                          && EVP_DecryptUpdate(cipher.get(), raw(out), &length, raw(text), int(text.size())) == 1
                          && EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, kTagBytes, raw(tag)) == 1
                          && EVP_DecryptFinal_ex(cipher.get(), raw(out) + length, &length) == 1;
    return isOpened ? std::optional(out) : std::nullopt;
}

// nullopt: there is none.
Result<std::optional<QByteArray>> ownBytes(const QString &path)
{
    QFile file(path);
    if (!file.exists())
        return std::optional<QByteArray>();
    if (file.permissions() & (QFile::ReadGroup | QFile::ReadOther)) {
        return Error{
            ErrorCode::PermissionDenied,
            SecretWords::tr("Others can read %1, which belongs to your secrets: run chmod 600 on it, and renew the secrets.").arg(path),
            {}};
    }
    if (!file.open(QIODevice::ReadOnly) || file.size() > kMostFileBytes)
        return Error{ErrorCode::Io, SecretWords::tr("%1 cannot be read: check its permissions and the disk.").arg(path),
                     file.errorString()};
    return std::optional(file.readAll());
}

Error unreadableSecrets(const QString &file)
{
    return {ErrorCode::Corrupt,
            SecretWords::tr(
                "The secrets in %1 cannot be read: the file was changed, or its key is another one. Delete it, and enter the secrets "
                "again.")
                .arg(file),
            {}};
}

Error noSuchSecret(const QString &file, const QString &name)
{
    return {ErrorCode::NotFound, SecretWords::tr("%1 has no secret “%2”.").arg(file, name), {}};
}

}  // namespace

SecretFile::SecretFile(const Paths &paths)
    : m_file(paths.data + QStringLiteral("/secrets.json")), m_keyFile(paths.config + QStringLiteral("/secrets.key"))
{
}

Result<SecretFile::Sealed> SecretFile::load() const
{
    TRY(const auto bytes, ownBytes(m_file));
    Sealed all;
    if (!bytes)
        return all;
    const QJsonDocument document = QJsonDocument::fromJson(*bytes);
    if (!document.isObject())
        return unreadableSecrets(m_file);
    const QJsonObject object = document.object();
    for (auto one = object.begin(); one != object.end(); ++one)
        all.insert(one.key(), QByteArray::fromBase64(one.value().toString().toLatin1()));
    return all;
}

Result<QByteArray> SecretFile::key(bool mayBeMade) const
{
    TRY(const auto kept, ownBytes(m_keyFile));
    if (kept && kept->size() == kKeyBytes)
        return *kept;
    if (kept || !mayBeMade)
        return unreadableSecrets(m_file);
    const QByteArray made = randomBytes(kKeyBytes);
    if (made.isEmpty())
        return Error{ErrorCode::Io, SecretWords::tr("This computer has no random numbers now: try again later."), {}};
    TRY_DO(writeOwnerFile(m_keyFile, made));
    return made;
}

Result<void> SecretFile::change(const std::function<Result<void>(Sealed &)> &make) const
{
    QDir().mkpath(QFileInfo(m_file).path());
    FileLock lock(m_file + QStringLiteral(".lock"));
    if (!lock.tryLock(kSecretPatience)) {
        return Error{
            ErrorCode::Io, SecretWords::tr("%1 is used by another program, or its folder cannot be written: try again.").arg(m_file), {}};
    }
    TRY(auto all, load());
    TRY_DO(make(all));
    QJsonObject object;
    for (auto one = all.cbegin(); one != all.cend(); ++one)
        object.insert(one.key(), QString::fromLatin1(one.value().toBase64()));
    return writeOwnerFile(m_file, QJsonDocument(object).toJson());
}

Result<QString> SecretFile::value(const QString &name) const
{
    TRY(const auto all, load());
    if (!all.contains(name))
        return noSuchSecret(m_file, name);
    TRY(const auto with, key(false));
    const auto text = unsealed(with, name, all.value(name));
    return text ? Result<QString>(QString::fromUtf8(*text)) : Result<QString>(unreadableSecrets(m_file));
}

Result<void> SecretFile::set(const QString &name, const QString &value)
{
    return change([&](Sealed &all) -> Result<void> {
        // A key that is gone must not be replaced while something is encrypted with it.
        TRY(const auto with, key(all.isEmpty()));
        const QByteArray one = sealed(with, name, value.toUtf8());
        if (one.isEmpty())
            return Error{ErrorCode::Io, SecretWords::tr("This computer has no random numbers now: try again later."), {}};
        all.insert(name, one);
        return {};
    });
}

Result<void> SecretFile::remove(const QString &name)
{
    return change([&](Sealed &all) { return all.remove(name) > 0 ? Result<void>() : Result<void>(noSuchSecret(m_file, name)); });
}

}  // namespace trainyard
