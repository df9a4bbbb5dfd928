// SPDX-License-Identifier: GPL-3.0-or-later
// Has a machine look at ranges of files that lie on it (resources/onbox/verify.sh), so that nothing is moved. Blocking,
// worker threads. What the machine answers is believed as far as it goes: it has the files.
#pragma once

#include "core/checkpoint/retention/rangecheck.h"
#include "core/transport/ssh/sshconnection.h"

namespace trainyard {

struct OnboxLook {
    std::vector<RangeOutcome> outcomes;  // one for each task; Unable where the machine cannot
    QString tool;                        // "python3", "gzip" (no numbers, some 50 MB/s); empty: it has neither
};

// Errors are the connection's, RemoteCommandFailed (it ended before its end) and Cancelled, which ends it there too.
Result<OnboxLook> lookOnMachine(SshConnection &connection, const QString &folder, const std::vector<RangeTask> &tasks,
                                const RangeProgress &progress = {}, std::stop_token stop = {});

// What is sent. `tool`: instead of the best there is.
QByteArray onboxLookScript(const QString &folder, const std::vector<RangeTask> &tasks, const QString &tool = {});

// The answer, line by line as it comes. Pure.
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
