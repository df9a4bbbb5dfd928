#include "ui/run/runspage.h"

#include "core/base/error.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/focusforward.h"
#include "ui/common/messagebar.h"
#include "ui/common/pageheader.h"
#include "ui/common/placeholder.h"
#include "ui/common/searchfield.h"
#include "ui/run/runsmodel.h"

#include <QGuiApplication>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

constexpr qsizetype kMostCompared = 6;      // lines that can be told apart

}  // namespace

RunsPage::RunsPage(QWidget *parent)
    : QWidget(parent), m_header(new PageHeader(tr("Runs"))),
      m_filter(new SearchField(QStringLiteral("runsFilter"), tr("Filter by name or machine"))),
      m_model(new RunsModel(this)), m_shown(new QSortFilterProxyModel(this)), m_view(new QTableView)
{
    setObjectName(QStringLiteral("runsPage"));
    QPushButton *const launch = makeButton(QStringLiteral("runsLaunch"), tr("Launch…"), ButtonVariant::Primary,
                                           QStringLiteral("play"));
    m_compare = makeButton(QStringLiteral("runsCompare"), tr("Compare"), ButtonVariant::Normal, QStringLiteral("compare"));
    m_header->addAction(m_filter);
    m_header->addAction(m_compare);
    m_header->addAction(launch);

    m_shown->setSourceModel(m_model);
    m_shown->setFilterKeyColumn(-1);
    m_shown->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_view->setObjectName(QStringLiteral("runsView"));
    m_view->setAccessibleName(tr("Runs"));
    m_view->setModel(m_shown);
    m_view->setItemDelegate(new RunsDelegate(m_view));
    setPlainRows(m_view);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setShowGrid(false);
    m_view->setMouseTracking(true);
    m_view->setTabKeyNavigation(false);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(dp(50));
    m_view->horizontalHeader()->setSectionsClickable(false);
    m_view->horizontalHeader()->setHighlightSections(false);
    m_placeholder = new Placeholder(QStringLiteral("runs"), m_view);

    auto *const card = new Card;
    auto *const cardLayout = new QVBoxLayout(card);
    cardLayout->setContentsMargins(1, 1, 1, 1);
    cardLayout->addWidget(m_view);
    auto *const page = new QVBoxLayout(this);
    page->setContentsMargins(dp(16), dp(16), dp(16), dp(16));
    page->setSpacing(dp(12));
    page->addWidget(m_header);
    page->addWidget(card, 1);

    connect(launch, &QPushButton::clicked, this, &RunsPage::launchRequested);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_shown->setFilterFixedString(text);
        updatePlaceholder();
    });
    const auto open = [this](const QModelIndex &index) {
        Q_EMIT openRequested(m_model->runAt(m_shown->mapToSource(index).row()).id);
    };
    connect(m_view, &QTableView::clicked, this, [open](const QModelIndex &index) {
        // With a key held, rows are chosen for comparison.
        if (!(QGuiApplication::keyboardModifiers() & (Qt::ControlModifier | Qt::ShiftModifier)))
            open(index);
    });
    connect(m_compare, &QPushButton::clicked, this, [this] { Q_EMIT compareRequested(chosenRuns()); });
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsPage::updateCompare);
    connect(m_shown, &QAbstractItemModel::modelReset, this, &RunsPage::updateCompare);
    connect(m_view, &QTableView::activated, this, [open](const QModelIndex &index) {
        // A click opens already; what is left is the keyboard.
        if (!(QGuiApplication::mouseButtons() & Qt::LeftButton))
            open(index);
    });
    connect(m_placeholder, &Placeholder::buttonClicked, this, &RunsPage::launchRequested);
    connect(m_placeholder, &Placeholder::linkClicked, this, &RunsPage::sandboxRequested);
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, [this] { m_model->setNow(QDateTime::currentDateTime()); });
    forwardFocus(this, m_view);
    updatePlaceholder();
    updateCompare();
}

QStringList RunsPage::chosenRuns() const
{
    QList<int> rows;
    for (const QModelIndex &index : m_view->selectionModel()->selectedRows())
        rows << index.row();
    std::sort(rows.begin(), rows.end());
    QStringList ids;
    for (const int row : std::as_const(rows))
        ids << m_model->runAt(m_shown->mapToSource(m_shown->index(row, 0)).row()).id;
    return ids;
}

void RunsPage::updateCompare()
{
    const qsizetype count = m_view->selectionModel()->selectedRows().size();
    m_compare->setText(count >= 2 ? tr("Compare %1").arg(count) : tr("Compare"));
    setDisabledReason(m_compare, count < 2 ? tr("Choose two to six runs: click them with Ctrl held, or use Shift and the arrow keys.")
                                 : count > kMostCompared ? tr("At most six runs can be compared at once.") : QString());
}

void RunsPage::setRuns(const QList<Run> &runs)
{
    m_model->setRuns(runs, QDateTime::currentDateTime());
    int live = 0;
    for (const Run &run : runs)
        live += !hasEnded(run.state);
    m_header->setContext(runs.isEmpty() ? QString()
                                        : tr("%n run(s)", nullptr, int(runs.size())) + tr(" · ", "between facts")
                                              + tr("%n live", nullptr, live));
    updatePlaceholder();
}

void RunsPage::setError(const Error &error)
{
    if (!error.isCancelled())
        m_header->messageBar()->post({QStringLiteral("error"), Tone::Bad, tr("The runs could not be read."), error.what,
                                      error.detail, {}});
}

void RunsPage::updatePlaceholder()
{
    const bool isFiltered = m_model->rowCount() > 0;
    m_placeholder->setSentence(isFiltered ? tr("No run matches this filter.") : tr("Nothing has been launched yet."));
    m_placeholder->setDetail(isFiltered ? QString() : tr("A run goes on without this program and is found again here."));
    m_placeholder->setButton(isFiltered ? QString() : tr("Launch a run"), QStringLiteral("runsEmptyLaunch"));
    m_placeholder->setLink(isFiltered ? QString() : tr("Try it in the sandbox"), QStringLiteral("runsEmptySandbox"));
}

void RunsPage::sizeColumns()
{
    const int room = m_view->viewport()->width();
    const int state = dp(200), started = dp(132), duration = dp(108), exit = dp(128);
    const int rest = std::max(dp(240), room - state - started - duration - exit);
    QHeaderView *const header = m_view->horizontalHeader();
    const int widths[] = {rest * 45 / 100, state, rest - rest * 45 / 100, started, duration, exit};
    for (int column = 0; column < RunsModel::ColumnCount; ++column)
        header->resizeSection(column, widths[column]);
}

void RunsPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    sizeColumns();
}

void RunsPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_clock.start();
    sizeColumns();
}

void RunsPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_clock.stop();
}

}  // namespace trainyard
