// SPDX-License-Identifier: GPL-3.0-or-later
// `yard compat` as a person runs it: the examples of docs/compat.md as printed there, errors in one sentence, and a machine that is queried
// over SSH.
#include "tests/support/labmachine.h"
#include "tests/support/yardcommand.h"

#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

QString document(const char *name)
{
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

struct Example {
    QStringList command;
    QString verdict, rule, instead;
    int status = -1;
};

QList<Example> examples()
{
    static const QRegularExpression form(s(
        "### [0-9]+\\. [^\\n]+\\n+```sh\\nyard ([^\\n]+)\\n```[^#]*?\\n\\| `([a-z-]+)` \\| ([0-9]+) \\| `([a-z-]+)` \\| (-|`[^`]+`) \\|"));
    QList<Example> found;
    const QString text = document("docs/compat.md");
    for (auto it = form.globalMatch(text); it.hasNext();) {
        const auto match = it.next();
        QString instead = match.captured(5).remove(u'`');
        QString words = match.captured(1);
        found << Example{QProcess::splitCommand(words.replace(u'\'', u'"')), match.captured(2), match.captured(4),
                         instead == s("-") ? QString() : instead, match.captured(3).toInt()};
    }
    return found;
}

}  // namespace

class TestCompat : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;

    YardCommand yard() const { return YardCommand(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), m_home.path()); }
    YardCommand::Answer run(const QStringList &words) const { return yard().run(words); }
    YardCommand::Answer run(const char *words) const { return run(QProcess::splitCommand(s(words))); }

private Q_SLOTS:
    void examplesAreAsDocumented_data()
    {
        QTest::addColumn<int>("number");
        QCOMPARE(examples().size(), 13);
        for (int number = 1; number <= 13; ++number)
            QTest::addRow("example %d", number) << number;
    }
    void examplesAreAsDocumented()
    {
        QFETCH(int, number);
        const Example example = examples()[number - 1];
        const auto answer = run(QStringList{s("--json")} + example.command);
        const QJsonObject object = answer.object();
        QVERIFY2(object[QLatin1String("verdict")].toString() == example.verdict, answer.told().constData());
        QCOMPARE(answer.status, example.status);
        const QJsonArray reasons = object[QLatin1String("reasons")].toArray(), remedies = object[QLatin1String("remedies")].toArray();
        bool isDecided = false;
        for (const QJsonValue &reason : reasons) {
            QVERIFY(!reason[QLatin1String("sentence")].toString().isEmpty());
            for (const QJsonValue &source : reason[QLatin1String("sources")].toArray())
                QVERIFY(!source[QLatin1String("title")].toString().isEmpty() && !source[QLatin1String("as_of")].toString().isEmpty());
            isDecided = isDecided
                        || (reason[QLatin1String("rule")].toString() == example.rule
                            && reason[QLatin1String("effect")].toString() == example.verdict);
        }
        QVERIFY2(isDecided, answer.told().constData());
        QCOMPARE(remedies.isEmpty() ? QString() : remedies[0][QLatin1String("value")].toString(), example.instead);

        // The same in words: the verdict first.
        const auto words = run(example.command);
        QCOMPARE(words.status, example.status);
        const QStringList lines = QString::fromUtf8(words.out).split(u'\n');
        QCOMPARE(lines.first(), object[QLatin1String("sentence")].toString());
        QVERIFY2(example.instead.isEmpty() || QString::fromUtf8(words.out).contains(example.instead), words.told().constData());
        QVERIFY(words.err.isEmpty());
    }

    void everyRuleAndSourceIsDocumented()
    {
        const QString text = document("docs/compat.md");
        const auto reasons = run({s("compat"), s("check"), s("--json"), s("--gpu"), s("H100"), s("--driver"), s("525.85.12"), s("--image"),
                                  s("pytorch/pytorch:2.5.1-cuda12.4-cudnn9-devel")})
                                 .object()[QLatin1String("reasons")]
                                 .toArray();
        QVERIFY(reasons.size() >= 3);
        static const QRegularExpression rule(s("reason\\(\\s*\"([a-z-]+)\"|CompatReason\\{\\s*QStringLiteral\\(\"([a-z-]+)\"\\)|return "
                                               "\\{QStringLiteral\\(\"([a-z]+)\"\\), effect"));
        QStringList rules;
        const QString folder = QStringLiteral(TRAINYARD_SOURCE_DIR "/");
        QDirIterator files(folder + s("core/knowledge/compat"), {s("*.cpp")}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString source = document(qPrintable(files.next().mid(folder.size())));
            for (auto it = rule.globalMatch(source); it.hasNext();) {
                const auto match = it.next();
                rules << match.captured(1) + match.captured(2) + match.captured(3);
            }
        }
        rules.removeDuplicates();
        QVERIFY2(rules.size() >= 18, qPrintable(rules.join(u' ')));
        for (const QString &name : std::as_const(rules))
            QVERIFY2(text.contains(QStringLiteral("`%1`").arg(name)), qPrintable(name));
        const QJsonArray sources = QJsonDocument::fromJson(document("resources/compat/sources.json").toUtf8()).array();
        QVERIFY(sources.size() > 45);
        for (const QJsonValue &source : sources)
            QVERIFY2(text.contains(QStringLiteral("\n| %1 | ").arg(source[QLatin1String("code")].toString())),
                     qPrintable(source[QLatin1String("code")].toString()));
    }

    void whatIsWrongIsSaidInOneSentence_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("said");
        const auto row = [](const char *name, const QStringList &words, int status, const char *said) {
            QTest::newRow(name) << words << status << s(said);
        };
        const QStringList host{s("--gpu"), s("H100"), s("--driver"), s("550.54.15")};
        row("driver branch", {s("--gpu"), s("H100"), s("--driver"), s("535"), s("--cuda"), s("12.2")}, 2, "driver branch");
        row("driver in letters", {s("--gpu"), s("H100"), s("--driver"), s("abc"), s("--cuda"), s("12.2")}, 2, "not a valid driver version");
        row("driver of 10 kB", {s("--gpu"), s("H100"), s("--driver"), QString(10000, u'5'), s("--cuda"), s("12.2")}, 2,
            "not a valid driver version");
        row("GPU of 10 kB", {s("--gpu"), QString(10000, u'H'), s("--driver"), s("550.54.15"), s("--cuda"), s("12.2")}, 2,
            "There is no GPU named");
        row("GPU that nobody knows", {s("--gpu"), s("Banana"), s("--driver"), s("550.54.15"), s("--cuda"), s("12.2")}, 6,
            "the name is unknown");
        row("no GPU", {s("--driver"), s("550.54.15"), s("--cuda"), s("12.2")}, 6, "The GPU: add --gpu");
        row("no driver", {s("--gpu"), s("H100"), s("--cuda"), s("12.2")}, 6, "The driver: add --driver");
        row("nothing to run", host, 6, "What to run");
        row("CUDA", host + QStringList{s("--cuda"), s("twelve")}, 2, "not a valid CUDA version");
        row("CUDA major alone", host + QStringList{s("--cuda"), s("12")}, 2, "not a valid CUDA version");
        row("framework", host + QStringList{s("--torch"), s("latest")}, 2, "not a valid version of torch");
        row("image without a tag", host + QStringList{s("--image"), s("pytorch/pytorch")}, 6, "has no tag");
        row("image by digest", host + QStringList{s("--image"), s("pytorch/pytorch@sha256:") + QString(64, u'a')}, 6, "digest");
        row("image of a registry", host + QStringList{s("--image"), s("harbor.example.com/pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime")},
            6, "mirrors Docker Hub");
        row("image in upper case", host + QStringList{s("--image"), s("PyTorch/pytorch:2.5.1")}, 2, "lower case");
        row("image of 10 kB", host + QStringList{s("--image"), QString(10000, u'a')}, 2, "at most");
        row("condition of 20 kB", host + QStringList{s("--require"), QString(20000, u'a')}, 2, "longer than");
        row("malformed condition", host + QStringList{s("--require"), s("cuda>=99 cuda==12")}, 1, "character 10");
        row("system", host + QStringList{s("--cuda"), s("12.4"), s("--os"), s("beos")}, 2, "--os");
        row("processor", host + QStringList{s("--cuda"), s("12.4"), s("--arch"), s("riscv")}, 2, "--arch");
        row("machine", {s("--machine"), s("nobody"), s("--cuda"), s("12.4")}, 1, "nobody");
        row("option", host + QStringList{s("--driver-version"), s("1")}, 2, "Unknown option");
        row("word", host + QStringList{s("12.4")}, 2, "Unexpected argument");
    }
    void whatIsWrongIsSaidInOneSentence()
    {
        QFETCH(QStringList, words);
        QFETCH(int, status);
        QFETCH(QString, said);
        const auto answer = run(QStringList{s("compat"), s("check")} + words);
        QVERIFY2(answer.status == status, answer.told().constData());
        QVERIFY2((answer.out + answer.err).contains(said.toUtf8()), answer.told().constData());
        QVERIFY((answer.out + answer.err).size() < 3000);
    }

    void imagesAreListedWithAndWithoutAHost()
    {
        const QJsonArray all = run("--json compat images").object()[QLatin1String("images")].toArray();
        QVERIFY(all.size() > 100);
        QVERIFY(all[0][QLatin1String("verdict")].isNull());
        const QJsonArray judged = run({s("--json"), s("compat"), s("images"), s("--gpu"), s("H100"), s("--driver"), s("550.54.15")})
                                      .object()[QLatin1String("images")]
                                      .toArray();
        QCOMPARE(judged.size(), all.size());
        QCOMPARE(judged[0][QLatin1String("verdict")].toString(), s("runs"));
        QMap<QString, int> verdicts;
        for (const QJsonValue &image : judged) {
            const QString verdict = image[QLatin1String("verdict")].toString();
            verdicts[verdict] += 1;
            // Each has the verdict of `compat check`.
            if (verdicts[verdict] > 2)
                continue;
            const auto single = run({s("--json"), s("compat"), s("check"), s("--gpu"), s("H100"), s("--driver"), s("550.54.15"),
                                     s("--image"), image[QLatin1String("image")].toString()});
            QCOMPARE(single.object()[QLatin1String("verdict")].toString(), verdict);
        }
        QVERIFY(verdicts.value(s("runs")) > 10 && verdicts.value(s("fails")) > 5 && verdicts.size() >= 4);
        const QString table = QString::fromUtf8(run("compat images --gpu H100 --driver 550.54.15").out);
        QVERIFY(table.startsWith(s("IMAGE")) && table.contains(s("pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime")));
        QCOMPARE(run("compat images --gpu H100 --driver abc").status, 2);
    }

    void answersAreInChineseToo()
    {
        YardCommand chinese = yard();
        chinese.environment.insert(s("LANGUAGE"), s("zh_CN"));
        chinese.environment.insert(s("LC_ALL"), s("zh_CN.UTF-8"));
        const QString text = QString::fromUtf8(
            chinese.run(QProcess::splitCommand(s("compat check --gpu V100 --driver 450.80.02 --cuda 12.4"))).out);
        static const QRegularExpression han(s("^[\\x{4e00}-\\x{9fff}]"));
        QVERIFY2(han.match(text).hasMatch(), qPrintable(text));
        QVERIFY(text.contains(s("525.60.13")));
    }

    void aMachineIsAskedForItsGpusAndDriver()
    {
        LabMachine machine(std::nullopt);
        // A stand-in for nvidia-smi, as facts.sh calls it.
        const QString programs = machine.home() + s("/bin");
        QVERIFY(QDir().mkpath(programs));
        QFile smi(programs + s("/nvidia-smi"));
        QVERIFY(smi.open(QIODevice::WriteOnly));
        smi.write("#!/bin/sh\necho '0, GPU-1, 81559, 550.54.15, NVIDIA H100 80GB HBM3'\necho '1, GPU-2, 81559, 550.54.15, NVIDIA H100 80GB "
                  "HBM3'\n");
        smi.close();
        QVERIFY(smi.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        machine.sshd().setEnvironment(s("PATH"), programs + s(":/usr/bin:/bin"));
        if (!machine.start()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(machine.problem()));
            QSKIP(qPrintable(machine.problem()));
        }
        const auto added = run(
            QStringList{s("machine"), s("add"), s("--accept-host-key"), machine.sshd().hostFingerprint(), s("box"), machine.sshCommand()});
        QVERIFY2(added.status == 0, added.told().constData());
        const auto answer = run("--json compat check --machine box --image pytorch/pytorch:2.9.0-cuda13.0-cudnn9-runtime");
        QVERIFY2(answer.status == 1, answer.told().constData());
        const QJsonObject object = answer.object();
        QCOMPARE(object[QLatin1String("machine")].toString(), s("box"));
        QCOMPARE(object[QLatin1String("driver")].toString(), s("550.54.15"));
        QCOMPARE(object[QLatin1String("gpus")].toArray().size(), 1);  // two of one kind
        QCOMPARE(object[QLatin1String("gpus")][0][QLatin1String("compute_capability")].toString(), s("9.0"));
        QCOMPARE(object[QLatin1String("remedies")][0][QLatin1String("value")].toString(),
                 s("pytorch/pytorch:2.9.0-cuda12.8-cudnn9-runtime"));
        QCOMPARE(object[QLatin1String("arch")].toString(), QSysInfo::currentCpuArchitecture() == s("arm64") ? s("aarch64") : s("x86_64"));
        QCOMPARE(run("--json compat check --gpu GH200 --driver 580.142 --cuda 13.0").object()[QLatin1String("arch")].toString(),
                 s("aarch64"));
        // What if it had a different driver?
        QCOMPARE(run("compat check --machine box --driver 580.65.06 --image pytorch/pytorch:2.9.0-cuda13.0-cudnn9-runtime").status, 0);
        QCOMPARE(run("compat images --machine box").status, 0);
    }
};

QTEST_GUILESS_MAIN(TestCompat)
#include "tst_compat.moc"
