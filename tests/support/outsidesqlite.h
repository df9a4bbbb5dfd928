// SPDX-License-Identifier: GPL-3.0-or-later
// Writes to a database file without StateDatabase, as any SQLite program would.
#pragma once

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QStringList>

namespace trainyard {

// Returns false, with a warning, if one of the statements fails; the others are still tried.
inline bool writeOutside(const QString &file, const QStringList &statements)
{
    bool isDone = true;
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("outside"));
        database.setDatabaseName(file);
        isDone = database.open();
        for (const QString &statement : statements) {
            QSqlQuery query(database);
            if (!query.exec(statement)) {
                qWarning("%s", qPrintable(query.lastError().text()));
                isDone = false;
            }
        }
    }
    QSqlDatabase::removeDatabase(QStringLiteral("outside"));
    return isDone;
}

}  // namespace trainyard
