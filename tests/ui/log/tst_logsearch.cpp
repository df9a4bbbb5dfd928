// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/logfilter.h"
#include "ui/log/logsearch.h"

#include <QFile>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>

using namespace trainyard;

Q_DECLARE_METATYPE(trainyard::LogQuery)

class TestLogSearch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        QVERIFY(m_dir.isValid());
        m_path = m_dir.filePath(QTest::currentTestFunction());
    }
    void findsWhatPlainSearchFinds_data();
    void findsWhatPlainSearchFinds();
    void expressionsMatchWithinLines();
    void invalidExpressionsSaySo_data();
    void invalidExpressionsSaySo();
    void expressionsThatExplodeElsewhereEnd();
    void followsGrowthAcrossTheSeam();
    void aLineLongerThanAnyBufferIsSearchedOnce();
    void aLargeFileIsSearchedInStretches_data();
    void aLargeFileIsSearchedInStretches();
    void rareBytesOfTheFileAreLookedFor();
    void whatWasOverwrittenIsNoHit();
    void hiddenLinesHaveNoHits();
    void manyHitsAreCapped();
    void chosenLinesAreFoundAgain_data();
    void chosenLinesAreFoundAgain();
    void choiceFollowsGrowth();
    void errorsAreFoundInBothDirections();
    void aFileCutWhileItIsSearchedHangsNothing();

private:
    void write(const QByteArray &bytes, QIODevice::OpenMode mode = QIODevice::WriteOnly)
    {
        QFile file(m_path);
        QVERIFY(file.open(mode));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    std::shared_ptr<const LogFile> open() const
    {
        auto file = std::make_shared<LogFile>();
        file->fd = ::open(QFile::encodeName(m_path).constData(), O_RDONLY | O_CLOEXEC);
        return file;
    }
    static std::vector<qint64> offsets(const LogSearch &search)
    {
        std::vector<qint64> found;
        for (const LogHit &hit : search.hits())
            found.push_back(hit.offset());
        return found;
    }
    QTemporaryDir m_dir;
    QString m_path;
};

void TestLogSearch::findsWhatPlainSearchFinds_data()
{
    QTest::addColumn<QString>("needle");
    QTest::addColumn<bool>("isCaseSensitive");
    QTest::newRow("word") << "loss" << true;
    QTest::newRow("ignoring case") << "LoSs" << false;
    QTest::newRow("one byte") << "a" << true;
    QTest::newRow("one letter ignoring case") << "L" << false;
    QTest::newRow("overlapping with itself") << "aa" << true;
    QTest::newRow("beyond ASCII") << QStringLiteral("损失") << false;
    QTest::newRow("bytes next to letters in the table") << "@[`{" << false;
    QTest::newRow("absent") << "nowhere" << false;
    QTest::newRow("long") << "lossLossaaax" << false;
}

void TestLogSearch::findsWhatPlainSearchFinds()
{
    QFETCH(QString, needle);
    QFETCH(bool, isCaseSensitive);
    QByteArray bytes;
    QRandomGenerator random(11);
    while (bytes.size() < 1'500'000) {
        static const QList<QByteArray> kPieces = {"loss",        "Loss", "aaa", "x", "\n", "@[`{", "`{@[", QStringLiteral("损失").toUtf8(),
                                                  "lossLossaaax"};
        bytes += kPieces[random.bounded(int(kPieces.size()))];
    }
    write(bytes);
    LogSearch search;
    search.start({needle, isCaseSensitive, false});
    search.extendTo(open(), bytes.size());
    QTRY_VERIFY_WITH_TIMEOUT(!search.isBusy(), 30'000);
    const QByteArray text = isCaseSensitive ? bytes : bytes.toLower();
    const QByteArray wanted = isCaseSensitive ? needle.toUtf8() : needle.toUtf8().toLower();
    std::vector<qint64> expected;
    for (qsizetype at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.size()))
        expected.push_back(at);
    QCOMPARE(search.hits().size(), expected.size());
    QVERIFY(offsets(search) == expected);
}

void TestLogSearch::expressionsMatchWithinLines()
{
    const QByteArray bytes = "loss=1.5 acc=2\nval_loss=3\n\nend\r\n\rloss=7\rloss=8";
    write(bytes);
    LogSearch search;
    const auto find = [&](const char *expression) {
        search.start({QString::fromLatin1(expression), true, true});
        search.extendTo(open(), bytes.size());
        QStringList found;
        if (!QTest::qWaitFor([&] { return !search.isBusy(); }, 30'000))
            found << QStringLiteral("hangs");
        for (const LogHit &hit : search.hits())
            found << QString::fromUtf8(bytes.mid(hit.offset(), hit.length()));
        return found.join('|');
    };
    QCOMPARE(find("loss=[\\d.]+"), QStringLiteral("loss=1.5|loss=3|loss=8"));
    QCOMPARE(find("^loss"), QStringLiteral("loss|loss"));
    QCOMPARE(find("\\d$"), QStringLiteral("2|3|8"));
    QCOMPARE(find("(?i)LOSS=3"), QStringLiteral("loss=3"));
    QCOMPARE(find("acc=2\\sval"), QString());  // never beyond a line
    QCOMPARE(find("x*"), QString());           // an empty match does not count
    QCOMPARE(find("loss.*"), QStringLiteral("loss=1.5 acc=2|loss=3|loss=8"));
}

void TestLogSearch::invalidExpressionsSaySo_data()
{
    QTest::addColumn<QString>("expression");
    for (const char *text : {"a(", "a)", "[a", "*a", "a{1001}", "(?=a)", "(a)\\1", "a\\", "[z-a]", "(?P<n", "\\pX"})
        QTest::newRow(text) << QString::fromLatin1(text);
}

void TestLogSearch::invalidExpressionsSaySo()
{
    QFETCH(QString, expression);
    const LogMatcher matcher({expression, true, true});
    QVERIFY(!matcher.isUsable());
    QVERIFY(matcher.problem().endsWith(u'.') || matcher.problem().endsWith(u'。'));
    QCOMPARE(matcher.next("aaa", 3, 0).begin, -1);
}

void TestLogSearch::expressionsThatExplodeElsewhereEnd()
{
    const QByteArray bytes = QByteArray(50'000, 'a') + "!\n" + QByteArray(50'000, 'x') + '\n';
    write(bytes);
    for (const char *expression : {"(a+)+$", "(a|aa)+$", "(.*a){12}b", "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$"}) {
        LogSearch search;
        search.start({QString::fromLatin1(expression), true, true});
        search.extendTo(open(), bytes.size());
        QTRY_VERIFY_WITH_TIMEOUT(!search.isBusy(), 60'000);
        QCOMPARE(search.hits().size(), size_t(0));
    }
}

void TestLogSearch::followsGrowthAcrossTheSeam()
{
    write("needle nee");
    const auto file = open();
    LogSearch search;
    search.start({QStringLiteral("needle"), true, false});
    search.extendTo(file, 10);
    QTRY_VERIFY_WITH_TIMEOUT(!search.isBusy(), 30'000);
    QCOMPARE(search.hits().size(), size_t(1));
    write("dle\nneedle", QIODevice::Append);
    search.extendTo(file, 20);
    QTRY_COMPARE_WITH_TIMEOUT(search.hits().size(), size_t(3), 30'000);
    QVERIFY((offsets(search) == std::vector<qint64>{0, 7, 14}));
}

void TestLogSearch::aLineLongerThanAnyBufferIsSearchedOnce()
{
    // Hits across every chunk boundary, in a line of 6 MB that is overwritten in its middle.
    QByteArray bytes = "first needle\n";
    std::vector<qint64> expected{6};
    for (int i = 0; i < 300'000; ++i)
        bytes += "0123456789";
    bytes += "needle\rx";
    const qint64 shown = bytes.size() - 1;
    while (bytes.size() < 6'000'000) {
        expected.push_back(bytes.size());
        bytes += "needle-";
    }
    bytes += "\nlast needle\n";
    expected.push_back(bytes.size() - 7);
    QVERIFY(shown > 0);
    write(bytes);
    const auto file = open();
    for (const qint64 step : {bytes.size(), qint64(1'700'001)}) {
        LogSearch search;
        search.start({QStringLiteral("needle"), false, false});
        for (qint64 end = 0; end < bytes.size();) {
            end = std::min<qint64>(bytes.size(), end + step);
            search.extendTo(file, end);
            QTRY_VERIFY_WITH_TIMEOUT(!search.isBusy(), 30'000);
        }
        QCOMPARE(search.hits().size(), expected.size());
        QVERIFY(offsets(search) == expected);
    }
}

void TestLogSearch::aLargeFileIsSearchedInStretches_data()
{
    QTest::addColumn<LogQuery>("query");
    QTest::addColumn<qsizetype>("longLine");
    QTest::newRow("a text") << LogQuery{QStringLiteral("needle"), true, false} << qsizetype(0);
    QTest::newRow("a text, ignoring case") << LogQuery{QStringLiteral("NEEDLE"), false, false} << qsizetype(0);
    QTest::newRow("an expression") << LogQuery{QStringLiteral("ne+dle"), true, true} << qsizetype(0);
    QTest::newRow("with lines longer than a stretch reads at once")
        << LogQuery{QStringLiteral("needle"), true, false} << qsizetype(700'000);
    QTest::newRow("with a line longer than two stretches") << LogQuery{QStringLiteral("needle"), true, false} << qsizetype(18'000'000);
}

void TestLogSearch::aLargeFileIsSearchedInStretches()
{
    QFETCH(LogQuery, query);
    QFETCH(qsizetype, longLine);
    QByteArray bytes;
    bytes.reserve(60'000'000);
    std::vector<qint64> expected;
    QRandomGenerator random(7);
    const QByteArray filler(400, 'z');
    for (int line = 0; bytes.size() < 40'000'000; ++line) {
        if (longLine > 0 && line % 10'000 == 9'000)
            bytes += QByteArray(longLine, 'y');
        const int states = random.bounded(20) == 0 ? random.bounded(1, 4) : 0;
        for (int state = 0; state < states; ++state)
            bytes += (random.bounded(2) ? "needle" : "half") + QByteArrayLiteral(" 10%\r");
        bytes.append(filler.constData(), random.bounded(states > 0 ? 1 : 0, 400));  // some text follows the last state
        for (int hits = random.bounded(40) == 0 ? random.bounded(1, 4) : 0; hits > 0; --hits) {
            expected.push_back(bytes.size());
            bytes += "needle";
        }
        bytes += random.bounded(9) == 0 ? "\r\n" : "\n";
    }
    write(bytes);
    LogSearch search;
    search.start(query);
    search.extendTo(open(), bytes.size());
    QTRY_VERIFY_WITH_TIMEOUT(!search.isBusy(), 120'000);
    QCOMPARE(search.searchedBytes(), bytes.size());
    QCOMPARE(search.hits().size(), expected.size());
    QVERIFY(offsets(search) == expected);
}

void TestLogSearch::rareBytesOfTheFileAreLookedFor()
{
    // Whatever the sample contains, exactly the real matches are found.
    QByteArray bytes;
    for (int i = 0; i < 3000; ++i)
        bytes += "step=" + QByteArray::number(i) + " \xc3\xa4 Loss\n";
    for (const QByteArray &sample : {QByteArray(), QByteArray(100, 'x'), bytes.left(20'000), QByteArray(20'000, '\xa4')}) {
        for (const char *text : {"step=2999 ", "STEP=2999 \xc3\xa4", "9 \xc3\xa4 l", "s", "step=4000"}) {
            LogMatcher matcher({QString::fromUtf8(text), false, false});
            matcher.tuneTo(sample);
            const QByteArray folded = bytes.toLower(), wanted = QByteArray(text).toLower();
            qint64 at = 0;
            for (qsizetype expected = folded.indexOf(wanted);; expected = folded.indexOf(wanted, expected + 1)) {
                const LogMatcher::Match match = matcher.next(bytes.constData(), bytes.size(), at);
                QCOMPARE(match.begin, qint64(expected));
                if (expected < 0)
                    break;
                at = match.begin + 1;
            }
        }
    }
}

void TestLogSearch::whatWasOverwrittenIsNoHit()
{
    const QByteArray bytes = "\rloss=3\rloss=2\rloss=1\nloss=0\r\n\rloss=9\rloss=8";
    write(bytes);
    LogSearch search;
    search.start({QStringLiteral("loss"), true, false});
    search.extendTo(open(), bytes.size());
    QTRY_VERIFY_WITH_TIMEOUT(!search.isBusy(), 30'000);
    const auto at = [&bytes](const char *text) { return qint64(bytes.indexOf(text)); };
    QVERIFY((offsets(search) == std::vector<qint64>{at("loss=1"), at("loss=0"), at("loss=8")}));
    search.dropHits(at("loss=0"), at("loss=8") + 1);
    QCOMPARE(search.hits().size(), size_t(1));
}

void TestLogSearch::hiddenLinesHaveNoHits()
{
    QByteArray bytes;
    for (int i = 0; i < 40'000; ++i)
        bytes += "[rank" + QByteArray::number(i % 4) + "]: step=" + QByteArray::number(i) + (i % 100 == 0 ? " WARNING" : "") + "\n";
    write(bytes);
    LogChoice choice;
    choice.hasAllRanks = false;
    choice.ranks = {false, false, true};
    LogSearch search;
    search.start({QStringLiteral("step="), true, false}, choice);
    search.extendTo(open(), bytes.size());
    QTRY_VERIFY_WITH_TIMEOUT(!search.isBusy(), 30'000);
    QCOMPARE(search.hits().size(), size_t(10'000));
}

void TestLogSearch::manyHitsAreCapped()
{
    write(QByteArray(3'000'000, 'a'));
    LogSearch search;
    search.start({QStringLiteral("a"), true, false});
    search.extendTo(open(), 3'000'000);
    QTRY_VERIFY_WITH_TIMEOUT(!search.isBusy(), 60'000);
    QVERIFY(search.isFull());
    QCOMPARE(search.hits().size(), size_t(LogSearch::kMaxHits));
}

void TestLogSearch::chosenLinesAreFoundAgain_data()
{
    QTest::addColumn<int>("longEvery");
    QTest::newRow("short lines") << 0;
    QTest::newRow("lines longer than a block among them") << 500;
}

void TestLogSearch::chosenLinesAreFoundAgain()
{
    QFETCH(int, longEvery);
    QByteArray bytes;
    QRandomGenerator random(17);
    QList<LogKind> kinds;
    LogScanner reader;
    for (int i = 0; i < 6000; ++i) {
        QByteArray line = random.bounded(5) == 0 ? QByteArray("  more") : "[rank" + QByteArray::number(random.bounded(9)) + "]: ";
        line += random.bounded(30) == 0 ? "ERROR" : random.bounded(20) == 0 ? "DEBUG" : "x";
        line += QByteArray(longEvery && i % longEvery == 7 ? 150'000 : random.bounded(80), '.');
        bytes += line + (random.bounded(50) == 0 ? "\r[rank1]: WARNING after a bar\n" : "\n");
    }
    bytes += "[rank2]: torn";
    reader.feed(bytes.constData(), bytes.size(), [&kinds](const LogScanned &line) { kinds.append(line.kind); });
    kinds.append(reader.current().kind);
    write(bytes);
    LogIndex index;
    index.open(m_path);
    QTRY_VERIFY_WITH_TIMEOUT(!index.isBusy() && index.byteCount() == bytes.size(), 30'000);

    LogChoice one, levels;
    one.hasAllRanks = false;
    one.ranks = {false, true, true};
    levels.least = LogLevel::Warning;
    for (const LogChoice &choice : {one, levels}) {
        LogFilter filter(index);
        filter.restart(choice);
        filter.extendTo(bytes.size() / 3);
        QTRY_VERIFY_WITH_TIMEOUT(!filter.isBusy(), 30'000);
        filter.extendTo(bytes.size());
        QTRY_VERIFY_WITH_TIMEOUT(!filter.isBusy() && filter.scannedBytes() == bytes.size(), 30'000);
        qint64 ordinal = 0;
        for (qsizetype line = 0; line < kinds.size(); ++line) {
            if (line % 7 == 0)
                QCOMPARE(filter.ordinalOf(line), ordinal);
            QCOMPARE(filter.kindOf(line).level, kinds[line].level);
            if (choice.matches(kinds[line]))
                QCOMPARE(filter.lineAt(ordinal++), line);
        }
        QCOMPARE(filter.lineCount(), ordinal);
        QCOMPARE(filter.lineAt(ordinal), -1);
        QCOMPARE(filter.ranks().size(), size_t(9));
        QVERIFY(filter.hasLevels());
    }
}

void TestLogSearch::choiceFollowsGrowth()
{
    write("[rank0]: a\n[rank1]: b\n[ra");
    LogIndex index;
    index.open(m_path);
    LogFilter filter(index);
    LogChoice choice;
    choice.hasAllRanks = false;
    choice.ranks = {false, true};
    filter.restart(choice);
    const auto grow = [&](const QByteArray &bytes) {
        write(bytes, QIODevice::Append);
        const qint64 size = QFile(m_path).size();
        index.refresh();
        QTRY_VERIFY_WITH_TIMEOUT(!index.isBusy() && index.byteCount() == size, 30'000);
        filter.extendTo(size);
        QTRY_VERIFY_WITH_TIMEOUT(!filter.isBusy() && filter.scannedBytes() == size, 30'000);
    };
    grow({});
    QCOMPARE(filter.lineCount(), 1);
    grow("nk1]: c");
    QCOMPARE(filter.lineCount(), 2);  // the last line is still being written
    QCOMPARE(filter.lineAt(1), 2);
    grow("\r[rank0]: d\n[rank1]: e\n");
    QCOMPARE(filter.lineCount(), 2);
    QCOMPARE(filter.lineAt(1), 3);
}

void TestLogSearch::errorsAreFoundInBothDirections()
{
    QByteArray bytes;
    for (int i = 0; i < 5000; ++i)
        bytes += i % 1000 == 500 ? QByteArray("Traceback (most recent call last):\n  File\nValueError: x\n") : QByteArray("step\n");
    bytes += "ERROR torn";
    write(bytes);
    LogIndex index;
    index.open(m_path);
    QTRY_VERIFY_WITH_TIMEOUT(!index.isBusy() && index.byteCount() == bytes.size(), 30'000);
    LogFilter filter(index);
    filter.extendTo(bytes.size());
    QTRY_VERIFY_WITH_TIMEOUT(!filter.isBusy() && filter.scannedBytes() == bytes.size(), 30'000);
    QCOMPARE(filter.errorCount(), 6);
    QList<qint64> found;
    for (qint64 line = filter.nextError(-1); line >= 0; line = filter.nextError(line))
        found << line;
    QCOMPARE(found, (QList<qint64>{500, 1502, 2504, 3506, 4508, 5010}));
    QList<qint64> back;
    for (qint64 line = filter.previousError(index.lineCount()); line >= 0; line = filter.previousError(line))
        back.prepend(line);
    QCOMPARE(back, found);
}

void TestLogSearch::aFileCutWhileItIsSearchedHangsNothing()
{
    QByteArray bytes;
    for (int i = 0; i < 200'000; ++i)
        bytes += "a line of the log\n";
    write(bytes);
    LogIndex index;
    index.open(m_path);
    QTRY_VERIFY_WITH_TIMEOUT(!index.isBusy() && index.byteCount() == bytes.size(), 30'000);
    LogFilter filter(index);
    LogSearch search;
    LogChoice choice;
    choice.least = LogLevel::Info;
    filter.restart(choice);
    search.start({QStringLiteral("log"), false, false}, choice);
    filter.extendTo(bytes.size());
    search.extendTo(index.file(), bytes.size());
    QVERIFY(QFile::resize(m_path, 1000));
    QTRY_VERIFY_WITH_TIMEOUT(!search.isBusy() && !filter.isBusy(), 30'000);
    filter.lineAt(filter.lineCount() - 1);
    filter.nextError(5);
    filter.ordinalOf(150'000);
    filter.kindOf(150'000);
}

QTEST_GUILESS_MAIN(TestLogSearch)
#include "tst_logsearch.moc"
