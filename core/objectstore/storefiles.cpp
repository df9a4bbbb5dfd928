#include "core/objectstore/storefiles.h"

namespace trainyard {

StoreFileSource::StoreFileSource(ObjectStore &store, const QString &prefix, const QList<StoredObject> &objects, std::stop_token stop)
    : m_store(store), m_prefix(prefix), m_stop(stop)
{
    for (const StoredObject &object : objects)
        m_etags.insert(object.key, object.etag);
}

Result<QList<QByteArray>> StoreFileSource::read(const QList<FileRange> &ranges)
{
    QList<ObjectRange> asked;
    for (const FileRange &range : ranges)
        asked << ObjectRange{m_prefix + range.name, m_etags.value(m_prefix + range.name), range.offset, range.length};
    return m_store.read(asked, m_stop);
}

}  // namespace trainyard
