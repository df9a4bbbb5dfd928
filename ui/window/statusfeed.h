// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the strip and the marks in the rail up to date: costs, runs, alerts, connections, transfers, the sandbox.
#pragma once

namespace trainyard {

class Rail;
class TopStrip;
class Workspace;

// Updates them from now on; all three belong to one window.
void feedStatus(Workspace &workspace, TopStrip *strip, Rail *rail);

}  // namespace trainyard
