// SPDX-License-Identifier: GPL-3.0-or-later
// From where SSH of rented machines is allowed, as their person moves (letin.h, ownaddress.h). Main thread; whatever waits is done on the
// context's pool. Reports are called on worker threads.
#pragma once

#include "core/service/clouds/letin.h"

namespace trainyard {

class LetInService {
public:
    explicit LetInService(ServiceContext &context) : m_context(context) {}

    // Whether machines of this account are open to one address only.
    bool isLimited(const QString &account) const;
    // Of this computer. Errors as findOwnAddress().
    QFuture<Result<QString>> ownAddress(std::stop_token stop = {});
    // What letIn() would do; asks no cloud. Errors as planLetIn().
    Result<LetIn> plan(InstanceId id, const QString &address) const;
    // Errors as letIn() of letin.h.
    QFuture<Result<LetIn>> letIn(InstanceId id, const QString &address, const StepReport &report = {}, std::stop_token stop = {});

private:
    ServiceContext &m_context;
};

}  // namespace trainyard
