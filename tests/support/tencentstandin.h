// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in for Tencent Cloud on a loopback address: not the cloud itself, but as strict about signatures and parameters, and made to
// misbehave as clouds do. It keeps instances, disks, addresses, snapshots, key pairs and security groups in memory. The test's thread asks
// and orders, the server's thread answers.
#pragma once

#include "core/provider/interface/cloudaccount.h"
#include "tests/support/httpstandin.h"

#include <QJsonObject>
#include <QStringList>

#include <memory>

namespace trainyard {

class TencentStandIn {
public:
    TencentStandIn();
    ~TencentStandIn();

    static inline const QString kRegion = QStringLiteral("ap-guangzhou"), kZone = QStringLiteral("ap-guangzhou-6");
    static inline const QString kType = QStringLiteral("GN10Xp.2XLARGE40");  // with one GPU, in three zones
    static inline const QString kImage = QStringLiteral("img-ubuntu22");

    QString base() const;
    CloudCredentials credentials() const { return credentialsAt(base()); }
    static CloudCredentials credentialsAt(const QString &base);

    // The next `times` calls that need this right are refused before anything is done.
    void refuse(const QString &right, const QByteArray &code, int times = 1, const QByteArray &message = "No");
    // The next call that needs this right is carried out; then the connection breaks, an internal error is answered, or nothing at all.
    enum class Lost { Answer, InternalError, Silence };
    void lose(const QString &right, Lost how);
    void setClock(qint64 secondsAhead);
    void hideNew(int answers);  // a new instance is missing in this many answers of DescribeInstances
    void sellOut(const QString &zone);
    void stopsCharging(bool does);  // of machines that are stopped with STOP_CHARGING
    // "instances", "disks", "addresses", "snapshots", "keys", "groups"; "bill", whose region is a month
    void put(const QString &list, const QString &region, const QJsonObject &entry);
    void vanish(const QString &instanceId);
    QList<QJsonObject> entries(const QString &list, const QString &region = kRegion) const;

    QStringList calls() const;                               // "cvm:RunInstances", accepted or not, in their order
    QJsonObject lastParameters(const QString &right) const;  // of accepted calls

private:
    struct State;
    std::unique_ptr<State> m_state;
    std::unique_ptr<HttpStandIn> m_server;
};

}  // namespace trainyard
