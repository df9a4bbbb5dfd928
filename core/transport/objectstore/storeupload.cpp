// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/objectstore/storetransfer.h"

#include "core/transport/http/httpsource.h"
#include "core/transport/objectstore/internal/parallelparts.h"
#include "core/transport/objectstore/internal/partdigests.h"
#include "core/transport/objectstore/internal/partupload.h"
#include "core/transport/objectstore/internal/storestate.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ObjectStore)
};

constexpr qint64 kMiB = 1024 * 1024;
constexpr qint64 kUsualPart = 16 * kMiB;  // an interruption costs at most this much per connection
constexpr qint64 kMaxParts = 9'000;       // of 10 000 that S3 takes

// Counts the bytes of parts in flight.
class CountedSource : public FilePartSource {
public:
    CountedSource(const QString &file, qint64 offset, qint64 size, std::function<void(qint64)> sent)
        : FilePartSource(file, offset, size), m_sent(std::move(sent))
    {
    }
    Result<QByteArray> read(qint64 offset, qint64 most) override
    {
        auto bytes = FilePartSource::read(offset, most);
        if (bytes)
            m_sent(offset + bytes->size());
        return bytes;
    }

private:
    std::function<void(qint64)> m_sent;
};

class Upload {
public:
    Upload(ObjectStore &store, const StoreFileSpec &spec, const StoreMoved &moved, std::stop_token stop)
        : m_store(store), m_spec(spec), m_moved(moved), m_stop(stop),
          m_state(spec.stateFolder, store.record(), QStringLiteral("up\n") + QFileInfo(spec.file).absoluteFilePath() + u'\n' + spec.key)
    {
    }

    Result<StoreFileOutcome> run()
    {
        TRY_DO(m_state.lock());
        m_partSize = m_spec.partSize > 0 ? m_spec.partSize : partSizeFor(QFileInfo(m_spec.file).size());
        // If the store is certain to compare a SHA-256, an MD5 as well would only cost time.
        TRY(auto digests, digestFile(m_spec.file, {m_partSize, !m_store.record().hasChecksums, false}, m_stop));
        m_digests = std::move(digests);
        m_outcome.bytes = m_digests.size;
        m_outcome.sha256 = m_digests.sha256;
        report(0);
        PartUpload upload(m_store, m_state, {m_spec.key, m_digests.size, m_partSize, m_digests.sha256});
        TRY_DO(m_digests.size <= m_partSize ? putWhole(upload) : putParts(upload));
        TRY(const auto stored, upload.confirm(m_stop));
        m_outcome.check = StoreCheck::Sha256;
        if (m_spec.readsBack || m_isDoubtful) {
            TRY_DO(upload.readBack(stored, m_digests.parts, m_stop));
            m_outcome.check = StoreCheck::ReadBack;
        }
        m_state.remove();
        return m_outcome;
    }

private:
    Result<void> putWhole(const PartUpload &upload)
    {
        PartDigests digests{m_digests.sha256, m_digests.parts.isEmpty() ? QByteArray() : m_digests.parts.first().md5};
        StoreCall call;
        call.make = [this, digests](const StoreDialect &dialect) { return dialect.put(m_spec.key, digests); };
        call.payloadSha256 = digests.sha256.toHex();
        call.source = std::make_shared<CountedSource>(m_spec.file, 0, m_digests.size, [this](qint64 sent) { report(sent); });
        call.take = [this, digests, &upload](const HttpAnswer &answer, const QByteArray &) -> Result<void> {
            m_isDoubtful = m_isDoubtful || upload.isDoubtful(answer.headers.value("etag"), digests);
            return {};
        };
        return m_store.caller().run(std::move(call), m_stop);
    }

    Result<void> putParts(PartUpload &upload)
    {
        TRY_DO(upload.begin(m_stop));
        m_outcome.bytesKept = upload.bytesKept();
        if (const auto sent = sendMissing(upload); !sent) {
            m_state.saveNow();
            return sent;
        }
        if (!isStill(m_spec.file, m_digests)) {
            (void)m_store.abortUpload(m_spec.key, m_state.uploadId, m_stop);
            m_state.remove();
            return Error{
                ErrorCode::Corrupt,
                Words::tr("%1 changed while it was sent, so it was not stored: try again when it is not being written.").arg(m_spec.file),
                {}};
        }
        m_state.saveNow();
        for (int number = 1; number <= upload.count(); ++number)
            m_isDoubtful = m_isDoubtful || upload.isDoubtful(m_state.parts.value(number), m_digests.parts[number - 1]);
        return upload.end(m_digests.parts, m_stop);
    }

    Result<void> sendMissing(PartUpload &upload)
    {
        QList<int> missing = upload.missing();
        m_done = m_outcome.bytesKept;
        return m_store.caller().run(
            [&]() -> std::optional<StoreCall> {
                if (missing.isEmpty())
                    return std::nullopt;
                const int number = missing.takeFirst();
                const PartDigests &digests = m_digests.parts[number - 1];
                StoreCall call;
                call.make = [this, number, digests](const StoreDialect &dialect) {
                    return dialect.putPart(m_spec.key, m_state.uploadId, number, digests);
                };
                call.payloadSha256 = digests.sha256.toHex();
                call.source = std::make_shared<CountedSource>(m_spec.file, (number - 1) * m_partSize, sizeOf(number),
                                                              [this, number](qint64 sent) { m_underWay[number] = sent; });
                call.take = [this, number](const HttpAnswer &answer, const QByteArray &) -> Result<void> {
                    m_underWay.remove(number);
                    m_state.parts.insert(number, m_store.caller().dialect().partId(number, m_digests.parts[number - 1], answer));
                    m_done += sizeOf(number);
                    m_state.save();
                    return {};
                };
                return call;
            },
            kPartConnections, m_stop,
            [this] {
                m_state.saveDue();
                qint64 sent = m_done;
                for (const qint64 bytes : std::as_const(m_underWay))
                    sent += bytes;
                report(sent);
            });
    }

    qint64 sizeOf(int number) const { return std::min(m_partSize, m_digests.size - (number - 1) * m_partSize); }
    void report(qint64 done) const
    {
        if (m_moved)
            m_moved(std::min(done, m_digests.size), m_digests.size);
    }

    ObjectStore &m_store;
    const StoreFileSpec &m_spec;
    const StoreMoved &m_moved;
    const std::stop_token m_stop;
    StoreState m_state;
    FileDigests m_digests;
    StoreFileOutcome m_outcome;
    qint64 m_partSize = kUsualPart, m_done = 0;
    bool m_isDoubtful = false;
    QHash<int, qint64> m_underWay;
};

}  // namespace

qint64 partSizeFor(qint64 size)
{
    const qint64 least = (size + kMaxParts - 1) / kMaxParts;
    return std::max(kUsualPart, (least + kMiB - 1) / kMiB * kMiB);
}

Result<StoreFileOutcome> uploadFile(ObjectStore &store, const StoreFileSpec &spec, const StoreMoved &moved, std::stop_token stop)
{
    return Upload(store, spec, moved, stop).run();
}

}  // namespace trainyard
