// SPDX-License-Identifier: GPL-3.0-or-later
// Refreshes price lists one after the other: asks whether one changed, fetches it whole, reads and checks it, and only then
// puts it in the place of the one that is there. Whatever goes wrong, at any moment, that one stays. Blocking; one thread.
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
    bool acceptsAll = false;  // also what is not to be believed (pricecheck.h)
};

struct RefreshProgress {
    QString list;  // that is being fetched
    int ended = 0, lists = 0;
    qint64 bytes = 0, total = -1;  // of the document that is coming; -1: unknown
};

struct RefreshOutcome {
    PriceListState state;       // as it is kept from now on
    qint64 changed = 0;         // prices that are others than before
    bool needsConsent = false;  // RefreshOptions::acceptsAll would take over what was left as it was
};

class PriceRefresher {
public:
    struct Reports {
        std::function<void(const RefreshProgress &)> progressed;  // at most ten times a second, and before each list
        std::function<void(const RefreshOutcome &)> ended;        // of each list
    };

    PriceRefresher(const Paths &paths, StateDatabase &store, const PriceEndpoints &endpoints, const HttpLimits &limits = {});

    // An outcome for each feed, failed or not, up to the one during which it was cancelled. When a server cannot be
    // reached, its other lists fail likewise and are not asked for. AlreadyExists: another refresh is on; NoSpace,
    // PermissionDenied, Io.
    Result<QList<RefreshOutcome>> run(const QList<PriceFeed> &feeds, const RefreshOptions &options, std::stop_token stop,
                                      const Reports &reports = {});

private:
    const Paths m_paths;
    StateDatabase &m_store;
    const PriceEndpoints m_endpoints;
    const HttpLimits m_limits;
};

// Those usually refreshed, and those that were fetched before.
QList<PriceFeed> usualPriceFeeds(const PriceLists &lists);

}  // namespace trainyard
