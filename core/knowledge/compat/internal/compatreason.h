// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the reasons that the rules give. Pure; internal to core/knowledge/compat.
#pragma once

#include "core/knowledge/compat/compatverdict.h"

namespace trainyard {

inline CompatReason reason(const char *rule, CompatVerdict effect, const QString &sentence, const QMap<QString, QString> &numbers,
                           const QStringList &sources)
{
    return {QLatin1String(rule), effect, sentence, numbers, sources};
}

}  // namespace trainyard
