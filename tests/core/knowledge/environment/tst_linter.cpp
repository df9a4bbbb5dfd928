// SPDX-License-Identifier: GPL-3.0-or-later
// The linter: every rule reports a bad text at the right place and is silent on its good counterpart (tests/data/recipe), secrets are not
// repeated, and no pasted text makes it slow or crash.
#include "core/knowledge/catalog/catalogfiles.h"
#include "core/knowledge/compat/gpukinds.h"
#include "core/knowledge/environment/internal/lintrules.h"
#include "core/knowledge/environment/linter.h"
#include "core/knowledge/environment/sourcetext.h"

#include <QFile>
#include <QRandomGenerator>
#include <QTest>

#include <ctime>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

struct RuleCase {
    QString rule, gpu, driver;
    LintKind kind = LintKind::Command;
    QString place;
    QByteArray bad, good;
};

QList<RuleCase> ruleCases()
{
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/recipe/rules.txt"));
    QList<RuleCase> cases;
    if (!file.open(QIODevice::ReadOnly))
        return cases;
    QByteArray *text = nullptr;
    const QList<QByteArray> lines = file.readAll().split('\n');
    for (const QByteArray &line : lines) {
        const QStringList words = QString::fromUtf8(line).split(u' ');
        if (line.startsWith("=== ")) {
            cases << RuleCase{
                words.value(1), words.value(3), words.value(4), lintKindFromName(words.value(2)).value_or(LintKind::Command), {}, {}, {}};
            text = nullptr;
        } else if (line.startsWith("--- bad")) {
            cases.last().place = words.value(2);
            text = &cases.last().bad;
        } else if (line.startsWith("--- good")) {
            text = &cases.last().good;
        } else if (text && !line.isEmpty()) {
            *text += line + '\n';
        }
    }
    return cases;
}

QByteArray told(const LintReport &report)
{
    QString text = lintKindName(report.kind);
    for (const LintFinding &finding : report.findings)
        text += s("\n%1:%2 %3 %4: %5 > %6")
                    .arg(finding.line)
                    .arg(finding.column)
                    .arg(severityName(finding.severity), finding.rule, finding.what, finding.found);
    return text.toUtf8();
}

}  // namespace

class TestLinter : public QObject {
    Q_OBJECT

    CompatFacts m_compat;
    RecipeFacts m_facts;
    QList<GpuModel> m_models;

    CompatQuestion host(const QString &gpu, const QString &driver) const
    {
        CompatQuestion question;
        if (gpu.isEmpty())
            return question;
        question.gpus << GpuKinds(m_compat, m_models).find(gpu);
        question.driver = driverFromText(driver, m_compat).value_or(Version());
        return question;
    }
    LintReport lint(const QByteArray &text, std::optional<LintKind> kind = {}, const CompatQuestion &question = {}) const
    {
        return Linter(m_facts, m_compat).lint(text, kind, question);
    }
    static const LintFinding *finding(const LintReport &report, const QString &rule)
    {
        for (const LintFinding &one : report.findings) {
            if (one.rule == rule)
                return &one;
        }
        return nullptr;
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto compat = CompatFacts::parse(builtInCompatFiles());
        QVERIFY2(compat, compat ? "" : qPrintable(compat.error().detail));
        m_compat = *compat;
        const auto facts = RecipeFacts::parse(builtInRecipeFiles());
        QVERIFY2(facts, facts ? "" : qPrintable(facts.error().detail));
        m_facts = *facts;
        m_models = parseGpuModels(builtInCatalogFiles().gpus).value_or(QList<GpuModel>());
        QVERIFY(!m_models.isEmpty());
    }

    void everyRuleSpeaksUpAndIsSilentOnItsGoodTwin_data()
    {
        QTest::addColumn<int>("number");
        const auto cases = ruleCases();
        QVERIFY(cases.size() > 70);
        for (int i = 0; i < cases.size(); ++i)
            QTest::addRow("%d %s", i, qPrintable(cases[i].rule)) << i;
    }
    void everyRuleSpeaksUpAndIsSilentOnItsGoodTwin()
    {
        QFETCH(int, number);
        const RuleCase one = ruleCases()[number];
        QVERIFY(!one.bad.isEmpty() && !one.good.isEmpty());
        const LintReport bad = lint(one.bad, one.kind, host(one.gpu, one.driver));
        const LintFinding *found = finding(bad, one.rule);
        QVERIFY2(found, told(bad).constData());
        QVERIFY2(s("%1:%2").arg(found->line).arg(found->column) == one.place, told(bad).constData());
        QVERIFY(!found->what.isEmpty() && !found->why.isEmpty() && !found->fix.isEmpty() && !found->sources.isEmpty());
        for (const QString &code : found->sources)
            QVERIFY2(m_facts.sources.contains(code) || m_compat.sources.contains(code), qPrintable(code));

        const LintReport good = lint(one.good, one.kind, host(one.gpu, one.driver));
        QVERIFY2(!finding(good, one.rule), told(good).constData());
        QVERIFY2(good.count(LintSeverity::Error) + good.count(LintSeverity::Warning) == 0, told(good).constData());
    }

    void everyRuleHasACase()
    {
        QStringList tried{s("unreadable")};  // below
        for (const RuleCase &one : ruleCases())
            tried << one.rule;
        for (const LintRule &rule : lintRules()) {
            QVERIFY2(tried.contains(QLatin1String(rule.id)), rule.id);
            for (const QString &code : QString::fromLatin1(rule.sources).split(u' '))
                QVERIFY2(m_facts.sources.contains(code) || m_compat.sources.contains(code), qPrintable(code));
        }
    }

    // Searching to the end of the file for each line would take most of a minute.
    void longFilesAreReadToTheEnd()
    {
        const QByteArray secret = "ENV HF_TOKEN=hf_verysecretverysecretvery\n";
        QVERIFY(finding(lint("FROM x:1\n" + QByteArray("LABEL a=b\n").repeated(20'000) + secret, LintKind::Dockerfile), s("secret")));
        QVERIFY(finding(lint("FROM x:1\n" + QByteArray("RUN <<A\n").repeated(25'000) + secret, LintKind::Dockerfile), s("secret")));
    }

    // The proposed text replaces the finding, and the result is correct.
    void replacementsMend_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("rule");
        const auto row = [](const char *name, const char *text, const char *rule) { QTest::newRow(name) << QByteArray(text) << s(rule); };
        row("dead command", "nvlink-smi\n", "dead-command");
        row("launcher", "OMP_NUM_THREADS=4 python3 -m torch.distributed.launch --nproc_per_node=4 train.py\n", "torch-launch");
        row("wrapper", "nvidia-docker run --gpus all --rm nvidia/cuda:12.4.1-runtime-ubuntu22.04 nvidia-smi\n", "nvidia-docker");
        row("name", "export NCCL_SOCKET_IFNAMES=eth0\n", "variable-name");
        row("old name", "export NCCL_BLOCKING_WAIT=1\n", "variable-renamed");
        row("allocator", "export PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb=128\n", "allocator-option");
        row("shell form", "FROM ubuntu:22.04\nUSER trainer\nCMD python train.py --name \"a b\"\n", "shell-form");
        row("wheel index",
            "FROM nvidia/cuda:11.8.0-devel-ubuntu22.04\nRUN pip install --no-cache-dir torch==2.1.0 --index-url https://download.pytorch.org/whl/cu121\nUSER trainer\n",
            "wheel-index");
        row("argument",
            "docker run -e HF_TOKEN=$HF_TOKEN --gpus all --ipc=host --rm pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime python train.py\n",
            "secret-argument");
        row("devices",
            "docker run --gpus '\"device=2,3\"' --ipc=host -e CUDA_VISIBLE_DEVICES=2,3 --rm pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime python train.py\n",
            "visible-devices");
        row("debugging", "NCCL_DEBUG=INFO python train.py\n", "debug-left-on");
    }
    void replacementsMend()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, rule);
        const LintReport before = lint(text);
        const LintFinding *found = finding(before, rule);
        QVERIFY2(found && found->replacement && !found->found.isEmpty(), told(before).constData());
        const QString mended = QString::fromUtf8(text).replace(found->found, *found->replacement);
        QVERIFY(mended.toUtf8() != text);
        const LintReport after = lint(mended.toUtf8());
        QVERIFY2(!finding(after, rule) && after.count(LintSeverity::Error) + after.count(LintSeverity::Warning) == 0,
                 (mended.toUtf8() + told(after)).constData());
    }

    // Statements found in documents, quoted as they are (framework_compat: claims), and the findings on them.
    void wrongStatementsOfDocumentsAreFound_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("rule");
        const auto row = [](const char *name, const char *text, const char *rule) { QTest::newRow(name) << QByteArray(text) << s(rule); };
        row("image and framework without a version", "FROM nvidia/cuda:11.8.0-base-ubuntu22.04\nRUN pip install torch torchvision\n",
            "framework-unpinned");
        row("torchvision for an old PyTorch",
            "FROM pytorch/pytorch:1.9.0-cuda11.1-cudnn8-runtime\nRUN pip install torchvision opencv-python\n", "framework-replaced");
        row("port 12355", "# open the NCCL port (default 12355)\nsudo ufw allow 12355/tcp\n", "nccl-port");
        row("port 12345, in Chinese",
            "# \xe5\xbc\x80\xe6\x94\xbe"
            "NCCL\xe7\xab\xaf\xe5\x8f\xa3\xef\xbc\x88\xe9\xbb\x98\xe8\xae\xa4"
            "12345\xef\xbc\x89\nsudo ufw allow 12345\n",
            "nccl-port");
        row("mixed precision of TensorFlow", "export TF_ENABLE_AUTO_MIXED_PRECISION=1\npython train.py\n", "amp-switch");
        row("InfiniBand by its default", "export NCCL_IB_DISABLE=0\npython train.py\n", "no-effect");
        row("PyTorch 2.1 for CUDA 12.2", "pip install torch==2.1.0 --index-url https://download.pytorch.org/whl/cu122\n", "compat");
        row("NCCL 3.7", "# needs NCCL-3.7\npython train.py\n", "nccl-version");
        row("nvidia-docker2", "sudo apt-get install -y nvidia-docker2\n", "nvidia-docker");
        row("nvidia-docker by pip", "pip3 install nvidia-docker\n", "nvidia-docker");
        row("commands that never were", "nvidia-smi -g 0 -m all\n", "dead-command");
    }
    void wrongStatementsOfDocumentsAreFound()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, rule);
        const LintReport report = lint(text);
        QVERIFY2(finding(report, rule), told(report).constData());
    }

    // One of the pairs is right, and the linter does not object to it.
    void rightPairsAreLeftAlone()
    {
        const LintReport report = lint(
            "FROM nvidia/cuda:11.6.2-base-ubuntu20.04\nRUN --mount=type=cache,target=/root/.cache/pip \\\n"
            "    pip install torch==1.13.1+cu116 --extra-index-url https://download.pytorch.org/whl/cu116\nUSER trainer\n",
            LintKind::Dockerfile, host(s("V100"), s("535.154.05")));
        QVERIFY2(report.findings.isEmpty(), told(report).constData());
        const LintReport driver = lint("FROM pytorch/pytorch:2.0.0-cuda11.8-cudnn8-runtime\nUSER trainer\n", LintKind::Dockerfile,
                                       host(s("A100"), s("535.154.02")));
        const LintFinding *unpublished = finding(driver, s("compat"));
        QVERIFY2(unpublished && unpublished->severity == LintSeverity::Warning && unpublished->what.contains(s("535.154.05")),
                 told(driver).constData());
    }

    void secretsAreNotRepeated_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char *name, const char *text) { QTest::newRow(name) << QByteArray(text); };
        row("login by an option", "docker login -u me -p verysecret123 example.org");
        row("name without an underscore", "PGPASSWORD=verysecret123 psql");
        row("argument", "docker run -e HF_TOKEN=hf_verysecretverysecretvery ubuntu:22.04 true");
        row("export", "export AWS_SECRET_ACCESS_KEY=verysecret/verysecret\npython train.py");
        row("image", "FROM ubuntu:22.04\nENV WANDB_API_KEY=verysecret0123456789\nENV OTHER verysecret\nUSER trainer");
        row("address", "git clone https://verysecretverysecret@example.org/x.git");
        row("header", "curl -H \"Authorization: Bearer verysecretverysecret\" https://example.org/x");
        row("login", "wandb login verysecretverysecretverysecret");
        row("option", "huggingface-cli login --token verysecretverysecret");
        row("build", "docker build --build-arg GITHUB_TOKEN=verysecret .");
        row("line", "HF_TOKEN = hf_verysecretverysecretvery");
        row("no line", "hf_verysecretverysecretvery and more");
        row("start of an image", "FROM ubuntu:22.04\nUSER trainer\nCMD python train.py --token verysecretverysecret");
        row("image by script", "FROM ubuntu:22.04\nUSER trainer\nENTRYPOINT [\"sh\", \"-c\", \"python x --api-key verysecretverysecret\"]");
        row("no instruction", "FROM ubuntu:22.04\nhf_verysecretverysecretvery\nUSER trainer");
        row("task", "envs:\n  HF_TOKEN: verysecretverysecret\nrun: wandb login verysecretverysecretverysecret\n");
        row("before a command", "WANDB_API_KEY=verysecretverysecret python train.py");
    }
    void secretsAreNotRepeated()
    {
        QFETCH(QByteArray, text);
        for (const auto kind : {std::optional<LintKind>(), std::optional(LintKind::Command), std::optional(LintKind::Variables)}) {
            const LintReport report = lint(text, kind);
            if (!kind)
                QVERIFY2(!report.findings.isEmpty(), told(report).constData());
            for (const LintFinding &found : report.findings) {
                const QString all = found.found + found.what + found.why + found.fix + found.replacement.value_or(QString());
                QVERIFY2(!all.contains(s("verysecret")), qPrintable(found.rule + s(": ") + all));
            }
        }
    }

    void kindsAreGuessed_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("kind");
        const auto row = [](const char *name, const char *text, const char *kind) { QTest::newRow(name) << QByteArray(text) << s(kind); };
        row("Dockerfile", "# syntax=docker/dockerfile:1\nARG A=1\nFROM ubuntu:22.04 AS base\nRUN true\n", "dockerfile");
        row("small letters", "from ubuntu:22.04\nrun true\n", "dockerfile");
        row("task", "name: x\nresources:\n  accelerators: H100:8\nrun: |\n  python train.py\n", "task");
        row("variables", "# mine\nexport A=1\nB=\"two words\"\n", "env");
        row("options", "-e A=1\n-e B=2\n", "env");
        row("command", "docker run --rm x y\n", "command");
        row("variable before a command", "A=1 python train.py\n", "command");
        row("Python in a shell", "python - <<EOF\nfrom x import y\nEOF\n", "command");
        row("nothing", "", "command");
    }
    void kindsAreGuessed()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, kind);
        QCOMPARE(lintKindName(lint(text).kind), kind);
    }

    void lineEndsAndMarksDoNotMovePlaces()
    {
        const LintReport report = lint(
            "\xef\xbb\xbf"
            "FROM ubuntu:22.04\r\n# caf\xc3\xa9\r\nENV X=\"\xf0\x9f\x9a\x82\" CUDA_VISIBLE_DEVICES=0\r\nUSER trainer\r\n");
        const LintFinding *found = finding(report, s("visible-devices-image"));
        QVERIFY2(found && found->line == 3 && found->column == 11, told(report).constData());
    }

    void whatIsInsideIsReadToo()
    {
        QVERIFY(finding(lint("bash -c 'nvlink-smi && true'\n"), s("dead-command")));
        QVERIFY(finding(lint("echo $(nvlink-smi)\n"), s("dead-command")));
        QVERIFY(finding(lint("ssh box bash <<'EOF'\nnvlink-smi\nEOF\n", LintKind::Command), s("dead-command"))
                == nullptr);  // on another machine: not a shell of ours
        QVERIFY(finding(lint("bash <<'EOF'\nnvlink-smi\nEOF\n", LintKind::Command), s("dead-command")));
        QVERIFY(!finding(lint("cat >notes <<'EOF'\nnvlink-smi\nEOF\n", LintKind::Command), s("dead-command")));
        QVERIFY(finding(lint("FROM ubuntu:22.04\nRUN <<EOF\nset -e\napt-get install git\nEOF\nUSER x\n"), s("apt-yes")));
        QVERIFY(finding(lint("run: |\n  cd code\n  if true; then nvlink-smi; fi\n"), s("dead-command")));
        QVERIFY(!finding(lint("# nvlink-smi\necho 'nvlink-smi'\n"), s("dead-command")));
    }

    void unreadableTextIsSaid()
    {
        for (const QByteArray &text : {QByteArray("FROM x\0y", 8), QByteArray("\xff\xfe\x00"), QByteArray(kMaxSource + 1, 'a')}) {
            const LintReport report = lint(text);
            QVERIFY2(report.findings.size() == 1 && report.findings.first().rule == s("unreadable") && report.hasErrors(),
                     told(report).constData());
        }
    }

    // For any pasted text: an answer, quickly, with positions inside the text.
    void hostileTextIsBounded()
    {
        QRandomGenerator random(20261122);
        QList<QByteArray> texts{QByteArray(200000, '('),
                                QByteArray(200000, '"'),
                                QByteArray(100000, '\\') + '\n',
                                QByteArray("$(").repeated(60000),
                                QByteArray("`").repeated(100001),
                                QByteArray("RUN \\\n").repeated(40000),
                                "FROM x\nRUN " + QByteArray("a\\\n#\n").repeated(40000),
                                QByteArray("NCCL_").repeated(50000) + "=1",
                                QByteArray("export NCCL_X=1\n").repeated(15000),
                                QByteArray("docker run -e A=1 ").repeated(12000),
                                QByteArray("cat <<A\n").repeated(30000),
                                "FROM x\nCOPY " + QByteArray("a ").repeated(100000),
                                QByteArray("FROM a AS b\n").repeated(20000),
                                "run: |\n" + QByteArray("  nvlink-smi\n").repeated(18000),
                                QByteArray("NCCL port ").repeated(20000),
                                QByteArray("sh -c 'sh -c \"").repeated(15000),
                                "FROM [" + QByteArray("\"a\",").repeated(50000)};
        const QByteArray words("FROM RUN ENV \\\n \" ' $( ) ` << EOF | && -e docker run pip install torch == = [ ] , # \t \xe4\xb8\xad");
        for (int i = 0; i < 300; ++i) {
            QByteArray text;
            const QList<QByteArray> pieces = words.split(' ');
            for (int j = random.bounded(200); j > 0; --j)
                text += pieces[random.bounded(static_cast<int>(pieces.size()))] + (random.bounded(3) ? " " : "");
            texts << text;
        }
        for (const QByteArray &text : std::as_const(texts)) {
            for (const auto kind : {LintKind::Dockerfile, LintKind::Command, LintKind::Variables, LintKind::Task}) {
                // Processor time, because other programs may need the processor as well.
                const std::clock_t began = std::clock();
                const LintReport report = lint(text, kind);
                QVERIFY2((std::clock() - began) / CLOCKS_PER_SEC < 20, text.left(60).constData());
                QVERIFY(report.findings.size() <= 200);
                const qsizetype lines = text.count('\n') + 1;
                for (const LintFinding &found : report.findings)
                    QVERIFY(found.line >= 1 && found.line <= lines && found.column >= 1 && found.found.size() <= 121);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestLinter)
#include "tst_linter.moc"
