// SPDX-License-Identifier: GPL-3.0-or-later
// Files and folders of this computer that a task names by a relative path: they start at the folder of its file. Pure.
#pragma once

#include "core/model/task.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace trainyard {

// "./code" and "data.csv" in workdir and file_mounts; not "~/code", "/code", addresses and what begins with a variable.
QStringList relativePlaces(const Task &task);

// The text with each of them written in full, so that it means the same elsewhere. A pipeline and a text with errors stay as they are.
QByteArray withPlacesWritten(const QByteArray &text, const QString &taskDirectory);

}  // namespace trainyard
