// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/resumedloss.h"

#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"

#include <QJsonObject>

#include <algorithm>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr std::chrono::milliseconds kFirstLook = 5s, kLongestPause = 10min;
constexpr int kEnough = 10;  // values: a verdict from three may be reversed by the next

}  // namespace

std::optional<ResumedLoss> resumedLoss(CommandContext &context, const Run &run)
{
    if (run.resumedFrom.isEmpty())
        return std::nullopt;
    const auto resumed = context.console.wait(context.services.resumes.resumedLoss(run.id, context.console.stop()));
    return resumed && resumed->resumeStep ? std::optional(*resumed) : std::nullopt;
}

QJsonValue toJson(const std::optional<ResumedLoss> &resumed)
{
    if (!resumed)
        return {};
    const ContinuationVerdict &verdict = resumed->verdict;
    const bool isKnown = verdict.kind != Continuation::TooEarly;
    const bool isMeasured = isKnown && verdict.kind != Continuation::FromStart && verdict.kind != Continuation::Broken;
    return QJsonObject{{QStringLiteral("from_step"), *resumed->resumeStep},
                       {QStringLiteral("verdict"), continuationName(verdict.kind)},
                       {QStringLiteral("step"), isKnown ? QJsonValue(verdict.step) : QJsonValue()},
                       {QStringLiteral("compared"), verdict.compared},
                       {QStringLiteral("difference"), isMeasured ? QJsonValue(verdict.difference) : QJsonValue()},
                       {QStringLiteral("tolerance"), isMeasured ? QJsonValue(verdict.tolerance) : QJsonValue()},
                       {QStringLiteral("sentence"), verdict.sentence}};
}

ResumedTelling::ResumedTelling(CommandContext &context, const Run &run)
    : m_context(context), m_runId(run.id), m_isResumed(!run.resumedFrom.isEmpty())
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(kFirstLook);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { ask(); });
    if (m_isResumed)
        m_timer.start();
}

void ResumedTelling::ask()
{
    whenDone(m_context.services.resumes.resumedLoss(m_runId, m_context.console.stop()), &m_timer,
             [this](const Result<ResumedLoss> &resumed) {
                 tell(resumed, kEnough);
                 m_timer.setInterval(std::min(m_timer.intervalAsDuration() * 2, kLongestPause));
                 if (!m_isReported)
                     m_timer.start();
             });
}

void ResumedTelling::finish()
{
    if (m_isResumed && !m_isReported)
        tell(m_context.console.wait(m_context.services.resumes.resumedLoss(m_runId, m_context.console.stop())), 0);
}

void ResumedTelling::tell(const Result<ResumedLoss> &resumed, int least)
{
    if (m_isReported || !resumed || resumed->verdict.sentence.isEmpty() || resumed->verdict.compared < least)
        return;
    m_isReported = true;
    m_context.console.say(QStringLiteral("yard: ") + resumed->verdict.sentence);
}

}  // namespace trainyard
