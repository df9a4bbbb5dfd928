// SPDX-License-Identifier: GPL-3.0-or-later
// A profile in the two files of the AWS command line, "credentials" and "config":
// https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-files.html. Pure, any thread.
#pragma once

#include "core/provider/interface/cloudaccount.h"

namespace trainyard {

// Values of "credentials" take precedence, as for the command line. NotFound: neither file has the profile. Unsupported: it has no stored
// keys; nothing that it names is ever run.
Result<CloudCredentials> awsProfile(const QByteArray &credentials, const QByteArray &config, const QString &profile);

}  // namespace trainyard
