// SPDX-License-Identifier: GPL-3.0-or-later
// The file browser with real keys, menus, dialogs and a drop, on a machine that is a private sshd behind a link that can be cut.
#include "core/base/bytename.h"
#include "core/service/machines/transferqueue.h"
#include "tests/support/fitting.h"
#include "tests/ui/files/filedesk.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/files/foldermodel.h"

#include <QApplication>
#include <QClipboard>
#include <QCompleter>
#include <QDir>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QUrl>

#include <sys/stat.h>
#include <unistd.h>

using namespace trainyard;

namespace {

constexpr int kPatience = 60'000;  // on a busy computer

QString s(const char *text) { return QString::fromUtf8(text); }

bool writeHere(const QString &path, const QByteArray &content)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

QByteArray readHere(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void dropOn(QWidget *target, const QStringList &files)
{
    QMimeData data;
    QList<QUrl> urls;
    for (const QString &file : files)
        urls << QUrl::fromLocalFile(file);
    data.setUrls(urls);
    const QPoint at = target->rect().center();
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &enter);
    QVERIFY(enter.isAccepted());
    QDragMoveEvent move(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &move);
    QVERIFY(move.isAccepted());
    QDropEvent drop(QPointF(at), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &drop);
    QVERIFY(drop.isAccepted());
}

}  // namespace

#define SHOWS_NAMES(expected) QTRY_COMPARE_WITH_TIMEOUT(m_desk->names(), (expected), kPatience)
#define FOLDER_IS(expected) \
  QTRY_COMPARE_WITH_TIMEOUT(m_desk->browser->isReading() ? QByteArray() : m_desk->browser->folder(), QByteArray(expected), kPatience)
#define APPEARS(pointer, T, name)                             \
  QTRY_VERIFY_WITH_TIMEOUT(m_desk->find<T>(name), kPatience); \
  T *const pointer = m_desk->find<T>(name)

class TestFileBrowser : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        const QString missing = SshdFixture::missingPart();
        if (!missing.isEmpty() && qEnvironmentVariable("CI") == QLatin1String("true"))
            QFAIL(qPrintable(missing));
        if (!missing.isEmpty())
            QSKIP(qPrintable(missing));
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        QVERIFY2(m_sshd.start(), qPrintable(m_sshd.errorText()));
    }
    void init()
    {
        m_look = std::make_unique<ProgramLook>();
        m_desk = std::make_unique<FileDesk>(m_sshd);
    }
    void cleanup()
    {
        m_desk.reset();
        m_look.reset();
    }

    void foldersAreWalkedWithTheKeyboard()
    {
        QDir(QFile::decodeName(m_desk->there)).mkpath(s("run/workdir"));
        QVERIFY(::symlink(".", m_desk->path("run/loop").constData()) == 0);
        m_desk->makeFile("notes.txt");
        m_desk->makeFile(".hidden");
        QVERIFY(m_desk->show());
        SHOWS_NAMES((QStringList{s("run"), s("notes.txt")}));
        QVERIFY2(m_desk->status().contains(s("1 hidden")), qPrintable(m_desk->status()));
        m_desk->key(Qt::Key_H, Qt::ControlModifier);
        SHOWS_NAMES((QStringList{s("run"), s(".hidden"), s("notes.txt")}));
        m_desk->key(Qt::Key_Home, Qt::ControlModifier);
        m_desk->key(Qt::Key_Return);
        FOLDER_IS(m_desk->path("run"));
        SHOWS_NAMES((QStringList{s("loop → ."), s("workdir")}));
        // A link in a circle leads to the folder itself, never deeper.
        m_desk->key(Qt::Key_L);
        m_desk->key(Qt::Key_Return);
        FOLDER_IS(m_desk->path("run"));
        QTest::qWait(QApplication::keyboardInputInterval() + 50);  // a new word
        m_desk->key(Qt::Key_W);
        QCOMPARE(m_desk->browser->table()->currentIndex().data().toString(), s("workdir"));
        m_desk->key(Qt::Key_Return);
        FOLDER_IS(m_desk->path("run/workdir"));
        m_desk->key(Qt::Key_Backspace);
        FOLDER_IS(m_desk->path("run"));
        // Coming up, the folder that was left is the current one.
        QTRY_COMPARE(m_desk->browser->table()->currentIndex().data().toString(), s("workdir"));
        m_desk->key(Qt::Key_Left, Qt::AltModifier);
        FOLDER_IS(m_desk->path("run/workdir"));
        m_desk->key(Qt::Key_Left, Qt::AltModifier);
        FOLDER_IS(m_desk->path("run"));
        m_desk->key(Qt::Key_Right, Qt::AltModifier);
        FOLDER_IS(m_desk->path("run/workdir"));
    }
    void aPathIsTypedWithCompletion()
    {
        QDir(QFile::decodeName(m_desk->there)).mkpath(s("checkpoints/step-100"));
        QVERIFY(m_desk->show());
        m_desk->key(Qt::Key_L, Qt::ControlModifier);
        auto *const edit = m_desk->browser->findChild<QLineEdit *>(s("filesPathEdit"));
        QTRY_VERIFY(edit->hasFocus());
        QCOMPARE(edit->text(), QFile::decodeName(m_desk->there) + u'/');
        QTest::keyClick(edit, Qt::Key_End);
        QTest::keyClicks(edit, s("che"));
        QTRY_COMPARE_WITH_TIMEOUT(edit->completer()->completionCount(), 1, kPatience);
        QCOMPARE(edit->completer()->currentCompletion(), QFile::decodeName(m_desk->there) + s("/checkpoints/"));
        edit->setText(edit->completer()->currentCompletion());
        QTest::keyClick(edit, Qt::Key_Return);
        FOLDER_IS(m_desk->path("checkpoints"));
        QTRY_VERIFY(m_desk->browser->table()->hasFocus());
        // A path that leads nowhere says so and leaves the folder as it is.
        m_desk->key(Qt::Key_L, Qt::ControlModifier);
        edit->setText(QFile::decodeName(m_desk->there) + s("/missing"));
        QTest::keyClick(edit, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(m_desk->browser->messageBar()->messages().size(), 1, kPatience);
        QVERIFY(m_desk->browser->messageBar()->messages().first().fact.contains(s("missing")));
        QCOMPARE(m_desk->browser->folder(), m_desk->path("checkpoints"));
        QCOMPARE(m_desk->names(), QStringList{s("step-100")});
        m_desk->key(Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY(edit->hasFocus());
        QTest::keyClick(edit, Qt::Key_Escape);
        QTRY_VERIFY(m_desk->browser->table()->hasFocus());
    }
    void thePathOfAFileSelectsIt()
    {
        m_desk->makeFile("a");
        m_desk->makeFile("model.bin");
        QVERIFY(m_desk->show());
        m_desk->browser->go(m_desk->path("model.bin"));
        QTRY_COMPARE_WITH_TIMEOUT(m_desk->browser->selectedPaths(), QList<QByteArray>{m_desk->path("model.bin")}, kPatience);
    }
    void theFilterNarrowsWhileItIsTyped()
    {
        for (const char *name : {"train.py", "eval.py", "train.log"})
            m_desk->makeFile(name);
        QVERIFY(m_desk->show());
        m_desk->key(Qt::Key_F, Qt::ControlModifier);
        auto *const filter = m_desk->browser->findChild<QLineEdit *>(s("filesFilter"));
        QTRY_VERIFY(filter->hasFocus());
        QTest::keyClicks(filter, s("train"));
        SHOWS_NAMES((QStringList{s("train.log"), s("train.py")}));
        QTest::keyClick(filter, Qt::Key_Down);
        QTRY_VERIFY(m_desk->browser->table()->hasFocus());
    }
    void hostileNamesAreShownSafelyAndHandledExactly()
    {
        const QList<QByteArray> names{"line\nbreak", "caf\xe9", "exe.\xe2\x80\xaetxt", "-rf", "$(reboot)", "<b>x"};
        for (const QByteArray &name : names)
            m_desk->makeFile(name, "content of " + name);
        QVERIFY(m_desk->show());
        QTRY_COMPARE_WITH_TIMEOUT(m_desk->names().size(), names.size(), kPatience);
        for (const QString &name : m_desk->names())
            QVERIFY2(!name.contains(u'\n') && !name.contains(QChar(0x202e)), qPrintable(name));
        // One is opened, one renamed as it is shown, and one deleted.
        QVERIFY(m_desk->select(s("line\\nbreak")));
        m_desk->key(Qt::Key_Return);
        APPEARS(text, QPlainTextEdit, "fileViewerText");
        QTRY_COMPARE_WITH_TIMEOUT(text->toPlainText(), s("content of line\nbreak"), kPatience);
        text->window()->close();
        QVERIFY(m_desk->select(s("caf\\xe9")));
        m_desk->key(Qt::Key_F2);
        APPEARS(name, QLineEdit, "fileNameEdit");
        QCOMPARE(name->text(), s("caf\\xe9"));
        name->setText(s("caf\\xe9\\n2"));
        QTest::keyClick(name, Qt::Key_Return);
        SHOWS_NAMES((QStringList{s("$(reboot)"), s("-rf"), s("<b>x"), s("caf\\xe9\\n2"), s("exe.\\u202etxt"), s("line\\nbreak")}));
        QVERIFY(::access(m_desk->path("caf\xe9\n2").constData(), F_OK) == 0);
        QVERIFY(m_desk->select(s("$(reboot)")));
        m_desk->key(Qt::Key_Delete);
        APPEARS(confirm, QPushButton, "eraseConfirm");
        QTRY_VERIFY_WITH_TIMEOUT(confirm->isEnabled(), kPatience);
        confirm->click();
        QTRY_COMPARE_WITH_TIMEOUT(m_desk->names().size(), names.size() - 1, kPatience);
        QVERIFY(::access(m_desk->path("$(reboot)").constData(), F_OK) != 0);
    }
    void foldersAreMadeAndNothingIsReplaced()
    {
        m_desk->makeFile("one", "1");
        m_desk->makeFile("two", "2");
        QVERIFY(m_desk->show());
        m_desk->key(Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
        APPEARS(edit, QLineEdit, "fileNameEdit");
        QTest::keyClicks(edit, s("a/b"));
        QTest::keyClick(edit, Qt::Key_Return);
        QVERIFY(m_desk->find<QLineEdit>("fileNameEdit"));  // refused, still open
        edit->setText(s("made"));
        QTest::keyClick(edit, Qt::Key_Return);
        SHOWS_NAMES((QStringList{s("made"), s("one"), s("two")}));
        QVERIFY(m_desk->select(s("one")));
        m_desk->key(Qt::Key_F2);
        APPEARS(again, QLineEdit, "fileNameEdit");
        again->setText(s("two"));
        QTest::keyClick(again, Qt::Key_Return);
        APPEARS(apply, QPushButton, "fileNameApply");
        QTRY_VERIFY_WITH_TIMEOUT(apply->isEnabled(), kPatience);
        QCOMPARE(readHere(QFile::decodeName(m_desk->path("two"))), QByteArray("2"));
        QTest::keyClick(again, Qt::Key_Escape);
    }
    void deletingNamesAndCountsWhatGoes()
    {
        QDir(QFile::decodeName(m_desk->there)).mkpath(s("old/deep"));
        QVERIFY(QDir(m_desk->here({})).mkdir(s("outside")));
        QVERIFY(writeHere(m_desk->here(s("outside/kept")), "safe"));
        QVERIFY(::symlink(QFile::encodeName(m_desk->here(s("outside"))).constData(), m_desk->path("old/link").constData()) == 0);
        m_desk->makeFile("old/a", QByteArray(2048, 'a'));
        m_desk->makeFile("old/deep/b", QByteArray(1024, 'b'));
        QVERIFY(m_desk->show());
        QVERIFY(m_desk->select(s("old")));
        m_desk->key(Qt::Key_Delete);
        APPEARS(text, Label, "eraseText");
        QTRY_VERIFY_WITH_TIMEOUT(text->text().contains(s("2 files")), kPatience);
        QVERIFY2(text->text().contains(s("3.00")) && text->text().contains(s("2 folders")) && text->text().contains(s("1 link")),
                 qPrintable(text->text()));
        QCOMPARE(m_desk->find<Label>("eraseNames")->text(), shownBytes(m_desk->path("old")));
        // Enter keeps: the harmless button is the default one.
        QTest::keyClick(m_desk->find<QDialog>("eraseDialog"), Qt::Key_Escape);
        QTRY_VERIFY(!m_desk->find<QDialog>("eraseDialog"));
        QVERIFY(::access(m_desk->path("old/a").constData(), F_OK) == 0);
        QVERIFY(m_desk->select(s("old")));
        m_desk->key(Qt::Key_Delete);
        APPEARS(confirm, QPushButton, "eraseConfirm");
        QTRY_VERIFY_WITH_TIMEOUT(confirm->isEnabled(), kPatience);
        confirm->setFocus();
        QTest::keyClick(confirm, Qt::Key_Return);
        SHOWS_NAMES(QStringList());
        QCOMPARE(readHere(m_desk->here(s("outside/kept"))), QByteArray("safe"));
    }
    void aTextFileIsShownInPartsAndFollowed()
    {
        QByteArray content;
        for (int i = 0; content.size() < 3'000'000; ++i)
            content += "line " + QByteArray::number(i) + "\n";
        m_desk->makeFile("train.log", content);
        m_desk->makeFile("model.bin", QByteArray(5000, '\0'));
        QVERIFY(m_desk->show());
        QVERIFY(m_desk->select(s("train.log")));
        m_desk->key(Qt::Key_Return);
        APPEARS(text, QPlainTextEdit, "fileViewerText");
        QTRY_VERIFY_WITH_TIMEOUT(text->toPlainText().startsWith(s("line 0\n")), kPatience);
        QVERIFY(text->toPlainText().size() <= 1024 * 1024 && text->isReadOnly());
        QTest::mouseClick(m_desk->find<QAbstractButton>("fileViewerPart1"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(text->toPlainText().endsWith(QString::fromLatin1(content.right(20))), kPatience);
        QVERIFY(text->toPlainText().startsWith(s("line ")));
        QTest::mouseClick(m_desk->find<QAbstractButton>("fileViewerFollow"), Qt::LeftButton, Qt::NoModifier, QPoint(8, 8));
        QVERIFY(m_desk->find<QAbstractButton>("fileViewerFollow")->isChecked());
        QFile log(QFile::decodeName(m_desk->path("train.log")));
        QVERIFY(log.open(QIODevice::Append) && log.write("and one more\n") > 0 && log.flush());
        QTRY_VERIFY_WITH_TIMEOUT(text->toPlainText().endsWith(s("and one more\n")), kPatience);
        QVERIFY(log.resize(0) && log.seek(0) && log.write("begun anew\n") > 0 && log.flush());
        QTRY_COMPARE_WITH_TIMEOUT(text->toPlainText(), s("begun anew\n"), kPatience);
        text->window()->close();
        QVERIFY(m_desk->select(s("model.bin")));
        m_desk->key(Qt::Key_Return);
        APPEARS(note, Label, "fileViewerNote");
        QTRY_VERIFY_WITH_TIMEOUT(note->text().contains(s("not a text file")), kPatience);
        note->window()->close();
    }
    void droppedFilesAreUploadedAndOverwritingAsks()
    {
        QVERIFY(writeHere(m_desk->here(s("new.bin")), QByteArray(100'000, 'n')));
        QVERIFY(writeHere(m_desk->here(s("old.bin")), "newer"));
        QDir(m_desk->here({})).mkpath(s("tree/sub"));
        QVERIFY(writeHere(m_desk->here(s("tree/sub/x")), "x"));
        m_desk->makeFile("old.bin", "older");
        QVERIFY(m_desk->show());
        dropOn(m_desk->browser->table()->viewport(), {m_desk->here(s("new.bin")), m_desk->here(s("tree"))});
        SHOWS_NAMES((QStringList{s("tree"), s("new.bin"), s("old.bin")}));
        QCOMPARE(readHere(QFile::decodeName(m_desk->path("tree/sub/x"))), QByteArray("x"));
        auto *const data = new QMimeData;
        data->setUrls({QUrl::fromLocalFile(m_desk->here(s("old.bin")))});
        QApplication::clipboard()->setMimeData(data);
        m_desk->browser->table()->setFocus();
        m_desk->key(Qt::Key_V, Qt::ControlModifier);
        APPEARS(keep, QPushButton, "filesReplaceCancel");
        keep->click();
        QTRY_VERIFY(!m_desk->find<QDialog>("filesReplaceDialog"));
        QCOMPARE(readHere(QFile::decodeName(m_desk->path("old.bin"))), QByteArray("older"));
        m_desk->key(Qt::Key_V, Qt::ControlModifier);
        APPEARS(replace, QPushButton, "filesReplaceConfirm");
        replace->click();
        QTRY_COMPARE_WITH_TIMEOUT(readHere(QFile::decodeName(m_desk->path("old.bin"))), QByteArray("newer"), kPatience);
    }
    void aDownloadThatIsCutInTheMiddleGoesOn()
    {
        QByteArray content(24'000'000, Qt::Uninitialized);
        for (qsizetype i = 0; i < content.size(); ++i)
            content[i] = char(i * 7 + i / 999);
        m_desk->makeFile("model.bin", content);
        QDir(m_desk->here({})).mkdir(s("downloads"));
        QVERIFY(m_desk->show());
        QVERIFY(m_desk->select(s("model.bin")));
        QTest::mouseClick(m_desk->browser->findChild<QToolButton *>(s("filesDownload")), Qt::LeftButton);
        APPEARS(chooser, QFileDialog, "filesDownloadDialog");
        m_desk->link->setRate(2'000'000);
        const qint64 before = m_desk->link->bytes();
        Q_EMIT chooser->fileSelected(m_desk->here(s("downloads")));
        chooser->close();
        TransferQueue &queue = m_desk->services->transfers.queue();
        QTRY_VERIFY_WITH_TIMEOUT(!queue.transfers().isEmpty() && queue.transfers().first().progress.bytesDone > 12'000'000, kPatience);
        APPEARS(link, QPushButton, "filesTransfers");
        QTRY_VERIFY2_WITH_TIMEOUT(link->text().contains(u'%'), qPrintable(link->text()), kPatience);
        m_desk->link->cutNow();
        QTRY_VERIFY_WITH_TIMEOUT(queue.transfers().first().progress.state == TransferState::Done, kPatience);
        QCOMPARE(readHere(m_desk->here(s("downloads/model.bin"))), content);
        const qint64 carried = m_desk->link->bytes() - before;
        qInfo("24 MB were carried in %.1f MB, cut after half", double(carried) / 1e6);
        QVERIFY2(carried < 34'000'000, "the second try began anew");
        QTRY_VERIFY(!m_desk->find<QPushButton>("filesTransfers"));
    }
    void aCutLinkIsToldAndTheFolderComesBackByItself()
    {
        m_desk->makeFile("before");
        QVERIFY(m_desk->show());
        SHOWS_NAMES(QStringList{s("before")});
        auto *const stale = m_desk->browser->findChild<Label *>(s("filesStale"));
        QVERIFY(!stale->isVisible());
        m_desk->link->setRefusing(true);
        m_desk->link->cutNow();
        m_desk->browser->refresh();
        QTRY_VERIFY_WITH_TIMEOUT(stale->isVisible(), kPatience);
        QVERIFY2(stale->text().startsWith(s("Last read ")) && stale->text().contains(s("does not answer")), qPrintable(stale->text()));
        QCOMPARE(m_desk->names(), QStringList{s("before")});  // what was read stays
        m_desk->makeFile("meanwhile");
        m_desk->link->setRefusing(false);
        SHOWS_NAMES((QStringList{s("before"), s("meanwhile")}));
        QTRY_VERIFY(!stale->isVisible());
        QVERIFY(m_desk->browser->messageBar()->messages().isEmpty());
    }
    void aHundredThousandEntriesLeaveTheWindowUsable()
    {
        constexpr int kMany = 100'000;
        for (int i = 0; i < kMany; ++i)
            m_desk->makeFile("sample-" + QByteArray::number(i) + ".json", {});
        // What a person would feel: the longest time in which the main thread does nothing else.
        QElapsedTimer sinceBeat;
        qint64 longest = 0;
        QTimer heart;
        heart.setInterval(5);
        connect(&heart, &QTimer::timeout, this, [&] { longest = std::max(longest, sinceBeat.restart()); });
        const auto took = [&longest] { return std::exchange(longest, 0); };
        QElapsedTimer timer;
        timer.start();
        sinceBeat.start();
        heart.start();
        QVERIFY(m_desk->show());
        QTRY_COMPARE_WITH_TIMEOUT(m_desk->browser->table()->model()->rowCount(), kMany, kPatience);
        qInfo("100 000 entries: read and shown in %lld ms, the longest pause of the window %lld ms", timer.elapsed(), took());
        auto *const filter = m_desk->browser->findChild<QLineEdit *>(s("filesFilter"));
        timer.restart();
        sinceBeat.restart();
        filter->setFocus();
        QTest::keyClicks(filter, s("9999"));
        QTRY_COMPARE_WITH_TIMEOUT(m_desk->browser->table()->model()->rowCount(), 19, kPatience);
        qInfo("filtered in %lld ms, longest pause %lld ms", timer.elapsed(), took());
        QTest::keyClick(filter, Qt::Key_Escape);
        QTRY_COMPARE_WITH_TIMEOUT(m_desk->browser->table()->model()->rowCount(), kMany, kPatience);
        took();
        timer.restart();
        sinceBeat.restart();
        m_desk->browser->table()->setFocus();
        for (const QChar letter : s("sample-99999"))
            QTest::keyClick(m_desk->browser->table(), letter.toLatin1());
        QCOMPARE(m_desk->browser->table()->currentIndex().data().toString(), s("sample-99999.json"));
        qInfo("found by typing in %lld ms", timer.elapsed());
        timer.restart();
        sinceBeat.restart();
        m_desk->key(Qt::Key_A, Qt::ControlModifier);
        QTest::qWait(50);
        qInfo("all selected in %lld ms, longest pause %lld ms", timer.elapsed() - 50, took());
        QCOMPARE(m_desk->browser->selectedPaths().size(), kMany);
    }
    void aListingThatTakesLongCanBeCancelled()
    {
        for (int i = 0; i < 20'000; ++i)
            m_desk->makeFile("f" + QByteArray::number(i), {});
        QVERIFY(m_desk->show());
        m_desk->link->setRate(50'000);
        m_desk->browser->refresh();
        APPEARS(stop, QPushButton, "filesStop");
        QTest::mouseClick(stop, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!m_desk->browser->isReading(), kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(m_desk->browser->table()->model()->rowCount(), 20'000, kPatience);  // as it was read before
        m_desk->link->setRate(0);
        QVERIFY(m_desk->browser->messageBar()->messages().isEmpty());
    }
    void theMenuOffersWhatIsPossible()
    {
        QDir(QFile::decodeName(m_desk->there)).mkdir(s("sub"));
        QVERIFY(m_desk->show());
        QVERIFY(m_desk->select(s("sub")));
        QByteArray folder;
        connect(m_desk->control, &FileController::terminalRequested, this, [&](MachineId, const QByteArray &path) { folder = path; });
        Q_EMIT m_desk->browser->table()->customContextMenuRequested(QPoint(20, 10));
        APPEARS(menu, QMenu, "filesMenu");
        QAction *terminal = nullptr, *copy = nullptr;
        for (QAction *const action : menu->actions()) {
            terminal = action->objectName() == s("filesTerminalAction") ? action : terminal;
            copy = action->objectName() == s("filesCopyPathAction") ? action : copy;
        }
        QVERIFY(terminal && copy);
        copy->trigger();
        QCOMPARE(QApplication::clipboard()->text(), shownBytes(m_desk->path("sub")));
        terminal->trigger();
        QCOMPARE(folder, m_desk->path("sub"));
        menu->close();
    }
    // If TRAINYARD_PICTURES is set to a folder, pictures in both colour schemes are saved there.
    void nothingIsCutOff_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("percent");
        for (const char *language : {"en", "zh_CN"}) {
            for (const int percent : {100, 150, 200})
                QTest::addRow("%s %d", language, percent) << s(language) << percent;
        }
    }
    void nothingIsCutOff()
    {
        QFETCH(QString, language);
        QFETCH(int, percent);
        m_desk.reset();
        m_look.reset();  // it restores what it found
        m_look = std::make_unique<ProgramLook>(percent / 100.0, language);
        FileBrowser browser;
        PageRoom room(&browser, pageSize({1440, 900}, percent / 100.0));
        QList<FolderEntry> entries;
        const qint64 now = QDateTime::currentSecsSinceEpoch();
        entries << FolderEntry{"checkpoints", 4096, now - 60, FolderEntry::kFolderType | 0755, {}, 0}
                << FolderEntry{"workdir", 4096, now - 86'400, FolderEntry::kFolderType | 0755, {}, 0}
                << FolderEntry{"latest", 9, now - 600, FolderEntry::kLinkType | 0777, "checkpoints/step-6000", FolderEntry::kFolderType}
                << FolderEntry{"gone", 9, now - 600'000, FolderEntry::kLinkType | 0777, "/mnt/scratch/old", 0}
                << FolderEntry{"log", 6'203'114, now - 2, FolderEntry::kFileType | 0644, {}, 0}
                << FolderEntry{"metrics", 1'048'000, now - 1, FolderEntry::kFileType | 0644, {}, 0}
                << FolderEntry{"model-00001-of-00004.safetensors", 4'976'698'672, now - 3600, FolderEntry::kFileType | 0644, {}, 0}
                << FolderEntry{"caf\xe9\n2.py", 812, now - 9'000'000, FolderEntry::kFileType | 0644, {}, 0}
                << FolderEntry{".cache", 0, now, FolderEntry::kFolderType | 0755, {}, 0};
        browser.add("/home/wang/.trainyard/runs/llama31-8b-cpt-med-a1", entries);
        browser.finish("/home/wang/.trainyard/runs/llama31-8b-cpt-med-a1", "log", QDateTime::currentDateTime());
        browser.setTransfers(s("2 transfers, 45 %"));
        browser.setOutOfTouch(true);
        for (const bool isDark : {false, true}) {
            m_look->setDark(isDark);
            QCOMPARE(cutOff(room.widget()), QStringList());
            const QString pictures = qEnvironmentVariable("TRAINYARD_PICTURES");
            if (!pictures.isEmpty())
                QVERIFY(room.widget()->grab().save(
                    s("%1/files-%2-%3-%4.png").arg(pictures, language).arg(percent).arg(isDark ? s("dark") : s("light"))));
        }
    }

private:
    SshdFixture m_sshd;
    std::unique_ptr<ProgramLook> m_look;
    std::unique_ptr<FileDesk> m_desk;
};

QTEST_MAIN(TestFileBrowser)
#include "tst_filebrowser.moc"
