// SPDX-License-Identifier: GPL-3.0-or-later
// The file of the built-in figures that results are judged by (docs/probe-judging.md), as it is compiled into the program.
// Any thread.
#pragma once

#include <QByteArray>

namespace trainyard {

QByteArray builtInProbeReference();

}  // namespace trainyard
