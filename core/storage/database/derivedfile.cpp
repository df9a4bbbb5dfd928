// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/derivedfile.h"

#include "core/storage/database/internal/sqlitecodes.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QStorageInfo>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace trainyard {
namespace {

// Only one program writes, for milliseconds; a full second passes only if one of them hangs.
constexpr int kHistoryBusyTimeoutMs = 1000;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::History)
};

Error noSpaceForHistory(const QString &detail)
{
    return {
        ErrorCode::NoSpace,
        Words::tr("The disk of this computer is full. Charts show only the data in memory; their history continues when there is space."),
        detail};
}

bool hasNoSpaceForHistory(const QString &file)
{
    const QStorageInfo storage(QFileInfo(file).absolutePath());
    return storage.isValid() && storage.bytesAvailable() < 256 * 1024;
}

Error unfit(const QString &file, const QString &detail)
{
    return {ErrorCode::Corrupt, Words::tr("%1 does not match and is being rebuilt.").arg(file), detail};
}

}  // namespace

struct DerivedFile::Connection {
    QString file, name;
    QSqlDatabase database;

    Connection(const QString &fileName, const QString &connectionName)
        : file(fileName), name(connectionName), database(QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), name))
    {
    }
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;
    ~Connection()
    {
        database.close();
        database = QSqlDatabase();
        QSqlDatabase::removeDatabase(name);
    }
};

DerivedFile::DerivedFile(std::unique_ptr<Connection> connection) : m_connection(std::move(connection)) {}
DerivedFile::~DerivedFile() = default;

QVariant DerivedFile::Row::value(int column) const { return m_query.value(column); }

void DerivedFile::remove(const QString &file)
{
    // The log first: a new database must never be combined with an old log.
    for (const char *suffix : {"-wal", "-shm", ""})
        QFile::remove(file + QLatin1String(suffix));
}

Error DerivedFile::error(const QSqlQuery &query) const
{
    const QString detail = query.lastError().text();
    switch (query.lastError().nativeErrorCode().toInt() & 0xff) {
    case SqliteFull: return noSpaceForHistory(detail);
    case SqliteCorrupt:
    case SqliteNotADatabase: return unfit(m_connection->file, detail);
    case SqliteIoError:
    case SqliteCantOpen:
    case SqliteReadOnly:
        // The shared-memory file beside the database reports a full disk as a plain I/O error.
        if (hasNoSpaceForHistory(m_connection->file))
            return noSpaceForHistory(detail);
        [[fallthrough]];
    default:
        return {ErrorCode::Io,
                Words::tr("The history of the charts could not be read or written: %1").arg(query.lastError().databaseText()), detail};
    }
}

Result<std::unique_ptr<DerivedFile>> DerivedFile::open(const QString &file, Access access, const Schema &schema)
{
    if (access == Access::Read && QFileInfo(file).size() == 0)
        return Error{ErrorCode::NotFound, Words::tr("There is no history of these charts yet."), file};
    if (access == Access::Write) {
        // SQLite would create it readable by others.
        const int descriptor = ::open(QFile::encodeName(file).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (descriptor < 0) {
            const QString detail = QString::fromLocal8Bit(std::strerror(errno));
            if (errno == ENOSPC || errno == EDQUOT)
                return noSpaceForHistory(detail);
            return Error{ErrorCode::Io, Words::tr("%1 cannot be written: check the permissions of the file and its folder.").arg(file),
                         detail};
        }
        ::close(descriptor);
    }
    static std::atomic<quint64> next{1};
    std::unique_ptr<DerivedFile> store(
        new DerivedFile(std::make_unique<Connection>(file, QStringLiteral("trainyard-derived-%1").arg(next++))));
    store->m_connection->database.setDatabaseName(file);
    store->m_connection->database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=%1").arg(kHistoryBusyTimeoutMs));
    if (!store->m_connection->database.open()) {
        const QString detail = store->m_connection->database.lastError().text();
        return hasNoSpaceForHistory(file)
                   ? noSpaceForHistory(detail)
                   : Error{ErrorCode::Io, Words::tr("The history of the charts could not be read or written: %1").arg(detail), detail};
    }
    TRY_DO(store->prepare(access, schema));
    return store;
}

Result<void> DerivedFile::prepare(Access access, const Schema &schema)
{
    qint64 tables = 0, application = 0, version = 0;
    const auto number = [this](const QString &sql, qint64 &value) {
        return select(sql, {}, [&value](const Row &row) {
            value = row.number(0);
            return false;
        });
    };
    for (const auto &[sql, value] :
         {std::pair(QStringLiteral("SELECT count(*) FROM sqlite_master"), &tables),
          std::pair(QStringLiteral("PRAGMA application_id"), &application), std::pair(QStringLiteral("PRAGMA user_version"), &version)}) {
        TRY_DO(number(sql, *value));
    }
    const bool isNew = tables == 0 && version == 0;
    if (!isNew && (application != schema.applicationId || version != schema.version))
        return unfit(m_connection->file, QStringLiteral("application_id %1, version %2").arg(application).arg(version));
    if (access == Access::Read)
        return isNew ? Result<void>(Error{ErrorCode::NotFound, Words::tr("There is no history of these charts yet."), m_connection->file})
                     : Result<void>();
    for (const char *pragma : {"PRAGMA journal_mode=WAL", "PRAGMA synchronous=NORMAL"}) {
        TRY_DO(execute(QString::fromLatin1(pragma)));
    }
    if (!isNew)
        return {};
    return transaction([&]() -> Result<void> {
        const QStringList numbers{QStringLiteral("PRAGMA application_id=%1").arg(schema.applicationId),
                                  QStringLiteral("PRAGMA user_version=%1").arg(schema.version)};
        for (const QString &sql : schema.statements + numbers) {
            TRY_DO(execute(sql));
        }
        return {};
    });
}

Result<void> DerivedFile::select(const QString &sql, const QVariantList &values, const std::function<bool(const Row &)> &take)
{
    QSqlQuery query(m_connection->database);
    query.setForwardOnly(true);
    if (!query.prepare(sql))
        return error(query);
    for (const QVariant &value : values)
        query.addBindValue(value);
    if (!query.exec())
        return error(query);
    while (query.next()) {
        if (!take(Row(query)))
            return {};
    }
    // A damaged page is only detected while rows are read.
    return query.lastError().isValid() ? Result<void>(error(query)) : Result<void>();
}

Result<void> DerivedFile::execute(const QString &sql, const QVariantList &values)
{
    return select(sql, values, [](const Row &) { return false; });
}

Result<void> DerivedFile::executeMany(const QString &sql, size_t count, const std::function<QVariantList(size_t)> &values)
{
    QSqlQuery query(m_connection->database);
    if (!query.prepare(sql))
        return error(query);
    for (size_t i = 0; i < count; ++i) {
        const QVariantList bound = values(i);
        for (int column = 0; column < int(bound.size()); ++column)
            query.bindValue(column, bound[column]);
        if (!query.exec())
            return error(query);
    }
    return {};
}

Result<void> DerivedFile::transaction(const std::function<Result<void>()> &body)
{
    TRY_DO(execute(QStringLiteral("BEGIN IMMEDIATE")));
    Result<void> outcome = body();
    if (outcome) {
        outcome = execute(QStringLiteral("COMMIT"));
        if (outcome)
            return {};
    }
    // Fails if SQLite has already rolled back by itself (as on a full disk): either way nothing is pending.
    (void)execute(QStringLiteral("ROLLBACK"));
    return outcome;
}

}  // namespace trainyard
