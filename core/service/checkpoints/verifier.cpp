// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/checkpoints/verifier.h"

#include "core/checkpoint/retention/verifyplan.h"
#include "core/service/checkpoints/internal/manifestkeeper.h"
#include "core/service/checkpoints/internal/onboxverifier.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Verification)
};

constexpr qint64 kLocalBatch = 8 * 1024 * 1024;
constexpr qint64 kRemoteBatch = 32 * 1024 * 1024;  // so that a round trip is short beside it

// What could not be computed.
bool isLeft(const RangeTask &task, const RangeOutcome &outcome)
{
    return outcome.problem == RangeProblem::Unable
           || (outcome.problem == RangeProblem::None
               && ((task.sum != RangeSum::None && !outcome.sum) || (task.numbers && !outcome.nonFinite)));
}

class Verifier {
public:
    Verifier(CheckpointFolder &folder, const Checkpoint &checkpoint, const VerifyOptions &options, const VerifyProgress &progress,
             std::stop_token stop)
        : m_folder(folder), m_options(options), m_progress(progress), m_stop(std::move(stop))
    {
        m_checked.checkpoint = checkpoint;
        m_checked.isFull = options.isFull;
    }

    Result<CheckedCheckpoint> run()
    {
        const Inspection inspection = inspectCheckpoint(m_checked.checkpoint, *m_folder.source);
        if (m_stop.stop_requested())
            return cancelledError();
        if (!m_checked.checkpoint.step)
            m_checked.checkpoint.step = inspection.step;
        TRY(auto plan, planVerification(m_checked.checkpoint, inspection, *m_folder.source));
        m_checked.withoutSum = plan.withoutSum;
        TRY_DO(compareFiles(plan.bytes()));
        std::vector<RangeOutcome> outcomes;
        if (m_options.isFull) {
            TRY_DO(look(plan.tasks, outcomes));
        } else {
            plan.tasks.clear();
        }
        m_checked.verification = judgeVerification(plan.tasks, outcomes, m_options.isFull ? m_checked.files : damagedOnly(), plan.findings);
        heed(inspection);
        if (m_options.writesManifest && m_checked.verification.verdict == Verdict::Complete) {
            Checkpoint whole = m_checked.checkpoint;
            whole.verdict = Verdict::Complete;
            TRY_DO(ManifestKeeper(*m_folder.place).make(whole, reporting(m_checked.checkpoint.sizeBytes), m_stop));
            m_checked.isManifestWritten = true;
        }
        return std::move(m_checked);
    }

private:
    std::function<void(qint64)> reporting(qint64 total) const
    {
        return [this, total](qint64 done) {
            if (m_progress)
                m_progress(std::min(done, total), total);
        };
    }

    Result<void> compareFiles(qint64 bytes)
    {
        ManifestKeeper keeper(*m_folder.place);
        const auto manifest = keeper.read(m_checked.checkpoint, m_stop);
        if (!manifest && manifest.error().code != ErrorCode::Corrupt)
            return manifest.error();
        if (!manifest || !*manifest)
            return {};
        m_checked.manifest = **manifest;
        // A store gives uploaded files a new date, so every file would be read.
        if (m_folder.store && !m_options.isFull) {
            m_checked.files = compareWithManifest(**manifest, m_checked.checkpoint.files);
            return {};
        }
        const auto files = keeper.compare(m_checked.checkpoint, **manifest, m_options.isFull, reporting(bytes), m_stop);
        if (files) {
            m_checked.files = *files;
            return {};
        }
        if (files.error().code != ErrorCode::Unsupported)
            return files.error();
        // The machine has no program for it: only sizes and times are compared.
        m_checked.files = compareWithManifest(**manifest, m_checked.checkpoint.files);
        return {};
    }

    QList<FileComparison> damagedOnly() const
    {
        QList<FileComparison> damaged;
        for (const FileComparison &file : m_checked.files) {
            if (isDamage(file.change))
                damaged << file;
        }
        return damaged;
    }

    Result<void> look(const std::vector<RangeTask> &tasks, std::vector<RangeOutcome> &outcomes)
    {
        const RangeProgress report = reporting(bytesOf(tasks));
        if (!m_folder.connection) {
            TRY(auto looked, checkRanges(tasks, *m_folder.source, m_folder.store ? kRemoteBatch : kLocalBatch, report, m_stop));
            outcomes = std::move(looked);
            m_checked.tool = QStringLiteral("here");
            if (m_folder.store)
                m_checked.transferredBytes = bytesOf(tasks);
            return {};
        }
        TRY(auto looked, lookOnMachine(*m_folder.connection, m_folder.path, tasks, report, m_stop));
        outcomes = std::move(looked.outcomes);
        m_checked.tool = looked.tool;
        return readTheRest(tasks, outcomes);
    }

    Result<void> readTheRest(const std::vector<RangeTask> &tasks, std::vector<RangeOutcome> &outcomes)
    {
        std::vector<size_t> left;
        std::vector<RangeTask> rest;
        for (size_t i = 0; i < tasks.size(); ++i) {
            if (isLeft(tasks[i], outcomes[i])) {
                left.push_back(i);
                rest.push_back(tasks[i]);
            }
        }
        if (!m_options.mayTransfer) {
            m_checked.untransferredBytes = bytesOf(rest);
            return {};
        }
        TRY(const auto read, checkRanges(rest, *m_folder.source, kRemoteBatch, reporting(bytesOf(rest)), m_stop));
        m_checked.transferredBytes = bytesOf(rest);
        for (size_t i = 0; i < left.size(); ++i)
            outcomes[left[i]] = read[i];
        return {};
    }

    // Merges in the verdict of the inspection: the worse of both counts.
    void heed(const Inspection &inspection)
    {
        Verification &result = m_checked.verification;
        const Verdict seen = inspection.verdict;
        const bool isBad = seen == Verdict::Partial || seen == Verdict::Corrupt || seen == Verdict::BeingWritten;
        if (!m_options.isFull && result.damaged == 0) {
            result.verdict = seen;
            result.reason = inspection.reason;
        } else if (isBad && result.damaged == 0) {
            result.verdict = seen;
            result.reason = inspection.reason;
        } else if (m_options.isFull && seen == Verdict::Unknown && result.verdict == Verdict::Complete
                   && (result.sums == 0 || m_checked.checkpoint.isPartlyUnseen)) {
            result.verdict = Verdict::Unknown;  // read through without knowing its format, or not completely
            result.reason = inspection.reason;
        }
    }

    CheckpointFolder &m_folder;
    const VerifyOptions &m_options;
    const VerifyProgress &m_progress;
    const std::stop_token m_stop;
    CheckedCheckpoint m_checked;
};

}  // namespace

Result<CheckedCheckpoint> verifyCheckpoint(CheckpointFolder &folder, const Checkpoint &checkpoint, const VerifyOptions &options,
                                           const VerifyProgress &progress, std::stop_token stop)
{
    return Verifier(folder, checkpoint, options, progress, std::move(stop)).run();
}

}  // namespace trainyard
