// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/compat/internal/coderules.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CodeRules)
};

struct Codes {
    QList<Version> binaries, ptx;
};

Codes codesOf(const QString &text)
{
    Codes codes;
    for (QString entry : text.split(u';', Qt::SkipEmptyParts)) {
        const bool isPtx = entry.endsWith(QLatin1String("+PTX"));
        if (isPtx)
            entry.chop(4);
        if (const auto version = Version::parse(entry)) {
            codes.binaries << *version;
            if (isPtx)
                codes.ptx << *version;
        }
    }
    return codes;
}

// Binary code for X.Y runs on X.Y and later minors of X.
std::optional<Version> serving(const QList<Version> &codes, const Version &gpu)
{
    std::optional<Version> best;
    for (const Version &code : codes) {
        if (code.part(0) == gpu.part(0) && code <= gpu && (!best || code > *best))
            best = code;
    }
    return best;
}

QString listed(const QList<Version> &versions)
{
    QStringList texts;
    for (const Version &version : versions)
        texts << version.text();
    return texts.join(QStringLiteral(", "));
}

class CodeJudge {
public:
    CodeJudge(const CompatQuestion &question, const GpuKind &gpu, const CudaNeed &need, const GpuCode &code, const CompatFacts &facts)
        : m_question(question), m_gpu(gpu), m_need(need), m_code(code), m_facts(facts), m_capability(*gpu.capability),
          m_toolkit(facts.toolkit(need.cuda))
    {
    }

    CompatReason judge() const
    {
        switch (m_code.known) {
        case GpuCode::Known::Toolkit: return toolkit();
        case GpuCode::Known::List: return list();
        case GpuCode::Known::Part: return part();
        case GpuCode::Known::Documented: return documented();
        }
        Q_UNREACHABLE();
    }

private:
    CompatReason reason(const char *rule, CompatVerdict effect, const QString &sentence, QStringList sources) const
    {
        sources += m_code.sources;
        sources.removeDuplicates();
        return {QLatin1String(rule),
                effect,
                sentence,
                {{QStringLiteral("gpu"), m_gpu.name},
                 {QStringLiteral("compute_capability"), m_capability.text()},
                 {QStringLiteral("cuda"), m_need.cuda.text()},
                 {QStringLiteral("code"), m_code.codes}},
                sources};
    }
    QStringList targetSources() const { return m_toolkit ? m_toolkit->targetSources : QStringList(); }
    QStringList binarySources() const { return {QStringLiteral("CUDART-HDR"), QStringLiteral("PT-RELEASE")}; }

    CompatReason has(const Version &code, const QStringList &sources) const
    {
        return code == m_capability
                   ? reason("binary", CompatVerdict::Runs,
                            Words::tr("%1 has code for %2 (compute capability %3).").arg(m_need.what, m_gpu.name, m_capability.text()),
                            sources)
                   : reason("binary", CompatVerdict::Runs,
                            Words::tr("%1 has code for compute capability %2, which runs on %3 (%4) as well.")
                                .arg(m_need.what, code.text(), m_gpu.name, m_capability.text()),
                            sources);
    }
    CompatReason dropped(const QString &first) const
    {
        const GpuArchitecture *architecture = m_facts.architecture(m_capability);
        const QString last = architecture ? lastToolkit() : QString();
        QString sentence = Words::tr("CUDA %1 makes no code for %2 (compute capability %3) any more; its oldest is %4.")
                               .arg(m_need.cuda.text(), m_gpu.name, m_capability.text(), first);
        if (!last.isEmpty())
            sentence += u' ' + Words::tr("CUDA %1 was the last that did.").arg(last);
        return reason("toolkit-range", CompatVerdict::Fails, sentence,
                      targetSources() + (architecture ? architecture->sources : QStringList()));
    }
    QString lastToolkit() const
    {
        QString last;
        for (const CudaToolkit &toolkit : m_facts.toolkits) {
            if (serving(toolkit.targets, m_capability))
                last = toolkit.version.first(2).text();
        }
        return last;
    }
    // The driver compiles PTX if it is at least as new as the toolkit that generated it.
    CompatReason compiled(const Version &ptx, const QString &condition, const QStringList &sources) const
    {
        const QString driver = m_question.driver ? m_question.driver->text() : QString();
        const DriverCuda cuda = m_question.driver ? cudaOf(*m_question.driver, m_facts) : DriverCuda{};
        const bool isLinux = m_question.system == HostSystem::Linux;
        if (isLinux && cuda.isBelow(m_need.cuda)) {
            return reason(
                "ptx", CompatVerdict::Fails,
                Words::tr(
                    "%1 has no binary code for %2 (compute capability %3), only PTX of %4, and driver %5 is of CUDA %6, too old to compile "
                    "PTX of CUDA %7: error 222.")
                    .arg(m_need.what, m_gpu.name, m_capability.text(), ptx.text(), driver, cuda.most->text(), m_need.cuda.text()),
                sources + cuda.sources);
        }
        if (!isLinux || !cuda.isAtLeast(m_need.cuda)) {
            return reason(
                "ptx", CompatVerdict::Unknown,
                Words::tr("%1 has no binary code for %2 (compute capability %3), only PTX of %4; it is unknown whether the driver can "
                          "compile it.")
                    .arg(m_need.what, m_gpu.name, m_capability.text(), ptx.text()),
                sources);
        }
        return reason(
            "ptx", CompatVerdict::RunsWithLimits,
            Words::tr(
                "%1 has no binary code for %2 (compute capability %3), only PTX of %4, which the driver compiles when it is first used.")
                    .arg(m_need.what, m_gpu.name, m_capability.text(), ptx.text())
                + condition,
            sources);
    }

    CompatReason toolkit() const
    {
        if (!m_toolkit || m_toolkit->targets.isEmpty())
            return reason("no-figure", CompatVerdict::Unknown,
                          Words::tr("It is unknown for which GPUs CUDA %1 makes code.").arg(m_need.cuda.text()), {});
        if (const auto code = serving(m_toolkit->targets, m_capability))
            return has(*code, targetSources() + (*code == m_capability ? QStringList() : binarySources()));
        if (m_capability < m_toolkit->targets.first())
            return dropped(m_toolkit->targets.first().text());
        return compiled(newest(), u' ' + Words::tr("Programs that carry no PTX do not run (error 209)."),
                        targetSources() + QStringList{QStringLiteral("CUDART-HDR")});
    }
    // The newest target that is not newer than the GPU.
    Version newest() const
    {
        Version newest;
        for (const Version &target : m_toolkit->targets) {
            if (target <= m_capability)
                newest = target;
        }
        return newest;
    }

    CompatReason list() const
    {
        const Codes codes = codesOf(m_code.codes);
        if (const auto code = serving(codes.binaries, m_capability))
            return has(*code, *code == m_capability ? QStringList() : binarySources());
        Version ptx;
        for (const Version &one : codes.ptx) {
            if (one <= m_capability)
                ptx = one;
        }
        if (!ptx.isNull())
            return compiled(ptx, QString(), {QStringLiteral("CUDART-HDR"), QStringLiteral("MVC")});
        return reason("binary", CompatVerdict::Fails,
                      Words::tr("%1 has no code for %2 (compute capability %3), only for %4: CUDA says error 209 (no kernel image).")
                          .arg(m_need.what, m_gpu.name, m_capability.text(), listed(codes.binaries)),
                      {QStringLiteral("CUDART-HDR")});
    }

    CompatReason part() const
    {
        if (const auto code = serving(codesOf(m_code.codes).binaries, m_capability))
            return has(*code, {});
        if (m_toolkit && !m_toolkit->targets.isEmpty() && !serving(m_toolkit->targets, m_capability)) {
            if (m_capability < m_toolkit->targets.first())
                return dropped(m_toolkit->targets.first().text());
            return reason(
                "binary", CompatVerdict::Fails,
                Words::tr(
                    "%1 cannot have code for %2 (compute capability %3), which CUDA %4 does not know yet, and carries no PTX: error 209.")
                    .arg(m_need.what, m_gpu.name, m_capability.text(), m_need.cuda.text()),
                targetSources() + QStringList{QStringLiteral("PT-BUILDER"), QStringLiteral("CUDART-HDR")});
        }
        QString sentence = Words::tr("No source says whether %1 has code for %2 (compute capability %3).")
                               .arg(m_need.what, m_gpu.name, m_capability.text());
        if (!m_code.hint.isEmpty())
            sentence += u' ' + m_code.hint;
        return reason("no-figure", CompatVerdict::Unknown, sentence, {});
    }

    CompatReason documented() const
    {
        if (m_capability < m_code.least) {
            return reason("documented-range", CompatVerdict::Fails,
                          Words::tr("%1 is documented for compute capability %2 and newer; %3 is %4.")
                              .arg(m_need.what, m_code.least.text(), m_gpu.name, m_capability.text()),
                          {});
        }
        if (!m_toolkit || m_toolkit->targets.isEmpty())
            return part();
        if (serving(m_toolkit->targets, m_capability)) {
            return reason("documented-range", CompatVerdict::Runs,
                          Words::tr("%1 is built with a CUDA that makes code for %2 (compute capability %3).")
                              .arg(m_need.what, m_gpu.name, m_capability.text()),
                          targetSources());
        }
        if (m_capability < m_toolkit->targets.first())
            return dropped(m_toolkit->targets.first().text());
        return reason(
            "documented-range", CompatVerdict::Unknown,
            Words::tr(
                "%1 is built with CUDA %2, which does not know %3 (compute capability %4) yet. Whether its PTX works there is not known.")
                .arg(m_need.what, m_need.cuda.text(), m_gpu.name, m_capability.text()),
            targetSources());
    }

    const CompatQuestion &m_question;
    const GpuKind &m_gpu;
    const CudaNeed &m_need;
    const GpuCode &m_code;
    const CompatFacts &m_facts;
    const Version &m_capability;
    const CudaToolkit *m_toolkit;
};

}  // namespace

CompatReason judgeCode(const CompatQuestion &question, const GpuKind &gpu, const CudaNeed &need, const GpuCode &code,
                       const CompatFacts &facts)
{
    return CodeJudge(question, gpu, need, code, facts).judge();
}

}  // namespace trainyard
