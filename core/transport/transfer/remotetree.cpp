// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/transfer/remotetree.h"

#include "core/model/transfer.h"
#include "core/transport/transfer/internal/deadlines.h"
#include "core/transport/transfer/internal/eachrequest.h"

#include <QCoreApplication>

#include <algorithm>
#include <deque>
#include <map>

namespace trainyard {

namespace {

constexpr int kInFlight = 64;
constexpr qsizetype kMaxEntries = 5'000'000;  // about 1 GB of names; bounds what a hostile server can cost
constexpr quint32 kTypeMask = 0170000, kFolder = 0040000, kRegular = 0100000, kLink = 0120000;

TreeEntry entryOf(const QByteArray &path, const SftpAttributes &attributes)
{
    TreeEntry entry;
    entry.path = path;
    entry.size = static_cast<qint64>(std::min<quint64>(attributes.size.value_or(0), qint64(1) << 60));
    entry.modified = attributes.modified.value_or(0);
    entry.mode = attributes.mode.value_or(0644) & 07777;
    return entry;
}

class RemoteLister {
public:
    RemoteLister(FileChannel &channel, const QByteArray &top, const IgnoreRules &excludes, const std::stop_token &stop)
        : m_channel(channel), m_top(top), m_excludes(excludes), m_stop(stop)
    {
    }

    Result<FileTree> run()
    {
        m_waiting.push_back({});
        while (!m_waiting.empty() || m_outstanding > 0) {
            while (!m_waiting.empty() && m_outstanding < kInFlight) {
                const QByteArray path = m_waiting.front();
                m_waiting.pop_front();
                ask(SftpType::Opendir, {path, {}, false, {}}, joinedPath(m_top, path));
            }
            TRY(auto letter, m_channel.next(QDeadlineTimer(kStall), m_stop));
            const auto found = m_folders.find(letter.tag);
            if (found == m_folders.end())
                continue;
            Folder folder = std::move(found->second);
            m_folders.erase(found);
            --m_outstanding;
            TRY_DO(take(std::move(folder), letter.reply));
        }
        std::sort(m_tree.folders.begin(), m_tree.folders.end(), byPath);
        std::sort(m_tree.files.begin(), m_tree.files.end(), byPath);
        return std::move(m_tree);
    }

private:
    struct Folder {
        QByteArray path, handle;
        bool isLink = false;
        TreeEntry link;
    };
    static bool byPath(const TreeEntry &a, const TreeEntry &b) { return a.path < b.path; }

    void ask(SftpType type, Folder folder, const QByteArray &argument)
    {
        const quint64 tag = m_nextTag++;
        m_folders.emplace(tag, std::move(folder));
        ++m_outstanding;
        m_channel.send(type, tag, [&](SftpRequest &r) { r.string(argument); });
    }

    Result<void> take(Folder folder, SftpReply &reply)
    {
        const QByteArray shown = joinedPath(m_top, folder.path);
        if (folder.isLink) {
            if (reply.type == SftpType::Name && reply.names.size() == 1 && !reply.names.first().name.contains('\0')) {
                folder.link.linkTarget = reply.names.first().name;
                m_tree.links << folder.link;
            }
            return {};
        }
        if (folder.handle.isEmpty()) {
            if (reply.type == SftpType::Handle) {
                folder.handle = reply.bytes;
                const QByteArray handle = folder.handle;
                ask(SftpType::Readdir, std::move(folder), handle);
                return {};
            }
            const Error error = sftpError(reply, shownPath(shown));
            if (error.code == ErrorCode::NotFound && !folder.path.isEmpty())
                return {};  // removed meanwhile
            return error;
        }
        if (reply.type == SftpType::Status && reply.status == static_cast<quint32>(SftpStatus::Eof)) {
            m_channel.send(SftpType::Close, 0, [&](SftpRequest &r) { r.string(folder.handle); });
            return {};
        }
        if (reply.type != SftpType::Name || reply.names.isEmpty())
            return sftpError(reply, shownPath(shown));
        m_count += reply.names.size();
        if (m_count > kMaxEntries)
            return Error{ErrorCode::Unsupported,
                         QCoreApplication::translate("trainyard::Transfer", "%1 holds too many files to copy.").arg(shownPath(m_top)),
                         {}};
        for (const SftpName &name : std::as_const(reply.names))
            add(folder.path, name);
        const QByteArray handle = folder.handle;
        ask(SftpType::Readdir, std::move(folder), handle);
        return {};
    }

    void add(const QByteArray &folder, const SftpName &name)
    {
        if (name.name == "." || name.name == "..")
            return;
        const QByteArray path = joinedPath(folder, name.name);
        // Such a name would lead out of the folder when joined to a path here.
        if (name.name.isEmpty() || name.name.contains('/') || name.name.contains('\0') || path.count('/') > 200) {
            m_tree.others << path;
            return;
        }
        const quint32 type = name.attributes.mode.value_or(kRegular) & kTypeMask;
        if (m_excludes.isIgnored(path, type == kFolder))
            return;
        const TreeEntry entry = entryOf(path, name.attributes);
        if (type == kFolder) {
            m_tree.folders << entry;
            m_waiting.push_back(path);
        } else if (type == kRegular) {
            m_tree.files << entry;
        } else if (type == kLink) {
            ask(SftpType::Readlink, {path, {}, true, entry}, joinedPath(m_top, path));
        } else {
            m_tree.others << path;
        }
    }

    FileChannel &m_channel;
    const QByteArray &m_top;
    const IgnoreRules &m_excludes;
    const std::stop_token &m_stop;
    FileTree m_tree;
    std::deque<QByteArray> m_waiting;
    std::map<quint64, Folder> m_folders;
    quint64 m_nextTag = 1;
    int m_outstanding = 0;
    qsizetype m_count = 0;
};

}  // namespace

Result<FileTree> listRemoteTree(FileChannel &channel, const QByteArray &top, const IgnoreRules &excludes, const std::stop_token &stop)
{
    const auto reply = channel.ask(
        SftpType::Stat, [&](SftpRequest &r) { r.string(top); }, QDeadlineTimer(kStall), stop);
    if (!reply)
        return reply.error();
    if (reply->type != SftpType::Attributes)
        return sftpError(*reply, shownPath(top));
    const quint32 type = reply->attributes.mode.value_or(kRegular) & kTypeMask;
    if (type == kFolder) {
        auto tree = RemoteLister(channel, top, excludes, stop).run();
        if (tree)
            tree->topMode = reply->attributes.mode.value_or(0755) & 07777;
        return tree;
    }
    if (type != kRegular)
        return Error{ErrorCode::InvalidInput,
                     QCoreApplication::translate("trainyard::Transfer", "%1 is neither a file nor a folder.").arg(shownPath(top)),
                     {}};
    FileTree tree;
    tree.isFile = true;
    tree.files << entryOf({}, reply->attributes);
    return tree;
}

Result<QList<std::optional<TreeEntry>>> lookRemote(FileChannel &channel, const QList<QByteArray> &paths, const std::stop_token &stop)
{
    QList<std::optional<TreeEntry>> found(paths.size());
    const auto done = forEachRequest(
        channel, paths.size(), stop,
        [&](qsizetype i, quint64 tag) { channel.send(SftpType::Stat, tag, [&](SftpRequest &r) { r.string(paths[i]); }); },
        [&](qsizetype i, const SftpReply &reply) -> Result<void> {
            if (reply.type == SftpType::Attributes && (reply.attributes.mode.value_or(kRegular) & kTypeMask) == kRegular)
                found[i] = entryOf(paths[i], reply.attributes);
            return {};
        });
    if (!done)
        return done.error();
    return found;
}

QList<QByteArray> foldersDownTo(const QByteArray &path, bool isFile)
{
    const QByteArray top = isFile ? path.left(std::max<qsizetype>(path.lastIndexOf('/'), 0)) : path;
    QList<QByteArray> folders;
    for (qsizetype i = 1; i <= top.size(); ++i) {
        if ((i == top.size() || top[i] == '/') && !top.left(i).endsWith('/'))
            folders << top.left(i);
    }
    return folders;
}

Result<void> makeRemoteFolders(FileChannel &channel, const QList<QByteArray> &paths, const std::stop_token &stop)
{
    // Create every level and stat each, all at once: the server works in order, so this costs one round trip.
    return forEachRequest(
        channel, 2 * paths.size(), stop,
        [&](qsizetype i, quint64 tag) {
            const QByteArray &path = paths[i / 2];
            if (i % 2 == 0)
                channel.send(SftpType::Mkdir, tag, [&](SftpRequest &r) { r.string(path).mode(0700); });
            else
                channel.send(SftpType::Stat, tag, [&](SftpRequest &r) { r.string(path); });
        },
        [&](qsizetype i, const SftpReply &reply) -> Result<void> {
            if (i % 2 == 0)
                return {};
            const QString shown = shownPath(paths[i / 2]);
            if (reply.type != SftpType::Attributes) {
                const Error error = sftpError(reply, shown);
                if (error.code != ErrorCode::NotFound)
                    return error;
                return Error{ErrorCode::PermissionDenied,
                             QCoreApplication::translate(
                                 "trainyard::Transfer",
                                 "The folder %1 could not be created on the machine. Check the permissions of the folder above it.")
                                 .arg(shown),
                             {}};
            }
            if ((reply.attributes.mode.value_or(kFolder) & kTypeMask) != kFolder)
                return Error{ErrorCode::AlreadyExists,
                             QCoreApplication::translate("trainyard::Ssh", "%1 exists on the machine and is not a folder. "
                                                                           "Choose another name.")
                                 .arg(shown),
                             {}};
            return {};
        });
}

Result<void> finishRemoteEntries(FileChannel &channel, const QByteArray &top, const QList<TreeEntry> &entries, const std::stop_token &stop)
{
    return forEachRequest(
        channel, entries.size(), stop,
        [&](qsizetype i, quint64 tag) {
            const TreeEntry &entry = entries[entries.size() - 1 - i];
            channel.send(SftpType::Setstat, tag, [&](SftpRequest &r) {
                r.string(joinedPath(top, entry.path)).modeAndTime(static_cast<int>(entry.mode & 0777), entry.modified);
            });
        },
        [](qsizetype, const SftpReply &) -> Result<void> { return {}; });
}

Result<void> makeRemoteLinks(FileChannel &channel, const QByteArray &top, const QList<TreeEntry> &links, const std::stop_token &stop)
{
    // READLINK distinguishes a link from a file; only a link is replaced.
    QList<bool> isLink(links.size(), false);
    auto looked = forEachRequest(
        channel, links.size(), stop,
        [&](qsizetype i, quint64 tag) {
            channel.send(SftpType::Readlink, tag, [&](SftpRequest &r) { r.string(joinedPath(top, links[i].path)); });
        },
        [&](qsizetype i, const SftpReply &reply) -> Result<void> {
            isLink[i] = reply.type == SftpType::Name;
            return {};
        });
    if (!looked)
        return looked;
    return forEachRequest(
        channel, links.size(), stop,
        [&](qsizetype i, quint64 tag) {
            const QByteArray path = joinedPath(top, links[i].path);
            if (isLink[i])
                channel.send(SftpType::Remove, 0, [&](SftpRequest &r) { r.string(path); });
            // OpenSSH takes the two in this order, contrary to the draft, and everyone follows it.
            channel.send(SftpType::Symlink, tag, [&](SftpRequest &r) { r.string(links[i].linkTarget).string(path); });
        },
        [&](qsizetype i, const SftpReply &reply) -> Result<void> { return sftpChecked(reply, shownPath(joinedPath(top, links[i].path))); });
}

}  // namespace trainyard
