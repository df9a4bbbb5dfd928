// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a build contains code for a GPU: docs/compat.md, "code". Pure; internal to core/knowledge/compat.
#pragma once

#include "core/knowledge/compat/internal/driverrules.h"

namespace trainyard {

// The GPU code of a build.
struct GpuCode {
    enum class Known {
        Toolkit,     // whatever the toolkit's compiler can generate: the person's own programs, NVIDIA's libraries
        List,        // exactly `codes`
        Part,        // `codes`, and possibly others; without PTX
        Documented,  // the documentation names the GPUs, from `least` on
    };
    Known known = Known::Toolkit;
    QString codes;  // "7.0;8.0;9.0+PTX"
    Version least;
    QString hint;  // other facts, one sentence, if it is unknown whether it has code
    QStringList sources;
};

// The GPU's compute capability must be known.
CompatReason judgeCode(const CompatQuestion &question, const GpuKind &gpu, const CudaNeed &need, const GpuCode &code,
                       const CompatFacts &facts);

}  // namespace trainyard
