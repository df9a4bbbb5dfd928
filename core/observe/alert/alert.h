// SPDX-License-Identifier: GPL-3.0-or-later
// An alert as lists, notices and the database have it, and the words for it. Plain values; words are made when they are shown, in
// the language of then. Pure.
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
    RunId runId;               // the run's; not set: of a machine, a project's budget or the month's
    QString runName, machine;  // runs and machines keep their names here when they are removed
    QString topic;             // tells alerts of one kind apart, say the step of a budget; mostly empty
    bool isSimulated = false;
    QList<int> gpus;              // by index; empty where it is not of GPUs
    std::optional<double> value;  // the worst when it opened or was joined
    double threshold = 0;
    QString detail;                // one line; words of a machine among them: plain text, at most kMaxDetail characters
    QDateTime opened, cleared;     // UTC; by the machine's clock where its samples say so. Invalid: still open
    QDateTime seen;                // when this computer knew; by its clock, as are the next two
    QDateTime acknowledged, told;  // invalid: not yet
    bool isDue = true;             // a notification has to be sent
    bool hasNoData = false;        // no value came for a while: whether it goes on is not known

    static constexpr int kMaxDetail = 200;
    bool isOpen() const { return !cleared.isValid(); }
    // Happened, and does not go on: open from the first to the same moment.
    bool isEvent() const { return kind == AlertKind::RunFinished; }
    // Two of one key are the same thing again.
    QString key() const;
    bool operator==(const Alert &) const = default;
};

// "llama: GPU 3 is hot (91 °C)"
QString alertTitle(const Alert &alert);
// What to do about it.
QString alertNextStep(const Alert &alert);
// "hot GPU": the kind, for lists of rules.
QString alertKindTitle(AlertKind kind);
QString alertSeverityTitle(AlertSeverity severity);

}  // namespace trainyard

Q_DECLARE_METATYPE(trainyard::Alert)
