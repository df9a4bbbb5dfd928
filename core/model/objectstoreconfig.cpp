// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/objectstoreconfig.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QUrl>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ObjectStore)
};

constexpr qsizetype kMaxKey = 1024;  // for S3 and Azure alike, in bytes

bool isVisibleAscii(const QByteArray &text)
{
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) > 0x20 && static_cast<unsigned char>(c) < 0x7f; });
}

}  // namespace

QString storeKindName(ObjectStoreKind kind) { return kind == ObjectStoreKind::Azure ? QStringLiteral("azure") : QStringLiteral("s3"); }

Result<void> ObjectStoreConfig::checkPlace() const
{
    static const QRegularExpression fineName(QStringLiteral("^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"));
    if (!fineName.match(name).hasMatch())
        return invalidInput(Words::tr("A store's name has up to 64 letters, digits, dots, dashes and underscores."));
    // https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html, plus upper case and underscores, which old buckets
    // have.
    static const QRegularExpression fineBucket(QStringLiteral("^[A-Za-z0-9$][A-Za-z0-9._-]{1,253}$"));
    if (!fineBucket.match(bucket).hasMatch())
        return invalidInput(
            Words::tr("“%1” is not a valid bucket or container name: it has letters, digits, dots and dashes.").arg(bucket));
    const QUrl url(endpoint, QUrl::StrictMode);
    if (!url.scheme().isEmpty() && !url.host().isEmpty() && url.scheme() != QLatin1String("https") && url.scheme() != QLatin1String("http"))
        return invalidInput(Words::tr("The address of a store begins with https:// or http://, not with %1://.").arg(url.scheme()));
    if (!url.isValid() || (url.scheme() != QLatin1String("https") && url.scheme() != QLatin1String("http")) || url.host().isEmpty()
        || !url.userInfo().isEmpty() || url.hasQuery() || url.hasFragment()
        || (kind == ObjectStoreKind::S3 && !url.path().isEmpty() && url.path() != QLatin1String("/")))
        return invalidInput(Words::tr("The endpoint of a store is an address like https://s3.example.com, not “%1”.").arg(endpoint));
    if (kind == ObjectStoreKind::S3 && !isPathStyle && bucket.contains(u'_'))
        return invalidInput(
            Words::tr("A bucket with an underscore in its name cannot be part of a host's name: add the store with --path-style."));
    static const QRegularExpression fineRegion(QStringLiteral("^[A-Za-z0-9-]{1,64}$"));
    if (kind == ObjectStoreKind::S3 && !fineRegion.match(region).hasMatch())
        return invalidInput(Words::tr("The region of a store contains letters, digits and dashes, for example eu-central-1."));
    return {};
}

Result<void> ObjectStoreConfig::check() const
{
    TRY_DO(checkPlace());
    if (key.id.isEmpty() || key.secret.isEmpty() || !isVisibleAscii(key.id) || !isVisibleAscii(key.secret) || !isVisibleAscii(key.token))
        return invalidInput(Words::tr("A store needs an access key and its secret, as its provider shows them."));
    if (kind == ObjectStoreKind::Azure && QByteArray::fromBase64(key.secret, QByteArray::AbortOnBase64DecodingErrors).isEmpty())
        return invalidInput(Words::tr("The key of an Azure storage account is base64 text, as the portal shows it."));
    return {};
}

QString StoreAddress::text() const
{
    return (kind == ObjectStoreKind::Azure ? QStringLiteral("az://") : QStringLiteral("s3://")) + bucket + u'/' + key;
}

bool isStoreAddress(const QString &text) { return text.startsWith(QLatin1String("s3://")) || text.startsWith(QLatin1String("az://")); }

Result<StoreAddress> parseStoreAddress(const QString &text)
{
    if (!isStoreAddress(text))
        return invalidInput(
            Words::tr("“%1” is not a valid address in a store: one looks like s3://bucket/key or az://container/key.").arg(text));
    StoreAddress address;
    address.kind = text.startsWith(QLatin1String("az")) ? ObjectStoreKind::Azure : ObjectStoreKind::S3;
    const QString rest = text.mid(5);
    const qsizetype slash = rest.indexOf(u'/');
    address.bucket = slash < 0 ? rest : rest.left(slash);
    address.key = slash < 0 ? QString() : rest.mid(slash + 1);
    if (address.bucket.isEmpty())
        return invalidInput(Words::tr("“%1” names no bucket: an address looks like s3://bucket/key.").arg(text));
    if (address.key.startsWith(u'/') || address.key.contains(QChar(0)) || address.key.toUtf8().size() > kMaxKey)
        return invalidInput(Words::tr("A key in a store has at most 1024 bytes and does not begin with a slash."));
    return address;
}

Result<ObjectStoreConfig> storeFor(const QList<ObjectStoreConfig> &stores, const StoreAddress &address, const QString &name)
{
    QList<ObjectStoreConfig> found;
    for (const ObjectStoreConfig &store : stores) {
        if (store.kind == address.kind && store.bucket == address.bucket && (name.isEmpty() || store.name == name))
            found << store;
    }
    if (found.isEmpty()) {
        for (const ObjectStoreConfig &store : stores) {
            if (store.kind == address.kind && store.name == address.bucket)
                found << store;
        }
    }
    if (found.size() == 1)
        return found.first();
    if (found.isEmpty()) {
        return Error{ErrorCode::NotFound,
                     Words::tr("No store with the bucket “%1” is set up: add it with `yard store add`.").arg(address.bucket),
                     {}};
    }
    return invalidInput(Words::tr("Several stores have a bucket “%1”: choose one with --store NAME.").arg(address.bucket));
}

}  // namespace trainyard
