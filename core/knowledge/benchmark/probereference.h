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
    // A provider's floor is the minimum that the provider's own check accepts.
    enum class Kind { Measured, Floor, ProviderFloor, Spec, Estimate };
    QString what;  // "copy", "matmul bf16"
    Kind kind = Kind::Measured;
    double low = 0, high = 0;  // equal unless several were measured
    int size = 0;              // of a product of square matrices; 0: any
    QString conditions;        // how it was measured, in English
    QString source;            // code
};

struct ReferenceGpu {
    QString key;        // "H200-SXM"
    QString catalogId;  // of the catalogue of GPU models; empty if it is not in there
    QStringList names;  // complete names, as the driver reports them
    QStringList pciDeviceIds;
    QList<ReferenceFigure> figures;
    int usualLanes = 0;            // PCIe lanes that some cloud provides, fewer than the GPU has; 0: none known
    QString lanesAt, lanesSource;  // which cloud, and who reported it
};

// The expected range of one figure. If nothing is known, `sources` is empty.
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
    QList<ReferenceGpu> gpus;  // the well-known ones, then those that only the maker's diagnosis lists
    struct Link {
        int generation = 0, width = 0;
        double gigabytesPerSecond = 0;
        bool isEstimate = false;
        QString source;
    };
    QList<Link> links;  // the bandwidth that a PCIe link reaches, one way
    struct Clocks {
        enum class Meaning { Nothing, Setting, Hot, Fault };
        Meaning meaning = Meaning::Nothing;
        QString source;
    };
    QHash<QString, Clocks> clocks;  // by the probe's word for why clocks are limited
    QHash<QString, ReferenceSource> sources;

    // Corrupt: the file is compiled in, so the program itself is damaged.
    static Result<ProbeReference> parse(const QByteArray &json);
    static Result<ProbeReference> builtIn();

    // By PCI device id, then by the complete name; never by a part of it. nullptr also for a MIG instance.
    const ReferenceGpu *gpu(const ProbeDevice &device) const;
    // `what` without the way of multiplying; `size` 0: unknown, or not a product of square matrices.
    ProbeBand band(const ReferenceGpu &gpu, const QString &what, int size) const;
    const Link *link(const ProbeLink &link) const;
};

}  // namespace trainyard
