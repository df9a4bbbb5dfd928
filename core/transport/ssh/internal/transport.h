// SPDX-License-Identifier: GPL-3.0-or-later
// What an SSH session runs over when it is not a TCP connection of its own: a channel of another session, a local
// process. Internal to core/transport/ssh.
#pragma once

#include <QString>

namespace trainyard {

class Transport {
public:
    Transport() = default;
    virtual ~Transport() = default;  // ends it; does not hang on a dead link
    Transport(const Transport &) = delete;
    Transport &operator=(const Transport &) = delete;

    // What it has to say about its end, for an error's detail. Any thread.
    virtual QString lastWords() const { return {}; }
};

}  // namespace trainyard
