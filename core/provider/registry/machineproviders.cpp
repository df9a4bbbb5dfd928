// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/registry/machineproviders.h"

#include "core/provider/alibaba/alibabaprovider.h"
#include "core/provider/aws/awsprovider.h"
#include "core/provider/azure/azureprovider.h"
#include "core/provider/google/googleprovider.h"
#include "core/provider/lambda/lambdaprovider.h"
#include "core/provider/manual/manualprovider.h"
#include "core/provider/openstack/openstackprovider.h"
#include "core/provider/runpod/runpodprovider.h"
#include "core/provider/sandbox/sandboxprovider.h"
#include "core/provider/tencent/tencentprovider.h"
#include "core/provider/vast/vastprovider.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

MachineProviders MachineProviders::standard(const Paths &paths, const CredentialLookup &lookup)
{
    std::vector<std::unique_ptr<const MachineProvider>> all;
    all.push_back(std::make_unique<ManualProvider>());
    all.push_back(std::make_unique<AwsProvider>(lookup));
    all.push_back(std::make_unique<AlibabaProvider>(lookup));
    all.push_back(std::make_unique<TencentProvider>(lookup));
    all.push_back(std::make_unique<RunPodProvider>(lookup));
    all.push_back(std::make_unique<LambdaProvider>(lookup));
    all.push_back(std::make_unique<VastProvider>(lookup));
    all.push_back(std::make_unique<AzureProvider>(lookup));
    all.push_back(std::make_unique<GoogleProvider>(lookup));
    all.push_back(std::make_unique<OpenStackProvider>(lookup));
    all.push_back(std::make_unique<SandboxProvider>(paths));
    return MachineProviders(std::move(all));
}

Result<const MachineProvider *> MachineProviders::find(const QString &kind) const
{
    const auto found = std::find_if(m_providers.begin(), m_providers.end(), [&kind](const auto &one) { return one->kind() == kind; });
    if (found != m_providers.end())
        return found->get();
    return Error{ErrorCode::Unsupported,
                 QCoreApplication::translate("trainyard::MachineProvider",
                                             "This Trainyard does not know the provider “%1”: use the version that made the machine.")
                     .arg(kind),
                 {}};
}

ProviderCapabilities MachineProviders::capabilitiesOf(const QString &kind) const
{
    const auto found = find(kind);
    return found ? (*found)->capabilities() : ProviderCapabilities();
}

}  // namespace trainyard
