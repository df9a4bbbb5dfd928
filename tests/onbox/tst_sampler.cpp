// SPDX-License-Identifier: GPL-3.0-or-later
// sample.sh: its lines, that it ends with the program it works for, and that nothing of it remains.
#include "tests/support/rundirectory.h"

#include <QFile>
#include <QHash>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <signal.h>

#include <memory>

using namespace trainyard;

class SamplerTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void printsWhatTheDocumentSays_data() { addShellRows(); }
    void printsWhatTheDocumentSays();
    void printsTheSizeOfTheLogWhenItChanges_data() { addShellRows(); }
    void printsTheSizeOfTheLogWhenItChanges();
    void printsGpusAndTheirFields_data() { addShellRows(); }
    void printsGpusAndTheirFields();
    void fallsBackToFieldsThatAreKnown_data() { addShellRows(); }
    void fallsBackToFieldsThatAreKnown();
    void saysWhyThereAreNoGpus_data() { addShellRows(); }
    void saysWhyThereAreNoGpus();
    void startsADeadNvidiaSmiAgain_data() { addShellRows(); }
    void startsADeadNvidiaSmiAgain();
    void endsWithItsReader_data() { addShellRows(); }
    void endsWithItsReader();
    void endsWithItsInputWhenAsked_data() { addShellRows(); }
    void endsWithItsInputWhenAsked();
    void endsWithItsParent_data() { addShellRows(); }
    void endsWithItsParent();
    void killedSamplerTakesNvidiaSmiAlong_data() { addShellRows(); }
    void killedSamplerTakesNvidiaSmiAlong();
    void runsWithoutAFile_data() { addShellRows(); }
    void runsWithoutAFile();
    void refusesNonsense();

private:
    struct Sampler;
};

struct SamplerTest::Sampler {
    RunDirectory run;
    std::unique_ptr<QProcess> process = std::make_unique<QProcess>();
    QProcess reader;
    QByteArray out;

    // `mode` of the stub nvidia-smi; empty = there is none (this computer's own is then hidden by an odd name).
    explicit Sampler(const QString &shell, const QString &mode = {}) : run(shell)
    {
        run.write();
        run.environment.insert(QStringLiteral("SMI_MODE"), mode);
        run.environment.insert(QStringLiteral("SMI_PIDS"), run.path(QStringLiteral("smi-pids")));
        if (mode.isEmpty())
            return;
        QFile stub(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/onbox/stub-nvidia-smi.sh"));
        if (!stub.open(QIODevice::ReadOnly))
            qFatal("the stub is missing");
        run.put(QStringLiteral("nvidia-smi"), stub.readAll(), 0700);
        run.environment.insert(QStringLiteral("PATH"), run.path() + u':' + run.environment.value(QStringLiteral("PATH")));
    }
    void start(const QStringList &options = {QStringLiteral("1")})
    {
        process->setProcessEnvironment(run.environment);
        process->start(QStringLiteral("/usr/bin/env"), QStringList{QStringLiteral("sh"), run.path(QStringLiteral("sample.sh"))} + options);
    }
    // Sends its output to a program that ends and so breaks the pipe. Call before start().
    void readBy(const QStringList &command)
    {
        process->setStandardOutputProcess(&reader);
        reader.start(command.first(), command.mid(1));
    }
    bool prints(const QByteArray &text, int milliseconds = 60000)
    {
        return comesTrue(
            [&] {
                process->waitForReadyRead(10);
                out += process->readAllStandardOutput();
                return out.contains(text);
            },
            milliseconds);
    }
    // Milliseconds since 1970 by the clock that its programs read.
    qint64 clock() const
    {
        QProcess date;
        date.setProcessEnvironment(run.environment);
        date.start(QStringLiteral("/usr/bin/env"), {QStringLiteral("date"), QStringLiteral("+%s")});
        date.waitForFinished();
        return date.readAllStandardOutput().trimmed().toLongLong() * 1000;
    }
    // Whether everything it started has ended after two ticks and, on a busy computer, some more time.
    bool isGone()
    {
        return comesTrue(
            [&] {
                process->waitForFinished(1);
                return run.processes().isEmpty();
            },
            30000);
    }
    ~Sampler()
    {
        process->kill();
        process->waitForFinished();
    }
};

void SamplerTest::printsWhatTheDocumentSays()
{
    QFETCH(QString, shell);
    Sampler sampler(shell);
    sampler.start();
    QVERIFY(comesTrue([&] { return sampler.prints(" load ", 10) && sampler.out.count(" load ") >= 2; }));
    const qint64 now = sampler.clock();
    const QHash<QByteArray, QString> shapes{{"cpu", QStringLiteral("(\\d+ ){8}\\d+")},
                                            {"mem", QStringLiteral("\\d+ \\d+ \\d+ \\d+")},
                                            {"load", QStringLiteral("[\\d.]+ [\\d.]+ [\\d.]+")},
                                            {"net", QStringLiteral("\\S+ \\d+ \\d+")},
                                            {"io", QStringLiteral("\\S+ \\d+ \\d+")},
                                            {"disk", QStringLiteral("\\d+ \\d+ \\d+ /.*")},
                                            {"gpunone", QStringLiteral(".+")},
                                            {"gpufields", QStringLiteral(".+")},
                                            {"gpu", QStringLiteral(".+")},
                                            {"pcie", QStringLiteral("\\d+ (\\d+|-) (\\d+|-)")}};
    QSet<QByteArray> kinds;
    const QList<QByteArray> lines = sampler.out.left(sampler.out.lastIndexOf('\n')).split('\n');
    for (const QByteArray &line : lines) {
        const qint64 time = line.left(line.indexOf(' ')).toLongLong();
        const QByteArray rest = line.mid(line.indexOf(' ') + 1), kind = rest.left(rest.indexOf(' '));
        QVERIFY2(std::abs(time - now) < 20'000, line.constData());
        QVERIFY2(shapes.contains(kind), line.constData());
        const QRegularExpression shape(QStringLiteral("\\A%1\\z").arg(shapes[kind]));
        QVERIFY2(shape.match(QString::fromUtf8(rest.mid(kind.size() + 1))).hasMatch(), line.constData());
        kinds << kind;
    }
    for (const char *kind : {"cpu", "mem", "load", "disk"})
        QVERIFY2(kinds.contains(kind), kind);
    QVERIFY(!sampler.out.contains(" net lo "));
}

void SamplerTest::printsTheSizeOfTheLogWhenItChanges()
{
    QFETCH(QString, shell);
    Sampler sampler(shell);
    sampler.run.put(QStringLiteral("a log"), "12345", 0600);
    sampler.start({QStringLiteral("--log"), sampler.run.path(QStringLiteral("a log")), QStringLiteral("1")});
    QVERIFY(sampler.prints(" log 5\n"));
    const auto ticks = sampler.out.count(" load ");
    QVERIFY(comesTrue([&] { return sampler.prints(" load ", 10) && sampler.out.count(" load ") >= ticks + 3; }));
    QCOMPARE(sampler.out.count(" log "), 1);  // an unchanged log is not reported again
    QFile log(sampler.run.path(QStringLiteral("a log")));
    QVERIFY(log.open(QIODevice::Append));
    log.write("678");
    log.flush();
    QVERIFY(sampler.prints(" log 8\n"));
    // The line belongs to its tick.
    const qsizetype at = sampler.out.indexOf(" log 8\n");
    const QByteArray time = sampler.out.mid(sampler.out.lastIndexOf('\n', at) + 1).split(' ').first();
    QVERIFY(sampler.out.contains(time + " cpu "));
    sampler.process->terminate();
    QVERIFY(sampler.isGone());
}

void SamplerTest::printsGpusAndTheirFields()
{
    QFETCH(QString, shell);
    Sampler sampler(shell, QStringLiteral("good"));
    sampler.start();
    QVERIFY(sampler.prints(" gpu 1, SIM-2, Fake, [N/A]\n"));
    QVERIFY(sampler.out.contains(" gpu 0, SIM-1, Fake, 50\n"));
    QCOMPARE(sampler.out.count(" gpufields index,uuid,name,utilization.gpu"), 1);
    QVERIFY(sampler.out.indexOf(" gpufields ") < sampler.out.indexOf(" gpu "));
    QVERIFY(sampler.prints(" pcie 0 1200 34\n") && sampler.prints(" pcie 1 - -\n"));
    QVERIFY(!sampler.out.contains("gpunone"));
}

void SamplerTest::fallsBackToFieldsThatAreKnown()
{
    QFETCH(QString, shell);
    Sampler sampler(shell, QStringLiteral("old"));
    sampler.start();
    QVERIFY(sampler.prints(" gpu 0, SIM-1"));
    QVERIFY(sampler.out.contains("clocks_throttle_reasons.active\n"));
    QVERIFY(!sampler.out.contains("clocks_event_reasons"));
    QVERIFY(!sampler.out.contains(" pcie "));
    QVERIFY(!sampler.out.contains("gpunone"));
}

void SamplerTest::saysWhyThereAreNoGpus()
{
    QFETCH(QString, shell);
    Sampler sampler(shell, QStringLiteral("broken"));
    sampler.start();
    QVERIFY(sampler.prints(" gpunone NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\n"));
    QVERIFY(!sampler.out.contains(" gpufields "));
}

void SamplerTest::startsADeadNvidiaSmiAgain()
{
    QFETCH(QString, shell);
    Sampler sampler(shell, QStringLiteral("once"));
    sampler.start();
    QVERIFY(comesTrue([&] { return sampler.prints(" gpu 0", 10) && sampler.out.count(" gpu 0, SIM-1") >= 2; }));
}

void SamplerTest::endsWithItsReader()
{
    QFETCH(QString, shell);
    for (const char *mode : {"good", "silent"}) {
        Sampler sampler(shell, QString::fromLatin1(mode));
        sampler.readBy({QStringLiteral("sh"), QStringLiteral("-c"),
                        QStringLiteral("grep -m2 ' cpu '; while [ ! -e \"$0\" ]; do sleep 0.1; done"),
                        sampler.run.path(QStringLiteral("smi-pids"))});
        sampler.start();
        QVERIFY(sampler.reader.waitForFinished(60000));
        QVERIFY2(sampler.isGone(), mode);
    }
}

void SamplerTest::endsWithItsInputWhenAsked()
{
    QFETCH(QString, shell);
    Sampler sampler(shell, QStringLiteral("silent"));
    sampler.start({QStringLiteral("--watch-stdin"), QStringLiteral("1")});
    QVERIFY(sampler.prints(" cpu "));
    QVERIFY(comesTrue([&] { return sampler.run.has(QStringLiteral("smi-pids")); }));
    sampler.process->closeWriteChannel();
    QVERIFY(sampler.isGone());
}

void SamplerTest::endsWithItsParent()
{
    QFETCH(QString, shell);
    Sampler sampler(shell, QStringLiteral("silent"));
    QProcess parent;
    parent.start(QStringLiteral("sleep"), {QStringLiteral("1000")});
    QVERIFY(parent.waitForStarted());
    QFile file(QStringLiteral("/proc/%1/stat").arg(parent.processId()));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray start = file.readAll().split(' ').at(21);
    sampler.start({QStringLiteral("--parent"), QString::number(parent.processId()), QString::fromLatin1(start), QStringLiteral("1")});
    QVERIFY(sampler.prints(" cpu "));
    QVERIFY(comesTrue([&] { return sampler.run.has(QStringLiteral("smi-pids")); }));
    parent.kill();
    parent.waitForFinished();
    QVERIFY(sampler.isGone());
}

void SamplerTest::killedSamplerTakesNvidiaSmiAlong()
{
    QFETCH(QString, shell);
    Sampler sampler(shell, QStringLiteral("silent"));
    sampler.start();
    QVERIFY(sampler.prints(" cpu "));
    QVERIFY(comesTrue([&] { return sampler.run.has(QStringLiteral("smi-pids")); }));
    sampler.process->kill();
    QVERIFY(sampler.isGone());
}

void SamplerTest::runsWithoutAFile()
{
    QFETCH(QString, shell);
    for (const bool fromInput : {true, false}) {
        Sampler sampler(shell, QStringLiteral("good"));
        const QByteArray script = sampler.run.read(QStringLiteral("sample.sh"));
        sampler.readBy({QStringLiteral("grep"), QStringLiteral("-m1"), QStringLiteral(" gpu 0, SIM-1")});
        sampler.process->setProcessEnvironment(sampler.run.environment);
        if (fromInput)
            sampler.process->start(QStringLiteral("/usr/bin/env"), {QStringLiteral("sh"), QStringLiteral("-s"), QStringLiteral("1")});
        else
            sampler.process->start(QStringLiteral("/usr/bin/env"),
                                   {QStringLiteral("sh"), QStringLiteral("-c"), QString::fromUtf8(script), QStringLiteral("sample.sh"),
                                    QStringLiteral("--watch-stdin"), QStringLiteral("1")});
        if (fromInput) {
            sampler.process->write(script);
            while (sampler.process->bytesToWrite() > 0)
                QVERIFY(sampler.process->waitForBytesWritten());
            sampler.process->closeWriteChannel();
            QTest::qWait(0);  // lets the close happen
        }
        QVERIFY(sampler.reader.waitForFinished(60000));
        QCOMPARE(sampler.reader.exitCode(), 0);
        QVERIFY(sampler.isGone());
    }
}

void SamplerTest::refusesNonsense()
{
    RunDirectory run(QStringLiteral("dash"));
    run.write();
    for (const char *word : {"x", "1;ls", "1.2.3"})
        QCOMPARE(run.run({QStringLiteral("sh"), run.path(QStringLiteral("sample.sh")), QString::fromLatin1(word)}).code, 2);
}

QTEST_GUILESS_MAIN(SamplerTest)
#include "tst_sampler.moc"
