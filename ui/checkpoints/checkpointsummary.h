// SPDX-License-Identifier: GPL-3.0-or-later
// The checks of one checkpoint with their evidence, and what is known about it. Takes plain values; texts from files are shown as plain
// text. objectNames: "inspectorReason", "inspectorLookAgain", "inspectorVerify".
#pragma once

#include "core/checkpoint/retention/verification.h"
#include "core/service/runs/checkpointscan.h"
#include "ui/common/icons.h"

#include <QPointer>
#include <QScrollArea>

#include <memory>
#include <optional>

class QGridLayout;
class QVBoxLayout;

namespace trainyard {

class Label;

// How far the inspection is.
struct LookInside {
    std::shared_ptr<const Inspection> inspection;  // null: not (yet)
    bool isUnderWay = false;
    std::optional<Error> error;    // why there is none
    bool isBeingVerified = false;  // every byte is being read
    std::optional<Result<Verification>> verification;
};

class CheckpointSummary : public QScrollArea {
    Q_OBJECT
public:
    explicit CheckpointSummary(QWidget *parent = nullptr);

    void setCheckpoint(const FoundCheckpoint &found, const LookInside &look);

    // Progress of the verification under way.
    void setVerifyProgress(qint64 doneBytes, qint64 totalBytes);

Q_SIGNALS:
    void lookRequested();
    void verifyRequested();

private:
    void addCheck(const QString &iconName, Ink ink, const QString &text, const QString &evidence, const QString &objectName = {});
    void addFact(const QString &name, const QString &value, bool isCode = false);
    void addChecks(const FoundCheckpoint &found, const LookInside &look);
    void addFacts(const FoundCheckpoint &found, const Inspection *inspection);
    void addParameters(const Inspection &inspection);

    void addVerification(const LookInside &look);

    QVBoxLayout *m_column = nullptr;
    QPointer<Label> m_progress;
    QGridLayout *m_checks = nullptr, *m_facts = nullptr;
};

}  // namespace trainyard
