// SPDX-License-Identifier: GPL-3.0-or-later
// A private SSH server on 127.0.0.1 for tests: a temporary folder with its own host key, user key, known_hosts and configuration, a free
// port, no effect on the system. Use it only on the thread that created it.
//
// The server is OpenSSH's sshd, or dropbear, as on small machines and in small images. dropbear has no configuration, reads keys only in
// the user's own home (so one is mounted, which needs root) and has SFTP where OpenSSH's sftp-server is installed.
#pragma once

#include "core/model/sshtarget.h"

#include <QList>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>

namespace trainyard {

class SshdFixture {
public:
    enum class Server { OpenSsh, Dropbear, DropbearWithoutSftp };

    // Why a test that needs the server has to skip, with the command that helps; empty if nothing is missing.
    static QString missingPart(Server server = Server::OpenSsh);

    explicit SshdFixture(Server server = Server::OpenSsh);
    Server server() const { return m_server; }
    QString missing() const { return missingPart(m_server); }
    ~SshdFixture();  // stops the server and everything it started per connection
    SshdFixture(const SshdFixture &) = delete;
    SshdFixture &operator=(const SshdFixture &) = delete;

    // Before start(): lines of sshd_config (e.g. "MaxSessions 2"), variables of every session (e.g. "HOME", dir). A line replaces the
    // fixture's own line of the same keyword. HOME is an empty folder unless it is set here.
    void addConfig(const QString &line) { m_config << line; }
    void setEnvironment(const QString &name, const QString &value);

    // Before start(): this password logs the current user in. sshd then sees a private /etc/shadow in its own mount namespace, so root is
    // needed: missingForPassword() returns what to do, or an empty text if nothing is missing.
    static QString missingForPassword();
    void setPassword(const QString &password) { m_password = password; }
    // Before start(): logins go through PAM, whose service for sshd consists of these lines and is seen by this sshd alone. The
    // requirements are those of a password.
    void setPam(const QStringList &service) { m_pam = service; }

    bool start();  // false: errorText() gives the reason. After stop(): again on the same port
    void stop();   // the listener, then its connections
    bool isRunning() const { return m_sshd && m_sshd->state() == QProcess::Running; }
    void dropConnections();   // cuts the current connections, the listener stays
    void pauseConnections();  // current connections stop responding, as if their machine hung
    void killListener();      // new connections are refused, current ones stay
    bool replaceHostKey();    // takes effect at the next start()

    SshTarget target() const;                      // 127.0.0.1, port, user, client key, known_hosts (which knows the key)
    void forgetHostKey();                          // empties known_hosts
    bool authorize(const QString &publicKeyFile);  // this key can log in too
    void trustHostKey();                           // known_hosts then holds exactly the current host key

    int port() const { return m_port; }
    QString user() const;
    QString directory() const { return m_directory.path(); }
    QString clientKey() const { return m_directory.filePath(QStringLiteral("client_key")); }
    QString knownHosts() const { return m_directory.filePath(QStringLiteral("known_hosts")); }
    QString hostFingerprint() const;  // "SHA256:…"
    QString errorText() const { return m_error; }
    QByteArray log() const;  // sshd's output

    // A new key pair of the given type at `path`; further arguments are passed to ssh-keygen, e.g. {"-N", "secret"}.
    static bool makeKey(const QString &path, const QString &type = QStringLiteral("ed25519"), const QStringList &more = {});

private:
    QStringList withHome() const;  // m_environment, always with a HOME
    QString authorizedKeys() const;
    QStringList openSshCommand() const;
    QStringList dropbearCommand();  // empty: the reason is in m_error
    QString writeConfig() const;
    bool writeShadow() const;
    bool writePam() const;
    QList<qint64> connectionProcesses() const;
    bool waitReady();
    void takePort();

    const Server m_server;
    QTemporaryDir m_directory;
    QStringList m_config, m_environment, m_pam;
    std::unique_ptr<QProcess> m_sshd;
    int m_port = 0;
    int m_claim = -1;  // open while this fixture holds the port
    QString m_error, m_password;
    QList<qint64> m_paused;
};

}  // namespace trainyard
