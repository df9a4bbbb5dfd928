#include "ui/run/logsearch.h"

#include <QFile>

#include <algorithm>
#include <chrono>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace trainyard {
namespace {

constexpr qint64 kChunkBytes = 256 * 1024;                            // stays in the second-level cache
constexpr std::chrono::milliseconds kReportEvery{33};                 // as often as the view paints

void foldCase(char *bytes, qint64 length)
{
    for (qint64 i = 0; i < length; ++i) {
        const auto c = static_cast<unsigned char>(bytes[i]);
        bytes[i] = char(c | ((static_cast<unsigned char>(c - 'A') < 26) << 5));
    }
}

// Whether a carriage return with text after it follows before the line ends. What lies beyond `end` is not known.
bool isOverwritten(const char *at, const char *end)
{
    while (at < end && *at != '\n' && *at != '\r')
        ++at;
    while (at < end && *at == '\r')
        ++at;
    return at < end && at[-1] == '\r' && *at != '\n';
}

}  // namespace

LogSearch::LogSearch(QObject *parent) : QObject(parent), m_stop(std::make_shared<std::atomic<bool>>(false))
{
    m_pool.setMaxThreadCount(1);
}

LogSearch::~LogSearch()
{
    m_stop->store(true);
    m_pool.waitForDone();
}

void LogSearch::start(const QString &fileName, const QByteArray &needle, bool isCaseSensitive)
{
    m_stop->store(true);
    m_stop = std::make_shared<std::atomic<bool>>(false);
    ++m_generation;
    m_fileName = fileName;
    m_needle = needle;
    m_isCaseSensitive = isCaseSensitive;
    m_hits.clear();
    m_searched = m_target = 0;
    m_isBusy = false;
    Q_EMIT hitsChanged();
}

void LogSearch::extendTo(qint64 bytes)
{
    m_target = bytes;
    if (!m_isBusy && !m_needle.isEmpty() && !isFull() && m_target > m_searched)
        continueSearch();
}

void LogSearch::dropHits(qint64 begin, qint64 end)
{
    const auto from = std::lower_bound(m_hits.begin(), m_hits.end(), begin);
    const auto to = std::lower_bound(from, m_hits.end(), end);
    if (from == to)
        return;
    m_hits.erase(from, to);
    Q_EMIT hitsChanged();
}

void LogSearch::continueSearch()
{
    m_isBusy = true;
    const auto work = [this, stop = m_stop, generation = m_generation, path = QFile::encodeName(m_fileName),
                       needle = m_needle, isCaseSensitive = m_isCaseSensitive, start = m_searched,
                       target = m_target, room = size_t(kMaxHits) - m_hits.size()] {
        using Clock = std::chrono::steady_clock;
        std::vector<qint64> found;
        size_t total = 0;
        const auto deliver = [&](qint64 searched, bool isLast) {
            QMetaObject::invokeMethod(this, [this, generation, sent = std::move(found), searched, isLast] {
                take(generation, sent, searched, isLast);
            }, Qt::QueuedConnection);
            found.clear();
        };
        QByteArray wanted = needle;
        if (!isCaseSensitive)
            foldCase(wanted.data(), wanted.size());
        const qint64 overlap = wanted.size() - 1;
        const int fd = ::open(path.constData(), O_RDONLY | O_CLOEXEC);
        std::vector<char> buffer(size_t(kChunkBytes + overlap));
        qint64 offset = std::max<qint64>(0, start - overlap);   // a hit may straddle what was searched before
        qint64 nextFree = offset;
        auto reported = Clock::now();
        while (fd >= 0 && offset < target && !stop->load(std::memory_order_relaxed)) {
            const qint64 length = std::min(qint64(buffer.size()), target - offset);
            const ssize_t got = ::pread(fd, buffer.data(), size_t(length), offset);
            if (got < 0 && errno == EINTR)
                continue;
            if (got <= overlap)
                break;
            if (!isCaseSensitive)
                foldCase(buffer.data(), got);
            const char *const end = buffer.data() + got;
            const char *at = buffer.data() + std::max<qint64>(0, nextFree - offset);
            while (at < end && total < room) {
                at = static_cast<const char *>(::memmem(at, size_t(end - at), wanted.constData(),
                                                        size_t(wanted.size())));
                if (!at)
                    break;
                // Straddlers of the last round were reported then.
                if (offset + (at - buffer.data()) + wanted.size() > start
                    && !isOverwritten(at + wanted.size(), end)) {
                    found.push_back(offset + (at - buffer.data()));
                    ++total;
                }
                at += wanted.size();
                nextFree = offset + (at - buffer.data());
            }
            offset += got - overlap;
            if (total >= room)
                break;
            if (Clock::now() - reported >= kReportEvery) {
                reported = Clock::now();
                deliver(offset + overlap, false);
            }
        }
        if (fd >= 0)
            ::close(fd);
        deliver(target, true);
    };
    m_pool.start(work);
}

void LogSearch::take(quint64 generation, const std::vector<qint64> &found, qint64 searched, bool isLast)
{
    if (generation != m_generation)
        return;
    // A hit at the very end of the last round may come again from the overlap.
    for (const qint64 hit : found) {
        if (m_hits.empty() || hit >= m_hits.back() + m_needle.size())
            m_hits.push_back(hit);
    }
    m_searched = std::max(m_searched, searched);
    if (isLast) {
        m_isBusy = false;
        extendTo(m_target);
    }
    if (!found.empty() || isLast)
        Q_EMIT hitsChanged();
}

}  // namespace trainyard
