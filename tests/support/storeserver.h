// SPDX-License-Identifier: GPL-3.0-or-later
// Real object stores on 127.0.0.1 for tests: each has its own folder and port, removed with the object.
#pragma once

#include "core/model/objectstoreconfig.h"

#include <QProcess>
#include <QString>
#include <QTemporaryDir>

namespace trainyard {

class StoreServer {
public:
    enum class Kind {
        Swift,    // OpenStack's, speaks S3 and checks signatures
        S3rver,   // another S3, which does not check them
        Azurite,  // Azure's blobs
    };

    explicit StoreServer(Kind kind) : m_kind(kind) {}
    ~StoreServer();

    bool start();  // false: problem() gives the reason and a remedy
    QString problem() const { return m_problem; }
    QString base() const;  // "http://127.0.0.1:12345"
    bool addBucket(const QString &name);
    ObjectStoreConfig record(const QString &bucket) const;  // as a user would configure it
    qint64 processId() const { return m_process.processId(); }

private:
    bool startSwift();
    bool startNode(const QString &program, const QStringList &arguments);

    const Kind m_kind;
    QTemporaryDir m_folder;
    QProcess m_process;
    int m_port = 0;
    QString m_problem;
};

}  // namespace trainyard
