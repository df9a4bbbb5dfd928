// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/diskspacesamples.h"

#include "core/service/runs/localcopy.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace trainyard {

namespace {

constexpr qint64 kMaxSamplesFile = 64 * 1024;
constexpr qsizetype kMaxSamples = 64;
const QString kSamplesFile = QStringLiteral("checkpoint-room.json");
const QString kWhen = QStringLiteral("when"), kNewest = QStringLiteral("newest"), kComplete = QStringLiteral("complete"),
              kBytes = QStringLiteral("next_bytes"), kMore = QStringLiteral("more"), kEvery = QStringLiteral("every_s"),
              kFull = QStringLiteral("full_in_s"), kKept = QStringLiteral("most_kept");

QJsonValue numberOrNull(const std::optional<qint64> &number) { return number ? QJsonValue(*number) : QJsonValue(); }

std::optional<qint64> numberOf(const QJsonValue &value)
{
    return value.isDouble() && value.toInteger(-1) >= 0 ? std::optional(value.toInteger()) : std::nullopt;
}

}  // namespace

QString diskSpaceFile(const RunId &runId, const Paths &paths) { return paths.runs() + u'/' + runId.text() + u'/' + kSamplesFile; }

QList<DiskSpaceSample> readDiskSpaceSamples(const QString &name)
{
    QFile file(name);
    const QByteArray text = file.open(QIODevice::ReadOnly) ? file.read(kMaxSamplesFile) : QByteArray();
    const QJsonArray list = QJsonDocument::fromJson(text).array();
    QList<DiskSpaceSample> samples;
    for (const QJsonValue &value : list) {
        const QJsonObject one = value.toObject();
        const auto bytes = numberOf(one[kBytes]), more = numberOf(one[kMore]);
        if (!bytes || !more || samples.size() >= kMaxSamples)
            continue;
        addDiskSpaceSample(samples, {one[kWhen].toInteger(),
                                     one[kNewest].toInteger(),
                                     one[kComplete].toInt(),
                                     {*bytes, *more, numberOf(one[kEvery]), numberOf(one[kFull])},
                                     one[kKept].toInt()});
    }
    return samples;
}

Result<void> recordDiskSpace(const RunId &runId, const DiskSpaceSample &sample, const Paths &paths)
{
    LocalCopy copy(paths.runs() + u'/' + runId.text());
    TRY_DO(copy.create());
    QList<DiskSpaceSample> samples = readDiskSpaceSamples(diskSpaceFile(runId, paths));
    addDiskSpaceSample(samples, sample);
    QJsonArray list;
    for (const DiskSpaceSample &one : std::as_const(samples)) {
        list << QJsonObject{{kWhen, one.when},
                            {kNewest, one.newest},
                            {kComplete, one.complete},
                            {kBytes, one.room.nextBytes},
                            {kMore, one.room.more},
                            {kEvery, numberOrNull(one.room.everySeconds)},
                            {kFull, numberOrNull(one.room.fullInSeconds)},
                            {kKept, one.mostKept}};
    }
    return copy.replace(kSamplesFile, QJsonDocument(list).toJson(QJsonDocument::Compact));
}

}  // namespace trainyard
