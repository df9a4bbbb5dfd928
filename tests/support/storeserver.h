// SPDX-License-Identifier: GPL-3.0-or-later
// Real object stores on 127.0.0.1 for tests: a folder and a port of their own, gone with the object.
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

    bool start();  // false: problem() says why and what would help
    QString problem() const { return m_problem; }
    QString base() const;  // "http://127.0.0.1:12345"
    bool addBucket(const QString &name);
    ObjectStoreConfig record(const QString &bucket) const;  // as somebody would set it up
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
