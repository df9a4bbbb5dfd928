// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/runfigures.h"

#include "core/service/runs/internal/mailbox.h"

#include <QElapsedTimer>

#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace trainyard {

namespace {

constexpr qint64 kLookAgainMs = 5'000;  // at the files of a row that is on the screen
constexpr qint64 kTellMs = 500;         // results are handed over in batches, so that a list is not sorted for each
constexpr size_t kMostGrowing = 64;     // readers of active runs that go on where they stopped; each keeps its curves

}  // namespace

struct RunFiguresService::State {
    struct Known {
        qint64 bytes = -1;
        bool isOver = false;  // what is not known of a run that goes on may be then
        FigureParts parts;
        QElapsedTimer sinceLook;
        bool has(const FigureParts &wanted) const
        {
            return (!wanted.series || parts.series) && (!wanted.busy || parts.busy) && (!wanted.useful || parts.useful);
        }
    };

    explicit State(const Paths &where, QObject *owner) : paths(where), mailbox(std::make_shared<Mailbox>(owner)) {}

    std::optional<std::pair<Run, FigureParts>> next();
    void work(RunFiguresService *owner, std::stop_token stop);

    const Paths paths;
    const std::shared_ptr<Mailbox> mailbox;

    std::mutex guard;  // of what follows
    QList<Run> seen, all;
    qsizetype seenAt = 0, allAt = 0;  // the next ones
    qsizetype left() const { return seen.size() - seenAt + all.size() - allAt; }
    FigureParts parts;
    bool isWorking = false;

    // Of the worker alone.
    std::map<RunId, Known> known;
    std::map<RunId, std::unique_ptr<RunFiguresReader>> growing;
};

std::optional<std::pair<Run, FigureParts>> RunFiguresService::State::next()
{
    const std::lock_guard lock(guard);
    for (const bool isSeen : {true, false}) {
        const QList<Run> &list = isSeen ? seen : all;
        qsizetype &at = isSeen ? seenAt : allAt;
        while (at < list.size()) {
            const Run &run = list[at++];
            const auto had = known.find(run.id);
            const bool isComplete = had != known.end() && had->second.isOver == hasEnded(run.state) && had->second.has(parts);
            if (!isComplete || (isSeen && had->second.sinceLook.hasExpired(kLookAgainMs)))
                return std::pair(run, parts);
        }
    }
    isWorking = false;
    return std::nullopt;
}

void RunFiguresService::State::work(RunFiguresService *owner, std::stop_token stop)
{
    FiguresByRun fresh;
    QElapsedTimer sinceTold;
    sinceTold.start();
    const auto tell = [&](qsizetype left) {
        mailbox->post([owner, fresh = std::exchange(fresh, {}), left] {
            for (auto one = fresh.begin(); one != fresh.end(); ++one)
                owner->m_known.insert(one.key(), *one);
            if (std::exchange(owner->m_left, left) != left || !fresh.isEmpty())
                Q_EMIT owner->changed();
        });
        sinceTold.restart();
    };
    while (!stop.stop_requested()) {
        const auto task = next();
        if (!task)
            break;
        const auto &[run, wanted] = *task;
        Known &had = known[run.id];
        had.sinceLook.start();
        const qint64 bytes = figureBytes(run.id, paths);
        const bool isOver = hasEnded(run.state);
        if (bytes == had.bytes && isOver == had.isOver && had.has(wanted))
            continue;
        if (isOver)
            growing.erase(run.id);
        else if (growing.size() >= kMostGrowing && !growing.contains(run.id))
            growing.erase(growing.begin());
        std::unique_ptr<RunFiguresReader> once;
        std::unique_ptr<RunFiguresReader> &reader = isOver ? once : growing[run.id];
        if (!reader)
            reader = std::make_unique<RunFiguresReader>(run.id, paths);
        const auto figures = reader->read(run, wanted, [&stop] { return !stop.stop_requested(); });
        if (!figures)
            break;
        had.bytes = bytes;
        had.isOver = isOver;
        had.parts = {figures->series.has_value(), figures->busyPercent.has_value(), figures->usefulPercent.has_value()};
        fresh.insert(run.id, std::make_shared<const RunFigures>(*figures));
        if (sinceTold.hasExpired(kTellMs)) {
            const std::lock_guard lock(guard);
            tell(left());
        }
    }
    tell(0);
}

Executor::Options RunFiguresService::oneThread()
{
    Executor::Options options;
    options.maxThreads = 1;
    return options;
}

RunFiguresService::RunFiguresService(const Paths &paths, QObject *parent) : QObject(parent), m_state(std::make_shared<State>(paths, this))
{
}

RunFiguresService::~RunFiguresService() { m_state->mailbox->close(); }

void RunFiguresService::want(const QList<Run> &seen, const QList<Run> &all, const FigureParts &parts)
{
    const std::lock_guard lock(m_state->guard);
    m_state->seen = seen;
    m_state->seenAt = 0;
    if (!all.isSharedWith(m_state->all) || !(parts == m_state->parts)) {
        m_state->all = all;
        m_state->allAt = 0;
    }
    m_state->parts = parts;
    if (!std::exchange(m_state->isWorking, true))
        m_worker.post([this, state = m_state](std::stop_token stop) { state->work(this, stop); });
}

}  // namespace trainyard

#include "moc_runfigures.cpp"
