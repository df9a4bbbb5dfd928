// SPDX-License-Identifier: GPL-3.0-or-later
// A geographic place: a continent, a country in it, a city in that. Known from the widest to the narrowest; unknown parts are empty. Value
// types, any thread.
#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace trainyard {

// As in the M49 standard of the United Nations; North America includes Central America down to Panama.
enum class Continent : quint8 { Africa, Asia, Europe, NorthAmerica, Oceania, SouthAmerica };

QList<Continent> continents();
QString continentId(Continent continent);  // "northamerica"; stable
std::optional<Continent> continentFromId(const QString &id);

struct Place {
    std::optional<Continent> continent;
    QString country;  // as in ISO 3166-1, "FI"
    QString city;     // in English; or the state, if the provider names no city

    bool isKnown() const { return continent.has_value(); }
    bool operator==(const Place &) const = default;
};

enum class PlaceLanguage { English, Chinese };
// The language of the default QLocale.
PlaceLanguage placeLanguage();

}  // namespace trainyard
