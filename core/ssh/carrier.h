// SPDX-License-Identifier: GPL-3.0-or-later
// What an SSH session runs over when it is not a TCP connection of its own: a channel of another session, a local
// process. Internal to core/ssh.
#pragma once

#include <QString>

namespace trainyard {

class Carrier {
public:
    Carrier() = default;
    virtual ~Carrier() = default;  // ends it; does not hang on a dead link
    Carrier(const Carrier &) = delete;
    Carrier &operator=(const Carrier &) = delete;

    // What it has to say about its end, for an error's detail. Any thread.
    virtual QString lastWords() const { return {}; }
};

}  // namespace trainyard
