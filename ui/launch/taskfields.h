// SPDX-License-Identifier: GPL-3.0-or-later
// Controls of a form, each for one key of a task. A control changes its key only if it shows something else than the task says.
//
// What a person typed is never dropped in silence: a text that means no value, such as "abc" for a number, becomes a value that a task file
// must not have, so that the task cannot be launched until it is corrected. The sentence at the field is the one that parseTask() has for it.
#pragma once

#include "core/model/task.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <optional>

class QCheckBox;
class QPushButton;

namespace trainyard {

class AlertRows;
class EntryRows;
class FieldRow;
struct FormEntry;

class TaskFields : public QObject {
    Q_OBJECT
public:
    struct Fault {
        QString sentence, correction;  // without a sentence, nothing is wrong
    };
    struct Line {
        const char *objectName;
        QString label;
        std::function<QString(const Task &)> text;
        std::function<void(Task &, const QString &)> put;      // of the trimmed text
        std::function<QString(QString)> mend = {};             // what the text might mean; offered if it is right
        std::function<Fault(const QString &text)> fault = {};  // what parseTask() cannot know
        QPushButton *beside = nullptr;
    };
    struct Rows {
        QString label;
        std::function<QList<FormEntry>(const Task &)> entries;
        std::function<void(Task &, const QList<FormEntry> &)> put;
        std::function<QString(QString)> mend = {};                         // of a name
        std::function<Fault(const QList<FormEntry> &entries)> fault = {};  // what parseTask() cannot know
    };

    using QObject::QObject;

    FieldRow *addLine(const Line &line);
    FieldRow *addScript(const char *objectName, const QString &label, QString Task::*key, int visibleLines);
    FieldRow *addChoice(const char *objectName, const QString &label, const QStringList &texts, const std::function<int(const Task &)> &of,
                        const std::function<void(Task &, int)> &put);
    QCheckBox *addCheck(const char *objectName, const QString &text, bool RunLimits::*key);
    FieldRow *addMoney(const char *objectName, const QString &label, std::optional<Money> RunLimits::*key,
                       const std::function<Fault(const Money &)> &fault = {});
    FieldRow *addRows(EntryRows *rows, const Rows &keys);
    FieldRow *addAlerts(AlertRows *rows, const QString &label);

    void setTask(const Task &task);  // emits nothing
    void apply(Task &task) const;
    QString fault() const;  // the first one that is shown

Q_SIGNALS:
    void edited();

private:
    struct Bound {
        FieldRow *row = nullptr;  // null: nothing can be wrong
        QWidget *control = nullptr;
        std::function<bool(const Task &)> agrees;
        std::function<void(const Task &)> show;
        std::function<void(Task &)> put;
        std::function<Fault()> fault = {};  // asked before parseTask()
        std::function<QString()> correction = {};
        std::function<void(const QString &)> correct = {};
    };
    template <typename Value, typename Read, typename Write, typename Of, typename Put>
    qsizetype bind(FieldRow *row, QWidget *control, Read read, Write write, Of of, Put put);
    void take();
    void judge(const Bound &bound) const;
    static Fault faultOf(const Bound &bound);

    QList<Bound> m_bounds;
    bool m_isFilling = false;
};

}  // namespace trainyard
