// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/task.h"
#include "core/storage/database/taskdrafts.h"
#include "core/storage/database/tasktemplates.h"
#include "ui/common/messagebar.h"
#include "ui/launch/launchdrafts.h"
#include "ui/launch/launchpage.h"
#include "ui/launch/shelfdialog.h"
#include "ui/launch/taskshelf.h"
#include "ui/launch/templatemenu.h"
#include "ui/launch/templatenamedialog.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

Machine machine(qint64 id)
{
    Machine one;
    one.id = MachineId(id);
    one.name = s("box%1").arg(id);
    return one;
}

QStringList textsOf(const QMenu *menu)
{
    QStringList texts;
    for (const QAction *action : menu->actions())
        texts << action->text();
    return texts;
}

}  // namespace

class TestLaunchDrafts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home.emplace(); }
    void whatIsTypedIsThereAgainInTheNextWindow();
    void aPageThatIsMadeLateIsToldThatNothingIsOpen();
    void leavingThePageSavesAtOnce();
    void eachTaskThatIsBegunIsADraftOfItsOwn();
    void aTaskThatIsOnlyLookedAtIsNoDraft();
    void aLaunchedDraftIsGone();
    void theDraftThatWasLaunchedIsGoneAndNoOther();
    void anEmptiedDraftIsGone();
    void valuesOfSecretsAreLeftOutAndSaid();
    void aDraftOfARunKeepsItsDifference();
    void aDamagedDraftIsOneSentenceAndStays();
    void aDraftThatCannotBeSavedSaysSo();
    void textsWithErrorsAreKeptToo();
    void theMenuListsDraftsAndTemplates();
    void aTemplateIsNamedSavedAndReplacedOnlyOnPurpose();
    void aTemplateFindsItsFilesFromAnywhere();
    void whatIsDeletedComesBackByUndo();
    void aTemplateIsRenamedByKeys();

private:
    struct Window {
        explicit Window(const Paths &paths) : shelf(paths), drafts(shelf, &page)
        {
            page.setMachines({machine(1), machine(2)});
            page.show();
        }
        QPlainTextEdit *editor() const { return page.findChild<QPlainTextEdit *>(s("taskEditor")); }
        QString said() const
        {
            QStringList facts;
            for (const Message &message : page.findChild<MessageBar *>()->messages())
                facts << message.fact + u' ' + message.consequence;
            return facts.join(u'\n');
        }
        bool isLoaded() const
        {
            return QTest::qWaitFor([this] { return shelf.isLoaded(); });
        }

        LaunchPage page;
        TaskShelf shelf;
        LaunchDrafts drafts;
    };
    Paths paths() const { return {m_home->path() + s("/data"), m_home->path() + s("/config")}; }
    QList<TaskDraft> onDisk() const { return loadTaskDrafts(paths()).drafts; }

    std::optional<QTemporaryDir> m_home;
};

void TestLaunchDrafts::whatIsTypedIsThereAgainInTheNextWindow()
{
    {
        Window window(paths());
        QVERIFY(window.isLoaded());
        window.page.findChild<QComboBox *>(s("launchMachine"))->setCurrentIndex(1);
        auto *const name = window.page.findChild<QLineEdit *>(s("taskName"));
        auto *const command = window.page.findChild<QPlainTextEdit *>(s("taskCommand"));
        QTest::keyClicks(name, s("begun"));
        QTest::keyClicks(command, s("train --lr 3"));
        // By itself, a moment after the change: as if the program ended without a word after it.
        QTRY_COMPARE_WITH_TIMEOUT(onDisk().size(), 1, 5000);
        QTRY_VERIFY(onDisk().first().text.contains("train --lr 3"));
        const auto *const said = window.page.findChild<QLabel *>(s("launchDraft"));
        QTRY_VERIFY(said->isVisible());
        QVERIFY2(said->text().startsWith(s("Saved as a draft ")), qPrintable(said->text()));
    }
    Window again(paths());
    QTRY_COMPARE(again.page.findChild<QLineEdit *>(s("taskName"))->text(), s("begun"));
    QCOMPARE(again.page.findChild<QPlainTextEdit *>(s("taskCommand"))->toPlainText(), s("train --lr 3"));
    QCOMPARE(again.page.machineId(), MachineId(2));
    auto *const name = again.page.findChild<QLineEdit *>(s("taskName"));
    QTest::keyClick(name, Qt::Key_End);
    QTest::keyClicks(name, s("2"));
    again.page.hide();
    QTRY_VERIFY(onDisk().value(0).text.contains("begun2"));
    QCOMPARE(onDisk().size(), 1);
}

// As in a window that has been open for a while.
void TestLaunchDrafts::aPageThatIsMadeLateIsToldThatNothingIsOpen()
{
    TaskShelf shelf(paths());
    QTRY_VERIFY(shelf.isLoaded());
    LaunchPage page;
    LaunchDrafts drafts(shelf, &page);
    QSignalSpy told(&drafts, &LaunchDrafts::nothingOpen);
    QTRY_COMPARE(told.size(), 1);
}

void TestLaunchDrafts::leavingThePageSavesAtOnce()
{
    Window window(paths());
    QVERIFY(window.isLoaded());
    QTest::keyClicks(window.editor(), s("run: a"));
    QVERIFY(onDisk().isEmpty());
    window.page.hide();
    QTRY_COMPARE_WITH_TIMEOUT(onDisk().size(), 1, 900);
    QCOMPARE(onDisk().first().text, QByteArray("run: a"));
}

void TestLaunchDrafts::eachTaskThatIsBegunIsADraftOfItsOwn()
{
    Window window(paths());
    QVERIFY(window.isLoaded());
    QTest::keyClicks(window.editor(), s("name: one"));
    window.page.beginTask("name: two\nrun: a\n");
    window.editor()->moveCursor(QTextCursor::End);
    QTest::keyClicks(window.editor(), s("# more"));
    window.page.hide();
    QTRY_COMPARE(onDisk().size(), 2);
    QTRY_COMPARE(window.shelf.drafts().drafts.size(), 2);
    QCOMPARE(draftName(onDisk()[0]), s("two"));
    QVERIFY(onDisk()[0].isOpen && !onDisk()[1].isOpen);

    window.drafts.goOn(onDisk()[1].id);
    QCOMPARE(window.page.taskText(), QByteArray("name: one"));
    QTRY_VERIFY(onDisk()[1].isOpen && !onDisk()[0].isOpen);
    window.editor()->moveCursor(QTextCursor::End);
    QTest::keyClicks(window.editor(), s("2"));
    window.page.show();
    window.page.hide();
    QTRY_COMPARE(draftName(onDisk()[0]), s("one2"));
    QCOMPARE(onDisk().size(), 2);
}

void TestLaunchDrafts::aTaskThatIsOnlyLookedAtIsNoDraft()
{
    Window window(paths());
    QVERIFY(window.isLoaded());
    window.page.beginTask("name: two\nrun: a\n");
    window.page.setTaskOfRun(s("earlier"), "run: b\n");
    window.page.hide();
    QTest::qWait(200);
    QVERIFY(onDisk().isEmpty());
    // One that was made here is in no file.
    window.page.takeMadeTask("run: imported\n");
    window.page.show();
    window.page.hide();
    QTRY_COMPARE(onDisk().size(), 1);
}

void TestLaunchDrafts::aLaunchedDraftIsGone()
{
    Window window(paths());
    QVERIFY(window.isLoaded());
    QTest::keyClicks(window.editor(), s("run: a"));
    QTRY_COMPARE_WITH_TIMEOUT(onDisk().size(), 1, 5000);
    QTest::keyClicks(window.editor(), s("b"));
    Q_EMIT window.page.launchRequested({});
    window.drafts.launched();
    QTRY_VERIFY(onDisk().isEmpty());
    QVERIFY(!window.page.findChild<QLabel *>(s("launchDraft"))->isVisible());
    window.page.hide();
    QTest::qWait(100);
    QVERIFY(onDisk().isEmpty());
}

// Copying a large folder takes minutes, and the page can be used meanwhile.
void TestLaunchDrafts::theDraftThatWasLaunchedIsGoneAndNoOther()
{
    Window window(paths());
    QVERIFY(window.isLoaded());
    QTest::keyClicks(window.editor(), s("run: a"));
    Q_EMIT window.page.launchRequested({});
    window.page.beginTask("name: two\nrun: b\n");
    QTest::keyClicks(window.editor(), s("# mine "));
    QTRY_COMPARE_WITH_TIMEOUT(onDisk().size(), 2, 5000);
    window.drafts.launched();
    QTRY_COMPARE_WITH_TIMEOUT(onDisk().size(), 1, 5000);
    QVERIFY(window.editor()->toPlainText().contains(s("# mine")));
    QTest::keyClicks(window.editor(), s("# more "));
    QTRY_VERIFY_WITH_TIMEOUT(loadTaskDrafts(paths()).drafts.value(0).text.contains("# more"), 5000);
}

void TestLaunchDrafts::anEmptiedDraftIsGone()
{
    Window window(paths());
    QVERIFY(window.isLoaded());
    QTest::keyClicks(window.editor(), s("run: a"));
    QTRY_COMPARE_WITH_TIMEOUT(onDisk().size(), 1, 5000);
    window.editor()->selectAll();
    QTest::keyClick(window.editor(), Qt::Key_Delete);
    QTRY_VERIFY_WITH_TIMEOUT(onDisk().isEmpty(), 5000);
}

void TestLaunchDrafts::valuesOfSecretsAreLeftOutAndSaid()
{
    {
        Window window(paths());
        QVERIFY(window.isLoaded());
        window.editor()->setPlainText(s("secrets:\n  HF_TOKEN: s3cr3t-value\nrun: a\n"));
        window.page.hide();
    }
    for (const QString &file : QDir(draftFolder(paths())).entryList(QDir::Files)) {
        QFile draft(draftFolder(paths()) + u'/' + file);
        QVERIFY(draft.open(QIODevice::ReadOnly));
        QVERIFY(!draft.readAll().contains("s3cr3t"));
    }
    Window again(paths());
    QTRY_COMPARE(again.page.taskText(), QByteArray("secrets:\n  HF_TOKEN: null\nrun: a\n"));
    QVERIFY2(again.said().contains(s("The draft has no values of secrets.")), qPrintable(again.said()));
}

void TestLaunchDrafts::aDraftOfARunKeepsItsDifference()
{
    {
        Window window(paths());
        QVERIFY(window.isLoaded());
        window.page.setTaskOfRun(s("earlier"), "run: b\n");
        window.editor()->moveCursor(QTextCursor::End);
        QTest::keyClicks(window.editor(), s("name: x"));
    }
    Window again(paths());
    QTRY_COMPARE(again.page.taskText(), QByteArray("run: b\nname: x"));
    QTRY_VERIFY(again.page.findChild<QPlainTextEdit *>(s("launchChangesText"))->toPlainText().contains(s("+ name: x")));
}

void TestLaunchDrafts::aDamagedDraftIsOneSentenceAndStays()
{
    QDir().mkpath(draftFolder(paths()));
    const QString path = draftFolder(paths()) + s("/0.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"text\": \"run: my wo");
    file.close();
    Window window(paths());
    QVERIFY(window.isLoaded());
    QVERIFY2(window.said().contains(s("1 draft(s) cannot be read")) || window.said().contains(s("draft cannot be read")),
             qPrintable(window.said()));
    QVERIFY(window.said().contains(path));
    QTest::keyClicks(window.editor(), s("run: a"));
    window.page.hide();
    QTRY_COMPARE(onDisk().size(), 1);
    QVERIFY(QFile::exists(path));
}

void TestLaunchDrafts::aDraftThatCannotBeSavedSaysSo()
{
    QDir().mkpath(paths().data);
    QFile file(draftFolder(paths()));  // a file where the folder should be
    QVERIFY(file.open(QIODevice::WriteOnly));
    Window window(paths());
    QVERIFY(window.isLoaded());
    QTest::keyClicks(window.editor(), s("run: a"));
    QTRY_VERIFY_WITH_TIMEOUT(window.said().contains(s("What you enter is not saved as a draft.")), 5000);
    QVERIFY(!window.page.findChild<QLabel *>(s("launchDraft"))->isVisible());
    QCOMPARE(window.page.taskText(), QByteArray("run: a"));
}

void TestLaunchDrafts::textsWithErrorsAreKeptToo()
{
    {
        Window window(paths());
        QVERIFY(window.isLoaded());
        window.editor()->setPlainText(s("name: x\nrun: [\n"));
    }
    Window again(paths());
    QTRY_COMPARE(again.page.taskText(), QByteArray("name: x\nrun: [\n"));
}

void TestLaunchDrafts::theMenuListsDraftsAndTemplates()
{
    QVERIFY(saveTemplate(paths(), s("R&D"), "run: own\n", false).has_value());
    QVERIFY(saveTaskDraft(paths(), {newDraftId(), QByteArray("name: half\nrun: x\n")}).has_value());
    Window window(paths());
    QVERIFY(window.isLoaded());
    auto *const menu = window.page.findChild<TemplateMenu *>();
    const auto *const drafts = menu->findChild<QMenu *>(s("templateDrafts"));
    QCOMPARE(drafts->actions().size(), 1);
    QVERIFY2(drafts->actions().first()->text().startsWith(s("half\t")), qPrintable(drafts->actions().first()->text()));
    QVERIFY(textsOf(menu).contains(s("R&&D")));
    QVERIFY(textsOf(menu).indexOf(s("R&&D")) < textsOf(menu).indexOf(s("PyTorch DDP")));
    QSignalSpy chosen(&window.page, &LaunchPage::templateChosen);
    menu->actions()[textsOf(menu).indexOf(s("R&&D"))]->trigger();
    QCOMPARE(chosen.value(0).value(0).toString(), s("R&D"));
    drafts->actions().first()->trigger();
    QCOMPARE(window.page.taskText(), QByteArray("name: half\nrun: x\n"));
}

void TestLaunchDrafts::aTemplateIsNamedSavedAndReplacedOnlyOnPurpose()
{
    QVERIFY(saveTemplate(paths(), s("mine"), "run: old\n", false).has_value());
    TaskShelf shelf(paths());
    QTRY_VERIFY(shelf.isLoaded());
    auto *const dialog = new TemplateNameDialog(shelf, "run: new\n", s("mine"));
    const QPointer<TemplateNameDialog> guard(dialog);
    dialog->show();
    auto *const name = dialog->findChild<QLineEdit *>(s("templateName"));
    auto *const save = dialog->findChild<QPushButton *>(s("templateNameSave"));
    QCOMPARE(save->text(), s("Replace"));
    QTest::keyClick(name, Qt::Key_Return);
    QTest::qWait(100);
    QCOMPARE(*readTemplate(paths(), s("mine")), QByteArray("run: old\n"));
    QVERIFY(dialog->isVisible());
    name->selectAll();
    QTest::keyClicks(name, s(".bad"));
    QCOMPARE(save->text(), s("Save"));
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_VERIFY(dialog->findChild<QLabel *>() && save->isVisible());
    QTest::qWait(100);
    QVERIFY(dialog->isVisible());
    name->selectAll();
    QTest::keyClicks(name, s("mine"));
    QTest::mouseClick(save, Qt::LeftButton);
    QTRY_VERIFY(!guard || !guard->isVisible());
    QCOMPARE(*readTemplate(paths(), s("mine")), QByteArray("run: new\n"));
}

void TestLaunchDrafts::aTemplateFindsItsFilesFromAnywhere()
{
    LaunchPage page;
    page.setTask("workdir: ../code # mine\nfile_mounts: {/data: set, /home: ~/x, /bucket: s3://b/x}\nrun: a\n", s("/home/me/tasks"));
    const Task task = parseTask(page.templateText()).task;
    QCOMPARE(task.workdir, s("/home/me/code"));
    QCOMPARE(task.fileMounts.values(), QStringList({s("s3://b/x"), s("/home/me/tasks/set"), s("~/x")}));
    QVERIFY(page.templateText().contains("# mine"));
}

void TestLaunchDrafts::whatIsDeletedComesBackByUndo()
{
    QVERIFY(saveTemplate(paths(), s("mine"), "# c\nrun: old\n", false).has_value());
    const auto draft = saveTaskDraft(paths(), {newDraftId(), QByteArray("name: half\n")});
    QVERIFY(draft.has_value());
    TaskShelf shelf(paths());
    QTRY_VERIFY(shelf.isLoaded());
    ShelfDialog dialog(shelf);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    const auto press = [&dialog](const char *name) { QTest::mouseClick(dialog.findChild<QPushButton *>(s(name)), Qt::LeftButton); };
    auto *const bar = dialog.findChild<MessageBar *>();
    press("shelfTemplateDelete0");
    QTRY_VERIFY(templateNames(paths()).isEmpty());
    QTRY_COMPARE(bar->messages().value(0).fact, s("“mine” was deleted."));
    Q_EMIT bar->actionTriggered(bar->messages().first().id);
    QTRY_COMPARE(templateNames(paths()), QStringList{s("mine")});
    QCOMPARE(*readTemplate(paths(), s("mine")), QByteArray("# c\nrun: old\n"));
    press("shelfDraftDelete0");
    QTRY_VERIFY(onDisk().isEmpty());
    QTRY_COMPARE(bar->messages().value(0).fact, s("“half” was deleted."));
    Q_EMIT bar->actionTriggered(bar->messages().first().id);
    QTRY_COMPARE(onDisk().size(), 1);
    QCOMPARE(onDisk().first().saved, draft->saved);
    QTRY_VERIFY(dialog.findChild<QPushButton *>(s("shelfDraft0")));
    QSignalSpy chosen(&dialog, &ShelfDialog::draftChosen);
    press("shelfDraft0");
    QCOMPARE(chosen.value(0).value(0).toString(), draft->id);
    if (const QString folder = qEnvironmentVariable("TRAINYARD_PICTURES"); !folder.isEmpty())
        dialog.grab().save(folder + s("/shelf.png"));
}

void TestLaunchDrafts::aTemplateIsRenamedByKeys()
{
    for (const char *name : {"one", "two"})
        QVERIFY(saveTemplate(paths(), s(name), "run: a\n", false).has_value());
    TaskShelf shelf(paths());
    QTRY_VERIFY(shelf.isLoaded());
    ShelfDialog dialog(shelf);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    auto *const renaming = dialog.findChild<QPushButton *>(s("shelfTemplateRename0"));
    renaming->setFocus();
    QTest::keyClick(renaming, Qt::Key_Space);
    auto *field = dialog.findChild<QLineEdit *>(s("shelfTemplateName"));
    QVERIFY(field);
    QCOMPARE(field->text(), s("one"));
    field->selectAll();
    QTest::keyClicks(field, s("two"));
    QTest::keyClick(field, Qt::Key_Return);
    auto *const bar = dialog.findChild<MessageBar *>();
    QTRY_COMPARE(bar->messages().size(), 1);
    QVERIFY(bar->messages().first().fact.contains(s("two")));
    QTRY_VERIFY((field = dialog.findChild<QLineEdit *>(s("shelfTemplateName"))));
    field->selectAll();
    QTest::keyClicks(field, s("three"));
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(templateNames(paths()), QStringList({s("three"), s("two")}));
    QTRY_VERIFY(bar->messages().isEmpty());
    QTRY_VERIFY(!dialog.findChild<QLineEdit *>(s("shelfTemplateName")));
}

QTEST_MAIN(TestLaunchDrafts)
#include "tst_launchdrafts.moc"
