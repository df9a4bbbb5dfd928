// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fitting.h"
#include "tests/ui/run/runsample.h"
#include "ui/charts/chartpanel.h"
#include "ui/charts/chartstack.h"
#include "ui/run/commandpane.h"
#include "ui/run/factsbar.h"
#include "ui/run/gpupanel.h"

#include <QAccessible>
#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>

using namespace trainyard;

namespace {

class Shown {
public:
    explicit Shown(RunState state = RunState::Running) : m_sample(state) { m_sample.show(page); }
    bool isThere()
    {
        return QTest::qWaitFor([this] { return RunSample::isRead(page); }, 20'000);
    }

private:
    const RunSample m_sample;

public:
    RunPage page;
};

void keepPicture(QWidget *widget, const QString &name)
{
    if (const QString pictures = qEnvironmentVariable("TRAINYARD_PICTURES"); !pictures.isEmpty())
        widget->grab().save(pictures + QLatin1Char('/') + name + QStringLiteral(".png"));
}

}  // namespace

class TestRunLayout : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingIsCutOff_data();
    void nothingIsCutOff();
    void chartsKeepAHeightThatCanBeRead();
    void actionsWithoutRoomAreInTheMenu();
    void aFactInALineIsShownWholeOrNotAtAll();
    void factsWrapAndAreReadOneByOne();
    void factsFoldWhereTheyTakeTooMuch();
    void theCommandStandsInItsSurroundings();
    void alertsOfTheTaskAreLinesInTheCharts();
    void theWheelScrollsThePageOverTheTabsToo();
};

void TestRunLayout::nothingIsCutOff_data()
{
    QTest::addColumn<QSize>("window");
    QTest::addColumn<double>("zoom");
    QTest::addColumn<RunState>("state");
    QTest::newRow("1440 by 900") << QSize(1440, 900) << 1.0 << RunState::Running;
    QTest::newRow("1024 by 640") << QSize(1024, 640) << 1.0 << RunState::Running;
    QTest::newRow("1440 by 900, text of 200 percent") << QSize(1440, 900) << 2.0 << RunState::Running;
    QTest::newRow("1024 by 640, text of 200 percent") << QSize(1024, 640) << 2.0 << RunState::Running;
    QTest::newRow("1920 by 1080, text of 150 percent, ended") << QSize(1920, 1080) << 1.5 << RunState::Finished;
    QTest::newRow("1024 by 640, failed") << QSize(1024, 640) << 1.0 << RunState::Failed;
    QTest::newRow("1024 by 640, text of 200 percent, failed") << QSize(1024, 640) << 2.0 << RunState::Failed;
}

void TestRunLayout::nothingIsCutOff()
{
    QFETCH(QSize, window);
    QFETCH(double, zoom);
    QFETCH(RunState, state);
    const ProgramLook look(zoom);
    Shown run(state);
    PageRoom room(&run.page, pageSize(window, zoom));
    QVERIFY(run.isThere());
    auto *const tabs = run.page.findChild<QTabBar *>(QStringLiteral("runTabs"));
    for (int tab = 0; tab < tabs->count(); ++tab) {
        tabs->setCurrentIndex(tab);
        // The charts appear one after the other, and each may change the available room.
        QStringList found;
        const bool isSettled = QTest::qWaitFor(
            [&] {
                found = cutOff(room.widget());
                return found.isEmpty();
            },
            10'000);
        keepPicture(room.widget(),
                    QStringLiteral("run-%1-%2-%3-%4").arg(window.width()).arg(int(zoom * 100)).arg(runStateName(state)).arg(tab));
        QVERIFY2(isSettled, qPrintable(tabs->tabText(tab) + QStringLiteral(":\n") + found.join(u'\n')));
    }
    auto *const facts = run.page.findChild<FactsBar *>(QStringLiteral("runFacts"));
    const QList<QRect> cells = facts->cells(facts->width());
    for (qsizetype i = 0; i < cells.size(); ++i)
        QVERIFY2(cells[i].width() >= FactsBar::widthOf(facts->facts()[i]), qPrintable(facts->paintedName(int(i))));
}

void TestRunLayout::chartsKeepAHeightThatCanBeRead()
{
    for (const double zoom : {1.0, 2.0}) {
        const ProgramLook look(zoom);
        Shown run;
        PageRoom room(&run.page, pageSize({1440, 860}, zoom));
        QVERIFY(run.isThere());
        auto *const charts = run.page.findChild<ChartStack *>(QStringLiteral("chartStack"));
        QTRY_VERIFY(charts->findChildren<ChartPanel *>().size() >= 3);
        // All of them without a scroll bar of their own: the page scrolls.
        QTRY_VERIFY(charts->height() >= charts->minimumSizeHint().height());
        const QList<ChartPanel *> panels = charts->findChildren<ChartPanel *>();
        for (const ChartPanel *const panel : panels)
            QVERIFY2(panel->isHidden() || panel->height() >= dp(70), qPrintable(panel->head().title + QString::number(panel->height())));
        QTRY_VERIFY(charts->width() >= dp(400));
    }
}

void TestRunLayout::actionsWithoutRoomAreInTheMenu()
{
    const ProgramLook look(2.0);
    Shown run;
    PageRoom room(&run.page, pageSize({1440, 900}, 2.0));
    auto *const copy = run.page.findChild<QPushButton *>(QStringLiteral("runCopyCommand"));
    auto *const stop = run.page.findChild<QPushButton *>(QStringLiteral("runStop"));
    QVERIFY(!copy->isVisible());
    QVERIFY(stop->isVisible());
    auto *const menu = run.page.findChild<QMenu *>(QStringLiteral("runMoreMenu"));
    Q_EMIT menu->aboutToShow();
    // They are above the menu's own entries.
    const auto entry = [menu](const QString &text) -> QAction * {
        const QList<QAction *> actions = menu->actions();
        for (QAction *const action : actions) {
            if (action->isSeparator())
                break;
            if (action->text() == text)
                return action;
        }
        return nullptr;
    };
    QCOMPARE(menu->actions().first(), entry(copy->text()));
    QVERIFY(!entry(stop->text()));
    int copied = 0;
    connect(copy, &QPushButton::clicked, this, [&copied] { ++copied; });
    entry(copy->text())->trigger();
    QCOMPARE(copied, 1);
    // With enough room they are outside again, and no longer in the menu.
    room.resize({3000, 1000});
    QVERIFY(copy->isVisible());
    Q_EMIT menu->aboutToShow();
    QVERIFY(!entry(copy->text()));
    QVERIFY(!menu->actions().isEmpty());
}

void TestRunLayout::aFactInALineIsShownWholeOrNotAtAll()
{
    const ProgramLook look;
    FactsBar bar;
    bar.setFolded(true);
    const auto picture = [&bar](const QString &lastValue) {
        QList<Fact> facts(4);
        for (qsizetype i = 0; i < facts.size(); ++i) {
            facts[i].label = QStringLiteral("Label %1").arg(i);
            facts[i].value = i + 1 < facts.size() ? QStringLiteral("a value") : lastValue;
        }
        bar.setFacts(facts);
        return bar.grab().toImage();
    };
    int shown = 0, hidden = 0;
    for (int width = dp(240); width < dp(560); width += 3) {
        bar.resize(width, bar.heightForWidth(width));
        const QImage image = picture(QStringLiteral("12 345"));
        const bool hasBegin = picture(QStringLiteral("92 345")) != image, hasEnd = picture(QStringLiteral("12 349")) != image;
        QVERIFY2(hasBegin == hasEnd, qPrintable(QString::number(width)));
        ++(hasEnd ? shown : hidden);
    }
    QVERIFY(shown > 0 && hidden > 0);
}

void TestRunLayout::factsWrapAndAreReadOneByOne()
{
    const ProgramLook look;
    FactsBar bar;
    QList<Fact> facts;
    for (const char *const label : {"GPU busy", "Training speed", "Progress", "Loss", "Elapsed", "Remaining", "Cost so far"}) {
        Fact fact;
        fact.label = QLatin1String(label);
        fact.value = QStringLiteral("a value");
        fact.context = QStringLiteral("and what it means");
        facts << fact;
    }
    bar.setFacts(facts);
    QVERIFY(bar.heightForWidth(500) > bar.heightForWidth(1400));
    QCOMPARE(bar.cells(500).size(), 7);
    for (const QRect &cell : bar.cells(500))
        QVERIFY(QRect(0, 0, 500, bar.heightForWidth(500)).contains(cell));
    // A value that gets shorter does not move anything.
    const QList<QRect> before = bar.cells(1400);
    facts[2].value = QStringLiteral("v");
    bar.setFacts(facts);
    QCOMPARE(bar.cells(1400), before);
    QAccessibleInterface *const list = QAccessible::queryAccessibleInterface(&bar);
    QCOMPARE(list->role(), QAccessible::List);
    QCOMPARE(list->childCount(), 7);
    QCOMPARE(list->child(1)->role(), QAccessible::ListItem);
    QCOMPARE(list->child(1)->text(QAccessible::Name), QStringLiteral("Training speed: a value, and what it means"));
    QVERIFY(!list->text(QAccessible::Name).contains(QStringLiteral("..")));
}

void TestRunLayout::factsFoldWhereTheyTakeTooMuch()
{
    for (const double zoom : {1.0, 2.0}) {
        const ProgramLook look(zoom);
        Shown run;
        PageRoom room(&run.page, pageSize({1440, 900}, zoom));
        QVERIFY(run.isThere());
        auto *const facts = run.page.findChild<FactsBar *>(QStringLiteral("runFacts"));
        auto *const fold = run.page.findChild<QToolButton *>(QStringLiteral("runFactsFold"));
        const bool isLarge = zoom > 1;
        QTRY_COMPARE(facts->isFolded(), isLarge);
        QCOMPARE(fold->isVisible(), isLarge);
        QVERIFY2(facts->height() * 4 <= run.page.height(), qPrintable(QString::number(facts->height())));
        if (!isLarge)
            continue;
        // Nothing is kept from a screen reader, and each fact has a place to point at.
        QCOMPARE(facts->paintedCount(), int(facts->facts().size()));
        for (int i = 0; i < facts->paintedCount(); ++i)
            QVERIFY(facts->rect().contains(facts->paintedRect(i)));
        const QString before = fold->accessibleName();
        fold->setFocus();
        QTest::keyClick(fold, Qt::Key_Space);
        QTRY_VERIFY(!facts->isFolded() && facts->height() == facts->heightForWidth(facts->width()));
        QVERIFY(fold->accessibleName() != before);
        QTRY_COMPARE(cutOff(room.widget()), QStringList());
        QTest::keyClick(fold, Qt::Key_Space);
        QTRY_VERIFY(facts->isFolded());
    }
}

void TestRunLayout::theCommandStandsInItsSurroundings()
{
    const TaskCheck check = parseTask(
        "name: demo\nworkdir: ~/code\nenvs:\n  LR: 3e-4\nsecrets:\n  HF_TOKEN: sesame\nfile_mounts:\n  /data: ~/data\nrun: python train.py\n");
    QVERIFY(check.errors.isEmpty());
    RunView view{RunSample::runOf(RunState::Running), LinkState::Live, {}, QDateTime::currentDateTime(), false, {}, {}};
    view.run.head().directory = QStringLiteral("/home/me/.trainyard/runs/x");
    view.revision = QStringLiteral("0a1b2c3");
    CommandPane pane;
    pane.setRun(view, &check.task);
    QString all;
    for (const QLabel *const label : pane.findChildren<QLabel *>())
        all += label->text() + QLatin1Char('\n');
    for (const char *const said :
         {"0a1b2c3", "podman", "~/code", "LR=3e-4", "HF_TOKEN (secret)", "/data, from ~/data", "/home/me/.trainyard/runs/x"})
        QVERIFY2(all.contains(QLatin1String(said)), said);
    QVERIFY(!all.contains(QStringLiteral("sesame")));
    // One line of a command does not take up a page.
    pane.resize(900, 700);
    pane.show();
    QVERIFY(pane.findChild<QWidget *>(QStringLiteral("runCommand"))->height() < dp(90));
    // Without the file, the run's own values are used.
    QVERIFY(surroundingsOf(view, nullptr).size() >= 5);
}

void TestRunLayout::alertsOfTheTaskAreLinesInTheCharts()
{
    const ProgramLook look;
    Shown run;
    PageRoom room(&run.page, {1200, 900});
    QVERIFY(run.isThere());
    run.page.findChild<QTabBar *>(QStringLiteral("runTabs"))->setCurrentIndex(2);
    auto *const charts = run.page.findChild<ChartStack *>(QStringLiteral("chartStack"));
    const QList<PlotThreshold> lines = charts->panel(ChartKind::GpuTemperature)->content().thresholds;
    const auto alert = std::find_if(lines.begin(), lines.end(), [](const PlotThreshold &line) { return line.y == 80; });
    QVERIFY(alert != lines.end());
    QCOMPARE(lines.size(), 1);  // it replaces the usual one
    QVERIFY2(alert->words.startsWith(QStringLiteral("alert at 80")) && alert->words.contains(QStringLiteral("5\u00a0min")),
             qPrintable(alert->words));
    QVERIFY(charts->panel(ChartKind::GpuBusy)->content().thresholds.isEmpty());
    // A rule of the settings, and an alert that is open, are shown too, and follow what is changed.
    Alert open;
    open.kind = AlertKind::GpuIdle;
    open.opened = QDateTime::currentDateTimeUtc();
    RunView view = run.page.view();
    view.openAlerts = {open};
    run.page.setRun(view);
    const auto idle = [&] { return charts->panel(ChartKind::GpuBusy)->content().thresholds; };
    QCOMPARE(idle().size(), 1);
    QVERIFY2(idle().first().words.startsWith(QStringLiteral("alert below 30"))
                 && idle().first().words.contains(QStringLiteral("open since")),
             qPrintable(idle().first().words));
    view.openAlerts.clear();
    view.alertRules.apply({AlertKind::GpuIdle, true, 20, {}});
    run.page.setRun(view);
    QCOMPARE(idle().value(0).y, 20.0);
    QVERIFY(!idle().value(0).words.contains(QStringLiteral("open since")));
    view.alertRules.apply({AlertKind::GpuIdle, false, {}, {}});
    run.page.setRun(view);
    QVERIFY(idle().isEmpty());
}

void TestRunLayout::theWheelScrollsThePageOverTheTabsToo()
{
    const ProgramLook look;
    Shown run;
    PageRoom room(&run.page, {900, 400});
    QVERIFY(run.isThere());
    auto *const tabs = run.page.findChild<QTabBar *>(QStringLiteral("runTabs"));
    QScrollArea *scroll = nullptr;
    for (QWidget *above = tabs->parentWidget(); above && !scroll; above = above->parentWidget())
        scroll = qobject_cast<QScrollArea *>(above);
    QVERIFY(scroll && scroll->verticalScrollBar()->maximum() > 0);
    const QPointF at(tabs->rect().center());
    QWheelEvent event(at, tabs->mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(tabs, &event);
    QCOMPARE(tabs->currentIndex(), 0);
    QVERIFY(!event.isAccepted());  // so that the page gets it
}

QTEST_MAIN(TestRunLayout)
#include "tst_runlayout.moc"
