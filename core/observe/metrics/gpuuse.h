// SPDX-License-Identifier: GPL-3.0-or-later
// Which GPUs of a machine are a run's own, as resources/onbox/gpus.sh saw it there (docs/run-directory.md). Pure.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace trainyard {

enum class GpuShare { Own, Others, Free };  // Others: a program that is not the run's works on it, and none of the run's did

class GpuUse {
public:
    GpuUse() = default;  // nothing was said: every GPU counts as the run's own
    // From the run's `events`; the last thing said counts. What is not whole there counts as not said.
    static GpuUse fromEvents(const QByteArray &events);

    bool isKnown() const { return m_said.has_value(); }
    GpuShare shareOf(int index) const;
    bool isOwn(int index) const { return shareOf(index) == GpuShare::Own; }
    // How many it has for itself: those that are its own, or as many as its task asked for where they are not known yet.
    int ownCount(int there) const;
    // Nothing tells yet which they are: others use the machine, or the task asked for fewer than there are.
    bool isOpen() const;
    QList<int> own() const;  // of those that were there; empty also when nothing was said
    QList<int> others() const { return m_said ? m_said->others : QList<int>(); }

    bool operator==(const GpuUse &) const = default;

private:
    struct Said {
        QList<int> there, used, others;     // there: all of the machine. used: where a program of the run was seen
        std::optional<QList<int>> visible;  // that it was told to use (CUDA_VISIBLE_DEVICES, the container's devices)
        int asked = 0;                      // by the task's accelerators; 0 = it named none
        bool operator==(const Said &) const = default;
    };
    std::optional<Said> m_said;
};

}  // namespace trainyard
