// SPDX-License-Identifier: GPL-3.0-or-later
// The page of terminals with real keys and mouse events, on a real shell behind a private sshd.
#include "core/service/machines/servicecontext.h"
#include "core/service/terminals/terminalservice.h"
#include "tests/support/faraway.h"
#include "tests/support/fitting.h"
#include "tests/support/sshdfixture.h"
#include "ui/common/keytable.h"
#include "ui/common/messagebar.h"
#include "ui/terminal/terminalcolours.h"
#include "ui/terminal/terminalpage.h"
#include "ui/terminal/terminalpane.h"
#include "ui/terminal/terminalview.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QClipboard>
#include <QDialog>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QPaintEvent>
#include <QPushButton>
#include <QScrollBar>
#include <QStyleHints>
#include <QTabBar>
#include <QTest>

using namespace trainyard;

namespace {

constexpr int kPatience = 30'000;  // on a busy computer

// The page on a machine that is a private sshd.
struct Desk : FarAway {
    Desk()
    {
        context.connect = [this](const Machine &, Interaction, std::stop_token stop) {
            return SshConnection::open(sshd.target(), {}, QDeadlineTimer(kPatience), std::move(stop));
        };
        machine = add(QStringLiteral("lab"));
        QObject::connect(&page, &TerminalPage::sessionRequested, &page,
                         [this](TerminalPane *pane) { pane->setSession(service.open(pane->place(), pane->view()->terminalSize(), 1000)); });
    }
    bool start()
    {
        if (!sshd.start())
            return false;
        page.resize(900, 600);
        page.show();
        if (!QTest::qWaitForWindowActive(&page))
            return false;
        page.add({machine.id, {}}, machine.name);
        // Its own prompt is that of this computer's user.
        if (!QTest::qWaitFor([this] { return !view()->screenText().trimmed().isEmpty(); }, kPatience))
            return false;
        type(QStringLiteral("PS1='ready> '"));
        return shows(QStringLiteral("\nready>"));
    }
    TerminalView *view() const { return page.current() ? page.current()->view() : nullptr; }
    void type(const QString &line) const
    {
        QTest::keyClicks(view(), line);
        QTest::keyClick(view(), Qt::Key_Return);
    }
    bool shows(const QString &text) const
    {
        return QTest::qWaitFor([&] { return view()->screenText().contains(text); }, kPatience);
    }
    QPoint cell(int row, int column) const { return view()->cellRect({row, column}).center(); }
    int rowOf(const QString &text) const
    {
        const QStringList rows = view()->screenText().split(u'\n');
        for (int row = 0; row < rows.size(); ++row) {
            if (rows[row].startsWith(text))
                return row;
        }
        return -1;
    }
    QString message() const
    {
        const QList<Message> all = page.current()->findChild<MessageBar *>()->messages();
        return all.isEmpty() ? QString() : all.first().fact + u' ' + all.first().consequence;
    }

    SshdFixture sshd;
    Machine machine;
    TerminalService service{context};
    TerminalPage page;
};

// What is painted of a viewport.
struct Painted : QObject {
    explicit Painted(QWidget *widget) { widget->installEventFilter(this); }
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Paint)
            region += static_cast<QPaintEvent *>(event)->region();
        return false;
    }
    QRegion region;
};

#define DESK_OR_SKIP(desk)                                                            \
  do {                                                                                \
    const QString absentPart = (desk).sshd.missing();                                 \
    if (!absentPart.isEmpty() && qEnvironmentVariable("CI") == QLatin1String("true")) \
      QFAIL(qPrintable(absentPart));                                                  \
    if (!absentPart.isEmpty())                                                        \
      QSKIP(qPrintable(absentPart));                                                  \
    QVERIFY2((desk).start(), qPrintable((desk).sshd.errorText() + (desk).message())); \
  } while (false)

}  // namespace

class TestTerminalPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anEmptyPageSaysWhatToDo();
    void anEmptyPageOpensATerminalOnAMachine();
    void typedTextReachesTheProgram();
    void keysOfTheWindowGoToTheProgram();
    void onlyChangedRowsArePainted();
    void theMouseSelectsAndTheTextIsCopied();
    void severalLinesArePastedAfterAQuestion();
    void textIsFoundInTheHistory();
    void theWindowsSizeReachesTheProgram();
    void theEndAndACutAreSaid();
    void tabsOpenChangeAndClose();
    void screenReadersGetTheRows();
    void coloursCanBeRead();
    void pictures();
};

void TestTerminalPage::anEmptyPageSaysWhatToDo()
{
    TerminalPage page;
    page.show();
    QVERIFY(!page.findChild<QPushButton *>(QStringLiteral("newTerminalButton"))->isEnabled());
    bool isAsked = false;
    connect(&page, &TerminalPage::machinesRequested, &page, [&isAsked] { isAsked = true; });
    page.findChild<QPushButton *>(QStringLiteral("terminalMachinesButton"))->click();
    QVERIFY(isAsked);
}

void TestTerminalPage::anEmptyPageOpensATerminalOnAMachine()
{
    TerminalPage page;
    page.show();
    QList<TerminalPlace> asked;
    connect(&page, &TerminalPage::sessionRequested, &page, [&asked](const TerminalPane *pane) { asked << pane->place(); });
    auto *const button = page.findChild<QPushButton *>(QStringLiteral("terminalMachinesButton"));
    auto *const fresh = page.findChild<QPushButton *>(QStringLiteral("newTerminalButton"));
    page.setMachines({{MachineId(1), QStringLiteral("lab")}, {MachineId(2), QStringLiteral("a&b\u202e")}});
    QVERIFY(fresh->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
    auto *const menu = page.findChild<QMenu *>(QStringLiteral("terminalMachineMenu"));
    QVERIFY(menu && menu->isVisible());
    QVERIFY(!menu->actions().at(1)->text().contains(QChar(0x202e)));
    QTest::keyClick(menu, Qt::Key_Down);
    QTest::keyClick(menu, Qt::Key_Down);
    QTest::keyClick(menu, Qt::Key_Return);
    QCOMPARE(asked, (QList<TerminalPlace>{{MachineId(2), {}}}));

    TerminalPage other;
    other.show();
    connect(&other, &TerminalPage::sessionRequested, &other, [&asked](const TerminalPane *pane) { asked << pane->place(); });
    other.setMachines({{MachineId(7), QStringLiteral("lab")}});
    QTest::mouseClick(other.findChild<QPushButton *>(QStringLiteral("terminalMachinesButton")), Qt::LeftButton);
    QCOMPARE(asked.last(), (TerminalPlace{MachineId(7), {}}));
}

void TestTerminalPage::typedTextReachesTheProgram()
{
    Desk desk;
    DESK_OR_SKIP(desk);
    QVERIFY(desk.view()->hasFocus());
    desk.type(QStringLiteral("echo an$((1))swer"));
    QVERIFY(desk.shows(QStringLiteral("an1swer")));
    // Ctrl+C, cursor keys and Backspace.
    QTest::keyClicks(desk.view(), QStringLiteral("echo bad"));
    QVERIFY(desk.shows(QStringLiteral("echo bad")));
    QTest::keyClick(desk.view(), Qt::Key_C, Qt::ControlModifier);
    QVERIFY(desk.shows(QStringLiteral("bad^C\nready>")));  // until then, what is typed is thrown away with the line
    QTest::keyClicks(desk.view(), QStringLiteral("echo $((40+1x"));
    QTest::keyClick(desk.view(), Qt::Key_Backspace);
    QTest::keyClicks(desk.view(), QStringLiteral("))"));
    QTest::keyClick(desk.view(), Qt::Key_Return);
    QVERIFY(desk.shows(QStringLiteral("\n41")));
    // Text from an input method.
    QInputMethodEvent event(QString(), {});
    event.setCommitString(QStringLiteral("echo 训练"));
    QCoreApplication::sendEvent(desk.view(), &event);
    QTest::keyClick(desk.view(), Qt::Key_Return);
    QVERIFY(desk.shows(QStringLiteral("\n训练")));
}

void TestTerminalPage::keysOfTheWindowGoToTheProgram()
{
    Desk desk;
    DESK_OR_SKIP(desk);
    const auto isTaken = [&desk](Qt::Key key, Qt::KeyboardModifiers with) {
        QKeyEvent event(QEvent::ShortcutOverride, key, with);
        event.ignore();
        QCoreApplication::sendEvent(desk.view(), &event);
        return event.isAccepted();
    };
    QVERIFY(isTaken(Qt::Key_K, Qt::ControlModifier));
    QVERIFY(isTaken(Qt::Key_F5, Qt::NoModifier));
    QVERIFY(isTaken(Qt::Key_Escape, Qt::NoModifier));
    QVERIFY(!isTaken(Qt::Key_F6, Qt::ShiftModifier));
    desk.type(QStringLiteral("cat -v"));
    QTest::keyClick(desk.view(), Qt::Key_Tab);
    QTest::keyClick(desk.view(), Qt::Key_Escape);
    QTest::keyClick(desk.view(), Qt::Key_F5);
    QTest::keyClick(desk.view(), Qt::Key_B, Qt::AltModifier);
    QTest::keyClick(desk.view(), Qt::Key_Return);
    QVERIFY2(desk.shows(QStringLiteral("^[^[[15~^[b")), qPrintable(desk.view()->screenText()));
    QVERIFY(desk.view()->hasFocus());
}

void TestTerminalPage::onlyChangedRowsArePainted()
{
    Desk desk;
    DESK_OR_SKIP(desk);
    QTest::qWait(200);
    Painted painted(desk.view()->viewport());
    QTest::keyClicks(desk.view(), QStringLiteral("z"));
    QVERIFY(desk.shows(QStringLiteral("ready> z")));
    QTRY_VERIFY(!painted.region.isEmpty());
    QVERIFY2(painted.region.boundingRect().height() <= 2 * desk.view()->cellRect({0, 0}).height(),
             qPrintable(QString::number(painted.region.boundingRect().height())));
}

void TestTerminalPage::theMouseSelectsAndTheTextIsCopied()
{
    Desk desk;
    DESK_OR_SKIP(desk);
    // In quotes of its own, so that the command itself is not found.
    desk.type(QStringLiteral("clear; printf 'first word-o''ne here\\nsecond l''ine\\n'"));
    QVERIFY(desk.shows(QStringLiteral("second line")));
    const int row = desk.rowOf(QStringLiteral("first word-one"));
    QVERIFY(row >= 0);
    QWidget *const port = desk.view()->viewport();
    QTest::mouseDClick(port, Qt::LeftButton, {}, desk.cell(row, 8));
    QTest::mouseRelease(port, Qt::LeftButton, {}, desk.cell(row, 8));
    QCOMPARE(desk.view()->selectedText(), QStringLiteral("word-one"));
    QTest::qWait(QGuiApplication::styleHints()->mouseDoubleClickInterval() + 50);
    QTest::mousePress(port, Qt::LeftButton, {}, desk.view()->cellRect({row, 6}).topLeft());
    QTest::mouseMove(port, desk.view()->cellRect({row + 1, 6}).topLeft());
    QTest::mouseRelease(port, Qt::LeftButton, {}, desk.view()->cellRect({row + 1, 6}).topLeft());
    QCOMPARE(desk.view()->selectedText(), QStringLiteral("word-one here\nsecond"));
    QTest::keyClick(desk.view(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("word-one here\nsecond"));
}

void TestTerminalPage::severalLinesArePastedAfterAQuestion()
{
    Desk desk;
    DESK_OR_SKIP(desk);
    QGuiApplication::clipboard()->setText(QStringLiteral("echo one$((1))"));
    QTest::keyClick(desk.view(), Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
    QTest::keyClick(desk.view(), Qt::Key_Return);
    QVERIFY(desk.shows(QStringLiteral("one1")));
    QGuiApplication::clipboard()->setText(QStringLiteral("echo two$((2))\necho three$((3))\n"));
    QTest::keyClick(desk.view(), Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
    auto *dialog = desk.page.findChild<QDialog *>(QStringLiteral("terminalPasteDialog"));
    QVERIFY(dialog);
    dialog->reject();
    QTest::qWait(300);
    QVERIFY(!desk.view()->screenText().contains(QStringLiteral("two")));
    QTRY_VERIFY(!desk.page.findChild<QDialog *>(QStringLiteral("terminalPasteDialog")));
    QTest::keyClick(desk.view(), Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
    desk.page.findChild<QPushButton *>(QStringLiteral("terminalPasteConfirm"))->click();
    QTest::keyClick(desk.view(), Qt::Key_Return);
    QVERIFY(desk.shows(QStringLiteral("two2")));
    QVERIFY(desk.shows(QStringLiteral("three3")));
}

void TestTerminalPage::textIsFoundInTheHistory()
{
    Desk desk;
    DESK_OR_SKIP(desk);
    desk.type(QStringLiteral("seq 1000 1300; echo end$((5))"));
    QVERIFY(desk.shows(QStringLiteral("end5")));
    QTest::keyClick(desk.view(), Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    auto *const field = desk.page.findChild<QLineEdit *>(QStringLiteral("terminalFindField"));
    QTRY_VERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("1017"));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(desk.shows(QStringLiteral("1017")));
    QCOMPARE(desk.view()->selectedText(), QStringLiteral("1017"));
    QScrollBar *const bar = desk.view()->verticalScrollBar();
    QVERIFY(bar->value() < bar->maximum());
    // A key goes back to where the program writes.
    desk.view()->setFocus();
    QTest::keyClicks(desk.view(), QStringLiteral("x"));
    QTRY_COMPARE(bar->value(), bar->maximum());
    QTest::keyClick(desk.view(), Qt::Key_PageUp, Qt::ShiftModifier);
    QTRY_VERIFY(bar->value() < bar->maximum());
}

void TestTerminalPage::theWindowsSizeReachesTheProgram()
{
    Desk desk;
    DESK_OR_SKIP(desk);
    desk.page.resize(700, 450);
    QTest::qWait(300);
    const TerminalSize size = desk.view()->terminalSize();
    desk.type(QStringLiteral("clear; stty size"));
    QVERIFY2(desk.shows(QStringLiteral("%1 %2\n").arg(size.rows).arg(size.columns)), qPrintable(desk.view()->screenText()));
    // One step may leave the width of a cell, which is whole pixels, as it is.
    for (int step = 0; step < 3; ++step)
        QTest::keyClick(desk.view(), Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(desk.view()->terminalSize().columns < size.columns);
    QTest::keyClick(desk.view(), Qt::Key_Home, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(desk.view()->terminalSize(), size);
}

void TestTerminalPage::theEndAndACutAreSaid()
{
    Desk desk;
    DESK_OR_SKIP(desk);
    QCOMPARE(desk.message(), QString());
    desk.type(QStringLiteral("exit 3"));
    QTRY_VERIFY_WITH_TIMEOUT(desk.message().startsWith(QStringLiteral("The program ended with status 3.")), kPatience);
    QTest::keyClick(desk.view(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(desk.message().isEmpty() && desk.view()->accessibleDescription().isEmpty(), kPatience);
    desk.type(QStringLiteral("echo alive$((1))"));
    QVERIFY(desk.shows(QStringLiteral("alive1")));
    desk.sshd.dropConnections();
    QTRY_COMPARE_WITH_TIMEOUT(desk.message(), QStringLiteral("Connection lost. Press Enter to connect again."), kPatience);
    QTest::keyClick(desk.view(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(desk.message().isEmpty() && desk.view()->accessibleDescription().isEmpty(), kPatience);
    desk.type(QStringLiteral("echo back$((2))"));
    QVERIFY(desk.shows(QStringLiteral("back2")));
}

void TestTerminalPage::tabsOpenChangeAndClose()
{
    Desk desk;
    DESK_OR_SKIP(desk);
    auto *const tabs = desk.page.findChild<QTabBar *>(QStringLiteral("terminalTabs"));
    desk.type(QStringLiteral("printf '\\033]0;editor\\007'"));
    QTRY_COMPARE_WITH_TIMEOUT(tabs->tabText(0), QStringLiteral("lab: editor"), kPatience);
    QTest::keyClick(desk.view(), Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(desk.page.count(), 2);
    QCOMPARE(tabs->currentIndex(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(!desk.view()->screenText().trimmed().isEmpty(), kPatience);
    QTest::keyClick(desk.view(), Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(tabs->currentIndex(), 0);
    QTRY_VERIFY(desk.view()->hasFocus());
    // What runs is closed after a question.
    QTest::keyClick(desk.view(), Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
    QPushButton *const confirm = desk.page.findChild<QPushButton *>(QStringLiteral("closeTerminalConfirm"));
    QVERIFY(confirm);
    confirm->click();
    QCOMPARE(desk.page.count(), 1);
    // What has ended, without.
    desk.type(QStringLiteral("exit"));
    QTRY_VERIFY_WITH_TIMEOUT(desk.page.current()->isOver(), kPatience);
    desk.page.findChild<QPushButton *>(QStringLiteral("closeTerminalButton"))->click();
    QCOMPARE(desk.page.count(), 0);
    QVERIFY(!tabs->isVisible());
}

void TestTerminalPage::screenReadersGetTheRows()
{
    Desk desk;
    DESK_OR_SKIP(desk);
    desk.type(QStringLiteral("clear; echo spo$((1))ken"));
    QVERIFY(desk.shows(QStringLiteral("spo1ken")));
    QAccessibleInterface *const reader = QAccessible::queryAccessibleInterface(desk.view());
    QVERIFY(reader && reader->textInterface());
    QCOMPARE(reader->role(), QAccessible::Terminal);
    QCOMPARE(reader->text(QAccessible::Name), QStringLiteral("Terminal"));
    QAccessibleTextInterface *const text = reader->textInterface();
    QVERIFY(text->text(0, text->characterCount()).contains(QStringLiteral("spo1ken\nready>")));
    QTRY_VERIFY(text->text(0, text->cursorPosition()).endsWith(QStringLiteral("ready> "))
                || text->text(0, text->cursorPosition()).endsWith(QStringLiteral("ready>")));
}

void TestTerminalPage::coloursCanBeRead()
{
    for (const Theme &theme : {Theme::light(), Theme::dark()}) {
        for (int ink = -1; ink < 256; ++ink) {
            for (int paper = -1; paper < 256; paper += paper < 15 ? 1 : 7) {
                TerminalPen pen;
                if (ink >= 0)
                    pen.ink = {TerminalColor::Indexed, quint8(ink)};
                if (paper >= 0)
                    pen.paper = {TerminalColor::Indexed, quint8(paper)};
                for (const bool isReverse : {false, true}) {
                    pen.isReverse = isReverse;
                    const CellColours colours = cellColours(theme, pen, false);
                    // Of a middle grey, neither end of the scale is further away than this.
                    QVERIFY2(contrastRatio(colours.ink, colours.paper) >= 3.5,
                             qPrintable(QStringLiteral("%1 on %2").arg(colours.ink.name(), colours.paper.name())));
                }
            }
        }
    }
}

// If TRAINYARD_PICTURES is set to a folder, pictures in both languages and colour schemes are saved there.
void TestTerminalPage::pictures()
{
    const QString folder = qEnvironmentVariable("TRAINYARD_PICTURES");
    if (folder.isEmpty())
        return;
    for (const QString &language : {QStringLiteral("en"), QStringLiteral("zh_CN")}) {
        ProgramLook look(1.0, language);
        Desk desk;
        DESK_OR_SKIP(desk);
        desk.page.resize(1356, 852);
        desk.view()->paste(QStringLiteral(
            "clear; cd /; ls --color=always -l | head -12; printf '中文：训练完成 \\033[32m✓\\033[0m 损失 \\033[1m1.67\\033[0m 😀\\n';"
            "for i in $(seq 0 15); do printf \"\\033[48;5;${i}m %3d \\033[0m\" $i; done; echo;"
            "for i in $(seq 16 51); do printf \"\\033[38;5;${i}m%3d\\033[0m \" $i; done; echo;"
            "printf '\\033[7m  PID USER      CPU%%  COMMAND \\033[0m\\n\\033[30;42m 4711 \\033[0m \\033[1;31m 98.7 \\033[4mpython\\033[0m train.py\\n\\033(0lqqqqk\\nx    x\\nmqqqqj\\033(B\\n'; echo done$((7))"));
        QTest::keyClick(desk.view(), Qt::Key_Return);
        QVERIFY(desk.shows(QStringLiteral("done7")));
        for (const bool isDark : {false, true}) {
            look.setDark(isDark);
            QTest::qWait(200);
            desk.page.grab().save(QStringLiteral("%1/terminal-%2-%3.png").arg(folder, language, isDark ? "dark" : "light"));
        }
        desk.sshd.dropConnections();
        QTRY_VERIFY_WITH_TIMEOUT(desk.page.current()->isOver(), kPatience);
        QTest::keyClick(desk.view(), Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
        QTest::qWait(200);
        desk.page.grab().save(QStringLiteral("%1/terminal-%2-lost.png").arg(folder, language));
        TerminalPage empty;
        PageRoom room(&empty, {1356, 852});
        room.widget()->grab().save(QStringLiteral("%1/terminal-%2-empty.png").arg(folder, language));
    }
}

QTEST_MAIN(TestTerminalPage)
#include "tst_terminalpage.moc"
