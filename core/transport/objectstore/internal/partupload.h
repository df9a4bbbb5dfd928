// SPDX-License-Identifier: GPL-3.0-or-later
// The life of one upload in parts, wherever they are sent from: which parts the store has already, the beginning, the end, and whether
// the stored object is the intended one. Internal to core/transport/objectstore; blocking, on the thread that uses the store.
#pragma once

#include "core/transport/objectstore/internal/storestate.h"
#include "core/transport/objectstore/objectstore.h"

namespace trainyard {

class PartUpload {
public:
    struct Whole {
        QString key;
        qint64 size = 0, partSize = 0;
        QByteArray sha256;  // 32 bytes
    };
    PartUpload(ObjectStore &store, StoreState &state, const Whole &whole) : m_store(store), m_state(state), m_whole(whole) {}

    // Afterwards the state holds the parts that need not be sent again, and the upload id for the others.
    Result<void> begin(std::stop_token stop);
    Result<void> end(const QList<PartDigests> &digests, std::stop_token stop);
    Result<StoredObject> confirm(std::stop_token stop);
    // Reads all of it again, part by part. Corrupt if it is not what was sent; the object is then removed.
    Result<void> readBack(const StoredObject &object, const QList<PartDigests> &digests, std::stop_token stop);
    // A store that does not compare the digests it is sent still reports an MD5 of what it received, as the etag of a part. A different
    // etag may mean nothing (an object encrypted with the customer's key), but then only reading it back can show that.
    bool isDoubtful(const QByteArray &etag, const PartDigests &digests) const;

    int count() const { return static_cast<int>((m_whole.size + m_whole.partSize - 1) / m_whole.partSize); }
    qint64 sizeOf(int number) const { return std::min(m_whole.partSize, m_whole.size - (number - 1) * m_whole.partSize); }
    QList<int> missing() const;
    qint64 bytesKept() const;

private:
    Result<void> findEarlierParts(std::stop_token stop);

    ObjectStore &m_store;
    StoreState &m_state;
    const Whole m_whole;
};

}  // namespace trainyard
