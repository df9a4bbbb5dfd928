// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"

#include <QCoreApplication>
#include <QLocale>

#include <array>
#include <cmath>

namespace trainyard {

namespace {

constexpr QChar kNarrowBlank(0x202F);
constexpr QChar kBlank(0x00A0);
constexpr qint64 kWholeFrom = 100'000;  // units of money; above it cents are noise

struct ByteUnit {
    double size;
    const char *name;
};
constexpr std::array<ByteUnit, 5> kByteUnits{
    {{1.0, "B"}, {1024.0, "KiB"}, {1048576.0, "MiB"}, {1073741824.0, "GiB"}, {1099511627776.0, "TiB"}}};

const ByteUnit &unitFor(double bytes)
{
    size_t i = 0;
    // 1000 and not 1024: "1 000 KiB" is wider than "0.98 MiB".
    while (i + 1 < kByteUnits.size() && std::abs(bytes) >= 1000.0 * kByteUnits[i].size)
        ++i;
    return kByteUnits[i];
}

int decimalsFor(double value, const ByteUnit &unit)
{
    return unit.size == 1.0 || std::abs(value) >= 99.95 || value == 0.0 ? 0 : (std::abs(value) >= 9.995 ? 1 : 2);
}

QString withUnit(const QString &number, const QString &unit) { return number + kBlank + unit; }

}  // namespace

QString formatNumber(double value, int decimals)
{
    QLocale locale;
    locale.setNumberOptions(QLocale::DefaultNumberOptions);
    QString text = locale.toString(value, 'f', decimals);
    return text.replace(locale.groupSeparator(), QString(kNarrowBlank));
}

QString formatCount(qint64 count)
{
    const QLocale locale;
    QString text = locale.toString(count);
    return text.replace(locale.groupSeparator(), QString(kNarrowBlank));
}

QString formatPercent(double percent) { return withUnit(formatNumber(percent, 0), QStringLiteral("%")); }

QString formatBytes(qint64 bytes)
{
    const ByteUnit &unit = unitFor(double(bytes));
    const double value = double(bytes) / unit.size;
    return withUnit(formatNumber(value, decimalsFor(value, unit)), QLatin1String(unit.name));
}

QString formatBytesOf(qint64 used, qint64 total)
{
    const ByteUnit &unit = unitFor(double(total));
    const double all = double(total) / unit.size, part = double(used) / unit.size;
    const int decimals = unit.size > 1.0 && all < 9.995 ? 1 : 0;
    return QCoreApplication::translate("trainyard::Format", "%1 of %2")
        .arg(formatNumber(part, part > 0 && part < 9.95 && unit.size > 1.0 ? 1 : decimals),
             withUnit(formatNumber(all, decimals), QLatin1String(unit.name)));
}

QString formatByteRate(double bytesPerSecond)
{
    const ByteUnit &unit = unitFor(bytesPerSecond);
    const double value = bytesPerSecond / unit.size;
    return withUnit(formatNumber(value, unit.size == 1.0 || value >= 9.95 || value == 0.0 ? 0 : 1),
                    QLatin1String(unit.name) + QStringLiteral("/s"));
}

QString formatAmount(const Money &money)
{
    const int decimals = std::abs(money.nanos()) < kWholeFrom * Money::kNanosPerUnit ? minorDigits(money.currency()) : 0;
    return formatNumber(double(money.rounded(decimals).nanos()) / double(Money::kNanosPerUnit), decimals);
}

QString formatMoney(const Money &money)
{
    const QString code = currencyCode(money.currency());
    qint64 least = Money::kNanosPerUnit;
    for (int i = 0; i < minorDigits(money.currency()); ++i)
        least /= 10;
    if (money.nanos() <= 0 || money.nanos() >= least)
        return withUnit(formatAmount(money), code);
    //: an amount that is above nothing and below a cent: "< 0.01 USD"
    return QCoreApplication::translate("trainyard::Format", "< %1").arg(withUnit(formatAmount(Money(least, money.currency())), code));
}

QString formatDuration(qint64 milliseconds)
{
    const qint64 seconds = std::max<qint64>(0, milliseconds) / 1000;
    const qint64 minutes = seconds / 60, hours = minutes / 60, days = hours / 24;
    const auto part = [](qint64 value, const QString &unit) { return withUnit(QString::number(value), unit); };
    const QString s = QCoreApplication::translate("trainyard::Format", "s", "seconds");
    const QString min = QCoreApplication::translate("trainyard::Format", "min", "minutes");
    const QString h = QCoreApplication::translate("trainyard::Format", "h", "hours");
    const QString d = QCoreApplication::translate("trainyard::Format", "d", "days");
    if (minutes == 0)
        return part(seconds, s);
    if (hours == 0)
        return minutes < 5 && seconds % 60 != 0
                   //: before seconds: "2 min 5 s"
                   ? part(minutes, QCoreApplication::translate("trainyard::Format", "min", "minutes and seconds")) + QLatin1Char(' ')
                         + part(seconds % 60, s)
                   : part(minutes, min);
    if (days == 0)
        return part(hours, h) + QLatin1Char(' ') + part(minutes % 60, min);
    return part(days, d) + QLatin1Char(' ') + part(hours % 24, h);
}

QString formatElapsed(qint64 milliseconds)
{
    const qint64 seconds = std::max<qint64>(0, milliseconds) / 1000;
    const auto two = [](qint64 v) { return QStringLiteral("%1").arg(v, 2, 10, QLatin1Char('0')); };
    if (seconds < 3600)
        return QStringLiteral("%1:%2").arg(seconds / 60).arg(two(seconds % 60));
    return QStringLiteral("%1:%2:%3").arg(seconds / 3600).arg(two(seconds / 60 % 60), two(seconds % 60));
}

QString formatAge(const QDateTime &then, const QDateTime &now)
{
    if (!then.isValid())
        return {};
    const qint64 ms = std::max<qint64>(0, then.msecsTo(now));
    // One unit only: "3 h ago" is precise enough.
    const qint64 seconds = ms / 1000, minutes = seconds / 60, hours = minutes / 60;
    qint64 rounded = seconds * 1000;
    if (hours >= 24)
        rounded = hours / 24 * 86400000;
    else if (hours > 0)
        rounded = hours * 3600000;
    else if (minutes > 0)
        rounded = minutes * 60000;
    QString text = formatDuration(rounded);
    if (minutes > 0)
        text = text.section(QLatin1Char(' '), 0, 0);
    return QCoreApplication::translate("trainyard::Format", "%1 ago").arg(text);
}

QString formatMoment(const QDateTime &moment, const QDateTime &now)
{
    if (!moment.isValid())
        return {};
    const QDateTime local = moment.toLocalTime(), today = now.toLocalTime();
    const QLocale locale;
    const QString clock = local.toString(QStringLiteral("HH:mm"));
    const qint64 days = local.date().daysTo(today.date());
    if (days == 0)
        return clock;
    if (days == 1)
        return QCoreApplication::translate("trainyard::Format", "yesterday %1").arg(clock);
    if (local.date().year() == today.date().year())
        //: day and month of this year, as QLocale::toString takes them
        return locale.toString(local.date(), QCoreApplication::translate("trainyard::Format", "d MMM")) + QLatin1Char(' ') + clock;
    return locale.toString(local.date(), QCoreApplication::translate("trainyard::Format", "d MMM yyyy"));
}

QString unknownWord() { return QCoreApplication::translate("trainyard::Format", "unknown"); }

}  // namespace trainyard
