// SPDX-License-Identifier: GPL-3.0-or-later
// Very large folders: twenty thousand files cost twenty thousand times as much as one. With quadratic cost the test would hardly finish.
#include "core/checkpoint/format/inspection.h"
#include "core/checkpoint/format/listingdoubts.h"

#include <QTest>

using namespace trainyard;

namespace {

constexpr int kMany = 20'000;
constexpr qint64 kNow = 1'700'000'000;

// Every file has the reported length and the same content everywhere.
class SameEverywhere : public FileSource {
public:
    Result<QList<QByteArray>> read(const QList<FileRange> &ranges) override
    {
        QList<QByteArray> answers;
        for (const FileRange &range : ranges) {
            answers << QByteArray(range.length, '7');
            bytes += range.length;
        }
        return answers;
    }
    qint64 bytes = 0;
};

QList<CheckpointFile> filesNamed(const QStringList &shapes)
{
    QList<CheckpointFile> files;
    files.reserve(kMany * shapes.size());
    for (int i = 0; i < kMany; ++i) {
        for (const QString &shape : shapes) {
            if (i == 0 || shape.contains(QLatin1String("%1")))
                files << CheckpointFile{shape.contains(QLatin1String("%1")) ? shape.arg(i) : shape, 4, kNow - 7200};
        }
    }
    return files;
}

}  // namespace

class TestManyFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void twentyThousandFilesAreGroupedAndJudged_data()
    {
        QTest::addColumn<QStringList>("shapes");
        QTest::addColumn<int>("checkpoints");
        QTest::newRow("pictures that are none") << QStringList{QStringLiteral("pictures/%1.jpg"), QStringLiteral("step-1.pt")} << 1;
        QTest::newRow("pieces, their list last")
            << QStringList{QStringLiteral("step-1/__%1_0.distcp"), QStringLiteral("step-1/.metadata")} << 1;
        QTest::newRow("pieces in folders") << QStringList{QStringLiteral("step-1/a%1/__0_0.distcp"), QStringLiteral("step-1/a%1/.metadata"),
                                                          QStringLiteral("step-1/.metadata")}
                                           << 1;
        QTest::newRow("parts of optimizers in folders")
            << QStringList{QStringLiteral("global_step1/mp_rank_00_model_states.pt"),
                           QStringLiteral("global_step1/a%1/zero_pp_rank_0_mp_rank_00_optim_states.pt")}
            << 1;
        QTest::newRow("folders that each name another")
            << QStringList{QStringLiteral("checkpoint-1/trainer_state.json"), QStringLiteral("checkpoint-1/a%1/latest"),
                           QStringLiteral("checkpoint-1/a%1/w.bin")}
            << 1;
        QTest::newRow("ranks") << QStringList{QStringLiteral("checkpoint-1/trainer_state.json"),
                                              QStringLiteral("checkpoint-1/rng_state_%1.pth")}
                               << 1;
        QTest::newRow("a model and its optimizer in each folder")
            << QStringList{QStringLiteral("run%1/net.pt"), QStringLiteral("run%1/optimizer.pt")} << kMany;
        QTest::newRow("one file each") << QStringList{QStringLiteral("net-%1.pt")} << kMany;
        QTest::newRow("one part each of models that nobody finished")
            << QStringList{QStringLiteral("m%1-00001-of-00003.safetensors")} << kMany;
    }
    void twentyThousandFilesAreGroupedAndJudged()
    {
        QFETCH(QStringList, shapes);
        QFETCH(int, checkpoints);
        const QList<CheckpointFile> files = filesNamed(shapes);
        SameEverywhere source;
        const auto found = findCheckpoints(files, {}, kNow, source);
        QCOMPARE(found.size(), checkpoints);
        QVERIFY2(source.bytes <= 64 * 1024 * 1024, qPrintable(QString::number(source.bytes)));
    }

    void twentyThousandFoldersThatMayNotBeReadAreHeeded()
    {
        QList<Checkpoint> found;
        QStringList closed;
        for (int i = kMany; i > 0; --i) {
            Checkpoint one;
            one.name = QStringLiteral("checkpoint-%1").arg(i * 2);
            one.step = i * 2;
            one.verdict = Verdict::Complete;
            found << one;
            closed << (i % 2 ? one.name + QStringLiteral("/optimizer") : QStringLiteral("checkpoint-%1").arg(i * 2 - 1));
        }
        heedUnreadable(found, closed);
        QCOMPARE(found.size(), kMany + kMany / 2);
        QVERIFY(std::is_sorted(found.begin(), found.end(), [](const Checkpoint &a, const Checkpoint &b) { return *a.step > *b.step; }));
        QCOMPARE(std::count_if(found.begin(), found.end(), [](const Checkpoint &one) { return one.verdict == Verdict::Complete; }),
                 kMany / 2);
    }

    void twentyThousandFilesThatGrowAreSeenInTheirCheckpoints()
    {
        QList<Checkpoint> found;
        QList<CheckpointFile> before, after;
        for (int i = 0; i < kMany; ++i) {
            Checkpoint one;
            one.name = QStringLiteral("checkpoint-%1").arg(i);
            one.verdict = Verdict::Partial;
            one.files << CheckpointFile{one.name + QStringLiteral("/net.pt"), 5, kNow};
            before << one.files;
            CheckpointFile now = one.files.first();
            now.sizeBytes += i % 2;
            after << now;
            found << one;
        }
        heedGrowth(found, before, after);
        QCOMPARE(found[0].verdict, Verdict::Partial);
        QCOMPARE(found[1].verdict, Verdict::BeingWritten);
        QCOMPARE(std::count_if(found.begin(), found.end(), [](const Checkpoint &one) { return one.verdict == Verdict::BeingWritten; }),
                 kMany / 2);
    }

    void aCheckpointOfThousandsOfFilesIsLookedInto()
    {
        const QList<CheckpointFile> files = filesNamed({QStringLiteral("checkpoint-1/trainer_state.json"),
                                                        QStringLiteral("checkpoint-1/rng_state_%1.pth"),
                                                        QStringLiteral("checkpoint-1/d/%1")});
        SameEverywhere source;
        const auto found = findCheckpoints(files, {}, kNow, source);
        QCOMPARE(found.size(), 1);
        const Inspection look = inspectCheckpoint(found.first(), source);
        QCOMPARE(look.verdict != Verdict::Complete, true);
        QVERIFY2(look.rounds <= 20, qPrintable(QString::number(look.rounds)));
    }
};

QTEST_APPLESS_MAIN(TestManyFiles)
#include "tst_manyfiles.moc"
