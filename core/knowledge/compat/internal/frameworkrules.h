// SPDX-License-Identifier: GPL-3.0-or-later
// Which build of a framework is meant, and what it needs: docs/compat.md, "frameworks". Pure; internal to core/knowledge/compat.
#pragma once

#include "core/knowledge/compat/internal/coderules.h"

namespace trainyard {

struct FrameworkNeed {
    std::optional<CudaNeed> cuda;  // nullopt: the reasons say why
    GpuCode code;
    Version cudnn;
    QList<CompatReason> reasons;  // about the build itself
    QString missing;              // one sentence; empty: nothing
};

FrameworkNeed needOf(const FrameworkRequest &request, const CompatQuestion &question, const CompatFacts &facts);

QString frameworkName(const QString &name);  // "PyTorch"

}  // namespace trainyard
