// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/tencent/internal/tencentapi.h"

#include "core/provider/cloudapi/listing.h"
#include "core/provider/tencent/internal/tencentrefusal.h"
#include "core/provider/tencent/internal/tencenttext.h"
#include "core/provider/tencent/tencentprovider.h"
#include "core/provider/tencent/tencentsignature.h"

#include <QJsonDocument>

#include <algorithm>

namespace trainyard {

namespace {

const QString kUsualEndpoint = QStringLiteral("https://cvm.tencentcloudapi.com");
constexpr int kPageSize = 100;  // the most that any of the calls takes

bool isHeaderText(const QByteArray &text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

bool isRegionName(const QString &text)
{
    return !text.isEmpty() && text.size() <= 60 && std::all_of(text.begin(), text.end(), [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9') || c == u'-';
    });
}

bool isThisComputer(const QString &host)
{
    return host == QLatin1String("localhost") || host == QLatin1String("127.0.0.1") || host == QLatin1String("::1");
}

Result<QUrl> endpointFrom(QString text)
{
    if (text.isEmpty())
        text = kUsualEndpoint;
    else if (!text.contains(QLatin1String("://")))
        text.prepend(QLatin1String("https://"));
    const QUrl url(text, QUrl::StrictMode);
    const bool isPlain = url.path().isEmpty() || url.path() == QLatin1String("/");
    // What is sent without TLS could be read, and sent again, by others.
    const bool isSafe = url.scheme() == QLatin1String("https") || (url.scheme() == QLatin1String("http") && isThisComputer(url.host()));
    if (!url.isValid() || url.host().isEmpty() || !isPlain || !isSafe || url.hasQuery() || !url.userInfo().isEmpty()) {
        return invalidInput(
            TencentText::tr("“%1” is not an endpoint of Tencent Cloud: write it as https://cvm.tencentcloudapi.com.").arg(text.left(100)));
    }
    return url;
}

// The services have an address each, which begins with their name; a stand-in has one for all.
QByteArray hostOf(const QUrl &endpoint, const char *service)
{
    QString host = endpoint.host();
    if (host.startsWith(QLatin1String("cvm.")))
        host.replace(0, 3, QLatin1String(service));
    if (host.contains(u':'))
        host = u'[' + host + u']';
    return host.toLatin1() + (endpoint.port() > 0 ? ':' + QByteArray::number(endpoint.port()) : QByteArray());
}

}  // namespace

Result<TencentApi> TencentApi::signedIn(const CloudApi &api, const CredentialLookup &lookup, const QString &account)
{
    TRY(CloudCredentials credentials, lookup(TencentProvider::kKind, account));
    const QByteArray id = credentials.keyId.toUtf8();
    if (id.isEmpty() || credentials.secret.isEmpty() || !isHeaderText(id) || !isHeaderText(credentials.sessionToken)) {
        return Error{ErrorCode::AuthenticationFailed,
                     TencentText::tr("The keys of this account at Tencent Cloud are incomplete: enter its SecretId and SecretKey."),
                     {}};
    }
    TRY(const QUrl endpoint, endpointFrom(credentials.settings.value("endpoint")));
    return TencentApi(api, credentials, endpoint);
}

Result<QJsonObject> TencentApi::call(const TencentAction &action, const QString &region, const QJsonObject &parameters,
                                     std::stop_token stop) const
{
    QJsonObject response;
    CloudCall call;
    call.cloud = {TencentText::tr("Tencent Cloud"), TencentProvider::kKind};
    call.effect = action.effect;
    call.body = QJsonDocument(parameters).toJson(QJsonDocument::Compact);
    call.secrets = {m_credentials.secret, m_credentials.sessionToken};
    // It may have the private host key of the machine.
    if (const QString data = parameters.value("UserData").toString(); !data.isEmpty())
        call.secrets << data.toLatin1();
    call.sign = [&](const QDateTime &now) -> Result<WebRequest> {
        const TencentScope scope{action.service, action.version, action.name, region.toLatin1(), now};
        return signedTencentRequest(m_endpoint.scheme().toLatin1(), hostOf(m_endpoint, action.service), m_credentials, scope, call.body);
    };
    call.judge = [&](const CloudAnswer &answer) { return tencentRefusal(answer, action.right(), response); };
    TRY_DO(m_api->call(call, stop));
    return response;
}

Result<QJsonArray> TencentApi::all(const TencentAction &action, const QString &region, const QJsonObject &parameters, const char *list,
                                   std::stop_token stop) const
{
    // The calls about security groups take numbers as texts.
    const bool areTexts = action.right() == TencentActions::kDescribeSecurityGroups.right();
    const auto number = [areTexts](int value) { return areTexts ? QJsonValue(QString::number(value)) : QJsonValue(value); };
    QJsonArray entries;
    const Listing listing;
    while (true) {
        QJsonObject asked = parameters;
        asked.insert("Offset", number(static_cast<int>(entries.size())));
        asked.insert("Limit", number(kPageSize));
        TRY(const QJsonObject answer, call(action, region, asked, stop));
        const QJsonArray more = answer.value(QLatin1String(list)).toArray();
        for (const QJsonValue &entry : more)
            entries << entry;
        const qsizetype total = answer.value("TotalCount").toInt(-1);
        if (total >= 0 && entries.size() >= total)
            return entries;
        if (more.isEmpty())
            break;
    }
    return cloudError(TencentText::tr("Tencent Cloud"),
                      {CloudRefusal::Kind::Format, action.right(), QStringLiteral("The list ends before its count"), {}, {}});
}

Result<QStringList> TencentApi::regions(const QString &region, std::stop_token stop) const
{
    if (!region.isEmpty()) {
        TRY(const QString one, oneRegion(region));
        return QStringList{one};
    }
    TRY(const QJsonObject answer, call(TencentActions::kDescribeRegions, {}, {}, stop));
    QStringList names;
    for (const QJsonValue &entry : answer.value("RegionSet").toArray()) {
        const QString name = entry.toObject().value("Region").toString();
        if (entry.toObject().value("RegionState").toString() != QLatin1String("AVAILABLE"))
            continue;
        TRY(const QString valid, oneRegion(name.isEmpty() ? QStringLiteral("?") : name));
        names << valid;
    }
    // What was not looked at is not empty.
    if (names.isEmpty())
        return cloudError(TencentText::tr("Tencent Cloud"),
                          {CloudRefusal::Kind::Format, TencentActions::kDescribeRegions.right(), QStringLiteral("No region"), {}, {}});
    return names;
}

Result<QString> TencentApi::oneRegion(const QString &region) const
{
    const QString name = region.isEmpty() ? m_credentials.settings.value("region") : region;
    if (name.isEmpty())
        return invalidInput(TencentText::tr("Choose a region of Tencent Cloud, such as ap-guangzhou."));
    if (!isRegionName(name))
        return invalidInput(TencentText::tr("“%1” is not a region of Tencent Cloud: write it as ap-guangzhou.").arg(name.left(60)));
    return name;
}

Currency TencentApi::currency() const { return m_endpoint.host().contains(QLatin1String(".intl.")) ? Currency::USD : Currency::CNY; }

}  // namespace trainyard
