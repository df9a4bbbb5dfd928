// SPDX-License-Identifier: GPL-3.0-or-later
// The contents of an image, as far as its name shows them: official images state them in their tags. Pure, any thread.
#pragma once

#include "core/knowledge/compat/compatfacts.h"
#include "core/knowledge/compat/imagereference.h"

namespace trainyard {

struct ImageContents {
    QString name;       // "pytorch/pytorch", without nvcr.io/ for nvidia/cuda; empty: unknown image
    QString flavour;    // the rest of the tag: "cudnn9-runtime"
    Version cuda;       // of the image itself
    QString framework;  // "torch", "tensorflow"; empty: none, or unknown version
    Version frameworkVersion;
    bool isCpuOnly = false;
    bool hasCompatLibraries = false;  // cuda-compat
    QStringList olderDrivers;         // that these are documented for
    Version ownDriver;                // for the CUDA inside, if documented
    bool isTagSeen = false;           // false: no source lists such a tag
    // Whether the container may be refused when it starts.
    enum class Condition { None, Known, NotKnown };
    Condition condition = Condition::NotKnown;
    const ConstraintString *constraint = nullptr;  // of that CUDA minor, if Known
    bool isConstraintExact = false;                // read from this very version
    QString missing;                               // one sentence, if nothing is known
    QStringList sources;
};

ImageContents contentsOf(const ImageReference &image, const CompatFacts &facts);

// Every image in the facts, as it can be pulled.
QStringList knownImages(const CompatFacts &facts);

}  // namespace trainyard
