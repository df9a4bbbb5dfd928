// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page/palettesource.h"

#include <utility>

namespace trainyard {

PaletteSource paletteSource(const QString &prefix, bool isShownUntyped, const std::function<QList<Action>()> &actions)
{
    PaletteSource source;
    source.prefix = prefix;
    source.isShownUntyped = isShownUntyped;
    const auto all = std::make_shared<QList<Action>>();
    source.texts = [=] {
        *all = actions();
        all->removeIf([](const Action &action) { return !action.isListed; });
        QStringList texts;
        for (const Action &action : std::as_const(*all))
            texts << action.title + u'\n' + action.detail;
        return texts;
    };
    source.at = [=](qsizetype i) { return all->value(i); };
    source.indexOf = [=](const QString &id) {
        const auto found = std::find_if(all->cbegin(), all->cend(), [&id](const Action &action) { return action.id == id; });
        return found == all->cend() ? qsizetype(-1) : qsizetype(found - all->cbegin());
    };
    return source;
}

}  // namespace trainyard
