#include "core/run/progresswatch.h"

#include "core/run/observedrun.h"
#include "core/run/runseries.h"
#include "core/run/runwatch.h"
#include "core/run/workbench.h"

namespace trainyard {

namespace {

constexpr std::chrono::milliseconds kForgotten = std::chrono::minutes(10);
constexpr qint64 kMostLog = 64 << 20;      // of a log that is there already: hundreds of thousands of steps

RunProgress progressFrom(const RunObservation &seen)
{
    RunProgress progress{seen.progress.state, std::chrono::seconds(seen.progress.sinceStepMs.value_or(0) / 1000), {}};
    if (seen.forecast && seen.forecast->remaining)
        progress.remaining = std::chrono::seconds(seen.forecast->remaining->likelyMs / 1000);
    return progress;
}

}  // namespace

// In the thread.
class ProgressWatch::Worker : public QObject {
public:
    explicit Worker(std::shared_ptr<std::atomic<bool>> isEnding) : m_isEnding(std::move(isEnding)) {}

    struct Question {
        Run run;
        QString logFile, metricsFile, expression;
    };

    RunProgress look(const Question &question)
    {
        auto &one = m_runs[question.run.id];
        if (!one || one->expression != question.expression) {
            one = std::make_unique<One>(question);
            one->files.setMostLog(kMostLog);
            one->files.setPattern(compiledPattern(question.expression));
        }
        one->files.setRun(question.run);
        // The machine's clock goes on from the last thing it said; this computer's sleep does not count.
        const auto now = [&one] { return one->machineMs + (one->sinceSaid.isValid() ? one->sinceSaid.elapsed() : 0); };
        one->files.update(one->machineMs > 0 ? std::optional(now()) : std::nullopt);
        const qint64 said = one->files.at(0).machineMs;
        if (said != one->machineMs) {
            one->machineMs = said;
            one->sinceSaid.start();
        }
        return progressFrom(one->files.at(now()));
    }

    void forget(const QString &runId) { m_runs.erase(runId); }
    bool isEnding() const { return m_isEnding->load(); }

private:
    struct One {
        explicit One(const Question &question) : files(question.logFile, question.metricsFile), expression(question.expression) {}

        ObservedRun files;
        QString expression;
        qint64 machineMs = 0;
        QElapsedTimer sinceSaid;
    };

    std::map<QString, std::unique_ptr<One>> m_runs;
    std::shared_ptr<std::atomic<bool>> m_isEnding;
};

ProgressWatch::ProgressWatch(Workbench &workbench, QObject *parent)
    : QObject(parent), m_workbench(workbench), m_isEnding(std::make_shared<std::atomic<bool>>(false))
{
    m_worker = new Worker(m_isEnding);
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.setObjectName(QStringLiteral("progress watch"));
    m_thread.start();
}

ProgressWatch::~ProgressWatch()
{
    m_isEnding->store(true);
    m_thread.quit();
    m_thread.wait();
}

std::optional<RunProgress> ProgressWatch::progressOf(const QString &runId)
{
    for (auto one = m_known.begin(); one != m_known.end();) {
        if (one->first == runId || one->second.isAsked || !one->second.sinceAsked.hasExpired(kForgotten.count())) {
            ++one;
            continue;
        }
        QMetaObject::invokeMethod(m_worker, [worker = m_worker, id = one->first] { worker->forget(id); });
        one = m_known.erase(one);
    }
    RunWatch *const watch = m_workbench.watchRun(runId);
    if (!watch)
        return std::nullopt;
    Known &known = m_known[runId];
    known.sinceAsked.start();
    if (std::exchange(known.isAsked, true))
        return known.progress;
    const Worker::Question question{watch->run(), watch->logFile(), watch->metricsFile(), seriesExpression(watch->run().name, m_workbench.paths())};
    QMetaObject::invokeMethod(m_worker, [this, worker = m_worker, question] {
        if (worker->isEnding())
            return;
        const RunProgress progress = worker->look(question);
        QMetaObject::invokeMethod(this, [this, id = question.run.id, progress] {
            Known &answered = m_known[id];
            answered.progress = progress;
            answered.isAsked = false;
        }, Qt::QueuedConnection);
    });
    return known.progress;
}

}  // namespace trainyard
