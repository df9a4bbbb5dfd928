// SPDX-License-Identifier: GPL-3.0-or-later
// The event files in a run's local copy, read as they grow: new data becomes records whose series are named after the file's folder and
// tag. One thread at a time.
#pragma once

#include "core/checkpoint/format/eventfile.h"
#include "core/observe/trainlog/trainingrecord.h"

#include <QHash>
#include <QSet>

#include <functional>

namespace trainyard {

class EventFolder {
public:
    EventFolder() = default;
    // `logFile`: the run's log; the folder may be created later.
    explicit EventFolder(const QString &logFile);

    // Hands over new data, in pieces, until `goesOn` returns false.
    void read(const std::function<void(const QList<TrainingRecord> &)> &take, const std::function<bool()> &goesOn);

private:
    QString m_folder;
    QHash<QString, EventFile> m_files;
    QHash<QString, QSet<QString>> m_series;  // by folder
};

}  // namespace trainyard
