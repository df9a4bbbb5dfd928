// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the rules of a machine check. Internal to core/knowledge/health.
#pragma once

#include "core/knowledge/health/healthjudge.h"
#include "core/knowledge/health/internal/smireport.h"

namespace trainyard {

// The result of one check for one GPU. Equal ones become one finding.
struct GpuVerdict {
    HealthState state = HealthState::Unknown;
    QString what, remedy, command, detail;
    QMap<QString, QString> numbers;
};

inline QString latin(const char *text) { return QString::fromLatin1(text); }

// `key=value` lines.
class KeyedLines {
public:
    explicit KeyedLines(const CheckPart &part);
    QString value(const char *key) const;  // the first; empty = absent
    QStringList all(const char *key) const;

private:
    QList<QPair<QString, QString>> m_lines;
};

class Checklist {
public:
    Checklist(const CheckAnswer &given, const HealthRequest &wanted, const std::optional<ClockReading> &read, const HealthFacts &known);

    const CheckAnswer &answer;
    const HealthRequest &request;
    const std::optional<ClockReading> clock;
    const HealthFacts &facts;
    const SmiMachine smi;
    const KeyedLines host, driver;
    HealthReport report;

    HealthFinding &add(const char *id, HealthSection section, HealthState state, const QString &what, const QString &why = {});
    // One per GPU of smi.cards, in that order.
    void addForGpus(const char *id, HealthSection section, const QList<GpuVerdict> &verdicts, const QString &why,
                    const QStringList &sources = {});
    // Whether there is hardware for the rules about hardware; adds a note once for simulated GPUs.
    bool hasHardwareFor(HealthSection section);
    // Why a part has no data: timed out, missing, not tried, or its own output.
    QString whyNot(const CheckPart &part, const QString &program) const;
    // In a container, the bus and the kernel log show GPUs that belong to others.
    bool isContainer() const { return host.value("container") == QLatin1String("1"); }
    QString gpuName(const SmiCard &card) const;  // "GPU 3", "GPU at 0000:3b:00.0"
};

// Each adds the findings of its sections.
void checkDriver(Checklist &list);
void checkGpus(Checklist &list);
void checkGpuMemory(Checklist &list);
void checkKernelLog(Checklist &list);
void checkClocks(Checklist &list);
void checkLinks(Checklist &list);
void checkContainers(Checklist &list);
void checkStorage(Checklist &list);
void checkHost(Checklist &list);
void checkTime(Checklist &list);
void checkLimits(Checklist &list);
void checkNetwork(Checklist &list);
void checkProcesses(Checklist &list);

}  // namespace trainyard
