// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the tests of object stores: limits without waits, reproducible bytes, and faults on the way to a store.
#pragma once

#include "core/transport/objectstore/objectstore.h"
#include "tests/support/faultystore.h"
#include "tests/support/storeserver.h"

#include <QRandomGenerator>

namespace trainyard {

inline StoreLimits quickLimits()
{
    StoreLimits limits;
    limits.tries = 4;
    limits.firstPause = std::chrono::milliseconds(10);
    limits.longestPause = std::chrono::milliseconds(100);
    limits.slowFor = std::chrono::seconds(5);  // on a busy machine one second means nothing
    return limits;
}

// The same for the same seed.
inline QByteArray randomBytes(qsizetype size, quint32 seed)
{
    QRandomGenerator random(seed);
    QByteArray bytes((size + 3) / 4 * 4, Qt::Uninitialized);
    random.fillRange(reinterpret_cast<quint32 *>(bytes.data()), bytes.size() / 4);
    return bytes.left(size);
}

inline QByteArray told(const Error &error) { return error.what.toUtf8() + " / " + error.detail.toUtf8(); }

// The stores are on this computer, so the proxy settings do not apply to them.
inline void forgetProxies()
{
    for (const char *name : {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"})
        qunsetenv(name);
}

inline ObjectStoreConfig recordOver(const FaultyStore &way, const StoreServer &server, const QString &bucket)
{
    ObjectStoreConfig record = server.record(bucket);
    record.endpoint.replace(server.base(), way.base());
    return record;
}

inline bool isPart(const FaultyStore::Request &request)
{
    return request.method == "PUT" && (request.target.contains("partNumber=") || request.target.contains("blockid="));
}
inline bool isRange(const FaultyStore::Request &request)
{
    return request.method == "GET" && (request.headers.contains("range") || request.headers.contains("x-ms-range"));
}
inline bool isEnd(const FaultyStore::Request &request) { return request.method == "POST" && request.target.contains("uploadId="); }

inline FaultyStore::Answer refusal(int status, const char *code = "InternalError")
{
    FaultyStore::Answer answer;
    answer.status = status;
    answer.body = QByteArray("<Error><Code>") + code + "</Code><Message>on purpose</Message></Error>";
    return answer;
}

}  // namespace trainyard
