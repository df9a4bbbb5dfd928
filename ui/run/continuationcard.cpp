// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/continuationcard.h"

#include "core/service/runs/earlierloss.h"
#include "ui/common/badge.h"
#include "ui/common/label.h"

#include <QHBoxLayout>

#include <chrono>

namespace trainyard {
namespace {

constexpr std::chrono::milliseconds kSeen = std::chrono::minutes(1);  // how long a good result is shown

BadgeLook lookOf(Continuation kind)
{
    switch (kind) {
    case Continuation::AsBefore: return {Tone::Ok, QStringLiteral("check"), ContinuationCard::tr("Resumed correctly")};
    case Continuation::FromStart: return {Tone::Bad, QStringLiteral("cross"), ContinuationCard::tr("Started over")};
    case Continuation::Broken: return {Tone::Bad, QStringLiteral("cross"), ContinuationCard::tr("Loss is NaN")};
    case Continuation::Higher:
    case Continuation::Lower: return {Tone::Warning, QStringLiteral("triangle"), ContinuationCard::tr("Loss differs")};
    case Continuation::OtherOrder: return {Tone::Info, QStringLiteral("info"), ContinuationCard::tr("Different data order")};
    case Continuation::Shifted: return {Tone::Warning, QStringLiteral("triangle"), ContinuationCard::tr("Steps shifted")};
    case Continuation::TooEarly: break;
    }
    return {Tone::Stale, QStringLiteral("question"), ContinuationCard::tr("Too early to tell")};
}

}  // namespace

ContinuationCard::ContinuationCard(QWidget *parent) : Card(parent), m_badge(new Badge), m_sentence(new Label(TextRole::Body, Ink::Text2))
{
    setObjectName(QStringLiteral("runContinuation"));
    auto *const row = new QHBoxLayout(this);
    row->setContentsMargins(dp(14), dp(8), dp(14), dp(8));
    row->setSpacing(dp(8));
    row->addWidget(m_badge, 0, Qt::AlignTop);
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    row->addWidget(m_sentence, 1);
    hide();
}

void ContinuationCard::setEarlier(std::optional<double> resumeStep, const QList<QPointF> &loss)
{
    if (resumeStep == m_resumeStep && loss == m_earlier)
        return;
    m_resumeStep = resumeStep;
    m_earlier = loss;
    m_compared = -1;
    m_verdict = {};
    m_goodSince.invalidate();
    hide();
}

void ContinuationCard::leaveWhenQuiet()
{
    const bool isQuiet = m_verdict.kind == Continuation::AsBefore && m_verdict.compared >= kContinuationEnough;
    if (isQuiet && (!m_goodSince.isValid() || m_goodSince.hasExpired(kSeen.count())))
        hide();
}

void ContinuationCard::compare(const TrainingSeries &loss)
{
    if (m_resumeStep && loss.count() != m_compared && m_verdict.compared < kContinuationEnough) {
        m_compared = loss.count();
        m_verdict = continuationOf({qint64(*m_resumeStep), m_earlier}, loss);
        showVerdict();
    }
    leaveWhenQuiet();
}

void ContinuationCard::showVerdict()
{
    if (m_verdict.kind == Continuation::TooEarly) {
        hide();
        return;
    }
    const BadgeLook look = lookOf(m_verdict.kind);
    m_badge->setLook(look);
    setOutline(m_verdict.kind == Continuation::AsBefore ? std::nullopt : std::optional<Tone>(look.tone));
    m_sentence->setText(m_verdict.sentence);
    // A good result is not shown to a user who opens the page later.
    if (m_verdict.kind == Continuation::AsBefore && !m_goodSince.isValid() && m_verdict.compared < kContinuationEnough)
        m_goodSince.start();
    show();
}

}  // namespace trainyard

#include "moc_continuationcard.cpp"
