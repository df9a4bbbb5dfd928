// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/objectstore/internal/partupload.h"

#include "core/transport/http/httpsource.h"
#include "core/transport/webapi/sigv4.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ObjectStore)
};

constexpr int kMaxPartPages = 1000;

}  // namespace

Result<void> PartUpload::begin(std::stop_token stop)
{
    m_state.load(m_whole.sha256.toHex() + '-' + QByteArray::number(m_whole.partSize));
    TRY_DO(findEarlierParts(stop));
    if (!m_state.uploadId.isEmpty() || !m_store.caller().dialect().beginsUploads())
        return {};
    StoreCall call;
    call.make = [this](const StoreDialect &dialect) { return dialect.beginUpload(m_whole.key, m_whole.sha256); };
    call.take = [this](const HttpAnswer &, const QByteArray &body) -> Result<void> {
        TRY(const auto id, m_store.caller().dialect().readUploadId(body));
        m_state.uploadId = id;
        return {};
    };
    const auto run = m_store.caller().run(std::move(call), stop);
    m_state.saveNow();
    return run;
}

// Finds the parts in the store that are known to be ours.
Result<void> PartUpload::findEarlierParts(std::stop_token stop)
{
    if (m_state.parts.isEmpty() || (m_store.caller().dialect().beginsUploads() && m_state.uploadId.isEmpty())) {
        m_state.uploadId.clear();
        m_state.parts.clear();
        return {};
    }
    QHash<int, QByteArray> known;
    QByteArray page;
    bool isGone = false;
    int pages = 0;
    do {
        QByteArray next;
        StoreCall call;
        call.make = [this, page](const StoreDialect &dialect) { return dialect.listParts(m_whole.key, m_state.uploadId, page); };
        call.takesRefusals = true;
        call.take = [&](const HttpAnswer &answer, const QByteArray &body) -> Result<void> {
            // It is gone, or the store cannot list parts: then its parts are unknown.
            isGone = answer.status == 404 || answer.status == 405 || answer.status == 501;
            if (isGone)
                return {};
            if (answer.status > 299)
                return m_store.caller().dialect().readRefusal(answer).error;
            TRY(const auto read, m_store.caller().dialect().readParts(body));
            for (const StoredPart &part : read.first) {
                if (part.number >= 1 && part.number <= count() && part.size == sizeOf(part.number)
                    && m_state.parts.value(part.number) == part.etag)
                    known.insert(part.number, part.etag);
            }
            next = read.second;
            return {};
        };
        TRY_DO(m_store.caller().run(std::move(call), stop));
        page = next == page ? QByteArray() : next;
        // A store lists ten thousand parts at most, some hundred at a time.
    } while (!page.isEmpty() && !isGone && ++pages < kMaxPartPages);
    if (isGone) {
        (void)m_store.abortUpload(m_whole.key, m_state.uploadId, stop);
        known.clear();
        m_state.uploadId.clear();
    }
    m_state.parts = known;
    return {};
}

Result<void> PartUpload::end(const QList<PartDigests> &digests, std::stop_token stop)
{
    QList<StoredPart> parts;
    for (int number = 1; number <= count(); ++number)
        parts << StoredPart{number, sizeOf(number), m_state.parts.value(number)};
    const QByteArray body = m_store.caller().dialect().endUploadBody(parts, digests);
    StoreCall call;
    call.make = [this](const StoreDialect &dialect) { return dialect.endUpload(m_whole.key, m_state.uploadId, m_whole.sha256); };
    call.payloadSha256 = sha256Hex(body);
    call.source = std::make_shared<BytesSource>(body);
    call.take = [this](const HttpAnswer &, const QByteArray &answer) { return m_store.caller().dialect().readUploadEnd(answer); };
    const auto ended = m_store.caller().run(std::move(call), stop);
    // If an answer was lost on its way, the upload may have ended; the object then shows whether it is ours.
    if (!ended && ended.error().code == ErrorCode::NotFound) {
        if (confirm(stop))
            return {};
        m_state.remove();
    }
    return ended;
}

Result<StoredObject> PartUpload::confirm(std::stop_token stop)
{
    auto head = m_store.head(m_whole.key, stop);
    if (head && (head->size != m_whole.size || head->sha256 != m_whole.sha256)) {
        return Error{ErrorCode::Corrupt,
                     Words::tr("The object “%1” in the store differs from what was sent: another program may be writing there. Try again.")
                         .arg(m_whole.key),
                     QStringLiteral("%1 bytes, SHA-256 %2").arg(head->size).arg(QString::fromLatin1(head->sha256.toHex()))};
    }
    return head;
}

Result<void> PartUpload::readBack(const StoredObject &object, const QList<PartDigests> &digests, std::stop_token stop)
{
    for (qint64 at = 0; at < object.size; at += m_whole.partSize) {
        TRY(const auto read, m_store.read({{m_whole.key, object.etag, at, std::min(m_whole.partSize, object.size - at)}}, stop));
        if (sha256Hex(read.first()) != digests[at / m_whole.partSize].sha256.toHex()) {
            // It must not be taken for a checkpoint.
            (void)m_store.remove(m_whole.key, stop);
            m_state.remove();
            return Error{ErrorCode::Corrupt,
                         Words::tr("“%1” differs from what was sent when read back, so it was removed: try again.").arg(m_whole.key),
                         {}};
        }
    }
    return {};
}

bool PartUpload::isDoubtful(const QByteArray &etag, const PartDigests &digests) const
{
    return !digests.md5.isEmpty() && m_store.record().kind == ObjectStoreKind::S3 && bareEtag(etag).toLower() != digests.md5.toHex();
}

QList<int> PartUpload::missing() const
{
    QList<int> numbers;
    for (int number = 1; number <= count(); ++number) {
        if (!m_state.parts.contains(number))
            numbers << number;
    }
    return numbers;
}

qint64 PartUpload::bytesKept() const
{
    qint64 kept = 0;
    for (auto it = m_state.parts.begin(); it != m_state.parts.end(); ++it)
        kept += sizeOf(it.key());
    return kept;
}

}  // namespace trainyard
