// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/connectiontest.h"

#include "core/base/shellquote.h"
#include "core/service/machines/internal/connectionjudge.h"
#include "core/service/machines/internal/portprobe.h"
#include "core/service/machines/machineinspector.h"
#include "core/transport/ssh/filechannel.h"
#include "core/transport/ssh/sftp.h"
#include "core/transport/ssh/sshconfig.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ConnectionTest)
};

constexpr qsizetype kMaxDetail = 600;  // shown to a person of a machine's own words

// A machine's text without anything that would move a terminal's cursor.
QString shownDetail(const QByteArray &bytes)
{
    QString shown;
    const QString text = QString::fromUtf8(bytes.left(4 * kMaxDetail));
    for (const QChar c : text) {
        const auto category = c.category();
        if (c == u'\n' || (category != QChar::Other_Control && category != QChar::Other_Format))
            shown += c;
        if (shown.size() >= kMaxDetail)
            break;
    }
    return shown.trimmed();
}

bool isLost(const Error &error)
{
    return error.code == ErrorCode::Unreachable || error.code == ErrorCode::TimedOut || error.code == ErrorCode::ConnectionLost;
}

// The jump hosts or the proxy command; empty = reached directly.
QString wayOf(const SshTarget &target, const SshConfig &config)
{
    if (!target.jumps.isEmpty())
        return target.jumps.first() == QLatin1String("none") ? QString() : target.jumps.join(QStringLiteral(", "));
    return config.proxyJump.isEmpty() ? config.proxyCommand : config.proxyJump.join(QStringLiteral(", "));
}

Result<SshConfig> readConfig(const SshTarget &target)
{
    const QString home = homeDirectory();
    return readSshConfig(home, target.host, target.user, {home + QStringLiteral("/.ssh/config"), QStringLiteral("/etc/ssh/ssh_config")});
}

constexpr auto kBegin = "trainyard-test-begin";

}  // namespace

struct ConnectionTest::Asked {
    bool aboutHostKey = false, forPassword = false;
    QStringList passphrasesOf;
    bool forSecret() const { return forPassword || !passphrasesOf.isEmpty(); }

    void note(const SshPrompt &prompt)
    {
        if (prompt.kind == SshPrompt::Kind::Passphrase)
            passphrasesOf << prompt.name;
        else
            forPassword = true;
    }
};

ConnectionTest::ConnectionTest(SshTarget target, SshQuestions questions, Report report)
    : m_target(std::move(target)), m_questions(std::move(questions)), m_report(std::move(report))
{
}

ConnectionReport ConnectionTest::run(std::stop_token stop)
{
    m_result = {};
    for (const ConnectionStep step : kConnectionSteps) {
        StepFinding report;
        report.step = step;
        m_result.steps << report;
    }
    m_clock.start();
    if (testName(stop) && testPort(stop) && testLogin(stop) && testShell(stop)) {
        testSftp(stop);
        if (!stop.stop_requested())
            testFacts(stop);
    }
    // A step that failed on its own before the test was cancelled is reported.
    m_result.isCancelled = (m_result.isCancelled || (stop.stop_requested() && stepOf(ConnectionStep::Gpu).state == StepState::Waiting))
                           && !m_result.failure();
    for (StepFinding &step : m_result.steps) {
        if (step.state != StepState::Waiting && step.state != StepState::Running)
            continue;
        step.state = StepState::NotReached;
        step.sentence = m_result.isCancelled ? Words::tr("Not tested: the test was cancelled.") : Words::tr("Not reached.");
        if (m_report)
            m_report(step);
    }
    m_result.elapsedMs = m_clock.elapsed();
    return m_result;
}

bool ConnectionTest::testName(std::stop_token stop)
{
    begin(ConnectionStep::Name);
    const auto read = readConfig(m_target);
    if (!read)
        return fail(ConnectionStep::Name, read.error());
    const SshConfig &config = *read;
    m_route.host = config.hostName.isEmpty() ? m_target.host : config.hostName;
    m_route.port = m_target.port > 0 ? m_target.port : config.port > 0 ? config.port : 22;
    m_route.user = !m_target.user.isEmpty() ? m_target.user : !config.user.isEmpty() ? config.user : localUser();
    m_route.via = wayOf(m_target, config);
    if (!config.hostName.isEmpty() && config.hostName != m_target.host)
        m_route.fromConfig << QStringLiteral("HostName ") + config.hostName;
    if (m_target.port <= 0 && config.port > 0)
        m_route.fromConfig << QStringLiteral("Port %1").arg(config.port);
    if (m_target.user.isEmpty() && !config.user.isEmpty())
        m_route.fromConfig << QStringLiteral("User ") + config.user;
    for (const QString &file : config.identityFiles)
        m_route.fromConfig << QStringLiteral("IdentityFile ") + file;
    if (m_target.knownHostsFile.isEmpty() && !config.knownHostsFile.isEmpty())
        m_route.fromConfig << QStringLiteral("UserKnownHostsFile ") + config.knownHostsFile;
    if (!m_route.via.isEmpty() && m_target.jumps.isEmpty())
        m_route.fromConfig << (config.proxyJump.isEmpty() ? QStringLiteral("ProxyCommand ") : QStringLiteral("ProxyJump ")) + m_route.via;
    const QString detail = m_route.fromConfig.isEmpty() ? QString()
                                                        : Words::tr("From ~/.ssh/config:") + u'\n' + m_route.fromConfig.join(u'\n');

    if (m_target.host.isEmpty())
        return fail(ConnectionStep::Name, {ErrorCode::Unreachable, Words::tr("The machine has no address."), {}},
                    Words::tr("Edit the machine and give the ssh command."));
    if (!m_route.via.isEmpty())
        return end(ConnectionStep::Name, StepState::Ok,
                   Words::tr("%1 is resolved by the jump host, not by this computer.").arg(m_route.host), {}, {}, detail);
    const auto addresses = resolveHost(m_route.host, QDeadlineTimer(m_limits.name), stop);
    if (!addresses) {
        Error error = addresses.error();
        if (!detail.isEmpty())
            error.detail = (error.detail + u'\n' + detail).trimmed();
        return fail(ConnectionStep::Name, error,
                    Words::tr("Check the spelling. An alias must be defined in ~/.ssh/config; a name in a private network needs its VPN."));
    }
    m_addresses = *addresses;
    const QString more = m_addresses.size() > 1 ? m_addresses.join(u'\n') + (detail.isEmpty() ? QString() : u'\n' + detail) : detail;
    if (m_addresses.first() == m_route.host)
        return end(ConnectionStep::Name, StepState::Ok,
                   m_target.host == m_route.host ? Words::tr("%1 is an address.").arg(m_route.host)
                                                 : Words::tr("%1 stands for %2 in ~/.ssh/config.").arg(m_target.host, m_route.host),
                   {}, {}, more);
    if (m_target.host == m_route.host)
        return end(ConnectionStep::Name, StepState::Ok, Words::tr("%1 is %2.").arg(m_route.host, m_addresses.first()), {}, {}, more);
    return end(ConnectionStep::Name, StepState::Ok,
               Words::tr("%1 stands for %2 in ~/.ssh/config, which is %3.").arg(m_target.host, m_route.host, m_addresses.first()), {}, {},
               more);
}

bool ConnectionTest::testPort(std::stop_token stop)
{
    begin(ConnectionStep::Port);
    if (!m_route.via.isEmpty())
        return true;  // judged by how the login goes
    const auto answer = probePort(m_addresses, m_route.port, QDeadlineTimer(m_limits.port), stop);
    if (!answer) {
        if (answer.error().code == ErrorCode::TimedOut && !m_silenceRemedy.isEmpty())
            return fail(ConnectionStep::Port, answer.error(), m_silenceRemedy, m_silenceCommand);
        if (answer.error().code == ErrorCode::TimedOut)
            return fail(
                ConnectionStep::Port, answer.error(),
                Words::tr("Check that the machine is switched on, that its address has not changed, and that a firewall or security group "
                          "allows port %1.")
                    .arg(m_route.port));
        const bool isRefused = answer.error().detail.contains(QLatin1String("refused"));
        return fail(ConnectionStep::Port, answer.error(),
                    isRefused ? Words::tr("Check the port number. If it is right, start the SSH server on the machine:")
                              : Words::tr("Check your network and, for a private one, its VPN."),
                    isRefused ? QStringLiteral("sudo systemctl start ssh") : QString());
    }
    const QString banner = shownDetail(answer->banner);
    if (answer->isSsh())
        return end(ConnectionStep::Port, StepState::Ok, Words::tr("Port %1 answered in %2 ms.").arg(m_route.port).arg(answer->connectMs),
                   {}, {}, banner);
    const QString what = answer->isClosedAtOnce ? Words::tr("Port %1 closes the connection at once.").arg(m_route.port)
                         : banner.isEmpty()     ? Words::tr("Port %1 accepts the connection but sends nothing.").arg(m_route.port)
                                                : Words::tr("Port %1 answers, but not as an SSH server.").arg(m_route.port);
    return fail(ConnectionStep::Port, {ErrorCode::Unreachable, what, banner},
                answer->isClosedAtOnce
                    ? Words::tr("The SSH server may be overloaded or block this address. Wait a minute, then test again.")
                    : Words::tr("Compare the port with the one your provider shows."));
}

bool ConnectionTest::testLogin(std::stop_token stop)
{
    if (m_route.via.isEmpty())
        begin(ConnectionStep::HostKey);
    Asked asked;
    SshQuestions questions;
    if (m_questions.acceptUnknownHostKey) {
        questions.acceptUnknownHostKey = [this, &asked](const SshTarget &target, const HostKey &key, std::stop_token stopping) {
            asked.aboutHostKey = true;
            return m_questions.acceptUnknownHostKey(target, key, stopping);
        };
    }
    if (m_questions.secret) {
        questions.secret = [this, &asked](const SshPrompt &prompt, std::stop_token stopping) {
            asked.note(prompt);
            // Nothing secret is asked for before the host key is trusted.
            if (m_route.via.isEmpty() && stepOf(ConnectionStep::HostKey).state == StepState::Running) {
                end(ConnectionStep::HostKey, StepState::Ok,
                    asked.aboutHostKey ? Words::tr("The host key was new; you accepted it and it is remembered.")
                                       : Words::tr("The host key matches the known one."));
                begin(ConnectionStep::Login);
            }
            return m_questions.secret(prompt, stopping);
        };
    }
    const auto opened = SshConnection::open(m_target, questions, QDeadlineTimer(m_limits.login), stop);
    if (!opened) {
        takeLoginError(opened.error(), asked);
        return false;
    }
    m_connection = *opened;
    if (!m_route.via.isEmpty()) {
        end(ConnectionStep::Port, StepState::Note, Words::tr("Reached through another host: %1.").arg(m_route.via));
        begin(ConnectionStep::HostKey);
    }
    if (stepOf(ConnectionStep::HostKey).state == StepState::Running) {
        const HostKey key = m_connection->hostKey();
        end(ConnectionStep::HostKey, StepState::Ok,
            asked.aboutHostKey ? Words::tr("The host key was new; you accepted it and it is remembered.")
                               : Words::tr("The host key matches the known one."),
            {}, {}, key.type + u' ' + key.fingerprint);
        begin(ConnectionStep::Login);
    }
    asked.passphrasesOf.removeDuplicates();
    return end(ConnectionStep::Login, StepState::Ok,
               asked.forPassword ? Words::tr("Logged in as %1 with a password.").arg(m_route.user)
               : !asked.passphrasesOf.isEmpty()
                   ? Words::tr("Logged in as %1 with the key %2 and its passphrase.").arg(m_route.user, asked.passphrasesOf.last())
                   : Words::tr("Logged in as %1 with a key; no password was needed.").arg(m_route.user));
}

void ConnectionTest::takeLoginError(const Error &error, const Asked &asked)
{
    const auto keyIsFine = [&] {
        if (!m_route.via.isEmpty()) {
            end(ConnectionStep::Port, StepState::Note, Words::tr("Reached through another host: %1.").arg(m_route.via));
            begin(ConnectionStep::HostKey);
        }
        if (stepOf(ConnectionStep::HostKey).state != StepState::Running)
            return;
        end(ConnectionStep::HostKey, StepState::Ok,
            asked.aboutHostKey ? Words::tr("The host key was new; you accepted it and it is remembered.")
                               : Words::tr("The host key matches the known one."));
        begin(ConnectionStep::Login);
    };
    if (error.isCancelled()) {
        m_result.isCancelled = true;
        return;
    }
    switch (error.code) {
    case ErrorCode::HostKeyUnknown:
    case ErrorCode::HostKeyChanged:
        if (stepOf(ConnectionStep::HostKey).state == StepState::Waiting)
            begin(ConnectionStep::HostKey);
        end(judgeHostKey(error, m_target, {m_route.host, m_route.port, m_route.user}));
        return;
    case ErrorCode::AuthenticationFailed:
        keyIsFine();
        end(judgeRefusedLogin(error, m_target, {m_route.host, m_route.port, m_route.user}));
        return;
    case ErrorCode::Corrupt:
    case ErrorCode::Io: fail(ConnectionStep::HostKey, error); return;
    default: break;
    }
    if (!m_route.via.isEmpty() && !asked.forSecret() && (isLost(error) || error.code == ErrorCode::Unsupported)) {
        fail(ConnectionStep::Port, error, Words::tr("Test the connection in a terminal:"),
             QStringLiteral("ssh ") + shellQuoted(m_target.host) + QStringLiteral(" true"));
        return;
    }
    if (isLost(error) && !asked.forSecret()) {
        fail(ConnectionStep::HostKey, error, Words::tr("Test again in a moment."));
        return;
    }
    keyIsFine();
    fail(ConnectionStep::Login, error);
}

bool ConnectionTest::testShell(std::stop_token stop)
{
    begin(ConnectionStep::Shell);
    RemoteCommand command;
    // Understood alike by sh, bash, zsh, fish and csh.
    command.line = QStringLiteral("echo %1; echo \"$SHELL\"; true").arg(QLatin1String(kBegin));
    command.outputLimit = 64 * 1024;
    const auto answer = m_connection->run(command, QDeadlineTimer(m_limits.shell), stop);
    if (!answer) {
        return fail(ConnectionStep::Shell, answer.error(),
                    Words::tr("Log in with a terminal and find out what the shell's start-up files wait for."));
    }
    const qsizetype begins = answer->out.indexOf(kBegin);
    if (begins < 0 || answer->exitCode != 0) {
        const QString said = shownDetail(answer->out + answer->err);
        return fail(ConnectionStep::Shell, {ErrorCode::Unsupported, Words::tr("The login shell does not run commands."), said},
                    Words::tr("Give %1 a usual login shell on the machine:").arg(m_route.user),
                    QStringLiteral("sudo chsh -s /bin/bash ") + shellQuoted(m_route.user));
    }
    const QList<QByteArray> lines = answer->out.mid(begins).split('\n');
    const QString shell = shownDetail(lines.value(1)).left(100);
    const QString noise = shownDetail(answer->out.left(begins));
    if (noise.isEmpty())
        return end(ConnectionStep::Shell, StepState::Ok,
                   shell.isEmpty() ? Words::tr("Commands run.") : Words::tr("Commands run in %1.").arg(shell), {}, {},
                   shownDetail(answer->err));
    return end(
        ConnectionStep::Shell, StepState::Note,
        Words::tr("Commands run, but the shell's start-up files print text, which disturbs file transfers: “%1”")
            .arg(noise.section(u'\n', 0, 0).left(60)),
        Words::tr("Make this the first line of ~/.bashrc on the machine (or of the file that prints text), so that it prints only in "
                  "interactive sessions:"),
        QStringLiteral("case $- in *i*) ;; *) return ;; esac"), noise);
}

void ConnectionTest::testSftp(std::stop_token stop)
{
    begin(ConnectionStep::Sftp);
    const QDeadlineTimer deadline(m_limits.sftp);
    const auto sftp = m_connection->sftp(deadline, stop);
    Error error;
    if (sftp) {
        const auto here = (*sftp)->stat(QStringLiteral("."), deadline, stop);
        // The shell answered instead of SFTP: only real SFTP has a channel.
        if (here && !(*sftp)->channel()) {
            end(ConnectionStep::Sftp, StepState::Note,
                Words::tr("SFTP does not work on the machine, so files go through the shell, which is slower."),
                Words::tr("Enable SFTP in the machine's SSH server: add this line to /etc/ssh/sshd_config, then restart the server."),
                QStringLiteral("Subsystem sftp internal-sftp"));
            return;
        }
        if (here) {
            end(ConnectionStep::Sftp, StepState::Ok, Words::tr("Files can be sent and fetched over SFTP."));
            return;
        }
        error = here.error();
    } else {
        error = sftp.error();
    }
    // The channel was closed, not the connection: the server has no such subsystem, or something else in its place.
    if (isLost(error) && error.code != ErrorCode::TimedOut && m_connection->isAlive())
        error = {ErrorCode::Unsupported, Words::tr("The machine does not offer SFTP, so files cannot be sent."), error.detail};
    const bool isNoisy = stepOf(ConnectionStep::Shell).state == StepState::Note;
    fail(ConnectionStep::Sftp, error,
         isNoisy ? Words::tr("Stop the shell's start-up files from printing first, then test again.")
                 : Words::tr("Enable SFTP in the machine's SSH server: add this line to /etc/ssh/sshd_config, then restart the server."),
         isNoisy ? QString() : QStringLiteral("Subsystem sftp internal-sftp"));
}

void ConnectionTest::testFacts(std::stop_token stop)
{
    begin(ConnectionStep::Engine);
    const auto facts = inspectMachine(*m_connection, QDeadlineTimer(m_limits.facts), stop);
    if (!facts) {
        fail(ConnectionStep::Engine, facts.error());
        return;
    }
    end(judgeEngines(*facts));
    begin(ConnectionStep::Gpu);
    end(judgeGpus(*facts));
}

void ConnectionTest::begin(ConnectionStep step)
{
    StepFinding &report = stepOf(step);
    m_began[size_t(step)] = m_clock.elapsed();
    report.state = StepState::Running;
    if (m_report)
        m_report(report);
}

bool ConnectionTest::end(const StepFinding &judged)
{
    StepFinding &report = stepOf(judged.step);
    report = judged;
    report.elapsedMs = m_clock.elapsed() - m_began[size_t(judged.step)];
    if (m_report)
        m_report(report);
    return report.state != StepState::Failed;
}

bool ConnectionTest::end(ConnectionStep step, StepState state, const QString &sentence, const QString &remedy, const QString &command,
                         const QString &detail)
{
    return end({step, state, sentence, remedy, command, detail});
}

bool ConnectionTest::fail(ConnectionStep step, const Error &error, const QString &remedy, const QString &command)
{
    if (error.isCancelled()) {
        m_result.isCancelled = true;
        return false;
    }
    if (stepOf(step).state == StepState::Waiting)
        begin(step);
    return end({step, StepState::Failed, error.what, remedy, command, error.detail, error.code});
}

StepFinding &ConnectionTest::stepOf(ConnectionStep step) { return m_result.steps[int(step)]; }

}  // namespace trainyard
