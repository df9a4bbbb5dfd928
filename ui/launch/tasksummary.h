// SPDX-License-Identifier: GPL-3.0-or-later
// What a task says, section by section, each in one line of plain words. Pure. Values of variables and secrets are never told.
#pragma once

#include "core/model/task.h"

#include <QString>
#include <QStringList>

namespace trainyard {

QString setupSummary(const Task &task);        // and the launcher
QString resourcesSummary(const Task &task);    // GPUs and the project
QString alternativesText(const Task &task);    // "or 4 × A100-80GB, or no GPUs"; empty: there are none
QString filesSummary(const Task &task);        // what is copied and mounted, and folders of event files
QString containerSummary(const Task &task);    // what it gets of its machine
QString clusterSummary(const Task &task);      // what a job of a cluster asks for
QString environmentSummary(const Task &task);  // names of variables and secrets
QString checkpointSummary(const Task &task);   // which are kept, and how they are found
QString limitsSummary(const Task &task);
QString alertsSummary(const Task &task);
QStringList alertTexts(const Task &task);  // one line for each change to the settings

}  // namespace trainyard
