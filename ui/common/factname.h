// SPDX-License-Identifier: GPL-3.0-or-later
// The small label at the top of a cell beside a value, lowered so that it stands on the baseline of that value's first line.
#pragma once

#include "ui/common/label.h"
#include "ui/theme/theme.h"

#include <QFontMetrics>

#include <algorithm>

namespace trainyard {

// `line`: the height in which the value centres its line, as ElidedLabel does; 0: that of its font, as in Label.
inline Label *makeFactName(const QString &text, TextRole value, int line = 0)
{
    auto *const label = new Label(text, TextRole::Small, Ink::Text3);
    const QFontMetrics own(textFont(TextRole::Small)), beside(textFont(value));
    const int above = std::max(0, (line - beside.height()) / 2);
    label->setContentsMargins(0, std::max(0, above + beside.ascent() - own.ascent()), 0, 0);
    return label;
}

}  // namespace trainyard
