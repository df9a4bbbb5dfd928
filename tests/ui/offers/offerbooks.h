// SPDX-License-Identifier: GPL-3.0-or-later
// Catalogues for the tests of the offers page.
#pragma once

#include "core/knowledge/catalog/ratecard.h"
#include "ui/offers/offerbook.h"

#include <memory>

namespace trainyard {

// Offers with these rows under the header below, and the GPUs of the built-in catalogue.
inline OfferBookPtr bookOf(const QByteArray &rows, const ExchangeRates &rates = {})
{
    CatalogFiles files = builtInCatalogFiles();
    files.offers = "provider,type,gpu,gpus,gpu_memory_gib,vcpus,memory_gib,region,purchase,price,currency,as_of,source,interruption\n"
                   + rows;
    return std::make_shared<const OfferBook>(
        OfferBook{*Catalog::parse(files), rates, QDate(2026, 11, 21), *parsePricingModels(builtInPricingFile())});
}

inline QByteArray someOffers()
{
    return "aws,p4d.24xlarge,A100-SXM-40GB,8,40,96,1152,us-east-1,on-demand,24,USD,2026-08-03,price-list,\n"
           "aws,p4d.24xlarge,A100-SXM-40GB,8,40,96,1152,us-east-1,spot,9,USD,2026-11-20,price-list,>20%\n"
           "aws,g5.xlarge,A10G,1,24,4,16,eu-west-1,on-demand,1,USD,2026-11-20,price-list,\n"
           "gcp,n1-t4,T4,1,16,8,30,us-central1,on-demand,0.5,USD,2025,price-list,\n"
           "alibaba,gn7e,A100-SXM-80GB,1,80,16,125,cn-beijing,on-demand,35.5,CNY,2026-11-01,price-list,\n"
           "gcp,a3-ultra,H200,8,141,208,2952,us-east1,on-demand,,USD,2026-11-01,price-list,\n";
}

// This many offers, all different.
inline OfferBookPtr manyOffers(int count)
{
    QByteArray rows;
    rows.reserve(count * 70);
    for (int i = 0; i < count; ++i) {
        rows += "p" + QByteArray::number(i % 40) + ",type-" + QByteArray::number(i) + ",A100-SXM-80GB,8,80,96,1024,region-"
                + QByteArray::number(i % 100) + ",on-demand," + QByteArray::number(1 + i % 977) + "." + QByteArray::number(10 + i % 89)
                + ",USD,2026-11-01,price-list,\n";
    }
    return bookOf(rows);
}

}  // namespace trainyard
