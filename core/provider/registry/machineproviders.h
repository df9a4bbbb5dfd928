// SPDX-License-Identifier: GPL-3.0-or-later
// All providers; a new one is added in standard() and nowhere else. Immutable once made: any thread.
#pragma once

#include "core/base/paths.h"
#include "core/provider/interface/cloudaccount.h"
#include "core/provider/interface/machineprovider.h"

#include <memory>
#include <vector>

namespace trainyard {

class MachineProviders {
public:
    // `lookup` gives clouds the credentials of the person's accounts; it is called on the threads that call them.
    static MachineProviders standard(const Paths &paths, const CredentialLookup &lookup);
    explicit MachineProviders(std::vector<std::unique_ptr<const MachineProvider>> providers) : m_providers(std::move(providers)) {}

    // In the order in which they are offered to people.
    const std::vector<std::unique_ptr<const MachineProvider>> &all() const { return m_providers; }
    // Unsupported: the kind was stored by another version, which has more providers.
    Result<const MachineProvider *> find(const QString &kind) const;
    // An unknown kind can do nothing.
    ProviderCapabilities capabilitiesOf(const QString &kind) const;

private:
    std::vector<std::unique_ptr<const MachineProvider>> m_providers;
};

}  // namespace trainyard
