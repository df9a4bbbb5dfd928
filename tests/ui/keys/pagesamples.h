// SPDX-License-Identifier: GPL-3.0-or-later
// Every page of the window in the states that a person meets, filled with sample data, for tests that go through all of them.
#pragma once

#include "ui/window/mainwindow.h"

#include <QList>

#include <functional>
#include <memory>

namespace trainyard {

struct PageSample {
    const char *name;
    MainWindow::Page page;
    // Fills the page, which is shown; the returned objects must live as long as the window.
    std::function<std::shared_ptr<void>(MainWindow &)> fill;
    // Whether the page has read its sample data.
    std::function<bool(MainWindow &)> isThere = [](MainWindow &) { return true; };
};

QList<PageSample> pageSamples();
// What the rail and the strip show beside all of them.
void fillFrame(MainWindow &window);

}  // namespace trainyard
