// SPDX-License-Identifier: GPL-3.0-or-later
// A real GNOME Keyring on a session bus of its own, unlocked, with its files in a temporary home.
#pragma once

#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace trainyard {

class DesktopKeyring {
public:
    ~DesktopKeyring()
    {
        for (QProcess *const process : {&m_keyring, &m_bus}) {
            process->terminate();
            if (process->state() != QProcess::NotRunning && !process->waitForFinished())
                process->kill();
        }
    }

    // The bus alone; it starts no keyring by itself. false: problem() gives the reason and a remedy.
    bool startBus()
    {
        for (const char *program : {"dbus-daemon", "gnome-keyring-daemon"}) {
            if (QStandardPaths::findExecutable(QString::fromLatin1(program)).isEmpty())
                m_problem = QStringLiteral("%1 is missing: apt-get install dbus-daemon gnome-keyring").arg(QLatin1String(program));
        }
        QFile config(m_home.filePath(QStringLiteral("bus.conf")));
        if (!m_problem.isEmpty() || !config.open(QIODevice::WriteOnly))
            return false;
        config.write(
            "<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context=\"default\">"
            "<allow send_destination=\"*\" eavesdrop=\"true\"/><allow eavesdrop=\"true\"/><allow own=\"*\"/></policy></busconfig>");
        config.close();
        m_bus.start(QStringLiteral("dbus-daemon"),
                    {QStringLiteral("--config-file=") + config.fileName(), QStringLiteral("--nofork"), QStringLiteral("--print-address")});
        m_address = m_bus.waitForReadyRead() ? m_bus.readLine().trimmed() : QByteArray();
        m_problem = m_address.isEmpty() ? QStringLiteral("The session bus did not start.") : QString();
        return m_problem.isEmpty();
    }

    // Answers a little later.
    bool startKeyring()
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char *name : {"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"})
            environment.insert(QString::fromLatin1(name), m_home.path());
        environment.insert(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"), QString::fromUtf8(m_address));
        m_keyring.setProcessEnvironment(environment);
        m_keyring.start(QStringLiteral("gnome-keyring-daemon"),
                        {QStringLiteral("--foreground"), QStringLiteral("--unlock"), QStringLiteral("--components=secrets")});
        m_keyring.write("password of the test");
        m_keyring.closeWriteChannel();
        return m_keyring.waitForStarted();
    }

    QByteArray address() const { return m_address; }
    QString problem() const { return m_problem; }

private:
    QTemporaryDir m_home;
    QProcess m_bus, m_keyring;
    QByteArray m_address;
    QString m_problem;
};

}  // namespace trainyard
