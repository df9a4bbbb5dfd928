#include "core/catalog/offerid.h"

#include "core/base/decimal.h"

namespace trainyard {

QString offerId(const OfferTable &offers, size_t row)
{
    const QString &card = offers.text(OfferText::Card, row), &type = offers.text(OfferText::Type, row);
    const QString &region = offers.text(OfferText::Region, row);
    const OfferFigures figures = offers.figures(row);
    const QString shape = type.isEmpty() ? decimalText(figures.gpus, 4) + u'x' + offers.text(OfferText::Gpu, row) : type;
    return (card.isEmpty() ? QString() : card + u':') + offers.text(OfferText::Provider, row) + u'/' + shape + u'/'
        + (region.isEmpty() ? QStringLiteral("-") : region) + u'/' + purchaseName(figures.purchase);
}

QList<size_t> offersOfId(const OfferTable &offers, const QString &id)
{
    QList<size_t> rows;
    for (size_t row = 0; row < offers.size(); ++row) {
        // Its end is cheap to compare, and makes most names unnecessary to be put together.
        if (id.endsWith(purchaseName(offers.purchases()[row]), Qt::CaseInsensitive)
            && offerId(offers, row).compare(id, Qt::CaseInsensitive) == 0)
            rows << row;
    }
    return rows;
}

}  // namespace trainyard
