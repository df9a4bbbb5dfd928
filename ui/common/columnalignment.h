// SPDX-License-Identifier: GPL-3.0-or-later
// The alignment of a table column, the same in its cells and in its header: numbers right, everything else left.
#pragma once

#include <QVariant>
#include <Qt>

namespace trainyard {

inline int columnAlignment(bool isRight) { return int(Qt::AlignVCenter | (isRight ? Qt::AlignRight : Qt::AlignLeft)); }

// The result of headerData() for roles other than the text: the alignment, or an invalid QVariant.
inline QVariant besidesHeading(Qt::Orientation orientation, int role, bool isRight)
{
    return orientation == Qt::Horizontal && role == Qt::TextAlignmentRole ? QVariant(columnAlignment(isRight)) : QVariant();
}

}  // namespace trainyard
