// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/storeanswers.h"

#include "core/transport/objectstore/storedialect.h"
#include "core/transport/webapi/xmlanswer.h"

namespace trainyard {

namespace {

void require(bool isTrue, const char *what)
{
    if (!isTrue)
        qFatal("%s", what);
}

bool isBelievable(qint64 size) { return size == believableSize(size); }

std::unique_ptr<StoreDialect> dialectOf(ObjectStoreKind kind)
{
    ObjectStoreConfig record;
    record.name = QStringLiteral("store");
    record.kind = kind;
    record.endpoint = QStringLiteral("https://store.example");
    record.region = QStringLiteral("here");
    record.bucket = QStringLiteral("runs");
    return StoreDialect::of(record);
}

void feed(const StoreDialect &dialect, const QByteArray &body)
{
    if (const auto listing = dialect.readListing(body)) {
        for (const StoredObject &object : listing->objects)
            require(isBelievable(object.size), "an object of no size");
    }
    if (const auto parts = dialect.readParts(body)) {
        for (const StoredPart &part : parts->first)
            require(isBelievable(part.size), "a part of no size");
    }
    (void)dialect.readUploads(body);
    (void)dialect.readUploadId(body);
    (void)dialect.readUploadEnd(body);
    for (const int status : {200, 301, 400, 403, 404, 503}) {
        HttpAnswer answer;
        answer.status = status;
        answer.refusal = body;
        const StoreRefusal refusal = dialect.readRefusal(answer);
        require(!refusal.error.what.isEmpty(), "a refusal without a sentence");
        require(refusal.region.size() <= 64 && !refusal.region.contains('/') && !refusal.region.contains('.'), "a region that is none");
    }
    const QList<StoreDialect::Question> questions = dialect.questions();
    StoreSettings settings;
    HttpAnswer answer;
    answer.status = 200;
    answer.refusal = body;
    for (const StoreDialect::Question &question : questions)
        question.take(answer, body, settings);
}

}  // namespace

void fuzzStoreAnswer(const QByteArray &bytes)
{
    qsizetype depth = 0, given = 0;
    const auto walked = walkXml(
        bytes, [&](const QString &path) { depth = std::max(depth, path.count(u'/')); },
        [&](const QString &path, const QString &text) {
            depth = std::max(depth, path.count(u'/'));
            given += text.size();
        });
    require(depth < 16, "deeper than it may be");
    require(given <= bytes.size(), "more text than came");
    require(walked || (walked.error().code == ErrorCode::Corrupt && !walked.error().what.isEmpty()), "a failure without a sentence");
    static const auto s3 = dialectOf(ObjectStoreKind::S3), azure = dialectOf(ObjectStoreKind::Azure);
    feed(*s3, bytes);
    feed(*azure, bytes);
}

}  // namespace trainyard
