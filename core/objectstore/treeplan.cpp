#include "core/objectstore/treeplan.h"

#include "core/format/commitmarks.h"

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

constexpr qsizetype kLongestName = 255;    // of a file in a folder, in bytes

bool isSafe(const QString &name)
{
    const QStringList parts = name.split(u'/');
    return std::all_of(parts.begin(), parts.end(), [](const QString &part) {
        return !part.isEmpty() && part != QLatin1String(".") && part != QLatin1String("..") && !part.contains(QChar(0)) && part.toUtf8().size() <= kLongestName;
    });
}

}  // namespace

void sortByCommit(QList<TreeFile> &files)
{
    // What lies deeper is complete before what lies above it.
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

QString pathOf(const TreeCopySpec &spec, const TreeFile &file) { return file.name.isEmpty() ? spec.path : spec.path + u'/' + file.name; }

Error somethingElse(const QString &name)
{
    return {ErrorCode::AlreadyExists, Words::tr("“%1” is there already and is something else: choose another place, or say --replace.").arg(name), {}};
}

qint64 sumOf(const QList<TreeFile> &files)
{
    qint64 sum = 0;
    for (const TreeFile &file : files) {
        if (__builtin_add_overflow(sum, file.size, &sum))
            return std::numeric_limits<qint64>::max();      // only a store that makes sizes up says so
    }
    return sum;
}

void weaken(StoreCheck &check, StoreCheck by)
{
    check = check == StoreCheck::None ? by : std::min(check, by);
}

Result<QList<TreeFile>> listStoreTree(ObjectStore &store, const QString &key, QStringList &leftOut, std::stop_token stop)
{
    QList<TreeFile> files;
    if (!key.isEmpty()) {
        const auto head = store.head(key, stop);
        if (head)
            return QList<TreeFile>{{QString(), head->size, *head}};
        if (head.error().code != ErrorCode::NotFound)
            return head.error();
    }
    const QString prefix = key.isEmpty() ? QString() : key + u'/';
    const auto listing = store.listAll(prefix, false, stop);
    if (!listing)
        return listing.error();
    QStringList keys;
    for (const StoredObject &object : listing->objects) {
        const QString name = object.key.mid(prefix.size());
        if (!object.key.startsWith(prefix) || (object.size == 0 && (name.isEmpty() || name.endsWith(u'/'))))
            continue;   // what some tools put there for a folder
        if (!isSafe(name)) {
            leftOut << object.key;
            continue;
        }
        files << TreeFile{name, object.size, object};
        keys << object.key;
    }
    if (files.isEmpty())
        return Error{ErrorCode::NotFound, Words::tr("There is nothing in the bucket “%1” below “%2”.").arg(store.record().bucket, key), {}};
    const auto heads = store.headAll(keys, stop);
    if (!heads)
        return heads.error();
    for (qsizetype i = 0; i < files.size(); ++i) {
        files[i].object = heads->at(i);
        files[i].size = heads->at(i).size;
    }
    sortByCommit(files);
    return files;
}

Result<void> findObjects(ObjectStore &store, const TreeCopySpec &spec, QList<TreeFile> &files, std::stop_token stop)
{
    const bool isFile = files.size() == 1 && files.first().name.isEmpty();
    const auto listing = store.listAll(isFile ? spec.key : spec.key.isEmpty() ? QString() : spec.key + u'/', false, stop);
    if (!listing)
        return listing.error();
    QHash<QString, qint64> sizes;
    for (const StoredObject &object : listing->objects)
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
    const auto heads = store.headAll(keys, stop);
    if (!heads)
        return heads.error();
    for (qsizetype i = 0; i < there.size(); ++i)
        there[i]->object = heads->at(i);
    sortByCommit(files);
    return {};
}

QList<TreeFile> takeMarksAbove(QList<TreeFile> &same, const QList<TreeFile> &replaced)
{
    QList<TreeFile> marks, others;
    for (const TreeFile &file : std::as_const(same)) {
        const QString folder = file.name.left(file.name.lastIndexOf(u'/') + 1);
        const bool isAbove = !file.name.isEmpty() && commitRank(file.name) > 0
            && std::any_of(replaced.begin(), replaced.end(), [&](const TreeFile &one) { return one.name.startsWith(folder); });
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
        if (const auto removed = store.remove(keyOf(spec, *file), stop); !removed)
            return removed;
    }
    return {};
}

}  // namespace trainyard
