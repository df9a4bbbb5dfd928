// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/place.h"

#include <QLocale>

#include <array>

namespace trainyard {

namespace {

constexpr std::array<const char *, 6> kIds{"africa", "asia", "europe", "northamerica", "oceania", "southamerica"};

}  // namespace

QList<Continent> continents()
{
    return {Continent::Africa, Continent::Asia, Continent::Europe, Continent::NorthAmerica, Continent::Oceania, Continent::SouthAmerica};
}

QString continentId(Continent continent) { return QLatin1String(kIds[static_cast<size_t>(continent)]); }

std::optional<Continent> continentFromId(const QString &id)
{
    for (const Continent continent : continents()) {
        if (continentId(continent) == id)
            return continent;
    }
    return std::nullopt;
}

PlaceLanguage placeLanguage() { return QLocale().language() == QLocale::Chinese ? PlaceLanguage::Chinese : PlaceLanguage::English; }

}  // namespace trainyard
