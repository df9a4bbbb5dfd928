// SPDX-License-Identifier: GPL-3.0-or-later
// Has a machine read ranges of its own files (resources/onbox/verify.sh), so that nothing is transferred. Blocking, worker threads. The
// machine's answers are trusted to this extent: it has the files.
#pragma once

#include "core/checkpoint/retention/rangecheck.h"
#include "core/transport/ssh/sshconnection.h"

namespace trainyard {

struct OnboxLook {
    std::vector<RangeOutcome> outcomes;  // one for each task; Unable where the machine cannot
    QString tool;                        // "python3", "gzip" (no numbers, some 50 MB/s); empty: it has neither
};

// Errors: the connection's, RemoteCommandFailed (the script ended early) and Cancelled, which also ends the script there.
Result<OnboxLook> lookOnMachine(SshConnection &connection, const QString &folder, const std::vector<RangeTask> &tasks,
                                const RangeProgress &progress = {}, std::stop_token stop = {});

// The script that is sent. `tool`: use this one instead of the best available.
QByteArray onboxLookScript(const QString &folder, const std::vector<RangeTask> &tasks, const QString &tool = {});

// Parses the answer line by line as it arrives. Pure.
class OnboxLookReader {
public:
    explicit OnboxLookReader(const std::vector<RangeTask> &tasks) : m_tasks(tasks) { m_look.outcomes.resize(tasks.size()); }
    void feed(const QByteArray &bytes);
    qint64 bytesDone() const { return m_bytes; }
    bool isDone() const { return m_isDone; }
    const OnboxLook &look() const { return m_look; }

private:
    void readLine(const QByteArray &line);

    const std::vector<RangeTask> &m_tasks;
    OnboxLook m_look;
    QByteArray m_rest;
    qint64 m_bytes = 0;
    bool m_isDone = false;
};

}  // namespace trainyard
