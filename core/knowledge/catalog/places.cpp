// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/places.h"

#include "core/knowledge/catalog/internal/jsonlist.h"

#include <QCoreApplication>
#include <QJsonArray>

#include <algorithm>

namespace trainyard {

namespace {

QString regionKey(const QString &provider, const QString &region) { return provider.toLower() + u'\x1f' + region.toLower(); }

// Letters and digits only, without accents: "São Paulo" and "sao-paulo" are the same.
QString nameKey(const QString &name)
{
    QString key;
    const QString parts = name.normalized(QString::NormalizationForm_D);
    for (const QChar c : parts) {
        if (c.isLetterOrNumber())
            key += c.toLower();
    }
    return key;
}

QStringList textsOf(const QJsonValue &value)
{
    QStringList texts;
    const QJsonArray array = value.toArray();
    for (const QJsonValue &one : array)
        texts << one.toString();
    return texts;
}

}  // namespace

class Places::Reader {
public:
    explicit Reader(const QJsonObject &json) : m_json(json) {}

    std::optional<Places> read()
    {
        readContinents();
        readCountries();
        readGroups();
        readRegions();
        return m_isFine ? std::optional(m_made) : std::nullopt;
    }

private:
    void require(bool isFine) { m_isFine = m_isFine && isFine; }

    Names namesOf(const QJsonObject &entry)
    {
        const Names names{entry[QLatin1String("en")].toString(), entry[QLatin1String("zh")].toString(),
                          textsOf(entry[QLatin1String("also")])};
        require(!names.english.isEmpty() && !names.chinese.isEmpty());
        return names;
    }

    void mean(const QStringList &names, const Meaning &meaning, const std::optional<Place> &place)
    {
        QStringList keys;
        for (const QString &name : names) {
            if (const QString key = nameKey(name); !key.isEmpty() && !keys.contains(key))
                keys << key;
        }
        for (const QString &key : std::as_const(keys)) {
            m_made.m_meanings.insert(key, meaning);
            // If a name is both a country and a city, the wider place is used, which claims nothing that was not stated.
            if (place && !m_made.m_namedPlaces.contains(key))
                m_made.m_namedPlaces.insert(key, m_made.idOf(*place));
        }
    }

    void readContinents()
    {
        const QJsonArray entries = m_json[QLatin1String("continents")].toArray();
        for (const QJsonValue &entry : entries) {
            const auto continent = continentFromId(entry[QLatin1String("id")].toString());
            require(continent.has_value());
            if (!continent)
                continue;
            const Names names = namesOf(entry.toObject());
            m_made.m_continents.insert(*continent, names);
            mean(names.all(), {*continent, {}, {}}, Place{*continent, {}, {}});
        }
        require(m_made.m_continents.size() == continents().size());
    }

    void readCountries()
    {
        const QJsonArray entries = m_json[QLatin1String("countries")].toArray();
        for (const QJsonValue &entry : entries) {
            const QString code = entry[QLatin1String("code")].toString();
            const auto continent = continentFromId(entry[QLatin1String("continent")].toString());
            require(code.size() == 2 && continent);
            if (!continent)
                continue;
            Country country{*continent, namesOf(entry.toObject()), {}};
            mean(country.names.all(), {{}, {code}, {}}, Place{*continent, code, {}});
            m_made.m_meanings.insert(nameKey(code), {{}, {code}, {}});
            for (const bool isCity : {true, false}) {
                const QJsonArray cities = entry[isCity ? QLatin1String("cities") : QLatin1String("states")].toArray();
                for (const QJsonValue &city : cities) {
                    const QString english = city[0].toString(), chinese = city[1].toString();
                    require(!english.isEmpty() && !chinese.isEmpty());
                    country.cities.insert(english, chinese);
                    mean({english, chinese}, {{}, {code}, english},
                         isCity ? std::optional(Place{*continent, code, english}) : std::nullopt);
                }
            }
            m_made.m_countries.insert(code, country);
        }
        require(!m_made.m_countries.isEmpty());
    }

    void readGroups()
    {
        const QJsonArray entries = m_json[QLatin1String("groups")].toArray();
        for (const QJsonValue &entry : entries) {
            const Names names = namesOf(entry.toObject());
            const QStringList countries = textsOf(entry[QLatin1String("countries")]);
            for (const QString &code : countries)
                require(m_made.m_countries.contains(code));
            m_made.m_groups << Group{names.english, names.chinese, countries};
            mean(names.all(), {{}, countries, {}}, std::nullopt);
        }
    }

    void readRegions()
    {
        const QJsonObject providers = m_json[QLatin1String("providers")].toObject();
        require(!providers.isEmpty());
        for (auto provider = providers.begin(); provider != providers.end(); ++provider) {
            const QJsonObject regions = provider.value()[QLatin1String("regions")].toObject();
            for (auto region = regions.begin(); region != regions.end(); ++region)
                m_made.m_regions.insert(regionKey(provider.key(), region.key()),
                                        region.value().isNull() ? kNoPlace : placeOf(region.value().toString()));
        }
    }

    // "FI" or "FI Hamina".
    PlaceId placeOf(const QString &text)
    {
        const QString code = text.section(u' ', 0, 0), city = text.section(u' ', 1);
        const auto country = m_made.m_countries.constFind(code);
        const bool isKnown = country != m_made.m_countries.cend() && (city.isEmpty() || country->cities.contains(city));
        require(isKnown);
        return isKnown ? m_made.idOf({country->continent, code, city}) : kNoPlace;
    }

    const QJsonObject m_json;
    Places m_made;
    bool m_isFine = true;
};

Result<Places> Places::parse(const QByteArray &json)
{
    const auto object = readJsonObject(json);
    auto made = object ? Reader(*object).read() : std::nullopt;
    if (!made) {
        return Error{ErrorCode::Corrupt,
                     QCoreApplication::translate("trainyard::PriceSource", "The built-in catalogue is damaged. Install Trainyard again."),
                     object ? QString() : object.error().what};
    }
    return std::move(*made);
}

PlaceId Places::idOf(const Place &place)
{
    const auto at = m_places.indexOf(place);
    if (at >= 0)
        return static_cast<PlaceId>(at);
    m_places << place;
    return static_cast<PlaceId>(m_places.size() - 1);
}

PlaceId Places::of(const QString &provider, const QString &region) const
{
    if (const auto listed = m_regions.constFind(regionKey(provider, region)); listed != m_regions.cend())
        return *listed;
    return m_namedPlaces.value(nameKey(region), kNoPlace);
}

bool Places::isListed(const QString &provider, const QString &region) const { return m_regions.contains(regionKey(provider, region)); }

Within Places::contains(const Meaning &meaning, const Place &place, const QHash<QString, Country> &countries)
{
    if (!place.isKnown())
        return Within::Unknown;
    if (meaning.continent)
        return place.continent == meaning.continent ? Within::Yes : Within::No;
    if (place.country.isEmpty()) {
        // Only the continent is known.
        const bool mayBe = std::any_of(meaning.countries.cbegin(), meaning.countries.cend(),
                                       [&](const QString &code) { return countries.constFind(code)->continent == place.continent; });
        return mayBe ? Within::Unknown : Within::No;
    }
    if (!meaning.countries.contains(place.country))
        return Within::No;
    if (meaning.city.isEmpty() || meaning.city == place.city)
        return Within::Yes;
    return place.city.isEmpty() ? Within::Unknown : Within::No;
}

std::optional<std::vector<Within>> Places::within(const QString &name) const
{
    const QList<Meaning> meanings = m_meanings.values(nameKey(name));
    if (meanings.isEmpty())
        return std::nullopt;
    std::vector<Within> found;
    for (const Place &place : m_places) {
        Within best = Within::No;
        for (const Meaning &meaning : meanings)
            best = std::max(best, contains(meaning, place, m_countries));
        found.push_back(best);
    }
    return found;
}

QString Places::continentName(Continent continent, PlaceLanguage language) const { return m_continents.value(continent).in(language); }

QString Places::countryName(const QString &code, PlaceLanguage language) const
{
    const auto country = m_countries.constFind(code);
    return country == m_countries.cend() ? QString() : country->names.in(language);
}

QStringList Places::countriesOf(Continent continent) const
{
    QStringList codes;
    for (auto country = m_countries.cbegin(); country != m_countries.cend(); ++country) {
        if (country->continent == continent)
            codes << country.key();
    }
    std::sort(codes.begin(), codes.end(), [this](const QString &one, const QString &other) {
        return m_countries.constFind(one)->names.english < m_countries.constFind(other)->names.english;
    });
    return codes;
}

QString Places::cityName(PlaceId id, PlaceLanguage language) const
{
    const Place &place = m_places[id];
    if (place.city.isEmpty() || language == PlaceLanguage::English)
        return place.city;
    return m_countries.constFind(place.country)->cities.value(place.city);
}

QString Places::text(PlaceId id, PlaceLanguage language) const
{
    const Place &place = m_places[id];
    if (!place.isKnown())
        return {};
    if (place.country.isEmpty())
        return continentName(*place.continent, language);
    const QString country = countryName(place.country, language), city = cityName(id, language);
    if (city.isEmpty())
        return country;
    // From narrow to wide in English, from wide to narrow in Chinese.
    return language == PlaceLanguage::Chinese ? country + QChar(0xFF0C) + city : city + QStringLiteral(", ") + country;
}

bool Places::answersTo(PlaceId id, const QString &start) const
{
    const Place &place = m_places[id];
    if (!place.isKnown())
        return false;
    QStringList names = m_continents.value(*place.continent).all();
    if (!place.country.isEmpty())
        names += m_countries.constFind(place.country)->names.all();
    names << cityName(id, PlaceLanguage::English) << cityName(id, PlaceLanguage::Chinese);
    return std::any_of(names.cbegin(), names.cend(), [&](const QString &name) {
        return name.startsWith(start, Qt::CaseInsensitive) || name.contains(u' ' + start, Qt::CaseInsensitive);
    });
}

}  // namespace trainyard
