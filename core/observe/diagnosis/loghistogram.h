// SPDX-License-Identifier: GPL-3.0-or-later
// A histogram with buckets that are five per cent wide: any number of values in fixed memory, quantiles within 2.5 per cent. Pure.
#pragma once

#include <QtGlobal>

#include <optional>
#include <vector>

namespace trainyard {

class LogHistogram {
public:
    // Values outside count at the nearer end. 0 < least < most.
    LogHistogram(double least, double most);

    void add(double value);
    qint64 count() const { return m_count; }
    // 0 to 1; nullopt while there are no values.
    std::optional<double> quantile(double part) const;

private:
    double m_least;
    std::vector<quint32> m_buckets;
    qint64 m_count = 0;
};

}  // namespace trainyard
