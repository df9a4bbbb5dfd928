// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/internal/tasktextedit.h"

#include "core/model/internal/yamltext.h"

#include <QSet>

#include <algorithm>

namespace trainyard {

namespace {

const QString kMergeKey = QStringLiteral("<<");
const QString kAccelerators = QStringLiteral("accelerators"), kAnyOf = QStringLiteral("any_of"), kOrdered = QStringLiteral("ordered");
const QString kResources = QStringLiteral("resources"), kEnvs = QStringLiteral("envs"), kAlerts = QStringLiteral("alerts");

const TaskShape *find(const TaskShapes &shapes, const QString &key)
{
    const auto found = std::find_if(shapes.begin(), shapes.end(), [&](const TaskShape &shape) { return shape.key == key; });
    return found == shapes.end() ? nullptr : &*found;
}

// Keys whose order counts: variables without a value, and rules of alerts.
bool isOrderKept(const QString &section, const TaskShape &shape)
{
    return (section == kEnvs && shape.kind == YamlKind::Null) || (section == kAlerts && shape.key != QLatin1String("notify"));
}

// With this indentation, so that a script above does not take them for its own lines.
QByteArray reindented(const QByteArrayList &comments, qsizetype column)
{
    QByteArray lines;
    for (const QByteArray &comment : comments)
        lines += QByteArray(column, ' ') + comment.trimmed() + '\n';
    return lines;
}

QByteArrayList reindentedLines(const QByteArrayList &comments, qsizetype column)
{
    QByteArrayList lines;
    for (const QByteArray &comment : comments)
        lines << reindented({comment}, column);
    return lines;
}

TaskShape acceleratorsAs(const QString &key, const TaskShapes &kinds)
{
    if (key == kAccelerators && kinds.size() == 1)
        return scalarShape(key, kinds.front().text);
    TaskShape list = listShape(key, kinds);
    list.isFlow = key == kAccelerators;
    if (key == kAccelerators)
        return list;
    for (TaskShape &item : list.inner) {
        TaskShape map;
        map.kind = YamlKind::Map;
        if (!item.text.isEmpty())
            map.inner.push_back(scalarShape(kAccelerators, item.text));
        item = map;
    }
    return list;
}

bool isIn(const QList<YamlEntry> &entries, const QString &key)
{
    return std::any_of(entries.begin(), entries.end(), [&](const YamlEntry &entry) { return entry.key == key; });
}

}  // namespace

TaskTextEdit::TaskTextEdit(const YamlLayout &layout, const Task &before, const Task &wanted, EditReach reach)
    : m_layout(layout), m_before(before), m_wanted(wanted), m_reach(reach)
{
    const YamlPart &root = layout.part(0);
    for (size_t i = 1; i < root.children.size(); i += 2) {
        const YamlPart &section = layout.part(root.children[i]);
        if (section.kind != YamlKind::Map || section.isFlow || section.children.empty())
            continue;
        const qsizetype step = layout.column(layout.part(section.children.front()).start)
                               - layout.column(layout.part(root.children[i - 1]).start);
        if (step > 0) {
            m_step = step;
            break;
        }
    }
}

std::optional<QByteArray> TaskTextEdit::result()
{
    editMap(0, m_layout.documentEnd(), taskShapes(m_before), taskShapes(m_wanted), {});
    // Of two at the same place, the insertion comes first, then the one that was made first.
    std::stable_sort(m_changes.begin(), m_changes.end(), [](const Change &one, const Change &other) {
        return one.from != other.from ? one.from < other.from : one.from == one.to && other.from != other.to;
    });
    const QByteArray &text = m_layout.text();
    const qsizetype firstBreak = text.indexOf('\n');
    const bool hasCarriageReturns = firstBreak > 0 && text[firstBreak - 1] == '\r';
    QByteArray edited;
    qsizetype at = 0;
    for (Change &change : m_changes) {
        if (change.from < at)
            return std::nullopt;
        change.text.replace("\r\n", "\n");
        if (hasCarriageReturns)
            change.text.replace("\n", "\r\n");
        edited += text.mid(at, change.from - at) + change.text;
        at = change.to;
    }
    return edited + text.mid(at);
}

void TaskTextEdit::change(qsizetype from, qsizetype to, const QByteArray &text)
{
    if (from != to || !text.isEmpty())
        m_changes.push_back({from, to, text});
}

qsizetype TaskTextEdit::entryEnd(const YamlEntry &entry) const
{
    const YamlPart &value = m_layout.part(entry.value);
    return value.isThere ? value.end : entry.colon;
}

void TaskTextEdit::editMap(int map, qsizetype limit, TaskShapes before, TaskShapes wanted, const QString &section)
{
    Edited edited;
    edited.section = section;
    edited.isFlow = m_layout.part(map).isFlow;
    edited.entries = m_layout.entries(map, limit);
    if (edited.entries.isEmpty())
        return;
    const YamlEntry &first = edited.entries.first();
    const qsizetype line = first.line;
    edited.column = 0;
    while (!edited.isFlow && line + edited.column < first.start && m_layout.text()[line + edited.column] == ' ')
        ++edited.column;
    edited.isRemoved.assign(size_t(edited.entries.size()), false);
    if (section == kResources)
        nameAccelerators(edited, before, wanted);
    removeMissing(edited, before, wanted);

    QHash<QString, qsizetype> places;
    for (qsizetype i = 0; i < edited.entries.size(); ++i)
        places.insert(edited.entries[i].key, i);
    QHash<QString, const TaskShape *> earlier;
    for (const TaskShape &shape : before)
        earlier.insert(shape.key, &shape);
    const bool expands = m_reach != EditReach::Values;
    const bool hasMerge = places.contains(kMergeKey);
    if (expands && hasMerge)
        edited.isRemoved[size_t(places.value(kMergeKey))] = true;

    // What stays in the text keeps its order there; what is out of order moves.
    QHash<QString, qsizetype> order;
    for (size_t i = 0; i < wanted.size(); ++i) {
        if (isOrderKept(section, wanted[i]))
            order.insert(wanted[i].key, qsizetype(i));
    }
    qsizetype last = -1;
    for (qsizetype i = 0; i < edited.entries.size(); ++i) {
        const qsizetype own = order.value(edited.entries[i].key, -1);
        if (own < 0 || edited.isRemoved[size_t(i)])
            continue;
        if (own < last)
            edited.isRemoved[size_t(i)] = true;
        last = std::max(last, own);
    }

    std::vector<bool> isNew(wanted.size(), false);
    for (size_t i = 0; i < wanted.size(); ++i) {
        const TaskShape &shape = wanted[i];
        const TaskShape *const old = earlier.value(shape.key);
        const qsizetype place = places.value(shape.key, -1);
        const bool isInText = place >= 0 && !edited.isRemoved[size_t(place)];
        const bool isEqual = old && *old == shape;
        if (!isInText) {
            // An equal one without a key of its own has another form here, or is merged.
            isNew[i] = !isEqual || place >= 0 || (expands && hasMerge);
            if (isEqual && place >= 0 && !expands)
                edited.moved.insert(shape.key, place);
        } else if (!isEqual || (expands && m_layout.part(edited.entries[place].value).hasAlias)) {
            editEntry(edited, edited.entries[place], old, shape);
        }
    }
    placeNew(edited, wanted, isNew);
    if (edited.isFlow)
        finishFlow(edited);
    else
        finishBlock(edited);
}

void TaskTextEdit::removeMissing(Edited &map, const TaskShapes &before, const TaskShapes &wanted)
{
    QSet<QString> stays, known;
    for (const TaskShape &shape : wanted)
        stays.insert(shape.key);
    for (const TaskShape &shape : before)
        known.insert(shape.key);
    for (qsizetype i = 0; i < map.entries.size(); ++i) {
        const YamlEntry &entry = map.entries[i];
        if (stays.contains(entry.key) || !known.contains(entry.key))
            continue;
        const TaskShape &gone = *find(before, entry.key);
        const YamlPart &value = m_layout.part(entry.value);
        // Keys that have no effect stay, and with them the section.
        bool hasOthers = false;
        const bool isOneThing = entry.key == QLatin1String("checkpoints") || entry.key == QLatin1String("workdir");
        if (map.section.isEmpty() && value.kind == YamlKind::Map && !isOneThing) {
            QSet<QString> own{kMergeKey};
            if (entry.key == kResources)
                own << kAccelerators << kAnyOf << kOrdered;
            for (const TaskShape &shape : gone.inner)
                own.insert(shape.key);
            for (size_t key = 0; key < value.children.size(); key += 2)
                hasOthers = hasOthers || !own.contains(m_layout.part(value.children[key]).text);
        }
        if (hasOthers)
            editMap(entry.value, entry.limit, gone.inner, {}, entry.key);
        else
            map.isRemoved[size_t(i)] = true;
    }
}

void TaskTextEdit::editEntry(const Edited &map, const YamlEntry &entry, const TaskShape *before, const TaskShape &wanted)
{
    const YamlPart &value = m_layout.part(entry.value);
    const TaskShape shape = inFormOf(value, map.section, wanted);
    const bool isWhole = m_reach == EditReach::Sections || (!map.isFlow && !entry.isUsual);
    if (!isWhole && value.kind == YamlKind::Map && !value.children.empty() && shape.kind == YamlKind::Map && !shape.inner.empty()) {
        const TaskShapes inner = before ? inFormOf(value, map.section, *before).inner : TaskShapes();
        editMap(entry.value, entry.limit, inner, shape.inner, map.section.isEmpty() ? entry.key : map.section + u'.' + entry.key);
    } else if (map.isFlow) {
        replaceInFlow(entry, shape);
    } else if (isWhole) {
        const QByteArrayList comments = value.kind == YamlKind::Scalar ? QByteArrayList() : m_layout.comments(entry.line, entry.end);
        change(entry.line, entry.end, blockLines(wanted, map.column, m_step) + reindented(comments, map.column));
        if (wanted.isScript)
            change(entry.end, entry.tail, reindented(m_layout.comments(entry.end, entry.tail), map.column));
    } else {
        replaceInBlock(map, entry, shape);
    }
}

// A value has a short and a long form in some places: the text keeps its own.
TaskShape TaskTextEdit::inFormOf(const YamlPart &value, const QString &section, const TaskShape &shape) const
{
    TaskShape formed = shape;
    const auto asMap = [&](const char *key) {
        formed.kind = YamlKind::Map;
        formed.inner.clear();
        if (key) {
            formed.inner.push_back(shape);
            formed.inner.front().key = QLatin1String(key);
        }
    };
    const bool isShort = shape.kind == YamlKind::Scalar && value.kind == YamlKind::Map;
    if (isShort && section == QLatin1String("checkpoints") && shape.key == QLatin1String("keep")) {
        asMap("last");
    } else if (isShort && section == kAlerts && shape.text != QLatin1String("off")) {
        if (shape.text != QLatin1String("on"))
            asMap("at");
    } else if (isShort && section == QLatin1String("mounts")) {
        asMap("source");
    } else if (isShort && section == QLatin1String("volumes")) {
        asMap("name");
    } else if (value.kind == YamlKind::Scalar && section == QLatin1String("limits") && shape.key == QLatin1String("idle")) {
        const TaskShape *const below = find(shape.inner, QStringLiteral("below"));
        if (below && below->text == QString::number(IdleLimit{}.belowPercent)) {
            formed = *find(shape.inner, QStringLiteral("after"));
            formed.key = shape.key;
        }
    }
    return formed;
}

// `accelerators`, `any_of` and `ordered` say the same in three ways: the text keeps its own if that can say what is wanted.
void TaskTextEdit::nameAccelerators(const Edited &map, TaskShapes &before, TaskShapes &wanted) const
{
    const TaskShapes had = acceleratorShapes(m_before), needed = acceleratorShapes(m_wanted);
    for (TaskShapes *const shapes : {&before, &wanted})
        std::erase_if(*shapes, [](const TaskShape &shape) { return shape.key == kAccelerators || shape.key == kAnyOf; });
    const auto remove = [&before](const QString &key) {
        before.push_back({});
        before.back().key = key;
    };
    QString key = kAnyOf;
    QString choice;
    for (const YamlEntry &entry : map.entries) {
        if (entry.key == kAnyOf || entry.key == kOrdered)
            choice = entry.key;
    }
    const bool hasWithout = std::any_of(needed.begin(), needed.end(), [](const TaskShape &kind) { return kind.text.isEmpty(); });
    if (needed.empty()) {
        remove(kAccelerators);
        remove(kAnyOf);
        remove(kOrdered);
        return;
    }
    if (!choice.isEmpty())
        key = choice;
    else if (needed.size() == 1 || (!hasWithout && isIn(map.entries, kAccelerators)))
        key = kAccelerators;
    // Next to a choice, they would also count for its entry that names none.
    if (key != kAccelerators && (choice.isEmpty() || (hasWithout && had != needed)))
        remove(kAccelerators);
    if (!had.empty())
        before.push_back(acceleratorsAs(key, had));
    wanted.insert(wanted.begin(), acceleratorsAs(key, needed));
}

void TaskTextEdit::placeNew(Edited &map, const TaskShapes &wanted, const std::vector<bool> &isNew)
{
    QHash<QString, qsizetype> places;
    for (qsizetype i = 0; i < map.entries.size(); ++i) {
        if (!map.isRemoved[size_t(i)])
            places.insert(map.entries[i].key, i);
    }
    // The nearest before and behind each among those of its kind, then among all.
    struct Neighbours {
        qsizetype alike = -1, any = -1;
    };
    std::vector<Neighbours> above(wanted.size()), below(wanted.size());
    const auto walk = [&](std::vector<Neighbours> &found, auto at, auto end) {
        qsizetype ofKind[2] = {-1, -1}, any = -1;
        for (; at != end; ++at) {
            const int kind = isOrderKept(map.section, wanted[*at]);
            found[*at] = {ofKind[kind], any};
            const qsizetype place = places.value(wanted[*at].key, -1);
            if (place >= 0)
                ofKind[kind] = any = place;
        }
    };
    std::vector<size_t> indices(wanted.size());
    for (size_t i = 0; i < indices.size(); ++i)
        indices[i] = i;
    walk(above, indices.begin(), indices.end());
    walk(below, indices.rbegin(), indices.rend());
    for (size_t i = 0; i < wanted.size(); ++i) {
        if (!isNew[i])
            continue;
        Insertion insertion;
        insertion.shape = &wanted[i];
        if (above[i].alike >= 0)
            insertion.neighbour = above[i].alike;
        else if (below[i].alike >= 0)
            insertion = {below[i].alike, true, &wanted[i]};
        else if (above[i].any >= 0)
            insertion.neighbour = above[i].any;
        else if (below[i].any >= 0)
            insertion = {below[i].any, true, &wanted[i]};
        else
            insertion.neighbour = map.entries.size() - 1;
        map.insertions << insertion;
    }
}

void TaskTextEdit::finishFlow(const Edited &map)
{
    const QByteArray &text = m_layout.text();
    const auto written = [](const TaskShape &shape) { return inlineText(shape.key) + ": " + flowText(shape); };
    const bool isAnyLeft = std::find(map.isRemoved.begin(), map.isRemoved.end(), false) != map.isRemoved.end();
    if (!isAnyLeft) {
        QByteArrayList parts;
        for (const Insertion &insertion : map.insertions)
            parts << written(*insertion.shape);
        change(map.entries.first().start, entryEnd(map.entries.first()), parts.join(", "));
    }
    bool isFirst = isAnyLeft;
    for (qsizetype i = isAnyLeft ? 0 : 1; i < map.entries.size(); ++i) {
        const YamlEntry &entry = map.entries[i];
        isFirst = isFirst && map.isRemoved[size_t(i)];
        if (!map.isRemoved[size_t(i)])
            continue;
        const qsizetype end = entryEnd(entry), lineEnd = m_layout.lineEnd(end);
        const QByteArray rest = text.mid(end, lineEnd - end).trimmed();
        const bool isLast = i + 1 == map.entries.size();
        const bool hasOwnLines = text.mid(entry.line, entry.start - entry.line).trimmed().isEmpty() && text[lineEnd - 1] == '\n'
                                 && ((rest.startsWith(',') && (rest.size() == 1 || rest.mid(1).trimmed().startsWith('#')))
                                     || (isLast && (rest.isEmpty() || rest.startsWith('#'))));
        if (hasOwnLines)
            change(entry.line, lineEnd, {});
        else if (isFirst)
            change(entry.start, map.entries[i + 1].start, {});
        else
            change(entryEnd(map.entries[i - 1]), end, {});
    }
    if (!isAnyLeft)
        return;
    // The last that stays, if the neighbour goes.
    qsizetype last = map.entries.size() - 1;
    while (map.isRemoved[size_t(last)])
        --last;
    for (const Insertion &insertion : map.insertions) {
        const bool isThere = !map.isRemoved[size_t(insertion.neighbour)];
        const YamlEntry &neighbour = map.entries[isThere ? insertion.neighbour : last];
        if (insertion.isBefore && isThere)
            change(neighbour.start, neighbour.start, written(*insertion.shape) + ", ");
        else
            change(entryEnd(neighbour), entryEnd(neighbour), ", " + written(*insertion.shape));
    }
}

// Those on lines of their own, and of a merge key the one behind it.
QByteArrayList TaskTextEdit::commentsOf(const YamlEntry &entry) const
{
    QByteArrayList comments = m_layout.comments(entry.line, entry.tail);
    const qsizetype end = entryEnd(entry);
    const QByteArray behind = m_layout.text().mid(end, m_layout.lineEnd(end) - end).trimmed();
    if (entry.key == kMergeKey && behind.startsWith('#'))
        comments.prepend(behind);
    return comments;
}

// The one at the end of its first line, with the blanks before it; of a value in one line, of that line.
QByteArray TaskTextEdit::commentBehind(const YamlEntry &entry) const
{
    const YamlPart &value = m_layout.part(entry.value);
    qsizetype end = entry.from;
    if (m_layout.isBlockScalar(value))
        end = m_layout.block(value).headerEnd;
    else if (value.isThere && value.content < m_layout.lineEnd(entry.from))
        end = std::max(end, value.end);
    const QByteArray rest = m_layout.text().mid(end, m_layout.lineEnd(end) - end);
    const QByteArray comment = rest.trimmed();
    return comment.startsWith('#') ? rest.left(rest.indexOf('#')) + comment : QByteArray();
}

// Those behind the values of a block map, as lines of their own.
QByteArrayList TaskTextEdit::commentsWithin(const YamlEntry &entry) const
{
    QByteArrayList lines;
    const YamlPart &value = m_layout.part(entry.value);
    if (value.kind != YamlKind::Map || value.isFlow)
        return lines;
    for (const YamlEntry &inner : m_layout.entries(entry.value, entry.limit)) {
        if (const QByteArray comment = commentBehind(inner); !comment.isEmpty())
            lines << comment.trimmed() + '\n';
    }
    return lines;
}

void TaskTextEdit::finishBlock(const Edited &map)
{
    QSet<QString> inserted;
    for (const Insertion &insertion : map.insertions)
        inserted.insert(insertion.shape->key);
    for (qsizetype i = 0; i < map.entries.size(); ++i) {
        const YamlEntry &entry = map.entries[i];
        if (!map.isRemoved[size_t(i)])
            continue;
        if (map.moved.contains(entry.key))
            change(entry.line, entry.end, {});
        else if (inserted.contains(entry.key) || entry.key == kMergeKey)  // what it brought is written out
            change(entry.line, entry.tail, reindented(commentsOf(entry), map.column));
        else
            change(entry.line, entry.tail, {});
    }
    QHash<QString, QByteArray> behind;
    for (qsizetype i = 0; i < map.entries.size(); ++i) {
        const YamlEntry &entry = map.entries[i];
        if (map.isRemoved[size_t(i)] && entry.isUsual && inserted.contains(entry.key))
            behind.insert(entry.key, commentBehind(entry));
    }
    for (const Insertion &insertion : map.insertions) {
        const YamlEntry &neighbour = map.entries[insertion.neighbour];
        const bool isAtEnd = m_layout.endsInOpenBlock() && neighbour.tail == m_layout.text().size();
        const qsizetype at = insertion.isBefore || isAtEnd ? placeBefore(map, insertion.neighbour) : neighbour.tail;
        const auto moved = map.moved.constFind(insertion.shape->key);
        if (moved == map.moved.constEnd()) {
            QByteArray lines = blockLines(*insertion.shape, map.column, m_step);
            change(at, at, lines.insert(lines.indexOf('\n'), behind.value(insertion.shape->key)));
        } else {
            const YamlEntry &entry = map.entries[*moved];
            change(at, at, m_layout.text().mid(entry.line, entry.end - entry.line));
        }
    }
}

// Above the comments of the entry, but below those that begin the file.
qsizetype TaskTextEdit::placeBefore(const Edited &map, qsizetype index) const
{
    const qsizetype line = map.entries[index].line;
    const qsizetype least = index > 0 ? map.entries[index - 1].tail : 0;
    qsizetype at = line;
    while (at > least) {
        const qsizetype above = m_layout.lineStart(at - 1);
        if (!m_layout.text().mid(above, at - above).trimmed().startsWith('#'))
            break;
        at = above;
    }
    const bool beginsFile = at == 0 || m_layout.text().mid(m_layout.lineStart(at - 1), 3) == "---";
    return beginsFile ? line : at;
}

void TaskTextEdit::replaceInFlow(const YamlEntry &entry, const TaskShape &wanted)
{
    const YamlPart &value = m_layout.part(entry.value);
    const bool hasColon = m_layout.text()[entry.colon - 1] == ':';
    change(entry.from, value.isThere ? std::max(entry.from, value.end) : entry.from, (hasColon ? " " : ": ") + inlineValue(value, wanted));
}

void TaskTextEdit::replaceInBlock(const Edited &map, const YamlEntry &entry, const TaskShape &wanted)
{
    const qsizetype column = map.column;
    const YamlPart &value = m_layout.part(entry.value);
    const bool isCollection = value.kind == YamlKind::Map || value.kind == YamlKind::Sequence;
    const bool wasBlock = m_layout.isBlockScalar(value);
    const YamlBlock block = wasBlock ? m_layout.block(value) : YamlBlock{};
    const qsizetype indent = wasBlock && block.indent > column ? block.indent : column + m_step;
    QByteArray header, body;
    const auto literal = literalHeader(value, wanted, indent - column);
    if (literal) {
        header = *literal;
        body = literalLines(wanted.text, indent);
    } else if ((wanted.kind == YamlKind::Map || wanted.kind == YamlKind::Sequence) && !wanted.isFlow && !(isCollection && value.isFlow)) {
        body = innerLines(wanted.inner, column + m_step, m_step);
    } else {
        header = inlineValue(value, wanted);
    }
    const qsizetype below = m_layout.lineEnd(entry.from);
    const QByteArray separated = header.isEmpty() ? QByteArray() : ' ' + header;
    if (!value.isThere || value.end <= entry.from) {
        change(entry.from, entry.from, separated);
        change(below, below, body);
    } else if (value.content >= below) {
        // Comments between the key and its value must not become a part of it.
        QByteArrayList comments = m_layout.comments(below, isCollection ? entry.end : m_layout.lineStart(value.content));
        if (map.section == kAlerts && wanted.kind != YamlKind::Map)  // what is said of a threshold is said of the alert
            comments += reindentedLines(commentsWithin(entry), column + m_step);
        change(entry.from, entry.from, separated);
        change(below, entry.end, body + (literal ? reindented(comments, column) : comments.join()));
    } else {
        QByteArray gap = m_layout.text().mid(entry.from, value.content - entry.from);
        if (gap.isEmpty() || !gap.trimmed().isEmpty())
            gap = " ";
        change(entry.from, wasBlock ? block.headerEnd : value.end, header.isEmpty() ? QByteArray() : gap + header);
        if (wasBlock) {
            change(block.body, block.end, body);
        } else {
            const qsizetype end = m_layout.lineEnd(value.end);
            change(end, end, body + (isCollection ? m_layout.comments(below, m_layout.lineStart(value.end)).join() : QByteArray()));
        }
    }
    if (literal)
        change(entry.end, entry.tail, reindented(m_layout.comments(entry.end, entry.tail), column));
}

// "|-" and the like; nullopt if the value is not written as a block. A script of several lines is, and what was one before.
std::optional<QByteArray> TaskTextEdit::literalHeader(const YamlPart &value, const TaskShape &wanted, qsizetype indent) const
{
    const QString &text = wanted.text;
    const bool isWanted = m_layout.isBlockScalar(value) || (wanted.isScript && text.contains(u'\n'));
    if (wanted.kind != YamlKind::Scalar || !isWanted)
        return std::nullopt;
    const auto first = std::find_if(text.begin(), text.end(), [](QChar c) { return c != u' '; });
    const bool isIndented = first != text.begin();
    if (!fitsLiteralBlock(text.mid(first - text.begin())) || (isIndented && indent > 9))
        return std::nullopt;
    return '|' + (isIndented ? QByteArray::number(indent) : QByteArray()) + (text.endsWith(u'\n') ? "" : "-");
}

// Quoted like the value that it replaces.
QByteArray TaskTextEdit::inlineValue(const YamlPart &value, const TaskShape &wanted) const
{
    if (wanted.kind != YamlKind::Scalar || value.kind != YamlKind::Scalar || value.content >= m_layout.text().size())
        return flowText(wanted);
    const char first = m_layout.text()[value.content];
    if (first == '"')
        return doubleQuoted(wanted.text);
    if (first == '\'')
        return singleQuoted(wanted.text);
    return readsAsPlain(wanted.text, value.isFlow) ? wanted.text.toUtf8() : wanted.written;
}

}  // namespace trainyard
