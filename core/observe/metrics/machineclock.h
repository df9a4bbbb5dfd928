// SPDX-License-Identifier: GPL-3.0-or-later
// The current time on the machine's clock, from times that it reported and when these arrived here; the two clocks need not agree. The
// report with the least delay counts, so that late samples (after a link was interrupted and catches up) do not pass for the present. Value
// type, pure. Milliseconds; "local" is a clock of this computer that is never set.
#pragma once

#include <QtGlobal>

namespace trainyard {

class MachineClock {
public:
    void clear() { *this = {}; }
    // In the order in which the machine wrote them. A time earlier than the previous one means that its clock was set back.
    void take(qint64 machineMs, qint64 heardLocalMs);

    bool isKnown() const { return m_isKnown; }
    qint64 at(qint64 localMs) const { return m_isKnown ? localMs + m_ahead : 0; }

private:
    bool m_isKnown = false;
    qint64 m_ahead = 0;  // of the local clock
    qint64 m_lastMachine = 0, m_lastLocal = 0;
};

}  // namespace trainyard
