// SPDX-License-Identifier: GPL-3.0-or-later
// One offer as its file writes it, checked and turned into figures: the rules that CSV and JSON share. Pure.
#pragma once

#include "core/knowledge/catalog/offertable.h"

#include <QByteArrayView>
#include <QString>
#include <QStringList>

#include <array>
#include <optional>

namespace trainyard {

enum class OfferField {
    Provider,
    Type,
    Gpu,
    Gpus,
    GpuMemory,
    Vcpus,
    Memory,
    Region,
    Purchase,
    Price,
    Currency,
    AsOf,
    Source,
    ShapeSource,
    SavingPercent,
    Interruption,
    SpotSource
};
constexpr size_t kOfferFieldCount = 17;

const char *offerFieldName(OfferField field);                       // "gpu_memory_gib"
std::optional<OfferField> offerFieldFromName(QByteArrayView name);  // in upper or lower case
QStringList offerFieldNames();

struct RateCardRules {
    QString card;                      // its name, noted with every offer and standing in for missing sources
    std::optional<Currency> currency;  // where the card names none
    AsOf asOf;                         // likewise
    QDate today;                       // no price is from a later day; when valid
    bool mayLackPrice = false;
};

using OfferFields = std::array<QByteArrayView, kOfferFieldCount>;  // UTF-8; empty where nothing was written

struct FieldFault {
    OfferField field;
    QString what;  // one sentence
};
// Appends the offer to `table`, or says what is wrong with which field and appends nothing.
std::optional<FieldFault> readOffer(const OfferFields &fields, const RateCardRules &rules, OfferTable &table);

}  // namespace trainyard
