// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/google/internal/googletoken.h"

#include "core/provider/google/internal/googletext.h"
#include "core/transport/webapi/webrequest.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <memory>

namespace trainyard {

namespace {

constexpr qint64 kLasts = 3600;  // seconds; the longest that is accepted

QByteArray base64Url(const QByteArray &bytes) { return bytes.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals); }

// A key with a passphrase is not asked for on the terminal.
int noPassphrase(char *, int, int, void *) { return -1; }

Error noKey()
{
    return {ErrorCode::AuthenticationFailed,
            GoogleText::tr("The private key in the key file cannot be used: create a new key for the service account."),
            {}};
}

}  // namespace

QByteArray googleClaims(const GoogleKey &key, const QByteArray &scopes, const QDateTime &now)
{
    const QByteArray from = QByteArray::number(now.toSecsSinceEpoch()), until = QByteArray::number(now.toSecsSinceEpoch() + kLasts);
    const QByteArray header = R"({"alg":"RS256")"
                              + (key.keyId.isEmpty() ? QByteArray() : R"(,"kid":")" + percentEncoded(key.keyId, false) + '"') + '}';
    // The account is checked to have no blanks; quotes and backslashes are not in addresses.
    const QByteArray claims = R"({"iss":")" + percentEncoded(key.who.toUtf8(), false).replace("%40", "@") + R"(","scope":")" + scopes
                              + R"(","aud":")" + kGoogleTokenAddress + R"(","exp":)" + until + R"(,"iat":)" + from + '}';
    return base64Url(header) + '.' + base64Url(claims);
}

Result<QByteArray> googleSignature(const QByteArray &privateKey, const QByteArray &text)
{
    const std::unique_ptr<BIO, decltype(&BIO_free)> pem(BIO_new_mem_buf(privateKey.constData(), static_cast<int>(privateKey.size())),
                                                        &BIO_free);
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
        pem ? PEM_read_bio_PrivateKey(pem.get(), nullptr, noPassphrase, nullptr) : nullptr, &EVP_PKEY_free);
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    if (!key || !context || EVP_PKEY_base_id(key.get()) != EVP_PKEY_RSA
        || EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key.get()) != 1)
        return noKey();
    const auto *bytes = reinterpret_cast<const unsigned char *>(text.constData());
    const auto length = static_cast<std::size_t>(text.size());
    std::size_t size = 0;
    if (EVP_DigestSign(context.get(), nullptr, &size, bytes, length) != 1)
        return noKey();
    QByteArray signature(static_cast<qsizetype>(size), Qt::Uninitialized);
    if (EVP_DigestSign(context.get(), reinterpret_cast<unsigned char *>(signature.data()), &size, bytes, length) != 1)
        return noKey();
    signature.truncate(static_cast<qsizetype>(size));
    return base64Url(signature);
}

Result<QByteArray> googleTokenForm(const GoogleKey &key, const QDateTime &now)
{
    if (!key.isServiceAccount) {
        return canonicalQuery({{"grant_type", "refresh_token"},
                               {"client_id", key.who.toUtf8()},
                               {"client_secret", key.clientSecret},
                               {"refresh_token", key.refreshToken}});
    }
    const QByteArray claims = googleClaims(key, kGoogleScopes, now);
    TRY(const QByteArray signature, googleSignature(key.privateKey, claims));
    return canonicalQuery({{"grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"}, {"assertion", claims + '.' + signature}});
}

}  // namespace trainyard
