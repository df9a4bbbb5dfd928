// SPDX-License-Identifier: GPL-3.0-or-later
// The front door of the stand-in for Tencent Cloud: checks each request's signature bit by bit, with an implementation of its own, and its
// parameters by the vendor's list of them (tests/data/tencent/parameters.json).
#pragma once

#include "tests/support/httpstandin.h"

#include <QJsonObject>

#include <optional>

namespace trainyard {

struct TencentCaller {
    QByteArray secretId, secretKey, token;
};

struct TencentRefused {
    QByteArray code, message;
};

struct TencentRequest {
    QString right;  // "cvm:RunInstances"
    QString region;
    QJsonObject parameters;
};

class TencentDoor {
public:
    explicit TencentDoor(const TencentCaller &caller);

    // `now`: the stand-in's clock, in seconds since 1970. nullopt: let in, and `read` is the request.
    std::optional<TencentRefused> refuses(const HttpStandIn::Request &request, qint64 now, TencentRequest &read) const;

private:
    const TencentCaller m_caller;
    QJsonObject m_calls;
};

}  // namespace trainyard
