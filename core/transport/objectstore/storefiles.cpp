// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/objectstore/storefiles.h"

namespace trainyard {

StoreFileSource::StoreFileSource(ObjectStore &store, const QString &prefix, const QList<StoredObject> &objects, std::stop_token stop)
    : m_store(store), m_prefix(prefix), m_stop(stop)
{
    for (const StoredObject &object : objects)
        m_etags.insert(object.key, object.etag);
}

QList<ObjectRange> StoreFileSource::asked(const QList<FileRange> &ranges) const
{
    QList<ObjectRange> asked;
    for (const FileRange &range : ranges) {
        const QString key = m_prefix + range.name;
        asked << ObjectRange{key, m_etags.value(key), range.offset, range.length};
    }
    return asked;
}

Result<QList<QByteArray>> StoreFileSource::read(const QList<FileRange> &ranges) { return m_store.read(asked(ranges), m_stop); }

QList<Result<QByteArray>> StoreFileSource::readEach(const QList<FileRange> &ranges) { return m_store.readEach(asked(ranges), m_stop); }

}  // namespace trainyard
