// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/linediff.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTest>

using namespace trainyard;

namespace {

QString signs(const QList<DiffLine> &lines)
{
    QStringList all;
    for (const DiffLine &line : lines)
        all << (line.change == LineChange::Same ? u' ' : line.change == LineChange::Added ? u'+' : u'-') + line.text;
    return all.join(u'|');
}

// A text made of the lines that are in it.
QString side(const QList<DiffLine> &lines, LineChange other)
{
    QString text;
    for (const DiffLine &line : lines)
        text += line.change == other ? QString() : line.text + u'\n';
    return text;
}

}  // namespace

class TestLineDiff : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fewLinesChange_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("expected");
        const auto s = [](const char *text) { return QString::fromUtf8(text); };
        QTest::newRow("equal") << s("a\nb\n") << s("a\nb\n") << s(" a| b");
        QTest::newRow("both empty") << s("") << s("") << s("");
        QTest::newRow("all new") << s("") << s("a\n") << s("+a");
        QTest::newRow("all gone") << s("a\n") << s("") << s("-a");
        QTest::newRow("replaced") << s("a\nb\nc\n") << s("a\nx\nc\n") << s(" a|-b|+x| c");
        QTest::newRow("moved") << s("a\nb\nc\n") << s("b\nc\na\n") << s("-a| b| c|+a");
        QTest::newRow("without a last line break") << s("a\nb") << s("a\nb\n") << s(" a| b");
        QTest::newRow("repeated lines") << s("x\nx\nx\n") << s("x\nx\n") << s(" x| x|-x");
    }
    void fewLinesChange()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(QString, expected);
        QCOMPARE(signs(lineDiff(before, after)), expected);
    }
    void linesKeepTheirNumbers()
    {
        const QList<DiffLine> lines = lineDiff(QStringLiteral("a\nb\n"), QStringLiteral("b\nc\n"));
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines[0].oldLine, 1);
        QCOMPARE(lines[0].newLine, 0);
        QCOMPARE(lines[1].oldLine, 2);
        QCOMPARE(lines[1].newLine, 1);
        QCOMPARE(lines[2].newLine, 2);
    }
    void bothTextsCanBeReadFromAnyDifference()
    {
        QRandomGenerator random(7);
        for (int i = 0; i < 500; ++i) {
            QString texts[2];
            for (QString &text : texts) {
                for (int line = random.bounded(12); line > 0; --line)
                    text += QChar(u'a' + random.bounded(4)) + QStringLiteral("\n");
            }
            const QList<DiffLine> lines = lineDiff(texts[0], texts[1]);
            QCOMPARE(side(lines, LineChange::Added), texts[0]);
            QCOMPARE(side(lines, LineChange::Removed), texts[1]);
        }
    }
    void hugeTextsTakeLinearTime()
    {
        QString before, after;
        for (int i = 0; i < 200'000; ++i) {
            before += QStringLiteral("a%1\n").arg(i);
            after += QStringLiteral("b%1\n").arg(i);
        }
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(lineDiff(before, after).size(), 400'000);
        QVERIFY2(timer.elapsed() < 10'000, qPrintable(QString::number(timer.elapsed())));
    }
};

QTEST_APPLESS_MAIN(TestLineDiff)

#include "tst_linediff.moc"
