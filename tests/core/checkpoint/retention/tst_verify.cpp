// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/crc32.h"
#include "core/checkpoint/retention/verification.h"

#include <QMap>
#include <QRandomGenerator>
#include <QTest>

#include <cmath>

using namespace trainyard;

namespace {

class Shelf : public FileSource {
public:
    QMap<QString, QByteArray> files;
    int rounds = 0;
    std::optional<Error> failure;

    Result<QList<QByteArray>> read(const QList<FileRange> &ranges) override
    {
        ++rounds;
        if (failure)
            return *failure;
        QList<QByteArray> answers;
        for (const FileRange &range : ranges) {
            if (!files.contains(range.name))
                return Error{ErrorCode::NotFound, {}, {}};
            answers << files[range.name].mid(range.offset, range.length);
        }
        return answers;
    }
};

QByteArray noise(qsizetype count, quint32 seed)
{
    QRandomGenerator random(seed);
    QByteArray bytes(count, Qt::Uninitialized);
    for (char &c : bytes)
        c = char(random.generate());
    return bytes;
}

QByteArray floats(const std::vector<float> &values)
{
    return QByteArray(reinterpret_cast<const char *>(values.data()), qsizetype(values.size() * sizeof(float)));
}

RangeTask task(const QString &file, qint64 offset, qint64 length, RangeSum sum = RangeSum::None, quint32 expected = 0)
{
    RangeTask one;
    one.file = file;
    one.offset = offset;
    one.length = length;
    one.sum = sum;
    one.expected = expected;
    one.label = QStringLiteral("%1@%2").arg(file).arg(offset);
    return one;
}

}  // namespace

class TestVerify : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sumsAreTheSameHoweverItIsCut()
    {
        Shelf shelf;
        shelf.files[QStringLiteral("a")] = noise(100'003, 1);
        shelf.files[QStringLiteral("b")] = noise(5'000, 2);
        for (const qint64 batch : {qint64(1), qint64(13), qint64(4096), qint64(65'537), qint64(10'000'000)}) {
            std::vector<RangeTask> tasks;
            for (const auto &[file, offset, length] : {std::tuple("a", 0, 70'000), std::tuple("a", 70'000, 30'003), std::tuple("a", 5, 0),
                                                       std::tuple("b", 17, 4'000), std::tuple("a", 100, 100)}) {
                const int most = batch < 100 ? std::min(length, 2'000) : length;
                const QByteArray part = shelf.files[QLatin1String(file)].mid(offset, most);
                tasks.push_back(task(QLatin1String(file), offset, most, RangeSum::Crc32, crc32(part)));
                tasks.push_back(task(QLatin1String(file), offset, most, RangeSum::Crc32c, crc32c(part)));
            }
            qint64 told = 0;
            const auto outcomes = checkRanges(tasks, shelf, batch, [&](qint64 bytes) { told = bytes; });
            QVERIFY(outcomes);
            QCOMPARE(told, bytesOf(tasks));
            for (size_t i = 0; i < tasks.size(); ++i) {
                QCOMPARE((*outcomes)[i].problem, RangeProblem::None);
                QCOMPARE(*(*outcomes)[i].sum, tasks[i].expected);
            }
            const Verification result = judgeVerification(tasks, *outcomes);
            QCOMPARE(result.verdict, Verdict::Complete);
            QCOMPARE(result.sums, qint64(tasks.size()));
            QCOMPARE(result.bytes, bytesOf(tasks));
        }
    }

    void everyFlippedBitIsFound()
    {
        Shelf shelf;
        const QByteArray content = noise(300, 3);
        const std::vector<RangeTask> tasks{task(QStringLiteral("a"), 0, 100, RangeSum::Crc32, crc32(content.left(100))),
                                           task(QStringLiteral("a"), 100, 200, RangeSum::Crc32c, crc32c(content.mid(100)))};
        for (int bit = 0; bit < 300 * 8; ++bit) {
            QByteArray flipped = content;
            flipped[bit / 8] = char(flipped[bit / 8] ^ (1 << (bit % 8)));
            shelf.files[QStringLiteral("a")] = flipped;
            const Verification result = judgeVerification(tasks, *checkRanges(tasks, shelf, 64));
            QCOMPARE(result.verdict, Verdict::Corrupt);
            QCOMPARE(result.damaged, 1);
            QCOMPARE(result.findings.first().label, bit < 800 ? QStringLiteral("a@0") : QStringLiteral("a@100"));
        }
    }

    void numbersThatAreNotFiniteAreFoundAcrossPieces()
    {
        std::vector<float> values(5000, 1.0f);
        values[0] = NAN;
        values[1777] = INFINITY;
        values[4999] = -NAN;
        Shelf shelf;
        shelf.files[QStringLiteral("a")] = "xyz" + floats(values);
        RangeTask one = task(QStringLiteral("a"), 3, 20'000);
        one.numbers = FloatKind::Float32;
        for (const qint64 batch : {qint64(3), qint64(1001), qint64(100'000)}) {
            const Verification result = judgeVerification({one}, *checkRanges({one}, shelf, batch));
            QCOMPARE(result.nonFinite.nans, quint64(2));
            QCOMPARE(result.nonFinite.infinities, quint64(1));
            QCOMPARE(result.verdict, Verdict::Complete);  // it is what was saved
            QCOMPARE(result.findings.first().kind, VerificationFinding::Kind::NotFinite);
        }
    }

    void packedRangesAreUnpacked_data()
    {
        QTest::addColumn<int>("cut");
        QTest::addColumn<qint64>("said");
        QTest::addColumn<RangeProblem>("problem");
        QTest::newRow("whole") << 0 << qint64(400'000) << RangeProblem::None;
        QTest::newRow("its end is missing") << 10 << qint64(400'000) << RangeProblem::Damaged;
        QTest::newRow("more comes out than it says") << 0 << qint64(399'999) << RangeProblem::Damaged;
        QTest::newRow("less comes out than it says") << 0 << qint64(400'001) << RangeProblem::Damaged;
        QTest::newRow("something behind its end") << -1 << qint64(400'000) << RangeProblem::Damaged;
    }
    void packedRangesAreUnpacked()
    {
        QFETCH(int, cut);
        QFETCH(qint64, said);
        QByteArray content = floats(std::vector<float>(100'000, 2.5f));
        const QByteArray wrapped = qCompress(content, 6);
        // Qt's length and zlib's header before it, zlib's checksum after it.
        QByteArray raw = wrapped.mid(6, wrapped.size() - 10);
        raw = cut < 0 ? raw + "!" : raw.chopped(cut);
        Shelf shelf;
        shelf.files[QStringLiteral("a")] = raw;
        RangeTask one = task(QStringLiteral("a"), 0, raw.size(), RangeSum::Crc32, crc32(content));
        one.inflatedBytes = said;
        one.numbers = FloatKind::Float32;
        for (const qint64 batch : {qint64(7), qint64(100'000)}) {
            const auto outcomes = checkRanges({one}, shelf, batch);
            QVERIFY(outcomes);
            QTEST(outcomes->front().problem, "problem");
            if (outcomes->front().problem == RangeProblem::None)
                QCOMPARE(*outcomes->front().sum, one.expected);
        }
    }

    void missingAndShortFilesAreNamed()
    {
        Shelf shelf;
        shelf.files[QStringLiteral("short")] = noise(50, 5);
        shelf.files[QStringLiteral("good")] = noise(50, 6);
        const std::vector<RangeTask> tasks{task(QStringLiteral("gone"), 0, 10), task(QStringLiteral("gone"), 10, 10),
                                           task(QStringLiteral("short"), 40, 20), task(QStringLiteral("short"), 90, 20),
                                           task(QStringLiteral("good"), 0, 50)};
        const auto outcomes = checkRanges(tasks, shelf, 15);
        QVERIFY(outcomes);
        QCOMPARE((*outcomes)[0].problem, RangeProblem::Missing);
        QCOMPARE((*outcomes)[1].problem, RangeProblem::Missing);
        QCOMPARE((*outcomes)[2].problem, RangeProblem::Short);
        QCOMPARE((*outcomes)[3].problem, RangeProblem::Short);
        QCOMPARE((*outcomes)[4].problem, RangeProblem::None);
        const Verification result = judgeVerification(tasks, *outcomes);
        QCOMPARE(result.verdict, Verdict::Partial);
        QCOMPARE(result.damaged, 4);
    }

    void whatCouldNotBeCheckedIsNotCalledGood()
    {
        RangeTask one = task(QStringLiteral("a"), 0, 10, RangeSum::Crc32c, 5);
        QCOMPARE(judgeVerification({one}, {RangeOutcome{}}).verdict, Verdict::Unknown);
        QCOMPARE(judgeVerification({one}, {RangeOutcome{RangeProblem::None, {}, {}}}).verdict, Verdict::Unknown);
        one.sum = RangeSum::None;
        one.numbers = FloatKind::Float16;
        const Verification result = judgeVerification({one, one},
                                                      {RangeOutcome{RangeProblem::None, {}, {}}, RangeOutcome{RangeProblem::None, {}, {}}});
        QCOMPARE(result.verdict, Verdict::Unknown);
        QCOMPARE(result.unchecked, 1);
        QCOMPARE(judgeVerification({}, {}, {{QStringLiteral("a"), FileChange::Same, false}}).verdict, Verdict::Unknown);
        QCOMPARE(judgeVerification({}, {}, {{QStringLiteral("a"), FileChange::Same, true}}).verdict, Verdict::Complete);
        QCOMPARE(judgeVerification({}, {}, {{QStringLiteral("a"), FileChange::Shrunk, false}}).verdict, Verdict::Corrupt);
    }

    void aLostConnectionAndCancellingEndIt()
    {
        Shelf shelf;
        shelf.files[QStringLiteral("a")] = noise(1000, 7);
        const std::vector<RangeTask> tasks{task(QStringLiteral("a"), 0, 1000)};
        std::stop_source stop;
        const auto cancelled = checkRanges(
            tasks, shelf, 10,
            [&](qint64 bytes) {
                if (bytes >= 100)
                    stop.request_stop();
            },
            stop.get_token());
        QVERIFY(!cancelled && cancelled.error().isCancelled());
        QCOMPARE(shelf.rounds, 10);
        shelf.failure = Error{ErrorCode::ConnectionLost, {}, {}};
        QCOMPARE(checkRanges(tasks, shelf, 10).error().code, ErrorCode::ConnectionLost);
    }

    void aMillionFindingsStayFew()
    {
        std::vector<RangeTask> tasks(100'000, task(QStringLiteral("a"), 0, 1, RangeSum::Crc32, 1));
        std::vector<RangeOutcome> outcomes(tasks.size(), RangeOutcome{RangeProblem::Unable, {}, {}});
        outcomes.back() = RangeOutcome{RangeProblem::None, 2, {}};
        const Verification result = judgeVerification(tasks, outcomes);
        QCOMPARE(result.findings.size(), kMaxFindings);
        QCOMPARE(result.findingCount, 100'000);
        QCOMPARE(result.findings.first().kind, VerificationFinding::Kind::Damage);
    }
};

QTEST_GUILESS_MAIN(TestVerify)
#include "tst_verify.moc"
