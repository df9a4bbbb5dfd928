// SPDX-License-Identifier: GPL-3.0-or-later
// The field in which runs are filtered: reads its text (core/observe/runfilter), underlines what cannot be read, with the reason as tooltip
// and accessible description, and offers names and values while typing. Keyboard: Down leads to the list, or into the offered words while
// they are shown; Esc hides these, then clears. objectNames: "runsFilter", "runsFilterWords" (the offered words).
#pragma once

#include "core/observe/runfilter/filtercompletion.h"
#include "core/observe/runfilter/runfilter.h"
#include "ui/common/searchfield.h"

class QCompleter;
class QStringListModel;

namespace trainyard {

class RunFilterField : public SearchField {
    Q_OBJECT
public:
    explicit RunFilterField(QWidget *parent = nullptr);

    const RunFilter &filter() const { return m_filter; }
    void readAgain();  // as time passes, "today" is another day
    void setNames(const FilterNames &names) { m_names = names; }
    QString textOf(const RunCondition &condition) const { return text().mid(condition.position, condition.length); }

Q_SIGNALS:
    void filterChanged();
    void listWanted();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void read();
    void markProblems();
    void offer();
    void take(const QString &word);

    RunFilter m_filter;
    FilterNames m_names;
    FilterCompletions m_offered;
    QStringListModel *m_words;
    QCompleter *m_completer;
};

}  // namespace trainyard
