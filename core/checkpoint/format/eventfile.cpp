// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/eventfile.h"

#include "core/checkpoint/format/internal/maskedcrc.h"

#include <QFloat16>
#include <QtEndian>

#include <eventrecord.pb.h>

#include <bit>
#include <cmath>

namespace trainyard {
namespace {

constexpr qint64 kRecordHead = 12, kRecordTail = 4;       // length and its checksum; the data's checksum
constexpr quint64 kMaxSizeOfRecord = 1 << 20;             // scalars take a few dozen bytes
constexpr quint64 kMaxLengthOfRecord = quint64(1) << 62;  // no record is longer: the reader would wait forever for a length that overflows
constexpr qint64 kEventPiece = 1 << 20, kPerCall = 8 << 20;
constexpr qsizetype kMaxTag = 256;
constexpr int kMaxValues = 4096;                // per record
constexpr int kStarts = 1;                      // SessionLog.START
constexpr double kLatestTime = 32'503'680'000;  // the year 3000

template <typename T>
std::optional<double> first(const std::string &content)
{
    if (content.size() != sizeof(T))
        return std::nullopt;
    return double(qFromLittleEndian<T>(content.data()));
}

std::optional<double> ofHalf(quint16 bits) { return double(float(std::bit_cast<qfloat16>(bits))); }

std::optional<double> ofBrain(quint16 bits) { return double(std::bit_cast<float>(quint32(bits) << 16)); }

// The one number of a tensor without dimensions (or with dimensions of 1).
std::optional<double> number(const eventrecord::Tensor &tensor)
{
    for (const eventrecord::Dimension &dimension : tensor.shape().dimension()) {
        if (dimension.size() != 1)
            return std::nullopt;
    }
    const std::string &content = tensor.content();
    const auto one = [](const auto &values) { return values.size() == 1 ? std::optional(double(values.Get(0))) : std::nullopt; };
    switch (tensor.type()) {
    case 1: return content.empty() ? one(tensor.float_value()) : first<float>(content);
    case 2: return content.empty() ? one(tensor.double_value()) : first<double>(content);
    case 3: return content.empty() ? one(tensor.int_value()) : first<qint32>(content);
    case 9: return content.empty() ? one(tensor.int64_value()) : first<qint64>(content);
    case 14:
    case 19: {
        const auto bits = content.empty() ? one(tensor.half_value()) : first<quint16>(content);
        if (!bits || !(*bits >= 0 && *bits <= 0xffff))
            return std::nullopt;
        return tensor.type() == 19 ? ofHalf(quint16(*bits)) : ofBrain(quint16(*bits));
    }
    default: return std::nullopt;
    }
}

}  // namespace

void EventFile::take(const QByteArray &data, QList<EventScalar> &found)
{
    eventrecord::Event event;
    if (!event.ParseFromArray(data.constData(), int(data.size())))
        return;  // its checksum is right: a message unknown to this version
    ++m_records;
    std::optional<qint64> timeMs;
    if (event.wall_time() > 0 && event.wall_time() < kLatestTime)
        timeMs = qint64(event.wall_time() * 1000);
    if (event.session_log().status() == kStarts && event.step() >= 0)
        found.append({{}, qint64(event.step()), 0, timeMs});
    const int count = std::min(event.summary().value_size(), kMaxValues);
    for (int i = 0; i < count; ++i) {
        const eventrecord::Value &value = event.summary().value(i);
        std::optional<double> said;
        if (value.kind_case() == eventrecord::Value::kSimpleValue) {
            said = double(value.simple_value());
        } else if (value.kind_case() == eventrecord::Value::kTensor) {
            const std::string &plugin = value.metadata().plugin().name();
            if (plugin.empty() || plugin == "scalars")
                said = number(value.tensor());
        }
        if (!said || event.step() < 0 || value.tag().empty())
            continue;
        QString tag = QString::fromUtf8(value.tag().data(), qsizetype(std::min(value.tag().size(), size_t(kMaxTag))));
        for (QChar &c : tag) {
            if (!c.isPrint())
                c = QLatin1Char(' ');
        }
        found.append({tag, qint64(event.step()), *said, timeMs});
    }
}

Result<QList<EventScalar>> EventFile::read(FileSource &source, qint64 size)
{
    QList<EventScalar> found;
    m_isCaughtUp = true;
    if (m_isStopped || size < m_endsAt)
        return found;
    const qint64 stopAt = m_at + kPerCall;
    QByteArray bytes;
    qint64 bytesAt = m_at;
    // `count` bytes at the position, read ahead; empty if the file does not have them yet.
    const auto have = [&](qint64 at, qint64 count) -> Result<QByteArrayView> {
        if (at + count > size)
            return QByteArrayView();
        if (at < bytesAt || at + count > bytesAt + bytes.size()) {
            TRY(const auto piece, source.read({{m_name, at, std::min(std::max(kEventPiece, count), size - at)}}));
            bytes = piece.value(0);
            bytesAt = at;
            if (bytes.size() < count)
                return QByteArrayView();
        }
        return QByteArrayView(bytes).sliced(at - bytesAt, count);
    };
    while (m_at < stopAt) {
        TRY(const auto head, have(m_at, kRecordHead));
        m_endsAt = m_at + kRecordHead;
        if (head.isEmpty())
            return found;
        const auto length = qFromLittleEndian<quint64>(head.data());
        if (maskedCrc(head.first(8)) != qFromLittleEndian<quint32>(head.data() + 8)) {
            m_damagedAt = m_damagedAt.value_or(m_at);
            m_isStopped = true;
            return found;
        }
        m_endsAt += qint64(std::min(length, kMaxLengthOfRecord)) + kRecordTail;
        if (size < m_endsAt)
            return found;  // not complete yet
        const qint64 whole = m_endsAt - m_at;
        if (length <= kMaxSizeOfRecord) {
            TRY(const auto record, have(m_at, whole));
            if (record.isEmpty())
                return found;
            const QByteArrayView data = record.sliced(kRecordHead, qint64(length));
            if (maskedCrc(data) == qFromLittleEndian<quint32>(data.data() + data.size()))
                take(data.toByteArray(), found);
            else
                m_damagedAt = m_damagedAt.value_or(m_at);
        }
        m_at += whole;
    }
    m_isCaughtUp = false;
    return found;
}

}  // namespace trainyard
