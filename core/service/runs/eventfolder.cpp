// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/eventfolder.h"

#include "core/observe/trainlog/eventfiles.h"
#include "core/observe/trainlog/seriesname.h"
#include "core/transport/transfer/localfilesource.h"

#include <QDir>
#include <QFileInfo>

namespace trainyard {
namespace {

constexpr int kMaxFilesRead = 128;     // twice what is fetched
constexpr qsizetype kMaxSeries = 128;  // of a folder; no curve keeps more

}  // namespace

EventFolder::EventFolder(const QString &logFile) : m_folder(logFile.isEmpty() ? QString() : QFileInfo(logFile).path() + u'/' + kEventFolder)
{
}

void EventFolder::read(const std::function<void(const QList<TrainingRecord> &)> &take, const std::function<bool()> &goesOn)
{
    if (m_folder.isEmpty())
        return;
    const QDir folder(m_folder);
    LocalFileSource source(m_folder);
    const QStringList names = folder.entryList(QDir::Files | QDir::NoSymLinks, QDir::Name).mid(0, kMaxFilesRead);
    for (const QString &name : names) {
        const qint64 size = QFileInfo(folder.filePath(name)).size();
        auto file = m_files.find(name);
        if (file == m_files.end() || size < file->position())  // shorter: it is read from the start
            file = m_files.insert(name, EventFile(name));
        const QString above = eventFileFolder(name);
        do {
            const auto scalars = file->read(source, size);
            if (!scalars)
                break;
            QList<TrainingRecord> records;
            records.reserve(scalars->size());
            for (const EventScalar &scalar : *scalars) {
                TrainingRecord record;
                record.step = double(scalar.step);
                record.timeMs = scalar.timeMs;
                QSet<QString> &ofFolder = m_series[above];
                if (scalar.tag.isEmpty()) {
                    record.startedAgain = ofFolder.values();
                } else {
                    const QString series = eventSeries(above, scalar.tag);
                    record.values.append({series, scalar.value});
                    if (ofFolder.size() < kMaxSeries)
                        ofFolder.insert(series);
                }
                records.append(std::move(record));
            }
            if (!records.isEmpty())
                take(records);
        } while (!file->isCaughtUp() && goesOn());
        if (!goesOn())
            return;
    }
}

}  // namespace trainyard
