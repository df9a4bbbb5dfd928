// SPDX-License-Identifier: GPL-3.0-or-later
// One signed request to a cloud's API, and its answer. Repeats only what may be repeated: a request that was throttled in any case; broken
// connections and failures of the cloud only for calls that read, or that carry a client token for which the cloud does the work once.
// Pauses between tries grow, are shortened at random, and are at least as long as the cloud asks (Retry-After). A computer's wrong clock is
// corrected once from the Date of the answer that complains about it, and remembered for that host.
#pragma once

#include "core/base/result.h"
#include "core/provider/cloudapi/cloudrefusal.h"
#include "core/transport/webapi/webrequest.h"

#include <QDateTime>
#include <QHash>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace trainyard {

struct CloudAnswer {
    int status = 0;
    QHash<QByteArray, QByteArray> headers;  // by name in lower case
    QByteArray body;                        // hostile; of an answer that is not 2xx, its first 64 KiB
};

struct CloudCall {
    enum class Effect { Reads, Once, Changes };  // Once: changes something, and carries a client token
    CloudName cloud;                             // for sentences
    Effect effect = Effect::Changes;
    QByteArray body;  // sent if the method is not GET
    // The signed request at this time (UTC); called for each try. It may set `body`, if that has the time in it.
    std::function<Result<WebRequest>(const QDateTime &now)> sign;
    // nullopt: accepted. Called for answers of any status.
    std::function<std::optional<CloudRefusal>(const CloudAnswer &)> judge;
    QString authorities;     // a file of certificates to trust in place of the system's, of a cloud with its own; empty: none
    QByteArrayList secrets;  // never to be shown, though an answer may repeat them
};

struct CloudLimits {
    int tries = 5;
    std::chrono::milliseconds firstPause{500}, longestPause{20'000};
    std::chrono::milliseconds connect{10'000}, answer{60'000};  // of each try
    std::chrono::milliseconds whole{180'000};                   // tries and pauses together
    qint64 mostBytes = 32 * 1024 * 1024;
    // Of a whole list (listing.h): more than any account has.
    int listPages = 1000;
    qint64 listBytes = 128 * 1024 * 1024;
    std::chrono::milliseconds list{300'000};
};

// Any thread, several calls at a time; keeps connections, except for calls with Effect::Changes.
class CloudApi {
public:
    explicit CloudApi(const CloudLimits &limits = {});
    ~CloudApi();

    // Blocks. The errors are those of cloudError(), and Unreachable, TimedOut, ConnectionLost, Corrupt and Cancelled. If a call that changes
    // something lost an answer, and a later try was refused before the cloud could look at the first (keys, rights, throttling), the error
    // is that of the first: whether it was carried out is unknown.
    Result<CloudAnswer> call(const CloudCall &call, std::stop_token stop) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace trainyard
