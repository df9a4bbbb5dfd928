// SPDX-License-Identifier: GPL-3.0-or-later
// Environments: only combinations known to run are proposed, the files serve their purpose and are clean under the linter, and wrong input
// is reported.
#include "core/knowledge/catalog/catalogfiles.h"
#include "core/knowledge/compat/compatjudge.h"
#include "core/knowledge/environment/internal/dockerfilereader.h"
#include "core/knowledge/environment/linter.h"
#include "core/knowledge/environment/recipemaker.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

}  // namespace

class TestRecipe : public QObject {
    Q_OBJECT

    CompatFacts m_compat;
    RecipeFacts m_facts;
    QList<GpuModel> m_models;

    RecipeOptions options(const char *framework, const char *version, const char *gpu = "H100", const char *driver = "550.54.15") const
    {
        RecipeOptions options;
        options.framework = frameworkFromText(s(framework), s(version)).value_or(FrameworkRequest());
        options.host.gpus << GpuKinds(m_compat, m_models).find(s(gpu));
        options.host.driver = driverFromText(s(driver), m_compat).value_or(Version());
        return options;
    }
    RecipeOutcome make(const RecipeOptions &options) const
    {
        return RecipeMaker(m_facts, m_compat).make(options).value_or(RecipeOutcome());
    }
    static QString text(const RecipeOutcome &outcome, const char *file)
    {
        return outcome.recipe ? QString::fromUtf8(outcome.recipe->file(s(file))) : QString();
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto compat = CompatFacts::parse(builtInCompatFiles());
        const auto facts = RecipeFacts::parse(builtInRecipeFiles());
        QVERIFY(compat && facts);
        m_compat = *compat;
        m_facts = *facts;
        m_models = parseGpuModels(builtInCatalogFiles().gpus).value_or(QList<GpuModel>());
        QVERIFY(!m_models.isEmpty());
    }

    void everyNameStandsOnceWithItsSource()
    {
        const RecipeFiles files = builtInRecipeFiles();
        const QJsonObject names = QJsonDocument::fromJson(files.names).object();
        QSet<QString> seen;
        for (const char *kind : {"names", "prefixes", "allocator_options"}) {
            const QJsonArray groups = names[QLatin1String(kind)].toArray();
            QVERIFY2(!groups.isEmpty(), kind);
            for (const QJsonValue &group : groups) {
                QVERIFY(!group[QLatin1String("src")].toArray().isEmpty());
                for (const QJsonValue &code : group[QLatin1String("src")].toArray())
                    QVERIFY2(m_facts.sources.contains(code.toString()), qPrintable(code.toString()));
                for (const QJsonValue &name : group[QLatin1String("names")].toArray()) {
                    QVERIFY2(!seen.contains(name.toString()), qPrintable(name.toString()));
                    seen << name.toString();
                }
            }
        }
        QVERIFY(m_facts.isKnown(s("NCCL_IB_RAIL_POLICY")) && m_facts.isKnown(s("NCCL_RINGS"))
                && m_facts.isKnown(s("NCCL_OFI_NIC_DUP_CONNS")));
        QVERIFY(m_facts.variable(s("PYTORCH_CUDA_ALLOC_CONF"))->options.contains(s("max_non_split_rounding_mb")));
        // Names that nothing confirms.
        QVERIFY(!m_facts.isKnown(s("NCCL_NSOCKS")) && !m_facts.isKnown(s("NCCL_NTREES")));
        // Each source states how far it was checked.
        const QJsonArray sources = QJsonDocument::fromJson(files.sources).array();
        for (const QJsonValue &source : sources)
            QVERIFY2((QStringList{s("text"), s("place"), s("no")}).contains(source[QLatin1String("seen")].toString()),
                     qPrintable(source[QLatin1String("code")].toString()));
    }

    void baseAndWheelsFollowTheRules_data()
    {
        QTest::addColumn<QString>("framework");
        QTest::addColumn<QString>("version");
        QTest::addColumn<QString>("gpu");
        QTest::addColumn<QString>("driver");
        QTest::addColumn<QString>("base");
        QTest::addColumn<QString>("install");
        const auto row = [](const char *name, const char *framework, const char *version, const char *gpu, const char *driver,
                            const char *base, const char *install) {
            QTest::newRow(name) << s(framework) << s(version) << s(gpu) << s(driver) << s(base) << s(install);
        };
        row("official image", "torch", "2.5.1", "H100", "550.54.15", "pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime", "");
        row("named build without an image", "torch", "2.5.1+cu118", "H100", "550.54.15", "python:3.11-slim-bookworm",
            "torch==2.5.1 --index-url https://download.pytorch.org/whl/cu118");
        row("old driver takes the older CUDA", "torch", "2.5.1", "A100", "470.256.02", "python:3.11-slim-bookworm",
            "torch==2.5.1 --index-url https://download.pytorch.org/whl/cu118");
        row("Volta has only one build", "torch", "2.13.0", "V100", "580.142", "python:3.11-slim-bookworm",
            "torch==2.13.0 --index-url https://download.pytorch.org/whl/cu126");
        row("2.1 with a driver of CUDA 12.2", "torch", "2.1.0", "A100", "535.154.05", "pytorch/pytorch:2.1.0-cuda12.1-cudnn8-runtime", "");
        row("TensorFlow by pip", "tensorflow", "2.16.1", "A100", "550.54.15", "python:3.11-slim-bookworm",
            "\"tensorflow[and-cuda]==2.16.1\"");
        row("TensorFlow's image", "tensorflow", "2.11.0", "A100", "535.154.05", "tensorflow/tensorflow:2.11.0-gpu", "");
        row("JAX", "jax", "0.11.0", "H100", "550.54.15", "python:3.12-slim-bookworm", "\"jax[cuda12]==0.11.0\"");
    }
    void baseAndWheelsFollowTheRules()
    {
        QFETCH(QString, framework);
        QFETCH(QString, version);
        QFETCH(QString, gpu);
        QFETCH(QString, driver);
        QFETCH(QString, base);
        QFETCH(QString, install);
        const RecipeOutcome outcome = make(options(qPrintable(framework), qPrintable(version), qPrintable(gpu), qPrintable(driver)));
        QVERIFY2(outcome.recipe, qPrintable(outcome.refusal));
        QCOMPARE(outcome.recipe->base, base);
        QCOMPARE(outcome.recipe->install, install);
        QVERIFY(outcome.recipe->answer.verdict <= CompatVerdict::RunsWithLimits);
        QVERIFY(text(outcome, "Dockerfile").contains(QStringLiteral("\nFROM ") + base + u'\n'));
        QVERIFY(install.isEmpty() || text(outcome, "Dockerfile").contains(install));
    }

    // For every release and several machines: either a recipe that the rules know to run, or a refusal.
    void nothingIsProposedThatDoesNotRun()
    {
        int made = 0, refused = 0;
        const CompatJudge judge(m_compat);
        for (const TorchRelease &release : m_compat.torch) {
            const QString version = release.last.text() + (release.last.size() < 3 ? s(".0") : QString());
            for (const auto &[gpu, driver] : {std::pair{"H100", "550.54.15"}, std::pair{"V100", "450.80.02"},
                                              std::pair{"RTX 4090", "535.104.05"}, std::pair{"B200", "580.65.06"}}) {
                const RecipeOutcome outcome = make(options("torch", qPrintable(version), gpu, driver));
                if (!outcome.recipe) {
                    ++refused;
                    QVERIFY2(!outcome.refusal.isEmpty(), qPrintable(version));
                    continue;
                }
                ++made;
                CompatQuestion question = options("torch", qPrintable(version), gpu, driver).host;
                question.frameworks << outcome.recipe->framework;
                QVERIFY2(judge.verdict(question).verdict <= CompatVerdict::RunsWithLimits, qPrintable(version + u' ' + s(gpu)));
            }
        }
        QVERIFY2(made >= 20 && refused >= 10, qPrintable(s("%1 %2").arg(made).arg(refused)));
    }

    void refusalsNameTheNearestThatWorks()
    {
        const RecipeOutcome newer = make(options("torch", "2.9.0+cu130", "H100", "550.54.15"));
        QVERIFY(!newer.recipe && newer.refusal.contains(s("580")) && !newer.answer.remedies.isEmpty());
        const RecipeOutcome none = make(options("torch", "2.1.0+cu122", "A100", "560.35.03"));
        QVERIFY(!none.recipe && none.refusal.contains(s("cu118, cu121")));
        QCOMPARE(none.answer.remedies.value(0).value, s("torch==2.1.0 --index-url https://download.pytorch.org/whl/cu121"));
        const RecipeOutcome old = make(options("tensorflow", "2.12.0", "A100", "450.80.02"));
        QVERIFY2(!old.recipe && !old.refusal.isEmpty(), qPrintable(old.refusal));
        RecipeOptions unknown = options("torch", "2.5.1");
        unknown.host.driver.reset();
        QVERIFY(!make(unknown).recipe && make(unknown).answer.verdict == CompatVerdict::Unknown);
        RecipeOptions python = options("torch", "2.5.1");
        python.python = s("3.7");
        QVERIFY(!make(python).recipe && make(python).refusal.contains(s("3.9")));
    }

    void filesAreCleanUnderTheLinter_data()
    {
        QTest::addColumn<int>("number");
        for (int number = 0; number < 5; ++number)
            QTest::addRow("recipe %d", number) << number;
    }
    void filesAreCleanUnderTheLinter()
    {
        QFETCH(int, number);
        const QList<RecipeOptions> requests{options("torch", "2.5.1"), options("torch", "2.13.0", "V100", "580.142"),
                                            options("tensorflow", "2.16.1", "A100"), options("jax", "0.11.0"),
                                            options("torch", "2.0.1", "A100", "535.154.05")};
        RecipeOptions full = requests[number];
        full.aptPackages = {s("git"), s("ffmpeg")};
        full.pipPackages = {s("numpy==1.26.4"), s("accelerate[deepspeed]==0.30.0")};
        full.dataDir = s("/srv/my data");
        full.gpuCount = 8;
        full.nodes = number == 4 ? 2 : 1;
        full.engine = number % 2 ? EngineKind::Podman : EngineKind::Docker;
        full.cpuCount = number == 1 ? 64 : 0;
        const RecipeOutcome outcome = make(full);
        QVERIFY2(outcome.recipe, qPrintable(outcome.refusal));
        const Linter linter(m_facts, m_compat);
        for (const auto &[name, kind] : {std::pair{"Dockerfile", LintKind::Dockerfile}, std::pair{"run.env", LintKind::Variables},
                                         std::pair{"run.sh", LintKind::Command}, std::pair{"task.yaml", LintKind::Task}}) {
            const QByteArray content = outcome.recipe->file(s(name));
            QVERIFY(!content.isEmpty());
            const LintReport report = linter.lint(content, kind, full.host);
            QVERIFY2(report.findings.isEmpty(), report.findings.isEmpty()
                                                    ? ""
                                                    : qPrintable(s(name) + s(": ") + report.findings.first().rule + s(": ")
                                                                 + report.findings.first().what + u'\n' + QString::fromUtf8(content)));
        }
        const TaskCheck check = parseTask(outcome.recipe->file(s("task.yaml")));
        QVERIFY2(check.errors.isEmpty(), check.errors.isEmpty() ? "" : qPrintable(check.errors.first().what));
        QCOMPARE(check.task.image, outcome.recipe->image);
        QCOMPARE(check.task.checkpoints->dir, s("/checkpoints"));
        QCOMPARE(check.task.accelerators->count, 8);
    }

    void dockerfileHasWhatItMust()
    {
        RecipeOptions full = options("torch", "2.5.1+cu121");
        full.aptPackages = {s("git"), s("git")};
        full.pipPackages = {s("numpy==1.26.4")};
        full.user = s("karl");
        full.uid = 1234;
        full.python = s("3.10");
        const RecipeOutcome outcome = make(full);
        QVERIFY2(outcome.recipe, qPrintable(outcome.refusal));
        const QString dockerfile = text(outcome, "Dockerfile");
        const SourceText source(dockerfile.toUtf8());
        const Dockerfile read = readDockerfile(source);
        QVERIFY(read.stages == 1 && read.instructions.size() > 8);
        for (const char *part :
             {"# syntax=docker/dockerfile:1\n", "FROM python:3.10-slim-bookworm\n", "--mount=type=cache,target=/var/cache/pip",
              "--mount=type=cache,target=/var/lib/apt", "--no-install-recommends git\n", "https://download.pytorch.org/whl/cu121\n",
              "PIP_CONSTRAINT=/etc/pip-constraints.txt", "--uid 1234", "USER karl\n", "numpy==1.26.4", "CMD [\"python\""})
            QVERIFY2(dockerfile.contains(s(part)), part);
        QVERIFY(!dockerfile.contains(s("latest")) && !dockerfile.contains(s("COPY")));
        QCOMPARE(text(outcome, ".dockerignore"), s("*\n"));
    }

    void startFollowsEngineAndMachine()
    {
        RecipeOptions one = options("torch", "2.5.1");
        one.dataDir = s("~/my data");
        one.gpuCount = 8;
        one.nodes = 2;
        one.cpuCount = 96;
        const QString docker = text(make(one), "run.sh");
        for (const char *part : {"docker build --tag trainyard-torch:2.5.1-cu124 \"$here\"", "--gpus all", "--ipc=host",
                                 "--ulimit memlock=-1", "--ulimit stack=67108864", "--network=host", "--env-file \"$here\"/run.env",
                                 "source=\"$HOME\"/'my data',target=/data,readonly", "source=\"$HOME\"/checkpoints,target=/checkpoints"})
            QVERIFY2(docker.contains(s(part)), qPrintable(s(part) + docker));
        const QString variables = text(make(one), "run.env");
        for (const char *part : {"\nOMP_NUM_THREADS=12\n", "\nNCCL_DEBUG=WARN\n", "\nPYTORCH_CUDA_ALLOC_CONF=expandable_segments:True\n",
                                 "\n#NCCL_SOCKET_IFNAME==eth0\n", "\n#MASTER_PORT=29500\n", "\n#TORCH_ALLOW_TF32_CUBLAS_OVERRIDE=1\n"})
            QVERIFY2(variables.contains(s(part)), part);
        one.engine = EngineKind::Podman;
        one.sharedMemory = s("32g");
        const QString podman = text(make(one), "run.sh");
        for (const char *part : {"podman run", "--device nvidia.com/gpu=all", "--shm-size=32g", "--userns=keep-id:uid=1000,gid=1000"})
            QVERIFY2(podman.contains(s(part)), part);
        QVERIFY(!podman.contains(s("--gpus")) && !podman.contains(s("--ipc")));
        const auto recipe = make(one).recipe;
        for (const RecipeOption &option : recipe->options)
            QVERIFY2(!option.why.isEmpty() && !option.sources.isEmpty(), qPrintable(option.text));
        for (const RecipeVariable &variable : recipe->variables) {
            QVERIFY(!variable.why.isEmpty());
            for (const QString &code : variable.sources)
                QVERIFY2(m_facts.sources.contains(code), qPrintable(code));
        }
    }

    void wrongSettingsAreSaid_data()
    {
        QTest::addColumn<int>("number");
        for (int number = 0; number < 14; ++number)
            QTest::addRow("options %d", number) << number;
    }
    void wrongSettingsAreSaid()
    {
        QFETCH(int, number);
        RecipeOptions one = options("torch", "2.5.1");
        QVERIFY(RecipeMaker(m_facts, m_compat).make(one));
        switch (number) {
        case 0: one.framework.version = *Version::parse(u"2.5"); break;
        case 1: one.framework.name = s("caffe"); break;
        case 2: one.user = s("root"); break;
        case 3: one.user = s("a b"); break;
        case 4: one.uid = 0; break;
        case 5: one.aptPackages = {s("git; rm -rf /")}; break;
        case 6: one.pipPackages = {s("numpy")}; break;
        case 7: one.pipPackages = {s("numpy==1\nRUN x")}; break;
        case 8: one.python = s("3"); break;
        case 9: one.dataDir = s("data"); break;
        case 10: one.checkpointDir = s("/a,b"); break;
        case 11: one.gpuCount = 0; break;
        case 12: one.sharedMemory = s("much"); break;
        case 13: one.script = s("a b.py"); break;
        }
        const auto made = RecipeMaker(m_facts, m_compat).make(one);
        QVERIFY(!made && made.error().code == ErrorCode::InvalidInput && !made.error().what.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestRecipe)
#include "tst_recipe.moc"
