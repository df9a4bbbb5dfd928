// SPDX-License-Identifier: GPL-3.0-or-later
// Past prices of offers, one per day; the oldest are deleted beyond 64 per offer and 200,000 in all. A part of StateDatabase
// (statedatabase.h), which documents threads and errors.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/catalog/seenprice.h"

#include <QList>

namespace trainyard {

class Database;

class PriceTable {
public:
    explicit PriceTable(Database &database) : m_database(database) {}

    // Prices equal to the last known one of the same offer are skipped.
    Result<void> add(const QList<SeenPrice> &prices);
    // Oldest first. An empty type means all of the provider's.
    Result<QList<SeenPrice>> find(const QString &provider, const QString &type = {}) const;

private:
    Database &m_database;
};

}  // namespace trainyard
