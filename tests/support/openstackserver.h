// SPDX-License-Identifier: GPL-3.0-or-later
// A real OpenStack on 127.0.0.1 (tests/support/openstack/openstack-server): everything is real but the machines, which its fake driver
// pretends to run. Takes about a minute to start. Use it only on the thread that created it.
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace trainyard {

class OpenStackServer {
public:
    // Why a test that needs it has to skip, with the command that helps; empty if nothing is missing.
    static QString missingPart();

    OpenStackServer() = default;
    ~OpenStackServer();
    OpenStackServer(const OpenStackServer &) = delete;
    OpenStackServer &operator=(const OpenStackServer &) = delete;

    bool start();  // false: errorText() gives the reason
    QString errorText() const { return m_error; }
    int secondsToStart() const { return m_ready.value("seconds").toInt(); }

    QString authUrl() const { return m_ready.value("auth_url").toString(); }
    QString url(const QString &service) const { return m_ready.value("urls").toObject().value(service).toString(); }
    static inline const QString kRegion = QStringLiteral("RegionOne"), kProject = QStringLiteral("research");
    // What the consoles of all machines show from now on.
    bool setConsole(const QByteArray &content) const;
    QString file(const QString &name) const { return m_folder.filePath(name); }

    // That of this program, without what would turn a client of OpenStack to another cloud, or its calls to a proxy.
    static QProcessEnvironment plainEnvironment();
    // The official client, as this user of the project, or as the administrator.
    struct Answer {
        int status = -1;
        QByteArray out, err;
    };
    Answer client(const QStringList &words, const QString &user = QStringLiteral("researcher")) const;

private:
    QTemporaryDir m_folder;
    QProcess m_process;
    QJsonObject m_ready;
    QString m_error;
};

}  // namespace trainyard
