// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/googledoor.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <memory>

namespace trainyard {

namespace {

const QString kClientId = QStringLiteral("standin.apps.googleusercontent.com"), kClientSecret = QStringLiteral("standin-client-secret");
const QString kRefreshToken = QStringLiteral("1//standin-refresh-token");
const QString kAuth = QStringLiteral("https://www.googleapis.com/auth/");
constexpr qint64 kMostSkew = 300, kLasts = 3599;

QJsonObject contentOf(const char *name)
{
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/google/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

QByteArray fromUrl64(const QByteArray &text)
{
    const auto decoded = QByteArray::fromBase64Encoding(text, QByteArray::Base64UrlEncoding | QByteArray::AbortOnBase64DecodingErrors);
    return text.contains('=') || !decoded ? QByteArray() : decoded.decoded;
}

bool isSigned(const QByteArray &pem, const QByteArray &text, const QByteArray &signature)
{
    const std::unique_ptr<BIO, decltype(&BIO_free)> source(BIO_new_mem_buf(pem.constData(), static_cast<int>(pem.size())), &BIO_free);
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(PEM_read_bio_PrivateKey(source.get(), nullptr, nullptr, nullptr),
                                                                  &EVP_PKEY_free);
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    const auto bytes = [](const QByteArray &one) { return reinterpret_cast<const unsigned char *>(one.constData()); };
    return EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha256(), nullptr, key.get()) == 1
           && EVP_DigestVerify(context.get(), bytes(signature), static_cast<std::size_t>(signature.size()), bytes(text),
                               static_cast<std::size_t>(text.size()))
                  == 1;
}

QMap<QString, QString> pairsOf(const QString &encoded)
{
    QMap<QString, QString> pairs;
    const QStringList parts = encoded.split(u'&', Qt::SkipEmptyParts);
    for (const QString &part : parts) {
        QByteArray name = part.section(u'=', 0, 0).toLatin1(), value = part.section(u'=', 1).toLatin1();
        name.replace('+', ' ');
        value.replace('+', ' ');
        pairs.insert(QString::fromUtf8(QByteArray::fromPercentEncoding(name)), QString::fromUtf8(QByteArray::fromPercentEncoding(value)));
    }
    return pairs;
}

// What is wrong with a value, by the shape that it must have.
QString misfit(const QJsonValue &value, const QJsonValue &shape, const QString &path)
{
    const QString wrong = QStringLiteral("Invalid value for field '%1'").arg(path);
    if (shape.isString()) {
        const QString type = shape.toString();
        bool isNumber = false;
        value.toString().toLongLong(&isNumber);
        const bool fits = (type == "s" && value.isString()) || (type == "b" && value.isBool()) || (type == "n" && value.isDouble())
                          || (type == "l" && (value.isDouble() || isNumber));
        return fits ? QString() : wrong;
    }
    if (shape.isArray()) {
        if (!value.isArray())
            return wrong;
        for (const QJsonValue &entry : value.toArray()) {
            if (const QString problem = misfit(entry, shape.toArray().first(), path + "[0]"); !problem.isEmpty())
                return problem;
        }
        return {};
    }
    if (!value.isObject())
        return wrong;
    const QJsonObject object = value.toObject(), known = shape.toObject();
    for (auto it = object.begin(); it != object.end(); ++it) {
        const QJsonValue own = known.contains("*") ? known.value("*") : known.value(it.key());
        const QString name = path + u'.' + it.key();
        if (own.isUndefined())
            return QStringLiteral("Invalid JSON payload received. Unknown name \"%1\" at 'resource%2': Cannot find field.")
                .arg(it.key(), path);
        if (const QString problem = misfit(it.value(), own, name); !problem.isEmpty())
            return problem;
    }
    return {};
}

// Whether the path has the form, with the parts that stand for names.
bool matches(const QString &form, const QString &path, QMap<QString, QString> &names)
{
    const QStringList parts = form.split(u'/'), own = path.split(u'/');
    if (parts.size() != own.size())
        return false;
    QMap<QString, QString> found;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        if (parts[i].startsWith(u'{') && !own[i].isEmpty())
            found.insert(parts[i].sliced(1).chopped(1), own[i]);
        else if (parts[i] != own[i])
            return false;
    }
    names = found;
    return true;
}

}  // namespace

GoogleDoor::GoogleDoor()
    : m_calls(contentOf("calls.json").value("calls").toObject()), m_key(contentOf("token.json").value("key").toObject())
{
    Q_ASSERT(!m_calls.isEmpty() && !m_key.isEmpty());
}

QByteArray GoogleDoor::keyFile() const
{
    QJsonObject file = m_key;
    file.insert("type", "service_account");
    file.insert("project_id", "example-project");
    file.insert("client_id", "100000000000000000001");
    file.insert("auth_uri", "https://accounts.google.com/o/oauth2/auth");
    file.insert("token_uri", "https://oauth2.googleapis.com/token");
    file.insert("universe_domain", "googleapis.com");
    return QJsonDocument(file).toJson();
}

QByteArray GoogleDoor::userFile()
{
    const QJsonObject file{{"type", "authorized_user"},
                           {"client_id", kClientId},
                           {"client_secret", kClientSecret},
                           {"refresh_token", kRefreshToken},
                           {"quota_project_id", "example-project"},
                           {"universe_domain", "googleapis.com"}};
    return QJsonDocument(file).toJson();
}

// Empty: granted, for these scopes; otherwise "error description".
QByteArray GoogleDoor::grant(const QMap<QString, QString> &form, qint64 now, QStringList &scopes) const
{
    QStringList names = form.keys();
    if (form.value("grant_type") == "refresh_token") {
        if (names != QStringList({"client_id", "client_secret", "grant_type", "refresh_token"}))
            return "invalid_request Unknown or missing parameter";
        if (form.value("client_id") != kClientId || form.value("client_secret") != kClientSecret)
            return "invalid_client The OAuth client was not found.";
        scopes = {kAuth + "cloud-platform"};
        return form.value("refresh_token") == kRefreshToken ? QByteArray() : QByteArray("invalid_grant Token has been expired or revoked.");
    }
    if (form.value("grant_type") != "urn:ietf:params:oauth:grant-type:jwt-bearer")
        return "unsupported_grant_type Invalid grant_type";
    if (names != QStringList({"assertion", "grant_type"}))
        return "invalid_request Unknown or missing parameter";
    const QList<QByteArray> parts = form.value("assertion").toLatin1().split('.');
    if (parts.size() != 3)
        return "invalid_grant Invalid JWT: Failed parsing";
    const QJsonObject header = QJsonDocument::fromJson(fromUrl64(parts[0])).object();
    const QJsonObject claims = QJsonDocument::fromJson(fromUrl64(parts[1])).object();
    if (header.value("alg") != "RS256" || (header.contains("kid") && header.value("kid") != m_key.value("private_key_id")))
        return "invalid_grant Invalid JWT Signature.";
    if (claims.value("iss") != m_key.value("client_email"))
        return "invalid_grant Invalid grant: account not found";
    if (!isSigned(m_key.value("private_key").toString().toLatin1(), parts[0] + '.' + parts[1], fromUrl64(parts[2])))
        return "invalid_grant Invalid JWT Signature.";
    if (claims.value("aud") != "https://oauth2.googleapis.com/token")
        return "invalid_grant Invalid JWT: Failed audience check.";
    const qint64 from = claims.value("iat").toInteger(), until = claims.value("exp").toInteger();
    if (qAbs(from - now) > kMostSkew || until <= now || until - from > 3600 || until <= from)
        return "invalid_grant Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp "
               "values in the JWT claim.";
    scopes = claims.value("scope").toString().split(u' ');
    for (const QString &scope : std::as_const(scopes)) {
        if (!QStringList({"compute", "compute.readonly", "cloud-platform", "cloud-platform.read-only"}).contains(scope.mid(kAuth.size()))
            || !scope.startsWith(kAuth))
            return "invalid_scope Invalid OAuth scope or ID token audience provided.";
    }
    return {};
}

HttpStandIn::Answer GoogleDoor::token(const HttpStandIn::Request &request, qint64 now)
{
    HttpStandIn::Answer answer;
    answer.headers = {"Content-Type: application/json; charset=utf-8"};
    QStringList scopes;
    QByteArray refused = "invalid_request Bad Request";
    if (request.method == "POST" && request.headers.value("content-type").startsWith("application/x-www-form-urlencoded"))
        refused = grant(pairsOf(QString::fromLatin1(request.body)), now, scopes);
    QJsonObject content;
    if (refused.isEmpty()) {
        const QByteArray text = "ya29.standin-token-" + QByteArray::number(++m_given);
        m_tokens.insert(text, {now + kLasts, scopes});
        content = {{"access_token", QString::fromLatin1(text)}, {"expires_in", kLasts}, {"token_type", "Bearer"}};
    } else {
        const qsizetype blank = refused.indexOf(' ');
        answer.status = refused.startsWith("invalid_client") ? 401 : 400;
        content = {{"error", QString::fromLatin1(refused.left(blank))}, {"error_description", QString::fromLatin1(refused.mid(blank + 1))}};
    }
    answer.body = QJsonDocument(content).toJson();
    return answer;
}

std::optional<GoogleRefused> GoogleDoor::refuses(const HttpStandIn::Request &request, qint64 now, GoogleRequest &read) const
{
    const QByteArray path = request.target.split('?').first();
    const qsizetype question = request.target.indexOf('?');
    const auto token = m_tokens.constFind(request.headers.value("authorization").mid(7));
    if (!request.headers.value("authorization").startsWith("Bearer ") || token == m_tokens.constEnd() || token->until <= now)
        return GoogleRefused{401, "authError", "Request had invalid authentication credentials. Expected OAuth 2 access token."};
    const auto hasScope = [&token](const char *one, const char *other) {
        return token->scopes.contains(kAuth + QLatin1String(one)) || token->scopes.contains(kAuth + QLatin1String(other));
    };
    const GoogleRefused noScope{403, "insufficientPermissions", "Request had insufficient authentication scopes."};
    if (const QString project = QString::fromLatin1(request.headers.value("x-goog-user-project"));
        !project.isEmpty() && project != "example-project")
        return GoogleRefused{403, "forbidden", "Caller does not have required permission to use project " + project};
    QJsonValue shape;
    if (path.startsWith("/v1/projects/") && path.endsWith(":testIamPermissions") && request.method == "POST") {
        if (!hasScope("cloud-platform", "cloud-platform.read-only"))
            return noScope;
        read.right = "testIamPermissions";
        read.path.insert("project", QString::fromLatin1(path.mid(13).chopped(19)));
        shape = QJsonObject{{"permissions", QJsonArray{"s"}}};
    } else {
        if (!hasScope("compute", "cloud-platform"))
            return noScope;
        QJsonObject known;
        for (auto it = m_calls.begin(); it != m_calls.end(); ++it) {
            const QJsonObject one = it.value().toObject();
            if (one.value("method").toString().toLatin1() == request.method
                && matches(one.value("path").toString(), QString::fromLatin1(path), read.path)) {
                known = one;
                read.right = it.key().section(u'#', 0, 0);
                break;
            }
        }
        if (known.isEmpty())
            return GoogleRefused{404, "notFound", "The requested URL was not found on this server: " + QString::fromLatin1(path)};
        read.query = question < 0 ? read.query : pairsOf(QString::fromLatin1(request.target.mid(question + 1)));
        read.query.remove("$alt");
        const QJsonObject queries = known.value("query").toObject();
        for (auto it = read.query.constBegin(); it != read.query.constEnd(); ++it) {
            bool isNumber = false;
            it.value().toLongLong(&isNumber);
            const QString type = queries.value(it.key()).toString();
            if (type.isEmpty())
                return GoogleRefused{400, "invalid", "Unknown name \"" + it.key() + "\": Cannot bind query parameter."};
            if ((type == "n" || type == "l") && !isNumber)
                return GoogleRefused{400, "invalid", "Invalid value for \"" + it.key() + '"'};
        }
        shape = known.value("body");
    }
    if (request.method == "GET" || request.method == "DELETE" || shape.isUndefined())
        return request.body.isEmpty() || request.body == "{}" ? std::nullopt
                                                              : std::optional(GoogleRefused{400, "badRequest", "Unexpected body"});
    if (!request.headers.value("content-type").startsWith("application/json"))
        return GoogleRefused{400, "badRequest", "The content type is not taken"};
    const QJsonDocument body = QJsonDocument::fromJson(request.body);
    if (!body.isObject())
        return GoogleRefused{400, "parseError", "Parse Error"};
    read.body = body.object();
    const QString problem = misfit(read.body, shape, {});
    return problem.isEmpty() ? std::nullopt : std::optional(GoogleRefused{400, "invalid", problem});
}

}  // namespace trainyard
