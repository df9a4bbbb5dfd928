// SPDX-License-Identifier: GPL-3.0-or-later
// The tunnels of this program, and a view of those of other programs. Lives in the thread that made it, signals arrive there; without an
// event loop, call tend() instead. open() may be called from any thread. Destroying it closes all of its tunnels.
#pragma once

#include "core/model/machine.h"
#include "core/service/machines/tunnel.h"
#include "core/service/machines/tunnelregister.h"

#include <QFuture>
#include <QList>
#include <QObject>

#include <memory>

namespace trainyard {

class ConnectionPool;
class StateDatabase;

struct OpenTunnel {
    MachineId machineId;
    TunnelRecord record;
    TunnelState state;
};

class TunnelManager : public QObject {
    Q_OBJECT
public:
    // `directory`: see TunnelRegister. The database must outlive it.
    TunnelManager(const QString &directory, const StateDatabase &store, std::shared_ptr<ConnectionPool> pool, QObject *parent = nullptr);
    ~TunnelManager() override;

    // Finishes once it is connected and known whether a server listens there (state.problem; the tunnel is open all the same). Returns this
    // program's tunnel to the same place if there is one. localPort 0: the same number as on the machine. Only the first connection may ask
    // questions.
    QFuture<Result<OpenTunnel>> open(const Machine &machine, const RemoteEndpoint &remote, quint16 localPort = 0,
                                     std::stop_token stop = {});
    void close(quint16 localPort);      // of this program
    QList<OpenTunnel> tunnels() const;  // of this program, in the order they were opened
    TunnelRegister everyone() const;    // of all programs
    void tend();                        // closes those that another program has asked to close

Q_SIGNALS:
    void changed();  // tunnels() has a new answer

private:
    struct State;
    std::shared_ptr<State> m_state;
};

}  // namespace trainyard
