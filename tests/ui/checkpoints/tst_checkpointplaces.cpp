// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoint places in the window, with real ones: folders with checkpoint files, a real sshd, a real object store. They are added,
// remembered, pruned, copied and restored with clicks and keys.
#include "core/service/machines/transferqueue.h"
#include "core/service/runs/services.h"
#include "core/storage/database/objectstorefile.h"
#include "tests/support/sshdfixture.h"
#include "tests/support/storeserver.h"
#include "ui/checkpoints/checkpointmodel.h"
#include "ui/checkpoints/checkpointspage.h"
#include "ui/common/messagebar.h"
#include "ui/page/sshprompter.h"
#include "ui/theme/thememanager.h"
#include "ui/window/mainwindow.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>
#include <QtEndian>

using namespace trainyard;

namespace {

constexpr int kSoonMs = 60'000;

// A safetensors file with one tensor.
bool writeCheckpoint(const QString &path, int values)
{
    QByteArray header =
        QStringLiteral("{\"w\":{\"dtype\":\"F32\",\"shape\":[%1],\"data_offsets\":[0,%2]}}").arg(values).arg(values * 4).toUtf8();
    header += QByteArray((8 - header.size() % 8) % 8, ' ');
    QByteArray bytes(8, '\0');
    qToLittleEndian<quint64>(quint64(header.size()), bytes.data());
    bytes += header + QByteArray(qsizetype(values) * 4, 'a');
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        return false;
    file.flush();
    // Old enough not to count as still growing.
    return file.setFileTime(QDateTime::currentDateTime().addSecs(-3600), QFileDevice::FileModificationTime);
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class TestCheckpointPlaces : public QObject {
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
        m_prompter = std::make_unique<SshPrompter>();
        open();
        Machine machine;
        machine.name = QStringLiteral("lab");
        machine.target = m_sshd.target();
        QVERIFY(m_services->database().machines.add(machine));
        for (const int step : {100, 200, 300, 400})
            QVERIFY(writeCheckpoint(folder() + QStringLiteral("/step-%1.safetensors").arg(step), step));
    }
    void cleanup()
    {
        close();
        m_prompter->shutDown();
        m_prompter.reset();
        m_theme.reset();
    }

    void aFolderBecomesAPlaceAndIsRemembered()
    {
        show();
        addFolder(folder());
        QCOMPARE(rows(0), 4);
        QCOMPARE(page()->current()->checkpoint.step.value_or(0), 400);
        // It can be inspected, but not resumed from.
        auto *tensors = find<QTableView>("inspectorTensors");
        QTRY_COMPARE_WITH_TIMEOUT(tensors->model()->rowCount(), 1, kSoonMs);
        QVERIFY(!find<QAbstractButton>("inspectorResume")->isEnabled());
        QVERIFY(!find<QAbstractButton>("inspectorResume")->toolTip().isEmpty());
        close();

        // While the folder is unavailable, the list stays unchanged and shows since when.
        QVERIFY(QDir().rename(folder(), folder() + QStringLiteral(".away")));
        open();
        show();
        QTRY_COMPARE(view()->model()->rowCount(), 1);
        QCOMPARE(rows(0), 4);
        chooseGroup(0);
        auto *problem = find<QLabel>("groupProblem");
        QTRY_VERIFY_WITH_TIMEOUT(problem->isVisible() && problem->text().contains(folder()), kSoonMs);
        QCOMPARE(rows(0), 4);
        QVERIFY(QDir().rename(folder() + QStringLiteral(".away"), folder()));
        click("groupLook");
        QTRY_VERIFY_WITH_TIMEOUT(!find<QLabel>("groupProblem")->isVisible(), kSoonMs);
    }

    void aPlaceThatIsTakenOffTheListComesBackWithUndo()
    {
        show();
        addFolder(folder());
        chooseGroup(0);
        click("groupRemove");
        QTRY_COMPARE(view()->model()->rowCount(), 0);
        QVERIFY(QFile::exists(folder() + QStringLiteral("/step-100.safetensors")));
        page()->messageBar()->actionTriggered(page()->messageBar()->messages().first().id);
        QTRY_COMPARE(view()->model()->rowCount(), 1);
        QCOMPARE(rows(0), 4);
        // The same by keyboard.
        chooseGroup(0);
        view()->setFocus();
        QTest::keyClick(view(), Qt::Key_Delete);
        QTRY_COMPARE(view()->model()->rowCount(), 0);
        close();
        open();
        show();
        QCOMPARE(view()->model()->rowCount(), 0);
    }

    void whatIsWrongIsSaidInTheDialog()
    {
        show();
        click("checkpointsAddPlace");
        QPointer<QDialog> dialog = find<QDialog>("addPlaceDialog");
        QVERIFY(dialog);
        dialog->findChild<QLineEdit *>(QStringLiteral("placeFolder"))->setText(QStringLiteral("/nowhere/at/all"));
        dialog->findChild<QAbstractButton *>(QStringLiteral("placeAdd"))->click();
        auto *messages = dialog->findChild<MessageBar *>();
        QTRY_COMPARE_WITH_TIMEOUT(messages->messages().size(), 1, kSoonMs);
        QVERIFY(dialog->isVisible());
        // Adding the same place twice is refused.
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY(!dialog);
        addFolder(folder());
        click("checkpointsAddPlace");
        dialog = find<QDialog>("addPlaceDialog");
        dialog->findChild<QLineEdit *>(QStringLiteral("placeFolder"))->setText(folder() + u'/');
        dialog->findChild<QAbstractButton *>(QStringLiteral("placeAdd"))->click();
        messages = dialog->findChild<MessageBar *>();
        QTRY_COMPARE_WITH_TIMEOUT(messages->messages().size(), 1, kSoonMs);
        dialog->reject();
        QCOMPARE(view()->model()->rowCount(), 1);
    }

    void aFolderOfAMachineBecomesAPlace()
    {
        show();
        click("checkpointsAddPlace");
        QPointer<QDialog> dialog = find<QDialog>("addPlaceDialog");
        dialog->findChild<QAbstractButton *>(QStringLiteral("placeKind1"))->click();
        dialog->findChild<QLineEdit *>(QStringLiteral("placeMachineFolder"))->setText(folder());
        dialog->findChild<QAbstractButton *>(QStringLiteral("placeAdd"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog, kSoonMs);
        QCOMPARE(rows(0), 4);
        auto *tensors = find<QTableView>("inspectorTensors");
        QTRY_COMPARE_WITH_TIMEOUT(tensors->model()->rowCount(), 1, kSoonMs);
    }

    void pruningShowsWhatGoesAndUndoPutsItBack()
    {
        show();
        addFolder(folder());
        chooseGroup(0);
        QTRY_VERIFY_WITH_TIMEOUT(!find<QLabel>("groupDiskSpace")->text().isEmpty(), kSoonMs);
        click("groupPrune");
        QPointer<QDialog> dialog = find<QDialog>("pruneDialog");
        QVERIFY(dialog);
        auto *plan = dialog->findChild<QTableView *>(QStringLiteral("prunePlan"));
        auto *confirm = dialog->findChild<QPushButton *>(QStringLiteral("pruneConfirm"));
        QTRY_COMPARE_WITH_TIMEOUT(plan->model()->rowCount(), 4, kSoonMs);
        QVERIFY(!confirm->isEnabled());  // the last five stay
        dialog->findChild<QSpinBox *>(QStringLiteral("pruneLast"))->setValue(1);
        QTRY_VERIFY_WITH_TIMEOUT(confirm->isEnabled(), kSoonMs);
        int going = 0;
        for (int row = 0; row < 4; ++row)
            going += plan->model()->index(row, 1).data().toString() == QLatin1String("to trash");
        QCOMPARE(going, 3);
        for (int row = 0; row < 4; ++row)
            QVERIFY(!plan->model()->index(row, 2).data().toString().isEmpty());
        QCOMPARE(filesIn(folder()), 4);  // a dry run
        confirm->click();
        auto *trash = dialog->findChild<QTableView *>(QStringLiteral("pruneTrash"));
        QTRY_COMPARE_WITH_TIMEOUT(trash->model()->rowCount(), 3, kSoonMs);
        QCOMPARE(filesIn(folder()), 1);
        QTRY_COMPARE_WITH_TIMEOUT(rows(0), 1, kSoonMs);
        // Undo.
        auto *messages = dialog->findChild<MessageBar *>();
        QTRY_VERIFY_WITH_TIMEOUT(!messages->messages().isEmpty(), kSoonMs);
        messages->actionTriggered(messages->messages().first().id);
        QTRY_COMPARE_WITH_TIMEOUT(trash->model()->rowCount(), 0, kSoonMs);
        QCOMPARE(filesIn(folder()), 4);
        QTRY_COMPARE_WITH_TIMEOUT(rows(0), 4, kSoonMs);
        dialog->accept();
    }

    void theTrashIsEmptiedOnlyAfterAQuestion()
    {
        show();
        addFolder(folder());
        chooseGroup(0);
        click("groupPrune");
        QPointer<QDialog> dialog = find<QDialog>("pruneDialog");
        auto *confirm = dialog->findChild<QPushButton *>(QStringLiteral("pruneConfirm"));
        dialog->findChild<QSpinBox *>(QStringLiteral("pruneLast"))->setValue(3);
        QTRY_VERIFY_WITH_TIMEOUT(confirm->isEnabled(), kSoonMs);
        confirm->click();
        auto *trash = dialog->findChild<QTableView *>(QStringLiteral("pruneTrash"));
        QTRY_COMPARE_WITH_TIMEOUT(trash->model()->rowCount(), 1, kSoonMs);
        dialog->findChild<QTabBar *>(QStringLiteral("pruneTabs"))->setCurrentIndex(1);
        auto *empty = dialog->findChild<QPushButton *>(QStringLiteral("pruneEmpty"));
        QTRY_VERIFY_WITH_TIMEOUT(empty->isEnabled(), kSoonMs);
        empty->click();
        auto *question = dialog->findChild<QDialog *>(QStringLiteral("emptyTrashDialog"));
        QVERIFY(question && question->isVisible());
        question->findChild<QAbstractButton *>(QStringLiteral("emptyTrashCancel"))->click();
        QCOMPARE(trash->model()->rowCount(), 1);
        empty->click();
        // The previous one keeps its own time.
        const auto questions = dialog->findChildren<QDialog *>(QStringLiteral("emptyTrashDialog"));
        for (QDialog *one : questions) {
            if (one->isVisible())
                one->findChild<QAbstractButton *>(QStringLiteral("emptyTrashConfirm"))->click();
        }
        QTRY_COMPARE_WITH_TIMEOUT(trash->model()->rowCount(), 0, kSoonMs);
        QCOMPARE(filesIn(folder()), 3);
        dialog->accept();
    }

    void aCheckpointIsCopiedToAMachine()
    {
        show();
        addFolder(folder());
        const QString there = m_directory->filePath(QStringLiteral("machine/ckpt"));
        click("inspectorCopy");
        QPointer<QDialog> dialog = find<QDialog>("copyDialog");
        QVERIFY(dialog);
        dialog->findChild<QLineEdit *>(QStringLiteral("copyMachineFolder"))->setText(there);
        auto *facts = dialog->findChild<QLabel *>(QStringLiteral("copyFacts"));
        QTRY_VERIFY_WITH_TIMEOUT(facts->text().contains(QLatin1String("free there")), kSoonMs);
        dialog->findChild<QAbstractButton *>(QStringLiteral("copyStart"))->click();
        QTRY_VERIFY(!dialog);
        QCOMPARE(m_window->page(), MainWindow::Transfers);
        QTRY_COMPARE_WITH_TIMEOUT(m_services->transfers.queue().transfers().first().progress.state, TransferState::Done, kSoonMs);
        QCOMPARE(m_services->transfers.queue().transfers().first().outcome->check, TransferCheck::Checksum);
        QCOMPARE(contentOf(there + QStringLiteral("/step-400.safetensors")), contentOf(folder() + QStringLiteral("/step-400.safetensors")));
    }

    void aBucketIsSetUpListedAndCopiedToAndFrom()
    {
        StoreServer server(StoreServer::Kind::S3rver);
        if (!server.start() && qEnvironmentVariable("CI") != QLatin1String("true"))
            QSKIP(qPrintable(server.problem()));
        QVERIFY2(server.problem().isEmpty(), qPrintable(server.problem()));
        QVERIFY(server.addBucket(QStringLiteral("models")));
        const ObjectStoreConfig record = server.record(QStringLiteral("models"));
        show();
        addFolder(folder());

        // The store is set up while adding the place.
        click("checkpointsAddPlace");
        QPointer<QDialog> places = find<QDialog>("addPlaceDialog");
        places->findChild<QAbstractButton *>(QStringLiteral("placeKind2"))->click();
        places->findChild<QAbstractButton *>(QStringLiteral("placeStoreNew"))->click();
        QPointer<QDialog> stores = places->findChild<QDialog *>(QStringLiteral("storeDialog"));
        QVERIFY(stores);
        const auto type = [&stores](const char *name, const QString &text) {
            stores->findChild<QLineEdit *>(QLatin1String(name))->setText(text);
        };
        auto *provider = stores->findChild<QComboBox *>(QStringLiteral("storeProvider"));
        provider->setCurrentIndex(std::max(0, provider->findData(QStringLiteral("s3"))));
        type("storeName", QStringLiteral("test"));
        type("storeAddress", QStringLiteral("s3://models"));
        type("storeEndpoint", record.endpoint);
        type("storeRegion", record.region);
        type("storeKeyId", QString::fromLatin1(record.key.id));
        type("storeSecret", QString::fromLatin1(record.key.secret));
        stores->findChild<QAbstractButton *>(QStringLiteral("storeCheck"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(stores->findChild<QWidget *>(QStringLiteral("storeAnswer"))->isVisible(), kSoonMs);
        stores->findChild<QAbstractButton *>(QStringLiteral("storeAdd"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(!stores, kSoonMs);
        Paths paths;
        paths.config = m_directory->filePath(QStringLiteral("config"));
        const auto kept = loadObjectStores(paths);
        QVERIFY(kept && kept->size() == 1);
        QCOMPARE(kept->first().key.secret, record.key.secret);
        places->findChild<QLineEdit *>(QStringLiteral("placePrefix"))->setText(QStringLiteral("runs/"));
        places->findChild<QAbstractButton *>(QStringLiteral("placeAdd"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(!places, kSoonMs);
        QCOMPARE(view()->model()->rowCount(), 2);
        QCOMPARE(rows(1), 0);

        // Copied into the bucket.
        page()->showCheckpoint(lineage(0));
        click("inspectorCopy");
        QPointer<QDialog> copy = find<QDialog>("copyDialog");
        copy->findChild<QAbstractButton *>(QStringLiteral("copyKind1"))->click();
        copy->findChild<QLineEdit *>(QStringLiteral("copyPrefix"))->setText(QStringLiteral("runs"));
        copy->findChild<QAbstractButton *>(QStringLiteral("copyStart"))->click();
        QTRY_VERIFY(!copy);
        QTRY_COMPARE_WITH_TIMEOUT(m_services->transfers.queue().transfers().first().progress.state, TransferState::Done, kSoonMs);
        m_window->showPage(MainWindow::Checkpoints);
        chooseGroup(1);
        click("groupLook");
        QTRY_COMPARE_WITH_TIMEOUT(rows(1), 1, kSoonMs);
        QVERIFY(!find<QAbstractButton>("groupPrune")->isEnabled());

        // Inspected where it is, and copied from there back to here.
        page()->showCheckpoint(lineage(1));
        auto *tensors = find<QTableView>("inspectorTensors");
        QTRY_COMPARE_WITH_TIMEOUT(tensors->model()->rowCount(), 1, kSoonMs);
        const QString back = m_directory->filePath(QStringLiteral("back"));
        click("inspectorCopy");
        copy = find<QDialog>("copyDialog");
        copy->findChild<QLineEdit *>(QStringLiteral("copyFolder"))->setText(back);
        copy->findChild<QAbstractButton *>(QStringLiteral("copyStart"))->click();
        QTRY_VERIFY(!copy);
        QCOMPARE(m_services->transfers.queue().transfers().size(), 2);
        QTRY_COMPARE_WITH_TIMEOUT(m_services->transfers.queue().transfers().last().progress.state, TransferState::Done, kSoonMs);
        QCOMPARE(contentOf(back + QStringLiteral("/step-400.safetensors")), contentOf(folder() + QStringLiteral("/step-400.safetensors")));
    }

    void aCopyToABucketThatIsAwayWaitsAndIsThereAfterTheNextStart()
    {
        StoreServer server(StoreServer::Kind::S3rver);
        if (!server.start() && qEnvironmentVariable("CI") != QLatin1String("true"))
            QSKIP(qPrintable(server.problem()));
        QVERIFY(server.addBucket(QStringLiteral("models")));
        ObjectStoreConfig record = server.record(QStringLiteral("models"));
        record.name = QStringLiteral("test");
        ObjectStoreConfig away = record;
        away.endpoint = QStringLiteral("http://127.0.0.1:1");
        Paths paths;
        paths.config = m_directory->filePath(QStringLiteral("config"));
        QVERIFY(addObjectStore(paths, away));
        TransferSpec spec;
        spec.isCheckpoint = true;
        spec.store = QStringLiteral("test");
        spec.storeAddress = QStringLiteral("s3://models/x.safetensors");
        spec.local = (folder() + QStringLiteral("/step-100.safetensors")).toUtf8();
        Machine none;
        none.name = spec.store;
        QVERIFY(m_services->transfers.queue().add(none, spec));
        QTRY_VERIFY_WITH_TIMEOUT(m_services->transfers.queue().transfers().first().progress.trouble, kSoonMs);
        close();
        QVERIFY(removeObjectStore(paths, away.name));
        QVERIFY(addObjectStore(paths, record));
        open();
        const QueuedTransfer waiting = m_services->transfers.queue().transfers().first();
        QVERIFY(waiting.isInterrupted && waiting.isPaused);
        QCOMPARE(waiting.spec.storeAddress, spec.storeAddress);
        m_services->transfers.queue().resume(waiting.id);
        QTRY_COMPARE_WITH_TIMEOUT(m_services->transfers.queue().transfers().first().progress.state, TransferState::Done, kSoonMs);
    }

private:
    QString folder() const { return m_directory->filePath(QStringLiteral("models")); }
    static int filesIn(const QString &path) { return int(QDir(path).entryList({QStringLiteral("*.safetensors")}, QDir::Files).size()); }
    void open()
    {
        Paths paths;
        paths.data = m_directory->filePath(QStringLiteral("data"));
        paths.config = m_directory->filePath(QStringLiteral("config"));
        auto opened = Services::open(paths, m_prompter->questions());
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().what));
        m_services = std::move(*opened);
        m_window = std::make_unique<MainWindow>(paths, Preferences(), *m_prompter);
        m_window->resize(1440, 900);
    }
    void show()
    {
        m_window->show();
        m_window->attach(*m_services);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->showPage(MainWindow::Checkpoints);
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
    CheckpointsPage *page() const { return find<CheckpointsPage>("checkpointsPage"); }
    QTreeView *view() const { return find<QTreeView>("checkpointsView"); }
    int rows(int group) const { return view()->model()->rowCount(view()->model()->index(group, 0)); }
    QString lineage(int group) const { return static_cast<CheckpointModel *>(view()->model())->groups().at(group).source.key; }
    void click(const char *name) const { QTest::mouseClick(find<QAbstractButton>(name), Qt::LeftButton); }
    void chooseGroup(int group) const { view()->setCurrentIndex(view()->model()->index(group, 0)); }
    void addFolder(const QString &path) const
    {
        click("checkpointsAddPlace");
        QPointer<QDialog> dialog = find<QDialog>("addPlaceDialog");
        QVERIFY(dialog);
        QTest::keyClicks(dialog->findChild<QLineEdit *>(QStringLiteral("placeFolder")), path);
        QTest::keyClick(dialog, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog, kSoonMs);
        QVERIFY(view()->model()->rowCount() >= 1);
    }

    SshdFixture m_sshd;
    std::unique_ptr<ThemeManager> m_theme;
    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<SshPrompter> m_prompter;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestCheckpointPlaces)
#include "tst_checkpointplaces.moc"
