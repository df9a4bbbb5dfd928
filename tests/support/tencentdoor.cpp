// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tencentdoor.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMessageAuthenticationCode>
#include <QRegularExpression>

namespace trainyard {

namespace {

constexpr qint64 kMostSkew = 300;

QByteArray hmac(const QByteArray &key, const QByteArray &text)
{
    return QMessageAuthenticationCode::hash(text, key, QCryptographicHash::Sha256);
}

QByteArray digest(const QByteArray &text) { return QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex(); }

// What is wrong with a value, by the shape that it must have.
std::optional<TencentRefused> misfit(const QJsonValue &value, const QJsonValue &shape, const QByteArray &path)
{
    const TencentRefused wrong{"InvalidParameter", "The type of parameter " + path + " is wrong"};
    if (shape.isString()) {
        const QString type = shape.toString();
        const bool fits = (type == "s" && value.isString()) || (type == "b" && value.isBool()) || (type == "n" && value.isDouble());
        return fits ? std::nullopt : std::optional(wrong);
    }
    if (shape.isArray()) {
        if (!value.isArray())
            return wrong;
        for (const QJsonValue &entry : value.toArray()) {
            if (const auto problem = misfit(entry, shape.toArray().first(), path + ".0"))
                return problem;
        }
        return std::nullopt;
    }
    if (!value.isObject())
        return wrong;
    const QJsonObject object = value.toObject(), known = shape.toObject();
    for (auto it = object.begin(); it != object.end(); ++it) {
        const QJsonValue own = known.contains(it.key()) ? known.value(it.key()) : known.value(it.key() + '!');
        const QByteArray name = (path.isEmpty() ? QByteArray() : path + '.') + it.key().toUtf8();
        if (own.isUndefined())
            return TencentRefused{"UnknownParameter", "The parameter " + name + " is not known"};
        if (const auto problem = misfit(it.value(), own, name))
            return problem;
    }
    for (auto it = known.begin(); it != known.end(); ++it) {
        if (it.key().endsWith('!') && !object.contains(it.key().chopped(1)))
            return TencentRefused{"MissingParameter", "The parameter " + it.key().chopped(1).toUtf8() + " is missing"};
    }
    return std::nullopt;
}

}  // namespace

TencentDoor::TencentDoor(const TencentCaller &caller) : m_caller(caller)
{
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/tencent/parameters.json"));
    if (file.open(QIODevice::ReadOnly))
        m_calls = QJsonDocument::fromJson(file.readAll()).object().value("calls").toObject();
    Q_ASSERT(!m_calls.isEmpty());
}

std::optional<TencentRefused> TencentDoor::refuses(const HttpStandIn::Request &request, qint64 now, TencentRequest &read) const
{
    const auto header = [&request](const char *name) { return request.headers.value(name); };
    static const QRegularExpression form(
        "^TC3-HMAC-SHA256 Credential=([^/]+)/(\\d{4}-\\d\\d-\\d\\d)/([a-z]+)/tc3_request, SignedHeaders=content-type;host, Signature=[0-9a-f]{64}$");
    const auto parts = form.match(QString::fromLatin1(header("authorization")));
    if (request.method != "POST" || request.target != "/" || !parts.hasMatch())
        return TencentRefused{"AuthFailure.InvalidAuthorization", "The request or its Authorization does not have the form of TC3"};
    if (parts.captured(1).toLatin1() != m_caller.secretId)
        return TencentRefused{"AuthFailure.SecretIdNotFound", "The SecretId is not found"};
    const QByteArray time = header("x-tc-timestamp");
    const QByteArray date = QDateTime::fromSecsSinceEpoch(time.toLongLong(), Qt::UTC).toString("yyyy-MM-dd").toLatin1();
    if (qAbs(time.toLongLong() - now) > kMostSkew)
        return TencentRefused{"AuthFailure.SignatureExpire", "Signature expired"};
    if (header("x-tc-token") != m_caller.token)
        return TencentRefused{"AuthFailure.TokenFailure", "The token is wrong"};

    const QByteArray service = parts.captured(3).toLatin1();
    const QByteArray key = hmac(hmac(hmac("TC3" + m_caller.secretKey, date), service), "tc3_request");
    // The vendor's client leaves the port out of the host; the cloud itself has none.
    const QByteArray host = header("host");
    bool isSigned = false;
    for (const QByteArray &name : {host, host.split(':').first()}) {
        const QByteArray canonical = "POST\n/\n\ncontent-type:" + header("content-type") + "\nhost:" + name + "\n\ncontent-type;host\n"
                                     + digest(request.body);
        const QByteArray place = date + '/' + service + "/tc3_request";
        const QByteArray signature = hmac(key, "TC3-HMAC-SHA256\n" + time + '\n' + place + '\n' + digest(canonical)).toHex();
        isSigned = isSigned
                   || header("authorization")
                          == "TC3-HMAC-SHA256 Credential=" + m_caller.secretId + '/' + place
                                 + ", SignedHeaders=content-type;host, Signature=" + signature;
    }
    if (!isSigned)
        return TencentRefused{"AuthFailure.SignatureFailure", "The signature is not that of the request"};

    read.right = QString::fromLatin1(service + ':' + header("x-tc-action"));
    read.region = QString::fromLatin1(header("x-tc-region"));
    if (!m_calls.contains(read.right))
        return TencentRefused{"InvalidAction", "The action is not found"};
    const QJsonObject known = m_calls.value(read.right).toObject();
    if (known.value("version").toString().toLatin1() != header("x-tc-version"))
        return TencentRefused{"NoSuchVersion", "The version does not exist"};
    if (header("content-type") != "application/json")
        return TencentRefused{"InvalidRequest", "The content type is not taken"};
    const QJsonDocument body = QJsonDocument::fromJson(request.body);
    if (!body.isObject())
        return TencentRefused{"InvalidRequest", "The body is not JSON"};
    read.parameters = body.object();
    return misfit(read.parameters, known.value("parameters"), {});
}

}  // namespace trainyard
