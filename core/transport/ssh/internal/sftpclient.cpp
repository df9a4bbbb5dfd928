// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/sftpclient.h"

#include "core/transport/ssh/internal/sftpreader.h"
#include "core/transport/ssh/internal/sharedfilechannel.h"

#include <QCoreApplication>
#include <QRandomGenerator>

namespace trainyard {

namespace {

constexpr qsizetype kMaxEntries = 1'000'000;  // about 100 MB of names; more than any real directory
constexpr quint64 kFullBelow = 64 * 1024;     // less free than two of our writes counts as full

Result<void> checkedSftpPath(const QString &path)
{
    if (!path.isEmpty() && !path.contains(QChar(u'\0')) && path.size() <= 4096)
        return {};
    return Error{ErrorCode::InvalidInput, QCoreApplication::translate("trainyard::Ssh", "The path on the machine is empty or invalid."),
                 path.left(200)};
}

RemoteFile fileFrom(const QString &name, const SftpAttributes &attributes)
{
    RemoteFile file;
    file.name = name;
    file.size = static_cast<qint64>(std::min<quint64>(attributes.size.value_or(0), std::numeric_limits<qint64>::max()));
    file.modified = attributes.modified.value_or(0);
    file.mode = attributes.mode.value_or(0);
    return file;
}

QString lastPart(const QString &path)
{
    QString trimmed = path;
    while (trimmed.size() > 1 && trimmed.endsWith(u'/'))
        trimmed.chop(1);
    return trimmed.size() > 1 ? trimmed.mid(trimmed.lastIndexOf(u'/') + 1) : trimmed;
}

// Beside the final name, because a rename is only atomic within one file system.
QString temporaryFor(const QString &path)
{
    const qsizetype slash = path.lastIndexOf(u'/');
    return path.left(slash + 1) + QStringLiteral(".trainyard-%1.part").arg(QRandomGenerator::system()->generate64(), 16, 16, QChar(u'0'));
}

}  // namespace

SftpClient::SftpClient(std::shared_ptr<SessionLoop> loop) : m_loop(std::move(loop)), m_link(SftpLink::open(*m_loop)) {}

Result<void> SftpClient::waitReady(QDeadlineTimer deadline, const std::stop_token &stop) { return m_link->waitReady(deadline, stop); }

std::unique_ptr<FileChannel> SftpClient::channel() { return std::make_unique<SharedFileChannel>(m_link, m_loop); }

Result<RemoteFile> SftpClient::stat(const QString &path, QDeadlineTimer deadline, std::stop_token stop)
{
    TRY_DO(checkedSftpPath(path));
    SftpExchange exchange(m_link, deadline, stop);
    auto reply = exchange.ask(SftpType::Stat, [&](SftpRequest &r) { r.string(path.toUtf8()); });
    if (!reply)
        return reply.error();
    if (reply->type != SftpType::Attributes)
        return sftpError(*reply, path);
    return fileFrom(lastPart(path), reply->attributes);
}

Result<QList<RemoteFile>> SftpClient::list(const QString &directory, QDeadlineTimer deadline, std::stop_token stop)
{
    TRY_DO(checkedSftpPath(directory));
    SftpExchange exchange(m_link, deadline, stop);
    const auto opened = exchange.ask(SftpType::Opendir, [&](SftpRequest &r) { r.string(directory.toUtf8()); });
    if (!opened)
        return opened.error();
    if (opened->type != SftpType::Handle)
        return sftpError(*opened, directory);
    const QByteArray handle = opened->bytes;
    QList<RemoteFile> files;
    Result<void> outcome;
    qsizetype received = 0;  // including skipped ones, or a server could continue endlessly
    while (received <= kMaxEntries) {
        const auto reply = exchange.ask(SftpType::Readdir, [&](SftpRequest &r) { r.string(handle); });
        if (!reply) {
            outcome = reply.error();
            break;
        }
        if (reply->type == SftpType::Status && reply->status == static_cast<quint32>(SftpStatus::Eof))
            break;
        if (reply->type != SftpType::Name || reply->names.isEmpty()) {
            outcome = sftpError(*reply, directory);
            break;
        }
        received += reply->names.size();
        for (const SftpName &entry : reply->names) {
            // A name with a slash would lead out of the directory when it is joined to a path.
            if (entry.name == "." || entry.name == ".." || entry.name.isEmpty() || entry.name.contains('/') || entry.name.contains('\0'))
                continue;
            files << fileFrom(QString::fromUtf8(entry.name), entry.attributes);
        }
    }
    m_link->closeHandle(handle);
    if (!outcome)
        return outcome.error();
    if (received > kMaxEntries)
        return Error{
            ErrorCode::Unsupported, QCoreApplication::translate("trainyard::Ssh", "%1 holds too many files to list.").arg(directory), {}};
    return files;
}

Result<void> SftpClient::makePath(const QString &directory, int mode, QDeadlineTimer deadline, std::stop_token stop)
{
    TRY_DO(checkedSftpPath(directory));
    if (stop.stop_requested())
        return cancelledError();
    // Create all levels at once, then stat the last: one round trip, and existing folders do no harm.
    SftpExchange exchange(m_link, deadline, stop);
    quint64 requests = 0;
    for (qsizetype i = 1; i <= directory.size(); ++i) {
        if (i < directory.size() && directory[i] != u'/')
            continue;
        const QByteArray level = directory.left(i).toUtf8();
        if (!level.endsWith('/'))
            exchange.send(SftpType::Mkdir, ++requests, [&](SftpRequest &r) { r.string(level).mode(mode); });
    }
    exchange.send(SftpType::Stat, 0, [&](SftpRequest &r) { r.string(directory.toUtf8()); });
    SftpReply last, looked;
    quint64 lastTag = 0;
    for (quint64 i = 0; i <= requests; ++i) {
        TRY(auto letter, exchange.next());
        if (letter.tag == 0) {
            looked = std::move(letter.reply);
        } else if (letter.tag >= lastTag) {
            lastTag = letter.tag;
            last = std::move(letter.reply);
        }
    }
    if (looked.type == SftpType::Attributes) {
        if (fileFrom({}, looked.attributes).isDirectory())
            return {};
        return Error{ErrorCode::AlreadyExists,
                     QCoreApplication::translate("trainyard::Ssh", "%1 exists on the machine and is not a folder. Choose another name.")
                         .arg(directory),
                     {}};
    }
    const auto made = sftpChecked(last, directory);
    return made ? sftpError(looked, directory) : explained(made.error(), directory);
}

Result<void> SftpClient::remove(const QString &file, QDeadlineTimer deadline, std::stop_token stop)
{
    TRY_DO(checkedSftpPath(file));
    SftpExchange exchange(m_link, deadline, stop);
    const auto reply = exchange.ask(SftpType::Remove, [&](SftpRequest &r) { r.string(file.toUtf8()); });
    return reply ? sftpChecked(*reply, file) : reply.error();
}

Result<void> SftpClient::rename(const QString &from, const QString &to, QDeadlineTimer deadline, std::stop_token stop)
{
    for (const QString &path : {from, to}) {
        TRY_DO(checkedSftpPath(path));
    }
    SftpExchange exchange(m_link, deadline, stop);
    return renameOver(exchange, from, to);
}

Result<void> SftpClient::renameOver(SftpExchange &exchange, const QString &from, const QString &to)
{
    const bool canReplace = m_link->has("posix-rename@openssh.com");
    const auto reply = canReplace ? exchange.ask(
                           SftpType::Extended,
                           [&](SftpRequest &r) {
                               r.string(QByteArrayView("posix-rename@openssh.com")).string(from.toUtf8()).string(to.toUtf8());
                           })
                                  : exchange.ask(SftpType::Rename, [&](SftpRequest &r) { r.string(from.toUtf8()).string(to.toUtf8()); });
    if (!reply)
        return reply.error();
    const auto done = sftpChecked(*reply, to);
    if (!done && !canReplace && done.error().code == ErrorCode::Io) {
        const auto there = exchange.ask(SftpType::Lstat, [&](SftpRequest &r) { r.string(to.toUtf8()); });
        if (there && there->type == SftpType::Attributes)
            return Error{ErrorCode::Unsupported,
                         QCoreApplication::translate("trainyard::Ssh", "The machine's file transfer (SFTP) cannot replace %1 safely. "
                                                                       "Remove it first.")
                             .arg(to),
                         done.error().detail};
    }
    return done;
}

Result<QString> SftpClient::realPath(const QString &path, QDeadlineTimer deadline, std::stop_token stop)
{
    TRY_DO(checkedSftpPath(path));
    SftpExchange exchange(m_link, deadline, stop);
    const auto reply = exchange.ask(SftpType::Realpath, [&](SftpRequest &r) { r.string(path.toUtf8()); });
    if (!reply)
        return reply.error();
    if (reply->type != SftpType::Name || reply->names.size() != 1)
        return sftpError(*reply, path);
    return QString::fromUtf8(reply->names.first().name);
}

Result<QByteArray> SftpClient::openFile(SftpExchange &exchange, const QString &path, quint32 flags, int mode)
{
    const auto reply = exchange.ask(SftpType::Open, [&](SftpRequest &request) {
        request.string(path.toUtf8()).number(flags);
        if (flags & SftpCreate)
            request.mode(mode);
        else
            request.noAttributes();
    });
    if (!reply)
        return reply.error();
    if (reply->type != SftpType::Handle)
        return sftpError(*reply, path);
    return reply->bytes;
}

Result<std::unique_ptr<RemoteReader>> SftpClient::open(const QString &path, QDeadlineTimer deadline, std::stop_token stop)
{
    TRY_DO(checkedSftpPath(path));
    SftpExchange exchange(m_link, deadline, stop);
    TRY(const auto handle, openFile(exchange, path, SftpRead, 0));
    return std::unique_ptr<RemoteReader>(std::make_unique<SftpReader>(m_loop, m_link, handle, path));
}

Result<void> SftpClient::write(const QString &path, const QByteArray &content, int mode, QDeadlineTimer deadline, std::stop_token stop)
{
    return writeFrom(
        path, content.size(),
        [&](qint64 offset, qsizetype limit) -> Result<QByteArray> { return content.mid(static_cast<qsizetype>(offset), limit); }, mode,
        deadline, std::move(stop));
}

Result<void> SftpClient::writeFrom(const QString &path, qint64 size, const Source &source, int mode, QDeadlineTimer deadline,
                                   std::stop_token stop)
{
    TRY_DO(checkedSftpPath(path));
    const QString temporary = temporaryFor(path);
    auto filled = fillTemporary(temporary, size, source, mode, deadline, stop);
    if (filled) {
        SftpExchange exchange(m_link, deadline, stop);
        filled = renameOver(exchange, temporary, path);
    }
    if (filled)
        return {};
    const Error error = explained(filled.error(), path);
    m_link->send(SftpType::Remove, nullptr, 0, [&](SftpRequest &r) { r.string(temporary.toUtf8()); });
    return error;
}

Result<void> SftpClient::fillTemporary(const QString &temporary, qint64 size, const Source &source, int mode, QDeadlineTimer deadline,
                                       const std::stop_token &stop)
{
    SftpExchange exchange(m_link, deadline, stop);
    TRY(const auto handle, openFile(exchange, temporary, SftpWrite | SftpCreate | SftpExclusive, mode));
    if (auto written = sftpWrite(exchange, handle, temporary, size, source); !written) {
        m_link->closeHandle(handle);
        return written.error();
    }
    // The umask may have removed bits at creation.
    int requests = 2;
    exchange.send(SftpType::Fsetstat, 0, [&](SftpRequest &r) { r.string(handle).mode(mode); });
    if (m_link->has("fsync@openssh.com")) {
        ++requests;
        exchange.send(SftpType::Extended, 0, [&](SftpRequest &r) { r.string(QByteArrayView("fsync@openssh.com")).string(handle); });
    }
    exchange.send(SftpType::Close, 0, [&](SftpRequest &r) { r.string(handle); });
    Result<void> outcome;
    for (int i = 0; i < requests; ++i) {
        TRY(auto letter, exchange.next());
        if (const auto fine = sftpChecked(letter.reply, temporary); !fine && outcome)
            outcome = fine.error();
    }
    return outcome;
}

// SFTP 3 has one status for a full disk and for any other failure, so the free space is queried.
Error SftpClient::explained(const Error &error, const QString &path)
{
    if (error.code != ErrorCode::Io || !m_link->has("statvfs@openssh.com"))
        return error;
    const qsizetype slash = path.lastIndexOf(u'/');
    const QString directory = slash > 0 ? path.left(slash) : slash == 0 ? QStringLiteral("/") : QStringLiteral(".");
    SftpExchange exchange(m_link, QDeadlineTimer(5000), {});
    const auto reply = exchange.ask(SftpType::Extended,
                                    [&](SftpRequest &r) { r.string(QByteArrayView("statvfs@openssh.com")).string(directory.toUtf8()); });
    if (!reply || reply->type != SftpType::ExtendedReply)
        return error;
    const auto space = decodeSftpSpace(reply->bytes);
    if (!space || (space->bytes >= kFullBelow && space->files > 0))
        return error;
    return {ErrorCode::NoSpace,
            QCoreApplication::translate("trainyard::Ssh", "The machine's disk is full, so %1 could not be written. Free some space there "
                                                          "and try again.")
                .arg(path),
            error.detail};
}

}  // namespace trainyard
