// SPDX-License-Identifier: GPL-3.0-or-later
// Machines from ~/.ssh/config, chosen by keyboard alone, with a real database and a real configuration file.
#include "core/service/runs/services.h"
#include "ui/machines/importhostsdialog.h"
#include "ui/machines/machinecontroller.h"
#include "ui/machines/machinedialog.h"
#include "ui/page/fleetcontroller.h"
#include "ui/page/sshprompter.h"
#include "ui/theme/thememanager.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class TestImportHosts : public QObject {
    Q_OBJECT

    std::unique_ptr<ThemeManager> m_theme;
    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<SshPrompter> m_prompter;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<FleetController> m_fleet;
    std::unique_ptr<QWidget> m_window;
    MachineController *m_machines = nullptr;

    ImportHostsDialog *dialog() const { return m_window->findChild<ImportHostsDialog *>(); }
    template <typename T>
    T *part(const char *name) const
    {
        return m_window->findChild<T *>(QLatin1String(name));
    }
    void configure(const QByteArray &text) const
    {
        QVERIFY(QDir().mkpath(m_directory->filePath(QStringLiteral(".ssh"))));
        QFile file(m_directory->filePath(QStringLiteral(".ssh/config")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    QStringList names() const
    {
        QStringList all;
        for (const MachineCard &card : m_fleet->cards())
            all << card.machine.name;
        all.sort();
        return all;
    }

private Q_SLOTS:
    void init()
    {
        m_theme = std::make_unique<ThemeManager>(*qApp);
        m_directory = std::make_unique<QTemporaryDir>();
        qputenv("HOME", QFile::encodeName(m_directory->path()));
        Paths paths;
        paths.data = m_directory->filePath(QStringLiteral("data"));
        paths.config = m_directory->filePath(QStringLiteral("config"));
        m_prompter = std::make_unique<SshPrompter>();
        auto opened = Services::open(paths, m_prompter->questions());
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().what));
        m_services = std::move(*opened);
        m_fleet = std::make_unique<FleetController>(*m_services);
        m_window = std::make_unique<QWidget>();
        m_window->show();
        m_machines = new MachineController(*m_services, *m_fleet, *m_prompter, m_window.get());
    }
    void cleanup()
    {
        m_prompter->shutDown();
        m_services->endWork();
        m_window.reset();
        m_fleet.reset();
        m_services.reset();
        m_prompter.reset();
        m_theme.reset();
    }

    void theTickedHostsBecomeMachines()
    {
        // Port 1 of this computer: refused at once, whoever runs the test.
        configure(
            "Host gpu-a gpu-b\n  HostName 127.0.0.1\n  Port 1\nHost github.com\n  User git\nHost *.lab\n  User me\nMatch exec \"touch "
            "touched\"\n  User root\n");
        QSignalSpy added(m_machines, &MachineController::added);
        m_machines->importHosts();
        QTRY_VERIFY(dialog());
        QVERIFY(QTest::qWaitForWindowActive(dialog()));
        auto *const view = part<QTableView>("importHostsView");
        QCOMPARE(view->model()->rowCount(), 3);
        QCOMPARE(view->model()->index(0, 1).data().toString(), QStringLiteral("127.0.0.1:1"));
        auto *const add = part<QPushButton>("importHostsAdd");
        QVERIFY2(add->text().contains(u'2'), qPrintable(add->text()));  // not the Git server
        const QString left = part<QLabel>("importHostsLeftOut")->text();
        QVERIFY2(left.contains(QLatin1String("*.lab")) && left.contains(QLatin1String("exec")), qPrintable(left));
        QVERIFY(names().isEmpty());

        QVERIFY(view->hasFocus());
        QTest::keyClick(view, Qt::Key_Down);
        QTest::keyClick(view, Qt::Key_Space);  // not gpu-b
        QVERIFY2(add->text().contains(u'1'), qPrintable(add->text()));
        for (int i = 0; i < 3 && !add->hasFocus(); ++i)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QVERIFY(add->hasFocus());
        QTest::keyClick(add, Qt::Key_Return);
        QTRY_COMPARE(added.count(), 1);
        QCOMPARE(names(), QStringList(QStringLiteral("gpu-a")));
        QCOMPARE(m_fleet->cards().first().machine.target.host, QStringLiteral("gpu-a"));
        QVERIFY(!QFile::exists(QStringLiteral("touched")));

        // A machine that exists is listed, but cannot be added twice.
        QTRY_VERIFY(!dialog());
        m_machines->importHosts();
        QTRY_VERIFY(dialog());
        QVERIFY(!(part<QTableView>("importHostsView")->model()->index(0, 0).flags() & Qt::ItemIsEnabled));
    }

    void escAddsNothing()
    {
        configure("Host gpu-a\n  HostName 127.0.0.1\n  Port 1\n");
        m_machines->importHosts();
        QTRY_VERIFY(dialog());
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QTRY_VERIFY(!dialog());
        QVERIFY(names().isEmpty());
    }

    void withoutAConfigurationItSaysSo()
    {
        m_machines->importHosts();
        QTRY_VERIFY(dialog());
        QVERIFY(!part<QPushButton>("importHostsAdd")->isVisible());
        QTest::keyClick(part<QPushButton>("importHostsCancel"), Qt::Key_Return);
        QTRY_VERIFY(!dialog());
    }

    void theDialogForOneMachineLeadsHere()
    {
        configure("Host gpu-a\n  HostName 127.0.0.1\n  Port 1\n");
        m_machines->add();
        auto *const button = part<QPushButton>("machineFromConfig");
        QVERIFY(button->isVisible());
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Space);
        QTRY_VERIFY(dialog());
        QTRY_VERIFY(!m_window->findChild<MachineDialog *>());
    }
};

QTEST_MAIN(TestImportHosts)
#include "tst_importhosts.moc"
