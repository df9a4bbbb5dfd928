// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the NVIDIA runtime refuses a container when it starts: docs/compat.md, "start". Pure; internal to core/knowledge/compat.
#pragma once

#include "core/knowledge/compat/imagecontents.h"
#include "core/knowledge/compat/internal/driverrules.h"

namespace trainyard {

// For `docker run --gpus` (the hook, legacy mode) or CDI, and one of the GPUs.
CompatReason judgeStart(const CompatQuestion &question, const GpuKind &gpu, const ImageContents &contents, const CompatFacts &facts);

}  // namespace trainyard
