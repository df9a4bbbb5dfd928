// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the connection to a machine step by step and reports how each step went, in words a person can act on: name, port, host key, login,
// shell, SFTP, container engine, GPU. Leaves nothing on the machine. Blocking, any worker thread.
//
// Steps come in this order; the first one that fails ends the test unless it is one of the last three (SFTP, engine, GPU), which do not
// depend on each other. Behind a jump host the port cannot be probed directly: the step says so.
#pragma once

#include "core/base/result.h"
#include "core/service/machines/connectionreport.h"
#include "core/transport/ssh/sshconnection.h"

#include <QElapsedTimer>

#include <array>
#include <chrono>
#include <functional>

namespace trainyard {

struct ConnectionTestLimits {
    std::chrono::milliseconds name{10'000}, port{10'000}, login{60'000}, shell{20'000}, sftp{20'000}, facts{60'000};
};

class ConnectionTest {
public:
    // Called on the testing thread when a step begins and when it ends, each at most once per step.
    using Report = std::function<void(const StepFinding &)>;

    ConnectionTest(SshTarget target, SshQuestions questions, Report report);
    void setLimits(const ConnectionTestLimits &limits) { m_limits = limits; }
    // What to do when nothing answers at the port, in place of the usual advice.
    void setSilenceRemedy(const QString &remedy, const QString &command)
    {
        m_silenceRemedy = remedy;
        m_silenceCommand = command;
    }

    ConnectionReport run(std::stop_token stop = {});
    // The tested connection once a login succeeded; still open.
    std::shared_ptr<SshConnection> connection() const { return m_connection; }

private:
    struct Asked;
    bool testName(std::stop_token stop);
    bool testPort(std::stop_token stop);
    bool testLogin(std::stop_token stop);
    bool testShell(std::stop_token stop);
    void testSftp(std::stop_token stop);
    void testFacts(std::stop_token stop);
    void takeLoginError(const Error &error, const Asked &asked);

    void begin(ConnectionStep step);
    bool end(const StepFinding &judged);  // false when it failed
    bool end(ConnectionStep step, StepState state, const QString &sentence, const QString &remedy = {}, const QString &command = {},
             const QString &detail = {});
    bool fail(ConnectionStep step, const Error &error, const QString &remedy = {}, const QString &command = {});
    StepFinding &stepOf(ConnectionStep step);

    SshTarget m_target;
    SshQuestions m_questions;
    Report m_report;
    ConnectionTestLimits m_limits;
    QString m_silenceRemedy, m_silenceCommand;

    struct Route {
        QString host, user, via;  // via: the jump host or proxy command, as the configuration has it
        int port = 22;
        QStringList fromConfig;  // "HostName 10.0.0.7"
    } m_route;
    QStringList m_addresses;
    std::shared_ptr<SshConnection> m_connection;
    ConnectionReport m_result;
    std::array<qint64, kConnectionSteps.size()> m_began{};
    QElapsedTimer m_clock;
};

}  // namespace trainyard
