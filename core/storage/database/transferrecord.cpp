// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/transferrecord.h"

#include <array>

namespace trainyard {

namespace {

const std::array<QString, 5> kNames{QStringLiteral("waiting"), QStringLiteral("paused"), QStringLiteral("done"), QStringLiteral("failed"),
                                    QStringLiteral("cancelled")};

}  // namespace

QString transferStateName(TransferRecord::State state) { return kNames[static_cast<std::size_t>(state)]; }

TransferRecord::State transferStateFromName(const QString &name)
{
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (kNames[i] == name)
            return TransferRecord::State(i);
    }
    return TransferRecord::State::Failed;
}

}  // namespace trainyard
