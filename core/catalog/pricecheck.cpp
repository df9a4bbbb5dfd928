#include "core/catalog/pricecheck.h"

#include <QCoreApplication>
#include <QHash>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::PriceLists)
};

SeenPrice priceAt(const OfferTable &table, size_t row)
{
    const OfferFigures figures = table.figures(row);
    return {table.text(OfferText::Provider, row), table.text(OfferText::Type, row), table.text(OfferText::Region, row),
            figures.purchase, figures.price().value_or(Money()), figures.asOf, table.text(OfferText::Source, row)};
}

QString keyOf(const OfferTable &table, size_t row)
{
    return table.text(OfferText::Provider, row) + u'\n' + table.text(OfferText::Type, row).toLower() + u'\n'
        + table.text(OfferText::Region, row) + u'\n' + table.text(OfferText::Gpu, row) + u'\n'
        + purchaseName(table.purchases()[row]);
}

struct Known {
    const OfferTable *table;
    size_t row;
};
using KnownPrices = QHash<QString, Known>;

void remember(const OfferTable &table, KnownPrices &known)
{
    for (size_t row = 0; row < table.size(); ++row) {
        if (table.priceNanos()[row] != kUnknown && !table.text(OfferText::Type, row).isEmpty())
            known.insert(keyOf(table, row), {&table, row});
    }
}

bool isFar(qint64 old, qint64 now, Purchase purchase)
{
    const qint64 factor = purchase == Purchase::Spot ? 10 : 3;
    return now / factor > old || old / factor > now;
}

}  // namespace

Result<CheckedPrices> checkPrices(const OfferTable &fetched, const OfferTable *before, const OfferTable &builtIn, bool acceptsAll)
{
    if (fetched.size() == 0) {
        return Error{ErrorCode::Corrupt, Words::tr("It holds no price of a GPU that is known."), {}};
    }
    KnownPrices known;
    remember(builtIn, known);
    if (before)
        remember(*before, known);
    CheckedPrices checked;
    if (before && !acceptsAll && fetched.size() < before->size() / 2 + before->size() % 2) {
        checked.refusal = Error{ErrorCode::Corrupt,
                                Words::tr("It holds %1 offers where there were %2: look at the source, and accept it if it is right.")
                                    .arg(fetched.size()).arg(before->size()), {}};
        return checked;
    }
    std::vector<quint32> taken, left;
    QString example;
    qint64 far = 0;
    for (size_t row = 0; row < fetched.size(); ++row) {
        const auto old = known.constFind(keyOf(fetched, row));
        const bool isComparable = old != known.cend() && old->table->currencies()[old->row] == fetched.currencies()[row];
        const qint64 now = fetched.priceNanos()[row], then = isComparable ? old->table->priceNanos()[old->row] : now;
        if (!acceptsAll && isFar(then, now, fetched.purchases()[row])) {
            if (++far == 1) {
                example = Words::tr("%1 in %2, from %3 to %4").arg(fetched.text(OfferText::Type, row), fetched.text(OfferText::Region, row),
                                                                   priceAt(*old->table, old->row).price.text(),
                                                                   priceAt(fetched, row).price.text());
            }
            if (old->table == before)
                left.push_back(static_cast<quint32>(old->row));
            continue;
        }
        taken.push_back(static_cast<quint32>(row));
        if (now != then) {
            ++checked.changed;
            checked.changes << priceAt(*old->table, old->row) << priceAt(fetched, row);
        }
    }
    if (taken.empty()) {
        checked.refusal = Error{ErrorCode::Corrupt, Words::tr("All of its prices differ far from those before (%1): look at the source, "
                                                              "and accept it if it is right.").arg(example), {}};
        return checked;
    }
    checked.offers.append(fetched, taken);
    if (before)
        checked.offers.append(*before, left);
    if (far > 0) {
        checked.notes << Words::tr("%n price(s) changed too far to be believed and were left as they were (%1): look at the source, "
                                   "and accept them if they are right.", nullptr, static_cast<int>(far)).arg(example);
    }
    return checked;
}

}  // namespace trainyard
