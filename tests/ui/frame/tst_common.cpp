// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "ui/common/dialog.h"
#include "ui/common/fieldrow.h"
#include "ui/common/flowlayout.h"
#include "ui/common/iconlabel.h"
#include "ui/common/icons.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/pageheader.h"
#include "ui/common/pagescroll.h"
#include "ui/common/placeholder.h"
#include "ui/common/readingtable.h"
#include "ui/common/searchfield.h"
#include "ui/theme/thememanager.h"

#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QStringListModel>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>

using namespace trainyard;

class TestCommon : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        m_theme = std::make_unique<ThemeManager>(*qApp);
    }
    void cleanupTestCase() { m_theme.reset(); }

    // What a parent reserves for it must be what its lines take, wherever the window's edge happens to break them.
    void wrappedLinesHaveTheHeightThatIsAskedFor()
    {
        const auto chip = [](QWidget *parent, int width, bool isFlexible) {
            auto *const box = new QWidget(parent);
            box->setMinimumSize(width, 20 + width % 7);
            box->setSizePolicy(isFlexible ? QSizePolicy::Expanding : QSizePolicy::Preferred, QSizePolicy::Preferred);
            return box;
        };
        QWidget window;
        auto *const column = new QVBoxLayout(&window);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        auto *const flow = new FlowLayout;
        flow->setContentsMargins(3, 5, 3, 5);
        flow->setSpacing(4);
        QList<QWidget *> boxes;
        for (const int width : {60, 45, 100, 30, 71, 52})
            flow->addWidget(boxes.emplaceBack(chip(&window, width, width == 71)));
        auto *const text = new QLabel(QStringLiteral("a text that is long enough to need several lines in a narrow window"), &window);
        text->setWordWrap(true);
        flow->addWidget(boxes.emplaceBack(text));
        flow->addStretch();
        flow->addWidget(boxes.emplaceBack(chip(&window, 40, false)));
        column->addLayout(flow);
        auto *const below = new QWidget(&window);
        column->addWidget(below, 1);
        window.show();
        for (int width = 110; width <= 700; ++width) {
            window.resize(width, 600);
            QCoreApplication::processEvents();
            QRect all;
            for (qsizetype i = 0; i < boxes.size(); ++i) {
                QVERIFY2(window.rect().contains(boxes[i]->geometry()), qPrintable(QString::number(width)));
                for (qsizetype j = 0; j < i; ++j)
                    QVERIFY2(!boxes[i]->geometry().intersects(boxes[j]->geometry()), qPrintable(QString::number(width)));
                all |= boxes[i]->geometry();
            }
            QVERIFY2(text->height() >= text->heightForWidth(text->width()), qPrintable(QString::number(width)));
            QCOMPARE(all.bottom() + 1 + 5, flow->heightForWidth(width));
            QCOMPARE(below->y(), flow->heightForWidth(width));
        }
    }

    void numbersReadAsPeopleWriteThem_data()
    {
        QTest::addColumn<QString>("made");
        QTest::addColumn<QString>("expected");
        QTest::newRow("thousands") << formatCount(48917) << u8"48\u202F917";
        QTest::newRow("decimals and thousands") << formatNumber(1234.5, 2) << u8"1\u202F234.50";
        QTest::newRow("percent") << formatPercent(65.8) << u8"66\u00A0%";
        QTest::newRow("no bytes") << formatBytes(0) << u8"0\u00A0B";
        QTest::newRow("bytes") << formatBytes(999) << u8"999\u00A0B";
        QTest::newRow("nearly a KiB") << formatBytes(1000) << u8"0.98\u00A0KiB";
        QTest::newRow("gibibytes") << formatBytes(91375411200) << u8"85.1\u00A0GiB";
        QTest::newRow("of a total") << formatBytesOf(500363689984, 683973541888) << u8"466 of 637\u00A0GiB";
        QTest::newRow("little of a total") << formatBytesOf(429496729, 683973541888) << u8"0.4 of 637\u00A0GiB";
        QTest::newRow("seconds") << formatDuration(12999) << u8"12\u00A0s";
        QTest::newRow("minutes and seconds") << formatDuration(125000) << u8"2\u00A0min 5\u00A0s";
        QTest::newRow("hours") << formatDuration(24120000) << u8"6\u00A0h 42\u00A0min";
        QTest::newRow("days") << formatDuration(273600000) << u8"3\u00A0d 4\u00A0h";
        QTest::newRow("negative is no time") << formatDuration(-5) << u8"0\u00A0s";
        QTest::newRow("counting up") << formatElapsed(24138000) << u8"6:42:18";
        QTest::newRow("counting up below an hour") << formatElapsed(42000) << u8"0:42";
    }
    void numbersReadAsPeopleWriteThem()
    {
        QFETCH(QString, made);
        QFETCH(QString, expected);
        QCOMPARE(made, expected);
    }

    void agesSayOnePartOnly()
    {
        const QDateTime now(QDate(2024, 3, 2), QTime(12, 0), Qt::UTC);
        QCOMPARE(formatAge(now.addSecs(-1), now), QString(u8"1\u00A0s ago"));
        QCOMPARE(formatAge(now.addSecs(-190), now), QString(u8"3\u00A0min ago"));
        QCOMPARE(formatAge(now.addSecs(-3 * 3600 - 700), now), QString(u8"3\u00A0h ago"));
        QCOMPARE(formatAge(now.addSecs(5), now), QString(u8"0\u00A0s ago"));
        QVERIFY(formatAge(QDateTime(), now).isEmpty());
    }

    void everyIconOfTheProjectDraws()
    {
        const QStringList files = QDir(QStringLiteral(":/icons")).entryList();
        QVERIFY(files.size() > 40);
        for (const QString &file : files) {
            const QImage image = icon(file.chopped(4), Ink::Bad).pixmap(24, 24).toImage();
            bool hasInk = false;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    hasInk |= qAlpha(image.pixel(x, y)) > 90;
            QVERIFY2(hasInk, qPrintable(file));
        }
    }

    void iconsFollowTheTheme()
    {
        const QIcon mark = icon(QStringLiteral("stop"), Ink::Bad);
        m_theme->setMode(ThemeMode::Light);
        QCOMPARE(mark.pixmap(24, 24).toImage().pixelColor(12, 12), Theme::light().bad.ink);
        m_theme->setMode(ThemeMode::Dark);
        QCOMPARE(mark.pixmap(24, 24).toImage().pixelColor(12, 12), Theme::dark().bad.ink);
        m_theme->setMode(ThemeMode::Light);
    }

    void iconLabelsFollowTheTheme()
    {
        m_theme->setMode(ThemeMode::Light);
        QWidget window;
        auto *const mark = new IconLabel(QStringLiteral("stop"), Ink::Bad, 24, &window);
        mark->resize(mark->sizeHint());
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto colour = [&] { return mark->grab().toImage().pixelColor(mark->rect().center()); };
        QCOMPARE(colour(), Theme::light().bad.ink);
        m_theme->setMode(ThemeMode::Dark);
        QTRY_COMPARE(colour(), Theme::dark().bad.ink);
        m_theme->setMode(ThemeMode::Light);
    }

    void messagesAreOnOneLineOrBelowEachOther()
    {
        QWidget window;
        auto *const column = new QVBoxLayout(&window);
        auto *const shown = new MessageBar;
        column->addWidget(shown);
        column->addStretch(1);
        MessageBar &bar = *shown;
        bar.post({QStringLiteral("a"),
                  Tone::Warning,
                  QStringLiteral("The newest checkpoint of a run is not usable."),
                  QStringLiteral("Two of its seven files are missing: the third and the fourth."),
                  {},
                  {}});
        window.show();
        const QList<Label *> labels = bar.findChildren<Label *>();
        const auto labelOf = [&](QStringView start) {
            return *std::find_if(labels.cbegin(), labels.cend(), [&](const Label *label) { return label->text().startsWith(start); });
        };
        const Label *const fact = labelOf(u"The newest"), *const rest = labelOf(u"Two of");
        for (const int width : {1600, 560, 480}) {
            window.resize(width, 300);
            QTRY_VERIFY2((rest->x() > fact->x()) == (width == 1600), qPrintable(QString::number(width)));
            if (width == 1600)
                QTRY_VERIFY(rest->height() < 2 * lineHeight(TextRole::Body));
            else
                QTRY_VERIFY(rest->y() >= fact->y() + fact->height());
        }
    }

    void labelsFollowTheTheme()
    {
        Label label(QStringLiteral("failed"), TextRole::Body, Ink::Bad);
        m_theme->setMode(ThemeMode::Dark);
        QTRY_COMPARE(label.palette().color(QPalette::WindowText), Theme::dark().bad.ink);
        m_theme->setMode(ThemeMode::Light);
        QTRY_COMPARE(label.palette().color(QPalette::WindowText), Theme::light().bad.ink);
    }

    void theWorstMessageIsShownAndTheOthersCounted()
    {
        QWidget window;
        MessageBar bar(&window);
        QVERIFY(!bar.isVisibleTo(&window));
        bar.post({QStringLiteral("a"), Tone::Info, QStringLiteral("News."), {}, {}, {}});
        bar.post({QStringLiteral("b"), Tone::Bad, QStringLiteral("Broken."), QStringLiteral("It stopped."), {}, QStringLiteral("Repair")});
        QVERIFY(bar.isVisibleTo(&window));
        QCOMPARE(bar.messages().first().id, QStringLiteral("b"));
        QVERIFY(bar.accessibleName().contains(QStringLiteral("Broken. It stopped.")));
        auto *action = bar.findChild<QPushButton *>(QStringLiteral("messageBarActionButton"));
        QSignalSpy triggered(&bar, &MessageBar::actionTriggered), closed(&bar, &MessageBar::closed);
        action->click();
        QCOMPARE(triggered.first().first().toString(), QStringLiteral("b"));
        bar.findChild<QToolButton *>(QStringLiteral("messageBarCloseButton"))->click();
        QCOMPARE(closed.first().first().toString(), QStringLiteral("b"));
        QCOMPARE(bar.messages().size(), 1);
        QVERIFY(!action->isVisibleTo(&window));
        bar.withdraw(QStringLiteral("a"));
        QVERIFY(!bar.isVisibleTo(&window));
    }

    void anErrorTakesTheHelpsPlaceAndOffersItsCorrection()
    {
        auto *edit = new QLineEdit;
        FieldRow row(QStringLiteral("Image"), edit);
        row.setHelp(QStringLiteral("Any image."));
        row.resize(400, 100);
        row.show();
        const int height = row.heightForWidth(400);
        QCOMPARE(edit->accessibleDescription(), QStringLiteral("Any image."));
        row.setError(QStringLiteral("No such tag. Did you mean"), QStringLiteral("a<b>&c"));
        QCOMPARE(edit->accessibleDescription(), QStringLiteral("No such tag. Did you mean"));
        QTRY_COMPARE(row.heightForWidth(400), height);
        QSignalSpy wanted(&row, &FieldRow::correctionRequested);
        for (QLabel *label : row.findChildren<QLabel *>())
            if (label->text().contains(QLatin1String("href"))) {
                QVERIFY(label->text().contains(QLatin1String("a&lt;b&gt;&amp;c")));
                Q_EMIT label->linkActivated(QStringLiteral("a%3Cb%3E%26c"));
            }
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.first().first().toString(), QStringLiteral("a<b>&c"));
        row.clearError();
        QVERIFY(!row.hasError());
    }

    // As when the window is rebuilt in another language while a dialog is open.
    void aDialogThatGoesWhileItIsShownHearsNothingMore()
    {
        class EditDialog : public Dialog {
        public:
            explicit EditDialog(int &heard)
            {
                auto *const body = makeBody(300);
                auto *const edit = new QLineEdit;
                body->addWidget(edit);
                connect(edit, &QLineEdit::editingFinished, this, [&heard] { ++heard; });
                edit->setFocus();
            }
        };
        int heard = 0;
        auto dialog = std::make_unique<EditDialog>(heard);
        dialog->show();
        QVERIFY(QTest::qWaitForWindowActive(dialog.get()));
        auto *const edit = dialog->findChild<QLineEdit *>();
        QTRY_VERIFY(edit->hasFocus());
        QTest::keyClick(edit, Qt::Key_A);
        dialog->setFocus();
        QCOMPARE(heard, 1);
        edit->setFocus();
        QTest::keyClick(edit, Qt::Key_B);
        dialog.reset();
        QCOMPARE(heard, 1);
    }

    void aDialogWithAHeightScrollsOnlyIfItsListsCannotBeLower()
    {
        class ListDialog : public Dialog {
        public:
            ListDialog()
            {
                auto *const body = makeBody(400, 260);
                body->addWidget(makeProse(QStringLiteral("word ").repeated(40), TextRole::Body, Ink::Text1));
                body->addWidget(new QListView, 1);
            }
        };
        ListDialog dialog;
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto *const scroll = dialog.findChild<PageScroll *>();
        QTRY_COMPARE(scroll->verticalScrollBar()->maximum(), 0);
        QVERIFY(scroll->widget()->layout()->totalHeightForWidth(scroll->width()) > scroll->height());
        dialog.resize(dialog.width(), 120);
        QTRY_VERIFY(scroll->verticalScrollBar()->maximum() > 0);
        dialog.resize(dialog.width(), 260);
        QTRY_COMPARE(scroll->verticalScrollBar()->maximum(), 0);
    }

    void anEmptyViewSaysWhatToDo()
    {
        QStringListModel model;
        QListView view;
        view.setModel(&model);
        Placeholder placeholder(QStringLiteral("runs"), &view);
        placeholder.setSentence(QStringLiteral("No runs yet."));
        view.show();
        QVERIFY(placeholder.isVisible());
        model.setStringList({QStringLiteral("one")});
        QVERIFY(!placeholder.isVisible());
        model.setStringList({});
        QVERIFY(placeholder.isVisible());
        placeholder.setSuppressed(true);
        QVERIFY(!placeholder.isVisible());
    }

    void escapeClearsASearchBeforeItLeaves()
    {
        SearchField field(QStringLiteral("x"), QStringLiteral("Filter"));
        field.show();
        QTest::keyClicks(&field, QStringLiteral("abc"));
        QCOMPARE(field.text(), QStringLiteral("abc"));
        QTest::keyClick(&field, Qt::Key_Escape);
        QVERIFY(field.text().isEmpty());
    }

    void aHeaderFoldsItsButtonsBeforeItsContextMoves()
    {
        QWidget window;
        auto *const column = new QVBoxLayout(&window);
        auto *const header = new PageHeader(QStringLiteral("Machines"));
        auto *const field = new SearchField(QStringLiteral("filter"), QStringLiteral("Filter by run, step or machine"));
        auto *const second = new QPushButton(QStringLiteral("Copy the files")), *const first = new QPushButton(QStringLiteral("Add"));
        column->addWidget(header);
        column->addStretch();
        header->setContext(QStringLiteral("the name of a machine"));
        for (QWidget *const action : {static_cast<QWidget *>(field), static_cast<QWidget *>(second), static_cast<QWidget *>(first)})
            header->addAction(action);
        auto *const title = header->findChild<Label *>(QString(), Qt::FindDirectChildrenOnly);
        auto *const context = header->findChild<ElidedLabel *>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(title && context);
        window.show();
        int folded = 0, below = 0;
        for (int width = 1000; width >= 320; width -= 20) {
            window.resize(width, 400);
            for (int i = 0; i < 4; ++i)
                QCoreApplication::processEvents();
            const bool isBelow = context->y() >= title->geometry().bottom();
            QVERIFY2(context->isVisible() && first->isVisible(), qPrintable(QString::number(width)));
            QVERIFY2(!isBelow || folded > 0, qPrintable(QString::number(width)));
            QVERIFY2(!second->isVisible() || isBelow || field->width() >= field->sizeHint().width(), qPrintable(QString::number(width)));
            folded += !second->isVisible();
            below += isBelow;
        }
        QVERIFY(folded > 0 && below > 0);
    }

    void aNarrowTableLeavesOutItsLeastImportantColumns()
    {
        QStandardItemModel model(1, 3);
        model.setHorizontalHeaderLabels({QStringLiteral("Job"), QStringLiteral("Name"), QStringLiteral("Submitted")});
        const QStringList texts{QStringLiteral("48213"), QStringLiteral("a name that can be shortened"), QStringLiteral("21 Nov 06:26")};
        for (int i = 0; i < texts.size(); ++i)
            model.setItem(0, i, new QStandardItem(texts[i]));
        QTableView table;
        makeReadingTable(&table, QStringLiteral("jobs"), QStringLiteral("Jobs"));
        table.setModel(&model);
        table.resize(900, 200);
        table.show();
        fitReadingTable(&table, 1, {2});
        QVERIFY(!table.isColumnHidden(2));
        QCOMPARE(hiddenCells(&table, 0), QString());
        table.resize(table.columnWidth(0) + table.columnWidth(2) + 20, 200);
        fitReadingTable(&table, 1, {2});
        QVERIFY(table.isColumnHidden(2));
        QCOMPARE(hiddenCells(&table, 0), QStringLiteral("Submitted: 21 Nov 06:26"));
        table.resize(900, 200);
        fitReadingTable(&table, 1, {2});
        QVERIFY(!table.isColumnHidden(2));
    }

    void aLongTextIsWholeInTheToolTip()
    {
        ElidedLabel label(TextRole::Body);
        label.setText(QStringLiteral("a path that is far too long <for> this label"));
        label.resize(60, 20);
        label.show();
        QVERIFY(label.toolTip().contains(QStringLiteral("&lt;for&gt;")));
        QCOMPARE(label.accessibleName(), label.text());
        label.resize(2000, 20);
        QVERIFY(label.toolTip().isEmpty());
    }

private:
    std::unique_ptr<ThemeManager> m_theme;
};

QTEST_MAIN(TestCommon)
#include "tst_common.moc"
