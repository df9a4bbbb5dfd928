// SPDX-License-Identifier: GPL-3.0-or-later
// A summary of all checkpoints of a run or of an added location, with the actions for all of them: prune, empty the trash, refresh, remove
// the location. Takes plain values. objectNames: "groupPanel", "groupPrune", "groupLook", "groupOpenRun", "groupRemove", "groupProblem",
// "groupDiskSpace".
#pragma once

#include "ui/checkpoints/checkpointmodel.h"
#include "ui/common/card.h"

class QGridLayout;
class QPushButton;
class QVBoxLayout;

namespace trainyard {

class Badge;
class ElidedLabel;
class Label;

class GroupPanel : public Card {
    Q_OBJECT
public:
    explicit GroupPanel(QWidget *parent = nullptr);

    void setGroup(const CheckpointGroup &group, const QDateTime &now);
    void setLooking(bool isLooking);
    // How many more fit there: one sentence, empty when unknown.
    void setDiskSpace(const QString &text);
    const QString &lineage() const { return m_lineage; }

Q_SIGNALS:
    void pruneRequested();
    void lookRequested();
    void openRunRequested();
    void removeRequested();

private:
    void addFact(const QString &name, const QString &value, bool isCode = false);

    QString m_lineage;
    Label *m_title;
    ElidedLabel *m_subtitle;
    Label *m_problem, *m_diskSpace;
    QPushButton *m_prune, *m_look, *m_openRun, *m_remove;
    QWidget *m_factsHolder = nullptr;
    QVBoxLayout *m_column;
    QGridLayout *m_facts = nullptr;
};

}  // namespace trainyard
