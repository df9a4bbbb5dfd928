// SPDX-License-Identifier: GPL-3.0-or-later
// A real run on a real machine writes a checkpoint, and event files outside its workdir: without a request the run page shows the
// checkpoint among its events and the files among its series. Both are still there after the machine is gone.
#include "core/service/runs/runfollowers.h"
#include "core/service/runs/seencheckpoints.h"
#include "core/service/runs/services.h"
#include "tests/support/labmachine.h"
#include "tests/support/yardcommand.h"
#include "ui/charts/chartevent.h"
#include "ui/run/runcontroller.h"
#include "ui/run/runpage.h"
#include "ui/theme/thememanager.h"

#include <QApplication>
#include <QDateTime>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

constexpr int kSoonMs = 90'000;

QString s(const char *text) { return QString::fromUtf8(text); }

}  // namespace

class TestRunEvents : public QObject {
    Q_OBJECT

    std::unique_ptr<ThemeManager> m_theme;
    QTemporaryDir m_state, m_files;
    std::unique_ptr<LabMachine> m_machine;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<RunFollowers> m_followers;
    std::unique_ptr<RunPage> m_page;
    std::unique_ptr<RunController> m_runs;
    RunId m_run;

    QStringList checkpoints() const
    {
        QStringList texts;
        for (const ChartEvent &event : m_page->view().events) {
            if (event.kind == ChartEventKind::Checkpoint)
                texts << event.text;
        }
        return texts;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<ThemeManager>(*qApp);
        m_machine = std::make_unique<LabMachine>(std::nullopt);
        if (!m_machine->start()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(m_machine->problem()));
            QSKIP(qPrintable(m_machine->problem()));
        }
        const YardCommand yard(s(TRAINYARD_BIN_DIR "/yard"), m_state.path());
        const auto added = yard.run({s("machine"), s("add"), s("lab"), m_machine->sshCommand()});
        QVERIFY2(added.status == 0, added.told().constData());
        QFile task(m_files.filePath(s("task.yaml")));
        QVERIFY(task.open(QIODevice::WriteOnly));
        const QByteArray home = m_machine->home().toUtf8();
        // A complete safetensors file of one byte.
        task.write("run: |\n"
                   "  mkdir -p '"
                   + home
                   + "/logs/a' && cp '" TRAINYARD_SOURCE_DIR "/tests/data/training/events/torch/events.out.tfevents.1732176000.host.1.0' '"
                   + home
                   + "/logs/a/'\n"
                     "  touch '"
                   + home
                   + "'/logs/a/events*\n"
                     "  printf '\\067\\0\\0\\0\\0\\0\\0\\0{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}  x' > '"
                   + home
                   + "/ck/step-40.safetensors'\n"
                     "  while [ ! -e \"$HOME/go-on\" ]; do echo 'step=41 loss=2'; sleep 1; done\n"
                     "checkpoints:\n  dir: "
                   + home + "/ck\ntensorboard: " + home + "/logs\n");
        task.close();
        const auto launched = yard.run({s("--json"), s("run"), s("launch"), s("--machine"), s("lab"), task.fileName()});
        QVERIFY2(launched.status == 0, launched.told().constData());
        m_run = RunId(launched.object()[QLatin1String("id")].toString());

        qputenv("TRAINYARD_HOME", m_state.path().toUtf8());
        auto services = Services::open(Paths::standard(), {});
        QVERIFY2(services.has_value(), services ? "" : qPrintable(services.error().what));
        m_services = std::move(*services);
        m_followers = std::make_unique<RunFollowers>(Paths());
        m_page = std::make_unique<RunPage>();
        m_page->setFollowers(m_followers.get());
        m_page->resize(1200, 800);
        m_page->show();
        m_runs = std::make_unique<RunController>(*m_services, m_page.get());
        QVERIFY(m_runs->open(m_run));
    }

    void cleanupTestCase()
    {
        if (m_machine) {
            QFile(m_machine->home() + s("/go-on")).open(QIODevice::WriteOnly);
            LabMachine::kill(LabMachine::processesWith(m_machine->home() + s("/.trainyard/runs")));
        }
        if (m_services)
            m_services->endWork();
        m_runs.reset();
        m_page.reset();
        m_services.reset();
        m_theme.reset();
    }

    void aCheckpointIsAmongTheEvents()
    {
        QTRY_COMPARE_WITH_TIMEOUT(checkpoints(), QStringList{s("Step 40: Complete")}, kSoonMs);
        QCOMPARE(seenCheckpoints(m_run, Paths::standard()).size(), 1);
    }

    void eventFilesOfTheTasksFolderAreAmongTheSeries() { QTRY_VERIFY_WITH_TIMEOUT(m_page->training().series(s("events:a/lr")), kSoonMs); }

    void bothAreKnownWhenTheMachineIsGone()
    {
        QFile(m_machine->home() + s("/go-on")).open(QIODevice::WriteOnly);
        QTRY_VERIFY_WITH_TIMEOUT(m_page->view().isComplete, kSoonMs);
        m_runs.reset();
        m_followers = std::make_unique<RunFollowers>(Paths());
        m_page = std::make_unique<RunPage>();
        m_page->setFollowers(m_followers.get());
        m_runs = std::make_unique<RunController>(*m_services, m_page.get());
        m_machine.reset();
        QVERIFY(m_runs->open(m_run));
        QCOMPARE(checkpoints(), QStringList{s("Step 40: Complete")});
        QTRY_VERIFY_WITH_TIMEOUT(m_page->training().series(s("events:a/lr")), kSoonMs);
    }

    // One program scans for checkpoints; the pages of others have them too.
    void whatAnotherProgramSawIsShownAtOnce()
    {
        FoundCheckpoint found;
        found.checkpoint.name = s("step-80.safetensors");
        found.checkpoint.step = 80;
        found.checkpoint.modified = QDateTime::currentSecsSinceEpoch();
        found.checkpoint.verdict = Verdict::Complete;
        QVERIFY(rememberCheckpoints(m_run, {found}, Paths::standard()));
        QTRY_COMPARE_WITH_TIMEOUT(checkpoints(), (QStringList{s("Step 40: Complete"), s("Step 80: Complete")}), kSoonMs);
    }
};

QTEST_MAIN(TestRunEvents)
#include "tst_runevents.moc"
