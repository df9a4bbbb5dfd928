// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/tencentanswers.h"

#include "core/provider/tencent/internal/tencentanswer.h"
#include "core/provider/tencent/internal/tencentrefusal.h"

namespace trainyard {

namespace {

constexpr qsizetype kMostText = 500;

void require(bool isTrue, const char *what)
{
    if (!isTrue)
        qFatal("%s", what);
}

void feed(const QJsonObject &entry)
{
    const QString region = QStringLiteral("ap-guangzhou");
    const InstanceReport report = tencentReport(entry);
    require(report.providerId.size() <= kMostText && report.owner.size() <= kMostText && report.reason.size() <= kMostText, "a long text");
    if (const auto target = tencentTarget(entry))
        require(isHostName(target->host) && isUserName(target->user) && target->port > 0, "an address that is none");
    if (const auto offer = tencentOffer(entry, region, Currency::CNY))
        require(!offer->perHour || offer->perHour->nanos() >= 0, "a price below nothing");
    (void)tencentQuota(entry, region);
    (void)tencentImage(entry);
    for (const auto &read : {tencentInstance, tencentDisk, tencentAddress, tencentSnapshot}) {
        const CloudResource resource = read(entry, region);
        require(resource.name.size() <= kMostText && !resource.name.contains(u'\n'), "a name of several lines");
        require(resource.gibibytes == -1 || resource.gibibytes >= 0, "a size below nothing");
        require(!resource.created.isValid() || resource.created.timeSpec() == Qt::UTC, "a time without a zone");
    }
}

}  // namespace

void fuzzTencentAnswer(const QByteArray &bytes)
{
    QJsonObject response;
    for (const int status : {200, 403, 429, 502}) {
        const auto refusal = tencentRefusal({status, {}, bytes}, QStringLiteral("cvm:DescribeInstances"), response);
        require(refusal || status == 200, "an answer with this status was accepted");
        if (refusal)
            require(!cloudError(QStringLiteral("Cloud"), *refusal).what.isEmpty(), "a refusal without a sentence");
    }
    (void)tencentRefusal({200, {}, bytes}, {}, response);
    feed(response);
    for (const QJsonValue &list : response) {
        (void)tencentZones(list.toArray(), QStringLiteral("GN10Xp.2XLARGE40"));
        feed(list.toObject());
        for (const QJsonValue &entry : list.toArray())
            feed(entry.toObject());
    }
}

}  // namespace trainyard
