// SPDX-License-Identifier: GPL-3.0-or-later
// The bound of one list that a cloud gives page by page, the same for all clouds: CloudLimits says in pages, bytes and time. A cloud that pages
// for ever, or sends without end, is not followed.
#pragma once

#include "core/base/error.h"

#include <QElapsedTimer>
#include <QString>

#include <chrono>
#include <optional>

namespace trainyard {

struct CloudLimits;

// While one is alive, all calls with Effect::Reads of this thread are its pages, and the one that goes beyond the bound ends with Corrupt and
// one sentence. One inside another replaces it for its lifetime. Used by the thread that made it.
class Listing {
public:
    Listing();
    ~Listing();
    Listing(const Listing &) = delete;
    Listing &operator=(const Listing &) = delete;

    static Listing *ofThisThread();  // may be null

    void begin() { ++m_pages; }
    void add(qint64 bytes) { m_bytes += bytes; }
    std::chrono::milliseconds left(const CloudLimits &limits) const;  // at least 1
    std::optional<Error> beyond(const CloudLimits &limits, const QString &cloud) const;

private:
    Listing *const m_outer;
    QElapsedTimer m_clock;
    int m_pages = 0;
    qint64 m_bytes = 0;
};

}  // namespace trainyard
