// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/history/metricfeed.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace trainyard {
namespace {

constexpr qint64 kPiece = 64 * 1024;
constexpr qint64 kHead = 64 * 1024;  // where the names of the GPUs' columns are
const QByteArray kFields = " gpufields ";
constexpr qint64 kFingerprint = 256;  // bytes: two lines or more, with their times
// The parser forms rates from two ticks and uses GPU values of the last 5 s, so after this time its state is complete.
constexpr qint64 kWarmUp = 15'000;                  // ms
constexpr qint64 kMarkEvery = 5'000;                // ms
constexpr size_t kFewMarks = 16, kMaxMarks = 1024;  // the latter only if a clock keeps jumping

QByteArray fingerprintOf(const QString &name, qint64 offset)
{
    QFile file(name);
    const qint64 length = std::min(offset, kFingerprint);
    if (!file.open(QIODevice::ReadOnly) || !file.seek(offset - length))
        return {};
    const QByteArray bytes = file.read(length);
    return bytes.size() == length ? QCryptographicHash::hash(bytes, QCryptographicHash::Sha1).left(8) : QByteArray();
}

}  // namespace

MetricFeed::MetricFeed(const QString &file, const FeedPosition &start)
    : m_file(file), m_offset(start.offset), m_lastTime(start.lastTime), m_logBytes(start.logBytes), m_isRepeating(start.lastTime > 0),
      m_isLogRepeating(start.logBytes > 0)
{
    if (!start.gpuFields.isEmpty())
        static_cast<void>(m_parser.feed("1 gpufields " + start.gpuFields + '\n'));
    m_marks.push_back({start.offset, start.gpuFields, 0});
}

bool MetricFeed::fits(const QString &file, const FeedPosition &position)
{
    return QFileInfo(file).size() >= position.offset
           && (position.offset == 0 || fingerprintOf(file, position.offset) == position.fingerprint);
}

qint64 MetricFeed::remaining() const { return std::max<qint64>(0, QFileInfo(m_file).size() - m_offset); }

QList<MachineSample> MetricFeed::taken(QList<MachineSample> samples)
{
    if (samples.isEmpty())
        return samples;
    qsizetype repeated = 0;
    while (m_isRepeating && repeated < samples.size()) {
        if (samples[repeated].timeMs > m_lastTime)
            m_isRepeating = false;
        else
            ++repeated;
    }
    samples.remove(0, repeated);
    if (!samples.isEmpty())
        m_lastTime = samples.last().timeMs;
    return samples;
}

FeedPosition MetricFeed::tailOf(const QString &name, qint64 bytes)
{
    QFile file(name);
    FeedPosition start;
    if (!file.open(QIODevice::ReadOnly) || file.size() <= bytes + kHead)
        return start;
    const QByteArrayList head = file.read(kHead).split('\n');
    for (const QByteArray &line : head) {
        if (const qsizetype at = line.indexOf(kFields); at > 0)
            start.gpuFields = line.mid(at + kFields.size());
    }
    file.seek(file.size() - bytes);
    file.readLine(kHead);
    start.offset = file.pos();
    return start;
}

QList<MachineSample> MetricFeed::read(qint64 mostBytes, qint64 end)
{
    QList<MachineSample> all;
    QFile file(m_file);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered) || !file.seek(m_offset))
        return all;
    mostBytes = std::min(mostBytes, end - m_offset);
    for (qint64 done = 0; done < mostBytes;) {
        QByteArray bytes = file.read(std::min(kPiece, mostBytes - done));
        const bool isFull = bytes.size() == kPiece;
        const qsizetype line = bytes.lastIndexOf('\n') + 1;
        // A line that is still being written waits; an endless one is left for the parser to drop.
        if (line > 0 || !isFull)
            bytes.truncate(line);
        if (bytes.isEmpty())
            break;
        done += bytes.size();
        m_offset += bytes.size();
        if (!file.seek(m_offset))
            break;
        const QList<MachineSample> finished = m_parser.feed(bytes);
        if (!finished.isEmpty() && line > 0 && std::abs(finished.last().timeMs - m_marks.back().time) >= kMarkEvery) {
            m_marks.push_back({m_offset, m_parser.gpuFields(), finished.last().timeMs});
            // The oldest is kept as long as none after it is old enough.
            while (m_marks.size() > kFewMarks && (m_marks[1].time <= finished.last().timeMs - kWarmUp || m_marks.size() > kMaxMarks))
                m_marks.pop_front();
        }
        all += taken(finished);
    }
    return all;
}

QList<LogSize> MetricFeed::takeLogSizes() { return taken(m_parser.takeLogSizes()); }

MetricBatch MetricFeed::take(const MetricBatch &shared) { return {taken(shared.samples), taken(shared.sizes)}; }

QList<LogSize> MetricFeed::taken(QList<LogSize> sizes)
{
    qsizetype repeated = 0;
    while (m_isLogRepeating && repeated < sizes.size()) {
        if (sizes[repeated].bytes > m_logBytes)
            m_isLogRepeating = false;
        else
            ++repeated;
    }
    sizes.remove(0, repeated);
    if (!sizes.isEmpty())
        m_logBytes = sizes.last().bytes;
    return sizes;
}

MetricBatch MetricCursor::next(qint64 mostBytes, const MetricFeed &shared, const MetricBatch &fresh)
{
    if (m_hasCaughtUp)
        return m_feed.take(fresh);
    MetricBatch own;
    own.samples = m_feed.read(mostBytes, shared.offset());
    own.sizes = m_feed.takeLogSizes();
    m_hasCaughtUp = m_feed.offset() == shared.offset();
    return own;
}

QList<MachineSample> MetricFeed::flush() { return taken(m_parser.flush()); }

FeedPosition MetricFeed::position() const
{
    const auto mark = std::find_if(m_marks.rbegin(), m_marks.rend(), [this](const Mark &m) { return m.time <= m_lastTime - kWarmUp; });
    const Mark &best = mark == m_marks.rend() ? m_marks.front() : *mark;
    return {best.offset, best.gpuFields, m_lastTime, m_logBytes, fingerprintOf(m_file, best.offset)};
}

}  // namespace trainyard
