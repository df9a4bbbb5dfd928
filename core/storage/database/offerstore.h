// SPDX-License-Identifier: GPL-3.0-or-later
// A person's own rate cards and exchange rates, as files below Paths::data, beside the built-in catalogue and the fetched
// price lists. Replaced whole or not at all; readable by their owner alone. Blocking. Any thread, and by several programs at once.
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
    QDateTime cardStored(const QString &name) const;     // UTC; invalid when there is none
    // Takes the place of one of this name. InvalidInput: a name that is more than a file's name. NoSpace,
    // PermissionDenied, Io: then the old one is still there.
    Result<void> putCard(const QString &name, const OfferTable &offers) const;
    Result<void> removeCard(const QString &name) const;  // NotFound, PermissionDenied
    // Letters, digits, dots, hyphens and underscores, at most 64; InvalidInput.
    static Result<void> checkName(const QString &name);

    Result<ExchangeRates> rates() const;  // Corrupt
    Result<void> changeRates(const std::function<Result<void>(ExchangeRates &)> &change) const;

    // The built-in catalogue with the fetched price lists over it, and all cards. One that cannot be read is left out and
    // said.
    struct Loaded {
        Catalog catalog;
        QList<Error> problems;
    };
    Result<Loaded> load() const;

private:
    QString cardFile(const QString &name) const;

    QString m_folder;
    PriceLists m_lists;
};

// Takes the place of the card of this name, if there is one; what it cost before is noted in the history of prices. Errors of
// putCard(), and of the database.
Result<void> replaceCard(const OfferStore &offers, StateDatabase &store, const QString &name, const OfferTable &card);

}  // namespace trainyard
