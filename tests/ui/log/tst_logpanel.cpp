// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/logpanel.h"
#include "ui/log/logview.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace trainyard;

class TestLogPanel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { m_panel.reset(); }
    void findingSaysWhereOneIs();
    void anInvalidExpressionSaysSoBelowTheField();
    void choosingARankHidesTheOthersAndSaysHowMany();
    void choosingErrorsKeepsTheirTracebacks();
    void searchAndChoiceAndFollowingGoTogether();
    void aChoiceKeepsTheLineInSight();
    void wrappedLinesAreReachedToTheirEnd();
    void aBarOpensItsEarlierStates();
    void goToLineAndErrorsByKeys();
    void linesAreChosenByKeys();
    void theLogIsSavedAsItIsAndAsShown();
    void timesOfLinesAndMomentsMeet();
    void aScreenReaderHearsTheLine();
    void anotherLogStartsAnew();
    void aReplacedFileWhileSearchingIsReadAnew();

private:
    void write(const QByteArray &bytes, QIODevice::OpenMode mode = QIODevice::WriteOnly)
    {
        QFile file(m_path);
        QVERIFY(file.open(mode));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    void show(const QByteArray &bytes)
    {
        write(bytes);
        m_panel->setFile(m_path);
        settle(bytes.size());
    }
    // Everything has been read, chosen, searched and painted.
    void settle(qint64 bytes)
    {
        QTRY_VERIFY_WITH_TIMEOUT(view().index().byteCount() == bytes && !view().index().isBusy() && view().filter().scannedBytes() == bytes
                                     && !view().filter().isBusy() && !view().search().isBusy(),
                                 30'000);
        QTest::qWait(80);  // two pictures
    }
    LogView &view() { return *m_panel->view(); }
    template <typename T>
    T *child(const char *name)
    {
        return m_panel->findChild<T *>(QString::fromLatin1(name));
    }
    void trigger(const char *menuName, const char *actionName)
    {
        auto *const menu = child<QMenu>(menuName);
        QVERIFY(menu);
        Q_EMIT menu->aboutToShow();
        auto *const action = menu->findChild<QAction *>(QString::fromLatin1(actionName));
        QVERIFY2(action, actionName);
        action->trigger();
    }
    QStringList rows()
    {
        QStringList texts;
        for (qint64 row = 0; row < view().rowCount(); ++row)
            texts << view().rowAt(view().lineOfRow(row)).content.text;
        return texts;
    }
    QString counts()
    {
        for (QWidget *widget : m_panel->findChildren<QWidget *>()) {
            if (widget->accessibleName().contains(QStringLiteral("lines")))
                return widget->accessibleName();
        }
        return {};
    }
    std::unique_ptr<LogPanel> m_panel;
    QTemporaryDir m_dir;
    QString m_path;
    QImage m_folded;
};

static QByteArray ranked(int count)
{
    QByteArray bytes;
    for (int i = 0; i < count; ++i)
        bytes += "[rank" + QByteArray::number(i % 4) + "]: " + (i % 50 == 7 ? "WARNING slow " : "INFO ") + "step=" + QByteArray::number(i)
                 + '\n';
    return bytes;
}

void TestLogPanel::init()
{
    QVERIFY(m_dir.isValid());
    m_path = m_dir.filePath(QTest::currentTestFunction());
    m_panel = std::make_unique<LogPanel>();
    m_panel->resize(1000, 320);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
}

void TestLogPanel::findingSaysWhereOneIs()
{
    show(ranked(400));
    auto *const find = child<QLineEdit>("logFind");
    QTest::keyClick(&view(), Qt::Key_F, Qt::ControlModifier);
    QTest::keyClicks(find, QStringLiteral("step=1"));
    settle(view().index().byteCount());
    QCOMPARE(view().hitCount(), 111);
    view().goToLine(0);
    QTest::keyClick(find, Qt::Key_Return);
    QCOMPARE(view().cursorLine(), 1);
    QTest::keyClick(find, Qt::Key_F3);
    QCOMPARE(view().cursorLine(), 10);
    QTest::keyClick(find, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(view().cursorLine(), 1);
    child<QToolButton>("logFindExpression")->click();
    find->setText(QStringLiteral("step=1\\d$"));
    settle(view().index().byteCount());
    QCOMPARE(view().hitCount(), 10);
    QTest::keyClick(find, Qt::Key_Escape);
    QCOMPARE(find->text(), QString());
    QCOMPARE(view().hitCount(), 0);
}

void TestLogPanel::anInvalidExpressionSaysSoBelowTheField()
{
    show(ranked(50));
    child<QToolButton>("logFindExpression")->click();
    child<QLineEdit>("logFind")->setText(QStringLiteral("step=("));
    QWidget *const message = child<QWidget>("logMessage");
    QVERIFY(message->isVisible());
    QVERIFY(message->accessibleName().contains(u'('));
    child<QLineEdit>("logFind")->setText(QStringLiteral("step=(1)"));
    QVERIFY(!message->isVisible());
    settle(view().index().byteCount());
    QCOMPARE(view().hitCount(), 11);
}

void TestLogPanel::choosingARankHidesTheOthersAndSaysHowMany()
{
    show(ranked(400));
    QVERIFY(child<QPushButton>("logRanks")->isVisible());
    trigger("logRankMenu", "rank2");
    settle(view().index().byteCount());
    QCOMPARE(view().rowCount(), 100);
    QCOMPARE(view().lineOfRow(3), 14);
    QVERIFY2(counts().contains(QStringLiteral("300 lines hidden")), qPrintable(counts()));
    trigger("logRankMenu", "rank3");
    settle(view().index().byteCount());
    QCOMPARE(view().rowCount(), 200);
    trigger("logRankMenu", "rankAll");
    settle(view().index().byteCount());
    QCOMPARE(view().rowCount(), 400);
    QVERIFY(!counts().contains(QStringLiteral("hidden")));
}

void TestLogPanel::choosingErrorsKeepsTheirTracebacks()
{
    show("INFO a\nTraceback (most recent call last):\n  File x\nValueError: y\nINFO b\nDEBUG c\nplain\nWARNING d\n");
    trigger("logLevelMenu", "level3");
    settle(view().index().byteCount());
    QCOMPARE(rows().join('|'), QStringLiteral("Traceback (most recent call last):|  File x|ValueError: y"));
    trigger("logLevelMenu", "level2");
    settle(view().index().byteCount());
    QCOMPARE(view().rowCount(), 4);
    trigger("logLevelMenu", "level1");
    settle(view().index().byteCount());
    QCOMPARE(view().rowCount(), 7);
}

void TestLogPanel::searchAndChoiceAndFollowingGoTogether()
{
    show(ranked(400));
    trigger("logRankMenu", "rank1");
    child<QLineEdit>("logFind")->setText(QStringLiteral("step="));
    settle(view().index().byteCount());
    QCOMPARE(view().hitCount(), 100);
    QVERIFY(view().isFollowing());
    write(ranked(40), QIODevice::Append);
    view().refresh();
    settle(QFile(m_path).size());
    QCOMPARE(view().rowCount(), 110);
    QCOMPARE(view().hitCount(), 110);
    QVERIFY(view().isFollowing());
    QCOMPARE(view().verticalScrollBar()->value(), view().verticalScrollBar()->maximum());
    view().findNext();
    QVERIFY(!view().isFollowing());
    QCOMPARE(view().rowAt(view().cursorLine()).lead.rank, 1);
}

void TestLogPanel::aChoiceKeepsTheLineInSight()
{
    show(ranked(4000));
    view().goToLine(2002);
    trigger("logRankMenu", "rank2");
    settle(view().index().byteCount());
    QVERIFY(view().firstVisibleLine() > 1900 && view().firstVisibleLine() <= 2002);
    trigger("logRankMenu", "rankAll");
    settle(view().index().byteCount());
    QVERIFY(view().firstVisibleLine() > 1980 && view().firstVisibleLine() <= 2002);
}

void TestLogPanel::wrappedLinesAreReachedToTheirEnd()
{
    show("short\n" + QByteArray(7000, 'x') + "\n" + QByteArray(500, 'y') + "\nlast\n");
    trigger("logMoreMenu", "logWrap");
    QCOMPARE(view().horizontalScrollBar()->maximum(), 0);
    view().setFollowing(true);
    QTest::qWait(80);
    // From the end to the beginning and back, one screen line at a time.
    int up = 0;
    while ((view().verticalScrollBar()->value() > 0 || up == 0) && up < 500) {
        QTest::keyClick(&view(), Qt::Key_Up, Qt::ControlModifier);
        ++up;
    }
    QVERIFY2(up > 40 && up < 500, qPrintable(QString::number(up)));
    QVERIFY(!view().isFollowing());
    QTest::keyClick(&view(), Qt::Key_End, Qt::ControlModifier);
    QVERIFY(view().isFollowing());
    QTest::keyClick(&view(), Qt::Key_Z, Qt::AltModifier);
    QVERIFY(!view().look().isWrapped);
}

void TestLogPanel::aBarOpensItsEarlierStates()
{
    show("before\n\r10%\r50%\r99%\nafter\n");
    view().setFocus();
    view().goToLine(1);
    const auto isUnfolded = [this] { return view().grab().toImage() != m_folded; };
    QTest::qWait(80);
    m_folded = view().grab().toImage();
    QTest::keyClick(&view(), Qt::Key_Return);
    QVERIFY(isUnfolded());
    QTest::keyClick(&view(), Qt::Key_Return);
    QVERIFY(!isUnfolded());
    // The chip after the text does the same, also where the states have moved it down.
    QVERIFY(!view().chipAreas().isEmpty());
    QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, view().chipAreas().first().center());
    QVERIFY(isUnfolded());
    QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, view().chipAreas().first().center());
    QVERIFY(!isUnfolded());
    QCOMPARE(view().rowCount(), 3);
}

void TestLogPanel::goToLineAndErrorsByKeys()
{
    QByteArray bytes = ranked(1000);
    bytes += "[rank1]: ERROR bad\n" + ranked(1000);
    show(bytes);
    QTest::keyClick(&view(), Qt::Key_G, Qt::ControlModifier);
    auto *const dialog = m_panel->findChild<QInputDialog *>(QStringLiteral("logJump"));
    QVERIFY(dialog);
    dialog->setIntValue(500);
    dialog->accept();
    QCOMPARE(view().cursorLine(), 499);
    QTest::keyClick(&view(), Qt::Key_F8);
    QCOMPARE(view().cursorLine(), 1000);
    QTest::keyClick(&view(), Qt::Key_F8);
    QCOMPARE(view().cursorLine(), 1000);  // there is no other one
    view().goToLine(1800);
    QTest::keyClick(&view(), Qt::Key_F8, Qt::ShiftModifier);
    QCOMPARE(view().cursorLine(), 1000);
}

void TestLogPanel::linesAreChosenByKeys()
{
    show("[rank0]: one\n[rank1]: two\n[rank0]: three\nfour\n");
    QTest::keyClick(&view(), Qt::Key_Home, Qt::ControlModifier);
    QCOMPARE(view().cursorLine(), 0);
    QTest::keyClick(&view(), Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(&view(), Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(&view(), Qt::Key_C, Qt::ControlModifier);
    // Text that columns show instead of the line is copied with it.
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("[rank0]: one\n[rank1]: two\n[rank0]: three"));
    trigger("logRankMenu", "rank0");
    settle(view().index().byteCount());
    QTest::keyClick(&view(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(&view(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("[rank0]: one\n[rank0]: three"));
    QTest::keyClick(&view(), Qt::Key_Home, Qt::ControlModifier);
    QTest::keyClick(&view(), Qt::Key_Down);
    QCOMPARE(view().cursorLine(), 2);
    QTest::keyClick(&view(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("[rank0]: three"));
}

void TestLogPanel::theLogIsSavedAsItIsAndAsShown()
{
    const QByteArray bytes = "[rank0]: \x1b[32mone\x1b[0m\n[rank1]: two\n[rank0]: 1%\r[rank0]: 2%\n[rank0]: torn";
    show(bytes);
    const auto saved = [&](bool isAsShown) {
        const QString target = m_path + QStringLiteral(".saved");
        QFile::remove(target);
        m_panel->saveTo(target, isAsShown);
        QFile file(target);
        return QTest::qWaitFor([&] { return file.exists(); }, 30'000) && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QCOMPARE(saved(false), bytes);
    QTest::qWait(20);
    trigger("logRankMenu", "rank0");
    settle(bytes.size());
    QCOMPARE(saved(true), QByteArray("[rank0]: one\n[rank0]: 2%\n[rank0]: torn\n"));
    QTRY_VERIFY(child<QWidget>("logMessage")->accessibleName().contains(QStringLiteral("saved")));
    m_panel->saveTo(m_path, false);
    QFile log(m_path);
    QVERIFY(log.open(QIODevice::ReadOnly));
    QCOMPARE(log.readAll(), bytes);
    m_panel->saveTo(m_dir.filePath(QStringLiteral("no/such/folder/x")), false);
    QTRY_VERIFY(child<QWidget>("logMessage")->accessibleName().contains(QStringLiteral("could not")));
}

void TestLogPanel::timesOfLinesAndMomentsMeet()
{
    QByteArray bytes;
    QList<LogSize> sizes{{1'000'000, 0, 0}};
    for (int i = 0; i < 600; ++i) {
        bytes += "line " + QByteArray::number(i) + '\n';
        sizes.append({1'000'000 + (i + 1) * 1000, 1'000'000 + i * 1000, bytes.size()});
    }
    show(bytes);
    m_panel->addSizes(sizes);
    QCOMPARE(view().timeOf(100), (LogMoment{1'100'000, 1'101'000}));
    m_panel->showMoment(1'300'500);
    QCOMPARE(view().cursorLine(), 299);
    QVERIFY(!view().isFollowing());
    QSignalSpy chosen(m_panel.get(), &LogPanel::momentChosen);
    QTest::keyClick(&view(), Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][0].toLongLong(), 1'300'000);
    m_panel->showMoment(5);  // before everything
    QCOMPARE(view().cursorLine(), 0);
}

void TestLogPanel::aScreenReaderHearsTheLine()
{
    show("INFO first\n[rank3]: WARNING 2026-01-01 12:00:00 slow\nlast\n");
    QAccessibleInterface *const said = QAccessible::queryAccessibleInterface(&view());
    QVERIFY(said && said->textInterface());
    QCOMPARE(said->text(QAccessible::Value), QStringLiteral("Line 3, last"));  // the end, while nothing is selected
    view().goToLine(1);
    QCOMPARE(said->text(QAccessible::Value), QStringLiteral("Line 2, 12:00:00, rank 3, warning, slow"));
    QAccessibleTextInterface *const text = said->textInterface();
    QCOMPARE(text->text(0, text->characterCount()), said->text(QAccessible::Value));
}

void TestLogPanel::anotherLogStartsAnew()
{
    show(ranked(400));
    trigger("logRankMenu", "rank2");
    child<QLineEdit>("logFind")->setText(QStringLiteral("other"));
    settle(view().index().byteCount());
    m_path += QStringLiteral("2");
    show("other\nno rank here\n");
    QCOMPARE(view().rowCount(), 2);
    QCOMPARE(view().hitCount(), 1);
    QVERIFY(!child<QPushButton>("logRanks")->isVisible());
    QVERIFY(view().isFollowing());
}

void TestLogPanel::aReplacedFileWhileSearchingIsReadAnew()
{
    show(ranked(100'000));
    child<QLineEdit>("logFind")->setText(QStringLiteral("step"));
    trigger("logRankMenu", "rank2");
    QVERIFY(QFile::remove(m_path));
    write("[rank2]: step\n[rank3]: step\n");
    view().refresh();
    settle(28);
    QCOMPARE(view().rowCount(), 1);
    QCOMPARE(view().hitCount(), 1);
}

QTEST_MAIN(TestLogPanel)
#include "tst_logpanel.moc"
