// SPDX-License-Identifier: GPL-3.0-or-later
// What to copy between this computer and a machine, the progress, and the result. Value types.
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
    QByteArray local, remote;       // a file or a folder and its exact name on the other side; relative remote paths start at the login
                                    // directory
    bool obeysIgnoreFiles = false;  // .skyignore at the top, else every .gitignore; never .git
    QStringList excludes;           // further patterns, as in .gitignore
    bool onlyChanged = false;       // skip files of equal size and time; if only the size is equal, skip them if the content is equal
    bool trustsTimes = true;        // with onlyChanged: false also compares the content if times are equal
    bool replaces = true;           // with onlyChanged: false ends with AlreadyExists if an existing file differs
    QStringList withheld;           // file names, as patterns, that are not copied this time. With onlyChanged, those on the target are
                                    // removed before something next to or below them is replaced, because they no longer apply
    bool isVerified = true;         // SHA-256 of both sides
    int connections = 8;            // at most
    bool reconnects = true;         // false: a lost connection ends the transfer
    bool isCheckpoint = false;      // the file that marks it as complete is copied last
    // Not empty: to an object store (Upload) or from it, "s3://bucket/key"; the other side is `remote` on a machine, or `local`.
    QString storeAddress, store;   // and the store's name
    bool waitsForMachine = false;  // wait also for a machine that cannot be reached at first
};

enum class TransferState { Waiting, Scanning, Moving, Reconnecting, Checking, Paused, Done, Failed, Cancelled };

struct TransferProgress {
    TransferState state = TransferState::Waiting;
    qint64 bytesDone = 0, bytesTotal = 0;  // already on the other side, and in all
    qint64 bytesKept = 0;                  // part of bytesDone that was there from an earlier attempt
    int filesDone = 0, filesTotal = 0;
    double bytesPerSecond = 0;  // of the last seconds
    std::optional<int> secondsLeft;
    int connections = 0;
    std::optional<Error> trouble;  // Reconnecting: what went wrong. Failed: why.
};

// Progress of a tree copy that a caller waits for.
struct CopyProgress {
    QString name;                // the file being copied; empty: not reported
    qint64 done = 0, total = 0;  // bytes of all
};

// How the content was compared at the end.
enum class TransferCheck { None, Checksum, ReadBack, Size, Md5 };

struct TransferOutcome {
    int files = 0;         // copied
    int unchanged = 0;     // skipped because they were already there
    qint64 bytes = 0;      // of the copied files
    qint64 bytesKept = 0;  // of these: from an earlier attempt
    TransferCheck check = TransferCheck::None;
    QStringList leftOut;   // what cannot be copied: devices, sockets, links that lead out of a downloaded tree
    QStringList vanished;  // files that were gone when it was their turn; also in leftOut
};

// A path on a machine as the person typed it: "~" and "~/" are the login directory, where relative paths start.
inline QByteArray remotePathOf(QString typed)
{
    if (typed == QLatin1String("~"))
        return QByteArrayLiteral(".");
    if (typed.startsWith(QLatin1String("~/")))
        typed.remove(0, 2);
    return typed.isEmpty() ? QByteArrayLiteral(".") : typed.toUtf8();
}

// Paths are bytes; people are shown text.
inline QString shownPath(const QByteArray &path) { return QString::fromUtf8(path); }

}  // namespace trainyard
