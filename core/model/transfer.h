// SPDX-License-Identifier: GPL-3.0-or-later
// What to copy between this computer and a machine, how far it has come, and what came of it. Value types.
#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

enum class TransferDirection { Upload, Download };

struct TransferSpec {
    TransferDirection direction = TransferDirection::Upload;
    QByteArray local, remote;       // a file or a folder and its exact name on the other side; remote paths that are
                                    // not absolute start at the login directory
    bool obeysIgnoreFiles = false;  // .skyignore at the top, else every .gitignore; never .git
    QStringList excludes;           // further patterns, as in .gitignore
    bool onlyChanged = false;       // files of equal size and time stay; of equal size only, if the content is equal
    bool trustsTimes = true;        // with onlyChanged: false compares the content of equal times as well
    bool replaces = true;           // with onlyChanged: false ends with AlreadyExists where a file is there and another
    QStringList withheld;           // names of files, as patterns, that are not copied this time. With onlyChanged those on the
                                    // target go before something beside or below them is replaced: what they say of it is over
    bool isVerified = true;         // SHA-256 of both sides
    int connections = 8;            // at most
    bool reconnects = true;         // false: a connection that is lost ends it
    bool isCheckpoint = false;      // what marks it as complete goes when all else is there
    // Not empty: to an object store (Upload) or from it, "s3://bucket/key"; the other side is `remote` on a machine, or `local`.
    QString storeAddress, store;   // and the store's name
    bool waitsForMachine = false;  // a machine that cannot be reached at first is waited for too
};

enum class TransferState { Waiting, Scanning, Moving, Reconnecting, Checking, Paused, Done, Failed, Cancelled };

struct TransferProgress {
    TransferState state = TransferState::Waiting;
    qint64 bytesDone = 0, bytesTotal = 0;  // what is on the other side, and of what
    qint64 bytesKept = 0;                  // of bytesDone: there from an earlier attempt
    int filesDone = 0, filesTotal = 0;
    double bytesPerSecond = 0;  // of the last seconds
    std::optional<int> secondsLeft;
    int connections = 0;
    std::optional<Error> trouble;  // Reconnecting: what went wrong. Failed: why.
};

// How far a copy of a tree has come that is waited for.
struct CopyProgress {
    QString name;                // the file that moves; empty: not told
    qint64 done = 0, total = 0;  // bytes of all
};

// How the content was compared in the end.
enum class TransferCheck { None, Checksum, ReadBack, Size, Md5 };

struct TransferOutcome {
    int files = 0;         // copied
    int unchanged = 0;     // left alone, because they were there already
    qint64 bytes = 0;      // of the copied files
    qint64 bytesKept = 0;  // of these: from an earlier attempt
    TransferCheck check = TransferCheck::None;
    QStringList leftOut;   // what cannot be copied: devices, sockets, links that lead out of a downloaded tree
    QStringList vanished;  // files that were gone when their turn came; among leftOut too
};

// What a person typed as a path on a machine: "~" and "~/" are the login directory, where relative paths start.
inline QByteArray remotePathOf(QString typed)
{
    if (typed == QLatin1String("~"))
        return QByteArrayLiteral(".");
    if (typed.startsWith(QLatin1String("~/")))
        typed.remove(0, 2);
    return typed.isEmpty() ? QByteArrayLiteral(".") : typed.toUtf8();
}

// Paths are bytes; what is shown to a person is text.
inline QString shownPath(const QByteArray &path) { return QString::fromUtf8(path); }

}  // namespace trainyard
