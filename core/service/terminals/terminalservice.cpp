// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/terminals/terminalservice.h"

#include "core/base/executor.h"
#include "core/base/shellquote.h"
#include "core/execution/registry/executionbackends.h"
#include "core/service/machines/servicecontext.h"
#include "core/service/terminals/internal/terminallink.h"

#include <utility>

namespace trainyard {

namespace {

// For any login shell: changes to the folder, whatever bytes its name has, and starts the user's own shell there. A folder that is gone
// leaves the shell where the login starts.
QString lineIn(const QByteArray &folder)
{
    QString octal;
    for (const char byte : folder)
        octal += QStringLiteral("\\0%1").arg(uchar(byte), 3, 8, QLatin1Char('0'));
    // The letter after the name keeps the line breaks at its end, which $() would remove.
    const QString script = QStringLiteral("d=$(printf %b \"%1/\"); cd \"$d\"; exec \"${SHELL:-sh}\" -l").arg(octal);
    return QStringLiteral("exec sh -c ") + shellQuoted(script);
}

Result<OpenedShell> openPlace(ServiceContext &context, const TerminalPlace &place, TerminalSize size, std::stop_token stop,
                              std::function<void()> changed)
{
    QString line;
    MachineId machineId = place.machineId;
    if (place.runId.isSet()) {
        TRY(const auto run, context.database->runs.find(place.runId));
        line = executionBackend(run.engine).shellLine(run);
        machineId = run.head().machineId;
    } else if (!place.folder.isEmpty()) {
        line = lineIn(place.folder);
    }
    TRY(const auto machine, context.database->machines.find(machineId));
    TRY(auto connection, context.connect(machine, Interaction::Allowed, std::move(stop)));
    TRY(auto shell, openShell(*connection, line, size, std::move(changed)));
    return OpenedShell{std::move(connection), std::move(shell)};
}

}  // namespace

TerminalService::TerminalService(ServiceContext &context)
    : m_context(context), m_executor(std::make_unique<Executor>("terminals", Executor::Options()))
{
}

TerminalService::~TerminalService() { stop(); }

void TerminalService::stop()
{
    for (const auto &link : std::exchange(m_links, {})) {
        if (const auto open = link.lock())
            open->close();
    }
    m_executor->close();
}

std::unique_ptr<TerminalSession> TerminalService::open(const TerminalPlace &place, TerminalSize size, int historyLimit)
{
    auto opener = [&context = m_context, place](TerminalSize now, std::stop_token stop, std::function<void()> changed) {
        return openPlace(context, place, now, std::move(stop), std::move(changed));
    };
    auto link = std::make_shared<TerminalLink>(*m_executor, std::move(opener), size, historyLimit);
    m_links.removeIf([](const std::weak_ptr<TerminalLink> &one) { return one.expired(); });
    m_links << link;
    return std::make_unique<TerminalSession>(std::move(link));
}

}  // namespace trainyard
