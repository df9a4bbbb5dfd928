// SPDX-License-Identifier: GPL-3.0-or-later
// The registry of a window's actions: their keys work, a disabled action does nothing, and two with the same key are detected.
#include "ui/common/actionregistry.h"
#include "ui/common/keytable.h"

#include <QTest>
#include <QWidget>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

Action action(
    const char *id, const QList<QKeySequence> &keys, const std::function<void()> &run = [] {})
{
    Action one{s(id), s(id), s("Action")};
    one.keys = keys;
    one.run = run;
    return one;
}

}  // namespace

class TestActionRegistry : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keysDoWhatIsRegistered();
    void whatCannotBeDoneSaysWhyAndDoesNothing();
    void twoActionsWithOneKeyAreFound();
    void keysOfTheWindowAreNoOthers();
};

void TestActionRegistry::keysDoWhatIsRegistered()
{
    QWidget window;
    ActionRegistry registry(&window);
    int done = 0, ofButton = 0;
    registry.add(action("a", {Qt::CTRL | Qt::Key_A, Qt::Key_F3}, [&] { ++done; }));
    registry.add(action("b", {Qt::CTRL | Qt::Key_B}, [&] { ++ofButton; }), ActionRegistry::Keys::OfButton);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QTest::keyClick(&window, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(&window, Qt::Key_F3);
    QCOMPARE(done, 2);
    QTest::keyClick(&window, Qt::Key_B, Qt::ControlModifier);
    QCOMPARE(ofButton, 0);  // a button has this key
    QVERIFY(registry.trigger(s("b")));
    QCOMPARE(ofButton, 1);
    QVERIFY(!registry.trigger(s("c")) && !registry.find(s("c")));
}

void TestActionRegistry::whatCannotBeDoneSaysWhyAndDoesNothing()
{
    QWidget window;
    ActionRegistry registry(&window);
    int done = 0;
    QString obstacle = s("There is no machine.");
    Action one = action("a", {Qt::CTRL | Qt::Key_A}, [&] { ++done; });
    one.obstacle = [&] { return obstacle; };
    registry.add(one);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QCOMPARE(registry.find(s("a"))->reason(), obstacle);
    QVERIFY(!registry.find(s("a"))->isEnabled());
    QTest::keyClick(&window, Qt::Key_A, Qt::ControlModifier);
    QVERIFY(!registry.trigger(s("a")));
    QCOMPARE(done, 0);
    obstacle.clear();
    QVERIFY(registry.find(s("a"))->isEnabled());
    QTest::keyClick(&window, Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(done, 1);
}

void TestActionRegistry::twoActionsWithOneKeyAreFound()
{
    const QKeySequence one(Qt::CTRL | Qt::Key_A), other(Qt::Key_F3);
    QVERIFY(keyConflicts({action("a", {one}), action("b", {other}), action("c", {})}).isEmpty());
    const QList<KeyConflict> found = keyConflicts({action("a", {one}), action("b", {other}), action("c", {other, one})});
    QCOMPARE(found, QList<KeyConflict>({{one, s("a"), s("c")}, {other, s("b"), s("c")}}));
}

// They work on every page, so a page's own actions need different keys.
void TestActionRegistry::keysOfTheWindowAreNoOthers()
{
    QList<Action> all;
    for (int number = 1; number <= 9; ++number)
        all << action(qPrintable(s("page %1").arg(number)), {keyForPage(number)});
    const qsizetype pages = all.size();
    for (int what = 0; what <= int(KeyFor::TerminalBefore); ++what)
        all << action(qPrintable(s("key %1").arg(what)), {keyFor(KeyFor(what))});
    QVERIFY(int(KeyFor::Quit) < int(KeyFor::Find));
    for (const KeyConflict &conflict : keyConflicts(all)) {
        for (qsizetype i = 0; i <= pages + int(KeyFor::Quit); ++i)
            QVERIFY2(conflict.first != all[i].id && conflict.second != all[i].id,
                     qPrintable(s("%1: %2 and %3").arg(conflict.keys.toString(), conflict.first, conflict.second)));
    }
}

QTEST_MAIN(TestActionRegistry)
#include "tst_actionregistry.moc"
