// SPDX-License-Identifier: GPL-3.0-or-later
// What an SSH session runs over if not a TCP connection of its own: a channel of another session, or a local process. Internal to
// core/transport/ssh.
#pragma once

#include <QString>

namespace trainyard {

class Transport {
public:
    Transport() = default;
    virtual ~Transport() = default;  // ends it; does not hang on a dead link
    Transport(const Transport &) = delete;
    Transport &operator=(const Transport &) = delete;

    // What it says about its own failure, for an error's detail; empty if nothing. Any thread.
    virtual QString failureText() const { return {}; }
};

}  // namespace trainyard
