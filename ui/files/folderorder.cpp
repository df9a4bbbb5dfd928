// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/folderorder.h"

#include "core/base/bytename.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>
#include <vector>

namespace trainyard {

namespace {

struct KindWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::FileBrowser)
};

constexpr qsizetype kLongestSuffix = 12;  // "safetensors", and one more

bool isDigit(char c) { return c >= '0' && c <= '9'; }
uchar lower(char c) { return uchar(c >= 'A' && c <= 'Z' ? c + 32 : c); }

// Names in their order, compared byte by byte: a number is replaced by its first digit's place in the alphabet, how many digits it has, and
// the digits, so that step-9 is before step-10.
QByteArray sortKey(const QByteArray &name)
{
    QByteArray key;
    key.reserve(name.size() + 8);
    const char *at = name.constData(), *const end = at + name.size();
    while (at < end) {
        if (!isDigit(*at)) {
            key += char(lower(*at++));
            continue;
        }
        while (at + 1 < end && *at == '0' && isDigit(at[1]))
            ++at;
        const char *const first = at;
        while (at < end && isDigit(*at))
            ++at;
        key += '0';
        key += char(std::min<qptrdiff>(at - first, 255));
        key.append(first, at - first);
    }
    return key;
}

// What is compared, made once for each entry.
struct Sorted {
    int row = 0;
    bool isFolder = false;
    qint64 number = 0;  // the size or the time
    QString word;       // the kind
    QByteArray key;
};

QString suffixOf(const QByteArray &name)
{
    const qsizetype dot = name.lastIndexOf('.');
    const QByteArray suffix = name.mid(dot + 1);
    const bool isSuffix = dot > 0 && !suffix.isEmpty() && suffix.size() <= kLongestSuffix
                          && std::all_of(suffix.cbegin(), suffix.cend(),
                                         [](char c) { return isDigit(c) || (lower(c) >= 'a' && lower(c) <= 'z'); });
    return isSuffix ? QString::fromLatin1(suffix).toUpper() : QString();
}

}  // namespace

bool isNameBefore(const QByteArray &a, const QByteArray &b)
{
    const QByteArray one = sortKey(a), other = sortKey(b);
    return one != other ? one < other : a < b;
}

QString kindText(const FolderEntry &entry)
{
    if (entry.isLink())
        return entry.isFolder()        ? KindWords::tr("Link to a folder")
               : entry.targetMode != 0 ? KindWords::tr("Link")
                                       : KindWords::tr("Broken link");
    if (entry.isFolder())
        return KindWords::tr("Folder");
    if (!entry.isFile())
        return KindWords::tr("Device or pipe");
    const QString suffix = suffixOf(entry.name);
    //: %1 is the end of its name, like PY or LOG
    return suffix.isEmpty() ? KindWords::tr("File") : KindWords::tr("%1 file").arg(suffix);
}

OrderedFolder orderedFolder(const QList<FolderEntry> &entries, const FolderOrder &order)
{
    OrderedFolder folder;
    std::vector<Sorted> sorted;
    sorted.reserve(size_t(entries.size()));
    for (int i = 0; i < entries.size(); ++i) {
        const FolderEntry &entry = entries[i];
        if (!order.showsHidden && entry.isHidden()) {
            ++folder.notShown;
            continue;
        }
        if (!order.filter.isEmpty() && !shownBytes(entry.name).contains(order.filter, Qt::CaseInsensitive))
            continue;
        Sorted one{i, entry.isFolder(), 0, {}, sortKey(entry.name)};
        if (order.column == FolderColumn::Size)
            one.number = one.isFolder ? 0 : entry.size;
        else if (order.column == FolderColumn::Modified)
            one.number = entry.modified;
        else if (order.column == FolderColumn::Kind)
            one.word = kindText(entry);
        folder.bytes += !entry.isLink() && entry.isFile() ? entry.size : 0;
        sorted.push_back(std::move(one));
    }
    const bool isByName = order.column == FolderColumn::Name;
    std::sort(sorted.begin(), sorted.end(), [&](const Sorted &a, const Sorted &b) {
        if (a.isFolder != b.isFolder)
            return a.isFolder;
        if (a.number != b.number)
            return order.isDescending ? a.number > b.number : a.number < b.number;
        if (order.column == FolderColumn::Kind && a.word != b.word)
            return order.isDescending ? a.word > b.word : a.word < b.word;
        // Equal sizes, times and kinds are in the order of the names.
        const Sorted &first = isByName && order.isDescending ? b : a, &second = isByName && order.isDescending ? a : b;
        const int keys = first.key.compare(second.key);
        return keys != 0 ? keys < 0 : entries[first.row].name < entries[second.row].name;
    });
    folder.rows.reserve(qsizetype(sorted.size()));
    for (const Sorted &one : sorted)
        folder.rows << one.row;
    return folder;
}

}  // namespace trainyard
