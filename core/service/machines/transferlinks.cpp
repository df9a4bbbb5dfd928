// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/transferlinks.h"

namespace trainyard {

TransferLinks transferLinks(std::shared_ptr<ConnectionPool> pool, const Machine &machine, Interaction asking)
{
    return {[pool, machine, asking](QDeadlineTimer deadline, std::stop_token stop) { return pool->get(machine, asking, deadline, stop); },
            [pool, machine](QDeadlineTimer deadline, std::stop_token stop) {
                return openFileConnection(machine.target, pool->rememberedAnswers(machine), deadline, stop);
            }};
}

}  // namespace trainyard
