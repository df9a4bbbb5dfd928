// SPDX-License-Identifier: GPL-3.0-or-later
// How much a test does: `./test --all` sets TRAINYARD_TEST_ALL, for every combination and longer random sequences. Every function runs in
// either case.
#pragma once

#include <QtGlobal>

namespace trainyard {

inline bool testsEverything() { return qEnvironmentVariableIsSet("TRAINYARD_TEST_ALL"); }
inline int everydayOr(int everyday, int all) { return testsEverything() ? all : everyday; }

}  // namespace trainyard
