// SPDX-License-Identifier: GPL-3.0-or-later
// The sources of prices: one entry per code that offers use for their source. Value types, any thread.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QString>

namespace trainyard {

struct PriceSource {
    QString code;
    QString title;
    QString link;
    QString asOf;     // the day, month or year of its figures; empty if they are fetched
    QString licence;  // SPDX where it states one, else in words
    QString note;
};

// sources.json; Corrupt.
Result<QList<PriceSource>> parsePriceSources(const QByteArray &json);
// providers.json: names by code; Corrupt.
Result<QHash<QString, QString>> parseProviderNames(const QByteArray &json);

}  // namespace trainyard
