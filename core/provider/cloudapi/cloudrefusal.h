// SPDX-License-Identifier: GPL-3.0-or-later
// What a cloud means when it refuses a request, and the error that a person reads. Pure, any thread.
#pragma once

#include "core/base/error.h"

#include <QByteArrayList>
#include <QString>

namespace trainyard {

struct CloudRefusal {
    enum class Kind {
        Keys,         // unknown, wrong or disabled: AuthenticationFailed
        Session,      // it has ended: AuthenticationFailed
        Clock,        // the request's time is too far from the cloud's: AuthenticationFailed
        Right,        // `subject` is the missing right in the cloud's words: PermissionDenied
        Account,      // it has to be activated, verified or paid first: PermissionDenied
        Capacity,     // NoCapacity
        Quota,        // `subject` is the quota's name, if the cloud gives one: OverQuota
        Price,        // the highest price of a spot machine is too low: InvalidInput
        Balance,      // OverQuota
        Throttled,    // not carried out; asked too often: Unreachable
        Transient,    // may have been carried out: Unreachable
        NotFound,     // NotFound
        Conflict,     // AlreadyExists
        Input,        // InvalidInput
        Unsupported,  // Unsupported
        Format,       // an answer that cannot be understood: Corrupt
    };
    Kind kind = Kind::Format;
    QString code, message;  // the cloud's own: hostile
    QString requestId;
    QString subject;  // as said above
};

// A cloud in sentences. With its kind, sentences name the page of its console where a person mends what is refused (consolepages.h).
struct CloudName {
    CloudName(const QString &name = {}, const QString &kindOfIt = {}) : shown(name), kind(kindOfIt) {}
    QString shown;  // "AWS"
    QString kind;   // MachineProvider::kind(); may be empty
};

// One sentence that names the cloud and says what to do; code, message and request id are in `detail`, in which every secret is blanked
// out and control characters are blanks.
Error cloudError(const CloudName &cloud, const CloudRefusal &refusal, const QByteArrayList &secrets = {});

}  // namespace trainyard
