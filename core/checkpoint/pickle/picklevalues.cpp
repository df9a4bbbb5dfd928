// SPDX-License-Identifier: GPL-3.0-or-later
// The results of the machine's opcodes: values in the arena, the stack, the memo and containers.
#include "core/checkpoint/pickle/internal/picklemachine.h"

#include "core/checkpoint/pickle/picklereading.h"

#include <bit>

namespace trainyard {

namespace {

constexpr size_t kMaxIncidents = 1000;

}  // namespace

PickleRef PickleMachine::add(PickleKind kind, quint32 a, quint32 b, quint32 c, quint32 d, quint8 flags)
{
    if (m_out.m_values.size() >= m_limits.values) {
        fail(PickleEnd::TooLarge, "too many values");
        return kNoPickleRef;
    }
    m_out.m_values.push_back({kind, flags, m_opcodeAt, a, b, c, d});
    return PickleRef(m_out.m_values.size() - 1);
}

bool PickleMachine::push(PickleRef ref)
{
    if (ref == kNoPickleRef)
        return false;  // add() has recorded the reason
    if (m_stack.size() + m_marks.size() >= m_limits.stack)
        return fail(PickleEnd::TooLarge, "too much on the stack");
    m_stack.push_back(ref);
    return true;
}

bool PickleMachine::pushWhole(qint64 value)
{
    if (value < 0 || value > 255)
        return push(add(PickleKind::Int, quint32(quint64(value)), quint32(quint64(value) >> 32)));
    PickleRef &small = m_small[size_t(value)];
    if (small == kNoPickleRef)
        small = add(PickleKind::Int, quint32(value));
    return push(small);
}

bool PickleMachine::pushReal(double value)
{
    const auto bits = std::bit_cast<quint64>(value);
    return push(add(PickleKind::Float, quint32(bits), quint32(bits >> 32)));
}

bool PickleMachine::pushText(PickleKind kind, const Text &text, quint8 flags)
{
    return push(add(kind, text.offset, text.length, 0, 0, quint8(flags | (text.isDecoded ? Pickle::IsDecoded : 0))));
}

bool PickleMachine::pop(PickleRef *ref)
{
    if (m_stack.size() <= (m_marks.empty() ? 0 : m_marks.back()))
        return broken("the stack is empty");
    *ref = m_stack.back();
    m_stack.pop_back();
    return true;
}

bool PickleMachine::popMark(size_t *from)
{
    if (m_marks.empty())
        return broken("a mark is missing");
    *from = m_marks.back();
    m_marks.pop_back();
    return true;
}

bool PickleMachine::top(PickleRef *ref) { return pop(ref) && push(*ref); }

PickleRef PickleMachine::tuple(std::span<const PickleRef> refs)
{
    if (refs.empty())
        return kEmptyTuple;
    const auto first = quint32(m_out.m_refs.size());
    m_out.m_refs.insert(m_out.m_refs.end(), refs.begin(), refs.end());
    return add(PickleKind::Tuple, first, quint32(refs.size()));
}

bool PickleMachine::pushTuple(size_t from)
{
    const PickleRef made = tuple(std::span(m_stack).subspan(from));
    m_stack.resize(from);
    return push(made);
}

bool PickleMachine::number(const Text &line, bool isLong)
{
    QByteArrayView digits = text(line);
    if (!isLong && (digits == "00" || digits == "01"))
        return push(digits == "01" ? kTrue : kFalse);
    if (isLong && digits.endsWith('L'))
        digits.chop(1);
    if (digits.size() > m_limits.digits)
        return fail(PickleEnd::TooLarge, "a number of too many digits");
    if (const auto value = pickleInteger(digits, 0))
        return pushWhole(*value);
    return digits.isEmpty() ? broken("a number without digits") : pushText(PickleKind::BigInt, line, Pickle::IsLatin1);
}

bool PickleMachine::real(const Text &line)
{
    const auto value = pickleReal(text(line));
    return value ? pushReal(*value) : broken("a number that is none");
}

bool PickleMachine::string(const Text &line)
{
    const QByteArrayView quoted = text(line);
    if (quoted.size() < 2 || quoted.front() != quoted.back() || (quoted.front() != '\'' && quoted.front() != '"'))
        return broken("a text without quotes");
    if (!quoted.contains('\\'))
        return pushText(PickleKind::String, {line.offset + 1, line.length - 2, false}, Pickle::IsLatin1);
    return decoded(appendUnescaped(m_out.m_decoded, quoted.sliced(1, quoted.size() - 2)), Pickle::IsLatin1);
}

bool PickleMachine::unicode(const Text &line)
{
    if (!text(line).contains('\\'))
        return pushText(PickleKind::String, line, Pickle::IsLatin1);
    return decoded(appendRawUnicode(m_out.m_decoded, text(line)), 0);
}

bool PickleMachine::decoded(bool isWell, quint8 flags)
{
    const Text made{m_decodedEnd, quint32(m_out.m_decoded.size()) - m_decodedEnd, true};
    m_decodedEnd += made.length;
    return isWell ? pushText(PickleKind::String, made, flags) : broken("an escape that is none");
}

bool PickleMachine::little(quint32 offset, quint32 length)
{
    if (length > 8)
        return pushText(PickleKind::BigInt, {offset, length, false});
    quint64 value = 0;
    for (quint32 i = 0; i < length; ++i)
        value |= quint64(quint8(m_data[offset + i])) << (8 * i);
    if (length > 0 && length < 8 && (value >> (8 * length - 1)) & 1)
        value |= ~quint64(0) << (8 * length);
    return pushWhole(qint64(value));
}

std::optional<qint64> PickleMachine::index(const Text &line) const
{
    const auto value = pickleInteger(text(line), 10);
    return value && *value >= 0 ? value : std::nullopt;
}

bool PickleMachine::put(qint64 index)
{
    PickleRef ref = 0;
    if (!top(&ref))
        return false;
    const bool isNear = index < qint64(m_limits.memo);
    if (isNear && size_t(index) >= m_memo.size())
        m_memo.resize(size_t(index) + 1, kNoPickleRef);
    PickleRef &slot = isNear ? m_memo[size_t(index)] : m_farMemo.try_emplace(index, kNoPickleRef).first->second;
    if (slot == kNoPickleRef && ++m_memoCount > m_limits.memo)
        return fail(PickleEnd::TooLarge, "too much in the memo");
    slot = ref;
    return true;
}

bool PickleMachine::get(qint64 index)
{
    PickleRef ref = kNoPickleRef;
    if (index < qint64(m_memo.size()))
        ref = m_memo[size_t(index)];
    else if (const auto far = m_farMemo.find(index); far != m_farMemo.end())
        ref = far->second;
    return ref == kNoPickleRef ? broken("a memo that was never made") : push(ref);
}

bool PickleMachine::pushGlobal(const Text &module, const Text &name)
{
    return push(add(PickleKind::Global, module.offset, module.length, name.offset, name.length,
                    quint8((module.isDecoded ? Pickle::IsDecoded : 0) | (name.isDecoded ? Pickle::IsNameDecoded : 0))));
}

bool PickleMachine::stackGlobal()
{
    PickleRef name = 0, module = 0;
    if (!pop(&name) || !pop(&module))
        return false;
    if (!m_out.isKind(name, PickleKind::String) || !m_out.isKind(module, PickleKind::String))
        return broken("a name that is no text");
    const auto where = [this](PickleRef ref) {
        const Value &value = m_out.m_values[ref];
        return Text{value.a, value.b, bool(value.flags & Pickle::IsDecoded)};
    };
    return pushGlobal(where(module), where(name));
}

bool PickleMachine::call(PickleCall how, PickleRef callable, PickleRef arguments)
{
    return push(add(PickleKind::Call, callable, arguments, kNoPickleRef, kNoPickleRef, quint8(how)));
}

bool PickleMachine::build()
{
    PickleRef state = 0, target = 0;
    if (!pop(&state) || !top(&target))
        return false;
    Value &value = m_out.m_values[target];
    switch (value.kind) {
    case PickleKind::Call: value.c = state; return true;
    case PickleKind::Global: note(PickleAct::ChangesName, target); return true;
    case PickleKind::PersistentId:
    case PickleKind::Extension:
    case PickleKind::Buffer: return true;
    default: return broken("a state for a plain value");
    }
}

bool PickleMachine::grow(Growth how, size_t from)
{
    if (from > m_stack.size() || from == 0 || from - 1 < (m_marks.empty() ? 0 : m_marks.back()))
        return broken("a container is missing");
    const auto refs = std::span(m_stack).subspan(from);
    if (how == Growth::Set && refs.size() % 2)
        return broken("a key without a value");
    const PickleRef target = m_stack[from - 1];
    Value &value = m_out.m_values[target];
    const auto own = [&] {
        Pickle::Chain chain{value.a, value.b, value.c};
        link(chain, refs);
        value.a = chain.first, value.b = chain.last, value.c = chain.count;
        m_stack.resize(from);
        return true;
    };
    switch (value.kind) {
    case PickleKind::List: return how == Growth::Append ? own() : broken("a list that is used as something else");
    case PickleKind::Set: return how == Growth::Add ? own() : broken("a set that is used as something else");
    case PickleKind::Dict: return how == Growth::Set ? own() : broken("a dict that is used as something else");
    case PickleKind::Call:
        if (value.d == kNoPickleRef) {
            value.d = quint32(m_out.m_grown.size());
            m_out.m_grown.emplace_back();
        }
        link(how == Growth::Set ? m_out.m_grown[value.d].pairs : m_out.m_grown[value.d].items, refs);
        break;
    case PickleKind::Global: note(PickleAct::ChangesName, target); break;
    case PickleKind::PersistentId:
    case PickleKind::Extension:
    case PickleKind::Buffer: break;
    default: return broken("a plain value that is used as a container");
    }
    m_stack.resize(from);
    return true;
}

void PickleMachine::link(Pickle::Chain &chain, std::span<const PickleRef> refs)
{
    if (refs.empty())
        return;
    std::vector<Pickle::Run> &runs = m_out.m_runs;
    const auto first = quint32(m_out.m_refs.size());
    m_out.m_refs.insert(m_out.m_refs.end(), refs.begin(), refs.end());
    const auto count = quint32(refs.size());
    chain.count += count;
    if (chain.last != ~0u && runs[chain.last].first + runs[chain.last].count == first) {
        runs[chain.last].count += count;
        return;
    }
    runs.push_back({first, count, ~0u});
    const auto made = quint32(runs.size() - 1);
    (chain.last == ~0u ? chain.first : runs[chain.last].next) = made;
    chain.last = made;
}

void PickleMachine::note(PickleAct act, PickleRef value)
{
    if (m_out.m_incidents.size() < kMaxIncidents)
        m_out.m_incidents.push_back({act, m_opcodeAt, value});
}

}  // namespace trainyard
