// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/cloudapi/listing.h"

#include "core/provider/cloudapi/cloudapi.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

thread_local Listing *listingOfThread = nullptr;

}  // namespace

Listing::Listing() : m_outer(listingOfThread)
{
    m_clock.start();
    listingOfThread = this;
}

Listing::~Listing() { listingOfThread = m_outer; }

Listing *Listing::ofThisThread() { return listingOfThread; }

std::chrono::milliseconds Listing::left(const CloudLimits &limits) const
{
    return std::max(std::chrono::milliseconds(1), limits.list - std::chrono::milliseconds(m_clock.elapsed()));
}

std::optional<Error> Listing::beyond(const CloudLimits &limits, const QString &cloud) const
{
    if (m_pages <= limits.listPages && m_bytes <= limits.listBytes && !m_clock.hasExpired(limits.list.count()))
        return std::nullopt;
    return Error{
        ErrorCode::Corrupt,
        QCoreApplication::translate("trainyard::CloudApi",
                                    "%1 sends a list that does not end, and it is not read further: name a region, or try again later.")
            .arg(cloud),
        QStringLiteral("%1 pages, %2 bytes, %3 ms").arg(m_pages).arg(m_bytes).arg(m_clock.elapsed())};
}

}  // namespace trainyard
