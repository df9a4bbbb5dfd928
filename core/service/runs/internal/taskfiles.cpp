// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/taskfiles.h"

#include "core/execution/registry/executionbackends.h"
#include "core/model/gitsource.h"
#include "core/model/taskvariables.h"
#include "core/storage/database/objectstorefile.h"
#include "core/transport/objectstore/treecopy.h"
#include "core/transport/transfer/transferjob.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace trainyard {

namespace {

QString taskFilesText(const char *text) { return QCoreApplication::translate("trainyard::TaskFiles", text); }

QString withoutSlash(QString path)
{
    while (path.size() > 1 && path.endsWith(u'/'))
        path.chop(1);
    return path;
}

Result<void> copy(const QString &local, const QString &remote, bool isWorkdir, bool onlyChanged, const SshTarget &target,
                  SshConnection &connection, const std::stop_token &stop)
{
    TransferSpec spec;
    spec.direction = TransferDirection::Upload;
    spec.local = QFile::encodeName(local);
    spec.remote = remote.toUtf8();
    spec.obeysIgnoreFiles = isWorkdir;
    spec.onlyChanged = onlyChanged;
    spec.reconnects = false;
    // Lives as long as this call and has no other owner.
    const std::shared_ptr<SshConnection> shared(&connection, [](SshConnection *) {});
    TransferJob job(spec,
                    {[shared](QDeadlineTimer, std::stop_token) { return Result<std::shared_ptr<SshConnection>>(shared); },
                     [target](QDeadlineTimer deadline, std::stop_token token) { return openFileConnection(target, {}, deadline, token); }});
    const auto done = job.run(stop);
    return done ? Result<void>() : done.error();
}

// With addresses that allow this for an hour: no key reaches the machine. What is there and differs is not overwritten.
Result<void> fetchFromStore(const QString &source, const QString &remote, SshConnection &connection, const Paths &paths,
                            const std::stop_token &stop)
{
    TRY(const auto address, parseStoreAddress(source));
    TRY(const auto config, objectStoreOf(paths, address));
    ObjectStore store(config);
    TreeCopySpec spec;
    spec.path = remote;
    spec.key = address.key;
    while (spec.key.endsWith(u'/'))
        spec.key.chop(1);
    spec.stateFolder = paths.objects();
    TRY_DO(pullTreeTo(
        connection, store, spec, [](const CopyProgress &) {}, stop));
    return {};
}

}  // namespace

QString localTaskPath(const QString &path, const QString &taskDirectory)
{
    if (path == QLatin1String("~") || path.startsWith(QLatin1String("~/")))
        return QDir::homePath() + path.mid(1);
    return gitSource(path) || isStoreAddress(path) ? path : QDir(taskDirectory).absoluteFilePath(path);
}

Result<void> checkTaskFiles(const Task &task, const QString &taskDirectory, const Paths &paths)
{
    if (!task.workdir.isEmpty() && !gitSource(task.workdir) && !QFileInfo(localTaskPath(task.workdir, taskDirectory)).isDir()) {
        return Error{ErrorCode::NotFound,
                     taskFilesText(QT_TRANSLATE_NOOP("trainyard::TaskFiles", "The folder %1 does not exist. Correct workdir in the task."))
                         .arg(task.workdir),
                     {}};
    }
    for (auto mount = task.fileMounts.begin(); mount != task.fileMounts.end(); ++mount) {
        if (isStoreAddress(*mount)) {
            TRY(const auto address, parseStoreAddress(*mount));
            TRY_DO(objectStoreOf(paths, address));
        } else if (!QFileInfo::exists(localTaskPath(*mount, taskDirectory))) {
            return Error{
                ErrorCode::NotFound,
                taskFilesText(QT_TRANSLATE_NOOP("trainyard::TaskFiles", "%1 does not exist. Correct file_mounts in the task.")).arg(*mount),
                {}};
        }
    }
    return {};
}

Result<void> sendTaskFiles(const Task &task, EngineKind engine, const QString &taskDirectory, const QString &directory,
                           const SshTarget &target, SshConnection &connection, const Paths &paths, const StepReport &report,
                           std::stop_token stop, TaskFilesThere there)
{
    const QString workdir = directory + QStringLiteral("/workdir");
    if (!task.workdir.isEmpty() && there != TaskFilesThere::Workdir) {
        TRY_DO(copy(withoutSlash(localTaskPath(task.workdir, taskDirectory)), workdir, true, there == TaskFilesThere::Some, target,
                    connection, stop));
    }
    // The run directory is HOME/.trainyard/runs/ID. SFTP may start elsewhere than in the home that the run sees.
    const QString home = QDir::cleanPath(directory + QStringLiteral("/../../.."));
    int number = 0;
    for (auto mount = task.fileMounts.begin(); mount != task.fileMounts.end(); ++mount, ++number) {
        QString remote = withoutSlash(mount.key());
        if (capabilitiesOf(engine).isContainer)  // bound to its place by launch.sh, or linked there by the starter
            remote = directory + QStringLiteral("/mounts/%1").arg(number);
        else if (!remote.startsWith(u'/'))
            remote = home + u'/' + homeTarget(remote);
        if (isStoreAddress(*mount)) {
            report(taskFilesText(QT_TRANSLATE_NOOP("trainyard::TaskFiles", "The machine fetches %1")).arg(*mount));
            TRY_DO(fetchFromStore(*mount, remote, connection, paths, stop));
        } else {
            // Data sent by an earlier run stays.
            TRY_DO(copy(withoutSlash(localTaskPath(*mount, taskDirectory)), remote, false, true, target, connection, stop));
        }
    }
    return {};
}

}  // namespace trainyard
