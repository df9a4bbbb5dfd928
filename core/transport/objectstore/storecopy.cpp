// SPDX-License-Identifier: GPL-3.0-or-later
// Copies from one object store to another through this computer: parts are read while earlier ones are sent, and are never stored on disk.
#include "core/base/fanout.h"
#include "core/transport/objectstore/treecopy.h"

#include "core/transport/http/httpsource.h"
#include "core/transport/objectstore/internal/partupload.h"
#include "core/transport/objectstore/internal/treeplan.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QHash>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ObjectStore)
};

constexpr int kMaxAtOnce = 4;
// The limit for reading at one time, and for sending at the same time: parts grow with the file, so fewer are in flight then.
constexpr qint64 kMaxBytesAtOnce = 64LL * 1024 * 1024;

// One object, its parts in order. Each part passed to `use` was read whole, from the expected state of the object.
class PartReader {
public:
    using Use = std::function<Result<void>(int first, const QList<QByteArray> &parts)>;

    PartReader(ObjectStore &store, const StoredObject &object, qint64 partSize) : m_store(store), m_object(object), m_partSize(partSize) {}

    // Returns the SHA-256 of the whole.
    Result<QByteArray> run(const Use &use, std::stop_token stop)
    {
        const int count = static_cast<int>((m_object.size + m_partSize - 1) / m_partSize);
        const int atOnce = static_cast<int>(std::clamp<qint64>(kMaxBytesAtOnce / m_partSize, 1, kMaxAtOnce));
        QCryptographicHash hash(QCryptographicHash::Sha256);
        std::stop_source ends;
        const std::stop_callback follow(stop, [&ends] { ends.request_stop(); });
        const auto read = [this, count, atOnce, &ends](int first) {
            return first > count ? Result<QList<QByteArray>>(QList<QByteArray>())
                                 : parts(first, std::min(count, first + atOnce - 1), ends.get_token());
        };
        auto come = read(1);
        for (int first = 1; first <= count; first += atOnce) {
            if (!come)
                return come.error();
            Result<void> used;
            // Read the next parts while these are used.
            auto next = sideBySide([&] { return read(first + atOnce); },
                                   [&] {
                                       for (const QByteArray &part : std::as_const(*come))
                                           hash.addData(part);
                                       used = use ? use(first, *come) : Result<void>();
                                       if (!used)
                                           ends.request_stop();
                                   });
            if (!used)
                return used.error();
            come = std::move(next);
        }
        return hash.result();
    }

private:
    Result<QList<QByteArray>> parts(int first, int last, std::stop_token stop)
    {
        QList<ObjectRange> ranges;
        for (int number = first; number <= last; ++number) {
            const qint64 offset = (number - 1) * m_partSize;
            ranges << ObjectRange{m_object.key, m_object.etag, offset, std::min(m_partSize, m_object.size - offset)};
        }
        auto read = m_store.read(ranges, stop);
        if (!read)
            return read;
        for (qsizetype i = 0; i < ranges.size(); ++i) {
            if (read->at(i).size() != ranges[i].length)
                return Error{ErrorCode::Corrupt, Words::tr("The object changed while it was read: start again."), m_object.key};
        }
        return read;
    }

    ObjectStore &m_store;
    const StoredObject m_object;
    const qint64 m_partSize;
};

class ObjectCopy {
public:
    // `spec`: key, stateFolder, readsBack and partSize of the target.
    ObjectCopy(ObjectStore &from, const StoredObject &object, ObjectStore &to, const StoreFileSpec &spec, const StoreMoved &moved,
               std::stop_token stop)
        : m_from(from), m_object(object), m_to(to), m_spec(spec), m_moved(moved), m_stop(stop),
          m_partSize(spec.partSize > 0 ? spec.partSize : partSizeFor(object.size)),
          // Two copies that write the same object take turns, wherever their bytes come from.
          m_state(spec.stateFolder, to.record(), QStringLiteral("copy\n") + spec.key)
    {
    }

    Result<StoreFileOutcome> run()
    {
        TRY_DO(m_state.lock());
        m_outcome.bytes = m_object.size;
        m_outcome.sha256 = m_object.sha256;
        report(0);
        if (m_outcome.sha256.isEmpty()) {
            // An upload in parts must declare its digest at the start, so an unknown digest is computed first.
            TRY(const auto told, PartReader(m_from, m_object, m_partSize).run({}, m_stop));
            m_outcome.sha256 = told;
        }
        PartUpload upload(m_to, m_state, {m_spec.key, m_object.size, m_partSize, m_outcome.sha256});
        TRY_DO(m_object.size <= m_partSize ? putWhole() : putParts(upload));
        TRY(const auto stored, upload.confirm(m_stop));
        if (m_digests.size() == 1)
            m_isDoubtful = m_isDoubtful || upload.isDoubtful(stored.etag, m_digests.first());
        m_outcome.check = StoreCheck::Sha256;
        if (m_spec.readsBack || m_isDoubtful) {
            TRY_DO(upload.readBack(stored, m_digests, m_stop));
            m_outcome.check = StoreCheck::ReadBack;
        }
        m_state.remove();
        report(m_object.size);
        return m_outcome;
    }

private:
    Result<void> putWhole()
    {
        QByteArray all;
        const auto sha256 = PartReader(m_from, m_object, m_partSize)
                                .run(
                                    [&all](int, const QList<QByteArray> &parts) -> Result<void> {
                                        all = parts.first();
                                        return {};
                                    },
                                    m_stop);
        if (!sha256)
            return sha256.error();
        if (*sha256 != m_outcome.sha256)
            return notWhatWasPut(m_object.key);
        m_digests << digestsOf(all);
        return m_to.put(m_spec.key, all, m_stop);
    }

    Result<void> putParts(PartUpload &upload)
    {
        TRY_DO(upload.begin(m_stop));
        const auto sha256 = PartReader(m_from, m_object, m_partSize)
                                .run([&](int first, const QList<QByteArray> &parts) { return sendMissing(upload, first, parts); }, m_stop);
        m_state.saveNow();
        if (!sha256)
            return sha256.error();
        if (*sha256 != m_outcome.sha256) {
            (void)m_to.abortUpload(m_spec.key, m_state.uploadId, m_stop);
            m_state.remove();
            return notWhatWasPut(m_object.key);
        }
        for (int number = 1; number <= upload.count(); ++number)
            m_isDoubtful = m_isDoubtful || upload.isDoubtful(m_state.parts.value(number), m_digests[number - 1]);
        return upload.end(m_digests, m_stop);
    }

    // Parts from an earlier try are kept if they match: by MD5, or by the name derived from the digest.
    Result<void> sendMissing(const PartUpload &upload, int first, const QList<QByteArray> &parts)
    {
        QList<int> missing;
        for (qsizetype i = 0; i < parts.size(); ++i) {
            const int number = first + static_cast<int>(i);
            const PartDigests digests = digestsOf(parts[i]);
            m_digests << digests;
            const QByteArray kept = m_state.parts.value(number);
            const bool isKept = !kept.isEmpty()
                                && (m_to.record().kind == ObjectStoreKind::S3
                                        ? !upload.isDoubtful(kept, digests)
                                        : kept == m_to.caller().dialect().partId(number, digests, {}));
            if (isKept) {
                m_outcome.bytesKept += parts[i].size();
                m_done += parts[i].size();
            } else {
                m_state.parts.remove(number);
                missing << number;
            }
        }
        report(m_done);
        return m_to.caller().run(
            [&]() -> std::optional<StoreCall> {
                if (missing.isEmpty())
                    return std::nullopt;
                const int number = missing.takeFirst();
                const QByteArray &bytes = parts[number - first];
                const PartDigests &digests = m_digests[number - 1];
                StoreCall call;
                call.make = [this, number, digests](const StoreDialect &dialect) {
                    return dialect.putPart(m_spec.key, m_state.uploadId, number, digests);
                };
                call.payloadSha256 = digests.sha256.toHex();
                call.source = std::make_shared<BytesSource>(bytes);
                call.take = [this, number, digests, size = bytes.size()](const HttpAnswer &answer, const QByteArray &) -> Result<void> {
                    m_state.parts.insert(number, m_to.caller().dialect().partId(number, digests, answer));
                    m_done += size;
                    m_state.save();
                    report(m_done);
                    return {};
                };
                return call;
            },
            kMaxAtOnce, m_stop, [this] { m_state.saveDue(); });
    }

    static PartDigests digestsOf(const QByteArray &bytes)
    {
        return {QCryptographicHash::hash(bytes, QCryptographicHash::Sha256), QCryptographicHash::hash(bytes, QCryptographicHash::Md5)};
    }
    void report(qint64 done) const
    {
        if (m_moved)
            m_moved(std::min(done, m_object.size), m_object.size);
    }

    ObjectStore &m_from;
    const StoredObject m_object;
    ObjectStore &m_to;
    const StoreFileSpec m_spec;
    const StoreMoved &m_moved;
    const std::stop_token m_stop;
    const qint64 m_partSize;
    StoreState m_state;
    StoreFileOutcome m_outcome;
    QList<PartDigests> m_digests;  // of the parts so far
    qint64 m_done = 0;
    bool m_isDoubtful = false;
};

}  // namespace

TransferOutcome transferOutcomeOf(const TreeCopyOutcome &outcome)
{
    TransferOutcome told;
    told.files = outcome.files;
    told.unchanged = outcome.unchanged;
    told.bytes = outcome.bytes;
    told.bytesKept = outcome.bytesKept;
    told.leftOut = outcome.leftOut;
    switch (outcome.check) {
    case StoreCheck::None: break;
    case StoreCheck::Size: told.check = TransferCheck::Size; break;
    case StoreCheck::Md5: told.check = TransferCheck::Md5; break;
    case StoreCheck::Sha256: told.check = TransferCheck::Checksum; break;
    case StoreCheck::ReadBack: told.check = TransferCheck::ReadBack; break;
    }
    return told;
}

Result<TreeCopyOutcome> copyTree(ObjectStore &from, ObjectStore &to, const TreeCopySpec &spec, const TreeMoved &moved, std::stop_token stop)
{
    TreeCopyOutcome outcome;
    TRY(auto files, listStoreTree(from, spec.path, outcome.leftOut, stop));
    QHash<QString, StoredObject> objects;
    for (TreeFile &file : files) {
        objects.insert(file.name, *file.object);
        file.object.reset();
    }
    TRY_DO(findObjects(to, spec, files, stop));
    const auto plan = planPush(spec, files, [&](const TreeFile &file) -> Result<QByteArray> {
        StoredObject &object = objects[file.name];
        if (object.sha256.isEmpty()) {
            TRY(const auto told, PartReader(from, object, partSizeFor(object.size)).run({}, stop));
            object.sha256 = told;
        }
        return object.sha256;
    });
    if (!plan)
        return plan.error();
    const qint64 before = countSame(outcome, plan->same);
    TRY_DO(removeMarks(to, spec, plan->replaced, stop));
    const auto done = moveEach(plan->todo, before, sumOf(files), moved, outcome, [&](const TreeFile &file, const StoreMoved &come) {
        const StoreFileSpec one{{}, keyOf(spec, file), spec.stateFolder, spec.readsBack, spec.partSize};
        return ObjectCopy(from, objects.value(file.name), to, one, come, stop).run();
    });
    if (!done)
        return done.error();
    return outcome;
}

}  // namespace trainyard
