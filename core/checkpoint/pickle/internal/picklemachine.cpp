// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/pickle/internal/picklemachine.h"

#include <QtEndian>

#include <bit>

namespace trainyard {

namespace {

constexpr qsizetype kMaxBytes = 256 * 1024 * 1024;

}  // namespace

Pickle Pickle::read(const QByteArray &bytes, qsizetype from, const PickleLimits &limits)
{
    Pickle pickle;
    pickle.m_bytes = bytes;
    PickleMachine(pickle, limits, from).run();
    return pickle;
}

PickleMachine::PickleMachine(Pickle &pickle, const PickleLimits &limits, qsizetype from)
    : m_out(pickle), m_limits(limits), m_data(pickle.m_bytes.constData()), m_size(std::min(pickle.m_bytes.size(), from + kMaxBytes)),
      m_at(from)
{
    Q_ASSERT(from >= 0 && from <= pickle.m_bytes.size() && pickle.m_bytes.size() < std::numeric_limits<qint32>::max());
    m_small.fill(kNoPickleRef);
    add(PickleKind::None);
    add(PickleKind::Bool, 0);
    add(PickleKind::Bool, 1);
    add(PickleKind::Tuple);
}

void PickleMachine::run()
{
    for (qint64 count = 0;; ++count) {
        if (m_at >= m_size) {
            cutOff();
            break;
        }
        if (count >= m_limits.opcodes) {
            fail(PickleEnd::TooLarge, "too many opcodes");
            break;
        }
        m_opcodeAt = quint32(m_at);
        const auto opcode = quint8(m_data[m_at++]);
        m_out.m_opcodes.set(opcode);
        if (opcode == '.') {
            PickleRef root = kNoPickleRef;
            if (pop(&root)) {
                m_out.m_root = root;
                m_out.m_end = PickleEnd::Stopped;
            }
            break;
        }
        if (!(opcode < 0x80 ? step(opcode) : stepLong(opcode)))
            break;
    }
    m_out.m_endOffset = m_at;
}

bool PickleMachine::fail(PickleEnd end, const char *complaint)
{
    m_out.m_end = end;
    m_out.m_complaint = complaint;
    return false;
}

bool PickleMachine::cutOff() { return fail(m_size < m_out.m_bytes.size() ? PickleEnd::TooLarge : PickleEnd::CutOff, "it does not end"); }

bool PickleMachine::step(quint8 opcode)
{
    Text line, second;
    PickleRef ref = 0, other = 0;
    size_t from = 0;
    switch (opcode) {
    case '(':
        if (m_stack.size() + m_marks.size() >= m_limits.stack)
            return fail(PickleEnd::TooLarge, "too many open marks");
        m_marks.push_back(m_stack.size());
        return true;
    case '0':
        if (!m_marks.empty() && m_marks.back() == m_stack.size()) {
            m_marks.pop_back();
            return true;
        }
        return pop(&ref);
    case '1':
        if (!popMark(&from))
            return false;
        m_stack.resize(from);
        return true;
    case '2': return top(&ref) && push(ref);
    case 'N': return push(kNone);
    case 'I': return takeLine(&line) && number(line, false);
    case 'L': return takeLine(&line) && number(line, true);
    case 'F': return takeLine(&line) && real(line);
    case 'S': return takeLine(&line) && string(line);
    case 'V': return takeLine(&line) && unicode(line);
    case 'J': {
        qint32 value = 0;
        return takeNumber(&value) && pushWhole(value);
    }
    case 'K': {
        quint8 value = 0;
        return takeNumber(&value) && pushWhole(value);
    }
    case 'M': {
        quint16 value = 0;
        return takeNumber(&value) && pushWhole(value);
    }
    case 'G': {
        quint32 at = 0;
        return take(8, &at) && pushReal(std::bit_cast<double>(qFromBigEndian<quint64>(m_data + at)));
    }
    case 'T': return takeCounted<qint32>(PickleKind::String, Pickle::IsLatin1);
    case 'U': return takeCounted<quint8>(PickleKind::String, Pickle::IsLatin1);
    case 'X': return takeCounted<quint32>(PickleKind::String, 0);
    case 'B': return takeCounted<quint32>(PickleKind::Bytes, 0);
    case 'C': return takeCounted<quint8>(PickleKind::Bytes, 0);
    case ')': return push(kEmptyTuple);
    case ']': return push(add(PickleKind::List, ~0u, ~0u));
    case '}': return push(add(PickleKind::Dict, ~0u, ~0u));
    case 't': return popMark(&from) && pushTuple(from);
    case 'l':
    case 'd': {
        if (!popMark(&from))
            return false;
        m_marked.assign(m_stack.begin() + qsizetype(from), m_stack.end());
        m_stack.resize(from);
        if (!push(add(opcode == 'l' ? PickleKind::List : PickleKind::Dict, ~0u, ~0u)))
            return false;
        from = m_stack.size();
        m_stack.insert(m_stack.end(), m_marked.begin(), m_marked.end());
        return grow(opcode == 'l' ? Growth::Append : Growth::Set, from);
    }
    case 'a': return m_stack.empty() ? broken("nothing to append") : grow(Growth::Append, m_stack.size() - 1);
    case 's': return m_stack.size() < 2 ? broken("nothing to set") : grow(Growth::Set, m_stack.size() - 2);
    case 'e': return popMark(&from) && grow(Growth::Append, from);
    case 'u': return popMark(&from) && grow(Growth::Set, from);
    case 'p':
    case 'g': {
        if (!takeLine(&line))
            return false;
        const auto which = index(line);
        return !which ? broken("a memo number that is none") : opcode == 'p' ? put(*which) : get(*which);
    }
    case 'q':
    case 'h': {
        quint8 which = 0;
        return takeNumber(&which) && (opcode == 'q' ? put(which) : get(which));
    }
    case 'r':
    case 'j': {
        quint32 which = 0;
        return takeNumber(&which) && (opcode == 'r' ? put(which) : get(which));
    }
    case 'c': return takeLine(&line) && takeLine(&second) && pushGlobal(line, second);
    case 'R': return pop(&other) && pop(&ref) && call(PickleCall::Reduce, ref, other);
    case 'b': return build();
    case 'o':
        if (!popMark(&from))
            return false;
        if (from == m_stack.size())
            return broken("an object of nothing");
        ref = m_stack[from];
        if (!pushTuple(from + 1) || !pop(&other))
            return false;
        m_stack.resize(from);
        return call(PickleCall::Object, ref, other);
    case 'i':
        if (!takeLine(&line) || !takeLine(&second) || !popMark(&from) || !pushTuple(from) || !pop(&other) || !pushGlobal(line, second)
            || !pop(&ref))
            return false;
        return call(PickleCall::Instance, ref, other);
    case 'P':
        if (!takeLine(&line) || !pushText(PickleKind::String, line) || !pop(&other))
            return false;
        ref = add(PickleKind::PersistentId, other);
        note(PickleAct::TextPersistentId, ref);
        return push(ref);
    case 'Q': return pop(&other) && push(add(PickleKind::PersistentId, other));
    default: return broken("an opcode that does not exist");
    }
}

bool PickleMachine::stepLong(quint8 opcode)
{
    PickleRef ref = 0, other = 0;
    size_t from = 0;
    switch (opcode) {
    case 0x80: {  // PROTO
        quint8 protocol = 0;
        if (!takeNumber(&protocol))
            return false;
        if (protocol > 5)
            return broken("a protocol that does not exist");
        if (m_out.m_values.size() > kEmptyTuple + 1 || !m_stack.empty() || !m_marks.empty())
            note(PickleAct::LateProtocol, kNoPickleRef);
        m_out.m_protocol = protocol;
        return true;
    }
    case 0x81: return pop(&other) && pop(&ref) && call(PickleCall::NewObject, ref, other);
    case 0x82:  // EXT1, EXT2, EXT4: the meaning of the number is known only where it is loaded
    case 0x83:
    case 0x84: {
        quint32 at = 0, code = 0;
        const int bytes = 1 << (opcode - 0x82);
        if (!take(bytes, &at))
            return false;
        for (int i = 0; i < bytes; ++i)
            code |= quint32(quint8(m_data[at + quint32(i)])) << (8 * i);
        return push(add(PickleKind::Extension, code));
    }
    case 0x85:
    case 0x86:
    case 0x87: {
        const size_t count = opcode - 0x84u, fence = m_marks.empty() ? 0 : m_marks.back();
        return m_stack.size() - fence < count ? broken("too little for a tuple") : pushTuple(m_stack.size() - count);
    }
    case 0x88: return push(kTrue);
    case 0x89: return push(kFalse);
    case 0x8a: {  // LONG1
        quint8 length = 0;
        quint32 at = 0;
        return takeNumber(&length) && take(length, &at) && little(at, length);
    }
    case 0x8b: {  // LONG4
        qint32 length = 0;
        quint32 at = 0;
        return takeNumber(&length) && take(length, &at) && little(at, quint32(length));
    }
    case 0x8c: return takeCounted<quint8>(PickleKind::String, 0);
    case 0x8d: return takeCounted<quint64>(PickleKind::String, 0);
    case 0x8e: return takeCounted<quint64>(PickleKind::Bytes, 0);
    case 0x8f: return push(add(PickleKind::Set, ~0u, ~0u));
    case 0x90: return popMark(&from) && grow(Growth::Add, from);
    case 0x91: {  // FROZENSET
        if (!popMark(&from))
            return false;
        const PickleRef set = add(PickleKind::Set, ~0u, ~0u);
        if (set == kNoPickleRef)
            return false;
        Pickle::Chain chain;
        link(chain, std::span(m_stack).subspan(from));
        Value &value = m_out.m_values[set];
        value.a = chain.first, value.b = chain.last, value.c = chain.count;
        m_stack.resize(from);
        return push(set);
    }
    case 0x92: {  // NEWOBJ_EX
        PickleRef keywords = 0;
        if (!pop(&keywords) || !pop(&other) || !pop(&ref))
            return false;
        const PickleRef both[] = {other, keywords};
        const PickleRef arguments = tuple(both);
        return arguments != kNoPickleRef && call(PickleCall::NewObjectEx, ref, arguments);
    }
    case 0x93: return stackGlobal();
    case 0x94: return put(qint64(m_memoCount));
    case 0x95: {  // FRAME: how far to read ahead; unpicklers continue whatever it states
        quint64 length = 0;
        return takeNumber(&length);
    }
    case 0x96: return takeCounted<quint64>(PickleKind::Bytes, 0);
    case 0x97: return push(add(PickleKind::Buffer));
    case 0x98: return top(&ref);
    default: return broken("an opcode that does not exist");
    }
}

bool PickleMachine::take(qint64 length, quint32 *offset)
{
    if (length < 0)
        return broken("a length below zero");
    if (length > m_size - m_at)
        return cutOff();
    *offset = quint32(m_at);
    m_at += length;
    return true;
}

bool PickleMachine::takeLine(Text *line)
{
    const QByteArrayView rest(m_data + m_at, std::min(m_size - m_at, m_limits.line + 1));
    const qsizetype end = rest.indexOf('\n');
    if (end < 0)
        return rest.size() > m_limits.line ? fail(PickleEnd::TooLarge, "a line without end") : cutOff();
    *line = {quint32(m_at), quint32(end), false};
    m_at += end + 1;
    return true;
}

template <typename T>
bool PickleMachine::takeNumber(T *number)
{
    quint32 at = 0;
    if (!take(sizeof(T), &at))
        return false;
    *number = qFromLittleEndian<T>(m_data + at);
    return true;
}

template <typename T>
bool PickleMachine::takeCounted(PickleKind kind, quint8 flags)
{
    T length = 0;
    if (!takeNumber(&length))
        return false;
    if constexpr (sizeof(T) == 8) {
        if (length > quint64(std::numeric_limits<qint64>::max()))
            return broken("a length beyond all memory");
    }
    Text bytes;
    if (!take(qint64(length), &bytes.offset))
        return false;
    bytes.length = quint32(length);
    return pushText(kind, bytes, flags);
}

}  // namespace trainyard
