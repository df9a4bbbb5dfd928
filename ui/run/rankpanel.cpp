// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/rankpanel.h"

#include "core/base/format.h"
#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/common/readingtable.h"
#include "ui/run/stacksdialog.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {
namespace {

constexpr int kShownRanks = 5;  // longer lists scroll

}  // namespace

RankPanel::RankPanel(QWidget *parent)
    : Card(parent), m_reason(new Label(TextRole::Body, Ink::Text1)), m_table(new QTableWidget(0, 4)),
      m_stacks(makeButton(QStringLiteral("rankStacks"), tr("View stack traces")))
{
    setObjectName(QStringLiteral("rankPanel"));
    setOutline(Tone::Warning);
    m_reason->setWordWrap(true);
    makeReadingTable(m_table, QStringLiteral("rankTable"), tr("Last output of each rank"));
    m_table->setHorizontalHeaderLabels({tr("Rank"), tr("Last step"), tr("Last line"), tr("Output")});
    m_table->horizontalHeader()->setStretchLastSection(true);
    auto *const head = new QHBoxLayout;
    head->addWidget(m_reason, 1);
    head->addWidget(m_stacks, 0, Qt::AlignTop);
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(dp(14), dp(10), dp(10), dp(10));
    column->addLayout(head);
    column->addWidget(m_table);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(m_stacks, &QPushButton::clicked, this, &RankPanel::stacksRequested);
}

void RankPanel::setRanks(const QList<RankState> &ranks, const QString &reason, qint64 machineMs)
{
    m_reason->setText(reason);
    m_table->setVisible(!ranks.isEmpty());
    if (m_table->rowCount() != ranks.size())
        m_table->setRowCount(int(ranks.size()));
    for (int row = 0; row < ranks.size(); ++row) {
        const RankState &rank = ranks[row];
        const QString step = rank.lastStep ? formatCount(qint64(*rank.lastStep)) + (rank.isBehind ? tr(", behind") : QString())
                                           : unknownWord();
        const QString ago = rank.lastTimeMs && machineMs > 0
                                ? tr("%1 ago").arg(formatDuration(std::max<qint64>(0, machineMs - *rank.lastTimeMs)))
                                : unknownWord();
        const QStringList texts{QString::number(rank.rank), step, ago, rank.lastLine};
        for (int column = 0; column < texts.size(); ++column) {
            QTableWidgetItem *item = m_table->item(row, column);
            if (!item)
                m_table->setItem(row, column, item = new QTableWidgetItem);
            if (item->text() != texts[column])
                item->setText(texts[column]);
        }
    }
    if (m_ranks.size() != ranks.size()) {
        const int rows = std::min(kShownRanks, int(ranks.size()));
        m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() + rows * m_table->verticalHeader()->defaultSectionSize()
                                + 2);
        m_table->resizeColumnToContents(0);
    }
    m_ranks = ranks;
}

void RankPanel::setAsking(bool isAsking)
{
    setDisabledReason(m_stacks, isAsking ? tr("Already reading from the machine.") : QString());
    m_stacks->setText(isAsking ? tr("Asking…") : tr("View stack traces"));
}

void RankPanel::showStacks(const QString &text)
{
    auto *const dialog = new StacksDialog(text, window());
    dialog->open();
}

}  // namespace trainyard

#include "moc_rankpanel.cpp"
