// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/home/sandboxcard.h"

#include "core/base/format.h"
#include "core/model/sandbox.h"
#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/home/vignette.h"
#include "ui/theme/stylepaint.h"

#include <QAccessible>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

namespace {

class FlaskMark : public QWidget {
public:
    explicit FlaskMark(QWidget *parent) : QWidget(parent) { setFixedSize(dp(20), dp(20)); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        paintIcon(&painter, QStringLiteral("flask"), rect(), themeOf(this).simulated.ink);
    }
};

class NumberRing : public QWidget {
public:
    NumberRing(int number, QWidget *parent) : QWidget(parent), m_number(number) { setFixedSize(dp(26), dp(26)); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const Theme theme = themeOf(this);
        const QRect ring = rect();
        paintBox(&painter, ring, ring.width() / 2.0, theme.simulated.tint, theme.isHighContrast ? theme.line : QColor());
        painter.setFont(textFont(TextRole::Strong));
        painter.setPen(theme.simulated.ink);
        painter.drawText(ring, Qt::AlignCenter, QString::number(m_number));
    }

private:
    int m_number;
};

// One step of the journey: what the user will see. A column of the grid, so that all are aligned.
void addStep(QGridLayout *grid, int number, Vignette::Scene scene, const QString &title, const QString &text, QWidget *parent)
{
    const int column = number - 1;
    auto *head = new QHBoxLayout;
    head->setSpacing(dp(8));
    head->addWidget(new NumberRing(number, parent));
    head->addWidget(new Label(title, TextRole::Section, Ink::Text1, parent), 1);
    auto *body = makeProse(text, TextRole::Body, Ink::Text2, parent);
    body->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    grid->addWidget(new Vignette(scene, parent), 0, column);
    grid->addLayout(head, 1, column);
    grid->addWidget(body, 2, column);
    grid->setColumnStretch(column, 1);
}

}  // namespace

SandboxCard::SandboxCard(QWidget *parent)
    : Card(parent), m_title(new Label(tr("Try it in the sandbox"), TextRole::Section, Ink::Text1, this)),
      m_prose(new Label(TextRole::Body, Ink::Text2, this)), m_step(new Label(TextRole::Body, Ink::Text1, this)),
      m_elapsed(new Label(TextRole::Body, Ink::Text3, this)), m_note(new Label(TextRole::Small, Ink::Text3, this)),
      m_steps(new QWidget(this)), m_mark(new FlaskMark(this)),
      m_start(makeButton(QStringLiteral("tryItInTheSandboxButton"), tr("Try it in the sandbox"))),
      m_cancel(makeButton(QStringLiteral("cancelSandboxButton"), tr("Cancel"))),
      m_open(makeButton(QStringLiteral("openTheSandboxButton"), tr("Launch the demo…"))),
      m_stop(makeButton(QStringLiteral("stopTheSandboxButton"), tr("Stop sandbox"), ButtonVariant::Quiet))
{
    setObjectName(QStringLiteral("sandboxCard"));
    setOutline(Tone::Simulated, true);
    for (Label *label : {m_prose, m_note, m_step})
        label->setWordWrap(true);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);

    auto *head = new QHBoxLayout;
    head->setSpacing(dp(8));
    head->addWidget(m_mark);
    head->addWidget(m_title, 1);

    auto *steps = new QGridLayout(m_steps);
    steps->setContentsMargins(0, dp(12), 0, dp(4));
    steps->setHorizontalSpacing(dp(20));
    steps->setVerticalSpacing(dp(10));
    // Drawings grow up to their own limit, the remaining space stays below the text.
    steps->setRowStretch(0, 1000);
    steps->setRowStretch(3, 1);
    addStep(steps, 1, Vignette::Scene::Launch, tr("Launch"),
            tr("Start a private machine on this computer and launch a small training run on it."), m_steps);
    addStep(steps, 2, Vignette::Scene::Watch, tr("Watch"),
            tr("Loss, simulated GPUs and the log update live. Close the window and open it again: nothing is lost."), m_steps);
    addStep(steps, 3, Vignette::Scene::Resume, tr("Resume"), tr("Stop the training midway and resume from its latest good checkpoint."),
            m_steps);

    auto *wait = new QHBoxLayout;
    wait->setSpacing(dp(8));
    wait->addWidget(m_step, 1);
    wait->addWidget(m_elapsed, 0, Qt::AlignTop);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(dp(8));
    for (QPushButton *button : {m_start, m_open, m_cancel, m_stop}) {
        button->setParent(this);
        buttons->addWidget(button);
    }
    buttons->addStretch(1);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(dp(16), dp(14), dp(16), dp(14));
    column->setSpacing(dp(8));
    column->addLayout(head);
    column->addWidget(m_prose);
    column->addLayout(wait);
    column->addLayout(buttons);
    column->addWidget(m_note);
    column->addWidget(m_steps, 1);

    connect(m_start, &QPushButton::clicked, this, &SandboxCard::startRequested);
    connect(m_cancel, &QPushButton::clicked, this, &SandboxCard::cancelRequested);
    connect(m_open, &QPushButton::clicked, this, &SandboxCard::openRequested);
    connect(m_stop, &QPushButton::clicked, this, &SandboxCard::stopRequested);
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, &SandboxCard::showElapsed);
    applyView();
}

void SandboxCard::setLarge(bool isLarge)
{
    m_isLarge = isLarge;
    applyView();
}

void SandboxCard::setView(const SandboxView &view)
{
    using Phase = SandboxView::Phase;
    const bool isBusy = view.phase == Phase::Starting || view.phase == Phase::Stopping;
    const bool wasBusy = m_view.phase == Phase::Starting || m_view.phase == Phase::Stopping;
    if (isBusy && (!wasBusy || view.phase != m_view.phase)) {
        m_since.start();
        m_tick.start();
    } else if (!isBusy) {
        m_tick.stop();
    }
    const bool isNews = view.phase != m_view.phase;
    const bool hadFocus = m_start->hasFocus() || m_cancel->hasFocus() || m_open->hasFocus() || m_stop->hasFocus();
    m_view = view;
    applyView();
    if (isNews) {
        // The focused button is gone; its successor gets the focus.
        if (hadFocus)
            for (QPushButton *button : {m_start, m_open, m_cancel})
                if (!button->isHidden() && button->isEnabled())
                    button->setFocus();
        QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
    }
}

void SandboxCard::applyView()
{
    using Phase = SandboxView::Phase;
    const bool isRunning = m_view.phase == Phase::Running;
    const bool isBusy = m_view.phase == Phase::Starting || m_view.phase == Phase::Stopping;
    const bool isLeft = m_view.wasUsed && m_view.phase != Phase::Running && !m_isLarge;
    m_title->setText(isRunning                  ? tr("The sandbox is running")
                     : isLeft && m_view.hasDied ? tr("The sandbox has stopped")
                     : isLeft                   ? tr("The sandbox is not running")
                                                : tr("Try it in the sandbox"));
    m_prose->setText(
        isRunning
            ? tr("A private machine on this computer with simulated GPUs. It keeps running when you close Trainyard; its demo run saves and stops %1 min later.")
                  .arg(kTourLease.count())
        : isLeft && m_view.hasDied ? tr("Its SSH server has stopped. Its runs and checkpoints are kept; start it to see them live "
                                        "again.")
        : isLeft                   ? tr("Its runs and checkpoints are kept. Start it to continue with them.")
        : m_isLarge ? tr("Try the whole workflow without an account, a GPU or any cost: a private machine on this computer, reached "
                         "over real SSH. Only its GPUs are simulated, and everything from it is marked as such.")
                    : tr("A private machine on this computer with simulated GPUs: real SSH, no account, no cost."));
    m_steps->setVisible(m_isLarge);
    m_step->setVisible(isBusy);
    m_elapsed->setVisible(isBusy);
    m_step->setText(m_view.phase == Phase::Stopping ? tr("Stopping…") : m_view.step.isEmpty() ? tr("Starting…") : m_view.step);
    showElapsed();
    m_start->setVisible(m_view.phase == Phase::Stopped);
    m_start->setText(isLeft ? tr("Start sandbox") : tr("Try it in the sandbox"));
    m_cancel->setVisible(m_view.phase == Phase::Starting);
    m_open->setVisible(isRunning);
    m_stop->setVisible(isRunning);
    setVariant(m_start, m_isLarge ? ButtonVariant::Primary : ButtonVariant::Normal);
    setVariant(m_open, m_isLarge ? ButtonVariant::Primary : ButtonVariant::Normal);
    setDisabledReason(m_start, m_view.unavailable);
    const QString note = m_view.unavailable.isEmpty() ? m_view.note : m_view.unavailable;
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    setAccessibleName(m_title->text());
    setAccessibleDescription(isBusy ? m_step->text() : m_prose->text());
}

void SandboxCard::showElapsed() { m_elapsed->setText(m_since.isValid() ? formatDuration(m_since.elapsed()) : QString()); }

}  // namespace trainyard

#include "moc_sandboxcard.cpp"
