// SPDX-License-Identifier: GPL-3.0-or-later
// Scans for the checkpoints of all runs and keeps the newest result for the pages that show it. Main thread.
#pragma once

#include "core/base/error.h"
#include "core/service/runs/checkpointscan.h"

#include <QDateTime>
#include <QObject>

#include <optional>
#include <stop_token>

namespace trainyard {

class Services;

class CheckpointFinder : public QObject {
    Q_OBJECT
public:
    explicit CheckpointFinder(Services &services, QObject *parent = nullptr);
    ~CheckpointFinder() override;

    void scan();  // if a scan is running, starts another one after it
    bool isScanning() const { return m_isScanning; }
    const CheckpointScan &lastScan() const { return m_scan; }  // empty before the first one
    QDateTime scannedAt() const { return m_scanned; }          // invalid before the first one
    // The latest good checkpoint of the newest run that is not finished; nullopt while none is known.
    std::optional<FoundCheckpoint> latestGood() const;

Q_SIGNALS:
    void scanningChanged(bool isScanning);
    void scanned();
    void failed(const trainyard::Error &error);

private:
    Services &m_services;
    CheckpointScan m_scan;
    QDateTime m_scanned;
    bool m_isScanning = false, m_isScanWanted = false;
    std::stop_source m_stop;
};

}  // namespace trainyard
