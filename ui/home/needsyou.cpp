// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/home/needsyou.h"

#include "ui/common/buttons.h"
#include "ui/common/iconlabel.h"
#include "ui/common/label.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace trainyard {

namespace {

constexpr qsizetype kMaxShown = 4;

}  // namespace

NeedsYou::NeedsYou(QWidget *parent) : Card(parent), m_count(new Label(TextRole::Small, Ink::Text3, this)), m_rows(new QVBoxLayout)
{
    auto *head = new QHBoxLayout;
    head->addWidget(new Label(tr("Needs attention"), TextRole::Section, Ink::Text1, this), 1);
    head->addWidget(m_count);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(dp(16), dp(12), dp(16), dp(12));
    column->setSpacing(dp(8));
    column->addLayout(head);
    m_rows->setSpacing(dp(8));
    column->addLayout(m_rows);
    hide();
}

void NeedsYou::setNeeds(const QList<Need> &needs)
{
    setVisible(!needs.isEmpty());
    if (needs == m_needs)
        return;
    m_needs = needs;
    m_count->setText(QString::number(needs.size()));
    while (QLayoutItem *item = m_rows->takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
    for (qsizetype i = 0; i < std::min(kMaxShown, needs.size()); ++i) {
        const Need &need = needs[i];
        auto *row = new QWidget(this);
        auto *line = new Hairline(Qt::Horizontal, row);
        auto *mark = new IconLabel(need.icon, inkOf(need.tone), 16, row);
        auto *fact = new ElidedLabel(TextRole::Body, Ink::Text1, Qt::ElideRight, row);
        fact->setText(need.fact);
        auto *context = new ElidedLabel(TextRole::Small, Ink::Text3, Qt::ElideRight, row);
        context->setText(need.context);
        auto *verb = makeButton(QStringLiteral("need-") + need.id, need.verb, ButtonVariant::Link, {}, row);
        verb->setAccessibleDescription(need.fact);
        const QString id = need.id;
        connect(verb, &QPushButton::clicked, this, [this, id] { Q_EMIT needTriggered(id); });
        auto *grid = new QGridLayout(row);
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setHorizontalSpacing(dp(8));
        grid->setVerticalSpacing(dp(1));
        grid->addWidget(line, 0, 0, 1, 3);
        grid->setRowMinimumHeight(1, dp(6));
        grid->addWidget(mark, 2, 0);
        grid->addWidget(fact, 2, 1);
        grid->addWidget(verb, 2, 2);
        if (need.canDismiss) {
            auto *dismiss = makeIconButton(QStringLiteral("dismiss-") + need.id, QStringLiteral("close"), tr("Dismiss"), row);
            dismiss->setAccessibleDescription(need.fact);
            connect(dismiss, &QToolButton::clicked, this, [this, id] { Q_EMIT needDismissed(id); });
            grid->addWidget(context, 3, 1);
            grid->addWidget(dismiss, 3, 2, Qt::AlignRight);
        } else {
            grid->addWidget(context, 3, 1, 1, 2);
        }
        grid->setColumnStretch(1, 1);
        m_rows->addWidget(row);
    }
}

}  // namespace trainyard

#include "moc_needsyou.cpp"
