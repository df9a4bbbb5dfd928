// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the opcodes of one pickle over inert values. Private to Pickle::read().
#pragma once

#include "core/checkpoint/pickle/pickle.h"

#include <array>
#include <map>

namespace trainyard {

class PickleMachine {
public:
    PickleMachine(Pickle &pickle, const PickleLimits &limits, qsizetype from);
    void run();

private:
    // The values that every pickle starts with.
    static constexpr PickleRef kNone = 0, kFalse = 1, kTrue = 2, kEmptyTuple = 3;
    using Value = Pickle::Value;
    struct Text {
        quint32 offset = 0, length = 0;
        bool isDecoded = false;
    };

    bool step(quint8 opcode);
    bool stepLong(quint8 opcode);  // the opcodes of protocol 2 and later
    bool fail(PickleEnd end, const char *complaint);
    bool cutOff();
    bool broken(const char *complaint) { return fail(PickleEnd::Broken, complaint); }

    bool take(qint64 length, quint32 *offset);
    bool takeLine(Text *line);
    template <typename T>
    bool takeNumber(T *number);
    template <typename T>
    bool takeCounted(PickleKind kind, quint8 flags);

    PickleRef add(PickleKind kind, quint32 a = 0, quint32 b = 0, quint32 c = 0, quint32 d = 0, quint8 flags = 0);
    bool push(PickleRef ref);
    bool pushWhole(qint64 value);
    bool pushReal(double value);
    bool pushText(PickleKind kind, const Text &text, quint8 flags = 0);
    bool pop(PickleRef *ref);
    bool popMark(size_t *from);
    bool top(PickleRef *ref);
    bool pushTuple(size_t from);  // of the stack from there on
    PickleRef tuple(std::span<const PickleRef> refs);

    bool number(const Text &line, bool isLong);
    bool real(const Text &line);
    bool string(const Text &line);
    bool unicode(const Text &line);
    bool decoded(bool isWell, quint8 flags);  // pushes the text that was appended to the decoded text
    bool little(quint32 offset, quint32 length);
    std::optional<qint64> index(const Text &line) const;

    bool put(qint64 index);
    bool get(qint64 index);
    bool pushGlobal(const Text &module, const Text &name);
    bool stackGlobal();
    bool call(PickleCall how, PickleRef callable, PickleRef arguments);
    bool build();
    enum class Growth { Append, Add, Set };
    bool grow(Growth how, size_t from);
    void link(Pickle::Chain &chain, std::span<const PickleRef> refs);
    void note(PickleAct act, PickleRef value);

    QByteArrayView text(const Text &text) const { return m_out.view(text.offset, text.length, text.isDecoded); }

    Pickle &m_out;
    const PickleLimits m_limits;
    const char *m_data;
    qsizetype m_size, m_at;
    quint32 m_opcodeAt = 0, m_decodedEnd = 0;
    std::vector<PickleRef> m_stack, m_marked;
    std::vector<size_t> m_marks;
    std::vector<PickleRef> m_memo;
    std::map<qint64, PickleRef> m_farMemo;  // a tree: no choice of numbers makes it slow
    size_t m_memoCount = 0;
    std::array<PickleRef, 256> m_small;
};

}  // namespace trainyard
