// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/pickle/picklesafety.h"

#include <QLocale>

#include <cmath>

namespace trainyard {

namespace {

constexpr int kDeepest = 4, kMaxItems = 8;

// What is still to be written: a text, or a value.
struct Pending {
    QString text;
    PickleRef value = kNoPickleRef;
    int depth = 0;
};

QString quoted(const QString &text)
{
    const QChar quote = text.contains(u'\'') && !text.contains(u'"') ? u'"' : u'\'';
    QString out = quote;
    for (const QChar c : text) {
        if (c == quote || c == u'\\')
            out += u'\\';
        if (c == u'\n')
            out += QStringLiteral("\\n");
        else
            out += c;
    }
    return out + quote;
}

QString plainText(const Pickle &pickle, PickleRef value, qsizetype most)
{
    switch (pickle.kind(value)) {
    case PickleKind::None: return QStringLiteral("None");
    case PickleKind::Bool: return pickle.isTrue(value) ? QStringLiteral("True") : QStringLiteral("False");
    case PickleKind::Int: return QString::number(*pickle.integer(value));
    case PickleKind::Float: {
        const double number = *pickle.number(value);
        const QString text = QString::number(number, 'g', QLocale::FloatingPointShortest);
        return std::isfinite(number) && !text.contains(u'.') && !text.contains(u'e') ? text + QStringLiteral(".0") : text;
    }
    case PickleKind::BigInt: return pickle.text(value, most);
    case PickleKind::String: {
        const bool isCut = pickle.raw(value).size() > most;
        return quoted(pickle.text(value, most) + (isCut ? QStringLiteral("…") : QString()));
    }
    case PickleKind::Bytes: return QStringLiteral("<%1 bytes>").arg(pickle.raw(value).size());
    case PickleKind::Global: return globalName(pickle, value);
    case PickleKind::Extension: return QStringLiteral("<extension>");
    case PickleKind::Buffer: return QStringLiteral("<buffer>");
    default: return {};
    }
}

}  // namespace

QString globalName(const Pickle &pickle, PickleRef global)
{
    const auto part = [](QByteArrayView bytes) { return QString::fromUtf8(bytes.first(std::min<qsizetype>(bytes.size(), 100))); };
    return part(pickle.module(global)) + QLatin1Char('.') + part(pickle.name(global));
}

QString pickleText(const Pickle &pickle, PickleRef root, qsizetype most)
{
    QString out;
    std::vector<Pending> pending{{QString(), root, 0}};
    while (!pending.empty() && out.size() <= most) {
        const Pending next = std::move(pending.back());
        pending.pop_back();
        if (next.value >= pickle.valueCount()) {
            out += next.text;
            continue;
        }
        std::vector<Pending> parts;
        const auto text = [&](const char *words) { parts.push_back({QString::fromUtf8(words), kNoPickleRef, 0}); };
        const auto value = [&](PickleRef ref) { parts.push_back({QString(), ref, next.depth + 1}); };
        int count = 0;
        const auto item = [&](PickleRef ref) {
            if (count > kMaxItems || (count == kMaxItems ? (text(", …"), ++count) : 0))
                return;
            if (count++ > 0)
                text(", ");
            value(ref);
        };
        const auto pair = [&](PickleRef key, PickleRef held) {
            if (count > kMaxItems || (count == kMaxItems ? (text(", …"), ++count) : 0))
                return;
            if (count++ > 0)
                text(", ");
            value(key);
            text(": ");
            value(held);
        };
        const bool isDeep = next.depth >= kDeepest;
        switch (pickle.kind(next.value)) {
        case PickleKind::Tuple:
            if (isDeep) {
                text("(…)");
                break;
            }
            text("(");
            pickle.eachItem(next.value, item);
            text(count == 1 ? ",)" : ")");
            break;
        case PickleKind::List:
        case PickleKind::Set:
            text(pickle.kind(next.value) == PickleKind::List ? "[" : "{");
            if (isDeep)
                text("…");
            else
                pickle.eachItem(next.value, item);
            text(pickle.kind(next.value) == PickleKind::List ? "]" : "}");
            break;
        case PickleKind::Dict:
            text("{");
            if (isDeep)
                text("…");
            else
                pickle.eachPair(next.value, pair);
            text("}");
            break;
        case PickleKind::Call: {
            value(pickle.callable(next.value));
            const PickleRef arguments = pickle.arguments(next.value);
            if (isDeep || !pickle.isKind(arguments, PickleKind::Tuple)) {
                text("(…)");
                break;
            }
            text("(");
            pickle.eachItem(arguments, item);
            text(")");
            break;
        }
        case PickleKind::PersistentId:
            text("<");
            if (isDeep)
                text("…");
            else
                value(pickle.persistentId(next.value));
            text(">");
            break;
        default: out += plainText(pickle, next.value, most);
        }
        pending.insert(pending.end(), std::make_move_iterator(parts.rbegin()), std::make_move_iterator(parts.rend()));
    }
    if (out.size() > most)
        out = out.left(most) + QStringLiteral("…");
    return out;
}

}  // namespace trainyard
