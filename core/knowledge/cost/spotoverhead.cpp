// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/cost/spotoverhead.h"

#include "core/knowledge/catalog/purchase.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

using std::chrono::seconds;

constexpr seconds kMaxTime = std::chrono::hours(1'000'000);
constexpr double kMaxStretch = 100;  // a run that takes longer than this many times its work makes no progress worth paying for

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::SpotOverhead)
};

seconds rounded(double value) { return seconds(std::llround(value)); }

}  // namespace

Result<SpotOverhead> spotOverhead(seconds work, const Interruptions &interruptions)
{
    Q_ASSERT(interruptions.between && interruptions.write && interruptions.restart);
    const seconds least(1), none(0);
    if (work < least || work > kMaxTime)
        return invalidInput(Words::tr("The time of the run must be between a second and a million hours."));
    if (*interruptions.between < least || *interruptions.between > kMaxTime)
        return invalidInput(Words::tr("The time between interruptions must be between a second and a million hours."));
    if (*interruptions.write < none || *interruptions.write > kMaxTime || *interruptions.restart < none
        || *interruptions.restart > kMaxTime)
        return invalidInput(Words::tr("Writing a checkpoint and restarting must each take between zero and a million hours."));
    if (interruptions.every && (*interruptions.every < least || *interruptions.every > kMaxTime))
        return invalidInput(Words::tr("The time between checkpoints must be between a second and a million hours."));

    const auto M = static_cast<double>(interruptions.between->count()), delta = static_cast<double>(interruptions.write->count());
    const auto R = static_cast<double>(interruptions.restart->count()), T = static_cast<double>(work.count());
    const double young = std::sqrt(2 * delta * M);
    const double daly = delta < 2 * M ? young * (1 + std::sqrt(delta / (2 * M)) / 3 + delta / (18 * M)) - delta : M;
    SpotOverhead overhead;
    overhead.young = rounded(young);
    overhead.daly = rounded(daly);
    // If checkpoints cost nothing, the best interval would be zero: a second is as good.
    overhead.every = std::clamp(interruptions.every.value_or(overhead.daly), least, work);
    const auto tau = static_cast<double>(overhead.every.count());
    // expm1: only the difference to 1 matters if interruptions are rare.
    const double expected = M * std::exp(R / M) * std::expm1((tau + delta) / M) * T / tau;
    if (!(expected <= T * kMaxStretch)) {
        return invalidInput(Words::tr(
            "With interruptions this frequent the run would hardly ever end: write checkpoints more often, or use an instance that is "
            "not interrupted."));
    }
    // A remainder beyond thirteen digits is the computation's error, not time.
    overhead.expected = std::max(work, seconds(static_cast<qint64>(std::ceil(expected * (1 - 1e-13)))));
    return overhead;
}

seconds timeBetween(double percentOfMonth)
{
    Q_ASSERT(percentOfMonth > 0 && percentOfMonth < 100);
    return std::max(seconds(1), rounded(-kHoursPerMonth * 3600 / std::log1p(-percentOfMonth / 100)));
}

std::optional<double> worstOfBand(const QString &band)
{
    static const QRegularExpression form(QStringLiteral("^(?:<|[0-9]{1,2}-)([0-9]{1,2})%$"));
    const auto match = form.match(band);
    const int percent = match.captured(1).toInt();
    return match.hasMatch() && percent > 0 ? std::optional<double>(percent) : std::nullopt;
}

}  // namespace trainyard
