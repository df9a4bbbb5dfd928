// SPDX-License-Identifier: GPL-3.0-or-later
// Which checkpoint a path refers to.
#include "core/checkpoint/format/inspection.h"
#include "core/service/checkpoints/checkpointfolder.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace trainyard;

class TestCheckpointFolder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        // Accelerate's output: one checkpoint, of which all these files are parts.
        put("torch/random_states_0.pkl", "random_states_0.pkl");
        put("torch/arrays.npz", "arrays.npz");
        put("torch/state_dict.pt", "pytorch_model.bin");
        put("torch/training.pt", "optimizer.bin");
    }

    void aFolderIsAllThatLiesInIt()
    {
        const auto folder = CheckpointFolder::openLocalPath(m_folder->path());
        QVERIFY(folder);
        const auto chosen = folder->choose({});
        QVERIFY(chosen && chosen->files.size() > 1);
    }

    void aFileIsMeantItself_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("name");
        QTest::newRow("beside a model") << "torch/objects.npz"
                                        << "further.npz";
        QTest::newRow("an extension nobody looks for") << "torch/array.npy"
                                                       << "x.npy";
        QTest::newRow("a bare pickle") << "torch/two.pkl"
                                       << "two.pkl";
        QTest::newRow("no extension") << "torch/state_dict.pt"
                                      << "-rf";
        QTest::newRow("a pattern as a name") << "torch/state_dict.pt"
                                             << "[*?].pt";
    }
    void aFileIsMeantItself()
    {
        QFETCH(QString, source);
        QFETCH(QString, name);
        put(source, name);
        const auto folder = CheckpointFolder::openLocalPath(m_folder->filePath(name));
        QVERIFY(folder);
        QCOMPARE(folder->checkpoints.size(), 1);
        QCOMPARE(folder->checkpoints.first().name, name);
        QCOMPARE(folder->checkpoints.first().files.size(), 1);
    }

    void aShardMeansItsSet()
    {
        put("formats/shard1.safetensors", "model-00001-of-00002.safetensors");
        put("formats/shard2.safetensors", "model-00002-of-00002.safetensors");
        const auto folder = CheckpointFolder::openLocalPath(m_folder->filePath("model-00002-of-00002.safetensors"));
        QVERIFY(folder);
        QVERIFY(folder->checkpoints.first().files.size() >= 2);
    }

    void aListMeansItsParts_data()
    {
        QTest::addColumn<QStringList>("sources");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("index of shards") << QStringList{"formats/index.json", "formats/shard1.safetensors", "formats/shard2.safetensors"}
                                         << QStringList{"model.safetensors.index.json", "model-00001-of-00002.safetensors",
                                                        "model-00002-of-00002.safetensors"};
        QTest::newRow("TensorFlow") << QStringList{"formats/tf.index", "formats/tf.data-0", "formats/tf.data-1"}
                                    << QStringList{"ckpt-5.index", "ckpt-5.data-00000-of-00002", "ckpt-5.data-00001-of-00002"};
        QStringList sources, names;
        const QString folder = QStringLiteral("distributed/plain/");
        const QStringList parts = QDir(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/") + folder)
                                      .entryList(QDir::Files | QDir::Hidden, QDir::Name);
        for (const QString &part : parts) {
            sources << folder + part;
            names << part;
        }
        QVERIFY(names.contains(QStringLiteral(".metadata")));
        names.move(names.indexOf(QStringLiteral(".metadata")), 0);
        sources.move(sources.indexOf(folder + QStringLiteral(".metadata")), 0);
        QTest::newRow("distributed") << sources << names;
    }
    void aListMeansItsParts()
    {
        QFETCH(QStringList, sources);
        QFETCH(QStringList, names);
        m_folder = std::make_unique<QTemporaryDir>();
        for (qsizetype i = 0; i < sources.size(); ++i)
            put(sources[i], names[i]);
        const auto folder = CheckpointFolder::openLocalPath(m_folder->filePath(names.first()));
        QVERIFY(folder);
        const auto chosen = folder->choose({});
        QVERIFY(chosen);
        QCOMPARE(chosen->files.size(), names.size());
        const Inspection inside = inspectCheckpoint(*chosen, *folder->source);
        QVERIFY2(inside.verdict == Verdict::Complete, qPrintable(inside.reason));
    }

    void aLinkThatIsNamedIsFollowed()
    {
        QVERIFY(QFile::link(m_folder->filePath("pytorch_model.bin"), m_folder->filePath("latest.bin")));
        const auto folder = CheckpointFolder::openLocalPath(m_folder->filePath("latest.bin"));
        QVERIFY(folder);
        QCOMPARE(folder->checkpoints.first().name, QStringLiteral("pytorch_model.bin"));
    }

    void aPipeIsNeverOpened()
    {
        const QString pipe = m_folder->filePath("pipe.pt");
        QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
        const auto folder = CheckpointFolder::openLocalPath(pipe);
        QVERIFY(!folder);
        QCOMPARE(folder.error().code, ErrorCode::InvalidInput);
    }

    void whatGrowsBetweenTwoListingsIsBeingWritten()
    {
        // Truncated, and old by its own time: as written by a tool that sets file times itself.
        QFile whole(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/formats/shard1.safetensors"));
        QVERIFY(whole.open(QIODevice::ReadOnly));
        const QByteArray bytes = whole.readAll();
        QTemporaryDir top;
        QFile file(top.filePath(QStringLiteral("step-5.safetensors")));
        const auto write = [&file](const QByteArray &part) {
            return file.open(QIODevice::WriteOnly | QIODevice::Append) && file.write(part) == part.size() && file.flush()
                   && file.setFileTime(QDateTime::currentDateTimeUtc().addSecs(-600), QFileDevice::FileModificationTime);
        };
        QVERIFY(write(bytes.chopped(4)));
        file.close();
        auto folder = CheckpointFolder::openLocalPath(top.path());
        QVERIFY(folder);
        QCOMPARE(folder->checkpoints.first().verdict, Verdict::Partial);
        QVERIFY(folder->lookAgain());
        QCOMPARE(folder->checkpoints.first().verdict, Verdict::Partial);  // it does not grow
        QVERIFY(write(bytes.right(4).left(2)));
        QVERIFY(folder->lookAgain());
        QCOMPARE(folder->checkpoints.first().verdict, Verdict::BeingWritten);
    }

    void lookingAgainEndsWhenItIsToldTo()
    {
        QTemporaryDir top;
        QFile file(top.filePath(QStringLiteral("step-5.pt")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("PK\3\4 not more") > 0
                && file.setFileTime(QDateTime::currentDateTimeUtc().addSecs(-600), QFileDevice::FileModificationTime));
        file.close();
        auto folder = CheckpointFolder::openLocalPath(top.path());
        QVERIFY(folder);
        std::stop_source stop;
        stop.request_stop();
        const auto looked = folder->lookAgain(stop.get_token());
        QVERIFY(looked || looked.error().isCancelled());
    }

private:
    void put(const QString &source, const QString &name)
    {
        QVERIFY(QFile::copy(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/") + source, m_folder->filePath(name)));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestCheckpointFolder)
#include "tst_checkpointfolder.moc"
