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

    // Its last output, for an error's detail. Any thread.
    virtual QString lastWords() const { return {}; }
};

}  // namespace trainyard
