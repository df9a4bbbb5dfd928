// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/progresswatch.h"

#include "core/service/runs/internal/losssketch.h"
#include "core/service/runs/observedrun.h"
#include "core/service/runs/runseries.h"
#include "core/service/runs/runwatch.h"
#include "core/service/runs/services.h"

#include <QFileInfo>

namespace trainyard {

namespace {

constexpr std::chrono::milliseconds kForgotten = std::chrono::minutes(10);
constexpr qint64 kMaxLog = 64 << 20;   // of a log that is there already: hundreds of thousands of steps
constexpr qint64 kLogEnd = 256 << 10;  // of one that is over: the last steps and their loss
constexpr qint64 kSketchGrowth = 40;   // a part of the log that is a point of its sketch

RunProgress progressFrom(const RunObservation &seen)
{
    RunProgress progress{seen.progress.state, std::chrono::seconds(seen.progress.sinceStepMs.value_or(0) / 1000), {}};
    if (seen.forecast && seen.forecast->remaining)
        progress.remaining = std::chrono::seconds(seen.forecast->remaining->likelyMs / 1000);
    return progress;
}

RunGlance glanceFrom(const RunObservation &seen)
{
    RunGlance glance{seen.progress.state, seen.lastStep, seen.totalSteps, seen.loss, {}, {}};
    if (seen.forecast)
        glance.remaining = seen.forecast->remaining;
    return glance;
}

}  // namespace

// In the thread.
class ProgressWatch::Worker : public QObject {
public:
    explicit Worker(std::shared_ptr<std::atomic<bool>> isEnding) : m_isEnding(std::move(isEnding)) {}

    struct Question {
        Run run;
        QString logFile, metricsFile, expression;
        bool isOver = false;
    };

    RunObservation look(const Question &question)
    {
        if (question.isOver) {
            ObservedRun files(question.logFile, {});
            files.setMostLog(kLogEnd);
            files.setPattern(compiledPattern(question.expression));
            files.setRun(question.run);
            files.update();
            m_runs.erase(question.run.id);
            return files.at(0);
        }
        auto &one = m_runs[question.run.id];
        if (!one || one->expression != question.expression) {
            one = std::make_unique<One>(question);
            one->files.setMostLog(kMaxLog);
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
        return one->files.at(now());
    }

    // A curve of pixels: made anew when the log has grown by some of them.
    QList<QPointF> losses(const Question &question)
    {
        const auto one = m_runs.find(question.run.id);
        if (one == m_runs.end())
            return lossSketch(question.logFile, compiledPattern(question.expression));
        const qint64 size = QFileInfo(question.logFile).size();
        if (size < one->second->sketchedSize || size - one->second->sketchedSize > size / kSketchGrowth) {
            one->second->sketchedSize = size;
            one->second->losses = lossSketch(question.logFile, compiledPattern(question.expression));
        }
        return one->second->losses;
    }

    void forget(const QString &runId) { m_runs.erase(runId); }
    bool isEnding() const { return m_isEnding->load(); }

private:
    struct One {
        explicit One(const Question &question) : files(question.logFile, question.metricsFile), expression(question.expression) {}

        ObservedRun files;
        QString expression;
        qint64 machineMs = 0, sketchedSize = 0;
        QList<QPointF> losses;
        QElapsedTimer sinceSaid;
    };

    std::map<QString, std::unique_ptr<One>> m_runs;
    std::shared_ptr<std::atomic<bool>> m_isEnding;
};

ProgressWatch::ProgressWatch(Services &services, QObject *parent)
    : QObject(parent), m_services(services), m_isEnding(std::make_shared<std::atomic<bool>>(false))
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

ProgressWatch::Known &ProgressWatch::known(const QString &runId)
{
    for (auto one = m_known.begin(); one != m_known.end();) {
        if (one->first == runId || one->second.isAsked || !one->second.sinceAsked.hasExpired(kForgotten.count())) {
            ++one;
            continue;
        }
        QMetaObject::invokeMethod(m_worker, [worker = m_worker, id = one->first] { worker->forget(id); });
        one = m_known.erase(one);
    }
    Known &known = m_known[runId];
    known.sinceAsked.start();
    return known;
}

void ProgressWatch::ask(const Run &run, qint64 finalSize)
{
    const QString folder = m_services.paths().runs() + u'/' + run.id;
    const Worker::Question question{run, folder + QStringLiteral("/log"), folder + QStringLiteral("/metrics"),
                                    seriesExpression(run.name, m_services.paths()), finalSize >= 0};
    QMetaObject::invokeMethod(m_worker, [this, worker = m_worker, question, finalSize] {
        if (worker->isEnding())
            return;
        const RunObservation seen = worker->look(question);
        RunGlance glance = glanceFrom(seen);
        glance.losses = worker->losses(question);
        QMetaObject::invokeMethod(
            this,
            [this, id = question.run.id, finalSize, progress = progressFrom(seen), glance] {
                Known &answered = m_known[id];
                answered.progress = progress;
                answered.glance = glance;
                answered.finalSize = finalSize;
                answered.isAsked = false;
            },
            Qt::QueuedConnection);
    });
}

std::optional<RunProgress> ProgressWatch::progressOf(const QString &runId)
{
    RunWatch *const watch = m_services.runs.watch(runId);
    if (!watch)
        return std::nullopt;
    Known &one = known(runId);
    if (!std::exchange(one.isAsked, true))
        ask(watch->run(), -1);
    return one.progress;
}

std::optional<RunGlance> ProgressWatch::glanceOf(const Run &run)
{
    Known &one = known(run.id);
    const qint64 size = hasEnded(run.state) ? QFileInfo(m_services.paths().runs() + u'/' + run.id + QStringLiteral("/log")).size() : -1;
    if (size >= 0 && size == one.finalSize)
        return one.glance;
    if (!std::exchange(one.isAsked, true))
        ask(run, size);
    return one.glance;
}

}  // namespace trainyard
