// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/cardcheck.h"

#include "core/knowledge/catalog/offerid.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>
#include <limits>

namespace trainyard {

namespace {

constexpr double kFarBelow = 1'000;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RateCard)
};

double perGpuHour(const OfferTable &offers, size_t row)
{
    const OfferFigures figures = offers.figures(row);
    const double units = minorDigits(figures.currency) == 0 ? 100 : 1;
    return static_cast<double>(figures.priceNanos) * kWholeGpu / figures.gpus / hoursOf(figures.purchase) / units;
}

// The lowest hourly price of each GPU model, and of GPUs that are not in the catalogue by their names.
class Cheapest {
public:
    explicit Cheapest(const Catalog &known) : m_names(known.gpuNames())
    {
        const OfferTable &offers = known.offers();
        for (size_t row = 0; row < offers.size(); ++row) {
            if (offers.priceNanos()[row] == kUnknown || !offers.text(OfferText::Card, row).isEmpty())
                continue;
            const double price = perGpuHour(offers, row);
            m_ofAll = std::min(m_ofAll, price);
            for (const QString &key : keys(offers.text(OfferText::Gpu, row))) {
                const auto found = m_prices.find(key);
                if (found == m_prices.end())
                    m_prices.insert(key, price);
                else
                    *found = std::min(*found, price);
            }
        }
    }

    double of(const QString &gpu)
    {
        double least = std::numeric_limits<double>::infinity();
        for (const QString &key : keys(gpu))
            least = std::min(least, m_prices.value(key, least));
        return least < std::numeric_limits<double>::infinity() ? least : m_ofAll;
    }

private:
    const QStringList &keys(const QString &gpu)
    {
        QStringList &keys = m_keys[gpu];
        if (keys.isEmpty()) {
            const QList<qsizetype> models = m_names.meantBy(gpu);
            for (const qsizetype model : models)
                keys << QString::number(model);
            if (keys.isEmpty())
                keys << u' ' + gpu.toLower();
        }
        return keys;
    }

    const GpuNames &m_names;
    QHash<QString, QStringList> m_keys;  // by name
    QHash<QString, double> m_prices;
    double m_ofAll = std::numeric_limits<double>::infinity();
};

}  // namespace

QStringList cardDoubts(const OfferTable &card, const Catalog &known)
{
    Cheapest cheapest(known);
    int count = 0;
    QString example;
    for (size_t row = 0; row < card.size(); ++row) {
        if (card.priceNanos()[row] == kUnknown || perGpuHour(card, row) * kFarBelow >= cheapest.of(card.text(OfferText::Gpu, row)))
            continue;
        if (++count == 1)
            example = QStringLiteral("%1: %2").arg(offerId(card, row), card.figures(row).price()->text());
    }
    if (count == 0)
        return {};
    return {Words::tr("%n price(s) are below a thousandth of the cheapest known price for such a GPU (%1): check unit and currency.",
                      nullptr, count)
                .arg(example)};
}

QList<SeenPrice> cardChanges(const OfferTable &before, const OfferTable &now)
{
    struct Pair {
        qint64 before = -1, now = -1;  // rows
        bool isClear = true;
    };
    QHash<QString, Pair> pairs;
    QStringList order;
    for (size_t row = 0; row < before.size(); ++row) {
        Pair &pair = pairs[offerId(before, row)];
        pair.isClear = pair.isClear && pair.before < 0;
        pair.before = static_cast<qint64>(row);
    }
    for (size_t row = 0; row < now.size(); ++row) {
        const QString id = offerId(now, row);
        Pair &pair = pairs[id];
        pair.isClear = pair.isClear && pair.now < 0;
        pair.now = static_cast<qint64>(row);
        order << id;
    }
    QList<SeenPrice> changes;
    for (const QString &id : std::as_const(order)) {
        const Pair pair = pairs.value(id);
        if (!pair.isClear || pair.before < 0)
            continue;
        const SeenPrice old = seenPrice(before, static_cast<size_t>(pair.before)), fresh = seenPrice(now, static_cast<size_t>(pair.now));
        if (!(old.price == fresh.price))
            changes << old << fresh;
    }
    return changes;
}

}  // namespace trainyard
