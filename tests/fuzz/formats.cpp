// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/inspection.h"
#include "tests/fuzz/formatreaders.h"

#include <QMap>

namespace trainyard {

namespace {

constexpr qint64 kNow = 1'800'000'000;

void require(bool isTrue, const char *what)
{
    if (!isTrue)
        qFatal("%s", what);
}

// Files in memory; a request outside them ends the program.
class Memory : public FileSource {
public:
    explicit Memory(const QMap<QString, QByteArray> &files) : m_files(files) {}
    Result<QList<QByteArray>> read(const QList<FileRange> &ranges) override
    {
        QList<QByteArray> answers;
        for (const FileRange &range : ranges) {
            const auto file = m_files.constFind(range.name);
            require(file != m_files.constEnd(), "asked for a file that was not listed");
            require(range.offset >= 0 && range.length >= 0 && range.offset <= file->size() && range.length <= file->size() - range.offset,
                    "asked for bytes outside the file");
            answers << file->mid(range.offset, range.length);
        }
        return answers;
    }

private:
    const QMap<QString, QByteArray> &m_files;
};

QList<CheckpointFile> listing(const QMap<QString, QByteArray> &files)
{
    QList<CheckpointFile> listed;
    for (auto file = files.begin(); file != files.end(); ++file)
        listed << CheckpointFile{file.key(), file->size(), kNow - 3600};
    return listed;
}

void look(const QMap<QString, QByteArray> &files)
{
    Memory source(files);
    const QList<CheckpointFile> listed = listing(files);
    const auto found = findCheckpoints(listed, {}, kNow, source);
    qsizetype count = 0;
    for (const Checkpoint &checkpoint : found) {
        require(!checkpoint.name.isEmpty() && !checkpoint.reason.isEmpty() && !checkpoint.files.isEmpty(), "a verdict without a reason");
        require(checkpoint.step.value_or(0) >= 0 && checkpoint.tensorCount.value_or(0) >= 0, "less than nothing");
        require(checkpoint.missing.isEmpty() || checkpoint.verdict == Verdict::Partial || checkpoint.verdict == Verdict::Corrupt,
                "whole without its files");
        count += checkpoint.files.size();
        const Inspection inspection = inspectCheckpoint(checkpoint, source);
        require(!inspection.reason.isEmpty(), "an inspection without a reason");
        require(inspection.verdict != Verdict::Complete || checkpoint.verdict == Verdict::Complete
                    || checkpoint.verdict == Verdict::Unknown,
                "an inspection that knows less than the listing");
        for (const Finding &finding : inspection.findings)
            require(finding.severity != Safety::Dangerous || inspection.safety == Safety::Dangerous,
                    "a finding that is graver than the whole");
        for (const TensorInfo &tensor : inspection.tensors) {
            for (const qint64 size : tensor.shape)
                require(size >= 0, "a negative shape");
        }
    }
    require(count <= listed.size() * 2, "files that belong to more than one checkpoint");
}

void one(const char *name, const QByteArray &bytes) { look({{QLatin1String(name), bytes}}); }

const QByteArray kShard = QByteArray("\x38\0\0\0\0\0\0\0", 8) + "{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}   x";

}  // namespace

void fuzzSafetensors(const QByteArray &bytes) { one("model.safetensors", bytes); }
void fuzzGguf(const QByteArray &bytes) { one("model.gguf", bytes); }
void fuzzHdf5(const QByteArray &bytes) { one("model.h5", bytes); }
void fuzzOnnx(const QByteArray &bytes) { one("model.onnx", bytes); }
void fuzzKeras(const QByteArray &bytes) { one("model.keras", bytes); }

void fuzzTensorIndex(const QByteArray &bytes)
{
    look({{QStringLiteral("ckpt-5.index"), bytes},
          {QStringLiteral("ckpt-5.data-00000-of-00002"), QByteArray(1950, 'a')},
          {QStringLiteral("ckpt-5.data-00001-of-00002"), QByteArray(2056, 'b')}});
}

void fuzzTrainerState(const QByteArray &bytes)
{
    look({{QStringLiteral("checkpoint-5/trainer_state.json"), bytes}, {QStringLiteral("checkpoint-5/model.safetensors"), kShard}});
}

void fuzzShardIndex(const QByteArray &bytes)
{
    look({{QStringLiteral("model.safetensors.index.json"), bytes}, {QStringLiteral("model-00001-of-00001.safetensors"), kShard}});
}

void fuzzDistributedFolder(const QByteArray &bytes)
{
    look({{QStringLiteral("step-5/.metadata"), bytes},
          {QStringLiteral("step-5/__0_0.distcp"), "x"},
          {QStringLiteral("step-5/__1_0.distcp"), "x"}});
}

void fuzzOrbaxList(const QByteArray &bytes)
{
    look({{QStringLiteral("5/default/_METADATA"), bytes},
          {QStringLiteral("5/default/manifest.ocdbt"), "x"},
          {QStringLiteral("5/default/d/a"), "x"},
          {QStringLiteral("5/_CHECKPOINT_METADATA"), "{}"}});
}

void fuzzFileNames(const QByteArray &bytes)
{
    QMap<QString, QByteArray> files;
    const QList<QByteArray> names = bytes.left(4096).split('\n');
    for (const QByteArray &name : names) {
        // The first byte tells what is in it.
        if (name.size() > 1)
            files.insert(QString::fromUtf8(name.mid(1)), name[0] == 's'   ? kShard
                                                         : name[0] == 't' ? "global_step5"
                                                                          : QByteArray(name[0] & 31, 'x'));
    }
    look(files);
}

}  // namespace trainyard
