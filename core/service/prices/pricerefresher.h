// SPDX-License-Identifier: GPL-3.0-or-later
// Refreshes price lists one after the other: asks whether one changed, fetches it whole, reads and checks it, and only then replaces the
// current list. Whatever goes wrong, and whenever, the current list stays. Blocking; one thread.
#pragma once

#include "core/service/prices/pricefeed.h"
#include "core/storage/database/pricelists.h"
#include "core/storage/database/statedatabase.h"
#include "core/transport/http/httpmessage.h"

#include <functional>
#include <stop_token>

namespace trainyard {

struct RefreshOptions {
    bool isDryRun = false;    // fetches and checks, and keeps nothing
    bool acceptsAll = false;  // also implausible prices (pricecheck.h)
};

struct RefreshProgress {
    QString list;  // being fetched
    int ended = 0, lists = 0;
    qint64 bytes = 0, total = -1;  // of the document being downloaded; -1: unknown
};

struct RefreshOutcome {
    PriceListState state;       // as stored from now on
    qint64 changed = 0;         // prices that differ from before
    bool needsConsent = false;  // RefreshOptions::acceptsAll would take over what was left unchanged
};

class PriceRefresher {
public:
    struct Reports {
        std::function<void(const RefreshProgress &)> progressed;  // at most ten times a second, and before each list
        std::function<void(const RefreshOutcome &)> ended;        // of each list
    };

    PriceRefresher(const Paths &paths, StateDatabase &store, const PriceEndpoints &endpoints, const HttpLimits &limits = {});

    // An outcome for each feed, failed or not, up to the one during which it was cancelled. When a server cannot be reached, its other
    // lists fail in the same way and are not requested. AlreadyExists: another refresh is running; NoSpace, PermissionDenied, Io.
    Result<QList<RefreshOutcome>> run(const QList<PriceFeed> &feeds, const RefreshOptions &options, std::stop_token stop,
                                      const Reports &reports = {});

private:
    const Paths m_paths;
    StateDatabase &m_store;
    const PriceEndpoints m_endpoints;
    const HttpLimits m_limits;
};

// The lists usually refreshed, and those that were fetched before.
QList<PriceFeed> usualPriceFeeds(const PriceLists &lists);

}  // namespace trainyard
