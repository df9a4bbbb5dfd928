// SPDX-License-Identifier: GPL-3.0-or-later
// AWS Signature Version 4, as object stores that speak S3 ask for it. Pure, any thread.
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html and …/sigv4-query-string-auth.html
#pragma once

#include "core/model/objectstoreconfig.h"
#include "core/transport/objectstore/storerequest.h"

#include <QDateTime>

#include <chrono>

namespace trainyard {

struct SigningScope {
    QByteArray region;
    QByteArray service = "s3";
    QDateTime when;  // UTC
};

QByteArray sha256Hex(const QByteArray &bytes);
// What stands in the place of the digest of a body that is not known yet.
inline const QByteArray kUnsignedPayload = QByteArrayLiteral("UNSIGNED-PAYLOAD");

// As it is hashed: for tests, and to be compared with what a store says it made of it.
QByteArray canonicalRequest(const StoreRequest &request, const QByteArray &payloadSha256);

// Adds x-amz-date, x-amz-security-token and Authorization; with "s3" x-amz-content-sha256, too. Signs every header that is there.
void signRequest(StoreRequest &request, const AccessKey &key, const SigningScope &scope, const QByteArray &payloadSha256);

// Puts the signature into the query, good for so long (at most seven days). A request to the address must send its headers, too.
void presignRequest(StoreRequest &request, const AccessKey &key, const SigningScope &scope, std::chrono::seconds validFor);

}  // namespace trainyard
