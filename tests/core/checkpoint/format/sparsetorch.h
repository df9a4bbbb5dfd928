// SPDX-License-Identifier: GPL-3.0-or-later
// A file of any size in the layout of torch.save: the tensors' data are holes without checksums, as torch writes them on request.
#pragma once

#include <QByteArray>
#include <QFile>
#include <QList>
#include <QtEndian>

#include <algorithm>
#include <vector>

namespace trainyard {

struct SparseTensor {
    QByteArray name;
    QList<quint64> shape;
    bool isHalf = false;  // bfloat16 instead of float32
};

// One dictionary in the file's object: for example "model" and its tensors.
struct SparsePart {
    QByteArray name;
    std::vector<SparseTensor> tensors;
};

class SparseTorch {
public:
    // False: the file system does not support holes of this size, or is full.
    static bool write(const QString &path, const std::vector<SparsePart> &parts, quint32 step)
    {
        SparseTorch made;
        made.pickle(parts, step);
        return made.file(path);
    }

private:
    template <typename T>
    static QByteArray le(T value)
    {
        QByteArray bytes(sizeof(T), '\0');
        qToLittleEndian(value, bytes.data());
        return bytes;
    }
    void text(const QByteArray &words)
    {
        m_pickle += "X" + le(quint32(words.size())) + words;
        memo();
    }
    void whole(quint64 value) { value <= 0x7fffffff ? m_pickle += "J" + le(quint32(value)) : m_pickle += "\x8a\x08" + le(value); }
    void memo() { m_pickle += "r" + le(m_memo++); }
    void again(quint32 which) { m_pickle += "j" + le(which); }
    quint32 named(const QByteArray &name)
    {
        m_pickle += "c" + name + "\n";
        memo();
        return m_memo - 1;
    }
    void tuple(const QList<quint64> &values)
    {
        m_pickle += '(';
        for (const quint64 value : values)
            whole(value);
        m_pickle += 't';
        memo();
    }

    void pickle(const std::vector<SparsePart> &parts, quint32 step)
    {
        m_pickle = "\x80\x02}";
        memo();
        m_pickle += '(';
        for (const SparsePart &part : parts) {
            text(part.name);
            m_pickle += '}';
            memo();
            m_pickle += '(';
            for (const SparseTensor &one : part.tensors)
                tensor(one);
            m_pickle += 'u';
        }
        text("step");
        whole(step);
        m_pickle += "u.";
    }
    // A name is written once and memoized, as by the pickler.
    void name(int which, const QByteArray &words)
    {
        if (m_names[size_t(which)] == 0)
            m_names[size_t(which)] = named(words);
        else
            again(m_names[size_t(which)]);
    }
    void tensor(const SparseTensor &one)
    {
        QList<quint64> strides;
        quint64 elements = 1;
        for (qsizetype i = one.shape.size() - 1; i >= 0; --i) {
            strides.prepend(elements);
            elements *= one.shape[i];
        }
        text(one.name);
        name(0, "torch._utils\n_rebuild_tensor_v2");
        m_pickle += "((";
        text("storage");
        one.isHalf ? name(1, "torch\nBFloat16Storage") : name(2, "torch\nFloatStorage");
        text(QByteArray::number(qint64(m_storages.size())));
        text("cpu");
        whole(elements);
        m_pickle += 't';
        memo();
        m_pickle += QByteArray("QK\0", 3);
        tuple(one.shape);
        tuple(strides);
        m_pickle += '\x89';
        name(3, "collections\nOrderedDict");
        m_pickle += ")R";
        memo();
        m_pickle += 't';
        memo();
        m_pickle += 'R';
        memo();
        m_storages.push_back(elements * (one.isHalf ? 2 : 4));
    }

    struct Record {
        QByteArray name;
        quint64 offset, bytes;
        quint32 crc;
    };
    static quint32 crc(const QByteArray &bytes)
    {
        quint32 value = ~quint32(0);
        for (const char c : bytes) {
            value ^= quint8(c);
            for (int bit = 0; bit < 8; ++bit)
                value = (value >> 1) ^ (value & 1 ? 0xedb88320 : 0);
        }
        return bytes.isEmpty() ? 0 : ~value;
    }
    bool record(QFile &file, const QByteArray &name, const QByteArray &data, quint64 bytes)
    {
        const quint64 at = m_at;
        const quint64 begin = at + 30 + quint64(name.size()) + 4, padded = (begin + 63) / 64 * 64;
        m_records.push_back({name, at, bytes, crc(data)});
        const QByteArray local = "PK\x03\x04" + QByteArray("\0\0\x08\x08", 4) + QByteArray(18, '\0') + le(quint16(name.size()))
                                 + le(quint16(padded - begin + 4)) + name + "FB" + le(quint16(padded - begin))
                                 + QByteArray(qsizetype(padded - begin), 'Z');
        m_at = padded + bytes + (bytes >= 0xffffffff || at >= 0xffffffff ? 24 : 16);
        return file.seek(qint64(at)) && file.write(local + data) == local.size() + data.size();
    }
    bool file(const QString &path)
    {
        QFile file(path);
        if (!file.open(QIODevice::ReadWrite | QIODevice::Truncate) || !record(file, "archive/data.pkl", m_pickle, quint64(m_pickle.size())))
            return false;
        // In the order of the keys as texts.
        std::vector<std::pair<QByteArray, quint64>> inOrder;
        for (size_t i = 0; i < m_storages.size(); ++i)
            inOrder.emplace_back(QByteArray::number(qint64(i)), m_storages[i]);
        std::sort(inOrder.begin(), inOrder.end());
        for (const auto &[key, bytes] : inOrder) {
            if (!record(file, "archive/data/" + key, {}, bytes))
                return false;
        }
        if (!record(file, "archive/version", "3\n", 2))
            return false;
        QByteArray directory;
        for (const Record &one : m_records) {
            const bool isBig = one.bytes >= 0xffffffff, isFar = one.offset >= 0xffffffff;
            const QByteArray wide = (isBig ? le(one.bytes) + le(one.bytes) : QByteArray()) + (isFar ? le(one.offset) : QByteArray());
            const QByteArray extra = wide.isEmpty() ? wide : le<quint16>(1) + le(quint16(wide.size())) + wide;
            const auto size = quint32(isBig ? 0xffffffff : one.bytes);
            directory += "PK\x01\x02" + QByteArray("\0\0\0\0\x08\x08", 6) + QByteArray(6, '\0') + le(one.crc) + le(size) + le(size)
                         + le(quint16(one.name.size())) + le(quint16(extra.size())) + QByteArray(10, '\0')
                         + le(quint32(isFar ? 0xffffffff : one.offset)) + one.name + extra;
        }
        const quint64 count = m_records.size(), end = m_at + quint64(directory.size());
        const auto narrow = [](quint64 value, quint64 most) { return std::min(value, most); };
        directory += "PK\x06\x06" + le<quint64>(44) + QByteArray("\x1e\3\x2d\0\0\0\0\0\0\0\0\0", 12) + le(count) + le(count)
                     + le(end - m_at) + le(m_at) + "PK\x06\x07" + le<quint32>(0) + le(end) + le<quint32>(1) + "PK\x05\x06" + le<quint32>(0)
                     + le(quint16(narrow(count, 0xffff))) + le(quint16(narrow(count, 0xffff))) + le(quint32(narrow(end - m_at, 0xffffffff)))
                     + le(quint32(narrow(m_at, 0xffffffff))) + le<quint16>(0);
        return file.seek(qint64(m_at)) && file.write(directory) == directory.size() && file.flush();
    }

    QByteArray m_pickle;
    quint32 m_memo = 1;
    quint32 m_names[4] = {};
    std::vector<quint64> m_storages;
    std::vector<Record> m_records;
    quint64 m_at = 0;
};

}  // namespace trainyard
