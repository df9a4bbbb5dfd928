// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/objectstore/objectstore.h"

#include "core/checkpoint/format/filesource.h"
#include "core/transport/http/httpsource.h"

#include <QCoreApplication>
#include <QCryptographicHash>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ObjectStore)
};

constexpr qsizetype kMaxObjects = 1'000'000;  // some hundred megabytes of names
constexpr int kMaxListPages = 100'000;

}  // namespace

ObjectStore::ObjectStore(const ObjectStoreConfig &record, const StoreLimits &limits) : m_record(record), m_caller(record, limits) {}

Result<StoreListing> ObjectStore::list(const QString &prefix, bool byFolder, const QByteArray &page, std::stop_token stop, int most)
{
    StoreListing listing;
    StoreCall call;
    call.make = [&](const StoreDialect &dialect) { return dialect.list(prefix, byFolder, page, most); };
    call.take = [&](const HttpAnswer &, const QByteArray &body) -> Result<void> {
        TRY(auto read, m_caller.dialect().readListing(body));
        listing = std::move(read);
        return {};
    };
    TRY_DO(m_caller.run(std::move(call), stop));
    return listing;
}

Result<StoreListing> ObjectStore::listAll(const QString &prefix, bool byFolder, std::stop_token stop)
{
    StoreListing all;
    for (int pages = 0; pages < kMaxListPages; ++pages) {
        TRY(auto page, list(prefix, byFolder, all.next, stop));
        // A store that sends the same page again and again would never finish.
        const bool isStuck = !page.next.isEmpty() && page.next == all.next;
        all.objects += page.objects;
        all.folders += page.folders;
        all.next = page.next;
        if (isStuck)
            return Error{ErrorCode::Corrupt, Words::tr("The store lists the same objects over and over."), {}};
        if (all.next.isEmpty())
            return all;
        if (all.objects.size() > kMaxObjects)
            break;
    }
    return Error{ErrorCode::Unsupported, Words::tr("There are more than a million objects there: name a folder further down."), {}};
}

Result<StoredObject> ObjectStore::head(const QString &key, std::stop_token stop)
{
    TRY(auto found, headAll({key}, stop));
    return found.first();
}

Result<QList<StoredObject>> ObjectStore::headAll(const QStringList &keys, std::stop_token stop)
{
    QList<StoredObject> found(keys.size());
    qsizetype next = 0;
    const auto run = m_caller.run(
        [&]() -> std::optional<StoreCall> {
            if (next >= keys.size())
                return std::nullopt;
            const qsizetype index = next++;
            StoreCall call;
            call.make = [&keys, index](const StoreDialect &dialect) { return dialect.head(keys[index]); };
            call.take = [this, &found, &keys, index](const HttpAnswer &answer, const QByteArray &) -> Result<void> {
                found[index] = m_caller.dialect().readHead(keys[index], answer);
                return {};
            };
            return call;
        },
        kMaxConnections, stop);
    if (!run)
        return run.error();
    return found;
}

Result<void> ObjectStore::readInto(QList<Result<QByteArray>> &answers, const QList<ObjectRange> &ranges, bool endsAtFirst,
                                   std::stop_token stop)
{
    qsizetype next = 0;
    return m_caller.run(
        [&]() -> std::optional<StoreCall> {
            for (; next < ranges.size() && ranges[next].length <= 0; ++next)
                answers[next] = QByteArray();
            if (next >= ranges.size())
                return std::nullopt;
            const qsizetype index = next++;
            const ObjectRange &range = ranges[index];
            StoreCall call;
            call.make = [&range](const StoreDialect &dialect) { return dialect.get(range.key, range.etag); };
            call.range = HttpRange{range.offset, range.length};
            call.takesRefusals = true;
            call.take = [this, &answers, &range, index](const HttpAnswer &answer, const QByteArray &body) -> Result<void> {
                if (answer.status == 416) {
                    answers[index] = QByteArray();  // it begins past the end
                    return {};
                }
                if (answer.status < 200 || answer.status > 299)
                    return m_caller.dialect().readRefusal(answer).error;
                // A range that is shorter than requested must end where the object does.
                const QByteArray told = answer.headers.value("content-range");
                bool isTotal = false;
                const qint64 total = told.mid(told.indexOf('/') + 1).trimmed().toLongLong(&isTotal);
                if (answer.status == 206 && body.size() < range.length && (!isTotal || range.offset + body.size() != total))
                    return Error{ErrorCode::ConnectionLost, Words::tr("The store sent less than requested: try again."),
                                 QString::fromLatin1(told).left(100)};
                // Not every store respects If-Match.
                const QByteArray etag = bareEtag(answer.headers.value("etag"));
                if (!range.etag.isEmpty() && !etag.isEmpty() && etag != bareEtag(range.etag))
                    return Error{ErrorCode::Corrupt, Words::tr("The object changed while it was read: start again."), {}};
                answers[index] = body;
                return {};
            };
            if (!endsAtFirst)
                call.refused = [&answers, index](const Error &error) { answers[index] = error; };
            return call;
        },
        kMaxConnections, stop);
}

Result<QList<QByteArray>> ObjectStore::read(const QList<ObjectRange> &ranges, std::stop_token stop)
{
    QList<Result<QByteArray>> answers(ranges.size(), QByteArray());
    TRY_DO(readInto(answers, ranges, true, stop));
    return allOrError(answers);
}

QList<Result<QByteArray>> ObjectStore::readEach(const QList<ObjectRange> &ranges, std::stop_token stop)
{
    const Error unanswered{ErrorCode::Io, {}, {}};
    QList<Result<QByteArray>> answers(ranges.size(), unanswered);
    const auto run = readInto(answers, ranges, false, stop);
    for (auto &answer : answers) {
        if (!run && !answer && answer.error().what.isEmpty())
            answer = run.error();
    }
    return answers;
}

Result<void> ObjectStore::put(const QString &key, const QByteArray &bytes, std::stop_token stop)
{
    const PartDigests digests{QCryptographicHash::hash(bytes, QCryptographicHash::Sha256),
                              QCryptographicHash::hash(bytes, QCryptographicHash::Md5)};
    StoreCall call;
    call.make = [&](const StoreDialect &dialect) { return dialect.put(key, digests); };
    call.payloadSha256 = digests.sha256.toHex();
    call.source = std::make_shared<BytesSource>(bytes);
    return m_caller.run(std::move(call), stop);
}

Result<void> ObjectStore::remove(const QString &key, std::stop_token stop)
{
    StoreCall call;
    call.make = [&](const StoreDialect &dialect) { return dialect.remove(key); };
    call.takesRefusals = true;
    call.take = [&](const HttpAnswer &answer, const QByteArray &) -> Result<void> {
        if (answer.status < 300 || answer.status == 404)
            return {};
        return m_caller.dialect().readRefusal(answer).error;
    };
    return m_caller.run(std::move(call), stop);
}

Result<StoreSettings> ObjectStore::settings(std::stop_token stop)
{
    // Checks whether the bucket can be accessed at all: any other refusal is an answer.
    TRY_DO(list({}, false, {}, stop, 1));
    StoreSettings settings;
    const QList<StoreDialect::Question> questions = m_caller.dialect().questions();
    for (const StoreDialect::Question &question : questions) {
        StoreCall call;
        call.make = [&question](const StoreDialect &) { return question.request; };
        call.isAnonymous = question.isAnonymous;
        call.takesRefusals = true;
        call.take = [&](const HttpAnswer &answer, const QByteArray &body) -> Result<void> {
            question.take(answer, body, settings);
            return {};
        };
        if (const auto run = m_caller.run(std::move(call), stop); !run && run.error().isCancelled())
            return run.error();
    }
    return settings;
}

Result<QList<UnfinishedUpload>> ObjectStore::unfinishedUploads(const QString &prefix, std::stop_token stop)
{
    QList<UnfinishedUpload> all;
    if (!m_caller.dialect().beginsUploads())
        return all;
    QByteArray page;
    for (int pages = 0; pages < kMaxListPages; ++pages) {
        StoreCall call;
        call.make = [&](const StoreDialect &dialect) { return dialect.listUploads(prefix, page); };
        QByteArray next;
        call.take = [&](const HttpAnswer &, const QByteArray &body) -> Result<void> {
            TRY(const auto read, m_caller.dialect().readUploads(body));
            all += read.first;
            next = read.second;
            return {};
        };
        TRY_DO(m_caller.run(std::move(call), stop));
        if (next.isEmpty() || next == page)
            break;
        page = next;
    }
    return all;
}

Result<void> ObjectStore::abortUpload(const QString &key, const QByteArray &uploadId, std::stop_token stop)
{
    StoreCall call;
    call.make = [&](const StoreDialect &dialect) { return dialect.abortUpload(key, uploadId); };
    call.takesRefusals = true;
    call.take = [&](const HttpAnswer &answer, const QByteArray &) -> Result<void> {
        if (answer.status < 300 || answer.status == 404)
            return {};
        return m_caller.dialect().readRefusal(answer).error;
    };
    return m_caller.run(std::move(call), stop);
}

ObjectStore::Presigned ObjectStore::presigned(WebRequest request, const QString &key, std::chrono::seconds validFor) const
{
    m_caller.dialect().presign(request, key, m_caller.region(), m_caller.now(), validFor);
    return {request.url(), request.headers};
}

ObjectStore::Presigned ObjectStore::presignedGet(const QString &key, std::chrono::seconds validFor) const
{
    return presigned(m_caller.dialect().get(key, {}), key, validFor);
}

ObjectStore::Presigned ObjectStore::presignedPut(const QString &key, const PartDigests &digests, std::chrono::seconds validFor) const
{
    return presigned(m_caller.dialect().put(key, digests), key, validFor);
}

ObjectStore::Presigned ObjectStore::presignedPart(const QString &key, const QByteArray &uploadId, int number, const PartDigests &digests,
                                                  std::chrono::seconds validFor) const
{
    return presigned(m_caller.dialect().putPart(key, uploadId, number, digests), key, validFor);
}

}  // namespace trainyard
