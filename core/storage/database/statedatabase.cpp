// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/statedatabase.h"

#include "core/base/retry.h"
#include "core/storage/database/internal/database.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::StateDatabase)
};

// An empty database file is initialised, but not if it once had content. Another program may be creating it right now.
bool isEmptied(const QString &file)
{
    constexpr int kMakingMs = 1000;
    const auto isEmpty = [&] {
        const QFileInfo info(file);
        return info.exists() && info.size() == 0 && QFileInfo(file + QStringLiteral("-wal")).size() == 0;
    };
    const QDir runs(QFileInfo(file).absolutePath() + QStringLiteral("/runs"));
    if (!isEmpty() || runs.isEmpty(QDir::Dirs | QDir::NoDotAndDotDot))
        return false;
    const QDeadlineTimer deadline(kMakingMs);
    while (isEmpty() && !deadline.hasExpired())
        pauseFor(std::chrono::milliseconds(20));
    return isEmpty();
}

}  // namespace

StateDatabase::StateDatabase(std::unique_ptr<Database> database)
    : m_database(std::move(database)), accounts(*m_database), instances(*m_database), machines(*m_database), runs(*m_database),
      transfers(*m_database), prices(*m_database), rentals(*m_database), budgets(*m_database), probes(*m_database), checks(*m_database),
      alerts(*m_database), watches(*m_database), own(*m_database)
{
}

StateDatabase::~StateDatabase() = default;

std::optional<Error> StateDatabase::unwritable() const { return m_database->unwritable(); }
Result<void> StateDatabase::together(const std::function<Result<void>()> &body) { return m_database->together(body); }
std::optional<Error> StateDatabase::outdated() const { return m_database->outdated(); }

Result<QString> StateDatabase::moveAway(const QString &file)
{
    const QString base = file + QStringLiteral(".damaged-") + QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss"));
    QString aside = base;
    for (int number = 2; QFileInfo::exists(aside); ++number)
        aside = base + u'-' + QString::number(number);
    // Its auxiliary files would be mistaken for those of the new one.
    for (const char *side : {"", "-wal", "-shm"}) {
        QFile moved(file + QLatin1String(side));
        if (moved.exists() && !moved.rename(aside + QLatin1String(side))) {
            return Error{ErrorCode::PermissionDenied,
                         Words::tr("%1 cannot be moved away: check the permissions of its folder.").arg(moved.fileName()),
                         moved.errorString()};
        }
    }
    return aside;
}

Result<std::unique_ptr<StateDatabase>> StateDatabase::open(const QString &file)
{
    if (isEmptied(file)) {
        return Error{
            ErrorCode::Corrupt,
            Words::tr("%1 is empty, although there are runs beside it: restore a copy, or move it away to start without what it held.")
                .arg(file),
            {}};
    }
    TRY(auto database, Database::open(file));
    return std::unique_ptr<StateDatabase>(new StateDatabase(std::move(database)));
}

qint64 StateDatabase::changeCounter() const { return m_database->changeCounter(); }

}  // namespace trainyard
