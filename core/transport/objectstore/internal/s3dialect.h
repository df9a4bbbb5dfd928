// SPDX-License-Identifier: GPL-3.0-or-later
// The dialect of S3 and of compatible stores. Pure, any thread. https://docs.aws.amazon.com/AmazonS3/latest/API/
#pragma once

#include "core/transport/objectstore/storedialect.h"

namespace trainyard {

class S3Dialect : public StoreDialect {
public:
    explicit S3Dialect(const ObjectStoreConfig &record);

    WebRequest list(const QString &prefix, bool byFolder, const QByteArray &page, int most) const override;
    WebRequest head(const QString &key) const override;
    WebRequest get(const QString &key, const QByteArray &ifEtag) const override;
    WebRequest put(const QString &key, const PartDigests &digests) const override;
    WebRequest remove(const QString &key) const override;
    bool beginsUploads() const override { return true; }
    WebRequest beginUpload(const QString &key, const QByteArray &wholeSha256) const override;
    WebRequest putPart(const QString &key, const QByteArray &uploadId, int number, const PartDigests &digests) const override;
    WebRequest listParts(const QString &key, const QByteArray &uploadId, const QByteArray &page) const override;
    WebRequest endUpload(const QString &key, const QByteArray &uploadId, const QByteArray &wholeSha256) const override;
    QByteArray endUploadBody(const QList<StoredPart> &parts, const QList<PartDigests> &digests) const override;
    WebRequest abortUpload(const QString &key, const QByteArray &uploadId) const override;
    WebRequest listUploads(const QString &prefix, const QByteArray &page) const override;

    Result<StoreListing> readListing(const QByteArray &body) const override;
    StoredObject readHead(const QString &key, const HttpAnswer &answer) const override;
    Result<QByteArray> readUploadId(const QByteArray &body) const override;
    QByteArray partId(int number, const PartDigests &digests, const HttpAnswer &answer) const override;
    Result<QPair<QList<StoredPart>, QByteArray>> readParts(const QByteArray &body) const override;
    Result<void> readUploadEnd(const QByteArray &body) const override;
    Result<QPair<QList<UnfinishedUpload>, QByteArray>> readUploads(const QByteArray &body) const override;
    StoreRefusal readRefusal(const HttpAnswer &answer) const override;
    QList<Question> questions() const override;
    void sign(WebRequest &request, const QByteArray &payloadSha256, qint64 bodyBytes, const QByteArray &region,
              const QDateTime &now) const override;
    void presign(WebRequest &request, const QString &key, const QByteArray &region, const QDateTime &now,
                 std::chrono::seconds validFor) const override;

private:
    Error notAStore() const;
    WebRequest request(const char *method, const QString &key, const QList<NamedBytes> &query = {}) const;
    StoreRefusal refusal(const QByteArray &code, const QByteArray &message, int status) const;

    const ObjectStoreConfig m_record;
};

}  // namespace trainyard
