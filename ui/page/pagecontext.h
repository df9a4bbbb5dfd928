// SPDX-License-Identifier: GPL-3.0-or-later
// What a page has access to. It reaches everything else through the navigator.
#pragma once

#include "core/base/paths.h"
#include "ui/page/preferences.h"

#include <functional>

class QWidget;

namespace trainyard {

class Navigator;
class PageMessages;
class SshPrompter;
class Workspace;

struct PageContext {
    Paths paths;
    Preferences preferences;
    std::function<void(const Preferences &)> change;  // applies new preferences
    Navigator &navigator;
    PageMessages &messages;
    SshPrompter &prompter;
    QWidget *window;                 // parent of dialogs
    Workspace *workspace = nullptr;  // nullptr until the database is open; then permanent
};

}  // namespace trainyard
