// SPDX-License-Identifier: GPL-3.0-or-later
// The tunnels of this program, and a look at those of the other ones. Lives in the thread that made it, signals arrive
// there; what an event loop would do for it, tend() does without one. open() may be called from any thread.
// Destroying it closes all of its tunnels.
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
    // `directory`: see TunnelRegister. The store must outlive it.
    TunnelManager(const QString &directory, const StateDatabase &store, std::shared_ptr<ConnectionPool> pool, QObject *parent = nullptr);
    ~TunnelManager() override;

    // Once it is connected and known whether a server listens there (state.problem; the tunnel is open all the same).
    // The tunnel of this program to the same place, when there is one. localPort 0: the number it has there.
    // Only the first connection may ask questions.
    QFuture<Result<OpenTunnel>> open(const Machine &machine, const RemoteEndpoint &remote, quint16 localPort = 0,
                                     std::stop_token stop = {});
    void close(quint16 localPort);      // of this program
    QList<OpenTunnel> tunnels() const;  // of this program, in the order they were opened
    TunnelRegister everyone() const;    // of all programs
    void tend();                        // closes those that another program has asked to close

Q_SIGNALS:
    void changed();  // tunnels() would answer anew

private:
    struct State;
    std::shared_ptr<State> m_state;
};

}  // namespace trainyard
