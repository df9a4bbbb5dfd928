// SPDX-License-Identifier: GPL-3.0-or-later
// Stored checks of machines: judged again, they give the same result. The answer comes from this computer.
#include "core/service/machines/checkkeeper.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class TestCheckKeeper : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsKeptIsJudgedAsItWas()
    {
        QTemporaryDir directory;
        auto store = StateDatabase::open(directory.filePath(QStringLiteral("trainyard.db")));
        QVERIFY(store);
        Machine machine;
        machine.name = QStringLiteral("box");
        machine.target.host = QStringLiteral("203.0.113.7");
        const auto added = (*store)->machines.add(machine);
        QVERIFY(added);
        QProcess script;
        script.start(QStringLiteral("sh"), {QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/onbox/check.sh")});
        QVERIFY(script.waitForFinished(120000));
        AskedCheck asked;
        asked.request.nodes = {QStringLiteral("node-1")};
        asked.request.ports = {29500, 1};
        asked.answer = script.readAllStandardOutput();
        asked.began = QDateTime::currentDateTimeUtc();
        asked.duration = std::chrono::milliseconds(1234);
        const qint64 now = asked.began.toMSecsSinceEpoch();
        asked.clock = ClockReading{now, now + 40, QByteArray::number(now / 1000) + ".5\n"};
        const auto facts = HealthFacts::builtIn();
        QVERIFY(facts);
        const auto before = judgedCheck(asked, *facts);
        QVERIFY2(before, before ? "" : qPrintable(before.error().what));

        QVERIFY(keepCheck(**store, added->id, asked));
        const auto listed = (*store)->checks.all(added->id);
        QVERIFY(listed && listed->size() == 1);
        const auto record = (*store)->checks.find(listed->first().id);
        QVERIFY(record);
        const auto again = askedCheck(*record);
        QVERIFY(again);
        QCOMPARE(again->request.nodes, asked.request.nodes);
        QCOMPARE(again->request.ports, asked.request.ports);
        const auto after = judgedCheck(*again, *facts);
        QVERIFY(after);
        QCOMPARE(after->summary(), before->summary());
        QCOMPARE(after->findings.size(), before->findings.size());
        for (qsizetype i = 0; i < before->findings.size(); ++i)
            QCOMPARE(after->findings[i].what, before->findings[i].what);
        QCOMPARE(after->duration, before->duration);
        QCOMPARE(after->checkedAt.toMSecsSinceEpoch(), before->checkedAt.toMSecsSinceEpoch());
    }

    void whatSomebodySpoiledIsAnError()
    {
        CheckRecord record;
        record.answer = "x";
        QCOMPARE(askedCheck(record).error().code, ErrorCode::Corrupt);
        record.question = "{}";
        record.answer.clear();
        QCOMPARE(askedCheck(record).error().code, ErrorCode::Corrupt);
    }
};

QTEST_GUILESS_MAIN(TestCheckKeeper)
#include "tst_checkkeeper.moc"
