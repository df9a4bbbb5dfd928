// What the machines and runs of the store cost by now, and how far the budgets are used. Simulated machines cost nothing.
// Reads the database; any thread.
#pragma once

#include "core/cost/budget.h"
#include "core/store/store.h"

#include <QDateTime>
#include <QMetaType>

namespace trainyard {

struct BudgetState {
    Budget budget;
    BudgetUse use;
    QString period;                    // "2026-11", the person's own month; empty for a run
    QStringList runs;                  // ids of those that go on under it and are not told to stop yet
};

struct MeterNow {
    QDateTime when;                    // UTC
    QMap<Currency, MeterReading> readings;
    QList<BudgetState> budgets;        // the kept ones, then those of runs that go on
};

// A run on a machine that nobody entered as rented costs what its task says (limits.price).
Result<MeterNow> meterNow(const Store &store, const QDateTime &now);

}  // namespace trainyard

Q_DECLARE_METATYPE(trainyard::BudgetState)
