// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in for Google Cloud on a loopback address: not the cloud itself, but as strict about tokens, paths and bodies, and made to
// misbehave as clouds do. It keeps instances, disks, addresses, snapshots, firewall rules and operations in memory, of one project. The
// test's thread asks and orders, the server's thread answers.
#pragma once

#include "core/provider/interface/cloudaccount.h"
#include "tests/support/httpstandin.h"

#include <QJsonObject>
#include <QStringList>

#include <memory>

namespace trainyard {

class GoogleStandIn {
public:
    GoogleStandIn();
    ~GoogleStandIn();

    static inline const QString kProject = QStringLiteral("example-project");
    static inline const QString kRegion = QStringLiteral("us-central1"), kZone = QStringLiteral("us-central1-a");
    static inline const QString kType = QStringLiteral("a2-highgpu-1g");  // with one GPU, in two zones of the region
    static inline const QString kImage = QStringLiteral(
        "projects/ubuntu-os-accelerator-images/global/images/ubuntu-accelerator-2204-amd64-with-nvidia-570-v20260901");

    QString base() const;
    QByteArray keyFile() const;   // of a service account
    QByteArray userFile() const;  // as `gcloud auth application-default login` leaves it
    CloudCredentials credentials() const;

    // The next `times` calls that need this right are refused before anything is done.
    void refuse(const QString &right, int status, const QString &reason, const QString &message = QStringLiteral("No"), int times = 1);
    // The next operation of a call that needs this right is accepted, and ends with this error.
    void failOperation(const QString &right, const QString &code, const QString &message);
    // The next call that needs this right is carried out; then the connection breaks, or a failure of the cloud is answered.
    enum class Lost { Answer, InternalError };
    void lose(const QString &right, Lost how);
    void lack(const QString &right);  // of the account
    void setClock(qint64 secondsAhead);
    void endTokens();
    void hideNew(int answers);  // a new instance is missing in this many lists
    void sellOut(const QString &zone);
    // The next list over all places says that one did not answer: in its part, or as the newer answers do.
    enum class Partial { Warning, Unreachables };
    void leaveOut(const QString &right, Partial how);
    void bootWithHostKey(const QString &type, const QString &key);  // machines write it into their guest attributes
    void preempt(const QString &path);
    // "instances", "disks", "addresses", "snapshots", "firewalls"; `path`: "zones/us-central1-a/disks/a"
    void put(const QString &list, const QString &path, const QJsonObject &entry);
    void vanish(const QString &path);
    QList<QJsonObject> entries(const QString &list) const;

    QStringList calls() const;                         // rights, accepted or not, in their order; "token" for a token
    QJsonObject lastBody(const QString &right) const;  // of accepted calls

private:
    struct State;
    std::unique_ptr<State> m_state;
    std::unique_ptr<HttpStandIn> m_server;
};

}  // namespace trainyard
