// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/rentend.h"

#include "core/base/duration.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

struct RentEndWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RentEnd)
};

constexpr auto kShortestIdle = 1min;
constexpr int kMostDays = 366;  // longer is more likely a slip than a wish

Error notAnEnd(const QString &part)
{
    return invalidInput(RentEndWords::tr("“%1” does not say when to give the machine back. Enter a duration like 8h, a time like "
                                         "2026-11-28T08:00, an amount like 40USD, idle=20m, or run.")
                            .arg(part.left(60)));
}

std::optional<Money> amountFrom(const QString &part)
{
    static const QRegularExpression kAmount(QStringLiteral("\\A([0-9.]+) ?([A-Za-z]{3})\\z"));
    const auto match = kAmount.match(part);
    const auto currency = currencyFromCode(match.captured(2).toLatin1());
    if (!match.hasMatch() || !currency)
        return std::nullopt;
    const auto money = Money::parse(match.captured(1).toLatin1(), *currency);
    return money && money->nanos() > 0 ? std::optional(*money) : std::nullopt;
}

bool readPart(const QString &part, const QDateTime &now, RentEnd &end)
{
    static const QString kIdle = QStringLiteral("idle=");
    if (part == QLatin1String("run")) {
        end.isAfterRuns = true;
    } else if (part.startsWith(kIdle)) {
        end.idle = parseDuration(QStringView(part).mid(kIdle.size()));
        return end.idle && *end.idle >= kShortestIdle;
    } else if (const auto money = amountFrom(part)) {
        end.spent = money;
    } else if (const auto time = parseDuration(part); time && now.isValid()) {
        end.at = now.toUTC().addSecs(time->count());
    } else {
        end.at = QDateTime::fromString(part, Qt::ISODate).toUTC();
        return end.at.isValid();
    }
    return true;
}

Result<RentEnd> readAll(const QString &text, const QDateTime &now)
{
    RentEnd end;
    const QStringList parts = text.split(u',', Qt::SkipEmptyParts);
    for (const QString &part : parts) {
        if (!readPart(part.trimmed(), now, end))
            return notAnEnd(part.trimmed());
    }
    return end.isSet() ? Result<RentEnd>(end) : notAnEnd(text);
}

}  // namespace

QString RentEnd::text() const
{
    QStringList parts;
    if (at.isValid())
        parts << at.toUTC().toString(Qt::ISODate);
    if (spent)
        parts << spent->decimal() + currencyCode(spent->currency());
    if (idle)
        parts << QStringLiteral("idle=") + durationText(*idle);
    if (isAfterRuns)
        parts << QStringLiteral("run");
    return parts.join(u',');
}

Result<RentEnd> parseRentEnd(const QString &text, const QDateTime &now)
{
    TRY(const auto end, readAll(text, now));
    if (end.at.isValid() && (end.at <= now || now.daysTo(end.at) > kMostDays))
        return invalidInput(RentEndWords::tr("The machine would be given back at %1: enter a time from now on, within a year.")
                                .arg(end.at.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm"))));
    return end;
}

RentEnd storedRentEnd(const QString &text) { return text.isEmpty() ? RentEnd() : readAll(text, {}).value_or(RentEnd()); }

QDateTime latestEnd(const RentEnd &end, const QDateTime &began, const std::optional<Money> &perHour)
{
    QDateTime latest = end.at;
    if (end.spent && perHour && perHour->nanos() > 0 && perHour->currency() == end.spent->currency()) {
        // In whole seconds of the price; a machine that costs next to nothing would run into the next century.
        const double seconds = std::min(double(end.spent->nanos()) / double(perHour->nanos()) * 3600, kMostDays * 86400.0);
        const QDateTime broke = began.addSecs(qint64(seconds));
        latest = latest.isValid() ? std::min(latest, broke) : broke;
    }
    return latest;
}

}  // namespace trainyard
