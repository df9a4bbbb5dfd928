// SPDX-License-Identifier: GPL-3.0-or-later
// What the error codes of EC2, STS and Service Quotas mean. Pure, any thread.
// https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html
#pragma once

#include "core/provider/cloudapi/cloudapi.h"

namespace trainyard {

// nullopt: accepted, as is a dry run that would have succeeded. `action` is "ec2:RunInstances"; `signedAt` the time in the signature.
std::optional<CloudRefusal> judgeAws(const CloudAnswer &answer, const QString &action, const QDateTime &signedAt);

}  // namespace trainyard
