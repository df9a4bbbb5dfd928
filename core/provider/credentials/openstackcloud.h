// SPDX-License-Identifier: GPL-3.0-or-later
// Where the command line of OpenStack finds what it signs in with: a cloud of clouds.yaml, or variables named OS_…:
// https://docs.openstack.org/openstacksdk/latest/user/config/configuration.html. Pure, any thread.
//
// Credentials of a user have the setting "auth-type" "password"; those of an application credential have none.
#pragma once

#include "core/provider/interface/cloudaccount.h"

#include <QProcessEnvironment>

namespace trainyard {

// NotFound, with the names of the variables.
Result<CloudCredentials> openStackVariables(const QProcessEnvironment &environment);
// An empty name: the only cloud of the file. `secure` is secure.yaml, whose values take precedence. NotFound: no such cloud; Unsupported: it
// has no stored credentials, or asks not to check certificates; InvalidInput: not YAML.
Result<CloudCredentials> openStackCloud(const QByteArray &clouds, const QByteArray &secure, const QString &name);
// Where the two files may be, in the order in which they are looked for: as for the command line, but not in the folder that a program was
// started in, which may be anybody's.
QStringList openStackFolders(const QProcessEnvironment &environment);

}  // namespace trainyard
