// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/instanceshapes.h"

namespace trainyard {

namespace {

QByteArray keyOf(QByteArrayView provider, QByteArrayView type) { return provider.toByteArray() + '\n' + type.toByteArray().toLower(); }

}  // namespace

InstanceShapes::InstanceShapes(const OfferTable &known)
{
    for (size_t row = 0; row < known.size(); ++row) {
        const auto text = [&](OfferText which) { return known.text(which, row).toUtf8(); };
        const QByteArray type = text(OfferText::Type);
        const QByteArray key = keyOf(text(OfferText::Provider), type);
        if (type.isEmpty() || m_shapes.contains(key))
            continue;
        const OfferFigures figures = known.figures(row);
        m_shapes.insert(key, {type, text(OfferText::Gpu), figures.gpus, figures.gpuMemoryMiB, figures.vcpus, figures.memoryMiB,
                              text(OfferText::ShapeSource)});
    }
}

const InstanceShape *InstanceShapes::find(QByteArrayView provider, QByteArrayView type) const
{
    const auto found = m_shapes.constFind(keyOf(provider, type));
    return found == m_shapes.cend() ? nullptr : &*found;
}

}  // namespace trainyard
