// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/seencheckpoints.h"

#include "core/service/runs/internal/deadlines.h"
#include "core/service/runs/localcopy.h"
#include "core/transport/ssh/sftp.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr std::chrono::milliseconds kPause = 30s;
constexpr qint64 kMaxSeenFile = 1 << 20;
constexpr qsizetype kMaxSeen = 2000, kMaxSeenName = 256;
const QString kSeenFile = QStringLiteral("checkpoints.json");
const QString kName = QStringLiteral("name"), kModified = QStringLiteral("modified"), kStep = QStringLiteral("step"),
              kVerdict = QStringLiteral("verdict"), kBytes = QStringLiteral("bytes");

Verdict verdictFromName(const QString &name)
{
    for (const Verdict verdict : {Verdict::Complete, Verdict::Partial, Verdict::Corrupt, Verdict::BeingWritten}) {
        if (verdictName(verdict) == name)
            return verdict;
    }
    return Verdict::Unknown;
}

QList<SeenCheckpoint> readSeen(const LocalCopy &copy)
{
    QList<SeenCheckpoint> all;
    const QJsonArray list = QJsonDocument::fromJson(copy.read(kSeenFile, 0, kMaxSeenFile)).array();
    for (const QJsonValue &value : list) {
        const QJsonObject one = value.toObject();
        SeenCheckpoint seen{
            one[kName].toString(), one[kModified].toInteger(), {}, verdictFromName(one[kVerdict].toString()), one[kBytes].toInteger()};
        if (one[kStep].isDouble())
            seen.step = one[kStep].toInteger();
        if (!seen.name.isEmpty() && all.size() < kMaxSeen)
            all << seen;
    }
    return all;
}

}  // namespace

QList<SeenCheckpoint> seenCheckpoints(const RunId &runId, const Paths &paths)
{
    return readSeen(LocalCopy(paths.runs() + u'/' + runId.text()));
}

std::optional<qint64> latestGoodStep(const QList<SeenCheckpoint> &seen)
{
    const auto good = std::find_if(seen.crbegin(), seen.crend(),
                                   [](const SeenCheckpoint &one) { return one.verdict == Verdict::Complete && one.step; });
    return good == seen.crend() ? std::nullopt : good->step;
}

Result<void> rememberCheckpoints(const RunId &runId, const QList<FoundCheckpoint> &found, const Paths &paths)
{
    LocalCopy copy(paths.runs() + u'/' + runId.text());
    const QList<SeenCheckpoint> before = readSeen(copy);
    QList<SeenCheckpoint> all = before;
    for (const FoundCheckpoint &one : found) {
        const SeenCheckpoint seen{one.checkpoint.name.left(kMaxSeenName), one.checkpoint.modified, one.checkpoint.step,
                                  one.checkpoint.verdict, one.checkpoint.sizeBytes};
        // A name that is overwritten repeatedly ("last.pt") was a different checkpoint each time, unless it is still the same one.
        const auto known = std::find_if(all.begin(), all.end(), [&](const SeenCheckpoint &old) {
            return old.name == seen.name
                   && (old.modified == seen.modified || old.step == seen.step || old.verdict == Verdict::BeingWritten);
        });
        if (known == all.end())
            all << seen;
        else
            *known = seen;
    }
    std::stable_sort(all.begin(), all.end(), [](const SeenCheckpoint &a, const SeenCheckpoint &b) { return a.modified < b.modified; });
    if (all.size() > kMaxSeen)
        all.remove(0, all.size() - kMaxSeen);
    if (all == before)
        return {};
    QJsonArray list;
    for (const SeenCheckpoint &seen : std::as_const(all)) {
        list << QJsonObject{{kName, seen.name},
                            {kModified, seen.modified},
                            {kStep, seen.step ? QJsonValue(*seen.step) : QJsonValue()},
                            {kVerdict, verdictName(seen.verdict)},
                            {kBytes, seen.sizeBytes}};
    }
    TRY_DO(copy.create());
    return copy.replace(kSeenFile, QJsonDocument(list).toJson(QJsonDocument::Compact));
}

bool CheckpointScanTimer::hasChanged(SshConnection &connection, bool hasLogGrown, bool isLast, std::stop_token stop)
{
    m_isDue = m_isDue || hasLogGrown || isLast;
    const bool isSoon = m_sinceLook.isValid() && !m_sinceLook.hasExpired(kPause.count());
    if (m_folder.isEmpty() || !m_isDue || (isSoon && !isLast))
        return false;
    m_isDue = false;
    m_sinceLook.start();
    const auto sftp = connection.sftp(QDeadlineTimer(kSmallAnswer), stop);
    const auto files = sftp ? (*sftp)->list(m_folder, QDeadlineTimer(kSmallAnswer), stop) : Result<QList<RemoteFile>>(sftp.error());
    if (!files)
        return false;
    QList<RemoteFile> ordered = *files;
    std::sort(ordered.begin(), ordered.end(), [](const RemoteFile &a, const RemoteFile &b) { return a.name < b.name; });
    QCryptographicHash digest(QCryptographicHash::Sha1);
    for (const RemoteFile &file : std::as_const(ordered))
        digest.addData(file.name.toUtf8() + '/' + QByteArray::number(file.size) + '/' + QByteArray::number(file.modified) + '\n');
    const std::optional<QByteArray> before = std::exchange(m_seen, digest.result());
    return before != m_seen && (before || !ordered.isEmpty());
}

}  // namespace trainyard
