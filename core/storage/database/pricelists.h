// SPDX-License-Identifier: GPL-3.0-or-later
// Price lists that were fetched, as files below Paths::data, and how the last refresh of each went. A list is replaced
// whole or not at all. Blocking. Any thread; who writes holds the lock.
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

// One document that a list was made from, with what its server told to ask whether it changed.
struct ListedDocument {
    QString address;
    QByteArray etag, lastModified;
    bool operator==(const ListedDocument &) const = default;
};

struct PriceListState {
    QString name;
    RefreshResult result = RefreshResult::Never;  // of the last try
    QDateTime tried;                              // UTC; as are the next two
    QDateTime checked;                            // when its prices were last told or confirmed
    QDateTime changed;                            // when they were last told
    qint64 offers = 0;                            // in the list that is kept
    QStringList notes;                            // of the last try: what was left as it was, and why; what is gone
    std::optional<Error> error;                   // of the last try
    QList<ListedDocument> documents;
    bool isWhole = false;  // the list that is kept is one of FetchedList::isWhole
};

class PriceLists {
public:
    explicit PriceLists(const Paths &paths);
    ~PriceLists();

    QStringList names() const;                             // of those with offers, in order
    Result<OfferTable> offers(const QString &name) const;  // NotFound; Corrupt
    PriceListState state(const QString &name) const;       // Never when nothing is known, or it cannot be read

    // Until the pointer is gone, in this and in all programs. AlreadyExists: another one refreshes just now.
    Result<std::unique_ptr<FileLock>> lock() const;
    // A place for what is being fetched; what an interrupted refresh left there is gone once the lock was taken.
    QString scratchFile(const QString &name) const;
    // NoSpace, PermissionDenied, Io: then the old one is still there.
    Result<void> put(const OfferTable &offers, const PriceListState &state) const;
    Result<void> putState(const PriceListState &state) const;

private:
    QString m_folder;
};

}  // namespace trainyard
