// SPDX-License-Identifier: GPL-3.0-or-later
// What a run gets of its machine: folders, shared memory, network, ports. Pure. Format: docs/task-file.md.
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

// A folder or file of the machine that a container sees in place; nothing is copied.
struct FolderMount {
    QString source;  // absolute path on the machine, or below the home: "~/data"
    bool isReadOnly = false;

    bool operator==(const FolderMount &) const = default;
};

// A bucket, or what is below a key in it, that the run sees as a folder while it runs.
struct StoreMount {
    QString source;           // "s3://bucket/key"
    bool isCached = false;    // SkyPilot's MOUNT_CACHED: files that were read or written are kept on the machine's disk
    bool isWritable = false;  // the run may change what is there

    bool operator==(const StoreMount &) const = default;
};

// Whether a path can be mounted: absolute (a source also "~/…"), without "..", control characters, commas and double quotes, of which the
// last two would end the path in the engine's option. "/" and what Trainyard mounts itself are no targets.
bool isMountSource(const QString &path);
bool isMountTarget(const QString &path);

// Whether it can be the name of a volume: letters, digits, '.', '_' and '-', not at its beginning.
bool isVolumeName(const QString &text);

// What follows `folder` in `path`, with its slash; empty if they are the same, nullopt if it is not below it. "/" has nothing below it.
std::optional<QString> pathBelow(const QString &folder, const QString &path);

// Bytes of "16GB", "512 MiB" or "8g", all counted in steps of 1024, as the engines do; from 1 MiB to 64 TiB.
std::optional<qint64> parseMemorySize(const QString &text);
QString memorySizeText(qint64 bytes);  // "16GB", the largest unit of which it is a whole number

enum class NetworkKind { Host, Bridge, None };
QString networkName(NetworkKind network);  // "host", "bridge", "none"
std::optional<NetworkKind> networkFromName(const QString &name);

// "8888", "8000-8010", "8080:80" or "0.0.0.0:8080:80" as the engine's option takes it, "127.0.0.1:8888:8888". Without an address, only the
// machine itself reaches the port. nullopt if it is none of these.
std::optional<QString> publishedPort(const QString &text);

// Root owns what a container writes, unless it is the person whose machine account starts it: what is written then belongs to them.
// Ids is a user and a group by their numbers, which need no names in the image.
enum class UserKind { Root, Host, Ids };

// "1000:100" of " 1000:100"; nullopt unless it is the numbers of a user and a group.
std::optional<QString> userIdsOf(const QString &text);

}  // namespace trainyard
