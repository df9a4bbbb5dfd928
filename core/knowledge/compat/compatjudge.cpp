// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/compat/compatjudge.h"

#include "core/knowledge/compat/constraint.h"
#include "core/knowledge/compat/internal/frameworkrules.h"
#include "core/knowledge/compat/internal/remedies.h"
#include "core/knowledge/compat/internal/startrules.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CompatJudge)
};

struct Need {
    CudaNeed cuda;
    GpuCode code;
    Version cudnn;
};

class Case {
public:
    Case(const CompatQuestion &question, const CompatFacts &facts) : m_question(question), m_facts(facts) {}

    CompatAnswer judge()
    {
        missingBasics();
        if (m_question.image)
            readImage();
        readFrameworks();
        if (m_question.driver)
            judgeDriver(m_question, m_facts, m_work);
        if (m_question.require)
            checkCondition();
        for (const GpuKind &gpu : m_question.gpus) {
            if (gpu.capability && m_question.driver)
                judgeGpu(gpu);
        }
        return answer();
    }

private:
    void missingBasics()
    {
        if (m_question.gpus.isEmpty())
            m_missing << Words::tr("The GPU: add --gpu.");
        for (const GpuKind &gpu : m_question.gpus) {
            if (!gpu.otherMaker.isEmpty())
                m_missing << Words::tr("What %1 runs: it is a GPU from %2, and only NVIDIA's CUDA is checked.")
                                 .arg(gpu.name.left(60), gpu.otherMaker);
            else if (!gpu.capability)
                m_missing << Words::tr(
                                 "Which GPU “%1” is: the name is unknown or matches several models. `yard offer gpus` lists the names.")
                                 .arg(gpu.name.left(60));
        }
        if (m_question.system == HostSystem::Windows && (m_question.image || m_question.require))
            m_missing << Words::tr("Containers on Windows: they run in WSL 2, for which no data is available.");
        if (!m_question.driver)
            m_missing << Words::tr("The driver: add --driver with the version that nvidia-smi prints.");
    }

    void readImage()
    {
        m_contents = contentsOf(*m_question.image, m_facts);
        if (!m_contents.missing.isEmpty()) {
            m_missing << m_contents.missing;
            return;
        }
        if (!m_contents.isTagSeen) {
            m_work << CompatReason{QStringLiteral("tag-not-seen"),
                                   CompatVerdict::Runs,
                                   Words::tr("The tag %1 is in no source that was read. If it exists, its name shows its contents.")
                                       .arg(m_question.image->tag.left(128)),
                                   {},
                                   {}};
        }
        if (m_contents.isCpuOnly) {
            m_work << CompatReason{QStringLiteral("cpu-build"),
                                   CompatVerdict::Fails,
                                   Words::tr("This is the CPU image and uses no GPU. The GPU image has -gpu in its tag."),
                                   {{QStringLiteral("image"), m_question.image->text()}},
                                   m_contents.sources};
            return;
        }
        if (m_question.system == HostSystem::Windows)
            return;
        if (!m_contents.framework.isEmpty()) {
            addFrameworkOfImage();
        } else if (m_question.frameworks.isEmpty()) {
            const QString what = Words::tr("CUDA %1 of the image").arg(m_contents.cuda.text());
            // For an image with a framework whose list of GPUs was not read, only the toolkit's range is known.
            GpuCode code;
            code.known = m_contents.ownDriver.isNull() ? GpuCode::Known::Toolkit : GpuCode::Known::Documented;
            m_needs << Need{{what, m_contents.cuda, m_contents.hasCompatLibraries, m_contents.olderDrivers, m_contents.sources}, code, {}};
        } else {
            m_work << CompatReason{
                QStringLiteral("own-runtime"),
                CompatVerdict::Runs,
                Words::tr(
                    "Frameworks that pip installs bring a CUDA of their own: CUDA %1 of the image does not limit them, nor help them.")
                    .arg(m_contents.cuda.text()),
                {{QStringLiteral("cuda"), m_contents.cuda.text()}},
                {QStringLiteral("PT-INFRA"), QStringLiteral("MVC")}};
        }
    }

    void addFrameworkOfImage()
    {
        const bool isTorch = m_contents.framework == QLatin1String("torch");
        FrameworkRequest request{m_contents.framework, m_contents.frameworkVersion, {}};
        if (isTorch)
            request.build = QStringLiteral("cu%1%2").arg(m_contents.cuda.part(0)).arg(m_contents.cuda.part(1));
        CompatQuestion alone = m_question;
        alone.cuda = {};
        FrameworkNeed need = needOf(request, alone, m_facts);
        if (need.cuda) {
            need.cuda->hasCompatLibraries = m_contents.hasCompatLibraries;
            need.cuda->sources += m_contents.sources;
        }
        add(need);
    }

    void readFrameworks()
    {
        for (const FrameworkRequest &request : m_question.frameworks)
            add(needOf(request, m_question, m_facts));
        if (!m_question.cuda.isNull() && m_question.frameworks.isEmpty())
            m_needs << Need{{QStringLiteral("CUDA ") + m_question.cuda.text(), m_question.cuda, false, {}, {}}, {}, {}};
        if (!m_question.isAboutSomething())
            m_missing << Words::tr("What to run: add --image, --cuda, --torch, --tensorflow, --jax or --require.");
    }

    // The hook stops at the first term that holds: a malformed part after it refuses the container on another machine.
    void checkCondition()
    {
        const ConstraintAnswer syntax = checkSyntax(*m_question.require);
        if (syntax.outcome == ConstraintOutcome::Malformed) {
            m_start << CompatReason{
                QStringLiteral("condition"),
                CompatVerdict::Runs,
                Words::tr("The condition is malformed at character %1: %2 If the hook reads that far, it refuses the container.")
                    .arg(QString::number(syntax.position), syntax.problem),
                {{QStringLiteral("position"), QString::number(syntax.position)}},
                {QStringLiteral("LIBNVC")}};
            return;
        }
        const ConstraintAnswer toolkit = checkConstraint(*m_question.require, {}, ConstraintReader::Toolkit);
        if (toolkit.outcome == ConstraintOutcome::Malformed) {
            m_start << CompatReason{
                QStringLiteral("condition"),
                CompatVerdict::Runs,
                Words::tr("The hook accepts the condition; on Jetson, the NVIDIA Container Toolkit refuses it at character %1: %2")
                    .arg(QString::number(toolkit.position), toolkit.problem),
                {{QStringLiteral("position"), QString::number(toolkit.position)}},
                {QStringLiteral("CTK")}};
        }
    }

    void add(const FrameworkNeed &need)
    {
        m_work += need.reasons;
        if (!need.missing.isEmpty())
            m_missing << need.missing;
        if (need.cuda)
            m_needs << Need{*need.cuda, need.code, need.cudnn};
    }

    void judgeGpu(const GpuKind &gpu)
    {
        const bool hasCondition = m_question.require || (m_question.image && m_contents.missing.isEmpty() && !m_contents.isCpuOnly);
        if (hasCondition && m_question.system == HostSystem::Linux)
            m_start << judgeStart(m_question, gpu, m_contents, m_facts);
        if (m_needs.isEmpty())
            return;
        judgeDriverForGpu(m_question, gpu, m_facts, m_work);
        for (const Need &need : std::as_const(m_needs)) {
            judgeDriverForCuda(m_question, gpu, need.cuda, m_facts, m_work);
            const CompatReason code = judgeCode(m_question, gpu, need.cuda, need.code, m_facts);
            m_work << code;
            if (code.effect > CompatVerdict::RunsWithLimits)
                continue;
            // The first cuDNN that third parties and PyTorch's own choice of versions treat as lacking Maxwell, Pascal and Volta.
            if (!need.cudnn.isNull() && need.cudnn >= Version::parse(u"9.11").value() && *gpu.capability < Version::parse(u"7.5").value()) {
                m_work << CompatReason{
                    QStringLiteral("cudnn"),
                    CompatVerdict::RunsWithLimits,
                    Words::tr("%1 brings cuDNN %2; 9.10 is treated as the last for GPUs like %3 (compute capability %4). Convolutions and "
                              "attention may fail.")
                        .arg(need.cuda.what, need.cudnn.text(), gpu.name, gpu.capability->text()),
                    {{QStringLiteral("cudnn"), need.cudnn.text()}},
                    {QStringLiteral("CUDNN-MATRIX"), QStringLiteral("PT-RELEASE")}};
            }
        }
    }

    static CompatVerdict worst(const QList<CompatReason> &reasons)
    {
        CompatVerdict verdict = CompatVerdict::Runs;
        for (const CompatReason &reason : reasons)
            verdict = std::max(verdict, reason.effect);
        return verdict;
    }

    CompatAnswer answer() const
    {
        CompatAnswer answer;
        for (const CompatReason &reason : m_start + m_work) {
            if (!answer.reasons.contains(reason))
                answer.reasons << reason;
        }
        std::stable_sort(answer.reasons.begin(), answer.reasons.end(),
                         [](const CompatReason &a, const CompatReason &b) { return a.effect > b.effect; });
        answer.missing = m_missing;
        answer.missing.removeDuplicates();
        answer.work = std::max(worst(m_work), m_missing.isEmpty() ? CompatVerdict::Runs : CompatVerdict::Unknown);
        if (!m_start.isEmpty())
            answer.start = worst(m_start);
        answer.verdict = std::max(answer.work, answer.start.value_or(CompatVerdict::Runs));
        return answer;
    }

    const CompatQuestion &m_question;
    const CompatFacts &m_facts;
    ImageContents m_contents;
    QList<Need> m_needs;
    QList<CompatReason> m_start, m_work;
    QStringList m_missing;
};

}  // namespace

CompatAnswer CompatJudge::verdict(const CompatQuestion &question) const { return Case(question, m_facts).judge(); }

CompatAnswer CompatJudge::check(const CompatQuestion &question) const
{
    CompatAnswer answer = verdict(question);
    // If nothing is missing, facts unknown for this may be known for an alternative.
    if (answer.verdict >= CompatVerdict::Fails || (answer.verdict == CompatVerdict::Unknown && answer.missing.isEmpty()))
        answer.remedies = remediesFor(question, answer, *this, m_facts);
    return answer;
}

}  // namespace trainyard
