// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/diagnosis/loghistogram.h"

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr double kRatio = 1.05;

}  // namespace

LogHistogram::LogHistogram(double least, double most)
    : m_least(least), m_buckets(size_t(std::ceil(std::log(most / least) / std::log(kRatio))) + 1)
{
}

void LogHistogram::add(double value)
{
    if (!std::isfinite(value))
        return;
    const double bucket = value > m_least ? std::log(value / m_least) / std::log(kRatio) : 0;
    ++m_buckets[std::min(m_buckets.size() - 1, size_t(bucket))];
    ++m_count;
}

std::optional<double> LogHistogram::quantile(double part) const
{
    if (m_count == 0)
        return std::nullopt;
    const auto wanted = qint64(std::ceil(part * double(m_count)));
    qint64 sum = 0;
    for (size_t i = 0; i < m_buckets.size(); ++i) {
        sum += m_buckets[i];
        if (sum >= std::max<qint64>(1, wanted))
            return m_least * std::pow(kRatio, double(i) + 0.5);
    }
    return m_least * std::pow(kRatio, double(m_buckets.size()));
}

}  // namespace trainyard
