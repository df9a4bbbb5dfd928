// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of task files by real keys. If TRAINYARD_PICTURES is set to a folder, pictures of it in both colour schemes are saved there.
#include "ui/common/label.h"
#include "ui/launch/taskeditor.h"
#include "ui/launch/taskeditorpane.h"
#include "ui/theme/theme.h"
#include "ui/theme/thememanager.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QHelpEvent>
#include <QImage>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QTest>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <cstdlib>
#include <memory>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

}  // namespace

class TestTaskEditor : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeManager>(*qApp); }
    void init()
    {
        m_window = std::make_unique<QWidget>();
        auto *const layout = new QVBoxLayout(m_window.get());
        m_pane = new TaskEditorPane;
        m_after = new QPushButton(s("After"));
        layout->addWidget(m_pane);
        layout->addWidget(m_after);
        m_window->resize(760, 560);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        TaskVocabulary known;
        known.gpus = {s("H100"), s("H200"), s("A100-80GB")};
        known.images = {s("pytorch/pytorch:2.9.1-cuda12.8-cudnn9-devel"), s("nvcr.io/nvidia/pytorch:25.02-py3")};
        editor()->setVocabulary(known);
        editor()->setFocus();
    }
    void cleanup() { m_window.reset(); }
    void cleanupTestCase() { m_theme.reset(); }

    void aTaskIsWrittenWithFewKeys();
    void nothingIsOfferedBehindAWholeWord();
    void theListNeverTakesEnterOrTabWhileHidden();
    void snippetsHaveStops();
    void tabIndentsAndLeavesWhenAsked();
    void linesBecomeCommentsAndComeBack();
    void oneUndoTakesBackACompletion();
    void problemsAreUnderlinedExplainedAndVisited();
    void theLineBelowExplainsTheKeyAtTheCursor();
    void findGoesRoundAndComesBack();
    void numbersStandOnTheLinesOfTheText();
    void itLooksRightInBothSchemes();

private:
    TaskEditor *editor() const { return m_pane->editor(); }
    QAbstractItemView *words() const
    {
        for (QWidget *const widget : QApplication::allWidgets()) {
            if (widget->objectName() == QLatin1String("taskWords") && widget->isVisible())
                return qobject_cast<QAbstractItemView *>(widget);
        }
        return nullptr;
    }
    // To what would get it: the list, while it is shown.
    void key(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QWidget *const target = words() ? static_cast<QWidget *>(words()) : QApplication::focusWidget();
        QTest::keyClick(target, Qt::Key(key), modifiers);
    }
    void type(const char *text)
    {
        for (const char *at = text; *at; ++at)
            QTest::keyClick(words() ? static_cast<QWidget *>(words()) : QApplication::focusWidget(), *at);
    }
    QString text() const { return editor()->toPlainText(); }
    void setText(const char *marked)
    {
        QString text = s(marked);
        const auto at = int(text.indexOf(u'^'));
        editor()->setPlainText(text.remove(u'^'));
        QTextCursor cursor = editor()->textCursor();
        cursor.setPosition(std::max(0, at));
        editor()->setTextCursor(cursor);
    }

    std::unique_ptr<ThemeManager> m_theme;
    std::unique_ptr<QWidget> m_window;
    TaskEditorPane *m_pane = nullptr;
    QPushButton *m_after = nullptr;
};

void TestTaskEditor::aTaskIsWrittenWithFewKeys()
{
    type("reso");
    QVERIFY(words());
    QCOMPARE(words()->currentIndex().data().toString(), s("resources"));
    QVERIFY(words()->currentIndex().data(Qt::AccessibleTextRole).toString().contains(s("resources: ")));
    key(Qt::Key_Return);
    QCOMPARE(text(), s("resources:\n  "));
    type("acc");
    key(Qt::Key_Tab);
    QCOMPARE(text(), s("resources:\n  accelerators: "));
    type("h");
    QVERIFY(words());
    key(Qt::Key_Down);
    key(Qt::Key_Return);
    QCOMPARE(text(), s("resources:\n  accelerators: H200"));
    QVERIFY(!words());
    key(Qt::Key_Return);
    key(Qt::Key_Backspace);
    type("engine: ");
    QVERIFY(words());
    QCOMPARE(words()->model()->rowCount(), 5);
    type("p");
    QCOMPARE(words()->model()->rowCount(), 2);
    key(Qt::Key_Escape);
    QVERIFY(!words());
    QCOMPARE(text(), s("resources:\n  accelerators: H200\nengine: p"));
    key(Qt::Key_Space, Qt::ControlModifier);
    QVERIFY(words());
    key(Qt::Key_Return);
    QCOMPARE(text(), s("resources:\n  accelerators: H200\nengine: podman"));
    key(Qt::Key_Return);
    type("run: |");
    key(Qt::Key_Return);
    type("echo ${SKYPILOT_NODE_R");
    QVERIFY(words());
    key(Qt::Key_Return);
    QVERIFY(text().endsWith(s("run: |\n  echo ${SKYPILOT_NODE_RANK}")));
    QVERIFY(parseTask(text().toUtf8()).errors.isEmpty());
}

void TestTaskEditor::nothingIsOfferedBehindAWholeWord()
{
    setText("resources:\n  accelerators: ^");
    type("H100");
    QVERIFY(!words());
    setText("name: ^");
    type("limits");
    QVERIFY(!words());
    setText("run: |\n  ^");
    type("torch");
    QVERIFY(!words());
    key(Qt::Key_Space, Qt::ControlModifier);
    QVERIFY(words());
    key(Qt::Key_Escape);
}

void TestTaskEditor::theListNeverTakesEnterOrTabWhileHidden()
{
    setText("limits:^");
    key(Qt::Key_Return);
    QCOMPARE(text(), s("limits:\n  "));
    key(Qt::Key_Return);
    key(Qt::Key_Tab);
    QCOMPARE(text(), s("limits:\n  \n    "));
    setText("run: |^");
    key(Qt::Key_Return);
    type("a");
    key(Qt::Key_Return);
    type("b");
    QCOMPARE(text(), s("run: |\n  a\n  b"));
    // The list goes when the cursor does.
    setText("^");
    type("lim");
    QVERIFY(words());
    key(Qt::Key_Left);
    QVERIFY(!words());
}

void TestTaskEditor::snippetsHaveStops()
{
    setText("run: x\n^");
    type("limits");
    key(Qt::Key_Space, Qt::ControlModifier);
    QVERIFY(words());
    QCOMPARE(words()->currentIndex().data().toString(), s("limits: …"));
    key(Qt::Key_Return);
    QCOMPARE(editor()->textCursor().selectedText(), s("12"));
    type("8");
    key(Qt::Key_Tab);
    QCOMPARE(editor()->textCursor().selectedText(), s("40 USD"));
    key(Qt::Key_Tab);
    key(Qt::Key_Backtab, Qt::ShiftModifier);
    QCOMPARE(editor()->textCursor().selectedText(), s("40 USD"));
    type("5 EUR");
    key(Qt::Key_Tab);
    type("1 EUR");
    key(Qt::Key_Tab);
    key(Qt::Key_Tab);
    QCOMPARE(editor()->textCursor().position(), int(text().size()));
    QCOMPARE(text(), s("run: x\nlimits:\n  hours: 8\n  budget: 5 EUR\n  price: 1 EUR\n  idle: 30m\n"));
    QVERIFY(parseTask(text().toUtf8()).errors.isEmpty());
    key(Qt::Key_Tab);
    QVERIFY(text().endsWith(s("30m\n  ")));
}

void TestTaskEditor::tabIndentsAndLeavesWhenAsked()
{
    setText("a:\nb: 1\nc: 2\n^");
    editor()->goTo(2, 1);
    key(Qt::Key_Down, Qt::ShiftModifier);
    key(Qt::Key_Down, Qt::ShiftModifier);
    key(Qt::Key_Tab);
    QCOMPARE(text(), s("a:\n  b: 1\n  c: 2\n"));
    key(Qt::Key_Backtab, Qt::ShiftModifier);
    QCOMPARE(text(), s("a:\nb: 1\nc: 2\n"));
    QVERIFY(editor()->hasFocus());

    key(Qt::Key_Escape);
    key(Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget(), m_after);
    QCOMPARE(text(), s("a:\nb: 1\nc: 2\n"));

    editor()->setFocus();
    auto *const keys = m_pane->findChild<QLabel *>(s("taskKeys"));
    const QString usual = keys->text();
    key(Qt::Key_M, Qt::ControlModifier);
    QVERIFY(keys->text() != usual);
    key(Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget(), m_after);
    editor()->setFocus();
    key(Qt::Key_M, Qt::ControlModifier);
    QCOMPARE(keys->text(), usual);
    key(Qt::Key_Tab);
    QVERIFY(editor()->hasFocus());
}

void TestTaskEditor::linesBecomeCommentsAndComeBack()
{
    setText("limits:\n  ho^urs: 3\n  lease: 8h\n");
    key(Qt::Key_Slash, Qt::ControlModifier);
    QCOMPARE(text(), s("limits:\n  # hours: 3\n  lease: 8h\n"));
    key(Qt::Key_Down, Qt::ShiftModifier);
    key(Qt::Key_Slash, Qt::ControlModifier);
    QCOMPARE(text(), s("limits:\n  # # hours: 3\n  # lease: 8h\n"));
    key(Qt::Key_Slash, Qt::ControlModifier);
    editor()->undo();
    editor()->undo();
    editor()->undo();
    QCOMPARE(text(), s("limits:\n  hours: 3\n  lease: 8h\n"));
}

void TestTaskEditor::oneUndoTakesBackACompletion()
{
    setText("run: x\n^");
    type("check");
    key(Qt::Key_Down);
    key(Qt::Key_Return);
    QVERIFY(text().contains(s("resume: --resume {path}")));
    editor()->undo();
    QCOMPARE(text(), s("run: x\ncheck"));
}

void TestTaskEditor::problemsAreUnderlinedExplainedAndVisited()
{
    setText("^run: x\nengine: dokcer\nlimits:\n  huors: 3\n");
    const TaskCheck check = parseTask(text().toUtf8());
    QCOMPARE(check.errors.size(), 2);
    editor()->setIssues(check.errors, check.warnings);
    QStringList underlined;
    for (const QTextEdit::ExtraSelection &one : editor()->extraSelections()) {
        if (one.format.underlineStyle() == QTextCharFormat::WaveUnderline)
            underlined << one.cursor.selectedText();
    }
    QCOMPARE(underlined, QStringList({s("dokcer"), s("huors:")}));
    key(Qt::Key_F8);
    QCOMPARE(editor()->textCursor().blockNumber(), 1);
    QVERIFY(editor()->accessibleDescription().contains(check.errors.first().what));
    key(Qt::Key_F8);
    QCOMPARE(editor()->textCursor().blockNumber(), 3);
    key(Qt::Key_F8);
    QCOMPARE(editor()->textCursor().blockNumber(), 1);
    key(Qt::Key_F8, Qt::ShiftModifier);
    QCOMPARE(editor()->textCursor().blockNumber(), 3);

    // The mouse sees the same.
    editor()->goTo(2, 10);
    const QPoint at = editor()->cursorRect().center();
    QHelpEvent help(QEvent::ToolTip, at, editor()->viewport()->mapToGlobal(at));
    QApplication::sendEvent(editor()->viewport(), &help);
    QVERIFY(QToolTip::text().contains(check.errors.first().what.toHtmlEscaped()));
    QVERIFY(QToolTip::text().contains(s("engine")));
}

void TestTaskEditor::theLineBelowExplainsTheKeyAtTheCursor()
{
    auto *const help = m_pane->findChild<QLabel *>(s("taskHelp"));
    setText("limits:\n  sa^ve: 3m\n");
    QVERIFY(help->text().contains(s("limits.save")));
    QVERIFY(help->text().contains(s("5m")));
    setText("# no^te\n");
    QVERIFY(help->text().isEmpty());
    setText("limits:\n  sa^ve: 3m\n");
    key(Qt::Key_I, Qt::ControlModifier);
    QVERIFY(QToolTip::text().contains(s("save: 10m")));
    QVERIFY(editor()->accessibleDescription().contains(s("save: 10m")));
}

void TestTaskEditor::findGoesRoundAndComesBack()
{
    setText("name: train\nrun: ^|\n  train.py\n");
    key(Qt::Key_F, Qt::ControlModifier);
    auto *const find = m_pane->findChild<QLineEdit *>(s("taskFind"));
    QVERIFY(find->hasFocus());
    type("train");
    QCOMPARE(editor()->textCursor().blockNumber(), 2);
    QVERIFY(m_pane->findChild<QLabel *>(s("taskFindCount"))->text().startsWith(s("2 hit")));
    key(Qt::Key_Return);
    QCOMPARE(editor()->textCursor().blockNumber(), 0);
    key(Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(editor()->textCursor().blockNumber(), 2);
    type("x");
    QVERIFY(!m_pane->findChild<QLabel *>(s("taskFindCount"))->text().contains(s("2")));
    key(Qt::Key_Escape);
    QVERIFY(editor()->hasFocus());
    QVERIFY(!find->isVisible());
}

// Each line is its own number, so the same rows of pixels are dark beside the text and in it.
void TestTaskEditor::numbersStandOnTheLinesOfTheText()
{
    setText("1\n2\n3\n4^");
    m_after->setFocus();  // without a cursor between the lines
    const QImage picture = editor()->grab().toImage();
    const QRect text = editor()->viewport()->geometry();
    const qreal ratio = picture.devicePixelRatio();
    const auto inkedRows = [&](int left, int right) {
        const QRect part = QRectF(left * ratio, (text.top() + 2) * ratio, (right - left) * ratio, (text.height() - 4) * ratio).toRect();
        const int paper = qGray(picture.pixel(part.bottomRight()));
        QList<int> ink;
        for (int y = part.top(); y <= part.bottom(); ++y) {
            int most = 0;
            for (int x = part.left(); x <= part.right(); ++x)
                most = std::max(most, std::abs(qGray(picture.pixel(x, y)) - paper));
            ink << most;
        }
        const int darkest = *std::max_element(ink.begin(), ink.end());
        QList<int> rows;
        for (int row = 0; row < ink.size(); ++row) {
            if (ink[row] * 2 > darkest)
                rows << row;
        }
        return rows;
    };
    const QList<int> beside = inkedRows(editor()->contentsRect().left() + 3, text.left() - 2);
    QVERIFY(beside.size() > 4 * 3);
    QCOMPARE(beside, inkedRows(text.left() + 2, text.left() + 60));
}

void TestTaskEditor::itLooksRightInBothSchemes()
{
    const QString folder = qEnvironmentVariable("TRAINYARD_PICTURES");
    for (const bool isDark : {false, true}) {
        m_theme->setMode(isDark ? ThemeMode::Dark : ThemeMode::Light);
        QCoreApplication::processEvents();
        QCOMPARE(themeOf(editor()).isDark, isDark);
        setText("name: qwen3-8b-sft\nresources:\n  accelerators: H100:8\n  image_id: docker:pytorch/pytorch:2.9.1-cuda12.8-cudnn9-devel\n"
                "engine: dokcer\nrun: |\n  torchrun --standalone train.py\nlimits:\n  hours: 12\n  ^\n");
        const TaskCheck check = parseTask(text().toUtf8());
        editor()->setIssues(check.errors, check.warnings);
        key(Qt::Key_Space, Qt::ControlModifier);
        QVERIFY(words());
        // Nothing is cut off, and the list lies inside the screen.
        QVERIFY(words()->width() >= words()->sizeHintForColumn(0));
        if (!folder.isEmpty()) {
            const QString name = folder + (isDark ? s("/taskeditor-dark") : s("/taskeditor-light"));
            QPixmap picture = m_window->grab();
            const QPixmap list = words()->grab();
            QPainter painter(&picture);
            painter.drawPixmap(m_window->mapFromGlobal(words()->mapToGlobal(QPoint())), list);
            painter.end();
            QVERIFY(picture.save(name + s(".png")));
        }
        key(Qt::Key_Escape);
    }
}

QTEST_MAIN(TestTaskEditor)
#include "tst_taskeditor.moc"
