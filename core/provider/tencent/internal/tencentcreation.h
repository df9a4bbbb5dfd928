// SPDX-License-Identifier: GPL-3.0-or-later
// What has to exist in a region before a machine can be made there, and the making. Any thread; blocking.
#pragma once

#include "core/model/stepreport.h"
#include "core/provider/interface/machineprovider.h"
#include "core/provider/tencent/internal/tencentapi.h"

namespace trainyard {

class TencentCreation {
public:
    TencentCreation(const TencentApi &api, const InstanceRequest &request, const QString &region, const StepReport &report,
                    std::stop_token stop)
        : m_api(api), m_request(request), m_region(region), m_report(report), m_stop(stop)
    {
    }

    // The id of the instance.
    Result<QString> make() const;
    // The id of the security group of this owner, with the rules for the request's own address.
    Result<QString> group() const;

private:
    void say(const QString &step) const;
    Result<QStringList> zones() const;
    Result<QString> keyPair() const;

    const TencentApi &m_api;
    const InstanceRequest &m_request;
    const QString m_region;
    const StepReport &m_report;
    const std::stop_token m_stop;
};

}  // namespace trainyard
