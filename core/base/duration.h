// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths of time as people write them in files and on command lines. Pure, any thread.
#pragma once

#include <QString>
#include <QStringView>

#include <chrono>
#include <optional>

namespace trainyard {

// "12h", "90m", "45s", "2d", "1.5h", "1h30m": numbers with at most six decimals, each with its unit, larger units first. Fractions of a
// second are rounded up. nullopt for anything else, and for more than ten years.
std::optional<std::chrono::seconds> parseDuration(QStringView text);

// The shortest text that parseDuration() reads back: "1h30m", "2d", "0s".
QString durationText(std::chrono::seconds duration);

}  // namespace trainyard
