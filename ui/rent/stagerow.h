// SPDX-License-Identifier: GPL-3.0-or-later
// One stage of renting: a ring with its number while it runs, a tick, a cross, or hollow; its seconds; and its evidence below.
#pragma once

#include "core/service/clouds/rentorder.h"

#include <QWidget>

namespace trainyard {

class Label;

class RentStageRow : public QWidget {
    Q_OBJECT
public:
    enum class State { ToCome, Now, Done, Failed };
    RentStageRow(RentStage stage, int number, QWidget *parent = nullptr);

    void setState(State state, const QString &evidence, std::chrono::milliseconds took);
    State state() const { return m_state; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const QString m_name;
    const int m_number;
    State m_state = State::ToCome;
    Label *m_title, *m_evidence, *m_time;
};

}  // namespace trainyard
