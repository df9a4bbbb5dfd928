// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/internal/hdf5list.h"

#include "core/checkpoint/format/internal/bytereader.h"
#include "core/checkpoint/format/internal/formatlimits.h"

#include <QSet>

namespace trainyard {

namespace {

// An object is usually smaller than this, and the data that belongs to it follows directly.
constexpr qint64 kHdf5Piece = 2048;
constexpr quint64 kMaxBlock = 256 * 1024, kMaxHeap = 4 * 1024 * 1024;
constexpr qint64 kMaxHdf5Bytes = 64 * 1024 * 1024;
// Two rounds per folder, one for its content: deep enough for Keras's models, and within the limit of a look.
constexpr int kMaxHdf5Rounds = 12, kDeepestObject = 32;
constexpr size_t kMaxObjects = 200'000, kMaxNodes = 200'000, kMaxMessages = 4096;
constexpr qsizetype kMaxPath = 4096;
constexpr unsigned kElsewhere = 0x10000;  // a message that only states where it is
constexpr quint64 kNowhere = ~quint64(0);

struct Object {
    quint64 header = 0, tree = kNowhere, heap = kNowhere;  // for a group with a symbol table the latter two may be known
    QString path;
    int depth = 0;
};

struct Message {
    unsigned type = 0;
    QByteArrayView bytes;
};

class Lister {
public:
    Lister(RangeReader &reader, const Hdf5Root &root) : m_reader(reader), m_root(root) {}

    Hdf5List list()
    {
        m_pending.push_back({m_root.header, kNowhere, kNowhere, {}, 0});
        for (int rounds = 0; !m_pending.empty(); ++rounds) {
            // Everything readable is read; objects that wait for bytes are retried when all the missing bytes have arrived.
            std::vector<Object> waiting;
            for (size_t i = 0; i < m_pending.size() && !m_list.complaint; ++i) {
                const Object object = m_pending[i];
                m_isWaiting = false;
                visit(object);
                if (m_isWaiting)
                    waiting.push_back(object);
            }
            m_pending = std::move(waiting);
            if (m_list.complaint || m_pending.empty())
                break;
            for (const RangeReader::Range &range : std::as_const(m_wanted))
                m_bytes += range.length;
            if (rounds >= kMaxHdf5Rounds || m_bytes > kMaxHdf5Bytes) {
                m_list.isWhole = false;
                break;
            }
            if (const auto fetched = m_reader.fetch(m_wanted); !fetched) {
                m_list.unreadable = fetched.error().what;
                m_list.isWhole = false;
                break;
            }
            m_wanted.clear();
        }
        return std::move(m_list);
    }

private:
    void complain(const char *what) { m_list.complaint = m_list.complaint ? m_list.complaint : what; }

    // Empty: still to be fetched, or not in the file.
    QByteArray at(quint64 address, quint64 length)
    {
        const auto size = quint64(m_reader.size());
        if (address >= size || length > size - address) {
            complain("an address outside the file");
            return {};
        }
        const QByteArray known = m_reader.bytes(qint64(address), qint64(length));
        if (quint64(known.size()) == length)
            return known;
        m_wanted << RangeReader::Range{qint64(address), std::max(qint64(length), kHdf5Piece)};
        m_isWaiting = true;
        return {};
    }

    static quint64 number(ByteReader &reader, int bytes)
    {
        switch (bytes) {
        case 1: return reader.number<quint8>();
        case 2: return reader.number<quint16>();
        case 4: return reader.number<quint32>();
        default: return reader.number<quint64>();
        }
    }
    quint64 address(ByteReader &reader) const
    {
        const quint64 value = number(reader, m_root.offsetBytes);
        return m_root.offsetBytes == 4 && value == 0xffffffff ? kNowhere : value;
    }
    quint64 length(ByteReader &reader) const { return number(reader, m_root.lengthBytes); }

    void visit(const Object &object)
    {
        if (object.tree != kNowhere)
            return group(object);
        if (m_seen.contains(object.header))
            return;
        std::vector<Message> messages;
        std::vector<QByteArray> blocks;
        if (!header(object.header, messages, blocks))
            return;
        m_seen.insert(object.header);
        take(object, messages);
    }

    // All messages of an object, through its continuations. False: waiting, or broken.
    bool header(quint64 where, std::vector<Message> &messages, std::vector<QByteArray> &blocks)
    {
        const QByteArray begin = at(where, 16);
        if (begin.isEmpty())
            return false;
        const bool isNew = begin.startsWith("OHDR");
        ByteReader head(begin);
        quint64 skip = 16, size = 0;
        bool hasOrder = false;
        if (isNew) {
            head.bytes(4);
            const auto version = head.number<quint8>(), flags = head.number<quint8>();
            if (version != 2)
                return unknown();
            skip = 6 + (flags & 0x20 ? 16 : 0) + (flags & 0x10 ? 4 : 0);
            hasOrder = flags & 4;
            const int width = 1 << (flags & 3);
            const QByteArray field = at(where + skip, quint64(width));
            if (field.isEmpty())
                return false;
            ByteReader reader(field);
            size = number(reader, width);
            skip += quint64(width);
        } else if (begin[0] == 1) {
            head.bytes(8);
            size = head.number<quint32>();
        } else {
            complain("an object without a header");
            return false;
        }
        // Positions of message blocks, the first and its continuations.
        std::vector<std::pair<quint64, quint64>> places{{where + skip, size}};
        for (size_t i = 0; i < places.size(); ++i) {
            if (places[i].second > kMaxBlock || places.size() > 64)
                return unknown();
            if (places[i].second == 0)
                continue;
            blocks.push_back(at(places[i].first, places[i].second));
            if (blocks.back().isEmpty())
                return false;
            QByteArrayView bytes = blocks.back();
            if (isNew && i > 0) {
                if (!bytes.startsWith("OCHK") || bytes.size() < 8) {
                    complain("an object whose header breaks off");
                    return false;
                }
                bytes = bytes.sliced(4).chopped(4);
            }
            if (!split(bytes, isNew, hasOrder, messages))
                return unknown();
            for (size_t m = 0; m < messages.size(); ++m) {
                if (messages[m].type != 0x10)
                    continue;
                ByteReader reader(messages[m].bytes);
                const quint64 next = address(reader), bytesThere = length(reader);
                messages[m].type = 0;  // done
                if (!reader.isShort())
                    places.emplace_back(next, bytesThere);
            }
        }
        return true;
    }

    bool split(QByteArrayView bytes, bool isNew, bool hasOrder, std::vector<Message> &messages) const
    {
        ByteReader reader(bytes);
        const qsizetype least = isNew ? (hasOrder ? 6 : 4) : 8;
        while (reader.left() >= least) {
            const unsigned type = isNew ? reader.number<quint8>() : reader.number<quint16>();
            const auto size = reader.number<quint16>();
            const auto flags = reader.number<quint8>();
            reader.bytes(isNew ? (hasOrder ? 2 : 0) : 3);
            const QByteArrayView data = reader.bytes(size);
            if (reader.isShort() || messages.size() >= kMaxMessages)
                return false;
            messages.push_back({flags & 2 ? type | kElsewhere : type, data});
        }
        return true;
    }

    bool unknown()
    {
        m_list.isWhole = false;
        return false;
    }

    void take(const Object &object, const std::vector<Message> &messages)
    {
        const Message *space = nullptr, *type = nullptr, *layout = nullptr;
        for (const Message &message : messages) {
            switch (message.type) {
            case 0x01: space = &message; break;
            case 0x02: linkInfo(message.bytes); break;
            case 0x03: type = &message; break;
            case 0x06: link(object, message.bytes); break;
            case 0x08: layout = &message; break;
            case 0x01 | kElsewhere:
            case 0x03 | kElsewhere: m_list.isWhole = false; break;
            case 0x11: {
                ByteReader reader(message.bytes);
                const quint64 tree = address(reader), heap = address(reader);
                if (!reader.isShort())
                    add({object.header, tree, heap, object.path, object.depth});
                break;
            }
            default: break;
            }
        }
        if (space && type)
            dataset(object.path, space->bytes, type->bytes, layout ? layout->bytes : QByteArrayView());
    }

    void add(const Object &object)
    {
        if (object.depth > kDeepestObject || m_objects++ > kMaxObjects || object.path.size() > kMaxPath)
            m_list.isWhole = false;
        else
            m_pending.push_back(object);
    }

    void child(const Object &of, QByteArrayView name, quint64 header, quint64 tree = kNowhere, quint64 heap = kNowhere)
    {
        const QString own = QString::fromUtf8(name.first(std::min(name.size(), kMaxName)));
        add({header, tree, heap, of.path.isEmpty() ? own : of.path + u'/' + own, of.depth + 1});
    }

    // Many links of the newer kind are stored in a separate heap.
    void linkInfo(QByteArrayView bytes)
    {
        ByteReader reader(bytes);
        reader.bytes(1);
        if (reader.number<quint8>() & 1)
            reader.bytes(8);
        if (address(reader) != kNowhere)
            m_list.isWhole = false;
    }

    void link(const Object &of, QByteArrayView bytes)
    {
        ByteReader reader(bytes);
        reader.bytes(1);
        const auto flags = reader.number<quint8>();
        const unsigned kind = flags & 8 ? reader.number<quint8>() : 0;
        reader.bytes((flags & 4 ? 8 : 0) + (flags & 16 ? 1 : 0));
        const QByteArrayView name = reader.bytes(number(reader, 1 << (flags & 3)));
        const quint64 header = address(reader);
        if (reader.isShort())
            m_list.isWhole = false;
        else if (kind == 0)  // others point to names, here or in other files
            child(of, name, header);
    }

    // A symbol table: a tree of nodes, and their names in a heap.
    void group(const Object &object)
    {
        const quint64 offsets = quint64(m_root.offsetBytes), lengths = quint64(m_root.lengthBytes);
        if (m_seen.contains(object.tree))
            return;
        const QByteArray heapHead = at(object.heap, 8 + 2 * lengths + offsets);
        if (!heapHead.isEmpty() && !heapHead.startsWith("HEAP"))
            return complain("a group without names");
        QByteArray heap;
        if (!heapHead.isEmpty()) {
            ByteReader reader(heapHead);
            reader.bytes(8);
            const quint64 bytes = length(reader);
            length(reader);
            if (bytes > kMaxHeap)
                return void(unknown());
            heap = at(address(reader), bytes);
        }
        std::vector<quint64> nodes{object.tree};
        std::vector<QByteArray> tables;
        QSet<quint64> known;
        for (size_t i = 0; i < nodes.size() && !m_list.complaint; ++i) {
            if (known.contains(nodes[i]) || nodes.size() > kMaxNodes)
                return complain("a group that holds itself");
            known.insert(nodes[i]);
            const QByteArray begin = at(nodes[i], 8);
            if (begin.isEmpty())
                continue;
            const auto count = quint64(qFromLittleEndian<quint16>(begin.constData() + 6));
            if (begin.startsWith("SNOD")) {
                tables.push_back(at(nodes[i], 8 + count * (2 * offsets + 24)));
                continue;
            }
            if (!begin.startsWith("TREE") || begin[4] != 0)
                return complain("a group whose tree is none");
            const QByteArray node = at(nodes[i], 8 + 2 * offsets + lengths + count * (offsets + lengths));
            if (node.isEmpty())
                continue;
            ByteReader reader(node);
            reader.bytes(8 + 2 * offsets + lengths);
            for (quint64 child = 0; child < count; ++child) {
                nodes.push_back(address(reader));
                reader.bytes(lengths);
            }
        }
        if (m_isWaiting || m_list.complaint)
            return;
        m_seen.insert(object.tree);
        for (const QByteArray &table : tables)
            entries(object, table, heap);
    }

    void entries(const Object &of, const QByteArray &table, const QByteArray &heap)
    {
        ByteReader reader(table);
        reader.bytes(8);
        while (!reader.isAtEnd() && !reader.isShort()) {
            const quint64 name = address(reader), header = address(reader);
            const auto kind = reader.number<quint32>();
            reader.bytes(4);
            ByteReader scratch(reader.bytes(16));
            if (reader.isShort() || name >= quint64(heap.size()))
                return complain("a name outside its heap");
            const QByteArrayView rest = QByteArrayView(heap).sliced(qsizetype(name));
            const qsizetype end = rest.indexOf('\0');
            if (end < 0)
                return complain("a name without end");
            const quint64 tree = kind == 1 ? address(scratch) : kNowhere, names = kind == 1 ? address(scratch) : kNowhere;
            if (kind != 2)  // 2: a link by name
                child(of, rest.first(end), header, tree, names);
        }
    }

    void dataset(const QString &path, QByteArrayView space, QByteArrayView type, QByteArrayView layout)
    {
        TensorInfo tensor;
        tensor.name = path;
        tensor.file = m_reader.file().name;
        ByteReader reader(space);
        const auto version = reader.number<quint8>(), rank = reader.number<quint8>();
        reader.bytes(version == 1 ? 6 : 2);
        quint64 elements = 1, bytes = 0;
        for (int i = 0; i < rank; ++i) {
            const quint64 size = length(reader);
            if (size > quint64(std::numeric_limits<qint64>::max()) || __builtin_mul_overflow(elements, size, &elements))
                return complain("a shape too large");
            tensor.shape.push_back(qint64(size));
        }
        ByteReader form(type);
        const auto kind = form.number<quint8>();
        const auto bits = form.number<quint8>();
        form.bytes(2);
        const auto size = form.number<quint32>();
        if (reader.isShort() || form.isShort() || rank > 32 || version < 1 || version > 2)
            return complain("a dataset without shape or type");
        tensor.dtype = typeName(kind & 15, bits, size, form);
        if (__builtin_mul_overflow(elements, quint64(size), &bytes))
            return complain("a shape too large");
        tensor.bytes = bytes;
        // Version 3 and later, contiguous: position and size.
        ByteReader place(layout);
        if (place.number<quint8>() >= 3 && place.number<quint8>() == 1) {
            const quint64 begin = address(place), there = length(place);
            const bool isOtherOrder = (kind & 15) <= 1 && (bits & 1);
            if (!place.isShort() && begin != kNowhere) {
                if (there < bytes || begin > quint64(m_reader.size()) || there > quint64(m_reader.size()) - begin)
                    return complain("a dataset outside the file");
                // The code that reads the numbers expects little-endian data.
                if (!isOtherOrder)
                    tensor.storage = QStringLiteral("%1+%2").arg(begin).arg(bytes);
            }
        }
        m_list.tensors.push_back(std::move(tensor));
    }

    static QString typeName(int kind, unsigned bits, quint32 size, ByteReader &form)
    {
        switch (kind) {
        case 0: return QStringLiteral("%1int%2").arg(bits & 8 ? QString() : QStringLiteral("u")).arg(size * 8);
        case 1: {
            form.bytes(5);
            const auto exponent = form.number<quint8>();
            return size == 2 && exponent == 8 ? QStringLiteral("bfloat16") : QStringLiteral("float%1").arg(size * 8);
        }
        case 3: return QStringLiteral("str");
        case 6: return QStringLiteral("structured");
        case 8: return size == 1 ? QStringLiteral("bool") : QStringLiteral("enum");
        case 9: return QStringLiteral("object");
        default: return {};
        }
    }

    RangeReader &m_reader;
    const Hdf5Root m_root;
    Hdf5List m_list;
    std::vector<Object> m_pending;
    QSet<quint64> m_seen;
    QList<RangeReader::Range> m_wanted;
    qint64 m_bytes = 0;
    size_t m_objects = 0;
    bool m_isWaiting = false;
};

}  // namespace

Hdf5List listHdf5(RangeReader &reader, const Hdf5Root &root) { return Lister(reader, root).list(); }

}  // namespace trainyard
