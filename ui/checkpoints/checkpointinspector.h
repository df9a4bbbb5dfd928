// Everything known about one checkpoint, and what can be done with it. objectNames: "checkpointInspector",
// "inspectorResume", "inspectorCopyPath", "inspectorOpenRun".
#pragma once

#include "core/run/checkpointscan.h"
#include "ui/common/card.h"

#include <QDateTime>

class QGridLayout;
class QPushButton;
class QToolButton;
class QScrollArea;

namespace trainyard {

class Badge;
class ElidedLabel;
class Label;

class CheckpointInspector : public Card {
    Q_OBJECT
public:
    explicit CheckpointInspector(QWidget *parent = nullptr);

    void setCheckpoint(const FoundCheckpoint &found, const QDateTime &now);
    void clear();

Q_SIGNALS:
    void resumeRequested(const trainyard::FoundCheckpoint &from);
    void openRunRequested(const QString &runId);

private:
    void addFact(const QString &name, const QString &value, bool isCode = false);
    QWidget *makeBody();

    FoundCheckpoint m_found;
    ElidedLabel *m_title = nullptr;
    Badge *m_verdict = nullptr, *m_latestGood = nullptr;
    ElidedLabel *m_subtitle = nullptr;
    QPushButton *m_resume = nullptr, *m_openRun = nullptr;
    QToolButton *m_copy = nullptr;
    Label *m_reason = nullptr, *m_reasonIcon = nullptr, *m_hint = nullptr;
    QScrollArea *m_scroll = nullptr;
    QWidget *m_head = nullptr;
    QGridLayout *m_facts = nullptr;
};

}  // namespace trainyard
