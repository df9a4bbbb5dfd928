// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/checkspanel.h"

#include "core/base/format.h"
#include "ui/common/accessiblerole.h"
#include "ui/common/badge.h"
#include "ui/common/focusforward.h"
#include "ui/common/label.h"
#include "ui/launch/checkrow.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

ChecksPanel::ChecksPanel(QWidget *parent)
    : Card(parent), m_sum(new Badge), m_note(makeProse({}, TextRole::Body, Ink::Text3)), m_asked(new Label(TextRole::Small, Ink::Text3))
{
    setObjectName(QStringLiteral("launchChecks"));
    setAccessibleName(tr("Checks before launch"));
    setAccessibleRole(this, QAccessible::List);
    m_sum->setObjectName(QStringLiteral("launchChecksSum"));
    m_note->setObjectName(QStringLiteral("launchChecksNote"));
    auto *const head = new QHBoxLayout;
    head->setSpacing(dp(8));
    // The rows need room for the frame of the focus around them; what is above and below aligns with their texts.
    head->setContentsMargins(dp(4), 0, dp(4), 0);
    m_note->setContentsMargins(dp(4), 0, dp(4), 0);
    m_asked->setContentsMargins(dp(4), 0, dp(4), 0);
    head->addWidget(new Label(tr("Checks before launch"), TextRole::Section), 1);
    head->addWidget(m_sum);
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(dp(12), dp(12), dp(12), dp(12));
    column->setSpacing(dp(4));
    column->addLayout(head);
    column->addWidget(m_note);
    for (int subject = 0; subject < kLaunchSubjects; ++subject) {
        auto *const row = new CheckRow(subject);
        row->hide();
        column->addWidget(row);
        m_rows << row;
        connect(row, &CheckRow::moveRequested, this, [this, row](int step) { moveFrom(row, step); });
        connect(row, &CheckRow::remedyRequested, this, &ChecksPanel::remedyRequested);
    }
    column->addWidget(m_asked);
    makeArea(this);
    setChecks({});
    setAsked({}, {});
}

void ChecksPanel::setChecks(const QList<LaunchCheck> &checks, const QString &note)
{
    m_note->setText(note);
    m_note->setVisible(checks.isEmpty());
    m_sum->setVisible(!checks.isEmpty());
    if (checks == m_checks)
        return;
    m_checks = checks;
    int fine = 0, toDo = 0, open = 0;
    bool hasProblem = false;
    QList<bool> isShown(kLaunchSubjects, false);
    for (const LaunchCheck &check : checks) {
        CheckRow *const row = m_rows[int(check.subject)];
        row->setCheck(check);
        isShown[int(check.subject)] = true;
        fine += check.state == LaunchCheck::State::Ok;
        toDo += check.state == LaunchCheck::State::Warning || check.state == LaunchCheck::State::Problem;
        open += check.state == LaunchCheck::State::Unknown || check.state == LaunchCheck::State::Asking;
        hasProblem = hasProblem || check.state == LaunchCheck::State::Problem;
    }
    // One row takes the Tab key: the one that had it, while it is shown.
    const auto hasTab = [&](const CheckRow *row) { return row->focusPolicy() & Qt::TabFocus; };
    bool isTaken = false;
    for (int i = 0; i < kLaunchSubjects; ++i) {
        m_rows[i]->setVisible(isShown[i]);
        isTaken = isTaken || (isShown[i] && hasTab(m_rows[i]));
    }
    for (int i = 0; i < kLaunchSubjects; ++i) {
        const bool isFirst = isShown[i] && !isTaken;
        m_rows[i]->setFocusPolicy(isFirst || (isShown[i] && hasTab(m_rows[i])) ? Qt::StrongFocus : Qt::ClickFocus);
        isTaken = isTaken || isFirst;
    }
    QStringList parts;
    if (fine > 0)
        parts << tr("%n fine", nullptr, fine);
    if (toDo > 0)
        parts << tr("%n to do", nullptr, toDo);
    if (open > 0)
        parts << tr("%n unknown", nullptr, open);
    const QString text = parts.join(tr(", ", "between counts"));
    if (hasProblem)
        m_sum->setLook({Tone::Bad, QStringLiteral("cross"), text});
    else if (toDo > 0)
        m_sum->setLook({Tone::Warning, QStringLiteral("triangle"), text});
    else if (open > 0)
        m_sum->setLook({Tone::Stale, QStringLiteral("half"), text});
    else
        m_sum->setLook({Tone::Ok, QStringLiteral("check"), text});
}

void ChecksPanel::setAsked(std::chrono::seconds waiting, const QDateTime &answered)
{
    for (CheckRow *const row : std::as_const(m_rows))
        row->setWaiting(waiting);
    m_asked->setVisible(answered.isValid());
    if (answered.isValid())
        m_asked->setText(tr("The machine answered at %1.").arg(formatMoment(answered, QDateTime::currentDateTime())));
}

void ChecksPanel::moveFrom(const CheckRow *row, int step)
{
    for (qsizetype at = m_rows.indexOf(row) + step; at >= 0 && at < m_rows.size(); at += step) {
        if (m_rows[at]->isHidden())
            continue;
        for (CheckRow *const other : std::as_const(m_rows))
            other->setFocusPolicy(other == m_rows[at] ? Qt::StrongFocus : Qt::ClickFocus);
        m_rows[at]->setFocus(Qt::OtherFocusReason);
        return;
    }
}

}  // namespace trainyard

#include "moc_checkspanel.cpp"
