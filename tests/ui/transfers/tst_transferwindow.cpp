// SPDX-License-Identifier: GPL-3.0-or-later
// Files copied from the window, over a real sshd: selected in the dialog, watched in the list, and still there after the window was closed
// in the middle.
#include "core/service/machines/transferqueue.h"
#include "core/service/runs/services.h"
#include "tests/support/sshdfixture.h"
#include "ui/page/sshprompter.h"
#include "ui/theme/thememanager.h"
#include "ui/transfers/transferdialog.h"
#include "ui/transfers/transferspage.h"
#include "ui/window/mainwindow.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QListView>
#include <QPointer>
#include <QPushButton>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class TestTransferWindow : public QObject {
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
    }
    void init()
    {
        m_theme = std::make_unique<ThemeManager>(*qApp);
        m_directory = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(m_directory->path()).mkdir(QStringLiteral("there")));
        m_prompter = std::make_unique<SshPrompter>();
        open();
        Machine machine;
        machine.name = QStringLiteral("lab");
        machine.target = m_sshd.target();
        const auto stored = m_services->database().machines.add(machine);
        QVERIFY(stored);
        m_machineId = stored->id;
    }
    void cleanup()
    {
        close();
        m_prompter->shutDown();
        m_prompter.reset();
        m_theme.reset();
    }

    void filesAreCopiedByWayOfTheDialog()
    {
        QFile file(m_directory->filePath(QStringLiteral("model.bin")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray(3'000'000, 'x')) == 3'000'000);
        file.close();
        show();
        QTest::keyClick(m_window.get(), Qt::Key_J, Qt::ControlModifier);
        QTRY_COMPARE(m_window->page(), MainWindow::Transfers);
        find<QPushButton>("copyFirstFilesButton")->click();
        auto *dialog = find<TransferDialog>("transferDialog");
        QVERIFY(dialog);
        dialog->setFiles({file.fileName()});
        // The place is looked up on the machine.
        dialog->findChild<QPushButton *>(QStringLiteral("browseUploadPlaceButton"))->click();
        auto *places = dialog->findChild<QDialog *>(QStringLiteral("placeDialog"));
        QVERIFY(places);
        auto *path = places->findChild<QLineEdit *>(QStringLiteral("placePathEdit"));
        QTRY_VERIFY_WITH_TIMEOUT(path->text().startsWith(u'/'), 60'000);
        path->setText(m_directory->path());
        QTest::keyClick(path, Qt::Key_Return);
        auto *view = places->findChild<QListView *>(QStringLiteral("placeView"));
        const auto rowOfThere = [view] {
            const auto found = view->model()->match(view->model()->index(0, 0), Qt::DisplayRole, QStringLiteral("there"), 1,
                                                    Qt::MatchExactly);
            return found.isEmpty() ? QModelIndex() : found.first();
        };
        QTRY_VERIFY_WITH_TIMEOUT(rowOfThere().isValid(), 60'000);
        view->setCurrentIndex(rowOfThere());
        places->findChild<QPushButton *>(QStringLiteral("choosePlaceButton"))->click();
        QTRY_COMPARE(dialog->findChild<QLineEdit *>(QStringLiteral("uploadPlaceEdit"))->text(),
                     m_directory->filePath(QStringLiteral("there")));
        dialog->findChild<QPushButton *>(QStringLiteral("startTransferButton"))->click();
        auto *list = find<QListView>("transfersView");
        QTRY_COMPARE(list->model()->rowCount(), 1);
        QTRY_COMPARE_WITH_TIMEOUT(m_services->transfers.queue().transfers().first().progress.state, TransferState::Done, 60'000);
        QFile copy(m_directory->filePath(QStringLiteral("there/model.bin")));
        QVERIFY(copy.open(QIODevice::ReadOnly));
        QCOMPARE(copy.readAll(), QByteArray(3'000'000, 'x'));
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Delete);
        QTRY_COMPARE(list->model()->rowCount(), 0);
    }

    void oneThatIsOnItsWayKeepsTheOthersNotBack()
    {
        QStringList files;
        for (const char *name : {"a", "b", "c"}) {
            files << m_directory->filePath(QString::fromLatin1(name));
            QFile file(files.last());
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write("x") == 1);
        }
        // The machine does not answer, so the first is certain to be still running.
        m_sshd.stop();
        const auto start = qScopeGuard([this] { m_sshd.start(); });
        show();
        const auto copy = [&](const QStringList &paths) {
            QTest::keyClick(m_window.get(), Qt::Key_J, Qt::ControlModifier);
            find<TransfersPage>("transfersPage")->copyRequested();
            auto *dialog = find<TransferDialog>("transferDialog");
            dialog->setFiles(paths);
            dialog->setPlace(m_directory->filePath(QStringLiteral("there")));
            dialog->findChild<QPushButton *>(QStringLiteral("startTransferButton"))->click();
            return QPointer<TransferDialog>(dialog);
        };
        QPointer<TransferDialog> dialog = copy({files[1]});
        QTRY_VERIFY(!dialog);
        dialog = copy(files);
        QTRY_VERIFY(!dialog);
        QCOMPARE(m_services->transfers.queue().transfers().size(), 3);
        // By itself it has nothing to add, and reports that.
        dialog = copy({files[1]});
        QVERIFY(dialog && dialog->isVisible());
        QCOMPARE(m_services->transfers.queue().transfers().size(), 3);
    }

    void whatWasOnItsWayWaitsAfterTheNextStart()
    {
        QFile file(m_directory->filePath(QStringLiteral("model.bin")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray(1'000'000, 'y')) == 1'000'000);
        file.close();
        // The machine does not answer, so the transfer is certain not to have ended.
        m_sshd.stop();
        show();
        TransferSpec spec;
        spec.local = file.fileName().toUtf8();
        spec.remote = m_directory->filePath(QStringLiteral("there/model.bin")).toUtf8();
        const auto machine = m_services->database().machines.find(m_machineId);
        QVERIFY(machine && m_services->transfers.queue().add(*machine, spec));
        QTRY_COMPARE_WITH_TIMEOUT(m_services->transfers.queue().transfers().first().progress.state, TransferState::Reconnecting, 60'000);
        close();
        QVERIFY2(m_sshd.start(), qPrintable(m_sshd.errorText()));

        open();
        show();
        auto *need = m_window->findChild<QPushButton *>(QStringLiteral("need-transfers"));
        QVERIFY(need);
        need->click();
        QCOMPARE(m_window->page(), MainWindow::Transfers);
        auto *list = find<QListView>("transfersView");
        QCOMPARE(list->model()->rowCount(), 1);
        QCOMPARE(m_services->transfers.queue().transfers().first().progress.state, TransferState::Paused);
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Home);
        QTest::keyClick(list, Qt::Key_Space);
        QTRY_COMPARE_WITH_TIMEOUT(m_services->transfers.queue().transfers().first().progress.state, TransferState::Done, 60'000);
        QVERIFY(!m_window->findChild<QPushButton *>(QStringLiteral("need-transfers")));
        QFile copy(m_directory->filePath(QStringLiteral("there/model.bin")));
        QVERIFY(copy.open(QIODevice::ReadOnly));
        QCOMPARE(copy.size(), 1'000'000);
    }

    void theStripSaysWhatGoesOn()
    {
        show();
        auto *segment = find<QAbstractButton>("transfersSegment");
        const QString idle = segment->accessibleName();
        TransferSpec spec;
        spec.local = "/nothing/here";
        spec.remote = "x";
        const auto machine = m_services->database().machines.find(m_machineId);
        QVERIFY(machine && m_services->transfers.queue().add(*machine, spec));
        QTRY_COMPARE_WITH_TIMEOUT(m_services->transfers.queue().transfers().first().progress.state, TransferState::Failed, 60'000);
        QTRY_VERIFY(segment->accessibleName() != idle);
        segment->click();
        QCOMPARE(m_window->page(), MainWindow::Transfers);
        QVERIFY(find<QPushButton>("retryFailedButton")->isVisible());
    }

private:
    void open()
    {
        Paths paths;
        paths.data = m_directory->filePath(QStringLiteral("data"));
        paths.config = m_directory->filePath(QStringLiteral("config"));
        auto opened = Services::open(paths, m_prompter->questions());
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().what));
        m_services = std::move(*opened);
        m_window = std::make_unique<MainWindow>(paths, Preferences(), *m_prompter);
    }
    void show()
    {
        m_window->show();
        m_window->attach(*m_services);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    // As when the program ends.
    void close()
    {
        if (m_services)
            m_services->endWork();
        m_window.reset();
        m_services.reset();
    }
    template <typename T>
    T *find(const char *name) const
    {
        return m_window->findChild<T *>(QString::fromLatin1(name));
    }

    SshdFixture m_sshd;
    std::unique_ptr<ThemeManager> m_theme;
    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<SshPrompter> m_prompter;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<MainWindow> m_window;
    MachineId m_machineId;
};

QTEST_MAIN(TestTransferWindow)
#include "tst_transferwindow.moc"
