// SPDX-License-Identifier: GPL-3.0-or-later
// Offers what can be written at a place of a task file, below the place: the word, and what it is. While it is shown, Up and Down choose,
// Enter and Tab take, Esc hides it; every other key goes to the editor. objectName of the list: "taskWords".
#pragma once

#include "core/model/taskcompletion.h"

#include <QCompleter>
#include <QWidget>

class QStandardItemModel;

namespace trainyard {

class TaskCompleter : public QCompleter {
    Q_OBJECT
public:
    explicit TaskCompleter(QWidget *editor);

    // `place` is in the editor's viewport.
    void offer(const QList<TaskCandidate> &candidates, const QRect &place);
    void hide();
    bool isShown() const;

Q_SIGNALS:
    void taken(const trainyard::TaskCandidate &candidate);

private:
    QStandardItemModel *m_words;
    QList<TaskCandidate> m_candidates;
};

}  // namespace trainyard
