// SPDX-License-Identifier: GPL-3.0-or-later
// An alert as lists, notices and the database hold it, and its texts. Plain values; texts are made when they are shown, in the language of
// that moment. Pure.
#pragma once

#include "core/model/ids.h"
#include "core/observe/alert/alertengine.h"

#include <QDateTime>
#include <QMetaType>

namespace trainyard {

struct Alert {
    AlertId id;  // not set: not stored yet
    AlertKind kind = AlertKind::GpuIdle;
    AlertSeverity severity = AlertSeverity::Warning;
    RunId runId;               // the run's; not set: the alert is about a machine, a project's budget or the monthly budget
    QString runName, machine;  // runs and machines keep their names here after they are removed
    QString topic;             // distinguishes alerts of one kind, e.g. by budget step; mostly empty
    bool isSimulated = false;
    QList<int> gpus;              // by index; empty unless it is about GPUs
    std::optional<double> value;  // the worst when it opened or a GPU joined
    double threshold = 0;
    QString detail;                // one line; may include text from a machine: plain text, at most kMaxDetail characters
    QDateTime opened, cleared;     // UTC; by the machine's clock if its samples carry it. Invalid: still open
    QDateTime seen;                // when this computer learned of it; by this computer's clock, as are the next two
    QDateTime acknowledged, told;  // invalid: not yet
    bool isDue = true;             // a notification has to be sent
    bool hasNoData = false;        // no value for a while: unknown whether it continues

    static constexpr int kMaxDetail = 200;
    bool isOpen() const { return !cleared.isValid(); }
    // A single event: open and cleared at the same moment.
    bool isEvent() const { return kind == AlertKind::RunFinished || kind >= AlertKind::Capacity; }
    // Two alerts with the same key are about the same thing.
    QString key() const;
    bool operator==(const Alert &) const = default;
};

// "llama: GPU 3 is hot (91 °C)"
QString alertTitle(const Alert &alert);
// What to do about it.
QString alertNextStep(const Alert &alert);
// "hot GPU": names the kind in lists of rules.
QString alertKindTitle(AlertKind kind);
QString alertSeverityTitle(AlertSeverity severity);

}  // namespace trainyard

Q_DECLARE_METATYPE(trainyard::Alert)
