// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machines/teststeprow.h"

#include "core/base/format.h"
#include "ui/common/accessiblerole.h"
#include "ui/common/adviceview.h"
#include "ui/common/label.h"
#include "ui/common/spokentext.h"
#include "ui/theme/stylepaint.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

namespace trainyard {

namespace {

QString stateWord(StepState state)
{
    switch (state) {
    case StepState::Waiting: return TestStepRow::tr("waiting");
    case StepState::Running: return TestStepRow::tr("running");
    case StepState::Ok: return TestStepRow::tr("fine");
    case StepState::Note: return TestStepRow::tr("fine, with a note");
    case StepState::Failed: return TestStepRow::tr("failed");
    case StepState::NotReached: return TestStepRow::tr("not reached");
    }
    return {};
}

QString shownTime(qint64 milliseconds)
{
    // Below a second, milliseconds distinguish a near machine from a far one.
    return milliseconds < 1000 ? TestStepRow::tr("%1 ms").arg(milliseconds)
                               : TestStepRow::tr("%1 s").arg(formatNumber(double(milliseconds) / 1000, 1));
}

}  // namespace

TestStepRow::TestStepRow(ConnectionStep step, QWidget *parent)
    : QWidget(parent), m_title(new Label(connectionStepTitle(step), TextRole::Strong, Ink::Text1, this)),
      m_advice(new AdviceView(QStringLiteral("copyRemedy_") + connectionStepName(step), this)),
      m_time(new Label(TextRole::Small, Ink::Text3, this))
{
    setAccessibleRole(this, QAccessible::Grouping);
    setObjectName(QStringLiteral("testStep_") + connectionStepName(step));
    setFocusPolicy(Qt::TabFocus);
    m_time->setAlignment(Qt::AlignRight | Qt::AlignTop);
    m_time->setMinimumWidth(dp(72));
    m_title->setFixedWidth(dp(96));
    m_title->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_title->setWordWrap(true);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(dp(40), dp(8), dp(12), dp(8));
    row->setSpacing(dp(12));
    row->addWidget(m_title, 0, Qt::AlignTop);
    row->addWidget(m_advice, 1, Qt::AlignTop);
    row->addWidget(m_time, 0, Qt::AlignTop);
    StepFinding waiting;
    waiting.step = step;
    setFinding(waiting);
}

void TestStepRow::setFinding(const StepFinding &finding)
{
    if (finding.state == StepState::Running && m_finding.state != StepState::Running)
        m_since.start();
    m_finding = finding;
    const bool isQuiet = finding.state == StepState::Waiting || finding.state == StepState::NotReached;
    const bool needsSomething = finding.state == StepState::Failed || finding.state == StepState::Note;
    m_title->setInk(isQuiet ? Ink::Text3 : Ink::Text1);
    const bool hasTime = !isQuiet && finding.state != StepState::Running && finding.elapsedMs > 0;
    m_time->setText(hasTime ? shownTime(finding.elapsedMs) : QString());
    m_time->setVisible(hasTime || finding.state == StepState::Running);  // otherwise its width would cut the command
    // For a successful step the raw text is available without taking space.
    const bool hasFailed = finding.state == StepState::Failed;
    m_advice->setAdvice({finding.state == StepState::Running ? tr("Testing…") : finding.sentence,
                         {},
                         hasFailed ? finding.detail : QString(),
                         needsSomething ? finding.remedy : QString(),
                         needsSomething ? finding.command : QString(),
                         hasFailed ? Ink::Bad
                         : isQuiet ? Ink::Text3
                                   : Ink::Text2});
    setToolTip(hasFailed ? QString() : finding.detail.toHtmlEscaped().replace(u'\n', QLatin1String("<br>")));
    QStringList spoken{connectionStepTitle(finding.step) + QStringLiteral(": ") + stateWord(finding.state)};
    spoken << finding.sentence << finding.remedy << finding.command;
    const QString name = spokenSentences(spoken);
    if (name != accessibleName())
        setAccessibleName(name);  // announced by Qt
    update();
}

void TestStepRow::showElapsed()
{
    // A short step shows no elapsed time.
    if (m_finding.state == StepState::Running && m_since.elapsed() >= 1000)
        m_time->setText(formatDuration(m_since.elapsed()));
}

void TestStepRow::paintEvent(QPaintEvent *)
{
    QPainter p(this);
    const Theme t = themeOf(this);
    struct Look {
        QString icon;
        QColor ink;
    };
    const Look look = [&]() -> Look {
        switch (m_finding.state) {
        case StepState::Ok: return {QStringLiteral("check"), t.ok.ink};
        case StepState::Note: return {QStringLiteral("triangle"), t.warning.ink};
        case StepState::Failed: return {QStringLiteral("cross"), t.bad.ink};
        case StepState::Running: return {QStringLiteral("half"), t.accent};
        case StepState::NotReached: return {QStringLiteral("struck"), t.stale.ink};
        case StepState::Waiting: break;
        }
        return {QStringLiteral("clock"), t.stale.ink};
    }();
    if (m_finding.state == StepState::Failed)
        paintBox(&p, rect().adjusted(0, 1, 0, -1), dp(6), t.bad.tint, QColor());
    const int side = dp(16);
    paintIcon(&p, look.icon, QRectF(dp(12), m_advice->geometry().top() + (lineHeight(TextRole::Body) - side) / 2.0 + 0.5, side, side),
              look.ink);
    if (hasFocus())
        paintRowFocus(&p, rect(), dp(6), t);
}

}  // namespace trainyard

#include "moc_teststeprow.cpp"
