// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite's primary result codes (sqlite.org/rescode.html). Private to core/storage/database.
#pragma once

namespace trainyard {

enum SqliteCode {
    SqliteBusy = 5,
    SqliteLocked = 6,
    SqliteReadOnly = 8,
    SqliteIoError = 10,
    SqliteCorrupt = 11,
    SqliteFull = 13,
    SqliteCantOpen = 14,
    SqliteConstraint = 19,
    SqliteNotADatabase = 26
};

}  // namespace trainyard
