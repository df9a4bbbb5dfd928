// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/gpuusefile.h"

#include <QFile>
#include <QFileInfo>

namespace trainyard {

namespace {

constexpr qint64 kMaxEventsTail = 256 * 1024;  // a week and more, whatever else happens to the run

}  // namespace

GpuUseFile::GpuUseFile(const QString &metricsFile)
    : m_file(metricsFile.isEmpty() ? QString() : QFileInfo(metricsFile).path() + QStringLiteral("/events"))
{
}

const GpuUse &GpuUseFile::read()
{
    QFile file(m_file);
    if (m_file.isEmpty() || !file.open(QIODevice::ReadOnly) || file.size() == m_size)
        return m_use;
    m_size = file.size();
    if (m_size > kMaxEventsTail && !file.seek(m_size - kMaxEventsTail))
        return m_use;
    if (const GpuUse use = GpuUse::fromEvents(file.read(kMaxEventsTail)); use.isKnown())
        m_use = use;
    return m_use;
}

}  // namespace trainyard
