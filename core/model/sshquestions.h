// SPDX-License-Identifier: GPL-3.0-or-later
// What a login may ask a person, and how it is asked. Value types.
#pragma once

#include "core/model/sshtarget.h"

#include <QString>

#include <functional>
#include <optional>
#include <stop_token>

namespace trainyard {

struct HostKey {
    QString type;         // "ssh-ed25519"
    QString fingerprint;  // "SHA256:…" as OpenSSH prints it
    QString randomart;    // eleven lines, as ssh-keygen -lv draws them
    QString note;         // translated; what else a person should know before accepting it, often empty
};

struct SshPrompt {
    enum class Kind {
        Passphrase,  // of a private key
        Password,    // of the account; may be remembered for as long as the program runs
        Code,        // anything else the machine asks for: one-time codes, choices. Never remember it.
    };
    Kind kind = Kind::Password;
    SshTarget target;       // who asks; a machine on the way has a question of its own
    QString name;           // Passphrase: the key file's path
    QString text;           // what to show; may come from the machine (control characters are gone)
    bool isEchoed = false;  // what is typed need not be hidden
};

// Questions a login may raise. Called on the thread that logs in; may block for a person to answer, for as long
// as it takes: that time does not count against the login's deadline. They should return when stop is requested.
// An empty function means "no": an unknown host key is refused with HostKeyUnknown (the Error's detail is the
// fingerprint).
struct SshQuestions {
    std::function<bool(const SshTarget &, const HostKey &, std::stop_token)> acceptUnknownHostKey;  // true: remember
    std::function<std::optional<QString>(const SshPrompt &, std::stop_token)> secret;               // nullopt: gave up (Cancelled)
};

}  // namespace trainyard
