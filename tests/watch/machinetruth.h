// SPDX-License-Identifier: GPL-3.0-or-later
// What a run's own files on the machine say, read as they grow by a thread of its own, without any code of the program that is
// watched: the log's steps, the metrics' times and GPUs, whether there is an `exit`. All times: this computer's clock, which is
// the sandbox's too, milliseconds since 1970.
#pragma once

#include <QByteArray>
#include <QMap>
#include <QString>

#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace trainyard {

class MachineTruth {
public:
    explicit MachineTruth(const QString &runDirectory);

    // Reads what has grown by now: what is shown already may have been written since the thread last read.
    void catchUp() { read(); }

    struct Step {
        qint64 seenMs = 0;
        qint64 step = 0;
    };
    // Steps that the log told between these moments, the one before them first; empty: none so far.
    std::vector<Step> steps(qint64 fromMs, qint64 toMs) const;
    std::optional<Step> firstStep() const;
    qint64 totalSteps() const;
    // Steps a second between these moments; nothing without steps at both ends.
    std::optional<double> pace(qint64 fromMs, qint64 toMs) const;
    // Whether this GPU was 5 % busy in any, and in all, of the moments between; nothing: no moment there.
    struct Busy {
        bool ever = false, always = true;
    };
    std::optional<Busy> busy(int gpu, qint64 fromMs, qint64 toMs) const;
    // The sampler was silent for more than `ms` in a stretch that touches this one.
    bool hasSilence(qint64 fromMs, qint64 toMs, qint64 ms) const;
    qint64 lastSampleMs() const;
    bool hasExit() const;

private:
    void read();
    void takeLog(const QByteArray &bytes);
    void takeMetrics(const QByteArray &bytes);

    const QString m_directory;
    std::mutex m_reading;        // one read at a time
    mutable std::mutex m_guard;  // of what was found
    qint64 m_logAt = 0, m_metricsAt = 0, m_total = 0;
    QByteArray m_logRest, m_metricsRest;
    std::vector<Step> m_steps;
    std::vector<qint64> m_samples;                             // their times
    QMap<int, std::vector<std::pair<qint64, double>>> m_gpus;  // percent
    int m_busyField = -1;
    bool m_hasExit = false;
    std::jthread m_thread;  // last: it uses the rest
};

}  // namespace trainyard
