// SPDX-License-Identifier: GPL-3.0-or-later
// The file of built-in figures for judging results (docs/probe-judging.md), as compiled into the program. Any thread.
#pragma once

#include <QByteArray>

namespace trainyard {

QByteArray builtInProbeReference();

}  // namespace trainyard
