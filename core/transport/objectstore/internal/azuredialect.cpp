// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/objectstore/internal/azuredialect.h"

#include "core/transport/objectstore/internal/azurekey.h"
#include "core/transport/webapi/xmlanswer.h"

#include <QCoreApplication>
#include <QUrl>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ObjectStore)
};

constexpr qint64 kClockSlack = 300;  // seconds that a server's clock may be behind

// All block IDs of a blob must have the same length, as Azure requires; different content gives a different ID.
QByteArray blockId(int number, const PartDigests &digests)
{
    const QByteArray digest = (digests.sha256.isEmpty() ? digests.md5 : digests.sha256).toHex().left(16);
    return (QByteArray::number(number).rightJustified(8, '0') + '-' + digest.leftJustified(16, '0')).toBase64();
}

}  // namespace

AzureDialect::AzureDialect(const ObjectStoreConfig &record) : m_record(record) {}

WebRequest AzureDialect::request(const char *method, const QString &key, const QList<NamedBytes> &query) const
{
    WebRequest request = requestTo(m_record, method);
    request.path = QUrl(m_record.endpoint).path().toLatin1() + '/' + percentEncoded(m_record.bucket.toUtf8(), false);
    if (!key.isEmpty())
        request.path += '/' + percentEncoded(key.toUtf8(), true);
    request.query = query;
    return request;
}

WebRequest AzureDialect::list(const QString &prefix, bool byFolder, const QByteArray &page, int most) const
{
    WebRequest listing = request("GET", {}, {{"restype", "container"}, {"comp", "list"}, {"maxresults", QByteArray::number(most)}});
    if (!prefix.isEmpty())
        listing.query << NamedBytes("prefix", prefix.toUtf8());
    if (byFolder)
        listing.query << NamedBytes("delimiter", "/");
    if (!page.isEmpty())
        listing.query << NamedBytes("marker", page);
    return listing;
}

WebRequest AzureDialect::head(const QString &key) const { return request("HEAD", key); }

WebRequest AzureDialect::get(const QString &key, const QByteArray &ifEtag) const
{
    WebRequest asked = request("GET", key);
    if (!ifEtag.isEmpty())
        asked.headers << NamedBytes("if-match", ifEtag);
    return asked;
}

WebRequest AzureDialect::put(const QString &key, const PartDigests &digests) const
{
    WebRequest sent = request("PUT", key);
    sent.headers << NamedBytes("x-ms-blob-type", "BlockBlob") << NamedBytes("content-type", "application/octet-stream");
    if (!digests.sha256.isEmpty())
        sent.headers << NamedBytes("x-ms-meta-sha256", digests.sha256.toHex());
    if (!digests.md5.isEmpty())
        sent.headers << NamedBytes("content-md5", digests.md5.toBase64());
    return sent;
}

WebRequest AzureDialect::remove(const QString &key) const { return request("DELETE", key); }

WebRequest AzureDialect::beginUpload(const QString &key, const QByteArray &) const { return request("PUT", key); }

WebRequest AzureDialect::putPart(const QString &key, const QByteArray &, int number, const PartDigests &digests) const
{
    WebRequest sent = request("PUT", key, {{"comp", "block"}, {"blockid", blockId(number, digests)}});
    if (!digests.md5.isEmpty())
        sent.headers << NamedBytes("content-md5", digests.md5.toBase64());
    return sent;
}

WebRequest AzureDialect::listParts(const QString &key, const QByteArray &, const QByteArray &) const
{
    return request("GET", key, {{"comp", "blocklist"}, {"blocklisttype", "uncommitted"}});
}

WebRequest AzureDialect::endUpload(const QString &key, const QByteArray &, const QByteArray &wholeSha256) const
{
    WebRequest ended = request("PUT", key, {{"comp", "blocklist"}});
    ended.headers << NamedBytes("content-type", "application/xml") << NamedBytes("x-ms-blob-content-type", "application/octet-stream");
    if (!wholeSha256.isEmpty())
        ended.headers << NamedBytes("x-ms-meta-sha256", wholeSha256.toHex());
    return ended;
}

QByteArray AzureDialect::endUploadBody(const QList<StoredPart> &parts, const QList<PartDigests> &) const
{
    QByteArray body = "<?xml version=\"1.0\" encoding=\"utf-8\"?><BlockList>";
    for (const StoredPart &part : parts)
        body += "<Latest>" + part.etag + "</Latest>";
    return body + "</BlockList>";
}

WebRequest AzureDialect::abortUpload(const QString &key, const QByteArray &) const { return request("HEAD", key); }

WebRequest AzureDialect::listUploads(const QString &, const QByteArray &) const { return list({}, false, {}, 1); }

Result<StoreListing> AzureDialect::readListing(const QByteArray &body) const
{
    const QString top = QStringLiteral("EnumerationResults/");
    StoreListing listing;
    bool isListing = false;
    const auto walked = walkXml(
        body,
        [&](const QString &path) {
            isListing = isListing || path == QLatin1String("EnumerationResults");
            if (path == top + QLatin1String("Blobs/Blob"))
                listing.objects << StoredObject();
        },
        [&](const QString &path, const QString &text) {
            if (path == top + QLatin1String("NextMarker"))
                listing.next = text.toUtf8();
            else if (path == top + QLatin1String("Blobs/BlobPrefix/Name"))
                listing.folders << text;
            else if (!listing.objects.isEmpty()) {
                StoredObject &object = listing.objects.last();
                if (path == top + QLatin1String("Blobs/Blob/Name"))
                    object.key = text;
                else if (path == top + QLatin1String("Blobs/Blob/Properties/Content-Length"))
                    object.size = believableSize(text.toLongLong());
                else if (path == top + QLatin1String("Blobs/Blob/Properties/Last-Modified"))
                    object.modified = xmlTime(text);
                else if (path == top + QLatin1String("Blobs/Blob/Properties/Etag"))
                    object.etag = text.startsWith(u'"') ? text.toLatin1() : '"' + text.toLatin1() + '"';
                else if (path == top + QLatin1String("Blobs/Blob/Properties/AccessTier") && text == QLatin1String("Archive"))
                    object.storageClass = text;
            }
        });
    if (!walked)
        return walked.error();
    if (!isListing)
        return Error{
            ErrorCode::Corrupt, Words::tr("%1 does not answer like a store: check the endpoint.").arg(QUrl(m_record.endpoint).host()), {}};
    return listing;
}

StoredObject AzureDialect::readHead(const QString &key, const HttpAnswer &answer) const
{
    StoredObject object;
    object.key = key;
    object.size = believableSize(answer.headers.value("content-length").toLongLong());
    object.etag = answer.headers.value("etag");
    object.modified = xmlTime(QString::fromLatin1(answer.headers.value("last-modified")));
    object.storageClass = QString::fromLatin1(answer.headers.value("x-ms-access-tier"));
    if (answer.headers.value("x-ms-server-encrypted") == "true")
        object.encryption = QStringLiteral("AES256");
    if (const QByteArray told = QByteArray::fromHex(answer.headers.value("x-ms-meta-sha256")); told.size() == 32)
        object.sha256 = told;
    if (const QByteArray md5 = QByteArray::fromBase64(answer.headers.value("content-md5")); md5.size() == 16)
        object.md5 = md5;
    return object;
}

Result<QByteArray> AzureDialect::readUploadId(const QByteArray &) const { return QByteArray(); }

QByteArray AzureDialect::partId(int number, const PartDigests &digests, const HttpAnswer &) const { return blockId(number, digests); }

Result<QPair<QList<StoredPart>, QByteArray>> AzureDialect::readParts(const QByteArray &body) const
{
    QPair<QList<StoredPart>, QByteArray> parts;
    const QString block = QStringLiteral("BlockList/UncommittedBlocks/Block");
    const auto walked = walkXml(
        body,
        [&](const QString &path) {
            if (path == block)
                parts.first << StoredPart();
        },
        [&](const QString &path, const QString &text) {
            if (parts.first.isEmpty())
                return;
            if (path == block + QLatin1String("/Name")) {
                parts.first.last().etag = text.toLatin1();
                parts.first.last().number = QByteArray::fromBase64(text.toLatin1()).left(8).toInt();
            } else if (path == block + QLatin1String("/Size")) {
                parts.first.last().size = believableSize(text.toLongLong());
            }
        });
    if (!walked)
        return walked.error();
    return parts;
}

Result<void> AzureDialect::readUploadEnd(const QByteArray &) const { return {}; }

Result<QPair<QList<UnfinishedUpload>, QByteArray>> AzureDialect::readUploads(const QByteArray &) const
{
    return QPair<QList<UnfinishedUpload>, QByteArray>();
}

StoreRefusal AzureDialect::readRefusal(const HttpAnswer &answer) const
{
    using Meaning = StoreRefusal::Meaning;
    const QString host = QUrl(m_record.endpoint).host();
    QByteArray code = answer.headers.value("x-ms-error-code");
    if (code.isEmpty())
        code = xmlValue(answer.refusal, QStringLiteral("Error/Code")).toLatin1();
    const QString detail = QStringLiteral("HTTP %1 %2 %3")
                               .arg(answer.status)
                               .arg(QString::fromLatin1(code),
                                    xmlValue(answer.refusal, QStringLiteral("Error/Message")).left(300).simplified());
    StoreRefusal refusal = refusalByStatus(m_record, answer.status, detail);
    if (refusal.meaning == Meaning::Transient)
        return refusal;
    if (code == "Md5Mismatch")
        return notWhatWasSent(m_record, detail);
    if (code == "AuthenticationFailed" || code == "InvalidAuthenticationInfo" || code == "NoAuthenticationInformation"
        || answer.status == 401) {
        // A date that is too old gives the same code; only the server's clock can distinguish them.
        refusal.meaning = Meaning::ClockIsWrong;
        refusal.error = {ErrorCode::AuthenticationFailed,
                         Words::tr("%1 refuses the account or its key: check both for the store “%2”, and the clock of this computer.")
                             .arg(host, m_record.name),
                         detail};
    } else if (code == "ContainerNotFound") {
        refusal.error = {ErrorCode::NotFound, Words::tr("%1 has no container “%2”: check its name.").arg(host, m_record.bucket), detail};
    } else if (code == "BlobArchived") {
        refusal.error = archived(detail);
    }
    return refusal;
}

QList<StoreDialect::Question> AzureDialect::questions() const
{
    using Access = StoreSettings::Access;
    return {Question{request("GET", {}, {{"restype", "container"}}), false,
                     [](const HttpAnswer &answer, const QByteArray &, StoreSettings &settings) {
                         if (answer.status != 200)
                             return;
                         settings.byAcl = settings.byPolicy = answer.headers.contains("x-ms-blob-public-access") ? Access::Open
                                                                                                                 : Access::Closed;
                         if (answer.headers.contains("x-ms-default-encryption-scope")) {
                             settings.isEncrypted = true;  // Azure has no other way
                             settings.encryption = QStringLiteral("AES256");
                         }
                     }},
            Question{list({}, false, {}, 1), true, [](const HttpAnswer &answer, const QByteArray &body, StoreSettings &settings) {
                         settings.byList = answer.status == 200 && body.contains("<EnumerationResults") ? Access::Open
                                           : answer.status > 400 && answer.status < 500                 ? Access::Closed
                                                                                                        : Access::Unknown;
                     }}};
}

void AzureDialect::sign(WebRequest &request, const QByteArray &, qint64 bodyBytes, const QByteArray &, const QDateTime &now) const
{
    signAzureRequest(request, {m_record.key.id, m_record.key.secret}, bodyBytes, now);
}

void AzureDialect::presign(WebRequest &request, const QString &key, const QByteArray &, const QDateTime &now,
                           std::chrono::seconds validFor) const
{
    presignAzureRequest(request, {m_record.key.id, m_record.key.secret}, m_record.bucket.toUtf8(), key.toUtf8(),
                        request.method == "PUT" ? QByteArrayLiteral("cw") : QByteArrayLiteral("r"), now.addSecs(-kClockSlack),
                        now.addSecs(validFor.count()));
}

}  // namespace trainyard
