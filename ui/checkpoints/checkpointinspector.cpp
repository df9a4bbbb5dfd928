// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/checkpointinspector.h"

#include "core/base/format.h"
#include "core/base/shownpath.h"
#include "ui/checkpoints/checkpointmodel.h"
#include "ui/checkpoints/filesmodel.h"
#include "ui/checkpoints/safetybadge.h"
#include "ui/checkpoints/safetypanel.h"
#include "ui/checkpoints/tensormodel.h"
#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/common/readingtable.h"
#include "ui/common/searchfield.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {
namespace {

enum Tab { SummaryTab, TensorsTab, FilesTab, SafetyTab };

QTableView *makeInspectorTable(const QString &objectName, const QString &accessibleName, QAbstractItemModel *model)
{
    auto *const table = new QTableView;
    makeReadingTable(table, objectName, accessibleName);
    table->setModel(model);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table->setTextElideMode(Qt::ElideMiddle);
    table->verticalHeader()->setDefaultSectionSize(dp(28));
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    return table;
}

}  // namespace

CheckpointInspector::CheckpointInspector(QWidget *parent) : Card(parent), m_tensors(new TensorModel(this)), m_files(new FilesModel(this))
{
    setObjectName(QStringLiteral("checkpointInspector"));
    auto *const outer = new QVBoxLayout(this);
    outer->setContentsMargins(dp(1), dp(16), dp(1), dp(8));
    outer->setSpacing(dp(8));
    m_head = makeHead();
    outer->addWidget(m_head);

    m_hint = new Label(tr("Choose a checkpoint to see its contents."), TextRole::Body, Ink::Text3);
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setWordWrap(true);
    outer->addWidget(m_hint, 1);

    m_body = new QWidget;
    auto *const body = new QVBoxLayout(m_body);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(0);
    m_tabs = new QTabBar;
    m_tabs->setObjectName(QStringLiteral("inspectorTabs"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->addTab(tr("Summary"));
    m_tabs->addTab(tr("Tensors"));
    m_tabs->addTab(tr("Files"));
    m_tabs->addTab(tr("Safety"));
    body->addWidget(onLine(m_tabs, dp(8)));
    m_pages = new QStackedWidget;
    m_summary = new CheckpointSummary;
    m_findings = new SafetyPanel;
    m_pages->addWidget(m_summary);
    m_pages->addWidget(makeTensors());
    m_pages->addWidget(makeFiles());
    m_pages->addWidget(m_findings);
    body->addWidget(m_pages, 1);
    outer->addWidget(m_body, 1);

    connect(m_tabs, &QTabBar::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
    connect(m_resume, &QPushButton::clicked, this, [this] { Q_EMIT resumeRequested(m_found); });
    connect(m_pin, &QToolButton::clicked, this, [this](bool isChecked) { Q_EMIT pinRequested(m_found, isChecked); });
    connect(m_copyTo, &QPushButton::clicked, this, [this] { Q_EMIT copyRequested(m_found); });
    connect(m_openRun, &QAction::triggered, this, [this] { Q_EMIT openRunRequested(m_found.source.runId()); });
    connect(m_showFiles, &QAction::triggered, this, [this] { Q_EMIT filesRequested(m_found); });
    connect(m_prune, &QAction::triggered, this, &CheckpointInspector::pruneRequested);
    connect(m_copyPath, &QAction::triggered, this, [this] { QApplication::clipboard()->setText(m_found.path); });
    connect(m_summary, &CheckpointSummary::lookRequested, this, [this] { Q_EMIT lookRequested(m_found); });
    connect(m_summary, &CheckpointSummary::verifyRequested, this, [this] { Q_EMIT verifyRequested(m_found); });
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_tensors->setFilter(text);
        showTensorCount();
    });
    clear();
}

QWidget *CheckpointInspector::makeHead()
{
    auto *const widget = new QWidget;
    auto *const head = new QVBoxLayout(widget);
    head->setContentsMargins(dp(16), 0, dp(16), 0);
    head->setSpacing(dp(6));
    auto *const titleRow = new QHBoxLayout;
    titleRow->setSpacing(dp(8));
    m_title = new ElidedLabel(TextRole::PageTitle, Ink::Text1, Qt::ElideMiddle);
    m_verdict = new Badge;
    m_safety = new Badge;
    m_latestGood = new Badge({Tone::Info, {}, tr("Latest good")});
    auto *const badges = new QHBoxLayout;
    badges->setSpacing(dp(8));
    for (Badge *const badge : {m_verdict, m_safety, m_latestGood})
        badges->addWidget(badge);
    badges->addStretch(1);
    m_heading = new QHBoxLayout;
    m_heading->addWidget(m_title);
    m_heading->addLayout(badges, 1);
    titleRow->addLayout(m_heading, 1);
    m_pin = makeIconButton(QStringLiteral("inspectorPin"), QStringLiteral("pin"), tr("Pin"));
    m_pin->setCheckable(true);
    titleRow->addWidget(m_pin, 0, Qt::AlignTop);
    m_more = makeIconButton(QStringLiteral("inspectorMore"), QStringLiteral("more"), tr("More"));
    m_more->setPopupMode(QToolButton::InstantPopup);
    auto *const more = new QMenu(m_more);
    more->setObjectName(QStringLiteral("inspectorMoreMenu"));
    m_openRun = more->addAction(icon(QStringLiteral("runs")), tr("Open run"));
    m_openRun->setObjectName(QStringLiteral("inspectorOpenRun"));
    m_showFiles = more->addAction(icon(QStringLiteral("folder")), tr("Show in Files"));
    m_showFiles->setObjectName(QStringLiteral("inspectorShowFiles"));
    m_prune = more->addAction(icon(QStringLiteral("trash")), tr("Prune these checkpoints…"));
    m_prune->setObjectName(QStringLiteral("inspectorPrune"));
    m_copyPath = more->addAction(icon(QStringLiteral("link")), tr("Copy path"));
    m_copyPath->setObjectName(QStringLiteral("inspectorCopyPath"));
    m_more->setMenu(more);
    titleRow->addWidget(m_more, 0, Qt::AlignTop);
    head->addLayout(titleRow);
    m_subtitle = makeProse({}, TextRole::Small, Ink::Text3);
    m_subtitle->setMinimumWidth(dp(24));  // a long path does not widen the panel
    head->addWidget(m_subtitle);
    head->addSpacing(dp(6));
    m_actions = new QHBoxLayout;
    m_actions->setSpacing(dp(8));
    auto *const others = new QHBoxLayout;
    others->setSpacing(dp(8));
    m_resume = makeButton(QStringLiteral("inspectorResume"), tr("Resume…"), ButtonVariant::Primary, QStringLiteral("resume"));
    m_copyTo = makeButton(QStringLiteral("inspectorCopy"), tr("Copy…"), ButtonVariant::Normal, QStringLiteral("copy"));
    m_compare = makeButton(QStringLiteral("inspectorCompare"), tr("Compare"));
    m_compare->setToolTip(tr("Compare with another checkpoint"));
    m_others = new QMenu(m_compare);
    m_others->setObjectName(QStringLiteral("inspectorCompareMenu"));
    m_compare->setMenu(m_others);
    m_actions->addWidget(m_resume, 1);
    others->addWidget(m_copyTo);
    others->addWidget(m_compare);
    m_actions->addLayout(others);
    head->addLayout(m_actions);
    return widget;
}

QWidget *CheckpointInspector::makeTensors()
{
    auto *const page = new QWidget;
    auto *const column = new QVBoxLayout(page);
    column->setContentsMargins(0, dp(8), 0, 0);
    column->setSpacing(dp(8));
    auto *const head = new QHBoxLayout;
    head->setContentsMargins(dp(16), 0, dp(16), 0);
    m_tensorCount = new Label(TextRole::Small, Ink::Text3);
    m_filter = new SearchField(QStringLiteral("inspectorTensorFilter"), tr("Filter by name"));
    head->addWidget(m_tensorCount, 1);
    head->addWidget(m_filter);
    column->addLayout(head);
    auto *const table = makeInspectorTable(QStringLiteral("inspectorTensors"), tr("Tensors"), m_tensors);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->horizontalHeader()->setSectionResizeMode(TensorModel::NameColumn, QHeaderView::Stretch);
    table->horizontalHeader()->resizeSection(TensorModel::ShapeColumn, dp(96));
    table->setTextElideMode(Qt::ElideLeft);  // the layer and parameter are at the end of a name
    table->horizontalHeader()->resizeSection(TensorModel::TypeColumn, dp(40));
    table->horizontalHeader()->resizeSection(TensorModel::SizeColumn, dp(70));
    column->addWidget(table, 1);
    return page;
}

QWidget *CheckpointInspector::makeFiles()
{
    auto *const table = makeInspectorTable(QStringLiteral("inspectorFiles"), tr("Files"), m_files);
    table->horizontalHeader()->setSectionResizeMode(FilesModel::SizeColumn, QHeaderView::Fixed);
    table->horizontalHeader()->resizeSection(FilesModel::SizeColumn, dp(88));
    return table;
}

void CheckpointInspector::clear()
{
    m_head->hide();
    m_body->hide();
    m_hint->show();
}

void CheckpointInspector::setCheckpoint(const FoundCheckpoint &found, const LookInside &look, const QList<FoundCheckpoint> &others,
                                        const QDateTime &now)
{
    const bool isAnother = found.path != m_found.path || found.source.key != m_found.source.key;
    m_found = found;
    const Checkpoint &checkpoint = found.checkpoint;
    const Inspection *const inside = look.inspection.get();
    m_title->setText(checkpointTitle(checkpoint));
    // An inspection finds problems that names and sizes do not show.
    const Verdict verdict = inside && inside->verdict != Verdict::Unknown ? inside->verdict : checkpoint.verdict;
    m_verdict->setLook(badgeOf(verdict));
    m_safety->setVisible(inside && inside->safety == Safety::Dangerous);
    m_safety->setLook(badgeOf(Safety::Dangerous));
    m_latestGood->setVisible(found.isLatestGood);
    arrangeTitle();
    const QDateTime saved = QDateTime::fromSecsSinceEpoch(checkpoint.modified);
    m_pin->setVisible(!found.source.folder.isInBucket());
    m_pin->setChecked(checkpoint.isPinned);
    const QString pin = checkpoint.isPinned ? tr("Pinned: no rule deletes it. Click to unpin.") : tr("Pin it, so that no rule deletes it");
    m_pin->setToolTip(pin);
    m_pin->setAccessibleName(pin);
    m_openRun->setVisible(!found.source.site);
    m_showFiles->setVisible(found.source.folder.isOnMachine());
    QStringList facts{shownPath(found.source.name)};
    if (found.source.site)
        facts << whereText(found.source);
    else if (found.attempt > 0)
        facts << tr("attempt %1").arg(found.attempt);
    facts << tr("saved %1, %2").arg(formatMoment(saved, now), formatAge(saved, now));
    m_subtitle->setText(facts.join(tr(" · ", "between facts")));
    setDisabledReason(m_resume, found.source.site
                                    ? tr("It does not belong to a run here. Copy it to a machine and name it in the task that should "
                                         "resume from it.")
                                : checkpoint.verdict == Verdict::Complete ? QString()
                                                                          : tr("Only a complete checkpoint can be resumed from."));
    const bool isWritten = checkpoint.verdict == Verdict::BeingWritten;
    setDisabledReason(m_copyTo, isWritten ? tr("It is still being written.") : QString());
    showOthers(others);
    m_prune->setVisible(!found.source.folder.isInBucket());
    m_summary->setCheckpoint(found, look);
    m_tensors->setInspection(look.inspection);
    m_files->setFiles(checkpoint.files, checkpoint.missing);
    m_findings->setInspection(inside);
    m_tabs->setTabText(FilesTab, tr("Files %1").arg(formatCount(checkpoint.files.size())));
    m_tabs->setTabText(TensorsTab, inside ? tr("Tensors %1").arg(formatCount(m_tensors->total())) : tr("Tensors"));
    m_tabs->setTabIcon(SafetyTab, inside && inside->safety == Safety::Dangerous ? icon(QStringLiteral("shield"), Ink::Bad) : QIcon());
    if (isAnother)
        m_filter->clear();
    showTensorCount();
    m_hint->hide();
    m_head->show();
    m_body->show();
}

// In two rows if their labels do not fit in one.
void CheckpointInspector::arrangeActions()
{
    const int wanted = m_resume->sizeHint().width() + m_copyTo->sizeHint().width() + m_compare->sizeHint().width() + dp(16 + 32 + 2);
    m_actions->setDirection(wanted <= width() ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

// The most likely choices come first; the rest is in a submenu.
void CheckpointInspector::showOthers(const QList<FoundCheckpoint> &others)
{
    m_others->clear();
    m_compare->setVisible(!others.isEmpty());
    arrangeActions();
    const auto add = [this](QMenu *menu, const QString &text, const FoundCheckpoint &other) {
        menu->addAction(text, this, [this, other] { Q_EMIT compareRequested(m_found, other); });
    };
    const auto isBefore = [this](const FoundCheckpoint &other) {
        return m_found.checkpoint.step && other.checkpoint.step < m_found.checkpoint.step;
    };
    const auto before = std::find_if(others.cbegin(), others.cend(), isBefore);
    const auto good = std::find_if(others.cbegin(), others.cend(), [](const FoundCheckpoint &other) { return other.isLatestGood; });
    if (before != others.cend())
        add(m_others, tr("with the previous one: %1").arg(checkpointTitle(before->checkpoint)), *before);
    if (good != others.cend() && good != before)
        add(m_others, tr("with the latest good: %1").arg(checkpointTitle(good->checkpoint)), *good);
    QMenu *const rest = m_others->isEmpty() ? m_others : m_others->addMenu(tr("with another one"));
    for (const FoundCheckpoint &other : others)
        add(rest, checkpointTitle(other.checkpoint), other);
}

// The badges are below the title if they do not fit beside it.
void CheckpointInspector::arrangeTitle()
{
    int wanted = m_title->sizeHint().width() + dp(16 + 16) + 2 * m_more->sizeHint().width() + dp(8 + 8);
    for (const Badge *const badge : {m_verdict, m_safety, m_latestGood})
        wanted += badge->isHidden() ? 0 : badge->sizeHint().width() + dp(8);
    const bool isBeside = wanted <= width();
    m_heading->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_heading->setSpacing(dp(isBeside ? 8 : 4));
}

void CheckpointInspector::resizeEvent(QResizeEvent *event)
{
    Card::resizeEvent(event);
    arrangeTitle();
    arrangeActions();
}

void CheckpointInspector::showTensorCount()
{
    const qsizetype shown = m_tensors->rowCount(), total = m_tensors->total();
    m_tensorCount->setText(total == 0       ? tr("none known")
                           : shown == total ? tr("%n tensor(s)", nullptr, int(total))
                                            : tr("%1 of %2").arg(formatCount(shown), formatCount(total)));
}

}  // namespace trainyard

#include "moc_checkpointinspector.cpp"
