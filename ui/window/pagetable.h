// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the window, in the order of the rail. A page is added by a line here.
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
    enum class Place { Rail, RailEnd, Palette, Behind };  // where a person finds it; Behind: from another page alone

    PageId id;
    Place place;
    const char *name;  // of its button in the rail, or of the action that shows it
    const char *icon;
    QString title;
    PageModule *(*make)(PageContext &context);
    std::optional<PageId> under = {};  // its entry in the rail is that of this page
    std::optional<KeyFor> key = {};    // the rail's entries have theirs
};

QList<PageRow> pageTable();

}  // namespace trainyard
