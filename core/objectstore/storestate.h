// What is remembered of a file that is half moved: a small JSON file, replaced whole. Internal to core/objectstore; blocking.
#pragma once

#include "core/objectstore/storerecord.h"

#include <QHash>
#include <QJsonObject>
#include <QString>

namespace trainyard {

class StoreState {
public:
    // `what` tells this transfer from all others: direction, file, key.
    StoreState(const QString &folder, const StoreRecord &record, const QString &what);

    // Of another state of the file or the object (`fingerprint`) nothing is taken over.
    void load(const QByteArray &fingerprint);
    // At most twice a second: told of each part that came, and asked now and then whether one is still to be written.
    void save();
    void saveDue();
    void saveNow();
    void remove();

    QByteArray uploadId;
    QHash<int, QByteArray> parts;    // by number: what the store calls it, or its SHA-256

private:
    const QString m_file;
    QByteArray m_fingerprint;
    qint64 m_saved = 0;              // milliseconds since 1970
    bool m_isDue = false;
};

}  // namespace trainyard
