// SPDX-License-Identifier: GPL-3.0-or-later
// All providers that there are; a new one is added in standard() and nowhere else. Not changed once it is made: any thread.
#pragma once

#include "core/base/paths.h"
#include "core/provider/interface/machineprovider.h"

#include <memory>
#include <vector>

namespace trainyard {

class MachineProviders {
public:
    static MachineProviders standard(const Paths &paths);
    explicit MachineProviders(std::vector<std::unique_ptr<const MachineProvider>> providers) : m_providers(std::move(providers)) {}

    // In the order in which people are offered them.
    const std::vector<std::unique_ptr<const MachineProvider>> &all() const { return m_providers; }
    // Unsupported: written down by another version, which has more of them.
    Result<const MachineProvider *> find(const QString &kind) const;
    // Of a kind that is not known: nothing can be done.
    ProviderCapabilities capabilitiesOf(const QString &kind) const;

private:
    std::vector<std::unique_ptr<const MachineProvider>> m_providers;
};

}  // namespace trainyard
