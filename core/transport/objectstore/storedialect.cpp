// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/objectstore/storedialect.h"

#include "core/transport/objectstore/internal/azuredialect.h"
#include "core/transport/objectstore/internal/s3dialect.h"

#include <QCoreApplication>
#include <QUrl>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ObjectStore)
};

}  // namespace

std::unique_ptr<StoreDialect> StoreDialect::of(const ObjectStoreConfig &record)
{
    if (record.kind == ObjectStoreKind::Azure)
        return std::make_unique<AzureDialect>(record);
    return std::make_unique<S3Dialect>(record);
}

WebRequest StoreDialect::requestTo(const ObjectStoreConfig &record, const char *method)
{
    const QUrl endpoint(record.endpoint);
    WebRequest request;
    request.method = method;
    request.scheme = endpoint.scheme().toLatin1();
    request.host = endpoint.host().toLatin1();
    if (endpoint.port() > 0 && endpoint.port() != (request.scheme == "https" ? 443 : 80))
        request.host += ':' + QByteArray::number(endpoint.port());
    return request;
}

StoreRefusal StoreDialect::refusalByStatus(const ObjectStoreConfig &record, int status, const QString &detail)
{
    const QString host = QUrl(record.endpoint).host();
    StoreRefusal refusal;
    refusal.error = {ErrorCode::Corrupt, Words::tr("%1 refuses the request with an unexpected response.").arg(host), detail};
    if (status == 408 || status == 429 || status == 500 || (status >= 502 && status <= 504)) {
        refusal.meaning = StoreRefusal::Meaning::Transient;
        refusal.error = {ErrorCode::Unreachable, Words::tr("%1 is not in service or was asked too often: try again later.").arg(host),
                         detail};
    } else if (status == 412) {
        refusal.error = {ErrorCode::Corrupt, Words::tr("The object changed while it was read: start again."), detail};
    } else if (status == 403) {
        refusal.error = {
            ErrorCode::PermissionDenied,
            Words::tr("%1 does not allow this with the key of the store “%2”: check what its policy permits.").arg(host, record.name),
            detail};
    } else if (status == 404 || status == 410) {
        refusal.error = {ErrorCode::NotFound, Words::tr("There is no such object in the bucket “%1”.").arg(record.bucket), detail};
    } else if (status == 501 || status == 405) {
        refusal.error = {ErrorCode::Unsupported, Words::tr("%1 cannot do this.").arg(host), detail};
    }
    return refusal;
}

// The bytes were changed on the way; a retry may succeed.
StoreRefusal StoreDialect::notWhatWasSent(const ObjectStoreConfig &record, const QString &detail)
{
    StoreRefusal refusal;
    refusal.meaning = StoreRefusal::Meaning::Transient;
    refusal.error = {ErrorCode::Corrupt,
                     Words::tr("The data that reached %1 differs from what was sent, so it was not stored: try again.")
                         .arg(QUrl(record.endpoint).host()),
                     detail};
    return refusal;
}

Error StoreDialect::archived(const QString &detail)
{
    return {ErrorCode::Unsupported, Words::tr("The object lies in an archive: have it restored by the provider first."), detail};
}

}  // namespace trainyard
