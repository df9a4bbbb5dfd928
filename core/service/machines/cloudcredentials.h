// SPDX-License-Identifier: GPL-3.0-or-later
// The credentials of cloud accounts: of the desktop's keyring, or where each cloud's own command line finds them. Blocking; any thread but
// the main one of a window.
#pragma once

#include "core/model/accountrecord.h"
#include "core/provider/interface/cloudaccount.h"

namespace trainyard {

class StateDatabase;

// Errors: NotFound (no such account, or its credentials are gone), Unsupported (no keyring), PermissionDenied (it stayed locked),
// InvalidInput (several accounts of this kind, and none was named). Remembers what it read for a minute. `database` must outlive it.
CredentialLookup storedCredentials(const StateDatabase &database);
// Puts the credentials of an account of the Keyring kind there. Errors as of Keyring.
Result<void> keepCredentials(const AccountRecord &account, const CloudCredentials &credentials);
Result<void> forgetCredentials(const AccountRecord &account);  // succeeds if there are none

}  // namespace trainyard
