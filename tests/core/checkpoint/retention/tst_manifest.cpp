// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/retention/manifest.h"
#include "core/checkpoint/retention/ownnames.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>

using namespace trainyard;

namespace {

Manifest sample()
{
    Manifest manifest;
    manifest.checkpoint = QStringLiteral("checkpoint-500");
    manifest.step = 500;
    manifest.made = QDateTime(QDate(2026, 11, 22), QTime(14, 0), Qt::UTC);
    manifest.files = {{QStringLiteral("checkpoint-500/a.pt"), 10, 1000, QByteArray(32, 'a')},
                      {QStringLiteral("checkpoint-500/模型 \"b\".pt"), 6'000'000'000, 1001, QByteArray(32, 'b')}};
    return manifest;
}

}  // namespace

class TestManifest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isReadBackAsWritten()
    {
        const Manifest was = sample();
        const auto is = parseManifest(manifestText(was));
        QVERIFY(is);
        QCOMPARE(is->checkpoint, was.checkpoint);
        QCOMPARE(is->step, was.step);
        QCOMPARE(is->made, was.made);
        QCOMPARE(is->files.size(), 2);
        QCOMPARE(is->files[1].name, was.files[1].name);
        QCOMPARE(is->files[1].sizeBytes, was.files[1].sizeBytes);
        QCOMPARE(is->files[1].sha256, was.files[1].sha256);
    }

    void laterLooksAreCompared_data()
    {
        QTest::addColumn<qint64>("size");
        QTest::addColumn<qint64>("modified");
        QTest::addColumn<QByteArray>("digest");
        QTest::addColumn<QString>("change");
        QTest::addColumn<bool>("isProven");
        QTest::newRow("nothing happened") << qint64(10) << qint64(1000) << QByteArray() << "same" << false;
        QTest::newRow("written to, not read") << qint64(10) << qint64(2000) << QByteArray() << "touched" << false;
        QTest::newRow("written to with the same") << qint64(10) << qint64(2000) << QByteArray(32, 'a') << "same" << true;
        QTest::newRow("a bit turned over, time as it was") << qint64(10) << qint64(1000) << QByteArray(32, 'x') << "changed" << true;
        QTest::newRow("grown") << qint64(11) << qint64(2000) << QByteArray() << "grown" << false;
        QTest::newRow("cut") << qint64(9) << qint64(2000) << QByteArray(32, 'a') << "shrunk" << false;
    }
    void laterLooksAreCompared()
    {
        QFETCH(qint64, size);
        QFETCH(qint64, modified);
        QFETCH(QByteArray, digest);
        const QString name = QStringLiteral("checkpoint-500/a.pt");
        QMap<QString, QByteArray> digests;
        if (!digest.isEmpty())
            digests[name] = digest;
        const auto all = compareWithManifest(sample(), {{name, size, modified}, {QStringLiteral("checkpoint-500/new"), 1, 1}}, digests);
        QCOMPARE(all.size(), 3);
        QTEST(fileChangeName(all[0].change), "change");
        QTEST(all[0].isProven, "isProven");
        QCOMPARE(isDamage(all[0].change), all[0].change != FileChange::Same && all[0].change != FileChange::Touched);
        QCOMPARE(all[1].change, FileChange::Missing);
        QCOMPARE(all[2].change, FileChange::Added);
    }

    void whatIsNoManifestIsRefused_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        const QByteArray name = "checkpoint-500/a.pt";
        QTest::newRow("a name outside") << name << QByteArray("../../etc/passwd");
        QTest::newRow("an absolute name") << name << QByteArray("/etc/passwd");
        QTest::newRow("a name twice") << name << QByteArray("checkpoint-500/模型 \\\"b\\\".pt");
        QTest::newRow("a later version") << QByteArray("\"trainyard_manifest\": 1") << QByteArray("\"trainyard_manifest\": 2");
        QTest::newRow("a negative size") << QByteArray("\"bytes\": 10") << QByteArray("\"bytes\": -10");
        QTest::newRow("half a byte") << QByteArray("\"bytes\": 10") << QByteArray("\"bytes\": 10.5");
        QTest::newRow("a size beyond all") << QByteArray("\"bytes\": 10") << QByteArray("\"bytes\": 1e300");
        QTest::newRow("a short digest") << QByteArray("6161616161") << QByteArray("61");
        QTest::newRow("no hex") << QByteArray("6161616161") << QByteArray("616161616g");
        QTest::newRow("no files") << QByteArray("\"files\": [") << QByteArray("\"filez\": [");
        QTest::newRow("no JSON") << QByteArray("{") << QByteArray("<");
    }
    void whatIsNoManifestIsRefused()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QByteArray text = manifestText(sample());
        QVERIFY(text.contains(from));
        text.replace(text.indexOf(from), from.size(), to);
        const auto manifest = parseManifest(text);
        QVERIFY(!manifest);
        QCOMPARE(manifest.error().code, ErrorCode::Corrupt);
    }

    void mutilatedOnesAreRefusedOrHarmless()
    {
        QRandomGenerator random(11);
        const QByteArray whole = manifestText(sample());
        int read = 0;
        for (int round = 0; round < 5000; ++round) {
            QByteArray text = whole;
            for (int change = random.bounded(4); change >= 0; --change) {
                const qsizetype at = random.bounded(int(text.size()));
                switch (random.bounded(4)) {
                case 0: text[at] = char(random.generate()); break;
                case 1: text.truncate(std::max<qsizetype>(1, at)); break;
                case 2: text.insert(at, whole.mid(random.bounded(int(whole.size())), random.bounded(40))); break;
                default: text.remove(at, random.bounded(20)); break;
                }
                if (text.isEmpty())
                    text = "x";
            }
            const auto manifest = parseManifest(text);
            if (!manifest)
                continue;
            ++read;
            for (const ManifestFile &file : manifest->files) {
                QVERIFY(isSafeRelative(file.name));
                QVERIFY(file.sizeBytes >= 0 && file.sha256.size() == 32);
            }
        }
        QVERIFY(read < 5000);
    }
};

QTEST_GUILESS_MAIN(TestManifest)
#include "tst_manifest.moc"
