// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/transfer/remotefilesource.h"

#include "core/transport/ssh/filechannel.h"
#include "core/transport/transfer/folderreader.h"
#include "core/transport/transfer/internal/deadlines.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>
#include <deque>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

namespace trainyard {

namespace {

constexpr qint64 kRangePiece = 32 * 1024;  // every server accepts it
// The number of open files that any server supports, and the number that speeds up requests for thousands; OpenSSH's reports 1,000.
constexpr int kOpenAtOnce = 100, kMaxOpenAtOnce = 500;
constexpr qint64 kOnTheWay = 4 * 1024 * 1024;  // bytes in flight: the largest window of a channel

constexpr const char *kLimits = "limits@openssh.com";
constexpr quint64 kLimitsTag = std::numeric_limits<quint64>::max();

// Reads all ranges of all files: opens each file, reads its ranges in pieces, and closes it; many files at once.
class Reading {
public:
    Reading(FileChannel &channel, const QString &folder, const QList<FileRange> &ranges, const std::stop_token &stop)
        : m_channel(channel), m_folder(folder), m_ranges(ranges), m_stop(stop), m_failures(size_t(ranges.size())),
          m_contents(size_t(ranges.size())), m_ends(size_t(ranges.size()))
    {
        QHash<QString, qsizetype> known;
        for (qsizetype i = 0; i < ranges.size(); ++i) {
            if (ranges[i].offset < 0 || ranges[i].length < 0) {
                m_failures[size_t(i)] = Error{ErrorCode::InvalidInput, {}, ranges[i].name};
                continue;
            }
            const auto file = known.constFind(ranges[i].name);
            if (file != known.constEnd()) {
                m_files[size_t(*file)].ranges.push_back(i);
                continue;
            }
            known.insert(ranges[i].name, qsizetype(m_files.size()));
            m_files.push_back({ranges[i].name, {}, {i}, 0});
        }
    }

    QList<Result<QByteArray>> run()
    {
        askLimits();
        for (;;) {
            ask();
            if (m_outstanding.empty())
                break;
            auto letter = m_channel.next(QDeadlineTimer(kStall), m_stop);
            if (!letter) {
                for (auto &failure : m_failures)
                    failure = letter.error();
                break;
            }
            if (letter->tag == kLimitsTag)
                takeLimits(letter->reply);
            const auto found = m_outstanding.find(letter->tag);
            if (found == m_outstanding.end())
                continue;
            const Request request = found->second;
            m_outstanding.erase(found);
            if (request.range < 0)
                opened(request.file, letter->reply);
            else
                arrived(request, letter->reply);
        }
        for (File &file : m_files)
            close(file);
        QList<Result<QByteArray>> answers;
        answers.reserve(m_ranges.size());
        for (size_t i = 0; i < m_contents.size(); ++i) {
            if (m_failures[i])
                answers << *m_failures[i];
            else
                answers << m_contents[i].left(m_ends[i].value_or(m_contents[i].size()));
        }
        return answers;
    }

private:
    struct File {
        QString name;
        QByteArray handle;
        std::vector<qsizetype> ranges;
        qint64 piecesLeft = 0;  // requested or waiting
    };
    struct Request {
        size_t file = 0;
        qsizetype range = -1;       // -1: the opening
        qint64 at = 0, length = 0;  // of the file
    };

    // Asks how many files the server can hold open, without waiting for the answer.
    void askLimits()
    {
        if (m_files.size() <= size_t(kOpenAtOnce) || !m_channel.has(kLimits))
            return;
        m_channel.send(SftpType::Extended, kLimitsTag, [](SftpRequest &r) { r.string(QByteArrayView(kLimits)); });
    }
    void takeLimits(const SftpReply &reply)
    {
        const auto limits = reply.type == SftpType::ExtendedReply ? decodeSftpLimits(reply.bytes) : Result<SftpLimits>(SftpLimits());
        // Half of them, because others read over the same channel.
        if (limits && limits->handles / 2 > quint64(kOpenAtOnce))
            m_mostOpen = int(std::min<quint64>(limits->handles / 2, kMaxOpenAtOnce));
    }
    void send(const Request &request)
    {
        const quint64 tag = m_nextTag++;
        m_outstanding.emplace(tag, request);
        const File &file = m_files[request.file];
        if (request.range < 0) {
            m_channel.send(SftpType::Open, tag,
                           [&](SftpRequest &r) { r.string((m_folder + u'/' + file.name).toUtf8()).number(SftpRead).noAttributes(); });
            return;
        }
        m_onTheWay += request.length;
        m_channel.send(SftpType::Read, tag,
                       [&](SftpRequest &r) { r.string(file.handle).longNumber(quint64(request.at)).number(quint32(request.length)); });
    }
    void ask()
    {
        while (!m_waiting.empty() && (m_onTheWay < kOnTheWay)) {
            const Request request = m_waiting.front();
            m_waiting.pop_front();
            const auto &end = m_ends[size_t(request.range)];
            if (m_failures[size_t(request.range)] || (end && request.at - m_ranges[request.range].offset >= *end)) {
                done(request.file);
                continue;
            }
            send(request);
        }
        while (m_nextFile < m_files.size() && m_open < m_mostOpen) {
            ++m_open;
            send({m_nextFile++, -1, 0, 0});
        }
    }
    void opened(size_t index, const SftpReply &reply)
    {
        File &file = m_files[index];
        if (reply.type != SftpType::Handle) {
            const Error error = sftpError(reply, m_folder + u'/' + file.name);
            for (const qsizetype range : file.ranges)
                m_failures[size_t(range)] = error;
            --m_open;
            return;
        }
        file.handle = reply.bytes;
        for (const qsizetype range : file.ranges) {
            const qint64 start = m_ranges[range].offset, length = m_ranges[range].length;
            for (qint64 at = 0; at < length; at += kRangePiece) {
                m_waiting.push_back({index, range, start + at, std::min(kRangePiece, length - at)});
                ++file.piecesLeft;
            }
        }
        if (file.piecesLeft == 0) {
            close(file);
            --m_open;
        }
    }
    void arrived(const Request &request, const SftpReply &reply)
    {
        m_onTheWay -= request.length;
        const size_t range = size_t(request.range);
        const qint64 at = request.at - m_ranges[request.range].offset;
        if (reply.type == SftpType::Data && !reply.bytes.isEmpty() && reply.bytes.size() <= request.length) {
            QByteArray &content = m_contents[range];
            if (content.size() < at + reply.bytes.size())
                content.resize(at + reply.bytes.size());
            std::copy(reply.bytes.begin(), reply.bytes.end(), content.data() + at);
            // A server may return less than requested: request the rest.
            if (reply.bytes.size() < request.length) {
                m_waiting.push_front({request.file, request.range, request.at + reply.bytes.size(), request.length - reply.bytes.size()});
                return;
            }
        } else if (reply.type == SftpType::Status && reply.status == quint32(SftpStatus::Eof)) {
            m_ends[range] = std::min(m_ends[range].value_or(at), at);
        } else {
            m_failures[range] = sftpError(reply, m_folder + u'/' + m_files[request.file].name);
        }
        done(request.file);
    }
    void done(size_t index)
    {
        if (--m_files[index].piecesLeft > 0)
            return;
        close(m_files[index]);
        --m_open;
    }
    void close(File &file)
    {
        if (file.handle.isEmpty())
            return;
        m_channel.send(SftpType::Close, 0, [&](SftpRequest &r) { r.string(file.handle); });
        file.handle.clear();
    }

    FileChannel &m_channel;
    const QString m_folder;
    const QList<FileRange> &m_ranges;
    const std::stop_token m_stop;
    std::vector<File> m_files;
    std::unordered_map<quint64, Request> m_outstanding;
    std::deque<Request> m_waiting;
    std::vector<std::optional<Error>> m_failures;
    std::vector<QByteArray> m_contents;
    std::vector<std::optional<qint64>> m_ends;  // where the file ended within the range
    size_t m_nextFile = 0;
    quint64 m_nextTag = 1;  // 0: answers that no call waits for
    qint64 m_onTheWay = 0;
    int m_open = 0, m_mostOpen = kOpenAtOnce;
};

}  // namespace

RemoteFileSource::RemoteFileSource(SshConnection &connection, const QString &folder, std::stop_token stop,
                                   std::shared_ptr<FolderReader> reader)
    : m_connection(&connection), m_folder(folder), m_stop(std::move(stop)), m_reader(std::move(reader))
{
}

RemoteFileSource::RemoteFileSource(std::shared_ptr<Sftp> sftp, const QString &folder, std::stop_token stop, SshConnection *commands)
    : m_sftp(std::move(sftp)), m_folder(folder), m_stop(std::move(stop)),
      m_reader(commands ? std::make_shared<FolderReader>(*commands, folder) : nullptr), m_isForMany(true)
{
}

QList<Result<QByteArray>> RemoteFileSource::oneByOne(const QList<FileRange> &ranges)
{
    QList<Result<QByteArray>> answers;
    for (const FileRange &range : ranges)
        answers << m_sftp->read(m_folder + u'/' + range.name, range.offset, range.length, QDeadlineTimer(kStall), m_stop);
    return answers;
}

QList<Result<QByteArray>> RemoteFileSource::readEach(const QList<FileRange> &ranges)
{
    // If the program was not started for the listing, few files are read as fast over SFTP.
    if (m_reader && (!m_isForMany || ranges.size() > kOpenAtOnce) && FolderReader::canRead(ranges)) {
        const auto read = m_reader->read(ranges, m_stop);
        if (read)
            return *read;
        if (read.error().code != ErrorCode::Corrupt)
            return QList<Result<QByteArray>>(ranges.size(), read.error());
        m_reader.reset();
    }
    if (!m_sftp) {
        auto opened = m_connection->sftp(QDeadlineTimer(kStall), m_stop);
        if (!opened)
            return QList<Result<QByteArray>>(ranges.size(), opened.error());
        m_sftp = std::move(*opened);
    }
    const auto channel = m_sftp->channel();
    return channel ? Reading(*channel, m_folder, ranges, m_stop).run() : oneByOne(ranges);
}

}  // namespace trainyard
