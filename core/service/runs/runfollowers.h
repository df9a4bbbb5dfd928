// SPDX-License-Identifier: GPL-3.0-or-later
// The followers of all runs that a program follows, and the two threads on which these read. Main thread.
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

class RunFollowers : public QObject {
    Q_OBJECT
public:
    explicit RunFollowers(const Paths &paths, QObject *parent = nullptr);
    ~RunFollowers() override;

    // Of the run's local copy. Runs that nothing asks for in ten minutes are let go, unless the caller keeps the pointer.
    std::shared_ptr<RunFollower> of(const Run &run);
    // The same for files that lie elsewhere. `expression`: a person's own for lines of the log (runseries.h).
    std::shared_ptr<RunFollower> of(const Run &run, const FollowedFiles &files, const QString &expression);
    // For a row of a list: as of the look before, of which the first one says nothing. Of a run that is over only the log's end is
    // read, once.
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
