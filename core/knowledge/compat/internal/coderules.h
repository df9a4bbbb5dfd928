// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a build carries code for a GPU: docs/compat.md, "code". Pure; internal to core/knowledge/compat.
#pragma once

#include "core/knowledge/compat/internal/driverrules.h"

namespace trainyard {

// The GPU code of a build.
struct GpuCode {
    enum class Known {
        Toolkit,     // whatever the toolkit's compiler can make: programs of one's own, NVIDIA's libraries
        List,        // exactly `codes`
        Part,        // `codes`, and what else is unknown; without PTX
        Documented,  // the documents say for which GPUs, from `least` on
    };
    Known known = Known::Toolkit;
    QString codes;  // "7.0;8.0;9.0+PTX"
    Version least;
    QString hint;  // what else is known, one sentence, where it is not known whether it has code
    QStringList sources;
};

// The GPU's compute capability must be known.
CompatReason judgeCode(const CompatQuestion &question, const GpuKind &gpu, const CudaNeed &need, const GpuCode &code,
                       const CompatFacts &facts);

}  // namespace trainyard
