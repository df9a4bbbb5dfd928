// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/retention/retention.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <cmath>
#include <limits>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Retention)
};

using Indices = QList<qsizetype>;

bool isDamaged(const RetentionCandidate &candidate)
{
    return candidate.verdict == Verdict::Partial || candidate.verdict == Verdict::Corrupt;
}

// Highest step first; those without a step come last, the newest first.
bool isHigher(const RetentionCandidate &a, const RetentionCandidate &b)
{
    if (a.step != b.step)
        return a.step.value_or(std::numeric_limits<qint64>::min()) > b.step.value_or(std::numeric_limits<qint64>::min());
    return a.modified > b.modified;
}

bool isNewer(const RetentionCandidate &a, const RetentionCandidate &b)
{
    return a.modified != b.modified ? a.modified > b.modified : isHigher(a, b);
}

class RetentionPlanner {
public:
    RetentionPlanner(const QList<RetentionCandidate> &candidates, const RetentionPolicy &policy, bool isLive)
        : m_candidates(candidates), m_policy(policy), m_isLive(isLive)
    {
        m_plan.decisions.resize(candidates.size());
        for (qsizetype i = 0; i < candidates.size(); ++i) {
            if (candidates[i].verdict == Verdict::Complete)
                m_complete << i;
        }
    }

    RetentionPlan plan()
    {
        keepFirst(1, isHigher, KeepReason::Newest);
        keepFirst(1, isNewer, KeepReason::Newest);
        keepFirst(m_policy.last, isHigher, KeepReason::Last);
        keepFirst(m_policy.last, isNewer, KeepReason::Last);
        if (m_policy.best > 0)
            keepBest();
        for (qsizetype i = 0; i < m_candidates.size(); ++i)
            judge(i);
        keepTogether();
        for (qsizetype i = 0; i < m_candidates.size(); ++i) {
            if (!m_plan.decisions[i].isKept()) {
                m_plan.removedBytes += m_candidates[i].sizeBytes;
                ++m_plan.removedCount;
            }
        }
        return m_plan;
    }

private:
    void keep(qsizetype index, KeepReason reason)
    {
        QList<KeepReason> &reasons = m_plan.decisions[index].reasons;
        if (!reasons.contains(reason))
            reasons << reason;
    }

    template <typename Before>
    void keepFirst(int count, Before before, KeepReason reason)
    {
        Indices order = m_complete;
        std::stable_sort(order.begin(), order.end(), [&](qsizetype a, qsizetype b) { return before(m_candidates[a], m_candidates[b]); });
        keepGroups(order, count, reason);
    }

    // The first `count` groups in this order.
    void keepGroups(const Indices &order, int count, KeepReason reason)
    {
        QSet<QString> groups;
        int kept = 0;
        for (const qsizetype i : order) {
            const QString &group = m_candidates[i].group;
            if (!group.isEmpty() && groups.contains(group))
                continue;
            if (++kept > count)
                return;
            groups.insert(group);
            keep(i, reason);
        }
    }

    void keepTogether()
    {
        QSet<QString> groups;
        for (const qsizetype i : std::as_const(m_complete)) {
            if (m_plan.decisions[i].isKept() && !m_candidates[i].group.isEmpty())
                groups.insert(m_candidates[i].group);
        }
        for (const qsizetype i : std::as_const(m_complete)) {
            if (!m_plan.decisions[i].isKept() && groups.contains(m_candidates[i].group))
                keep(i, KeepReason::Together);
        }
    }

    void keepBest()
    {
        Indices rated;
        for (const qsizetype i : std::as_const(m_complete)) {
            const auto metric = m_candidates[i].metric;
            if (metric && std::isfinite(*metric))
                rated << i;
            else
                keep(i, KeepReason::Unrated);
        }
        std::stable_sort(rated.begin(), rated.end(), [&](qsizetype a, qsizetype b) {
            const double left = *m_candidates[a].metric, right = *m_candidates[b].metric;
            if (left < right || right < left)
                return m_policy.direction == BestDirection::Lowest ? left < right : right < left;
            return isHigher(m_candidates[a], m_candidates[b]);
        });
        keepGroups(rated, m_policy.best, KeepReason::Best);
    }

    // Nothing complete is newer: the run may still be writing it, however slowly.
    bool isNewerThanAnyComplete(const RetentionCandidate &candidate) const
    {
        return std::none_of(m_complete.begin(), m_complete.end(),
                            [&](qsizetype i) { return m_candidates[i].modified > candidate.modified; });
    }

    void judge(qsizetype index)
    {
        const RetentionCandidate &candidate = m_candidates[index];
        if (candidate.isPinned)
            keep(index, KeepReason::Pinned);
        if (candidate.isNeeded)
            keep(index, KeepReason::Needed);
        if (candidate.verdict == Verdict::BeingWritten)
            keep(index, KeepReason::BeingWritten);
        else if (candidate.verdict == Verdict::Unknown)
            keep(index, KeepReason::Unjudged);
        else if (isDamaged(candidate))
            judgeDamaged(index);
        else if (!m_policy.hasRule())
            keep(index, KeepReason::NoRule);
        else if (m_policy.every > 0 && candidate.step && *candidate.step % m_policy.every == 0)
            keep(index, KeepReason::Every);
    }

    void judgeDamaged(qsizetype index)
    {
        if (!m_policy.removesDamaged)
            keep(index, KeepReason::Damaged);
        if (m_complete.isEmpty())
            keep(index, KeepReason::OnlyTrace);
        else if (m_isLive && isNewerThanAnyComplete(m_candidates[index]))
            keep(index, KeepReason::MaybeWriting);
    }

    const QList<RetentionCandidate> &m_candidates;
    const RetentionPolicy &m_policy;
    const bool m_isLive;
    Indices m_complete;
    RetentionPlan m_plan;
};

}  // namespace

QString keepReasonText(KeepReason reason)
{
    switch (reason) {
    case KeepReason::Newest: return Words::tr("the newest complete one");
    case KeepReason::Last: return Words::tr("among the last");
    case KeepReason::Best: return Words::tr("among the best");
    case KeepReason::Every: return Words::tr("at a step to keep");
    case KeepReason::Pinned: return Words::tr("pinned");
    case KeepReason::Needed: return Words::tr("in use by a run or a tracker file");
    case KeepReason::Together: return Words::tr("another part of the same step is kept");
    case KeepReason::Unrated: return Words::tr("cannot be rated: its metric is unknown");
    case KeepReason::NoRule: return Words::tr("no rule removes it");
    case KeepReason::BeingWritten: return Words::tr("being written");
    case KeepReason::Unjudged: return Words::tr("could not be checked");
    case KeepReason::Damaged: return Words::tr("incomplete: only removed on request");
    case KeepReason::MaybeWriting: return Words::tr("may still be being written");
    case KeepReason::OnlyTrace: return Words::tr("there is no complete checkpoint");
    }
    return {};
}

QString keepReasonName(KeepReason reason)
{
    switch (reason) {
    case KeepReason::Newest: return QStringLiteral("newest");
    case KeepReason::Last: return QStringLiteral("last");
    case KeepReason::Best: return QStringLiteral("best");
    case KeepReason::Every: return QStringLiteral("every");
    case KeepReason::Pinned: return QStringLiteral("pinned");
    case KeepReason::Needed: return QStringLiteral("needed");
    case KeepReason::Together: return QStringLiteral("together");
    case KeepReason::Unrated: return QStringLiteral("unrated");
    case KeepReason::NoRule: return QStringLiteral("no-rule");
    case KeepReason::BeingWritten: return QStringLiteral("being-written");
    case KeepReason::Unjudged: return QStringLiteral("unjudged");
    case KeepReason::Damaged: return QStringLiteral("damaged");
    case KeepReason::MaybeWriting: return QStringLiteral("maybe-writing");
    case KeepReason::OnlyTrace: return QStringLiteral("only-trace");
    }
    return {};
}

RetentionPlan planRetention(const QList<RetentionCandidate> &candidates, const RetentionPolicy &policy, bool isLive)
{
    return RetentionPlanner(candidates, policy, isLive).plan();
}

}  // namespace trainyard
