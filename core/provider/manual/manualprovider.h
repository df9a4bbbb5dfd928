// SPDX-License-Identifier: GPL-3.0-or-later
// "I have one": machines whose SSH address a person entered. There is nothing to create, query or return; they have no instance.
#pragma once

#include "core/provider/interface/machineprovider.h"

namespace trainyard {

class ManualProvider : public MachineProvider {
public:
    QString kind() const override { return QStringLiteral("manual"); }
    QString name() const override;
    ProviderCapabilities capabilities() const override { return {}; }
};

}  // namespace trainyard
