// SPDX-License-Identifier: GPL-3.0-or-later
// One run of the probe on a machine, step by step. Internal to proberunner.cpp. Blocking, one thread.
#pragma once

#include "core/service/machines/proberunner.h"

#include <memory>
#include <optional>

namespace trainyard {

// It ends within seconds when asked to; resources/onbox/probe.sh waits ten, then kills it.
inline constexpr std::chrono::seconds kProbeHalt{12};

// The probe's output: the report, and lines of progress, both bounded.
class ProbeOutput {
public:
    explicit ProbeOutput(ProbeRunner::Progress progress) : m_progress(std::move(progress)) {}

    void takeReport(const QByteArray &bytes);
    void takeErrors(const QByteArray &bytes);  // in pieces of any size
    void takeLine(const QByteArray &line);
    void end();  // a last line without a newline
    bool isTooLarge() const { return m_isTooLarge; }
    QString lastLines() const { return m_last.join(u'\n'); }

    // The result of a probe that ended by itself with this status.
    Result<ProbeAnswer> answer(int exitStatus) const;

private:
    ProbeRunner::Progress m_progress;
    QByteArray m_report, m_line;
    QStringList m_last;
    bool m_isTooLarge = false;
    qint64 m_said = 0;  // bytes of progress
};

class RemoteProbe {
public:
    RemoteProbe(SshConnection &connection, const ProbePrograms &programs, const ProbeOptions &options, std::chrono::seconds grace,
                const ProbeRunner::Progress &progress);
    Result<ProbeAnswer> run(const std::stop_token &stop);

private:
    Result<void> begin(const std::stop_token &stop);
    Result<void> findPlace(const std::stop_token &stop);
    Result<void> copy(const std::stop_token &stop);
    Result<void> follow(const std::stop_token &stop);
    Result<void> hear(QDeadlineTimer deadline, const std::stop_token &stop);
    void takeOut(const QByteArray &bytes);
    void takeErr(const QByteArray &bytes);
    void takeWord(const QByteArray &word);
    void letGo();
    bool sweep();

    SshConnection &m_connection;
    const ProbePrograms &m_programs;
    const ProbeOptions &m_options;
    const std::chrono::seconds m_grace;
    const QByteArray m_mark;  // begins the script's own lines; different each time
    ProbeOutput m_output;
    std::unique_ptr<RemoteStream> m_stream;
    QByteArray m_outLine, m_errLine;
    QString m_architecture, m_place;
    QStringList m_refused;
    std::optional<int> m_status;
    qint64 m_pid = 0;
    bool m_isNowhere = false, m_isFull = false, m_isTaken = false, m_hasBegun = false, m_isDamaged = false, m_isGone = false,
         m_isOver = false;
};

}  // namespace trainyard
