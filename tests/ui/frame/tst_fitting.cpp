// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fitting.h"
#include "ui/common/buttons.h"
#include "ui/common/label.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QTabBar>
#include <QTest>
#include <QVBoxLayout>

using namespace trainyard;

class TestFitting : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatFitsIsNotNamed();
    void aShortenedButtonIsNamed();
    void aWrappedTextNeedsItsHeight();
    void tabsBehindArrowsAreNamed();
    void whatIsScrolledToIsNotNamed();
    void scrollingInsideScrollingIsNamed();
};

namespace {

std::unique_ptr<QWidget> row(const QStringList &texts)
{
    auto page = std::make_unique<QWidget>();
    auto *const layout = new QHBoxLayout(page.get());
    for (const QString &text : texts)
        layout->addWidget(makeButton(QStringLiteral("button"), text));
    return page;
}

}  // namespace

void TestFitting::whatFitsIsNotNamed()
{
    const ProgramLook look(2.0);
    const auto page = row({QStringLiteral("Launch"), QStringLiteral("Stop…")});
    const PageRoom room(page.get(), {800, 200});
    QCOMPARE(cutOff(room.widget()), QStringList());
}

void TestFitting::aShortenedButtonIsNamed()
{
    const ProgramLook look(2.0);
    const auto page = row({QStringLiteral("Copy command"), QStringLiteral("Checkpoints")});
    const PageRoom room(page.get(), {300, 200});
    const QStringList found = cutOff(room.widget());
    QVERIFY2(found.filter(QStringLiteral("Copy command")).size() == 1, qPrintable(found.join(u'\n')));
}

void TestFitting::aWrappedTextNeedsItsHeight()
{
    const ProgramLook look;
    Label label(QStringLiteral("A sentence that is far too long for the one line it has got here."), TextRole::Body);
    label.setWordWrap(true);
    PageRoom room(&label, {120, 20});
    QCOMPARE(cutOff(room.widget()).size(), 1);
    room.resize({120, 200});
    QCOMPARE(cutOff(room.widget()), QStringList());
}

void TestFitting::tabsBehindArrowsAreNamed()
{
    const ProgramLook look;
    QTabBar tabs;
    for (const char *const name : {"Overview", "Log", "All charts", "Events", "Command"})
        tabs.addTab(QLatin1String(name));
    PageRoom room(&tabs, {160, 40});
    QVERIFY(!cutOff(room.widget()).isEmpty());
    room.resize({900, 40});
    QCOMPARE(cutOff(room.widget()), QStringList());
}

void TestFitting::whatIsScrolledToIsNotNamed()
{
    const ProgramLook look;
    QScrollArea area;
    area.setWidgetResizable(true);
    area.setWidget(row({QStringLiteral("Launch")}).release());
    area.widget()->setMinimumSize(40, 400);
    const PageRoom room(&area, {200, 100});
    QCOMPARE(cutOff(room.widget()), QStringList());
}

void TestFitting::scrollingInsideScrollingIsNamed()
{
    const ProgramLook look;
    QScrollArea outer;
    outer.setWidgetResizable(true);
    auto *const content = new QWidget;
    auto *const column = new QVBoxLayout(content);
    auto *const inner = new QScrollArea;
    inner->setWidgetResizable(true);
    inner->setWidget(row({QStringLiteral("Launch")}).release());
    inner->widget()->setMinimumSize(40, 400);
    column->addWidget(inner);
    outer.setWidget(content);
    inner->setMinimumHeight(200);
    const PageRoom room(&outer, {200, 100});
    const auto nested = [&room] { return cutOff(room.widget(), Sideways::Never, Nested::Refused); };
    QCOMPARE(nested().size(), 1);
    QCOMPARE(cutOff(room.widget()), QStringList());
    inner->setMinimumHeight(420);
    QTRY_COMPARE(nested(), QStringList());
}

QTEST_MAIN(TestFitting)
#include "tst_fitting.moc"
