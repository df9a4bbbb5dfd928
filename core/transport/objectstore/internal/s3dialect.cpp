// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/objectstore/internal/s3dialect.h"

#include "core/transport/webapi/sigv4.h"
#include "core/transport/webapi/xmlanswer.h"

#include <QCoreApplication>
#include <QUrl>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ObjectStore)
};

const QByteArray kSha256Header = QByteArrayLiteral("x-amz-meta-sha256");

QByteArray base64(const QByteArray &digest) { return digest.toBase64(); }

QString hostOf(const ObjectStoreConfig &record) { return QUrl(record.endpoint).host(); }

// Names in listings are percent-encoded, because XML cannot represent all of them; some stores encode blanks as +.
QString listedName(const QString &text, bool isEncoded)
{
    return isEncoded ? QUrl::fromPercentEncoding(QString(text).replace(u'+', QLatin1String("%20")).toUtf8()) : text;
}

}  // namespace

S3Dialect::S3Dialect(const ObjectStoreConfig &record) : m_record(record) {}

WebRequest S3Dialect::request(const char *method, const QString &key, const QList<NamedBytes> &query) const
{
    WebRequest request = requestTo(m_record, method);
    const QByteArray path = percentEncoded(key.toUtf8(), true);
    if (m_record.isPathStyle) {
        request.path = '/' + m_record.bucket.toLatin1() + (key.isEmpty() ? QByteArray() : '/' + path);
    } else {
        request.host.prepend(m_record.bucket.toLatin1().toLower() + '.');
        request.path = '/' + path;
    }
    request.query = query;
    return request;
}

WebRequest S3Dialect::list(const QString &prefix, bool byFolder, const QByteArray &page, int most) const
{
    WebRequest listing = request("GET", {}, {{"list-type", "2"}, {"encoding-type", "url"}, {"max-keys", QByteArray::number(most)}});
    if (!prefix.isEmpty())
        listing.query << NamedBytes("prefix", prefix.toUtf8());
    if (byFolder)
        listing.query << NamedBytes("delimiter", "/");
    if (!page.isEmpty())
        listing.query << NamedBytes("continuation-token", page);
    return listing;
}

WebRequest S3Dialect::head(const QString &key) const
{
    WebRequest asked = request("HEAD", key);
    if (m_record.hasChecksums)
        asked.headers << NamedBytes("x-amz-checksum-mode", "ENABLED");
    return asked;
}

WebRequest S3Dialect::get(const QString &key, const QByteArray &ifEtag) const
{
    WebRequest asked = request("GET", key);
    if (!ifEtag.isEmpty())
        asked.headers << NamedBytes("if-match", ifEtag);
    return asked;
}

WebRequest S3Dialect::put(const QString &key, const PartDigests &digests) const
{
    WebRequest sent = request("PUT", key);
    if (!digests.sha256.isEmpty())
        sent.headers << NamedBytes(kSha256Header, digests.sha256.toHex());
    if (!digests.md5.isEmpty())
        sent.headers << NamedBytes("content-md5", base64(digests.md5));
    if (m_record.hasChecksums && !digests.sha256.isEmpty())
        sent.headers << NamedBytes("x-amz-checksum-sha256", base64(digests.sha256));
    sent.headers << NamedBytes("content-type", "application/octet-stream");
    return sent;
}

WebRequest S3Dialect::remove(const QString &key) const { return request("DELETE", key); }

WebRequest S3Dialect::beginUpload(const QString &key, const QByteArray &wholeSha256) const
{
    WebRequest begun = request("POST", key, {{"uploads", ""}});
    if (!wholeSha256.isEmpty())
        begun.headers << NamedBytes(kSha256Header, wholeSha256.toHex());
    if (m_record.hasChecksums)
        begun.headers << NamedBytes("x-amz-checksum-algorithm", "SHA256");
    begun.headers << NamedBytes("content-type", "application/octet-stream");
    return begun;
}

WebRequest S3Dialect::putPart(const QString &key, const QByteArray &uploadId, int number, const PartDigests &digests) const
{
    WebRequest sent = request("PUT", key, {{"partNumber", QByteArray::number(number)}, {"uploadId", uploadId}});
    if (!digests.md5.isEmpty())
        sent.headers << NamedBytes("content-md5", base64(digests.md5));
    if (m_record.hasChecksums && !digests.sha256.isEmpty())
        sent.headers << NamedBytes("x-amz-checksum-sha256", base64(digests.sha256));
    return sent;
}

WebRequest S3Dialect::listParts(const QString &key, const QByteArray &uploadId, const QByteArray &page) const
{
    WebRequest listing = request("GET", key, {{"uploadId", uploadId}});
    if (!page.isEmpty())
        listing.query << NamedBytes("part-number-marker", page);
    return listing;
}

WebRequest S3Dialect::endUpload(const QString &key, const QByteArray &uploadId, const QByteArray &) const
{
    WebRequest ended = request("POST", key, {{"uploadId", uploadId}});
    ended.headers << NamedBytes("content-type", "application/xml");
    return ended;
}

QByteArray S3Dialect::endUploadBody(const QList<StoredPart> &parts, const QList<PartDigests> &digests) const
{
    QByteArray body = "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">";
    for (qsizetype i = 0; i < parts.size(); ++i) {
        body += "<Part><PartNumber>" + QByteArray::number(parts[i].number) + "</PartNumber><ETag>"
                + QString::fromLatin1(parts[i].etag).toHtmlEscaped().toLatin1() + "</ETag>";
        if (m_record.hasChecksums && i < digests.size())
            body += "<ChecksumSHA256>" + base64(digests[i].sha256) + "</ChecksumSHA256>";
        body += "</Part>";
    }
    return body + "</CompleteMultipartUpload>";
}

WebRequest S3Dialect::abortUpload(const QString &key, const QByteArray &uploadId) const
{
    return request("DELETE", key, {{"uploadId", uploadId}});
}

WebRequest S3Dialect::listUploads(const QString &prefix, const QByteArray &page) const
{
    WebRequest listing = request("GET", {}, {{"uploads", ""}, {"encoding-type", "url"}});
    if (!prefix.isEmpty())
        listing.query << NamedBytes("prefix", prefix.toUtf8());
    const qsizetype split = page.indexOf('\n');
    if (split >= 0)
        listing.query << NamedBytes("key-marker", page.left(split)) << NamedBytes("upload-id-marker", page.mid(split + 1));
    return listing;
}

Error S3Dialect::notAStore() const
{
    return {ErrorCode::Corrupt, Words::tr("%1 does not answer like a store: check the endpoint.").arg(hostOf(m_record)), {}};
}

Result<StoreListing> S3Dialect::readListing(const QByteArray &body) const
{
    const QString top = QStringLiteral("ListBucketResult/");
    StoreListing listing;
    bool isEncoded = false, isTruncated = false, isListing = false;
    QString folder, next;
    const auto walked = walkXml(
        body,
        [&](const QString &path) {
            isListing = isListing || path == QLatin1String("ListBucketResult");
            if (path == top + QLatin1String("Contents"))
                listing.objects << StoredObject();
        },
        [&](const QString &path, const QString &text) {
            isListing = isListing || path == QLatin1String("ListBucketResult");
            if (!path.startsWith(top))
                return;
            const QStringView name = QStringView(path).mid(top.size());
            if (name == QLatin1String("EncodingType"))
                isEncoded = text == QLatin1String("url");
            else if (name == QLatin1String("IsTruncated"))
                isTruncated = text == QLatin1String("true");
            else if (name == QLatin1String("NextContinuationToken"))
                next = text;
            else if (name == QLatin1String("CommonPrefixes/Prefix"))
                listing.folders << text;
            else if (!listing.objects.isEmpty() && name.startsWith(QLatin1String("Contents/"))) {
                StoredObject &object = listing.objects.last();
                if (name == QLatin1String("Contents/Key"))
                    object.key = text;
                else if (name == QLatin1String("Contents/Size"))
                    object.size = believableSize(text.toLongLong());
                else if (name == QLatin1String("Contents/LastModified"))
                    object.modified = xmlTime(text);
                else if (name == QLatin1String("Contents/ETag"))
                    object.etag = text.toLatin1();
                else if (name == QLatin1String("Contents/StorageClass") && text != QLatin1String("STANDARD"))
                    object.storageClass = text;
            }
        });
    if (!walked)
        return walked.error();
    if (!isListing)
        return notAStore();
    // Some answers have it after the names.
    for (StoredObject &object : listing.objects)
        object.key = listedName(object.key, isEncoded);
    for (QString &name : listing.folders)
        name = listedName(name, isEncoded);
    if (isTruncated) {
        if (next.isEmpty())
            return Error{ErrorCode::Corrupt,
                         Words::tr("%1 says that there is more in the bucket, but not how to ask for it.").arg(hostOf(m_record)),
                         {}};
        listing.next = next.toUtf8();
    }
    return listing;
}

StoredObject S3Dialect::readHead(const QString &key, const HttpAnswer &answer) const
{
    StoredObject object;
    object.key = key;
    object.size = believableSize(answer.headers.value("content-length").toLongLong());
    object.etag = answer.headers.value("etag");
    object.modified = xmlTime(QString::fromLatin1(answer.headers.value("last-modified")));
    object.storageClass = QString::fromLatin1(answer.headers.value("x-amz-storage-class"));
    object.encryption = QString::fromLatin1(answer.headers.value("x-amz-server-side-encryption"));
    const QByteArray told = QByteArray::fromHex(answer.headers.value(kSha256Header));
    if (told.size() == 32)
        object.sha256 = told;
    // For an upload in parts it is a checksum of checksums, "…-7", and not that of the whole.
    const QByteArray computed = answer.headers.value("x-amz-checksum-sha256");
    const QByteArray type = answer.headers.value("x-amz-checksum-type");
    if (!computed.contains('-') && (type.isEmpty() || type == "FULL_OBJECT")) {
        if (const QByteArray digest = QByteArray::fromBase64(computed); digest.size() == 32) {
            object.sha256 = digest;
            object.isSha256OfStore = true;
        }
    }
    return object;
}

Result<QByteArray> S3Dialect::readUploadId(const QByteArray &body) const
{
    const QString id = xmlValue(body, QStringLiteral("InitiateMultipartUploadResult/UploadId"));
    if (id.isEmpty())
        return Error{
            ErrorCode::Corrupt, Words::tr("%1 does not say under which name an upload in parts begins.").arg(hostOf(m_record)), {}};
    return id.toUtf8();
}

QByteArray S3Dialect::partId(int, const PartDigests &, const HttpAnswer &answer) const { return answer.headers.value("etag"); }

Result<QPair<QList<StoredPart>, QByteArray>> S3Dialect::readParts(const QByteArray &body) const
{
    QPair<QList<StoredPart>, QByteArray> parts;
    bool isTruncated = false;
    QByteArray next;
    const auto walked = walkXml(
        body,
        [&](const QString &path) {
            if (path == QLatin1String("ListPartsResult/Part"))
                parts.first << StoredPart();
        },
        [&](const QString &path, const QString &text) {
            if (path == QLatin1String("ListPartsResult/IsTruncated"))
                isTruncated = text == QLatin1String("true");
            else if (path == QLatin1String("ListPartsResult/NextPartNumberMarker"))
                next = text.toLatin1();
            else if (!parts.first.isEmpty() && path == QLatin1String("ListPartsResult/Part/PartNumber"))
                parts.first.last().number = text.toInt();
            else if (!parts.first.isEmpty() && path == QLatin1String("ListPartsResult/Part/Size"))
                parts.first.last().size = believableSize(text.toLongLong());
            else if (!parts.first.isEmpty() && path == QLatin1String("ListPartsResult/Part/ETag"))
                parts.first.last().etag = text.toLatin1();
        });
    if (!walked)
        return walked.error();
    if (isTruncated)
        parts.second = next;
    return parts;
}

Result<void> S3Dialect::readUploadEnd(const QByteArray &body) const
{
    const QString code = xmlValue(body, QStringLiteral("Error/Code"));
    if (!code.isEmpty())
        return refusal(code.toLatin1(), xmlValue(body, QStringLiteral("Error/Message")).toUtf8(), 200).error;
    bool isEnd = false;
    const auto walked = walkXml(
        body, [&](const QString &path) { isEnd = isEnd || path == QLatin1String("CompleteMultipartUploadResult"); },
        [](const QString &, const QString &) {});
    if (!walked)
        return walked;
    if (!isEnd)
        return Error{ErrorCode::Corrupt, Words::tr("%1 does not confirm that the upload is complete.").arg(hostOf(m_record)), {}};
    return {};
}

Result<QPair<QList<UnfinishedUpload>, QByteArray>> S3Dialect::readUploads(const QByteArray &body) const
{
    const QString top = QStringLiteral("ListMultipartUploadsResult/");
    QPair<QList<UnfinishedUpload>, QByteArray> uploads;
    bool isTruncated = false, isEncoded = false, isListing = false;
    QString nextKey, nextId;
    const auto walked = walkXml(
        body,
        [&](const QString &path) {
            isListing = isListing || path == QLatin1String("ListMultipartUploadsResult");
            if (path == top + QLatin1String("Upload"))
                uploads.first << UnfinishedUpload();
        },
        [&](const QString &path, const QString &text) {
            isListing = isListing || path == QLatin1String("ListMultipartUploadsResult");
            if (path == top + QLatin1String("IsTruncated"))
                isTruncated = text == QLatin1String("true");
            else if (path == top + QLatin1String("EncodingType"))
                isEncoded = text == QLatin1String("url");
            else if (path == top + QLatin1String("NextKeyMarker"))
                nextKey = text;
            else if (path == top + QLatin1String("NextUploadIdMarker"))
                nextId = text;
            else if (!uploads.first.isEmpty() && path == top + QLatin1String("Upload/Key"))
                uploads.first.last().key = text;
            else if (!uploads.first.isEmpty() && path == top + QLatin1String("Upload/UploadId"))
                uploads.first.last().id = text.toUtf8();
            else if (!uploads.first.isEmpty() && path == top + QLatin1String("Upload/Initiated"))
                uploads.first.last().begun = xmlTime(text);
        });
    if (!walked)
        return walked.error();
    if (!isListing)
        return notAStore();
    for (UnfinishedUpload &upload : uploads.first)
        upload.key = listedName(upload.key, isEncoded);
    if (isTruncated)
        uploads.second = listedName(nextKey, isEncoded).toUtf8() + '\n' + nextId.toUtf8();
    return uploads;
}

StoreRefusal S3Dialect::refusal(const QByteArray &code, const QByteArray &message, int status) const
{
    using Meaning = StoreRefusal::Meaning;
    const QString host = hostOf(m_record);
    const QString detail = QStringLiteral("HTTP %1 %2 %3").arg(status).arg(QString::fromUtf8(code), QString::fromUtf8(message.left(300)));
    StoreRefusal refusal = refusalByStatus(m_record, status, detail);
    const auto is = [&code](std::initializer_list<const char *> codes) {
        return std::find(codes.begin(), codes.end(), code) != codes.end();
    };
    if (is({"RequestTimeTooSkewed", "RequestExpired"})) {
        refusal.meaning = Meaning::ClockIsWrong;
        refusal.error = {ErrorCode::AuthenticationFailed,
                         Words::tr("%1 refuses because of the time: set the clock of this computer.").arg(host), detail};
    } else if (refusal.meaning == Meaning::Transient) {
        return refusal;
    } else if (is({"SlowDown", "InternalError", "ServiceUnavailable", "RequestTimeout", "OperationAborted", "Throttling",
                   "TooManyRequests"})) {
        return refusalByStatus(m_record, 503, detail);
    } else if (is({"XAmzContentSHA256Mismatch", "BadDigest", "InvalidDigest"})) {
        return notWhatWasSent(m_record, detail);
    } else if (is({"InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "ExpiredToken", "AuthorizationHeaderMalformed"})
               || status == 401) {
        refusal.error = {
            ErrorCode::AuthenticationFailed,
            Words::tr(
                "%1 does not know the access key or refuses its signature: check the key, its secret and the region of the store “%2”.")
                .arg(host, m_record.name),
            detail};
    } else if (is({"NoSuchBucket"})) {
        refusal.error = {ErrorCode::NotFound, Words::tr("%1 has no bucket “%2”: check its name.").arg(host, m_record.bucket), detail};
    } else if (is({"NoSuchUpload"})) {
        refusal.error = {ErrorCode::NotFound, Words::tr("The store no longer knows this upload: start it again."), detail};
    } else if (is({"InvalidObjectState"})) {
        refusal.error = archived(detail);
    } else if (is({"QuotaExceeded", "EntityTooLarge", "StorageFull"}) || status == 507) {
        refusal.error = {ErrorCode::NoSpace,
                         Words::tr("%1 accepts no more data: its quota is used up, or the object is too large.").arg(host), detail};
    }
    return refusal;
}

StoreRefusal S3Dialect::readRefusal(const HttpAnswer &answer) const
{
    const QByteArray code = xmlValue(answer.refusal, QStringLiteral("Error/Code")).toLatin1();
    StoreRefusal found = refusal(code, xmlValue(answer.refusal, QStringLiteral("Error/Message")).toUtf8(), answer.status);
    // A HEAD has no body, so only the header has the region.
    QByteArray region = answer.headers.value("x-amz-bucket-region");
    if (region.isEmpty() && code == "AuthorizationHeaderMalformed")
        region = xmlValue(answer.refusal, QStringLiteral("Error/Region")).toLatin1();
    const bool isElsewhere = answer.status == 301 || answer.status == 307 || code == "AuthorizationHeaderMalformed"
                             || code == "PermanentRedirect" || (answer.status == 400 && code.isEmpty());
    const bool isFine = region.size() <= 64 && std::all_of(region.begin(), region.end(), [](char c) {
                            return isalnum(static_cast<unsigned char>(c)) || c == '-';
                        });
    if (isElsewhere && !region.isEmpty() && isFine) {
        found.meaning = StoreRefusal::Meaning::OtherRegion;
        found.region = region;
        found.error = {ErrorCode::InvalidInput,
                       Words::tr("The bucket “%1” lies in the region %2: set the store up with that.")
                           .arg(m_record.bucket, QString::fromLatin1(region)),
                       found.error.detail};
    }
    return found;
}

QList<StoreDialect::Question> S3Dialect::questions() const
{
    using Access = StoreSettings::Access;
    const auto codeOf = [](const HttpAnswer &answer) { return xmlValue(answer.refusal, QStringLiteral("Error/Code")); };
    QList<Question> asked;
    asked << Question{request("GET", {}, {{"encryption", ""}}), false,
                      [codeOf](const HttpAnswer &answer, const QByteArray &body, StoreSettings &settings) {
                          const QString algorithm = xmlValue(
                              body,
                              QStringLiteral("ServerSideEncryptionConfiguration/Rule/ApplyServerSideEncryptionByDefault/SSEAlgorithm"));
                          if (!algorithm.isEmpty()) {
                              settings.isEncrypted = true;
                              settings.encryption = algorithm;
                          } else if (codeOf(answer) == QLatin1String("ServerSideEncryptionConfigurationNotFoundError")) {
                              settings.isEncrypted = false;
                          }
                      }};
    asked << Question{
        request("GET", {}, {{"publicAccessBlock", ""}}), false, [](const HttpAnswer &, const QByteArray &body, StoreSettings &settings) {
            int blocks = 0;
            (void)walkXml(
                body, [](const QString &) {},
                [&](const QString &path, const QString &text) {
                    blocks += path.startsWith(QLatin1String("PublicAccessBlockConfiguration/")) && text.trimmed() == QLatin1String("true");
                });
            settings.isBlocked = blocks == 4;
        }};
    asked << Question{request("GET", {}, {{"policyStatus", ""}}), false,
                      [codeOf](const HttpAnswer &answer, const QByteArray &body, StoreSettings &settings) {
                          const QString isPublic = xmlValue(body, QStringLiteral("PolicyStatus/IsPublic")).toLower();
                          if (isPublic == QLatin1String("true"))
                              settings.byPolicy = Access::Open;
                          else if (isPublic == QLatin1String("false") || codeOf(answer) == QLatin1String("NoSuchBucketPolicy"))
                              settings.byPolicy = Access::Closed;
                      }};
    asked << Question{
        request("GET", {}, {{"acl", ""}}), false, [](const HttpAnswer &, const QByteArray &body, StoreSettings &settings) {
            bool isAcl = false, isOpen = false;
            (void)walkXml(
                body, [&](const QString &path) { isAcl = isAcl || path.startsWith(QLatin1String("AccessControlPolicy")); },
                [&](const QString &path, const QString &text) {
                    isOpen = isOpen
                             || (path.endsWith(QLatin1String("/Grantee/URI"))
                                 && (text.endsWith(QLatin1String("/AllUsers")) || text.endsWith(QLatin1String("/AuthenticatedUsers"))));
                });
            if (isAcl)
                settings.byAcl = isOpen ? Access::Open : Access::Closed;
        }};
    asked << Question{request("GET", {}, {{"versioning", ""}}), false,
                      [](const HttpAnswer &answer, const QByteArray &body, StoreSettings &settings) {
                          bool isTold = false;
                          QString status;
                          (void)walkXml(
                              body, [&](const QString &path) { isTold = isTold || path == QLatin1String("VersioningConfiguration"); },
                              [&](const QString &path, const QString &text) {
                                  isTold = isTold || path.startsWith(QLatin1String("VersioningConfiguration"));
                                  if (path == QLatin1String("VersioningConfiguration/Status"))
                                      status = text;
                              });
                          if (answer.status == 200 && isTold)
                              settings.isVersioned = status == QLatin1String("Enabled");
                      }};
    asked << Question{request("GET", {}, {{"list-type", "2"}, {"max-keys", "1"}}), true,
                      [](const HttpAnswer &answer, const QByteArray &body, StoreSettings &settings) {
                          if (answer.status == 200 && body.contains("<ListBucketResult"))
                              settings.byList = Access::Open;
                          else if (answer.status > 400 && answer.status < 500 && answer.status != 429)  // for many reasons
                              settings.byList = Access::Closed;
                      }};
    return asked;
}

void S3Dialect::sign(WebRequest &request, const QByteArray &payloadSha256, qint64, const QByteArray &region, const QDateTime &now) const
{
    signRequest(request, m_record.key, {region, QByteArrayLiteral("s3"), now}, payloadSha256);
}

void S3Dialect::presign(WebRequest &request, const QString &, const QByteArray &region, const QDateTime &now,
                        std::chrono::seconds validFor) const
{
    presignRequest(request, m_record.key, {region, QByteArrayLiteral("s3"), now}, validFor);
}

}  // namespace trainyard
