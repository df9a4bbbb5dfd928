// SPDX-License-Identifier: GPL-3.0-or-later
// A text to send to the provider of a machine that is not worth its price. Pure, any thread.
#pragma once

#include "core/knowledge/benchmark/probejudgement.h"

namespace trainyard {

struct ProviderText {
    QString english;
    QString local;  // in the program's language; empty if that is English
};

// `machine`: the person's name for it; empty: this computer. Both are empty if there is nothing bad to report, and for a simulated report.
ProviderText providerText(const ProbeReport &report, const ProbeJudgement &judgement, const ProbeReference &reference,
                          const QString &machine);

}  // namespace trainyard
