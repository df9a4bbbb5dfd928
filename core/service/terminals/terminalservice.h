// SPDX-License-Identifier: GPL-3.0-or-later
// Opens terminals over the connections that the program has to its machines. Main thread; closes what is open when it is destroyed.
#pragma once

#include "core/service/terminals/terminalsession.h"

#include <QList>

#include <memory>

namespace trainyard {

class Executor;
struct ServiceContext;

class TerminalService {
public:
    explicit TerminalService(ServiceContext &context);
    ~TerminalService();
    TerminalService(const TerminalService &) = delete;
    TerminalService &operator=(const TerminalService &) = delete;

    // Connects in the background, and may ask the user what a login asks. The history is in lines.
    std::unique_ptr<TerminalSession> open(const TerminalPlace &place, TerminalSize size, int historyLimit);
    void stop();  // before the context ends

private:
    ServiceContext &m_context;
    std::unique_ptr<Executor> m_executor;
    QList<std::weak_ptr<TerminalLink>> m_links;
};

}  // namespace trainyard
