// SPDX-License-Identifier: GPL-3.0-or-later
// The whole desktop program except main(): a user changes the language in the settings, and every text is in it.
#include "app/desktop/desktop.h"
#include "core/storage/database/statedatabase.h"
#include "ui/common/icons.h"
#include "ui/window/mainwindow.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QStyle>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

bool hasChinese(const QString &text)
{
    return std::any_of(text.begin(), text.end(), [](QChar c) { return c.script() == QChar::Script_Han; });
}

}  // namespace

class TestDesktop : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;
    Paths m_paths;
    const RunId m_run{QStringLiteral("demo-abc123-a1")};

    // As a user does in the list.
    static void choose(MainWindow *window, const char *box, const QString &data)
    {
        window->showPage(MainWindow::Settings);
        auto *const choice = window->findChild<QComboBox *>(QLatin1String(box));
        QVERIFY(choice);
        choice->setCurrentIndex(choice->findData(data));
        Q_EMIT choice->activated(choice->currentIndex());
    }

    static QStringList tabs(MainWindow *window)
    {
        QStringList texts;
        const auto *const bar = window->findChild<QTabBar *>(QStringLiteral("runTabs"));
        for (int i = 0; bar && i < bar->count(); ++i)
            texts << bar->tabText(i);
        return texts;
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("TRAINYARD_HOME", m_home.path().toUtf8());
        m_paths = Paths::standard();
        Preferences english;
        english.language = QStringLiteral("en");
        QVERIFY(QDir().mkpath(m_paths.config));
        english.save(m_paths.settings());
        auto store = StateDatabase::open(m_paths.database());
        QVERIFY(store);
        Run run;
        run.id = m_run;
        run.lineage = QStringLiteral("demo-abc123");
        run.name = QStringLiteral("demo");
        run.head().machineName = QStringLiteral("box");
        run.state = RunState::Finished;
        run.exitCode = 0;
        run.created = run.started = run.ended = QDateTime::currentDateTimeUtc();
        QVERIFY((*store)->runs.add(run));
        QVERIFY(QDir().mkpath(m_paths.runs() + u'/' + m_run.text()));
        QFile log(m_paths.runs() + u'/' + m_run.text() + QStringLiteral("/log"));
        QVERIFY(log.open(QIODevice::WriteOnly) && log.write("step=1 loss=2.5\nstep=2 loss=2.4\n") > 0);
    }

    void cleanupTestCase() { qunsetenv("TRAINYARD_HOME"); }

    void dialogsForFilesHaveTheProjectsIcons()
    {
        const Desktop desktop(*qApp, {});
        const auto picture = [](const QIcon &icon) { return icon.pixmap(16, 16).toImage(); };
        QCOMPARE(picture(QApplication::style()->standardIcon(QStyle::SP_DirIcon)), picture(icon(QStringLiteral("folder"))));
        QVERIFY(!QApplication::style()->standardIcon(QStyle::SP_MessageBoxWarning).isNull());
    }

    void theLanguageOfTheRunPageChangesInPlace()
    {
        Desktop desktop(*qApp, {});
        QTRY_VERIFY(desktop.window()->isVisible());
        QTest::qWait(0);
        const auto open = [&] {
            desktop.window()->openRun(m_run);
            return desktop.window()->page() == MainWindow::RunDetail;
        };
        QTRY_VERIFY(open());
        const QStringList english = tabs(desktop.window());
        QVERIFY(english.contains(QStringLiteral("Log")) && english.contains(QStringLiteral("Files")) && english.size() == 7);

        QPointer<MainWindow> before = desktop.window();
        choose(desktop.window(), "languageChoice", QStringLiteral("zh_CN"));
        QTRY_VERIFY(!before && desktop.window()->isVisible());
        QTRY_VERIFY(open());
        const QStringList chinese = tabs(desktop.window());
        QCOMPARE(chinese.size(), english.size());
        for (const QString &text : chinese)
            QVERIFY2(hasChinese(text), qPrintable(text));
        const auto *const page = desktop.window()->findChild<QWidget *>(QStringLiteral("runPage"));
        QVERIFY(page->isVisible());
        int seen = 0;
        const auto buttons = page->findChildren<QAbstractButton *>();
        for (const QAbstractButton *const button : buttons) {
            const QString text = button->text().isEmpty() ? button->accessibleName() : button->text();
            if (!button->isVisible() || text.size() < 2 || std::none_of(text.begin(), text.end(), [](QChar c) { return c.isLetter(); }))
                continue;
            // Symbols like "Aa" are the same in all languages, their names are not.
            QVERIFY2(hasChinese(text) || hasChinese(button->accessibleName()),
                     qPrintable(button->objectName() + QStringLiteral(": ") + text));
            ++seen;
        }
        QVERIFY2(seen >= 5, qPrintable(QString::number(seen)));
        QCOMPARE(Preferences::load(m_paths.settings()).language, QStringLiteral("zh_CN"));

        before = desktop.window();
        choose(desktop.window(), "languageChoice", QStringLiteral("en"));
        QTRY_VERIFY(!before && desktop.window()->isVisible());
        QTRY_VERIFY(open());
        QCOMPARE(tabs(desktop.window()), english);
    }

    // After a change of language the user's work continues where it was.
    void whatWasEnteredStaysThroughAChangeOfLanguage()
    {
        Desktop desktop(*qApp, {});
        QTRY_VERIFY(desktop.window()->isVisible());
        QTest::qWait(0);
        const auto find = [&](const char *name) { return desktop.window()->findChild<QWidget *>(QLatin1String(name)); };
        const auto type = [&](const char *name, const QString &text) { qobject_cast<QLineEdit *>(find(name))->insert(text); };
        desktop.window()->showPage(MainWindow::Runs);
        type("runsFilter", QStringLiteral("dem"));
        desktop.window()->showPage(MainWindow::Launch);
        const QString draft = QStringLiteral("# of mine\nname: lora\nrun: python train.py --lr 3e-4\n");
        qobject_cast<QPlainTextEdit *>(find("taskEditor"))->setPlainText(draft);

        QPointer<MainWindow> before = desktop.window();
        choose(desktop.window(), "languageChoice", QStringLiteral("zh_CN"));
        QTRY_VERIFY(!before && desktop.window()->isVisible());
        // After a second change: even pages that were not shown in between keep their state.
        before = desktop.window();
        choose(desktop.window(), "languageChoice", QStringLiteral("en"));
        QTRY_VERIFY(!before && desktop.window()->isVisible());
        desktop.window()->showPage(MainWindow::Runs);
        QCOMPARE(qobject_cast<QLineEdit *>(find("runsFilter"))->text(), QStringLiteral("dem"));
        desktop.window()->showPage(MainWindow::Launch);
        QCOMPARE(qobject_cast<QPlainTextEdit *>(find("taskEditor"))->toPlainText(), draft);
        QCOMPARE(qobject_cast<QLineEdit *>(find("taskName"))->text(), QStringLiteral("lora"));
    }
};

QTEST_MAIN(TestDesktop)
#include "tst_desktop.moc"
