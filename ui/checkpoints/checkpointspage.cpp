#include "ui/checkpoints/checkpointspage.h"

#include "core/base/format.h"
#include "ui/checkpoints/checkpointdelegate.h"
#include "ui/checkpoints/checkpointinspector.h"
#include "ui/checkpoints/checkpointmodel.h"
#include "ui/checkpoints/comparedialog.h"
#include "ui/common/badge.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/messagebar.h"
#include "ui/common/pageheader.h"
#include "ui/common/placeholder.h"
#include "ui/common/searchfield.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QSet>
#include <QShortcut>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace trainyard {
namespace {

constexpr int kWideWindow = 1180;      // of the page: 1280 less the rail and its margins
const QString kUnusable = QStringLiteral("unusable");
const QString kProblems = QStringLiteral("problems");
const QString kFailed = QStringLiteral("failed");
const QString kCompared = QStringLiteral("compared");
constexpr std::chrono::milliseconds kAtRest{200};
constexpr qsizetype kMostLooks = 64;      // a look may hold hundreds of thousands of tensors

QString lookKey(const FoundCheckpoint &found)
{
    return QStringList{found.run.lineage, found.path, QString::number(found.checkpoint.sizeBytes), QString::number(found.checkpoint.modified)}
        .join(QChar(u'\0'));
}

}  // namespace

CheckpointsPage::CheckpointsPage(QWidget *parent)
    : QWidget(parent), m_model(new CheckpointModel(this)), m_header(new PageHeader(tr("Checkpoints"))),
      m_filter(new SearchField(QStringLiteral("checkpointsFilter"), tr("Filter by run, step or machine"))),
      m_verdict(makeButton(QStringLiteral("checkpointsVerdict"), tr("Verdict"), ButtonVariant::Normal, QStringLiteral("filter"))),
      m_refresh(makeButton(QStringLiteral("checkpointsRefresh"), tr("Look again"), ButtonVariant::Normal,
                           QStringLiteral("refresh"))),
      m_verdicts(new QMenu(this)), m_view(new QTreeView), m_inspector(new CheckpointInspector)
{
    setObjectName(QStringLiteral("checkpointsPage"));
    m_header->addAction(m_filter);
    m_header->addAction(m_verdict);
    m_header->addAction(m_refresh);
    buildVerdictMenu();
    // Arrow keys pass over many rows; only the one that is stayed at is looked into.
    m_lookLater.setSingleShot(true);
    m_lookLater.setInterval(kAtRest);
    connect(&m_lookLater, &QTimer::timeout, this, [this] {
        const FoundCheckpoint *const found = current();
        if (found && !m_looks.contains(lookKey(*found)))
            lookInside(*found);
    });

    m_view->setObjectName(QStringLiteral("checkpointsView"));
    m_view->setAccessibleName(tr("Checkpoints by run"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(new CheckpointDelegate(*m_model, m_view));
    setPlainRows(m_view);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setRootIsDecorated(false);
    m_view->setIndentation(0);
    m_view->setUniformRowHeights(true);
    m_view->setMouseTracking(true);
    m_view->setAllColumnsShowFocus(true);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setExpandsOnDoubleClick(false);
    m_view->header()->setSectionsMovable(false);
    m_view->header()->setStretchLastSection(true);
    m_view->header()->setSectionsClickable(false);
    m_view->header()->setMinimumSectionSize(dp(60));
    setFocusProxy(m_view);
    m_placeholder = new Placeholder(QStringLiteral("checkpoints"), m_view);

    auto *const listCard = new Card;
    auto *const listLayout = new QVBoxLayout(listCard);
    listLayout->setContentsMargins(1, 1, 1, 1);
    listLayout->addWidget(m_view);

    auto *const content = new QHBoxLayout;
    content->setSpacing(dp(12));
    content->addWidget(listCard, 1);
    content->addWidget(m_inspector);
    auto *const page = new QVBoxLayout(this);
    page->setContentsMargins(dp(16), dp(16), dp(16), dp(16));
    page->setSpacing(dp(12));
    page->addWidget(m_header);
    page->addLayout(content, 1);

    connect(m_refresh, &QPushButton::clicked, this, &CheckpointsPage::refreshRequested);
    auto *const again = new QShortcut(QKeySequence::Refresh, this, this, [this] { m_refresh->click(); });
    again->setContext(Qt::WidgetWithChildrenShortcut);
    connect(m_filter, &QLineEdit::textChanged, this, &CheckpointsPage::applyFilter);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &CheckpointsPage::showCurrent);
    connect(m_view, &QTreeView::clicked, this, [this](const QModelIndex &index) {
        if (!m_model->checkpointAt(index))
            m_view->setExpanded(index.siblingAtColumn(0), !m_view->isExpanded(index.siblingAtColumn(0)));
    });
    connect(m_view, &QTreeView::activated, this, [this](const QModelIndex &index) {
        const FoundCheckpoint *const found = m_model->checkpointAt(index);
        if (found && found->checkpoint.verdict == Verdict::Complete)
            Q_EMIT resumeRequested(*found);
    });
    connect(m_inspector, &CheckpointInspector::resumeRequested, this, &CheckpointsPage::resumeRequested);
    connect(m_inspector, &CheckpointInspector::compareRequested, this, &CheckpointsPage::compare);
    connect(m_inspector, &CheckpointInspector::lookRequested, this, &CheckpointsPage::lookInside);
    connect(m_inspector, &CheckpointInspector::verifyRequested, this, [this](const FoundCheckpoint &found) {
        m_looks[lookKey(found)].isBeingVerified = true;
        showCurrent();
        Q_EMIT verifyRequested(found);
    });
    connect(m_inspector, &CheckpointInspector::openRunRequested, this, &CheckpointsPage::openRunRequested);
    connect(m_placeholder, &Placeholder::buttonClicked, this, &CheckpointsPage::launchRequested);
    connect(m_header->messageBar(), &MessageBar::actionTriggered, this, [this](const QString &id) {
        if (id == kUnusable)
            showCheckpoint(m_unusableLineage, m_unusablePath);
        else if (id != kCompared)
            Q_EMIT refreshRequested();
    });
    setScanning(false);
}

void CheckpointsPage::setScan(const CheckpointScan &scan, const QDateTime &now)
{
    m_scan = scan;
    m_now = now;
    m_hasScan = true;
    m_header->messageBar()->withdraw(kFailed);
    setScanning(false);
    applyFilter();
    showMessages();
}

void CheckpointsPage::setScanning(bool isScanning)
{
    m_isScanning = isScanning;
    m_refresh->setEnabled(!isScanning);
    m_refresh->setText(isScanning ? tr("Looking…") : tr("Look again"));
    if (isScanning || !m_hasScan) {
        m_placeholder->setSentence(isScanning ? tr("Looking for checkpoints on the machines…")
                                              : tr("Nobody has looked for checkpoints yet."));
        m_placeholder->setDetail({});
        m_placeholder->setButton({}, QStringLiteral("checkpointsEmptyLaunch"));
    } else if ((!m_filter->text().isEmpty() || m_wantedVerdict) && !m_scan.found.isEmpty()) {
        m_placeholder->setSentence(tr("No checkpoint matches this filter."));
        m_placeholder->setDetail({});
        m_placeholder->setButton({}, QStringLiteral("checkpointsEmptyLaunch"));
    } else {
        m_placeholder->setSentence(m_scan.problems.isEmpty() ? tr("No run has saved a checkpoint yet.")
                                                             : tr("No checkpoint was found on the machines that answered."));
        m_placeholder->setDetail(tr("Runs whose task has a checkpoints section appear here as soon as they save one."));
        m_placeholder->setButton(tr("Launch a run"), QStringLiteral("checkpointsEmptyLaunch"));
    }
}

void CheckpointsPage::setError(const Error &error)
{
    setScanning(false);
    if (error.isCancelled())
        return;
    m_header->messageBar()->post({kFailed, Tone::Bad, tr("Looking for checkpoints failed."), error.what, error.detail,
                                  tr("Try again")});
}

void CheckpointsPage::applyFilter()
{
    const FoundCheckpoint *const before = current();
    const QString lineage = before ? before->run.lineage : QString();
    const QString path = before ? before->path : QString();
    const QString wanted = m_filter->text().trimmed();
    QList<FoundCheckpoint> shown;
    qint64 bytes = 0;
    for (const FoundCheckpoint &found : std::as_const(m_scan.found)) {
        const QString step = found.checkpoint.step ? QString::number(*found.checkpoint.step) : QString();
        if (m_wantedVerdict && found.checkpoint.verdict != *m_wantedVerdict)
            continue;
        if (wanted.isEmpty() || found.run.name.contains(wanted, Qt::CaseInsensitive) || step.contains(wanted)
            || found.checkpoint.name.contains(wanted, Qt::CaseInsensitive)
            || found.run.machineName.contains(wanted, Qt::CaseInsensitive))
            shown.append(found);
    }
    QSet<QString> lineages, places;
    for (const FoundCheckpoint &found : std::as_const(m_scan.found)) {
        bytes += found.checkpoint.sizeBytes;
        lineages.insert(found.run.lineage);
        places.insert(found.run.machineName);
    }
    m_header->setContext(m_scan.found.isEmpty()
        ? QString()
        : QStringList{tr("%n checkpoint(s)", nullptr, int(m_scan.found.size())),
                      tr("%n run(s)", nullptr, int(lineages.size())), formatBytes(bytes),
                      tr("looked %1").arg(formatMoment(m_now, m_now))}
              .join(tr(" · ", "between facts")));
    const QList<CheckpointGroup> groups = groupedByRun(shown);
    m_model->setGroups(groups, m_now);
    for (int row = 0; row < groups.size(); ++row) {
        m_view->setFirstColumnSpanned(row, {}, true);
        m_view->expand(m_model->index(row, 0));
    }
    setScanning(m_isScanning);
    sizeColumns();
    const QModelIndex again = m_model->indexOf(lineage, path);
    if (again.isValid())
        m_view->setCurrentIndex(again);
    else if (!groups.isEmpty())
        showCheckpoint(groups.first().run.lineage);
    showCurrent();
}

void CheckpointsPage::showMessages()
{
    MessageBar *const bar = m_header->messageBar();
    bar->withdraw(kUnusable);
    bar->withdraw(kProblems);
    for (const CheckpointGroup &group : m_model->groups()) {
        if (!group.isNewestUnusable())
            continue;
        const FoundCheckpoint &newest = group.checkpoints.first();
        const FoundCheckpoint *const good = group.latestGood();
        m_unusableLineage = group.run.lineage;
        m_unusablePath = newest.path;
        const QString rest = good ? tr("%1 is complete.").arg(checkpointTitle(good->checkpoint))
                                  : tr("No complete one was found.");
        bar->post({kUnusable, Tone::Warning, tr("%1: the newest checkpoint is not usable.").arg(group.run.name),
                   QStringLiteral("%1: %2 %3").arg(checkpointTitle(newest.checkpoint), newest.checkpoint.reason, rest),
                   {}, tr("Show it")});
        break;
    }
    if (!m_scan.problems.isEmpty()) {
        const CheckpointScan::Problem &first = m_scan.problems.first();
        QSet<QString> machines;
        for (const CheckpointScan::Problem &problem : m_scan.problems)
            machines.insert(problem.run.machineName);
        bar->post({kProblems, Tone::Warning,
                   machines.size() == 1 ? tr("%1 could not be asked.").arg(first.run.machineName)
                                        : tr("%n machine(s) could not be asked.", nullptr, int(machines.size())),
                   first.error.what, first.error.detail, tr("Retry")});
    }
}

const FoundCheckpoint *CheckpointsPage::current() const { return m_model->checkpointAt(m_view->currentIndex()); }

void CheckpointsPage::showCurrent()
{
    const FoundCheckpoint *const found = current();
    if (!found) {
        m_inspector->clear();
        return;
    }
    QList<FoundCheckpoint> others;
    for (const FoundCheckpoint &other : std::as_const(m_scan.found)) {
        if (other.run.lineage == found->run.lineage && other.path != found->path)
            others << other;
    }
    m_inspector->setCheckpoint(*found, m_looks.value(lookKey(*found)), others, m_now);
    if (!m_looks.contains(lookKey(*found)))
        m_lookLater.start();
}

void CheckpointsPage::lookInside(const FoundCheckpoint &found)
{
    if (m_looks.size() >= kMostLooks)
        m_looks.clear();
    LookInside &look = m_looks[lookKey(found)];
    look.isUnderWay = true;
    look.error.reset();
    showCurrent();
    Q_EMIT inspectionRequested(found);
}

void CheckpointsPage::setInspection(const FoundCheckpoint &found, const Result<Inspection> &inspection)
{
    const QString key = lookKey(found);
    LookInside &look = m_looks[key];
    look.isUnderWay = false;
    if (inspection)
        look.inspection = std::make_shared<const Inspection>(*inspection);
    else if (inspection.error().isCancelled())
        m_looks.remove(key);
    else
        look.error = inspection.error();
    showComparison();
    const FoundCheckpoint *const shown = current();
    if (shown && lookKey(*shown) == key && m_looks.contains(key))
        showCurrent();
}

void CheckpointsPage::setVerification(const FoundCheckpoint &found, const Result<Verification> &verification)
{
    LookInside &look = m_looks[lookKey(found)];
    look.isBeingVerified = false;
    look.verification.reset();
    if (verification || !verification.error().isCancelled())
        look.verification = verification;
    const FoundCheckpoint *const shown = current();
    if (shown && lookKey(*shown) == lookKey(found))
        showCurrent();
}

void CheckpointsPage::setVerifyProgress(const FoundCheckpoint &found, qint64 doneBytes, qint64 totalBytes)
{
    const FoundCheckpoint *const shown = current();
    if (shown && lookKey(*shown) == lookKey(found))
        m_inspector->setVerifyProgress(doneBytes, totalBytes);
}

void CheckpointsPage::compare(const FoundCheckpoint &left, const FoundCheckpoint &right)
{
    m_compared = {left, right};
    for (const FoundCheckpoint &one : {left, right}) {
        const LookInside look = m_looks.value(lookKey(one));
        if (!look.inspection && !look.isUnderWay)
            lookInside(one);
    }
    showComparison();
}

void CheckpointsPage::showComparison()
{
    if (!m_compared)
        return;
    const auto &[left, right] = *m_compared;
    const LookInside before = m_looks.value(lookKey(left)), after = m_looks.value(lookKey(right));
    if (before.isUnderWay || after.isUnderWay)
        return;
    if (before.inspection && after.inspection) {
        auto *const dialog = new CompareDialog(checkpointTitle(left.checkpoint), checkpointTitle(right.checkpoint), before.inspection,
                                               after.inspection, this);
        m_compared.reset();
        dialog->open();
        return;
    }
    m_header->messageBar()->post({kCompared, Tone::Warning, tr("The two could not be compared."),
                                  before.error ? before.error->what : after.error ? after.error->what : QString(), {}, {}});
    m_compared.reset();
}

void CheckpointsPage::buildVerdictMenu()
{
    m_verdicts->setObjectName(QStringLiteral("checkpointsVerdictMenu"));
    auto *const group = new QActionGroup(this);
    const auto add = [this, group](const QString &text, std::optional<Verdict> verdict) {
        QAction *const action = m_verdicts->addAction(text);
        action->setCheckable(true);
        action->setChecked(!verdict);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, text, verdict] {
            m_wantedVerdict = verdict;
            m_verdict->setText(verdict ? text : tr("Verdict"));
            applyFilter();
        });
    };
    add(tr("All verdicts"), std::nullopt);
    m_verdicts->addSeparator();
    for (const Verdict verdict : {Verdict::Complete, Verdict::Partial, Verdict::Corrupt, Verdict::BeingWritten, Verdict::Unknown})
        add(badgeOf(verdict).text, verdict);
    m_verdict->setMenu(m_verdicts);
}

void CheckpointsPage::showCheckpoint(const QString &lineage, const QString &path)
{
    for (const CheckpointGroup &group : m_model->groups()) {
        if (group.run.lineage != lineage)
            continue;
        const FoundCheckpoint *const good = group.latestGood();
        const QString wanted = !path.isEmpty() ? path : good ? good->path : group.checkpoints.first().path;
        const QModelIndex index = m_model->indexOf(lineage, wanted);
        m_view->setCurrentIndex(index);
        m_view->scrollTo(index);
        return;
    }
}

void CheckpointsPage::sizeColumns()
{
    const bool isWide = width() >= dp(kWideWindow);
    m_inspector->setFixedWidth(std::min(dp(isWide ? 412 : 340), width() * 45 / 100));      // large text leaves the list its half
    QHeaderView *const header = m_view->header();
    const int widths[] = {isWide ? 220 : 156, isWide ? 136 : 118, isWide ? 132 : 84, 72, 84};
    for (int column = 0; column < CheckpointModel::WhereColumn; ++column)
        header->resizeSection(column, dp(widths[column]));
}

void CheckpointsPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    sizeColumns();
}

}  // namespace trainyard
