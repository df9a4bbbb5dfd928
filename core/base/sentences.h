// SPDX-License-Identifier: GPL-3.0-or-later
// Joins sentences into one paragraph, in any language. Pure.
#pragma once

#include <QStringList>

namespace trainyard {

// Joins them in order and leaves out empty ones. Full-width stops, as in Chinese, need no blank after them.
QString joinedSentences(const QStringList &sentences);
// The text for a label, without its final full stop; several sentences stay as they are.
QString asLabel(const QString &sentence);

}  // namespace trainyard
