// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/eventsync.h"

#include "core/base/shellquote.h"
#include "core/execution/launchplan/eventplaces.h"
#include "core/model/taskvariables.h"
#include "core/observe/trainlog/eventfiles.h"
#include "core/service/runs/internal/copiedfiles.h"
#include "core/service/runs/internal/deadlines.h"
#include "core/transport/ssh/sftp.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace trainyard {
namespace {

using namespace std::chrono_literals;
constexpr auto kEventsTransfer = 60s;
constexpr auto kFirstLook = 5s, kLookAgain = 60s, kMeasureAgain = 10s;
constexpr int kMaxEventFiles = 64;
constexpr int kDeepest = 6;
constexpr qint64 kPerCall = 1 << 20, kMaxEventFile = 64 << 20, kMaxSum = 256 << 20;
constexpr qint64 kAnswerBytes = 64 * 1024;
constexpr qint64 kClockGrain = 2;  // seconds by which file systems round times

bool isDue(QElapsedTimer &timer, std::chrono::milliseconds pause)
{
    if (timer.isValid() && !timer.hasExpired(pause.count()))
        return false;
    timer.start();
    return true;
}

}  // namespace

EventSync::EventSync(const Run &run, LocalCopy &copy) : m_run(run), m_copy(copy)
{
    m_sinceLook.start();  // a run that has just begun has none
}

Result<void> EventSync::poll(SshConnection &connection, std::stop_token stop)
{
    const bool isLookDue = isDue(m_sinceLook, m_begun < 0 ? kFirstLook : kLookAgain);
    const bool isMeasureDue = isDue(m_sinceMeasure, kMeasureAgain);
    const bool hasMore = std::any_of(m_files.begin(), m_files.end(), [this](const File &f) {
        return m_copy.size(kEventFolder + u'/' + f.name) < std::min(f.size, kMaxEventFile);
    });
    if (!isLookDue && !(isMeasureDue && !m_files.empty()) && !hasMore)
        return {};
    TRY(const auto sftp, connection.sftp(QDeadlineTimer(kSmallAnswer), stop));
    if (isLookDue) {
        TRY_DO(look(connection, *sftp, stop));
    }
    if (isLookDue || isMeasureDue) {
        TRY_DO(measure(*sftp, stop));
    }
    return fetch(*sftp, kPerCall, stop);
}

Result<void> EventSync::finish(SshConnection &connection, std::stop_token stop)
{
    TRY(const auto sftp, connection.sftp(QDeadlineTimer(kSmallAnswer), stop));
    TRY_DO(look(connection, *sftp, stop));
    TRY_DO(measure(*sftp, stop));
    return fetch(*sftp, kMaxSum, stop);
}

void EventSync::findRoots()
{
    if (!m_roots.empty())
        return;
    m_roots = {{'w', m_run.head().directory + QStringLiteral("/workdir")}, {'c', m_run.checkpointDir}};
    // A run launched from another computer has no task here; its other folders are searched all the same.
    const auto task = readTask(m_copy.read(QStringLiteral("task.yaml"), 0, kMaxTaskBytes), m_copy.path(QStringLiteral("task.yaml")));
    if (!task)
        return;
    char number = '0';
    for (const EventPlace &place :
         eventPlaces(withVariables(*task).value_or(*task), m_run.engine, m_run.head().directory, m_run.checkpointDir))
        m_roots.emplace_back(number++, place.onMachine);
}

Result<void> EventSync::look(SshConnection &connection, Sftp &sftp, std::stop_token stop)
{
    if (m_begun < 0) {
        TRY(const auto files, sftp.list(m_run.head().directory, QDeadlineTimer(kSmallAnswer), stop));
        const auto launch = std::find_if(files.begin(), files.end(),
                                         [](const RemoteFile &f) { return f.name == QLatin1String("launch.sh"); });
        m_begun = launch == files.end() ? 0 : launch->modified;
    }
    findRoots();
    for (const auto &[root, folder] : m_roots) {
        if (!folder.startsWith(QLatin1Char('/')))
            continue;
        RemoteCommand command;
        // Links are not followed; find also reports folders that it could not read, which does not matter here.
        const QString script = QStringLiteral("find %1 -maxdepth %2 -type f -name 'events.out.tfevents.*' 2>/dev/null | head -n %3")
                                   .arg(shellQuoted(folder), QString::number(kDeepest), QString::number(kMaxEventFiles));
        command.line = QStringLiteral("sh -c ") + shellQuoted(script);  // works with any login shell
        command.outputLimit = kAnswerBytes;
        TRY(const auto ran, connection.run(command, QDeadlineTimer(kSmallAnswer), stop));
        for (const QByteArray &line : ran.out.split('\n')) {
            const QString path = QString::fromUtf8(line);
            if (!path.startsWith(folder + u'/') || path.toUtf8() != line || m_files.size() >= size_t(kMaxEventFiles))
                continue;
            const QString name = eventFileName(root, path.mid(folder.size() + 1));
            if (!name.isEmpty()
                && std::none_of(m_files.begin(), m_files.end(), [&](const File &f) { return f.name == name || f.path == path; }))
                m_files.push_back({path, name, 0});
        }
    }
    return {};
}

Result<void> EventSync::measure(Sftp &sftp, std::stop_token stop)
{
    QStringList folders;
    for (const File &file : m_files) {
        const QString folder = file.path.section(QLatin1Char('/'), 0, -2);
        if (!folders.contains(folder))
            folders << folder;
    }
    for (const QString &folder : std::as_const(folders)) {
        const auto entries = sftp.list(folder, QDeadlineTimer(kSmallAnswer), stop);
        if (!entries) {
            if (entries.error().code == ErrorCode::NotFound || entries.error().code == ErrorCode::PermissionDenied)
                continue;
            return entries.error();
        }
        for (File &file : m_files) {
            if (file.path.section(QLatin1Char('/'), 0, -2) != folder)
                continue;
            const QString own = file.path.section(QLatin1Char('/'), -1);
            const auto found = std::find_if(entries->begin(), entries->end(), [&](const RemoteFile &f) { return f.name == own; });
            const bool isWanted = found != entries->end() && found->isRegular() && found->modified + kClockGrain >= m_begun;
            file.size = isWanted ? found->size : 0;
            const QString local = kEventFolder + u'/' + file.name;
            if (isWanted && found->size < m_copy.size(local)) {
                TRY_DO(m_copy.clear(local));
            }
        }
    }
    return {};
}

Result<void> EventSync::fetch(Sftp &sftp, qint64 most, std::stop_token stop)
{
    qint64 sum = 0;
    for (const File &file : m_files)
        sum += m_copy.size(kEventFolder + u'/' + file.name);
    for (const File &file : m_files) {
        const QString local = kEventFolder + u'/' + file.name;
        qint64 at = m_copy.size(local);
        const qint64 end = std::min(file.size, kMaxEventFile);
        while (at < end && most > 0 && sum < kMaxSum) {
            const auto bytes = sftp.read(file.path, at, std::min({end - at, most, kPerCall}), QDeadlineTimer(kEventsTransfer), stop);
            if (!bytes) {
                if (bytes.error().code == ErrorCode::NotFound || bytes.error().code == ErrorCode::PermissionDenied)
                    break;
                return bytes.error();
            }
            if (bytes->isEmpty())
                break;
            if (!QDir().mkpath(m_copy.path(kEventFolder)))
                return Error{ErrorCode::Io, {}, m_copy.path(kEventFolder)};
            TRY_DO(m_copy.write(local, at, *bytes));
            at += bytes->size();
            most -= bytes->size();
            sum += bytes->size();
        }
    }
    return {};
}

}  // namespace trainyard
