// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/compat/internal/remedies.h"

#include "core/knowledge/compat/imagecontents.h"
#include "core/knowledge/compat/internal/frameworkrules.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Remedies)
};

using Distance = std::array<qsizetype, 4>;  // compared from the left

void putInOrder(QList<Version> &versions)
{
    std::sort(versions.begin(), versions.end());
    versions.erase(std::unique(versions.begin(), versions.end()), versions.end());
}

// The number of versions between the two in the sorted list.
qsizetype stepsBetween(const QList<Version> &versions, const Version &a, const Version &b)
{
    const auto place = [&](const Version &version) {
        return std::lower_bound(versions.begin(), versions.end(), version) - versions.begin();
    };
    return std::abs(place(a) - place(b));
}

class Finder {
public:
    Finder(const CompatQuestion &question, const CompatAnswer &answer, const CompatJudge &judge, const CompatFacts &facts)
        : m_question(question), m_answer(answer), m_judge(judge), m_facts(facts)
    {
        for (const CudaToolkit &toolkit : facts.toolkits)
            m_cudas << toolkit.version;
    }

    QList<CompatRemedy> find()
    {
        if (m_answer.start == CompatVerdict::Refused && m_answer.work <= CompatVerdict::RunsWithLimits)
            ignoreCondition();
        replaceWhatRuns();
        // Without a driver in the question there is none to replace.
        if (m_question.system == HostSystem::Linux && m_question.driver) {
            otherDriver();
            if (m_found.isEmpty())
                otherDriverAndWhatRuns();
        }
        return m_found;
    }

private:
    void replaceWhatRuns()
    {
        const qsizetype before = m_found.size();
        const ImageContents contents = m_question.image ? contentsOf(*m_question.image, m_facts) : ImageContents();
        if (m_question.image)
            otherImage(contents);
        for (qsizetype i = 0; i < m_question.frameworks.size(); ++i)
            otherBuild(i);
        if (m_question.frameworks.isEmpty() && m_question.image && m_found.size() == before) {
            if (contents.framework.isEmpty())
                otherCuda(contents.cuda);
            else
                withoutImage(contents);
        } else if (m_question.frameworks.isEmpty() && !m_question.cuda.isNull()) {
            otherCuda(m_question.cuda);
        }
    }

    // No image of its kind works: the framework alone may.
    void withoutImage(const ImageContents &contents)
    {
        const CompatQuestion asked = m_question;
        m_question.image.reset();
        m_question.cuda = {};
        m_question.frameworks << FrameworkRequest{contents.framework, contents.frameworkVersion, {}};
        otherBuild(0);
        m_question = asked;
    }

    // Neither change alone helps: the newest driver for these GPUs, and what runs with it.
    void otherDriverAndWhatRuns()
    {
        int last = m_facts.branches.last().branch;
        for (const GpuKind &gpu : m_question.gpus) {
            const GpuArchitecture *architecture = gpu.capability ? m_facts.architecture(*gpu.capability) : nullptr;
            if (architecture && architecture->lastBranch > 0)
                last = std::min(last, architecture->lastBranch);
        }
        Version newest;
        for (const DriverBranch &branch : m_facts.branches) {
            if (branch.branch <= last && !branch.newestSeen.isNull())
                newest = branch.newestSeen;
        }
        m_question.driver = newest;
        m_question.isSeen = false;
        replaceWhatRuns();
        if (m_found.isEmpty())
            return;
        m_found.prepend({QStringLiteral("driver"), newest.text(), Words::tr("Use a machine with driver %1, and there:").arg(newest.text()),
                         m_found.first().verdict, true});
    }

    struct Proposal {
        CompatRemedy remedy;
        Distance distance{};
    };

    // Keeps the nearest working proposal.
    void consider(std::optional<Proposal> &best, const Proposal &proposal, const CompatQuestion &question, size_t verdictAt) const
    {
        Proposal judged = proposal;
        const CompatVerdict verdict = m_judge.verdict(question).verdict;
        if (verdict > CompatVerdict::RunsWithLimits)
            return;
        judged.distance[verdictAt] = static_cast<qsizetype>(verdict);
        judged.remedy.verdict = verdict;
        if (!best || judged.distance < best->distance)
            best = judged;
    }
    void take(const std::optional<Proposal> &best)
    {
        if (best)
            m_found << best->remedy;
    }

    void ignoreCondition()
    {
        m_found << CompatRemedy{
            QStringLiteral("start"), QStringLiteral("--env NVIDIA_DISABLE_REQUIRE=1"),
            Words::tr(
                "CUDA itself would work: start the container with --env NVIDIA_DISABLE_REQUIRE=1, or by CDI or --runtime=nvidia of the NVIDIA "
                "Container Toolkit 1.18 or newer, which do not look at the condition."),
            m_answer.work};
    }

    static qsizetype difference(const ImageContents &a, const ImageContents &b)
    {
        const auto role = [](const ImageContents &contents) {
            for (const QString &name : {QStringLiteral("base"), QStringLiteral("runtime"), QStringLiteral("devel")}) {
                if (contents.flavour.contains(name))
                    return name;
            }
            return QString();
        };
        return (role(a) == role(b) ? 0 : 2) + (a.flavour == b.flavour ? 0 : 1);
    }

    void otherImage(const ImageContents &wanted)
    {
        if (wanted.name.isEmpty())
            return;
        QList<Version> versions;
        const QStringList images = knownImages(m_facts);
        QList<std::pair<ImageReference, ImageContents>> candidates;
        for (const QString &image : images) {
            const auto reference = ImageReference::parse(image);
            if (!reference)
                continue;
            const ImageContents contents = contentsOf(*reference, m_facts);
            if (contents.name != wanted.name || !contents.missing.isEmpty() || reference->tag == m_question.image->tag)
                continue;
            candidates << std::pair(*reference, contents);
            versions << contents.frameworkVersion;
        }
        putInOrder(versions);
        std::optional<Proposal> best;
        for (const auto &[reference, contents] : std::as_const(candidates)) {
            CompatQuestion question = m_question;
            question.image = reference;
            const qsizetype cuda = stepsBetween(m_cudas, contents.cuda, wanted.cuda);
            const qsizetype framework = wanted.framework.isEmpty()
                                            ? cuda
                                            : stepsBetween(versions, contents.frameworkVersion, wanted.frameworkVersion);
            consider(best,
                     {{QStringLiteral("image"), reference.text(), Words::tr("Use the image %1.").arg(reference.text()), {}},
                      {framework, difference(contents, wanted), 0, cuda}},
                     question, 2);
        }
        take(best);
    }

    void otherBuild(qsizetype at)
    {
        const QString name = m_question.frameworks[at].name;
        std::optional<Proposal> best;
        if (name == QLatin1String("torch"))
            considerTorch(at, best);
        else if (name == QLatin1String("tensorflow"))
            considerTensorflow(at, best);
        else
            considerJax(at, best);
        take(best);
    }

    CompatQuestion with(qsizetype at, const FrameworkRequest &request) const
    {
        CompatQuestion question = m_question;
        question.frameworks[at] = request;
        question.cuda = {};  // the build implies it
        return question;
    }
    static CompatRemedy wheel(const QString &arguments)
    {
        return {QStringLiteral("wheel"), arguments, Words::tr("Install with pip install %1").arg(arguments), {}};
    }

    void considerTorch(qsizetype at, std::optional<Proposal> &best) const
    {
        const FrameworkRequest &wanted = m_question.frameworks[at];
        const TorchRelease *meant = m_facts.torchRelease(wanted.version);
        const Version cuda = !m_question.cuda.isNull() ? m_question.cuda : meant ? buildCuda(*meant, wanted.build) : Version();
        QList<Version> versions;
        for (const TorchRelease &release : m_facts.torch)
            versions << release.last;
        for (const TorchRelease &release : m_facts.torch) {
            const bool isMeant = meant == &release;
            const QString version = isMeant && wanted.version.size() > 2
                                        ? wanted.version.text()
                                        : release.last.text() + (release.last.size() < 3 ? QStringLiteral(".*") : QString());
            for (const TorchBuild &build : release.builds) {
                const FrameworkRequest request{wanted.name, isMeant ? wanted.version : release.last, build.tag};
                consider(best,
                         {wheel(release.pipArguments(version, build.tag)),
                          {stepsBetween(versions, release.last, meant ? meant->last : wanted.version), 0,
                           stepsBetween(m_cudas, build.cuda, cuda), 0}},
                         with(at, request), 1);
            }
        }
    }
    static Version buildCuda(const TorchRelease &release, const QString &tag)
    {
        for (const TorchBuild &build : release.builds) {
            if (build.tag == tag)
                return build.cuda;
        }
        return release.defaultCuda;
    }

    void considerTensorflow(qsizetype at, std::optional<Proposal> &best) const
    {
        const FrameworkRequest &wanted = m_question.frameworks[at];
        QList<Version> versions;
        for (const TensorflowRelease &release : m_facts.tensorflow)
            versions << release.version.first(2);
        putInOrder(versions);
        for (const TensorflowRelease &release : m_facts.tensorflow) {
            CompatQuestion question = m_question;  // a given CUDA is kept
            question.frameworks[at] = {wanted.name, release.version, {}};
            consider(best,
                     {wheel(QStringLiteral("tensorflow==%1.*").arg(release.version.first(2).text())),
                      {stepsBetween(versions, release.version.first(2), wanted.version.first(2)), 0, 0, 0}},
                     question, 1);
        }
    }

    void considerJax(qsizetype at, std::optional<Proposal> &best) const
    {
        const FrameworkRequest &wanted = m_question.frameworks[at];
        QList<Version> versions{wanted.version};
        for (const JaxStep &step : m_facts.jax) {
            if (step.first >= Version::parse(u"0.4.26").value())  // extras by these names are documented for CUDA 12 and later
                versions << step.first;
        }
        versions << m_facts.jaxExtras.first().first;
        putInOrder(versions);
        for (const Version &version : std::as_const(versions)) {
            for (const JaxExtra &extra : m_facts.jaxExtras) {
                consider(best,
                         {wheel(QStringLiteral("\"jax[%1]==%2\"").arg(extra.name, version.text())),
                          {stepsBetween(versions, version, wanted.version), 0, 0, 0}},
                         with(at, {wanted.name, version, extra.name}), 1);
            }
        }
    }

    void otherCuda(const Version &wanted)
    {
        std::optional<Proposal> best;
        const KnownImages *images = m_facts.image(QStringLiteral("nvidia/cuda"));
        const QStringList tags = images ? images->tags : QStringList();
        for (const QString &tag : tags) {
            const auto reference = ImageReference::parse(images->name + u':' + tag);
            if (!reference)
                continue;
            const ImageContents contents = contentsOf(*reference, m_facts);
            CompatQuestion question = m_question;
            question.image = *reference;
            question.cuda = {};
            consider(best,
                     {{QStringLiteral("image"),
                       reference->text(),
                       Words::tr("Use CUDA %1, as in the image %2.").arg(contents.cuda.text(), reference->text()),
                       {}},
                      {stepsBetween(m_cudas, contents.cuda, wanted), 0, 0, 0}},
                     question, 1);
        }
        take(best);
    }

    // A newer driver: the oldest that is sufficient; or an older one, the newest, for GPUs that drivers have dropped.
    void otherDriver()
    {
        QList<Version> drivers;
        for (const CudaToolkit &toolkit : m_facts.toolkits)
            drivers << toolkit.linuxLeast;
        for (const CudaFamily &family : m_facts.families)
            drivers << (family.linuxLeast.size() > 1 ? family.linuxLeast : Version());
        for (const DriverBranch &branch : m_facts.branches)
            drivers << branch.newestSeen;
        for (const UnpublishedDriver &one : m_facts.unpublished) {
            for (const QString &published : one.published)
                drivers << Version::parse(published).value_or(Version());
        }
        drivers.removeIf([](const Version &version) { return version.isNull(); });
        putInOrder(drivers);
        const Version &present = *m_question.driver;
        std::optional<Proposal> best;
        for (const Version &driver : std::as_const(drivers)) {
            CompatQuestion question = m_question;
            question.driver = driver;
            question.isSeen = false;
            const bool isNewer = driver > present;
            consider(best,
                     {{QStringLiteral("driver"),
                       driver.text(),
                       isNewer ? Words::tr("Use a machine with driver %1 or newer, or have it installed.").arg(driver.text())
                               : Words::tr("Use a machine with driver %1 or a newer one of its branch.").arg(driver.text()),
                       {}},
                      {isNewer ? 0 : 1, 0, stepsBetween(drivers, driver, present), 0}},
                     question, 1);
        }
        take(best);
    }

    CompatQuestion m_question;  // changed while more than one part is replaced
    const CompatAnswer &m_answer;
    const CompatJudge &m_judge;
    const CompatFacts &m_facts;
    QList<Version> m_cudas;
    QList<CompatRemedy> m_found;
};

}  // namespace

QList<CompatRemedy> remediesFor(const CompatQuestion &question, const CompatAnswer &answer, const CompatJudge &judge,
                                const CompatFacts &facts)
{
    return Finder(question, answer, judge, facts).find();
}

}  // namespace trainyard
