// SPDX-License-Identifier: GPL-3.0-or-later
// A small stand-in for an OpenStack on a loopback address, for what a real one cannot be made to do: lose answers, fail after the work is
// done, answer with nonsense. tests/integration/tst_openstackreal.cpp has the real one. It refuses calls and parameters that the official
// API does not have. The test's thread asks and orders, the server's thread answers.
#pragma once

#include "core/provider/interface/cloudaccount.h"
#include "tests/support/httpstandin.h"

#include <QJsonObject>
#include <QStringList>

#include <memory>

namespace trainyard {

class OpenStackStandIn {
public:
    OpenStackStandIn();
    ~OpenStackStandIn();

    static inline const QString kRegion = QStringLiteral("here");

    CloudCredentials credentials() const;
    QString base() const;

    // A call is "POST /servers": the method, and the path below the version with a star for each id.
    void refuse(const QString &call, int status, const QByteArray &body, int times = 1, const QByteArrayList &headers = {});
    // The next such call is carried out; then the connection breaks, or 500 is answered.
    enum class Lost { Answer, InternalError };
    void lose(const QString &call, Lost how);
    void answer(const QString &call, const QByteArray &body);  // always, in place of what it would answer
    void revokeTokens();
    void setRoles(const QStringList &roles);
    void setPageLength(int length);                                   // 0: all in one
    void setNextServer(const QString &status, const QString &fault);  // of those that are made from now on
    void setPlace(const QString &service, const QString &url);        // in the catalogue; an empty url removes the service
    // "servers", "flavors", "networks", "security_groups", "floatingips", "volumes", "snapshots", "images", "keypairs", "ports"
    void put(const QString &list, const QJsonObject &entry);
    void clear(const QString &list);
    QList<QJsonObject> entries(const QString &list) const;

    QStringList calls() const;  // those that had a valid token, in their order
    int signIns() const;
    QList<HttpStandIn::Request> requests() const { return m_server->requests(); }

private:
    struct State;
    std::unique_ptr<State> m_state;
    std::unique_ptr<HttpStandIn> m_server;
};

}  // namespace trainyard
