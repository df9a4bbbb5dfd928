// SPDX-License-Identifier: GPL-3.0-or-later
// The saved state of a partly moved file: a small JSON file, replaced as a whole. Internal to core/transport/objectstore; blocking.
#pragma once

#include "core/base/filelock.h"
#include "core/base/result.h"
#include "core/model/objectstoreconfig.h"

#include <QHash>
#include <QJsonObject>
#include <QString>

namespace trainyard {

// The name of the partial file beside the target; it differs for another object. 255 bytes is the longest name on most file systems.
QString partNameOf(const QString &fileName, const QByteArray &fingerprint);

class StoreState {
public:
    // `what` distinguishes this transfer from all others: direction, file, key.
    StoreState(const QString &folder, const ObjectStoreConfig &record, const QString &what);

    // Call first; held until this object is destroyed. Two transfers of the same file would both write into one partial file.
    // AlreadyExists while another program or thread holds it. The lock ends with the program, however that ends.
    Result<void> lock();
    // Nothing is taken from a saved state of another version of the file or object (`fingerprint`).
    void load(const QByteArray &fingerprint);
    // Writes at most twice a second: call it for each part that arrived, and now and then in case one is still to be written.
    void save();
    void saveDue();
    void saveNow();
    void remove();

    QByteArray uploadId;
    QHash<int, QByteArray> parts;  // by number: the store's id of it, or its SHA-256

private:
    const QString m_file;
    FileLock m_lock;
    QByteArray m_fingerprint;
    qint64 m_saved = 0;  // milliseconds since 1970
    bool m_isDue = false;
};

}  // namespace trainyard
