// SPDX-License-Identifier: GPL-3.0-or-later
// What is remembered of a file that is half moved: a small JSON file, replaced whole. Internal to core/transport/objectstore; blocking.
#pragma once

#include "core/base/filelock.h"
#include "core/base/result.h"
#include "core/model/objectstoreconfig.h"

#include <QHash>
#include <QJsonObject>
#include <QString>

namespace trainyard {

// The name, beside the target, of what has come of it so far: of another object it has another. 255 bytes is the longest name
// of most file systems.
QString partNameOf(const QString &fileName, const QByteArray &fingerprint);

class StoreState {
public:
    // `what` tells this transfer from all others: direction, file, key.
    StoreState(const QString &folder, const ObjectStoreConfig &record, const QString &what);

    // Asked for first, and held until this goes: of two that move the same file, both would write into one part. AlreadyExists
    // while another program, or another thread, holds it. Ends with the program, however that ends.
    Result<void> lock();
    // Of another state of the file or the object (`fingerprint`) nothing is taken over.
    void load(const QByteArray &fingerprint);
    // At most twice a second: told of each part that came, and asked now and then whether one is still to be written.
    void save();
    void saveDue();
    void saveNow();
    void remove();

    QByteArray uploadId;
    QHash<int, QByteArray> parts;  // by number: what the store calls it, or its SHA-256

private:
    const QString m_file;
    FileLock m_lock;
    QByteArray m_fingerprint;
    qint64 m_saved = 0;  // milliseconds since 1970
    bool m_isDue = false;
};

}  // namespace trainyard
