// SPDX-License-Identifier: GPL-3.0-or-later
// A machine checked and measured from the window, over a real sshd, with the real probe.
#include "core/service/runs/services.h"
#include "tests/support/sshdfixture.h"
#include "ui/common/messagebar.h"
#include "ui/health/findingrow.h"
#include "ui/health/healthcontroller.h"
#include "ui/health/healthpage.h"
#include "ui/page/sshprompter.h"
#include "ui/theme/thememanager.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class TestHealthWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        const QString missing = SshdFixture::missingPart();
        if (!missing.isEmpty() && qEnvironmentVariable("CI") == QLatin1String("true"))
            QFAIL(qPrintable(missing));
        if (!missing.isEmpty())
            QSKIP(qPrintable(missing));
        QVERIFY2(m_sshd.start(), qPrintable(m_sshd.errorText()));
        qputenv("TRAINYARD_PROBE_DIR", TRAINYARD_BIN_DIR);
    }
    void init()
    {
        m_theme = std::make_unique<ThemeManager>(*qApp);
        m_directory = std::make_unique<QTemporaryDir>();
        m_prompter = std::make_unique<SshPrompter>();
        Paths paths;
        paths.data = m_directory->filePath(QStringLiteral("data"));
        paths.config = m_directory->filePath(QStringLiteral("config"));
        auto opened = Services::open(paths, m_prompter->questions());
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().what));
        m_services = std::move(*opened);
        Machine machine;
        machine.name = QStringLiteral("lab");
        machine.target = m_sshd.target();
        const auto stored = m_services->database().machines.add(machine);
        QVERIFY(stored);
        m_machine = *stored;
        m_window = std::make_unique<MainWindow>(paths, Preferences(), *m_prompter);
        m_window->show();
        m_window->attach(*m_services);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTest::keyClick(m_window.get(), Qt::Key_6, Qt::ControlModifier);
        QTRY_COMPARE(m_window->page(), MainWindow::Health);
    }
    void cleanup()
    {
        if (m_services)
            m_services->endWork();
        m_window.reset();
        m_services.reset();
        m_prompter->shutDown();
        m_prompter.reset();
        m_theme.reset();
    }

    void aMachineIsChecked()
    {
        button("healthCheckFirst")->click();
        QVERIFY(page()->isChecking());
        bool hasTold = false;
        QTRY_VERIFY_WITH_TIMEOUT((hasTold = hasTold || said().contains(QLatin1String("Now: ")), !page()->isChecking()), 300'000);
        QVERIFY(hasTold);
        QVERIFY2(page()->findChildren<FindingRow *>().size() > 10, qPrintable(said()));
        QVERIFY(page()->findChild<QWidget *>(QStringLiteral("section_storage")));
        QCOMPARE(button("healthCheck")->text(), QStringLiteral("Check again"));
        // After a visit to another page it is still there.
        QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
        QTRY_COMPARE(m_window->page(), MainWindow::Home);
        QTest::keyClick(m_window.get(), Qt::Key_6, Qt::ControlModifier);
        QTRY_VERIFY(page()->isVisible() && page()->findChildren<FindingRow *>().size() > 10);
    }

    void aCheckIsCancelled()
    {
        button("healthCheckFirst")->click();
        QVERIFY(page()->isChecking());
        button("healthCheck")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!page()->isChecking(), 30'000);
        QVERIFY(page()->findChildren<FindingRow *>().isEmpty());
        QVERIFY(button("healthCheckFirst")->isVisible());
    }

    void anUnreachableMachineIsSaid()
    {
        Machine gone = m_machine;
        gone.target.port = 1;
        QVERIFY(m_services->machines.update(gone));
        button("healthCheckFirst")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!page()->isChecking(), 60'000);
        QVERIFY2(said().contains(QLatin1String("lab could not be checked")), qPrintable(said()));
    }

    void tryingAgainMeansTheMachineOfTheMessage()
    {
        Machine gone = m_machine;
        gone.target.port = 1;
        QVERIFY(m_services->machines.update(gone));
        Machine other = m_machine;
        other.id = {};
        other.name = QStringLiteral("other");
        const auto stored = m_services->database().machines.add(other);
        QVERIFY(stored);
        auto *const controller = m_window->findChild<HealthController *>();
        QVERIFY(controller);
        controller->reloadMachines();
        page()->selectMachine(m_machine.id);
        button("healthCheckFirst")->click();
        page()->selectMachine(stored->id);  // as from another page
        QTRY_VERIFY_WITH_TIMEOUT(!page()->isChecking(), 60'000);
        QCOMPARE(page()->machine(), stored->id);
        QVERIFY2(said().contains(QLatin1String("lab could not be checked")), qPrintable(said()));
        const auto buttons = page()->messageBar()->findChildren<QPushButton *>();
        const auto again = std::find_if(buttons.begin(), buttons.end(),
                                        [](const QPushButton *one) { return one->text() == QLatin1String("Retry"); });
        QVERIFY(again != buttons.end());
        (*again)->click();
        QVERIFY(page()->isChecking());
        QCOMPARE(page()->machine(), m_machine.id);
        QTRY_VERIFY_WITH_TIMEOUT(!page()->isChecking(), 60'000);
        QVERIFY2(said().contains(QLatin1String("lab could not be checked")), qPrintable(said()));
    }

    // The measured values depend on this computer; the fact that it was measured, and the consequences, do not.
    void aMachineIsMeasured()
    {
        button("healthCheckFirst")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!page()->isChecking(), 300'000);
        button("probeMeasure")->click();
        auto *card = page()->findChild<ProbeCard *>();
        QVERIFY(card->isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!card->isRunning(), 300'000);
        const auto probes = m_services->database().probes.all();
        QVERIFY2(probes && probes->size() == 1, qPrintable(said()));
        QCOMPARE(probes->first().machineId, m_machine.id);
        const bool hasRows = card->findChild<QWidget *>(QStringLiteral("probe_0"));
        QVERIFY(hasRows || said().contains(QLatin1String("has no NVIDIA GPU")));
        QCOMPARE(button("probeMeasure")->text(), QStringLiteral("Run benchmark again"));
    }

private:
    HealthPage *page() const { return m_window->findChild<HealthPage *>(); }
    QPushButton *button(const char *name) const { return m_window->findChild<QPushButton *>(QString::fromLatin1(name)); }
    // All texts on the page.
    QString said() const
    {
        QStringList texts;
        for (const QLabel *label : page()->findChildren<QLabel *>())
            texts << label->text();
        return texts.join(u'\n');
    }

    SshdFixture m_sshd;
    Machine m_machine;
    std::unique_ptr<ThemeManager> m_theme;
    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<SshPrompter> m_prompter;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestHealthWindow)
#include "tst_healthwindow.moc"
