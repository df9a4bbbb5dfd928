// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/comparevalues.h"

#include "core/base/linediff.h"
#include "core/base/seentext.h"
#include "ui/charts/chartcsv.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/flowlayout.h"
#include "ui/common/keytable.h"
#include "ui/common/label.h"
#include "ui/common/plaintip.h"
#include "ui/common/readingtable.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QScrollBar>
#include <QShortcut>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

constexpr int kValueWidth = 180, kTitleWidth = 210;  // design pixels
constexpr int kMostStretched = 6;                    // columns that share the width; more of them scroll
constexpr qsizetype kMostSeen = 2000;                // characters of one value

const QString kNone = QStringLiteral("–");

QTableWidgetItem *valueCell(const QString &text)
{
    auto *const item = new QTableWidgetItem(text);
    item->setTextAlignment(Qt::AlignVCenter | Qt::AlignLeft);
    item->setToolTip(plainTip(text));
    return item;
}

bool differ(const QStringList &values)
{
    return std::any_of(values.begin(), values.end(), [&values](const QString &value) { return value != values.first(); });
}

QStringList unionOf(const QList<ComparedRun> &runs, const std::function<QStringList(const ComparedRun &)> &keysOf)
{
    QStringList all;
    for (const ComparedRun &run : runs) {
        for (const QString &key : keysOf(run)) {
            if (!all.contains(key))
                all << key;
        }
    }
    return all;
}

QString taskValue(const QList<TaskKey> &keys, const QString &key)
{
    const auto found = std::find_if(keys.begin(), keys.end(), [&key](const TaskKey &one) { return one.key == key; });
    return found == keys.end() ? kNone : found->value;
}

QStringList namesOf(const QList<TaskKey> &keys)
{
    QStringList names;
    for (const TaskKey &key : keys)
        names << key.key;
    return names;
}

bool isScript(const QString &key) { return key == QLatin1String("run") || key == QLatin1String("setup"); }

}  // namespace

CompareValues::CompareValues(QWidget *parent)
    : QWidget(parent), m_equal(new QCheckBox(tr("Show what is equal too"))), m_summary(new Label(QString(), TextRole::Small, Ink::Text3)),
      m_values(new QTableWidget)
{
    setObjectName(QStringLiteral("compareDifferences"));
    m_equal->setObjectName(QStringLiteral("compareEqual"));
    makeReadingTable(m_values, QStringLiteral("compareValues"), tr("Results of the runs and differences between their tasks"));
    m_values->setWordWrap(true);
    m_values->setIconSize({dp(20), dp(12)});
    m_values->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    QToolButton *const copy = makeIconButton(QStringLiteral("compareValuesCopy"), QStringLiteral("copy"), tr("Copy the table as CSV"));
    auto *const controls = new QWidget;
    auto *const row = new FlowLayout(controls);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_equal);
    row->addWidget(copy);
    row->addWidget(m_summary);
    auto *const card = new Card;
    auto *const cardLayout = new QVBoxLayout(card);
    cardLayout->setContentsMargins(1, 1, 1, 1);
    cardLayout->addWidget(m_values);
    auto *const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(dp(10));
    layout->addWidget(controls);
    layout->addWidget(card, 1);
    setFocusProxy(m_values);
    connect(m_equal, &QCheckBox::toggled, this, &CompareValues::fill);
    connect(copy, &QToolButton::clicked, this, &CompareValues::copyValues);
    connect(m_values, &QTableWidget::cellActivated, this, [this](int, int column) {
        if (column > 0 && column <= m_runs.size())
            Q_EMIT openRequested(column - 1);
    });
    auto *const keys = new QShortcut(keyFor(KeyFor::CopyValues), this, this, [this] { copyValues(); });
    keys->setContext(Qt::WidgetWithChildrenShortcut);
}

void CompareValues::setRuns(const QList<ComparedRun> &runs, const QStringList &labels, const std::function<QIcon(int)> &keyOf)
{
    m_runs = runs;
    m_labels = labels;
    m_keyOf = keyOf;
    fill();
}

void CompareValues::addHeading(const QString &title, bool isStrong)
{
    const int row = m_values->rowCount();
    m_values->insertRow(row);
    QTableWidgetItem *const head = valueCell(title);
    if (isStrong)
        head->setFont(textFont(TextRole::Strong));
    else
        head->setForeground(themeOf(this).text3);
    m_values->setItem(row, 0, head);
    m_values->setSpan(row, 0, 1, m_values->columnCount());
}

bool CompareValues::addRow(const QString &title, const QStringList &values, bool isCode, bool isDifferent)
{
    if (!isDifferent && !m_equal->isChecked()) {
        ++m_same;
        return false;
    }
    const Theme theme = themeOf(this);
    const int row = m_values->rowCount();
    m_values->insertRow(row);
    QTableWidgetItem *const head = valueCell(seenText(title));
    head->setForeground(theme.text2);
    if (isCode)
        head->setFont(textFont(TextRole::Code));
    m_values->setItem(row, 0, head);
    for (int i = 0; i < values.size(); ++i) {
        // Line breaks of scripts stay; what else is not printed is shown.
        QStringList lines = values[i].left(kMostSeen).split(u'\n');
        for (QString &line : lines)
            line = seenText(line);
        QTableWidgetItem *const item = valueCell(lines.join(u'\n'));
        if (isCode)
            item->setFont(textFont(TextRole::Code));
        if (!isDifferent)
            item->setForeground(theme.text3);
        m_values->setItem(row, i + 1, item);
    }
    return true;
}

// Of two runs: the lines that only one of them has, in the order of the script.
void CompareValues::addScriptDifference(const ComparedKey &key)
{
    const Theme theme = themeOf(this);
    for (const DiffLine &line : lineDiff(key.values[0].value_or(QString()), key.values[1].value_or(QString()))) {
        if (line.change == LineChange::Same)
            continue;
        const bool isFirst = line.change == LineChange::Removed;
        const int row = m_values->rowCount();
        m_values->insertRow(row);
        QTableWidgetItem *const head = valueCell(tr("%1, line %2").arg(key.key).arg(isFirst ? line.oldLine : line.newLine));
        head->setFont(textFont(TextRole::Code));
        head->setForeground(theme.text2);
        m_values->setItem(row, 0, head);
        for (const bool isLeft : {true, false}) {
            QTableWidgetItem *const item = valueCell(
                isLeft == isFirst ? (isFirst ? QStringLiteral("− ") : QStringLiteral("+ ")) + seenText(line.text) : QString());
            item->setFont(textFont(TextRole::Code));
            if (isLeft == isFirst)
                item->setBackground(isFirst ? theme.bad.tint : theme.ok.tint);
            m_values->setItem(row, isLeft ? 1 : 2, item);
        }
    }
}

void CompareValues::fill()
{
    const auto runs = int(m_runs.size());
    const int row = m_values->currentRow(), column = m_values->currentColumn();
    const int down = m_values->verticalScrollBar()->value(), across = m_values->horizontalScrollBar()->value();
    m_same = 0;
    m_values->clear();
    m_values->clearSpans();
    m_values->setRowCount(0);
    m_values->setColumnCount(runs + 1);
    if (runs == 0) {
        m_summary->setText({});
        return;
    }
    m_values->setHorizontalHeaderItem(0, valueCell(QString()));
    for (int i = 0; i < runs; ++i) {
        auto *const head = valueCell(m_labels.value(i));
        if (m_keyOf)
            head->setIcon(m_keyOf(i));
        m_values->setHorizontalHeaderItem(i + 1, head);
    }
    const auto rowOf = [&](const QString &title, bool isCode, const std::function<QString(const ComparedRun &)> &read) {
        QStringList values;
        for (const ComparedRun &run : std::as_const(m_runs))
            values << read(run);
        return addRow(title, values, isCode, differ(values));
    };
    const RunComparison comparison = compareRuns(m_runs);

    addHeading(tr("Where they ran, and with which code"));
    int shown = 0;
    shown += rowOf(tr("State"), false, [](const ComparedRun &run) { return run.state; });
    shown += rowOf(tr("Machine"), false,
                   [this](const ComparedRun &run) { return run.isSimulated ? tr("%1, simulated").arg(run.machine) : run.machine; });
    for (const QString &key : unionOf(m_runs, [](const ComparedRun &run) { return namesOf(run.launch); }))
        shown += rowOf(key, false, [&key](const ComparedRun &run) { return taskValue(run.launch, key); });
    if (shown == 0)
        addHeading(tr("All the same."), false);

    addHeading(tr("Results"));
    for (const ComparedValue &value : comparison.values) {
        QStringList texts;
        for (int i = 0; i < runs; ++i)
            texts << valueText(value, i, m_runs);
        if (!addRow(value.title, texts, false, differ(texts)))
            continue;
        std::optional<double> best;
        int known = 0;
        for (const auto &number : value.values) {
            if (!number)
                continue;
            ++known;
            if (!best || (value.isLowerBetter ? *number < *best : *number > *best))
                best = number;
        }
        for (int i = 0; known > 1 && (value.isLowerBetter || value.isHigherBetter) && i < runs; ++i) {
            if (value.values[i] != best)
                continue;
            QTableWidgetItem *const item = m_values->item(m_values->rowCount() - 1, i + 1);
            item->setFont(textFont(TextRole::Strong));
            item->setToolTip(tr("Best of these runs"));
        }
    }

    const QStringList parameters = unionOf(m_runs, [](const ComparedRun &run) { return QStringList(run.parameters.keys()); });
    if (!parameters.isEmpty()) {
        addHeading(tr("Parameters"));
        for (const QString &name : parameters)
            rowOf(name, true, [&name](const ComparedRun &run) { return run.parameters.value(name, kNone); });
    }

    addHeading(comparison.task.isEmpty() ? tr("Their task files are identical.") : tr("Differences between their task files"));
    const QStringList keys = unionOf(m_runs, [](const ComparedRun &run) { return run.task ? namesOf(*run.task) : QStringList(); });
    for (const QString &key : keys) {
        const auto different = std::find_if(comparison.task.begin(), comparison.task.end(),
                                            [&key](const ComparedKey &one) { return one.key == key; });
        if (different == comparison.task.end()) {
            rowOf(key, true, [&key](const ComparedRun &run) { return run.task ? taskValue(*run.task, key) : kNone; });
        } else if (runs == 2 && isScript(key) && m_runs[0].task && m_runs[1].task) {
            addScriptDifference({key, {taskValue(*m_runs[0].task, key), taskValue(*m_runs[1].task, key)}});
        } else {
            QStringList values;
            for (const auto &value : different->values)
                values << value.value_or(kNone);
            addRow(key, values, true, true);
        }
    }
    QHeaderView *const header = m_values->horizontalHeader();
    header->setSectionResizeMode(runs <= kMostStretched ? QHeaderView::Stretch : QHeaderView::Interactive);
    header->setSectionResizeMode(0, QHeaderView::Fixed);
    m_values->setColumnWidth(0, dp(kTitleWidth));
    for (int i = 0; i < runs && runs > kMostStretched; ++i)
        m_values->setColumnWidth(i + 1, dp(kValueWidth));
    m_values->resizeRowsToContents();
    if (row >= 0 && row < m_values->rowCount() && column < m_values->columnCount())
        m_values->setCurrentCell(row, column);
    m_values->verticalScrollBar()->setValue(down);
    m_values->horizontalScrollBar()->setValue(across);
    m_summary->setText(m_same > 0 ? tr("%n row(s) are the same for all runs.", nullptr, m_same) : QString());
}

void CompareValues::copyValues()
{
    QList<QStringList> rows{{QString()}};
    rows.first() << m_labels;
    for (int row = 0; row < m_values->rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < m_values->columnCount(); ++column)
            cells << (m_values->item(row, column) ? m_values->item(row, column)->text() : QString());
        rows << cells;
    }
    QGuiApplication::clipboard()->setText(QString::fromUtf8(textCsv(rows)));
}

void CompareValues::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_runs.isEmpty())
        fill();
}

}  // namespace trainyard

#include "moc_comparevalues.cpp"
