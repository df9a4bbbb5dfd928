// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/pickle/pickle.h"

#include <algorithm>
#include <bit>

namespace trainyard {

QByteArrayView Pickle::view(quint32 offset, quint32 length, bool isDecoded) const
{
    return QByteArrayView(isDecoded ? m_decoded : m_bytes).sliced(offset, length);
}

std::optional<qint64> Pickle::integer(PickleRef ref) const
{
    if (!isKind(ref, PickleKind::Int) && !isKind(ref, PickleKind::Bool))
        return std::nullopt;
    return qint64(quint64(m_values[ref].b) << 32 | m_values[ref].a);
}

std::optional<double> Pickle::number(PickleRef ref) const
{
    if (const auto whole = integer(ref))
        return double(*whole);
    if (!isKind(ref, PickleKind::Float))
        return std::nullopt;
    return std::bit_cast<double>(quint64(m_values[ref].b) << 32 | m_values[ref].a);
}

QByteArrayView Pickle::raw(PickleRef ref) const
{
    if (!isKind(ref, PickleKind::String) && !isKind(ref, PickleKind::Bytes) && !isKind(ref, PickleKind::BigInt))
        return {};
    const Value &value = m_values[ref];
    return view(value.a, value.b, value.flags & IsDecoded);
}

QString Pickle::text(PickleRef ref, qsizetype most) const
{
    const QByteArrayView bytes = raw(ref).first(std::min(most, raw(ref).size()));
    if (isKind(ref, PickleKind::BigInt) && !(m_values[ref].flags & IsLatin1))
        return QStringLiteral("0x") + QString::fromLatin1(bytes.toByteArray().toHex());  // the raw bytes
    return ref < m_values.size() && (m_values[ref].flags & IsLatin1) ? QString::fromLatin1(bytes) : QString::fromUtf8(bytes);
}

QByteArrayView Pickle::module(PickleRef global) const
{
    const Value &value = m_values[global];
    return view(value.a, value.b, value.flags & IsDecoded);
}

QByteArrayView Pickle::name(PickleRef global) const
{
    const Value &value = m_values[global];
    return view(value.c, value.d, value.flags & IsNameDecoded);
}

bool Pickle::isGlobal(PickleRef ref, QByteArrayView module, QByteArrayView name) const
{
    return isKind(ref, PickleKind::Global) && this->name(ref) == name && this->module(ref) == module;
}

Pickle::Chain Pickle::itemChain(PickleRef ref) const
{
    const Value &value = m_values[ref];
    if (value.kind == PickleKind::List || value.kind == PickleKind::Set)
        return {value.a, value.b, value.c};
    if (value.kind == PickleKind::Call && value.d != kNoPickleRef)
        return m_grown[value.d].items;
    return {};
}

Pickle::Chain Pickle::pairChain(PickleRef ref) const
{
    const Value &value = m_values[ref];
    if (value.kind == PickleKind::Dict)
        return {value.a, value.b, value.c};
    if (value.kind == PickleKind::Call && value.d != kNoPickleRef)
        return m_grown[value.d].pairs;
    return {};
}

qsizetype Pickle::itemCount(PickleRef ref) const
{
    if (ref >= m_values.size())
        return 0;
    return m_values[ref].kind == PickleKind::Tuple ? m_values[ref].b : itemChain(ref).count;
}

qsizetype Pickle::pairCount(PickleRef ref) const { return ref < m_values.size() ? pairChain(ref).count / 2 : 0; }

PickleRef Pickle::item(PickleRef tuple, qsizetype index) const
{
    if (!isKind(tuple, PickleKind::Tuple) || index < 0 || index >= qsizetype(m_values[tuple].b))
        return kNoPickleRef;
    return m_refs[m_values[tuple].a + size_t(index)];
}

PickleRef Pickle::value(PickleRef dict, QByteArrayView key) const
{
    PickleRef found = kNoPickleRef;
    eachPair(dict, [&](PickleRef name, PickleRef value) {
        if (isKind(name, PickleKind::String) && raw(name) == key)
            found = value;
    });
    return found;
}

bool Pickle::isHeld(PickleRef ref) const
{
    if (std::find(m_refs.begin(), m_refs.end(), ref) != m_refs.end())
        return true;
    return std::any_of(m_values.begin(), m_values.end(), [ref](const Value &value) {
        return (value.kind == PickleKind::Call && (value.b == ref || value.c == ref))
               || (value.kind == PickleKind::PersistentId && value.a == ref);
    });
}

}  // namespace trainyard
