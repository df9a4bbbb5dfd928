// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/runfollowers.h"

#include "core/observe/diagnosis/runglance.h"
#include "core/service/runs/internal/followerthreads.h"
#include "core/service/runs/internal/losssketch.h"
#include "core/service/runs/internal/mailbox.h"
#include "core/service/runs/runfollower.h"
#include "core/service/runs/runseries.h"

#include <QFileInfo>

#include <chrono>
#include <map>

namespace trainyard {

namespace {

constexpr std::chrono::milliseconds kForgotten = std::chrono::minutes(10);
constexpr qint64 kLogEnd = 256 << 10;  // of a run that has ended: the last steps and their loss

RunGlance glanceFrom(const Run &run, const RunObservation &seen)
{
    RunGlance glance{seen.progress.state, seen.lastStep, seen.totalSteps, seen.loss, {}, {}};
    if (const auto use = hasEnded(run.state) || !seen.steps ? std::nullopt : timeUse(*seen.steps, spanOf(run, seen.machineMs)))
        glance.usefulPercent = use->percent();
    if (seen.forecast)
        glance.remaining = seen.forecast->remaining;
    return glance;
}

// The samples date the steps, which only the remaining time of an active run needs.
RunGlance readGlance(const Run &run, const FollowedFiles &files, const std::shared_ptr<const SeriesPattern> &pattern)
{
    RunFeed feed({files.log, hasEnded(run.state) ? QString() : files.metrics});
    feed.setMostLog(kLogEnd);
    feed.setPattern(pattern);
    feed.setRun(run);
    RunGlance glance = glanceFrom(run, feed.readAll());
    glance.losses = lossSketch(files.log, pattern);
    return glance;
}

}  // namespace

RunGlance glanceNow(const Run &run, const Paths &paths)
{
    return readGlance(run, followedFiles(run.id, paths), compiledPattern(seriesExpression(run.name, paths)));
}

struct RunFollowers::Known {
    std::shared_ptr<RunFollower> kept;
    std::weak_ptr<RunFollower> follower;
    QElapsedTimer sinceAsked;
    std::optional<RunGlance> atEnd;  // of a run that has ended
    qint64 finalSize = -1;           // of the log when that was read
    bool isAsked = false;
};

struct RunFollowers::State {
    explicit State(RunFollowers *owner) : mailbox(std::make_shared<Mailbox>(owner)) {}

    const std::shared_ptr<FollowerThreads> threads = std::make_shared<FollowerThreads>();
    const std::shared_ptr<Mailbox> mailbox;
    std::map<RunId, Known> known;
};

RunFollowers::RunFollowers(const Paths &paths, QObject *parent) : QObject(parent), m_paths(paths), m_state(std::make_unique<State>(this)) {}

RunFollowers::~RunFollowers() { m_state->mailbox->close(); }

RunFollowers::Known &RunFollowers::known(const RunId &runId)
{
    for (auto &[id, one] : m_state->known) {
        if (id != runId && one.kept && one.sinceAsked.hasExpired(kForgotten.count()))
            one.kept.reset();
    }
    std::erase_if(m_state->known, [&](const auto &one) {
        return one.first != runId && one.second.follower.expired() && !one.second.isAsked
               && one.second.sinceAsked.hasExpired(kForgotten.count());
    });
    Known &known = m_state->known[runId];
    known.sinceAsked.start();
    return known;
}

std::shared_ptr<RunFollower> RunFollowers::of(const Run &run)
{
    const auto follower = known(run.id).follower.lock();
    return of(run, followedFiles(run.id, m_paths), follower ? QString() : seriesExpression(run.name, m_paths));
}

std::shared_ptr<RunFollower> RunFollowers::of(const Run &run, const FollowedFiles &files, const QString &expression)
{
    Known &one = known(run.id);
    one.kept = one.follower.lock();
    if (!one.kept || one.kept->files() != files) {
        one.kept = std::make_shared<RunFollower>(m_state->threads, run, files, expression);
        one.follower = one.kept;
    }
    one.kept->setRun(run);
    return one.kept;
}

void RunFollowers::askForEnd(const Run &run, qint64 size)
{
    m_state->threads->post([this, mailbox = m_state->mailbox, run, files = followedFiles(run.id, m_paths), size,
                            pattern = compiledPattern(seriesExpression(run.name, m_paths))] {
        if (!mailbox->isOpen())
            return;
        mailbox->post([this, id = run.id, size, glance = readGlance(run, files, pattern)] {
            Known &one = m_state->known[id];
            one.atEnd = glance;
            one.finalSize = size;
            one.isAsked = false;
        });
    });
}

std::optional<RunGlance> RunFollowers::glanceOf(const Run &run)
{
    if (hasEnded(run.state)) {
        Known &one = known(run.id);
        const qint64 size = QFileInfo(followedFiles(run.id, m_paths).log).size();
        if (size != one.finalSize && !std::exchange(one.isAsked, true))
            askForEnd(run, size);
        return one.atEnd;
    }
    const auto follower = of(run);
    follower->look();
    if (!follower->observation())
        return std::nullopt;
    RunGlance glance = glanceFrom(run, *follower->observation());
    glance.losses = follower->losses();
    return glance;
}

}  // namespace trainyard

#include "moc_runfollowers.cpp"
