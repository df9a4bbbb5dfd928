// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/transfer/markedcopy.h"

#include "core/base/fanout.h"
#include "core/base/filelock.h"
#include "core/base/format.h"
#include "core/checkpoint/format/commitmarks.h"
#include "core/transport/ssh/sftp.h"
#include "core/transport/transfer/checksums.h"
#include "core/transport/transfer/internal/plaintransfer.h"
#include "core/transport/transfer/remotetree.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStorageInfo>

#include <algorithm>
#include <cerrno>
#include <limits>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

constexpr auto kDialWithQuestions = 60s;     // a person may have to answer a question meanwhile
constexpr auto kDigests = 24h;               // of a terabyte on a slow disk; stop ends it before
constexpr qint64 kSpare = 64 * 1024 * 1024;  // a completely full disk is of no use

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Transfer)
};

TransferCheck weaker(TransferCheck a, TransferCheck b)
{
    // From the weakest to the strongest proof.
    static constexpr TransferCheck kOrder[] = {TransferCheck::Size, TransferCheck::Md5, TransferCheck::Checksum, TransferCheck::ReadBack};
    if (a == TransferCheck::None || b == TransferCheck::None)
        return a == TransferCheck::None ? b : a;
    return *std::find_if(std::begin(kOrder), std::end(kOrder), [a, b](TransferCheck one) { return one == a || one == b; });
}

Result<FileTree> listThere(const TransferLinks &links, const QByteArray &path, std::stop_token stop)
{
    TRY(const auto connection, links.shared(QDeadlineTimer(kDialWithQuestions), stop));
    TRY(const auto sftp, connection->sftp(QDeadlineTimer(kDialWithQuestions), stop));
    const auto channel = sftp->channel();
    return channel ? listRemoteTree(*channel, path, {}, stop) : listPlainly(*sftp, path, {}, stop);
}

qint64 sizeOf(const FileTree &tree)
{
    qint64 sum = 0;
    for (const TreeEntry &file : tree.files) {
        if (__builtin_add_overflow(sum, file.size, &sum))
            return std::numeric_limits<qint64>::max();
    }
    return sum;
}

// Nothing is reused from another state of the source.
QString stateOf(const MachineRelay &relay, const FileTree &tree)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto add = [&hash](const QByteArray &bytes) {
        hash.addData(QByteArray::number(bytes.size()) + ' ');
        hash.addData(bytes);
    };
    add(relay.source);
    for (const TreeEntry &file : tree.files)
        add(file.path + '\n' + QByteArray::number(file.size) + '\n' + QByteArray::number(file.modified));
    for (const TreeEntry &link : tree.links)
        add(link.path + '\n' + link.linkTarget);
    return QString::fromLatin1(hash.result().toHex().left(16));
}

Result<QList<Digest>> digestsOf(const TransferLinks &links, const QByteArray &top, const FileTree &tree, std::stop_token stop)
{
    TRY(const auto connection, links.shared(QDeadlineTimer(kDialWithQuestions), stop));
    QList<QByteArray> paths;
    for (const TreeEntry &file : tree.files)
        paths << (file.path.isEmpty() ? top : joinedPath(top, file.path));
    return remoteDigests(*connection, paths, QDeadlineTimer(kDigests), stop);
}

// True if the same content is there and nothing needs moving. AlreadyExists before anything is moved if a difference is plain to see.
Result<bool> isThere(const MachineRelay &relay, const FileTree &tree, std::stop_token stop)
{
    const auto other = listThere(relay.to, relay.target, stop);
    if (!other)
        return other.error().code == ErrorCode::NotFound ? Result<bool>(false) : Result<bool>(other.error());
    const auto isSame = [&other](const TreeEntry &file, bool bySize) {
        return std::any_of(other->files.begin(), other->files.end(),
                           [&](const TreeEntry &one) { return one.path == file.path && (!bySize || one.size == file.size); });
    };
    qsizetype same = 0;
    for (const TreeEntry &file : tree.files) {
        same += isSame(file, true);
        if (!relay.replaces && isSame(file, false) && !isSame(file, true)) {
            return Error{ErrorCode::AlreadyExists,
                         Words::tr("“%1” already exists and is different: choose another place, or add --replace.")
                             .arg(shownPath(file.path.isEmpty() ? relay.target : joinedPath(relay.target, file.path))),
                         {}};
        }
    }
    if (tree.files.isEmpty() || same != tree.files.size() || !tree.links.isEmpty())
        return false;
    const auto here = digestsOf(relay.from, relay.source, tree, stop), there = digestsOf(relay.to, relay.target, tree, stop);
    if (!here || !there)
        return here ? there.error() : here.error();
    return !here->isEmpty() && *here == *there && !here->contains(Digest());
}

}  // namespace

Result<TransferOutcome> copyMarked(const TransferSpec &spec, const TransferLinks &links, const BytesMoved &moved, std::stop_token stop)
{
    TransferOutcome all;
    for (const bool isLast : {false, true}) {
        TransferSpec now = spec;
        now.onlyChanged = true;
        now.trustsTimes = isLast;  // data from an earlier try is trusted only after comparison
        if (!isLast)
            now.withheld = commitMarks();
        TransferJob job(now, links);
        const auto outcome = sideBySide([&] { return job.run(stop); },
                                        [&](const OtherWork &running) {
                                            while (!running.isOverWithin(100ms)) {
                                                const TransferProgress progress = job.progress();
                                                if (moved)
                                                    moved(progress.bytesDone, progress.bytesTotal);
                                            }
                                        });
        if (!outcome)
            return outcome.error();
        if (!outcome->vanished.isEmpty()) {
            return Error{
                ErrorCode::Corrupt,
                Words::tr("“%1” was removed while the rest was copied, so the copy is not marked as complete: try again when the files do "
                          "not change.")
                    .arg(outcome->vanished.first()),
                {}};
        }
        all.files += outcome->files;
        all.unchanged = isLast ? std::max(0, outcome->unchanged + outcome->files - all.files) : 0;
        all.bytes += outcome->bytes;
        all.bytesKept += outcome->bytesKept;
        all.leftOut = outcome->leftOut;
        if (outcome->files > 0 || all.check == TransferCheck::None)
            all.check = weaker(all.check, outcome->check);
    }
    return all;
}

Result<TransferOutcome> relay(const MachineRelay &relay, const BytesMoved &moved, std::stop_token stop)
{
    if (!QDir().mkpath(relay.staging))
        return localFileError(errno, QFile::encodeName(relay.staging));
    FileLock lock(relay.staging + QStringLiteral(".lock"));
    if (!lock.tryLock())
        return Error{
            ErrorCode::AlreadyExists, Words::tr("Something is already being copied to the same place: wait until this is done."), {}};
    TRY(const auto tree, listThere(relay.from, relay.source, stop));
    TRY(const auto isPresent, isThere(relay, tree, stop));
    if (isPresent) {
        QDir(relay.staging).removeRecursively();
        TransferOutcome outcome;
        outcome.unchanged = static_cast<int>(tree.files.size());
        outcome.check = TransferCheck::Checksum;
        return outcome;
    }
    const QString state = stateOf(relay, tree);
    const QStringList older = QDir(relay.staging).entryList(QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot);
    for (const QString &name : older) {
        if (name != state)
            QDir(relay.staging + u'/' + name).removeRecursively();
    }
    const qint64 size = sizeOf(tree), room = QStorageInfo(relay.staging).bytesAvailable();
    const bool isBegun = older.contains(state);
    if (room >= 0 && !isBegun && room - kSpare < size) {
        return Error{
            ErrorCode::NoSpace,
            Words::tr("It is copied via this computer, which has %1 free and needs %2: free up space, or copy it to a store first.")
                .arg(formatBytes(room), formatBytes(size)),
            relay.staging};
    }
    const QString folder = relay.staging + u'/' + state;
    if (!QDir().mkpath(folder))
        return localFileError(errno, QFile::encodeName(folder));
    TransferSpec spec;
    spec.direction = TransferDirection::Download;
    spec.local = QFile::encodeName(folder + QStringLiteral("/it"));
    spec.remote = relay.source;
    const auto come = copyMarked(
        spec, relay.from,
        [&](qint64 done, qint64) {
            if (moved)
                moved(std::min(done, size) / 2, size);
        },
        stop);
    if (!come)
        return come.error();
    spec.direction = TransferDirection::Upload;
    spec.remote = relay.target;
    spec.replaces = relay.replaces;
    auto gone = copyMarked(
        spec, relay.to,
        [&](qint64 done, qint64) {
            if (moved)
                moved(size / 2 + std::min(done, size) / 2, size);
        },
        stop);
    if (!gone)
        return gone.error();
    for (const QString &name : come->leftOut) {
        if (!gone->leftOut.contains(name))
            gone->leftOut << name;
    }
    gone->check = weaker(gone->check, come->check);
    QDir(relay.staging).removeRecursively();
    return gone;
}

}  // namespace trainyard
