// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a log to a file that the user chose, on a worker: its raw bytes, or the lines as the view shows them (the selected ones, last
// states of bars, without escape sequences). The file appears only when it is complete. Lives in the thread that made it.
#pragma once

#include "ui/log/logfile.h"
#include "ui/log/logscanner.h"

#include <QObject>
#include <QString>
#include <QThreadPool>

#include <atomic>
#include <memory>
#include <optional>

namespace trainyard {

class LogSaver : public QObject {
    Q_OBJECT
public:
    explicit LogSaver(QObject *parent = nullptr);
    ~LogSaver() override;  // cancels and joins the worker

    // Saves the first `bytes` of the log; without a choice, raw. One at a time: ignored while busy.
    void start(const std::shared_ptr<const LogFile> &file, qint64 bytes, const QString &target, const std::optional<LogChoice> &choice);
    void cancel();
    bool isBusy() const { return m_isBusy; }

Q_SIGNALS:
    void progressed(qint64 done, qint64 total);  // of the log's bytes, at most ten times a second
    // An empty problem means success. Not emitted for cancelled ones.
    void finished(const QString &target, const QString &problem);
    void cancelled();

private:
    bool m_isBusy = false;
    std::shared_ptr<std::atomic<bool>> m_stop;
    QThreadPool m_pool;
};

}  // namespace trainyard
