// SPDX-License-Identifier: GPL-3.0-or-later
// The files of the built-in facts about GPU errors (docs/machine-check.md), as compiled into the program. Any thread.
#pragma once

#include <QByteArray>

namespace trainyard {

struct HealthFiles {
    QByteArray facts, sources;
};

HealthFiles builtInHealthFiles();

}  // namespace trainyard
