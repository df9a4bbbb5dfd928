// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/objectstore/internal/treeplan.h"

#include "core/checkpoint/format/commitmarks.h"

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <limits>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ObjectStore)
};

// Links to folders that are followed, and files that they add: a machine may report any number of links to one large folder.
constexpr qsizetype kMaxFolders = 100, kMaxLinked = 100'000;
constexpr int kMaxSteps = 20;        // from link to link
constexpr qsizetype kMaxName = 255;  // of a file in a folder, in bytes

bool isSafe(const QString &name)
{
    const QStringList parts = name.split(u'/');
    return std::all_of(parts.begin(), parts.end(), [](const QString &part) {
        return !part.isEmpty() && part != QLatin1String(".") && part != QLatin1String("..") && !part.contains(QChar(0))
               && part.toUtf8().size() <= kMaxName;
    });
}

// Where a link leads according to its text, below the top; nullopt if that is, or may be, outside the tree.
std::optional<QByteArray> endOf(const TreeEntry &link)
{
    QByteArrayList parts = link.path.split('/');
    parts.removeLast();
    bool isBelow = false;  // ".." after a name goes up from the target of that name
    for (const QByteArray &part : link.linkTarget.split('/')) {
        if (part == "..") {
            if (isBelow || parts.isEmpty())
                return std::nullopt;
            parts.removeLast();
        } else if (!part.isEmpty() && part != ".") {
            parts << part;
            isBelow = true;
        }
    }
    if (link.linkTarget.isEmpty() || link.linkTarget.startsWith('/') || parts.isEmpty())
        return std::nullopt;
    return parts.join('/');
}

// The same, following link after link, also if a folder on the way is a link.
std::optional<QByteArray> endOf(const TreeEntry &first, const QHash<QByteArray, TreeEntry> &links)
{
    auto end = endOf(first);
    for (int step = 0; end && step < kMaxSteps; ++step) {
        QByteArray link;
        for (qsizetype slash = end->indexOf('/'); link.isEmpty(); slash = end->indexOf('/', slash + 1)) {
            const QByteArray above = slash < 0 ? *end : end->left(slash);
            if (links.contains(above))
                link = above;
            if (slash < 0)
                break;
        }
        if (link.isEmpty())
            return end;
        const auto next = endOf(links.value(link));
        if (!next)
            return std::nullopt;
        end = *next + end->mid(link.size());
    }
    return std::nullopt;
}

}  // namespace

QList<TreeFile> filesOf(const FileTree &tree, QStringList &leftOut)
{
    QList<TreeFile> files;
    const auto add = [&](const QByteArray &path, qint64 size, const QByteArray &origin) {
        const QString name = QString::fromUtf8(path), where = QString::fromUtf8(origin);
        if (name.toUtf8() == path && where.toUtf8() == origin)
            files << TreeFile{name, size, {}, where};
        else
            leftOut << name;  // a store's names are text
    };
    QHash<QByteArray, qint64> sizes;
    for (const TreeEntry &file : tree.files) {
        add(file.path, file.size, {});
        sizes.insert(file.path, file.size);
    }
    QHash<QByteArray, TreeEntry> links;
    for (const TreeEntry &link : tree.links)
        links.insert(link.path, link);
    qsizetype linked = 0, folders = 0;
    for (const TreeEntry &link : tree.links) {
        const auto end = endOf(link, links);
        bool isFollowed = end && sizes.contains(*end);
        if (isFollowed) {
            add(link.path, sizes.value(*end), *end);
        } else if (end && !link.path.startsWith(*end + '/') && ++folders <= kMaxFolders) {
            for (const TreeEntry &file : tree.files) {
                if (!file.path.startsWith(*end + '/') || ++linked > kMaxLinked)
                    continue;
                add(link.path + file.path.mid(end->size()), file.size, file.path);
                isFollowed = true;
            }
            isFollowed = isFollowed && linked <= kMaxLinked;
        }
        if (!isFollowed)
            leftOut << QString::fromUtf8(link.path);
    }
    for (const QByteArray &other : tree.others)
        leftOut << QString::fromUtf8(other);
    return files;
}

void sortByCommit(QList<TreeFile> &files)
{
    // Deeper folders are completed before those above them.
    std::stable_sort(files.begin(), files.end(), [](const TreeFile &a, const TreeFile &b) {
        const int left = commitRank(a.name), right = commitRank(b.name);
        if (left != right)
            return left < right;
        const auto depths = std::pair(a.name.count(u'/'), b.name.count(u'/'));
        return depths.first != depths.second ? depths.first > depths.second : a.name < b.name;
    });
}

QString keyOf(const TreeCopySpec &spec, const TreeFile &file)
{
    return file.name.isEmpty() ? spec.key : spec.key.isEmpty() ? file.name : spec.key + u'/' + file.name;
}

QString pathOf(const TreeCopySpec &spec, const TreeFile &file)
{
    const QString &name = file.origin.isEmpty() ? file.name : file.origin;
    return name.isEmpty() ? spec.path : spec.path + u'/' + name;
}

Error somethingElse(const QString &name)
{
    return {
        ErrorCode::AlreadyExists, Words::tr("“%1” already exists and is different: choose another place, or add --replace.").arg(name), {}};
}

Error notWhatWasPut(const QString &key)
{
    return {
        ErrorCode::Corrupt,
        Words::tr(
            "The received “%1” differs from what was stored and was discarded: try again; if this happens again, the object is damaged.")
            .arg(key),
        {}};
}

qint64 sumOf(const QList<TreeFile> &files)
{
    qint64 sum = 0;
    for (const TreeFile &file : files) {
        if (__builtin_add_overflow(sum, file.size, &sum))
            return std::numeric_limits<qint64>::max();  // only a store that invents sizes reports this
    }
    return sum;
}

void weaken(StoreCheck &check, StoreCheck by) { check = check == StoreCheck::None ? by : std::min(check, by); }

Result<QList<TreeFile>> listStoreTree(ObjectStore &store, const QString &key, QStringList &leftOut, std::stop_token stop)
{
    QList<TreeFile> files, itself;
    if (!key.isEmpty()) {
        const auto head = store.head(key, stop);
        if (!head && head.error().code != ErrorCode::NotFound)
            return head.error();
        if (head)
            itself = {{QString(), head->size, *head, QString()}};
        // Some tools create an empty object with a folder's name to represent it.
        if (head && head->size > 0)
            return itself;
    }
    const QString prefix = key.isEmpty() ? QString() : key + u'/';
    TRY(const auto listing, store.listAll(prefix, false, stop));
    QStringList keys;
    for (const StoredObject &object : listing.objects) {
        const QString name = object.key.mid(prefix.size());
        if (!object.key.startsWith(prefix) || (object.size == 0 && (name.isEmpty() || name.endsWith(u'/'))))
            continue;  // some tools create this to represent a folder
        if (!isSafe(name)) {
            leftOut << object.key;
            continue;
        }
        files << TreeFile{name, object.size, object, QString()};
        keys << object.key;
    }
    if (files.isEmpty() && !itself.isEmpty())
        return itself;
    if (files.isEmpty())
        return Error{ErrorCode::NotFound, Words::tr("There is nothing in the bucket “%1” under “%2”.").arg(store.record().bucket, key), {}};
    TRY(const auto heads, store.headAll(keys, stop));
    for (qsizetype i = 0; i < files.size(); ++i) {
        files[i].object = heads.at(i);
        files[i].size = heads.at(i).size;
    }
    sortByCommit(files);
    return files;
}

Result<void> findObjects(ObjectStore &store, const TreeCopySpec &spec, QList<TreeFile> &files, std::stop_token stop)
{
    const bool isFile = files.size() == 1 && files.first().name.isEmpty();
    TRY(const auto listing, store.listAll(isFile ? spec.key : spec.key.isEmpty() ? QString() : spec.key + u'/', false, stop));
    QHash<QString, qint64> sizes;
    for (const StoredObject &object : listing.objects)
        sizes.insert(object.key, object.size);
    QStringList keys;
    QList<TreeFile *> there;
    for (TreeFile &file : files) {
        const QString key = keyOf(spec, file);
        const auto size = sizes.constFind(key);
        if (size == sizes.constEnd())
            continue;
        if (*size != file.size && !spec.replaces)
            return somethingElse(key);
        keys << key;
        there << &file;
    }
    TRY(const auto heads, store.headAll(keys, stop));
    for (qsizetype i = 0; i < there.size(); ++i)
        there[i]->object = heads.at(i);
    sortByCommit(files);
    return {};
}

Result<PushPlan> planPush(const TreeCopySpec &spec, const QList<TreeFile> &files,
                          const std::function<Result<QByteArray>(const TreeFile &)> &sha256)
{
    PushPlan plan;
    for (const TreeFile &file : files) {
        if (file.object && file.object->size == file.size && !file.object->sha256.isEmpty()) {
            TRY(const auto digest, sha256(file));
            if (digest == file.object->sha256) {
                plan.same << file;
                continue;
            }
        }
        if (file.object && !spec.replaces)
            return somethingElse(keyOf(spec, file));
        if (file.object)
            plan.replaced << file;
        plan.todo << file;
    }
    const QList<TreeFile> renewed = takeMarksAbove(plan.same, plan.replaced);
    plan.todo += renewed;
    plan.replaced += renewed;
    sortByCommit(plan.todo);
    return plan;
}

Result<void> moveEach(const QList<TreeFile> &todo, qint64 before, qint64 total, const TreeMoved &moved, TreeCopyOutcome &outcome,
                      const std::function<Result<StoreFileOutcome>(const TreeFile &, const StoreMoved &)> &move)
{
    for (const TreeFile &file : todo) {
        const auto done = move(file, [&](qint64 bytes, qint64) {
            if (moved)
                moved({file.name, before + bytes, total});
        });
        if (!done)
            return done.error();
        before += file.size;
        ++outcome.files;
        outcome.bytes += done->bytes;
        outcome.bytesKept += done->bytesKept;
        weaken(outcome.check, done->check);
    }
    return {};
}

qint64 countSame(TreeCopyOutcome &outcome, const QList<TreeFile> &same)
{
    outcome.unchanged += static_cast<int>(same.size());
    if (!same.isEmpty())
        weaken(outcome.check, StoreCheck::Sha256);
    return sumOf(same);
}

QList<TreeFile> takeMarksAbove(QList<TreeFile> &same, const QList<TreeFile> &replaced)
{
    QList<TreeFile> marks, others;
    for (const TreeFile &file : std::as_const(same)) {
        const QString folder = file.name.left(file.name.lastIndexOf(u'/') + 1);
        const bool isAbove = !file.name.isEmpty() && commitRank(file.name) > 0
                             && std::any_of(replaced.begin(), replaced.end(),
                                            [&](const TreeFile &one) { return one.name.startsWith(folder); });
        (isAbove ? marks : others) << file;
    }
    same = others;
    return marks;
}

Result<void> removeMarks(ObjectStore &store, const TreeCopySpec &spec, const QList<TreeFile> &replaced, std::stop_token stop)
{
    for (auto file = replaced.crbegin(); file != replaced.crend(); ++file) {
        if (file->name.isEmpty() || commitRank(file->name) == 0)
            continue;
        TRY_DO(store.remove(keyOf(spec, *file), stop));
    }
    return {};
}

}  // namespace trainyard
