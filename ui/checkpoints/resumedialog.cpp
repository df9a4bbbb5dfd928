// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/resumedialog.h"

#include "core/base/format.h"
#include "core/base/sentences.h"
#include "ui/checkpoints/checkpointmodel.h"
#include "ui/checkpoints/choicedelegate.h"
#include "ui/checkpoints/resumelimits.h"
#include "ui/checkpoints/resumelinesview.h"
#include "ui/checkpoints/resumeplace.h"
#include "ui/checkpoints/resumeway.h"
#include "ui/common/badge.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/commandpreview.h"
#include "ui/common/keytable.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/pagescroll.h"
#include "ui/common/plaintip.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QListView>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QShortcut>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace trainyard {
namespace {

constexpr int kMinWithFooter = 280;
constexpr int kRoomForBar = 12;       // a part of the right margin, in which the scroll bar stands
constexpr qsizetype kFewChoices = 4;  // more are behind "Show all"
const QString kResumeFailed = QStringLiteral("failed");

bool isUsable(const FoundCheckpoint &found) { return found.checkpoint.verdict == Verdict::Complete; }

// Breaks a long line before the arguments that resuming adds, so that they are visible; a shell reads it the same way.
std::pair<QString, QString> broken(const QString &command, const QString &added)
{
    constexpr qsizetype kLongLine = 56;  // characters that fit on one line
    const qsizetype at = added.isEmpty() ? -1 : command.lastIndexOf(u' ' + added);
    if (at < 0 || at + 1 + added.size() - (command.lastIndexOf(u'\n', at) + 1) <= kLongLine)
        return {command, added};
    return {command.left(at) + QStringLiteral(" \\\n    ") + command.mid(at + 1), added};
}

}  // namespace

ResumeDialog::ResumeDialog(const Run &run, const QList<FoundCheckpoint> &checkpoints, const QString &chosen, const QList<Machine> &machines,
                           const QDateTime &now, QWidget *parent)
    : Dialog(parent), m_run(run), m_checkpoints(checkpoints), m_now(now), m_model(new QStandardItemModel(this)), m_choices(new QListView),
      m_place(new ResumePlace(run)), m_way(new ResumeWay), m_limits(new ResumeLimitsEdit), m_danger(new QCheckBox),
      m_lines(new ResumeLinesView), m_preview(new CommandPreview(QStringLiteral("resumePreview"), tr("What will run"))),
      m_subtitle(new Label(TextRole::Body, Ink::Text2)), m_footer(new Label(TextRole::Body, Ink::Text2)), m_messages(new MessageBar)
{
    setObjectName(QStringLiteral("resumeDialog"));
    setWindowTitle(tr("Resume %1").arg(run.name));
    setModal(true);

    // Usable checkpoints decide the preselection; a damaged one stays visible with its reason.
    const auto isWanted = [&chosen](const FoundCheckpoint &found) { return found.path == chosen && isUsable(found); };
    auto start = std::find_if(m_checkpoints.cbegin(), m_checkpoints.cend(), isWanted);
    if (start == m_checkpoints.cend())
        start = std::find_if(m_checkpoints.cbegin(), m_checkpoints.cend(),
                             [](const FoundCheckpoint &found) { return found.isLatestGood && isUsable(found); });
    if (start == m_checkpoints.cend())
        start = std::find_if(m_checkpoints.cbegin(), m_checkpoints.cend(), isUsable);
    if (start != m_checkpoints.cend())
        m_chosenPath = start->path;

    auto *const head = new QVBoxLayout;
    head->setContentsMargins(dp(24), dp(20), dp(24), dp(16));
    head->setSpacing(dp(4));
    auto *const title = new ElidedLabel(TextRole::PageTitle);
    title->setText(windowTitle());
    head->addWidget(title);
    head->addWidget(m_subtitle);
    m_place->setMachines(machines);

    m_side = makeRight();
    auto *const both = new QWidget;
    m_columns = new QBoxLayout(QBoxLayout::LeftToRight, both);
    m_columns->setContentsMargins(0, 0, 0, 0);
    m_columns->setSpacing(0);
    m_columns->addWidget(makeLeft(), 46);
    m_columns->addWidget(m_side, 54);
    // On a small screen an error scrolls with the rest, so that it does not squash what it refers to.
    auto *const inside = new QWidget;
    auto *const rows = new QVBoxLayout(inside);
    rows->setContentsMargins(0, 0, dp(kRoomForBar), 0);
    rows->setSpacing(0);
    m_messageRow = new QVBoxLayout;
    m_messageRow->addWidget(m_messages);
    rows->addLayout(m_messageRow);
    makeRoomForMessage();
    rows->addWidget(both, 1);
    m_content = new PageScroll(inside);

    m_footerRow = new QBoxLayout(QBoxLayout::LeftToRight);
    m_footerRow->setContentsMargins(dp(24), dp(12), dp(24), dp(16));
    m_footerRow->setSpacing(dp(8));
    m_footer->setWordWrap(true);
    m_footerRow->addWidget(m_footer, 1);
    auto *const footer = new QHBoxLayout;
    footer->setSpacing(dp(8));
    footer->addStretch(1);
    m_cancel = makeButton(QStringLiteral("resumeCancel"), tr("Cancel"));
    m_confirm = makeButton(QStringLiteral("resumeConfirm"), tr("Resume"), ButtonVariant::Primary, QStringLiteral("resume"));
    footer->addWidget(m_cancel);
    footer->addWidget(m_confirm);
    m_footerRow->addLayout(footer);

    auto *const all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(head);
    all->addWidget(new Hairline);
    all->addWidget(m_content, 1);
    all->addWidget(new Hairline);
    all->addLayout(m_footerRow);

    connect(m_choices->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex &index) { choose(index.row()); });
    connect(m_showAll, &QPushButton::clicked, this, [this] { fill(true); });
    // What was asked for no longer matches the input.
    const auto outdate = [this] {
        m_isOutdated = true;
        m_request.reset();
        updateConfirm();
    };
    connect(m_place, &ResumePlace::edited, this, [this, outdate] {
        m_danger->setChecked(false);
        m_namedStep.reset();
        outdate();
    });
    connect(m_way, &ResumeWay::edited, this, outdate);
    connect(m_limits, &ResumeLimitsEdit::edited, this, outdate);
    connect(m_place, &ResumePlace::changed, this, &ResumeDialog::askForPlan);
    connect(m_way, &ResumeWay::changed, this, &ResumeDialog::askForPlan);
    connect(m_limits, &ResumeLimitsEdit::changed, this, &ResumeDialog::askForPlan);
    connect(m_danger, &QCheckBox::toggled, this, &ResumeDialog::updateConfirm);
    connect(m_messages, &MessageBar::closed, this, &ResumeDialog::makeRoomForMessage);
    connect(m_cancel, &QPushButton::clicked, this, &ResumeDialog::reject);
    connect(m_confirm, &QPushButton::clicked, this, [this] {
        if (m_request)
            Q_EMIT resumeConfirmed(LaunchRequest(*m_request));
    });
    auto *const keys = new QShortcut(keyFor(KeyFor::StartRun), this);
    connect(keys, &QShortcut::activated, m_confirm, &QPushButton::animateClick);
    fill(false);
    const QString note = m_chosenPath.isEmpty() ? tr("Choose a complete checkpoint first.") : tr("Asking the machine…");
    m_preview->setNote(note);
    m_lines->setNote(note);
    updateConfirm();
    m_choices->setFocus();
}

// From which checkpoint, on which machine, and how to pass the checkpoint.
QWidget *ResumeDialog::makeLeft()
{
    auto *const page = new QWidget;
    auto *const left = new QVBoxLayout(page);
    left->setContentsMargins(dp(24), dp(16), dp(20), dp(20));
    left->setSpacing(dp(8));
    auto *const choicesHead = new QHBoxLayout;
    choicesHead->addWidget(new Label(tr("From which checkpoint"), TextRole::Section), 1);
    m_showAll = makeButton(QStringLiteral("resumeShowAll"), tr("Show all %1").arg(m_checkpoints.size()), ButtonVariant::Link);
    choicesHead->addWidget(m_showAll);
    left->addLayout(choicesHead);
    auto *const choicesCard = new Card;
    auto *const choicesLayout = new QVBoxLayout(choicesCard);
    choicesLayout->setContentsMargins(1, 1, 1, 1);
    m_choices->setObjectName(QStringLiteral("resumeChoices"));
    m_choices->setAccessibleName(tr("Checkpoints of this run"));
    m_choices->setModel(m_model);
    m_choices->setItemDelegate(new ChoiceDelegate(m_choices));
    m_choices->setFrameShape(QFrame::NoFrame);
    m_choices->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_choices->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_choices->setEditTriggers(QAbstractItemView::NoEditTriggers);
    setPlainRows(m_choices);
    choicesLayout->addWidget(m_choices);
    left->addWidget(choicesCard);
    m_danger->setObjectName(QStringLiteral("resumeDanger"));
    m_danger->setText(tr("I know what code loading it runs, and allow it"));
    m_danger->hide();
    left->addWidget(m_danger);
    left->addSpacing(dp(8));
    left->addWidget(m_place);
    left->addSpacing(dp(8));
    left->addWidget(m_way);
    left->addSpacing(dp(8));
    left->addWidget(m_limits);
    left->addStretch(1);
    return page;
}

QWidget *ResumeDialog::makeRight()
{
    auto *const page = new QWidget;
    auto *const right = new QVBoxLayout(page);
    right->setContentsMargins(dp(20), dp(16), dp(24 - kRoomForBar), dp(20));
    right->setSpacing(dp(12));
    right->addWidget(m_lines);
    m_preview->setVisibleLines(6, 14);
    right->addWidget(m_preview);
    right->addStretch(1);
    return page;
}

std::optional<FoundCheckpoint> ResumeDialog::chosen() const
{
    for (const FoundCheckpoint &found : m_checkpoints) {
        if (found.path == m_chosenPath && isUsable(found))
            return found;
    }
    return std::nullopt;
}

std::optional<FoundCheckpoint> ResumeDialog::meant() const
{
    if (m_place->origin().isEmpty())
        return chosen();
    FoundCheckpoint named;
    named.source = CheckpointSource::ofRun(m_run);
    return named;
}

void ResumeDialog::fill(bool showAll)
{
    // The few that matter: the newest, up to and including the selected one.
    qsizetype shown = m_checkpoints.size();
    if (!showAll) {
        qsizetype chosenAt = 0;
        while (chosenAt < shown && m_checkpoints[chosenAt].path != m_chosenPath)
            ++chosenAt;
        shown = std::min(shown, std::max<qsizetype>(kFewChoices, chosenAt < shown ? chosenAt + 1 : 0));
    }
    m_showAll->setVisible(shown < m_checkpoints.size());
    const qint64 highest = [this] {
        qint64 step = -1;
        for (const FoundCheckpoint &found : m_checkpoints)
            step = std::max(step, found.checkpoint.step.value_or(-1));
        return step;
    }();
    const QSignalBlocker blocker(m_choices->selectionModel());
    m_model->clear();
    int current = -1;
    for (qsizetype i = 0; i < shown; ++i) {
        const FoundCheckpoint &found = m_checkpoints[i];
        const Checkpoint &checkpoint = found.checkpoint;
        QStringList facts;
        if (!isUsable(found)) {
            facts << asLabel(checkpoint.reason);
        } else {
            if (checkpoint.loss)
                facts << tr("loss %1").arg(formatNumber(*checkpoint.loss, 4));
            facts << formatBytes(checkpoint.sizeBytes);
            if (checkpoint.step && highest > *checkpoint.step)
                facts << tr("repeats %1 steps").arg(formatCount(highest - *checkpoint.step));
        }
        auto *const item = new QStandardItem(checkpointTitle(checkpoint));
        item->setData(facts.join(tr(" · ", "between facts")), ChoiceDelegate::FactsRole);
        item->setData(int(checkpoint.verdict), ChoiceDelegate::VerdictRole);
        item->setData(found.isLatestGood, ChoiceDelegate::LatestGoodRole);
        if (checkpoint.modified > 0)  // else unknown
            item->setData(formatMoment(QDateTime::fromSecsSinceEpoch(checkpoint.modified), m_now), ChoiceDelegate::TimeRole);
        item->setData(found.path, ChoiceDelegate::PathRole);
        item->setToolTip(plainTip(found.path));
        item->setFlags(isUsable(found) ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags);
        item->setAccessibleText(
            tr("%1, %2, %3").arg(checkpointTitle(checkpoint), badgeOf(checkpoint.verdict).text, facts.join(QStringLiteral(", "))));
        m_model->appendRow(item);
        if (found.path == m_chosenPath)
            current = int(i);
    }
    if (current >= 0)
        m_choices->setCurrentIndex(m_model->index(current, 0));
    const int rows = int(std::clamp<qsizetype>(shown, 1, 5));
    m_choices->setFixedHeight(rows * dp(50) + (shown > 5 ? dp(20) : 0));
}

void ResumeDialog::choose(int row)
{
    const QString path = m_model->index(row, 0).data(ChoiceDelegate::PathRole).toString();
    if (path.isEmpty() || path == m_chosenPath)
        return;
    m_chosenPath = path;
    m_isDangerous = false;
    m_danger->setChecked(false);
    m_danger->hide();
    askForPlan();
}

void ResumeDialog::askForPlan()
{
    m_isOutdated = false;
    m_request.reset();
    updateConfirm();
    const auto from = meant();
    if (!from)
        return;
    m_preview->setNote(tr("Asking the machine…"));
    ResumeRequest request;
    request.from = *from;
    request.machineId = m_place->machineId();
    if (const QString origin = m_place->origin(); !origin.isEmpty())
        request.origin = Location::inBucket({}, origin);
    request.preset = m_way->preset();
    request.pattern = m_way->pattern();
    request.words = m_way->words();
    request.limits = m_limits->limits();
    Q_EMIT planRequested(request);
}

void ResumeDialog::setPlan(const ResumePlan &plan)
{
    if (m_isOutdated)
        return;  // the next request is pending, or the input must be corrected first
    m_way->propose(plan.preset, plan.pattern, plan.words);
    m_limits->propose(plan.limits, plan.cost.perHour ? std::optional(plan.cost.perHour->currency()) : std::nullopt);
    const bool isSimulated = plan.preview ? plan.preview->isSimulated : m_run.isSimulated;
    m_limits->setCost(costSentences(plan.cost, plan.pace, isSimulated), plan.cost.isCutShort);
    m_namedStep = plan.from.checkpoint.step;
    m_lines->setLines(plan.lines);
    m_isDangerous = plan.safety == Safety::Dangerous;
    m_danger->setVisible(m_isDangerous);
    m_messages->withdraw(kResumeFailed);
    makeRoomForMessage();
    if (plan.preview) {
        m_request = plan.request;
        const auto [command, added] = broken(plan.preview->commandPreview, plan.preview->added);
        m_preview->setText(command, added);
    } else {
        m_preview->setNote(tr("Could not determine the command: %1").arg(plan.preview.error().what));
        setError(plan.preview.error());
    }
    updateConfirm();
}

void ResumeDialog::setPlanError(const Error &error)
{
    m_preview->setNote(tr("Could not determine the command: %1").arg(error.what));
    m_lines->setNote(tr("Could not reach the machine."));
    setError(error);
}

void ResumeDialog::setBusy(const QString &step)
{
    m_busyStep = step;
    for (QWidget *const part : {static_cast<QWidget *>(m_place), static_cast<QWidget *>(m_way), static_cast<QWidget *>(m_limits)})
        part->setEnabled(step.isEmpty());
    m_danger->setEnabled(step.isEmpty());
    updateConfirm();
}

void ResumeDialog::setError(const Error &error)
{
    setBusy({});
    if (!error.isCancelled())
        m_messages->post({kResumeFailed, Tone::Bad, tr("The run was not resumed."), error.what, error.detail, {}});
    makeRoomForMessage();
}

void ResumeDialog::setUnreachable(const Error &error)
{
    m_messages->post(
        {kResumeFailed,
         Tone::Warning,
         tr("Could not reach %1 to look for checkpoints.").arg(m_run.head().machineName),
         joinedSentences({error.what, tr("If there is a copy in an object store, choose another machine and enter its address.")}),
         error.detail,
         {}});
    makeRoomForMessage();
}

void ResumeDialog::makeRoomForMessage()
{
    const int room = m_messages->messages().isEmpty() ? 0 : dp(8);
    m_messageRow->setContentsMargins(dp(24), room, dp(24 - kRoomForBar), room);
}

void ResumeDialog::updateConfirm()
{
    const auto from = meant();
    const bool isNamed = !m_place->origin().isEmpty();
    const auto step = isNamed ? m_namedStep : from ? from->checkpoint.step : std::nullopt;
    m_confirm->setText(step ? tr("Resume from step %1").arg(formatCount(*step)) : tr("Resume"));
    m_choices->setEnabled(m_busyStep.isEmpty() && !isNamed);
    m_subtitle->setText(
        m_place->isElsewhere()
            ? tr("Starts attempt %1 on %2. Attempt %3 was on %4.")
                  .arg(QString::number(m_run.attempt + 1), m_place->machineName(), QString::number(m_run.attempt), m_run.head().machineName)
            : tr("Starts attempt %1 on the machine of attempt %2.").arg(m_run.attempt + 1).arg(m_run.attempt));
    const QString elsewhere = tr("Choose another machine and enter the address of a copy, or try again later.");
    setDisabledReason(m_confirm, !from && m_checkpoints.isEmpty() ? elsewhere
                                 : !from                          ? tr("None of these checkpoints is complete.")
                                 : !m_busyStep.isEmpty()          ? m_busyStep
                                 : !m_place->isRight() || !m_way->isRight() || !m_limits->isRight() ? tr("Fix the marked fields first.")
                                 : !m_request ? tr("The exact command is not known yet.")
                                 : m_isDangerous && !m_danger->isChecked()
                                     ? tr("Loading this checkpoint runs code. Allow it, or choose another checkpoint.")
                                     : QString());
    m_footer->setText(!m_busyStep.isEmpty() ? m_busyStep
                      : from && m_place->isElsewhere()
                          ? tr("The checkpoint is copied first. The original on %1 is kept.").arg(m_run.head().machineName)
                      : from                    ? tr("Existing checkpoints are kept; the new attempt writes next to them.")
                      : m_checkpoints.isEmpty() ? elsewhere
                                                : tr("None of these checkpoints is complete, so there is nothing to resume from."));
}

void ResumeDialog::paintEvent(QPaintEvent *event)
{
    const Theme theme = themeOf(this);
    Dialog::paintEvent(event);
    QPainter painter(this);
    const QRect seen(m_content->mapTo(this, QPoint()), m_content->size());
    QRect side(m_side->mapTo(this, QPoint()), m_side->size());
    side.setRight(seen.right());  // also behind the scroll bar
    side = side.intersected(seen);
    painter.fillRect(side, theme.sunken);
    const bool isBeside = m_columns->direction() == QBoxLayout::LeftToRight;
    painter.fillRect(QRect(side.topLeft(), isBeside ? QSize(1, side.height()) : QSize(side.width(), 1)), theme.line);
}

// As much of the design size as the screen allows; with large text the sides are stacked.
void ResumeDialog::showEvent(QShowEvent *event)
{
    const QSize room = roomForDialog(this);
    setFixedWidth(std::min(dp(960), room.width()));
    const bool isStacked = width() < dp(720);
    const auto direction = isStacked ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
    m_columns->setDirection(direction);
    const int outer = dp(24 - kRoomForBar);
    m_columns->itemAt(0)->widget()->layout()->setContentsMargins(dp(24), dp(16), isStacked ? outer : dp(20), dp(20));
    m_side->layout()->setContentsMargins(isStacked ? dp(24) : dp(20), dp(16), outer, dp(20));
    m_footerRow->setDirection(direction);
    // On a very low screen its place at the edge is needed for the content.
    if (room.height() < dp(kMinWithFooter) && m_footerRow->indexOf(m_footer) >= 0) {
        m_footer->setContentsMargins(dp(24), 0, dp(24 - kRoomForBar), 0);
        static_cast<QVBoxLayout *>(m_content->widget()->layout())->addWidget(m_footer);
    }
    resize(width(), std::min(dp(700), room.height()));
    Dialog::showEvent(event);
}

void ResumeDialog::reject()
{
    Q_EMIT cancelled();
    Dialog::reject();
}

}  // namespace trainyard

#include "moc_resumedialog.cpp"
