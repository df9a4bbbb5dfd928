// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/retention/removal.h"

#include "core/base/shownpath.h"
#include "core/checkpoint/retention/ownnames.h"
#include "core/checkpoint/retention/pins.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <numeric>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Retention)
};

// A folder made for one step. If a folder merely contains the file ("run1"), only the file is removed.
bool isStepFolder(const QString &folder)
{
    static const QRegularExpression pattern(
        QStringLiteral("^(checkpoint|ckpt|global_step|step|iter|iteration|epoch|epoch=[0-9]+-step)?[-_=]?[0-9]+(\\.ckpt)?\\z"));
    return pattern.match(folder.mid(folder.lastIndexOf(u'/') + 1)).hasMatch();
}

bool byName(const CheckpointFile &a, const CheckpointFile &b) { return a.name < b.name; }

class Collector {
public:
    Collector(const Checkpoint &checkpoint, const FileOwners &owners) : m_checkpoint(checkpoint), m_owners(owners)
    {
        for (const CheckpointFile &file : checkpoint.files) {
            if (owners.countOf(file.name) <= 1)
                m_own.insert(file.name);
        }
    }

    QStringList paths()
    {
        for (const CheckpointFile &file : m_checkpoint.files) {
            if (m_own.contains(file.name))
                add(wholeFolderOf(file.name).value_or(file.name));
        }
        if (m_paths.isEmpty())
            return {};
        addManifest(m_checkpoint.name);
        for (const CheckpointFile &file : m_checkpoint.files) {
            if (m_own.contains(file.name))
                addManifest(file.name);
        }
        return m_paths;
    }

private:
    void add(const QString &path)
    {
        for (qsizetype slash = path.indexOf(u'/'); slash > 0; slash = path.indexOf(u'/', slash + 1)) {
            if (m_added.contains(path.left(slash)))
                return;
        }
        if (!m_added.contains(path)) {
            m_added.insert(path);
            m_paths << path;
        }
    }

    void addManifest(const QString &of)
    {
        if (const QString name = manifestName(of, false); m_owners.isListed(name))
            add(name);
    }

    // The outermost folder that may be removed as a whole.
    std::optional<QString> wholeFolderOf(const QString &name)
    {
        for (qsizetype slash = name.indexOf(u'/'); slash > 0; slash = name.indexOf(u'/', slash + 1)) {
            const QString folder = name.left(slash);
            auto known = m_whole.constFind(folder);
            if (known == m_whole.cend())
                known = m_whole.insert(folder, goesWhole(folder));
            if (*known)
                return folder;
        }
        return std::nullopt;
    }

    bool goesWhole(const QString &folder) const
    {
        const bool isItself = folder == m_checkpoint.name;
        if (!isItself && !isStepFolder(folder))
            return false;
        const auto files = m_owners.below(folder);
        return std::all_of(files.begin(), files.end(), [&](const CheckpointFile &file) {
            if (m_own.contains(file.name))
                return true;
            return m_owners.countOf(file.name) == 0 && (isItself || isOwnName(file.name));
        });
    }

    const Checkpoint &m_checkpoint;
    const FileOwners &m_owners;
    QSet<QString> m_own, m_added;
    QHash<QString, bool> m_whole;
    QStringList m_paths;
};

}  // namespace

FileOwners::FileOwners(QList<CheckpointFile> listing, const QList<Checkpoint> &checkpoints) : m_listing(std::move(listing))
{
    std::sort(m_listing.begin(), m_listing.end(), byName);
    for (const Checkpoint &checkpoint : checkpoints) {
        QSet<QString> counted;
        for (const CheckpointFile &file : checkpoint.files) {
            if (!counted.contains(file.name)) {
                counted.insert(file.name);
                ++m_counts[file.name];
            }
        }
    }
}

bool FileOwners::isListed(const QString &file) const
{
    return std::binary_search(m_listing.begin(), m_listing.end(), CheckpointFile{file}, byName);
}

std::span<const CheckpointFile> FileOwners::beginningWith(const QString &prefix) const
{
    const auto first = std::lower_bound(m_listing.begin(), m_listing.end(), CheckpointFile{prefix}, byName);
    const auto last = std::partition_point(first, m_listing.end(),
                                           [&](const CheckpointFile &file) { return file.name.startsWith(prefix); });
    return {first, last};
}

std::span<const CheckpointFile> FileOwners::below(const QString &folder) const { return beginningWith(folder + u'/'); }

qint64 FileOwners::bytesAt(const QString &path) const
{
    const auto bytes = [](std::span<const CheckpointFile> files) {
        return std::accumulate(files.begin(), files.end(), qint64(0),
                               [](qint64 sum, const CheckpointFile &file) { return sum + file.sizeBytes; });
    };
    const auto itself = std::equal_range(m_listing.begin(), m_listing.end(), CheckpointFile{path}, byName);
    return bytes({itself.first, itself.second}) + bytes(below(path));
}

Result<Removal> removalOf(const Checkpoint &checkpoint, const FileOwners &owners)
{
    for (const CheckpointFile &file : checkpoint.files) {
        if (!isSafeRelative(file.name) || isOwnName(file.name))
            return Error{ErrorCode::InvalidInput,
                         Words::tr("“%1” is not a name that may be removed. Nothing was removed.").arg(shownPath(file.name)),
                         {}};
    }
    Removal removal{checkpoint.name, Collector(checkpoint, owners).paths(), 0, {pinNameFor(checkpoint)}};
    if (removal.paths.isEmpty())
        return Error{ErrorCode::InvalidInput,
                     Words::tr("All files of “%1” also belong to other checkpoints. Nothing was removed.").arg(shownPath(checkpoint.name)),
                     {}};
    for (const QString &path : std::as_const(removal.paths))
        removal.bytes += owners.bytesAt(path);
    return removal;
}

}  // namespace trainyard
