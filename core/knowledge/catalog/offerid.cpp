// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/offerid.h"

#include <QCoreApplication>

#include "core/base/decimal.h"

namespace trainyard {

QString offerId(const OfferTable &offers, size_t row)
{
    const QString &region = offers.text(OfferText::Region, row);
    return offerSeller(offers, row) + u'/' + offerShape(offers, row) + u'/' + (region.isEmpty() ? QStringLiteral("-") : region) + u'/'
           + purchaseName(offers.purchases()[row]);
}

QString accountCard(const QString &account) { return u'@' + account; }

QString accountOfCard(const QString &card) { return card.startsWith(u'@') ? card.mid(1) : QString(); }

QString offerSeller(const OfferTable &offers, size_t row)
{
    const QString &card = offers.text(OfferText::Card, row), &provider = offers.text(OfferText::Provider, row);
    return card.isEmpty() ? provider : card + u':' + provider;
}

QString offerShape(const OfferTable &offers, size_t row)
{
    const QString &type = offers.text(OfferText::Type, row);
    return type.isEmpty() ? decimalText(offers.gpus()[row], 4) + u'x' + offers.text(OfferText::Gpu, row) : type;
}

QList<size_t> offersOfId(const OfferTable &offers, const QString &id)
{
    QList<size_t> rows;
    for (size_t row = 0; row < offers.size(); ++row) {
        // Comparing the end is cheap, and avoids building most names.
        if (id.endsWith(purchaseName(offers.purchases()[row]), Qt::CaseInsensitive)
            && offerId(offers, row).compare(id, Qt::CaseInsensitive) == 0)
            rows << row;
    }
    return rows;
}

Result<size_t> offerOfId(const OfferTable &offers, const QString &id)
{
    const QList<size_t> rows = offersOfId(offers, id);
    if (rows.size() == 1)
        return rows.first();
    return Error{
        ErrorCode::NotFound,
        rows.isEmpty()
            ? QCoreApplication::translate(
                  "trainyard::Estimator",
                  "There is no offer “%1”. Write PROVIDER/TYPE/REGION/PURCHASE as `yard offer list` shows them, including any -.")
                  .arg(id.left(100))
            : QCoreApplication::translate("trainyard::Estimator", "“%1” matches %2 offers of a rate card. Give each of them its own type.")
                  .arg(id.left(100))
                  .arg(rows.size()),
        {}};
}

}  // namespace trainyard
