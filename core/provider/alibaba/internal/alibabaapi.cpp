// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/alibaba/internal/alibabaapi.h"

#include "core/provider/alibaba/alibabaprovider.h"
#include "core/provider/alibaba/internal/acs3.h"
#include "core/provider/alibaba/internal/alibabaerrors.h"
#include "core/provider/alibaba/internal/alibabatext.h"
#include "core/provider/cloudapi/listing.h"
#include "core/transport/webapi/webrequest.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QUrl>
#include <QUuid>

#include <array>

namespace trainyard {

namespace {

using Service = AlibabaAction::Service;
using Pages = AlibabaAction::Pages;

const QString kCloudName = QStringLiteral("Alibaba Cloud");
constexpr char kUsualRegion[] = "cn-hangzhou";

constexpr std::array kActions{
    alibaba::kGetCallerIdentity,
    alibaba::kDescribeRegions,
    alibaba::kDescribeInstanceTypes,
    alibaba::kDescribeAvailableResource,
    alibaba::kDescribePrice,
    alibaba::kDescribeSpotPriceHistory,
    alibaba::kDescribeAccountAttributes,
    alibaba::kDescribeImages,
    alibaba::kDescribeInstances,
    alibaba::kDescribeDisks,
    alibaba::kDescribeSnapshots,
    alibaba::kDescribeSecurityGroups,
    alibaba::kDescribeSecurityGroupAttribute,
    alibaba::kGetInstanceConsoleOutput,
    alibaba::kDescribeVpcs,
    alibaba::kDescribeVSwitches,
    alibaba::kDescribeEipAddresses,
    alibaba::kQueryInstanceBill,
    alibaba::kRunInstances,
    alibaba::kImportKeyPair,
    alibaba::kCreateSecurityGroup,
    alibaba::kCreateVpc,
    alibaba::kCreateVSwitch,
    alibaba::kStartInstance,
    alibaba::kStopInstance,
    alibaba::kDeleteInstance,
    alibaba::kDeleteDisk,
    alibaba::kDeleteSnapshot,
    alibaba::kDeleteKeyPairs,
    alibaba::kAuthorizeSecurityGroup,
    alibaba::kRevokeSecurityGroup,
    alibaba::kDeleteSecurityGroup,
    alibaba::kReleaseEipAddress,
};

QByteArray versionOf(Service service)
{
    switch (service) {
    case Service::Ecs: return "2014-05-26";
    case Service::Vpc: return "2016-04-28";
    case Service::Sts: return "2015-04-01";
    case Service::Bss: return "2017-12-14";
    }
    return {};
}

// The exceptions among the regions that are open to everyone, from the vendor's clients.
QByteArray usualHost(Service service, const QByteArray &region)
{
    const bool isHangzhou = region == kUsualRegion;
    switch (service) {
    case Service::Ecs: return isHangzhou ? QByteArray("ecs-cn-hangzhou.aliyuncs.com") : "ecs." + region + ".aliyuncs.com";
    case Service::Vpc: return isHangzhou ? QByteArray("vpc.aliyuncs.com") : "vpc." + region + ".aliyuncs.com";
    case Service::Sts: return "sts.aliyuncs.com";
    // The international site keeps its accounts in Singapore; its regions are those outside the mainland.
    case Service::Bss:
        return region.startsWith("cn-") ? QByteArray("business.aliyuncs.com") : QByteArray("business.ap-southeast-1.aliyuncs.com");
    }
    return {};
}

QJsonValue valueAt(QJsonValue value, const char *path)
{
    for (const QString &name : QString::fromLatin1(path).split(u'/'))
        value = value.toObject().value(name);
    return value;
}

bool isOnThisComputer(const QString &host)
{
    return host == QLatin1String("127.0.0.1") || host == QLatin1String("localhost") || host == QLatin1String("::1");
}

Error endlessList() { return alibabaStrangeAnswer(QStringLiteral("a list without an end")); }

}  // namespace

QString AlibabaAction::right() const
{
    static constexpr const char *kServices[] = {"ecs:", "vpc:", "sts:", "bss:"};
    return QLatin1String(kServices[static_cast<int>(service)]) + QLatin1String(name);
}

Error alibabaStrangeAnswer(const QString &what) { return cloudError(kCloudName, {CloudRefusal::Kind::Format, {}, what, {}, {}}); }

std::span<const AlibabaAction> alibabaActions() { return kActions; }

void addAlibabaTag(AlibabaParameters &parameters, const char *key, const QString &value)
{
    int number = 1;
    while (parameters.contains("Tag." + QByteArray::number(number) + ".Key"))
        ++number;
    const QByteArray tag = "Tag." + QByteArray::number(number);
    parameters.insert(tag + ".Key", key);
    parameters.insert(tag + ".Value", value.toUtf8());
}

Result<AlibabaApi> AlibabaApi::of(const CloudApi &transport, const CloudCredentials &credentials, const QString &region)
{
    QString own = region.isEmpty() ? credentials.settings.value(QStringLiteral("region")) : region;
    if (own.isEmpty())
        own = QLatin1String(kUsualRegion);
    // It becomes part of a host's name.
    static const QRegularExpression kRegion(QStringLiteral("\\A[a-z][a-z0-9-]{1,62}\\z"));
    if (!kRegion.match(own).hasMatch())
        return invalidInput(
            AlibabaText::tr("“%1” cannot be a region of Alibaba Cloud: choose one, such as cn-hangzhou.").arg(own.left(64)));
    AlibabaApi api(transport, credentials, own);
    const QString endpoint = credentials.settings.value(QStringLiteral("endpoint"));
    if (!endpoint.isEmpty()) {
        const QUrl url(endpoint.contains(QLatin1String("://")) ? endpoint : QStringLiteral("https://") + endpoint, QUrl::StrictMode);
        const bool isSafe = url.scheme() == QLatin1String("https")
                            || (url.scheme() == QLatin1String("http") && isOnThisComputer(url.host()));
        if (!url.isValid() || url.host().isEmpty() || !isSafe || !url.userInfo().isEmpty() || url.path().size() > 1 || url.hasQuery()) {
            return invalidInput(AlibabaText::tr("The endpoint “%1” is not valid: enter https:// and the name of a server.").arg(endpoint));
        }
        api.m_scheme = url.scheme().toLatin1();
        api.m_host = url.authority(QUrl::FullyEncoded).toLatin1();
    }
    return api;
}

Result<QJsonObject> AlibabaApi::call(const AlibabaAction &action, const AlibabaParameters &parameters, std::stop_token stop,
                                     QString *code) const
{
    WebRequest request;
    request.method = "POST";
    request.scheme = m_scheme;
    request.host = m_host.isEmpty() ? usualHost(action.service, m_region.toLatin1()) : m_host;
    request.headers << NamedBytes("accept", "application/json");
    if (action.hasRegion)
        request.query << NamedBytes("RegionId", m_region.toLatin1());
    for (auto it = parameters.begin(); it != parameters.end(); ++it)
        request.query << NamedBytes(it.key(), it.value());

    CloudCall call;
    call.cloud = {kCloudName, AlibabaProvider::kKind};
    call.effect = action.access == AlibabaAction::Access::Reads ? CloudCall::Effect::Reads : CloudCall::Effect::Once;
    call.secrets = {m_credentials.secret, m_credentials.sessionToken};
    call.sign = [&](const QDateTime &now) -> Result<WebRequest> {
        WebRequest signedOne = request;
        signAcs3(signedOne, m_credentials, {action.name, versionOf(action.service), now, QUuid::createUuid().toByteArray(QUuid::Id128)},
                 {});
        return signedOne;
    };
    call.judge = [&](const CloudAnswer &answer) {
        auto refusal = alibabaRefusal(answer, action.right());
        if (code)
            *code = refusal ? refusal->code : QString();
        return refusal;
    };
    TRY(const auto answer, m_transport->call(call, stop));
    return QJsonDocument::fromJson(answer.body).object();
}

Result<QList<QJsonObject>> AlibabaApi::all(const AlibabaAction &action, AlibabaParameters parameters, const char *list,
                                           std::stop_token stop) const
{
    QList<QJsonObject> found;
    parameters.insert(action.pages == Pages::Numbered ? "PageSize" : "MaxResults", QByteArray::number(action.mostPerPage));
    const Listing listing;
    for (int page = 1;; ++page) {
        if (action.pages == Pages::Numbered)
            parameters.insert("PageNumber", QByteArray::number(page));
        TRY(const auto answer, call(action, parameters, stop));
        // Without it nothing is known; an empty list is there.
        const QJsonValue listed = valueAt(answer, list);
        if (!listed.isArray() && answer.value(QLatin1String("TotalCount")).toInteger(-1) != 0)
            return alibabaStrangeAnswer(QStringLiteral("no %1").arg(QLatin1String(list)));
        const QJsonArray items = listed.toArray();
        for (const QJsonValue &item : items)
            found << item.toObject();
        if (action.pages == Pages::Numbered) {
            const qint64 total = answer.value(QLatin1String("TotalCount")).toInteger(-1);
            if (total >= 0 && found.size() >= total)
                return found;
            if (items.isEmpty())
                return alibabaStrangeAnswer(QStringLiteral("the list ends before its count"));
            continue;
        }
        const QByteArray next = answer.value(QLatin1String("NextToken")).toString().toUtf8();
        if (next.isEmpty())
            return found;
        if (next == parameters.value("NextToken"))
            return endlessList();
        parameters.insert("NextToken", next);
    }
    return endlessList();
}

}  // namespace trainyard
