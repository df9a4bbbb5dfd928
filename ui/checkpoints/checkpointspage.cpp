// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/checkpointspage.h"

#include "core/base/format.h"
#include "core/base/sentences.h"
#include "core/base/shownpath.h"
#include "ui/checkpoints/checkpointdelegate.h"
#include "ui/checkpoints/checkpointinspector.h"
#include "ui/checkpoints/checkpointmodel.h"
#include "ui/checkpoints/comparedialog.h"
#include "ui/checkpoints/grouppanel.h"
#include "ui/common/badge.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/focusforward.h"
#include "ui/common/keytable.h"
#include "ui/common/messagebar.h"
#include "ui/common/pageheader.h"
#include "ui/common/pagescroll.h"
#include "ui/common/placeholder.h"
#include "ui/common/searchfield.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>
#include <QSet>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace trainyard {
namespace {

constexpr int kMinList = 192, kNarrowWindow = 700;  // if narrower, the panel is below the list
constexpr int kBeside = 60;                         // margins, the space between list and panel, a scroll bar
constexpr int kWideWindow = 1180;                   // of the page: 1280 less the rail and its margins
const QString kUnusable = QStringLiteral("unusable");
const QString kProblems = QStringLiteral("problems");
const QString kScanFailed = QStringLiteral("failed");
const QString kCompared = QStringLiteral("compared");
constexpr std::chrono::milliseconds kAtRest{200};
constexpr qsizetype kMaxOthers = 30;  // of a menu that fits a screen
constexpr qsizetype kMaxNamed = 5;
constexpr qsizetype kMaxLooks = 64;  // one inspection may hold hundreds of thousands of tensors

QString lookKey(const FoundCheckpoint &found)
{
    return QStringList{found.source.key, found.path, QString::number(found.checkpoint.sizeBytes),
                       QString::number(found.checkpoint.modified)}
        .join(QChar(u'\0'));
}

CheckpointRef folderOf(const CheckpointGroup &group)
{
    if (!group.place)
        return CheckpointRef::ofRun(group.source.runId());
    return CheckpointRef::at(group.source.folder);
}

}  // namespace

CheckpointsPage::CheckpointsPage(QWidget *parent)
    : QWidget(parent), m_model(new CheckpointModel(this)), m_header(new PageHeader(tr("Checkpoints"))),
      m_filter(new SearchField(QStringLiteral("checkpointsFilter"), tr("Filter by run, step or machine"))),
      m_verdict(makeButton(QStringLiteral("checkpointsVerdict"), tr("Verdict"), ButtonVariant::Normal, QStringLiteral("filter"))),
      m_refresh(makeButton(QStringLiteral("checkpointsRefresh"), tr("Refresh"), ButtonVariant::Normal, QStringLiteral("refresh"))),
      m_verdicts(new QMenu(this)), m_view(new QTreeView), m_inspector(new CheckpointInspector), m_group(new GroupPanel),
      m_side(new QStackedWidget),
      m_addPlace(makeButton(QStringLiteral("checkpointsAddPlace"), tr("Add a location…"), ButtonVariant::Normal, QStringLiteral("plus")))
{
    setObjectName(QStringLiteral("checkpointsPage"));
    m_header->addAction(m_filter);
    m_header->addAction(m_verdict);
    m_header->addAction(m_refresh);
    m_header->addAction(m_addPlace);
    m_header->setKeys(m_refresh, keyFor(KeyFor::LookAgain));
    m_side->addWidget(m_inspector);
    m_side->addWidget(m_group);
    buildVerdictMenu();
    // Arrow keys pass over many rows; only the row where the selection rests is inspected.
    m_lookLater.setSingleShot(true);
    m_lookLater.setInterval(kAtRest);
    connect(&m_lookLater, &QTimer::timeout, this, [this] {
        const FoundCheckpoint *const found = current();
        if (found && !m_looks.contains(lookKey(*found)))
            lookInside(*found);
    });

    buildList();
    forwardFocus(this, m_view);
    m_placeholder = new Placeholder(QStringLiteral("checkpoints"), m_view);

    auto *const listCard = new Card;
    auto *const listLayout = new QVBoxLayout(listCard);
    listLayout->setContentsMargins(1, 1, 1, 1);
    listLayout->addWidget(m_view);

    m_columns = new QHBoxLayout;
    m_columns->setSpacing(dp(12));
    m_columns->addWidget(listCard, 1);
    m_columns->addWidget(m_side);
    QVBoxLayout *const page = scrolledColumn(this);
    page->addWidget(m_header);
    page->addLayout(m_columns, 1);
    m_view->setMinimumHeight(dp(kMinList));

    connectAll();
    setScanning(false);
}

void CheckpointsPage::buildList()
{
    m_view->setObjectName(QStringLiteral("checkpointsView"));
    m_view->setAccessibleName(tr("Checkpoints by run"));
    m_view->setModel(m_model);
    m_delegate = new CheckpointDelegate(*m_model, m_view);
    m_view->setItemDelegate(m_delegate);
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
    setFirstColumnInset(m_view->header(), CheckpointDelegate::stepInset());
    m_view->header()->setStretchLastSection(true);
    m_view->header()->setSectionsClickable(false);
    m_view->header()->setMinimumSectionSize(dp(60));
}

void CheckpointsPage::connectAll()
{
    connect(m_refresh, &QPushButton::clicked, this, &CheckpointsPage::refreshRequested);
    connect(m_filter, &QLineEdit::textChanged, this, &CheckpointsPage::applyFilter);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &CheckpointsPage::showCurrent);
    connect(m_view, &QTreeView::clicked, this, [this](const QModelIndex &index) {
        if (!m_model->checkpointAt(index))
            m_view->setExpanded(index.siblingAtColumn(0), !m_view->isExpanded(index.siblingAtColumn(0)));
    });
    connect(m_view, &QTreeView::activated, this, [this](const QModelIndex &index) {
        const FoundCheckpoint *const found = m_model->checkpointAt(index);
        if (found && !found->source.site && found->checkpoint.verdict == Verdict::Complete)
            Q_EMIT resumeRequested(FoundCheckpoint(*found));
    });
    connect(m_inspector, &CheckpointInspector::resumeRequested, this, &CheckpointsPage::resumeRequested);
    connect(m_inspector, &CheckpointInspector::compareRequested, this, &CheckpointsPage::compare);
    connect(m_inspector, &CheckpointInspector::lookRequested, this, &CheckpointsPage::lookInside);
    connect(m_inspector, &CheckpointInspector::verifyRequested, this, [this](const FoundCheckpoint &found) {
        m_looks[lookKey(found)].isBeingVerified = true;
        showCurrent();
        Q_EMIT verifyRequested(found);
    });
    connect(m_inspector, &CheckpointInspector::pruneRequested, this, [this] {
        if (const CheckpointGroup *const group = m_model->groupAt(m_view->currentIndex()))
            Q_EMIT pruneRequested(folderOf(*group), shownPath(group->source.name));
    });
    connect(m_inspector, &CheckpointInspector::openRunRequested, this, &CheckpointsPage::openRunRequested);
    connect(m_inspector, &CheckpointInspector::filesRequested, this, &CheckpointsPage::filesRequested);
    connect(m_placeholder, &Placeholder::buttonClicked, this, &CheckpointsPage::launchRequested);
    connect(m_header->messageBar(), &MessageBar::actionTriggered, this, [this](const QString &id) {
        if (id == kUnusable)
            showCheckpoint(m_unusableLineage, m_unusablePath);
        else if (id == kProblems || id == kScanFailed)
            Q_EMIT refreshRequested();
    });
    connect(m_placeholder, &Placeholder::linkClicked, this, &CheckpointsPage::addPlaceRequested);
    connect(m_addPlace, &QPushButton::clicked, this, &CheckpointsPage::addPlaceRequested);
    connect(m_inspector, &CheckpointInspector::copyRequested, this, &CheckpointsPage::copyRequested);
    connect(m_inspector, &CheckpointInspector::pinRequested, this, &CheckpointsPage::pinRequested);
    connect(m_group, &GroupPanel::removeRequested, this, &CheckpointsPage::removeCurrentPlace);
    connect(m_group, &GroupPanel::lookRequested, this, [this] {
        if (const CheckpointGroup *const group = currentGroup(); group && group->place)
            Q_EMIT placeLookRequested(CheckpointSite(group->place->site));
    });
    connect(m_group, &GroupPanel::openRunRequested, this, [this] {
        if (const CheckpointGroup *const group = currentGroup(); group && !group->place)
            Q_EMIT openRunRequested(group->source.runId());
    });
    connect(m_group, &GroupPanel::pruneRequested, this, [this] {
        if (const CheckpointGroup *const group = currentGroup())
            Q_EMIT pruneRequested(folderOf(*group), shownPath(group->source.name));
    });
    m_view->installEventFilter(this);
}

void CheckpointsPage::setScan(const CheckpointScan &scan, const QDateTime &now)
{
    m_scan = scan;
    if (!m_lineage.isEmpty()) {
        m_scan.found.removeIf([this](const FoundCheckpoint &found) { return found.source.key != m_lineage; });
        m_scan.problems.removeIf([this](const CheckpointScan::Problem &problem) { return problem.run.lineage != m_lineage; });
    }
    m_now = now;
    m_hasScan = true;
    m_header->messageBar()->withdraw(kScanFailed);
    setScanning(false);
    applyFilter();
    showMessages();
}

void CheckpointsPage::setScanning(bool isScanning)
{
    m_isScanning = isScanning;
    m_refresh->setEnabled(!isScanning);
    m_refresh->setText(isScanning ? tr("Scanning…") : tr("Refresh"));
    m_placeholder->setLink({}, QStringLiteral("checkpointsEmptyPlace"));
    if (isScanning || !m_hasScan) {
        m_placeholder->setSentence(isScanning ? tr("Looking for checkpoints on the machines…") : tr("No scan for checkpoints yet."));
        m_placeholder->setDetail({});
        m_placeholder->setButton({}, QStringLiteral("checkpointsEmptyLaunch"));
    } else if ((!m_filter->text().isEmpty() || m_wantedVerdict) && (!m_scan.found.isEmpty() || !m_places.isEmpty())) {
        m_placeholder->setSentence(tr("No checkpoint matches this filter."));
        m_placeholder->setDetail({});
        m_placeholder->setButton({}, QStringLiteral("checkpointsEmptyLaunch"));
    } else {
        m_placeholder->setSentence(m_scan.problems.isEmpty() ? tr("No checkpoints saved yet.")
                                                             : tr("No checkpoints were found on the machines that responded."));
        m_placeholder->setDetail(tr("Runs that save checkpoints appear here. Folders and buckets appear when you add them "
                                    "as locations."));
        if (m_lineage.isEmpty()) {
            m_placeholder->setButton(tr("Launch a run…"), QStringLiteral("checkpointsEmptyLaunch"));
            m_placeholder->setLink(tr("Add a location…"), QStringLiteral("checkpointsEmptyPlace"));
        } else {
            m_placeholder->setDetail(tr("They appear here once the run saves one."));
        }
    }
}

void CheckpointsPage::setError(const Error &error)
{
    setScanning(false);
    if (error.isCancelled())
        return;
    m_header->messageBar()->post({kScanFailed, Tone::Bad, tr("Could not look for checkpoints."), error.what, error.detail, tr("Retry")});
}

void CheckpointsPage::applyFilter()
{
    const FoundCheckpoint *const before = current();
    const CheckpointGroup *const groupBefore = currentGroup();
    const QString lineage = before ? before->source.key : groupBefore ? groupBefore->source.key : QString();
    const QString path = before ? before->path : QString();
    const QString wanted = m_filter->text().trimmed();
    QList<FoundCheckpoint> all = m_scan.found, shown;
    for (const PlaceSnapshot &place : std::as_const(m_places))
        all += foundIn(place);
    qint64 bytes = 0;
    for (const FoundCheckpoint &found : std::as_const(all)) {
        const QString step = found.checkpoint.step ? QString::number(*found.checkpoint.step) : QString();
        if (m_wantedVerdict && found.checkpoint.verdict != *m_wantedVerdict)
            continue;
        if (wanted.isEmpty() || found.source.name.contains(wanted, Qt::CaseInsensitive) || step.contains(wanted)
            || found.checkpoint.name.contains(wanted, Qt::CaseInsensitive)
            || found.source.machineName.contains(wanted, Qt::CaseInsensitive))
            shown.append(found);
    }
    QSet<QString> lineages;
    for (const FoundCheckpoint &found : std::as_const(all)) {
        bytes += found.checkpoint.sizeBytes;
        if (!found.source.site)
            lineages.insert(found.source.key);
    }
    QStringList facts;
    if (!all.isEmpty())
        facts << tr("%n checkpoint(s)", nullptr, int(all.size())) << tr("%n run(s)", nullptr, int(lineages.size()));
    if (!m_places.isEmpty())
        facts << tr("%n location(s)", nullptr, int(m_places.size()));
    if (!all.isEmpty())
        facts << formatBytes(bytes);
    if (m_hasScan && !facts.isEmpty())
        facts << tr("updated %1").arg(formatMoment(m_now, m_now));
    m_header->setContext(facts.join(tr(" · ", "between facts")));
    const bool isFiltered = !wanted.isEmpty() || m_wantedVerdict;
    const QList<CheckpointGroup> groups = groupedWithPlaces(shown, m_places, isFiltered);
    m_model->setGroups(groups, m_now);
    for (int row = 0; row < groups.size(); ++row) {
        m_view->setFirstColumnSpanned(row, {}, true);
        m_view->expand(m_model->index(row, 0));
    }
    setScanning(m_isScanning);
    sizeColumns();
    const QModelIndex again = path.isEmpty() ? m_model->indexOfGroup(lineage) : m_model->indexOf(lineage, path);
    if (again.isValid())
        m_view->setCurrentIndex(again);
    else if (!groups.isEmpty())
        showCheckpoint(groups.first().source.key);
    showCurrent();
}

void CheckpointsPage::showMessages()
{
    MessageBar *const bar = m_header->messageBar();
    bar->withdraw(kUnusable);
    bar->withdraw(kProblems);
    QStringList names;
    const CheckpointGroup *broken = nullptr;
    for (const CheckpointGroup &group : m_model->groups()) {
        if (group.place || !group.isNewestUnusable())
            continue;
        names << group.source.name;
        if (!broken)
            broken = &group;
    }
    if (broken) {
        const FoundCheckpoint &newest = broken->checkpoints.first();
        const FoundCheckpoint *const good = broken->latestGood();
        m_unusableLineage = broken->source.key;
        m_unusablePath = newest.path;
        const QString rest = good ? tr("%1 is complete.").arg(checkpointTitle(good->checkpoint)) : tr("No complete checkpoint was found.");
        const QString what = joinedSentences({tr("%1: %2").arg(checkpointTitle(newest.checkpoint), newest.checkpoint.reason), rest});
        const bool isOne = names.size() == 1;
        const QString all = names.mid(0, kMaxNamed).join(tr(", ", "between names"));
        bar->post({kUnusable,
                   Tone::Warning,
                   isOne ? tr("%1: the newest checkpoint is not usable.").arg(names.first())
                         : tr("%n run(s): the newest checkpoint is not usable.", nullptr, int(names.size())),
                   isOne                       ? what
                   : names.size() <= kMaxNamed ? all
                                               : all + QStringLiteral(" …"),
                   {},
                   tr("Show")});
    }
    if (!m_scan.problems.isEmpty()) {
        const CheckpointScan::Problem &first = m_scan.problems.first();
        QSet<QString> machines;
        for (const CheckpointScan::Problem &problem : m_scan.problems)
            machines.insert(problem.run.head().machineName);
        bar->post({kProblems, Tone::Warning,
                   machines.size() == 1 ? tr("Could not reach %1.").arg(first.run.head().machineName)
                                        : tr("Could not reach %n machine(s).", nullptr, int(machines.size())),
                   first.error.what, first.error.detail, tr("Retry")});
    }
}

const FoundCheckpoint *CheckpointsPage::current() const { return m_model->checkpointAt(m_view->currentIndex()); }

void CheckpointsPage::showCurrent()
{
    const FoundCheckpoint *const found = current();
    if (!found) {
        showGroup();
        return;
    }
    m_side->setCurrentWidget(m_inspector);
    QList<FoundCheckpoint> others, all = m_scan.found;
    for (const PlaceSnapshot &place : std::as_const(m_places)) {
        if (found->source.site && place.site.id == found->source.site->id)
            all = foundIn(place);
    }
    for (const FoundCheckpoint &other : std::as_const(all)) {
        if (others.size() == kMaxOthers)
            break;
        if (other.path != found->path && other.source.key == found->source.key)
            others << other;
    }
    m_inspector->setCheckpoint(*found, m_looks.value(lookKey(*found)), others, m_now);
    if (!m_looks.contains(lookKey(*found)))
        m_lookLater.start();
}

const CheckpointGroup *CheckpointsPage::currentGroup() const { return current() ? nullptr : m_model->groupAt(m_view->currentIndex()); }

void CheckpointsPage::showGroup()
{
    const CheckpointGroup *const group = currentGroup();
    m_inspector->clear();
    if (!group) {
        m_side->setCurrentWidget(m_inspector);
        return;
    }
    const bool isAnother = m_group->lineage() != group->source.key || m_side->currentWidget() != m_group;
    m_group->setGroup(*group, m_now);
    m_group->setLooking(group->place && m_looking.contains(group->place->site.id));
    m_side->setCurrentWidget(m_group);
    if (!group->place && !group->checkpoints.isEmpty() && group->checkpoints.first().room)
        m_group->setDiskSpace(diskSpaceText(*group->checkpoints.first().room));
    else if (isAnother && group->place && !group->checkpoints.isEmpty() && !group->place->site.location.isInBucket())
        Q_EMIT diskSpaceRequested(folderOf(*group), QString(group->source.key));
}

void CheckpointsPage::setDiskSpace(const QString &lineage, const QString &text)
{
    if (m_group->lineage() == lineage)
        m_group->setDiskSpace(text);
}

void CheckpointsPage::setPlaces(const QList<PlaceSnapshot> &places)
{
    m_places = places;
    if (!m_now.isValid())
        m_now = QDateTime::currentDateTimeUtc();
    applyFilter();
}

void CheckpointsPage::setLookingAt(const QString &placeId, bool isLooking)
{
    if (isLooking)
        m_looking.insert(placeId);
    else
        m_looking.remove(placeId);
    if (const CheckpointGroup *const group = currentGroup(); group && group->place && group->place->site.id == placeId)
        m_group->setLooking(isLooking);
}

void CheckpointsPage::removeCurrentPlace()
{
    const CheckpointGroup *const group = currentGroup();
    const FoundCheckpoint *const found = current();
    // Copies, here and above: the list that holds these is replaced before the receiver is done.
    if (group && group->place)
        Q_EMIT removePlaceRequested(CheckpointSite(group->place->site));
    else if (found && found->source.site)
        Q_EMIT removePlaceRequested(CheckpointSite(*found->source.site));
}

MessageBar *CheckpointsPage::messageBar() const { return m_header->messageBar(); }

void CheckpointsPage::lookInside(const FoundCheckpoint &found)
{
    if (m_looks.size() >= kMaxLooks)
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
    m_header->messageBar()->post({kCompared,
                                  Tone::Warning,
                                  tr("The checkpoints could not be compared."),
                                  before.error  ? before.error->what
                                  : after.error ? after.error->what
                                                : QString(),
                                  {},
                                  {}});
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
        if (group.source.key != lineage)
            continue;
        const FoundCheckpoint *const good = group.latestGood();
        const QString wanted = !path.isEmpty()               ? path
                               : good                        ? good->path
                               : group.checkpoints.isEmpty() ? QString()
                                                             : group.checkpoints.first().path;
        const QModelIndex index = wanted.isEmpty() ? m_model->indexOfGroup(lineage) : m_model->indexOf(lineage, wanted);
        m_view->setCurrentIndex(index);
        m_view->scrollTo(index);
        return;
    }
}

void CheckpointsPage::sizeColumns()
{
    const bool isWide = width() >= dp(kWideWindow);
    int widths[] = {isWide ? 220 : 150, isWide ? 136 : 116, isWide ? 132 : 122, isWide ? 72 : 66, isWide ? 84 : 76, isWide ? 84 : 80};
    for (int &width : widths)
        width = dp(width);
    widths[CheckpointModel::StepColumn] = std::max(widths[CheckpointModel::StepColumn], m_delegate->badgedStepWidth());
    const int side = dp(isWide ? 412 : 340);
    const int least = widths[CheckpointModel::StepColumn] + widths[CheckpointModel::VerdictColumn] + side + dp(kBeside);
    const bool isNarrow = width() < std::max(least, dp(kNarrowWindow));
    m_columns->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_side->setMinimumWidth(isNarrow ? 0 : side);
    m_side->setMaximumWidth(isNarrow ? QWIDGETSIZE_MAX : side);
    QHeaderView *const header = m_view->header();
    for (int column = 0; column < CheckpointModel::WhereColumn; ++column)
        header->resizeSection(column, widths[column]);
    // Columns that do not fit are hidden, the least important first: the inspector shows all of it. Most programs write no validation loss
    // into their checkpoints.
    int room = width() - (isNarrow ? 0 : side) - dp(kBeside) - widths[CheckpointModel::StepColumn] - widths[CheckpointModel::VerdictColumn];
    for (const int column :
         {CheckpointModel::SavedColumn, CheckpointModel::LossColumn, CheckpointModel::SizeColumn, CheckpointModel::ValidationColumn}) {
        const bool isShown = room >= widths[column] && (column != CheckpointModel::ValidationColumn || m_model->hasValidation());
        room -= isShown ? widths[column] : 0;
        header->setSectionHidden(column, !isShown);
    }
    header->setSectionHidden(CheckpointModel::WhereColumn, room < dp(80));
}

bool CheckpointsPage::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view && event->type() == QEvent::KeyPress && static_cast<QKeyEvent *>(event)->matches(QKeySequence::Delete)) {
        removeCurrentPlace();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void CheckpointsPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    sizeColumns();
}

}  // namespace trainyard

#include "moc_checkpointspage.cpp"
