// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/resumelimits.h"

#include "core/base/duration.h"
#include "core/base/sentences.h"
#include "ui/checkpoints/internal/typingpause.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/common/moneyedit.h"

#include <QGridLayout>
#include <QLineEdit>
#include <QSignalBlocker>

#include <chrono>

namespace trainyard {
namespace {

// "12", "1.5" are hours; "90m", "3d" state their unit.
std::optional<std::chrono::seconds> timeOf(QString text)
{
    text = text.trimmed().replace(u',', u'.');
    if (!text.isEmpty() && text.back().isDigit())
        text += u'h';
    const auto time = parseDuration(text);
    return time && time->count() > 0 ? time : std::nullopt;
}

}  // namespace

ResumeLimitsEdit::ResumeLimitsEdit(QWidget *parent)
    : QWidget(parent), m_hours(new QLineEdit), m_budget(new MoneyEdit(QStringLiteral("resumeBudget"), tr("Budget"))),
      m_hoursRow(new FieldRow(tr("Time limit, hours"), m_hours)), m_budgetRow(new FieldRow(tr("Budget"), m_budget)),
      m_cost(new Label({}, TextRole::Small, Ink::Text2))
{
    m_hours->setObjectName(QStringLiteral("resumeHours"));
    m_hours->setPlaceholderText(tr("no limit"));
    m_budget->amount()->setPlaceholderText(tr("none"));
    m_cost->setObjectName(QStringLiteral("resumeCost"));
    m_cost->setWordWrap(true);
    m_cost->hide();
    for (FieldRow *const row : {m_hoursRow, m_budgetRow})
        row->setRoomKept(false);
    auto *const grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(dp(12));
    grid->setVerticalSpacing(dp(8));
    grid->setColumnStretch(0, 2);
    grid->setColumnStretch(1, 3);
    grid->addWidget(new Label(tr("Limits and cost"), TextRole::Section), 0, 0, 1, 2);
    grid->addWidget(m_hoursRow, 1, 0, Qt::AlignTop);
    grid->addWidget(m_budgetRow, 1, 1, Qt::AlignTop);
    grid->addWidget(m_cost, 2, 0, 1, 2);
    m_later.setSingleShot(true);
    m_later.setInterval(kAfterKeys);
    const auto written = [this] {
        m_isWritten = true;
        m_later.start();
        Q_EMIT edited();
    };
    connect(m_hours, &QLineEdit::textEdited, this, written);
    connect(m_budget, &MoneyEdit::edited, this, written);
    connect(&m_later, &QTimer::timeout, this, [this] {
        check();
        if (isRight())
            Q_EMIT changed();
    });
}

void ResumeLimitsEdit::propose(const ResumeLimits &limits, std::optional<Currency> currency)
{
    if (m_isWritten)
        return;
    const QSignalBlocker blocker(m_budget);
    m_hours->setText(limits.hours ? QString::number(*limits.hours, 'g', 6) : QString());
    if (limits.budget)
        m_budget->setMoney(*limits.budget);
    else if (currency)
        m_budget->setCurrency(*currency);
}

void ResumeLimitsEdit::setCost(const QStringList &sentences, bool isCutShort)
{
    m_cost->setText(joinedSentences(sentences));
    m_cost->setInk(isCutShort ? Ink::Warning : Ink::Text2);
    m_cost->setVisible(!sentences.isEmpty());
}

std::optional<double> ResumeLimitsEdit::hours() const
{
    const auto time = timeOf(m_hours->text());
    return time ? std::optional(double(time->count()) / 3600) : std::nullopt;
}

std::optional<ResumeLimits> ResumeLimitsEdit::limits() const
{
    if (!m_isWritten)
        return std::nullopt;
    ResumeLimits limits;
    limits.hours = hours();
    if (const auto budget = m_budget->money())
        limits.budget = *budget;
    return limits;
}

bool ResumeLimitsEdit::isRight() const
{
    return (m_hours->text().trimmed().isEmpty() || hours()) && (m_budget->amount()->text().trimmed().isEmpty() || m_budget->money());
}

void ResumeLimitsEdit::check()
{
    if (m_hours->text().trimmed().isEmpty() || hours())
        m_hoursRow->clearError();
    else
        m_hoursRow->setError(tr("Enter hours such as 12 or 1.5, or 90m, 3d."));
    const auto budget = m_budget->money();
    if (m_budget->amount()->text().trimmed().isEmpty() || budget)
        m_budgetRow->clearError();
    else
        m_budgetRow->setError(budget.error().what);
}

}  // namespace trainyard

#include "moc_resumelimits.cpp"
