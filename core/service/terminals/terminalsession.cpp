// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/terminals/terminalsession.h"

#include "core/service/terminals/internal/terminallink.h"

#include <utility>

namespace trainyard {

TerminalSession::TerminalSession(std::shared_ptr<TerminalLink> link) : m_link(std::move(link))
{
    // close() takes the listener away before this object goes.
    m_link->setListener([this] { QMetaObject::invokeMethod(this, &TerminalSession::lookForNews, Qt::QueuedConnection); });
    m_link->start();
}

TerminalSession::~TerminalSession() { m_link->close(); }

void TerminalSession::lookForNews()
{
    m_link->newsSeen();
    const TerminalState::Stage stage = m_link->state().stage;
    const bool isNew = std::exchange(m_told, stage) != stage;
    Q_EMIT screenChanged();
    if (isNew)
        Q_EMIT stateChanged();
}

TerminalState TerminalSession::state() const { return m_link->state(); }

void TerminalSession::connectAgain()
{
    if (m_link->state().isOver())
        m_link->start();
}

void TerminalSession::resize(TerminalSize size) { m_link->resize(size); }
bool TerminalSession::send(const QByteArray &bytes) { return bytes.isEmpty() || m_link->send(bytes); }

void TerminalSession::reading(const std::function<void(const TerminalScreen &)> &look) const
{
    m_link->withScreen([&look](const TerminalScreen &screen) { look(screen); });
}

bool TerminalSession::press(const std::function<QByteArray(TerminalScreen &)> &press)
{
    QByteArray bytes;
    m_link->withScreen([&](TerminalScreen &screen) { bytes = press(screen); });
    return send(bytes);
}

}  // namespace trainyard

#include "moc_terminalsession.cpp"
