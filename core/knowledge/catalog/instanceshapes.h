// SPDX-License-Identifier: GPL-3.0-or-later
// The hardware of instance types, by the provider's name of the type: price lists do not always state the GPUs. Pure; any thread.
#pragma once

#include "core/knowledge/catalog/offertable.h"

#include <QHash>

namespace trainyard {

struct InstanceShape {
    QByteArray type;          // as the catalogue writes it
    QByteArray gpu;           // a GpuModel::id, or the name its source uses
    qint32 gpus = kWholeGpu;  // and the others as in OfferFigures
    qint32 gpuMemoryMiB = kUnknown;
    qint32 vcpus = kUnknown;
    qint32 memoryMiB = kUnknown;
    QByteArray source;
};

class InstanceShapes {
public:
    explicit InstanceShapes(const OfferTable &known);

    // In upper or lower case; nullptr for an unknown type, which includes most types without a GPU.
    const InstanceShape *find(QByteArrayView provider, QByteArrayView type) const;

private:
    QHash<QByteArray, InstanceShape> m_shapes;
};

}  // namespace trainyard
