// SPDX-License-Identifier: GPL-3.0-or-later
// Names of a run's event files in its local copy: "events.tb/" and the file's path on the machine in percent encoding,
// "w%2Fruns%2Fa%2Fevents.out.tfevents.1" (w: below the workdir, c: below the checkpoints, 0 to 7: below a folder of the task's
// `tensorboard`). Pure.
#pragma once

#include <QString>

namespace trainyard {

inline const QString kEventFolder = QStringLiteral("events.tb");

// `root` is that letter; empty if the name is too long or must not be fetched.
QString eventFileName(char root, const QString &relative);
// The innermost folder of the file, which distinguishes its series from others'; empty if there is none.
QString eventFileFolder(const QString &name);
bool isEventFile(const QString &fileName);  // "events.out.tfevents.…"

}  // namespace trainyard
