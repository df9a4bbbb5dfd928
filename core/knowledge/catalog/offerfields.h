// SPDX-License-Identifier: GPL-3.0-or-later
// Checks one offer as its file writes it and converts it to figures: the rules that CSV and JSON share. Pure.
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
QByteArray offerGibibytes(qint32 mib);  // as a field states it; empty for kUnknown

struct RateCardRules {
    QString card;                      // its name, stored with every offer, and the source where none is given
    std::optional<Currency> currency;  // used if the card names none
    AsOf asOf;                         // used likewise
    QDate today;                       // no price may be from a later day; ignored if invalid
    bool mayLackPrice = false;
};

using OfferFields = std::array<QByteArrayView, kOfferFieldCount>;  // UTF-8; empty if absent

struct FieldFault {
    OfferField field;
    QString what;  // one sentence
};
// Appends the offer to `table`, or reports which field is wrong and why, and appends nothing.
std::optional<FieldFault> readOffer(const OfferFields &fields, const RateCardRules &rules, OfferTable &table);

}  // namespace trainyard
