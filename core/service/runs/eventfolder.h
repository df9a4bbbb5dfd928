// SPDX-License-Identifier: GPL-3.0-or-later
// The event files in a run's local copy, read as they grow: what is new becomes records whose series are named after the
// file's folder and tag. One thread at a time.
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
    // Of the run whose log this is; the folder may come later.
    explicit EventFolder(const QString &logFile);

    // Hands over what is new, in pieces, until `goesOn` says no.
    void read(const std::function<void(const QList<TrainingRecord> &)> &take, const std::function<bool()> &goesOn);

private:
    QString m_folder;
    QHash<QString, EventFile> m_files;
    QHash<QString, QSet<QString>> m_series;  // by folder
};

}  // namespace trainyard
