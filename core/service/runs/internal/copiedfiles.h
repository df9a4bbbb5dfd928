// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a run directory that are copied to this computer: names, and the sizes beyond which they are not genuine. Private to
// core/service/runs.
#pragma once

#include <QString>

namespace trainyard {

inline const QString kLogFile = QStringLiteral("log");
inline const QString kMetricsFile = QStringLiteral("metrics");
inline const QString kEventsFile = QStringLiteral("events");
inline const QString kExitFile = QStringLiteral("exit");

inline constexpr qint64 kMaxExitBytes = 64 * 1024;           // as supervise.sh takes
inline constexpr qint64 kMaxEventsBytes = 16 * 1024 * 1024;  // a run has a handful
inline constexpr qint64 kMaxTaskBytes = 1024 * 1024;
inline constexpr qint64 kCopyPiece = 1 << 20;  // what is read of a copy at once: some milliseconds of work

}  // namespace trainyard
