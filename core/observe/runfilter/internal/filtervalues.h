// SPDX-License-Identifier: GPL-3.0-or-later
// The values of conditions: numbers, lengths of time, amounts, days. Private to this folder; pure.
#pragma once

#include "core/base/result.h"
#include "core/observe/runfilter/internal/filtertoken.h"
#include "core/observe/runfilter/internal/runfields.h"

namespace trainyard {

// Text from a filter for use in a sentence: short and without anything invisible.
QString shownPart(const QString &text);

// Puts the token's value into the condition, whose field and sign are set. InvalidInput with a sentence for the person who typed it.
Result<void> readFilterValue(const FilterToken &token, const QDateTime &now, RunCondition &condition);

}  // namespace trainyard
