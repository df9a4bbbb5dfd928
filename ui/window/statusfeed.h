// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the strip and the rail's marks at what is known: costs, runs, alerts, connections, transfers, the sandbox.
#pragma once

namespace trainyard {

class Rail;
class TopStrip;
class Workspace;

// From now on; the three are of one window.
void feedStatus(Workspace &workspace, TopStrip *strip, Rail *rail);

}  // namespace trainyard
