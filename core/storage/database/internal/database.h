// SPDX-License-Identifier: GPL-3.0-or-later
// One SQLite file through QtSql: a connection per thread, schema migrations, transactions, and SQLite's codes as Error. Private to this
// folder; any thread. A thread's connection is closed when the thread ends, or when the thread next uses any Database after this one was
// destroyed.
#pragma once

#include "core/base/result.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QVariantList>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace trainyard {

class Database {
public:
    // Creates missing directories (0700) and the file (0600), refuses files that are not ours without touching them, then migrates. Io,
    // NoSpace, PermissionDenied, Corrupt, Unsupported (written by a newer Trainyard). An existing file that is not writable (full disk,
    // read-only folder) is opened for reading: unwritable() gives the reason.
    static Result<std::unique_ptr<Database>> open(const QString &file);
    ~Database();

    Result<QSqlQuery> select(const QString &sql, const QVariantList &values = {}) const;

    // Runs `body` between BEGIN IMMEDIATE and COMMIT (which also counts the change); an error of the body or of the commit rolls
    // everything back. `body` runs at most once and must not open a transaction itself. A database that was opened for reading is
    // reopened first; as long as that fails, so does this.
    using Body = std::function<Result<void>(Database &)>;
    Result<void> write(const Body &body);

    // All that `body` writes on this thread, with `write` or through any of the tables, is one transaction: an error of the body undoes all
    // of it, one of a single write that write.
    Result<void> together(const std::function<Result<void>()> &body);

    // Inside `write`: executes one statement and returns the number of affected rows.
    Result<int> execute(const QString &sql, const QVariantList &values = {});

    qint64 changeCounter() const;  // -1 if it cannot be read
    std::optional<Error> unwritable() const;
    std::optional<Error> outdated() const;  // Unsupported: a newer Trainyard has opened the file since

private:
    struct Identity;
    struct Frame {
        const char *begin, *commit, *undo;
    };
    explicit Database(std::shared_ptr<const Identity> identity);
    static Result<std::unique_ptr<Database>> openToWrite(const QString &file);
    static Result<std::unique_ptr<Database>> openToRead(const QString &file, const Error &problem);
    std::shared_ptr<const Identity> identity() const;
    QString shownFile() const;
    Result<QSqlDatabase> connection() const;
    Result<qint64> checkedVersion() const;
    Result<void> migrate();
    Result<void> reopenToWrite();
    static constexpr Frame kWhole{"BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"};
    static constexpr Frame kPart{"SAVEPOINT part", "RELEASE part", "ROLLBACK TO part"};
    Result<void> insist(const QString &sql);
    Result<void> transaction(const Frame &frame, const std::function<Result<void>()> &body);

    mutable std::mutex m_guard;
    std::shared_ptr<const Identity> m_identity;
};

}  // namespace trainyard
