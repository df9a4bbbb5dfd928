#include "core/keep/removal.h"

#include "core/base/shownpath.h"
#include "core/keep/ownnames.h"
#include "core/keep/pins.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Retention)
};

// A folder made for one step. Of a folder that is no more than where somebody put a file ("run1"), only the file goes.
bool isStepFolder(const QString &folder)
{
    static const QRegularExpression pattern(
        QStringLiteral("^(checkpoint|ckpt|global_step|step|iter|iteration|epoch|epoch=[0-9]+-step)?[-_=]?[0-9]+(\\.ckpt)?\\z"));
    return pattern.match(folder.mid(folder.lastIndexOf(u'/') + 1)).hasMatch();
}

bool isBelow(const QString &name, const QString &folder)
{
    return name.size() > folder.size() && name.startsWith(folder) && name[folder.size()] == u'/';
}

class Collector {
public:
    Collector(const Checkpoint &checkpoint, const QList<CheckpointFile> &listing, const QList<Checkpoint> &others)
        : m_checkpoint(checkpoint), m_listing(listing)
    {
        for (const Checkpoint &other : others) {
            for (const CheckpointFile &file : other.files)
                m_others.insert(file.name);
        }
        for (const CheckpointFile &file : checkpoint.files) {
            if (!m_others.contains(file.name))
                m_own.insert(file.name);
        }
        m_manifests.insert(manifestName(checkpoint.name, false));
        for (const QString &name : std::as_const(m_own))
            m_manifests.insert(manifestName(name, false));
    }

    QStringList paths() const
    {
        QStringList found;
        for (const CheckpointFile &file : m_checkpoint.files) {
            if (m_own.contains(file.name))
                add(found, wholeFolderOf(file.name).value_or(file.name));
        }
        for (const CheckpointFile &file : m_listing) {
            if (!found.isEmpty() && m_manifests.contains(file.name))
                add(found, file.name);
        }
        return found;
    }

private:
    static void add(QStringList &paths, const QString &path)
    {
        const bool isThere = std::any_of(paths.begin(), paths.end(), [&](const QString &other) {
            return other == path || isBelow(path, other);
        });
        if (!isThere)
            paths << path;
    }

    // The outermost one that may go as a whole.
    std::optional<QString> wholeFolderOf(const QString &name) const
    {
        for (qsizetype slash = name.indexOf(u'/'); slash > 0; slash = name.indexOf(u'/', slash + 1)) {
            const QString folder = name.left(slash);
            const bool isItself = folder == m_checkpoint.name;
            if ((isItself || isStepFolder(folder)) && isOnlyOurs(folder, isItself))
                return folder;
        }
        return std::nullopt;
    }

    bool isOnlyOurs(const QString &folder, bool maySweepStrangers) const
    {
        return std::all_of(m_listing.begin(), m_listing.end(), [&](const CheckpointFile &file) {
            if (!isBelow(file.name, folder) || m_own.contains(file.name))
                return true;
            return !m_others.contains(file.name) && (maySweepStrangers || isOwnName(file.name));
        });
    }

    const Checkpoint &m_checkpoint;
    const QList<CheckpointFile> &m_listing;
    QSet<QString> m_others, m_own, m_manifests;
};

}  // namespace

Result<Removal> removalOf(const Checkpoint &checkpoint, const QList<CheckpointFile> &listing,
                          const QList<Checkpoint> &others)
{
    for (const CheckpointFile &file : checkpoint.files) {
        if (!isSafeRelative(file.name) || isOwnName(file.name))
            return Error{ErrorCode::InvalidInput,
                         Words::tr("“%1” is no name that may be removed: nothing was.").arg(shownPath(file.name)), {}};
    }
    Removal removal{checkpoint.name, Collector(checkpoint, listing, others).paths(), 0, {pinNameFor(checkpoint)}};
    if (removal.paths.isEmpty())
        return Error{ErrorCode::InvalidInput,
                     Words::tr("All files of “%1” belong to other checkpoints too: nothing was removed.")
                         .arg(shownPath(checkpoint.name)), {}};
    for (const CheckpointFile &file : listing) {
        for (const QString &path : std::as_const(removal.paths)) {
            if (file.name == path || isBelow(file.name, path))
                removal.bytes += file.sizeBytes;
        }
    }
    return removal;
}

}  // namespace trainyard
