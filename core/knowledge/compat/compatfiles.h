// SPDX-License-Identifier: GPL-3.0-or-later
// The files of the built-in compatibility facts (docs/compat.md), as compiled into the program. Any thread.
#pragma once

#include <QByteArray>

namespace trainyard {

struct CompatFiles {
    QByteArray cuda, frameworks, sources;
};

CompatFiles builtInCompatFiles();

}  // namespace trainyard
