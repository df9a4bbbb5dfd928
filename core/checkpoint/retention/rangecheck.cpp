// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/retention/rangecheck.h"

#include "core/base/crc32.h"

#include <algorithm>
#include <memory>
#include <zlib.h>

namespace trainyard {

namespace {

constexpr qsizetype kInflated = 1024 * 1024;

bool isFilesOwn(const Error &error)
{
    return error.code == ErrorCode::NotFound || error.code == ErrorCode::PermissionDenied || error.code == ErrorCode::Io
           || error.code == ErrorCode::InvalidInput || error.code == ErrorCode::Corrupt;
}

// One range while it is being processed.
class Passage {
public:
    explicit Passage(const RangeTask &task) : m_task(task)
    {
        if (task.inflatedBytes) {
            m_buffer.resize(kInflated);
            m_isInflating = inflateInit2(&m_stream, -MAX_WBITS) == Z_OK;  // negative: without zlib's own header
            m_isWrong = !m_isInflating;
        }
    }
    ~Passage()
    {
        if (m_isInflating)
            inflateEnd(&m_stream);
    }
    Passage(const Passage &) = delete;
    Passage &operator=(const Passage &) = delete;

    void feed(QByteArrayView bytes)
    {
        m_read += bytes.size();
        if (m_task.inflatedBytes)
            inflateAll(bytes);
        else
            take(bytes);
    }

    RangeOutcome outcome() const
    {
        RangeOutcome outcome;
        if (m_read < m_task.length)
            outcome.problem = RangeProblem::Short;
        else if (m_task.inflatedBytes && (m_isWrong || !m_isEnd || m_came != *m_task.inflatedBytes))
            outcome.problem = RangeProblem::Damaged;
        else
            outcome.problem = RangeProblem::None;
        if (m_task.sum != RangeSum::None)
            outcome.sum = m_sum;
        if (m_task.numbers)
            outcome.nonFinite = m_nonFinite;
        return outcome;
    }

private:
    void take(QByteArrayView bytes)
    {
        m_came += bytes.size();
        if (m_task.sum == RangeSum::Crc32)
            m_sum = crc32(bytes, m_sum);
        else if (m_task.sum == RangeSum::Crc32c)
            m_sum = crc32c(bytes, m_sum);
        if (!m_task.numbers)
            return;
        // A number may span two pieces.
        const qsizetype width = bytesOf(*m_task.numbers);
        if (!m_rest.isEmpty()) {
            const qsizetype missing = std::min(width - m_rest.size(), bytes.size());
            m_rest.append(bytes.first(missing));
            bytes = bytes.sliced(missing);
            if (m_rest.size() == width) {
                m_nonFinite.add(countNonFinite(m_rest, *m_task.numbers));
                m_rest.clear();
            }
        }
        const qsizetype whole = bytes.size() / width * width;
        m_nonFinite.add(countNonFinite(bytes.first(whole), *m_task.numbers));
        m_rest.append(bytes.sliced(whole));
    }

    void inflateAll(QByteArrayView bytes)
    {
        if (m_isWrong)
            return;
        m_stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data()));
        m_stream.avail_in = uInt(bytes.size());
        for (bool isMore = true; isMore && !m_isEnd;) {
            m_stream.next_out = reinterpret_cast<Bytef *>(m_buffer.data());
            m_stream.avail_out = uInt(m_buffer.size());
            const int status = inflate(&m_stream, Z_NO_FLUSH);
            const qsizetype came = m_buffer.size() - qsizetype(m_stream.avail_out);
            take(QByteArrayView(m_buffer).first(came));
            m_isEnd = status == Z_STREAM_END;
            // The output is limited to the stated size, however small the input.
            if ((status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) || m_came > *m_task.inflatedBytes) {
                m_isWrong = true;
                return;
            }
            isMore = m_stream.avail_out == 0 || (m_stream.avail_in > 0 && status == Z_OK);
        }
        m_isWrong = m_isEnd && m_stream.avail_in > 0;
    }

    const RangeTask &m_task;
    qint64 m_read = 0, m_came = 0;
    quint32 m_sum = 0;
    NonFinite m_nonFinite;
    QByteArray m_rest, m_buffer;
    z_stream m_stream{};
    bool m_isInflating = false, m_isEnd = false, m_isWrong = false;
};

}  // namespace

qint64 bytesOf(const std::vector<RangeTask> &tasks)
{
    qint64 sum = 0;
    for (const RangeTask &task : tasks)
        sum += task.length;
    return sum;
}

Result<std::vector<RangeOutcome>> checkRanges(const std::vector<RangeTask> &tasks, FileSource &source, qint64 batchBytes,
                                              const RangeProgress &progress, std::stop_token stop)
{
    std::vector<RangeOutcome> outcomes(tasks.size());
    size_t index = 0;
    qint64 within = 0, done = 0;  // how much of the current task was requested; of all
    std::unique_ptr<Passage> passage;
    while (index < tasks.size()) {
        if (stop.stop_requested())
            return cancelledError();
        // The next ranges in this file, up to a batch.
        QList<FileRange> ranges;
        std::vector<size_t> owners;
        const QString &file = tasks[index].file;
        qint64 asked = 0;
        for (size_t i = index; i < tasks.size() && tasks[i].file == file && asked < batchBytes && ranges.size() < 4096;) {
            const qint64 length = std::min(tasks[i].length - within, batchBytes - asked);
            ranges << FileRange{file, tasks[i].offset + within, length};
            owners.push_back(i);
            asked += length;
            within += length;
            if (within >= tasks[i].length) {
                ++i;
                within = 0;
            }
            index = i;
        }
        const auto answers = source.read(ranges);
        if (!answers && !isFilesOwn(answers.error()))
            return answers.error();
        if (!answers) {
            passage.reset();
            for (size_t i = owners.front(); i < tasks.size() && tasks[i].file == file; ++i) {
                outcomes[i].problem = RangeProblem::Missing;
                index = i + 1;
            }
            within = 0;
            continue;
        }
        for (size_t k = 0; k < owners.size(); ++k) {
            const RangeTask &task = tasks[owners[k]];
            if (!passage || ranges[qsizetype(k)].offset == task.offset)
                passage = std::make_unique<Passage>(task);
            const QByteArray &bytes = (*answers)[qsizetype(k)];
            passage->feed(bytes);
            done += bytes.size();
            outcomes[owners[k]] = passage->outcome();
        }
        if (progress)
            progress(done);
    }
    return outcomes;
}

}  // namespace trainyard
