// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/runtrash.h"

#include "core/service/runs/internal/runsync.h"
#include "core/service/runs/localcopy.h"

#include <QDir>
#include <QFileInfo>

namespace trainyard {

namespace {

constexpr int kTrashDays = 7;  // as in the trash of checkpoints

}  // namespace

Result<void> RunTrash::remove(const QStringList &lineages)
{
    for (const QString &lineage : lineages) {
        TRY(const auto attempts, m_context.database->runs.attempts(lineage));
        for (const Run &attempt : attempts) {
            if (isEndDoubtful(attempt, LocalCopy(m_context.paths.runs() + u'/' + attempt.id.text())))
                return Error{ErrorCode::AlreadyExists,
                             tr("It is unknown whether %1 has ended. Open the run to check its machine, then try again.").arg(attempt.name),
                             attempt.id.text()};
        }
    }
    TRY_DO(m_context.database->runs.moveToTrash(lineages));
    Q_EMIT changed();
    QStringList old;
    const auto trash = m_context.database->runs.inTrash();
    for (const Run &run : trash ? *trash : QList<Run>()) {
        if (run.deleted < QDateTime::currentDateTimeUtc().addDays(-kTrashDays) && !old.contains(run.lineage))
            old << run.lineage;
    }
    if (!old.isEmpty())
        static_cast<void>(erase(old));  // what remains is tried again next time
    return {};
}

Result<void> RunTrash::restore(const QStringList &lineages)
{
    const auto restored = m_context.database->runs.restore(lineages);
    if (restored)
        Q_EMIT changed();
    return restored;
}

QFuture<Result<void>> RunTrash::erase(const QStringList &lineages)
{
    ServiceContext *const context = &m_context;
    return context->async({}, [this, context, lineages](std::stop_token) -> Result<void> {
        TRY(const auto trash, context->database->runs.inTrash());
        for (const Run &run : trash) {
            if (!lineages.contains(run.lineage))
                continue;
            const QString copy = context->paths.runs() + u'/' + run.id.text();
            // A name from a database that was tampered with must not lead anywhere else.
            if (!run.id.isSet() || run.id.text().startsWith(u'.') || run.id.text().contains(u'/') || !QFileInfo::exists(copy))
                continue;
            if (!(QFileInfo(copy).isSymLink() ? QFile::remove(copy) : QDir(copy).removeRecursively()))
                return Error{ErrorCode::Io, tr("%1 cannot be removed: check the permissions, then try again.").arg(copy), {}};
        }
        const auto erased = context->database->runs.erase(lineages);
        if (erased)
            QMetaObject::invokeMethod(this, &RunTrash::changed, Qt::QueuedConnection);
        return erased;
    });
}

}  // namespace trainyard

#include "moc_runtrash.cpp"
