// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/trainlog/traininglog.h"

#include "core/observe/trainlog/internal/numbertext.h"
#include "core/observe/trainlog/seriespattern.h"

#include <algorithm>
#include <array>

namespace trainyard {
namespace {

constexpr qsizetype kMaxLine = 64 * 1024;  // a line without end must not fill the memory
constexpr size_t kMaxColumns = 32, kMaxColumn = 48;

std::vector<std::string_view> words(std::string_view text)
{
    std::vector<std::string_view> found;
    for (size_t at = 0; at < text.size() && found.size() < kMaxColumns;) {
        while (at < text.size() && isBlank(text[at]))
            ++at;
        const size_t begin = at;
        while (at < text.size() && !isBlank(text[at]))
            ++at;
        if (at > begin)
            found.push_back(text.substr(begin, at - begin));
    }
    return found;
}

bool isLineEnd(char c) { return c == '\n' || c == '\r' || c == '\b'; }

}  // namespace

QList<TrainingRecord> TrainingLog::feed(QByteArrayView bytes, qint64 offset)
{
    QList<TrainingRecord> records;
    if (offset != m_next) {
        m_line.clear();
        m_lineAt = offset;
    }
    m_next = offset + bytes.size();
    const char *const data = bytes.data();
    qsizetype begin = 0;
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        if (!isLineEnd(data[i]))  // '\r' or '\b' redraws a bar: each state is a line
            continue;
        if (m_line.isEmpty()) {
            takeLine(bytes.sliced(begin, i - begin), offset + begin, records);
        } else {
            if (m_line.size() < kMaxLine)
                m_line += bytes.sliced(begin, std::min(i - begin, kMaxLine));
            takeLine(m_line, m_lineAt, records);
            m_line.clear();
        }
        begin = i + 1;
    }
    if (m_line.isEmpty())
        m_lineAt = offset + begin;
    if (m_line.size() < kMaxLine)
        m_line += bytes.sliced(begin, std::min(bytes.size() - begin, kMaxLine));
    return records;
}

QList<TrainingRecord> TrainingLog::flush()
{
    QList<TrainingRecord> records;
    takeLine(m_line, m_lineAt, records);
    m_line.clear();
    m_lineAt = m_next;
    return records;
}

void TrainingLog::keep(TrainingLine &&line, qint64 offset, QList<TrainingRecord> &records)
{
    if (!m_counter.place(line) || line.isEmpty())
        return;
    TrainingRecord record;
    record.offset = offset;
    record.rank = line.rank;
    record.step = line.step;
    record.totalSteps = line.totalSteps;
    record.epoch = line.epoch;
    record.totalEpochs = line.totalEpochs;
    record.values = std::move(line.values);
    records.append(std::move(record));
}

// Ultralytics' table: a row of names, then "1/3  4.31G  1.221 …  640: 100% 8/8 [00:08<00:00,  1.04s/it]"; and the table of
// results, "Class  Images  Instances  Box(P  R  mAP50  mAP50-95)", then "all  128  929  0.645 …".
bool TrainingLog::takeTable(std::string_view text, QList<TrainingLine> &lines)
{
    const size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos)
        return false;
    const std::string_view body = text.substr(begin);
    const bool isTraining = body.starts_with("Epoch ") && body.find("GPU_mem") != std::string_view::npos;
    const bool isResult = body.starts_with("Class ") && body.find("mAP50") != std::string_view::npos;
    if (isTraining || isResult) {
        m_columns.clear();
        m_isResultTable = isResult;
        for (std::string_view word : words(body)) {
            const bool isLast = word.back() == ')' || word.back() == ':';
            if (const size_t open = word.find('('); open != std::string_view::npos)
                word.remove_prefix(open + 1);
            while (!word.empty() && (word.back() == ')' || word.back() == ':'))
                word.remove_suffix(1);
            m_columns.emplace_back(word.substr(0, kMaxColumn));
            if (isLast)
                break;
        }
        return true;
    }
    if (m_columns.empty())
        return false;
    const auto cells = words(body);
    if (m_isResultTable) {
        if (cells.size() != m_columns.size() || cells[0] != "all")
            return false;
        TrainingLine line;
        for (size_t i = 3; i < cells.size(); ++i) {
            const auto number = numberAt(cells[i]);
            const SeriesWord &word = m_parser.word(m_columns[i], DataSplit::Validation);
            if (number && number->length == cells[i].size() && !word.name.isEmpty())
                line.values.append({word.name, number->value});
        }
        lines.append(line);
        return true;
    }
    const auto epoch = numberAt(cells[0]);
    if (!epoch || !epoch->isWhole || epoch->length + 1 >= cells[0].size() || cells[0][epoch->length] != '/'
        || cells.size() < m_columns.size())
        return false;
    const auto epochs = numberAt(cells[0].substr(epoch->length + 1));
    if (!epochs || !epochs->isWhole)
        return false;
    TrainingLine line;
    line.epoch = epoch->value;
    line.totalEpochs = epochs->value;
    for (const TrainingLine &said : m_parser.parse(QByteArrayView(text.data(), qsizetype(text.size())))) {
        if (!said.isBar)
            continue;
        line = said;
        line.epoch = epoch->value;
        line.totalEpochs = epochs->value;
        line.counting = TrainingLine::Counting::InEpoch;
    }
    for (size_t i = 1; i < m_columns.size(); ++i) {
        const auto number = numberAt(cells[i]);
        if (m_columns[i] == "GPU_mem" || m_columns[i] == "Instances" || m_columns[i] == "Size" || !number
            || number->length != cells[i].size())
            continue;
        const SeriesWord &word = m_parser.word(m_columns[i], DataSplit::Train);
        if (!word.name.isEmpty())
            line.values.append({word.name, number->value});
    }
    if (!line.step) {
        line.step = line.epoch;
        line.totalSteps = line.totalEpochs;
    }
    lines.append(line);
    return true;
}

void TrainingLog::takeLine(QByteArrayView line, qint64 offset, QList<TrainingRecord> &records)
{
    if (line.isEmpty())
        return;
    if (m_pattern) {
        if (auto said = m_pattern->read(line)) {
            keep(std::move(*said), offset, records);
            return;
        }
    }
    // Only such lines can belong to a table.
    if (!m_columns.empty() || line.size() < 400) {
        const std::string_view text = m_parser.visible(line);
        QList<TrainingLine> rows;
        if ((!m_columns.empty() || text.find("GPU_mem") != std::string_view::npos || text.find("mAP50") != std::string_view::npos)
            && takeTable(std::string(text), rows)) {
            for (TrainingLine &row : rows)
                keep(std::move(row), offset, records);
            return;
        }
    }
    for (TrainingLine &said : m_parser.parse(line))
        keep(std::move(said), offset, records);
}

}  // namespace trainyard
