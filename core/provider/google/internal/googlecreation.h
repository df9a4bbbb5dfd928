// SPDX-License-Identifier: GPL-3.0-or-later
// What has to exist before a machine can be made, and the making. Any thread; blocking.
#pragma once

#include "core/model/stepreport.h"
#include "core/provider/google/internal/googleapi.h"
#include "core/provider/interface/machineprovider.h"

namespace trainyard {

class GoogleCreation {
public:
    GoogleCreation(const GoogleApi &api, const InstanceRequest &request, const StepReport &report, std::stop_token stop)
        : m_api(api), m_request(request), m_report(report), m_stop(stop)
    {
    }

    // The id of the instance.
    Result<QString> make() const;
    // The rules of the firewall for the request's own address.
    Result<void> firewall() const;

private:
    void say(const QString &step) const;
    Result<QStringList> zones() const;
    Result<void> rule(const QJsonObject &wanted) const;
    Result<void> insert(const QString &zone, const QString &name) const;
    Result<bool> isThereAlready(const QString &path) const;

    const GoogleApi &m_api;
    const InstanceRequest &m_request;
    const StepReport &m_report;
    const std::stop_token m_stop;
};

}  // namespace trainyard
