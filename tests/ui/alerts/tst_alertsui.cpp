// SPDX-License-Identifier: GPL-3.0-or-later
// Alerts in the window: strip, list and settings, on a real database. With TRAINYARD_PICTURES, pictures are saved in that folder.
#include "core/service/runs/services.h"
#include "core/storage/database/alertfiles.h"
#include "tests/support/httpstandin.h"
#include "ui/alerts/alertcontroller.h"
#include "ui/alerts/alertsettingscard.h"
#include "ui/alerts/alertspage.h"
#include "ui/common/placeholder.h"
#include "ui/page/sshprompter.h"
#include "ui/run/runpage.h"
#include "ui/theme/thememanager.h"
#include "ui/window/mainwindow.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

Alert alertOf(AlertKind kind, AlertSeverity severity, const char *run, int minutesAgo)
{
    Alert alert;
    alert.kind = kind;
    alert.severity = severity;
    alert.runName = QLatin1String(run);
    alert.runId = RunId(alert.runName);
    alert.machine = QStringLiteral("aws-p5-a");
    if (kind <= AlertKind::GpuLost)
        alert.gpus = {3, 5};
    alert.value = kind == AlertKind::NoProgress ? 1080 : 91;
    alert.opened = alert.seen = QDateTime::currentDateTimeUtc().addSecs(-60 * minutesAgo);
    return alert;
}

}  // namespace

class TestAlertsUi : public QObject {
    Q_OBJECT

    std::unique_ptr<ThemeManager> m_theme;
    std::unique_ptr<QTemporaryDir> m_folder;
    Paths m_paths;
    std::unique_ptr<SshPrompter> m_prompter;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<MainWindow> m_window;

    template <typename T>
    T *find(const QString &name) const
    {
        return m_window->findChild<T *>(name);
    }

    void show()
    {
        m_window->resize(1440, 900);
        m_window->show();
        m_window->attach(*m_services);
    }

    AlertSettings kept() const { return loadAlertSettings(m_paths).value_or(AlertSettings()); }

    void picture(const char *name) const
    {
        const QString folder = qEnvironmentVariable("TRAINYARD_PICTURES");
        if (!folder.isEmpty())
            QVERIFY(m_window->grab().save(folder + QLatin1Char('/') + QLatin1String(name) + QStringLiteral(".png")));
    }

private Q_SLOTS:
    void init()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        m_theme = std::make_unique<ThemeManager>(*qApp);
        m_folder = std::make_unique<QTemporaryDir>();
        m_paths.data = m_folder->filePath(QStringLiteral("data"));
        m_paths.config = m_folder->filePath(QStringLiteral("config"));
        m_prompter = std::make_unique<SshPrompter>();
        auto opened = Services::open(m_paths, m_prompter->questions());
        QVERIFY(opened);
        m_services = *std::move(opened);
        m_window = std::make_unique<MainWindow>(m_paths, Preferences(), *m_prompter);
        m_window->setAttribute(Qt::WA_DontShowOnScreen);
    }

    void cleanup()
    {
        m_prompter->shutDown();
        m_services->endWork();
        m_window.reset();
        m_services.reset();
    }

    void theStripCountsWhatWasNotSeenAndOpensTheList()
    {
        StateDatabase &store = m_services->database();
        QVERIFY(store.alerts.open(alertOf(AlertKind::GpuTemperature, AlertSeverity::Warning, "llama31-8b", 30)));
        const auto stuck = store.alerts.open(alertOf(AlertKind::NoProgress, AlertSeverity::Critical, "moe-tiny", 18));
        auto over = alertOf(AlertKind::DiskFull, AlertSeverity::Warning, "whisper-ft-zh", 300);
        over.cleared = over.opened.addSecs(1800);
        QVERIFY(stuck && store.alerts.open(over));
        show();
        auto *segment = find<QAbstractButton>(QStringLiteral("alertsSegment"));
        QVERIFY(segment->isVisible());
        QCOMPARE(segment->accessibleName(), QStringLiteral("2 alert(s)"));
        segment->click();
        QCOMPARE(m_window->page(), MainWindow::Alerts);
        const auto *page = find<AlertsPage>(QStringLiteral("alertsPage"));
        QStringList texts;
        const auto labels = page->findChildren<QLabel *>();
        for (const QLabel *label : labels)
            texts << label->text();
        QVERIFY(texts.contains(alertTitle(*stuck)) && texts.contains(alertNextStep(*stuck)));
        picture("alerts");
        auto *seen = find<QAbstractButton>(QStringLiteral("acknowledge_%1").arg(stuck->id.number()));
        QVERIFY(seen && !seen->accessibleDescription().isEmpty());
        seen->click();
        QCOMPARE(segment->accessibleName(), QStringLiteral("1 alert(s)"));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(!find<QAbstractButton>(QStringLiteral("acknowledge_%1").arg(stuck->id.number())));
        QVERIFY(find<QWidget>(QStringLiteral("alert_%1").arg(stuck->id.number())));
    }

    void anAlertOfABudgetLeadsToTheBudgets()
    {
        show();
        m_window->showPage(MainWindow::Alerts);
        Alert hot = alertOf(AlertKind::GpuTemperature, AlertSeverity::Warning, "llama31-8b", 30);
        hot.id = AlertId(1);
        Alert budget = alertOf(AlertKind::Budget, AlertSeverity::Warning, "", 5);
        budget.id = AlertId(2);
        find<AlertsPage>(QStringLiteral("alertsPage"))->setAlerts({budget, hot}, QDateTime::currentDateTimeUtc());
        QVERIFY(!find<QAbstractButton>(QStringLiteral("openBudgets_1")));
        auto *const open = find<QAbstractButton>(QStringLiteral("openBudgets_2"));
        QVERIFY(open);
        open->click();
        auto *const dialog = find<QDialog>(QStringLiteral("budgetsDialog"));
        QVERIFY(dialog && dialog->isVisible());
        dialog->close();
    }

    void withoutAlertsTheBellStaysAndTheListSaysSo()
    {
        show();
        auto *segment = find<QAbstractButton>(QStringLiteral("alertsSegment"));
        QCOMPARE(segment->accessibleName(), QStringLiteral("No alerts"));
        segment->click();
        QVERIFY(!find<QWidget>(QStringLiteral("openAlerts"))->isVisible());
        const auto *const empty = find<AlertsPage>(QStringLiteral("alertsPage"))->findChild<Placeholder *>();
        QTRY_VERIFY(empty->height() > empty->parentWidget()->height() / 2);
        picture("no-alerts");
        find<QAbstractButton>(QStringLiteral("alertSettingsButton"))->click();
        QCOMPARE(m_window->page(), MainWindow::Settings);
    }

    void anAlertOfAnotherProgramShowsByItself()
    {
        show();
        QVERIFY((*StateDatabase::open(m_paths.database()))->alerts.open(alertOf(AlertKind::GpuLost, AlertSeverity::Critical, "r", 1)));
        QTRY_COMPARE(find<QAbstractButton>(QStringLiteral("alertsSegment"))->accessibleName(), QStringLiteral("1 alert(s)"));
    }

    void namesOfRunsAreNoMarkup()
    {
        QVERIFY(m_services->database().alerts.open(alertOf(AlertKind::GpuTemperature, AlertSeverity::Warning, "<img src=x><b>bold", 1)));
        show();
        m_window->showPage(MainWindow::Alerts);
        const auto labels = find<AlertsPage>(QStringLiteral("alertsPage"))->findChildren<QLabel *>();
        for (const QLabel *label : labels) {
            if (label->text().contains(QStringLiteral("<img")))
                QCOMPARE(label->textFormat(), Qt::PlainText);
        }
    }

    void theFieldsOfTheRulesStandInTwoColumns()
    {
        AlertSettingsCard card;
        card.resize(800, 1200);
        card.show();
        QSet<int> columns, heights;
        QTRY_VERIFY(card.findChild<QSpinBox *>()->width() > 20);
        for (const QSpinBox *const spin : card.findChildren<QSpinBox *>())
            columns << spin->mapTo(&card, QPoint()).x();
        QCOMPARE(columns.size(), 2);
        QList<int> tops;
        for (const QCheckBox *const box : card.findChildren<QCheckBox *>(QRegularExpression(QStringLiteral("^rule_"))))
            tops << box->mapTo(&card, box->rect().center()).y();
        for (int i = 1; i < tops.size(); ++i)
            heights << tops[i] - tops[i - 1];
        QCOMPARE(heights.size(), 1);
    }

    void settingsApplyAtOnce()
    {
        show();
        m_window->showPage(MainWindow::Settings);
        find<QAbstractButton>(QStringLiteral("rule_gpu_memory"))->click();
        QVERIFY(!kept().rules.of(AlertKind::GpuMemory).isOn);
        QVERIFY(!find<QSpinBox>(QStringLiteral("ruleAt_gpu_memory"))->isEnabled());
        find<QSpinBox>(QStringLiteral("ruleAt_gpu_temperature"))->setValue(80);
        find<QSpinBox>(QStringLiteral("ruleAt_no_progress"))->setValue(20);
        find<QSpinBox>(QStringLiteral("ruleFor_gpu_utilization"))->setValue(30);
        QCOMPARE(kept().rules.of(AlertKind::GpuTemperature).threshold, 80.0);
        QCOMPARE(kept().rules.of(AlertKind::NoProgress).threshold, 1200.0);
        QVERIFY(kept().rules.of(AlertKind::GpuIdle).openAfter == std::chrono::minutes(30));
        auto *quiet = find<QLineEdit>(QStringLiteral("quietHours"));
        quiet->setText(QStringLiteral("22:00-07:00"));
        Q_EMIT quiet->editingFinished();
        QCOMPARE(kept().quiet.text(), QStringLiteral("22:00-07:00"));
        quiet->setText(QStringLiteral("late"));
        Q_EMIT quiet->editingFinished();
        QCOMPARE(kept().quiet.text(), QStringLiteral("22:00-07:00"));
        quiet->setText(QStringLiteral("22:00-07:00"));
        Q_EMIT quiet->editingFinished();
        find<QAbstractButton>(QStringLiteral("noticesChoice"))->click();
        QVERIFY(kept().ways.isEmpty());
        find<QAbstractButton>(QStringLiteral("commandChoice"))->click();
        auto *command = find<QLineEdit>(QStringLiteral("commandLine"));
        command->setText(QStringLiteral("/bin/echo \"a b\" c"));
        Q_EMIT command->editingFinished();
        QCOMPARE(kept().command, (QStringList{QStringLiteral("/bin/echo"), QStringLiteral("a b"), QStringLiteral("c")}));
        // The next window shows what was stored.
        m_window = std::make_unique<MainWindow>(m_paths, Preferences(), *m_prompter);
        m_window->setAttribute(Qt::WA_DontShowOnScreen);
        show();
        m_window->showPage(MainWindow::Settings);
        QCOMPARE(find<QLineEdit>(QStringLiteral("commandLine"))->text(), QStringLiteral("/bin/echo \"a b\" c"));
        QCOMPARE(find<QSpinBox>(QStringLiteral("ruleAt_no_progress"))->value(), 20);
        QVERIFY(!find<QCheckBox>(QStringLiteral("rule_gpu_memory"))->isChecked());
    }

    void theWebhookGoesInAndNeverComesOut()
    {
        HttpStandIn server([](const HttpStandIn::Request &) {
            HttpStandIn::Answer answer;
            answer.body = "{\"errcode\":0}";
            return answer;
        });
        show();
        m_window->showPage(MainWindow::Settings);
        find<QAbstractButton>(QStringLiteral("noticesChoice"))->click();
        find<QAbstractButton>(QStringLiteral("webhookChoice"))->click();
        auto *address = find<QLineEdit>(QStringLiteral("webhookAddress"));
        auto *format = find<QComboBox>(QStringLiteral("webhookFormat"));
        format->setCurrentIndex(format->findData(int(WebhookFormat::DingTalk)));
        Q_EMIT format->activated(format->currentIndex());
        address->setText(QStringLiteral("http://example.org/leaks"));
        find<QAbstractButton>(QStringLiteral("webhookSave"))->click();
        QVERIFY(loadWebhook(m_paths)->url.isEmpty());
        address->setText(server.base() + QStringLiteral("/hidden"));
        find<QAbstractButton>(QStringLiteral("webhookSave"))->click();
        QCOMPARE(loadWebhook(m_paths)->url, server.base() + QStringLiteral("/hidden"));
        QVERIFY(address->text().isEmpty());
        QVERIFY(address->placeholderText().contains(QStringLiteral("127.0.0.1"))
                && !address->placeholderText().contains(QStringLiteral("hidden")));
        QFile file(m_paths.alerts());
        QVERIFY(file.open(QIODevice::ReadOnly) && !file.readAll().contains("hidden"));
        find<QAbstractButton>(QStringLiteral("alertTest"))->click();
        auto *result = find<QLabel>(QStringLiteral("alertTestResult"));
        QTRY_COMPARE(result->text(), QStringLiteral("Webhook: sent"));
        QCOMPARE(server.requests().size(), 1);
        QVERIFY(server.requests().first().body.contains("Trainyard"));
        find<QAbstractButton>(QStringLiteral("webhookRemove"))->click();
        QVERIFY(loadWebhook(m_paths)->url.isEmpty());
    }

    void aTestSaysWhatCameOfIt()
    {
        AlertSettings settings;
        settings.ways = {AlertChannel::Desktop, AlertChannel::Command};
        settings.command = {QStringLiteral("/bin/sh"), QStringLiteral("-c"), QStringLiteral("echo no phone; exit 4")};
        QVERIFY(saveAlertSettings(m_paths, settings));
        show();
        QSignalSpy noticed(m_window.get(), &MainWindow::noticed);
        m_window->showPage(MainWindow::Settings);
        find<QAbstractButton>(QStringLiteral("alertTest"))->click();
        auto *result = find<QLabel>(QStringLiteral("alertTestResult"));
        QTRY_VERIFY(result->text().contains(QStringLiteral("no phone")));
        QVERIFY(result->text().contains(QStringLiteral("code 4")));
        QCOMPARE(noticed.size(), 1);
    }

    void picturesInDarkAndLight()
    {
        QVERIFY(m_services->database().alerts.open(alertOf(AlertKind::GpuLost, AlertSeverity::Critical, "llama31-8b-cpt-med", 4)));
        QVERIFY(m_services->database().alerts.open(alertOf(AlertKind::GpuIdle, AlertSeverity::Warning, "vit-l-ablation-07", 44)));
        AlertSettings settings;
        settings.ways = {AlertChannel::Desktop, AlertChannel::Command, AlertChannel::Webhook};
        settings.format = WebhookFormat::Feishu;
        QVERIFY(saveAlertSettings(m_paths, settings));
        show();
        for (const ThemeMode mode : {ThemeMode::Dark, ThemeMode::Light}) {
            m_theme->setMode(mode);
            m_window->showPage(MainWindow::Alerts);
            QTest::qWait(50);
            picture(mode == ThemeMode::Dark ? "alerts-dark" : "alerts-light");
            m_window->showPage(MainWindow::Settings);
            m_window->resize(1100, 1500);
            QTest::qWait(50);
            picture(mode == ThemeMode::Dark ? "settings-dark" : "settings-light");
            m_window->resize(820, 560);
            m_window->showPage(MainWindow::Alerts);
            QTest::qWait(50);
            picture(mode == ThemeMode::Dark ? "small-dark" : "small-light");
            m_window->resize(1440, 900);
        }
    }
};

QTEST_MAIN(TestAlertsUi)
#include "tst_alertsui.moc"
