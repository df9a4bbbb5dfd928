// SPDX-License-Identifier: GPL-3.0-or-later
// The card grid for screen readers: a list with one item for each card and each heading, named by the sentence from the model.
#pragma once

namespace trainyard {

void installCardGridAccessibility();  // call once

}  // namespace trainyard
