// SPDX-License-Identifier: GPL-3.0-or-later
// What is known about errors of the driver and reasons for low clocks, with its sources. From resources/health, which
// make-health.py makes. Value types, any thread.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/health/healthfiles.h"

#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

namespace trainyard {

// How an Xid is graded; the driver's makers publish no grades, these are ours (docs/machine-check.md).
enum class XidSeverity { Info, Warning, Error, Critical, Unknown };

struct XidFact {
    int number = 0;
    QString name, meaning, advice;  // meaning and advice are translated and may be empty: not documented
    XidSeverity severity = XidSeverity::Unknown;
    QString action;        // NVIDIA's word: "RESET_GPU"; may be empty
    bool isAlert = false;  // monitors raise a critical alert for it
    QStringList sources;
};

struct ClockReasonFact {
    quint64 bit = 0;
    QString field;  // "sw_power_cap"
    QString meaning, reading;
    QStringList sources;
};

struct HealthSource {
    QString title, link, asOf;
};

struct HealthFacts {
    QString asOf;
    QHash<int, XidFact> xids;
    QList<ClockReasonFact> clockReasons;
    QHash<int, QString> smiStatuses;  // exit codes of nvidia-smi
    QHash<QString, HealthSource> sources;

    static Result<HealthFacts> parse(const HealthFiles &files);  // Corrupt when they are damaged
    static Result<HealthFacts> builtIn() { return parse(builtInHealthFiles()); }
};

}  // namespace trainyard
