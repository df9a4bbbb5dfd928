// SPDX-License-Identifier: GPL-3.0-or-later
// The grid of cards for screen readers: a list with an item for each card and each heading, by the sentence that the model has for it.
#pragma once

namespace trainyard {

void installCardGridAccessibility();  // once is enough

}  // namespace trainyard
