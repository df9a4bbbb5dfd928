// What both kinds of file access need of this computer's files. Internal to core/ssh.
#pragma once

#include "core/base/result.h"
#include "core/ssh/sftp.h"

#include <QElapsedTimer>
#include <QFileDevice>

#include <algorithm>

namespace trainyard {

// NoSpace, PermissionDenied or Io, after a call on `file` failed.
Error localFileError(const QFileDevice &file, const QString &path);

// At most ten calls a second, and one at the end.
class ProgressThrottle {
public:
    ProgressThrottle(const Sftp::Progress &progress, qint64 total) : m_progress(progress), m_total(total) {}
    void at(qint64 done, qint64 total)
    {
        m_done = done;
        m_total = std::max({m_total, total, done});
        if (!m_progress || (m_clock.isValid() && m_clock.elapsed() < 100))
            return;
        m_clock.start();
        m_progress(m_done, m_total);
    }
    void finish()
    {
        if (m_progress)
            m_progress(m_done, m_done);
    }

private:
    const Sftp::Progress &m_progress;
    qint64 m_done = 0, m_total;
    QElapsedTimer m_clock;
};

}  // namespace trainyard
