// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/grouppanel.h"

#include "core/base/format.h"
#include "core/base/shownpath.h"
#include "ui/common/buttons.h"
#include "ui/common/factname.h"
#include "ui/common/label.h"
#include "ui/common/plaintip.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

GroupPanel::GroupPanel(QWidget *parent)
    : Card(parent), m_title(makeProse({}, TextRole::PageTitle, Ink::Text1)), m_subtitle(new ElidedLabel(TextRole::Small, Ink::Text3)),
      m_problem(new Label(TextRole::Body, Ink::Warning)), m_diskSpace(new Label(TextRole::Body, Ink::Text2)),
      m_prune(makeButton(QStringLiteral("groupPrune"), tr("Prune…"), ButtonVariant::Normal, QStringLiteral("trash"))),
      m_look(makeButton(QStringLiteral("groupLook"), tr("Refresh"), ButtonVariant::Normal, QStringLiteral("refresh"))),
      m_openRun(makeButton(QStringLiteral("groupOpenRun"), tr("Open run"))),
      m_remove(makeButton(QStringLiteral("groupRemove"), tr("Remove this location"), ButtonVariant::Destructive)),
      m_column(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("groupPanel"));
    m_problem->setObjectName(QStringLiteral("groupProblem"));
    m_diskSpace->setObjectName(QStringLiteral("groupDiskSpace"));
    for (Label *label : {m_problem, m_diskSpace}) {
        label->setWordWrap(true);
    }
    m_title->setMinimumWidth(dp(24));  // a long path does not widen the panel
    m_column->setContentsMargins(dp(16), dp(16), dp(16), dp(16));
    m_column->setSpacing(dp(8));
    m_column->addWidget(m_title);
    m_column->addWidget(m_subtitle);
    auto *const buttons = new QHBoxLayout;
    buttons->setSpacing(dp(8));
    buttons->addWidget(m_prune);
    buttons->addWidget(m_openRun);
    buttons->addWidget(m_look);
    buttons->addStretch(1);
    m_column->addLayout(buttons);
    m_column->addWidget(m_problem);
    m_column->addWidget(new Hairline);
    m_column->addStretch(1);
    m_column->addWidget(m_diskSpace);
    auto *const last = new QHBoxLayout;
    last->addWidget(m_remove);
    last->addStretch(1);
    m_column->addLayout(last);
    m_remove->setToolTip(tr("Removes it from this list. Its files are not changed."));
    connect(m_prune, &QPushButton::clicked, this, &GroupPanel::pruneRequested);
    connect(m_look, &QPushButton::clicked, this, &GroupPanel::lookRequested);
    connect(m_openRun, &QPushButton::clicked, this, &GroupPanel::openRunRequested);
    connect(m_remove, &QPushButton::clicked, this, &GroupPanel::removeRequested);
}

void GroupPanel::addFact(const QString &name, const QString &value, bool isCode)
{
    const int row = m_facts->rowCount();
    const TextRole role = isCode ? TextRole::Code : TextRole::Body;
    m_facts->addWidget(makeFactName(name, role, lineHeight(role)), row, 0, Qt::AlignTop);
    auto *const text = new ElidedLabel(role, Ink::Text1, Qt::ElideMiddle);
    text->setText(value);
    m_facts->addWidget(text, row, 1);
}

void GroupPanel::setGroup(const CheckpointGroup &group, const QDateTime &now)
{
    if (m_lineage != group.source.key)
        m_diskSpace->hide();
    m_lineage = group.source.key;
    const bool isPlace = group.place.has_value();
    m_title->setText(shownPath(group.source.name));
    m_openRun->setVisible(!isPlace);
    m_look->setVisible(isPlace);
    m_remove->setVisible(isPlace);
    m_subtitle->setText(isPlace ? tr("A location you added") : tr("Checkpoints of a run"));
    const bool isStore = isPlace && group.place->site.location.isInBucket();
    setDisabledReason(m_prune, isStore ? tr("Delete bucket contents at the provider, by hand or with lifecycle rules.")
                               : group.checkpoints.isEmpty() && !isPlace ? tr("There is nothing to prune.")
                                                                         : QString());
    m_problem->setVisible(isPlace && group.place->problem);
    if (isPlace && group.place->problem) {
        m_problem->setText(group.place->looked.isValid()
                               ? tr("%1 The list is from %2.").arg(group.place->problem->what, formatMoment(group.place->looked, now))
                               : group.place->problem->what);
        m_problem->setToolTip(plainTip(group.place->problem->detail));
    }
    delete m_factsHolder;
    m_factsHolder = new QWidget;
    m_facts = new QGridLayout(m_factsHolder);
    m_facts->setContentsMargins(0, 0, 0, 0);
    m_facts->setHorizontalSpacing(dp(12));
    m_facts->setVerticalSpacing(dp(6));
    m_facts->setColumnMinimumWidth(0, dp(92));
    m_facts->setColumnStretch(1, 1);
    qint64 bytes = 0;
    for (const FoundCheckpoint &found : group.checkpoints)
        bytes += found.checkpoint.sizeBytes;
    addFact(tr("Checkpoints"), formatCount(group.checkpoints.size()));
    addFact(tr("Size"), formatBytes(bytes));
    const FoundCheckpoint *const good = group.latestGood();
    addFact(tr("Latest good"), good ? checkpointTitle(good->checkpoint) : tr("none"));
    addFact(isStore ? tr("Store") : tr("Machine"), whereText(group.source));
    addFact(isStore ? tr("Address") : tr("Folder"), shownPath(isStore ? group.place->site.location.path : group.source.folder.path), true);
    if (isPlace)
        addFact(tr("Last scanned"), group.place->looked.isValid() ? formatMoment(group.place->looked, now) : tr("not yet"));
    m_column->insertWidget(m_column->count() - 3, m_factsHolder);
}

void GroupPanel::setLooking(bool isLooking)
{
    m_look->setEnabled(!isLooking);
    m_look->setText(isLooking ? tr("Scanning…") : tr("Refresh"));
}

void GroupPanel::setDiskSpace(const QString &text)
{
    m_diskSpace->setVisible(!text.isEmpty());
    m_diskSpace->setText(text);
}

}  // namespace trainyard

#include "moc_grouppanel.cpp"
