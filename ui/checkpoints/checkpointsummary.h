// What was checked, with its evidence, and what is known about one checkpoint. Plain values in; texts of files as plain text.
// objectNames: "inspectorReason", "inspectorLookAgain".
#pragma once

#include "core/run/checkpointscan.h"
#include "ui/common/icons.h"

#include <QScrollArea>

#include <memory>
#include <optional>

class QGridLayout;
class QVBoxLayout;

namespace trainyard {

// How far the look inside is.
struct LookInside {
    std::shared_ptr<const Inspection> inspection;   // null: not (yet)
    bool isUnderWay = false;
    std::optional<Error> error;                     // why there is none
};

class CheckpointSummary : public QScrollArea {
    Q_OBJECT
public:
    explicit CheckpointSummary(QWidget *parent = nullptr);

    void setCheckpoint(const FoundCheckpoint &found, const LookInside &look);

Q_SIGNALS:
    void lookRequested();

private:
    void addCheck(const QString &iconName, Ink ink, const QString &text, const QString &evidence, const QString &objectName = {});
    void addFact(const QString &name, const QString &value, bool isCode = false);
    void addChecks(const FoundCheckpoint &found, const LookInside &look);
    void addFacts(const FoundCheckpoint &found, const Inspection *inspection);
    void addParameters(const Inspection &inspection);

    QVBoxLayout *m_column = nullptr;
    QGridLayout *m_checks = nullptr, *m_facts = nullptr;
};

}  // namespace trainyard
