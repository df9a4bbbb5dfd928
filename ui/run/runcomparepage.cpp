// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runcomparepage.h"

#include "ui/charts/comparechart.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/keytable.h"
#include "ui/common/messagebar.h"
#include "ui/common/pageheader.h"
#include "ui/common/pagescroll.h"
#include "ui/common/plaintip.h"
#include "ui/common/readingtable.h"
#include "ui/common/segments.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QHeaderView>
#include <QIcon>
#include <QPainter>
#include <QPixmap>
#include <QShortcut>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>
#include <functional>
#include <set>
#include <utility>

namespace trainyard {
namespace {

constexpr int kTableRows = 60;  // of the table with the chart's values
constexpr int kMinTable = 160;
const QString kReading = QStringLiteral("reading"), kError = QStringLiteral("error"), kTasks = QStringLiteral("tasks");

QTableWidget *makeTable(const QString &objectName, const QString &name)
{
    auto *const table = new QTableWidget;
    makeReadingTable(table, objectName, name);
    table->setWordWrap(true);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    table->setIconSize({dp(20), dp(12)});
    return table;
}

QTableWidgetItem *cell(const QString &text, bool isNumber = false)
{
    auto *const item = new QTableWidgetItem(text);
    item->setTextAlignment(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    item->setToolTip(plainTip(text));
    return item;
}

}  // namespace

RunComparePage::RunComparePage(QWidget *parent)
    : QWidget(parent), m_header(new PageHeader(tr("Compare runs"))), m_choice(new QComboBox),
      m_axis(new Segments(QStringLiteral("compareAxis"), {tr("By step"), tr("By time since start")})),
      m_tableButton(makeIconButton(QStringLiteral("compareTable"), QStringLiteral("list"), tr("Chart as a table (T)"))),
      m_stack(new QStackedWidget), m_chart(new CompareChart), m_points(makeTable(QStringLiteral("comparePoints"), tr("Chart values"))),
      m_values(makeTable(QStringLiteral("compareValues"), tr("Results of the runs and differences between their tasks")))
{
    setObjectName(QStringLiteral("runComparePage"));
    m_header->setBreadcrumb(tr("Runs"), QStringLiteral("runsBreadcrumb"));
    m_choice->setObjectName(QStringLiteral("compareSeries"));
    m_choice->setAccessibleName(tr("Series to compare"));
    m_choice->setMinimumWidth(dp(190));
    QToolButton *const refresh = makeIconButton(QStringLiteral("compareRefresh"), QStringLiteral("refresh"), tr("Reload the runs"));
    m_tableButton->setCheckable(true);
    m_header->addAction(m_choice);
    m_header->addAction(m_axis);
    m_header->addAction(m_tableButton);
    m_header->addAction(refresh);
    m_header->setKeys(refresh, keyFor(KeyFor::LookAgain));
    m_header->setKeys(m_tableButton, keyFor(KeyFor::ShowAsTable));

    m_stack->addWidget(m_chart);
    m_stack->addWidget(m_points);
    const auto inCard = [](QWidget *widget) {
        auto *const card = new Card;
        auto *const layout = new QVBoxLayout(card);
        layout->setContentsMargins(1, 1, 1, 1);
        layout->addWidget(widget);
        return card;
    };
    QVBoxLayout *const page = scrolledColumn(this);
    page->addWidget(m_header);
    page->addWidget(inCard(m_stack), 52);
    page->addWidget(inCard(m_values), 48);
    m_values->setMinimumHeight(dp(kMinTable));

    connect(m_header, &PageHeader::breadcrumbClicked, this, &RunComparePage::runsRequested);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &RunComparePage::showSeries);
    connect(m_axis, &Segments::chosen, this, &RunComparePage::showSeries);
    connect(m_tableButton, &QToolButton::clicked, this, &RunComparePage::setTableShown);
    connect(refresh, &QToolButton::clicked, this, &RunComparePage::refreshRequested);
    auto *const table = new QShortcut(keyFor(KeyFor::ShowAsTable), this, this, [this] { setTableShown(m_stack->currentIndex() == 0); });
    table->setContext(Qt::WidgetWithChildrenShortcut);
    connect(m_values, &QTableWidget::cellActivated, this, [this](int, int column) {
        if (column > 0 && column <= m_runs.size())
            Q_EMIT openRequested(RunId(m_runs[column - 1].id));
    });
    setFocusProxy(m_chart);
}

QString RunComparePage::labelOf(qsizetype run) const
{
    // The name alone if it is unique.
    int same = 0;
    for (const ComparedRun &other : m_runs)
        same += other.name == m_runs[run].name;
    return same > 1 || m_runs[run].name.isEmpty() ? m_runs[run].id : m_runs[run].name;
}

QIcon RunComparePage::keyOf(int run) const
{
    QPixmap pixmap(QSize(dp(20), dp(12)) * devicePixelRatioF());
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setPen(CompareChart::penOf(this, run));
    painter.drawLine(QPointF(0, dp(6)), QPointF(dp(20), dp(6)));
    painter.end();
    return QIcon(pixmap);
}

void RunComparePage::setReading(int count)
{
    m_header->messageBar()->post({kReading, Tone::Info, tr("Reading %n run(s)…", nullptr, count), {}, {}, {}});
}

void RunComparePage::setError(const Error &error)
{
    m_header->messageBar()->withdraw(kReading);
    if (!error.isCancelled())
        m_header->messageBar()->post({kError, Tone::Bad, tr("The runs could not be read."), error.what, error.detail, {}});
}

void RunComparePage::setRuns(const QList<ComparedRun> &runs)
{
    m_runs = runs;
    MessageBar *const bar = m_header->messageBar();
    bar->withdraw(kReading);
    bar->withdraw(kError);
    QStringList names;
    for (qsizetype i = 0; i < m_runs.size(); ++i)
        names << labelOf(i);
    m_header->setContext(names.join(tr(", ", "between names")));
    const QString chosen = m_choice->currentData().toString();
    m_series = overlaySeries(m_runs);
    {
        const QSignalBlocker blocker(m_choice);
        m_choice->clear();
        for (const OverlaySeries &series : std::as_const(m_series))
            m_choice->addItem(series.unit.isEmpty() ? series.title : tr("%1 (%2)", "quantity (unit)").arg(series.title, series.unit),
                              series.id);
        m_choice->setCurrentIndex(std::max(0, m_choice->findData(chosen)));
    }
    m_choice->setEnabled(!m_series.isEmpty());
    fillValues();
    showSeries();
}

void RunComparePage::showSeries()
{
    const OverlaySeries series = m_series.value(m_choice->currentIndex());
    // Values measured by the machine have no steps.
    const bool isByTime = !series.isTraining || m_axis->current() == 1;
    m_axis->setEnabled(series.isTraining);
    m_axis->setToolTip(series.isTraining ? QString() : tr("Machine measurements have a time but no step."));
    CompareContent content{series.title, series.unit, isByTime ? OverlayAxis::Time : OverlayAxis::Step, {}};
    for (qsizetype i = 0; i < m_runs.size(); ++i)
        content.lines << CompareLine{labelOf(i), overlayLine(m_runs[i], series, content.axis, std::max(200, m_chart->plotWidth()))};
    m_chart->setContent(content);
    fillPoints();
}

void RunComparePage::setTableShown(bool isShown)
{
    m_stack->setCurrentIndex(isShown ? 1 : 0);
    m_tableButton->setChecked(isShown);
    setFocusProxy(isShown ? static_cast<QWidget *>(m_points) : m_chart);
    if (isShown)
        m_points->setFocus();
}

void RunComparePage::fillPoints()
{
    const CompareContent &content = m_chart->content();
    std::set<double> all;
    for (const CompareLine &line : content.lines) {
        for (const QPointF &point : line.points)
            all.insert(point.x());
    }
    QList<double> rows;
    const size_t every = std::max<size_t>(1, all.size() / kTableRows);
    size_t at = 0;
    for (const double x : all) {
        if (at++ % every == 0 || at == all.size())
            rows << x;
    }
    m_points->setColumnCount(int(content.lines.size()) + 1);
    m_points->setRowCount(int(rows.size()));
    m_points->setHorizontalHeaderItem(0, cell(content.axis == OverlayAxis::Step ? tr("Step") : tr("Time since start")));
    for (int i = 0; i < content.lines.size(); ++i) {
        auto *const head = cell(content.lines[i].label, true);
        head->setIcon(keyOf(i));
        m_points->setHorizontalHeaderItem(i + 1, head);
    }
    for (int row = 0; row < rows.size(); ++row) {
        m_points->setItem(row, 0, cell(m_chart->xText(rows[row])));
        for (int i = 0; i < content.lines.size(); ++i) {
            const auto value = CompareChart::valueAt(content.lines[i].points, rows[row]);
            m_points->setItem(row, i + 1,
                              cell(value ? axisNumber(*value, std::max(1e-9, std::abs(*value) / 2000)) : QStringLiteral("–"), true));
        }
    }
}

void RunComparePage::fillValues()
{
    const RunComparison comparison = compareRuns(m_runs);
    if (comparison.hasAllTasks)
        m_header->messageBar()->withdraw(kTasks);
    else
        m_header->messageBar()->post(
            {kTasks, Tone::Warning, tr("Not all task files are on this computer."), tr("Only the available ones were compared."), {}, {}});
    const Theme theme = themeOf(this);
    const auto runs = int(m_runs.size());
    m_values->clear();
    m_values->setColumnCount(runs + 1);
    m_values->setRowCount(0);
    m_values->setHorizontalHeaderItem(0, cell(QString()));
    for (int i = 0; i < runs; ++i) {
        auto *const head = cell(labelOf(i));
        head->setIcon(keyOf(i));
        m_values->setHorizontalHeaderItem(i + 1, head);
    }
    const auto addRow = [&](const QString &title, const std::function<QTableWidgetItem *(int)> &value, bool isCode = false) {
        const int row = m_values->rowCount();
        m_values->insertRow(row);
        QTableWidgetItem *const head = cell(title);
        if (isCode)
            head->setFont(textFont(TextRole::Code));
        else
            head->setForeground(theme.text2);
        m_values->setItem(row, 0, head);
        for (int i = 0; i < runs; ++i)
            m_values->setItem(row, i + 1, value(i));
    };
    const auto addHeading = [&](const QString &title) {
        const int row = m_values->rowCount();
        m_values->insertRow(row);
        QTableWidgetItem *const head = cell(title);
        head->setFont(textFont(TextRole::Strong));
        m_values->setItem(row, 0, head);
        if (runs > 0)
            m_values->setSpan(row, 0, 1, runs + 1);
    };
    addRow(tr("State"), [this](int i) {
        auto *const item = cell(m_runs[i].state);
        item->setIcon(keyOf(i));
        return item;
    });
    addRow(tr("Machine"),
           [this](int i) { return cell(m_runs[i].isSimulated ? tr("%1, simulated").arg(m_runs[i].machine) : m_runs[i].machine); });
    for (const ComparedValue &value : comparison.values) {
        std::optional<double> best;
        int known = 0;
        for (const auto &number : value.values) {
            if (!number)
                continue;
            ++known;
            if (!best || (value.isLowerBetter ? *number < *best : *number > *best))
                best = number;
        }
        const bool hasBest = known > 1 && (value.isLowerBetter || value.isHigherBetter);
        addRow(value.title, [&](int i) {
            auto *const item = cell(valueText(value, i, m_runs));
            if (hasBest && value.values[i] == best) {
                item->setFont(textFont(TextRole::Strong));
                item->setToolTip(tr("Best of these runs"));
            }
            return item;
        });
    }
    addHeading(comparison.task.isEmpty() ? tr("Their task files are identical.") : tr("Differences between their task files"));
    for (const ComparedKey &key : comparison.task) {
        addRow(
            key.key,
            [&](int i) {
                auto *const item = cell(key.values[i].value_or(QStringLiteral("–")));
                item->setFont(textFont(TextRole::Code));
                return item;
            },
            true);
    }
    m_values->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Fixed);
    m_values->setColumnWidth(0, dp(210));
    m_values->resizeRowsToContents();
}

void RunComparePage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (m_runs.isEmpty())
        return;
    m_values->resizeRowsToContents();
    showSeries();
}

void RunComparePage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_runs.isEmpty()) {
        fillValues();
        fillPoints();
    }
}

}  // namespace trainyard

#include "moc_runcomparepage.cpp"
