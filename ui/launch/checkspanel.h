// SPDX-License-Identifier: GPL-3.0-or-later
// "Checks before launch": a row for each check with its state, one sentence and, where it helps, a correction. One stop of Tab; Up and Down
// go through the rows, Enter takes the correction of a row. F6 reaches it. objectNames: "launchChecks", "launchChecksSum",
// "launchChecksNote", and for each LaunchCheck::Subject "launchCheck0" (row), "launchCheckWhat0" (sentence), "launchCheckMend0" (correction).
#pragma once

#include "core/service/runs/launchchecks.h"
#include "ui/common/card.h"

#include <QDateTime>

#include <chrono>

namespace trainyard {

class Badge;
class CheckRow;
class Label;

class ChecksPanel : public Card {
    Q_OBJECT
public:
    explicit ChecksPanel(QWidget *parent = nullptr);

    // Without checks, `note` says why there are none.
    void setChecks(const QList<LaunchCheck> &checks, const QString &note = {});
    // For how long the machine has been asked, and when it answered last; invalid: never.
    void setAsked(std::chrono::seconds waiting, const QDateTime &answered);

Q_SIGNALS:
    void remedyRequested(const trainyard::LaunchCheck &check);

private:
    void moveFrom(const CheckRow *row, int step);

    QList<LaunchCheck> m_checks;
    Badge *m_sum;
    Label *m_note, *m_asked;
    QList<CheckRow *> m_rows;  // by subject
};

}  // namespace trainyard
