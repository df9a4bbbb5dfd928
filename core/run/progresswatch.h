// How far runs are, for alerts: reads the local copies of all that are asked about on a thread of its own and judges them as the
// lamp does (core/watch), so that a hang is known whatever a screen shows. Answers are those of the look before: the first one of a
// run says nothing. Main thread.
#pragma once

#include "core/run/runalerts.h"

#include <QElapsedTimer>
#include <QObject>
#include <QThread>

#include <atomic>
#include <map>
#include <memory>

namespace trainyard {

class Workbench;

class ProgressWatch : public QObject {
    Q_OBJECT
public:
    explicit ProgressWatch(Workbench &workbench, QObject *parent = nullptr);
    ~ProgressWatch() override;             // stops and joins the thread

    // Asks for another look as well. Runs that nobody asks about for ten minutes are let go.
    std::optional<RunProgress> progressOf(const QString &runId);

private:
    class Worker;
    struct Known {
        std::optional<RunProgress> progress;
        QElapsedTimer sinceAsked;
        bool isAsked = false;
    };

    Workbench &m_workbench;
    QThread m_thread;
    Worker *m_worker;
    std::map<QString, Known> m_known;
    std::shared_ptr<std::atomic<bool>> m_isEnding;
};

}  // namespace trainyard
