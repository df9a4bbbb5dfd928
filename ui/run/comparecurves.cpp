// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/comparecurves.h"

#include "core/observe/report/runvariables.h"
#include "ui/charts/chartcsv.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/flowlayout.h"
#include "ui/common/keytable.h"
#include "ui/common/label.h"
#include "ui/common/plaintip.h"
#include "ui/common/readingtable.h"
#include "ui/common/segments.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QPixmap>
#include <QPushButton>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSlider>
#include <QStackedWidget>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtConcurrentRun>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace trainyard {

namespace {

constexpr int kPointRows = 60;     // of the table with the chart's values
constexpr int kCopiedRows = 2000;  // of the values that are copied
constexpr int kMostPointColumns = 50;
constexpr int kLegendWidth = 340, kNarrowLegend = 140, kNamedLegend = 240, kSliderWidth = 120, kLeastChart = 182;  // design pixels
constexpr int kMostSmoothing = 99;                                                                                 // hundredths

QTableWidgetItem *pointCell(const QString &text, bool isNumber = false)
{
    auto *const item = new QTableWidgetItem(text);
    item->setTextAlignment(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    item->setToolTip(plainTip(text));
    return item;
}

QWidget *inCard(QWidget *widget)
{
    auto *const card = new Card;
    auto *const layout = new QVBoxLayout(card);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->addWidget(widget);
    return card;
}

}  // namespace

CompareCurves::CompareCurves(QWidget *parent)
    : QWidget(parent), m_choice(new QComboBox), m_axis(new Segments(QStringLiteral("compareAxis"), {tr("Steps"), tr("Time"), tr("Data")})),
      m_slider(new QSlider(Qt::Horizontal)), m_sliderWords(new Label(QString(), TextRole::Body, Ink::Text2)),
      m_logarithmic(new QCheckBox(tr("Logarithmic"))),
      m_tableButton(makeIconButton(QStringLiteral("compareTable"), QStringLiteral("list"), tr("Chart as a table (T)"))),
      m_stack(new QStackedWidget), m_chart(new CompareChart), m_parts(new QHBoxLayout), m_points(new QTableWidget),
      m_legend(new QTableWidget)
{
    setObjectName(QStringLiteral("compareCurves"));
    makeReadingTable(m_points, QStringLiteral("comparePoints"), tr("Chart values"));
    m_points->setIconSize({dp(20), dp(12)});
    m_stack->addWidget(m_chart);
    m_stack->addWidget(m_points);
    m_parts->setSpacing(dp(12));
    m_parts->addWidget(inCard(m_stack), 1);
    m_legendPanel = makeLegend();
    m_legendPanel->setMinimumWidth(dp(kNarrowLegend));
    m_parts->addWidget(m_legendPanel, 1);
    auto *const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(dp(10));
    layout->addWidget(makeControls());
    layout->addLayout(m_parts, 1);
    addKeys();
    setFocusProxy(m_chart);

    connect(m_chart, &CompareChart::cursorChanged, this, &CompareCurves::fillLegend);
    connect(m_chart, &CompareChart::emphasisChanged, this, [this](int run) {
        const QSignalBlocker blocker(m_legend);
        const qsizetype row = m_rows.indexOf(run);
        m_legend->setCurrentCell(int(row), row < 0 ? -1 : 0);
        showChosen();
    });
    connect(&m_smoothing, &QFutureWatcherBase::finished, this, [this] {
        if (weight() == 0)
            return;  // nobody waits for it any more
        m_smoothed = m_smoothing.result();
        showLines();
    });
}

QWidget *CompareCurves::makeControls()
{
    m_choice->setObjectName(QStringLiteral("compareSeries"));
    m_choice->setAccessibleName(tr("Series to compare"));
    m_choice->setMinimumWidth(dp(190));
    m_slider->setObjectName(QStringLiteral("compareSmoothing"));
    m_slider->setAccessibleName(tr("Smoothing"));
    m_slider->setToolTip(tr("Exponential moving average; the weight of what came before each value"));
    m_slider->setRange(0, kMostSmoothing);
    m_slider->setPageStep(10);
    m_slider->setFixedWidth(dp(kSliderWidth));
    m_sliderWords->setBuddy(m_slider);
    m_logarithmic->setObjectName(QStringLiteral("compareLogarithmic"));
    m_tableButton->setCheckable(true);
    QToolButton *const copy = makeIconButton(QStringLiteral("compareCopy"), QStringLiteral("copy"), tr("Copy the values as CSV"));
    auto *const controls = new QWidget;
    auto *const row = new FlowLayout(controls);
    row->setContentsMargins(0, 0, 0, 0);
    auto *const smoothing = new QWidget;
    auto *const smoothingRow = new QHBoxLayout(smoothing);
    smoothingRow->setContentsMargins(0, 0, 0, 0);
    smoothingRow->addWidget(m_sliderWords);
    smoothingRow->addWidget(m_slider);
    smoothing->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    // These controls stay together.
    auto *const last = new QWidget;
    auto *const lastRow = new QHBoxLayout(last);
    lastRow->setContentsMargins(0, 0, 0, 0);
    lastRow->addWidget(m_logarithmic);
    lastRow->addWidget(m_tableButton);
    lastRow->addWidget(copy);
    last->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    for (QWidget *const control : {static_cast<QWidget *>(m_choice), static_cast<QWidget *>(m_axis), smoothing, last})
        row->addWidget(control);
    const auto tell = [this] { m_sliderWords->setText(tr("Smoothing %1").arg(weight(), 0, 'f', 2)); };
    tell();
    connect(m_choice, &QComboBox::currentIndexChanged, this, &CompareCurves::showSeries);
    connect(m_axis, &Segments::chosen, this, &CompareCurves::showLines);
    connect(m_logarithmic, &QCheckBox::toggled, this, &CompareCurves::showLines);
    connect(m_slider, &QSlider::valueChanged, this, [this, tell] {
        tell();
        smooth();
    });
    connect(m_tableButton, &QToolButton::clicked, this, &CompareCurves::setTableShown);
    connect(copy, &QToolButton::clicked, this, &CompareCurves::copyValues);
    return controls;
}

QWidget *CompareCurves::makeLegend()
{
    makeReadingTable(m_legend, QStringLiteral("compareLegend"), tr("Runs in the chart, highest value first"));
    m_legend->setColumnCount(2);
    m_legend->setTextElideMode(Qt::ElideMiddle);  // names of runs often differ only at their ends
    m_legend->setWordWrap(true);
    m_legend->setHorizontalHeaderLabels({tr("Run"), tr("Value")});
    m_legend->horizontalHeaderItem(1)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_legend->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_legend->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    connect(m_legend->horizontalHeader(), &QHeaderView::sectionResized, this, &CompareCurves::sizeLegend);
    m_legend->verticalHeader()->setDefaultSectionSize(dp(28));
    m_legend->setSelectionMode(QAbstractItemView::SingleSelection);
    m_legend->setIconSize({dp(20), dp(12)});
    m_legend->installEventFilter(this);
    auto *const all = makeButton(QStringLiteral("compareShowAll"), tr("Show all"));
    m_only = makeButton(QStringLiteral("compareShowOnly"), tr("Only this one"));
    all->setToolTip(tr("Show the lines of all runs"));
    showChosen();
    auto *const panel = new Card;
    auto *const layout = new QVBoxLayout(panel);
    layout->setContentsMargins(1, 1, 1, dp(8));
    layout->addWidget(m_legend, 1);
    auto *const below = new QWidget(panel);
    auto *const buttons = new FlowLayout(below);
    buttons->setContentsMargins(dp(8), 0, dp(8), 0);
    buttons->addWidget(all);
    buttons->addWidget(m_only);
    layout->addWidget(below);
    connect(m_legend, &QTableWidget::itemChanged, this, [this](QTableWidgetItem *item) {
        if (item->column() == 0 && item->row() < m_rows.size()) {
            const QString &id = m_runs[m_rows[item->row()]].id;
            if (m_hidden.contains(id) == (item->checkState() == Qt::Checked))
                toggleRow(item->row());
        }
    });
    connect(m_legend, &QTableWidget::currentCellChanged, this, [this](int row) {
        m_chart->setEmphasis(m_rows.value(row, -1));
        showChosen();
    });
    connect(m_legend, &QTableWidget::cellActivated, this, [this](int row) {
        if (row < m_rows.size())
            Q_EMIT openRequested(m_rows[row]);
    });
    connect(all, &QPushButton::clicked, this, [this] {
        m_hidden.clear();
        showLines();
    });
    connect(m_only, &QPushButton::clicked, this, [this] {
        const int kept = m_rows.value(m_legend->currentRow(), -1);
        if (kept < 0)
            return;
        m_hidden.clear();
        for (int i = 0; i < m_runs.size(); ++i) {
            if (i != kept)
                m_hidden.insert(m_runs[i].id);
        }
        showLines();
    });
    return panel;
}

void CompareCurves::addKeys()
{
    const auto add = [this](const QKeySequence &keys, auto action) {
        auto *const shortcut = new QShortcut(keys, this, this, action);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
    };
    add(keyFor(KeyFor::ShowAsTable), [this] { setTableShown(m_stack->currentIndex() == 0); });
    add(keyFor(KeyFor::Logarithmic), [this] { m_logarithmic->toggle(); });
    add(keyFor(KeyFor::SwitchAxis), [this] {
        // To the next one that can be chosen.
        for (int by = 1; by < 3; ++by) {
            const int next = (m_axis->current() + by) % 3;
            auto *const button = findChild<QAbstractButton *>(QStringLiteral("compareAxis%1").arg(next));
            if (button && button->isEnabled() && m_axis->isEnabled()) {
                button->click();
                return;
            }
        }
    });
    add(Qt::Key_BracketLeft, [this] { m_slider->setValue(m_slider->value() - 10); });
    add(Qt::Key_BracketRight, [this] { m_slider->setValue(m_slider->value() + 10); });
    add(keyFor(KeyFor::CopyPicture), [this] { copyPicture(); });
    add(keyFor(KeyFor::CopyValues), [this] { copyValues(); });
}

double CompareCurves::weight() const { return m_slider->value() / 100.0; }

OverlayAxis CompareCurves::axis() const
{
    // Values measured by the machine have no steps.
    if (!m_series.value(m_choice->currentIndex()).isTraining)
        return OverlayAxis::Time;
    return m_axis->current() == 1                          ? OverlayAxis::Time
           : m_axis->current() == 2 && !m_amount.isEmpty() ? OverlayAxis::Amount
                                                           : OverlayAxis::Step;
}

QIcon CompareCurves::keyOf(int run) const
{
    QPixmap pixmap(QSize(dp(20), dp(12)) * devicePixelRatioF());
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor colour = CompareChart::colourOf(this, run);
    painter.setPen(QPen(colour, run < CompareChart::kToldApart ? dp(2) : 1));
    painter.drawLine(QPointF(0, dp(6)), QPointF(dp(20), dp(6)));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    CompareChart::paintMark(painter, run, QPointF(dp(10), dp(6)), dp(4));
    painter.end();
    return QIcon(pixmap);
}

void CompareCurves::setRuns(const QList<ComparedRun> &runs, const QStringList &labels, const QList<QHash<QString, RunCurve>> &curves,
                            bool isReading)
{
    m_runs = runs;
    m_labels = labels;
    m_curves = curves;
    m_isReading = isReading;
    fillSeries();
    smooth();
    if (weight() != 0)
        showLines();  // the chart and the list have the same runs at any time
}

void CompareCurves::fillSeries()
{
    const QString chosen = m_choice->currentData().toString();
    const QList<OverlaySeries> series = overlaySeries(m_runs);
    QStringList names;
    for (const ComparedRun &run : std::as_const(m_runs))
        names << run.training.series;
    m_amount = amountSeries(names);
    auto *const counted = findChild<QAbstractButton *>(QStringLiteral("compareAxis2"));
    counted->setText(m_amount.isEmpty() ? tr("Data") : m_amount.mid(m_amount.lastIndexOf(u'/') + 1).left(20));
    counted->setAccessibleName(counted->text());
    setDisabledReason(counted,
                      m_amount.isEmpty() ? tr("No run logs the tokens or samples it has seen, such as “tokens_seen”.") : QString());
    if (series == m_series && m_choice->count() > 0)
        return;
    m_series = series;
    const QSignalBlocker blocker(m_choice);
    m_choice->clear();
    for (const OverlaySeries &one : std::as_const(m_series))
        m_choice->addItem(one.unit.isEmpty() ? one.title : tr("%1 (%2)", "quantity (unit)").arg(one.title, one.unit), one.id);
    m_choice->setCurrentIndex(std::max(0, m_choice->findData(chosen)));
    m_choice->setEnabled(!m_series.isEmpty());
    const QString now = m_choice->currentData().toString();
    if (now == chosen)
        return;
    m_smoothed.clear();  // of another series
    if (!m_isReading && !chosen.isEmpty() && !now.isEmpty())
        Q_EMIT seriesWanted(now);
}

void CompareCurves::showSeries()
{
    m_smoothed.clear();
    smooth();
    Q_EMIT seriesWanted(m_choice->currentData().toString());
}

// In a worker: five million values take about as long as a frame may take.
void CompareCurves::smooth()
{
    const QString series = m_series.value(m_choice->currentIndex()).id;
    if (weight() == 0) {
        m_smoothed.clear();
        showLines();
        return;
    }
    QHash<QString, RunCurve> curves;
    for (qsizetype i = 0; i < m_runs.size(); ++i) {
        if (const RunCurve curve = m_curves.value(i).value(series))
            curves.insert(m_runs[i].id, curve);
    }
    // A result that nobody waits for any more is dropped with its future.
    m_smoothing.setFuture(QtConcurrent::run([curves, weight = weight()] {
        QHash<QString, RunCurve> smoothed;
        for (auto curve = curves.begin(); curve != curves.end(); ++curve)
            smoothed.insert(curve.key(), std::make_shared<const OverlayCurve>((*curve)->smoothed(weight)));
        return smoothed;
    }));
    if (m_smoothed.isEmpty())
        showLines();
}

void CompareCurves::showLines()
{
    const OverlaySeries series = m_series.value(m_choice->currentIndex());
    m_axis->setEnabled(series.isTraining);
    m_axis->setToolTip(series.isTraining ? QString() : tr("Machine measurements have a time but no step."));
    CompareContent content;
    content.title = series.title;
    content.unit = series.unit;
    content.axis = axis();
    content.amount = m_amount;
    content.isLogarithmic = m_logarithmic->isChecked();
    for (qsizetype i = 0; i < m_runs.size(); ++i) {
        const QString &id = m_runs[i].id;
        content.lines << CompareLine{m_labels.value(i), m_curves.value(i).value(series.id), m_smoothed.value(id), !m_hidden.contains(id)};
    }
    content.emptyWords = m_runs.isEmpty()                    ? tr("Tick runs in the list to see their curves here.")
                         : m_isReading                       ? tr("Reading the runs…")
                         : m_series.isEmpty()                ? tr("No training or GPU values were found in these runs.")
                         : content.axis == OverlayAxis::Time ? tr("These values have no times. Compare them by step.")
                         : content.axis == OverlayAxis::Amount
                             ? tr("These runs do not say how much data they have seen. Compare them by step.")
                             : tr("All lines are hidden. Choose Show all, or tick runs in the list.");
    m_chart->setContent(content);
    fillLegend();
    if (m_stack->currentIndex() == 1)
        fillPoints();
}

void CompareCurves::fillLegend()
{
    const QSignalBlocker blocker(m_legend);
    const QList<CompareChart::Reading> readings = m_chart->readings();
    QHash<int, double> values;
    QList<int> rows;
    for (const CompareChart::Reading &reading : readings) {
        rows << reading.line;
        values.insert(reading.line, reading.value);
    }
    for (int i = 0; i < m_runs.size(); ++i) {
        if (!values.contains(i))
            rows << i;
    }
    const bool isSame = rows == m_rows && m_legend->rowCount() == rows.size();
    m_rows = rows;
    m_legend->setRowCount(int(rows.size()));
    for (int row = 0; row < rows.size(); ++row) {
        const int run = rows[row];
        if (!m_legend->item(row, 0)) {
            m_legend->setItem(row, 0, new QTableWidgetItem);
            m_legend->setItem(row, 1, pointCell(QString(), true));
        }
        QTableWidgetItem *const name = m_legend->item(row, 0);
        const bool isShown = !m_hidden.contains(m_runs[run].id);
        if (!isSame || name->text() != m_labels.value(run)) {
            name->setText(m_labels.value(run));
            name->setIcon(keyOf(run));
            name->setToolTip(plainTip(m_labels.value(run) + u'\n' + m_runs[run].machine));
        }
        name->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        name->setCheckState(isShown ? Qt::Checked : Qt::Unchecked);
        name->setForeground(isShown ? themeOf(this).text1 : themeOf(this).text3);
        const auto value = values.constFind(run);
        m_legend->item(row, 1)->setText(value != values.constEnd() ? resultText(*value) : QStringLiteral("–"));
    }
    const qsizetype current = m_rows.indexOf(m_chart->emphasis());
    if (current >= 0)
        m_legend->setCurrentCell(int(current), 0);
    showChosen();
    sizeLegend();
}

void CompareCurves::showChosen()
{
    const bool isChosen = m_rows.value(m_legend->currentRow(), -1) >= 0;
    setDisabledReason(m_only, isChosen ? QString() : tr("Select a run in the list first."));
    if (isChosen)
        m_only->setToolTip(tr("Hide all lines except the selected one"));
}

// Two lines for a name that wraps; one without a place to break stays on one line.
void CompareCurves::sizeLegend()
{
    const QFontMetrics metrics(m_legend->font());
    // Beside the name: the check box, the line's key and what the style puts between them.
    const int room = std::max(1, m_legend->columnWidth(0) - dp(16 + 20 + 4 * 8));
    for (int row = 0; row < m_legend->rowCount(); ++row) {
        const QTableWidgetItem *const name = m_legend->item(row, 0);
        const int wrapped = name ? metrics.boundingRect(QRect(0, 0, room, dp(1000)), Qt::TextWordWrap, name->text()).height() : 0;
        m_legend->setRowHeight(row, wrapped > metrics.height() * 3 / 2 ? 2 * metrics.height() + dp(8)
                                                                       : std::max(dp(28), metrics.height() + dp(8)));
    }
}

void CompareCurves::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    // A third of the width, or what the names need as far as the chart stays readable.
    const int named = std::min(dp(kNamedLegend), width() - m_parts->spacing() - dp(kLeastChart));
    const int legend = std::clamp(std::max(width() / 3, named), dp(kNarrowLegend), dp(kLegendWidth));
    m_parts->setStretch(0, std::max(1, width() - m_parts->spacing() - legend));
    m_parts->setStretch(1, legend);
    layout()->activate();  // the list has its new width before its rows are sized
    sizeLegend();
}

void CompareCurves::toggleRow(int row)
{
    const QString id = m_runs[m_rows[row]].id;
    if (!m_hidden.remove(id))
        m_hidden.insert(id);
    const int run = m_rows[row];
    showLines();
    m_legend->setCurrentCell(int(m_rows.indexOf(run)), 0);
}

bool CompareCurves::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_legend && event->type() == QEvent::KeyPress) {
        const auto *const key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Space && m_legend->currentRow() >= 0 && m_legend->currentRow() < m_rows.size()) {
            toggleRow(m_legend->currentRow());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void CompareCurves::setTableShown(bool isShown)
{
    m_stack->setCurrentIndex(isShown ? 1 : 0);
    m_tableButton->setChecked(isShown);
    setFocusProxy(isShown ? static_cast<QWidget *>(m_points) : m_chart);
    if (isShown) {
        fillPoints();
        m_points->setFocus();
    }
}

void CompareCurves::fillPoints()
{
    const QList<ValueColumn> columns = m_chart->values(kPointRows).mid(0, kMostPointColumns);
    const CompareContent &content = m_chart->content();
    std::set<double> all;
    for (const ValueColumn &column : columns) {
        for (const QPointF &point : column.points)
            all.insert(point.x());
    }
    QList<double> rows;
    const size_t every = std::max<size_t>(1, all.size() / kPointRows);
    size_t at = 0;
    for (const double x : all) {
        if (at++ % every == 0 || at == all.size())
            rows << x;
    }
    m_points->setColumnCount(int(columns.size()) + 1);
    m_points->setRowCount(int(rows.size()));
    m_points->setHorizontalHeaderItem(0, pointCell(content.axis == OverlayAxis::Step   ? tr("Step")
                                                   : content.axis == OverlayAxis::Time ? tr("Time since start")
                                                                                       : m_amount));
    int column = 0;
    for (int i = 0; i < content.lines.size() && column < columns.size(); ++i) {
        const CompareLine &line = content.lines[i];
        const RunCurve &curve = line.smoothed ? line.smoothed : line.curve;
        if (!line.isShown || !curve || !curve->has(content.axis))
            continue;
        ++column;
        auto *const head = pointCell(line.label, true);
        head->setIcon(keyOf(i));
        m_points->setHorizontalHeaderItem(column, head);
        for (int row = 0; row < rows.size(); ++row) {
            if (column == 1)
                m_points->setItem(row, 0, pointCell(m_chart->xText(rows[row])));
            const auto value = curve->at(content.axis, rows[row]);
            m_points->setItem(row, column, pointCell(value ? resultText(*value) : QStringLiteral("–"), true));
        }
    }
    m_points->resizeColumnsToContents();
}

void CompareCurves::copyPicture() { QGuiApplication::clipboard()->setPixmap(m_chart->grab()); }

void CompareCurves::copyValues()
{
    const OverlayAxis shown = m_chart->content().axis;
    QList<ValueColumn> columns = m_chart->values(kCopiedRows);
    if (shown == OverlayAxis::Time) {
        for (ValueColumn &column : columns) {
            for (QPointF &point : column.points)
                point.rx() /= 1000;
        }
    }
    const QString title = shown == OverlayAxis::Step   ? QStringLiteral("step")
                          : shown == OverlayAxis::Time ? QStringLiteral("seconds")
                                                       : m_amount;
    QGuiApplication::clipboard()->setText(QString::fromUtf8(chartCsv(CsvAxis::Step, title, columns)));
}

void CompareCurves::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_runs.isEmpty()) {
        m_rows.clear();  // the icons have other colours
        fillLegend();
        if (m_stack->currentIndex() == 1)
            fillPoints();
    }
}

}  // namespace trainyard

#include "moc_comparecurves.cpp"
