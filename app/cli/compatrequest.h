// SPDX-License-Identifier: GPL-3.0-or-later
// What `yard compat` is asked: its options, and what a machine tells about itself, as a question.
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
    QStringList problems;  // what the machine did not tell, one sentence each
};

struct CompatAsked {
    std::shared_ptr<const CompatAdvisor> advisor;
    CompatRequest request;
    QString machine;                    // its name; empty: none was named
    std::optional<MachineFacts> facts;  // what it told
};
// Loads the facts, asks the machine if --machine names one, and reads the options.
Result<CompatAsked> askCompat(BareContext &context, const Options &options);

// InvalidInput names the first option that is wrong. `machine`: what it told about itself; options take precedence.
Result<CompatRequest> readCompatRequest(const Options &options, const std::optional<MachineFacts> &machine, const CompatAdvisor &advisor);

}  // namespace trainyard
