// SPDX-License-Identifier: GPL-3.0-or-later
// The contents of a run's own files on the machine, read by a thread as they grow, without any code of the program that is watched: the
// log's steps, the metrics' times and GPUs, whether there is an `exit`. All times are by this computer's clock, which is also the
// sandbox's, in milliseconds since 1970.
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

    // Reads what has been added by now: the window may already show text written since the thread last read.
    void catchUp() { read(); }

    struct Step {
        qint64 seenMs = 0;
        qint64 step = 0;
    };
    // Steps that the log printed between these moments, and the one before them first; empty: none so far.
    std::vector<Step> steps(qint64 fromMs, qint64 toMs) const;
    std::optional<Step> firstStep() const;
    qint64 totalSteps() const;
    // Steps per second between these moments; nullopt without steps at both ends.
    std::optional<double> pace(qint64 fromMs, qint64 toMs) const;
    // Whether this GPU was 5 % busy at any, and at all, of the moments between; nullopt: no moment there.
    struct Busy {
        bool ever = false, always = true;
    };
    std::optional<Busy> busy(int gpu, qint64 fromMs, qint64 toMs) const;
    // Whether the sampler was silent for more than `ms` in a stretch that touches this one.
    bool hasSilence(qint64 fromMs, qint64 toMs, qint64 ms) const;
    qint64 lastSampleMs() const;
    bool hasExit() const;

private:
    void read();
    void takeLog(const QByteArray &bytes);
    void takeMetrics(const QByteArray &bytes);

    const QString m_directory;
    std::mutex m_reading;        // one read at a time
    mutable std::mutex m_guard;  // protects what was found
    qint64 m_logAt = 0, m_metricsAt = 0, m_total = 0;
    QByteArray m_logRest, m_metricsRest;
    std::vector<Step> m_steps;
    std::vector<qint64> m_samples;                             // their times
    QMap<int, std::vector<std::pair<qint64, double>>> m_gpus;  // percent
    int m_busyField = -1;
    bool m_hasExit = false;
    std::jthread m_thread;  // last, because it uses the other members
};

}  // namespace trainyard
