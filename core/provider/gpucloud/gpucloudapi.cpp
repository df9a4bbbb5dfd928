// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/gpucloud/gpucloudapi.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QJsonDocument>

#include <algorithm>

namespace trainyard {

namespace {

struct ApiWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::GpuCloud)
};

bool isKeyText(const QByteArray &text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

bool isOwnComputer(const QString &host)
{
    return host == QLatin1String("localhost") || host == QLatin1String("127.0.0.1") || host == QLatin1String("::1");
}

Result<QUrl> originFrom(QString text, const GpuCloudKind &kind)
{
    if (!text.contains(QLatin1String("://")))
        text.prepend(QLatin1String("https://"));
    const QUrl url(text, QUrl::StrictMode);
    const bool isPlain = (url.path().isEmpty() || url.path() == QLatin1String("/")) && !url.hasQuery() && url.userInfo().isEmpty();
    // Without TLS others could read the key.
    const bool isSafe = url.scheme() == QLatin1String("https") || (url.scheme() == QLatin1String("http") && isOwnComputer(url.host()));
    if (!url.isValid() || url.host().isEmpty() || !isPlain || !isSafe) {
        return invalidInput(ApiWords::tr("“%1” is not an endpoint of %2: write it as %3.").arg(text.left(100), kind.name, kind.endpoint));
    }
    return url;
}

QByteArray hostWithPort(const QUrl &url)
{
    const QString host = url.host().contains(u':') ? u'[' + url.host() + u']' : url.host();
    return host.toLatin1() + (url.port() > 0 ? ':' + QByteArray::number(url.port()) : QByteArray());
}

}  // namespace

bool isGpuCloudId(const QString &id)
{
    return !id.isEmpty() && id.size() <= 100 && std::all_of(id.begin(), id.end(), [](QChar c) {
        return c.unicode() < 128 && (c.isLetterOrNumber() || c == u'-' || c == u'_');
    });
}

Result<GpuCloudApi> GpuCloudApi::signedIn(const CloudApi &api, const CredentialLookup &lookup, const GpuCloudKind &kind,
                                          const QString &account)
{
    TRY(const CloudCredentials credentials, lookup(kind.kind, account));
    if (!isKeyText(credentials.secret)) {
        return Error{ErrorCode::AuthenticationFailed,
                     ApiWords::tr("This account at %1 has no valid API key: enter it again, or set %2.").arg(kind.name, kind.keyVariable),
                     {}};
    }
    const QString own = credentials.settings.value(QStringLiteral("endpoint"));
    TRY(const QUrl endpoint, originFrom(own.isEmpty() ? kind.endpoint : own, kind));
    TRY(const QUrl second, originFrom(!own.isEmpty() ? own : kind.second.isEmpty() ? kind.endpoint : kind.second, kind));
    return GpuCloudApi(api, kind, credentials, endpoint, second);
}

QString GpuCloudApi::keyMark() const
{
    return QString::fromLatin1(QCryptographicHash::hash(m_key, QCryptographicHash::Sha256).toHex().left(16));
}

Error GpuCloudApi::formatError(const QString &what) const
{
    return cloudError(m_kind->name, {CloudRefusal::Kind::Format, {}, what, {}, {}});
}

Result<QJsonValue> GpuCloudApi::call(const GpuCloudCall &asked, std::stop_token stop, QJsonValue *refused) const
{
    QJsonValue content;
    CloudCall call;
    call.cloud = {m_kind->name, m_kind->kind};
    call.effect = asked.effect;
    if (asked.method != "GET" && !(asked.method == "DELETE" && asked.body.isEmpty()))
        call.body = QJsonDocument(asked.body).toJson(QJsonDocument::Compact);
    call.secrets = QByteArrayList{m_key} + asked.secrets;
    call.sign = [&](const QDateTime &) -> Result<WebRequest> {
        const QUrl &origin = asked.isSecond ? m_second : m_endpoint;
        WebRequest request;
        request.method = asked.method;
        request.scheme = origin.scheme().toLatin1();
        request.host = hostWithPort(origin);
        request.path = asked.path;
        request.query = asked.query;
        request.headers = {{"authorization", "Bearer " + m_key}, {"accept", "application/json"}};
        if (!call.body.isEmpty())
            request.headers << NamedBytes("content-type", "application/json");
        return request;
    };
    call.judge = [&](const CloudAnswer &answer) -> std::optional<CloudRefusal> {
        QJsonParseError problem;
        const QJsonDocument document = QJsonDocument::fromJson(answer.body, &problem);
        const bool isJson = problem.error == QJsonParseError::NoError;
        content = !isJson              ? QJsonValue(QJsonValue::Null)
                  : document.isArray() ? QJsonValue(document.array())
                                       : QJsonValue(document.object());
        auto refusal = m_kind->refusal(answer, content, asked.effect == CloudCall::Effect::Changes);
        if (!refusal && !isJson && !answer.body.trimmed().isEmpty())
            refusal = CloudRefusal{CloudRefusal::Kind::Format, {}, QStringLiteral("The answer is not JSON"), {}, {}};
        if (refusal && refusal->kind == CloudRefusal::Kind::Right && refusal->subject.isEmpty())
            refusal->subject = asked.right;
        if (refusal && refused)
            *refused = content;
        return refusal;
    };
    TRY_DO(m_api->call(call, stop));
    return content;
}

Result<QByteArray> GpuCloudApi::file(const QUrl &address, qint64 limit, std::stop_token stop) const
{
    const bool isOwn = address.scheme() == m_endpoint.scheme() && address.authority() == m_endpoint.authority();
    if (!address.isValid() || address.host().isEmpty() || !address.userInfo().isEmpty()
        || (!isOwn && address.scheme() != QLatin1String("https")))
        return formatError(QStringLiteral("The address of a file is not valid"));
    CloudCall call;
    call.cloud = {m_kind->name, m_kind->kind};
    call.effect = CloudCall::Effect::Reads;
    call.sign = [&](const QDateTime &) -> Result<WebRequest> {
        WebRequest request;
        request.scheme = address.scheme().toLatin1();
        request.host = hostWithPort(address);
        request.path = address.path(QUrl::FullyEncoded).toLatin1();
        const QList<QByteArray> parts = address.query(QUrl::FullyEncoded).toLatin1().split('&');
        for (const QByteArray &part : parts) {
            const qsizetype at = part.indexOf('=');
            if (at > 0)
                request.query << NamedBytes(QByteArray::fromPercentEncoding(part.left(at)),
                                            QByteArray::fromPercentEncoding(part.mid(at + 1)));
        }
        return request;
    };
    call.judge = [](const CloudAnswer &answer) -> std::optional<CloudRefusal> {
        if (answer.status >= 200 && answer.status < 300)
            return std::nullopt;
        const bool isMissing = answer.status == 404 || answer.status == 403;
        return CloudRefusal{isMissing ? CloudRefusal::Kind::NotFound : CloudRefusal::Kind::Transient,
                            QStringLiteral("HTTP %1").arg(answer.status),
                            {},
                            {},
                            {}};
    };
    TRY(const CloudAnswer answer, m_api->call(call, stop));
    return answer.body.right(limit);
}

}  // namespace trainyard
