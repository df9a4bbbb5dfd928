// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a repository at one commit, fetched by git on this computer with the person's own access, so that a machine needs neither
// git nor a key. Nothing from the repository is executed: no hooks, no submodules. Blocking; worker threads.
#pragma once

#include "core/base/result.h"
#include "core/model/gitsource.h"

#include <QTemporaryDir>

#include <memory>
#include <stop_token>

namespace trainyard {

struct GitClone {
    std::shared_ptr<QTemporaryDir> folder;  // removed with the last copy
    GitSource source;                       // with the commit as `ref`
};

// NotFound: git is missing here. ConnectionLost: the repository or its ref could not be fetched, with git's words as detail.
Result<GitClone> fetchRepository(const GitSource &source, std::stop_token stop);

}  // namespace trainyard
