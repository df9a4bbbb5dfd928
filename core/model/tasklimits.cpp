// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/duration.h"
#include "core/model/internal/tasksections.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Task)
};

using std::chrono::seconds;
constexpr double kMaxHours = 24 * 366;
constexpr int kMaxGraceSeconds = 3600;
constexpr seconds kMinTime{10};  // less than saving takes on any machine
constexpr seconds kMaxTime{366 * 86400};
constexpr seconds kMaxSaving{86400};
constexpr qint64 kMaxPrice = 1'000'000;  // per hour, in any currency; the seconds that a budget pays for stay exact

std::optional<seconds> readTime(const YAML::Node &node, const QString &key, seconds least, seconds most, IssueList &issues)
{
    const auto time = node.IsScalar() ? parseDuration(rawText(node)) : std::nullopt;
    if (time && *time >= least && *time <= most)
        return time;
    issues.error(
        node.Mark(),
        Words::tr("'%1' must be a time with its unit from %2 to %3, like 90m or 12h.").arg(key, durationText(least), durationText(most)));
    return std::nullopt;
}

// "40 USD".
std::optional<Money> readMoney(const YAML::Node &node, const QString &key, qint64 most, IssueList &issues)
{
    const QStringList words = node.IsScalar() ? rawText(node).split(u' ', Qt::SkipEmptyParts) : QStringList();
    const auto currency = words.size() == 2 ? currencyFromCode(words[1].toUtf8()) : std::nullopt;
    const auto money = currency ? Money::parse(words[0].toUtf8(), *currency) : Result<Money>(Error{ErrorCode::InvalidInput, {}, {}});
    if (money && money->nanos() > 0 && money->nanos() <= most * Money::kNanosPerUnit)
        return *money;
    issues.error(node.Mark(), Words::tr("'%1' must be an amount above 0 and its currency, like 40 USD.").arg(key));
    return std::nullopt;
}

void readIdle(const YAML::Node &node, Task &task, IssueList &issues)
{
    IdleLimit idle;
    const auto after = [&](const YAML::Node &value) {
        idle.after = readTime(value, QStringLiteral("idle"), kMinTime, kMaxTime, issues).value_or(idle.after);
    };
    if (node.IsMap()) {
        readMap(node, QStringLiteral("idle"),
                {
                    {QStringLiteral("after"), [&](const auto &, const auto &value) { after(value); }},
                    {QStringLiteral("below"),
                     [&](const auto &, const auto &value) {
                         idle.belowPercent = scalarInt(value, QStringLiteral("below"), 1, 100, issues).value_or(idle.belowPercent);
                     }},
                },
                issues);
    } else {
        after(node);
    }
    task.limits.idle = idle;
}

void readShutdown(const YAML::Node &node, Task &task, IssueList &issues)
{
    const auto text = scalarText(node, QStringLiteral("shutdown"), issues);
    if (text && text->trimmed().isEmpty())
        issues.error(node.Mark(), Words::tr("'shutdown' is empty: write the command that switches the machine off."));
    task.limits.shutdown = text.value_or(QString());
}

void checkMoney(const YAML::Node &node, const RunLimits &limits, IssueList &issues)
{
    if (limits.budget && limits.price && limits.budget->currency() != limits.price->currency())
        issues.error(node.Mark(), Words::tr("'budget' and 'price' must be in the same currency."));
}

}  // namespace

void readLimits(const YAML::Node &node, Task &task, IssueList &issues)
{
    RunLimits &limits = task.limits;
    bool isMoneyRefused = false;
    const auto money = [&](const YAML::Node &value, const char *key, qint64 most) {
        auto amount = readMoney(value, QLatin1String(key), most, issues);
        isMoneyRefused = isMoneyRefused || !amount;
        return amount;
    };
    readMap(
        node, QStringLiteral("limits"),
        {
            {QStringLiteral("hours"),
             [&](const auto &, const auto &value) {
                 bool isNumber = false;
                 const double hours = value.IsScalar() ? rawText(value).toDouble(&isNumber) : 0;
                 if (!isNumber || !(hours > 0) || !(hours <= kMaxHours))
                     issues.error(value.Mark(), Words::tr("'hours' must be a number above 0, like 12 or 0.5."));
                 else
                     limits.hours = hours;
             }},
            {QStringLiteral("grace"),
             [&](const auto &, const auto &value) {
                 if (const auto grace = scalarInt(value, QStringLiteral("grace"), 0, kMaxGraceSeconds, issues))
                     task.graceSeconds = *grace;
             }},
            {QStringLiteral("lease"),
             [&](const auto &, const auto &value) { limits.lease = readTime(value, QStringLiteral("lease"), kMinTime, kMaxTime, issues); }},
            {QStringLiteral("budget"),
             [&](const auto &, const auto &value) { limits.budget = money(value, "budget", Money::kMaxNanos / Money::kNanosPerUnit); }},
            {QStringLiteral("price"), [&](const auto &, const auto &value) { limits.price = money(value, "price", kMaxPrice); }},
            {QStringLiteral("idle"), [&](const auto &, const auto &value) { readIdle(value, task, issues); }},
            {QStringLiteral("save"),
             [&](const auto &, const auto &value) {
                 limits.save = readTime(value, QStringLiteral("save"), seconds(0), kMaxSaving, issues).value_or(limits.save);
             }},
            {QStringLiteral("spot"),
             [&](const auto &, const auto &value) {
                 const QString text = value.IsScalar() ? rawText(value) : QString();
                 if (text != QLatin1String("auto") && text != QLatin1String("off"))
                     issues.error(value.Mark(), Words::tr("'spot' must be auto or off."));
                 limits.heedsSpotNotice = text != QLatin1String("off");
             }},
            {QStringLiteral("shutdown"), [&](const auto &, const auto &value) { readShutdown(value, task, issues); }},
        },
        issues);
    if (!isMoneyRefused)
        checkMoney(node, limits, issues);
}

}  // namespace trainyard
