// SPDX-License-Identifier: GPL-3.0-or-later
// The share of a run's time in which it trained, and what the rest was spent on, from its steps and their times (docs/watching.md). Times
// are the machine's clock, in milliseconds since 1970. Pure; bounded memory.
#pragma once

#include <QList>

#include <optional>
#include <vector>

namespace trainyard {

struct StepMoment {
    qint64 ms = 0;  // when it was reported
    double step = 0;
};

// The steps of a run as they are reported; beyond 4096 of them, every second one is dropped, but neither end of a pause.
class StepTrack {
public:
    void take(qint64 ms, double step);
    const std::vector<StepMoment> &moments() const { return m_moments; }

private:
    void thin();
    std::vector<StepMoment> m_moments;
};

// Starting: until the first step. Saving: of pauses in which a checkpoint was written, what they took longer than steps would have.
// Pausing: the same for all other pauses. Repeating: steps that had been done before. Ending: after the last step.
enum class IdleCause { Starting, Saving, Pausing, Repeating, Ending };

struct TimeUse {
    struct Part {
        IdleCause cause = IdleCause::Starting;
        qint64 ms = 0;
        int times = 0;
        bool operator==(const Part &) const = default;
    };
    qint64 totalMs = 0, usefulMs = 0;
    QList<Part> parts;  // what the rest was spent on, in the order of IdleCause; none is empty

    double percent() const { return totalMs > 0 ? double(usefulMs) / double(totalMs) * 100 : 0; }
    bool operator==(const TimeUse &) const = default;
};

struct RunSpan {
    qint64 startedMs = 0, endMs = 0;  // the end, or the present
    bool hasEnded = false;
    std::optional<double> doneBefore = {};  // the last step of the earlier attempts
    QList<qint64> saved = {};               // when checkpoints were written
};

// nullopt: fewer than three steps have a time, so that the run's usual pace is not known.
std::optional<TimeUse> timeUse(const std::vector<StepMoment> &steps, const RunSpan &span);

}  // namespace trainyard
