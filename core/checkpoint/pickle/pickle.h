// SPDX-License-Identifier: GPL-3.0-or-later
// A pickle, read as data: all opcodes of protocols 0 to 5 only move inert values; no name is looked up and nothing is called. Semantics:
// CPython's Modules/_pickle.c and pickletools (https://github.com/python/cpython). Values are in one arena and referred to by index; a
// value that a later opcode discards stays in the arena, so a call cannot hide by being popped. No function here recurses, whatever the
// nesting; containers may contain themselves. Pure, any thread.
#pragma once

#include <QByteArray>
#include <QString>

#include <bitset>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace trainyard {

using PickleRef = quint32;
constexpr PickleRef kNoPickleRef = std::numeric_limits<PickleRef>::max();

enum class PickleKind : quint8 {
    None,
    Bool,
    Int,
    BigInt,
    Float,
    String,
    Bytes,
    Tuple,
    List,
    Dict,
    Set,
    Global,  // a name: module and qualified name
    Call,    // the result that calling something would have given
    PersistentId,
    Extension,
    Buffer,  // data that is not in the pickle
};

enum class PickleCall : quint8 { Reduce, NewObject, NewObjectEx, Object, Instance };

enum class PickleEnd {
    Stopped,   // at STOP, as it should
    CutOff,    // the bytes end within it
    Broken,    // every unpickler would fail
    TooLarge,  // beyond a limit
};

// Operations that are not calls but still more than data.
enum class PickleAct : quint8 {
    ChangesName,  // BUILD, SETITEM or APPEND on a name: changes a class or a module
    TextPersistentId,
    LateProtocol,  // PROTO in mid-stream: harmless
};

struct PickleIncident {
    PickleAct act;
    quint32 at;  // offset in the given bytes
    PickleRef value;
};

// Bounds on hostile input. A checkpoint of 20,000 tensors has 480,000 opcodes.
struct PickleLimits {
    qint64 opcodes = 40'000'000;
    size_t values = 16'000'000, memo = 8'000'000, stack = 4'000'000;
    qsizetype line = 1 << 20, digits = 4300;
};

class PickleMachine;

class Pickle {
public:
    // Reads one pickle starting at `from`; `bytes` are kept, values point into them. At most 256 MiB are read.
    static Pickle read(const QByteArray &bytes, qsizetype from = 0, const PickleLimits &limits = {});

    PickleEnd end() const { return m_end; }
    const char *complaint() const { return m_complaint; }  // untranslated, for Broken and TooLarge
    qsizetype endOffset() const { return m_endOffset; }    // after STOP, or where the error is
    PickleRef root() const { return m_root; }              // kNoPickleRef unless Stopped
    int protocol() const { return m_protocol; }
    const std::bitset<256> &opcodes() const { return m_opcodes; }
    const std::vector<PickleIncident> &incidents() const { return m_incidents; }  // the first 1,000

    // All values ever created, in order of creation: refs 0 … valueCount()-1.
    PickleRef valueCount() const { return PickleRef(m_values.size()); }
    PickleKind kind(PickleRef ref) const { return m_values[ref].kind; }
    quint32 offset(PickleRef ref) const { return m_values[ref].at; }
    bool isKind(PickleRef ref, PickleKind kind) const { return ref < m_values.size() && m_values[ref].kind == kind; }

    std::optional<qint64> integer(PickleRef ref) const;  // Int and Bool
    std::optional<double> number(PickleRef ref) const;   // Int, Bool and Float
    bool isTrue(PickleRef ref) const { return isKind(ref, PickleKind::Bool) && m_values[ref].a; }
    QByteArrayView raw(PickleRef ref) const;                   // String, Bytes, BigInt
    QString text(PickleRef ref, qsizetype most = 4096) const;  // of a String or BigInt
    QByteArrayView module(PickleRef global) const;
    QByteArrayView name(PickleRef global) const;
    bool isGlobal(PickleRef ref, QByteArrayView module, QByteArrayView name) const;

    qsizetype itemCount(PickleRef ref) const;                // Tuple; List and Set; appended to a Call
    qsizetype pairCount(PickleRef ref) const;                // Dict; set on a Call
    PickleRef item(PickleRef tuple, qsizetype index) const;  // kNoPickleRef when there is none
    // Refs whose runs are contiguous: items, or alternating keys and values.
    template <typename Function>
    void eachItem(PickleRef ref, Function &&function) const;
    template <typename Function>
    void eachPair(PickleRef ref, Function &&function) const;
    PickleRef value(PickleRef dict, QByteArrayView key) const;  // the last one with this key; linear

    PickleCall callKind(PickleRef call) const { return PickleCall(m_values[call].flags); }
    PickleRef callable(PickleRef call) const { return m_values[call].a; }
    PickleRef arguments(PickleRef call) const { return m_values[call].b; }  // NewObjectEx: a tuple of both kinds
    PickleRef state(PickleRef call) const { return m_values[call].c; }      // of the last BUILD; kNoPickleRef if there is none
    bool isHeld(PickleRef ref) const;                                       // in a container, as an argument or as a state; linear
    PickleRef persistentId(PickleRef ref) const { return m_values[ref].a; }

private:
    friend class PickleMachine;
    enum Flags : quint8 { IsDecoded = 1, IsNameDecoded = 2, IsLatin1 = 4 };  // of strings, names and big numbers
    struct Value {
        PickleKind kind;
        quint8 flags;  // Flags, or the PickleCall of a Call
        quint32 at, a, b, c, d;
    };
    struct Run {  // part of a container's refs
        quint32 first, count, next;
    };
    struct Chain {  // a container's runs
        quint32 first = ~0u, last = ~0u, count = 0;
    };
    struct Grown {  // values appended to or set on a Call
        Chain items, pairs;
    };
    Chain itemChain(PickleRef ref) const;
    Chain pairChain(PickleRef ref) const;
    QByteArrayView view(quint32 offset, quint32 length, bool isDecoded) const;

    QByteArray m_bytes, m_decoded;  // m_decoded: text after replacing escapes
    std::vector<Value> m_values;
    std::vector<PickleRef> m_refs;
    std::vector<Run> m_runs;
    std::vector<Grown> m_grown;
    std::vector<PickleIncident> m_incidents;
    std::bitset<256> m_opcodes;
    PickleEnd m_end = PickleEnd::Broken;
    const char *m_complaint = "";
    qsizetype m_endOffset = 0;
    PickleRef m_root = kNoPickleRef;
    int m_protocol = 0;
};

template <typename Function>
void Pickle::eachItem(PickleRef ref, Function &&function) const
{
    if (ref >= m_values.size())
        return;
    if (m_values[ref].kind == PickleKind::Tuple) {
        for (quint32 i = 0; i < m_values[ref].b; ++i)
            function(m_refs[m_values[ref].a + i]);
        return;
    }
    const Chain chain = itemChain(ref);
    for (quint32 at = chain.first; at != ~0u; at = m_runs[at].next) {
        for (quint32 i = 0; i < m_runs[at].count; ++i)
            function(m_refs[m_runs[at].first + i]);
    }
}

template <typename Function>
void Pickle::eachPair(PickleRef ref, Function &&function) const
{
    if (ref >= m_values.size())
        return;
    const Chain chain = pairChain(ref);
    for (quint32 at = chain.first; at != ~0u; at = m_runs[at].next) {
        for (quint32 i = 0; i + 1 < m_runs[at].count; i += 2)
            function(m_refs[m_runs[at].first + i], m_refs[m_runs[at].first + i + 1]);
    }
}

}  // namespace trainyard
