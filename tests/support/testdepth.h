// SPDX-License-Identifier: GPL-3.0-or-later
// How much a test does: `./test --thorough` sets TRAINYARD_TEST_THOROUGH, for every combination and longer random sequences. Every function runs in
// either case.
#pragma once

#include <QtGlobal>

namespace trainyard {

inline bool testsThoroughly() { return qEnvironmentVariableIsSet("TRAINYARD_TEST_THOROUGH"); }
inline int everydayOr(int everyday, int thorough) { return testsThoroughly() ? thorough : everyday; }

}  // namespace trainyard
