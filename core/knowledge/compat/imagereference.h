// SPDX-License-Identifier: GPL-3.0-or-later
// The name of a container image as people write it: [registry/]repository[:tag][@digest]. Pure, any thread.
#pragma once

#include "core/base/result.h"

namespace trainyard {

struct ImageReference {
    QString registry;    // "nvcr.io", "localhost:5000"; empty: Docker Hub
    QString repository;  // "pytorch/pytorch"; without the "library/" of Docker Hub
    QString tag;         // empty: not given
    QString digest;      // "sha256:…"

    QString text() const;  // the shortest form

    // InvalidInput says what is wrong: invalid characters, upper case in the repository, absurd length.
    static Result<ImageReference> parse(const QString &text);
};

}  // namespace trainyard
