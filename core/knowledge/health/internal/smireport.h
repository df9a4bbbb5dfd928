// SPDX-License-Identifier: GPL-3.0-or-later
// What nvidia-smi tells of the GPUs, from its long text (-q), its table and its comma-separated lines, by drivers 450 to 610.
// Values stay as they were printed; what is absent stays absent. Pure, any thread.
#pragma once

#include "core/knowledge/health/smiproblem.h"

#include <QMap>

namespace trainyard {

// One GPU of `nvidia-smi -q`: values by the path of their headings, "ECC Errors/Volatile/DRAM Uncorrectable". Drivers spell
// them with different capitals.
class SmiTree {
public:
    bool isCut = false;  // the text ended within it; of what had begun then, nothing is here
    QString busId;
    QList<QPair<QString, QString>> values;

    QString text(const QString &path) const;  // the first of that path; empty = absent
    SmiValue state(const QString &path) const { return smiValue(text(path)); }
    // Nothing where it is not told, or is no number.
    std::optional<qint64> number(const QString &path) const;
    QStringList all(const QString &path) const;
    QList<std::optional<qint64>> numbers(const QString &path) const;  // of all of them
    bool hasAnyUnder(const QString &heading) const;
};

struct SmiLog {
    QString driver, cuda;  // empty = not told
    QList<SmiTree> gpus;
};

// At most 64 GPUs and 4000 values each. Of a text that was cut off, the heading under which it ended is left out: what does not
// stand there may have been about to come.
SmiLog parseSmiLog(const QString &text, bool isCut = false);

// One line of the fields that check.sh asks first.
struct SmiRow {
    std::optional<int> index;
    QString uuid, name, busId, driver;  // empty = not told
    std::optional<qint64> memoryMiB, memoryUsedMiB, utilization, temperature;
    QString state;                     // "P0"
    SmiValue health = SmiValue::Told;  // the worst that stands in the place of a value
    int failed = 0;                    // values in whose place an error stands
};
QList<SmiRow> parseSmiRows(const QString &text);

struct SmiCard {
    std::optional<int> index;
    QString uuid, name, busId;
    std::optional<SmiRow> row;
    std::optional<SmiTree> tree;
    bool isSimulated() const { return uuid.startsWith(QLatin1String("SIM-")); }
    bool isLost() const;
    bool needsReset() const;
    bool isFailing() const;  // errors stand in the place of nearly all it should tell
};

// All of it together, by place on the bus.
struct SmiMachine {
    QString driver, cuda;
    QList<SmiCard> cards;
    QMap<qint64, QString> migDevices(const SmiCard &card) const;  // number and name, of `nvidia-smi -L`, under its GPU
    QString list;                                                 // that text
    QHash<int, quint64> reasons;                                  // mask of clock event reasons by index, where told
    bool hasSimulated() const;
};
SmiMachine readSmi(const CheckAnswer &answer);

// Cut off by a time limit or for its length: what does not stand there may be so all the same.
bool isCut(const CheckPart &part);

}  // namespace trainyard
