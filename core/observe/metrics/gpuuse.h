// SPDX-License-Identifier: GPL-3.0-or-later
// Which GPUs of a machine belong to a run, as resources/onbox/gpus.sh saw it there (docs/run-directory.md). Pure.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace trainyard {

enum class GpuShare { Own, Others, Free };  // Others: used by a program that is not the run's, and by none of the run's

class GpuUse {
public:
    GpuUse() = default;  // nothing was reported: every GPU counts as the run's own
    // From the run's `events`; the last report counts. An incomplete one is ignored.
    static GpuUse fromEvents(const QByteArray &events);

    bool isKnown() const { return m_said.has_value(); }
    GpuShare shareOf(int index) const;
    bool isOwn(int index) const { return shareOf(index) == GpuShare::Own; }
    // How many it has for itself: its own ones, or as many as its task requested while they are unknown.
    int ownCount(int there) const;
    // Still unknown which they are: others use the machine, or the task requested fewer than there are.
    bool isOpen() const;
    QList<int> own() const;  // of those that were there; also empty if nothing was reported
    QList<int> others() const { return m_said ? m_said->others : QList<int>(); }

    bool operator==(const GpuUse &) const = default;

private:
    struct Said {
        QList<int> there, used, others;     // there: all of the machine. used: where a program of the run was seen
        std::optional<QList<int>> visible;  // the GPUs it was restricted to (CUDA_VISIBLE_DEVICES, the container's devices)
        int asked = 0;                      // by the task's accelerators; 0 = none requested
        bool operator==(const Said &) const = default;
    };
    std::optional<Said> m_said;
};

}  // namespace trainyard
