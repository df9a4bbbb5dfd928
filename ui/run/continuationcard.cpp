#include "ui/run/continuationcard.h"

#include "ui/common/badge.h"
#include "ui/common/label.h"

#include <QHBoxLayout>

#include <algorithm>
#include <limits>

namespace trainyard {
namespace {

constexpr int kEnough = 50;      // values: what compareContinuation() looks at
constexpr double kFirst = 80;    // steps' worth of the run's beginning

BadgeLook lookOf(Continuation kind)
{
    switch (kind) {
    case Continuation::AsBefore: return {Tone::Ok, QStringLiteral("check"), ContinuationCard::tr("Goes on")};
    case Continuation::FromStart: return {Tone::Bad, QStringLiteral("cross"), ContinuationCard::tr("Began anew")};
    case Continuation::Broken: return {Tone::Bad, QStringLiteral("cross"), ContinuationCard::tr("No numbers")};
    case Continuation::Higher:
    case Continuation::Lower: return {Tone::Warning, QStringLiteral("triangle"), ContinuationCard::tr("Another loss")};
    case Continuation::TooEarly: break;
    }
    return {Tone::Stale, QStringLiteral("question"), ContinuationCard::tr("Too early")};
}

}  // namespace

ContinuationCard::ContinuationCard(QWidget *parent) : Card(parent), m_badge(new Badge), m_sentence(new Label(TextRole::Body, Ink::Text2))
{
    setObjectName(QStringLiteral("runContinuation"));
    auto *const row = new QHBoxLayout(this);
    row->setContentsMargins(dp(14), dp(8), dp(14), dp(8));
    row->setSpacing(dp(8));
    row->addWidget(m_badge, 0, Qt::AlignTop);
    m_sentence->setTextFormat(Qt::PlainText);
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
    hide();
}

void ContinuationCard::compare(const TrainingSeries &loss)
{
    if (!m_resumeStep || loss.count() == m_compared || m_verdict.compared >= kEnough)
        return;
    m_compared = loss.count();
    const double every = loss.count() > 1 ? (loss.lastStep() - loss.firstStep()) / double(loss.count() - 1) : 0;
    QList<QPointF> now = loss.line(loss.firstStep(), std::max(loss.firstStep(), *m_resumeStep) + kFirst * every, 4000);
    // The line leaves out what is no number.
    if (const auto last = loss.last(); now.size() < 3 && last && loss.brokenCount() >= 3) {
        for (int i = 0; i < 3; ++i)
            now << QPointF(last->step, std::numeric_limits<double>::quiet_NaN());
    }
    m_verdict = compareContinuation(m_earlier, now, *m_resumeStep);
    if (m_verdict.kind == Continuation::TooEarly) {
        hide();
        return;
    }
    const BadgeLook look = lookOf(m_verdict.kind);
    m_badge->setLook(look);
    setOutline(m_verdict.kind == Continuation::AsBefore ? std::nullopt : std::optional<Tone>(look.tone));
    m_sentence->setText(m_verdict.sentence);
    show();
}

}  // namespace trainyard
