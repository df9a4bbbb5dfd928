// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/launchplan/leasefile.h"

#include "core/base/duration.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

using std::chrono::seconds;
constexpr qsizetype kMax = 4096;             // guard.sh reads as much
constexpr qint64 kMaxSeconds = 315'360'000;  // ten years, as in guard.sh
constexpr qint64 kMaxTime = 9'999'999'999;   // since 1970, as in guard.sh

std::optional<qint64> number(QByteArrayView text, qint64 most)
{
    bool isNumber = false;
    const qint64 value = text.toLongLong(&isNumber);
    const bool isDigits = std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    return isNumber && isDigits && value <= most ? std::optional(value) : std::nullopt;
}

bool isRenewal(const QByteArray &text)
{
    return !text.isEmpty() && text.size() <= 40
           && std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'); });
}

QString shownText(const QByteArray &text)
{
    QString shown = QString::fromUtf8(text.left(60));
    shown.removeIf([](QChar c) { return !c.isPrint(); });
    return shown;
}

}  // namespace

seconds timeFor(const Money &budget, const Money &price)
{
    const qint64 hours = budget.nanos() / price.nanos();
    if (hours >= kMaxSeconds / 3600)
        return seconds(kMaxSeconds);
    // The task file limits the price, so a remainder below it times 3600 does not overflow.
    const qint64 rest = budget.nanos() % price.nanos();
    const qint64 nanosPerSecond = price.nanos() / 3600;
    const qint64 part = rest <= std::numeric_limits<qint64>::max() / 3600 ? rest * 3600 / price.nanos()
                                                                          : rest / std::max<qint64>(1, nanosPerSecond);
    return seconds(std::max<qint64>(1, hours * 3600 + part));
}

Result<Lease> leaseOf(const RunLimits &limits)
{
    Lease lease;
    lease.renewal = QStringLiteral("start");
    lease.time = limits.lease.value_or(seconds(0));
    if (limits.budget) {
        if (!limits.price || limits.price->currency() != limits.budget->currency()) {
            return Error{ErrorCode::InvalidInput,
                         QCoreApplication::translate(
                             "trainyard::LeaseFile",
                             "A budget needs the machine's price per hour, in the same currency. Set limits.price, like 2.49 USD."),
                         {}};
        }
        lease.moneyTime = timeFor(*limits.budget, *limits.price);
        lease.budget = limits.budget->text();
        lease.price = limits.price->text();
    }
    if (limits.idle) {
        lease.idleTime = limits.idle->after;
        lease.idlePercent = limits.idle->belowPercent;
    }
    lease.save = limits.save;
    lease.heedsSpotNotice = limits.heedsSpotNotice;
    return lease;
}

QByteArray leaseText(const Lease &lease)
{
    QByteArray text = "# How long this run may go on by itself. Read by guard.sh as data, never executed.\n";
    const auto add = [&text](const char *key, const QByteArray &value) { text += QByteArray(key) + '=' + value + '\n'; };
    add("renewal", lease.renewal.toLatin1());
    add("seconds", QByteArray::number(qint64(lease.time.count())));
    add("money_seconds", QByteArray::number(qint64(lease.moneyTime.count())));
    add("idle_seconds", QByteArray::number(qint64(lease.idleTime.count())));
    add("idle_percent", QByteArray::number(lease.idlePercent));
    add("save_seconds", QByteArray::number(qint64(lease.save.count())));
    add("spot", lease.heedsSpotNotice ? "auto" : "off");
    if (lease.backAt > 0) {
        add("back_at", QByteArray::number(lease.backAt));
        add("back_before", QByteArray::number(qint64(lease.backBefore.count())));
    }
    if (!lease.budget.isEmpty()) {
        add("budget", lease.budget.toUtf8());
        add("price", lease.price.toUtf8());
    }
    return text;
}

QByteArray renewedText(const QByteArray &text, const Lease &lease)
{
    // At the start, where the guard finds them whatever else the file contains.
    QByteArrayList lines{"renewal=" + lease.renewal.toLatin1(), "seconds=" + QByteArray::number(qint64(lease.time.count()))};
    for (const QByteArray &line : text.left(kMax).trimmed().split('\n')) {
        if (!line.startsWith("renewal=") && !line.startsWith("seconds="))
            lines << line;
    }
    return lines.join('\n') + '\n';
}

std::optional<Lease> parseLease(const QByteArray &text)
{
    Lease lease;
    const auto time = [](const QByteArray &value, seconds &target) {
        if (const auto read = number(value, kMaxSeconds))
            target = seconds(*read);
    };
    for (const QByteArray &line : text.left(kMax).split('\n')) {
        const qsizetype equals = line.indexOf('=');
        const QByteArray key = line.left(std::max<qsizetype>(0, equals)), value = line.mid(equals + 1);
        if (key == "renewal" && isRenewal(value))
            lease.renewal = QString::fromLatin1(value);
        else if (key == "seconds")
            time(value, lease.time);
        else if (key == "money_seconds")
            time(value, lease.moneyTime);
        else if (key == "idle_seconds")
            time(value, lease.idleTime);
        else if (key == "idle_percent")
            lease.idlePercent = static_cast<int>(number(value, 100).value_or(lease.idlePercent));
        else if (key == "save_seconds")
            time(value, lease.save);
        else if (key == "spot")
            lease.heedsSpotNotice = value != "off";
        else if (key == "back_at")
            lease.backAt = number(value, kMaxTime).value_or(lease.backAt);
        else if (key == "back_before")
            time(value, lease.backBefore);
        else if (key == "budget")
            lease.budget = shownText(value);
        else if (key == "price")
            lease.price = shownText(value);
    }
    return lease.renewal.isEmpty() ? std::nullopt : std::optional(lease);
}

std::optional<LeaseUse> parseLeaseUse(const QByteArray &text)
{
    const QByteArrayList words = text.left(kMax).simplified().split(' ');
    if (words.size() != 10)
        return std::nullopt;
    const auto used = number(words[1], kMaxSeconds), total = number(words[2], kMaxSeconds);
    return used && total ? std::optional(LeaseUse{seconds(*used), seconds(*total)}) : std::nullopt;
}

QStringList leaseLines(const RunLimits &limits)
{
    QStringList lines;
    if (limits.lease)
        lines << QStringLiteral("%1 after the last time this computer renewed the lease").arg(durationText(*limits.lease));
    if (limits.budget && limits.price && limits.price->currency() == limits.budget->currency()) {
        lines << QStringLiteral("when %1 are spent, which is after %2 at %3 an hour")
                     .arg(limits.budget->text(), durationText(timeFor(*limits.budget, *limits.price)), limits.price->text());
    }
    if (limits.idle) {
        lines << QStringLiteral("after %1 with all GPUs below %2 % and nothing new in log and checkpoints")
                     .arg(durationText(limits.idle->after))
                     .arg(limits.idle->belowPercent);
    }
    if (limits.heedsSpotNotice && (!lines.isEmpty() || !limits.shutdown.isEmpty()))
        lines << QStringLiteral("when the machine's cloud announces that it takes a spot machine back");
    return lines;
}

}  // namespace trainyard
