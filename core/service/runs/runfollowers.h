// SPDX-License-Identifier: GPL-3.0-or-later
// The followers of all runs that a program follows, and their two threads. Main thread.
#pragma once

#include "core/base/paths.h"
#include "core/model/ids.h"

#include <QObject>

#include <memory>
#include <optional>

namespace trainyard {

class RunFollower;
struct Run;
struct FollowedFiles;
struct RunGlance;

// For a program that lists runs once: reads the end of the run's local log, and the samples of an active run, before it returns.
RunGlance glanceNow(const Run &run, const Paths &paths);

class RunFollowers : public QObject {
    Q_OBJECT
public:
    explicit RunFollowers(const Paths &paths, QObject *parent = nullptr);
    ~RunFollowers() override;

    // For the run's local copy. A run that is not requested for ten minutes is dropped, unless the caller keeps the pointer.
    std::shared_ptr<RunFollower> of(const Run &run);
    // The same for files stored elsewhere. `expression`: a person's own for lines of the log (runseries.h).
    std::shared_ptr<RunFollower> of(const Run &run, const FollowedFiles &files, const QString &expression);
    // For a row of a list: the result of the previous look, so the first call returns nothing. For a run that has ended only the log's end
    // is read, once.
    std::optional<RunGlance> glanceOf(const Run &run);

private:
    struct Known;
    struct State;
    Known &known(const RunId &runId);
    void askForEnd(const Run &run, qint64 size);

    const Paths m_paths;
    const std::unique_ptr<State> m_state;
};

}  // namespace trainyard
