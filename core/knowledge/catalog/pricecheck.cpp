// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/pricecheck.h"

#include "core/knowledge/catalog/offerid.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::PriceLists)
};

QString comparisonKey(const OfferTable &table, size_t row)
{
    return table.text(OfferText::Provider, row) + u'\n' + table.text(OfferText::Type, row).toLower() + u'\n'
           + table.text(OfferText::Region, row) + u'\n' + table.text(OfferText::Gpu, row) + u'\n' + purchaseName(table.purchases()[row]);
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
            known.insert(comparisonKey(table, row), {&table, row});
    }
}

bool isFar(qint64 old, qint64 now, Purchase purchase)
{
    const qint64 factor = purchase == Purchase::Spot ? 10 : 3;
    return now / factor > old || old / factor > now;
}

// Rows of `before` that are not in `fetched`.
std::vector<size_t> gone(const OfferTable &fetched, const OfferTable &before)
{
    QSet<QString> listed;
    for (size_t row = 0; row < fetched.size(); ++row)
        listed.insert(comparisonKey(fetched, row));
    std::vector<size_t> rows;
    for (size_t row = 0; row < before.size(); ++row) {
        if (!listed.contains(comparisonKey(before, row)))
            rows.push_back(row);
    }
    return rows;
}

}  // namespace

Result<CheckedPrices> checkPrices(const OfferTable &fetched, const OfferTable *before, const OfferTable &builtIn, ListEnd end,
                                  bool acceptsAll)
{
    if (fetched.size() == 0) {
        return Error{ErrorCode::Corrupt, Words::tr("It contains no price of a known GPU."), {}};
    }
    KnownPrices known;
    remember(builtIn, known);
    if (before)
        remember(*before, known);
    CheckedPrices checked;
    if (before && !acceptsAll && fetched.size() < before->size() / 2 + before->size() % 2) {
        checked.refusal = Error{ErrorCode::Corrupt,
                                Words::tr("It contains %1 offers instead of %2: check the source, and accept it if it is right.")
                                    .arg(fetched.size())
                                    .arg(before->size()),
                                {}};
        return checked;
    }
    const std::vector<size_t> missing = before ? gone(fetched, *before) : std::vector<size_t>();
    if (!missing.empty() && end == ListEnd::Unmarked && !acceptsAll) {
        checked.refusal = Error{
            ErrorCode::Corrupt,
            Words::tr(
                "%n earlier offer(s) are missing (%1), and the server did not state the length: the list may be truncated. Try again, "
                "or check the source and accept it if it is right.",
                nullptr, static_cast<int>(missing.size()))
                .arg(offerId(*before, missing.front())),
            {}};
        return checked;
    }
    std::vector<quint32> taken, left;
    QString example;
    for (size_t row = 0; row < fetched.size(); ++row) {
        const auto old = known.constFind(comparisonKey(fetched, row));
        const bool isComparable = old != known.cend() && old->table->currencies()[old->row] == fetched.currencies()[row];
        const qint64 now = fetched.priceNanos()[row], then = isComparable ? old->table->priceNanos()[old->row] : now;
        if (!acceptsAll && isFar(then, now, fetched.purchases()[row])) {
            if (++checked.left == 1) {
                example = Words::tr("%1 in %2, from %3 to %4")
                              .arg(fetched.text(OfferText::Type, row), fetched.text(OfferText::Region, row),
                                   seenPrice(*old->table, old->row).price.text(), seenPrice(fetched, row).price.text());
            }
            if (old->table == before)
                left.push_back(static_cast<quint32>(old->row));
            continue;
        }
        taken.push_back(static_cast<quint32>(row));
        if (now != then) {
            ++checked.changed;
            checked.changes << seenPrice(*old->table, old->row) << seenPrice(fetched, row);
        }
    }
    if (taken.empty()) {
        checked.refusal = Error{
            ErrorCode::Corrupt,
            Words::tr("All prices differ greatly from the previous ones (%1): check the source, and accept it if it is right.")
                .arg(example),
            {}};
        return checked;
    }
    checked.offers.append(fetched, taken);
    if (before)
        checked.offers.append(*before, left);
    if (checked.left > 0) {
        checked.notes
            << Words::tr(
                   "%n price(s) changed implausibly and were left unchanged (%1): check the source, and accept them if they are right.",
                   nullptr, static_cast<int>(checked.left))
                   .arg(example);
    }
    if (!missing.empty()) {
        checked.notes << Words::tr("%n earlier offer(s) are no longer listed (%1).", nullptr, static_cast<int>(missing.size()))
                             .arg(offerId(*before, missing.front()));
    }
    if (!before && end == ListEnd::Unmarked)
        checked.notes << Words::tr("The server did not state the length: the list may be truncated.");
    return checked;
}

}  // namespace trainyard
