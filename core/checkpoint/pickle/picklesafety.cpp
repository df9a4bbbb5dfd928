// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/pickle/picklesafety.h"

#include "core/checkpoint/pickle/pickleglobals.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

constexpr qsizetype kMaxFindings = 100;
// Names beyond this number are only counted; honest files have a few dozen.
constexpr qsizetype kMaxNames = 20'000;

int gravity(Safety safety)
{
    switch (safety) {
    case Safety::Safe: return 0;
    case Safety::Foreign: return 1;
    case Safety::Unknown: return 2;
    case Safety::Dangerous: return 3;
    }
    return 2;
}

QString harmOf(NameGrade grade)
{
    switch (grade) {
    case NameGrade::Torch: return {};
    case NameGrade::Foreign: return Words::tr("It is not part of torch: loading imports its module.");
    case NameGrade::Command: return Words::tr("It can start programs.");
    case NameGrade::Code: return Words::tr("It can run any code that comes with the file.");
    case NameGrade::Files: return Words::tr("It can read, write or delete files.");
    case NameGrade::Network: return Words::tr("It can talk to other computers.");
    case NameGrade::Pickle: return Words::tr("It can load another pickle, which was not inspected.");
    case NameGrade::System: return Words::tr("It can change the program that loads the file.");
    }
    return {};
}

bool isIdentifier(QByteArrayView text)
{
    const auto isLetter = [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; };
    if (text.isEmpty() || !isLetter(text[0]))
        return false;
    return std::all_of(text.begin(), text.end(), [&](char c) { return isLetter(c) || c == '_' || (c >= '0' && c <= '9'); });
}

bool isClass(QByteArrayView name)
{
    while (name.startsWith('_'))
        name = name.sliced(1);
    return !name.isEmpty() && name[0] >= 'A' && name[0] <= 'Z';
}

class Grader {
public:
    Grader(const Pickle &pickle, const QString &place, PickleUse use) : m_pickle(pickle), m_place(place), m_use(use) {}

    PickleGrade grade()
    {
        for (PickleRef ref = 0; ref < m_pickle.valueCount(); ++ref) {
            switch (m_pickle.kind(ref)) {
            case PickleKind::Global: judgeName(ref); break;
            case PickleKind::Call: judgeCall(ref); break;
            case PickleKind::PersistentId: judgePersistentId(ref); break;
            case PickleKind::Extension:
                find(Safety::Dangerous, {}, m_pickle.offset(ref),
                     Words::tr("It refers to an object by a number that only the computer loading it can resolve."));
                break;
            default: break;
            }
        }
        for (const PickleIncident &incident : m_pickle.incidents())
            judgeIncident(incident);
        if (m_pickle.end() != PickleEnd::Stopped) {
            const auto at = quint32(m_pickle.endOffset());
            if (m_pickle.end() == PickleEnd::TooLarge)
                find(Safety::Unknown, {}, at,
                     Words::tr("It is too large to inspect completely: %1.").arg(QLatin1String(m_pickle.complaint())));
            else if (m_pickle.end() == PickleEnd::CutOff)
                find(Safety::Unknown, {}, at, Words::tr("It ends early, so the rest of its content is unknown."));
            else
                find(Safety::Unknown, {}, at, Words::tr("It breaks the rules of its format: %1.").arg(QLatin1String(m_pickle.complaint())));
        }
        m_grade.safety = Safety::Safe;
        for (const Finding &finding : std::as_const(m_findings))
            m_grade.safety = graver(m_grade.safety, finding.severity);
        m_grade.findings = m_findings.values();
        // By place, because a hash has no order.
        std::sort(m_grade.findings.begin(), m_grade.findings.end(),
                  [this](const Finding &a, const Finding &b) { return m_offsets[a.name + a.text] < m_offsets[b.name + b.text]; });
        orderFindings(m_grade.findings);
        return std::move(m_grade);
    }

private:
    void find(Safety severity, const QString &name, quint32 offset, const QString &text)
    {
        // One per name: a use of the name outweighs its presence.
        const QString key = name.isEmpty() ? text : name;
        const auto known = m_findings.constFind(key);
        if (known != m_findings.constEnd() && gravity(known->severity) >= gravity(severity))
            return;
        if (known == m_findings.constEnd() && m_findings.size() >= kMaxNames)
            return;
        m_findings.insert(key, {severity, name, Words::tr("%1, byte %2").arg(m_place).arg(offset), text});
        m_offsets.insert(name + text, offset);
    }

    NameGrade gradeOf(PickleRef global)
    {
        const QByteArrayView module = m_pickle.module(global), name = m_pickle.name(global);
        if (m_use == PickleUse::TorchScript && module == "torch.jit._pickle")
            return NameGrade::Torch;
        return gradeName(module, name);
    }

    void judgeName(PickleRef ref)
    {
        // The getter of Enums is judged where it is called, unless something else refers to it.
        if (isEnumGetter(ref) && !m_pickle.isHeld(ref))
            return;
        const NameGrade grade = gradeOf(ref);
        if (grade == NameGrade::Torch)
            return;
        if (m_findings.size() >= kMaxNames && !isDangerous(grade))
            return;
        find(isDangerous(grade) ? Safety::Dangerous : Safety::Foreign, globalName(m_pickle, ref), m_pickle.offset(ref), harmOf(grade));
    }

    bool isEnumGetter(PickleRef ref) const
    {
        return m_pickle.name(ref) == "getattr" && (m_pickle.module(ref) == "builtins" || m_pickle.module(ref) == "__builtin__");
    }

    // Python 3.11.2 writes a member of an Enum as getattr(Class, 'NAME').
    bool isEnumMember(PickleRef call) const
    {
        const PickleRef arguments = m_pickle.arguments(call), owner = m_pickle.item(arguments, 0), name = m_pickle.item(arguments, 1);
        if (m_pickle.itemCount(arguments) != 2 || !m_pickle.isKind(owner, PickleKind::Global) || !m_pickle.isKind(name, PickleKind::String))
            return false;
        const QByteArrayView module = m_pickle.module(owner), type = m_pickle.name(owner);
        return !isDangerous(gradeName(module, type)) && isClass(type) && isIdentifier(m_pickle.raw(name));
    }

    void called(PickleRef call, PickleRef callable)
    {
        const QString name = globalName(m_pickle, callable);
        const auto told = [&](const QString &harm) {
            return Words::tr("%1 Loading the file calls it: %2").arg(harm, pickleText(m_pickle, call, 160));
        };
        const NameGrade grade = gradeOf(callable);
        if (isEnumGetter(callable)) {
            if (m_pickle.callable(call) != callable || !isEnumMember(call))
                find(Safety::Dangerous, name, m_pickle.offset(call), told(harmOf(NameGrade::Code)));
            return;
        }
        if (isDangerous(grade)) {
            find(Safety::Dangerous, name, m_pickle.offset(call), told(harmOf(grade)));
            return;
        }
        const auto how = m_pickle.callKind(call);
        const bool isArgument = m_pickle.callable(call) != callable && !m_pickle.isKind(m_pickle.callable(call), PickleKind::PersistentId);
        const bool onlyMakes = !isArgument && (how == PickleCall::NewObject || how == PickleCall::NewObjectEx);
        if (grade != NameGrade::Torch && !onlyMakes && !isMaker(m_pickle.module(callable), m_pickle.name(callable)))
            find(Safety::Dangerous, name, m_pickle.offset(call), told(Words::tr("It is a function, not data, and its effect is unknown.")));
    }

    void judgeCall(PickleRef call)
    {
        PickleRef callable = m_pickle.callable(call);
        // Before 1.6, torch stored classes of modules as ('module', class, file, source).
        if (m_pickle.isKind(callable, PickleKind::PersistentId)
            && m_pickle.raw(m_pickle.item(m_pickle.persistentId(callable), 0)) == "module")
            callable = m_pickle.item(m_pickle.persistentId(callable), 1);
        if (!m_pickle.isKind(callable, PickleKind::Global)) {
            find(Safety::Dangerous, {}, m_pickle.offset(call),
                 Words::tr("It calls an object that it creates itself, so its name is unknown."));
            return;
        }
        called(call, callable);
        const int more = callablesAmongArguments(m_pickle.module(callable), m_pickle.name(callable));
        // A tuple created by another call is accepted as well, and its content is unknown.
        if (more > 0 && !m_pickle.isKind(m_pickle.arguments(call), PickleKind::Tuple))
            find(Safety::Dangerous, {}, m_pickle.offset(call),
                 Words::tr("It calls an object that it creates itself, so its name is unknown."));
        for (int i = 0; i < more; ++i) {
            const PickleRef argument = m_pickle.item(m_pickle.arguments(call), i);
            if (m_pickle.isKind(argument, PickleKind::Global))
                called(call, argument);
            else if (m_pickle.isKind(argument, PickleKind::Call) || m_pickle.isKind(argument, PickleKind::Extension))
                find(Safety::Dangerous, {}, m_pickle.offset(call),
                     Words::tr("It calls an object that it creates itself, so its name is unknown."));
        }
    }

    // ('storage', torch.FloatStorage, …): older torch calls the class it finds there.
    void judgePersistentId(PickleRef ref)
    {
        const PickleRef type = m_pickle.item(m_pickle.persistentId(ref), 1);
        if (m_pickle.isKind(type, PickleKind::Global)) {
            if (!isMaker(m_pickle.module(type), m_pickle.name(type)) || isEnumGetter(type))
                find(Safety::Dangerous, globalName(m_pickle, type), m_pickle.offset(ref),
                     Words::tr("It is in the place of a tensor type, and old versions of torch call what they find there."));
        } else if (m_pickle.isKind(type, PickleKind::Call) || m_pickle.isKind(type, PickleKind::Extension)) {
            find(Safety::Dangerous, {}, m_pickle.offset(ref),
                 Words::tr("It calls an object that it creates itself, so its name is unknown."));
        }
    }

    void judgeIncident(const PickleIncident &incident)
    {
        switch (incident.act) {
        case PickleAct::ChangesName:
            find(Safety::Dangerous, globalName(m_pickle, incident.value), incident.at,
                 Words::tr("Loading the file changes it for the whole program."));
            break;
        case PickleAct::TextPersistentId:
            find(Safety::Dangerous, {}, incident.at, Words::tr("It refers to an object by a text, which no checkpoint does."));
            break;
        case PickleAct::LateProtocol:
            find(Safety::Safe, {}, incident.at,
                 Words::tr("It states its protocol in the middle, which no program that writes pickles does."));
            break;
        }
    }

    const Pickle &m_pickle;
    const QString m_place;
    const PickleUse m_use;
    PickleGrade m_grade;
    QHash<QString, Finding> m_findings;
    QHash<QString, quint32> m_offsets;
};

}  // namespace

Safety graver(Safety a, Safety b) { return gravity(a) >= gravity(b) ? a : b; }

PickleGrade gradePickle(const Pickle &pickle, const QString &place, PickleUse use) { return Grader(pickle, place, use).grade(); }

void orderFindings(QList<Finding> &findings)
{
    std::stable_sort(findings.begin(), findings.end(),
                     [](const Finding &a, const Finding &b) { return gravity(a.severity) > gravity(b.severity); });
    if (findings.size() <= kMaxFindings)
        return;
    const qsizetype more = findings.size() - kMaxFindings + 1;
    const Safety gravest = findings[kMaxFindings - 1].severity;
    findings.resize(kMaxFindings - 1);
    findings << Finding{gravest, {}, {}, Words::tr("And %n more.", nullptr, int(more))};
}

QStringList torchRefusals(const Pickle &pickle)
{
    // The opcodes that torch/_weights_only_unpickler.py knows.
    static constexpr char known[] = "cRbase(t)]}NKMJGXUQhjqr.u\x81\x85\x86\x87\x88\x89\x8a\x8f\x80";
    constexpr qsizetype most = 10;
    QStringList reasons;
    QSet<QString> seen;
    for (PickleRef ref = 0; ref < pickle.valueCount() && reasons.size() < most; ++ref) {
        if (!pickle.isKind(ref, PickleKind::Global) || isOnTorchsList(pickle.module(ref), pickle.name(ref)))
            continue;
        const QString name = globalName(pickle, ref);
        if (!seen.contains(name)) {
            seen.insert(name);
            reasons << name;
        }
    }
    for (int opcode = 0; opcode < 256; ++opcode) {
        if (!pickle.opcodes().test(size_t(opcode)) || QByteArrayView(known).contains(char(opcode)))
            continue;
        reasons << Words::tr("protocol %1 of pickle").arg(pickle.protocol());
        break;
    }
    return reasons;
}

}  // namespace trainyard
