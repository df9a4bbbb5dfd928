// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/progressdialog.h"

#include "core/base/format.h"
#include "core/base/seentext.h"
#include "ui/common/badge.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/label.h"
#include "ui/rent/rentwords.h"
#include "ui/rent/stagerow.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

namespace {

constexpr int kProgressWidth = 820, kSideWidth = 280;  // design pixels
constexpr RentStage kStages[] = {RentStage::Request, RentStage::Boot,  RentStage::Ssh,  RentStage::HostKey,
                                 RentStage::Gpus,    RentStage::Check, RentStage::Ready};

}  // namespace

RentProgressDialog::RentProgressDialog(const RentGoing &going, QWidget *parent)
    : Dialog(parent), m_title(new Label(TextRole::PageTitle, Ink::Text1, this)), m_failure(makeProse({}, TextRole::Body, Ink::Bad, this)),
      m_cost(new Label(TextRole::PageTitle, Ink::Text1, this)), m_rate(makeProse({}, TextRole::Small, Ink::Text2, this)),
      m_elapsed(new Label(TextRole::Strong, Ink::Text1, this)), m_usual(makeProse({}, TextRole::Small, Ink::Text2, this)),
      m_passed(makeProse({}, TextRole::Small, Ink::Warning, this)), m_givenBack(makeProse({}, TextRole::Small, Ink::Text2, this)),
      m_made(makeSelectableProse({}, TextRole::Code, Ink::Text1, this)), m_state(new Badge(this)),
      m_launch(new QCheckBox(tr("Open Launch with this machine when it is ready"), this)),
      m_giveBack(makeButton(QStringLiteral("rentGiveBackNow"), tr("Give back now…"), ButtonVariant::Destructive, {}, this)),
      m_again(makeButton(QStringLiteral("rentAgain"), tr("Rent another…"), ButtonVariant::Normal, {}, this)),
      m_continue(makeButton(QStringLiteral("rentContinue"), {}, ButtonVariant::Normal, {}, this))
{
    setObjectName(QStringLiteral("rentProgressDialog"));
    setModal(false);
    QVBoxLayout *const body = makeBody(kProgressWidth);
    m_failure->setObjectName(QStringLiteral("rentFailure"));
    m_cost->setObjectName(QStringLiteral("rentCostSoFar"));
    m_elapsed->setObjectName(QStringLiteral("rentElapsed"));
    m_launch->setObjectName(QStringLiteral("rentOpensLaunch"));
    m_title->setWordWrap(true);
    auto *head = new QHBoxLayout;
    head->setSpacing(dp(8));
    head->addWidget(m_title, 1);
    if (going.isSimulated)
        head->addWidget(new Badge(simulatedBadge(), this), 0, Qt::AlignTop);
    head->addWidget(m_state, 0, Qt::AlignTop);
    body->addLayout(head);
    //: a machine: "AWS g6e.xlarge · 1 × L40S 48 GB · eu-north-1"
    body->addWidget(makeProse(tr("%1. You can close this window; renting continues.").arg(going.what), TextRole::Small, Ink::Text3, this));
    body->addWidget(m_failure);
    auto *stages = new QVBoxLayout;
    stages->setSpacing(0);
    int number = 0;
    for (const RentStage stage : kStages) {
        m_rows << new RentStageRow(stage, ++number, this);
        stages->addWidget(m_rows.last());
    }
    stages->addSpacing(dp(8));
    stages->addWidget(m_launch);
    stages->addStretch(1);
    auto *side = new QWidget(this);
    auto *sideColumn = new QVBoxLayout(side);
    sideColumn->setContentsMargins(0, 0, 0, 0);
    sideColumn->setSpacing(dp(8));
    buildSide(sideColumn);
    const bool isWide = hasRoomForColumns(this, kProgressWidth);
    auto *columns = new QBoxLayout(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    columns->setSpacing(dp(24));
    columns->addLayout(stages, 1);
    if (isWide)
        side->setFixedWidth(dp(kSideWidth));
    columns->addWidget(side);
    body->addLayout(columns, 1);
    setFooter({m_again, m_continue}, {m_giveBack});
    connect(m_launch, &QCheckBox::toggled, this, &RentProgressDialog::launchWanted);
    connect(m_giveBack, &QPushButton::clicked, this, &RentProgressDialog::giveBackRequested);
    connect(m_again, &QPushButton::clicked, this, &RentProgressDialog::againRequested);
    connect(m_continue, &QPushButton::clicked, this, &QDialog::reject);
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, [this] { showAt(QDateTime::currentDateTimeUtc()); });
    m_tick.start();
    setGoing(going);
    m_continue->setFocus();
}

void RentProgressDialog::buildSide(QVBoxLayout *column)
{
    column->addWidget(new Label(tr("Cost so far"), TextRole::Label, Ink::Text3, this));
    column->addWidget(m_cost);
    column->addWidget(m_rate);
    column->addWidget(new Hairline(Qt::Horizontal, this));
    column->addWidget(new Label(tr("Elapsed"), TextRole::Label, Ink::Text3, this));
    column->addWidget(m_elapsed);
    m_usual->setObjectName(QStringLiteral("rentUsual"));
    column->addWidget(m_usual);
    column->addWidget(new Hairline(Qt::Horizontal, this));
    column->addWidget(new Label(tr("Given back"), TextRole::Section, Ink::Text1, this));
    column->addWidget(m_passed);
    column->addWidget(m_givenBack);
    column->addWidget(new Hairline(Qt::Horizontal, this));
    column->addWidget(new Label(tr("Created in your account"), TextRole::Section, Ink::Text1, this));
    column->addWidget(m_made);
    column->addStretch(1);
}

void RentProgressDialog::setGoing(const RentGoing &going)
{
    using Phase = RentGoing::Phase;
    m_going = going;
    const QString name = seenText(going.order.name);
    const bool isFailed = going.phase == Phase::Failed, isReady = going.phase == Phase::Ready;
    m_title->setText(isReady    ? tr("%1 is ready").arg(name)
                     : isFailed ? (going.isLeft ? tr("%1 could not be given back") : tr("%1 was not rented")).arg(name)
                     : going.phase == Phase::GivingBack ? tr("Giving %1 back").arg(name)
                     : going.phase == Phase::GivenBack  ? tr("%1 was given back").arg(name)
                                                        : tr("Renting %1").arg(name));
    setWindowTitle(m_title->text());
    const int at = int(going.stage) + 1;
    m_state->setVisible(going.phase == Phase::ComingUp);
    //: stage, its number, number of stages
    m_state->setLook({Tone::Info, QStringLiteral("clock"),
                      tr("%1, %2 of %3").arg(rentStageTitle(std::min(going.stage, RentStage::Ready))).arg(std::min(at, 7)).arg(7)});
    m_failure->setVisible(going.failure.has_value() || !going.refusal.isEmpty());
    m_failure->setText(going.failure ? seenText(going.failure->what) : seenText(going.refusal));
    m_failure->setToolTip(going.failure ? going.failure->detail.left(500).toHtmlEscaped() : QString());
    m_usual->setVisible(going.usual.has_value() && going.phase == Phase::ComingUp);
    if (going.usual)
        m_usual->setText(usualReadyText(*going.usual));
    m_launch->setChecked(going.opensLaunch);
    m_launch->setVisible(going.phase == Phase::ComingUp);
    m_giveBack->setVisible(going.phase == Phase::ComingUp || isReady);
    m_again->setVisible(going.canRepeat && (isFailed || going.phase == Phase::GivenBack));
    m_continue->setText(going.isOver() ? tr("Close") : tr("Continue in background"));
    const RentStep asked = going.steps.value(RentStage::Request);  // its evidence is the machine's id
    m_made->setText(asked.isDone && !asked.evidence.isEmpty() ? asked.evidence : tr("Nothing yet"));
    showAt(QDateTime::currentDateTimeUtc());
}

void RentProgressDialog::showAt(const QDateTime &now)
{
    using State = RentStageRow::State;
    for (qsizetype i = 0; i < m_rows.size(); ++i) {
        const RentStage stage = kStages[i];
        const RentStep step = m_going.steps.value(stage);
        const bool isNow = stage == m_going.stage && !step.isDone;
        const bool isGoing = m_going.phase == RentGoing::Phase::ComingUp;
        const State state = step.isDone ? State::Done : isNow && isGoing ? State::Now : isNow ? State::Failed : State::ToCome;
        // The stages before it have told when they were over.
        std::chrono::milliseconds took = step.took;
        if (state == State::Now) {
            std::chrono::milliseconds before{0};
            for (const RentStep &one : m_going.steps) {
                if (one.isDone)
                    before = std::max(before, one.sinceRequest);
            }
            took = std::chrono::milliseconds(std::max<qint64>(0, m_going.began.msecsTo(now) - before.count()));
        }
        m_rows[i]->setState(state, step.evidence, took);
    }
    const Money perHour = m_going.order.places.isEmpty() ? Money() : m_going.order.places.first().perHour.value_or(Money());
    const QDateTime until = m_going.ended.isValid() ? m_going.ended : now;
    m_cost->setText(m_going.cost ? formatMoney(*m_going.cost) : formatMoney(m_going.costAt(now)));
    m_rate->setText(m_going.isSimulated ? tr("Simulated: at %1, and nothing is charged.").arg(hourText(perHour))
                                        : tr("At %1, since %2.").arg(hourText(perHour), formatMoment(m_going.began, now)));
    const qint64 elapsed = m_going.began.msecsTo(until);
    // How long a single stage usually takes is not kept.
    const bool isSlow = m_going.phase == RentGoing::Phase::ComingUp && m_going.usual
                        && elapsed > std::chrono::milliseconds(m_going.usual->slowest).count();
    m_elapsed->setInk(isSlow ? Ink::Warning : Ink::Text1);
    //: a duration
    m_elapsed->setText(isSlow ? tr("%1, longer than usual").arg(formatDuration(elapsed)) : formatDuration(elapsed));
    QStringList ends{tr("At once, if a stage fails or takes too long")}, passed;
    const bool isHeld = !m_going.isOver() || m_going.phase == RentGoing::Phase::Ready || m_going.isLeft;
    const RentEnd &end = m_going.order.end;
    if (end.at.isValid())
        (isHeld && end.at <= now ? passed : ends) << tr("At %1").arg(formatMoment(end.at, now));
    if (end.spent)
        (isHeld && m_going.costAt(now) >= *end.spent ? passed : ends) << tr("When it has cost %1").arg(formatMoney(*end.spent));
    if (end.idle)
        ends << tr("When idle for %1").arg(formatDuration(std::chrono::milliseconds(*end.idle).count()));
    if (end.isAfterRuns)
        ends << tr("When its last run has ended");
    m_givenBack->setText(ends.join(u'\n'));
    //: limits that were reached, one in each line
    m_passed->setText(tr("Overdue, and not given back:\n%1").arg(passed.join(u'\n')));
    m_passed->setVisible(!passed.isEmpty());
}

}  // namespace trainyard

#include "moc_progressdialog.cpp"
