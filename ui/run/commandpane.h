// SPDX-License-Identifier: GPL-3.0-or-later
// What a run executes, and its environment: the command, and below it the machine, image, code, folders, variables and files. Secrets are
// listed by name; their values appear in neither part. Main thread. objectNames: those of CommandPreview for "runCommand";
// "runSurroundings".
#pragma once

#include "ui/common/card.h"

#include <QList>
#include <QString>

class QGridLayout;

namespace trainyard {

class CommandPreview;
struct RunView;
struct Task;

struct Surrounding {
    QString label, value;  // the value may have several lines
    bool isCode = false;
    bool operator==(const Surrounding &) const = default;
};

// `task`: as launched; nullptr: not known. Pure.
QList<Surrounding> surroundingsOf(const RunView &view, const Task *task);

class CommandPane : public Card {
    Q_OBJECT
public:
    explicit CommandPane(QWidget *parent = nullptr);

    void setRun(const RunView &view, const Task *task);

private:
    void showRows(const QList<Surrounding> &rows);

    CommandPreview *m_command;
    QWidget *m_surroundings;
    QGridLayout *m_grid;
    QList<Surrounding> m_rows;
};

}  // namespace trainyard
