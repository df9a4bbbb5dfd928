// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/retention/verification.h"

#include "core/base/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Verification)
};

class Judge {
    using Kind = VerificationFinding::Kind;

public:
    void add(const RangeTask &task, const RangeOutcome &outcome)
    {
        const auto found = [&](Kind kind, const QString &text) { note({kind, task.file, task.label, text}); };
        switch (outcome.problem) {
        case RangeProblem::Missing: m_isPartial = true; return found(Kind::Damage, Words::tr("cannot be read"));
        case RangeProblem::Short: m_isPartial = true; return found(Kind::Damage, Words::tr("the file is truncated"));
        case RangeProblem::Damaged: return found(Kind::Damage, Words::tr("compressed data cannot be decompressed"));
        case RangeProblem::Unable: return found(Kind::NotChecked, Words::tr("could not be checked on the machine"));
        case RangeProblem::None: break;
        }
        m_result.bytes += task.length;
        if (task.sum != RangeSum::None && !outcome.sum)
            found(Kind::NotChecked, Words::tr("its checksum could not be computed on the machine"));
        else if (task.sum != RangeSum::None && *outcome.sum != task.expected)
            found(Kind::Damage, Words::tr("its checksum is wrong"));
        else if (task.sum != RangeSum::None)
            ++m_result.sums;
        if (!task.numbers)
            return;
        if (!outcome.nonFinite) {
            m_areNumbersMissed = true;
            return;
        }
        m_result.lookedAtNumbers = true;
        m_result.nonFinite.add(*outcome.nonFinite);
        if (outcome.nonFinite->any()) {
            found(Kind::NotFinite,
                  Words::tr("%1 numbers are NaN, %2 infinite")
                      .arg(formatCount(qint64(outcome.nonFinite->nans)), formatCount(qint64(outcome.nonFinite->infinities))));
        }
    }

    void add(const FileComparison &file)
    {
        if (isDamage(file.change))
            note({Kind::Damage, file.name, {}, fileChangeText(file.change)});
        else if (!file.isProven)
            note({Kind::NotChecked, file.name, {}, fileChangeText(file.change)});
        else
            ++m_result.sums;
    }

    void note(const VerificationFinding &finding)
    {
        ++m_result.findingCount;
        m_result.damaged += finding.kind == Kind::Damage;
        m_result.unchecked += finding.kind == Kind::NotChecked;
        // If there are very many, the severe ones are kept.
        if (m_result.findings.size() < 4 * kMaxFindings || (finding.kind == Kind::Damage && m_result.findings.size() < 8 * kMaxFindings))
            m_result.findings << finding;
    }

    Verification result()
    {
        if (m_areNumbersMissed)
            note({Kind::NotChecked, {}, {}, Words::tr("whether the numbers are finite was not checked on the machine")});
        std::stable_sort(m_result.findings.begin(), m_result.findings.end(),
                         [](const VerificationFinding &a, const VerificationFinding &b) { return a.kind < b.kind; });
        if (m_result.findings.size() > kMaxFindings)
            m_result.findings.resize(kMaxFindings);
        m_result.verdict = m_result.damaged     ? (m_isPartial ? Verdict::Partial : Verdict::Corrupt)
                           : m_result.unchecked ? Verdict::Unknown
                                                : Verdict::Complete;
        m_result.reason = reason();
        return m_result;
    }

private:
    QString reason() const
    {
        if (m_result.damaged)
            return Words::tr("%n parts are damaged.", "", int(std::min<qint64>(m_result.damaged, 1'000'000)));
        if (m_result.unchecked)
            return Words::tr("%n parts could not be checked; no other problem found.", "",
                             int(std::min<qint64>(m_result.unchecked, 1'000'000)));
        QString text = m_result.sums ? Words::tr("%n checksums match.", "", int(std::min<qint64>(m_result.sums, 1'000'000'000)))
                                     : Words::tr("Everything is readable; the format has no checksums.");
        if (m_result.nonFinite.any())
            text += u' ' + Words::tr("Some numbers are not finite.");
        else if (m_result.lookedAtNumbers)
            text += u' ' + Words::tr("All numbers are finite.");
        return text;
    }

    Verification m_result;
    bool m_isPartial = false, m_areNumbersMissed = false;
};

}  // namespace

Verification judgeVerification(const std::vector<RangeTask> &tasks, const std::vector<RangeOutcome> &outcomes,
                               const QList<FileComparison> &files, const QList<VerificationFinding> &findings)
{
    Q_ASSERT(tasks.size() == outcomes.size());
    Judge judge;
    for (const VerificationFinding &finding : findings)
        judge.note(finding);
    for (size_t i = 0; i < tasks.size(); ++i)
        judge.add(tasks[i], outcomes[i]);
    for (const FileComparison &file : files)
        judge.add(file);
    return judge.result();
}

}  // namespace trainyard
