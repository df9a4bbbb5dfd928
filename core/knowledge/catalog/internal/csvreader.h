// SPDX-License-Identifier: GPL-3.0-or-later
// Reads comma-separated text (RFC 4180) row by row: quoted fields, doubled quotes, line ends in quotes, LF or CRLF, with or without a byte
// order mark. Skips blank rows. Trusts nothing: unclosed quotes, NUL, bytes that are not UTF-8 and rows of absurd width end it with a
// fault. Pure; the bytes must outlive it.
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <deque>
#include <vector>

namespace trainyard {

class CsvReader {
public:
    static constexpr size_t kMaxFields = 200;

    enum class Fault { None, UnfinishedQuote, TextBesideQuote, NulByte, NotUtf8, TooManyFields };

    explicit CsvReader(QByteArrayView bytes, char separator = ',');
    // The separator of these bytes: whichever of , ; and tab is most frequent in the first line that is not empty.
    static char guessSeparator(QByteArrayView bytes);

    bool next();  // false at the end, and at a fault
    Fault fault() const { return m_fault; }
    // The row that next() reached, or that has the fault; from 1, as a spreadsheet counts rows.
    qint64 row() const { return m_row; }
    // Valid until the next call of next(). Surrounding blanks are removed, unless they were quoted.
    const std::vector<QByteArrayView> &fields() const { return m_fields; }

private:
    bool readRow();
    bool readQuoted();
    void readPlain();
    bool isAtEnd() const { return m_at >= m_bytes.size(); }
    bool fail(Fault fault);

    QByteArrayView m_bytes;
    char m_separator;
    qsizetype m_at = 0;
    qint64 m_row = 0;
    Fault m_fault = Fault::None;
    std::vector<QByteArrayView> m_fields;
    std::deque<QByteArray> m_unescaped;  // fields that had doubled quotes
};

}  // namespace trainyard
