// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/vast/internal/vastrequest.h"

#include "core/provider/gpucloud/containerstart.h"
#include "core/provider/gpucloud/gpucloudreaders.h"
#include "core/provider/vast/internal/vastanswer.h"
#include "core/provider/vast/internal/vasttext.h"

#include <QRegularExpression>

#include <algorithm>
#include <optional>

namespace trainyard {

namespace {

const QString kCloudName = QStringLiteral("Vast.ai");
constexpr int kUsualDisk = 40, kLeastDisk = 8, kMostDisk = 16'000;  // GB
constexpr double kUsualReliability = 0.95;
constexpr int kMostListed = 1000, kMostTried = 32;

int diskOf(const InstanceRequest &request)
{
    return wholeSetting(request, QLatin1String(kDiskSetting), kUsualDisk, kLeastDisk, kMostDisk).value_or(kUsualDisk);
}

double reliabilityOf(const InstanceRequest &request)
{
    bool isNumber = false;
    const double least = request.settings.value(kVastReliability).toDouble(&isNumber);
    return isNumber ? least : kUsualReliability;
}

// The most that the machine may cost per hour; nullopt: anything.
std::optional<Money> ceilingOf(const InstanceRequest &request)
{
    if (request.isSpot) {
        const auto price = spotPrice(request);
        return price ? std::optional(*price) : std::nullopt;
    }
    return request.perHour && request.perHour->currency() == Currency::USD ? request.perHour : std::nullopt;
}

double amountOf(const Money &money) { return double(money.nanos()) / Money::kNanosPerUnit; }

QJsonObject only(const char *operation, const QJsonValue &value) { return {{QLatin1String(operation), value}}; }

}  // namespace

Result<void> checkVastRequest(const InstanceRequest &request)
{
    if (!gpuCount(request.type))
        return invalidInput(VastText::tr("“%1” is not a type of Vast.ai: write it as 2x RTX 4090.").arg(request.type.left(60)));
    static const QRegularExpression kCountry(QStringLiteral("\\A[A-Z]{2}\\z")), kNumber(QStringLiteral("\\A[1-9][0-9]{0,15}\\z"));
    static const QRegularExpression kImage(QStringLiteral("\\A[A-Za-z0-9][A-Za-z0-9._/:@-]{0,254}\\z"));
    if (request.region != kVastAnywhere && !kCountry.match(request.region).hasMatch())
        return invalidInput(VastText::tr("“%1” is not a region of Vast.ai: write a country as US, or any.").arg(request.region.left(60)));
    if (request.settings.contains(kVastAsk) && !kNumber.match(request.settings.value(kVastAsk)).hasMatch())
        return invalidInput(VastText::tr("“%1” is not the number of an offer of Vast.ai: write it as 12345678.")
                                .arg(request.settings.value(kVastAsk).left(40)));
    if (!request.image.isEmpty() && !kImage.match(request.image).hasMatch())
        return invalidInput(
            VastText::tr("“%1” is not the name of a container image: write it as pytorch/pytorch:2.6.0.").arg(request.image.left(60)));
    if (!wholeSetting(request, QLatin1String(kDiskSetting), kUsualDisk, kLeastDisk, kMostDisk))
        return invalidInput(VastText::tr("The disk needs a whole number of GB, from %1 to %2.").arg(kLeastDisk).arg(kMostDisk));
    if (const double least = reliabilityOf(request); !(least >= 0) || least >= 1)
        return invalidInput(VastText::tr("The least reliability has to be from 0 to 1: write it as 0.98."));
    if (request.isSpot) {
        TRY_DO(spotPrice(request));
    }
    TRY_DO(loginKeyOf(request.settings.value(QLatin1String(kSshKeySetting)), kCloudName));
    if (!request.settings.value(QLatin1String(kUserDataSetting)).isEmpty()) {
        return invalidInput(
            VastText::tr("Machines of Vast.ai are containers without cloud-init: leave the user data empty, and use an image "
                         "that has what is needed."));
    }
    return {};
}

QJsonObject vastSearch(bool isSpot)
{
    return {
        {"limit", kMostListed},
        {"type", isSpot ? "bid" : "ondemand"},
        {"verified", only("eq", true)},
        {"rentable", only("eq", true)},
        {"order", QJsonArray{QJsonArray{"dph_total", "asc"}}},
    };
}

QJsonObject vastSearch(const InstanceRequest &request)
{
    const GpuCount gpu = *gpuCount(request.type);
    QJsonObject search = vastSearch(request.isSpot);
    search.insert("limit", kMostTried);
    search.insert("gpu_name", only("in", QJsonArray{gpu.gpu}));
    search.insert("num_gpus", only("eq", gpu.count));
    search.insert("reliability", only("gte", reliabilityOf(request)));
    search.insert("direct_port_count", only("gte", 1));
    search.insert("disk_space", only("gte", diskOf(request)));
    search.insert("allocated_storage", diskOf(request));
    if (request.region != kVastAnywhere)
        search.insert("geolocation", only("in", QJsonArray{request.region}));
    if (request.settings.contains(kVastAsk))
        search.insert("id", only("eq", request.settings.value(kVastAsk).toDouble()));
    if (const auto most = ceilingOf(request))
        search.insert(QLatin1String(request.isSpot ? "min_bid" : "dph_total"), only("lte", amountOf(*most)));
    return search;
}

QStringList vastFitting(const QJsonArray &offers, const InstanceRequest &request)
{
    const auto most = ceilingOf(request);
    QList<QPair<qint64, QString>> fitting;
    for (const QJsonValue &value : offers) {
        const auto offer = vastOffer(value.toObject(), request.isSpot);
        if (!offer || offer->type != request.type || !offer->perHour)
            continue;
        if ((request.region != kVastAnywhere && offer->region != request.region) || (most && *offer->perHour > *most))
            continue;
        if (request.settings.contains(kVastAsk) && offer->zone != request.settings.value(kVastAsk))
            continue;
        fitting << qMakePair(offer->perHour->nanos(), offer->zone);
    }
    std::stable_sort(fitting.begin(), fitting.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    QStringList asks;
    for (const auto &[price, ask] : std::as_const(fitting))
        asks << ask;
    return asks;
}

QJsonObject vastCreation(const InstanceRequest &request, const QString &label)
{
    const auto key = loginKeyOf(request.settings.value(QLatin1String(kSshKeySetting)), kCloudName);
    QJsonObject body{
        {"image", request.image.isEmpty() ? kVastImage : request.image},
        {"label", label},
        {"disk", diskOf(request)},
        {"runtype", "ssh_direct"},
        {"target_state", "running"},
        // A machine that cannot start at once would wait, and its disk would cost money.
        {"cancel_unavail", true},
        {"onstart", containerKeysScript(key.value_or(QString()))},
    };
    if (request.isSpot) {
        if (const auto price = spotPrice(request))
            body.insert("price", amountOf(*price));
    }
    return body;
}

QString vastSearchWords(const InstanceRequest &request)
{
    const GpuCount gpu = gpuCount(request.type).value_or(GpuCount());
    QString name = gpu.gpu;
    QString words = QStringLiteral(
                        "gpu_name=%1 num_gpus=%2 reliability>=%3 direct_port_count>=1 disk_space>=%4 verified=true rentable=true")
                        .arg(name.replace(u' ', u'_'))
                        .arg(gpu.count)
                        .arg(reliabilityOf(request))
                        .arg(diskOf(request));
    if (request.region != kVastAnywhere)
        words += QStringLiteral(" geolocation=") + request.region;
    if (const auto most = ceilingOf(request))
        words += (request.isSpot ? QStringLiteral(" min_bid<=") : QStringLiteral(" dph_total<=")) + most->decimal();
    return words;
}

}  // namespace trainyard
