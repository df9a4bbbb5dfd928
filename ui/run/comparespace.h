// SPDX-License-Identifier: GPL-3.0-or-later
// What parameters do to results, over many runs: parallel coordinates whose axes filter a list of the runs, or one variable against
// another. Takes plain values, emits requests. objectNames: "compareParallel" or "compareScatter" (this widget), "spaceColour",
// "spaceAxes" with the menu "spaceAxesMenu", "spaceClear", "spaceX", "spaceY", "spaceCopy", "parallelChart", "scatterChart", "spaceRuns".
// Keyboard: those of ParallelAxis and ScatterChart; Enter in the list opens the run; Ctrl+Shift+C copies the values.
#pragma once

#include "core/observe/report/runvariables.h"

#include <QWidget>

class QComboBox;
class QMenu;
class QPushButton;
class QTableWidget;

namespace trainyard {

class Label;
class ParallelChart;
class ScatterChart;

class CompareSpace : public QWidget {
    Q_OBJECT
public:
    enum Kind { Parallel, Scatter };
    explicit CompareSpace(Kind kind, QWidget *parent = nullptr);

    void setRuns(const QStringList &labels, const QList<RunVariable> &variables);

Q_SIGNALS:
    void openRequested(int run);

private:
    QWidget *makeControls();
    void fillChoices();
    void fillAxesMenu();
    void showRuns();
    void showList();
    void copyValues();
    int indexOf(const QString &key) const;
    QString keyAt(const QComboBox *box) const;

    const Kind m_kind;
    QStringList m_labels;
    QList<RunVariable> m_variables;
    QStringList m_axes;  // keys of the chosen axes, from the left
    bool m_hasChosenAxes = false;
    QComboBox *m_colour, *m_x = nullptr, *m_y = nullptr;
    QPushButton *m_axesButton = nullptr, *m_clear = nullptr;
    QMenu *m_axesMenu = nullptr;
    Label *m_count;
    ParallelChart *m_parallel = nullptr;
    ScatterChart *m_scatter = nullptr;
    QTableWidget *m_list;
    QList<int> m_rows;  // which run is in a row
};

}  // namespace trainyard
