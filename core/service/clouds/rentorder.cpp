// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/rentorder.h"

#include "core/base/shellquote.h"
#include "core/model/machine.h"
#include "core/service/clouds/ownaddress.h"

#include <QCoreApplication>

#include <arpa/inet.h>

#include <algorithm>
#include <array>

namespace trainyard {

namespace {

struct OrderWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RentOrder)
};

constexpr int kWidest = 8, kWidestSix = 32;  // bits; a wider range is no place that a person logs in from
constexpr qsizetype kMostZone = 64;          // letters; no cloud has longer names
// Settings of an account that are those of each of its machines: the user for SSH logins, and the network.
constexpr const char *kAccountsOwn[] = {"user", "subnet"};

Error noAddress(const QString &address)
{
    return invalidInput(OrderWords::tr("“%1” cannot be the address you log in from. Enter your public address, as in --from 203.0.113.7, "
                                       "your network, as in --from 203.0.113.0/24 or --from 2001:db8::/64, or --from auto, so that SSH is "
                                       "not open to everyone.")
                            .arg(address.left(60)));
}

}  // namespace

Result<QString> allowedFrom(const QString &address)
{
    const QByteArray name = address.section(u'/', 0, 0).toLatin1();
    in6_addr parsed{};
    const bool isSix = name.contains(':');
    if (inet_pton(isSix ? AF_INET6 : AF_INET, name.constData(), &parsed) != 1)
        return noAddress(address);
    const int most = isSix ? 128 : 32;
    bool isNumber = true;
    const int bits = address.contains(u'/') ? address.section(u'/', 1).toInt(&isNumber) : most;
    const bool isEverywhere = name == "0.0.0.0" || name == "::";
    if (!isNumber || isEverywhere || bits < (isSix ? kWidestSix : kWidest) || bits > most)
        return noAddress(address);
    // Firewalls refuse a network in which bits of one computer are set.
    auto *const bytes = reinterpret_cast<unsigned char *>(&parsed);
    for (int bit = bits; bit < most; ++bit)
        bytes[bit / 8] &= static_cast<unsigned char>(~(0x80 >> (bit % 8)));
    std::array<char, INET6_ADDRSTRLEN> text{};
    inet_ntop(isSix ? AF_INET6 : AF_INET, &parsed, text.data(), text.size());
    return QString::fromLatin1(text.data()) + u'/' + QString::number(bits);
}

Result<QString> wantedFrom(const QString &address)
{
    return address == QLatin1String(kFindAddress) ? Result<QString>(address) : allowedFrom(address);
}

Result<void> checkRentOrder(const RentOrder &order)
{
    if (!order.end.isSet())
        return invalidInput(
            OrderWords::tr("Say when the machine is given back: --until 8h, --until 40USD, --until idle=20m or --until run."));
    if (order.places.isEmpty())
        return invalidInput(OrderWords::tr("Name an offer, or a type and a region."));
    if (!order.name.isEmpty())
        TRY_DO(checkMachineName(order.name));
    TRY_DO(wantedFrom(order.ownAddress));
    for (const RentPlace &place : order.places) {
        if (place.type.isEmpty() || place.region.isEmpty())
            return invalidInput(OrderWords::tr("Name a region as well, with --region or in the account."));
        if (place.zone.size() > kMostZone || place.zone.contains(u' '))
            return invalidInput(
                OrderWords::tr("“%1” is not a zone: write it as the cloud does, such as us-east-1a.").arg(place.zone.left(60)));
        if (!place.perHour || place.perHour->nanos() <= 0) {
            return invalidInput(OrderWords::tr("No price is known for %1 in %2: give it with --price 2.49USD, so that its cost is counted.")
                                    .arg(place.type, place.region));
        }
        if (order.end.spent && order.end.spent->currency() != place.perHour->currency()) {
            return invalidInput(OrderWords::tr("%1 in %2 costs %3 per hour: give the limit of --until in this currency.")
                                    .arg(place.type, place.region, place.perHour->text()));
        }
    }
    if (order.maxPrice && !order.isSpot)
        return invalidInput(OrderWords::tr("A highest price goes with --spot only: the price of other machines is fixed."));
    return {};
}

Result<void> checkZones(const RentOrder &order, const ProviderCapabilities &can, const QString &providerName)
{
    const bool isNamed = std::any_of(order.places.begin(), order.places.end(), [](const RentPlace &one) { return !one.zone.isEmpty(); });
    if (!isNamed || can.zones != ZoneUse::None)
        return {};
    return invalidInput(OrderWords::tr("%1 has no zones to choose from: name a region only.").arg(providerName));
}

InstanceRequest requestOf(const RentOrder &order, const RentPlace &place, const AccountRecord &account, const QByteArray &publicKey)
{
    InstanceRequest request;
    request.providerKind = account.providerKind;
    request.account = account.name;
    request.name = order.name;
    request.offerId = place.offerId;
    request.region = place.region;
    request.type = place.type;
    request.image = order.image;
    request.isSpot = order.isSpot;
    request.perHour = place.perHour;
    request.billingStep = place.billingStep;
    request.billingMinimum = place.billingMinimum;
    request.end = order.end;
    const auto set = [&request](const char *setting, const QString &value) {
        if (!value.isEmpty())
            request.settings.insert(QLatin1String(setting), value);
    };
    for (const char *setting : kAccountsOwn)
        set(setting, account.settings.value(QLatin1String(setting)));
    set(kSshKeySetting, QString::fromUtf8(publicKey));
    if (place.gpus > 0)
        request.settings.insert(QLatin1String(kGpusOrderedSetting), QString::number(place.gpus));
    set(kOwnAddressSetting, allowedFrom(order.ownAddress).value_or(QString()));
    set(kZoneSetting, place.zone);
    set(kDiskSetting, order.diskGiB > 0 ? QString::number(order.diskGiB) : QString());
    set(kMaxPriceSetting, order.maxPrice ? order.maxPrice->decimal() : QString());
    if (const QDateTime latest = latestEnd(order.end, QDateTime::currentDateTimeUtc(), place.perHour); latest.isValid())
        set(kReleaseAtSetting, latest.toUTC().toString(Qt::ISODate));
    return request;
}

QString rentCommand(const RentOrder &order, const QString &until)
{
    const RentPlace place = order.places.value(0);
    QStringList words{QStringLiteral("yard"), QStringLiteral("rent")};
    if (place.offerId.isEmpty()) {
        words << QStringLiteral("--type") << place.type << QStringLiteral("--region") << place.region;
        if (place.perHour)
            words << QStringLiteral("--price") << place.perHour->decimal() + currencyCode(place.perHour->currency());
        if (order.isSpot)
            words << QStringLiteral("--spot");
    } else {
        words << place.offerId;
    }
    const auto add = [&words](const char *option, const QString &value) {
        if (!value.isEmpty())
            words << QLatin1String(option) << value;
    };
    for (const RentPlace &other : order.places.mid(1))
        add("--or", other.type + u'@' + other.region);
    add("--zone", place.zone);
    add("--until", until);
    add("--account", order.account);
    add("--name", order.name);
    if (order.maxPrice)
        add("--max-price", order.maxPrice->decimal() + currencyCode(order.maxPrice->currency()));
    add("--from", order.ownAddress);
    add("--image", order.image);
    add("--disk", order.diskGiB > 0 ? QString::number(order.diskGiB) : QString());
    add("--key", order.keyName);
    return shellJoined(words);
}

QString rentStageName(RentStage stage)
{
    switch (stage) {
    case RentStage::Request: return QStringLiteral("request");
    case RentStage::Boot: return QStringLiteral("boot");
    case RentStage::Ssh: return QStringLiteral("ssh");
    case RentStage::HostKey: return QStringLiteral("host-key");
    case RentStage::Gpus: return QStringLiteral("gpus");
    case RentStage::Check: return QStringLiteral("check");
    case RentStage::Ready: return QStringLiteral("ready");
    case RentStage::GiveBack: return QStringLiteral("give-back");
    }
    Q_UNREACHABLE();
}

QString rentStageTitle(RentStage stage)
{
    switch (stage) {
    case RentStage::Request: return OrderWords::tr("Requested");
    case RentStage::Boot: return OrderWords::tr("Boots");
    case RentStage::Ssh: return OrderWords::tr("SSH answers");
    case RentStage::HostKey: return OrderWords::tr("Host key verified");
    case RentStage::Gpus: return OrderWords::tr("GPUs answer");
    case RentStage::Check: return OrderWords::tr("Checked");
    case RentStage::Ready: return OrderWords::tr("Ready");
    case RentStage::GiveBack: return OrderWords::tr("Given back");
    }
    Q_UNREACHABLE();
}

}  // namespace trainyard
