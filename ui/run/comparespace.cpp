// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/comparespace.h"

#include "ui/charts/chartcsv.h"
#include "ui/charts/parallelchart.h"
#include "ui/charts/scatterchart.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/flowlayout.h"
#include "ui/common/keytable.h"
#include "ui/common/label.h"
#include "ui/common/plaintip.h"
#include "ui/common/readingtable.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <utility>

namespace trainyard {

namespace {

constexpr qsizetype kFirstAxes = 6;  // parameters that are shown at first
constexpr qsizetype kMostAxes = 12;
constexpr int kListHeight = 170;  // design pixels

QTableWidgetItem *spaceCell(const QString &text)
{
    auto *const item = new QTableWidgetItem(text);
    item->setToolTip(plainTip(text));
    return item;
}

QComboBox *makeChoice(const QString &objectName, const QString &name)
{
    auto *const box = new QComboBox;
    box->setObjectName(objectName);
    box->setAccessibleName(name);
    box->setMinimumWidth(dp(150));
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    return box;
}

// A choice with its name before it.
QWidget *named(const QString &name, QWidget *control)
{
    auto *const pair = new QWidget;
    auto *const row = new QHBoxLayout(pair);
    row->setContentsMargins(0, 0, 0, 0);
    auto *const label = new Label(name, TextRole::Body, Ink::Text2);
    label->setBuddy(control);
    row->addWidget(label);
    row->addWidget(control);
    return pair;
}

}  // namespace

CompareSpace::CompareSpace(Kind kind, QWidget *parent)
    : QWidget(parent), m_kind(kind), m_colour(makeChoice(QStringLiteral("spaceColour"), tr("Coloured by"))),
      m_count(new Label(QString(), TextRole::Small, Ink::Text3)), m_list(new QTableWidget)
{
    setObjectName(kind == Parallel ? QStringLiteral("compareParallel") : QStringLiteral("compareScatter"));
    auto *const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(dp(10));
    layout->addWidget(makeControls());
    auto *const chart = new Card;
    auto *const chartLayout = new QVBoxLayout(chart);
    chartLayout->setContentsMargins(1, 1, 1, 1);
    if (kind == Parallel) {
        m_parallel = new ParallelChart;
        chartLayout->addWidget(m_parallel);
        setFocusProxy(m_parallel);
        connect(m_parallel, &ParallelChart::leftChanged, this, &CompareSpace::showList);
        connect(m_parallel, &ParallelChart::orderChanged, this, [this] {
            m_axes = m_parallel->order();
            m_hasChosenAxes = true;
            showList();
        });
    } else {
        m_scatter = new ScatterChart;
        chartLayout->addWidget(m_scatter);
        setFocusProxy(m_scatter);
        connect(m_scatter, &ScatterChart::opened, this, &CompareSpace::openRequested);
        connect(m_scatter, &ScatterChart::currentChanged, this, [this](int run) {
            const QSignalBlocker blocker(m_list);
            const qsizetype row = m_rows.indexOf(run);
            m_list->setCurrentCell(int(row), row < 0 ? -1 : 0);
        });
    }
    layout->addWidget(chart, 1);
    makeReadingTable(m_list, QStringLiteral("spaceRuns"),
                     kind == Parallel ? tr("Runs within the selected stretches") : tr("Runs with both values"));
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setMinimumHeight(dp(kListHeight));
    auto *const card = new Card;
    auto *const listLayout = new QVBoxLayout(card);
    listLayout->setContentsMargins(1, 1, 1, 1);
    listLayout->addWidget(m_list);
    card->setMaximumHeight(dp(kListHeight) * 2);
    layout->addWidget(card);
    connect(m_list, &QTableWidget::cellActivated, this, [this](int row) {
        if (row < m_rows.size())
            Q_EMIT openRequested(m_rows[row]);
    });
    connect(m_list, &QTableWidget::currentCellChanged, this, [this](int row) {
        if (m_parallel)
            m_parallel->setEmphasis(m_rows.value(row, -1));
    });
    auto *const copy = new QShortcut(keyFor(KeyFor::CopyValues), this, this, [this] { copyValues(); });
    copy->setContext(Qt::WidgetWithChildrenShortcut);
}

QWidget *CompareSpace::makeControls()
{
    auto *const controls = new QWidget;
    auto *const row = new FlowLayout(controls);
    row->setContentsMargins(0, 0, 0, 0);
    if (m_kind == Parallel) {
        m_axesButton = makeButton(QStringLiteral("spaceAxes"), tr("Axes"), ButtonVariant::Normal, QStringLiteral("list"));
        m_axesMenu = new QMenu(this);
        m_axesMenu->setObjectName(QStringLiteral("spaceAxesMenu"));
        m_clear = makeButton(QStringLiteral("spaceClear"), tr("Clear the stretches"));
        row->addWidget(named(tr("Coloured by"), m_colour));
        row->addWidget(m_axesButton);
        row->addWidget(m_clear);
        connect(m_axesButton, &QPushButton::clicked, this, [this] {
            fillAxesMenu();
            m_axesMenu->popup(m_axesButton->mapToGlobal(QPoint(0, m_axesButton->height() + 2)));
        });
        connect(m_clear, &QPushButton::clicked, this, [this] { m_parallel->clearStretches(); });
    } else {
        m_x = makeChoice(QStringLiteral("spaceX"), tr("Across"));
        m_y = makeChoice(QStringLiteral("spaceY"), tr("Upwards"));
        row->addWidget(named(tr("Across"), m_x));
        row->addWidget(named(tr("Upwards"), m_y));
        row->addWidget(named(tr("Coloured by"), m_colour));
        for (QComboBox *const box : {m_x, m_y})
            connect(box, &QComboBox::activated, this, &CompareSpace::showRuns);
    }
    QToolButton *const copy = makeIconButton(QStringLiteral("spaceCopy"), QStringLiteral("copy"), tr("Copy the values as CSV"));
    row->addWidget(copy);
    row->addWidget(m_count);
    connect(copy, &QToolButton::clicked, this, &CompareSpace::copyValues);
    connect(m_colour, &QComboBox::activated, this, &CompareSpace::showRuns);
    return controls;
}

int CompareSpace::indexOf(const QString &key) const
{
    const auto at = std::find_if(m_variables.begin(), m_variables.end(), [&key](const RunVariable &one) { return one.key == key; });
    return at == m_variables.end() ? -1 : int(at - m_variables.begin());
}

QString CompareSpace::keyAt(const QComboBox *box) const { return box->currentData().toString(); }

void CompareSpace::setRuns(const QStringList &labels, const QList<RunVariable> &variables)
{
    m_labels = labels;
    m_variables = variables;
    fillChoices();
    showRuns();
}

void CompareSpace::fillChoices()
{
    const auto fill = [this](QComboBox *box, const QString &usual) {
        const QString had = keyAt(box);
        box->clear();
        for (const RunVariable &variable : std::as_const(m_variables))
            box->addItem(variable.title, variable.key);
        const int kept = box->findData(had);
        box->setCurrentIndex(kept >= 0 ? kept : std::max(0, box->findData(usual)));
        box->setEnabled(!m_variables.isEmpty());
    };
    QString parameter, metric;
    for (const RunVariable &variable : std::as_const(m_variables)) {
        if (variable.isResult
            && (metric.isEmpty() || (variable.key == QLatin1String("last:loss") && !metric.contains(QLatin1String("val_loss")))
                || variable.key == QLatin1String("lowest:val_loss")))
            metric = variable.key;
        if (!variable.isResult && parameter.isEmpty())
            parameter = variable.key;
    }
    fill(m_colour, metric);
    if (m_kind == Scatter) {
        fill(m_x, parameter.isEmpty() ? metric : parameter);
        fill(m_y, metric);
    } else if (!m_hasChosenAxes) {
        m_axes.clear();
        for (const RunVariable &variable : std::as_const(m_variables)) {
            if (!variable.isResult && variable.distinct > 1 && m_axes.size() < kFirstAxes)
                m_axes << variable.key;
        }
    }
}

void CompareSpace::fillAxesMenu()
{
    m_axesMenu->clear();
    for (const RunVariable &variable : std::as_const(m_variables)) {
        QAction *const action = m_axesMenu->addAction(QString(variable.title).replace(u'&', QLatin1String("&&")));
        action->setCheckable(true);
        action->setChecked(m_axes.contains(variable.key));
        action->setEnabled(action->isChecked() || m_axes.size() < kMostAxes);
        connect(action, &QAction::toggled, this, [this, key = variable.key](bool isOn) {
            m_axes.removeAll(key);
            if (isOn)
                m_axes << key;
            m_hasChosenAxes = true;
            showRuns();
        });
    }
}

void CompareSpace::showRuns()
{
    const int colour = indexOf(keyAt(m_colour));
    if (m_kind == Scatter) {
        ScatterContent content{m_labels, {}, {}, std::nullopt};
        if (const int x = indexOf(keyAt(m_x)); x >= 0)
            content.x = m_variables[x];
        if (const int y = indexOf(keyAt(m_y)); y >= 0)
            content.y = m_variables[y];
        if (colour >= 0)
            content.colour = m_variables[colour];
        m_scatter->setContent(content);
        showList();
        return;
    }
    QList<RunVariable> axes;
    int colourAxis = -1;
    const QString colourKey = keyAt(m_colour);
    for (const QString &key : std::as_const(m_axes)) {
        if (const int at = indexOf(key); at >= 0) {
            colourAxis = key == colourKey ? int(axes.size()) : colourAxis;
            axes << m_variables[at];
        }
    }
    // What colours the lines is always among the axes, at the right end unless it was put elsewhere.
    if (colour >= 0 && colourAxis < 0 && !axes.isEmpty()) {
        colourAxis = int(axes.size());
        axes << m_variables[colour];
    }
    m_parallel->setContent(m_labels, axes, colourAxis);
    showList();
}

void CompareSpace::showList()
{
    QList<int> columns;
    m_rows.clear();
    if (m_kind == Parallel) {
        for (const QString &key : m_parallel->order())
            columns << indexOf(key);
        m_rows = m_parallel->left();
    } else {
        for (const QComboBox *const box : {m_x, m_y, m_colour}) {
            if (const int at = indexOf(keyAt(box)); at >= 0 && !columns.contains(at))
                columns << at;
        }
        for (int run = 0; run < m_labels.size(); ++run) {
            if (!m_scatter->pointOf(run).isNull())
                m_rows << run;
        }
    }
    // The best first, by what colours them: the lowest, as losses are.
    if (const int by = indexOf(keyAt(m_colour)); by >= 0) {
        const RunVariable &variable = m_variables[by];
        std::stable_sort(m_rows.begin(), m_rows.end(), [&variable](int a, int b) {
            const double most = std::numeric_limits<double>::infinity();
            return variable.values[a].value_or(most) < variable.values[b].value_or(most);
        });
    }
    const QSignalBlocker blocker(m_list);
    const QTableWidgetItem *const chosen = m_list->item(m_list->currentRow(), 0);
    const QString chosenRun = chosen ? chosen->text() : QString();
    m_list->clear();
    m_list->setColumnCount(int(columns.size()) + 1);
    m_list->setRowCount(int(m_rows.size()));
    m_list->setHorizontalHeaderItem(0, spaceCell(tr("Run")));
    for (int column = 0; column < columns.size(); ++column)
        m_list->setHorizontalHeaderItem(column + 1, spaceCell(m_variables[columns[column]].title));
    for (int row = 0; row < m_rows.size(); ++row) {
        m_list->setItem(row, 0, spaceCell(m_labels[m_rows[row]]));
        for (int column = 0; column < columns.size(); ++column)
            m_list->setItem(row, column + 1, spaceCell(m_variables[columns[column]].texts.value(m_rows[row])));
    }
    m_list->resizeColumnsToContents();
    for (int row = 0; row < m_rows.size() && !chosenRun.isEmpty(); ++row) {
        if (m_list->item(row, 0)->text() == chosenRun)
            m_list->setCurrentCell(row, 0);
    }
    m_count->setText(m_labels.isEmpty() ? QString() : tr("%1 of %n run(s)", nullptr, int(m_labels.size())).arg(m_rows.size()));
    if (m_parallel && m_clear) {
        const bool isWhole = m_rows.size() == m_labels.size();
        setDisabledReason(m_clear, isWhole ? tr("Drag along an axis, or use its arrow keys, to select a stretch.") : QString());
        m_parallel->setEmphasis(m_rows.value(m_list->currentRow(), -1));
    }
}

void CompareSpace::copyValues()
{
    QList<QStringList> rows;
    QStringList head{tr("Run")};
    for (int column = 1; column < m_list->columnCount(); ++column)
        head << m_list->horizontalHeaderItem(column)->text();
    rows << head;
    for (int row = 0; row < m_list->rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < m_list->columnCount(); ++column)
            cells << m_list->item(row, column)->text();
        rows << cells;
    }
    QGuiApplication::clipboard()->setText(QString::fromUtf8(textCsv(rows)));
}

}  // namespace trainyard

#include "moc_comparespace.cpp"
