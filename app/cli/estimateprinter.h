// SPDX-License-Identifier: GPL-3.0-or-later
// Shows estimates: as JSON (docs/yard-json.md), or as tables for people.
#pragma once

#include "app/cli/estimaterequest.h"
#include "core/knowledge/cost/breakeven.h"
#include "core/knowledge/cost/ownfigures.h"

#include <QJsonObject>

namespace trainyard {

// Own hardware against one of the other things.
struct OwnComparison {
    QString name;
    OwnBreakEven even;
};

struct EstimatedThing {
    QString kind;  // "offer", "price", "own"
    Estimate estimate;
    QList<BreakEven> breakEvens;
    QList<OwnComparison> comparisons = {};  // of own hardware
};

QJsonObject toJson(const QList<EstimatedThing> &things, const RunNeeds &needs);
void printEstimates(Console &console, const QList<EstimatedThing> &things, const RunNeeds &needs);

}  // namespace trainyard
