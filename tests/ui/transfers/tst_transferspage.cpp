// SPDX-License-Identifier: GPL-3.0-or-later
// The list of transfers and its dialogs, driven by keys and clicks; no machine is contacted.
#include "ui/common/messagebar.h"
#include "ui/theme/thememanager.h"
#include "ui/transfers/transferdelegate.h"
#include "ui/transfers/transferdialog.h"
#include "ui/transfers/transfersmodel.h"
#include "ui/transfers/transferspage.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

QueuedTransfer transferIn(TransferState state, qint64 id = 1)
{
    QueuedTransfer transfer;
    transfer.id = TransferId(id);
    transfer.machineId = MachineId(3);
    transfer.machineName = QStringLiteral("lab");
    transfer.spec.local = "/home/me/model.bin";
    transfer.spec.remote = "models/model.bin";
    transfer.progress.state = state;
    transfer.progress.bytesDone = 512 << 20;
    transfer.progress.bytesTotal = 1024 << 20;
    transfer.progress.filesTotal = 1;
    return transfer;
}

}  // namespace

class TestTransfersPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_theme = std::make_unique<ThemeManager>(*qApp); }
    void cleanup()
    {
        m_page.reset();
        m_theme.reset();
    }

    void everyStateHasAWordAndItsVerbs_data()
    {
        QTest::addColumn<int>("state");
        QTest::addColumn<int>("verb");
        QTest::addColumn<int>("ending");
        const auto row = [](const char *name, TransferState state, TransferVerb verb, TransferVerb ending) {
            QTest::newRow(name) << int(state) << int(verb) << int(ending);
        };
        row("waiting", TransferState::Waiting, TransferVerb::Pause, TransferVerb::Cancel);
        row("scanning", TransferState::Scanning, TransferVerb::Pause, TransferVerb::Cancel);
        row("moving", TransferState::Moving, TransferVerb::Pause, TransferVerb::Cancel);
        row("reconnecting", TransferState::Reconnecting, TransferVerb::Pause, TransferVerb::Cancel);
        row("checking", TransferState::Checking, TransferVerb::None, TransferVerb::Cancel);
        row("paused", TransferState::Paused, TransferVerb::Resume, TransferVerb::Cancel);
        row("done", TransferState::Done, TransferVerb::None, TransferVerb::Remove);
        row("failed", TransferState::Failed, TransferVerb::Retry, TransferVerb::Remove);
        row("cancelled", TransferState::Cancelled, TransferVerb::Retry, TransferVerb::Remove);
    }

    void everyStateHasAWordAndItsVerbs()
    {
        QFETCH(int, state);
        QFETCH(int, verb);
        QFETCH(int, ending);
        QueuedTransfer transfer = transferIn(TransferState(state));
        transfer.isPaused = TransferState(state) == TransferState::Paused;
        const TransferView view = viewOf(transfer);
        QVERIFY(!view.state.text.isEmpty() && !view.state.icon.isEmpty());
        QCOMPARE(int(view.verb), verb);
        QCOMPARE(int(view.ending), ending);
        QVERIFY(!verbText(view.ending).isEmpty());
        QVERIFY(spokenView(view).contains(view.state.text));
    }

    void aLostConnectionAndAFailureSayWhy()
    {
        for (const TransferState state : {TransferState::Reconnecting, TransferState::Failed}) {
            QueuedTransfer transfer = transferIn(state);
            transfer.progress.trouble = Error{ErrorCode::Unreachable, QStringLiteral("lab cannot be reached."), {}};
            QCOMPARE(viewOf(transfer).note, QStringLiteral("lab cannot be reached."));
        }
    }

    void whatIsDoneSaysHowItWasChecked()
    {
        QStringList notes;
        for (const TransferCheck check : {TransferCheck::Checksum, TransferCheck::ReadBack, TransferCheck::Size, TransferCheck::None}) {
            QueuedTransfer transfer = transferIn(TransferState::Done);
            transfer.outcome = TransferOutcome();
            transfer.outcome->files = 1;
            transfer.outcome->check = check;
            notes << viewOf(transfer).note;
        }
        QVERIFY(notes[0].contains(QLatin1String("SHA-256")));
        QCOMPARE(QSet<QString>(notes.cbegin(), notes.cend()).size(), 4);
    }

    void namesOfAMachineStayOnOneLine()
    {
        QueuedTransfer transfer = transferIn(TransferState::Moving);
        transfer.spec.direction = TransferDirection::Download;
        transfer.spec.remote = "/data/a\nb\x1b[31m";
        const TransferView view = viewOf(transfer);
        for (const QString &text : {view.name, view.place}) {
            QVERIFY(!text.contains(u'\n'));
            QVERIFY(!text.contains(QChar(0x1b)));
        }
    }

    void bothEndsStayVisibleWhenThereIsLittleSpace()
    {
        QueuedTransfer transfer = transferIn(TransferState::Moving);
        transfer.spec.direction = TransferDirection::Download;
        transfer.spec.remote = "/data/" + QByteArray(60, 'a') + "/outputs/model.bin";
        transfer.spec.local = "/home/me/" + QByteArray(60, 'b') + "/here/model.bin";
        const TransferView view = viewOf(transfer);
        QVERIFY(view.place.contains(view.source) && view.place.contains(view.target));
        const QFontMetrics metrics(textFont(TextRole::Small));
        QCOMPARE(fittedPlace(view, metrics, metrics.horizontalAdvance(view.place)), view.place);
        for (const int percent : {50, 60, 80, 95}) {
            const int width = metrics.horizontalAdvance(view.place) * percent / 100;
            const QString fitted = fittedPlace(view, metrics, width);
            QVERIFY2(metrics.horizontalAdvance(fitted) <= width, qPrintable(fitted));
            for (const QString &part :
                 {QStringLiteral("lab, /data"), QStringLiteral("/outputs"), QStringLiteral("/home"), QStringLiteral("/here")})
                QVERIFY2(fitted.contains(part), qPrintable(fitted));
        }
        transfer.spec.local = "/here/model.bin";
        const TransferView shorter = viewOf(transfer);
        QVERIFY(fittedPlace(shorter, metrics, metrics.horizontalAdvance(shorter.place) - 30).endsWith(QLatin1String(" /here")));
    }

    void totalsCountWhatIsStillToCome()
    {
        QList<QueuedTransfer> transfers{transferIn(TransferState::Moving, 1), transferIn(TransferState::Waiting, 2),
                                        transferIn(TransferState::Done, 3), transferIn(TransferState::Failed, 4)};
        transfers[0].progress.bytesPerSecond = 1024 * 1024;
        const TransferTotals totals = totalsOf(transfers);
        QCOMPARE(totals.going, 1);
        QCOMPARE(totals.waiting, 1);
        QCOMPARE(totals.done, 1);
        QCOMPARE(totals.failed, 1);
        QCOMPARE(totals.bytesTotal, qint64(2048) << 20);
        QCOMPARE(totals.secondsLeft, std::optional<int>(1024));
        // A file that has not been examined yet may be of any size.
        transfers[1].progress = {};
        QVERIFY(!totalsOf(transfers).secondsLeft);
    }

    void theModelKeepsItsContract()
    {
        TransfersModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTransfers({transferIn(TransferState::Moving, 1), transferIn(TransferState::Done, 2)});
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setTransfer(transferIn(TransferState::Checking, 2));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(changed.first().first().toModelIndex().row(), 1);
        model.setTransfers({});
        QCOMPARE(model.rowCount(), 0);
    }

    void keysDoWhatTheButtonsDo()
    {
        show({transferIn(TransferState::Moving, 1), transferIn(TransferState::Failed, 2), transferIn(TransferState::Done, 3)});
        QSignalSpy verbs(m_page.get(), &TransfersPage::verbChosen), moves(m_page.get(), &TransfersPage::moveRequested);
        view()->setFocus();
        QTest::keyClick(view(), Qt::Key_Home);
        QTest::keyClick(view(), Qt::Key_Space);
        QCOMPARE(takeVerb(verbs), std::pair(TransferId(1), TransferVerb::Pause));
        QTest::keyClick(view(), Qt::Key_Delete);
        QCOMPARE(takeVerb(verbs), std::pair(TransferId(1), TransferVerb::Cancel));
        QTest::keyClick(view(), Qt::Key_Down);
        QTest::keyClick(view(), Qt::Key_Return);
        QCOMPARE(takeVerb(verbs), std::pair(TransferId(2), TransferVerb::Retry));
        QTest::keyClick(view(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(moves.takeFirst(), (QList<QVariant>{QVariant::fromValue(TransferId(2)), -1}));
        QTest::keyClick(view(), Qt::Key_End);
        QTest::keyClick(view(), Qt::Key_Delete);
        QCOMPARE(takeVerb(verbs), std::pair(TransferId(3), TransferVerb::Remove));
    }

    void clicksOnARowDoItsVerbs_data()
    {
        QTest::addColumn<int>("width");
        QTest::newRow("columns") << 1300;
        QTest::newRow("narrow") << 620;
    }

    void clicksOnARowDoItsVerbs()
    {
        QFETCH(int, width);
        show({transferIn(TransferState::Moving, 1), transferIn(TransferState::Failed, 2)}, width);
        QSignalSpy verbs(m_page.get(), &TransfersPage::verbChosen);
        const auto *delegate = static_cast<TransferDelegate *>(view()->itemDelegate());
        const QRect row = view()->visualRect(view()->model()->index(1, 0));
        QTest::mouseClick(view()->viewport(), Qt::LeftButton, {}, delegate->verbRect(row, false).center());
        QCOMPARE(takeVerb(verbs), std::pair(TransferId(2), TransferVerb::Retry));
        QTest::mouseClick(view()->viewport(), Qt::LeftButton, {}, delegate->verbRect(row, true).center());
        QCOMPARE(takeVerb(verbs), std::pair(TransferId(2), TransferVerb::Remove));
        QTest::mouseClick(view()->viewport(), Qt::LeftButton, {}, QPoint(row.left() + 60, row.center().y()));
        QCOMPARE(verbs.count(), 0);
    }

    void rowsHaveTheHeightOfTheirLayoutAtEveryWidth()
    {
        QList<QueuedTransfer> many;
        for (int i = 1; i <= 40; ++i)
            many << transferIn(TransferState::Moving, i);
        show(many);
        const auto *delegate = static_cast<TransferDelegate *>(view()->itemDelegate());
        QSet<int> heights;
        for (int width = 1100; width >= 900; width -= 4) {
            m_page->resize(width, 700);
            const auto rowHeight = [&] { return view()->visualRect(view()->model()->index(0, 0)).height(); };
            QTRY_COMPARE(rowHeight(), delegate->sizeHint({}, {}).height());
            heights.insert(rowHeight());
        }
        QCOMPARE(heights.size(), 2);
    }

    void theHeadersButtonsFollowWhatThereIs()
    {
        show({});
        QVERIFY(button("copyFirstFilesButton")->isVisible());
        QVERIFY(!button("pauseAllButton")->isVisible());
        QSignalSpy copies(m_page.get(), &TransfersPage::copyRequested);
        button("copyFirstFilesButton")->click();
        QCOMPARE(copies.count(), 1);
        QSignalSpy pauses(m_page.get(), &TransfersPage::pauseAllRequested), resumes(m_page.get(), &TransfersPage::resumeAllRequested);
        QueuedTransfer paused = transferIn(TransferState::Paused, 2);
        paused.isPaused = true;
        m_page->setTransfers({transferIn(TransferState::Moving, 1), paused});
        QVERIFY(!button("retryFailedButton")->isVisible());
        QVERIFY(!button("clearFinishedButton")->isEnabled());
        button("pauseAllButton")->click();
        QCOMPARE(pauses.count(), 1);
        m_page->setTransfers({paused, transferIn(TransferState::Failed, 3)});
        button("pauseAllButton")->click();
        QCOMPARE(resumes.count(), 1);
        QVERIFY(button("retryFailedButton")->isVisible());
    }

    void theChosenRowStaysChosen()
    {
        show({transferIn(TransferState::Done, 1), transferIn(TransferState::Done, 2), transferIn(TransferState::Done, 3)});
        m_page->selectTransfer(TransferId(2));
        m_page->setTransfers({transferIn(TransferState::Done, 2), transferIn(TransferState::Done, 3)});
        QCOMPARE(view()->currentIndex().row(), 0);
        m_page->setTransfers({transferIn(TransferState::Done, 3)});
        QCOMPARE(view()->currentIndex().row(), 0);
    }

    void anUploadIsPutTogether()
    {
        QTemporaryDir directory;
        for (const char *name : {"a.bin", "b.bin"}) {
            QFile file(directory.filePath(QString::fromLatin1(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        TransferDialog dialog;
        QSignalSpy submitted(&dialog, &TransferDialog::submitted);
        dialog.setMachines({machineNamed(1, "one"), machineNamed(2, "two")}, MachineId(2));
        dialog.setDirection(TransferDirection::Upload);
        dialog.open();
        auto *start = dialog.findChild<QPushButton *>(QStringLiteral("startTransferButton"));
        start->click();
        QCOMPARE(submitted.count(), 0);  // no name is given yet
        auto *files = dialog.findChild<QPlainTextEdit *>(QStringLiteral("uploadFilesEdit"));
        QTest::keyClicks(files, directory.filePath(QStringLiteral("none")));
        start->click();
        QCOMPARE(submitted.count(), 0);
        dialog.setFiles({directory.filePath(QStringLiteral("a.bin")), directory.filePath(QStringLiteral("b.bin"))});
        auto *place = dialog.findChild<QLineEdit *>(QStringLiteral("uploadPlaceEdit"));
        place->selectAll();
        QTest::keyClicks(place, QStringLiteral("~/models/"));
        dialog.findChild<QCheckBox *>(QStringLiteral("onlyChangedCheck"))->click();
        start->click();
        QCOMPARE(submitted.count(), 1);
        QCOMPARE(submitted.first().first().value<MachineId>(), MachineId(2));
        const auto specs = submitted.first().at(1).value<QList<TransferSpec>>();
        QCOMPARE(specs.size(), 2);
        QCOMPARE(specs[0].local, directory.filePath(QStringLiteral("a.bin")).toUtf8());
        QCOMPARE(specs[0].remote, QByteArray("models/a.bin"));
        QCOMPARE(specs[1].remote, QByteArray("models/b.bin"));
        QVERIFY(specs[0].onlyChanged && specs[0].isVerified && !specs[0].obeysIgnoreFiles);
        // The parent folder has a name of its own; ".." would lead out of the target.
        QVERIFY(QDir(directory.path()).mkdir(QStringLiteral("deep")));
        dialog.setFiles({directory.filePath(QStringLiteral("deep/.."))});
        start->click();
        QCOMPARE(submitted.count(), 2);
        const auto above = submitted.last().at(1).value<QList<TransferSpec>>();
        QCOMPARE(above[0].remote, "models/" + QFileInfo(directory.path()).fileName().toUtf8());
    }

    void aDownloadIsPutTogether()
    {
        TransferDialog dialog;
        QSignalSpy submitted(&dialog, &TransferDialog::submitted), places(&dialog, &TransferDialog::placeRequested);
        dialog.setMachines({machineNamed(1, "one")}, MachineId(1));
        dialog.setDirection(TransferDirection::Download);
        dialog.open();
        dialog.findChild<QPushButton *>(QStringLiteral("browseDownloadSourceButton"))->click();
        QCOMPARE(places.count(), 1);
        dialog.setPlace(QStringLiteral("/data/run 1/"));
        auto *folder = dialog.findChild<QLineEdit *>(QStringLiteral("downloadFolderEdit"));
        folder->selectAll();
        QTest::keyClicks(folder, QStringLiteral("/tmp/results"));
        QTest::keyClick(folder, Qt::Key_Return);
        QCOMPARE(submitted.count(), 1);
        const auto specs = submitted.first().at(1).value<QList<TransferSpec>>();
        QCOMPARE(specs.size(), 1);
        QCOMPARE(specs[0].direction, TransferDirection::Download);
        QCOMPARE(specs[0].remote, QByteArray("/data/run 1"));
        QCOMPARE(specs[0].local, QByteArray("/tmp/results/run 1"));
    }

    void foldersOfAMachineAreWalkedByKeys()
    {
        PlaceDialog dialog(QStringLiteral("lab"), PlaceDialog::Wanted::FileOrFolder);
        QSignalSpy asked(&dialog, &PlaceDialog::folderRequested), chosen(&dialog, &PlaceDialog::chosen);
        dialog.open();
        dialog.enter({});
        QCOMPARE(asked.takeFirst().first().toString(), QStringLiteral("."));
        // Names that lead elsewhere are not even shown.
        dialog.showFolder(QStringLiteral("/home/me"),
                          {fileNamed("z", 0100644), fileNamed("data", 0040755), fileNamed("..", 0040755), fileNamed("a/b", 0100644)});
        auto *places = dialog.findChild<QListView *>(QStringLiteral("placeView"));
        QCOMPARE(places->model()->rowCount(), 2);
        places->setFocus();
        auto *choose = dialog.findChild<QPushButton *>(QStringLiteral("choosePlaceButton"));
        choose->click();  // nothing is selected in it, so it is the folder itself
        QCOMPARE(chosen.takeFirst().first().toString(), QStringLiteral("/home/me"));
        dialog.open();
        places->setFocus();
        QTest::keyClick(places, Qt::Key_Home);
        QTest::keyClick(places, Qt::Key_Return);
        QCOMPARE(asked.takeFirst().first().toString(), QStringLiteral("/home/me/data"));
        QVERIFY(!choose->isEnabled());  // the folder in the field is not shown yet
        dialog.showError({ErrorCode::PermissionDenied, QStringLiteral("May not be read."), {}});
        QCOMPARE(dialog.findChild<QLineEdit *>(QStringLiteral("placePathEdit"))->text(), QStringLiteral("/home/me"));
        QVERIFY(choose->isEnabled());
        places->setCurrentIndex(places->model()->index(1, 0));
        choose->click();
        QCOMPARE(chosen.takeFirst().first().toString(), QStringLiteral("/home/me/z"));
        dialog.open();
        QTest::keyClick(places, Qt::Key_Backspace);
        QCOMPARE(asked.takeFirst().first().toString(), QStringLiteral("/home"));
        dialog.showFolder(QStringLiteral("/home"), {});
        choose->click();
        QCOMPARE(chosen.takeFirst().first().toString(), QStringLiteral("/home"));
    }

private:
    void show(const QList<QueuedTransfer> &transfers, int width = 1300)
    {
        m_page = std::make_unique<TransfersPage>();
        m_page->resize(width, 700);
        m_page->setTransfers(transfers);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
    }
    QListView *view() const { return m_page->findChild<QListView *>(QStringLiteral("transfersView")); }
    QPushButton *button(const char *name) const { return m_page->findChild<QPushButton *>(QString::fromLatin1(name)); }
    static std::pair<TransferId, TransferVerb> takeVerb(QSignalSpy &spy)
    {
        if (spy.count() != 1)
            return {};
        const QList<QVariant> told = spy.takeFirst();
        return {told[0].value<TransferId>(), told[1].value<TransferVerb>()};
    }
    static Machine machineNamed(qint64 id, const char *name)
    {
        Machine machine;
        machine.id = MachineId(id);
        machine.name = QString::fromLatin1(name);
        return machine;
    }
    static RemoteFile fileNamed(const char *name, quint32 mode)
    {
        RemoteFile file;
        file.name = QString::fromLatin1(name);
        file.mode = mode;
        return file;
    }

    std::unique_ptr<ThemeManager> m_theme;
    std::unique_ptr<TransfersPage> m_page;
};

QTEST_MAIN(TestTransfersPage)
#include "tst_transferspage.moc"
