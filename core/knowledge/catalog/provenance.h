// SPDX-License-Identifier: GPL-3.0-or-later
// Who states a figure, when, and how certain it is. Value type, any thread.
#pragma once

#include "core/knowledge/catalog/asof.h"

namespace trainyard {

enum class Knowledge : quint8 {
    Verified,  // read in its source
    Recalled,  // general knowledge that has not been verified: check it before relying on it
    Unknown,   // not determined
};

QString knowledgeName(Knowledge knowledge);  // "verified", "recalled", "unknown"

struct Provenance {
    QString source;  // codes of PriceSource separated by commas, or a person's words
    AsOf asOf;
    Knowledge knowledge = Knowledge::Verified;

    bool operator==(const Provenance &) const = default;
};

}  // namespace trainyard
