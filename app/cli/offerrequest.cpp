// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/offerrequest.h"

#include "core/base/decimal.h"

#include <QCoreApplication>
#include <QDate>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::OfferList)
};

// Turns the options into a request; remembers the first error.
class OfferRequestReader {
public:
    OfferRequestReader(const Options &options, const ExchangeRates &stored) : m_options(options) { m_request.rates = stored; }

    Result<OfferRequest> read()
    {
        OfferQuery &query = m_request.query;
        query.gpus = words("--gpu");
        readCount();
        query.leastGpuMemoryMiB = mebibytes("--gpu-memory");
        query.leastTotalGpuMemoryMiB = mebibytes("--total-memory");
        query.leastVcpus = number("--vcpus", 2, 1'000'000);
        query.leastMemoryMiB = mebibytes("--memory");
        query.places = words("--in");
        query.regions = words("--region");
        query.providers = words("--provider");
        readPurchases();
        readRates();
        readMoney();
        query.order = named("--sort", offerOrderFromName, offerOrderNames()).value_or(query.order);
        query.precision = named("--precision", precisionFromName, precisionNames()).value_or(query.precision);
        if (const auto limit = number("--limit", 0, 1'000'000))
            m_request.limit = *limit;
        return m_problem ? Result<OfferRequest>(*m_problem) : m_request;
    }

private:
    QString value(const char *option) const { return m_options.value(QLatin1String(option)); }
    bool has(const char *option) const { return m_options.has(QLatin1String(option)); }

    void fail(const QString &what)
    {
        if (!m_problem)
            m_problem = Error{ErrorCode::InvalidInput, what, {}};
    }

    QStringList words(const char *option)
    {
        const auto found = readList(m_options, QLatin1String(option));
        if (!found)
            fail(found.error().what);
        return found ? *found : QStringList();
    }

    std::optional<qint32> parsed(const char *option, const QString &text, int decimals, qint64 most)
    {
        const auto parsed = parseDecimal(text.toUtf8(), decimals);
        qint64 scale = 1;
        for (int i = 0; i < decimals; ++i)
            scale *= 10;
        if (!parsed || *parsed <= 0 || *parsed > most * scale) {
            fail(Words::tr("“%1” is not a valid value for %2. Enter a number above 0.").arg(text, QLatin1String(option)));
            return std::nullopt;
        }
        return static_cast<qint32>(*parsed);
    }

    std::optional<qint32> number(const char *option, int decimals, qint64 most)
    {
        return has(option) ? parsed(option, value(option), decimals, most) : std::nullopt;
    }

    std::optional<qint32> mebibytes(const char *option)
    {
        const auto milliGib = number(option, 3, 1'000'000);
        return milliGib ? std::optional(static_cast<qint32>((qint64(*milliGib) * 1024 + 500) / 1000)) : std::nullopt;
    }

    // "8", "2+" or "2-8".
    void readCount()
    {
        if (!has("--count"))
            return;
        const QString text = value("--count");
        const bool isOpen = text.endsWith(u'+');
        const QString range = isOpen ? text.chopped(1) : text;
        OfferQuery &query = m_request.query;
        query.leastGpus = parsed("--count", range.section(u'-', 0, 0), 4, 10'000);
        if (range.contains(u'-') && !isOpen)
            query.mostGpus = parsed("--count", range.section(u'-', 1), 4, 10'000);
        else if (!isOpen)
            query.mostGpus = query.leastGpus;
        if (range.contains(u'-') && (isOpen || query.leastGpus > query.mostGpus))
            fail(Words::tr("“%1” is not a valid value for %2. Enter a number above 0.").arg(text, QStringLiteral("--count")));
    }

    void readPurchases()
    {
        const QStringList names = words("--purchase");
        for (const QString &name : names) {
            const auto purchase = purchaseFromName(name.toUtf8());
            if (purchase)
                m_request.query.purchases << *purchase;
            else
                failChoice(name, QStringLiteral("--purchase"), purchaseNames());
        }
    }

    static QStringList purchaseNames()
    {
        QStringList names;
        for (const Purchase purchase : purchases())
            names << purchaseName(purchase);
        return names;
    }

    void failChoice(const QString &text, const QString &option, const QStringList &known)
    {
        fail(Words::tr("“%1” is not a valid value for %2. Use one of %3.").arg(text, option, known.join(QStringLiteral(", "))));
    }

    template <typename FromName>
    auto named(const char *option, FromName fromName, const QStringList &known) -> decltype(fromName(QString()))
    {
        if (!has(option))
            return std::nullopt;
        const auto found = fromName(value(option));
        if (!found)
            failChoice(value(option), QLatin1String(option), known);
        return found;
    }

    std::optional<Currency> currency(const QString &code, const QString &option)
    {
        const auto found = currencyFromCode(code.toUtf8());
        if (!found) {
            QStringList known;
            for (const Currency one : currencies())
                known << currencyCode(one);
            failChoice(code, option, known);
        }
        return found;
    }

    void readRates()
    {
        const QStringList texts = words("--rate");
        for (const QString &text : texts) {
            const auto rate = ExchangeRate::parse(text, QDate::currentDate());
            if (rate)
                m_request.rates.set(*rate);
            else
                fail(rate.error().what);
        }
    }

    // "3.5" or "25CNY"; the currency named with the price is the one to compare in.
    void readMoney()
    {
        OfferQuery &query = m_request.query;
        QString price = value("--max-price").trimmed();
        std::optional<Currency> own;
        if (const QString code = price.right(3); !code.isEmpty() && code.at(0).isLetter()) {
            own = currency(code, QStringLiteral("--max-price"));
            price = price.chopped(3).trimmed();
        }
        if (has("--currency")) {
            query.currency = currency(value("--currency"), QStringLiteral("--currency")).value_or(query.currency);
            if (own && *own != query.currency)
                fail(Words::tr("--max-price and --currency use different currencies: use the same one for both."));
        } else {
            query.currency = own.value_or(query.currency);
        }
        if (!has("--max-price"))
            return;
        const auto most = Money::parse(price.toUtf8(), query.currency);
        if (!most || most->nanos() <= 0)
            fail(Words::tr("“%1” is not a valid value for %2. Enter a number above 0.")
                     .arg(value("--max-price"), QStringLiteral("--max-price")));
        else
            query.mostPerHour = *most;
    }

    const Options &m_options;
    OfferRequest m_request;
    std::optional<Error> m_problem;
};

}  // namespace

QString offerListUsage()
{
    return QStringLiteral(
        "offer list [--gpu NAME,…] [--count N|N+|N-M] [--gpu-memory GIB] [--total-memory GIB] [--vcpus N] [--memory GIB] "
        "[--in PLACE,…] [--region NAME,…] [--provider NAME,…] [--purchase WAY,…] [--max-price PRICE[CURRENCY]] [--currency CURRENCY] "
        "[--rate USD/CNY=RATE@DAY,…] [--sort hour|gpu-hour|tflop-hour|gib-hour|measured-tflop-hour] [--precision NAME] [--limit N] "
        "[--history]");
}

QStringList offerListOptions()
{
    return {QStringLiteral("--gpu"),      QStringLiteral("--count"),    QStringLiteral("--gpu-memory"), QStringLiteral("--total-memory"),
            QStringLiteral("--vcpus"),    QStringLiteral("--memory"),   QStringLiteral("--in"),         QStringLiteral("--region"),
            QStringLiteral("--provider"), QStringLiteral("--purchase"), QStringLiteral("--max-price"),  QStringLiteral("--currency"),
            QStringLiteral("--rate"),     QStringLiteral("--sort"),     QStringLiteral("--precision"),  QStringLiteral("--limit")};
}

Result<OfferRequest> readOfferRequest(const Options &options, const ExchangeRates &stored)
{
    return OfferRequestReader(options, stored).read();
}

}  // namespace trainyard
