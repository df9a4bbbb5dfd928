// SPDX-License-Identifier: GPL-3.0-or-later
// What a page may have. It reaches everything else through the navigator.
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
    std::function<void(const Preferences &)> change;  // takes others
    Navigator &navigator;
    PageMessages &messages;
    SshPrompter &prompter;
    QWidget *window;                 // dialogs belong to it
    Workspace *workspace = nullptr;  // nullptr until the database is open; then for good
};

}  // namespace trainyard
