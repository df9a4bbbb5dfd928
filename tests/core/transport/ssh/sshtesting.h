// SPDX-License-Identifier: GPL-3.0-or-later
// Code shared by the tests of this room.
#pragma once

#include "core/transport/ssh/sshconnection.h"
#include "sshdfixture.h"

#include <QTemporaryDir>
#include <QTest>

// Starts the fixture, or skips (fails where everything is meant to be installed: CI=true).
#define START_OR_SKIP(fixture)                                                        \
  do {                                                                                \
    const QString absentPart = (fixture).missing();                                   \
    if (!absentPart.isEmpty() && qEnvironmentVariable("CI") == QLatin1String("true")) \
      QFAIL(qPrintable(absentPart));                                                  \
    if (!absentPart.isEmpty())                                                        \
      QSKIP(qPrintable(absentPart));                                                  \
    QVERIFY2((fixture).start(), qPrintable((fixture).errorText()));                   \
  } while (false)

// Both evaluate their argument once.
#define VERIFY_OK(...)                                                        \
  do {                                                                        \
    auto &&outcome = __VA_ARGS__;                                             \
    QVERIFY2(outcome.has_value(), qPrintable(trainyard::described(outcome))); \
  } while (false)

#define VERIFY_ERROR(result, expected)                                                                               \
  do {                                                                                                               \
    auto &&outcome = result;                                                                                         \
    QVERIFY2(!outcome.has_value() && outcome.error().code == (expected), qPrintable(trainyard::described(outcome))); \
  } while (false)

namespace trainyard {

template <typename T>
QString described(const Result<T> &result)
{
    if (result)
        return QStringLiteral("a value");
    return errorCodeName(result.error().code) + QStringLiteral(": ") + result.error().what + QStringLiteral(" / ") + result.error().detail;
}

// A column of global data, for initTestCase_data(): the servers with which every test function must work.
inline void addServers()
{
    QTest::addColumn<SshdFixture::Server>("server");
    QTest::newRow("OpenSSH") << SshdFixture::Server::OpenSsh;
    QTest::newRow("dropbear") << SshdFixture::Server::Dropbear;
}

inline QDeadlineTimer soon(qint64 milliseconds = 30'000) { return QDeadlineTimer(milliseconds); }

inline RemoteCommand command(const QString &line, const QByteArray &input = {})
{
    RemoteCommand result;
    result.line = line;
    result.input = input;
    return result;
}

// A separate home folder for what a login reads there; restored at the end.
class HomeGuard {
public:
    HomeGuard() : m_old(qgetenv("HOME")), m_agent(qgetenv("SSH_AUTH_SOCK"))
    {
        qputenv("HOME", m_directory.path().toUtf8());
        qunsetenv("SSH_AUTH_SOCK");
        QDir(m_directory.path()).mkdir(QStringLiteral(".ssh"));
    }
    ~HomeGuard()
    {
        qputenv("HOME", m_old);
        if (m_agent.isEmpty())
            qunsetenv("SSH_AUTH_SOCK");
        else
            qputenv("SSH_AUTH_SOCK", m_agent);
    }
    QString path(const QString &name) const { return m_directory.filePath(name); }

private:
    QTemporaryDir m_directory;
    QByteArray m_old, m_agent;
};

// A server socket on 127.0.0.1 that accepts in the kernel and never sends anything.
class SilentServer {
public:
    SilentServer();
    ~SilentServer();
    int port() const { return m_port; }
    void hangUpOnce() const;             // waits for one client and closes immediately
    int accept(int milliseconds) const;  // the next client's socket, owned by the caller; -1: none came

private:
    int m_fd, m_port = 0;
};

}  // namespace trainyard
