// SPDX-License-Identifier: GPL-3.0-or-later
// The strings in NVIDIA_REQUIRE_… variables of images, by which a container is refused before CUDA is touched: terms separated by blanks,
// any of which must hold; each consists of factors separated by commas, all of which must hold; a factor is a property (cuda, driver, arch,
// brand), an operator and a value. Follows libnvidia-container (src/cli/dsl.c) and the NVIDIA Container Toolkit (internal/requirements);
// docs/compat.md explains the differences. Trusts nothing: longer strings than any image's are malformed. Pure, any thread.
#pragma once

#include "core/knowledge/compat/version.h"

#include <QMap>
#include <QStringList>

namespace trainyard {

constexpr qsizetype kMaxConstraint = 16 * 1024;

enum class ConstraintReader {
    Hook,     // nvidia-container-cli: `docker run --gpus`, and the nvidia runtime in legacy mode
    Toolkit,  // the toolkit's own, in csv mode: Jetson
};
enum class ConstraintOutcome { Satisfied, Unsatisfied, Malformed };

struct ConstraintHost {
    std::optional<Version> cuda;  // newest that the driver supports; not raised by libraries in the image
    std::optional<Version> driver;
    std::optional<Version> arch;  // compute capability
    QStringList brands;           // names of the brand of the GPU; empty: unknown
};

struct ConstraintAnswer {
    ConstraintOutcome outcome = ConstraintOutcome::Satisfied;
    QString term;            // the one that holds; or the first one, which is what the hook prints if none does
    qsizetype position = 0;  // of the malformed part, from 1
    QString problem;         // of the malformed part, one sentence
};

// The strings that the hook evaluates for a container with these variables, all of which must hold: NVIDIA_REQUIRE_…, without
// NVIDIA_REQUIRE_JETPACK…; a condition from CUDA_VERSION if there is no NVIDIA_REQUIRE_CUDA, as in old images; none with
// NVIDIA_DISABLE_REQUIRE.
QStringList conditionsOf(const QMap<QString, QString> &environment);
// Whether a value of NVIDIA_DISABLE_REQUIRE counts as true.
bool isRequireDisabled(const QString &value);

ConstraintAnswer checkConstraint(const QString &constraint, const ConstraintHost &host, ConstraintReader reader);
// For the whole string, including parts that a hook would not reach.
ConstraintAnswer checkSyntax(const QString &constraint);

}  // namespace trainyard
