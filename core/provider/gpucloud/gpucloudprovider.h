// SPDX-License-Identifier: GPL-3.0-or-later
// What the providers of JSON clouds with API keys have in common. None of these clouds has client tokens or tags: each machine gets a name
// that its request determines (machinelabel.h), and is looked for by that name before it is made, and after an answer was lost. A list
// that lags behind cannot show it then; the error says that the outcome is unknown.
#pragma once

#include "core/provider/gpucloud/gpucloudapi.h"
#include "core/provider/interface/machineprovider.h"

namespace trainyard {

class GpuCloudProvider : public MachineProvider {
public:
    QString kind() const final { return m_kind.kind; }
    QString name() const final { return m_kind.name; }

    Result<InstanceReport> create(const InstanceRequest &request, const StepReport &report, std::stop_token stop) const final;
    Result<InstanceReport> describe(const Instance &instance, std::stop_token stop) const final;
    // Regions are not looked at: the clouds list the whole account.
    Result<QList<InstanceReport>> list(const InstanceFilter &filter, std::stop_token stop) const final;
    Result<void> terminate(const Instance &instance, std::stop_token stop) const final;
    Result<SshTarget> sshTarget(const Instance &instance, std::stop_token stop) const final;

protected:
    using Cloud = GpuCloudApi;
    GpuCloudProvider(const GpuCloudKind &kind, CredentialLookup lookup, const CloudLimits &limits)
        : m_kind(kind), m_lookup(std::move(lookup)), m_api(limits)
    {
    }

    Result<Cloud> signIn(const QString &account) const { return Cloud::signedIn(m_api, m_lookup, m_kind, account); }
    // By its id, or else by its token.
    Result<QJsonObject> found(const Cloud &cloud, const Instance &instance, const std::stop_token &stop) const;
    Error noSuchMachine() const;
    Error costsNothing() const;
    // Whether a resource is what the filter looks for.
    static bool isWanted(const CloudResource &resource, const InstanceFilter &filter);

    // What is wrong with a request, without asking the cloud.
    virtual Result<void> accepts(const InstanceRequest &request) const = 0;
    virtual Result<QJsonArray> machines(const Cloud &cloud, const std::stop_token &stop) const = 0;  // all of the account
    virtual Result<QJsonObject> machine(const Cloud &cloud, const QString &id, const std::stop_token &stop) const = 0;
    virtual Result<QString> make(const Cloud &cloud, const InstanceRequest &request, const QString &label, const StepReport &report,
                                 const std::stop_token &stop) const = 0;  // its id
    virtual Result<void> end(const Cloud &cloud, const QString &id, const std::stop_token &stop) const = 0;
    virtual InstanceReport read(const QJsonObject &machine) const = 0;
    virtual Result<SshTarget> address(const QJsonObject &machine) const = 0;

private:
    Result<QJsonObject> withToken(const Cloud &cloud, const QString &owner, const QString &clientToken, const std::stop_token &stop) const;

    const GpuCloudKind m_kind;
    const CredentialLookup m_lookup;
    const CloudApi m_api;
};

void sayStep(const StepReport &report, const QString &step);
// Gives what was there up: it is fine if it was gone before.
Result<void> goneIsFine(const Result<QJsonValue> &given);

}  // namespace trainyard
