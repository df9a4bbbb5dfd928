// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/report/chartscale.h"

#include "core/base/format.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace trainyard {
namespace {

constexpr qint64 kSecond = 1000, kMinute = 60 * kSecond, kHour = 60 * kMinute, kDay = 24 * kHour;
constexpr std::array<qint64, 21> kTimeSteps = {kSecond,     2 * kSecond, 5 * kSecond,  10 * kSecond, 15 * kSecond, 30 * kSecond, kMinute,
                                               2 * kMinute, 5 * kMinute, 10 * kMinute, 15 * kMinute, 30 * kMinute, kHour,        2 * kHour,
                                               3 * kHour,   6 * kHour,   12 * kHour,   kDay,         2 * kDay,     7 * kDay,     30 * kDay};

constexpr double kLogRoom = 0.04;  // above and below the values
constexpr double kFewDecades = 1.3;

}  // namespace

QString axisNumber(double value, double step, double largest)
{
    if (value == 0)
        return QStringLiteral("0");
    const auto decimals = [](double s) {
        if (s >= 1)
            return std::abs(s - 2.5) < 1e-9 ? 1 : 0;
        const int enough = std::min(6, int(std::ceil(-std::log10(s) - 1e-9)));
        // Steps of a quarter of ten need one more digit.
        return std::abs(s * std::pow(10, enough) - 2.5) < 1e-6 ? std::min(6, enough + 1) : enough;
    };
    const double size = std::max(std::abs(value), std::abs(largest));
    if (size < 1e-3 && step < 1e-3) {  // a learning rate: 2.5e-5
        const int exponent = int(std::floor(std::log10(std::abs(value)) + 1e-9));
        const double unit = std::pow(10.0, exponent);
        return formatNumber(value / unit, decimals(step / unit)) + QStringLiteral("e%1").arg(exponent);
    }
    if (size >= 1e6)
        return formatNumber(value / 1e6, decimals(step / 1e6)) + QStringLiteral("\u00a0M");
    if (size >= 1e4)
        return formatNumber(value / 1e3, decimals(step / 1e3)) + QStringLiteral("\u00a0k");
    return formatNumber(value, decimals(step));
}

Scale niceScale(double low, double high, int wanted, bool includesZero)
{
    Scale scale;
    if (!std::isfinite(low) || !std::isfinite(high) || low > high)
        return scale;
    if (includesZero) {
        low = std::min(low, 0.0);
        high = std::max(high, 0.0);
    }
    if (high - low < 1e-12 * std::max({1.0, std::abs(low), std::abs(high)})) {
        const double room = low == 0 ? 1 : std::abs(low) * 0.05;
        high += room;
        if (!includesZero)
            low -= room;
    }
    const double raw = (high - low) / std::max(1, wanted);
    const double magnitude = std::pow(10.0, std::floor(std::log10(raw)));
    double step = 10 * magnitude;
    for (const double factor : {1.0, 2.0, 2.5, 5.0}) {
        if (factor * magnitude >= raw * 0.999) {
            step = factor * magnitude;
            break;
        }
    }
    const double first = std::floor(low / step + 1e-9), last = std::ceil(high / step - 1e-9);
    scale.low = first * step;
    scale.high = last * step;
    const double largest = std::max(std::abs(scale.low), std::abs(scale.high));
    for (double i = first; i <= last + 0.5; i += 1)
        scale.ticks.append({i * step, axisNumber(i * step, step, largest)});
    return scale;
}

Scale logScale(double low, double high, int wanted)
{
    Scale scale;
    if (!std::isfinite(low) || !std::isfinite(high) || low > high || low <= 0)
        return scale;
    scale.low = std::log10(low);
    scale.high = std::log10(high);
    const double room = std::max(0.01, (scale.high - scale.low) * kLogRoom);
    scale.low -= room;
    scale.high += room;
    const double decades = scale.high - scale.low;
    if (decades < kFewDecades) {  // too few for powers of ten: round numbers, denser towards the top
        for (const ScaleTick &tick : niceScale(low, high, wanted, false).ticks) {
            const double position = tick.position > 0 ? std::log10(tick.position) : scale.low - 1;
            if (position >= scale.low && position <= scale.high)
                scale.ticks.append({position, tick.label});
        }
        return scale;
    }
    const int first = int(std::ceil(scale.low)), last = int(std::floor(scale.high));
    const int every = (last - first) / std::max(1, wanted) + 1;
    for (int power = first; power <= last; ++power) {
        if (power % every == 0)
            scale.ticks.append({double(power), axisNumber(std::pow(10.0, power), std::pow(10.0, power))});
    }
    return scale;
}

Scale timeScale(qint64 from, qint64 to, int wanted)
{
    Scale scale{double(from), double(to), {}};
    if (to <= from)
        return scale;
    qint64 step = kTimeSteps.back();
    for (const qint64 candidate : kTimeSteps) {
        if ((to - from) / candidate <= std::max(1, wanted)) {
            step = candidate;
            break;
        }
    }
    const qint64 offset = QDateTime::fromMSecsSinceEpoch(from).offsetFromUtc() * kSecond;
    const QLocale locale;
    for (qint64 t = ((from + offset) / step + 1) * step - offset; t <= to; t += step) {
        const QDateTime moment = QDateTime::fromMSecsSinceEpoch(t);
        const QString label = step >= kDay      ? locale.toString(moment, QStringLiteral("d MMM"))
                              : step >= kMinute ? moment.toString(QStringLiteral("HH:mm"))
                                                : moment.toString(QStringLiteral("HH:mm:ss"));
        scale.ticks.append({double(t), label});
    }
    return scale;
}

}  // namespace trainyard
