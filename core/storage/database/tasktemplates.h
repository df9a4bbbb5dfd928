// SPDX-License-Identifier: GPL-3.0-or-later
// Templates that a person made: plain task files NAME.yaml in the folder "templates" below Paths::data, which may also be put there by hand.
// The values of secrets are never written. Blocking, any thread, several programs at a time.
#pragma once

#include "core/base/paths.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace trainyard {

QString templateFolder(const Paths &paths);
// InvalidInput unless it can be the name of a file: up to 60 characters, none of them a slash or a control character, the first no dot.
Result<void> checkTemplateName(const QString &name);

QStringList templateNames(const Paths &paths);                             // in the order of an alphabet
Result<QByteArray> readTemplate(const Paths &paths, const QString &name);  // NotFound, PermissionDenied, InvalidInput (too large)
Result<void> saveTemplate(const Paths &paths, const QString &name, const QByteArray &text,
                          bool replaces);  // AlreadyExists unless `replaces`
// Puts back the text of one that was removed, unchanged. AlreadyExists.
Result<void> restoreTemplate(const Paths &paths, const QString &name, const QByteArray &text);
Result<void> renameTemplate(const Paths &paths, const QString &name, const QString &newName);  // NotFound, AlreadyExists
Result<void> removeTemplate(const Paths &paths, const QString &name);                          // NotFound

}  // namespace trainyard
