// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/internal/database.h"

#include "core/base/retry.h"
#include "core/storage/database/internal/migrations.h"
#include "core/storage/database/internal/sqlitecodes.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSqlError>
#include <QStorageInfo>
#include <QTemporaryDir>
#include <QThread>
#include <QThreadStorage>
#include <QUrl>

#include <atomic>
#include <map>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace trainyard {

struct Database::Identity {
    quint64 number = 0;
    QString file;    // of the database
    QString opened;  // the path that SQLite opens
    QString options;
    std::optional<Error> unwritable;
    std::shared_ptr<QTemporaryDir> snapshot;  // the folder that contains `opened`
};

namespace {

// Two programs write rarely and for milliseconds; five full seconds pass only if one of them hangs.
constexpr int kStateBusyTimeoutMs = 5000;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::StateDatabase)
};

Error diskFull(const QString &detail)
{
    return {ErrorCode::NoSpace, Words::tr("The disk is full: free some space, then try again. Nothing that was stored is lost."), detail};
}

int sqliteCode(const QSqlError &error)
{
    return error.nativeErrorCode().toInt() & 0xff;  // the driver returns extended codes
}

bool isDiskFull(const QString &file)
{
    const QStorageInfo storage(QFileInfo(file).absolutePath());
    return storage.isValid() && storage.bytesAvailable() < 128 * 1024;
}

Error fromSql(const QSqlError &error, const QString &file)
{
    const QString detail = error.text();
    switch (sqliteCode(error)) {
    case SqliteFull: return diskFull(detail);
    case SqliteCorrupt:
    case SqliteNotADatabase:
        return {ErrorCode::Corrupt, Words::tr("%1 is damaged or not a Trainyard database: move it away or restore a copy.").arg(file),
                detail};
    case SqliteBusy:
    case SqliteLocked:
        return {ErrorCode::Io, Words::tr("Another program has locked the database for too long: close it, then try again."), detail};
    case SqliteReadOnly:
    case SqliteCantOpen:
        if (isDiskFull(file)) {
            return diskFull(detail);
        }
        return {ErrorCode::PermissionDenied, Words::tr("%1 cannot be written: check the permissions of the file and its folder.").arg(file),
                detail};
    case SqliteIoError:
        // The shared-memory file beside the database reports a full disk as a plain I/O error.
        if (isDiskFull(file)) {
            return diskFull(detail);
        }
        [[fallthrough]];
    default: return {ErrorCode::Io, Words::tr("The database could not be read or written: %1").arg(error.databaseText()), detail};
    }
}

struct Connection {
    std::weak_ptr<const void> owner;
    QString name;
    QSqlDatabase database;

    Connection(std::weak_ptr<const void> identity, QString connectionName)
        : owner(std::move(identity)), name(std::move(connectionName)), database(QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), name))
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

// QtSql allows a connection only on the thread that made it, so each thread owns and closes its own.
using Connections = std::map<quint64, std::unique_ptr<Connection>>;

// In whose transaction this thread is.
thread_local const Database *togetherOnThisThread = nullptr;

Connections &connectionsOfThisThread()
{
    // Emptied before a thread counts as finished. A thread_local is emptied later, when a pool may have been waited for already and QtSql
    // may itself be destroyed.
    static QThreadStorage<Connections> connections;
    return connections.localData();
}

const QString kLog = QStringLiteral("-wal"), kCopyName = QStringLiteral("trainyard.db");

quint64 nextNumber()
{
    static std::atomic<quint64> next{1};
    return next++;
}

// Null if no folder can take the copy.
std::shared_ptr<QTemporaryDir> copied(const QString &file)
{
    for (const QString &place : {qEnvironmentVariable("XDG_RUNTIME_DIR"), QStringLiteral("/dev/shm"), QDir::tempPath()}) {
        if (place.isEmpty())
            continue;
        auto folder = std::make_shared<QTemporaryDir>(place + QStringLiteral("/trainyard-XXXXXX"));
        // The log first: anything that another program moves from the log into the database meanwhile is then in both copies.
        if (folder->isValid() && QFile::copy(file + kLog, folder->filePath(kCopyName) + kLog)
            && QFile::copy(file, folder->filePath(kCopyName)))
            return folder;
    }
    return nullptr;
}

Result<void> createFile(const QString &file)
{
    const QString folder = QFileInfo(file).absolutePath();
    if (!QFileInfo::exists(folder)) {
        const bool made = QDir().mkpath(QFileInfo(folder).absolutePath())
                          && (QDir().mkdir(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner) || QFileInfo(folder).isDir());
        if (!made) {
            return Error{ErrorCode::PermissionDenied,
                         Words::tr("The folder %1 cannot be created: check the permissions of the folder above it.").arg(folder),
                         {}};
        }
    }
    // Created before SQLite opens it: SQLite would create it readable by others, and it copies the mode to its auxiliary files.
    const int descriptor = ::open(QFile::encodeName(file).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        const int code = errno;
        const QString detail = QString::fromLocal8Bit(std::strerror(code));
        if (code == ENOSPC || code == EDQUOT) {
            return diskFull(detail);
        }
        return Error{code == EACCES || code == EROFS ? ErrorCode::PermissionDenied : ErrorCode::Io,
                     Words::tr("%1 cannot be written: check the permissions of the file and its folder.").arg(file), detail};
    }
    ::close(descriptor);
    return {};
}

}  // namespace

Database::Database(std::shared_ptr<const Identity> identity) : m_identity(std::move(identity)) {}

Database::~Database() { connectionsOfThisThread().erase(m_identity->number); }

std::shared_ptr<const Database::Identity> Database::identity() const
{
    const std::lock_guard lock(m_guard);
    return m_identity;
}

QString Database::shownFile() const { return identity()->file; }
std::optional<Error> Database::unwritable() const { return identity()->unwritable; }

std::optional<Error> Database::outdated() const
{
    auto version = select(QStringLiteral("PRAGMA user_version"));
    if (!version || !version->next() || version->value(0).toLongLong() <= qint64(migrations().size()))
        return std::nullopt;
    return Error{ErrorCode::Unsupported,
                 Words::tr("A newer Trainyard has opened the database, and this older program can no longer read it: close it and start "
                           "the newer one."),
                 QStringLiteral("schema %1, known %2").arg(version->value(0).toLongLong()).arg(migrations().size())};
}

Result<std::unique_ptr<Database>> Database::open(const QString &file)
{
    const QString absolute = QFileInfo(file).absoluteFilePath();
    auto opened = openToWrite(absolute);
    if (opened || (opened.error().code != ErrorCode::NoSpace && opened.error().code != ErrorCode::PermissionDenied))
        return opened;
    auto reading = openToRead(absolute, opened.error());
    return reading ? std::move(reading) : std::move(opened);
}

Result<std::unique_ptr<Database>> Database::openToWrite(const QString &file)
{
    TRY_DO(createFile(file));

    Identity identity;
    identity.number = nextNumber();
    identity.file = identity.opened = file;
    std::unique_ptr<Database> database(new Database(std::make_shared<const Identity>(identity)));
    const auto looked = database->transaction({"BEGIN", "COMMIT", "ROLLBACK"}, [&]() -> Result<void> {
        const auto version = database->checkedVersion();
        return version ? Result<void>() : Result<void>(version.error());
    });
    if (!looked)
        return looked.error();
    QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner);
    TRY_DO(database->insist(QStringLiteral("PRAGMA journal_mode=WAL")));
    TRY_DO(database->migrate());
    return database;
}

// Even to read a database in WAL mode, SQLite needs a file beside it, for which there is no space here. Without a log no data can be
// missed, so the database is read in place. With one, both are read from a copy in a folder that has space.
Result<std::unique_ptr<Database>> Database::openToRead(const QString &file, const Error &problem)
{
    Identity identity;
    identity.number = nextNumber();
    identity.file = file;
    identity.unwritable = problem;
    if (QFileInfo(file + kLog).size() == 0) {
        identity.opened = QStringLiteral("file:%1?immutable=1").arg(QString::fromLatin1(QUrl::toPercentEncoding(file, "/")));
        identity.options = QStringLiteral("QSQLITE_OPEN_READONLY;QSQLITE_OPEN_URI;");
    } else {
        identity.snapshot = copied(file);
        if (!identity.snapshot)
            return problem;
        identity.opened = identity.snapshot->filePath(kCopyName);
    }
    std::unique_ptr<Database> database(new Database(std::make_shared<const Identity>(identity)));
    TRY(const auto version, database->checkedVersion());
    // Tables of an earlier Trainyard do not fit the queries, and cannot be migrated now.
    return size_t(version) == migrations().size() ? Result<std::unique_ptr<Database>>(std::move(database))
                                                  : Result<std::unique_ptr<Database>>(problem);
}

Result<QSqlDatabase> Database::connection() const
{
    const auto identity = this->identity();
    auto &mine = connectionsOfThisThread();
    if (const auto found = mine.find(identity->number); found != mine.end())
        return found->second->database;
    std::erase_if(mine, [](const auto &entry) { return entry.second->owner.expired(); });

    const QString name =
        QStringLiteral("trainyard-%1-%2").arg(identity->number).arg(reinterpret_cast<quintptr>(QThread::currentThreadId()), 0, 16);
    auto made = std::make_unique<Connection>(std::weak_ptr<const void>(identity), name);
    made->database.setDatabaseName(identity->opened);
    made->database.setConnectOptions(identity->options + QStringLiteral("QSQLITE_BUSY_TIMEOUT=%1").arg(kStateBusyTimeoutMs));
    if (!made->database.open())
        return fromSql(made->database.lastError(), shownFile());
    // FULL: a run on a paid machine that was reported as recorded must survive a power cut of this computer.
    for (const char *pragma : {"PRAGMA foreign_keys=ON", "PRAGMA synchronous=FULL"}) {
        QSqlQuery query(made->database);
        if (!query.exec(QString::fromLatin1(pragma)))
            return fromSql(query.lastError(), shownFile());
    }
    return mine.emplace(identity->number, std::move(made)).first->second->database;
}

Result<QSqlQuery> Database::select(const QString &sql, const QVariantList &values) const
{
    TRY(auto database, connection());
    QSqlQuery query(database);
    query.setForwardOnly(true);
    if (!query.prepare(sql))
        return fromSql(query.lastError(), shownFile());
    for (const QVariant &value : values)
        query.addBindValue(value);
    if (!query.exec())
        return fromSql(query.lastError(), shownFile());
    return query;
}

Result<int> Database::execute(const QString &sql, const QVariantList &values)
{
    TRY(auto query, select(sql, values));
    return query.numRowsAffected();
}

Result<void> Database::insist(const QString &sql)
{
    TRY(auto database, connection());
    // SQLite does not wait by itself in some cases (recovery after a crash, switching to WAL), hence the loop.
    const QDeadlineTimer deadline(kStateBusyTimeoutMs);
    while (true) {
        QSqlQuery query(database);
        if (query.exec(sql))
            return {};
        const int code = sqliteCode(query.lastError());
        if ((code != SqliteBusy && code != SqliteLocked) || deadline.hasExpired())
            return fromSql(query.lastError(), shownFile());
        pauseFor(std::chrono::milliseconds(5));
    }
}

Result<void> Database::transaction(const Frame &frame, const std::function<Result<void>()> &body)
{
    TRY_DO(insist(QLatin1String(frame.begin)));
    Result<void> outcome = body();
    if (outcome) {
        const auto committed = execute(QLatin1String(frame.commit));
        if (committed)
            return {};
        outcome = committed.error();
    }
    // Fails if SQLite has already rolled back by itself (as on a full disk): either way nothing is pending.
    (void)execute(QLatin1String(frame.undo));
    // Undoing a part leaves the savepoint open.
    if (QLatin1String(frame.commit) != QLatin1String(kWhole.commit))
        (void)execute(QLatin1String(frame.commit));
    return outcome;
}

Result<void> Database::together(const std::function<Result<void>()> &body)
{
    TRY_DO(reopenToWrite());
    const Database *const outer = std::exchange(togetherOnThisThread, this);
    const auto outcome = transaction(outer == this ? kPart : kWhole, body);
    togetherOnThisThread = outer;
    return outcome;
}

Result<void> Database::reopenToWrite()
{
    if (unwritable()) {
        TRY(const auto again, openToWrite(shownFile()));
        const std::lock_guard lock(m_guard);
        m_identity = again->identity();
    }
    return {};
}

Result<void> Database::write(const Body &body)
{
    TRY_DO(reopenToWrite());
    return transaction(togetherOnThisThread == this ? kPart : kWhole, [&]() -> Result<void> {
        TRY_DO(body(*this));
        const auto counted = execute(QStringLiteral("UPDATE counters SET value = value + 1 WHERE name = 'changes'"));
        return counted ? Result<void>() : Result<void>(counted.error());
    });
}

// Call inside a transaction: the three reads must see the same state, because another program may be creating the tables.
Result<qint64> Database::checkedVersion() const
{
    const auto number = [this](const QString &sql) -> Result<qint64> {
        TRY(auto query, select(sql));
        return query.next() ? query.value(0).toLongLong() : 0;
    };
    TRY(const auto tables, number(QStringLiteral("SELECT count(*) FROM sqlite_master")));
    TRY(const auto version, number(QStringLiteral("PRAGMA user_version")));
    TRY(const auto application, number(QStringLiteral("PRAGMA application_id")));
    const bool isNew = version == 0 && tables == 0;
    if (!isNew && application != kApplicationId) {
        return Error{ErrorCode::Corrupt, Words::tr("%1 belongs to another program: move it away or choose another place.").arg(shownFile()),
                     QStringLiteral("application_id %1").arg(application)};
    }
    if (version < 0 || version > qint64(migrations().size())) {
        return Error{ErrorCode::Unsupported,
                     Words::tr("The database was written by a newer Trainyard: update this one. Nothing was changed."),
                     QStringLiteral("schema %1, known %2").arg(version).arg(migrations().size())};
    }
    return version;
}

Result<void> Database::migrate()
{
    return transaction(kWhole, [this]() -> Result<void> {
        // Check again under the write lock: another program may have migrated in between.
        TRY(const auto version, checkedVersion());
        const auto &steps = migrations();
        if (size_t(version) == steps.size())
            return {};
        for (size_t step = size_t(version); step < steps.size(); ++step) {
            for (const QString &statement : steps[step]) {
                TRY_DO(execute(statement));
            }
        }
        for (const QString &pragma :
             {QStringLiteral("PRAGMA user_version=%1").arg(steps.size()), QStringLiteral("PRAGMA application_id=%1").arg(kApplicationId)}) {
            TRY_DO(execute(pragma));
        }
        return {};
    });
}

qint64 Database::changeCounter() const
{
    auto query = select(QStringLiteral("SELECT value FROM counters WHERE name = 'changes'"));
    return query && query->next() ? query->value(0).toLongLong() : -1;
}

}  // namespace trainyard
