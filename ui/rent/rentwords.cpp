// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/rentwords.h"

#include "core/base/format.h"
#include "core/base/seentext.h"

#include <QCoreApplication>
#include <QMap>
#include <QUrl>

namespace trainyard {

namespace {

struct RentUiWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RentWords)
};

constexpr qint64 kMiBPerGiB = 1024;

}  // namespace

QString rentableText(const RentableOffer &offer)
{
    QStringList parts;
    if (offer.gpus > 0 && !offer.gpu.isEmpty()) {
        QString gpus = QStringLiteral("%1 × %2").arg(offer.gpus).arg(offer.gpu);
        if (offer.gpuMemoryMiB > 0 && !offer.gpu.contains(QLatin1String("GB")))
            gpus += QStringLiteral(" %1\u00A0GB").arg(qRound64(double(offer.gpuMemoryMiB) / kMiBPerGiB));
        parts << gpus;
    }
    if (offer.vcpus > 0)
        parts << RentUiWords::tr("%n vCPU(s)", nullptr, offer.vcpus);
    if (offer.memoryMiB > 0)
        parts << RentUiWords::tr("%1 GiB of memory").arg(offer.memoryMiB / kMiBPerGiB);
    return seenText(parts.join(RentUiWords::tr(", ", "between facts")));
}

QString proposedName(const RentableOffer &offer)
{
    QString name = offer.providerKind;
    QString part;
    const QString model = offer.gpu.isEmpty() ? QString() : offer.gpu.section(u' ', 0, 0).toLower();
    for (const QChar one : model) {
        if (one.isLetterOrNumber() && one.unicode() < 128)
            part += one;
    }
    return part.isEmpty() ? name : name + u'-' + part;
}

QString questionWord(RentQuestion question)
{
    switch (question) {
    case RentQuestion::Account: return RentUiWords::tr("Account");
    case RentQuestion::Rights: return RentUiWords::tr("Rights");
    case RentQuestion::Quota: return RentUiWords::tr("Quota");
    case RentQuestion::Offered: return RentUiWords::tr("Type in this region");
    case RentQuestion::Price: return RentUiWords::tr("Price");
    case RentQuestion::Budget: return RentUiWords::tr("Budget");
    case RentQuestion::Image: return RentUiWords::tr("Image");
    }
    Q_UNREACHABLE();
}

QString usualReadyText(const ReadyTime &usual)
{
    const auto text = [](std::chrono::seconds time) { return formatDuration(std::chrono::milliseconds(time).count()); };
    if (usual.machines == 1)
        return RentUiWords::tr("Ready after %1: that is what your last one took.").arg(text(usual.median));
    return RentUiWords::tr("Usually ready after %1: the median of your %2 earlier ones, the slowest took %3.")
        .arg(text(usual.median), formatCount(usual.machines), text(usual.slowest));
}

QString hourText(const Money &perHour)
{
    //: money
    return RentUiWords::tr("%1/h").arg(formatMoney(perHour));
}

bool isStandIn(const AccountRecord &account)
{
    const QString host = QUrl(account.settings.value(QStringLiteral("endpoint"))).host();
    return host == QLatin1String("localhost") || host == QLatin1String("::1") || host.startsWith(QLatin1String("127."));
}

QString resourceWord(CloudResource::Kind kind)
{
    switch (kind) {
    case CloudResource::Kind::Instance: return RentUiWords::tr("Machine");
    case CloudResource::Kind::Disk: return RentUiWords::tr("Disk");
    case CloudResource::Kind::Address: return RentUiWords::tr("Address");
    case CloudResource::Kind::Snapshot: return RentUiWords::tr("Snapshot");
    case CloudResource::Kind::SpotRequest: return RentUiWords::tr("Spot request");
    case CloudResource::Kind::KeyPair: return RentUiWords::tr("Key pair");
    case CloudResource::Kind::SecurityGroup: return RentUiWords::tr("Firewall rules");
    }
    Q_UNREACHABLE();
}

QString resourceText(const CloudResource &resource)
{
    QStringList parts{resourceWord(resource.kind)};
    if (resource.gibibytes >= 0)
        parts << RentUiWords::tr("%1 GiB").arg(formatNumber(resource.gibibytes, 0));
    if (!resource.name.isEmpty())
        parts << seenText(resource.name.left(60));
    return parts.join(QLatin1Char(' '));
}

QString sweepReason(const SweepItem &item)
{
    const QString state = item.resource.isInUse ? RentUiWords::tr("in use") : seenText(item.resource.state.left(40));
    QString why;
    switch (item.owner) {
    case SweepOwner::Live: why = RentUiWords::tr("Belongs to a rented machine"); break;
    case SweepOwner::Orphan: why = RentUiWords::tr("Left over from a machine of Trainyard"); break;
    case SweepOwner::Other: why = RentUiWords::tr("Made by another Trainyard, perhaps a colleague's"); break;
    case SweepOwner::Stranger: why = RentUiWords::tr("Not made by Trainyard"); break;
    }
    if (item.kept) {
        //: a person's note
        return item.kept->isEmpty() ? RentUiWords::tr("Kept") : RentUiWords::tr("Kept: %1").arg(seenText(*item.kept));
    }
    //: why it is listed, its state
    return state.isEmpty() ? why : RentUiWords::tr("%1, %2").arg(why, state);
}

QString perDayText(const std::optional<Money> &perDay) { return perDay ? formatMoney(*perDay) : unknownWord(); }

QString totalPerDay(const QList<SweepItem> &items)
{
    QMap<Currency, Money> sums;
    int unknown = 0;
    for (const SweepItem &item : items) {
        if (!item.resource.perDay) {
            ++unknown;
            continue;
        }
        const Currency currency = item.resource.perDay->currency();
        const auto sum = sums.value(currency, Money(0, currency)).plus(*item.resource.perDay);
        sums.insert(currency, sum.value_or(*item.resource.perDay));
    }
    QStringList parts;
    for (const Money &sum : std::as_const(sums))
        parts << formatMoney(sum);
    if (parts.isEmpty())
        return RentUiWords::tr("cost per day unknown");
    //: sums of money
    const QString known = RentUiWords::tr("%1 a day").arg(parts.join(QStringLiteral(" + ")));
    return unknown > 0 ? RentUiWords::tr("%1, and %n of unknown cost", nullptr, unknown).arg(known) : known;
}

}  // namespace trainyard
