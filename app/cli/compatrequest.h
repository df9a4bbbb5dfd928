// What `yard compat` is asked: its options, and what a machine tells about itself, as a question.
#pragma once

#include "app/cli/commands.h"
#include "core/machine/compatadvisor.h"

namespace trainyard {

QString compatCheckUsage();            // after `yard`
QStringList compatCheckOptions();
QString compatImagesUsage();
QStringList compatImagesOptions();

struct CompatRequest {
    CompatQuestion question;
    QStringList problems;              // what the machine did not tell, one sentence each
};

// InvalidInput names the first option that is wrong. `machine`: what it told about itself; options take precedence.
Result<CompatRequest> readCompatRequest(const Options &options, const std::optional<MachineFacts> &machine, const CompatAdvisor &advisor);

}  // namespace trainyard
