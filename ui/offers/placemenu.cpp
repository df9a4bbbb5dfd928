// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/placemenu.h"

#include "core/base/format.h"

#include <QHash>

#include <algorithm>

namespace trainyard {

namespace {

struct Counts {
    QHash<Continent, int> continents;
    QHash<QString, int> countries;
};

Counts countsOf(const Catalog &catalog)
{
    std::vector<int> byPlace(catalog.places().size());
    for (const PlaceId id : catalog.placeIds())
        ++byPlace[id];
    Counts counts;
    for (size_t id = 0; id < byPlace.size(); ++id) {
        const Place &place = catalog.places().place(static_cast<PlaceId>(id));
        if (byPlace[id] == 0 || !place.isKnown())
            continue;
        counts.continents[*place.continent] += byPlace[id];
        if (!place.country.isEmpty())
            counts.countries[place.country] += byPlace[id];
    }
    return counts;
}

}  // namespace

PlaceMenu::PlaceMenu(const OfferBook &book, const QStringList &chosen, QWidget *parent) : QMenu(parent), m_chosen(chosen)
{
    setObjectName(QStringLiteral("placeMenu"));
    const Places &places = book.catalog.places();
    const PlaceLanguage language = placeLanguage();
    const Counts counts = countsOf(book.catalog);
    //: a place, and how many offers it has
    const auto counted = [](const QString &name, int count) { return tr("%1 (%2)").arg(name, formatCount(count)); };

    QAction *anywhere = addAction(tr("Anywhere"));
    anywhere->setObjectName(QStringLiteral("anywhereAction"));
    anywhere->setCheckable(true);
    anywhere->setChecked(chosen.isEmpty());
    connect(anywhere, &QAction::triggered, this, &PlaceMenu::anywhereChosen);
    addSeparator();
    for (const Places::Group &group : places.groups()) {
        int count = 0;
        for (const QString &code : group.countries)
            count += counts.countries.value(code);
        const QString name = language == PlaceLanguage::Chinese ? group.chinese : group.english;
        if (count > 0)
            addPlace(this, group.english, name, counted(name, count));
    }
    // Users who train there look for it first; it is listed under Asia as well.
    const QString china = QStringLiteral("CN");
    if (const int count = counts.countries.value(china); count > 0)
        addPlace(this, china, places.countryName(china, language), counted(places.countryName(china, language), count));
    addSeparator();
    QList<Continent> byCount = continents();
    std::stable_sort(byCount.begin(), byCount.end(),
                     [&](Continent one, Continent other) { return counts.continents.value(one) > counts.continents.value(other); });
    for (const Continent continent : std::as_const(byCount)) {
        const int count = counts.continents.value(continent);
        if (count == 0)
            continue;
        const QString name = places.continentName(continent, language);
        QMenu *inside = addMenu(counted(name, count));
        inside->setObjectName(QStringLiteral("placeMenu-") + continentId(continent));
        addPlace(inside, continentId(continent), name, tr("All of %1").arg(name));
        inside->addSeparator();
        const QStringList countries = places.countriesOf(continent);
        for (const QString &code : countries) {
            if (const int inCountry = counts.countries.value(code); inCountry > 0)
                addPlace(inside, code, places.countryName(code, language), counted(places.countryName(code, language), inCountry));
        }
    }
}

QAction *PlaceMenu::addPlace(QMenu *menu, const QString &id, const QString &name, const QString &text)
{
    QAction *action = menu->addAction(text);
    action->setObjectName(QStringLiteral("place-") + id);
    action->setCheckable(true);
    action->setChecked(m_chosen.contains(name, Qt::CaseInsensitive));
    connect(action, &QAction::triggered, this, [this, name](bool isChosen) { Q_EMIT placeToggled(name, isChosen); });
    return action;
}

}  // namespace trainyard

#include "moc_placemenu.cpp"
