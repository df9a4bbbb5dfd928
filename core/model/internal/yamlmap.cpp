// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/internal/yamlmap.h"

#include "core/base/nearestword.h"
#include "core/model/taskschema.h"

#include <QCoreApplication>
#include <QSet>
#include <QStringDecoder>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Task)
};

// More would not be read, and a hostile file could produce a million.
constexpr int kMaxIssues = 100;

const QString kMerge = QStringLiteral("<<");
constexpr int kMaxMergeDepth = 8;       // an alias may contain itself
constexpr qsizetype kMaxMerged = 1000;  // and each of many may contain many

// The maps that a merge key names, followed by the maps that these name. False if it is something else, or too much.
bool collectMerged(const YAML::Node &node, QList<YAML::Node> &maps, int depth)
{
    if (depth == 0 || maps.size() >= kMaxMerged)
        return false;
    if (node.IsSequence()) {
        return std::all_of(node.begin(), node.end(),
                           [&](const YAML::Node &one) { return one.IsMap() && collectMerged(one, maps, depth - 1); });
    }
    if (!node.IsMap())
        return false;
    maps << node;
    return std::all_of(node.begin(), node.end(), [&](const auto &entry) {
        return !entry.first.IsScalar() || rawText(entry.first) != kMerge || collectMerged(entry.second, maps, depth - 1);
    });
}

}  // namespace

void IssueList::add(QList<TaskIssue> &list, const YAML::Mark &mark, const QString &what)
{
    if (list.size() < kMaxIssues)
        list << placed(mark, what);
}

TaskIssue IssueList::placed(const YAML::Mark &mark, const QString &what) const
{
    TaskIssue issue;
    issue.what = what;
    if (!mark.is_null() && mark.line >= 0) {
        issue.line = mark.line + 1;
        issue.column = int(QString::fromUtf8(line(mark.line).left(std::max(0, mark.column))).size()) + 1;
    }
    return issue;
}

QString rawText(const YAML::Node &scalar)
{
    // Unlike QString::fromUtf8, keeps a byte order mark at the start of a value.
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::ConvertInitialBom);
    return decoder.decode(QByteArrayView(scalar.Scalar().data(), qsizetype(scalar.Scalar().size())));
}

QString shown(const QString &text)
{
    constexpr int kMost = 60;
    const int most = text.size() > kMost && text[kMost - 1].isHighSurrogate() ? kMost - 1 : kMost;
    QString clean = text.size() > kMost ? text.left(most) + QChar(0x2026) : text;
    for (QChar &c : clean) {
        if (!c.isPrint() && !c.isSurrogate())
            c = u' ';
    }
    return clean;
}

std::optional<QString> scalarText(const YAML::Node &node, const QString &what, IssueList &issues)
{
    if (!node.IsScalar()) {
        issues.error(node.Mark(), Words::tr("'%1' must be one text value: write it on one line, or after '|'.").arg(what));
        return std::nullopt;
    }
    const std::string &text = node.Scalar();
    if (text.find('\0') != std::string::npos) {
        issues.error(node.Mark(), Words::tr("'%1' contains a NUL character, which no command can carry: remove it.").arg(what));
        return std::nullopt;
    }
    return rawText(node);
}

std::optional<bool> scalarBool(const YAML::Node &node, const QString &what, IssueList &issues)
{
    const QString text = node.IsScalar() ? rawText(node).toLower() : QString();  // Python writes True
    const bool isYes = text == QLatin1String("true") || text == QLatin1String("yes") || text == QLatin1String("on");
    if (isYes || text == QLatin1String("false") || text == QLatin1String("no") || text == QLatin1String("off"))
        return isYes;
    issues.error(node.Mark(), Words::tr("'%1' must be true or false.").arg(what));
    return std::nullopt;
}

std::optional<int> scalarInt(const YAML::Node &node, const QString &what, int least, int most, IssueList &issues)
{
    bool isNumber = false;
    const int value = node.IsScalar() ? rawText(node).toInt(&isNumber) : 0;
    if (isNumber && value >= least && value <= most)
        return value;
    issues.error(node.Mark(), Words::tr("'%1' must be a whole number from %2 to %3.").arg(what).arg(least).arg(most));
    return std::nullopt;
}

void readEntries(const YAML::Node &node, const QString &what, IssueList &issues,
                 const std::function<void(const QString &, const YAML::Node &, const YAML::Node &)> &handle)
{
    if (node.IsNull())
        return;
    if (!node.IsMap()) {
        issues.error(node.Mark(), Words::tr("'%1' must contain 'key: value' lines.").arg(what));
        return;
    }
    QSet<QString> seen;
    QList<YAML::Node> merged;
    for (const auto &entry : node) {
        if (!entry.first.IsScalar()) {
            issues.error(entry.first.Mark(), Words::tr("A key in '%1' must be one word or text.").arg(what));
            continue;
        }
        const QString key = rawText(entry.first);
        if (key == kMerge && collectMerged(entry.second, merged, kMaxMergeDepth)) {
            continue;
        }
        if (key == kMerge) {
            issues.error(entry.second.Mark(), Words::tr("'<<' takes a map or a list of maps, like <<: *defaults."));
            continue;
        }
        if (seen.contains(key)) {
            issues.error(entry.first.Mark(), Words::tr("'%1' appears twice: remove one of the two.").arg(shown(key)));
            continue;
        }
        seen.insert(key);
        handle(key, entry.first, entry.second);
    }
    // Keys in the map itself take precedence, then the first map that has the key.
    for (const YAML::Node &map : std::as_const(merged)) {
        for (const auto &entry : map) {
            const QString key = entry.first.IsScalar() ? rawText(entry.first) : QString();
            if (key.isEmpty() || key == kMerge || seen.contains(key))
                continue;
            seen.insert(key);
            handle(key, entry.first, entry.second);
        }
    }
}

void readMap(const YAML::Node &node, const QString &what, const QList<KeyHandler> &handlers, IssueList &issues)
{
    readEntries(node, what, issues, [&](const QString &key, const YAML::Node &keyNode, const YAML::Node &value) {
        const auto found = std::find_if(handlers.begin(), handlers.end(), [&](const KeyHandler &handler) { return handler.key == key; });
        if (found != handlers.end()) {
            found->handle(keyNode, value);
            return;
        }
        QStringList known;
        for (const KeyHandler &handler : handlers)
            known << handler.key;
        // A key that is right elsewhere is rather at the wrong place than misspelt.
        const QStringList sections = taskSectionsOf(key);
        if (!sections.isEmpty()) {
            issues.error(keyNode.Mark(), sections.first().isEmpty()
                                             ? Words::tr("'%1' does not belong here: write it at the beginning of a line.").arg(key)
                                             : Words::tr("'%1' does not belong here: write it in '%2'.").arg(key, sections.first()));
            return;
        }
        const QString nearest = nearestWord(key, known);
        issues.error(keyNode.Mark(), nearest.isEmpty() ? Words::tr("Unknown key '%1'. Remove it or check its spelling.").arg(shown(key))
                                                       : Words::tr("Unknown key '%1'. Did you mean '%2'?").arg(shown(key), nearest));
    });
}

}  // namespace trainyard
