// SPDX-License-Identifier: GPL-3.0-or-later
// Access tokens of clouds that exchange credentials for one that is good for an hour or so. They are in memory only; a caller that sends
// one adds it to CloudCall::secrets, so that no error shows it.
#pragma once

#include "core/provider/cloudapi/cloudapi.h"

#include <chrono>
#include <functional>
#include <initializer_list>
#include <memory>

namespace trainyard {

struct AccessToken {
    QByteArray text;
    std::chrono::seconds lasts{0};  // from when it was asked for, as the cloud says; 0: for one call only
};
// By the cloud's own clock, from the Date of the answer: that of this computer may be wrong.
AccessToken tokenUntil(const QByteArray &text, const QDateTime &end, const CloudAnswer &answer);

// Any thread. Time is measured with a monotonic clock.
class TokenCache {
public:
    using Clock = std::chrono::steady_clock;
    using Fetch = std::function<Result<AccessToken>()>;
    using Work = std::function<Result<CloudAnswer>(const QByteArray &token)>;

    explicit TokenCache(std::function<Clock::time_point()> now = Clock::now);
    ~TokenCache();

    // A key of all that a token depends on: address, account, scope, and the credentials, so that others are never taken for good because
    // the last ones were. None of it can be read back.
    static QByteArray keyOf(std::initializer_list<QByteArray> parts);

    // Runs `work` with the token of `key`, fetched if there is none or it ends soon. Of several threads that need the same one, one fetches
    // it and the others wait for its success or error, and for two seconds refused credentials are not sent again; `stop` ends the waiting. If `work` ends with AuthenticationFailed, the token is
    // thrown away, and if it was not new, `work` runs once more with a new one.
    Result<CloudAnswer> with(const QByteArray &key, const Fetch &fetch, const Work &work, std::stop_token stop) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace trainyard
