// SPDX-License-Identifier: GPL-3.0-or-later
// Files as people write them for SkyPilot, dstack, docker, podman and Slurm, and what each of them says: tests/data/field.
#pragma once

#include "core/model/taskimport.h"

#include <QDir>
#include <QFile>
#include <QList>
#include <QPair>
#include <QRegularExpression>
#include <QString>
#include <QStringList>

namespace trainyard {

struct FieldTask {
    QString name;  // of the file
    QByteArray text;
    int refusedLine = 0;  // 0: it is accepted
    QString refusal;
    int unshownLines = 0;
    QList<QPair<int, QString>> notes;  // line and a part of the sentence
    QList<QPair<QString, QString>> keys;

    bool isTaskFile() const { return name.endsWith(QLatin1String(".yaml")); }
    QString value(const QString &key) const
    {
        for (const auto &one : keys) {
            if (one.first == key)
                return one.second;
        }
        return {};
    }
};

inline QString fieldFolder() { return QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/field"); }

inline QByteArray fieldFile(const QString &name)
{
    QFile file(fieldFolder() + u'/' + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline QString unescapedField(const QString &text)
{
    QString plain;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != u'\\' || i + 1 == text.size()) {
            plain += text[i];
            continue;
        }
        const QChar next = text[++i];
        plain += next == u'n' ? u'\n' : next == u't' ? u'\t' : next;
    }
    return plain;
}

// In the order of tests/data/field/expected.
inline QList<FieldTask> fieldTasks()
{
    static const QRegularExpression kNote(QStringLiteral("\\Anote (\\d+): (.+)\\z"));
    static const QRegularExpression kRefused(QStringLiteral("\\Arefused in line (\\d+): (.+)\\z"));
    static const QRegularExpression kUnshown(QStringLiteral("\\Aonly in the file: (\\d+)\\z"));
    QList<FieldTask> tasks;
    for (const QString &line : QString::fromUtf8(fieldFile(QStringLiteral("expected"))).split(u'\n')) {
        if (line.startsWith(QLatin1String("== ")))
            tasks << FieldTask{line.mid(3), fieldFile(line.mid(3)), 0, {}, 0, {}, {}};
        if (tasks.isEmpty() || line.isEmpty() || line.startsWith(QLatin1String("== ")))
            continue;
        FieldTask &task = tasks.last();
        if (const auto note = kNote.match(line); note.hasMatch()) {
            task.notes << qMakePair(note.captured(1).toInt(), note.captured(2));
        } else if (const auto refused = kRefused.match(line); refused.hasMatch()) {
            task.refusedLine = refused.captured(1).toInt();
            task.refusal = refused.captured(2);
        } else if (const auto unshown = kUnshown.match(line); unshown.hasMatch()) {
            task.unshownLines = unshown.captured(1).toInt();
        } else {
            const qsizetype sign = line.indexOf(QLatin1String(" = "));
            task.keys << qMakePair(line.left(sign), unescapedField(line.mid(sign + 3)));
        }
    }
    return tasks;
}

// The task file that it is, or becomes.
inline QByteArray fieldYaml(const FieldTask &file)
{
    if (file.isTaskFile())
        return file.text;
    const auto imported = importedTask(file.text);
    return imported ? imported->yaml : QByteArray();
}

}  // namespace trainyard
