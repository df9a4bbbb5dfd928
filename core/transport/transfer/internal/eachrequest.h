// SPDX-License-Identifier: GPL-3.0-or-later
// Many small requests over one channel at once. Private to core/transport/transfer.
#pragma once

#include "core/transport/ssh/filechannel.h"
#include "core/transport/transfer/internal/deadlines.h"

#include <stop_token>

namespace trainyard {

// Sends `count` requests, staying some hundred ahead of the replies. `takeOne` gets each reply with its number, and its error ends it.
template <typename Send, typename Take>
Result<void> forEachRequest(FileChannel &channel, qsizetype count, const std::stop_token &stop, Send sendOne, Take takeOne)
{
    constexpr qsizetype kAhead = 256;
    qsizetype sent = 0, received = 0;
    while (received < count) {
        for (; sent < count && sent - received < kAhead; ++sent)
            sendOne(sent, static_cast<quint64>(sent + 1));
        TRY(auto letter, channel.next(QDeadlineTimer(kStall), stop));
        if (letter.tag == 0)
            continue;
        ++received;
        TRY_DO(takeOne(static_cast<qsizetype>(letter.tag) - 1, letter.reply));
    }
    return {};
}

}  // namespace trainyard
