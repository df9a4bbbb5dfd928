// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the window, in the order of the rail. Add a line here to add a page.
#pragma once

#include "ui/common/keytable.h"
#include "ui/page/pagecontext.h"
#include "ui/page/pageid.h"

#include <QList>
#include <QString>

#include <optional>

namespace trainyard {

class PageModule;

struct PageRow {
    enum class Place { Rail, RailEnd, Palette, Behind };  // where the user finds it; Behind: only from another page

    PageId id;
    Place place;
    const char *name;  // of its button in the rail, or of the action that shows it
    const char *icon;
    QString title;
    PageModule *(*make)(PageContext &context);
    std::optional<PageId> under = {};  // it is under that page's entry in the rail
    std::optional<KeyFor> key = {};    // pages in the rail have their own
};

QList<PageRow> pageTable();

}  // namespace trainyard
