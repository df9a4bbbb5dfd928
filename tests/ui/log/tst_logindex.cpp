// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/logindex.h"
#include "ui/log/logrows.h"

#include <QFile>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class TestLogIndex : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        QVERIFY(m_dir.isValid());
        m_path = m_dir.filePath(QTest::currentTestFunction());
    }
    void everyLineIsFoundAgain_data();
    void everyLineIsFoundAgain();
    void aLargeFileIsCountedByTwoThreads();
    void aLineOfTenMegabytesIsOneLine();
    void aMillionCarriageReturnsFoldToTheLastState();
    void foldingKeepsWhatATerminalShows_data();
    void foldingKeepsWhatATerminalShows();
    void earlierStatesOfABarAreFound();
    void growthWhileReadingLosesNothing();
    void truncationStartsAnew();
    void replacementStartsAnew();
    void aFileThatComesLaterIsFound();

private:
    void write(const QByteArray &bytes, QIODevice::OpenMode mode = QIODevice::WriteOnly)
    {
        QFile file(m_path);
        QVERIFY(file.open(mode));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    void openFully(LogIndex &index, qint64 bytes)
    {
        index.open(m_path);
        QTRY_COMPARE_WITH_TIMEOUT(index.byteCount(), bytes, 30'000);
        QTRY_VERIFY_WITH_TIMEOUT(!index.isBusy(), 30'000);
    }
    QTemporaryDir m_dir;
    QString m_path;
};

void TestLogIndex::everyLineIsFoundAgain_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const qint64 block = LogIndex::kBlockBytes;
    QRandomGenerator random(3);
    QByteArray mixed;
    for (int i = 0; i < 4000; ++i)
        mixed += QByteArray(random.bounded(random.bounded(20) == 0 ? 3000 : 60), 'x') + '\n';
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("one line without an end") << QByteArray("abc");
    QTest::newRow("only newlines") << QByteArray(3 * block + 5, '\n');
    QTest::newRow("exactly one block") << QByteArray(block - 1, 'a') + '\n';
    QTest::newRow("newline first in a block") << QByteArray(block, 'a') + '\n' + "b";
    QTest::newRow("many lengths") << mixed;
    QTest::newRow("many lengths, torn end") << mixed + "torn";
}

void TestLogIndex::everyLineIsFoundAgain()
{
    QFETCH(QByteArray, bytes);
    write(bytes);
    LogIndex index;
    openFully(index, bytes.size());
    QList<QByteArray> lines = bytes.split('\n');
    if (lines.last().isEmpty())
        lines.removeLast();
    QCOMPARE(index.lineCount(), lines.size());
    qint64 begin = 0;
    const qsizetype step = lines.size() > 10'000 ? 997 : 1;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (i % step == 0 || i + 1 == lines.size()) {
            const LogIndex::Line line = index.line(i);
            QCOMPARE(line.begin, begin);
            QCOMPARE(line.end, begin + lines[i].size());
            QCOMPARE(index.lineAt(line.begin), i);
            QCOMPARE(index.lineAt(line.end), i);
        }
        begin += lines[i].size() + 1;
    }
}

void TestLogIndex::aLargeFileIsCountedByTwoThreads()
{
    QRandomGenerator random(9);
    const QByteArray filler(1000, 'x');
    QByteArray bytes;
    bytes.reserve(72'000'000);
    std::vector<qint64> begins;
    while (bytes.size() < 70'000'001) {
        begins.push_back(bytes.size());
        bytes.append(filler.constData(), random.bounded(1000));
        bytes += random.bounded(10) == 0 ? "\r50%\rend\n" : "\n";
    }
    write(bytes);
    LogIndex index;
    openFully(index, bytes.size());
    QCOMPARE(index.lineCount(), qint64(begins.size()));
    for (size_t i = 0; i < begins.size(); i += 1 + size_t(random.bounded(300))) {
        const LogIndex::Line line = index.line(qint64(i));
        QCOMPARE(line.begin, begins[i]);
        QCOMPARE(line.end, bytes.indexOf('\n', begins[i]));
        const LogIndex::Shown shown = index.shown(line);
        const bool isFolded = bytes.mid(line.begin, line.end - line.begin).endsWith("\rend");
        QCOMPARE(shown.foldedUpdates > 0, isFolded);
        QCOMPARE(shown.begin, isFolded ? line.end - 3 : line.begin);
    }
    // The end that was already examined is examined again when the file grows.
    write("more\nand", QIODevice::Append);
    index.refresh();
    QTRY_COMPARE_WITH_TIMEOUT(index.byteCount(), bytes.size() + 8, 30'000);
    QCOMPARE(index.line(qint64(begins.size())).begin, bytes.size());
    QCOMPARE(index.line(qint64(begins.size()) + 1).begin, bytes.size() + 5);
}

void TestLogIndex::aLineOfTenMegabytesIsOneLine()
{
    const QByteArray bytes = "first\n" + QByteArray(10'000'000, 'x') + "\nlast\n";
    write(bytes);
    LogIndex index;
    openFully(index, bytes.size());
    QCOMPARE(index.lineCount(), 3);
    LogRows rows(index);
    const LogRow row = rows.row(1);
    QCOMPARE(row.content.text.size(), LogRows::kShownBytes);
    QCOMPARE(row.cutBytes, 10'000'000 - LogRows::kShownBytes);
    QCOMPARE(rows.row(2).content.text, QStringLiteral("last"));
    QVERIFY(index.indexBytes() < 64 * 1024);
}

void TestLogIndex::aMillionCarriageReturnsFoldToTheLastState()
{
    QByteArray bytes;
    for (int i = 1; i <= 1'000'000; ++i)
        bytes += "\r " + QByteArray::number(i) + "/1000000";
    write("before\n" + bytes);
    LogIndex index;
    openFully(index, bytes.size() + 7);
    LogRows rows(index);
    const LogRow row = rows.row(1);
    QCOMPARE(row.content.text, QStringLiteral(" 1000000/1000000"));
    QCOMPARE(row.foldedUpdates, 999'999);
    QVERIFY(!row.isTerminated);
}

void TestLogIndex::foldingKeepsWhatATerminalShows_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<int>("folded");
    QTest::newRow("no return") << QByteArray("abc") << "abc" << 0;
    QTest::newRow("windows line end") << QByteArray("abc\r") << "abc" << 0;
    QTest::newRow("bar") << QByteArray("\r10%\r50%\r99%") << "99%" << 2;
    QTest::newRow("bar after text") << QByteArray("start\r10%\r50%") << "50%" << 2;
    QTest::newRow("return after the state") << QByteArray("10%\r50%\r") << "50%" << 1;
    QTest::newRow("nothing but returns") << QByteArray("\r\r\r") << "" << 0;
}

void TestLogIndex::foldingKeepsWhatATerminalShows()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, shown);
    QFETCH(int, folded);
    for (const QByteArray &before : {QByteArray(), QByteArray("\r\rx\n"), QByteArray(40'000, '\r') + '\n'}) {
        write(before + line + '\n');
        LogIndex index;
        openFully(index, before.size() + line.size() + 1);
        LogRows rows(index);
        const LogRow row = rows.row(before.isEmpty() ? 0 : 1);
        QCOMPARE(row.content.text, shown);
        QCOMPARE(row.foldedUpdates, folded);
    }
}

void TestLogIndex::growthWhileReadingLosesNothing()
{
    write({});
    LogIndex index;
    index.open(m_path);
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::Append));
    qint64 bytes = 0;
    for (int i = 0; i < 2000; ++i) {
        const QByteArray line = QByteArray::number(i) + QByteArray(i % 170, '.') + '\n';
        bytes += file.write(line.left(line.size() / 2));  // torn in the middle of lines on purpose
        file.flush();
        index.refresh();
        bytes += file.write(line.mid(line.size() / 2));
        file.flush();
        if (i % 50 == 0)
            QCoreApplication::processEvents();
    }
    index.refresh();
    QTRY_COMPARE_WITH_TIMEOUT(index.byteCount(), bytes, 30'000);
    QCOMPARE(index.lineCount(), 2000);
    for (int i = 0; i < 2000; i += 37) {
        const LogIndex::Line line = index.line(i);
        QCOMPARE(index.read(line.begin, line.end - line.begin), QByteArray::number(i) + QByteArray(i % 170, '.'));
    }
}

void TestLogIndex::truncationStartsAnew()
{
    write(QByteArray("one\ntwo\nthree\n"));
    LogIndex index;
    openFully(index, 14);
    QSignalSpy resets(&index, &LogIndex::wasReset);
    QVERIFY(QFile::resize(m_path, 4));
    index.refresh();
    QCOMPARE(resets.size(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(index.byteCount(), 4, 30'000);
    QCOMPARE(index.lineCount(), 1);
}

void TestLogIndex::replacementStartsAnew()
{
    write("old\nold\n");
    LogIndex index;
    openFully(index, 8);
    QFile other(m_path + QStringLiteral(".new"));
    QVERIFY(other.open(QIODevice::WriteOnly));
    other.write("a new file\nthat is longer\n");
    other.close();
    QVERIFY(QFile::remove(m_path));
    QVERIFY(QFile::rename(other.fileName(), m_path));
    index.refresh();
    QTRY_COMPARE_WITH_TIMEOUT(index.byteCount(), 26, 30'000);
    QCOMPARE(index.read(index.line(1).begin, 4), QByteArray("that"));
}

void TestLogIndex::aFileThatComesLaterIsFound()
{
    LogIndex index;
    index.open(m_path);
    QCOMPARE(index.lineCount(), 0);
    write("here\n");
    index.refresh();
    QTRY_COMPARE_WITH_TIMEOUT(index.lineCount(), 1, 30'000);
}

void TestLogIndex::earlierStatesOfABarAreFound()
{
    write("one\r\ntwo\r\nstart\r10%\r50%\r99%\r\n");
    LogIndex index;
    openFully(index, 29);
    LogRows rows(index);
    const LogRow row = rows.row(2);
    QCOMPARE(row.content.text, QStringLiteral("99%"));
    QCOMPARE(LogRows::stateCount(row), 3);
    QCOMPARE(rows.state(2, 0).text, QStringLiteral("start"));
    QCOMPARE(rows.state(2, 1).text, QStringLiteral("10%"));
    QCOMPARE(rows.state(2, 2).text, QStringLiteral("50%"));
}

QTEST_GUILESS_MAIN(TestLogIndex)
#include "tst_logindex.moc"
