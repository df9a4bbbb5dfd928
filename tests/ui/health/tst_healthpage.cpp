// SPDX-License-Identifier: GPL-3.0-or-later
// The Health page, driven by keys and clicks; no machine is contacted.
#include "ui/common/badge.h"
#include "ui/common/pagescroll.h"
#include "ui/health/findingrow.h"
#include "ui/health/healthpage.h"
#include "ui/health/probecard.h"
#include "ui/health/topologyview.h"
#include "ui/theme/thememanager.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace trainyard;

namespace {

HealthFinding finding(const char *id, HealthSection section, HealthState state, const char *what)
{
    HealthFinding one;
    one.id = QString::fromLatin1(id);
    one.section = section;
    one.state = state;
    one.what = QString::fromUtf8(what);
    one.why = QStringLiteral("It matters.");
    return one;
}

HealthReport report()
{
    HealthReport report;
    report.hostName = QStringLiteral("node-7");
    report.system = QStringLiteral("Debian GNU/Linux 12 (bookworm)");
    report.driverVersion = QStringLiteral("550.54.15");
    report.checkedAt = QDateTime::currentDateTimeUtc();
    report.duration = std::chrono::seconds(21);
    report.isWhole = true;
    for (int i = 0; i < 8; ++i) {
        HealthGpu gpu;
        gpu.index = i;
        gpu.name = QStringLiteral("NVIDIA H100 80GB HBM3");
        gpu.uuid = QStringLiteral("SIM-%1").arg(i);
        report.gpus << gpu;
    }
    report.findings << finding("module", HealthSection::Driver, HealthState::Ok, "Driver 550.54.15 and the kernel module are the same.");
    HealthFinding remap = finding("row-remap", HealthSection::GpuMemory, HealthState::Bad, "GPU 3 could not replace a row of its memory.");
    remap.gpu = 3;
    remap.isSimulated = true;
    remap.remedy = QStringLiteral("Return the machine, or have the GPU replaced.");
    remap.command = QStringLiteral("nvidia-smi -q -d ROW_REMAPPER -i 3");
    remap.detail = QStringLiteral("Remapping Failure Occurred : Yes");
    HealthFinding rows = finding("row-remap", HealthSection::GpuMemory, HealthState::Ok, "The other GPUs have all their memory.");
    report.findings << remap << rows
                    << finding("xid", HealthSection::KernelLog, HealthState::Unknown, "The kernel log may not be read by this user.")
                    << finding("disk-space", HealthSection::Storage, HealthState::Warning, "12 GiB are free in the home directory.");
    report.topology = parseTopology(QStringLiteral("\tGPU0\tGPU1\tNIC0\tCPU Affinity\tNUMA Affinity\n"
                                                   "GPU0\t X \tNV18\tPIX\t0-55\t0\n"
                                                   "GPU1\tNV18\t X \tSYS\t0-55\t0\n"
                                                   "NIC0\tPIX\tSYS\t X \t\t\n"));
    return report;
}

}  // namespace

class TestHealthPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_theme = std::make_unique<ThemeManager>(*qApp);
        m_page = std::make_unique<HealthPage>();
        m_page->resize(1356, 856);
        m_page->setMachines({{MachineId(1), QStringLiteral("lab")}, {MachineId(2), QStringLiteral("cloud")}});
    }
    void cleanup()
    {
        m_page.reset();
        m_theme.reset();
    }

    void whatIsFoundIsShownWithWhatMendsIt()
    {
        m_page->setReport(report());
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        auto *row = m_page->findChild<FindingRow *>(QStringLiteral("finding_row-remap3"));
        QVERIFY(row && row->isVisible());
        for (const char *part : {"could not replace", "It matters.", "Return the machine", "ROW_REMAPPER"})
            QVERIFY2(row->accessibleName().contains(QLatin1String(part)), qPrintable(row->accessibleName()));
        QTest::mouseClick(row->findChild<QPushButton *>(QStringLiteral("copyMend_row-remap3")), Qt::LeftButton);
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("nvidia-smi -q -d ROW_REMAPPER -i 3"));
        // The worst section comes first, each finding in its own section.
        const auto top = [this](const char *section) { return m_page->findChild<QWidget *>(QLatin1String(section))->y(); };
        QVERIFY(top("section_gpu-memory") < top("section_storage") && top("section_storage") < top("section_kernel-log")
                && top("section_kernel-log") < top("section_driver"));
        const QString failed = badgeOf(HealthState::Bad).text.toLower();
        QVERIFY2(report().summary().startsWith(QStringLiteral("1 ") + failed), qPrintable(report().summary()));
        QCOMPARE(healthStateWord(HealthState::Bad), failed);
        QCOMPARE(m_page->findChild<QWidget *>(QStringLiteral("section_gpu-memory"))->findChildren<FindingRow *>().size(), 2);
    }

    void whatIsWellCanBeLeftOut()
    {
        m_page->setReport(report());
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        QTest::mouseClick(m_page->findChild<QAbstractButton *>(QStringLiteral("healthFilter1")), Qt::LeftButton);
        const auto rows = m_page->findChildren<FindingRow *>();
        QCOMPARE(rows.size(), 3);
        for (const FindingRow *row : rows)
            QVERIFY(row->finding().state != HealthState::Ok);
        QVERIFY(!m_page->findChild<QWidget *>(QStringLiteral("section_driver")));
    }

    void checkingIsAskedForAndEnded()
    {
        QSignalSpy asked(m_page.get(), &HealthPage::checkRequested), cancelled(m_page.get(), &HealthPage::cancelRequested);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        auto *first = m_page->findChild<QPushButton *>(QStringLiteral("healthCheckFirst"));
        QVERIFY(first && first->isVisible());
        QTest::mouseClick(first, Qt::LeftButton);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].value<MachineId>(), MachineId(1));
        m_page->setChecking(true);
        auto *button = m_page->findChild<QPushButton *>(QStringLiteral("healthCheck"));
        QVERIFY(button->isVisible() && button->text().contains(QLatin1String("Cancel")));
        QVERIFY(!m_page->findChild<QComboBox *>(QStringLiteral("healthMachine"))->isEnabled());
        QTest::keyClick(m_page.get(), Qt::Key_Escape);
        QCOMPARE(cancelled.size(), 1);
        m_page->setChecking(false);
        QTest::keyClick(m_page.get(), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(asked.size(), 2);
    }

    void aReportIsShownFromItsBeginning()
    {
        m_page->resize(1356, 300);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        auto *const first = m_page->findChild<QPushButton *>(QStringLiteral("healthCheckFirst"));
        first->setFocus();
        QTRY_VERIFY(first->hasFocus());
        m_page->setReport(report());
        QVERIFY(m_page->findChild<QPushButton *>(QStringLiteral("healthCheck"))->hasFocus());
        const QScrollBar *const bar = m_page->findChild<PageScroll *>()->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 0);
        QCOMPARE(bar->value(), 0);
    }

    void whatIsLookedAtIsTold()
    {
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        const auto says = [this](const char *words) {
            const auto labels = m_page->findChildren<QLabel *>();
            return std::any_of(labels.begin(), labels.end(),
                               [&](const QLabel *one) { return one->isVisible() && one->text().contains(QLatin1String(words)); });
        };
        m_page->setChecking(true);
        QVERIFY(says("half a minute"));
        m_page->setCheckStep(QStringLiteral("the kernel log"));
        QVERIFY(says("Now: the kernel log"));
        // The next check shows above the last results.
        m_page->setChecking(false);
        m_page->setReport(report());
        QVERIFY(!says("Now:"));
        m_page->setChecking(true);
        QVERIFY(says("Connecting"));
        m_page->setCheckStep(QStringLiteral("the driver"));
        QVERIFY(says("Now: the driver") && says("node-7"));
        m_page->setChecking(false);
        QVERIFY(!says("Now:"));
    }

    void withoutAGpuThereIsNoVerdict()
    {
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        auto *const card = m_page->findChild<ProbeCard *>(QStringLiteral("probeCard"));
        ProbeView probe;
        probe.when = QDateTime::currentDateTimeUtc();
        probe.judgement.missing = {QStringLiteral("dlopen libcuda.so.1")};
        m_page->setProbe(probe);
        const QString unclear = card->findChild<Badge *>()->look().text;
        probe.judgement.isWithoutGpu = true;
        m_page->setProbe(probe);
        const QString badge = card->findChild<Badge *>()->look().text;
        QVERIFY2(badge == QStringLiteral("No GPU to benchmark") && unclear != badge, qPrintable(badge));
        const auto labels = card->findChildren<QLabel *>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [](const QLabel *one) { return one->text().contains(QStringLiteral("no NVIDIA GPU")); }));
        for (const QLabel *const one : labels)
            QVERIFY2(!one->text().contains(QStringLiteral("dlopen")), qPrintable(one->text()));
    }

    void anotherMachineIsChosen()
    {
        QSignalSpy chosen(m_page.get(), &HealthPage::machineChosen);
        m_page->selectMachine(MachineId(2));
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(m_page->machine(), MachineId(2));
        // The chosen one is gone: another takes its place, and the change is reported.
        m_page->setMachines({{MachineId(1), QStringLiteral("lab")}});
        QCOMPARE(chosen.size(), 2);
        QCOMPARE(m_page->machine(), MachineId(1));
        QSignalSpy adding(m_page.get(), &HealthPage::addMachineRequested);
        m_page->setMachines({});
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        QTest::mouseClick(m_page->findChild<QPushButton *>(QStringLiteral("healthAddMachine")), Qt::LeftButton);
        QCOMPARE(adding.size(), 1);
    }

    void everyPairOfTheTopologyIsASentence()
    {
        TopologyView view;
        const auto topology = report().topology;
        QVERIFY(topology);
        view.setTopology(*topology);
        view.show();
        QVERIFY(view.accessibleName().contains(QLatin1String("NV18")));
        QTest::keyClick(&view, Qt::Key_Down);
        QTest::keyClick(&view, Qt::Key_Right);
        QVERIFY2(view.accessibleName().contains(QLatin1String("SYS")), qPrintable(view.accessibleName()));
        QCOMPARE(view.accessibleName(), view.sentenceAt(1, 2));
        for (int i = 0; i < 5; ++i)
            QTest::keyClick(&view, Qt::Key_Left);
        QCOMPARE(view.accessibleName(), view.sentenceAt(1, 0));
        QVERIFY(view.sentenceAt(3, 0).isEmpty() && view.sentenceAt(0, -1).isEmpty());
    }

private:
    std::unique_ptr<ThemeManager> m_theme;
    std::unique_ptr<HealthPage> m_page;
};

QTEST_MAIN(TestHealthPage)
#include "tst_healthpage.moc"
