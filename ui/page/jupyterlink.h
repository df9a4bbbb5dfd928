// SPDX-License-Identifier: GPL-3.0-or-later
// Opens Jupyter of a machine or of a run in this user's browser: starts it there if it does not run, forwards a port to it, and keeps the
// token out of the browser's command line. The server stays until it is stopped or its run ends. Main thread.
#pragma once

#include "core/base/error.h"
#include "core/service/runs/jupyterserver.h"

#include <QObject>

#include <memory>
#include <stop_token>

namespace trainyard {

class LocalRedirect;
class Services;

class JupyterLink : public QObject {
    Q_OBJECT
public:
    JupyterLink(Services &services, QObject *parent = nullptr);
    ~JupyterLink() override;

    void open(const JupyterPlace &place);
    void stop(const JupyterPlace &place);
    void look(const JupyterPlace &place);  // asks whether it runs; a machine that does not answer is no failure

Q_SIGNALS:
    void starting(const trainyard::JupyterPlace &place, bool isStarting);
    void known(const trainyard::JupyterPlace &place, bool isRunning);
    void failed(const trainyard::JupyterPlace &place, const trainyard::Error &error);

private:
    void browse(const JupyterPlace &place, const JupyterServer &server);
    void closeTunnelTo(const JupyterServer &server);

    Services &m_services;
    std::unique_ptr<LocalRedirect> m_door;  // for the page opened last
    std::stop_source m_stop;
};

}  // namespace trainyard
