// SPDX-License-Identifier: GPL-3.0-or-later
// A menu of offer locations: continents with their countries, each with its number of offers. Selected ones are checked.
//
// Object names: placeMenu; actions are named after their place: anywhereAction, place-<code or id>.
#pragma once

#include "ui/offers/offerbook.h"

#include <QMenu>

namespace trainyard {

class PlaceMenu : public QMenu {
    Q_OBJECT
public:
    // `chosen`: names as the menu writes them; unknown names are ignored.
    PlaceMenu(const OfferBook &book, const QStringList &chosen, QWidget *parent);

Q_SIGNALS:
    void anywhereChosen();
    void placeToggled(const QString &name, bool isChosen);

private:
    QAction *addPlace(QMenu *menu, const QString &id, const QString &name, const QString &text);

    const QStringList m_chosen;
};

}  // namespace trainyard
