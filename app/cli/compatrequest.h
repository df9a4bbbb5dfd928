// SPDX-License-Identifier: GPL-3.0-or-later
// The question for `yard compat`, built from its options and from what a machine reports about itself.
#pragma once

#include "app/cli/commands.h"
#include "core/service/machines/compatadvisor.h"

namespace trainyard {

QString compatCheckUsage();  // after `yard`
QStringList compatCheckOptions();
QString compatImagesUsage();
QStringList compatImagesOptions();

struct CompatRequest {
    CompatQuestion question;
    QStringList problems;  // what the machine did not report, one sentence each
};

struct CompatAsked {
    std::shared_ptr<const CompatAdvisor> advisor;
    CompatRequest request;
    QString machine;                    // its name; empty: none was named
    std::optional<MachineFacts> facts;  // what it reported
};
// Loads the facts, asks the machine if --machine names one, and reads the options.
Result<CompatAsked> askCompat(BareContext &context, const Options &options);

// InvalidInput names the first wrong option. `machine`: what it reported about itself; options take precedence.
Result<CompatRequest> readCompatRequest(const Options &options, const std::optional<MachineFacts> &machine, const CompatAdvisor &advisor);

}  // namespace trainyard
