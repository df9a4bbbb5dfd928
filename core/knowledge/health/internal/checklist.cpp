// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/health/internal/checklist.h"

#include "core/knowledge/health/plaintext.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::HealthChecklist)
};

bool areEqual(const GpuVerdict &a, const GpuVerdict &b)
{
    return a.state == b.state && a.what == b.what && a.remedy == b.remedy && a.command == b.command;
}

}  // namespace

KeyedLines::KeyedLines(const CheckPart &part)
{
    const QStringList lines = part.lines();
    for (const QString &line : lines) {
        const qsizetype equals = line.indexOf(u'=');
        if (equals > 0 && m_lines.size() < 1000)
            m_lines.append({line.left(equals), line.mid(equals + 1).left(400).trimmed()});
    }
}

QString KeyedLines::value(const char *key) const
{
    for (const auto &[name, value] : m_lines) {
        if (name == QLatin1String(key))
            return value;
    }
    return {};
}

QStringList KeyedLines::all(const char *key) const
{
    QStringList found;
    for (const auto &[name, value] : m_lines) {
        if (name == QLatin1String(key))
            found << value;
    }
    return found;
}

Checklist::Checklist(const CheckAnswer &given, const HealthRequest &wanted, const std::optional<ClockReading> &read,
                     const HealthFacts &known)
    : answer(given), request(wanted), clock(read), facts(known), smi(readSmi(given)), host(given.part(QStringLiteral("host"))),
      driver(given.part(QStringLiteral("driver")))
{
}

HealthFinding &Checklist::add(const char *id, HealthSection section, HealthState state, const QString &what, const QString &why)
{
    HealthFinding finding;
    finding.id = QLatin1String(id);
    finding.section = section;
    finding.state = state;
    finding.what = what;
    finding.why = why;
    report.findings << finding;
    return report.findings.last();
}

QString Checklist::gpuName(const SmiCard &card) const
{
    if (card.index)
        return Words::tr("GPU %1").arg(*card.index);
    return Words::tr("GPU at %1").arg(card.busId.isEmpty() ? QStringLiteral("?") : card.busId);
}

void Checklist::addForGpus(const char *id, HealthSection section, const QList<GpuVerdict> &verdicts, const QString &why,
                           const QStringList &sources)
{
    Q_ASSERT(verdicts.size() == smi.cards.size());
    QList<QList<qsizetype>> groups;
    for (qsizetype i = 0; i < verdicts.size(); ++i) {
        const auto group = std::find_if(groups.begin(), groups.end(),
                                        [&](const QList<qsizetype> &one) { return areEqual(verdicts[one.first()], verdicts[i]); });
        if (group == groups.end())
            groups << QList<qsizetype>{i};
        else
            *group << i;
    }
    for (const QList<qsizetype> &group : std::as_const(groups)) {
        const GpuVerdict &verdict = verdicts[group.first()];
        QString who;
        if (group.size() == 1) {
            who = gpuName(smi.cards[group.first()]);
        } else if (group.size() == verdicts.size()) {
            who = Words::tr("All %1 GPUs").arg(group.size());
        } else {
            QStringList names;
            for (const qsizetype i : group)
                names << gpuName(smi.cards[i]);
            who = names.join(QStringLiteral(", "));
        }
        HealthFinding &finding = add(id, section, verdict.state, Words::tr("%1: %2").arg(who, verdict.what), why);
        const bool areNumbersEqual = std::all_of(group.begin(), group.end(),
                                                 [&](qsizetype i) { return verdicts[i].numbers == verdict.numbers; });
        if (areNumbersEqual)
            finding.numbers = verdict.numbers;
        if (group.size() == 1)
            finding.gpu = smi.cards[group.first()].index;
        finding.isSimulated = std::all_of(group.begin(), group.end(), [&](qsizetype i) { return smi.cards[i].isSimulated(); });
        finding.remedy = verdict.remedy;
        finding.command = verdict.command;
        finding.detail = verdict.detail;
        finding.sources = sources;
    }
}

bool Checklist::hasHardwareFor(HealthSection section)
{
    if (smi.cards.isEmpty())
        return false;
    if (!smi.hasSimulated())
        return true;
    add("simulated", section, HealthState::Unknown, Words::tr("The GPUs are simulated; there is no hardware to check.")).isSimulated = true;
    return false;
}

QString Checklist::whyNot(const CheckPart &part, const QString &program) const
{
    switch (part.status) {
    case CheckPart::kTimedOut: return Words::tr("%1 did not respond in time.").arg(program);
    case CheckPart::kGivenUp: return Words::tr("Not tested, because nvidia-smi hangs.");
    case CheckPart::kNoCommand:
    case CheckPart::kNotThere: return Words::tr("%1 is missing.").arg(program);
    case CheckPart::kMissing: return Words::tr("The check ended before this step.");
    default: break;
    }
    const QString said = shortened(part.text, 1).trimmed();
    if (said.isEmpty())
        return Words::tr("%1 ended with status %2 and no output.").arg(program).arg(part.status);
    return Words::tr("%1 reports: %2").arg(program, said);
}

}  // namespace trainyard
