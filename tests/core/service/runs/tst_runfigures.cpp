// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of runs for the columns of a list: what is read from their files, when it is read again, and what is kept.
#include "core/model/taskparameters.h"
#include "core/service/runs/runfigures.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace trainyard;
using Parameters = QMap<QString, QString>;

class TestRunFigures : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;

    Paths paths() const { return {m_directory.filePath(QStringLiteral("data")), m_directory.filePath(QStringLiteral("config"))}; }
    QString fileOf(const Run &run, const char *name) const { return paths().runs() + u'/' + run.id.text() + u'/' + QLatin1String(name); }
    static void write(const QString &path, const QByteArray &bytes, QIODevice::OpenMode mode = QIODevice::WriteOnly)
    {
        QFile file(path);
        if (!file.open(mode) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(path));
    }
    Run runOf(const char *id, RunState state, const QByteArray &log) const
    {
        Run run;
        run.lineage = run.name = QLatin1String(id);
        run.id = RunId(run.lineage);
        run.state = state;
        run.exitCode = 0;
        QDir().mkpath(paths().runs() + u'/' + run.id.text());
        write(fileOf(run, "log"), log);
        return run;
    }
    std::optional<RunFigures> read(const Run &run, const FigureParts &parts) const
    {
        return RunFiguresReader(run.id, paths()).read(run, parts, [] { return true; });
    }

private Q_SLOTS:
    void parametersAreWhatTheTaskSays_data()
    {
        QTest::addColumn<QString>("run");
        QTest::addColumn<Parameters>("found");
        const auto row = [](const char *name, const char *run, const Parameters &found) {
            QTest::newRow(name) << QString::fromUtf8(run) << found;
        };
        row("options", "python train.py --lr 3e-4 --warmup-steps=100 -b 8", {{"lr", "3e-4"}, {"warmup-steps", "100"}, {"b", "8"}});
        row("a switch", "python train.py --bf16 --seed 1", {{"bf16", "true"}, {"seed", "1"}});
        row("negative numbers are values", "train --offset -0.5", {{"offset", "-0.5"}});
        row("assignments", "python -m train optim.lr=3e-4 +data.mix=a", {{"optim.lr", "3e-4"}, {"data.mix", "a"}, {"m", "train"}});
        row("lines, quotes and comments", "cd x && python train.py \\\n  --name 'a b'  # --not this\n", {{"name", "a b"}});
        row("a variable of the task", "train --size $SIZE --other $OTHER", {{"size", "8b"}, {"other", "$OTHER"}});
        row("a secret is left out", "train --api-key abc --hf_token=x --lr 1", {{"lr", "1"}});
        row("quotes that are never closed", "train --lr 'x", {});
    }
    void parametersAreWhatTheTaskSays()
    {
        QFETCH(const QString, run);
        QFETCH(Parameters, found);
        Task task;
        task.run = run;
        task.envs = {{"SIZE", "8b"}, {"WANDB_API_KEY", "secret"}};
        found.insert("SIZE", "8b");
        QCOMPARE(taskParameters(task), found);
    }

    void seriesAndParametersAreReadAndKept()
    {
        const Run run = runOf("over", RunState::Finished,
                              "step=1/3 loss=3.0 val_loss=4\nstep=2/3 loss=1.0 val_loss=2.5\nstep=3/3 loss=2.0\n");
        write(fileOf(run, "task.yaml"), "name: over\nrun: python train.py --lr 3e-4\n");
        auto figures = read(run, {});
        QVERIFY(figures && figures->glance && !figures->series && !figures->busyPercent);
        QCOMPARE(figures->glance->loss, 2.0);
        QCOMPARE(figures->parameters, (Parameters{{"lr", "3e-4"}}));
        figures = read(run, {true, true});
        QCOMPARE(figures->series->value("loss"), (SeriesFigures{2.0, 1.0, 3.0}));
        QCOMPARE(figures->series->value("val_loss"), (SeriesFigures{2.5, 2.5, 4.0}));
        QVERIFY(figures->busyPercent && !*figures->busyPercent);  // read, and there are no samples

        // Kept: they are not read again unless the files grew.
        QFile kept(fileOf(run, "figures.json"));
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
        QJsonObject object = QJsonDocument::fromJson(kept.readAll()).object();
        kept.close();
        object.insert("busy", 42);
        write(kept.fileName(), QJsonDocument(object).toJson());
        QCOMPARE(read(run, {true, true})->busyPercent, std::optional(std::optional(42.0)));
        write(fileOf(run, "log"), "step=3/3 loss=nan\n", QIODevice::Append);
        figures = read(run, {true, true});
        QVERIFY(std::isnan(figures->series->value("loss").last.value_or(0)) && !*figures->busyPercent);
        QCOMPARE(figures->series->value("loss").lowest, 1.0);
        QVERIFY(std::isnan(read(run, {true, true})->series->value("loss").last.value_or(0)));
        write(kept.fileName(), "]{");
        QCOMPARE(read(run, {true, false})->series->value("val_loss").highest, 4.0);
    }

    void onlyTheRunsOwnGpusCount()
    {
        const Run run = runOf("busy", RunState::Finished, {});
        QByteArray metrics = "1732176000000 gpufields index,uuid,name,utilization.gpu\n";
        for (int second = 0; second < 10; ++second) {
            const QByteArray time = QByteArray::number(1732176000000 + second * 1000);
            metrics += time + " gpu 0, GPU-a, NVIDIA H100, 80\n" + time + " gpu 1, GPU-b, NVIDIA H100, 20\n" + time + " cpu 10 8\n";
        }
        write(fileOf(run, "metrics"), metrics);
        const auto both = read(run, {false, true});
        QVERIFY(both->busyPercent && *both->busyPercent);
        QCOMPARE(std::round(**both->busyPercent), 50.0);
        write(fileOf(run, "events"), R"({"t":1732176000,"event":"gpus","there":[0,1],"asked":1,"visible":[0],"used":[0],"others":[1]})"
                                     "\n");
        write(fileOf(run, "log"), "\n");  // so that it is read again
        QCOMPARE(std::round(**read(run, {false, true})->busyPercent), 80.0);
    }

    void theSeenRunsComeFirstAndActiveOnesAreFollowed()
    {
        QList<Run> all;
        for (int i = 0; i < 30; ++i)
            all << runOf(qPrintable(QStringLiteral("many-%1").arg(i)), RunState::Finished, "step=1 loss=1\n");
        const Run active = runOf("active", RunState::Running, "step=1 loss=5\n");
        RunFiguresService service(paths());
        QSignalSpy changed(&service, &RunFiguresService::changed);
        service.want({active}, all, {true, false});
        QTRY_COMPARE(service.known().size(), 31);
        QCOMPARE(service.left(), 0);
        QVERIFY(changed.size() <= 4);
        QCOMPARE(service.known().value(active.id)->series->value("loss").last, 5.0);
        QVERIFY(!service.known().value(active.id)->glance);  // its follower knows
        write(fileOf(active, "log"), "step=2 loss=4\n", QIODevice::Append);
        QTRY_VERIFY_WITH_TIMEOUT(
            (service.want({active}, all, {true, false}), service.known().value(active.id)->series->value("loss").last == 4.0), 10'000);
        QCOMPARE(service.known().value(active.id)->series->value("loss").highest, 5.0);
    }
};

QTEST_GUILESS_MAIN(TestRunFigures)
#include "tst_runfigures.moc"
