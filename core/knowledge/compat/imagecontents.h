// SPDX-License-Identifier: GPL-3.0-or-later
// What is in an image, as far as its name tells: official images say it in their tags. Pure, any thread.
#pragma once

#include "core/knowledge/compat/compatfacts.h"
#include "core/knowledge/compat/imagereference.h"

namespace trainyard {

struct ImageContents {
    QString name;       // "pytorch/pytorch", without nvcr.io/ of nvidia/cuda; empty: none that is known
    QString flavour;    // the rest of the tag: "cudnn9-runtime"
    Version cuda;       // of the image itself
    QString framework;  // "torch", "tensorflow"; empty: none, or not known which version
    Version frameworkVersion;
    bool isCpuOnly = false;
    bool hasCompatLibraries = false;  // cuda-compat
    QStringList olderDrivers;         // that they are documented for
    Version ownDriver;                // of the CUDA inside, where documented
    bool isTagSeen = false;           // else no source lists such a tag
    // Whether the container may be refused at its start.
    enum class Condition { None, Known, NotKnown };
    Condition condition = Condition::NotKnown;
    const ConstraintString *constraint = nullptr;  // of that CUDA minor, where Known
    bool isConstraintExact = false;                // read from this very version
    QString missing;                               // one sentence, where nothing can be told
    QStringList sources;
};

ImageContents contentsOf(const ImageReference &image, const CompatFacts &facts);

// Every image that the facts name, as it can be pulled.
QStringList knownImages(const CompatFacts &facts);

}  // namespace trainyard
