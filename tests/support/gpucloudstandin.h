// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in for RunPod, Lambda or Vast.ai on a loopback address: not the cloud itself, but strict about keys, paths, queries and bodies by
// the list in tests/data/gpuclouds, and made to misbehave as clouds do. It keeps everything in memory. The test's thread asks and orders,
// the server's thread answers. No GPU and no price in it is real.
#pragma once

#include "core/provider/interface/cloudaccount.h"
#include "tests/support/httpstandin.h"

#include <QJsonObject>
#include <QStringList>

#include <memory>

namespace trainyard {

class GpuCloudStandIn {
public:
    enum class Cloud { RunPod, Lambda, Vast };
    explicit GpuCloudStandIn(Cloud cloud);
    ~GpuCloudStandIn();

    Cloud kind() const;
    CloudCredentials credentials() const;

    // Calls are named "GET /v1/pods/{id}", those of GraphQL "POST /graphql gpuTypes". The next `times` ones are refused before anything is
    // done.
    void refuse(const QString &call, int status, const QByteArray &body, int times = 1, const QByteArray &header = {});
    // The next one is carried out; then the connection breaks, an internal error is answered, or nothing at all.
    enum class Lost { Answer, InternalError, Silence };
    void lose(const QString &call, Lost how);
    // Instead of the answer to the next one, which is not carried out.
    void answer(const QString &call, const QByteArray &body);
    void hideNew(int lists);    // a new machine is missing in this many lists
    void refusesWhatItMakes();  // Vast.ai: the next machine is made, and refused
    void startWithoutGpus();    // RunPod: the next start
    // "machines", "volumes", "keys", "offers"
    void put(const QString &list, const QJsonObject &entry);
    void change(const QString &list, const QString &id, const QJsonObject &fields);
    void vanish(const QString &list, const QString &id);
    QList<QJsonObject> entries(const QString &list) const;

    QStringList calls() const;                        // accepted or not, in their order
    QJsonObject lastBody(const QString &call) const;  // of accepted ones
    QStringList faults() const;                       // requests that no client of the cloud may make

private:
    struct State;
    std::unique_ptr<State> m_state;
    std::unique_ptr<HttpStandIn> m_server;
};

}  // namespace trainyard
