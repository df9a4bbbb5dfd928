// SPDX-License-Identifier: GPL-3.0-or-later
// Fetched price lists, as files below Paths::data, and the result of each one's last refresh. A list is replaced as a whole or not at
// all. Blocking. Any thread; writers hold the lock.
#pragma once

#include "core/base/filelock.h"
#include "core/base/paths.h"
#include "core/base/result.h"
#include "core/knowledge/catalog/offertable.h"

#include <QDateTime>
#include <QList>
#include <QStringList>

#include <memory>
#include <optional>

namespace trainyard {

enum class RefreshResult { Never, Updated, NotModified, Failed, Cancelled };
QString refreshResultName(RefreshResult result);  // "never", "updated", "not-modified", "failed", "cancelled"

// One document that a list was made from, with what its server sent for checking whether it has changed.
struct ListedDocument {
    QString address;
    QByteArray etag, lastModified;
    bool operator==(const ListedDocument &) const = default;
};

struct PriceListState {
    QString name;
    RefreshResult result = RefreshResult::Never;  // of the last try
    QDateTime tried;                              // UTC; as are the next two
    QDateTime checked;                            // when its prices were last received or confirmed
    QDateTime changed;                            // when they were last received
    qint64 offers = 0;                            // in the stored list
    QStringList notes;                            // of the last try: what was left unchanged and why; what has been removed
    std::optional<Error> error;                   // of the last try
    QList<ListedDocument> documents;
    bool isWhole = false;  // the stored list has FetchedList::isWhole
};

class PriceLists {
public:
    explicit PriceLists(const Paths &paths);
    ~PriceLists();

    QStringList names() const;                             // of those with offers, in order
    Result<OfferTable> offers(const QString &name) const;  // NotFound; Corrupt
    PriceListState state(const QString &name) const;       // Never if nothing is known, or if it cannot be read

    // Held until the pointer is destroyed, in this and in all programs. AlreadyExists: another program is refreshing now.
    Result<std::unique_ptr<FileLock>> lock() const;
    // A path for data that is being fetched; leftovers of an interrupted refresh are removed when the lock is taken.
    QString scratchFile(const QString &name) const;
    // NoSpace, PermissionDenied, Io: the old list is then still there.
    Result<void> put(const OfferTable &offers, const PriceListState &state) const;
    Result<void> putState(const PriceListState &state) const;

private:
    QString m_folder;
};

}  // namespace trainyard
