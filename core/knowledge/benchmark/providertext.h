// SPDX-License-Identifier: GPL-3.0-or-later
// What to write to the provider of a machine that is not worth its money. Pure, any thread.
#pragma once

#include "core/knowledge/benchmark/probejudgement.h"

namespace trainyard {

struct ProviderText {
    QString english;
    QString local;  // in the language of the program; empty when that is English
};

// `machine`: what the person calls it; empty: this computer. Both empty when there is nothing bad to tell, and of a simulated
// report.
ProviderText providerText(const ProbeReport &report, const ProbeJudgement &judgement, const ProbeReference &reference,
                          const QString &machine);

}  // namespace trainyard
