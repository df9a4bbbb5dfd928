// SPDX-License-Identifier: GPL-3.0-or-later
// The transfers of files: one queue, shared with other running programs through the database. Main thread.
#pragma once

#include "core/service/machines/servicecontext.h"
#include "core/transport/transfer/transferjob.h"

#include <memory>

namespace trainyard {

class TransferQueue;

class TransferService {
public:
    explicit TransferService(ServiceContext &context);
    ~TransferService();

    TransferQueue &queue();                             // made at first use
    TransferLinks links(const Machine &machine) const;  // for TransferJob; may raise questions
    void cancelAllOf(qint64 machineId);                 // before the machine goes
    void stop();                                        // ends the work; transfers go on at the next start

private:
    ServiceContext &m_context;
    std::unique_ptr<TransferQueue> m_queue;
};

}  // namespace trainyard
