// SPDX-License-Identifier: GPL-3.0-or-later
// An SQLite file of data that can be regenerated from something else: opening, one statement at a time, transactions, and SQLite's codes as
// Error. A power cut may cost the last commits but never the file (write-ahead log, synchronous=NORMAL). Used on the thread that made it.
#pragma once

#include "core/base/result.h"

#include <QStringList>
#include <QVariantList>

#include <functional>
#include <memory>

class QSqlQuery;

namespace trainyard {

class DerivedFile {
public:
    enum class Access { Read, Write };
    struct Schema {
        int applicationId = 0;
        int version = 0;         // a different number makes older files unusable
        QStringList statements;  // the statements that create the tables
    };

    // Read: NotFound if it does not exist yet. Write: creates it (0600). Corrupt if it is damaged, belongs to another program or has
    // another version: remove and regenerate it. NoSpace, Io.
    static Result<std::unique_ptr<DerivedFile>> open(const QString &file, Access access, const Schema &schema);
    static void remove(const QString &file);  // with its auxiliary files
    ~DerivedFile();

    class Row {
    public:
        explicit Row(const QSqlQuery &query) : m_query(query) {}
        bool isNull(int column) const { return value(column).isNull(); }
        QVariant value(int column) const;
        qint64 number(int column) const { return value(column).toLongLong(); }

    private:
        const QSqlQuery &m_query;
    };
    // `take` is called for each row until it returns false.
    Result<void> select(const QString &sql, const QVariantList &values, const std::function<bool(const Row &)> &take);
    Result<void> execute(const QString &sql, const QVariantList &values = {});
    // The same statement for each of `count` lists of values.
    Result<void> executeMany(const QString &sql, size_t count, const std::function<QVariantList(size_t)> &values);
    Result<void> transaction(const std::function<Result<void>()> &body);  // all or nothing

private:
    struct Connection;
    explicit DerivedFile(std::unique_ptr<Connection> connection);
    Result<void> prepare(Access access, const Schema &schema);
    Error error(const QSqlQuery &query) const;

    std::unique_ptr<Connection> m_connection;
};

}  // namespace trainyard
