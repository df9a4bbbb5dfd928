// SPDX-License-Identifier: GPL-3.0-or-later
// What can be known about a cloud before a machine is rented there. Main thread; whatever waits is done on the context's pool.
#pragma once

#include "core/model/capacitywatch.h"
#include "core/service/clouds/rentfindings.h"
#include "core/service/clouds/rentorder.h"
#include "core/service/machines/servicecontext.h"

namespace trainyard {

class CloudPreview {
public:
    explicit CloudPreview(ServiceContext &context) : m_context(context) {}

    // The smallest rights that Trainyard needs at this cloud, in its own format.
    Result<QString> policy(const QString &kind) const;
    QFuture<QList<RentFinding>> look(RentAsk ask, const RentOrder &order, int vcpus, std::stop_token stop = {});
    // What would keep a watch from ever finding or renting anything. Errors as checkWatchable() of capacitysearch.h.
    QFuture<Result<void>> checkWatch(const CapacityWatch &watch, std::stop_token stop = {});
    // What machines there can start from. Errors as MachineProvider::images().
    QFuture<Result<QList<ProviderImage>>> images(const QString &account, const QString &region, std::stop_token stop = {});
    // The line of the provider's own command line that would order the same; empty: it has none. No request is sent.
    QString createLine(const RentOrder &order) const;

private:
    ServiceContext &m_context;
};

}  // namespace trainyard
