// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/transfer/folderreader.h"

#include "core/transport/ssh/sftp.h"
#include "core/transport/transfer/internal/deadlines.h"
#include "core/transport/transfer/internal/folderprogram.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

constexpr auto kMaxList = 10min;        // a million files on a slow network disk
constexpr qint64 kSlowest = 64 * 1024;  // bytes a second; file headers are not awaited at a slower rate
// Requested at once; the answers are held until all are there. Enough for a whole round of inspections.
constexpr qint64 kBatchBytes = 64 * 1024 * 1024;
constexpr qsizetype kBatchRanges = 200'000;

// Errors that end a program before it answers and do not prevent restarting it.
bool hasEnded(const Error &error) { return error.code == ErrorCode::ConnectionLost || error.code == ErrorCode::RemoteCommandFailed; }

Error noProgram(const QString &detail)
{
    return {ErrorCode::Corrupt, QCoreApplication::translate("trainyard::Transfer", "The machine's answer could not be read."), detail};
}

}  // namespace

FolderReader::FolderReader(SshConnection &connection, const QString &path)
    : m_connection(connection), m_path(path), m_isIdle(std::make_shared<std::atomic<bool>>(false))
{
}

FolderReader::~FolderReader() = default;

Result<void> FolderReader::start(bool isListed, const std::stop_token &stop)
{
    RemoteCommand command;
    command.line = folderProgramLine(m_path, isListed);
    command.mayGiveWay = [isIdle = m_isIdle] { return isIdle->load(); };
    *m_isIdle = false;
    TRY(auto stream, m_connection.start(command, QDeadlineTimer(kFolderAnswer), stop));
    m_stream = std::move(stream);
    return {};
}

// Reads one answer and passes its text to `take`, piece by piece.
template <typename Take>
Result<void> FolderReader::answer(qint64 mostBytes, const std::stop_token &stop, Take take)
{
    const QDeadlineTimer whole(mostBytes < 0 ? std::chrono::seconds(kMaxList) : kFolderAnswer + std::chrono::seconds(mostBytes / kSlowest));
    ProgramBlocks blocks;
    QByteArray complaint;
    while (!blocks.isEnd()) {
        TRY(const auto chunk, m_stream->read(std::min(QDeadlineTimer(kFolderAnswer), whole), stop));
        QByteArrayView more = chunk.out;
        for (bool isMore = true; isMore; more = {}) {
            QByteArray text;
            auto taken = blocks.take(more, text);
            isMore = !text.isEmpty();
            if (taken && isMore)
                taken = take(text);
            if (!taken)
                return taken.error();
        }
        complaint += chunk.err.left(400 - complaint.size());
        if (chunk.isEnd && !blocks.isEnd())
            return Error{ErrorCode::RemoteCommandFailed, {}, QString::fromUtf8(complaint).simplified()};
    }
    *m_isIdle = true;
    return {};
}

template <typename Take>
Result<void> FolderReader::ask(const QByteArray &request, qint64 mostBytes, const std::stop_token &stop, Take take)
{
    *m_isIdle = false;
    bool hasBegun = false;
    Result<void> done;
    for (int attempt = 0; attempt < 2; ++attempt) {
        const bool isFresh = !m_stream;
        done = isFresh ? start(false, stop) : Result<void>();
        if (done)
            done = m_stream->write(request, QDeadlineTimer(kFolderAnswer + std::chrono::seconds(request.size() / kSlowest)), stop);
        if (done) {
            done = answer(mostBytes, stop, [&](const QByteArray &text) {
                hasBegun = true;
                return take(text);
            });
        }
        if (done)
            return {};
        m_stream.reset();  // it is unknown how much of its answer was read
        if (isFresh || hasBegun || !hasEnded(done.error()) || !m_connection.isAlive())
            break;
    }
    const Error &error = done.error();
    const bool isOfProgram = error.code == ErrorCode::Corrupt || error.code == ErrorCode::RemoteCommandFailed
                             || (error.code == ErrorCode::ConnectionLost && m_connection.isAlive());
    return isOfProgram ? noProgram(error.detail) : error;
}

Result<FolderReader::Listed> FolderReader::list(std::stop_token stop)
{
    QByteArray text;
    const auto take = [&](const QByteArray &more) -> Result<void> {
        text += more;
        return text.size() > kMaxListedBytes ? Result<void>(tooManyFilesError(m_path)) : Result<void>();
    };
    Result<void> done;
    if (m_stream) {
        done = ask(folderListRequest(), -1, stop, take);
    } else {
        done = start(true, stop);
        if (done)
            done = answer(-1, stop, take);
        if (!done) {
            m_stream.reset();
            if (done.error().code == ErrorCode::RemoteCommandFailed)
                done = noProgram(done.error().detail);
        }
    }
    if (!done) {
        m_stream.reset();
        return done.error();
    }
    const qsizetype first = text.indexOf('\0'), second = text.indexOf('\0', first + 1), third = text.indexOf('\0', second + 1);
    if (first < 1 || second != first + 2 || third < 0)
        return noProgram(QStringLiteral("no list"));
    bool isNumber = false;
    const qint64 error = text.first(first).toLongLong(&isNumber);
    const QByteArray path = text.sliced(second + 1, third - second - 1);
    const QString real = QString::fromUtf8(path);
    if (!isNumber || error < 0 || !path.startsWith('/') || real.toUtf8() != path)
        return noProgram(QStringLiteral("no path"));
    if (error > 0)
        return machineFileError(error, m_path);
    auto listing = parseFolderListing(text.sliced(third + 1));
    if (!listing)
        return noProgram({});
    if (listing->files.size() > kMaxListedFiles)
        return tooManyFilesError(m_path);
    Listed listed{std::move(*listing), real, {}};
    if (text[first + 1] == 'f') {
        const qsizetype slash = real.lastIndexOf(u'/');
        listed.path = real.left(std::max<qsizetype>(slash, 1));
        listed.file = real.mid(slash + 1);
    }
    return listed;
}

bool FolderReader::canRead(const QList<FileRange> &ranges)
{
    return std::all_of(ranges.begin(), ranges.end(), [](const FileRange &range) {
        return range.offset >= 0 && range.length >= 0 && range.length <= kMaxProgramRange && !range.name.contains(QChar(0));
    });
}

Result<QList<Result<QByteArray>>> FolderReader::read(const QList<FileRange> &ranges, std::stop_token stop)
{
    QList<Result<QByteArray>> all;
    all.reserve(ranges.size());
    for (qsizetype from = 0; from < ranges.size();) {
        qsizetype to = from;
        qint64 bytes = 0;
        while (to < ranges.size() && to - from < kBatchRanges && (to == from || bytes + ranges[to].length <= kBatchBytes))
            bytes += ranges[to++].length;
        const QList<FileRange> batch = ranges.mid(from, to - from);
        RangeAnswers answers(m_path, batch);
        const auto done = ask(folderReadRequest(batch), bytes, stop, [&](const QByteArray &text) { return answers.take(text); });
        if (!done)
            return done.error();
        if (!answers.isWhole()) {
            m_stream.reset();
            return noProgram(QStringLiteral("answers are missing"));
        }
        all += answers.answers();
        from = to;
    }
    return all;
}

Result<OpenedFolder> openRemoteFolder(SshConnection &connection, const QString &path, std::stop_token stop)
{
    auto reader = std::make_shared<FolderReader>(connection, path);
    auto listed = reader->list(stop);
    if (listed)
        return OpenedFolder{std::move(*listed), std::move(reader)};
    if (listed.error().code != ErrorCode::Corrupt)
        return listed.error();
    TRY(const auto sftp, connection.sftp(QDeadlineTimer(kFolderAnswer), stop));
    TRY(const auto real, sftp->realPath(path, QDeadlineTimer(kFolderAnswer), stop));
    TRY(const auto info, sftp->stat(real, QDeadlineTimer(kFolderAnswer), stop));
    FolderReader::Listed other{{}, real, {}};
    if (!info.isDirectory()) {
        const qsizetype slash = real.lastIndexOf(u'/');
        other.path = slash < 0 ? QStringLiteral(".") : real.left(std::max<qsizetype>(slash, 1));
        other.file = real.mid(slash + 1);
    }
    TRY(auto listing, listRemoteFolder(connection, other.path, stop));
    other.listing = std::move(listing);
    return OpenedFolder{std::move(other), nullptr};
}

}  // namespace trainyard
