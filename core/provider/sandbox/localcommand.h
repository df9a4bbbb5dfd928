// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one program on this computer and waits for it. Blocking; any thread.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QMap>
#include <QStringList>

#include <chrono>
#include <stop_token>

namespace trainyard {

struct LocalCommand {
    QString program;  // path
    QStringList arguments;
    QMap<QString, QString> environment;  // complete
    QString inputFile;                   // empty = no input
    std::chrono::milliseconds limit{30'000};
};

struct LocalAnswer {
    int exitCode = -1;
    QByteArray out, err;

    QString lastLine() const;  // of err, else of out; where tools usually put the reason
};

// NotFound: it cannot be started; TimedOut and Cancelled: it was killed. An exit status other than 0 is a success here.
Result<LocalAnswer> runLocal(const LocalCommand &command, const std::stop_token &stop);

}  // namespace trainyard
