// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of compatibility: pairs that documents got wrong, question sets derived from the facts themselves, one case for each rule with
// its source, and no guesses.
#include "core/knowledge/catalog/catalogfiles.h"
#include "core/knowledge/compat/compatjudge.h"
#include "core/knowledge/compat/imagecontents.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

}  // namespace

class TestCompatJudge : public QObject {
    Q_OBJECT

    CompatFacts m_facts;
    QList<GpuModel> m_models;
    std::optional<GpuKinds> m_kinds;

    CompatQuestion on(const QString &gpu, const QString &driver) const
    {
        CompatQuestion question;
        question.gpus << m_kinds->find(gpu);
        question.driver = Version::parse(driver);
        question.month = s("2026-11");
        return question;
    }
    CompatQuestion on(const char *gpu, const char *driver) const { return on(s(gpu), s(driver)); }
    // "--image a/b:c --torch 2.1", as on the command line.
    CompatQuestion asked(const QString &gpu, const QString &driver, const QString &words) const
    {
        CompatQuestion question = on(gpu, driver);
        static const QRegularExpression option(s("--([a-z]+) ('[^']*'|[^ ]+)"));
        for (auto it = option.globalMatch(words); it.hasNext();) {
            const auto match = it.next();
            QString value = match.captured(2);
            if (value.startsWith(u'\''))
                value = value.mid(1).chopped(1);
            if (match.captured(1) == s("image"))
                question.image = *ImageReference::parse(value);
            else if (match.captured(1) == s("require"))
                question.require = value;
            else if (match.captured(1) == s("cuda"))
                question.cuda = *cudaFromText(value);
            else if (match.captured(1) == s("os"))
                question.system = HostSystem::Windows;
            else
                question.frameworks << *frameworkFromText(match.captured(1), value);
        }
        return question;
    }
    CompatAnswer check(const char *gpu, const char *driver, const char *words) const
    {
        return CompatJudge(m_facts).check(asked(s(gpu), s(driver), s(words)));
    }
    CompatVerdict cudaVerdict(const QString &gpu, const Version &driver, const Version &cuda) const
    {
        CompatQuestion question = on(gpu, driver.text());
        question.cuda = cuda;
        return CompatJudge(m_facts).verdict(question).verdict;
    }
    static bool hasRule(const CompatAnswer &answer, const QString &rule)
    {
        return std::any_of(answer.reasons.begin(), answer.reasons.end(), [&](const CompatReason &reason) { return reason.rule == rule; });
    }
    static QByteArray told(const CompatAnswer &answer)
    {
        QStringList lines{verdictName(answer.verdict)};
        for (const CompatReason &reason : answer.reasons)
            lines << verdictName(reason.effect) + s("  ") + reason.rule + s(": ") + reason.sentence;
        lines << answer.missing;
        for (const CompatRemedy &remedy : answer.remedies)
            lines << s("→ ") + remedy.kind + u' ' + remedy.value;
        return lines.join(u'\n').toUtf8();
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto facts = CompatFacts::parse(builtInCompatFiles());
        QVERIFY2(facts, facts ? "" : qPrintable(facts.error().detail));
        m_facts = *facts;
        const auto models = parseGpuModels(builtInCatalogFiles().gpus);
        QVERIFY(models);
        m_models = *models;
        m_kinds.emplace(m_facts, m_models);
    }

    // One case for each rule and each outcome, with the source that it must name.
    void rulesSayWhatTheirSourcesSay_data()
    {
        QTest::addColumn<QString>("gpu");
        QTest::addColumn<QString>("driver");
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("verdict");
        QTest::addColumn<QString>("rule");
        QTest::addColumn<QString>("source");
        const auto row = [](const char *name, const char *gpu, const char *driver, const char *words, const char *verdict, const char *rule,
                            const char *source) {
            QTest::newRow(name) << s(gpu) << s(driver) << s(words) << s(verdict) << s(rule) << s(source);
        };
        row("newer driver", "H100", "550.54.15", "--cuda 12.4.1", "runs", "backward", "RN-13.2.2");
        row("older toolkit", "A100", "580.65.06", "--cuda 11.8", "runs", "backward", "RN-13.2.2");
        row("driver newer than all facts", "H100", "720.10", "--cuda 13.3", "runs", "backward", "RN-13.3-2nd");
        row("minor-version compatibility", "H100", "525.85.12", "--cuda 12.4", "runs-with-limits", "minor", "MVC");
        row("update of the same minor", "H100", "550.54.14", "--cuda 12.4.1", "runs-with-limits", "minor", "RN-13.2.2");
        row("below the family's floor", "V100", "470.82.01", "--cuda 12.0", "fails", "floor", "CUDART-HDR");
        row("CUDA 10 has no such compatibility", "V100", "418.87.00", "--cuda 10.2", "fails", "floor", "RN-13.2.2");
        row("CUDA 10 on its driver", "V100", "440.33.01", "--cuda 10.2", "runs", "backward", "RN-13.2.2");
        row("forward compatibility", "H100", "535.288.01", "--image nvidia/cuda:13.0.3-base-ubi8", "runs-with-limits", "forward", "FWD");
        row("not on consumer cards", "RTX 4090", "470.82.01", "--image nvidia/cuda:12.4.1-devel-ubuntu22.04", "fails", "forward",
            "CUDART-HDR");
        row("some workstation cards, which is not known", "RTX A6000", "470.82.01", "--image nvidia/cuda:12.4.1-devel-ubuntu22.04",
            "unknown", "forward", "FWD");
        row("libraries that harm", "RTX 4090", "535.288.01", "--image nvidia/cuda:12.4.1-devel-ubuntu22.04", "runs-with-limits",
            "compat-libraries", "CTK");
        row("container refused", "H100", "560.35.03", "--image nvidia/cuda:13.0.3-base-ubi8", "refused", "start", "REQ-13.0");
        row("consumer card refused", "RTX 4090", "550.163.01", "--image nvidia/cuda:12.6.3-devel-ubuntu22.04", "refused", "start",
            "REQ-12.6");
        row("condition of one's own", "H100", "525.85.12", "--require 'cuda>=12.4 brand=nvidia,driver>=525,driver<526'", "runs", "start",
            "LIBNVC");
        row("condition of one's own, not met", "H100", "525.85.12", "--require cuda>=12.4", "refused", "start", "CTK");
        row("malformed condition", "H100", "525.85.12", "--require 'cuda>=12.4 foo=1'", "refused", "start", "LIBNVC");
        row("malformed behind what holds", "H100", "525.85.12", "--require 'cuda>=12.0 foo=1'", "runs", "condition", "LIBNVC");
        row("condition that Jetson refuses", "H100", "525.85.12", "--require driver>=470.57.02.1", "runs", "condition", "CTK");
        row("nothing to refuse", "H100", "550.54.15", "--image pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime", "runs", "start",
            "PT-DOCKER");
        row("toolkit dropped the GPU", "V100", "580.65.06", "--cuda 13.0", "fails", "toolkit-range", "CMAKE");
        row("driver dropped the GPU", "V100", "595.45.04", "--cuda 12.4", "fails", "gpu-dropped", "ARCHMATRIX");
        row("GPU newer than the driver", "B200", "535.288.01", "--cuda 12.2", "fails", "gpu-too-new", "ARCHMATRIX");
        row("binary code of an older minor", "L4", "550.54.15", "--cuda 11.4", "runs", "binary", "CUDART-HDR");
        row("only PTX, driver compiles", "RTX 5090", "570.211.01", "--cuda 12.4", "runs-with-limits", "ptx", "CUDART-HDR");
        row("wheel without code", "RTX 5090", "570.211.01", "--torch 2.5.1", "fails", "binary", "PT-RELEASE");
        row("wheel with code", "RTX 5090", "570.211.01", "--torch 2.8.0", "runs", "binary", "PT-BUILDCUDA");
        row("wheel with code for the major", "L4", "550.54.15", "--torch 2.5.1", "runs", "binary", "PT-BUILDER");
        row("wheel dropped the GPU", "V100", "580.142", "--torch 2.13.0", "fails", "binary", "PT-RELEASE");
        row("no such build", "H100", "550.54.15", "--torch 2.1.0 --cuda 12.2", "fails", "no-build", "PT-RELEASE");
        row("build for the CPU", "H100", "550.54.15", "--torch 2.5.1+cpu", "fails", "cpu-build", "PT-RELEASE");
        row("image for the CPU", "A100", "550.54.15", "--image tensorflow/tensorflow:2.10.0", "fails", "cpu-build", "TF-DOCS");
        row("what pip takes", "H100", "550.54.15", "--torch 2.11.0", "fails", "pip-default", "PT-INFRA");
        row("base image does not limit wheels", "H100", "580.65.06", "--image nvidia/cuda:11.8.0-base-ubuntu22.04 --torch 2.11.0", "runs",
            "own-runtime", "PT-INFRA");
        row("TensorFlow by its CUDA", "V100", "535.288.01", "--tensorflow 2.12.0", "runs", "documented-range", "TF-DOCS");
        row("TensorFlow, GPU newer than its CUDA", "B200", "580.142", "--tensorflow 2.15.0", "unknown", "documented-range", "TF-DOCS");
        row("JAX by its extra", "T4", "580.142", "--jax 0.11.0+cuda13", "runs", "documented-range", "JAX-DOCS");
        row("JAX, GPU too old", "V100", "580.142", "--jax 0.11.0+cuda13", "fails", "documented-range", "JAX-DOCS");
        row("JAX, driver too old", "A100", "470.82.01", "--jax 0.4.31", "fails", "floor", "JAX-CHANGELOG");
        row("JAX without wheels", "A100", "550.54.15", "--jax 0.4.31 --cuda 11.8", "fails", "no-build", "JAX-CHANGELOG");
        row("cuDNN for newer GPUs", "V100", "580.142", "--torch 2.11.0+cu128", "runs-with-limits", "cudnn", "CUDNN-MATRIX");
        row("end of a branch", "H100", "550.54.15", "--cuda 12.4", "runs", "branch-end", "DCDRV-580");
        row("driver that was never published", "A100", "535.154.02", "--cuda 11.8", "unknown", "unpublished", "OGKM");
        row("TensorFlow on Windows", "RTX 4090", "551.78", "--os windows --tensorflow 2.12.0", "fails", "no-build", "TF-DOCS");
        row("CUDA on Windows", "RTX 4090", "527.41", "--os windows --cuda 12.4", "runs-with-limits", "minor", "MVC");
        row("NVIDIA's PyTorch image", "H100", "550.54.15", "--image nvcr.io/nvidia/pytorch:24.05-py3", "runs", "backward", "TRITON");
        row("an old one on an old branch", "V100", "418.87.00", "--image nvcr.io/nvidia/pytorch:20.06-py3", "unknown", "forward",
            "NGC-OLD");
    }
    void rulesSayWhatTheirSourcesSay()
    {
        QFETCH(QString, gpu);
        QFETCH(QString, driver);
        QFETCH(QString, words);
        QFETCH(QString, verdict);
        QFETCH(QString, rule);
        QFETCH(QString, source);
        const CompatAnswer answer = CompatJudge(m_facts).check(asked(gpu, driver, words));
        QVERIFY2(verdictName(answer.verdict) == verdict, told(answer).constData());
        const auto found = std::find_if(answer.reasons.begin(), answer.reasons.end(),
                                        [&](const CompatReason &reason) { return reason.rule == rule; });
        QVERIFY2(found != answer.reasons.end(), told(answer).constData());
        QStringList sources;
        for (const CompatReason &reason : answer.reasons)
            sources += reason.rule == rule ? reason.sources : QStringList();
        for (const CompatReason &reason : answer.reasons)
            sources += reason.effect == answer.verdict ? reason.sources : QStringList();
        QVERIFY2(sources.contains(source), qPrintable(sources.join(u' ')));
        QVERIFY(answer.verdict < CompatVerdict::Fails || !answer.remedies.isEmpty());
        for (const CompatRemedy &remedy : answer.remedies)
            QVERIFY(remedy.verdict <= CompatVerdict::RunsWithLimits && remedy.sentence.contains(remedy.value));
    }

    // Claims of documents, and the right answers (framework_compat: claims).
    void wrongPairsOfDocumentsGetTheRightAnswer()
    {
        // 450.80.02 "for everything": it is the floor of CUDA 11 only.
        for (const char *cuda : {"11.0", "11.3", "11.8"})
            QVERIFY(cudaVerdict(s("V100"), *Version::parse(u"450.80.02"), *Version::parse(s(cuda))) <= CompatVerdict::RunsWithLimits);
        for (const char *cuda : {"12.0", "12.4", "12.9"}) {
            const CompatAnswer answer = check("V100", "450.80.02", (QByteArray("--cuda ") + cuda).constData());
            QVERIFY(answer.verdict == CompatVerdict::Fails && hasRule(answer, s("floor")));
            const CompatReason &floor = answer.reasons.first();
            QCOMPARE(floor.numbers[s("needed")], s("525.60.13"));
        }
        QCOMPARE(check("V100", "450.80.02", "--cuda 13.0").verdict, CompatVerdict::Fails);

        // CUDA 11.8, driver 535.154.02, PyTorch 2.0.1, TensorFlow 2.10.0.
        const CompatAnswer first = check("A100", "535.154.02", "--cuda 11.8 --torch 2.0.1");
        QCOMPARE(first.verdict, CompatVerdict::Unknown);
        QVERIFY(first.reasons.first().rule == s("unpublished") && first.reasons.first().sentence.contains(s("535.154.05")));
        const CompatAnswer published = check("A100", "535.154.05", "--cuda 11.8 --torch 2.0.1");
        QVERIFY2(published.verdict == CompatVerdict::Runs, told(published).constData());  // there is a cu118 build
        const CompatAnswer ten = check("A100", "535.154.05", "--cuda 11.8 --tensorflow 2.10.0");
        QVERIFY2(ten.verdict == CompatVerdict::RunsWithLimits && ten.reasons.first().sentence.contains(s("11.2")), told(ten).constData());
        QCOMPARE(check("A100", "535.154.05", "--cuda 11.2 --tensorflow 2.10.0").verdict, CompatVerdict::Runs);
        QCOMPARE(check("A100", "535.154.05", "--cuda 11.8 --tensorflow 2.12.0").verdict, CompatVerdict::Runs);

        // CUDA 12.2, driver 560.61.02, PyTorch 2.1.0, TensorFlow 2.12.0.
        QVERIFY(check("A100", "560.61.02", "--cuda 12.2").reasons.first().sentence.contains(s("560.35.03")));
        const CompatAnswer torch = check("A100", "560.35.03", "--cuda 12.2 --torch 2.1.0");
        QVERIFY2(torch.verdict == CompatVerdict::Fails && torch.reasons.first().sentence.contains(s("cu118, cu121")),
                 told(torch).constData());
        QCOMPARE(torch.remedies.first().value, s("torch==2.1.0 --index-url https://download.pytorch.org/whl/cu121"));
        const CompatAnswer twelve = check("A100", "560.35.03", "--cuda 12.2 --tensorflow 2.12.0");
        QVERIFY2(twelve.verdict == CompatVerdict::Fails, told(twelve).constData());
        QCOMPARE(twelve.remedies.first().value, s("tensorflow==2.15.*"));
        QVERIFY(check("A100", "560.35.03", "--cuda 12.2 --tensorflow 2.15.0").verdict == CompatVerdict::Runs);

        // PyTorch 2.0 "needs CUDA 11.7+": it has builds for 11.7 and 11.8, none for 12.
        QCOMPARE(check("A100", "560.35.03", "--torch 2.0.1 --cuda 12.1").verdict, CompatVerdict::Fails);
        // PyTorch 1.12 "needs CUDA 11.3+": pip takes the build for 10.2, which knows no A100.
        QVERIFY(hasRule(check("A100", "560.35.03", "--torch 1.12.1"), s("binary")));
        QCOMPARE(check("A100", "560.35.03", "--torch 1.12.1").verdict, CompatVerdict::Fails);
        QCOMPARE(check("A100", "560.35.03", "--torch 1.12.1+cu113").verdict, CompatVerdict::Runs);
        QCOMPARE(check("A100", "560.35.03", "--image nvidia/cuda:11.6.2-base-ubuntu20.04 --torch 1.13.1+cu116").verdict,
                 CompatVerdict::Runs);

        // An image of CUDA 11.8 does not limit an installation without an index: it takes CUDA 13.0 since 2.11.
        const CompatAnswer free = check("A100", "560.35.03", "--image nvidia/cuda:11.8.0-base-ubuntu22.04 --torch 2.13.0");
        QVERIFY2(free.verdict == CompatVerdict::Fails && hasRule(free, s("own-runtime")) && hasRule(free, s("floor")),
                 told(free).constData());
        // CUDA 11.3 with 450.80.02, of before its own driver: without its PTX.
        QCOMPARE(cudaVerdict(s("V100"), *Version::parse(u"450.80.02"), *Version::parse(u"11.3")), CompatVerdict::RunsWithLimits);
    }

    // Derived from the facts: each toolkit on its own driver, on the floor of its family, and below.
    void everyToolkitRunsOnItsDriverAndNotBelowTheFloor()
    {
        int limits = 0;
        for (const CudaToolkit &toolkit : m_facts.toolkits) {
            const QString gpu = toolkit.targets.contains(*Version::parse(u"7.0")) ? s("V100") : s("T4");
            if (!toolkit.linuxLeast.isNull())
                QVERIFY2(cudaVerdict(gpu, toolkit.linuxLeast, toolkit.version) == CompatVerdict::Runs, qPrintable(toolkit.version.text()));
            const CudaFamily *family = m_facts.family(toolkit.version.part(0));
            if (!family || family->linuxLeast.isNull())
                continue;
            const CompatVerdict atFloor = cudaVerdict(gpu, family->linuxLeast, toolkit.version);
            QVERIFY2(atFloor <= CompatVerdict::RunsWithLimits, qPrintable(toolkit.version.text()));
            limits += atFloor == CompatVerdict::RunsWithLimits;
            const Version below = *Version::parse(QStringLiteral("%1.1").arg(family->linuxLeast.part(0) - 1));
            QVERIFY2(cudaVerdict(gpu, below, toolkit.version) == CompatVerdict::Fails, qPrintable(toolkit.version.text()));
        }
        QVERIFY(limits > 30);
    }

    // Each build on each kind of GPU, on the newest known driver of each: only the code in the build decides.
    void everyBuildRunsOnTheGpusItHasCodeFor()
    {
        int runs = 0, fails = 0, unknown = 0;
        for (const TorchRelease &release : m_facts.torch) {
            for (const TorchBuild &build : release.builds) {
                for (const GpuKindFact &gpu : m_facts.gpus) {
                    const GpuArchitecture *architecture = m_facts.architecture(gpu.capability);
                    CompatQuestion question = on(gpu.name, architecture->lastBranch == 470 ? s("470.239.06") : s("580.142"));
                    question.frameworks << FrameworkRequest{s("torch"), release.last, build.tag};
                    const CompatAnswer answer = CompatJudge(m_facts).verdict(question);
                    if (build.codeLinux.isEmpty()) {
                        const bool isMember = build.codeMembers.contains(gpu.capability.text());
                        if (isMember != (answer.verdict <= CompatVerdict::RunsWithLimits))
                            QFAIL(told(answer).constData());
                        unknown += answer.verdict == CompatVerdict::Unknown;
                        continue;
                    }
                    bool hasCode = false;
                    for (QString code : build.codeLinux.split(u';')) {
                        code.remove(s("+PTX"));
                        const QStringList mine = gpu.capability.text().split(u'.'), its = code.split(u'.');
                        hasCode = hasCode || (mine[0] == its[0] && mine[1].toInt() >= its[1].toInt());
                    }
                    const bool isDriven = build.cuda.part(0) < 12 || architecture->lastBranch != 470;
                    if ((answer.verdict <= CompatVerdict::RunsWithLimits) != (hasCode && isDriven))
                        QFAIL(told(answer).constData());
                    (hasCode && isDriven ? runs : fails) += 1;
                }
            }
        }
        QVERIFY(runs > 500 && fails > 100 && unknown > 50);
    }

    void aDriverNewerThanTheFactsIsNeverRefusedForThat()
    {
        const QStringList images = knownImages(m_facts);
        for (const char *driver : {"600.1", "615.10", "617.01", "700.10", "9999.99"}) {
            for (const QString &image : images) {
                const CompatAnswer answer = CompatJudge(m_facts).verdict(asked(s("H100"), s(driver), s("--image ") + image));
                const bool isImages = answer.verdict == CompatVerdict::Fails
                                      && std::all_of(answer.reasons.begin(), answer.reasons.end(), [](const CompatReason &reason) {
                                             return reason.effect != CompatVerdict::Fails || reason.rule == s("binary")
                                                    || reason.rule == s("cpu-build") || reason.rule == s("no-build");
                                         });
                if (answer.verdict > CompatVerdict::Unknown && !isImages)
                    QFAIL(told(answer).constData());
            }
            QVERIFY(cudaVerdict(s("H100"), *Version::parse(s(driver)), *Version::parse(u"13.2")) == CompatVerdict::Runs);
        }
        QCOMPARE(check("H100", "700.10", "--cuda 14.1").verdict, CompatVerdict::Unknown);
        QCOMPARE(check("H100", "700.10", "--require cuda>=14.0").verdict, CompatVerdict::Unknown);
        QCOMPARE(check("H100", "700.10", "--require cuda>=13.0").verdict, CompatVerdict::Runs);
    }

    // What a machine itself reports outweighs the facts about such a pair.
    void whatTheDriverNamesItDrives()
    {
        CompatQuestion question = asked(s("H100"), s("515.105.01"), s("--cuda 11.8"));
        QVERIFY(hasRule(CompatJudge(m_facts).verdict(question), s("gpu-too-new")));
        question.isSeen = true;
        QCOMPARE(CompatJudge(m_facts).verdict(question).verdict, CompatVerdict::RunsWithLimits);
        question = asked(s("H100"), s("535.154.02"), s("--cuda 12.2"));
        question.isSeen = true;
        QVERIFY(!hasRule(CompatJudge(m_facts).verdict(question), s("unpublished")));
    }

    void whatIsNotKnownIsSaid_data()
    {
        QTest::addColumn<QString>("gpu");
        QTest::addColumn<QString>("driver");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *name, const char *gpu, const char *driver, const char *words) {
            QTest::newRow(name) << s(gpu) << s(driver) << s(words);
        };
        row("GPU", "MysteryCard 3000", "550.54.15", "--cuda 12.4");
        row("GPU of two kinds", "RTX 6000", "550.54.15", "--cuda 12.4");
        row("other makers' GPUs", "MI300X", "550.54.15", "--cuda 12.4");
        row("driver", "H100", "", "--cuda 12.4");
        row("conditions on Windows", "RTX 4090", "551.78", "--os windows --require cuda>=11.0");
        row("nothing asked", "H100", "550.54.15", "");
        row("image", "H100", "550.54.15", "--image me/train:1");
        row("image without a tag", "H100", "550.54.15", "--image pytorch/pytorch");
        row("release", "H100", "550.54.15", "--torch 9.9.9");
        row("pip's choice", "H100", "580.142", "--torch 2.14.0");
        row("list of code", "H100", "550.54.15", "--torch 2.6.0");
        row("condition of another update", "H100", "535.288.01", "--image nvidia/cuda:13.0.1-base-ubuntu22.04");
        row("containers on Windows", "RTX 4090", "551.78", "--os windows --image pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime");
        row("CUDA of an old toolkit", "V100", "550.54.15", "--cuda 8.0");
    }
    void whatIsNotKnownIsSaid()
    {
        QFETCH(QString, gpu);
        QFETCH(QString, driver);
        QFETCH(QString, words);
        const CompatAnswer answer = CompatJudge(m_facts).check(asked(gpu, driver, words));
        QVERIFY2(answer.verdict == CompatVerdict::Unknown, told(answer).constData());
        QVERIFY(!answer.missing.isEmpty() || answer.reasons.first().effect == CompatVerdict::Unknown);
    }

    void startAndWorkAreToldApart()
    {
        // The hook refuses what CUDA could do: R525 is not in the condition of 12.6, but minor-version compatibility covers it.
        const CompatAnswer refused = check("A100", "525.147.05", "--image nvidia/cuda:12.6.3-runtime-ubuntu22.04");
        QVERIFY2(refused.verdict == CompatVerdict::Refused, told(refused).constData());
        QCOMPARE(refused.start, std::optional(CompatVerdict::Refused));
        QCOMPARE(refused.work, CompatVerdict::RunsWithLimits);
        QCOMPARE(refused.remedies.first().kind, s("start"));
        // It starts, and CUDA fails: the condition names R470 and GeForce, whose libraries are not for that card.
        const CompatAnswer fails = check("RTX 3090", "470.239.06", "--image nvidia/cuda:12.4.1-devel-ubuntu22.04");
        QCOMPARE(fails.start, std::optional(CompatVerdict::Runs));
        QCOMPARE(fails.verdict, CompatVerdict::Fails);
        QVERIFY(std::none_of(fails.remedies.begin(), fails.remedies.end(),
                             [](const CompatRemedy &remedy) { return remedy.kind == s("start"); }));
    }

    void librariesOfForwardCompatibilityAreOnlyForTheirGpus()
    {
        const char *image = "--image nvidia/cuda:12.4.1-devel-ubuntu22.04";
        QVERIFY(hasRule(check("RTX 4090", "535.288.01", image), s("compat-libraries")));
        QVERIFY(!hasRule(check("A100", "535.288.01", image), s("compat-libraries")));
        QVERIFY(!hasRule(check("RTX 4090", "550.54.15", image), s("compat-libraries")));  // nothing to replace
        QVERIFY(!hasRule(check("RTX 4090", "535.288.01", "--image pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime"), s("compat-libraries")));
    }

    void buildsForArmCarryTheirOwnCode()
    {
        CompatQuestion question = asked(s("GH200"), s("580.142"), s("--torch 2.13.0+cu130"));
        QVERIFY(question.gpus.first().isOnArm);
        question.isX86 = false;
        QCOMPARE(CompatJudge(m_facts).verdict(question).verdict, CompatVerdict::Runs);
        for (const char *unknown : {"--torch 2.13.0", "--torch 2.5.1+cu124", "--tensorflow 2.15.0"}) {
            question = asked(s("GH200"), s("580.142"), s(unknown));
            question.isX86 = false;
            QCOMPARE(CompatJudge(m_facts).verdict(question).verdict, CompatVerdict::Unknown);
        }
        // For Arm there is no code for the T4; for x86 there is.
        question = asked(s("T4"), s("580.142"), s("--torch 2.13.0+cu130"));
        QCOMPARE(CompatJudge(m_facts).verdict(question).verdict, CompatVerdict::Runs);
        question.isX86 = false;
        QCOMPARE(CompatJudge(m_facts).verdict(question).verdict, CompatVerdict::Fails);
    }

    void severalGpusAreAsGoodAsTheWorst()
    {
        CompatQuestion question = asked(s("H100"), s("580.142"), s("--torch 2.13.0"));
        QCOMPARE(CompatJudge(m_facts).verdict(question).verdict, CompatVerdict::Runs);
        question.gpus << m_kinds->find(s("V100"));
        QCOMPARE(CompatJudge(m_facts).verdict(question).verdict, CompatVerdict::Fails);
    }

    void remediesWorkAndAreNear()
    {
        const auto remedy = [&](const CompatAnswer &answer, const char *kind) {
            for (const CompatRemedy &one : answer.remedies) {
                if (one.kind == s(kind))
                    return one.value;
            }
            return QString();
        };
        const CompatAnswer image = check("H100", "550.54.15", "--image pytorch/pytorch:2.9.0-cuda13.0-cudnn9-runtime");
        QCOMPARE(image.verdict, CompatVerdict::Fails);
        QCOMPARE(remedy(image, "image"), s("pytorch/pytorch:2.9.0-cuda12.8-cudnn9-runtime"));
        QCOMPARE(remedy(image, "driver"), s("580.65.06"));
        QCOMPARE(remedy(check("V100", "580.142", "--torch 2.13.0"), "wheel"),
                 s("torch==2.13.0 --index-url https://download.pytorch.org/whl/cu126"));
        QCOMPARE(remedy(check("RTX 5090", "570.211.01", "--torch 2.5"), "wheel"),
                 s("torch==2.7.* --index-url https://download.pytorch.org/whl/cu128"));
        QCOMPARE(remedy(check("A100", "560.35.03", "--torch 1.12.1"), "wheel"),
                 s("torch==1.12.1+cu113 --extra-index-url https://download.pytorch.org/whl/cu113"));
        QCOMPARE(remedy(check("V100", "595.45.04", "--cuda 12.4"), "driver"), s("580.142"));
        QCOMPARE(remedy(check("H100", "550.54.15", "--jax 0.11.0+cuda13"), "wheel"), s("\"jax[cuda12]==0.11.0\""));
        // The image contains the libraries for forward compatibility; they do not help on a consumer card.
        QVERIFY(remedy(check("V100", "470.239.06", "--cuda 12.4"), "image").startsWith(s("nvidia/cuda:12.4.1")));
        QVERIFY(remedy(check("RTX 3090", "470.239.06", "--cuda 12.4"), "image").startsWith(s("nvidia/cuda:11.8.0")));
        // Neither another image nor another driver is enough: both are needed.
        const CompatAnswer both = check("H100", "418.87.00", "--image pytorch/pytorch:1.9.0-cuda11.1-cudnn8-runtime");
        QCOMPARE(both.remedies.size(), 2);
        QVERIFY(both.remedies[0].kind == s("driver") && both.remedies[0].isWithNext);
        QCOMPARE(both.remedies[1].value, s("pytorch/pytorch:2.0.0-cuda11.8-cudnn8-runtime"));
        QCOMPARE(remedy(check("A100", "550.54.15", "--image tensorflow/tensorflow:2.10.0"), "image"),
                 s("tensorflow/tensorflow:2.11.0-gpu"));
        // No known GPU image has code for it, but the package does.
        QCOMPARE(remedy(check("H100", "550.54.15", "--image tensorflow/tensorflow:2.10.0"), "wheel"), s("tensorflow==2.12.*"));
    }

    // Every image on every kind of GPU and every known driver: each verdict has its reasons, each reason its sources.
    void everyReasonHasItsSources()
    {
        const QStringList images = knownImages(m_facts);
        const QStringList ownInput{s("tag-not-seen")};
        int negative = 0, remedied = 0;
        for (const GpuKindFact &gpu : m_facts.gpus) {
            for (const DriverBranch &branch : m_facts.branches) {
                if (branch.newestSeen.isNull() || branch.branch % 3)
                    continue;
                for (qsizetype i = branch.branch % 13; i < images.size(); i += 13) {
                    const CompatQuestion question = asked(gpu.name, branch.newestSeen.text(), s("--image ") + images[i]);
                    const CompatAnswer answer = CompatJudge(m_facts).verdict(question);
                    QVERIFY(!answer.reasons.isEmpty() || !answer.missing.isEmpty());
                    for (const CompatReason &reason : answer.reasons) {
                        const bool isSourced = !reason.sources.isEmpty() || reason.effect == CompatVerdict::Unknown
                                               || ownInput.contains(reason.rule);
                        const bool isKnown = std::all_of(reason.sources.begin(), reason.sources.end(),
                                                         [this](const QString &source) { return m_facts.sources.contains(source); });
                        if (!isSourced || !isKnown || reason.sentence.contains(u'%'))
                            QFAIL(told(answer).constData());
                    }
                    negative += answer.verdict >= CompatVerdict::Fails;
                    if (answer.verdict < CompatVerdict::Fails || negative % 100)
                        continue;
                    // Each proposal is judged before it is made; only TensorFlow has no release that is known to support the newest GPUs.
                    const CompatAnswer whole = CompatJudge(m_facts).check(question);
                    if (whole.remedies.isEmpty() && !images[i].startsWith(s("tensorflow")))
                        QFAIL(told(whole).constData());
                    ++remedied;
                }
            }
        }
        QVERIFY(negative > 300);
        QVERIFY(remedied >= 3);
    }
};

QTEST_APPLESS_MAIN(TestCompatJudge)
#include "tst_compatjudge.moc"
