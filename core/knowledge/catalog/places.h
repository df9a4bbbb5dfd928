// SPDX-License-Identifier: GPL-3.0-or-later
// The places of the providers' regions, and the names of places in English and Chinese: resources/catalog/places.json. Unknown regions have
// no place, unless their name is itself that of a continent, country or city, as in a person's own rate cards. Each place has a number, so
// that filtering many offers compares numbers. Pure; any thread once it is built.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/catalog/place.h"

#include <QHash>
#include <QStringList>

#include <vector>

namespace trainyard {

using PlaceId = quint16;
constexpr PlaceId kNoPlace = 0;  // no region given, or its place is unknown

// Whether a place is within another.
enum class Within : quint8 { No, Unknown, Yes };

class Places {
public:
    // Corrupt if it is truncated or contains something unknown.
    static Result<Places> parse(const QByteArray &json);

    // `provider` and `region` in upper or lower case.
    PlaceId of(const QString &provider, const QString &region) const;
    // The region is in the file, with a place or explicitly without one.
    bool isListed(const QString &provider, const QString &region) const;
    const Place &place(PlaceId id) const { return m_places[id]; }
    size_t size() const { return m_places.size(); }

    // For each place, whether it is within `name`: a continent, a group such as the European Union, a country by its name or code, a city.
    // Ignores case, accents, blanks and hyphens. nullopt if no place has this name.
    std::optional<std::vector<Within>> within(const QString &name) const;

    QString continentName(Continent continent, PlaceLanguage language) const;
    QString countryName(const QString &code, PlaceLanguage language) const;
    QStringList countriesOf(Continent continent) const;  // codes, in the order of their English names
    struct Group {
        QString english, chinese;
        QStringList countries;
    };
    const QList<Group> &groups() const { return m_groups; }
    QString cityName(PlaceId id, PlaceLanguage language) const;  // empty if unknown
    QString text(PlaceId id, PlaceLanguage language) const;      // "Kristiansand, Norway"; empty for kNoPlace
    // Whether a word in its name, or in that of a wider place around it, begins with `start`, in either language; for searching.
    bool answersTo(PlaceId id, const QString &start) const;

private:
    struct Names {
        QString english, chinese;
        QStringList others;
        const QString &in(PlaceLanguage language) const { return language == PlaceLanguage::Chinese ? chinese : english; }
        QStringList all() const { return QStringList{english, chinese} + others; }
    };
    struct Country {
        Continent continent;
        Names names;
        QHash<QString, QString> cities;  // and states; Chinese by English
    };
    // The meaning of a name; any of `countries`.
    struct Meaning {
        std::optional<Continent> continent;
        QStringList countries;
        QString city;
    };
    class Reader;

    static Within contains(const Meaning &meaning, const Place &place, const QHash<QString, Country> &countries);
    PlaceId idOf(const Place &place);

    QHash<Continent, Names> m_continents;
    QHash<QString, Country> m_countries;
    QList<Group> m_groups;
    QList<Place> m_places{Place()};
    QHash<QString, PlaceId> m_regions;      // by provider and region in lower case
    QHash<QString, PlaceId> m_namedPlaces;  // by a name that identifies a place alone: no code, group or state
    QMultiHash<QString, Meaning> m_meanings;
};

}  // namespace trainyard
