// SPDX-License-Identifier: GPL-3.0-or-later
// Writes to a database file past StateDatabase, as any SQLite program would.
#pragma once

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QStringList>

namespace trainyard {

// False, with a warning, when one of the statements fails; the others are tried.
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
