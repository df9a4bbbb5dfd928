// SPDX-License-Identifier: GPL-3.0-or-later
// Ids, one type for each kind of thing, so that the compiler distinguishes a machine from a transfer, and a run from its lineage of
// attempts. Pure.
#pragma once

#include <QHashFunctions>
#include <QMetaType>
#include <QString>

#include <compare>
#include <utility>

namespace trainyard {

// A number given by the database. An id that is not set names nothing: a machine that is not stored yet, or one that was removed.
template <typename Tag>
class Id {
public:
    constexpr Id() = default;
    explicit constexpr Id(qint64 number) : m_number(number) {}

    constexpr bool isSet() const { return m_number != 0; }
    constexpr qint64 number() const { return m_number; }  // as in the database and in JSON; 0: none

    friend constexpr auto operator<=>(const Id &, const Id &) = default;
    friend size_t qHash(const Id &id, size_t seed = 0) noexcept { return ::qHash(id.m_number, seed); }

private:
    qint64 m_number = 0;
};

// A run: "<lineage>-a<attempt>", which is also the name of its directory on the machine and of its copy here. An id that is not set names
// nothing. The text may come from a command line or a database and is not validated.
class RunId {
public:
    RunId() = default;
    explicit RunId(QString text) : m_text(std::move(text)) {}

    bool isSet() const { return !m_text.isEmpty(); }
    const QString &text() const { return m_text; }

    friend bool operator==(const RunId &a, const RunId &b) { return a.m_text == b.m_text; }
    friend bool operator<(const RunId &a, const RunId &b) { return a.m_text < b.m_text; }
    friend size_t qHash(const RunId &id, size_t seed = 0) noexcept { return ::qHash(id.m_text, seed); }

private:
    QString m_text;
};

using InstanceId = Id<struct InstanceTag>;
using MachineId = Id<struct MachineTag>;
using RentalId = Id<struct RentalTag>;
using TransferId = Id<struct TransferTag>;
using AlertId = Id<struct AlertTag>;
using CheckId = Id<struct CheckTag>;  // of a machine
using ProbeId = Id<struct ProbeTag>;

}  // namespace trainyard

Q_DECLARE_METATYPE(trainyard::MachineId)
Q_DECLARE_METATYPE(trainyard::RunId)
