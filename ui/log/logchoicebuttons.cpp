// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/logchoicebuttons.h"

#include "ui/common/buttons.h"
#include "ui/theme/theme.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>

#include <algorithm>

namespace trainyard {
namespace {

constexpr int kMaxRanksListed = 256;  // more do not fit a menu

const std::array<LogLevel, 4> kLevels = {LogLevel::None, LogLevel::Info, LogLevel::Warning, LogLevel::Error};

}  // namespace

LogChoiceButtons::LogChoiceButtons(QWidget *parent)
    : QWidget(parent), m_ranks(makeButton(QStringLiteral("logRanks"), {}, ButtonVariant::Normal, QStringLiteral("filter"))),
      m_levels(makeButton(QStringLiteral("logLevels"), {})), m_rankMenu(new QMenu(this)), m_levelMenu(new QMenu(this))
{
    auto *const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(dp(6));
    row->addWidget(m_ranks);
    row->addWidget(m_levels);
    setSmall(m_ranks);
    setSmall(m_levels);
    m_rankMenu->setObjectName(QStringLiteral("logRankMenu"));
    m_levelMenu->setObjectName(QStringLiteral("logLevelMenu"));
    m_ranks->setMenu(m_rankMenu);
    m_levels->setMenu(m_levelMenu);
    connect(m_rankMenu, &QMenu::aboutToShow, this, &LogChoiceButtons::fillRanks);
    connect(m_levelMenu, &QMenu::aboutToShow, this, &LogChoiceButtons::fillLevels);
    showChoice();
    setKnown({}, false);
}

void LogChoiceButtons::setKnown(const std::vector<bool> &ranks, bool hasLevels)
{
    m_known = ranks;
    m_ranks->setVisible(!ranks.empty() || !m_choice.hasAllRanks);
    setDisabledReason(m_levels, hasLevels || m_choice.least != LogLevel::None ? QString() : tr("No line of this log has a level."));
}

void LogChoiceButtons::reset()
{
    m_choice = {};
    showChoice();
}

void LogChoiceButtons::fillRanks()
{
    m_rankMenu->clear();
    const auto add = [this](const QString &name, const QString &text, bool isOn, auto f) {
        QAction *const action = m_rankMenu->addAction(text, this, f);
        action->setObjectName(name);
        action->setCheckable(true);
        action->setChecked(isOn);
    };
    add(QStringLiteral("rankAll"), tr("All ranks"), m_choice.hasAllRanks, [this] {
        LogChoice choice = m_choice;
        choice.hasAllRanks = true;
        choice.ranks.clear();
        choose(choice);
    });
    add(QStringLiteral("rankNone"), tr("Lines without a rank"), !m_choice.hasAllRanks && m_choice.withoutRank, [this] { toggleRank(-1); });
    m_rankMenu->addSeparator();
    int listed = 0;
    for (size_t i = 0; i < m_known.size() && listed < kMaxRanksListed; ++i) {
        if (!m_known[i])
            continue;
        const int rank = int(i);
        add(QStringLiteral("rank%1").arg(rank), tr("Rank %1").arg(rank),
            !m_choice.hasAllRanks && i < m_choice.ranks.size() && m_choice.ranks[i], [this, rank] { toggleRank(rank); });
        ++listed;
    }
}

void LogChoiceButtons::fillLevels()
{
    m_levelMenu->clear();
    auto *const group = new QActionGroup(m_levelMenu);
    const QStringList names{tr("All levels"), tr("Info and up"), tr("Warnings and errors"), tr("Errors only")};
    for (size_t i = 0; i < kLevels.size(); ++i) {
        QAction *const action = m_levelMenu->addAction(names[qsizetype(i)], this, [this, i] {
            LogChoice choice = m_choice;
            choice.least = kLevels[i];
            choose(choice);
        });
        action->setObjectName(QStringLiteral("level%1").arg(i));
        action->setCheckable(true);
        action->setChecked(m_choice.least == kLevels[i]);
        group->addAction(action);
    }
}

void LogChoiceButtons::toggleRank(int rank)
{
    LogChoice choice = m_choice;
    choice.hasAllRanks = false;
    if (m_choice.hasAllRanks) {
        choice.withoutRank = false;
        choice.ranks.clear();
    }
    if (rank < 0) {
        choice.withoutRank = !choice.withoutRank;
    } else {
        if (choice.ranks.size() <= size_t(rank))
            choice.ranks.resize(size_t(rank) + 1);
        choice.ranks[size_t(rank)] = !choice.ranks[size_t(rank)];
    }
    // Selecting none would hide everything.
    if (!choice.withoutRank && std::find(choice.ranks.begin(), choice.ranks.end(), true) == choice.ranks.end())
        choice.hasAllRanks = true;
    if (choice.hasAllRanks)
        choice.ranks.clear();
    choose(choice);
}

void LogChoiceButtons::choose(const LogChoice &choice)
{
    if (choice == m_choice)
        return;
    m_choice = choice;
    showChoice();
    Q_EMIT choiceChanged();
}

void LogChoiceButtons::showChoice()
{
    QString ranks = tr("All ranks");
    if (!m_choice.hasAllRanks) {
        const auto count = std::count(m_choice.ranks.begin(), m_choice.ranks.end(), true);
        if (count == 0)
            ranks = tr("No rank");
        else if (count == 1 && !m_choice.withoutRank)
            ranks = tr("Rank %1").arg(std::find(m_choice.ranks.begin(), m_choice.ranks.end(), true) - m_choice.ranks.begin());
        else
            ranks = tr("%n rank(s)", nullptr, int(count));
    }
    m_ranks->setText(ranks);
    m_ranks->setAccessibleName(tr("Lines from: %1").arg(ranks));
    const QString level = m_choice.least == LogLevel::None      ? tr("All levels")
                          : m_choice.least == LogLevel::Info    ? tr("Info and up")
                          : m_choice.least == LogLevel::Warning ? tr("Warnings and errors")
                                                                : tr("Errors only");
    m_levels->setText(level);
    m_levels->setAccessibleName(tr("Levels: %1").arg(level));
}

}  // namespace trainyard

#include "moc_logchoicebuttons.cpp"
