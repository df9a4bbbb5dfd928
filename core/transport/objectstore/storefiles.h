// SPDX-License-Identifier: GPL-3.0-or-later
// The objects below a prefix of a bucket as a folder of files, read by ranges. Blocking, one thread at a time.
#pragma once

#include "core/checkpoint/format/filesource.h"
#include "core/transport/objectstore/objectstore.h"

#include <QHash>

namespace trainyard {

class StoreFileSource : public FileSource {
public:
    // `prefix`: "runs/7/checkpoint-100/", or empty. For `objects` (as listed), reads expect the listed state: Corrupt once an object has
    // changed. Other objects may be read, too.
    StoreFileSource(ObjectStore &store, const QString &prefix, const QList<StoredObject> &objects = {}, std::stop_token stop = {});

    Result<QList<QByteArray>> read(const QList<FileRange> &ranges) override;
    QList<Result<QByteArray>> readEach(const QList<FileRange> &ranges) override;

private:
    QList<ObjectRange> asked(const QList<FileRange> &ranges) const;

    ObjectStore &m_store;
    const QString m_prefix;
    QHash<QString, QByteArray> m_etags;  // by key
    const std::stop_token m_stop;
};

}  // namespace trainyard
