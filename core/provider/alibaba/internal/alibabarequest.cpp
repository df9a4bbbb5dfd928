// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/alibaba/internal/alibabarequest.h"

#include "core/base/decimal.h"
#include "core/provider/alibaba/internal/alibabareaders.h"
#include "core/provider/alibaba/internal/alibabatext.h"

#include <QCryptographicHash>
#include <QUuid>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qsizetype kMostName = 128, kMostToken = 64;
constexpr qsizetype kMostUserData = 32 * 1024;     // before Base64
constexpr qint64 kEarliestRelease = 31 * 60;       // seconds; the cloud refuses less than 30 minutes from now
constexpr int kLeastDisk = 20, kMostDisk = 2048;   // GiB, of a system disk
constexpr qint64 kMostHistory = 30 * 86400 - 600;  // seconds; the cloud knows 30 days, by its own clock
constexpr qint64 kBeforeHistory = 2 * 3600;        // seconds; a price is told for every hour, and that of the beginning is earlier
constexpr int kMostBandwidth = 100;                // Mbit/s

QByteArray shortDigest(const QByteArray &bytes) { return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex().left(32); }

// A whole number from `least` to `most`.
Result<QByteArray> numberIn(const QString &text, int least, int most, const QString &name)
{
    bool isNumber = false;
    const int number = text.toInt(&isNumber);
    if (!isNumber || number < least || number > most) {
        return invalidInput(
            AlibabaText::tr("“%1” has to be a whole number from %2 to %3 at Alibaba Cloud.").arg(name).arg(least).arg(most));
    }
    return QByteArray::number(number);
}

Result<void> addSpot(AlibabaParameters &parameters, const InstanceRequest &request)
{
    const QString limit = request.settings.value(QLatin1String(kMaxPriceSetting));
    // Without a protected hour, which would cost more and end in the same way.
    parameters.insert("SpotDuration", "0");
    parameters.insert("SpotStrategy", limit.isEmpty() ? "SpotAsPriceGo" : "SpotWithPriceLimit");
    if (limit.isEmpty())
        return {};
    const auto nanos = parseDecimal(limit.toLatin1(), Money::kDecimals);
    // Three decimals are allowed; cut, because the limit may not become higher than the person said.
    const qint64 thousandths = nanos.value_or(0) / 1'000'000;
    if (thousandths <= 0)
        return invalidInput(AlibabaText::tr("“%1” has to be an amount such as 12.5.").arg(QLatin1String(kMaxPriceSetting)));
    parameters.insert("SpotPriceLimit", decimalText(thousandths, 3).toLatin1());
    return {};
}

}  // namespace

AlibabaParameters alibabaSpotPriceQuestion(const QString &type, const QStringList &zones, const QDateTime &since, const QDateTime &now)
{
    // The price without a protected hour is another one. See addSpot().
    AlibabaParameters parameters{{"NetworkType", "vpc"}, {"InstanceType", type.toUtf8()}, {"SpotDuration", "0"}};
    if (zones.size() == 1)
        parameters.insert("ZoneId", zones.first().toUtf8());
    if (since.isValid()) {
        const QDateTime earliest = now.toUTC().addSecs(-kMostHistory);
        const QDateTime from = std::max(since.toUTC().addSecs(-kBeforeHistory), earliest);
        parameters.insert("StartTime", from.toString(QStringLiteral("yyyy-MM-dd'T'HH:mm:ss'Z'")).toLatin1());
    }
    return parameters;
}

QString alibabaName(const QString &name)
{
    QString allowed;
    for (const QChar c : name) {
        if (c.isLetterOrNumber() || QStringLiteral(":_.-").contains(c))
            allowed += c;
        else if (c.isSpace())
            allowed += u'-';
    }
    if (allowed.isEmpty() || !allowed.front().isLetter() || allowed.startsWith(QLatin1String("http:"), Qt::CaseInsensitive)
        || allowed.startsWith(QLatin1String("https:"), Qt::CaseInsensitive))
        allowed.prepend(QStringLiteral("trainyard-"));
    return allowed.left(kMostName);
}

QByteArray alibabaClientToken(const QString &token)
{
    if (token.isEmpty())
        return QUuid::createUuid().toByteArray(QUuid::Id128);
    const bool isShort = token.size() <= kMostToken
                         && std::all_of(token.begin(), token.end(), [](QChar c) { return c.unicode() > 0x20 && c.unicode() < 0x7f; });
    return isShort ? token.toLatin1() : shortDigest(token.toUtf8());
}

QString alibabaKeyName(const QString &owner, const QString &publicKey)
{
    // Without the comment, which may change.
    const QString key = publicKey.simplified().section(u' ', 0, 1);
    return QStringLiteral("trainyard-") + QString::fromLatin1(shortDigest((owner + u'\n' + key).toUtf8()));
}

Result<AlibabaParameters> alibabaRunParameters(const InstanceRequest &request, const QDateTime &now)
{
    // Without a region of its own, a machine would be looked for elsewhere once the account's region changes, and count as gone.
    if (request.region.isEmpty() || request.type.isEmpty() || request.image.isEmpty())
        return invalidInput(AlibabaText::tr("Choose a region, a type and an image for the machine."));
    const auto setting = [&request](const char *name) { return request.settings.value(QLatin1String(name)); };
    const QString name = alibabaName(request.name);
    AlibabaParameters parameters{
        {"Amount", "1"},
        {"ClientToken", alibabaClientToken(request.clientToken)},
        {"InstanceType", request.type.toUtf8()},
        {"ImageId", request.image.toUtf8()},
        {"InstanceName", name.toUtf8()},
        {"InstanceChargeType", "PostPaid"},
        {"InternetChargeType", "PayByTraffic"},
        {"InternetMaxBandwidthOut", QByteArray::number(kMostBandwidth)},
        {"SystemDisk.Category", "cloud_essd"},
    };
    // On the machine and on its disks.
    addAlibabaTag(parameters, kAlibabaRunTag, name);
    if (!request.owner.isEmpty())
        addAlibabaTag(parameters, kAlibabaOwnerTag, request.owner);
    if (!request.clientToken.isEmpty())
        addAlibabaTag(parameters, kAlibabaTokenTag, request.clientToken);
    if (const QString category = setting(kAlibabaDiskCategorySetting); !category.isEmpty())
        parameters.insert("SystemDisk.Category", category.toUtf8());
    if (const QString size = setting(kDiskSetting); !size.isEmpty()) {
        TRY(const auto gibibytes, numberIn(size, kLeastDisk, kMostDisk, QLatin1String(kDiskSetting)));
        parameters.insert("SystemDisk.Size", gibibytes);
    }
    if (const QString bandwidth = setting(kAlibabaBandwidthSetting); !bandwidth.isEmpty()) {
        TRY(const auto megabits, numberIn(bandwidth, 1, kMostBandwidth, QLatin1String(kAlibabaBandwidthSetting)));
        parameters.insert("InternetMaxBandwidthOut", megabits);
    }
    if (const QString data = setting(kUserDataSetting); !data.isEmpty()) {
        if (data.toUtf8().size() > kMostUserData)
            return invalidInput(
                AlibabaText::tr("“%1” is longer than the 32 KiB that Alibaba Cloud allows.").arg(QLatin1String(kUserDataSetting)));
        parameters.insert("UserData", data.toUtf8().toBase64());
    }
    if (const QString written = setting(kReleaseAtSetting); !written.isEmpty()) {
        const QDateTime at = QDateTime::fromString(written, Qt::ISODate);
        if (!at.isValid())
            return invalidInput(
                AlibabaText::tr("“%1” has to be a time such as 2026-01-31T18:00:00Z.").arg(QLatin1String(kReleaseAtSetting)));
        const QDateTime released = std::max(at.toUTC(), now.toUTC().addSecs(kEarliestRelease));
        parameters.insert("AutoReleaseTime", released.toString(QStringLiteral("yyyy-MM-dd'T'HH:mm':00Z'")).toLatin1());
    }
    if (request.isSpot) {
        TRY_DO(addSpot(parameters, request));
    }
    return parameters;
}

}  // namespace trainyard
