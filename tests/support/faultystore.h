// SPDX-License-Identifier: GPL-3.0-or-later
// Stands between a client and an object store and tampers with the traffic as a test asks: cuts, refuses, slows down, changes bytes.
#pragma once

#include "tests/support/httpstandin.h"

#include <atomic>
#include <functional>
#include <memory>

namespace trainyard {

class FaultyStore {
public:
    using Request = HttpStandIn::Request;
    using Answer = HttpStandIn::Answer;
    // Called with each request, which it may change; if it returns an answer, the request does not reach the store.
    using Before = std::function<std::optional<Answer>(Request &)>;
    // Called with each answer, which it may change.
    using After = std::function<void(const Request &, Answer &)>;

    explicit FaultyStore(const QString &base, Before before = {}, After after = {});

    QString base() const { return m_server->base(); }
    int requests() const { return static_cast<int>(m_server->requests().size()); }

private:
    static Answer forward(const QString &base, const Request &request);

    std::unique_ptr<HttpStandIn> m_server;
};

}  // namespace trainyard
