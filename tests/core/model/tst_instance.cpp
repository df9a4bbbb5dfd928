// SPDX-License-Identifier: GPL-3.0-or-later
// Which state of an instance may follow which, and how a provider's report changes it.
#include "core/model/instance.h"

#include <QSet>
#include <QTest>

using namespace trainyard;

namespace {

const QList<InstanceState> &states()
{
    static const auto all = [] {
        QList<InstanceState> made;
        for (int number = 0; number <= int(InstanceState::Failed); ++number)
            made << InstanceState(number);
        return made;
    }();
    return all;
}

}  // namespace

class TestInstance : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesAreStableAndReadBack()
    {
        QSet<QString> names;
        for (const InstanceState state : states()) {
            names << instanceStateName(state);
            QCOMPARE(instanceStateFromName(instanceStateName(state)), std::optional(state));
        }
        QCOMPARE(names.size(), states().size());
        QCOMPARE(instanceStateName(InstanceState::HostKeyChecked), QStringLiteral("host-key-checked"));
        QVERIFY(!instanceStateFromName(QStringLiteral("running")));
        QVERIFY(!instanceStateFromName(QString()));
    }

    // The whole table, written out: what is not in a row is not allowed.
    void transitionsAreThoseOfTheTable_data()
    {
        QTest::addColumn<QString>("allowed");
        const auto row = [](const char *from, const char *allowed) { QTest::newRow(from) << QString::fromLatin1(allowed); };
        row("requested", "booting stopping stopped terminating gone failed");
        row("booting", "answers-ssh host-key-checked stopping stopped terminating gone failed");
        row("answers-ssh", "booting host-key-checked stopping stopped terminating gone failed");
        row("host-key-checked", "booting gpus-answer checked ready stopping stopped terminating gone failed");
        row("gpus-answer", "booting checked ready stopping stopped terminating gone failed");
        row("checked", "booting ready stopping stopped terminating gone failed");
        row("ready", "booting stopping stopped terminating gone failed");
        row("stopping", "booting stopped terminating gone failed");
        row("stopped", "booting terminating gone failed");
        row("terminating", "gone");
        row("gone", "");
        row("failed", "terminating gone");
    }
    void transitionsAreThoseOfTheTable()
    {
        QFETCH(QString, allowed);
        const auto from = instanceStateFromName(QString::fromLatin1(QTest::currentDataTag()));
        QVERIFY(from);
        const QStringList names = allowed.split(u' ', Qt::SkipEmptyParts);
        for (const InstanceState to : states())
            QVERIFY2(canFollow(*from, to) == names.contains(instanceStateName(to)), qPrintable(instanceStateName(to)));
    }

    void everyStateBeforeGoneLeadsThere()
    {
        for (const InstanceState state : states())
            QCOMPARE(canFollow(state, InstanceState::Gone), state != InstanceState::Gone);
    }

    void whatAProviderSaysMovesTheState_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<int>("said");
        QTest::addColumn<QString>("to");  // empty: no news
        const auto row = [](const char *name, const char *from, ProvidedState said, const char *to) {
            QTest::newRow(name) << QString::fromLatin1(from) << int(said) << QString::fromLatin1(to);
        };
        row("it was made", "requested", ProvidedState::Starting, "booting");
        row("it runs already", "requested", ProvidedState::Running, "booting");
        row("made, but outbid at once", "requested", ProvidedState::Stopped, "stopped");
        row("it could not be made", "requested", ProvidedState::Failed, "failed");
        row("running says nothing of SSH", "booting", ProvidedState::Running, "");
        row("running is no step back", "ready", ProvidedState::Running, "");
        row("it reboots", "ready", ProvidedState::Starting, "booting");
        row("stopped by another hand", "ready", ProvidedState::Stopped, "stopped");
        row("started by another hand", "stopped", ProvidedState::Running, "booting");
        row("a stop that is not seen yet", "stopping", ProvidedState::Running, "");
        row("it stopped", "stopping", ProvidedState::Stopped, "stopped");
        row("listed while it is given back", "terminating", ProvidedState::Running, "");
        row("stopped while it is given back", "terminating", ProvidedState::Stopped, "");
        row("given back", "terminating", ProvidedState::Gone, "gone");
        row("it vanished", "ready", ProvidedState::Gone, "gone");
        row("taken away", "ready", ProvidedState::Terminating, "terminating");
        row("failed and still running", "failed", ProvidedState::Running, "");
        row("nothing comes after gone", "gone", ProvidedState::Running, "");
    }
    void whatAProviderSaysMovesTheState()
    {
        QFETCH(QString, from);
        QFETCH(int, said);
        QFETCH(QString, to);
        QCOMPARE(stateAfter(*instanceStateFromName(from), ProvidedState(said)), instanceStateFromName(to));
    }

    // For any report in any state, the answer is a transition in the table.
    void aProvidersWordNeverBreaksTheTable()
    {
        for (const InstanceState state : states()) {
            for (int said = 0; said <= int(ProvidedState::Failed); ++said) {
                const auto after = stateAfter(state, ProvidedState(said));
                QVERIFY(!after || canFollow(state, *after));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestInstance)

#include "tst_instance.moc"
