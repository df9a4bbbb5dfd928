// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the values of options one by one and remembers the first wrong one.
#pragma once

#include "app/cli/commands.h"
#include "core/base/money.h"

#include <chrono>
#include <optional>

namespace trainyard {

class OptionReader {
public:
    explicit OptionReader(const Options &options) : m_options(options) {}

    bool has(const char *option) const { return m_options.has(QLatin1String(option)); }
    QString value(const char *option) const { return m_options.value(QLatin1String(option)); }
    const std::optional<Error> &problem() const { return m_problem; }  // InvalidInput
    void fail(const QString &what);

    // Returns the value times ten to the power of `decimals`; `least` and `most` are not scaled.
    std::optional<qint64> number(const char *option, int decimals, qint64 least, qint64 most);
    // As parseDuration() reads it, above 0; a plain number means hours if `areHours`.
    std::optional<std::chrono::seconds> time(const char *option, bool areHours);
    // "12.5CNY"; a plain number is in `currency`, if there is one. Not negative.
    std::optional<Money> money(const char *option, std::optional<Currency> currency);

    template <typename FromName>
    auto named(const char *option, FromName fromName, const QStringList &known) -> decltype(fromName(QString()))
    {
        if (!has(option))
            return std::nullopt;
        const auto found = fromName(value(option));
        if (!found)
            failChoice(value(option), option, known);
        return found;
    }

private:
    void failChoice(const QString &text, const char *option, const QStringList &known);

    const Options &m_options;
    std::optional<Error> m_problem;
};

}  // namespace trainyard
