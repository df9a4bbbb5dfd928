// SPDX-License-Identifier: GPL-3.0-or-later
// AWS Signature Version 4, for AWS and for object stores that speak S3. Pure, any thread.
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html and …/sigv4-query-string-auth.html
#pragma once

#include "core/model/objectstoreconfig.h"
#include "core/transport/webapi/webrequest.h"

#include <QDateTime>

#include <chrono>

namespace trainyard {

struct SigningScope {
    QByteArray region;
    QByteArray service = "s3";
    QDateTime when;  // UTC
};

// Used in place of the digest of a body that is not known yet.
inline const QByteArray kUnsignedPayload = QByteArrayLiteral("UNSIGNED-PAYLOAD");

// Adds x-amz-date, x-amz-security-token and Authorization; for "s3" also x-amz-content-sha256. Signs all headers present.
void signRequest(WebRequest &request, const AccessKey &key, const SigningScope &scope, const QByteArray &payloadSha256);

// Puts the signature into the query, valid for `validFor` (at most seven days). Requests to the address must also send its headers.
void presignRequest(WebRequest &request, const AccessKey &key, const SigningScope &scope, std::chrono::seconds validFor);

}  // namespace trainyard
