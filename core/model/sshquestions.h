// SPDX-License-Identifier: GPL-3.0-or-later
// What a login may ask the person, and how. Value types.
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
    QString note;         // translated; what else to know before accepting it, often empty
};

struct SshPrompt {
    enum class Kind {
        Passphrase,  // of a private key
        Password,    // of the account; may be remembered for as long as the program runs
        Code,        // anything else the machine asks for: one-time codes, choices. Must not be remembered.
    };
    Kind kind = Kind::Password;
    SshTarget target;       // who asks; a jump host has questions of its own
    QString name;           // Passphrase: the key file's path
    QString text;           // what to show; may come from the machine (control characters are removed)
    bool isEchoed = false;  // the typed answer may be visible
};

// Questions a login may raise. They are called on the thread that logs in and may block until the person answers; that time does not count
// against the login's deadline. They should return when stop is requested. An empty function means "no": an unknown host key is refused
// with HostKeyUnknown (the Error's detail is the fingerprint).
struct SshQuestions {
    std::function<bool(const SshTarget &, const HostKey &, std::stop_token)> acceptUnknownHostKey;  // true: remember
    std::function<std::optional<QString>(const SshPrompt &, std::stop_token)> secret;               // nullopt: the person gave up
                                                                                                    // (Cancelled)
};

}  // namespace trainyard
