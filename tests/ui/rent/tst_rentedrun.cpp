// SPDX-License-Identifier: GPL-3.0-or-later
// From an offer to a run on the rented machine and back, in the real window, by mouse and keys. The cloud is a stand-in (nothing is rented,
// nothing costs) and its machines are one SSH server on this computer, with a stand-in for its GPU: SSH, the host key on the console, the run,
// its log and its checkpoint are real. With TRAINYARD_PICTURES, pictures are saved in that folder.
#include "core/service/runs/services.h"
#include "tests/support/rentedworld.h"
#include "tests/ui/rent/rentsamples.h"
#include "ui/log/logview.h"
#include "ui/machines/cardgrid.h"
#include "ui/machines/machinespage.h"
#include "ui/page/sshprompter.h"
#include "ui/theme/thememanager.h"
#include "ui/window/mainwindow.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

constexpr int kPatience = 60'000;        // ms; other tests run at the same time
constexpr int kReadyPatience = 300'000;  // the machine check alone may take a minute or two

QString s(const char *text) { return QString::fromUtf8(text); }

}  // namespace

class TestRentedRun : public QObject {
    Q_OBJECT

    std::unique_ptr<RentedWorld> m_world;
    std::unique_ptr<ThemeManager> m_theme;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<SshPrompter> m_prompter;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<MainWindow> m_window;

    template <typename T>
    T *find(const char *name) const
    {
        return m_window->findChild<T *>(QLatin1String(name));
    }
    bool isShown(const char *name) const
    {
        const auto *const widget = find<QWidget>(name);
        return widget && widget->isVisible();
    }
    void click(const char *name) const
    {
        QTRY_VERIFY2_WITH_TIMEOUT(isShown(name) && find<QWidget>(name)->isEnabled(), name, kPatience);
        QTest::mouseClick(find<QWidget>(name), Qt::LeftButton);
    }
    QString textOf(const char *name) const { return isShown(name) ? find<QLabel>(name)->text() : QString(); }
    void picture(const char *name, QWidget *of = nullptr) const
    {
        const QString folder = qEnvironmentVariable("TRAINYARD_PICTURES");
        if (!folder.isEmpty() && QDir().mkpath(folder))
            (of ? of : m_window.get())->grab().save(QStringLiteral("%1/%2.png").arg(folder, QLatin1String(name)));
    }
    QString stage(const char *name) const
    {
        const auto *const row = find<QWidget>(name);
        return row ? row->accessibleName() : QString();
    }
    bool isAllTerminated() const
    {
        const QJsonObject instances = m_world->cloud().instances();
        return !instances.isEmpty() && std::all_of(instances.begin(), instances.end(), [](const QJsonValue &one) {
            return one[QLatin1String("instanceState")][QLatin1String("name")].toString() == QLatin1String("terminated");
        });
    }
    // Writes a whole checkpoint, says so, and ends.
    QByteArray task(const QByteArray &head = {}) const
    {
        const QByteArray folder = m_world->machine().home().toUtf8() + "/checkpoints";
        return "name: small\n" + head + "checkpoints: {dir: " + folder + ", resume: '--resume {path}'}\nrun: |\n  mkdir -p " + folder
               + "\n  cp " + QFile::encodeName(m_folder->filePath(s("made"))) + ' ' + folder
               + "/step-100.safetensors\n  echo 'the run has trained'\n";
    }
    // As a person does it, who has the text elsewhere.
    void pasteTask(const QByteArray &text) const
    {
        click("launchMode1");
        auto *const editor = find<QPlainTextEdit>("taskEditor");
        QTRY_VERIFY(editor->isVisible());
        editor->setFocus();
        QApplication::clipboard()->setText(QString::fromUtf8(text));
        QTest::keyClick(editor, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(editor, Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(editor->toPlainText(), QString::fromUtf8(text));
    }
    void order() const
    {
        QTRY_VERIFY_WITH_TIMEOUT(isShown("rentOrderDialog"), kPatience);
        auto *const tick = find<QCheckBox>("endAfter");
        QTest::mouseClick(tick, Qt::LeftButton, {}, QPoint(8, tick->height() / 2));
        click("rentOrderButton");
        QTRY_VERIFY(isShown("rentProgressDialog"));
    }
    // Until Launch is shown with it; what the stages said on the way is returned.
    QStringList waitUntilReady() const
    {
        const char *const names[] = {"rentStage_request",  "rentStage_boot", "rentStage_ssh",
                                     "rentStage_host-key", "rentStage_gpus", "rentStage_check"};
        QStringList seen;
        for (int look = 0; look < kReadyPatience / 20 && !isShown("launchPage"); ++look) {
            for (const char *name : names) {
                const QString said = stage(name);
                if (said.contains(QLatin1String("done")) && !seen.contains(said))
                    seen << said;
            }
            if (isShown("rentFailure") && isAllTerminated()) {
                qWarning("%s", qPrintable(textOf("rentFailure") + find<QLabel>("rentFailure")->toolTip()));
                break;
            }
            QTest::qWait(20);
        }
        return seen;
    }
    Machine rentedMachine() const
    {
        const auto machines = m_services->database().machines.all();
        return machines && machines->size() == 1 ? machines->first() : Machine();
    }
    // From the Launch page on, to the end of the run.
    Run launch() const
    {
        [&] {
            click("launchStart");
            QTRY_VERIFY_WITH_TIMEOUT(m_window->page() == MainWindow::RunDetail, kPatience);
            QTRY_COMPARE_WITH_TIMEOUT(m_services->database().runs.all()->value(0).state, RunState::Finished, kPatience);
        }();
        return m_services->database().runs.all()->value(0);
    }

private Q_SLOTS:
    void initTestCase()
    {
        const QString missing = RentedWorld::missingPart();
        m_world = std::make_unique<RentedWorld>();
        const bool isThere = missing.isEmpty() && m_world->start();
        if (!isThere) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(missing + m_world->problem()));
            QSKIP(qPrintable(missing + m_world->problem()));
        }
        qputenv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
        qputenv("AWS_SECRET_ACCESS_KEY", "secret-of-the-stand-in");
        qunsetenv("AWS_SESSION_TOKEN");
    }
    void init()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        m_world->cloud().reset();
        m_world->tellCloud();
        m_theme = std::make_unique<ThemeManager>(*qApp);
        m_folder = std::make_unique<QTemporaryDir>();
        const QByteArray header = R"({"__metadata__":{"step":"100"},"w":{"dtype":"F32","shape":[64],"data_offsets":[0,256]}})";
        QByteArray length(8, '\0');
        length[0] = char(header.size());
        QFile made(m_folder->filePath(s("made")));
        QVERIFY(made.open(QIODevice::WriteOnly) && made.write(length + header + QByteArray(256, 'x')) > 0);
        made.close();
        Paths paths;
        paths.data = m_folder->filePath(s("data"));
        paths.config = m_folder->filePath(s("config"));
        QVERIFY(m_world->letIn(paths.data));
        m_prompter = std::make_unique<SshPrompter>();
        auto opened = Services::open(paths, m_prompter->questions());
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().what));
        m_services = std::move(*opened);
        AccountRecord account = sampleAccount(m_world->cloud().base());
        account.settings.insert(s("user"), m_world->machine().sshd().user());
        auto added = m_services->clouds.add(account, {});
        added.waitForFinished();
        QVERIFY2(added.result(), added.result() ? "" : qPrintable(added.result().error().what));
        m_window = std::make_unique<MainWindow>(paths, Preferences(), *m_prompter);
        m_window->show();
        m_window->resize(1440, 900);
        m_window->attach(*m_services);
    }
    void cleanup()
    {
        m_prompter->shutDown();
        m_services->endWork();
        m_window.reset();
        m_services.reset();
        m_prompter.reset();
        m_theme.reset();
        QDir(m_world->machine().home() + s("/checkpoints")).removeRecursively();
    }
    void cleanupTestCase() { m_world.reset(); }

    void anOfferBecomesARunAndItsMachineIsGivenBackFromItsCard()
    {
        m_window->showPage(MainWindow::Offers);
        auto *const filter = find<QLineEdit>("offersFilter");
        filter->setFocus();
        QTest::keyClicks(filter, s("aws g5.xlarge us-east-1 demand"));
        click("estimateRent");
        order();
        const QStringList seen = waitUntilReady();
        QVERIFY2(isShown("launchPage"), qPrintable(seen.join(u'\n')));
        const QString all = seen.join(u'\n');
        QVERIFY2(all.contains(m_world->address()), qPrintable(all));
        QVERIFY2(all.contains(m_world->machine().sshd().hostFingerprint()), qPrintable(all));
        QVERIFY2(all.contains(s("1 × NVIDIA A10G")), qPrintable(all));
        const Machine machine = rentedMachine();
        QCOMPARE(machine.target.host, m_world->address());
        QTRY_VERIFY_WITH_TIMEOUT(find<QComboBox>("launchMachine")->currentText().contains(machine.name), kPatience);
        picture("launch");

        pasteTask(task());
        const Run run = launch();
        QVERIFY(run.isOn(machine.id));
        const auto *const log = find<LogView>("logView");
        QTRY_VERIFY_WITH_TIMEOUT(log->index().lineCount() > 0, kPatience);
        QFile copy(m_services->paths().runs() + u'/' + run.id.text() + s("/log"));
        QVERIFY(copy.open(QIODevice::ReadOnly) && copy.readAll().contains("the run has trained"));
        picture("run");
        m_window->showPage(MainWindow::Checkpoints);
        const auto *const checkpoints = find<QAbstractItemView>("checkpointsView");
        const auto step = [checkpoints] {
            const QAbstractItemModel *const model = checkpoints->model();
            return model->index(0, 0, model->index(0, 0)).data().toString();
        };
        QTRY_VERIFY2_WITH_TIMEOUT(step().contains(s("100")), qPrintable(step()), kPatience);
        picture("checkpoints");

        // By the Delete key on its card. What only it has is named, and leads to where it is copied.
        m_window->showPage(MainWindow::Machines);
        auto *const grid = find<CardGrid>("machinesGrid");
        const auto ask = [&] {
            find<MachinesPage>("machinesPage")->selectMachine(machine.id);
            m_window->activateWindow();
            QTRY_VERIFY(m_window->isActiveWindow());
            grid->setFocus();
            QTRY_VERIFY(grid->hasFocus());
            QTest::keyClick(grid, Qt::Key_Delete);
            QTRY_VERIFY_WITH_TIMEOUT(isShown("giveBackMachineDialog"), kPatience);
            QTRY_VERIFY_WITH_TIMEOUT(find<QPushButton>("giveBackMachineConfirm")->isEnabled(), kPatience);
        };
        ask();
        QVERIFY2(textOf("giveBackMachineText").contains(s("Only on ") + machine.name), qPrintable(textOf("giveBackMachineText")));
        QVERIFY2(textOf("giveBackMachineText").contains(s("“small”: checkpoint step-100.safetensors (")),
                 qPrintable(textOf("giveBackMachineText")));
        picture("give-back", find<QWidget>("giveBackMachineDialog"));
        click("giveBackMachineOther");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->page() == MainWindow::RunDetail, kPatience);
        QVERIFY(!isShown("giveBackMachineDialog"));
        auto copied = m_services->checkpoints.copy({Location::onMachine(machine.id, run.checkpointDir + s("/step-100.safetensors")),
                                                    Location::here(m_folder->filePath(s("kept.safetensors")))});
        QTRY_VERIFY_WITH_TIMEOUT(copied.isFinished(), kPatience);
        QVERIFY2(copied.result(), copied.result() ? "" : qPrintable(copied.result().error().what));
        m_window->showPage(MainWindow::Machines);
        ask();
        QVERIFY2(!textOf("giveBackMachineText").contains(s("step-100")), qPrintable(textOf("giveBackMachineText")));
        QVERIFY(!isShown("giveBackMachineOther"));
        QVERIFY(!isAllTerminated());
        click("giveBackMachineConfirm");
        QTRY_VERIFY_WITH_TIMEOUT(isAllTerminated(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(m_services->database().machines.all()->isEmpty(), 3 * kPatience);
        QVERIFY(m_services->database().instances.live()->isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(grid->model()->rowCount(), 0, kPatience);
        QVERIFY(isShown("rentGoingStrip"));
        picture("given-back");
    }

    void aTaskRentsItsMachineAndIsLaunchedThere()
    {
        m_window->showPage(MainWindow::Launch);
        const QByteArray text = task("resources: {infra: aws/us-east-1, instance_type: g5.xlarge}\n");
        pasteTask(text);
        click("launchRentMachine");
        order();
        // Meanwhile another page is looked at; the dialog stays open.
        m_window->showPage(MainWindow::Home);
        const QStringList seen = waitUntilReady();
        QVERIFY2(isShown("launchPage"), qPrintable(seen.join(u'\n')));
        const Machine machine = rentedMachine();
        QTRY_VERIFY_WITH_TIMEOUT(find<QComboBox>("launchMachine")->currentText().contains(machine.name), kPatience);
        QCOMPARE(find<QPlainTextEdit>("taskEditor")->toPlainText(), QString::fromUtf8(text));
        const Run run = launch();
        QVERIFY(run.isOn(machine.id));
        auto given = m_services->clouds.giveBack(machine.instanceId);
        QTRY_VERIFY_WITH_TIMEOUT(given.isFinished(), 3 * kPatience);
        QVERIFY2(given.result(), given.result() ? "" : qPrintable(given.result().error().what));
        QVERIFY(isAllTerminated());
    }
};

QTEST_MAIN(TestRentedRun)

#include "tst_rentedrun.moc"
