// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page/jupyterlink.h"

#include "core/service/machines/localredirect.h"
#include "core/service/machines/tunnelmanager.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"

#include <QDesktopServices>
#include <QUrl>

namespace trainyard {

JupyterLink::JupyterLink(Services &services, QObject *parent) : QObject(parent), m_services(services) {}

JupyterLink::~JupyterLink() { m_stop.request_stop(); }

void JupyterLink::open(const JupyterPlace &place)
{
    Q_EMIT starting(place, true);
    whenDone(m_services.jupyter.start(place, m_stop.get_token()), this, [this, place](const Result<JupyterServer> &server) {
        if (server)
            return browse(place, *server);
        Q_EMIT starting(place, false);
        if (!server.error().isCancelled())
            Q_EMIT failed(place, server.error());
    });
}

void JupyterLink::browse(const JupyterPlace &place, const JupyterServer &server)
{
    Q_EMIT known(place, true);
    const auto run = place.runId.isSet() ? m_services.database().runs.find(place.runId) : Result<Run>(Run());
    const auto machine = run ? m_services.database().machines.find(place.runId.isSet() ? run->head().machineId : place.machineId)
                             : Result<Machine>(run.error());
    if (!machine) {
        Q_EMIT starting(place, false);
        return Q_EMIT failed(place, machine.error());
    }
    whenDone(m_services.tunnels.open(*machine, server.endpoint, 0, m_stop.get_token()), this,
             [this, place, path = server.path()](const Result<OpenTunnel> &opened) {
                 Q_EMIT starting(place, false);
                 if (!opened || !opened->state.problem.what.isEmpty()) {
                     const Error problem = opened ? opened->state.problem : opened.error();
                     if (!problem.isCancelled())
                         Q_EMIT failed(place, problem);
                     return;
                 }
                 const QString address = QStringLiteral("http://127.0.0.1:%1").arg(opened->record.localPort);
                 // All users of this computer can read a browser's command line.
                 auto door = LocalRedirect::open((address + path).toLatin1());
                 if (!door)
                     return Q_EMIT failed(place, door.error());
                 m_door = *std::move(door);
                 if (!QDesktopServices::openUrl(QUrl(m_door->address())))
                     Q_EMIT failed(place,
                                   {ErrorCode::Unsupported, tr("Could not start a browser. Open %1 yourself.").arg(m_door->address()), {}});
             });
}

void JupyterLink::stop(const JupyterPlace &place)
{
    whenDone(m_services.jupyter.stop(place, m_stop.get_token()), this, [this, place](const Result<JupyterServer> &server) {
        if (!server) {
            if (!server.error().isCancelled())
                Q_EMIT failed(place, server.error());
            return;
        }
        closeTunnelTo(*server);
        Q_EMIT known(place, false);
    });
}

void JupyterLink::closeTunnelTo(const JupyterServer &server)
{
    const QList<OpenTunnel> tunnels = m_services.tunnels.tunnels();
    for (const OpenTunnel &tunnel : tunnels) {
        if (tunnel.machineId == server.machineId && tunnel.record.remote == server.endpoint)
            m_services.tunnels.close(tunnel.record.localPort);
    }
}

void JupyterLink::look(const JupyterPlace &place)
{
    whenDone(m_services.jupyter.look(place, m_stop.get_token()), this, [this, place](const Result<JupyterServer> &server) {
        if (server)
            Q_EMIT known(place, server->isRunning);
    });
}

}  // namespace trainyard

#include "moc_jupyterlink.cpp"
