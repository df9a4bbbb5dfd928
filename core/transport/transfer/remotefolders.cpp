// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/transfer/remotefolders.h"

#include "core/base/bytename.h"
#include "core/transport/ssh/sftp.h"
#include "core/transport/transfer/internal/deadlines.h"
#include "core/transport/transfer/internal/eachrequest.h"
#include "core/transport/transfer/remotetree.h"

#include <QCoreApplication>
#include <QHash>
#include <QScopeGuard>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

constexpr quint64 kFirstTag = quint64(1) << 32;                  // above those of requests by the thousand
constexpr int kListingsAhead = 16;                               // requests for the next names, of about a hundred each
constexpr qsizetype kMostListed = 1'000'000;                     // about 100 MB of names; more than any folder that is looked at
constexpr qsizetype kLongestName = 1024, kLongestTarget = 4096;  // bytes, above what file systems allow
constexpr qsizetype kLinksAtOnce = 1000;
constexpr qint64 kExcerptPiece = 32 * 1024;  // as large as every server allows
constexpr quint32 kPermissionsOfNew = 0755;  // less what the machine's umask takes away

FolderEntry folderEntry(const QByteArray &name, const SftpAttributes &attributes)
{
    FolderEntry entry;
    entry.name = name;
    entry.size = static_cast<qint64>(std::min<quint64>(attributes.size.value_or(0), qint64(1) << 60));
    entry.modified = attributes.modified.value_or(0);
    entry.mode = attributes.mode.value_or(FolderEntry::kFileType);
    return entry;
}

bool isHonestName(const QByteArray &name)
{
    return !name.isEmpty() && name.size() <= kLongestName && name != "." && name != ".." && !name.contains('/') && !name.contains('\0');
}

// Below a folder, and nowhere else.
bool isHonestPath(const QByteArray &path)
{
    const QList<QByteArray> parts = path.split('/');
    return std::all_of(parts.cbegin(), parts.cend(), isHonestName);
}

QByteArray folderAbove(const QByteArray &path)
{
    const qsizetype slash = path.lastIndexOf('/');
    return slash > 0 ? path.left(slash) : slash == 0 ? QByteArrayLiteral("/") : QByteArrayLiteral(".");
}

bool isStatus(const SftpReply &reply, SftpStatus status)
{
    return reply.type == SftpType::Status && reply.status == static_cast<quint32>(status);
}

Error existsError(const QByteArray &path)
{
    return {ErrorCode::AlreadyExists,
            QCoreApplication::translate("trainyard::Transfer", "%1 exists on the machine. Choose another name.").arg(shownBytes(path)),
            {}};
}

Error noFileError(const QByteArray &path)
{
    return {ErrorCode::InvalidInput,
            QCoreApplication::translate("trainyard::Transfer", "%1 is not a file that can be read.").arg(shownBytes(path)),
            {}};
}

// Without SFTP, names travel as text.
Result<QString> textPath(const QByteArray &path)
{
    QString text = QString::fromUtf8(path);
    if (text.toUtf8() == path)
        return text;
    return Error{
        ErrorCode::Unsupported,
        QCoreApplication::translate("trainyard::Transfer", "%1 is not valid text, and the machine has no SFTP. Rename it in a terminal.")
            .arg(shownBytes(path)),
        {}};
}

FolderEntry folderEntry(const RemoteFile &file)
{
    FolderEntry entry;
    entry.name = file.name.toUtf8();
    entry.size = file.size;
    entry.modified = file.modified;
    entry.mode = file.mode;
    return entry;
}

}  // namespace

RemoteFolders::RemoteFolders(std::shared_ptr<Sftp> sftp, std::stop_token stop)
    : m_sftp(std::move(sftp)), m_channel(m_sftp->channel()), m_stop(std::move(stop)), m_lastTag(kFirstTag)
{
}

RemoteFolders::~RemoteFolders() = default;

// As FileChannel::ask(), but replies to what was sent before and not waited for, such as closing a handle, may still be on their way.
template <typename Fill>
Result<SftpReply> RemoteFolders::ask(SftpType type, Fill fill, QDeadlineTimer deadline)
{
    const quint64 tag = ++m_lastTag;
    m_channel->send(type, tag, fill);
    for (;;) {
        TRY(auto letter, m_channel->next(deadline, m_stop));
        if (letter.tag == tag)
            return std::move(letter.reply);
    }
}

Result<RemoteFolders::Place> RemoteFolders::find(const QByteArray &path)
{
    const QDeadlineTimer deadline(kSmallStep);
    QByteArray real;
    if (m_channel) {
        TRY(const auto reply, ask(
                                  SftpType::Realpath, [&](SftpRequest &r) { r.string(path); }, deadline));
        if (reply.type != SftpType::Name || reply.names.size() != 1 || !reply.names.first().name.startsWith('/'))
            return sftpError(reply, shownBytes(path));
        real = reply.names.first().name;
        TRY(const auto stat, ask(
                                 SftpType::Stat, [&](SftpRequest &r) { r.string(real); }, deadline));
        if (stat.type != SftpType::Attributes)
            return sftpError(stat, shownBytes(path));
        if (folderEntry({}, stat.attributes).isFolder())
            return Place{real, {}};
    } else {
        TRY(const auto text, textPath(path));
        TRY(const auto found, m_sftp->realPath(text, deadline, m_stop));
        TRY(const auto stat, m_sftp->stat(found, deadline, m_stop));
        real = found.toUtf8();
        if (stat.isDirectory())
            return Place{real, {}};
    }
    return Place{folderAbove(real), real.mid(real.lastIndexOf('/') + 1)};
}

Result<void> RemoteFolders::list(const QByteArray &folder, const Page &page)
{
    if (!m_channel)
        return listByShell(folder, page);
    const QString shown = shownBytes(folder);
    TRY(const auto opened, ask(
                               SftpType::Opendir, [&](SftpRequest &r) { r.string(folder); }, QDeadlineTimer(kStall)));
    if (opened.type != SftpType::Handle)
        return sftpError(opened, shown);
    // The next pages are requested before the last one has arrived: a folder of a hundred thousand names has a thousand pages, and each
    // would cost a round trip.
    const QByteArray handle = opened.bytes;
    Result<void> outcome;
    bool isOver = false;
    int outstanding = 0;
    qsizetype count = 0;
    QList<FolderEntry> links;  // passed on later, when it is known where they lead
    while (outstanding > 0 || !isOver) {
        for (; !isOver && outstanding < kListingsAhead; ++outstanding)
            m_channel->send(SftpType::Readdir, 1, [&](SftpRequest &r) { r.string(handle); });
        const auto letter = m_channel->next(QDeadlineTimer(kStall), m_stop);
        if (!letter) {
            m_channel->send(SftpType::Close, 0, [&](SftpRequest &r) { r.string(handle); });  // a server holds only some hundred open
            return letter.error();
        }
        --outstanding;
        const SftpReply &reply = letter->reply;
        if (reply.type == SftpType::Name && !reply.names.isEmpty() && outcome) {
            count += reply.names.size();
            QList<FolderEntry> entries;
            entries.reserve(reply.names.size());
            for (const SftpName &name : reply.names) {
                if (isHonestName(name.name)) {
                    const FolderEntry entry = folderEntry(name.name, name.attributes);
                    (entry.isLink() ? links : entries) << entry;
                }
            }
            if (count > kMostListed) {
                outcome = Error{ErrorCode::Unsupported,
                                QCoreApplication::translate("trainyard::Transfer", "%1 holds too many files to list.").arg(shown),
                                {}};
                isOver = true;
            } else {
                page(entries);
            }
        } else {
            if (!isStatus(reply, SftpStatus::Eof) && !isOver)
                outcome = sftpError(reply, shown);
            isOver = true;
        }
    }
    TRY_DO(ask(
        SftpType::Close, [&](SftpRequest &r) { r.string(handle); }, QDeadlineTimer(kStall)));
    TRY_DO(outcome);
    for (qsizetype at = 0; at < links.size(); at += kLinksAtOnce) {
        QList<FolderEntry> some = links.mid(at, kLinksAtOnce);
        TRY_DO(followLinks(folder, some));
        page(some);
    }
    return {};
}

Result<void> RemoteFolders::followLinks(const QByteArray &folder, QList<FolderEntry> &links)
{
    const auto send = [&](qsizetype i, quint64 tag) {
        const QByteArray path = joinedPath(folder, links[i / 2].name);
        m_channel->send(i % 2 == 0 ? SftpType::Readlink : SftpType::Stat, tag, [&](SftpRequest &r) { r.string(path); });
    };
    return forEachRequest(*m_channel, 2 * links.size(), m_stop, send, [&](qsizetype i, const SftpReply &reply) -> Result<void> {
        FolderEntry &link = links[i / 2];
        if (reply.type == SftpType::Name && reply.names.size() == 1)
            link.linkTarget = reply.names.first().name.left(kLongestTarget);
        else if (reply.type == SftpType::Attributes) {
            link.targetMode = folderEntry({}, reply.attributes).mode;
            link.size = folderEntry({}, reply.attributes).size;
        }
        return {};
    });
}

Result<void> RemoteFolders::listByShell(const QByteArray &folder, const Page &page)
{
    TRY(const auto text, textPath(folder));
    TRY(const auto files, m_sftp->list(text, QDeadlineTimer(kFolderAnswer), m_stop));
    QList<FolderEntry> entries;
    for (const RemoteFile &file : files) {
        FolderEntry entry = folderEntry(file);
        // A name that is not text has lost its bytes on the way.
        if (!isHonestName(entry.name) || file.name.contains(QChar::ReplacementCharacter))
            continue;
        if (entry.isLink()) {
            const auto target = m_sftp->stat(QString::fromUtf8(joinedPath(folder, entry.name)), QDeadlineTimer(kSmallStep), m_stop);
            if (!target && target.error().code != ErrorCode::NotFound && target.error().code != ErrorCode::Io)
                return target.error();
            entry.targetMode = target ? target->mode : 0;
        }
        entries << entry;
    }
    page(entries);
    return {};
}

Result<std::optional<FolderEntry>> RemoteFolders::look(const QByteArray &path)
{
    const QByteArray name = path.mid(path.lastIndexOf('/') + 1);
    if (m_channel) {
        TRY(const auto reply, ask(
                                  SftpType::Lstat, [&](SftpRequest &r) { r.string(path); }, QDeadlineTimer(kSmallStep)));
        if (isStatus(reply, SftpStatus::NoSuchFile))
            return std::optional<FolderEntry>();
        if (reply.type != SftpType::Attributes)
            return sftpError(reply, shownBytes(path));
        return std::optional(folderEntry(name, reply.attributes));
    }
    TRY(const auto folder, textPath(folderAbove(path)));
    const auto files = m_sftp->list(folder, QDeadlineTimer(kFolderAnswer), m_stop);
    if (!files)
        return files.error().code == ErrorCode::NotFound ? Result<std::optional<FolderEntry>>(std::nullopt) : files.error();
    const auto found = std::find_if(files->cbegin(), files->cend(), [&name](const RemoteFile &file) { return file.name.toUtf8() == name; });
    return found == files->cend() ? std::optional<FolderEntry>() : std::optional(folderEntry(*found));
}

Result<FileExcerpt> RemoteFolders::read(const QByteArray &path, qint64 offset, qint64 length)
{
    const QDeadlineTimer deadline(kSmallStep);
    FileExcerpt excerpt;
    const auto place = [&](qint64 size) {
        excerpt.size = size;
        excerpt.offset = offset >= 0 ? offset : std::max<qint64>(0, size + offset);
    };
    length = std::clamp<qint64>(length, 0, kMostRead);
    if (!m_channel) {
        TRY(const auto text, textPath(path));
        TRY(const auto stat, m_sftp->stat(text, deadline, m_stop));
        if (!stat.isRegular())
            return noFileError(path);
        place(stat.size);
        TRY(excerpt.bytes, m_sftp->read(text, excerpt.offset, length, deadline, m_stop));
        return excerpt;
    }
    // Opening a pipe would stop the server until somebody writes into it.
    TRY(const auto stat, ask(
                             SftpType::Stat, [&](SftpRequest &r) { r.string(path); }, deadline));
    if (stat.type != SftpType::Attributes)
        return sftpError(stat, shownBytes(path));
    if (!folderEntry({}, stat.attributes).isFile())
        return noFileError(path);
    TRY(const auto opened, ask(
                               SftpType::Open, [&](SftpRequest &r) { r.string(path).number(SftpRead).noAttributes(); }, deadline));
    if (opened.type != SftpType::Handle)
        return sftpError(opened, shownBytes(path));
    const QByteArray handle = opened.bytes;
    const auto closing = qScopeGuard([&] { m_channel->send(SftpType::Close, 0, [&](SftpRequest &r) { r.string(handle); }); });
    place(folderEntry({}, stat.attributes).size);
    const qsizetype pieces = qsizetype((length + kExcerptPiece - 1) / kExcerptPiece);
    QList<QByteArray> read(pieces);
    TRY_DO(forEachRequest(
        *m_channel, pieces, m_stop,
        [&](qsizetype i, quint64 tag) {
            const qint64 at = i * kExcerptPiece;
            m_channel->send(SftpType::Read, tag, [&](SftpRequest &r) {
                r.string(handle).longNumber(quint64(excerpt.offset + at)).number(quint32(std::min(kExcerptPiece, length - at)));
            });
        },
        [&](qsizetype i, const SftpReply &reply) -> Result<void> {
            if (isStatus(reply, SftpStatus::Eof))
                return {};
            if (reply.type != SftpType::Data || reply.bytes.size() > kExcerptPiece)
                return sftpError(reply, shownBytes(path));
            read[i] = QByteArray(reply.bytes.constData(), reply.bytes.size());  // valid until the next reply
            return {};
        }));
    for (qsizetype i = 0; i < pieces; ++i) {
        excerpt.bytes += read[i];
        if (read[i].size() < kExcerptPiece)
            break;  // the end, or a server that sends less at once than it was asked for: what follows would leave a hole
    }
    return excerpt;
}

Result<void> RemoteFolders::makeFolder(const QByteArray &path)
{
    TRY(const auto there, look(path));
    if (there)
        return existsError(path);
    if (m_channel) {
        TRY(const auto reply,
            ask(
                SftpType::Mkdir, [&](SftpRequest &r) { r.string(path).mode(kPermissionsOfNew); }, QDeadlineTimer(kSmallStep)));
        return sftpChecked(reply, shownBytes(path));
    }
    TRY(const auto text, textPath(path));
    return m_sftp->makePath(text, kPermissionsOfNew, QDeadlineTimer(kSmallStep), m_stop);
}

Result<void> RemoteFolders::rename(const QByteArray &from, const QByteArray &to)
{
    TRY(const auto there, look(to));
    if (there)
        return existsError(to);
    if (m_channel) {
        // Not OpenSSH's posix-rename, which would replace what has appeared meanwhile.
        TRY(const auto reply, ask(
                                  SftpType::Rename, [&](SftpRequest &r) { r.string(from).string(to); }, QDeadlineTimer(kSmallStep)));
        return sftpChecked(reply, shownBytes(from));
    }
    TRY(const auto before, textPath(from));
    TRY(const auto after, textPath(to));
    return m_sftp->rename(before, after, QDeadlineTimer(kSmallStep), m_stop);
}

Result<EntryCount> RemoteFolders::count(const QList<QByteArray> &paths)
{
    EntryCount count;
    for (const QByteArray &path : paths) {
        TRY(const auto top, look(path));
        if (!top)
            continue;
        if (top->isLink()) {
            ++count.links;
        } else if (!top->isFolder()) {
            ++(top->isFile() ? count.files : count.others);
            count.bytes += top->isFile() ? top->size : 0;
        } else if (!m_channel) {
            return Error{ErrorCode::Unsupported,
                         QCoreApplication::translate("trainyard::Transfer", "The machine has no SFTP. Delete folders in a terminal."),
                         {}};
        } else {
            TRY(const auto tree, listRemoteTree(*m_channel, path, {}, m_stop));
            count.folders += 1 + tree.folders.size();
            count.files += tree.files.size();
            count.links += tree.links.size();
            count.others += tree.others.size();
            for (const TreeEntry &file : tree.files)
                count.bytes += file.size;
        }
    }
    return count;
}

Result<void> RemoteFolders::erase(const QList<QByteArray> &paths, const std::function<void(qint64)> &done)
{
    qint64 removed = 0;
    for (const QByteArray &path : paths) {
        TRY(const auto top, look(path));
        if (!top)
            continue;
        if (top->isFolder() && !top->isLink()) {
            if (!m_channel)
                return Error{ErrorCode::Unsupported,
                             QCoreApplication::translate("trainyard::Transfer", "The machine has no SFTP. Delete folders in a terminal."),
                             {}};
            TRY_DO(eraseFolder(path, removed, done));
        } else if (m_channel) {
            TRY_DO(eraseIn(folderAbove(path), {top->name}, removed, done));
        } else {
            TRY(const auto text, textPath(path));
            TRY_DO(m_sftp->remove(text, QDeadlineTimer(kSmallStep), m_stop));
            done(++removed);
        }
    }
    return {};
}

Result<void> RemoteFolders::eraseFolder(const QByteArray &top, qint64 &removed, const std::function<void(qint64)> &done)
{
    TRY(const auto tree, listRemoteTree(*m_channel, top, {}, m_stop));
    QHash<QByteArray, QList<QByteArray>> contents;  // of each folder below the top: names
    const auto take = [&contents](const QByteArray &path) {
        if (isHonestPath(path))
            contents[path.left(std::max<qsizetype>(0, path.lastIndexOf('/')))] << path.mid(path.lastIndexOf('/') + 1);
    };
    for (const TreeEntry &file : tree.files)
        take(file.path);
    for (const TreeEntry &link : tree.links)
        take(link.path);
    for (const QByteArray &other : tree.others)
        take(other);
    QList<QByteArray> folders{QByteArray()};  // parents first
    for (const TreeEntry &folder : tree.folders)
        folders << folder.path;
    for (auto folder = folders.crbegin(); folder != folders.crend(); ++folder) {
        // Somebody may have put a link in the place of a folder since it was listed; what that leads to is not ours to delete. SFTP has no
        // way to do this in one step.
        QList<QByteArray> chain{top};
        for (qsizetype at = 0; at >= 0 && !folder->isEmpty();) {
            at = folder->indexOf('/', at + 1);
            chain << joinedPath(top, at < 0 ? *folder : folder->left(at));
        }
        bool isStillFolder = true;
        TRY_DO(forEachRequest(
            *m_channel, chain.size(), m_stop,
            [&](qsizetype i, quint64 tag) { m_channel->send(SftpType::Lstat, tag, [&](SftpRequest &r) { r.string(chain[i]); }); },
            [&](qsizetype, const SftpReply &reply) -> Result<void> {
                isStillFolder = isStillFolder && reply.type == SftpType::Attributes
                                && (reply.attributes.mode.value_or(0) & FolderEntry::kTypeBits) == FolderEntry::kFolderType;
                return {};
            }));
        if (!isStillFolder) {
            return Error{
                ErrorCode::Io,
                QCoreApplication::translate("trainyard::Transfer", "%1 was changed while it was being deleted. Look at it and try again.")
                    .arg(shownBytes(joinedPath(top, *folder))),
                {}};
        }
        TRY_DO(eraseIn(joinedPath(top, *folder), contents.take(*folder), removed, done));
        TRY(const auto reply,
            ask(
                SftpType::Rmdir, [&](SftpRequest &r) { r.string(joinedPath(top, *folder)); }, QDeadlineTimer(kSmallStep)));
        if (!isStatus(reply, SftpStatus::NoSuchFile))
            TRY_DO(sftpChecked(reply, shownBytes(joinedPath(top, *folder))));
        done(++removed);
    }
    return {};
}

Result<void> RemoteFolders::eraseIn(const QByteArray &folder, const QList<QByteArray> &files, qint64 &removed,
                                    const std::function<void(qint64)> &done)
{
    const auto send = [&](qsizetype i, quint64 tag) {
        m_channel->send(SftpType::Remove, tag, [&](SftpRequest &r) { r.string(joinedPath(folder, files[i])); });
    };
    return forEachRequest(*m_channel, files.size(), m_stop, send, [&](qsizetype i, const SftpReply &reply) -> Result<void> {
        if (!isStatus(reply, SftpStatus::NoSuchFile))
            TRY_DO(sftpChecked(reply, shownBytes(joinedPath(folder, files[i]))));
        done(++removed);
        return {};
    });
}

}  // namespace trainyard
