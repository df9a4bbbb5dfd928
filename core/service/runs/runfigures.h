// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of many runs for a list, read by one thread, the most wanted first, and kept. Main thread.
#pragma once

#include "core/base/executor.h"
#include "core/base/paths.h"
#include "core/model/run.h"
#include "core/service/runs/runfiguresreader.h"

#include <QObject>

#include <memory>

namespace trainyard {

class Mailbox;

class RunFiguresService : public QObject {
    Q_OBJECT
public:
    explicit RunFiguresService(const Paths &paths, QObject *parent = nullptr);
    ~RunFiguresService() override;

    // Replaces what was wanted before. `seen`: rows on the screen, whose files are looked at again every few seconds. `all`: the others, in
    // their order, that a sorted or filtered list needs; each is read once. Cheap enough to call every second.
    void want(const QList<Run> &seen, const QList<Run> &all, const FigureParts &parts);
    const FiguresByRun &known() const { return m_known; }
    qsizetype left() const { return m_left; }  // of the wanted runs, how many are still to be read

Q_SIGNALS:
    void changed();  // twice a second at most while runs are read

private:
    struct State;
    static Executor::Options oneThread();

    const std::shared_ptr<State> m_state;
    FiguresByRun m_known;
    qsizetype m_left = 0;
    Executor m_worker{"figures", oneThread()};  // last: waits for its task before the other members are destroyed
};

}  // namespace trainyard
