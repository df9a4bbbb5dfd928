// SPDX-License-Identifier: GPL-3.0-or-later
// What healthy GPUs are known to measure, each figure with its source (docs/probe-judging.md). Value types, any thread.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/benchmark/probereport.h"

#include <QHash>

namespace trainyard {

struct ReferenceSource {
    QString code, title, link, date;
};

struct ReferenceFigure {
    // A provider's floor is what that provider's own check lets pass.
    enum class Kind { Measured, Floor, ProviderFloor, Spec, Estimate };
    QString what;  // "copy", "matmul bf16"
    Kind kind = Kind::Measured;
    double low = 0, high = 0;  // alike unless several were measured
    int size = 0;              // of a product of squares; 0: any
    QString conditions;        // how it was measured, in English
    QString source;            // code
};

struct ReferenceGpu {
    QString key;        // "H200-SXM"
    QString catalogId;  // of the catalogue of GPU models; empty where there is none
    QStringList names;  // as the driver tells them, whole
    QStringList pciDeviceIds;
    QList<ReferenceFigure> figures;
    int usualLanes = 0;            // PCIe lanes that some cloud gives it, fewer than it has; 0: not known of any
    QString lanesAt, lanesSource;  // which cloud, and who saw it
};

// What is expected of one figure. Nothing known: `sources` is empty.
struct ProbeBand {
    double low = 0, high = 0;  // what is usual
    bool isEstimate = false;
    QString conditions;
    QStringList sources;
    std::optional<double> floor, providerFloor;
    QString floorSource, providerFloorSource;

    bool isKnown() const { return !sources.isEmpty(); }
};

struct ProbeReference {
    QString asOf;
    QList<ReferenceGpu> gpus;  // those known well, then those that only the maker's diagnosis knows
    struct Link {
        int generation = 0, width = 0;
        double gigabytesPerSecond = 0;
        bool isEstimate = false;
        QString source;
    };
    QList<Link> links;  // what comes over a PCIe link, one way
    struct Clocks {
        enum class Meaning { Nothing, Setting, Hot, Fault };
        Meaning meaning = Meaning::Nothing;
        QString source;
    };
    QHash<QString, Clocks> clocks;  // by the probe's word for why clocks are held down
    QHash<QString, ReferenceSource> sources;

    // Corrupt: the file is compiled in, so the program itself is damaged.
    static Result<ProbeReference> parse(const QByteArray &json);
    static Result<ProbeReference> builtIn();

    // By PCI device id, then by the whole name; never by a part of it. nullptr for a MIG instance, too.
    const ReferenceGpu *gpu(const ProbeDevice &device) const;
    // `what` without the way of multiplying; `size` 0: not known, or no product of squares.
    ProbeBand band(const ReferenceGpu &gpu, const QString &what, int size) const;
    const Link *link(const ProbeLink &link) const;
};

}  // namespace trainyard
