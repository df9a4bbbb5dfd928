// SPDX-License-Identifier: GPL-3.0-or-later
// What can go wrong, as one closed list. The ui branches on `code`, tests compare it, and the command line turns it into an exit status.
// Value type, any thread.
#pragma once

#include <QString>
#include <QStringList>

namespace trainyard {

enum class ErrorCode {
    InvalidInput,  // what the person entered is wrong; `what` names the line or the field
    NotFound,      // no such machine, run, file, image …
    AlreadyExists,
    Unreachable,     // no route, refused, name does not resolve
    TimedOut,        // the deadline passed
    ConnectionLost,  // an established connection broke
    HostKeyUnknown,  // this host key is not known yet
    HostKeyChanged,  // the host key differs from the known one
    AuthenticationFailed,
    RemoteCommandFailed,  // the machine was reached, but the command failed there
    PermissionDenied,
    NoSpace,      // a disk is full or over quota
    NoCapacity,   // the provider has no such machine available now; another place or type may have one
    OverQuota,    // the account's quota does not allow more of these
    Unsupported,  // understood, but not possible here (no container engine, say)
    Corrupt,      // a file or an answer violates its own format
    Io,           // any other local file or database failure
    Cancelled,    // cancelled by request; never shown as an error
};

// `what` is one translated sentence for the person and says what to do; `detail` is the raw text of the system, library or machine: never
// translated, may be empty. `steps` are the places in the program that passed the error on, innermost first ("database.cpp:120 open"), for
// debugging; TRY adds them.
struct Error {
    ErrorCode code = ErrorCode::Io;
    QString what;
    QString detail;
    QStringList steps = {};

    bool isCancelled() const { return code == ErrorCode::Cancelled; }
};

// Stable lower-case name for JSON and logs, e.g. "host-key-changed".
QString errorCodeName(ErrorCode code);

// Exit status of `yard` for this code: 2 invalid input, 3 unreachable or timed out, 4 authentication or
// host key, 5 remote command failed, 130 cancelled, 1 everything else ("the answer is no").
int exitStatus(ErrorCode code);

Error cancelledError();
Error invalidInput(const QString &what);

// The error with one more step. `file` is __FILE__; its folders are left out.
Error withStep(Error error, const char *function, const char *file, int line);

}  // namespace trainyard
