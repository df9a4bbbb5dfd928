// SPDX-License-Identifier: GPL-3.0-or-later
// How a column of a table is aligned, the same in its cells and in its heading: figures at the right, all else at the left.
#pragma once

#include <QVariant>
#include <Qt>

namespace trainyard {

inline int columnAlignment(bool isRight) { return int(Qt::AlignVCenter | (isRight ? Qt::AlignRight : Qt::AlignLeft)); }

// What headerData() answers when it is not asked for the text of a heading: how that is aligned, nothing otherwise.
inline QVariant besidesHeading(Qt::Orientation orientation, int role, bool isRight)
{
    return orientation == Qt::Horizontal && role == Qt::TextAlignmentRole ? QVariant(columnAlignment(isRight)) : QVariant();
}

}  // namespace trainyard
