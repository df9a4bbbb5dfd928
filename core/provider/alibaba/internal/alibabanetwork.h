// SPDX-License-Identifier: GPL-3.0-or-later
// The network that machines of one owner share in a region, which costs nothing: a VPC, a VSwitch in each zone, and a security group that
// lets SSH in from one address and nothing else. Found by its tags, or made. Blocking, any thread.
#pragma once

#include "core/model/stepreport.h"
#include "core/provider/alibaba/internal/alibabaapi.h"

namespace trainyard {

// The parameters of AuthorizeSecurityGroup that let SSH in from this address.
AlibabaParameters alibabaSshRule(const QByteArray &group, const QString &address);

class AlibabaNetwork {
public:
    // `pause` is waited between two looks at something that is being made.
    AlibabaNetwork(const AlibabaApi &api, const QString &owner, std::chrono::milliseconds pause)
        : m_api(api), m_owner(owner), m_pause(pause)
    {
    }

    // Finds or makes the VPC and the group, and lets SSH in from this address, "203.0.113.7/32"; empty: from nowhere.
    Result<void> prepare(const QString &ownAddress, const StepReport &report, std::stop_token stop);
    // The VSwitch in this zone; after prepare().
    Result<QString> vSwitchIn(const QString &zone, std::stop_token stop);
    QString group() const { return m_group; }

    // Only changes from where SSH is let in; does nothing where there is no group, and then group() is empty.
    Result<void> letIn(const QString &ownAddress, std::stop_token stop);

private:
    Result<QString> findVpc(std::stop_token stop);
    Result<QString> findGroup(std::stop_token stop);
    Result<void> makeVpc(std::stop_token stop);
    Result<void> putRule(const QString &ownAddress, std::stop_token stop);
    Result<void> awaitAvailable(const AlibabaAction &action, const char *idName, const QString &id, const char *list, std::stop_token stop);

    const AlibabaApi &m_api;
    const QString m_owner;
    const std::chrono::milliseconds m_pause;
    QString m_vpc, m_group;
};

}  // namespace trainyard
