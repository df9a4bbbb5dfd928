// SPDX-License-Identifier: GPL-3.0-or-later
// How far runs are, for alerts and lists: reads the local copies of all that are asked about on a thread of its own and judges them as the
// lamp does (core/observe/diagnosis), so that a hang is known whatever a screen shows. Answers are those of the look before: the first one of a
// run says nothing. Main thread.
#pragma once

#include "core/model/run.h"
#include "core/observe/diagnosis/progressjudge.h"
#include "core/observe/diagnosis/runglance.h"

#include <QElapsedTimer>
#include <QObject>
#include <QThread>

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <optional>

namespace trainyard {

class Services;

// How the training of a run goes, judged from its log and its samples.
struct RunProgress {
    ProgressState state = ProgressState::Unknown;
    std::chrono::seconds quiet{0};                  // since the last step; counts when silent or hung
    std::optional<std::chrono::seconds> remaining;  // until its end
};

class ProgressWatch : public QObject {
    Q_OBJECT
public:
    explicit ProgressWatch(Services &services, QObject *parent = nullptr);
    ~ProgressWatch() override;  // stops and joins the thread

    // Asks for another look as well, and follows the run. Runs without a query for ten minutes are let go.
    std::optional<RunProgress> progressOf(const QString &runId);
    // The same for a row of a list: follows nothing, and of a run that is over only the log's end is read, once.
    std::optional<RunGlance> glanceOf(const Run &run);

private:
    class Worker;
    struct Known {
        std::optional<RunProgress> progress;
        std::optional<RunGlance> glance;
        qint64 finalSize = -1;  // of the log when it was read after the run's end
        QElapsedTimer sinceAsked;
        bool isAsked = false;
    };
    Known &known(const QString &runId);
    void ask(const Run &run, qint64 finalSize);

    Services &m_services;
    QThread m_thread;
    Worker *m_worker;
    std::map<QString, Known> m_known;
    std::shared_ptr<std::atomic<bool>> m_isEnding;
};

}  // namespace trainyard
