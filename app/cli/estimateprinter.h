// SPDX-License-Identifier: GPL-3.0-or-later
// Shows estimates: as JSON (docs/yard-json.md), or as tables for people.
#pragma once

#include "app/cli/estimaterequest.h"
#include "core/knowledge/cost/breakeven.h"

#include <QJsonObject>

namespace trainyard {

struct EstimatedThing {
    QString kind;  // "offer", "price", "own"
    Estimate estimate;
    QList<BreakEven> breakEvens;
};

QJsonObject toJson(const QList<EstimatedThing> &things, const RunNeeds &needs);
void printEstimates(Console &console, const QList<EstimatedThing> &things, const RunNeeds &needs);

}  // namespace trainyard
