// SPDX-License-Identifier: GPL-3.0-or-later
// One text for screen readers out of several parts. Pure.
#pragma once

#include <QStringList>

namespace trainyard {

// The parts as sentences, without the empty ones. A part that ends a sentence itself gets no second full stop.
QString spokenSentences(const QStringList &parts);

}  // namespace trainyard
