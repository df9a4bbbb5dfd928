// SPDX-License-Identifier: GPL-3.0-or-later
// What of a provider's machine goes on costing money while it is stopped, and what ends it or its data without anybody asking. Built into the
// program (resources/clocks/clocks.json), each fact with its source and date; what is not known there is absent, and never taken for harmless.
// Pure, any thread.
#pragma once

#include "core/base/money.h"
#include "core/base/result.h"
#include "core/knowledge/catalog/provenance.h"

#include <QByteArray>
#include <QList>
#include <QMap>
#include <QString>

#include <chrono>
#include <optional>

namespace trainyard {

enum class DangerFact {
    StoppedMachine,  // "free", "mode", "deallocate", "reserved", "cannot"
    StoppedDisk,     // "bills", "bills-double"
    StoppedAddress,  // "held-bills"
    LeftStorage,     // "bills": also when no machine is left
    StopWipes,       // "container-disk"
    Restart,         // "may-lack-capacity", "may-lack-gpus"
    SpotNotice,      // a time; 0: none
    CreditGone,      // "stops-then-deletes"
    ExpiredTerm,     // a time: from the end of a paid term to the end of the data
};

struct DangerClock {
    DangerFact fact = DangerFact::StoppedMachine;
    QString value;                              // as listed above
    std::optional<std::chrono::seconds> after;  // of those that are a time
    Provenance from;                            // its source is a code of DangerClocks::sources
    std::optional<Money> perHour;               // of an address that is kept, where that is known
    QString text() const;                       // translated, one sentence
};

struct DangerClocks {
    struct Source {
        QString title, link;
    };
    QMap<QString, Source> sources;
    QMap<QString, QList<DangerClock>> providers;  // by MachineProvider::kind(), and by the catalogue's code

    // What matters to someone who is about to stop such a machine, the money first.
    QList<DangerClock> whenStopped(const QString &provider, const QString &region, bool isSpot) const;
    // The sentence with where it is from: "… (Amazon EC2: stop and start instances, 2026-08-22, not checked again)".
    QString textWithSource(const DangerClock &clock) const;
};

// Corrupt names the entry that breaks the rules: an unknown fact or value, a time that is missing, a source that is not there, no date.
Result<DangerClocks> parseDangerClocks(const QByteArray &json);
const DangerClocks &builtInDangerClocks();

}  // namespace trainyard
