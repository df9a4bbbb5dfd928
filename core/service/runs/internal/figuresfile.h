// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a run that has ended, kept beside its copy. Reading never fails: what cannot be read is made again. Private to
// core/service/runs; any thread.
#pragma once

#include "core/observe/diagnosis/runfigures.h"

#include <QString>

#include <optional>

namespace trainyard {

// nullopt: there are none for files of this size, read with this expression for the lines of the log.
std::optional<RunFigures> loadFigures(const QString &folder, qint64 bytes, const QString &expression);
void saveFigures(const QString &folder, qint64 bytes, const QString &expression, const RunFigures &figures);

}  // namespace trainyard
