// SPDX-License-Identifier: GPL-3.0-or-later
// Starts, finds and ends Jupyter servers on machines and in containers of runs. A server lives there, with all that is known of it, so that
// any program that logs in finds it again; it ends with its run, or by stop(). One for each machine and each run. Main thread; what waits
// is done on the context's pool.
#pragma once

#include "core/service/machines/servicecontext.h"
#include "core/service/runs/jupyterserver.h"

#include <QFuture>
#include <QObject>

namespace trainyard {

class JupyterService : public QObject {
    Q_OBJECT
public:
    explicit JupyterService(ServiceContext &context) : m_context(context) {}

    // The one that runs there, or a new one; takes as long as Jupyter does to start, at most a minute and a half. Installs nothing. Errors
    // as parseJupyterAnswer(), and those of the connection.
    QFuture<Result<JupyterServer>> start(const JupyterPlace &place, std::stop_token stop = {});
    QFuture<Result<JupyterServer>> look(const JupyterPlace &place, std::stop_token stop = {});  // asks no questions
    QFuture<Result<JupyterServer>> stop(const JupyterPlace &place, std::stop_token stop = {});

private:
    QFuture<Result<JupyterServer>> ask(const char *verb, const JupyterPlace &place, Interaction asking, std::stop_token stop);

    ServiceContext &m_context;
};

}  // namespace trainyard
