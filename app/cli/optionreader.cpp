// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/optionreader.h"

#include "core/base/decimal.h"
#include "core/base/duration.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Options)
};

QString shown(const QString &text) { return text.size() > 60 ? text.left(60) + QStringLiteral("…") : text; }

}  // namespace

void OptionReader::fail(const QString &what)
{
    if (!m_problem)
        m_problem = Error{ErrorCode::InvalidInput, what, {}};
}

void OptionReader::failChoice(const QString &text, const char *option, const QStringList &known)
{
    fail(Words::tr("“%1” is not a valid value for %2. Use one of %3.")
             .arg(shown(text), QLatin1String(option), known.join(QStringLiteral(", "))));
}

std::optional<qint64> OptionReader::number(const char *option, int decimals, qint64 least, qint64 most)
{
    if (!has(option))
        return std::nullopt;
    const auto parsed = parseDecimal(value(option).toUtf8(), decimals);
    qint64 scale = 1;
    for (int i = 0; i < decimals; ++i)
        scale *= 10;
    if (parsed && *parsed >= least * scale && *parsed <= most * scale)
        return *parsed;
    if (decimals == 0) {
        fail(Words::tr("“%1” is not a valid value for %2. Enter a whole number between %3 and %4.")
                 .arg(shown(value(option)), QLatin1String(option))
                 .arg(least)
                 .arg(most));
    } else {
        fail(Words::tr("“%1” is not a valid value for %2. Enter a number between %3 and %4 with at most %n decimal place(s).", nullptr,
                       decimals)
                 .arg(shown(value(option)), QLatin1String(option))
                 .arg(least)
                 .arg(most));
    }
    return std::nullopt;
}

std::optional<std::chrono::seconds> OptionReader::time(const char *option, bool areHours)
{
    if (!has(option))
        return std::nullopt;
    QString text = value(option);
    if (areHours && !text.isEmpty() && (text.back().isDigit() || text.back() == u'.'))
        text += u'h';
    if (const auto time = parseDuration(text); time && *time > std::chrono::seconds(0))
        return time;
    fail(areHours ? Words::tr("“%1” is not a valid value for %2. Enter hours like 12.5, or 90m, 37s, 3d; at most ten years.")
                        .arg(shown(value(option)), QLatin1String(option))
                  : Words::tr("“%1” is not a valid value for %2. Enter a time with its unit, like 90s, 5m or 2h; at most ten years.")
                        .arg(shown(value(option)), QLatin1String(option)));
    return std::nullopt;
}

std::optional<Money> OptionReader::money(const char *option, std::optional<Currency> currency)
{
    if (!has(option))
        return std::nullopt;
    QString amount = value(option).trimmed();
    if (const QString code = amount.right(3);
        code.size() == 3 && std::all_of(code.begin(), code.end(), [](QChar c) { return c.isLetter(); })) {
        currency = currencyFromCode(code.toUtf8());
        if (!currency) {
            QStringList known;
            for (const Currency one : currencies())
                known << currencyCode(one);
            fail(Words::tr("Unknown currency %1 in %2. Use one of %3.").arg(code, QLatin1String(option), known.join(QStringLiteral(", "))));
            return std::nullopt;
        }
        amount = amount.chopped(3).trimmed();
    }
    if (!currency) {
        fail(Words::tr("Add a currency to %1, as in %2.").arg(QLatin1String(option), QStringLiteral("12.5CNY")));
        return std::nullopt;
    }
    const auto parsed = Money::parse(amount.toUtf8(), *currency);
    if (parsed && parsed->nanos() >= 0)
        return *parsed;
    fail(Words::tr("“%1” is not a valid value for %2. Enter an amount of at least 0 like 12.5CNY, with at most nine decimal places.")
             .arg(shown(value(option)), QLatin1String(option)));
    return std::nullopt;
}

}  // namespace trainyard
