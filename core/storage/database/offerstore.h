// SPDX-License-Identifier: GPL-3.0-or-later
// A person's own rate cards and exchange rates, as files below Paths::data, beside the built-in catalogue and the fetched price lists.
// Replaced as a whole or not at all; readable only by their owner. Blocking. Any thread, and by several programs at once.
#pragma once

#include "core/base/exchangerate.h"
#include "core/base/paths.h"
#include "core/knowledge/catalog/catalog.h"
#include "core/storage/database/pricelists.h"

#include <QDateTime>
#include <QStringList>

#include <functional>

namespace trainyard {

class StateDatabase;

class OfferStore {
public:
    explicit OfferStore(const Paths &paths);

    QStringList cardNames() const;                       // in order
    Result<OfferTable> card(const QString &name) const;  // NotFound; Corrupt
    QDateTime cardStored(const QString &name) const;     // UTC; invalid if there is none
    // Replaces a card of this name. InvalidInput: the name is not a plain file name. NoSpace, PermissionDenied, Io: the old card is then
    // still there.
    Result<void> putCard(const QString &name, const OfferTable &offers) const;
    Result<void> removeCard(const QString &name) const;  // NotFound, PermissionDenied
    // Letters, digits, dots, hyphens and underscores, at most 64; InvalidInput.
    static Result<void> checkName(const QString &name);

    // What an account offers at prices that the person has set for it, as of when they were set; replaces what was there, and nothing is left
    // of an empty table. load() adds it under accountCard(). Errors as putCard().
    Result<void> putAccountOffers(const QString &account, const OfferTable &offers) const;

    Result<ExchangeRates> rates() const;  // Corrupt
    Result<void> changeRates(const std::function<Result<void>(ExchangeRates &)> &change) const;

    // The built-in catalogue with the fetched price lists over it, all cards, and what accounts offer. Anything unreadable is left out and reported.
    struct Loaded {
        Catalog catalog;
        QList<Error> problems;
    };
    Result<Loaded> load() const;

private:
    QString cardFile(const QString &name) const;
    QString accountFile(const QString &account) const;
    Result<OfferTable> accountOffers(const QString &account) const;

    QString m_folder;
    PriceLists m_lists;
};

// Replaces the card of this name, if there is one; its previous prices are added to the price history. Errors of putCard(), and of the
// database.
Result<void> replaceCard(const OfferStore &offers, StateDatabase &store, const QString &name, const OfferTable &card);

}  // namespace trainyard
