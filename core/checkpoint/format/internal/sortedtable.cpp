// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/internal/sortedtable.h"

#include "core/checkpoint/format/internal/bytereader.h"
#include "core/checkpoint/format/internal/maskedcrc.h"

namespace trainyard {

namespace {

constexpr quint64 kTableMagic = 0xdb4775248b80fb57;
constexpr qsizetype kFooter = 48, kTrailer = 5;  // one byte for the compression, four for the checksum
constexpr size_t kMaxEntries = 4'000'000;
// Keys share prefixes, so a small table could expand without limit; honest keys have some hundred bytes.
constexpr qsizetype kMaxTableKey = 64 * 1024, kUnfolded = 256 * 1024 * 1024;

using Entries = std::vector<std::pair<QByteArray, QByteArray>>;

class Table {
public:
    explicit Table(QByteArrayView bytes) : m_bytes(bytes) {}

    bool parse(Entries &entries);
    QString complaint() const { return m_complaint; }

private:
    struct Handle {
        quint64 offset = 0, length = 0;
    };
    bool fail(const char *why)
    {
        if (m_complaint.isEmpty())
            m_complaint = QLatin1String(why);
        return false;
    }
    static Handle handle(ByteReader &reader)
    {
        Handle found;
        found.offset = reader.varint();
        found.length = reader.varint();
        return found;
    }
    bool block(const Handle &handle, Entries &entries);

    QByteArrayView m_bytes;
    QString m_complaint;
    qsizetype m_unfolded = 0;
};

bool Table::block(const Handle &handle, Entries &entries)
{
    const quint64 room = quint64(m_bytes.size() - kFooter);
    if (handle.offset > room || handle.length > room - handle.offset || room - handle.offset - handle.length < quint64(kTrailer))
        return fail("a block lies outside");
    const QByteArrayView whole = m_bytes.sliced(qsizetype(handle.offset), qsizetype(handle.length) + kTrailer);
    if (maskedCrc(whole.first(whole.size() - 4)) != qFromLittleEndian<quint32>(whole.data() + whole.size() - 4))
        return fail("the checksum of a block is wrong");
    if (whole[whole.size() - kTrailer] != 0)
        return fail("a block is compressed");
    const QByteArrayView content = whole.first(whole.size() - kTrailer);
    if (content.size() < 4)
        return fail("a block is too short");
    const quint64 restarts = qFromLittleEndian<quint32>(content.data() + content.size() - 4);
    if (restarts > quint64(content.size() - 4) / 4)
        return fail("a block counts more restarts than it holds");
    ByteReader reader(content.first(content.size() - 4 - qsizetype(restarts) * 4));
    QByteArray key;
    while (!reader.isAtEnd()) {
        const quint64 shared = reader.varint(), own = reader.varint(), valueBytes = reader.varint();
        const QByteArrayView rest = reader.bytes(own), value = reader.bytes(valueBytes);
        if (reader.isShort() || shared > quint64(key.size()) || own > quint64(kMaxTableKey))
            return fail("an entry is damaged");
        QByteArray next = key.left(qsizetype(shared)) + rest.toByteArray();
        m_unfolded += next.size() + value.size();
        if (next.size() > kMaxTableKey || m_unfolded > kUnfolded || entries.size() >= kMaxEntries)
            return fail("too many or too long keys");
        if (!entries.empty() && next <= entries.back().first)
            return fail("keys out of order");
        key = next;
        entries.emplace_back(std::move(next), value.toByteArray());
    }
    return true;
}

bool Table::parse(Entries &entries)
{
    if (m_bytes.size() < kFooter || !hasTableFooter(m_bytes))
        return fail("the footer is missing");
    ByteReader footer(m_bytes.last(kFooter));
    handle(footer);
    const Handle index = handle(footer);
    if (footer.isShort() || footer.at() > kFooter - 8)
        return fail("the footer is damaged");
    Entries blocks;
    if (!block(index, blocks))
        return false;
    for (const auto &[lastKey, place] : blocks) {
        ByteReader reader(place);
        const Handle data = handle(reader);
        if (reader.isShort())
            return fail("an entry of the index is damaged");
        if (!block(data, entries))
            return false;
        if (!entries.empty() && entries.back().first > lastKey)
            return fail("a block holds keys of the next");
    }
    return true;
}

}  // namespace

bool hasTableFooter(QByteArrayView lastBytes)
{
    return lastBytes.size() >= 8 && qFromLittleEndian<quint64>(lastBytes.data() + lastBytes.size() - 8) == kTableMagic;
}

std::optional<std::vector<std::pair<QByteArray, QByteArray>>> parseSortedTable(const QByteArray &bytes, QString *complaint)
{
    Entries entries;
    Table table(bytes);
    if (!table.parse(entries)) {
        *complaint = table.complaint();
        return std::nullopt;
    }
    return entries;
}

}  // namespace trainyard
