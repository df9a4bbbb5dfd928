// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/metrics/gpuuse.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace trainyard {
namespace {

constexpr int kMaxIndex = 255;            // as in the samples
constexpr qsizetype kMaxLine = 8 * 1024;  // four lists of all GPUs

// nullopt if there is no list, or it contains something else.
std::optional<QList<int>> numbersOf(const QJsonValue &value)
{
    if (!value.isArray())
        return std::nullopt;
    QList<int> numbers;
    const QJsonArray array = value.toArray();
    for (const QJsonValue &entry : array) {
        const int number = entry.toInt(-1);
        if (number < 0 || number > kMaxIndex)
            return std::nullopt;
        if (!numbers.contains(number))
            numbers << number;
    }
    return numbers;
}

}  // namespace

GpuUse GpuUse::fromEvents(const QByteArray &events)
{
    qsizetype end = events.size();
    while (end > 0) {
        const qsizetype begin = events.lastIndexOf('\n', end - 1) + 1;
        const QByteArray line = events.mid(begin, end - begin);
        end = begin - 1;
        if (line.size() > kMaxLine || !line.contains("\"gpus\""))
            continue;
        const QJsonObject object = QJsonDocument::fromJson(line).object();
        if (object[QLatin1String("event")].toString() != QLatin1String("gpus"))
            continue;
        const auto there = numbersOf(object[QLatin1String("there")]), used = numbersOf(object[QLatin1String("used")]),
                   others = numbersOf(object[QLatin1String("others")]);
        if (!there || there->isEmpty() || !used || !others)
            continue;
        GpuUse use;
        use.m_said = Said{*there, *used, *others, numbersOf(object[QLatin1String("visible")]),
                          std::clamp(object[QLatin1String("asked")].toInt(), 0, kMaxIndex + 1)};
        return use;
    }
    return {};
}

GpuShare GpuUse::shareOf(int index) const
{
    if (!m_said)
        return GpuShare::Own;
    const bool isOthers = m_said->others.contains(index);
    const GpuShare rest = isOthers ? GpuShare::Others : GpuShare::Free;
    if (m_said->used.contains(index) || (m_said->visible && m_said->visible->contains(index)))
        return GpuShare::Own;
    if (m_said->visible)
        return rest;
    // It requested all there are: those that no other process uses are its own, even before it has used them.
    const bool wantsAll = m_said->asked >= m_said->there.size();
    if (!m_said->used.isEmpty())
        return wantsAll && !isOthers ? GpuShare::Own : rest;
    // On a machine without other users, a task that gave no number has whatever there is.
    return m_said->others.isEmpty() && (wantsAll || m_said->asked == 0) ? GpuShare::Own : rest;
}

QList<int> GpuUse::own() const
{
    QList<int> found;
    if (m_said)
        std::copy_if(m_said->there.begin(), m_said->there.end(), std::back_inserter(found), [this](int index) { return isOwn(index); });
    return found;
}

bool GpuUse::isOpen() const { return m_said && !m_said->visible && own().isEmpty(); }

int GpuUse::ownCount(int there) const
{
    if (!m_said)
        return there;
    return std::max(int(own().size()), m_said->visible ? 0 : std::min(m_said->asked, int(m_said->there.size())));
}

}  // namespace trainyard
