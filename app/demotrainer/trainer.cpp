// SPDX-License-Identifier: GPL-3.0-or-later
#include "trainer.h"

#include "durablefile.h"
#include "printed.h"

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <utility>

namespace trainyard::demo {

namespace {

constexpr std::size_t kSampleLength = 60;

// Depends only on the step, never on --steps: a run that is cut short and resumed sees the same rates.
double learningRate(std::uint64_t step)
{
    constexpr double kPeak = 3e-3, kWarmup = 50, kDecay = 800;
    const double t = static_cast<double>(step);
    return kPeak * std::min(1.0, t / kWarmup) / std::sqrt(1.0 + t / kDecay);
}

}  // namespace

Trainer::Trainer(Options options, const StopSignal &stopSignal, SaveSignal &saveSignal)
    : m_options(std::move(options)), m_stopSignal(stopSignal), m_saveSignal(saveSignal), m_model(m_corpus.vocabulary()),
      m_rng(m_options.seed)
{
}

int Trainer::run()
{
    m_model.initialise(m_rng);
    m_corpus.begin(m_rng);
    m_state.seed = m_options.seed;
    m_state.textFingerprint = m_corpus.fingerprint();
    if (!prepareDirectory() || !resume())
        return 2;
    introduce();
    if (m_state.step >= m_options.steps) {
        m_console.line(
            printed("Nothing to do: step %" PRIu64 " is reached already, --steps asks for %" PRIu64 ".", m_state.step, m_options.steps));
        return 0;
    }
    return loop();
}

bool Trainer::prepareDirectory()
{
    if (m_options.checkpointDir.empty())
        return true;
    const std::string why = makeDirectory(m_options.checkpointDir);
    if (!why.empty()) {
        m_console.complaint("Cannot use " + m_options.checkpointDir + " for checkpoints: " + why + ". Choose another --checkpoint-dir.");
        return false;
    }
    removeUnfinished(m_options.checkpointDir);
    return true;
}

bool Trainer::resume()
{
    if (m_options.resume.empty())
        return true;
    if (m_options.resume == "latest")
        return resumeLatest();
    const std::string why = loadCheckpoint(m_options.resume, m_state, m_model);
    if (!why.empty()) {
        m_console.complaint(why);
        return false;
    }
    takeOver(m_options.resume);
    return !m_resumedFrom.empty();
}

bool Trainer::resumeLatest()
{
    if (m_options.checkpointDir.empty()) {
        m_console.complaint("--resume latest needs --checkpoint-dir or TRAINYARD_CHECKPOINT_DIR.");
        return false;
    }
    const auto found = findCheckpoints(m_options.checkpointDir);
    for (auto it = found.rbegin(); it != found.rend(); ++it) {
        const std::string why = loadCheckpoint(it->path, m_state, m_model);
        if (why.empty()) {
            takeOver(it->path);
            return !m_resumedFrom.empty();
        }
        m_console.complaint(why);
    }
    if (!found.empty()) {
        m_console.complaint("None of the checkpoints in " + m_options.checkpointDir + " can be resumed; start without --resume.");
        return false;
    }
    m_console.line("No checkpoint in " + m_options.checkpointDir + " yet: starting from the beginning.");
    return true;
}

void Trainer::takeOver(const std::string &path)
{
    if (m_state.textFingerprint != m_corpus.fingerprint() || !m_corpus.seek(m_state.data)) {
        m_console.complaint("Cannot resume from " + path + ": it was trained on another text. Start without --resume.");
        return;
    }
    m_rng.setState(m_state.rng);
    m_resumedFrom = path;
    m_savedStep = m_state.step;
    goWrong();
}

// Faults on request of a test: those that a resume has in real programs.
void Trainer::goWrong()
{
    if (m_options.wrongResume == "data") {
        Rng other(m_options.seed + m_state.step);
        m_corpus.begin(other);
    } else if (m_options.wrongResume == "optimizer") {
        for (auto *const moments : {&m_model.firstMoments(), &m_model.secondMoments()})
            std::fill(moments->begin(), moments->end(), 0.0f);
    } else if (m_options.wrongResume == "rate") {
        m_rateFactor = 3;
    } else if (m_options.wrongResume == "step" && m_state.step > 0) {
        --m_state.step;
    }
}

void Trainer::introduce()
{
    m_console.line("Text: " + std::string(Corpus::title())
                   + printed(", %zu characters, %zu different ones", m_corpus.size(), m_corpus.vocabulary()));
    m_console.line(printed("Model: %zu parameters (context %zu, embedding %zu, hidden %zu), batch %" PRIu64 ", seed %" PRIu64,
                           m_model.parameterCount(), kContext, kEmbedding, kHidden, m_options.batch, m_state.seed));
    if (m_resumedFrom.empty())
        m_console.line("Starting from the beginning.");
    else
        m_console.line(printed("Resumed from %s at step %" PRIu64 ", loss %.4f.", m_resumedFrom.c_str(), m_state.step, m_state.loss));
    if (m_options.checkpointDir.empty())
        m_console.line("No checkpoints will be saved: there is no --checkpoint-dir.");
}

int Trainer::loop()
{
    m_state.batch = m_options.batch;
    m_console.begin(m_state.step, m_options.steps);
    m_start = Clock::now();
    const std::uint64_t firstStep = m_state.step;
    // The first step has no turn to wait for; it counts as having taken as long as the others.
    auto reportedAt = m_start;
    if (m_options.stepsPerSecond > 0)
        reportedAt -= std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / m_options.stepsPerSecond));
    std::uint64_t reportedTokens = m_state.tokens;
    Batch batch;
    while (m_state.step < m_options.steps && m_stopSignal == 0) {
        const std::uint64_t step = m_state.step + 1;
        m_corpus.nextBatch(m_rng, m_options.batch, batch);
        const double loss = m_model.train(batch, m_rateFactor * learningRate(step), step);
        if (!std::isfinite(loss)) {
            m_console.complaint(printed("The loss is no longer a number at step %" PRIu64 "; resume from an earlier checkpoint.", step));
            return 1;
        }
        // Smoothed over about ten steps; part of the state, so that a resumed run prints the same numbers.
        m_state.loss = m_state.step == 0 ? loss : 0.9 * m_state.loss + 0.1 * loss;
        m_state.step = step;
        m_state.tokens += m_options.batch;
        m_console.progress(step, m_state.loss, step == m_options.steps);
        if (step == m_options.steps)
            m_console.endBar();
        if (step % m_options.metricsEvery == 0 || step == m_options.steps) {
            const auto now = Clock::now();
            const double seconds = std::max(std::chrono::duration<double>(now - reportedAt).count(), 1e-9);
            m_console.line(printed("step=%" PRIu64 " loss=%.4f lr=%.2e tok/s=%.0f", step, m_state.loss, m_rateFactor * learningRate(step),
                                   static_cast<double>(m_state.tokens - reportedTokens) / seconds));
            reportedAt = now;
            reportedTokens = m_state.tokens;
        }
        const bool isAsked = m_saveSignal != 0;
        m_saveSignal = 0;
        const bool isDue = isAsked || (m_options.checkpointEvery > 0 && step % m_options.checkpointEvery == 0);
        if ((isDue || step == m_options.steps) && !save())
            return 1;
        if (step < m_options.steps)
            waitForTurn(step - firstStep);
    }
    const int signal = m_stopSignal;
    if (signal == 0) {
        m_console.line(printed("Finished: %" PRIu64 " steps, loss %.4f.", m_state.step, m_state.loss));
        return 0;
    }
    m_console.line(printed("Asked to stop (%s) at step %" PRIu64 ".", signal == SIGINT ? "INT" : "TERM", m_state.step));
    if (m_savedStep != m_state.step && !save())
        return 1;
    m_console.line(m_options.checkpointDir.empty() ? "Stopped." : printed("Stopped; resume from step %" PRIu64 ".", m_savedStep));
    return 128 + signal;
}

bool Trainer::save()
{
    if (m_options.checkpointDir.empty())
        return true;
    m_state.rng = m_rng.state();
    m_state.data = m_corpus.position();
    std::string path;
    const std::string why = saveCheckpoint(m_options.checkpointDir, m_state, m_model, path);
    if (!why.empty()) {
        m_console.complaint(why);
        return false;
    }
    m_savedStep = m_state.step;
    m_console.line(printed("Saved %s, loss %.4f", path.c_str(), m_state.loss));
    m_console.line("Sample: " + m_corpus.sample(m_model, kSampleLength, m_state.step));
    pruneCheckpoints(m_options.checkpointDir, m_options.keep);
    return true;
}

// Ends early when a signal arrives.
void Trainer::waitForTurn(std::uint64_t stepsDone) const
{
    if (m_options.stepsPerSecond <= 0)
        return;
    const std::chrono::duration<double> offset(static_cast<double>(stepsDone) / m_options.stepsPerSecond);
    const auto due = m_start + std::chrono::duration_cast<Clock::duration>(offset);
    const auto since = std::chrono::duration_cast<std::chrono::nanoseconds>(due.time_since_epoch()).count();
    const timespec when{static_cast<time_t>(since / 1'000'000'000), static_cast<long>(since % 1'000'000'000)};
    // libstdc++'s steady_clock is CLOCK_MONOTONIC; an absolute time cannot drift.
    while (m_stopSignal == 0 && clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &when, nullptr) == EINTR) {}
}

}  // namespace trainyard::demo
