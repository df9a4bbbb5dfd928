// SPDX-License-Identifier: GPL-3.0-or-later
// What nvidia-smi reports about the GPUs, from its long text (-q), its table and its comma-separated lines, for drivers 450 to 610. Values
// stay as printed; absent values stay absent. Pure, any thread.
#pragma once

#include "core/knowledge/health/smiproblem.h"

#include <QMap>

namespace trainyard {

// One GPU of `nvidia-smi -q`: values by the path of their headings, "ECC Errors/Volatile/DRAM Uncorrectable". Drivers differ in
// capitalization.
class SmiTree {
public:
    bool isCut = false;  // the text was cut off within it; the incomplete part is left out
    QString busId;
    QList<QPair<QString, QString>> values;

    QString text(const QString &path) const;  // the first with that path; empty = absent
    SmiValue state(const QString &path) const { return smiValue(text(path)); }
    // nullopt if it is absent, or not a number.
    std::optional<qint64> number(const QString &path) const;
    QStringList all(const QString &path) const;
    QList<std::optional<qint64>> numbers(const QString &path) const;  // of all with that path
    bool hasAnyUnder(const QString &heading) const;
};

struct SmiLog {
    QString driver, cuda;  // empty = not reported
    QList<SmiTree> gpus;
};

// At most 64 GPUs and 4000 values each. If the text was cut off, the heading under which it ended is left out, because the missing values
// may have followed.
SmiLog parseSmiLog(const QString &text, bool isCut = false);

// One line of the fields that check.sh queries first.
struct SmiRow {
    std::optional<int> index;
    QString uuid, name, busId, driver;  // empty = not reported
    std::optional<qint64> memoryMiB, memoryUsedMiB, utilization, temperature;
    QString state;                     // "P0"
    SmiValue health = SmiValue::Told;  // the worst marker found in place of a value
    int failed = 0;                    // number of values replaced by an error
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
    bool isFailing() const;  // errors replace nearly all of its values
};

// All reports combined, by bus address.
struct SmiMachine {
    QString driver, cuda;
    QList<SmiCard> cards;
    QMap<qint64, QString> migDevices(const SmiCard &card) const;  // number and name, from `nvidia-smi -L`, under its GPU
    QString list;                                                 // the output of `nvidia-smi -L`
    QHash<int, quint64> reasons;                                  // mask of clock event reasons by index, if reported
    bool hasSimulated() const;
};
SmiMachine readSmi(const CheckAnswer &answer);

// Shortened by a time limit or for its length: a missing value proves nothing.
bool isCut(const CheckPart &part);

}  // namespace trainyard
