// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a container is refused at its start by the NVIDIA runtime: docs/compat.md, "start". Pure; internal to core/compat.
#pragma once

#include "core/compat/driverrules.h"
#include "core/compat/imagecontents.h"

namespace trainyard {

// By `docker run --gpus` (the hook, legacy mode), for one of the GPUs.
CompatReason judgeStart(const CompatQuestion &question, const GpuKind &gpu, const ImageContents &contents, const CompatFacts &facts);

}  // namespace trainyard
