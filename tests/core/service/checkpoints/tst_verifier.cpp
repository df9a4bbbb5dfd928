// SPDX-License-Identifier: GPL-3.0-or-later
// Real PyTorch files and hand-made ones of other formats, verified and compared: every flipped bit that matters is found.
#include "core/base/crc32.h"
#include "core/checkpoint/retention/verifyplan.h"
#include "core/service/checkpoints/comparer.h"
#include "core/service/checkpoints/verifier.h"
#include "tests/support/sshdfixture.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <QtEndian>

#include <cmath>

using namespace trainyard;
using namespace std::chrono_literals;

namespace {

QByteArray floats(const std::vector<float> &values)
{
    return QByteArray(reinterpret_cast<const char *>(values.data()), qsizetype(values.size() * sizeof(float)));
}

QByteArray safetensors(const QByteArray &first, const QByteArray &second)
{
    QJsonObject header;
    const auto tensor = [&](qsizetype from, qsizetype to) {
        return QJsonObject{
            {"dtype", "F32"}, {"shape", QJsonArray{qint64(to - from) / 4}}, {"data_offsets", QJsonArray{qint64(from), qint64(to)}}};
    };
    header["a"] = tensor(0, first.size());
    header["b"] = tensor(first.size(), first.size() + second.size());
    const QByteArray text = QJsonDocument(header).toJson(QJsonDocument::Compact);
    QByteArray length(8, '\0');
    qToLittleEndian<quint64>(quint64(text.size()), length.data());
    return length + text + first + second;
}

}  // namespace

class TestVerifier : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        m_sshd = std::make_unique<SshdFixture>();
        if (!m_sshd->missing().isEmpty())
            QSKIP(qPrintable(m_sshd->missing()));
        QVERIFY2(m_sshd->start(), qPrintable(m_sshd->errorText()));
        auto opened = SshConnection::open(m_sshd->target(), {}, QDeadlineTimer(20s));
        QVERIFY(opened);
        m_connection = *opened;
    }
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void wholeFilesAreWhole_data() { places(); }
    void wholeFilesAreWhole()
    {
        QFETCH(bool, isMachine);
        QVERIFY(QFile::copy(torchFile(), path("step-100.pt")));
        auto folder = open(isMachine);
        QVERIFY(folder);
        const auto chosen = folder->choose({});
        QVERIFY(chosen);
        qint64 told = 0;
        const auto checked = verifyCheckpoint(*folder, *chosen, full(), [&](qint64 done, qint64) { told = done; });
        QVERIFY2(checked, qPrintable(checked ? QString() : checked.error().what));
        QVERIFY2(checked->verification.verdict == Verdict::Complete, qPrintable(checked->verification.reason));
        QVERIFY(checked->verification.sums > 3);
        QVERIFY(checked->verification.lookedAtNumbers);
        QVERIFY(!checked->verification.nonFinite.any());
        QCOMPARE(checked->tool, isMachine ? QStringLiteral("python3") : QStringLiteral("here"));
        QCOMPARE(checked->untransferredBytes, 0);
        QVERIFY(told > 0);
        const auto quick = verifyCheckpoint(*folder, *chosen, {});
        QVERIFY(quick);
        QCOMPARE(quick->verification.verdict, Verdict::Complete);
        QCOMPARE(quick->verification.bytes, 0);
    }

    // Bits covered by the file's checksums: missing one would let a wrong number into a training.
    void everyFlippedBitOfARecordIsFound_data()
    {
        QTest::addColumn<QStringList>("from");
        QTest::addColumn<QStringList>("to");
        QTest::addColumn<QString>("name");
        QTest::newRow("PyTorch") << QStringList{"torch/training.pt"} << QStringList{"step-100.pt"} << "step-100.pt";
        QTest::newRow("NumPy, packed") << QStringList{"torch/compressed.npz"} << QStringList{"step-100.npz"} << "step-100.npz";
        QTest::newRow("TensorFlow") << QStringList{"formats/tf.data-0", "formats/tf.data-1", "formats/tf.index"}
                                    << QStringList{"ckpt-100.data-00000-of-00002", "ckpt-100.data-00001-of-00002", "ckpt-100.index"}
                                    << "100";
    }
    void everyFlippedBitOfARecordIsFound()
    {
        QFETCH(QStringList, from);
        QFETCH(QStringList, to);
        QFETCH(QString, name);
        for (qsizetype i = 0; i < from.size(); ++i) {
            QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/") + from[i]);
            QVERIFY(file.open(QIODevice::ReadOnly));
            make(qPrintable(to[i]), file.readAll());
        }
        auto folder = open(false);
        QVERIFY(folder);
        const auto chosen = folder->choose(name);
        QVERIFY2(chosen, qPrintable(chosen ? QString() : chosen.error().what));
        const auto whole = verifyCheckpoint(*folder, *chosen, full());
        QVERIFY2(whole->verification.verdict == Verdict::Complete, qPrintable(whole->verification.reason));
        const auto plan = planVerification(*chosen, inspectCheckpoint(*chosen, *folder->source), *folder->source);
        QVERIFY(plan);
        int flips = 0;
        for (const RangeTask &task : plan->tasks) {
            for (qint64 at = task.offset; task.sum != RangeSum::None && at < task.offset + task.length; at += 37) {
                QFile file(m_folder->filePath(task.file));
                QVERIFY(file.open(QIODevice::ReadWrite | QIODevice::Unbuffered) && file.seek(at));
                char byte = 0;
                QVERIFY(file.getChar(&byte));
                const char flipped = char(byte ^ (1 << (at % 8)));
                QVERIFY(file.seek(at) && file.putChar(flipped));
                file.close();
                const auto checked = verifyCheckpoint(*folder, *chosen, full());
                QVERIFY(checked);
                QVERIFY2(checked->verification.verdict == Verdict::Corrupt,
                         qPrintable(QStringLiteral("%1 at %2: %3").arg(task.file).arg(at).arg(checked->verification.reason)));
                QVERIFY(file.open(QIODevice::ReadWrite | QIODevice::Unbuffered) && file.seek(at) && file.putChar(byte));
                ++flips;
            }
        }
        QVERIFY2(flips >= 10, qPrintable(QString::number(flips)));
    }

    void manifestsFindWhatFormatsCannot_data() { places(); }
    void manifestsFindWhatFormatsCannot()
    {
        QFETCH(bool, isMachine);
        std::vector<float> values(1000, 1.5f);
        make("step-100.safetensors", safetensors(floats(values), floats({1, 2})));
        auto folder = open(isMachine);
        QVERIFY(folder);
        VerifyOptions options = full();
        options.writesManifest = true;
        const auto first = verifyCheckpoint(*folder, *folder->choose({}), options);
        QVERIFY2(first, qPrintable(first ? QString() : first.error().what));
        QVERIFY2(first->verification.verdict == Verdict::Complete, qPrintable(first->verification.reason));
        QVERIFY(first->isManifestWritten);
        QCOMPARE(first->withoutSum, 1);

        values[500] = 1.25f;
        QFile file(path("step-100.safetensors"));
        const QDateTime was = QFileInfo(file).lastModified();
        make("step-100.safetensors", safetensors(floats(values), floats({1, 2})));
        QVERIFY(file.open(QIODevice::ReadWrite) && file.setFileTime(was, QFileDevice::FileModificationTime));
        file.close();
        auto again = open(isMachine);
        QVERIFY(again);
        QCOMPARE(again->checkpoints.size(), 1);  // the manifest does not count as one, nor does it disturb
        QCOMPARE(verifyCheckpoint(*again, *again->choose({}), {})->verification.verdict, Verdict::Complete);
        const auto second = verifyCheckpoint(*again, *again->choose({}), full());
        QVERIFY(second);
        QCOMPARE(second->verification.verdict, Verdict::Corrupt);
        QCOMPARE(second->files.first().change, FileChange::Changed);
    }

    void numbersThatAreNotFiniteAreTold_data() { places(); }
    void numbersThatAreNotFiniteAreTold()
    {
        QFETCH(bool, isMachine);
        make("step-100.safetensors", safetensors(floats({1, NAN, 3}), floats({INFINITY, 2})));
        auto folder = open(isMachine);
        const auto checked = verifyCheckpoint(*folder, *folder->choose({}), full());
        QVERIFY(checked);
        QCOMPARE(checked->verification.nonFinite.nans, quint64(1));
        QCOMPARE(checked->verification.nonFinite.infinities, quint64(1));
        QCOMPARE(checked->verification.verdict, Verdict::Complete);
        QCOMPARE(checked->verification.findings.first().label, QStringLiteral("a"));
    }

    void aManifestLeavesFoldersOfStepsAsTheyWere()
    {
        QVERIFY(QDir().mkpath(path("checkpoint-5")));
        QVERIFY(QFile::copy(torchFile(), path("checkpoint-5/pytorch_model.bin")));
        make("checkpoint-5/trainer_state.json", "{\"global_step\": 5, \"log_history\": []}");
        auto folder = open(false);
        QVERIFY(folder);
        QCOMPARE(folder->checkpoints.size(), 1);
        const Checkpoint before = *folder->choose(QStringLiteral("5"));
        QCOMPARE(before.verdict, Verdict::Complete);
        VerifyOptions options = full();
        options.writesManifest = true;
        const auto checked = verifyCheckpoint(*folder, before, options);
        QVERIFY2(checked && checked->isManifestWritten, qPrintable(checked ? checked->verification.reason : checked.error().what));
        QVERIFY(QFileInfo::exists(path("checkpoint-5/.trainyard-manifest.json")));
        // The folder itself gives the same manifest.
        auto inside = CheckpointFolder::openLocal(path("checkpoint-5"), {});
        QVERIFY(inside);
        const auto within = verifyCheckpoint(*inside, *inside->choose({}), full());
        QVERIFY(within && within->manifest);
        QCOMPARE(within->verification.verdict, Verdict::Complete);
        for (const FileComparison &file : within->files)
            QCOMPARE(file.change, FileChange::Same);
        auto again = open(false);
        QCOMPARE(again->checkpoints.size(), 1);
        QCOMPARE(again->checkpoints.first().verdict, Verdict::Complete);
        QCOMPARE(again->checkpoints.first().files.size(), before.files.size());
    }

    void whatChangedIsToldAndMeasured_data() { places(); }
    void whatChangedIsToldAndMeasured()
    {
        QFETCH(bool, isMachine);
        make("step-100.safetensors", safetensors(floats(std::vector<float>(3'000'000, 1.0f)), floats({1, 2, 3})));
        std::vector<float> moved(3'000'000, 1.0f);
        moved[2'999'999] = 3.0f;
        make("step-200.safetensors", safetensors(floats(moved), floats({1, 2, 3})));
        auto left = open(isMachine), right = open(false);
        QVERIFY(left && right);
        const auto seen = compareCheckpoints(*left, *left->choose("100"), *right, *right->choose("200"), {});
        QVERIFY(seen);
        QCOMPARE(seen->diff.count(TensorDifferenceKind::Alike), 2);
        QVERIFY(seen->diff.fits());
        CompareOptions options;
        options.readsNumbers = true;
        const auto measured = compareCheckpoints(*left, *left->choose("100"), *right, *right->choose("200"), options);
        QVERIFY2(measured, qPrintable(measured ? QString() : measured.error().what));
        QCOMPARE(measured->unmeasured, 0);
        QCOMPARE(measured->bytesRead, 2 * (12'000'000 + 12));
        QVERIFY(measured->statistics[0] && measured->statistics[1]);
        QCOMPARE(measured->statistics[0]->changed, quint64(1));
        QCOMPARE(measured->statistics[0]->largest, 2.0);
        QCOMPARE(measured->statistics[1]->changed, quint64(0));
        options.only = QStringLiteral("b");
        QCOMPARE(compareCheckpoints(*left, *left->choose("100"), *right, *right->choose("200"), options)->bytesRead, 24);
    }

    void whatCannotBeReadIsNotEqual()
    {
        make("step-100.safetensors", safetensors(floats({1, 2, 3}), floats({1, 2, 3})));
        make("step-200.pt", QByteArray(4096, '\0'));
        make("step-300.pt", QByteArray(4096, '\0'));
        auto folder = open(false);
        QVERIFY(folder);
        for (const char *left : {"100", "200"}) {
            const auto seen = compareCheckpoints(*folder, *folder->choose(QLatin1String(left)), *folder,
                                                 *folder->choose(QStringLiteral("300")), {});
            QVERIFY(!seen);
            QVERIFY(seen.error().what.contains(QLatin1String(left == QByteArray("100") ? "step-300.pt" : "step-200.pt")));
        }
    }

    void tensorsOfAPyTorchFileAreMeasured()
    {
        QVERIFY(QFile::copy(torchFile(), path("step-100.pt")));
        QVERIFY(QFile::copy(torchFile(), path("step-200.pt")));
        auto folder = open(false);
        CompareOptions options;
        options.readsNumbers = true;
        const auto same = compareCheckpoints(*folder, *folder->choose("100"), *folder, *folder->choose("200"), options);
        QVERIFY(same);
        QVERIFY(same->diff.count(TensorDifferenceKind::Same) > 0);
        QCOMPARE(same->diff.count(TensorDifferenceKind::Changed), 0);
        QCOMPARE(same->bytesRead, 0);  // equal checksums need no reading
    }

private:
    static QString torchFile() { return QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/torch-1.13.pt"); }
    static VerifyOptions full()
    {
        VerifyOptions options;
        options.isFull = true;
        return options;
    }
    void places()
    {
        QTest::addColumn<bool>("isMachine");
        QTest::newRow("on this computer") << false;
        QTest::newRow("on a machine") << true;
    }
    QString path(const char *name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    void make(const char *name, const QByteArray &content)
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        QVERIFY(file.flush());
        // Not recent, or it might still be being written.
        QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(-1000), QFileDevice::FileModificationTime));
    }
    Result<CheckpointFolder> open(bool isMachine)
    {
        return isMachine ? CheckpointFolder::openRemote(m_connection, m_folder->path(), {})
                         : CheckpointFolder::openLocal(m_folder->path(), {});
    }
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<SshdFixture> m_sshd;
    std::shared_ptr<SshConnection> m_connection;
};

QTEST_GUILESS_MAIN(TestVerifier)
#include "tst_verifier.moc"
