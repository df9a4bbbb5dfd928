// SPDX-License-Identifier: GPL-3.0-or-later
// Frees a key of libssh. Internal to core/transport/ssh.
#pragma once

#include <libssh/libssh.h>

#include <memory>

namespace trainyard {

struct KeyDeleter {
    void operator()(ssh_key key) const { ssh_key_free(key); }
};
using KeyHandle = std::unique_ptr<ssh_key_struct, KeyDeleter>;

}  // namespace trainyard
