// SPDX-License-Identifier: GPL-3.0-or-later
// What can be written at a place of a task file, and what to say about what is there. Pure, any thread.
#pragma once

#include "core/model/taskcursor.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace trainyard {

// Names that are known besides those of the table of keys; none has to be.
struct TaskVocabulary {
    QStringList gpus;    // "H100"
    QStringList images;  // without "docker:"
};

// A text with places to fill in. Positions are in `text`, ascending; after the last one the cursor goes to the end.
struct TaskSnippet {
    struct Stop {
        qsizetype start = 0, length = 0;
    };
    QString text;
    QList<Stop> stops;
};

struct TaskCandidate {
    enum class Kind : quint8 { Key, Word, Gpu, Image, Variable, Snippet };
    Kind kind = Kind::Key;
    QString word;         // what is shown, and what the typed text is compared with
    QString about;        // one translated sentence; empty: nothing to say
    TaskSnippet snippet;  // what replaces cursor.start to cursor.end
};

struct TaskOffer {
    QList<TaskCandidate> candidates;  // best first, at most 40; without the one that is as it was typed already
    bool isWhole = false;             // there is such a one
};
TaskOffer taskOffer(const QString &text, const TaskCursor &cursor, const TaskVocabulary &vocabulary);

struct TaskHelp {
    QString title;                         // "limits.hours"; empty: there is nothing to say
    QString what, value, standard, words;  // translated; the last two may be empty
    QString example;                       // "hours: 12"
};
TaskHelp taskHelpAt(const TaskCursor &cursor);

}  // namespace trainyard
