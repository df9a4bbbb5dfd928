// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/compat/compatfacts.h"
#include "core/knowledge/environment/linter.h"
#include "ui/launch/importdialog.h"
#include "ui/launch/launchpage.h"
#include "ui/launch/templatemenu.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>

#include <algorithm>

using namespace trainyard;

class TestTaskSources : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyTemplateIsASoundTask();
    void aTemplateFillsTheForm();
    void aPastedCommandIsOfferedAsATask();
    void aCommandInsideATaskIsPastedAsItIs();
    void textThatIsNoTaskIsExplained();
    void changesToTheTaskOfARunAreShownBesideIt();
};

void TestTaskSources::everyTemplateIsASoundTask()
{
    const auto compat = CompatFacts::parse(builtInCompatFiles());
    const auto facts = RecipeFacts::parse(builtInRecipeFiles());
    QVERIFY(compat && facts);
    QCOMPARE(taskTemplates().size(), 4);
    for (const TaskTemplate &one : taskTemplates()) {
        QFile file(one.file);
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(one.file));
        const QByteArray yaml = file.readAll();
        const TaskCheck check = parseTask(yaml);
        QVERIFY2(check.errors.isEmpty() && check.warnings.isEmpty(), qPrintable(one.file));
        for (const LintFinding &finding : Linter(*facts, *compat).lint(yaml, LintKind::Task).findings)
            QVERIFY2(finding.severity == LintSeverity::Hint, qPrintable(one.file + u' ' + finding.what));
    }
}

void TestTaskSources::aTemplateFillsTheForm()
{
    LaunchPage page;
    auto *const menu = page.findChild<TemplateMenu *>();
    QVERIFY(menu);
    for (const TaskTemplate &one : taskTemplates()) {
        const auto actions = menu->actions();
        const auto action = std::find_if(actions.begin(), actions.end(), [&](const QAction *each) { return each->text() == one.title; });
        QVERIFY(action != actions.end());
        (*action)->trigger();
        const TaskCheck check = parseTask(page.taskText());
        QVERIFY(check.errors.isEmpty());
        QCOMPARE(page.findChild<QLineEdit *>(QStringLiteral("taskName"))->text(), check.task.name);
        QCOMPARE(page.findChild<QLineEdit *>(QStringLiteral("taskImage"))->text(), check.task.image);
    }
}

void TestTaskSources::aPastedCommandIsOfferedAsATask()
{
    LaunchPage page;
    page.resize(1200, 800);
    page.show();
    auto *const editor = page.findChild<QPlainTextEdit *>(QStringLiteral("taskEditor"));
    QApplication::clipboard()->setText(QStringLiteral("docker run --gpus all -e HF_TOKEN=topsecretvalue img:1 python a.py"));
    editor->paste();
    auto *const dialog = page.findChild<ImportDialog *>();
    QVERIFY(dialog && dialog->isVisible());
    QVERIFY(editor->toPlainText().isEmpty());
    QVERIFY(dialog->findChild<QPlainTextEdit *>(QStringLiteral("importNotes"))->toPlainText().contains(QLatin1String("HF_TOKEN")));
    if (qEnvironmentVariableIsSet("TRAINYARD_PICTURES"))
        dialog->grab().save(qEnvironmentVariable("TRAINYARD_PICTURES") + QStringLiteral("/import.png"));
    QTest::keyClick(dialog->findChild<QPushButton *>(QStringLiteral("importUse")), Qt::Key_Return);
    const Task task = parseTask(page.taskText()).task;
    QCOMPARE(task.image, QStringLiteral("img:1"));
    QCOMPARE(task.run, QStringLiteral("python a.py\n"));
    QVERIFY(task.secrets.contains(QStringLiteral("HF_TOKEN")));
    QVERIFY(!page.taskText().contains("topsecretvalue"));
}

void TestTaskSources::aCommandInsideATaskIsPastedAsItIs()
{
    LaunchPage page;
    page.setTask("run: |\n  ", {});
    auto *const editor = page.findChild<QPlainTextEdit *>(QStringLiteral("taskEditor"));
    QApplication::clipboard()->setText(QStringLiteral("docker run img ls"));
    editor->moveCursor(QTextCursor::End);
    editor->paste();
    QVERIFY(!page.findChild<ImportDialog *>());
    QCOMPARE(editor->toPlainText(), QStringLiteral("run: |\n  docker run img ls"));
}

void TestTaskSources::textThatIsNoTaskIsExplained()
{
    auto *const dialog = new ImportDialog({});
    dialog->show();
    auto *const use = dialog->findChild<QPushButton *>(QStringLiteral("importUse"));
    QVERIFY(!use->isEnabled());
    auto *const text = dialog->findChild<QPlainTextEdit *>(QStringLiteral("importText"));
    text->setPlainText(QStringLiteral("docker run img sh -c 'open"));
    QVERIFY(!use->isEnabled());
    const auto labels = dialog->findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](QLabel *label) { return label->text().contains(QLatin1String("never closed")); }));
    text->setPlainText(QStringLiteral("docker run img ls"));
    QVERIFY(use->isEnabled());
    dialog->close();
}

void TestTaskSources::changesToTheTaskOfARunAreShownBesideIt()
{
    LaunchPage page;
    page.resize(1200, 800);
    page.show();
    auto *const card = page.findChild<QWidget *>(QStringLiteral("launchChanges"));
    auto *const lines = page.findChild<QPlainTextEdit *>(QStringLiteral("launchChangesText"));
    QVERIFY(!card->isVisible());
    page.setTaskOfRun(QStringLiteral("demo"), "name: demo\nrun: train --lr 1\n");
    QVERIFY(card->isVisible());
    QVERIFY(!lines->toPlainText().contains(u'+'));
    page.findChild<QPlainTextEdit *>(QStringLiteral("taskCommand"))->setPlainText(QStringLiteral("train --lr 2"));
    QVERIFY(lines->toPlainText().startsWith(QStringLiteral("  name: demo\n− run: train --lr 1\n+ run: train --lr 2")));
    QCOMPARE(lines->extraSelections().size(), 2);
    if (qEnvironmentVariableIsSet("TRAINYARD_PICTURES"))
        page.grab().save(qEnvironmentVariable("TRAINYARD_PICTURES") + QStringLiteral("/again.png"));
    page.setTask("run: other\n", {});
    QVERIFY(!card->isVisible());
}

QTEST_MAIN(TestTaskSources)

#include "tst_tasksources.moc"
