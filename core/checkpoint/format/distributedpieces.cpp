// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces (.distcp) of a distributed checkpoint: each item in them is a torch.save file of its own and is inspected as one. Layout:
// _write_item in torch/distributed/checkpoint/filesystem.py; how items are loaded: read_data there, and load_bytes in default_planner.py.
#include "core/checkpoint/format/internal/checkpointname.h"
#include "core/checkpoint/format/internal/distributedlist.h"
#include "core/checkpoint/format/internal/inspectparts.h"
#include "core/checkpoint/format/internal/torchreaders.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <map>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

// Every item costs a request, and 3 KiB if its tensor is large: this is the acceptable maximum on a slow connection.
constexpr size_t kMaxInspectedItems = 4096;
constexpr qint64 kPiecesBudget = 64 * 1024 * 1024;
// Twice the size of torch's local header and data.pkl for one tensor, and of its directory of seven records.
constexpr qint64 kPieceHead = 2048, kPieceTail = 1024, kSmall = 16 * 1024;
constexpr qsizetype kMaxFindings = 1000;

// The bytes of all pieces, fetched in one round; more only within bounds.
class Pieces {
public:
    explicit Pieces(FileSource &source) : m_source(source) {}

    void want(const QString &file, qint64 offset, qint64 length)
    {
        if (length > 0 && m_budget >= length) {
            m_wanted.append({file, offset, length});
            m_budget -= length;
        }
    }

    Result<void> fetch()
    {
        std::sort(m_wanted.begin(), m_wanted.end(),
                  [](const FileRange &a, const FileRange &b) { return a.name != b.name ? a.name < b.name : a.offset < b.offset; });
        QList<FileRange> asked;
        for (const FileRange &range : std::as_const(m_wanted)) {
            if (!asked.isEmpty() && asked.last().name == range.name && range.offset <= asked.last().offset + asked.last().length)
                asked.last().length = std::max(asked.last().length, range.offset + range.length - asked.last().offset);
            else
                asked << range;
        }
        TRY(const auto answers, asked.isEmpty() ? Result<QList<QByteArray>>(QList<QByteArray>()) : m_source.read(asked));
        for (qsizetype i = 0; i < asked.size() && i < answers.size(); ++i)
            m_known[asked[i].name].insert_or_assign(asked[i].offset, answers[i]);
        return {};
    }

    Result<QByteArray> read(const FileRange &range)
    {
        if (const auto known = m_known.find(range.name); known != m_known.end()) {
            auto piece = known->second.upper_bound(range.offset);
            if (piece != known->second.begin()) {
                --piece;
                if (range.offset + range.length <= piece->first + piece->second.size())
                    return piece->second.mid(range.offset - piece->first, range.length);
            }
        }
        if (range.length > m_budget)
            return Error{ErrorCode::Corrupt, Words::tr("It is too large to inspect from here."), {}};
        m_budget -= range.length;
        const auto answer = m_source.read({range});
        return answer ? Result<QByteArray>(answer->value(0)) : Result<QByteArray>(answer.error());
    }

private:
    FileSource &m_source;
    QList<FileRange> m_wanted;
    std::map<QString, std::map<qint64, QByteArray>> m_known;
    qint64 m_budget = kPiecesBudget;
};

// Presents one item as a file.
class ItemSource : public FileSource {
public:
    ItemSource(Pieces &pieces, const QString &file, qint64 offset) : m_pieces(pieces), m_file(file), m_offset(offset) {}

    Result<QList<QByteArray>> read(const QList<FileRange> &ranges) override
    {
        QList<QByteArray> answers;
        std::optional<Error> error;
        for (const FileRange &range : ranges) {
            // Requests all ranges before it reports a failed one: they are answered together.
            const auto answer = m_pieces.read({m_file, m_offset + range.offset, range.length});
            if (answer)
                answers << *answer;
            else
                error = answer.error();
        }
        return error ? Result<QList<QByteArray>>(*error) : Result<QList<QByteArray>>(answers);
    }

private:
    Pieces &m_pieces;
    const QString m_file;
    const qint64 m_offset;
};

QString lastPart(const QString &name) { return name.mid(name.lastIndexOf(u'.') + 1); }

bool isOptimizers(const QString &name)
{
    return name.contains(QLatin1String("optim"), Qt::CaseInsensitive) || name.contains(QLatin1String(".state."));
}

class Looking {
public:
    Looking(Pieces &pieces, Inspection &inspection) : m_pieces(pieces), m_inspection(inspection) {}

    void look(const DistributedItem &item, const QString &file)
    {
        const QString place = item.piece + u'[' + item.name.left(200) + u']';
        ItemSource source(m_pieces, file, qint64(item.offset));
        RangeReader reader(source, {place, qint64(item.length), 0}, kPieceHead, kPieceTail);
        auto found = inspectTorch(reader);
        if (!found) {
            found.emplace();
            found->verdict = Verdict::Corrupt;
            found->reason = Words::tr("It is not a PyTorch file.");
            const Pickle pickle = Pickle::read(reader.bytes(0, reader.size()));
            if (gradePickle(pickle, place).safety == Safety::Dangerous)
                addGrade(*found, pickle, place);
        }
        if (item.isPacked && found->verdict != Verdict::Complete) {
            found->verdict = Verdict::Complete;  // it cannot be checked
            addNote(*found, Safety::Unknown, place, Words::tr("It is packed in an unsupported way."));
        }
        // The list states where it ends, so a missing part is not the end of a file.
        if (found->verdict == Verdict::Partial)
            found->verdict = Verdict::Corrupt;
        worsen(m_inspection, found->verdict, Words::tr("%1: %2").arg(place, found->reason));
        take(item, *found);
    }

    void finish() { m_inspection.step = m_step ? m_step : m_optimizerStep; }

private:
    void take(const DistributedItem &item, const Inspection &found)
    {
        m_inspection.safety = graver(m_inspection.safety, found.safety);
        for (const Finding &finding : found.findings) {
            // One per name: thousands of items repeat the same finding.
            const QString what = QString::number(int(finding.severity)) + finding.name + u'\n'
                                 + (finding.name.isEmpty() ? finding.text : QString());
            if (m_reportedFindings.contains(what)
                || (m_inspection.findings.size() >= kMaxFindings && finding.severity != Safety::Dangerous))
                continue;
            m_reportedFindings.insert(what);
            m_inspection.findings << finding;
        }
        std::optional<qint64> step = found.step;
        for (const auto &[key, value] : found.hyperparameters) {
            const bool isWhole = key == QLatin1String("value");
            if (isWhole && isStepKey(lastPart(item.name).toUtf8())) {
                bool isNumber = false;
                const qint64 number = value.toLongLong(&isNumber);
                if (isNumber && number >= 0)
                    step = number;
            }
            if (isWhole && lastPart(item.name) == QLatin1String("epoch")) {
                bool isNumber = false;
                const double number = value.toDouble(&isNumber);
                if (isNumber)
                    m_inspection.epoch = number;
            }
            // An optimizer stores one number for each of its parameters.
            if (m_inspection.hyperparameters.size() < kMaxSettings && !(item.isTensor && isOptimizers(item.name)))
                m_inspection.hyperparameters.append({isWhole ? item.name : item.name + u'.' + key, value});
        }
        std::optional<qint64> &known = isOptimizers(item.name) ? m_optimizerStep : m_step;
        known = known ? known : step;
        m_inspection.epoch = m_inspection.epoch ? m_inspection.epoch : found.epoch;
        m_inspection.loss = m_inspection.loss ? m_inspection.loss : found.loss;
    }

    static constexpr qsizetype kMaxSettings = 500;
    Pieces &m_pieces;
    Inspection &m_inspection;
    QSet<QString> m_reportedFindings;
    std::optional<qint64> m_step, m_optimizerStep;
};

}  // namespace

void lookIntoPieces(const DistributedList &list, const QString &folder, const QHash<QString, qint64> &sizes, FileSource &source,
                    Inspection &inspection)
{
    std::vector<const DistributedItem *> items;
    for (const DistributedItem &item : list.items)
        items.push_back(&item);
    std::stable_sort(items.begin(), items.end(),
                     [](const DistributedItem *a, const DistributedItem *b) { return a->isTensor < b->isTensor; });
    size_t wanted = 0;
    Pieces pieces(source);
    for (const DistributedItem *&item : items) {
        const quint64 size = quint64(std::max<qint64>(0, sizes.value(folder + item->piece)));
        const bool isThere = item->length > 0 && item->offset <= size && item->length <= size - item->offset;
        if (!isThere || wanted >= kMaxInspectedItems) {
            item = nullptr;
            continue;
        }
        ++wanted;
        const QString file = folder + item->piece;
        const auto offset = qint64(item->offset), length = qint64(item->length);
        pieces.want(file, offset, length <= kSmall ? length : kPieceHead);
        if (length > kSmall)
            pieces.want(file, offset + length - kPieceTail, kPieceTail);
    }
    if (const auto fetched = pieces.fetch(); !fetched) {
        addNote(inspection, Safety::Unknown, folder + QStringLiteral(".metadata"), fetched.error().what);
        return;
    }
    Looking looking(pieces, inspection);
    for (const DistributedItem *item : items) {
        if (item)
            looking.look(*item, folder + item->piece);
    }
    looking.finish();
    const quint64 unread = list.itemCount - wanted;
    if (unread > 0)
        addNote(
            inspection, Safety::Unknown, folder + QStringLiteral(".metadata"),
            Words::tr("%n part(s) were not inspected: they are missing, or too many.", nullptr, int(std::min<quint64>(unread, 1 << 30))));
    // An empty list, and one that could not be read, show nothing about the pieces.
    if (inspection.verdict != Verdict::Complete)
        inspection.safety = graver(inspection.safety, Safety::Unknown);
}

Inspection inspectDistributed(const CheckpointFile &list, const QHash<QString, qint64> &sizes, FileSource &source)
{
    Inspection inspection;
    inspection.format = QStringLiteral("torch distributed");
    inspection.framework = QStringLiteral("PyTorch distributed");
    inspection.safety = Safety::Unknown;
    inspection.files << list;
    if (list.sizeBytes <= 0) {
        inspection.verdict = Verdict::Partial;
        inspection.reason = Words::tr("The file is empty.");
        return inspection;
    }
    RangeReader reader(source, list);
    DistributedList found = inspectDistributedList(reader);
    inspection = std::move(found.inspection);
    if (inspection.verdict == Verdict::Complete)
        inspection.reason = Words::tr("All pieces in its list are present.");
    for (TensorInfo &tensor : inspection.tensors)
        tensor.file = tensor.file.isEmpty() ? list.name : folderOf(list.name) + tensor.file;
    for (auto piece = found.pieces.cbegin(); piece != found.pieces.cend(); ++piece) {
        const QString name = folderOf(list.name) + piece.key();
        const auto size = sizes.constFind(name);
        if (size == sizes.constEnd())
            worsen(inspection, Verdict::Partial, Words::tr("%1 is missing.").arg(piece.key()));
        else if (quint64(std::max<qint64>(0, *size)) < piece.value())
            worsen(inspection, Verdict::Partial, Words::tr("%1: %2").arg(piece.key(), endsEarly({}, *size, piece.value()).reason));
    }
    lookIntoPieces(found, folderOf(list.name), sizes, source, inspection);
    orderFindings(inspection.findings);
    return inspection;
}

}  // namespace trainyard
