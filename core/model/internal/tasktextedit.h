// SPDX-License-Identifier: GPL-3.0-or-later
// One attempt to change the text of a task. Private to this folder; pure.
#pragma once

#include "core/model/internal/taskshape.h"

#include <QHash>

#include <optional>

namespace trainyard {

// How much of the text may change.
enum class EditReach {
    Values,    // what differs
    Aliases,   // also values that come from elsewhere in the text, which may have changed there
    Sections,  // the whole of each section in which something differs
};

class TaskTextEdit {
public:
    TaskTextEdit(const YamlLayout &layout, const Task &before, const Task &wanted, EditReach reach);

    // nullopt if the changes exclude each other.
    std::optional<QByteArray> result();

private:
    struct Change {
        qsizetype from = 0, to = 0;
        QByteArray text;
    };
    struct Insertion {
        qsizetype neighbour = 0;  // index of an entry
        bool isBefore = false;
        const TaskShape *shape = nullptr;
    };
    // A map of the text and what becomes of it.
    struct Edited {
        QString section;  // empty: the whole text
        bool isFlow = false;
        qsizetype column = 0;
        QList<YamlEntry> entries;
        std::vector<bool> isRemoved;
        QHash<QString, qsizetype> moved;  // entries that come elsewhere as they are
        QList<Insertion> insertions;
    };

    void editMap(int map, qsizetype limit, TaskShapes before, TaskShapes wanted, const QString &section);
    void editEntry(const Edited &map, const YamlEntry &entry, const TaskShape *before, const TaskShape &wanted);
    void removeMissing(Edited &map, const TaskShapes &before, const TaskShapes &wanted);
    void placeNew(Edited &map, const TaskShapes &wanted, const std::vector<bool> &isNew);
    void finishFlow(const Edited &map);
    QByteArrayList commentsOf(const YamlEntry &entry) const;
    QByteArray commentBehind(const YamlEntry &entry) const;
    QByteArrayList commentsWithin(const YamlEntry &entry) const;
    void finishBlock(const Edited &map);
    void replaceInFlow(const YamlEntry &entry, const TaskShape &wanted);
    void replaceInBlock(const Edited &map, const YamlEntry &entry, const TaskShape &wanted);
    void nameAccelerators(const Edited &map, TaskShapes &before, TaskShapes &wanted) const;
    TaskShape inFormOf(const YamlPart &value, const QString &section, const TaskShape &shape) const;
    QByteArray inlineValue(const YamlPart &value, const TaskShape &wanted) const;
    std::optional<QByteArray> literalHeader(const YamlPart &value, const TaskShape &wanted, qsizetype indent) const;
    qsizetype placeBefore(const Edited &map, qsizetype index) const;
    qsizetype entryEnd(const YamlEntry &entry) const;  // behind its value
    void change(qsizetype from, qsizetype to, const QByteArray &text);

    const YamlLayout &m_layout;
    const Task &m_before, &m_wanted;
    EditReach m_reach;
    qsizetype m_step = 2;  // blanks per level
    std::vector<Change> m_changes;
};

}  // namespace trainyard
