// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences of one paragraph, in whichever language they are. Pure.
#pragma once

#include <QStringList>

namespace trainyard {

// One after the other; the empty ones are left out. Full-width stops, as of Chinese, bring their blank with them.
QString joinedSentences(const QStringList &sentences);
// As the text of a label, which ends without a full stop; several sentences stay as they are.
QString asLabel(const QString &sentence);

}  // namespace trainyard
