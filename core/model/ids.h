// SPDX-License-Identifier: GPL-3.0-or-later
// Ids of what the database numbers, one type for each kind of thing, so that the compiler tells a machine from a transfer. Pure.
#pragma once

#include <QHashFunctions>
#include <QMetaType>

#include <compare>

namespace trainyard {

// One that is not set names nothing: a machine that is not stored yet, or one that was removed.
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

using InstanceId = Id<struct InstanceTag>;
using MachineId = Id<struct MachineTag>;
using RentalId = Id<struct RentalTag>;
using TransferId = Id<struct TransferTag>;
using AlertId = Id<struct AlertTag>;
using CheckId = Id<struct CheckTag>;  // of a machine
using ProbeId = Id<struct ProbeTag>;

}  // namespace trainyard

Q_DECLARE_METATYPE(trainyard::MachineId)
