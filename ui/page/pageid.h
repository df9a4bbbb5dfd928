// SPDX-License-Identifier: GPL-3.0-or-later
// The pages by name, so that one can lead to another without knowing it. When a page is recreated, its input is kept under this id.
#pragma once

namespace trainyard {

enum class PageId {
    Home,
    Machines,
    Runs,
    Checkpoints,
    Settings,
    RunDetail,
    Launch,
    Transfers,
    Offers,
    Health,
    Alerts,
    Compare,
    Terminal,
    Files,
    Help,
};

}  // namespace trainyard
