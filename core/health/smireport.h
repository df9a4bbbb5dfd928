// What nvidia-smi tells of the GPUs, from its long text (-q), its table and its comma-separated lines, by drivers 450 to 610.
// Values stay as they were printed; what is absent stays absent. Pure, any thread.
#pragma once

#include "core/health/smiproblem.h"

namespace trainyard {

// One GPU of `nvidia-smi -q`: values by the path of their headings, "ECC Errors/Volatile/DRAM Uncorrectable". Drivers spell
// them with different capitals.
class SmiTree {
public:
    QString busId;
    QList<QPair<QString, QString>> values;

    QString text(const QString &path) const;               // the first of that path; empty = absent
    SmiValue state(const QString &path) const { return smiValue(text(path)); }
    // Nothing where it is not told, or is no number.
    std::optional<qint64> number(const QString &path) const;
    QStringList all(const QString &path) const;
    bool hasAnyUnder(const QString &heading) const;
};

struct SmiLog {
    QString driver, cuda;                                  // empty = not told
    QList<SmiTree> gpus;
};

// At most 64 GPUs and 4000 values each.
SmiLog parseSmiLog(const QString &text);

// One line of the fields that check.sh asks first.
struct SmiRow {
    std::optional<int> index;
    QString uuid, name, busId, driver;                     // empty = not told
    std::optional<qint64> memoryMiB, memoryUsedMiB, utilization, temperature;
    QString state;                                         // "P0"
    SmiValue health = SmiValue::Told;                      // the worst that stands in the place of a value
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
};

// All of it together, by place on the bus.
struct SmiMachine {
    QString driver, cuda;
    QList<SmiCard> cards;
    QStringList migDevices(const SmiCard &card) const;     // of `nvidia-smi -L`, under its GPU
    QString list;                                          // that text
    QHash<int, quint64> reasons;                           // mask of clock event reasons by index, where told
    bool hasSimulated() const;
};
SmiMachine readSmi(const CheckAnswer &answer);

}  // namespace trainyard
