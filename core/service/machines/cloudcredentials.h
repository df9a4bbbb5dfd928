// SPDX-License-Identifier: GPL-3.0-or-later
// The credentials of cloud accounts: of the desktop's keyring, of an encrypted file where there is none, or where each cloud's own command line finds them. Blocking; any thread but
// the main one of a window.
#pragma once

#include "core/base/paths.h"
#include "core/model/accountrecord.h"
#include "core/provider/interface/cloudaccount.h"

namespace trainyard {

class StateDatabase;

// Errors: NotFound (no such account, or its credentials are gone), Unsupported (no keyring), PermissionDenied (it stayed locked),
// InvalidInput (several accounts of this kind, and none was named). Remembers what it read for a minute. `database` must outlive it.
CredentialLookup storedCredentials(const StateDatabase &database, const Paths &paths);
// Puts the credentials of an account of the Keyring kind there, and says where they are now: in the keyring, or in an encrypted file
// (secretfile.h) if there is none. Errors as of both.
Result<CredentialSource> keepCredentials(const AccountRecord &account, const CloudCredentials &credentials, const Paths &paths);
Result<void> forgetCredentials(const AccountRecord &account, const Paths &paths);  // succeeds if there are none

}  // namespace trainyard
