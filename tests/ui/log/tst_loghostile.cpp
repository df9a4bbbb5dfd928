// SPDX-License-Identifier: GPL-3.0-or-later
// Logs made to hang the panel or to hide something: the panel opens them, finds their last word and stays responsive.
#include "ui/log/logpanel.h"
#include "ui/log/logview.h"

#include <QFile>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace trainyard;

class TestLogHostile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void itIsShownToItsLastWord_data();
    void itIsShownToItsLastWord();
};

void TestLogHostile::itIsShownToItsLastWord_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<qint64>("hole");  // NUL bytes before them, which take no space on the disk
    QTest::addColumn<qint64>("lines");
    QByteArray returns, junk;
    for (int i = 0; i < 200'000; ++i)
        returns += "\r " + QByteArray::number(i);
    for (int i = 0; i < 2'000'000; ++i) {
        const char c = char(unsigned(i) * 7919U % 251U);
        junk += c == '\n' || c == '\r' ? '\xff' : c;
    }
    QTest::newRow("2 GiB without a newline") << QByteArray() << (qint64(2) << 30) << qint64(1);
    QTest::newRow("a line of 10 MB") << QByteArray(10'000'000, 'x') << qint64(0) << qint64(1);
    QTest::newRow("states of a bar without end") << returns << qint64(0) << qint64(1);
    QTest::newRow("colours without end") << QByteArray("\x1b[38;5;1mx\x1b[0m").repeated(300'000) << qint64(0) << qint64(1);
    QTest::newRow("parameters without end") << "\x1b[" + QByteArray(3'000'000, ';') + 'm' << qint64(0) << qint64(1);
    QTest::newRow("invalid UTF-8 and NUL") << junk << qint64(0) << qint64(1);
    QTest::newRow("nothing but newlines") << QByteArray(3'000'000, '\n') << qint64(0) << qint64(3'000'001);
}

void TestLogHostile::itIsShownToItsLastWord()
{
    QFETCH(QByteArray, bytes);
    QFETCH(qint64, hole);
    QFETCH(qint64, lines);
    constexpr int kSoon = 120'000;
    QTemporaryDir dir;
    QFile file(dir.filePath(QStringLiteral("log")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(hole) && file.seek(hole));
    const QByteArray all = bytes + " the last word";
    QCOMPARE(file.write(all), all.size());
    file.close();

    LogPanel panel;
    panel.resize(1240, 560);
    panel.show();
    int answers = 0;
    QTimer alive;
    connect(&alive, &QTimer::timeout, &alive, [&answers] { ++answers; });
    alive.start(10);
    panel.setFile(file.fileName());
    LogView &view = *panel.view();
    QTRY_COMPARE_WITH_TIMEOUT(view.index().byteCount(), hole + all.size(), kSoon);
    QTRY_VERIFY_WITH_TIMEOUT(!view.index().isBusy(), kSoon);
    QCOMPARE(qint64(view.index().lineCount()), lines);
    view.find({QStringLiteral("the last word"), false, false});
    QTRY_VERIFY_WITH_TIMEOUT(!view.search().isBusy() && view.search().hits().size() == 1, kSoon);
    QCOMPARE(view.search().hits().front().offset(), hole + all.size() - qint64(qstrlen("the last word")));

    // An expression with exponential cost in other engines, wrapped, at its beginning and at its end.
    if (hole == 0)  // its cost is in the benchmark
        view.find({QStringLiteral("(x+x+)+y|1$"), false, true});
    LogLook look;
    look.isWrapped = true;
    view.setLook(look);
    view.setFollowing(false);
    view.verticalScrollBar()->setValue(0);
    QVERIFY(!panel.grab().isNull());
    view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum());
    QVERIFY(!panel.grab().isNull());
    QTRY_VERIFY_WITH_TIMEOUT(!view.search().isBusy(), kSoon);
    QVERIFY(answers > 0);
}

QTEST_MAIN(TestLogHostile)
#include "tst_loghostile.moc"
