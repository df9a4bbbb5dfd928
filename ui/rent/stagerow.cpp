// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/stagerow.h"

#include "core/base/format.h"
#include "core/base/seentext.h"
#include "ui/common/accessiblerole.h"
#include "ui/common/label.h"
#include "ui/common/spokentext.h"
#include "ui/theme/stylepaint.h"

#include <QGridLayout>
#include <QPainter>

namespace trainyard {

RentStageRow::RentStageRow(RentStage stage, int number, QWidget *parent)
    : QWidget(parent), m_name(rentStageTitle(stage)), m_number(number), m_title(new Label(m_name, TextRole::Strong, Ink::Text3, this)),
      m_evidence(makeProse({}, TextRole::Small, Ink::Text2, this)), m_time(new Label(TextRole::Small, Ink::Text2, this))
{
    setAccessibleRole(this, QAccessible::Grouping);
    setObjectName(QStringLiteral("rentStage_") + rentStageName(stage));
    m_title->setWordWrap(true);
    m_time->setAlignment(Qt::AlignRight | Qt::AlignTop);
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(dp(44), dp(7), dp(12), dp(7));
    grid->setHorizontalSpacing(dp(8));
    grid->setVerticalSpacing(dp(1));
    grid->addWidget(m_title, 0, 0);
    grid->addWidget(m_time, 0, 1);
    grid->addWidget(m_evidence, 1, 0, 1, 2);
    grid->setColumnStretch(0, 1);
    setState(State::ToCome, {}, {});
}

void RentStageRow::setState(State state, const QString &evidence, std::chrono::milliseconds took)
{
    const bool isOther = m_state != state;
    m_state = state;
    m_title->setInk(state == State::ToCome ? Ink::Text3 : state == State::Failed ? Ink::Bad : Ink::Text1);
    const bool isUnknown = state == State::Done && took.count() == 0;  // it happened before this window
    m_time->setText(state == State::ToCome || isUnknown ? QString() : formatDuration(took.count()));
    m_time->setInk(state == State::Now ? Ink::Accent : Ink::Text2);
    m_evidence->setText(seenText(evidence));
    m_evidence->setVisible(!evidence.isEmpty());
    const QString word = state == State::Done     ? tr("done")
                         : state == State::Now    ? tr("now")
                         : state == State::Failed ? tr("failed")
                                                  : tr("to come");
    // Seconds are not spoken: only a change of the state is.
    if (isOther || accessibleName().isEmpty())
        setAccessibleName(spokenSentences({m_name + QStringLiteral(": ") + word, evidence}));
    update();
}

void RentStageRow::paintEvent(QPaintEvent *)
{
    QPainter p(this);
    const Theme t = themeOf(this);
    if (m_state == State::Now)
        paintBox(&p, rect(), dp(6), t.selected, QColor());
    const int side = dp(20);
    const QRectF ring(dp(12), dp(7) + (m_title->height() - side) / 2.0, side, side);
    p.setRenderHint(QPainter::Antialiasing);
    const TonePair &tone = m_state == State::Failed ? t.bad : t.ok;
    if (m_state == State::Done || m_state == State::Failed) {
        p.setPen(Qt::NoPen);
        p.setBrush(tone.tint);
        p.drawEllipse(ring);
        const double inset = side * 0.2;
        paintIcon(&p, m_state == State::Done ? QStringLiteral("check") : QStringLiteral("cross"),
                  ring.adjusted(inset, inset, -inset, -inset), tone.ink);
        return;
    }
    p.setPen(m_state == State::Now ? QPen(Qt::NoPen) : QPen(t.line2, 1.4));
    p.setBrush(m_state == State::Now ? QBrush(t.accentFill) : QBrush(Qt::NoBrush));
    p.drawEllipse(ring.adjusted(0.7, 0.7, -0.7, -0.7));
    p.setFont(textFont(TextRole::Label));
    p.setPen(m_state == State::Now ? t.onAccentFill : t.text3);
    p.drawText(ring, Qt::AlignCenter, QString::number(m_number));
}

}  // namespace trainyard

#include "moc_stagerow.cpp"
