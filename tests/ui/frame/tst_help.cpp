// SPDX-License-Identifier: GPL-3.0-or-later
// The help: each language has the same sections, each link leads somewhere, and it is found, read and left with keys.
#include "tests/support/fitting.h"
#include "ui/page/pageid.h"
#include "ui/window/helpbook.h"
#include "ui/window/helpmodule.h"
#include "ui/window/helpview.h"

#include <QAccessible>
#include <QDesktopServices>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextTable>
#include <QToolButton>
#include <QTreeView>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

QList<HelpSection> sectionsOf(const QString &document) { return helpSections(document, helpText(document)); }

}  // namespace

class TestHelp : public QObject {
    Q_OBJECT
public Q_SLOTS:
    void open(const QUrl &url) { m_opened << url; }

private Q_SLOTS:
    void init()
    {
        m_look = std::make_unique<ProgramLook>();
        m_view = std::make_unique<HelpView>();
        m_view->resize(1200, 800);
        m_view->show();
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    }
    void cleanup()
    {
        m_view.reset();
        m_look.reset();
    }

    void headingsAreSections()
    {
        const auto sections = helpSections(s("a.md"),
                                           s("# One `x`\ntext\n\n## 2. Two: Ctrl+K\n```sh\n# no heading\n```\n### [Three](b.md)\n"));
        QCOMPARE(sections.size(), 3);
        QCOMPARE(sections[0].title, s("One x"));
        QCOMPARE(sections[1].anchor, s("2-two-ctrlk"));
        QVERIFY(sections[1].text.contains(s("# no heading")));
        QCOMPARE(sections[2].title, s("Three"));
        QCOMPARE(sections[2].level, 3);
        QCOMPARE(sections[2].number, 2);
        QVERIFY(helpSections({}, {}).isEmpty());
    }

    // A link of one language leads to the same section in the other, and F1 needs no table for each language.
    void bothLanguagesHaveTheSameSections()
    {
        const auto english = sectionsOf(s("user-guide.md")), chinese = sectionsOf(s("user-guide.zh_CN.md"));
        QVERIFY(english.size() > 20);
        for (int i = 0; i < std::min(english.size(), chinese.size()); ++i)
            QVERIFY2(english[i].level == chinese[i].level, qPrintable(english[i].title + s(" / ") + chinese[i].title));
        QCOMPARE(chinese.size(), english.size());
    }

    void eachPageHasItsPart()
    {
        const auto english = sectionsOf(s("user-guide.md"));
        const auto isThere = [&](const QString &part) {
            return std::any_of(english.cbegin(), english.cend(), [&](const HelpSection &one) { return one.anchor == part; });
        };
        for (int page = int(PageId::Home); page < int(PageId::Help); ++page)
            QVERIFY2(isThere(helpPartOf(PageId(page))), qPrintable(QString::number(page)));
        for (const char *dialog : {"machineDialog", "resumeDialog", "budgetsDialog", "importDialog", "environmentDialog", "pruneDialog"})
            QVERIFY2(isThere(helpPartOfDialog(s(dialog))), dialog);
        QVERIFY(helpPartOfDialog(s("another")).isEmpty());
    }

    void eachLinkOfTheHelpLeadsToASection_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << "en";
        QTest::newRow("Chinese") << "zh_CN";
    }
    void eachLinkOfTheHelpLeadsToASection()
    {
        QFETCH(QString, language);
        m_look.reset();
        m_look = std::make_unique<ProgramLook>(1.0, language);
        const HelpBook book;
        QCOMPARE(book.guide(), language == s("en") ? s("user-guide.md") : s("user-guide.zh_CN.md"));
        static const QRegularExpression link(s(R"(\]\(([^)#\s]*)(?:#([^)]*))?\))"));
        QStringList lost;
        QString before;
        for (const HelpSection &section : book.sections()) {
            for (auto it = link.globalMatch(section.text); it.hasNext();) {
                const auto match = it.next();
                if (match.captured(1).startsWith(s("https://")))
                    continue;
                const QString document = match.captured(1).isEmpty() ? section.document : match.captured(1);
                const QString anchor = match.captured(2);
                const int found = book.find(document, anchor);
                const bool isRight = found >= 0
                                     && (anchor.isEmpty() || document == s("user-guide.md") || book.sections()[found].anchor == anchor);
                if (!isRight)
                    lost << section.document + s(": ") + match.captured();
            }
        }
        QVERIFY2(lost.isEmpty(), qPrintable(lost.join(u'\n')));
    }

    void aSearchLooksIntoAllTexts()
    {
        auto *const filter = m_view->findChild<QLineEdit *>(s("helpFilter"));
        auto *const list = m_view->findChild<QTreeView *>(s("helpSections"));
        auto *const text = m_view->findChild<QTextBrowser *>(s("helpText"));
        const int all = list->model()->rowCount();
        QVERIFY(all > 20);
        filter->setFocus();
        QTest::keyClicks(filter, s("spot notice"));
        QVERIFY(list->model()->rowCount() > 0 && list->model()->rowCount() < all);
        QVERIFY(!text->extraSelections().isEmpty());
        const QString before = m_view->shownTitle();
        QTest::keyClick(filter, Qt::Key_Down);
        QVERIFY(list->hasFocus());
        QTest::keyClick(list, Qt::Key_Down);
        QVERIFY(list->model()->rowCount() == 1 || m_view->shownTitle() != before);
        QTest::keyClick(list, Qt::Key_Return);
        QVERIFY(text->hasFocus());
        filter->setText(s("words that are nowhere at all"));
        QCOMPARE(list->model()->rowCount(), 0);
        QVERIFY(!list->isVisible());
        filter->clear();
        QCOMPARE(list->model()->rowCount(), all);
    }

    void aPartIsShownFromItsHeadingOn()
    {
        auto *const text = m_view->findChild<QTextBrowser *>(s("helpText"));
        m_view->showPart(s("6-resume"));
        QCOMPARE(m_view->shownTitle(), s("6. Resume"));
        QVERIFY(text->verticalScrollBar()->value() > 0);
        QCOMPARE(text->textCursor().block().text(), s("6. Resume"));
        QVERIFY(std::abs(text->cursorRect().top()) < 60);
    }

    void aNarrowHelpShowsTheTextOrTheList()
    {
        auto *const contents = m_view->findChild<QPushButton *>(s("helpContents"));
        auto *const filter = m_view->findChild<QLineEdit *>(s("helpFilter"));
        auto *const list = m_view->findChild<QTreeView *>(s("helpSections"));
        auto *const text = m_view->findChild<QTextBrowser *>(s("helpText"));
        QVERIFY(!contents->isVisible() && list->isVisible() && text->isVisible());
        m_view->resize(480, 300);
        QTRY_VERIFY(contents->isVisible() && !list->isVisible());
        QTRY_VERIFY(text->height() > 200 && text->height() < 300);
        QTest::mouseClick(contents, Qt::LeftButton);
        QVERIFY(list->hasFocus() && !text->isVisible());
        QTest::keyClick(list, Qt::Key_Down);
        QTest::keyClick(list, Qt::Key_Return);
        QVERIFY(text->hasFocus() && !list->isVisible());
        QCOMPARE(text->textCursor().block().text(), m_view->shownTitle());
        QTest::keyClicks(filter, s("spot notice"));
        QVERIFY(list->isVisible());
        QTest::keyClick(filter, Qt::Key_Return);
        QVERIFY(text->hasFocus() && !list->isVisible());
        filter->clear();
        QVERIFY(text->isVisible());
        m_view->resize(1200, 800);
        QTRY_VERIFY(!contents->isVisible() && list->isVisible() && text->isVisible());
    }

    void codeIsOneSurface()
    {
        auto *const text = m_view->findChild<QTextBrowser *>(s("helpText"));
        int surfaces = 0;
        const QList<QTextFrame *> frames = text->document()->rootFrame()->childFrames();
        for (QTextFrame *const frame : frames) {
            const auto *const table = qobject_cast<QTextTable *>(frame);
            if (table && table->rows() == 1 && table->columns() == 1)
                ++surfaces;
        }
        QVERIFY(surfaces > 10);
        for (QTextBlock block = text->document()->begin(); block.isValid(); block = block.next())
            QVERIFY2(!block.blockFormat().nonBreakableLines(), qPrintable(block.text()));
        QVERIFY(text->toPlainText().contains(s("\nyard machine show sandbox\n")));
    }

    void linksLeadOnAndBack()
    {
        QDesktopServices::setUrlHandler(s("https"), this, "open");
        auto *const text = m_view->findChild<QTextBrowser *>(s("helpText"));
        auto *const back = m_view->findChild<QToolButton *>(s("helpBack"));
        QVERIFY(!back->isEnabled());
        Q_EMIT text->anchorClicked(QUrl(s("lease.md")));
        QCOMPARE(m_view->shownDocument(), s("lease.md"));
        QVERIFY(text->toPlainText().contains(s("guard.sh")));
        QVERIFY(back->isEnabled());
        text->setFocus();
        QTest::keyClick(text, Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(m_view->shownDocument(), s("user-guide.md"));
        QVERIFY(!back->isEnabled());
        Q_EMIT text->anchorClicked(QUrl(s("no-such.md")));
        QCOMPARE(m_view->shownDocument(), s("user-guide.md"));
        QVERIFY(m_opened.isEmpty());
        Q_EMIT text->anchorClicked(QUrl(s("https://example.com/a")));
        QCOMPARE(m_opened, QList<QUrl>{QUrl(s("https://example.com/a"))});
        Q_EMIT text->anchorClicked(QUrl(s("file:///etc/passwd")));
        QCOMPARE(m_opened.size(), 1);
        QDesktopServices::unsetUrlHandler(s("https"));
    }

    void nothingIsLoaded()
    {
        auto *const text = m_view->findChild<QTextBrowser *>(s("helpText"));
        QVERIFY(!text->loadResource(QTextDocument::ImageResource, QUrl(s("file:///etc/hostname"))).isValid());
        QVERIFY(!text->loadResource(QTextDocument::StyleSheetResource, QUrl(s("https://example.com/a.css"))).isValid());
        const HelpBook book;
        for (const HelpSection &section : book.sections())
            QVERIFY2(!section.text.contains(s("![")), qPrintable(section.title));
    }

    void aScreenReaderReadsTheText()
    {
        auto *const text = m_view->findChild<QTextBrowser *>(s("helpText"));
        QAccessibleInterface *const read = QAccessible::queryAccessibleInterface(text);
        QVERIFY(read && read->textInterface());
        QVERIFY(read->textInterface()->characterCount() > 10'000);
        QVERIFY(!read->text(QAccessible::Name).isEmpty());
        m_view->showPart(s("3-launch"));
        QCOMPARE(read->textInterface()->cursorPosition(), text->textCursor().position());
    }

private:
    std::unique_ptr<ProgramLook> m_look;
    std::unique_ptr<HelpView> m_view;
    QList<QUrl> m_opened;
};

QTEST_MAIN(TestHelp)
#include "tst_help.moc"
