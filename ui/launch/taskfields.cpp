// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/taskfields.h"

#include "ui/common/fieldrow.h"
#include "ui/common/moneyedit.h"
#include "ui/launch/alertrows.h"
#include "ui/launch/entryrows.h"
#include "ui/theme/theme.h"
#include "ui/theme/variants.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace trainyard {
namespace {

// A task with every part that another key needs, to try a single key.
Task bareTask()
{
    Task task;
    task.run = QStringLiteral("true");
    task.accelerators = Accelerators{QStringLiteral("H100"), 1};
    task.checkpoints.emplace().dir = QStringLiteral("/checkpoints-of-the-run");  // which nothing else is
    task.limits.idle.emplace();
    return task;
}

QString refusalOf(const Task &task)
{
    const TaskCheck check = parseTask(writeTask(task));
    return check.errors.isEmpty() ? QString() : check.errors.first().what;
}

FieldRow *rowOf(const QString &label, QWidget *control)
{
    auto *const row = new FieldRow(label, control);
    row->setRoomKept(false);
    return row;
}

// Scripts are shown without their last line end, which most of them have.
QString shownScript(const QString &script) { return script.endsWith(u'\n') ? script.chopped(1) : script; }

}  // namespace

template <typename Value, typename Read, typename Write, typename Of, typename Put>
qsizetype TaskFields::bind(FieldRow *row, QWidget *control, Read read, Write write, Of of, Put put)
{
    Bound bound;
    bound.row = row;
    bound.control = control;
    bound.agrees = [read, of](const Task &task) { return Value(read()) == Value(of(task)); };
    bound.show = [write, of](const Task &task) { write(Value(of(task))); };
    bound.put = [read, put](Task &task) { put(task, Value(read())); };
    m_bounds << bound;
    const qsizetype at = m_bounds.size() - 1;
    if (row) {
        connect(row, &FieldRow::correctionRequested, this, [this, at](const QString &correction) {
            if (!m_bounds[at].correct)
                return;
            m_bounds[at].correct(correction);
            judge(m_bounds[at]);
            take();
        });
    }
    return at;
}

FieldRow *TaskFields::addLine(const Line &line)
{
    auto *const edit = new QLineEdit;
    edit->setObjectName(QLatin1String(line.objectName));
    edit->setAccessibleName(line.label);
    QWidget *control = edit;
    if (line.beside) {
        control = new QWidget;
        control->setFocusProxy(edit);
        auto *const layout = new QHBoxLayout(control);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(dp(8));
        layout->addWidget(edit, 1);
        layout->addWidget(line.beside);
    }
    FieldRow *const row = rowOf(line.label, control);
    // A field scrolls to its cursor: a long value shows how it begins. Who types there goes on at its end.
    const auto show = [edit](const QString &text) {
        if (text == edit->text())
            return;
        edit->setText(text);
        if (!edit->hasFocus())
            edit->setCursorPosition(0);
    };
    const qsizetype at = bind<QString>(
        row, edit, [edit] { return edit->text(); }, show, line.text,
        [put = line.put](Task &task, const QString &text) { put(task, text.trimmed()); });
    if (line.fault)
        m_bounds[at].fault = [edit, fault = line.fault] { return fault(edit->text().trimmed()); };
    if (line.mend) {
        m_bounds[at].correction = [edit, line] {
            const QString mended = line.mend(edit->text().trimmed());
            Task probe = bareTask();
            line.put(probe, mended);
            return mended != edit->text() && refusalOf(probe).isEmpty() ? mended : QString();
        };
    }
    m_bounds[at].correct = show;
    connect(edit, &QLineEdit::textEdited, this, &TaskFields::take);
    connect(edit, &QLineEdit::editingFinished, this, [this, at] { judge(m_bounds[at]); });
    return row;
}

FieldRow *TaskFields::addScript(const char *objectName, const QString &label, QString Task::*key, int visibleLines)
{
    const QFont code = textFont(TextRole::Code);
    auto *const edit = new QPlainTextEdit;
    edit->setObjectName(QLatin1String(objectName));
    edit->setFont(code);
    edit->setTabChangesFocus(true);
    edit->setLineWrapMode(QPlainTextEdit::NoWrap);
    edit->setFixedHeight(visibleLines * QFontMetrics(code).lineSpacing() + dp(22));
    FieldRow *const row = rowOf(label, edit);
    bind<QString>(
        row, edit, [edit] { return edit->toPlainText(); }, [edit](const QString &text) { edit->setPlainText(text); },
        [key](const Task &task) { return shownScript(task.*key); },
        [key](Task &task, const QString &text) {
            const bool endsItsLine = (task.*key).endsWith(u'\n') && !text.isEmpty() && !text.endsWith(u'\n');
            task.*key = endsItsLine ? text + u'\n' : text;
        });
    connect(edit, &QPlainTextEdit::textChanged, this, &TaskFields::take);
    return row;
}

FieldRow *TaskFields::addChoice(const char *objectName, const QString &label, const QStringList &texts,
                                const std::function<int(const Task &)> &of, const std::function<void(Task &, int)> &put)
{
    auto *const box = new QComboBox;
    box->setObjectName(QLatin1String(objectName));
    box->addItems(texts);
    FieldRow *const row = rowOf(label, box);
    bind<int>(
        row, box, [box] { return std::max(0, box->currentIndex()); }, [box](int index) { box->setCurrentIndex(index); }, of, put);
    connect(box, &QComboBox::activated, this, &TaskFields::take);
    return row;
}

QCheckBox *TaskFields::addCheck(const char *objectName, const QString &text, bool RunLimits::*key)
{
    auto *const box = new QCheckBox(text);
    box->setObjectName(QLatin1String(objectName));
    bind<bool>(
        nullptr, box, [box] { return box->isChecked(); }, [box](bool isChecked) { box->setChecked(isChecked); },
        [key](const Task &task) { return task.limits.*key; }, [key](Task &task, bool isChecked) { task.limits.*key = isChecked; });
    connect(box, &QCheckBox::clicked, this, &TaskFields::take);
    return box;
}

FieldRow *TaskFields::addMoney(const char *objectName, const QString &label, std::optional<Money> RunLimits::*key,
                               const std::function<Fault(const Money &)> &fault)
{
    auto *const edit = new MoneyEdit(QLatin1String(objectName), label);
    FieldRow *const row = rowOf(label, edit);
    const auto read = [edit]() -> std::optional<Money> {
        // Nothing is no amount of money that a task file may have.
        return edit->amount()->text().trimmed().isEmpty() ? std::nullopt : std::optional(edit->money().value_or(Money()));
    };
    const auto write = [edit](const std::optional<Money> &money) {
        if (money)
            edit->setMoney(*money);
        else
            edit->amount()->clear();
    };
    const qsizetype at = bind<std::optional<Money>>(
        row, edit->amount(), read, write, [key](const Task &task) { return task.limits.*key; },
        [key](Task &task, const std::optional<Money> &money) { task.limits.*key = money; });
    if (fault) {
        m_bounds[at].fault = [edit, fault] {
            const auto money = edit->money();
            return money ? fault(*money) : Fault();
        };
    }
    m_bounds[at].correct = [edit](const QString &text) {
        const auto currency = currencyFromCode(text.section(u' ', 1).toUtf8());
        if (const auto money = currency ? Money::parse(text.section(u' ', 0, 0).toUtf8(), *currency)
                                        : Result<Money>(Error{ErrorCode::InvalidInput, {}, {}}))
            edit->setMoney(*money);
    };
    connect(edit, &MoneyEdit::edited, this, &TaskFields::take);
    connect(edit->amount(), &QLineEdit::editingFinished, this, [this, at] { judge(m_bounds[at]); });
    connect(edit->findChild<QComboBox *>(), &QComboBox::activated, this, [this, at] { judge(m_bounds[at]); });
    return row;
}

FieldRow *TaskFields::addRows(EntryRows *rows, const Rows &keys)
{
    FieldRow *const row = rowOf(keys.label, rows);
    const auto sorted = [](QList<FormEntry> entries) {
        std::sort(entries.begin(), entries.end());
        return entries;
    };
    const qsizetype at = bind<QList<FormEntry>>(
        row, rows, [rows, sorted] { return sorted(rows->entries()); },
        [rows](const QList<FormEntry> &entries) { rows->setEntries(entries); },
        [sorted, of = keys.entries](const Task &task) { return sorted(of(task)); },
        [rows, put = keys.put](Task &task, const QList<FormEntry> &) { put(task, rows->entries()); });
    // In the order of the task, which matters in a list.
    m_bounds[at].show = [rows, of = keys.entries](const Task &task) { rows->setEntries(of(task)); };
    m_bounds[at].fault = [this, rows, keys]() -> Fault {
        const QList<FormEntry> entries = rows->entries();
        if (Fault fault = keys.fault ? keys.fault(entries) : Fault(); !fault.sentence.isEmpty())
            return fault;
        for (qsizetype i = 0; i < entries.size(); ++i) {
            const auto refusal = [&keys](const FormEntry &entry) {
                Task probe = bareTask();
                keys.put(probe, {entry});
                return refusalOf(probe);
            };
            const auto isSame = [&entries, i](const FormEntry &one) { return one.name == entries[i].name; };
            rows->setWrong(i);
            if (const QString sentence = refusal(entries[i]); !sentence.isEmpty()) {
                const QString mended = keys.mend ? keys.mend(entries[i].name) : QString();
                return {sentence, !mended.isEmpty() && refusal({mended, entries[i].value}).isEmpty() ? mended : QString()};
            }
            if (std::any_of(entries.begin(), entries.begin() + i, isSame))
                return {tr("%1 is there twice. Remove one of the two.").arg(entries[i].name), {}};
        }
        rows->setWrong(-1);
        return {};
    };
    m_bounds[at].correct = [rows, keys](const QString &name) {
        const QList<FormEntry> entries = rows->entries();
        for (qsizetype i = 0; keys.mend && i < entries.size(); ++i) {
            if (entries[i].name != name && keys.mend(entries[i].name) == name)
                rows->setName(i, name);
        }
    };
    connect(rows, &EntryRows::edited, this, &TaskFields::take);
    connect(rows, &EntryRows::editingFinished, this, [this, at] { judge(m_bounds[at]); });
    return row;
}

FieldRow *TaskFields::addAlerts(AlertRows *rows, const QString &label)
{
    FieldRow *const row = rowOf(label, rows);
    const qsizetype at = bind<AlertOverrides>(
        row, rows, [rows] { return rows->overrides(); }, [rows](const AlertOverrides &alerts) { rows->setOverrides(alerts); },
        [](const Task &task) { return task.alerts; }, [](Task &task, const AlertOverrides &alerts) { task.alerts = alerts; });
    m_bounds[at].fault = [rows]() -> Fault {
        const QList<AlertOverride> rules = rows->overrides().rules;
        for (qsizetype i = 0; i < rules.size(); ++i) {
            Task probe = bareTask();
            probe.alerts.rules = {rules[i]};
            if (const QString sentence = refusalOf(probe); !sentence.isEmpty()) {
                rows->setWrong(i);
                return {sentence, {}};
            }
        }
        rows->setWrong(-1);
        return {};
    };
    connect(rows, &AlertRows::edited, this, &TaskFields::take);
    connect(rows, &AlertRows::editingFinished, this, [this, at] { judge(m_bounds[at]); });
    return row;
}

void TaskFields::setTask(const Task &task)
{
    m_isFilling = true;
    for (const Bound &bound : std::as_const(m_bounds)) {
        Task same = task;
        bound.put(same);
        // Rewriting it would move the cursor of the person who types.
        const QWidget *const focus = QApplication::focusWidget();
        const bool isTyped = same == task && focus && (bound.control == focus || bound.control->isAncestorOf(focus));
        if (!isTyped && !bound.agrees(task))
            bound.show(task);
        if (bound.row && bound.row->hasError())
            judge(bound);
    }
    m_isFilling = false;
}

void TaskFields::apply(Task &task) const
{
    for (const Bound &bound : m_bounds) {
        if (!bound.agrees(task))
            bound.put(task);
    }
}

QString TaskFields::fault() const
{
    const auto found = std::find_if(m_bounds.begin(), m_bounds.end(),
                                    [](const Bound &bound) { return bound.row && bound.row->hasError(); });
    return found == m_bounds.end() ? QString() : faultOf(*found).sentence;
}

void TaskFields::take()
{
    if (m_isFilling)
        return;
    // A new complaint waits until the field is left; one that is settled goes at once.
    for (const Bound &bound : std::as_const(m_bounds)) {
        if (bound.row && bound.row->hasError())
            judge(bound);
    }
    Q_EMIT edited();
}

void TaskFields::judge(const Bound &bound) const
{
    const Fault fault = faultOf(bound);
    if (fault.sentence.isEmpty())
        bound.row->clearError();
    else
        bound.row->setError(fault.sentence, fault.correction);
    setInvalid(bound.control, !fault.sentence.isEmpty());
}

TaskFields::Fault TaskFields::faultOf(const Bound &bound)
{
    if (Fault fault = bound.fault ? bound.fault() : Fault(); !fault.sentence.isEmpty())
        return fault;
    Task probe = bareTask();
    bound.put(probe);
    const QString sentence = refusalOf(probe);
    return sentence.isEmpty() ? Fault() : Fault{sentence, bound.correction ? bound.correction() : QString()};
}

}  // namespace trainyard

#include "moc_taskfields.cpp"
