// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between compared runs: where they ran, their results, parameters and task files. With two runs, the changed lines of their
// scripts stand below each other, marked. Takes plain values, emits requests. objectNames: "compareDifferences", "compareEqual" (shows what
// is equal too), "compareValuesCopy", "compareValues". Keyboard: Enter opens the run of the cell; Ctrl+Shift+C copies the table.
#pragma once

#include "core/observe/report/runcomparison.h"

#include <QIcon>
#include <QWidget>

#include <functional>

class QCheckBox;
class QTableWidget;
class QTableWidgetItem;

namespace trainyard {

class Label;

class CompareValues : public QWidget {
    Q_OBJECT
public:
    explicit CompareValues(QWidget *parent = nullptr);

    void setRuns(const QList<ComparedRun> &runs, const QStringList &labels, const std::function<QIcon(int)> &keyOf);

Q_SIGNALS:
    void openRequested(int run);

protected:
    void changeEvent(QEvent *event) override;

private:
    void fill();
    void addHeading(const QString &title, bool isStrong = true);
    bool addRow(const QString &title, const QStringList &values, bool isCode, bool isDifferent);
    void addScriptDifference(const ComparedKey &key);
    void copyValues();

    QList<ComparedRun> m_runs;
    QStringList m_labels;
    std::function<QIcon(int)> m_keyOf;
    QCheckBox *m_equal;
    Label *m_summary;
    QTableWidget *m_values;
    int m_same = 0;  // rows that are left out
};

}  // namespace trainyard
