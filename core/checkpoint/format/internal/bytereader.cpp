// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/internal/bytereader.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <algorithm>

namespace trainyard {

namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

constexpr qsizetype kMaxVarint = 10, kMaxHead = 2 * kMaxVarint;

// Limited to what a key or a length can take, however many bytes there are.
CodedInputStream streamOf(QByteArrayView bytes, qsizetype most)
{
    return CodedInputStream(reinterpret_cast<const uint8_t *>(bytes.data()), int(std::min(bytes.size(), most)));
}

}  // namespace

quint64 ByteReader::varint()
{
    CodedInputStream in = streamOf(rest(), kMaxVarint);
    uint64_t value = 0;
    m_isShort = m_isShort || !in.ReadVarint64(&value);
    if (m_isShort)
        return 0;
    m_at += in.CurrentPosition();
    return value;
}

ProtoHead protoHead(QByteArrayView bytes)
{
    CodedInputStream in = streamOf(bytes, kMaxHead);
    const uint32_t tag = in.ReadTag();
    ProtoHead head;
    head.number = quint32(WireFormatLite::GetTagFieldNumber(tag));
    uint64_t read = 0;
    bool isThere = head.number != 0;
    switch (WireFormatLite::GetTagWireType(tag)) {
    case WireFormatLite::WIRETYPE_VARINT:
        isThere = in.ReadVarint64(&read) && isThere;
        head.value = read;
        break;
    case WireFormatLite::WIRETYPE_LENGTH_DELIMITED:
        isThere = in.ReadVarint64(&read) && isThere;
        head.length = read;
        head.isBytes = true;
        break;
    case WireFormatLite::WIRETYPE_FIXED64: head.length = 8; break;
    case WireFormatLite::WIRETYPE_FIXED32: head.length = 4; break;
    default: head.fault = ProtoHead::Fault::Kind; return head;
    }
    head.fault = isThere ? ProtoHead::Fault::None : ProtoHead::Fault::Short;
    head.size = in.CurrentPosition();
    return head;
}

std::optional<ProtoField> nextField(ByteReader &reader)
{
    const ProtoHead head = protoHead(reader.rest());
    if (head.fault != ProtoHead::Fault::None)
        return std::nullopt;
    reader.bytes(quint64(head.size));
    ProtoField field;
    field.number = head.number;
    field.value = head.value;
    const QByteArrayView bytes = reader.bytes(head.length);
    if (reader.isShort())
        return std::nullopt;
    if (head.isBytes)
        field.bytes = bytes;
    else if (head.length == 8)
        field.value = qFromLittleEndian<quint64>(bytes.data());
    else if (head.length == 4)
        field.value = qFromLittleEndian<quint32>(bytes.data());
    return field;
}

}  // namespace trainyard
