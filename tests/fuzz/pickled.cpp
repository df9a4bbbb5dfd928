// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/internal/distributedlist.h"
#include "core/checkpoint/format/torchfile.h"
#include "core/checkpoint/pickle/picklesafety.h"
#include "tests/fuzz/readers.h"

namespace trainyard {

namespace {

void require(bool isTrue, const char *what)
{
    if (!isTrue)
        qFatal("%s", what);
}

// A file in memory; a request outside it ends the program.
class Bytes : public FileSource {
public:
    explicit Bytes(const QByteArray &bytes) : m_bytes(bytes) {}
    Result<QList<QByteArray>> read(const QList<FileRange> &ranges) override
    {
        QList<QByteArray> answers;
        for (const FileRange &range : ranges) {
            require(range.offset >= 0 && range.length >= 0 && range.offset <= m_bytes.size()
                        && range.length <= m_bytes.size() - range.offset,
                    "asked for bytes outside the file");
            answers << m_bytes.mid(range.offset, range.length);
        }
        return answers;
    }

private:
    QByteArray m_bytes;
};

void inspect(const QString &name, const QByteArray &bytes)
{
    Bytes source(bytes);
    const auto seen = inspectTorch(CheckpointFile{name, bytes.size(), 0}, source);
    if (!seen)
        return;
    require(!seen->reason.isEmpty(), "a verdict without a reason");
    require(!seen->format.isEmpty() || seen->verdict != Verdict::Complete, "complete, but nobody knows what");
    require(seen->bytesRead <= quint64(bytes.size()), "read more than there is");
    require(seen->findings.size() <= 100, "more findings than anybody reads");
    for (const Finding &finding : seen->findings)
        require(seen->safety == graver(seen->safety, finding.severity), "a finding that is graver than the whole");
    for (const TensorInfo &tensor : seen->tensors)
        require(tensor.name.size() < 4096, "an endless name");
}

}  // namespace

void fuzzPickle(const QByteArray &bytes)
{
    const Pickle pickle = Pickle::read(bytes);
    const PickleGrade judged = gradePickle(pickle, QStringLiteral("a"));
    require(pickle.end() == PickleEnd::Stopped || judged.safety == Safety::Unknown || judged.safety == Safety::Dangerous,
            "safe without having read all");
    require(pickle.endOffset() <= bytes.size(), "went beyond the end");
    torchRefusals(pickle);
    if (pickle.root() != kNoPickleRef)
        require(pickleText(pickle, pickle.root()).size() < 2000, "an endless text");
    // A truncated pickle is never complete.
    if (pickle.end() == PickleEnd::Stopped)
        require(Pickle::read(bytes.first(pickle.endOffset() - 1)).end() != PickleEnd::Stopped, "whole without its end");
}

void fuzzZipDirectory(const QByteArray &bytes)
{
    const ZipEnd end = findZipEnd(bytes, 0);
    if (end.isMissing || end.complaint)
        return;
    require(end.offset + end.bytes <= quint64(bytes.size()), "a directory outside the file");
    const ZipDirectory directory = ZipDirectory::parse(bytes.mid(qsizetype(end.offset), qsizetype(end.bytes)), end);
    require(directory.complaint() || directory.entries().size() == end.entries, "entries miscounted");
    for (const ZipEntry &entry : directory.entries()) {
        if (directory.complaint())
            break;
        require(directory.find(entry.name) == &entry, "an entry that is not found");
        const ZipLocal local = checkZipLocal(bytes.mid(qsizetype(entry.offset), 1000), entry);
        if (!local.complaint && entry.method == 8)
            require(inflateBegin(bytes.mid(qsizetype(entry.offset)), 1000).value_or(QByteArray()).size() <= 1000, "inflated too much");
    }
}

void fuzzTorchZip(const QByteArray &bytes) { inspect(QStringLiteral("a.pt"), "PK\x03\x04" + bytes.mid(4)); }
void fuzzTorchLegacy(const QByteArray &bytes) { inspect(QStringLiteral("a.pth"), bytes); }
void fuzzDistributedList(const QByteArray &bytes)
{
    Bytes source(bytes);
    RangeReader reader(source, {QStringLiteral(".metadata"), bytes.size(), 0});
    const DistributedList list = inspectDistributedList(reader);
    require(!list.inspection.reason.isEmpty(), "a verdict without a reason");
    for (auto piece = list.pieces.begin(); piece != list.pieces.end(); ++piece)
        require(!piece.key().startsWith(u'/') && !piece.key().split(u'/').contains(QLatin1String("..")), "a piece outside the folder");
}

void fuzzDistributedPieces(const QByteArray &bytes)
{
    Bytes source(bytes);
    const auto size = quint64(bytes.size());
    DistributedList list;
    for (const auto &[offset, length] : {std::pair(quint64(0), size), {0, size / 2}, {size / 2, size - size / 2}, {size, 1}, {size / 3, 0}})
        list.items.push_back(
            {QStringLiteral("optimizer.state.step"), QStringLiteral("__0_0.distcp"), offset, length, offset == 0, length % 8 == 1});
    list.itemCount = list.items.size();
    Inspection inspection;
    inspection.safety = Safety::Safe;
    inspection.verdict = Verdict::Complete;
    lookIntoPieces(list, {}, {{QStringLiteral("__0_0.distcp"), bytes.size()}}, source, inspection);
    // Two of the items are missing.
    require(inspection.safety == Safety::Unknown || inspection.safety == Safety::Dangerous, "safe without having read all");
    require(inspection.verdict == Verdict::Complete || !inspection.reason.isEmpty(), "a verdict without a reason");
    for (const Finding &finding : inspection.findings)
        require(inspection.safety == graver(inspection.safety, finding.severity), "a finding that is graver than the whole");
}

void fuzzNpy(const QByteArray &bytes) { inspect(QStringLiteral("a.npy"), "\x93NUMPY" + bytes.mid(6)); }

}  // namespace trainyard
