#include "core/run/treeupload.h"

#include "core/ssh/sftp.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kDirectory = 60s;
constexpr auto kLargeFile = 24h;   // a data set on a slow link; the stop token ends it

}  // namespace

Result<void> uploadTree(const QString &localDirectory, const QString &remoteDirectory, Sftp &sftp,
                        std::stop_token stop)
{
    const QDir local(localDirectory);
    if (!local.exists()) {
        return Error{ErrorCode::NotFound,
                     QCoreApplication::translate("trainyard::TreeUpload",
                         "The folder %1 does not exist. Correct workdir in the task.").arg(localDirectory), {}};
    }
    if (const auto made = sftp.makePath(remoteDirectory, 0700, QDeadlineTimer(kDirectory), stop); !made)
        return made;
    const QFileInfoList entries = local.entryInfoList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot
                                                      | QDir::NoSymLinks, QDir::Name);
    for (const QFileInfo &entry : entries) {
        if (stop.stop_requested())
            return cancelledError();
        const QString target = remoteDirectory + u'/' + entry.fileName();
        if (entry.isDir()) {
            if (entry.fileName() == QLatin1String(".git"))
                continue;
            if (const auto done = uploadTree(entry.filePath(), target, sftp, stop); !done)
                return done;
        } else if (entry.isFile()) {
            const int mode = entry.isExecutable() ? 0700 : 0600;
            if (const auto done = sftp.upload(entry.filePath(), target, mode, {}, QDeadlineTimer(kLargeFile), stop);
                !done)
                return done;
        }
    }
    return {};
}

}  // namespace trainyard
