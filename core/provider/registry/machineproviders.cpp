// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/registry/machineproviders.h"

#include "core/provider/manual/manualprovider.h"
#include "core/provider/sandbox/sandboxprovider.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

MachineProviders MachineProviders::standard(const Paths &paths)
{
    std::vector<std::unique_ptr<const MachineProvider>> all;
    all.push_back(std::make_unique<ManualProvider>());
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
