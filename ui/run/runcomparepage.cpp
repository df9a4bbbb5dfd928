// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runcomparepage.h"

#include "core/observe/report/runvariables.h"
#include "ui/common/buttons.h"
#include "ui/common/keytable.h"
#include "ui/common/messagebar.h"
#include "ui/common/pageheader.h"
#include "ui/common/pagescroll.h"
#include "ui/common/placeholder.h"
#include "ui/common/segments.h"
#include "ui/common/viewstack.h"
#include "ui/run/comparecontroller.h"
#include "ui/run/comparecurves.h"
#include "ui/run/comparespace.h"
#include "ui/run/comparevalues.h"
#include "ui/theme/theme.h"

#include <QPushButton>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qsizetype kNamed = 6;  // runs that the header names
constexpr int kLeastHeight = 280;
const QString kReading = QStringLiteral("reading"), kError = QStringLiteral("error"), kTasks = QStringLiteral("tasks");

}  // namespace

RunComparePage::RunComparePage(QWidget *parent)
    : QWidget(parent), m_header(new PageHeader(tr("Compare runs"))),
      m_choice(new Segments(QStringLiteral("compareView"), {tr("Curves"), tr("Parameters"), tr("Scatter"), tr("Differences")})),
      m_stack(new ViewStack), m_curves(new CompareCurves), m_parallel(new CompareSpace(CompareSpace::Parallel)),
      m_scatter(new CompareSpace(CompareSpace::Scatter)), m_values(new CompareValues)
{
    setObjectName(QStringLiteral("runComparePage"));
    m_header->setBreadcrumb(tr("Runs"), QStringLiteral("runsBreadcrumb"));
    QToolButton *const refresh = makeIconButton(QStringLiteral("compareRefresh"), QStringLiteral("refresh"), tr("Reload the runs"));
    m_header->addAction(m_choice);
    m_header->addAction(refresh);
    m_header->setKeys(refresh, keyFor(KeyFor::LookAgain));
    m_stack->addWidget(m_curves);
    m_stack->addWidget(m_parallel);
    m_stack->addWidget(m_scatter);
    m_stack->addWidget(m_values);
    auto *const empty = new Placeholder(QStringLiteral("compare"));
    empty->setSentence(tr("No runs to compare."));
    empty->setDetail(tr("Tick two runs or more in the list, then choose Compare."));
    empty->setButton(tr("Show the runs"), QStringLiteral("compareEmpty"));
    m_stack->addWidget(empty);
    m_stack->setMinimumHeight(dp(kLeastHeight));
    QVBoxLayout *const page = scrolledColumn(this);
    page->addWidget(m_header);
    page->addWidget(m_stack, 1);

    connect(m_header, &PageHeader::breadcrumbClicked, this, &RunComparePage::runsRequested);
    connect(empty, &Placeholder::buttonClicked, this, &RunComparePage::runsRequested);
    connect(refresh, &QToolButton::clicked, this, &RunComparePage::refreshRequested);
    connect(m_choice, &Segments::chosen, this, [this](int view) { setView(View(view)); });
    connect(m_curves, &CompareCurves::seriesWanted, this, &RunComparePage::seriesWanted);
    connect(m_curves, &CompareCurves::openRequested, this, &RunComparePage::open);
    connect(m_parallel, &CompareSpace::openRequested, this, &RunComparePage::open);
    connect(m_scatter, &CompareSpace::openRequested, this, &RunComparePage::open);
    connect(m_values, &CompareValues::openRequested, this, &RunComparePage::open);
    for (const bool isForward : {false, true}) {
        auto *const next = new QShortcut(isForward ? Qt::CTRL | Qt::Key_PageDown : Qt::CTRL | Qt::Key_PageUp, this, this,
                                         [this, isForward] {
                                             setView(View((view() + (isForward ? 1 : 3)) % 4));
                                             m_stack->currentWidget()->setFocus();
                                         });
        next->setContext(Qt::WidgetWithChildrenShortcut);
    }
    setRuns({});
}

RunComparePage::View RunComparePage::view() const { return View(m_choice->current()); }

void RunComparePage::setView(View view)
{
    m_choice->setCurrent(view);
    if (!m_runs.isEmpty())
        m_stack->setCurrentIndex(view);
    setFocusProxy(m_stack->currentWidget());
}

void RunComparePage::open(int run)
{
    if (run >= 0 && run < m_runs.size())
        Q_EMIT openRequested(RunId(m_runs[run].id));
}

void RunComparePage::setProblems(const QList<Error> &problems)
{
    MessageBar *const bar = m_header->messageBar();
    const auto first = std::find_if(problems.begin(), problems.end(), [](const Error &error) { return !error.isCancelled(); });
    if (first == problems.end()) {
        bar->withdraw(kError);
        return;
    }
    bar->post({kError, Tone::Bad, tr("%n run(s) could not be read.", nullptr, int(problems.size())), first->what, first->detail, {}});
}

void RunComparePage::setRuns(const QList<ComparedRun> &runs, const QList<QHash<QString, RunCurve>> &curves, qsizetype left)
{
    m_runs = runs;
    MessageBar *const bar = m_header->messageBar();
    if (left > 0)
        bar->post({kReading, Tone::Info, tr("Reading %n run(s)…", nullptr, int(left)), {}, {}, {}});
    else
        bar->withdraw(kReading);
    const QStringList labels = labelsOf(m_runs);
    const QString names = labels.mid(0, kNamed).join(tr(", ", "between names"));
    m_header->setContext(labels.size() > kNamed ? tr("%1 and %n more", nullptr, int(labels.size() - kNamed)).arg(names) : names);
    m_stack->setCurrentIndex(m_runs.isEmpty() ? m_stack->count() - 1 : view());
    setFocusProxy(m_stack->currentWidget());
    m_choice->setEnabled(!m_runs.isEmpty());
    m_curves->setRuns(m_runs, labels, curves, left > 0);
    const bool hasAllTasks = std::all_of(m_runs.begin(), m_runs.end(), [](const ComparedRun &run) { return run.task.has_value(); });
    if (hasAllTasks || left > 0)
        bar->withdraw(kTasks);
    else
        bar->post(
            {kTasks, Tone::Warning, tr("Not all task files are on this computer."), tr("Only the available ones were compared."), {}, {}});
    // These need all runs; until then they keep what they had.
    if (left > 0 && !m_runs.isEmpty())
        return;
    const QList<RunVariable> variables = runVariables(m_runs);
    m_parallel->setRuns(labels, variables);
    m_scatter->setRuns(labels, variables);
    m_values->setRuns(m_runs, labels, [this](int run) { return m_curves->keyOf(run); });
}

}  // namespace trainyard

#include "moc_runcomparepage.cpp"
