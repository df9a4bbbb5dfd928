// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/logindex.h"

#include <QFile>
#include <QThread>

#include <algorithm>
#include <cstring>
#include <semaphore>

#include <fcntl.h>

namespace trainyard {
namespace {

constexpr qint64 kBlocksPerRead = 16;        // 256 KiB stay in the second-level cache while they are counted
constexpr qint64 kBlocksPerBatch = 1024;     // 16 MiB: about 2 ms of a thread's work between two progress reports
constexpr qint64 kBlocksPerGroup = 1 << 16;  // 1 GiB: counts inside a group always fit 32 bits
constexpr qint64 kReturnsReadBytes = 4096;

}  // namespace

struct LogIndex::Batch {
    quint64 generation = 0;
    std::vector<Counts> blocks;  // complete ones, from the first block that was incomplete before
    Counts tail;
    qint64 bytes = 0;         // indexed with this batch
    qint64 lastNewline = -1;  // -1 = none in this batch
    bool isLast = false;
};

void countLineBytes(const char *bytes, qint64 length, qint64 *newlines, qint64 *returns)
{
    using Lanes = quint8 __attribute__((vector_size(16)));
    constexpr qint64 kLanes = sizeof(Lanes);
    qint64 n = 0, r = 0, i = 0;
    while (length - i >= kLanes) {
        Lanes newlineCounts = {}, returnCounts = {};
        // 255 rounds: a lane must not overflow.
        const qint64 end = i + std::min<qint64>(255, (length - i) / kLanes) * kLanes;
        for (; i < end; i += kLanes) {
            Lanes chunk;
            std::memcpy(&chunk, bytes + i, sizeof chunk);
            newlineCounts -= reinterpret_cast<Lanes>(chunk == quint8('\n'));  // a lane that is true has all bits set
            returnCounts -= reinterpret_cast<Lanes>(chunk == quint8('\r'));
        }
        for (qint64 lane = 0; lane < kLanes; ++lane) {
            n += newlineCounts[lane];
            r += returnCounts[lane];
        }
    }
    for (; i < length; ++i) {
        n += bytes[i] == '\n';
        r += bytes[i] == '\r';
    }
    *newlines = n;
    *returns = r;
}

LogIndex::LogIndex(QObject *parent) : QObject(parent), m_stop(std::make_shared<std::atomic<bool>>(false)) { m_pool.setMaxThreadCount(1); }

LogIndex::~LogIndex()
{
    m_stop->store(true);
    m_pool.waitForDone();
}

void LogIndex::open(const QString &fileName)
{
    m_fileName = fileName;
    reset();
    refresh();
}

void LogIndex::reset()
{
    m_stop->store(true);  // the scan still running belongs to the old file
    m_stop = std::make_shared<std::atomic<bool>>(false);
    ++m_generation;
    m_file.reset();
    m_marks.clear();
    m_newlineBases.clear();
    m_returnBases.clear();
    m_newlines = m_returns = m_bytes = 0;
    m_tail = {};
    m_lastNewline = -1;
    m_isBusy = m_again = false;
    m_looked.fill({});
    Q_EMIT wasReset();
}

void LogIndex::refresh()
{
    if (m_fileName.isEmpty())
        return;
    struct stat info = {};
    const QByteArray path = QFile::encodeName(m_fileName);
    if (::stat(path.constData(), &info) != 0 || !S_ISREG(info.st_mode)) {
        if (m_file)
            reset();
        return;
    }
    if (m_file && (m_file->device != info.st_dev || m_file->inode != info.st_ino || info.st_size < m_bytes))
        reset();
    if (!m_file) {
        auto file = std::make_shared<LogFile>();
        file->fd = ::open(path.constData(), O_RDONLY | O_CLOEXEC);
        if (file->fd < 0)
            return;
        file->device = info.st_dev;
        file->inode = info.st_ino;
        m_file = std::move(file);
    }
    if (m_isBusy)
        m_again = true;
    else if (info.st_size > m_bytes)
        startScan(info.st_size);
}

// Returns fewer than `blocks` if the file ends before.
LogIndex::Counted LogIndex::countBlocks(const LogFile &file, qint64 offset, qint64 blocks, const std::atomic<bool> &stop)
{
    const auto buffer = std::make_unique_for_overwrite<char[]>(size_t(kBlocksPerRead * kBlockBytes));
    Counted counted;
    counted.blocks.reserve(size_t(blocks));
    while (qint64(counted.blocks.size()) < blocks && !stop.load(std::memory_order_relaxed)) {
        const qint64 wanted = std::min(kBlocksPerRead, blocks - qint64(counted.blocks.size()));
        const qint64 got = file.readAt(buffer.get(), wanted * kBlockBytes, offset) / kBlockBytes;
        for (qint64 i = 0; i < got; ++i) {
            qint64 newlines = 0, returns = 0;
            countLineBytes(buffer.get() + i * kBlockBytes, kBlockBytes, &newlines, &returns);
            counted.blocks.push_back({quint16(newlines), quint16(returns)});
        }
        if (const void *last = ::memrchr(buffer.get(), '\n', size_t(got * kBlockBytes)))
            counted.lastNewline = offset + (static_cast<const char *>(last) - buffer.get());
        offset += got * kBlockBytes;
        if (got < wanted)
            break;
    }
    return counted;
}

void LogIndex::startScan(qint64 size)
{
    m_isBusy = true;
    m_again = false;
    const auto work = [this, size, file = m_file, stop = m_stop, generation = m_generation, start = qint64(m_marks.size()) * kBlockBytes] {
        Batch batch;
        batch.generation = generation;
        batch.bytes = start;
        const auto deliver = [this, &batch] {
            QMetaObject::invokeMethod(
                this, [this, sent = batch] { take(sent); }, Qt::QueuedConnection);
            batch.blocks.clear();
            batch.lastNewline = -1;
        };
        qint64 offset = start;
        const auto add = [&](const Counted &counted) {
            batch.blocks.insert(batch.blocks.end(), counted.blocks.begin(), counted.blocks.end());
            batch.lastNewline = std::max(batch.lastNewline, counted.lastNewline);
            offset += qint64(counted.blocks.size()) * kBlockBytes;
            batch.bytes = offset;
        };
        // For a large file, two threads count one batch each.
        constexpr qint64 kBatchBytes = kBlocksPerBatch * kBlockBytes;
        bool isWhole = QThread::idealThreadCount() > 1;
        std::unique_ptr<QThreadPool> second;
        while (isWhole && size - offset >= 2 * kBatchBytes && !stop->load(std::memory_order_relaxed)) {
            if (!second)
                second = std::make_unique<QThreadPool>();
            Counted after;
            std::binary_semaphore isDone{0};
            second->start([&] {
                after = countBlocks(*file, offset + kBatchBytes, kBlocksPerBatch, *stop);
                isDone.release();
            });
            const Counted before = countBlocks(*file, offset, kBlocksPerBatch, *stop);
            isDone.acquire();
            isWhole = qint64(before.blocks.size()) == kBlocksPerBatch;
            add(before);
            if (isWhole)
                add(after);
            deliver();
        }
        std::vector<char> buffer(size_t(kBlocksPerRead * kBlockBytes));
        while (!stop->load(std::memory_order_relaxed)) {
            const qint64 got = file->readAt(buffer.data(), qint64(buffer.size()), offset);
            qint64 used = 0;
            for (; used < got; used += kBlockBytes) {
                const qint64 length = std::min(kBlockBytes, got - used);
                qint64 newlines = 0, returns = 0;
                countLineBytes(buffer.data() + used, length, &newlines, &returns);
                const Counts counts{quint16(newlines), quint16(returns)};
                if (length == kBlockBytes)
                    batch.blocks.push_back(counts);
                batch.tail = length == kBlockBytes ? Counts{} : counts;
            }
            if (got > 0) {
                if (const void *last = ::memrchr(buffer.data(), '\n', size_t(got)))
                    batch.lastNewline = offset + (static_cast<const char *>(last) - buffer.data());
            }
            offset += got;
            batch.bytes = offset;
            if (got < qint64(buffer.size())) {
                batch.isLast = true;
                break;
            }
            if (qint64(batch.blocks.size()) >= kBlocksPerBatch)
                deliver();
        }
        deliver();
    };
    m_pool.start(work);
}

void LogIndex::take(const Batch &batch)
{
    if (batch.generation != m_generation)
        return;
    for (const Counts &counts : batch.blocks) {
        if (qint64(m_marks.size()) % kBlocksPerGroup == 0) {
            m_newlineBases.push_back(m_newlines);
            m_returnBases.push_back(m_returns);
        }
        m_marks.push_back({quint32(m_newlines - m_newlineBases.back()), quint32(m_returns - m_returnBases.back())});
        m_newlines += counts.newlines;
        m_returns += counts.returns;
    }
    m_tail = batch.tail;
    m_bytes = std::max(m_bytes, batch.bytes);
    m_lastNewline = std::max(m_lastNewline, batch.lastNewline);
    if (batch.isLast) {
        m_isBusy = false;
        if (m_again)
            refresh();
    }
    Q_EMIT grew();
}

qint64 LogIndex::lineCount() const { return m_newlines + m_tail.newlines + (m_bytes > m_lastNewline + 1 ? 1 : 0); }

qint64 LogIndex::indexBytes() const
{
    return qint64(m_marks.capacity() * sizeof(Mark) + (m_newlineBases.capacity() + m_returnBases.capacity()) * sizeof(qint64));
}

QByteArray LogIndex::read(qint64 offset, qint64 length) const
{
    if (!m_file || length <= 0 || offset < 0)
        return {};
    QByteArray bytes(length, Qt::Uninitialized);
    bytes.truncate(m_file->readAt(bytes.data(), length, offset));
    return bytes;
}

qint64 LogIndex::sumBefore(qint64 block, char what) const
{
    const bool isNewline = what == '\n';
    if (block >= qint64(m_marks.size()))
        return isNewline ? m_newlines : m_returns;
    const auto group = size_t(block / kBlocksPerGroup);
    const Mark &mark = m_marks[size_t(block)];
    return isNewline ? m_newlineBases[group] + mark.newlines : m_returnBases[group] + mark.returns;
}

// In an append-only file the bytes up to m_bytes never change, so cached positions stay valid.
const LogIndex::Looked &LogIndex::look(qint64 block) const
{
    Looked &known = m_looked[size_t(block) % kLooked];
    const qint64 size = std::min(kBlockBytes, m_bytes - block * kBlockBytes);
    if (known.number == block && known.size >= size)
        return known;
    known.number = block;
    known.newlines.clear();
    known.returns.clear();
    std::array<char, kBlockBytes> bytes;
    known.size = m_file ? m_file->readAt(bytes.data(), size, block * kBlockBytes) : 0;
    const auto note = [&](char what, std::vector<quint16> &places) {
        const char *const end = bytes.data() + known.size;
        for (const char *at = bytes.data(); at < end; ++at) {
            at = static_cast<const char *>(std::memchr(at, what, size_t(end - at)));
            if (!at)
                break;
            places.push_back(quint16(at - bytes.data()));
        }
    };
    note('\n', known.newlines);
    note('\r', known.returns);
    return known;
}

bool LogIndex::isReturn(qint64 offset) const
{
    const Looked &known = look(offset / kBlockBytes);
    return std::binary_search(known.returns.begin(), known.returns.end(), quint16(offset % kBlockBytes));
}

qint64 LogIndex::countBefore(qint64 offset, char what) const
{
    const qint64 block = offset / kBlockBytes, inside = offset % kBlockBytes;
    if (inside == 0)
        return sumBefore(block, what);
    const Looked &known = look(block);
    const std::vector<quint16> &places = what == '\n' ? known.newlines : known.returns;
    return sumBefore(block, what) + (std::lower_bound(places.begin(), places.end(), quint16(inside)) - places.begin());
}

qint64 LogIndex::positionOf(qint64 ordinal, char what) const
{
    const qint64 total = what == '\n' ? m_newlines + m_tail.newlines : m_returns + m_tail.returns;
    if (ordinal < 1 || ordinal > total)
        return -1;
    qint64 low = 0, high = qint64(m_marks.size());  // the last block whose sum before it is below the ordinal
    while (low < high) {
        const qint64 middle = (low + high + 1) / 2;
        if (sumBefore(middle, what) < ordinal)
            low = middle;
        else
            high = middle - 1;
    }
    const Looked &known = look(low);
    const std::vector<quint16> &places = what == '\n' ? known.newlines : known.returns;
    const qint64 place = ordinal - sumBefore(low, what) - 1;
    return place >= 0 && place < qint64(places.size()) ? low * kBlockBytes + places[size_t(place)] : -1;
}

LogIndex::Line LogIndex::line(qint64 number) const
{
    if (number < 0 || number >= lineCount())
        return {};
    Line line;
    line.begin = number == 0 ? 0 : positionOf(number, '\n') + 1;
    const qint64 newline = positionOf(number + 1, '\n');
    line.isTerminated = newline >= 0;
    line.end = line.isTerminated ? newline : m_bytes;
    return line;
}

LogIndex::Shown LogIndex::shown(const Line &line) const
{
    Shown shown{line.begin, line.end, 0};
    // Carriage returns at the end leave the drawn text on a terminal.
    while (shown.end > shown.begin && isReturn(shown.end - 1)) {
        const qint64 from = std::max(shown.begin, shown.end - kReturnsReadBytes);
        const QByteArray tail = read(from, shown.end - from);
        if (tail.size() < shown.end - from)
            return shown;
        qsizetype kept = tail.size();
        while (kept > 0 && tail[kept - 1] == '\r')
            --kept;
        shown.end = from + kept;
        if (kept > 0)
            break;
    }
    const qint64 before = countBefore(shown.begin, '\r');
    const qint64 all = countBefore(shown.end, '\r');
    if (all == before)
        return shown;
    const qint64 last = positionOf(all, '\r');
    shown.foldedUpdates = all - before;
    if (isReturn(line.begin))
        --shown.foldedUpdates;  // progress bars begin with one, which overwrote nothing
    shown.begin = last + 1;
    return shown;
}

LogIndex::Shown LogIndex::stateBefore(const Line &line, const Shown &shown, qint64 back) const
{
    const qint64 before = countBefore(line.begin, '\r');
    const qint64 end = countBefore(shown.begin, '\r') - (back - 1);  // the return that ended the state
    if (back < 1 || end <= before)
        return {line.begin, line.begin, 0};
    return {end - 1 > before ? positionOf(end - 1, '\r') + 1 : line.begin, positionOf(end, '\r'), 0};
}

qint64 LogIndex::lineAt(qint64 offset) const { return countBefore(std::clamp<qint64>(offset, 0, m_bytes), '\n'); }

}  // namespace trainyard

#include "moc_logindex.cpp"
