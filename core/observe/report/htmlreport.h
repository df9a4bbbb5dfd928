// SPDX-License-Identifier: GPL-3.0-or-later
// A report of a run as one HTML file that needs neither network nor script: its charts are inline drawings. It is well-formed XML too, and
// its security policy lets nothing run or load. At most 2 MB whatever the run's size. Pure.
#pragma once

#include "core/observe/report/runreport.h"

namespace trainyard {

// `style`: see reportStyle().
QByteArray htmlReport(const RunReport &report, const QByteArray &style);

}  // namespace trainyard
