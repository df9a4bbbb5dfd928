// SPDX-License-Identifier: GPL-3.0-or-later
// A run resumes on a different machine than the one that has its checkpoint: copied through this computer, fetched from a store, or taken
// from an existing copy; and mistakes that people make.
#include "core/service/runs/services.h"
#include "tests/support/labmachine.h"
#include "tests/support/storeserver.h"
#include "tests/support/yardcommand.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace trainyard;

namespace {

const QString kYard = QStringLiteral(TRAINYARD_BIN_DIR "/yard");

bool write(const QString &file, const QByteArray &content)
{
    QFile opened(file);
    return QDir().mkpath(QFileInfo(file).path()) && opened.open(QIODevice::WriteOnly) && opened.write(content) == content.size();
}

QByteArray contentOf(const QString &file)
{
    QFile opened(file);
    return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
}

QByteArray safetensors(int step, int floats = 64)
{
    const QByteArray bytes = QByteArray::number(4 * floats);
    const QByteArray header = "{\"__metadata__\":{\"step\":\"" + QByteArray::number(step) + "\"},\"w\":{\"dtype\":\"F32\",\"shape\":["
                              + QByteArray::number(floats) + "],\"data_offsets\":[0," + bytes + "]}}";
    QByteArray length(8, '\0');
    length[0] = static_cast<char>(header.size());
    return length + header + QByteArray(4 * floats, 'x');
}

QStringList split(const QString &words) { return words.split(u' '); }

}  // namespace

class TestResumeElsewhere : public QObject {
    Q_OBJECT

    QTemporaryDir m_state, m_project;
    std::unique_ptr<LabMachine> m_near, m_far;
    int m_runs = 0;

    YardCommand::Answer run(const QStringList &words) const
    {
        YardCommand yard(kYard, m_state.path());
        for (const char *name : {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"})
            yard.environment.remove(QString::fromLatin1(name));
        return yard.run(words, 120'000);
    }
    YardCommand::Answer run(const QString &words) const { return run(split(words)); }

    QString stateOf(const QString &id) const
    {
        return run(QStringLiteral("--json run show ") + id).object()[QLatin1String("state")].toString();
    }
    QString checkpoints(const LabMachine &machine) const { return machine.home() + QStringLiteral("/checkpoints-%1").arg(m_runs); }

    // A run on `near`, with its checkpoints. Both machines are this computer, where one path is one folder: rewriting the task names
    // another folder, so that they are as separate as two disks.
    void makeRun(const QByteArray &command, const QMap<QString, QByteArray> &saved, QString *lineage, bool isApart = true)
    {
        ++m_runs;
        const QString file = m_project.filePath(QStringLiteral("task.yaml"));
        const QByteArray folder = checkpoints(*m_near).toUtf8();
        QVERIFY(write(file, "checkpoints: {dir: " + folder + ", resume: '--resume {path}'}\nrun: " + command + "\n"));
        const auto launched = run(QStringLiteral("--json run launch --machine near ") + file);
        QVERIFY2(launched.status == 0, launched.told().constData());
        *lineage = launched.object()[QLatin1String("lineage")].toString();
        const QString id = launched.object()[QLatin1String("id")].toString();
        for (auto it = saved.begin(); it != saved.end(); ++it)
            QVERIFY(write(checkpoints(*m_near) + u'/' + it.key(), it.value()));
        const QString kept = m_state.filePath(QStringLiteral("data/runs/")) + id + QStringLiteral("/task.yaml");
        QVERIFY(!isApart || write(kept, contentOf(kept).replace(folder, checkpoints(*m_far).toUtf8())));
        if (command == "'true'" || command.startsWith("echo"))
            QTRY_COMPARE_WITH_TIMEOUT(stateOf(id), QStringLiteral("finished"), 60000);
    }

    // Waits until bytes are being copied.
    bool startCopying(QProcess &process, const QString &words) const
    {
        process.setProcessEnvironment(YardCommand(kYard, m_state.path()).environment);
        process.setReadChannel(QProcess::StandardError);
        process.start(kYard, split(words));
        QByteArray said;
        while (!said.contains("Copying") && process.waitForReadyRead(30000))
            said += process.readAllStandardError();
        return said.contains("Copying");
    }

    int attempts(const QString &lineage) const
    {
        int count = 0;
        const QJsonArray runs = run(QStringLiteral("--json run list")).array();
        for (const QJsonValue &value : runs)
            count += value[QLatin1String("lineage")].toString() == lineage;
        return count;
    }

private Q_SLOTS:
    void initTestCase()
    {
        for (auto *machine : {&m_near, &m_far}) {
            *machine = std::make_unique<LabMachine>(std::nullopt);
            (*machine)->sshd().setEnvironment(QStringLiteral("PATH"), QStringLiteral("/usr/local/bin:/usr/bin:/bin"));
            if (!(*machine)->start()) {
                if (qEnvironmentVariable("CI") == QLatin1String("true"))
                    QFAIL(qPrintable((*machine)->problem()));
                QSKIP(qPrintable((*machine)->problem()));
            }
        }
        QCOMPARE(run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("near"), m_near->sshCommand()}).status, 0);
        QCOMPARE(run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("far"), m_far->sshCommand()}).status, 0);
    }

    void cleanup()
    {
        for (const auto &machine : {m_near.get(), m_far.get()}) {
            if (!machine->sshd().isRunning())
                QVERIFY(machine->sshd().start());
            LabMachine::kill(LabMachine::processesWith(machine->home() + QStringLiteral("/.trainyard/runs")));
        }
    }

    void theCheckpointIsThereBeforeTheRun()
    {
        QString lineage;
        makeRun("echo begin", {{QStringLiteral("step-100.safetensors"), safetensors(100)}}, &lineage);
        const QString words = QStringLiteral("--json run resume --machine far ");
        const auto asked = run(words + QStringLiteral("--dry-run ") + lineage);
        QVERIFY2(asked.status == 0, asked.told().constData());
        QCOMPARE(asked.object()[QLatin1String("copied_from")].toString(), QStringLiteral("near"));
        QCOMPARE(asked.object()[QLatin1String("machine")].toString(), QStringLiteral("far"));
        QVERIFY(!QFile::exists(checkpoints(*m_far)));  // nothing has been done yet

        const auto resumed = run(words + lineage);
        QVERIFY2(resumed.status == 0, resumed.told().constData());
        QVERIFY2(resumed.err.contains("Copying the checkpoint"), resumed.told().constData());
        const QJsonObject next = resumed.object();
        QCOMPARE(next[QLatin1String("machine")].toString(), QStringLiteral("far"));
        QCOMPARE(next[QLatin1String("attempt")].toInt(), 2);
        const QString there = checkpoints(*m_far) + QStringLiteral("/step-100.safetensors");
        QCOMPARE(contentOf(there), safetensors(100));
        QCOMPARE(next[QLatin1String("resumed_from")].toString(), there);
        QVERIFY(!QFile::exists(checkpoints(*m_far) + QStringLiteral("/.trainyard-incoming")));
        QVERIFY(!QFile::exists(m_state.filePath(QStringLiteral("data/copies/")) + lineage));
        const QString id = next[QLatin1String("id")].toString();
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(id), QStringLiteral("finished"), 60000);
        QCOMPARE(run(QStringLiteral("run logs ") + id).out, "begin --resume " + there.toUtf8() + '\n');

        // If the same one is there already, nothing is copied.
        QVERIFY(write(checkpoints(*m_near) + QStringLiteral("/step-200.safetensors"), safetensors(200)));
        QVERIFY(write(checkpoints(*m_far) + QStringLiteral("/step-200.safetensors"), safetensors(200)));
        const auto again = run(QStringLiteral("--json checkpoint resume --machine far --from ") + checkpoints(*m_near)
                               + QStringLiteral("/step-200.safetensors ") + lineage);
        QVERIFY2(again.status == 0 && again.err.contains("already") && !again.err.contains("Copying"), again.told().constData());
    }

    void aFolderComesWhole()
    {
        QString lineage;
        makeRun("echo begin",
                {{QStringLiteral("checkpoint-7/model.safetensors"), safetensors(7, 100'000)},
                 {QStringLiteral("checkpoint-7/trainer_state.json"), "{\"global_step\": 7, \"epoch\": 1.0}"},
                 {QStringLiteral("checkpoint-7/optimizer.pt"), QByteArray(5000, 'o')}},
                &lineage);
        const auto asked = run(QStringLiteral("--json run resume --dry-run --machine far --checkpoint checkpoint-7 ") + lineage);
        if (asked.status != 0)
            QVERIFY2(asked.err.contains("optimizer") || asked.out.contains("not complete"), asked.told().constData());
        QFile::remove(checkpoints(*m_near) + QStringLiteral("/checkpoint-7/optimizer.pt"));
        const auto resumed = run(QStringLiteral("--json run resume --machine far --preset huggingface ") + lineage);
        QVERIFY2(resumed.status == 0, resumed.told().constData());
        const QString there = checkpoints(*m_far) + QStringLiteral("/checkpoint-7");
        QCOMPARE(contentOf(there + QStringLiteral("/model.safetensors")), safetensors(7, 100'000));
        QVERIFY(QFile::exists(there + QStringLiteral("/trainer_state.json")));
        const QString id = resumed.object()[QLatin1String("id")].toString();
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(id), QStringLiteral("finished"), 60000);
        QCOMPARE(run(QStringLiteral("run logs ") + id).out, "begin --resume_from_checkpoint " + there.toUtf8() + '\n');
    }

    void anotherOneOfThatNameIsNotWrittenOver()
    {
        QString lineage;
        makeRun("'true'", {{QStringLiteral("step-5.safetensors"), safetensors(5)}}, &lineage);
        QByteArray other = safetensors(5);
        other.back() = 'y';
        const QString there = checkpoints(*m_far) + QStringLiteral("/step-5.safetensors");
        for (const QByteArray &content : {other, safetensors(5, 32)}) {
            QVERIFY(write(there, content));
            const auto resumed = run(QStringLiteral("--json run resume --machine far ") + lineage);
            QVERIFY2(resumed.status == 1, resumed.told().constData());
            QCOMPARE(contentOf(there), content);
            QCOMPARE(attempts(lineage), 1);
        }
    }

    void anInterruptStartsNothingAndLosesNothing()
    {
        QString lineage;
        const QByteArray large = safetensors(9, 40'000'000);
        makeRun("'true'", {{QStringLiteral("step-9.safetensors"), large}}, &lineage);
        QProcess process;
        QVERIFY(startCopying(process, QStringLiteral("run resume --machine far ") + lineage));
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(60000));
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(process.exitCode() == 130, said.constData());
        QVERIFY2(said.contains("kept"), said.constData());
        QCOMPARE(attempts(lineage), 1);
        QVERIFY(!QFile::exists(checkpoints(*m_far) + QStringLiteral("/step-9.safetensors")));
        const auto again = run(QStringLiteral("--json run resume --machine far ") + lineage);
        QVERIFY2(again.status == 0, again.told().constData());
        QCOMPARE(contentOf(checkpoints(*m_far) + QStringLiteral("/step-9.safetensors")), large);
    }

    void killedWhileItCopiesItGoesOn()
    {
        QString lineage;
        const QByteArray large = safetensors(9, 40'000'000);
        makeRun("'true'", {{QStringLiteral("step-9.safetensors"), large}}, &lineage);
        for (int again = 0; again < 2; ++again) {
            QProcess process;
            QVERIFY(startCopying(process, QStringLiteral("run resume --machine far ") + lineage));
            process.kill();
            QVERIFY(process.waitForFinished(60000));
            QCOMPARE(attempts(lineage), 1);
            QVERIFY(!QFile::exists(checkpoints(*m_far) + QStringLiteral("/step-9.safetensors")));
        }
        const auto resumed = run(QStringLiteral("--json run resume --machine far ") + lineage);
        QVERIFY2(resumed.status == 0, resumed.told().constData());
        QCOMPARE(contentOf(checkpoints(*m_far) + QStringLiteral("/step-9.safetensors")), large);
        QVERIFY(!QFile::exists(checkpoints(*m_far) + QStringLiteral("/.trainyard-incoming")));
        QVERIFY(!QFile::exists(m_state.filePath(QStringLiteral("data/copies/")) + lineage));
        QVERIFY(QDir(m_state.filePath(QStringLiteral("data/copies/uses"))).entryList({QStringLiteral("*.use")}).isEmpty());
    }

    // By their rules all but the newest would be deleted.
    void nobodyRemovesWhatIsBeingCopied()
    {
        QString lineage;
        const QByteArray large = safetensors(9, 40'000'000);
        makeRun("'true'",
                {{QStringLiteral("step-8.safetensors"), safetensors(8)},
                 {QStringLiteral("step-9.safetensors"), large},
                 {QStringLiteral("step-10.safetensors"), safetensors(10)}},
                &lineage);
        QProcess process;
        QVERIFY(startCopying(process, QStringLiteral("run resume --machine far --checkpoint 9 ") + lineage));
        ::kill(static_cast<pid_t>(process.processId()), SIGSTOP);  // as slow as it can be
        const auto pruned = run(QStringLiteral("--json checkpoint prune --last 1 --yes near:") + checkpoints(*m_near));
        ::kill(static_cast<pid_t>(process.processId()), SIGCONT);
        QVERIFY2(pruned.status == 0, pruned.told().constData());
        QCOMPARE(pruned.object()[QLatin1String("removed")].toInt(), 1);
        QVERIFY(!QFile::exists(checkpoints(*m_near) + QStringLiteral("/step-8.safetensors")));
        QVERIFY(QFile::exists(checkpoints(*m_near) + QStringLiteral("/step-9.safetensors")));
        QVERIFY(process.waitForFinished(120'000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
        QCOMPARE(contentOf(checkpoints(*m_far) + QStringLiteral("/step-9.safetensors")), large);
        const auto after = run(QStringLiteral("--json checkpoint prune --last 1 --yes near:") + checkpoints(*m_near));
        QCOMPARE(after.object()[QLatin1String("removed")].toInt(), 1);
    }

    void halfAFileIsNotGoneOnFrom()
    {
        QString lineage;
        makeRun("'true'", {{QStringLiteral("step-5.safetensors"), safetensors(5)}}, &lineage, false);
        const QString half = m_project.filePath(QStringLiteral("half/step-6.safetensors"));
        QVERIFY(write(half, safetensors(6).chopped(100)));
        for (const char *machine : {"near", "far"}) {
            const auto refused = run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("resume"),
                                      QStringLiteral("--machine"), QString::fromLatin1(machine), QStringLiteral("--from"), half, lineage});
            QVERIFY2(refused.status == 1 && refused.err.contains("not complete"), refused.told().constData());
        }
        QCOMPARE(attempts(lineage), 1);
    }

    void aMachineThatIsGoneStartsNothing()
    {
        QString lineage;
        makeRun("'true'", {{QStringLiteral("step-5.safetensors"), safetensors(5)}}, &lineage);
        m_far->sshd().stop();
        const auto resumed = run(QStringLiteral("--json run resume --machine far ") + lineage);
        QVERIFY2(resumed.status == 3, resumed.told().constData());
        QCOMPARE(attempts(lineage), 1);
        QCOMPARE(run(QStringLiteral("--json run resume --machine nowhere ") + lineage).status, 1);
    }

    void aCopyHereServesWhenTheOldMachineIsGone()
    {
        QString lineage;
        makeRun("echo begin", {{QStringLiteral("step-5.safetensors"), safetensors(5)}}, &lineage);
        const QString copy = m_project.filePath(QStringLiteral("kept/step-5.safetensors"));
        QVERIFY(write(copy, safetensors(5)));
        m_near->sshd().stop();
        const auto without = run(QStringLiteral("--json run resume --machine far ") + lineage);
        QVERIFY2(without.status == 3 && without.err.contains("--from"), without.told().constData());
        const auto resumed = run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("resume"), QStringLiteral("--machine"),
                                  QStringLiteral("far"), QStringLiteral("--from"), copy, lineage});
        QVERIFY2(resumed.status == 0, resumed.told().constData());
        QCOMPARE(contentOf(checkpoints(*m_far) + QStringLiteral("/step-5.safetensors")), safetensors(5));
        QVERIFY(QFile::exists(copy));
        QCOMPARE(run({QStringLiteral("run"), QStringLiteral("resume"), QStringLiteral("--machine"), QStringLiteral("far"),
                      QStringLiteral("--from"), m_project.filePath(QStringLiteral("nothing")), lineage})
                     .status,
                 1);
    }

    void aMachineFetchesFromAStore()
    {
        StoreServer swift(StoreServer::Kind::Swift);
        if (!swift.start())
            QSKIP(qPrintable(swift.problem()));
        QVERIFY2(swift.addBucket(QStringLiteral("runs")), qPrintable(swift.problem()));
        const QString keys = m_project.filePath(QStringLiteral("keys"));
        QVERIFY(write(keys, "test:tester\ntesting\n"));
        const auto added = run({QStringLiteral("store"), QStringLiteral("add"), QStringLiteral("--endpoint"), swift.base(),
                                QStringLiteral("--keys"), keys, QStringLiteral("lab-store"), QStringLiteral("s3://runs")});
        QVERIFY2(added.status == 0, added.told().constData());
        QString lineage;
        makeRun("echo begin",
                {{QStringLiteral("checkpoint-8/model.safetensors"), safetensors(8, 10'000)},
                 {QStringLiteral("checkpoint-8/trainer_state.json"), "{\"global_step\": 8}"}},
                &lineage);
        const auto pushed = run({QStringLiteral("checkpoint"), QStringLiteral("push"),
                                 checkpoints(*m_near) + QStringLiteral("/checkpoint-8"), QStringLiteral("s3://runs/kept/checkpoint-8")});
        QVERIFY2(pushed.status == 0, pushed.told().constData());
        m_near->sshd().stop();
        const auto missing = run(QStringLiteral("--json run resume --machine far --from s3://runs/kept/checkpoint-9 ") + lineage);
        QVERIFY2(missing.status == 1, missing.told().constData());
        const auto resumed = run(QStringLiteral("--json run resume --machine far --from s3://runs/kept/checkpoint-8 ") + lineage);
        QVERIFY2(resumed.status == 0, resumed.told().constData());
        const QString there = checkpoints(*m_far) + QStringLiteral("/checkpoint-8");
        QCOMPARE(contentOf(there + QStringLiteral("/model.safetensors")), safetensors(8, 10'000));
        QCOMPARE(resumed.object()[QLatin1String("resumed_from")].toString(), there);
    }

    void twoAttemptsDoNotWriteIntoOneFolder()
    {
        QString lineage;
        makeRun("'sleep 600; true'", {{QStringLiteral("step-5.safetensors"), safetensors(5)}}, &lineage, false);
        const auto here = run(QStringLiteral("--json run resume --with --resume --preset script ") + lineage);
        QCOMPARE(here.status, 2);  // both options together
        const auto refused = run(QStringLiteral("--json run resume --preset variable ") + lineage);
        QVERIFY2(refused.status == 1 && refused.err.contains("still running"), refused.told().constData());
        QCOMPARE(attempts(lineage), 1);
        const auto asked = run(QStringLiteral("--json run resume --preset variable --dry-run --machine far ") + lineage);
        QVERIFY2(asked.status == 0, asked.told().constData());
        bool isSaid = false;
        for (const QJsonValue &check : asked.object()[QLatin1String("checks")].toArray())
            isSaid = isSaid || check[QLatin1String("id")].toString() == QLatin1String("running");
        QVERIFY(isSaid);
    }

    void wordsArriveAsTheyWereWritten()
    {
        QString lineage;
        makeRun("echo begin", {{QStringLiteral("step-5.safetensors"), safetensors(5)}}, &lineage, false);
        const auto resumed = run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("resume"), QStringLiteral("--add"),
                                  QStringLiteral("--note 'a \"b\" 你好' --learning_rate abc"), QStringLiteral("--max-hours"),
                                  QStringLiteral("90m"), lineage});
        QVERIFY2(resumed.status == 0, resumed.told().constData());
        QVERIFY2(resumed.err.contains("--learning_rate abc"), resumed.told().constData());  // reported, but left to the user
        const QString id = resumed.object()[QLatin1String("id")].toString();
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(id), QStringLiteral("finished"), 60000);
        QVERIFY2(run(QStringLiteral("run logs ") + id).out.endsWith("--note a \"b\" 你好 --learning_rate abc\n"),
                 run(QStringLiteral("run logs ") + id).told().constData());
        QVERIFY(contentOf(m_near->runDirectory(RunId(id)) + QStringLiteral("/spec.sh")).contains("MAX_SECONDS=5400"));
        for (const QString &wrong :
             {QStringLiteral("--max-hours soon"), QStringLiteral("--max-hours 0"), QStringLiteral("--max-hours -1"),
              QStringLiteral("--max-hours nan"), QStringLiteral("--max-hours inf"), QStringLiteral("--max-hours 99999999"),
              QStringLiteral("--budget 0USD"), QStringLiteral("--budget -5USD"), QStringLiteral("--budget 5"),
              QStringLiteral("--budget nanUSD"), QStringLiteral("--budget 5XYZ")})
            QCOMPARE(run(QStringLiteral("--json run resume ") + wrong + u' ' + lineage).status, 2);
        const auto priceless = run(QStringLiteral("--json run resume --budget 5USD ") + lineage);
        QVERIFY2(priceless.status == 2 && priceless.err.contains("price per hour"), priceless.told().constData());
    }

    void theFirstStepsAreComparedWithTheOldCurve()
    {
        const QString script = m_project.filePath(QStringLiteral("train.sh"));
        QVERIFY(write(script,
                      "i=0; plus=0; [ \"$1\" != --resume ] || i=50; [ \"$3\" != --worse ] || plus=3000; end=$((i + 60))\n"
                      "while [ $i -lt $end ]; do i=$((i + 1)); echo \"step=$i loss=$((9000 - i * 10 + i % 3 + plus))e-3\"; done\n"));
        QString lineage;
        makeRun("sh " + script.toUtf8(), {{QStringLiteral("step-50.safetensors"), safetensors(50)}}, &lineage, false);
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(lineage), QStringLiteral("finished"), 60000);
        QVERIFY(run(QStringLiteral("--json run show ") + lineage).object()[QLatin1String("continuation")].isNull());
        for (const auto &[word, verdict] : {std::pair("--same", "as-before"), std::pair("--worse", "higher")}) {
            const auto resumed = run(QStringLiteral("run resume --follow --add %1 ").arg(QLatin1String(word)) + lineage);
            QVERIFY2(resumed.status == 0 && resumed.out.contains("step=51 "), resumed.told().constData());
            QVERIFY2(resumed.err.contains("The loss "), resumed.told().constData());
            const QString attempt = QString::fromUtf8(resumed.out).section(u'\n', 0, 0);
            const QJsonObject said = run(QStringLiteral("--json run show ") + attempt).object()[QLatin1String("continuation")].toObject();
            QCOMPARE(said[QLatin1String("verdict")].toString(), QString::fromLatin1(verdict));
            QCOMPARE(said[QLatin1String("from_step")].toInt(), 50);
            QVERIFY(said[QLatin1String("compared")].toInt() >= 10);
            QVERIFY(run(QStringLiteral("run show ") + attempt).out.contains(said[QLatin1String("sentence")].toString().toUtf8()));
        }
    }

    void aCheckpointThatWentMeanwhileIsNoticed()
    {
        QString lineage;
        makeRun("'true'", {{QStringLiteral("step-5.safetensors"), safetensors(5)}}, &lineage);
        const Paths paths{m_state.filePath(QStringLiteral("data")), m_state.filePath(QStringLiteral("config"))};
        auto services = Services::open(paths, {});
        QVERIFY(services);
        const auto scan = (*services)->checkpoints.find(lineage).result();
        QVERIFY(scan && scan->found.size() == 1);
        ResumeRequest request;
        request.from = scan->found.first();
        const auto here = (*services)->resumes.plan(request).result();
        request.machineId = (*services)->database().machines.find(QStringLiteral("far"))->id;
        const auto there = (*services)->resumes.plan(request).result();
        QVERIFY(here && there && here->preview && there->preview && there->request.copy);
        // A disk that is too small for it.
        LaunchRequest large = there->request;
        large.copy->checkpoint.sizeBytes = qint64(1) << 60;
        const auto full = (*services)->runs.launch(large, {}).result();
        QVERIFY(!full);
        QCOMPARE(full.error().code, ErrorCode::NoSpace);
        QVERIFY(QFile::remove(checkpoints(*m_near) + QStringLiteral("/step-5.safetensors")));
        for (const LaunchRequest &launch : {here->request, there->request}) {
            const auto launched = (*services)->runs.launch(launch, {}).result();
            QVERIFY(!launched);
            QVERIFY2(launched.error().code == ErrorCode::NotFound, qPrintable(launched.error().what + launched.error().detail));
        }
        QCOMPARE(attempts(lineage), 1);
    }
};

QTEST_GUILESS_MAIN(TestResumeElsewhere)
#include "tst_resumeelsewhere.moc"
