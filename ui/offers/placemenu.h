// SPDX-License-Identifier: GPL-3.0-or-later
// Where offers are, to pick from: continents with their countries, each with how many offers it has. Those that are chosen are ticked.
//
// Object names: placeMenu; actions are called by what they are: anywhereAction, place-<code or id>.
#pragma once

#include "ui/offers/offerbook.h"

#include <QMenu>

namespace trainyard {

class PlaceMenu : public QMenu {
    Q_OBJECT
public:
    // `chosen`: names as the menu writes them; others are nowhere ticked.
    PlaceMenu(const OfferBook &book, const QStringList &chosen, QWidget *parent);

Q_SIGNALS:
    void anywhereChosen();
    void placeToggled(const QString &name, bool isChosen);

private:
    QAction *addPlace(QMenu *menu, const QString &id, const QString &name, const QString &text);

    const QStringList m_chosen;
};

}  // namespace trainyard
