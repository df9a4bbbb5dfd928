// SPDX-License-Identifier: GPL-3.0-or-later
// Whether all of a text matches a pattern. Internal to core/model; any thread.
#pragma once

#include <QString>

namespace trainyard {

// The pattern is a literal: it is compiled once per thread and found again by its address.
bool matchesWhole(const QString &text, const char *pattern);

}  // namespace trainyard
