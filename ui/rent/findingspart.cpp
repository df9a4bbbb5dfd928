// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/findingspart.h"

#include "core/base/seentext.h"
#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/rent/rentsign.h"
#include "ui/rent/rentwords.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

namespace {

constexpr qsizetype kShown = 200;  // characters of an answer

// Whether the machine cannot be asked for as long as this is not answered.
bool isDecisive(RentQuestion question) { return question < RentQuestion::Price; }

bool isOfCloud(RentQuestion question) { return question < RentQuestion::Budget; }

}  // namespace

RentFindingsPart::RentFindingsPart(QWidget *parent)
    : QWidget(parent), m_policy(makeButton(QStringLiteral("rentPolicy"), tr("Rights needed…"), ButtonVariant::Link, {}, this)),
      m_again(makeButton(QStringLiteral("rentLookAgain"), tr("Check again"), ButtonVariant::Link, {}, this))
{
    setObjectName(QStringLiteral("rentFindings"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(6));
    column->addWidget(new Label(tr("Before you rent"), TextRole::Section, Ink::Text1, this));
    for (size_t i = 0; i < m_lines.size(); ++i) {
        Line &line = m_lines[i];
        line.finding.question = RentQuestion(i);
        if (!isOfCloud(line.finding.question))
            line.finding.state = RentFinding::State::Unknown;
        line.row = new QWidget(this);
        line.row->setObjectName(QStringLiteral("rentFinding%1").arg(i));
        line.sign = new RentSign(line.row);
        line.sentence = makeProse({}, TextRole::Small, Ink::Text1, line.row);
        line.value = new Label(TextRole::Small, Ink::Text3, line.row);
        line.value->setAlignment(Qt::AlignRight | Qt::AlignTop);
        auto *row = new QHBoxLayout(line.row);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(dp(8));
        row->addWidget(line.sign, 0, Qt::AlignTop);
        row->addWidget(line.sentence, 1);
        row->addWidget(line.value, 0, Qt::AlignTop);
        column->addWidget(line.row);
        show(line);
    }
    auto *links = new QHBoxLayout;
    links->setSpacing(dp(12));
    links->addWidget(m_policy);
    links->addWidget(m_again);
    links->addStretch(1);
    column->addLayout(links);
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, &RentFindingsPart::showWaiting);
    connect(m_policy, &QPushButton::clicked, this, &RentFindingsPart::policyRequested);
    connect(m_again, &QPushButton::clicked, this, &RentFindingsPart::lookRequested);
}

void RentFindingsPart::begin()
{
    m_since.start();
    m_tick.start();
    m_again->hide();
    for (Line &line : m_lines) {
        if (!isOfCloud(line.finding.question))
            continue;
        line.finding = {line.finding.question, RentFinding::State::Asking, {}, {}, {}};
        show(line);
    }
}

void RentFindingsPart::setFinding(const RentFinding &finding)
{
    Line &line = m_lines[size_t(finding.question)];
    line.finding = finding;
    show(line);
    const bool isAsking = std::any_of(m_lines.begin(), m_lines.end(),
                                      [](const Line &one) { return one.finding.state == RentFinding::State::Asking; });
    if (!isAsking)
        m_tick.stop();
    m_again->setVisible(!isAsking);
}

void RentFindingsPart::show(Line &line)
{
    const RentFinding &finding = line.finding;
    const QString word = questionWord(finding.question);
    switch (finding.state) {
    case RentFinding::State::Asking: line.sign->setSign(QStringLiteral("clock"), Ink::Text3); break;
    case RentFinding::State::Fine: line.sign->setSign(QStringLiteral("check"), Ink::Ok); break;
    case RentFinding::State::Unknown: line.sign->setSign(QStringLiteral("question"), Ink::Text3); break;
    case RentFinding::State::Doubtful: line.sign->setSign(QStringLiteral("triangle"), Ink::Warning); break;
    case RentFinding::State::Refused: line.sign->setSign(QStringLiteral("cross"), Ink::Bad); break;
    }
    const bool isAsking = finding.state == RentFinding::State::Asking;
    const bool isUnknown = finding.state == RentFinding::State::Unknown;
    const QString answer = seenText(finding.sentence.left(kShown));
    //: what is asked, what is known about it
    line.sentence->setText(isAsking ? word : isUnknown ? tr("%1: %2").arg(word, answer) : answer);
    line.sentence->setInk(finding.state == RentFinding::State::Refused    ? Ink::Bad
                          : finding.state == RentFinding::State::Doubtful ? Ink::Warning
                          : isAsking || isUnknown                         ? Ink::Text2
                                                                          : Ink::Text1);
    // An identity is long: its end tells one from the other.
    const QString value = seenText(finding.value);
    line.value->setText(isAsking ? tr("asking") : value.size() > 24 ? u'…' + value.right(22) : value);
    line.value->setToolTip(value.toHtmlEscaped());
    line.row->setVisible(isOfCloud(finding.question) || !answer.isEmpty());
    line.row->setAccessibleName(QStringList{line.sentence->text(), value}.join(QLatin1Char(' ')).trimmed());
}

void RentFindingsPart::showWaiting()
{
    for (Line &line : m_lines) {
        if (line.finding.state == RentFinding::State::Asking)
            line.value->setText(tr("asking, %1 s").arg(m_since.elapsed() / 1000));
    }
}

QString RentFindingsPart::problem() const
{
    for (const Line &line : m_lines) {
        if (line.finding.state == RentFinding::State::Refused)
            return line.finding.sentence;
    }
    for (const Line &line : m_lines) {
        if (line.finding.state == RentFinding::State::Asking && isDecisive(line.finding.question))
            return tr("The provider is still being asked: %1.").arg(questionWord(line.finding.question));
    }
    return {};
}

}  // namespace trainyard

#include "moc_findingspart.cpp"
