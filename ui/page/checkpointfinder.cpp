// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page/checkpointfinder.h"

#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"

#include <algorithm>

namespace trainyard {

CheckpointFinder::CheckpointFinder(Services &services, QObject *parent) : QObject(parent), m_services(services) {}

CheckpointFinder::~CheckpointFinder() { m_stop.request_stop(); }

void CheckpointFinder::scan()
{
    if (m_isScanning) {
        m_isScanWanted = true;
        return;
    }
    m_isScanning = true;
    m_isScanWanted = false;
    Q_EMIT scanningChanged(true);
    m_stop = std::stop_source();
    whenDone(m_services.checkpoints.find({}, m_stop.get_token()), this, [this](const Result<CheckpointScan> &scan) {
        m_isScanning = false;
        Q_EMIT scanningChanged(false);
        if (scan) {
            m_scan = *scan;
            m_scanned = QDateTime::currentDateTimeUtc();
            Q_EMIT scanned();
        } else {
            Q_EMIT failed(scan.error());
        }
        if (m_isScanWanted)
            this->scan();
    });
}

std::optional<FoundCheckpoint> CheckpointFinder::latestGood() const
{
    const auto found = std::find_if(m_scan.found.cbegin(), m_scan.found.cend(), [](const FoundCheckpoint &c) {
        return c.isLatestGood && c.source.run && c.source.run->state != RunState::Finished && !c.source.run->isArchived;
    });
    return found == m_scan.found.cend() ? std::nullopt : std::optional<FoundCheckpoint>(*found);
}

}  // namespace trainyard

#include "moc_checkpointfinder.cpp"
