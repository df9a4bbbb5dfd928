// SPDX-License-Identifier: GPL-3.0-or-later
// What a task changes about alerts, one alert a line: on or off, its threshold, how long it has to last; and the ways to be told of them.
// A text that means no value becomes one that a task file must not have. objectNames: the given one, and followed by "Add" (with the menu of
// the alerts that are as in the settings), "Ways", "Way0" to "Way2"; of the first line "Switch0", "At0", "For0", "Remove0".
#pragma once

#include "core/model/alertoverride.h"

#include <QList>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace trainyard {

class AlertRows : public QWidget {
    Q_OBJECT
public:
    explicit AlertRows(const QString &objectName, QWidget *parent = nullptr);

    AlertOverrides overrides() const;
    void setOverrides(const AlertOverrides &overrides);
    void setWrong(qsizetype index);  // marks this line; -1: none

Q_SIGNALS:
    void edited();
    void editingFinished();

private:
    struct Line {
        AlertKind kind;
        QWidget *box;
        QComboBox *isOn;
        QLineEdit *at, *after;  // null where the kind has none
        QToolButton *remove;
    };

    void addLine(const AlertOverride &changed);
    QLineEdit *addNumber(QWidget *box, const QString &before, const QString &unit, const QString &name);
    void removeLine(const QWidget *box);
    void arrange();
    AlertOverride overrideOf(const Line &line) const;

    QList<Line> m_lines;
    QVBoxLayout *m_column;
    QPushButton *m_add;
    QCheckBox *m_hasWays;
    QList<QCheckBox *> m_ways;  // by AlertChannel
};

}  // namespace trainyard
